// Best play: the first decisions of a duel with the worth of each choice, by the server's solver.
import type { Values } from "../api";
import type { BestPlayResponse, ExactNumber, GameDescription } from "../api-types";
import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../api";
import { OddsBar, exactlyIfShort, percent } from "../parts/odds";
import { Problem } from "../parts/shell";
import { isValues } from "../values";
import { inWords, labelOf } from "../words";
import { Plans } from "./explorer_plans";

const SECONDS = 12;
const LONGER = 20;

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

interface Found {
  advised?: BestPlayResponse;
  error?: unknown;
  asked: string;
  /** The latest time at which the answer comes, while the page waits for it. */
  until?: number;
}

function Asking({ game, name, params, options, takes }: Props & { takes: string[] | undefined }) {
  const [found, setFound] = useState<Found>({ asked: "" });
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const duel = game.duels.find((one) => one.roll === name);
  const given = takes ? Object.fromEntries(Object.entries(params).filter(([field]) => takes.includes(field))) : deciding(params, duel?.best ?? {});
  const body = JSON.stringify({ roll: name, params: given, options });
  const ask = async (seconds: number): Promise<void> => {
    stop.current?.abort();
    const mine = new AbortController();
    stop.current = mine;
    setFound((before) => ({ ...before, asked: body, until: Date.now() + seconds * 1000 }));
    try {
      const advised = await post<BestPlayResponse>(`/games/${game.slug}/advise`, { ...JSON.parse(body), seconds }, mine.signal);
      if (!mine.signal.aborted) setFound({ advised, asked: body });
    } catch (error) {
      if (!mine.signal.aborted) setFound({ error, asked: body });
    }
  };
  const cancel = (): void => {
    stop.current?.abort();
    setFound(({ advised, asked }) => (advised ? { advised, asked } : { asked: "" }));
  };
  const old = found.asked !== body;
  const waiting = found.until !== undefined;
  const advised = found.advised;
  return (
    <section class={`sheet stack${found.asked ? "" : " closed"}`} aria-labelledby="best-play">
      <h2 id="best-play">Best play</h2>
      <p class="row">
        <button type="button" onClick={() => ask(SECONDS)} disabled={waiting}>
          What should they do?
        </button>
        <span class="small soft" role="status">
          {waiting ? "Working it out." : advised && old ? "The setting has changed; ask again." : ""}
        </span>
      </p>
      {found.until !== undefined && <Progress key={found.until} until={found.until} cancel={cancel} />}
      <Problem error={old ? undefined : found.error} />
      {advised && (
        <div class={`stack${old || waiting ? " waits" : ""}`}>
          {advised.method === "over budget" && (
            <p class="note">
              {advised.note} {advised.plans.length > 0 ? "Here is what each fixed plan is worth instead." : "A setting with smaller numbers or fewer choices is quicker."}
            </p>
          )}
          {advised.plans.length > 0 && <Plans plans={advised.plans} />}
          {advised.method === "over budget" && !waiting && !old && (
            <p>
              <button type="button" onClick={() => ask(LONGER)}>
                Try longer, up to {LONGER} seconds
              </button>
            </p>
          )}
          {advised.method === "exact" && advised.decisions.length === 0 && <p>There is no decision to make here.</p>}
          {advised.decisions.map((one) => (
            <Decision one={one} sides={duel?.sides ?? []} />
          ))}
        </div>
      )}
    </section>
  );
}

/** How much of the time has passed, and a way out. */
function Progress({ until, cancel }: { until: number; cancel: () => void }) {
  const [from] = useState(Date.now);
  const [now, setNow] = useState(from);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const whole = Math.round((until - from) / 1000);
  const gone = Math.min(whole, Math.floor((now - from) / 1000));
  return (
    <p class="row">
      <progress max={until - from} value={Math.min(now, until) - from} aria-label="Time taken" />
      <span class="small soft">
        {gone} of at most {whole} seconds
      </span>
      <button type="button" class="quiet" onClick={cancel}>
        Cancel
      </button>
    </p>
  );
}

/** The parameters, without the sides' plans if every side has one: with fixed plans there is nothing to decide. */
function deciding(params: Values, best: Record<string, unknown>): Values {
  const sides = Object.values(best).filter(isValues);
  const isFixed = (given: Values, wanted: Values): boolean =>
    Object.entries(wanted).some(([name, value]) => (isValues(value) ? isValues(given[name]) && isFixed(given[name], value) : name in given && given[name] !== value));
  const without = (given: Values, wanted: Values): Values =>
    Object.fromEntries(
      Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
        const inner = wanted[name];
        if (inner === undefined) return [[name, value]];
        return isValues(inner) && isValues(value) ? [[name, without(value, inner)]] : [];
      }),
    );
  return sides.length > 0 && sides.every((side) => isFixed(params, side)) ? sides.reduce(without, params) : params;
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
    if (value === null || value === "" || value === "none" || value === false) return [];
    return [typeof value === "string" ? inWords(value) : `${label} ${inWords(value)}`];
  });
  return words.filter(Boolean).join(", ");
}
