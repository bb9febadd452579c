// Best play: the first decisions of a duel with the worth of each choice, by the server's solver.
import type { Values } from "../api";
import type { BestPlayResponse, ExactNumber, GameDescription } from "../api-types";
import { useState } from "preact/hooks";
import { post } from "../api";
import { OddsBar, exactlyIfShort, percent } from "../parts/odds";
import { Problem, Skeleton } from "../parts/shell";
import { isValues } from "../values";
import { inWords, labelOf } from "../words";

const SECONDS = 15;

interface Props {
  game: GameDescription;
  name: string;
  params: Values;
  options: Values;
}

export function BestPlay(props: Props) {
  const { game, name } = props;
  const duel = game.duels.find((one) => one.roll === name && Object.keys(one.best).length > 0);
  const adviser = game.advisers.find((one) => one.name === name);
  return duel || adviser ? <Asking key={name} {...props} takes={adviser?.parameters.map((one) => one.name)} /> : null;
}

function Asking({ game, name, params, options, takes }: Props & { takes: string[] | undefined }) {
  const [found, setFound] = useState<{ advised?: BestPlayResponse; error?: unknown; asked: string; waiting: boolean }>({ asked: "", waiting: false });
  const given = takes ? Object.fromEntries(Object.entries(params).filter(([field]) => takes.includes(field))) : params;
  const body = JSON.stringify({ roll: name, params: given, options, seconds: SECONDS });
  const ask = async (): Promise<void> => {
    setFound({ ...found, asked: body, waiting: true });
    try {
      setFound({ advised: await post<BestPlayResponse>(`/games/${game.slug}/advise`, JSON.parse(body)), asked: body, waiting: false });
    } catch (error) {
      setFound({ error, asked: body, waiting: false });
    }
  };
  const old = found.asked !== body;
  const sides = game.duels.find((one) => one.roll === name)?.sides ?? [];
  return (
    <section class="sheet stack" aria-labelledby="best-play">
      <h2 id="best-play">Best play</h2>
      <p class="row">
        <button type="button" onClick={ask} disabled={found.waiting}>
          What should they do?
        </button>
        <span class="small soft" role="status">
          {found.waiting ? "Working it out, at most 15 seconds." : found.advised && old ? "The setting has changed; ask again." : ""}
        </span>
      </p>
      <Problem error={old ? undefined : found.error} />
      {found.waiting && !found.advised && <Skeleton lines={3} />}
      {found.advised?.method === "over budget" && <p class="note">{found.advised.note}</p>}
      {found.advised?.method === "exact" && (
        <div class={`stack${old || found.waiting ? " waits" : ""}`}>
          {found.advised.decisions.length === 0 && <p>There is no decision to make here.</p>}
          {found.advised.decisions.map((one) => (
            <Decision one={one} sides={sides} />
          ))}
        </div>
      )}
    </section>
  );
}

function Decision({ one, sides }: { one: BestPlayResponse["decisions"][number]; sides: readonly string[] }) {
  const place = placeInWords(one.who, one.when, sides);
  return (
    <div class="stack tight">
      <h3>{one.who ? `${labelOf(one.who)} decides: ${one.question}` : `What is best: ${one.question}`}</h3>
      {one.who && (
        <p class="small soft">
          {one.chance.value < 1 && `This comes first ${percent(one.chance.value, one.chance.chance)} of the time. `}
          {place}
        </p>
      )}
      <div class="scrolls" tabIndex={0} role="region" aria-label={[one.who, one.question, place].filter(Boolean).join(": ")}>
        <table class="figures">
          <caption class="unseen">Every choice, the best first</caption>
          <thead>
            <tr>
              <th scope="col">choice</th>
              {one.options[0]?.wins ? (
                <>
                  <th scope="col">wins</th>
                  <th scope="col">loses</th>
                  <th scope="col">odds</th>
                </>
              ) : (
                <th scope="col">worth</th>
              )}
            </tr>
          </thead>
          <tbody>
            {one.options.map((option, at) => (
              <tr>
                <th scope="row">
                  {inWords(option.choice)} {at === 0 && <span class="tag">best</span>}
                </th>
                {option.wins && option.loses ? (
                  <>
                    <td>{share(option.wins)}</td>
                    <td>{share(option.loses)}</td>
                    <td class="odds-cell">
                      <OddsBar
                        small
                        title={inWords(option.choice)}
                        rows={[
                          { label: "loses", tone: 0, ...option.loses },
                          { label: "wins", tone: 1, ...option.wins },
                        ]}
                      />
                    </td>
                  </>
                ) : (
                  <td>{share(option.worth)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** A chance as a percentage; a worth that counts more than winning as a number. */
function share({ chance, value }: ExactNumber): string {
  if (value < 0 || value > 1) return value.toPrecision(4);
  const exact = exactlyIfShort(chance);
  return exact && exact !== "0" && exact !== "1" ? `${percent(value, chance)} = ${exact}` : percent(value, chance);
}

/** The moment of a decision in words: each side of a duel with its state, and how often the deciding side may still act. */
function placeInWords(who: string, when: Record<string, unknown>, sides: readonly string[]): string {
  const { combatants, at, left } = when;
  const other = sides.find((side) => side !== who);
  if (!Array.isArray(combatants) || combatants.length !== 2 || !combatants.every(isValues) || typeof at !== "number" || other === undefined) return stateInWords(when);
  const own = combatants[at];
  const me = labelOf(who);
  const told = [`${me}: ${own ? stateInWords(own) : ""}`, `${labelOf(other)}: ${stateInWords(combatants[1 - at]!)}`];
  if (typeof left === "number" && left > 0) told.push(left === 1 ? `${me} can act once more` : `${me} can act ${left} times more`);
  return `${told.join("; ")}.`;
}

/** The state of a decision in words: the fields whose value says something. */
function stateInWords(fields: Record<string, unknown>, before = ""): string {
  const words = Object.entries(fields).flatMap(([name, value]) => {
    const label = `${before}${labelOf(name)}`;
    if (isValues(value)) return [stateInWords(value, `${label} `)];
    return value === null || value === "" || value === "none" || value === false ? [] : [`${label} ${inWords(value)}`];
  });
  return words.filter(Boolean).join(", ");
}
