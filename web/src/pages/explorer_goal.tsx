// The other way round: which value of a parameter gives the chance that is wanted?
import type { GameDescription, SweepResponse } from "../api-types";
import { useState } from "preact/hooks";
import { post } from "../api";
import { useAsked } from "../ask";
import { StepperInput } from "../parts/inputs";
import { percent } from "../parts/odds";
import { Problem, Skeleton } from "../parts/shell";
import { axesOf, byUse, type Offered } from "./explorer_axis";
import { entryOf, type State } from "./explorer_state";
import { valueAt } from "../values";
import { capital, inWords } from "../words";

const MOST_VALUES = 41;
const SECONDS = 10;

/** Every value of a parameter, or those around the one that is set. */
function valuesOf(one: Offered, state: State): unknown[] {
  if (one.kind.kind === "boolean") return [false, true];
  if (one.kind.kind === "choice") return one.kind.values ?? [];
  const [least, most] = [one.kind.least ?? 0, one.kind.most ?? (one.kind.least ?? 0) + MOST_VALUES];
  const given = valueAt(state.params, one.name);
  const middle = typeof given === "number" ? given : typeof one.usual === "number" ? one.usual : least;
  const from = most - least < MOST_VALUES ? least : Math.max(least, Math.min(most - MOST_VALUES + 1, middle - Math.floor(MOST_VALUES / 2)));
  return Array.from({ length: Math.min(MOST_VALUES, most - from + 1) }, (_, place) => from + place);
}

export function GoalSeek({ game, state }: { game: GameDescription; state: State }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(60);
  const [name, setName] = useState("");
  const [wish, setWish] = useState("");
  const offered = byUse(axesOf(game, entryOf(game, "roll", state.name)?.parameters ?? []), state).filter((one) => !one.name.startsWith("option."));
  const axis = offered.find((one) => one.name === name) ?? offered[0];
  const [figure = "", not = ""] = wish.split("|");
  const values = axis ? valuesOf(axis, state) : [];
  const body = JSON.stringify({ roll: state.name, params: state.params, options: state.options, axes: [{ name: axis?.name ?? "", values }], figure, seconds: SECONDS });
  const swept = useAsked((signal) => (open && axis ? post<SweepResponse>(`/games/${game.slug}/sweep`, JSON.parse(body), signal) : undefined), [open, body], 250);
  if (!axis) return null;
  const found = swept.value;
  const chances = found?.figures.filter((one) => one.opposite !== "") ?? [];
  const isNot = wish ? not === "not" : (found?.figure.is_bad ?? false);
  return (
    <section class={`sheet stack goal${open ? "" : " closed"}`} aria-labelledby="goal">
      <h2 id="goal">What would it take?</h2>
      {!open ? (
        <p>
          <button type="button" onClick={() => setOpen(true)}>
            Which {/s$|: |^(your|the) /.test(axis.words) ? `value of “${axis.words}”` : axis.words} gives {wanted}%?
          </button>
        </p>
      ) : (
        <>
          <div class="row goal-wish">
            <label class="field">
              Which
              <select value={axis.name} onChange={(event) => setName(event.currentTarget.value)}>
                {offered.map((one) => (
                  <option value={one.name}>{one.words}</option>
                ))}
              </select>
            </label>
            <StepperInput label="gives at least (%)" value={wanted} least={1} most={99} onChange={(value) => value !== undefined && setWanted(value)} />
            <label class="field">
              For the
              <select value={`${found?.figure.figure ?? figure}|${isNot ? "not" : ""}`} onChange={(event) => setWish(event.currentTarget.value)}>
                {chances.flatMap((one) => [false, true].map((other) => <option value={`${one.figure}|${other ? "not" : ""}`}>{other ? one.opposite : one.words}</option>))}
              </select>
            </label>
          </div>
          <Problem error={swept.error} />
          {!found && swept.waiting && <Skeleton lines={2} />}
          {found && !found.is_chance && <p class="soft">This roll gives only numbers, so there is no chance to aim for.</p>}
          {found && found.is_chance && <Answer found={found} axis={axis} values={values} wanted={wanted / 100} not={isNot} />}
        </>
      )}
    </section>
  );
}

interface AnswerProps {
  found: SweepResponse;
  axis: Offered;
  values: unknown[];
  wanted: number;
  not: boolean;
}

function Answer({ found, axis, values, wanted, not }: AnswerProps) {
  const rows = values.flatMap((value, place) => {
    const chance = found.cells[place]?.value;
    return chance === null || chance === undefined ? [] : [{ value, chance: not ? 1 - chance : chance }];
  });
  const enough = rows.filter((row) => row.chance >= wanted - 1e-12);
  const best = rows.reduce<(typeof rows)[number] | undefined>((top, row) => (top === undefined || row.chance > top.chance ? row : top), undefined);
  if (!best) return <p class="soft">Nothing can be worked out with these settings.</p>;
  const [first, last] = [enough[0], enough.at(-1)];
  // if the chance rises, the first value that is enough; if it falls, the last
  const rises = rows.at(-1)!.chance >= rows[0]!.chance;
  const edge = rises ? first : last;
  const isWhole = axis.kind.kind === "integer" && enough.length < rows.length;
  return (
    <div role="status">
      {edge ? (
        <p class="word-line">
          {capital(axis.words)} {inWords(edge.value)}
          {isWhole && (rises ? " or more" : " or less")}: {percent(edge.chance)}
        </p>
      ) : (
        <p class="word-line">
          None reaches {percent(wanted)}: the most is {percent(best.chance)}, with {axis.words} {inWords(best.value)}.
        </p>
      )}
      <div class={rows.some((row) => typeof row.value === "string") ? "goal-columns of-words" : "goal-columns"} role="img" aria-label={rows.map((row) => `${inWords(row.value)}: ${percent(row.chance)}`).join(", ")}>
        {rows.map((row) => (
          <span class={row.chance >= wanted - 1e-12 ? "enough" : ""} title={`${inWords(row.value)}: ${percent(row.chance)}`}>
            <i style={{ height: `${row.chance * 100}%` }} />
            <small>{rows.length <= 24 ? inWords(row.value) : ""}</small>
          </span>
        ))}
        <hr style={{ bottom: `calc(var(--foot) + ${wanted} * (100% - var(--foot)))` }} />
        <b class="goal-line" style={{ bottom: `calc(var(--foot) + ${wanted} * (100% - var(--foot)))` }}>
          {Math.round(wanted * 100)}%
        </b>
      </div>
    </div>
  );
}
