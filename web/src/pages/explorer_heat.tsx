// A figure of a roll over one parameter or two: a table in which higher values have more colour.
import type { GameDescription, SweepResponse } from "../api-types";
import { post } from "../api";
import { useAsked } from "../ask";
import { csv, download, fileName } from "../files";
import { exactly, percent } from "../parts/odds";
import { Problem, Skeleton } from "../parts/shell";
import { AxisInput, axesOf, byUse, defaultAxis } from "./explorer_axis";
import { entryOf, type Axis, type State } from "./explorer_state";
import { capital, inWords, labelOf } from "../words";

const SECONDS = 10;
/** In milliseconds: with settings that take longer than this the map begins as a single row. */
const SLOW = 900;

interface Props {
  game: GameDescription;
  state: State;
  /** How long the odds of one setting took, in milliseconds. */
  cost: number;
  onChange: (state: State) => void;
}

export function HeatMap({ game, state, cost, onChange }: Props) {
  const entry = entryOf(game, "roll", state.name);
  const offered = axesOf(game, entry?.parameters ?? []);
  const [first, second] = byUse(offered, state);
  if (!first) return null;
  const sweep = state.sweep;
  if (!sweep) {
    const begin = (): void => {
      onChange({ ...state, sweep: { across: defaultAxis(first, state, cost), down: second && cost < SLOW ? defaultAxis(second, state, cost) : undefined, figure: "" } });
    };
    return (
      <section class="sheet stack closed" aria-labelledby="heat">
        <h2 id="heat">Over a range</h2>
        <p>
          <button type="button" onClick={begin}>
            Show it for many values
          </button>
        </p>
      </section>
    );
  }
  const axes = sweep.down ? [sweep.down, sweep.across] : [sweep.across];
  return (
    <section class="sheet stack" aria-labelledby="heat">
      <h2 id="heat">Over a range</h2>
      <div class="axes">
        <AxisInput label="Across" offered={offered} axis={sweep.across} state={state} onChange={(across) => across && onChange({ ...state, sweep: { ...sweep, across } })} />
        <AxisInput label="Down" offered={offered} axis={sweep.down} state={state} open onChange={(down) => onChange({ ...state, sweep: { ...sweep, down } })} />
      </div>
      <Map game={game} state={state} axes={axes} figure={sweep.figure} onFigure={(figure) => onChange({ ...state, sweep: { ...sweep, figure } })} />
      <p>
        <button type="button" class="quiet" onClick={() => onChange({ ...state, sweep: undefined })}>
          Close this
        </button>
      </p>
    </section>
  );
}

interface MapProps {
  game: GameDescription;
  state: State;
  axes: Axis[];
  figure: string;
  onFigure: (figure: string) => void;
}

function Map({ game, state, axes, figure, onFigure }: MapProps) {
  const [wanted = "", not = ""] = figure.split("|");
  const body = JSON.stringify({ roll: state.name, params: state.params, options: state.options, axes, figure: wanted, seconds: SECONDS });
  const swept = useAsked((signal) => post<SweepResponse>(`/games/${game.slug}/sweep`, JSON.parse(body), signal), [body], 250);
  const answer = swept.value;
  // without a wish the map is about what one hopes for
  const isNot = figure ? not !== "" : (answer?.figure.is_bad ?? false);
  const found = answer && isNot ? { ...answer, cells: answer.cells.map((cell) => (cell.value === null ? cell : { ...cell, value: 1 - cell.value, chance: complement(cell.chance) })) } : answer;
  return (
    <div class="stack">
      <Problem error={swept.error} />
      {!found && swept.waiting && <Skeleton lines={6} />}
      {found && (
        <div class={`stack${swept.waiting || swept.error ? " waits" : ""}`} aria-busy={swept.waiting}>
          <div class="field">
            <label for="figure">Show</label>
            <select id="figure" value={found.figure.figure + (isNot ? "|not" : "")} onChange={(event) => onFigure(event.currentTarget.value)}>
              {found.figures.flatMap((one) => [
                <option value={one.figure}>{one.words}</option>,
                one.is_bad && <option value={`${one.figure}|not`}>{one.opposite}</option>,
              ])}
            </select>
          </div>
          {found.method === "partly" && <p class="note">Some cells are empty: a rule refuses them, or there was no time left. Point at one to see why.</p>}
          <Cells found={found} words={isNot ? found.figure.opposite : found.figure.words} />
          <p>
            <button type="button" class="small-button" onClick={() => download(`${fileName(`${game.slug} ${state.name} range`)}.csv`, csv(tableOf(found)), "text/csv")}>
              CSV
            </button>
          </p>
        </div>
      )}
    </div>
  );
}

/** The columns are the last axis, the rows the one before it, if there are two. */
function layout(found: SweepResponse): { columns: unknown[]; rows: unknown[]; across: string; down: string } {
  const across = found.axes[found.axes.length - 1];
  const down = found.axes.length > 1 ? found.axes[0] : undefined;
  return { columns: across?.values ?? [], rows: down?.values ?? [""], across: across?.name ?? "", down: down?.name ?? "" };
}

/** 1 minus a fraction. */
function complement(fraction: string): string {
  const [over = "0", under = "1"] = fraction.split("/");
  return /^\d+$/.test(over) ? `${BigInt(under) - BigInt(over)}/${under}` : "";
}

function Cells({ found, words }: { found: SweepResponse; words: string }) {
  const { columns, rows, across, down } = layout(found);
  const known = found.cells.flatMap((cell) => (cell.value === null ? [] : [cell.value]));
  // chances are shaded from never to always and numbers from 0, so that two maps can be compared
  const [low, high] = found.is_chance ? [0, 1] : [Math.min(0, ...known), Math.max(...known)];
  const shown = (value: number, chance: string): string => (found.is_chance ? percent(value, chance) : Number.isInteger(value) ? String(value) : value.toPrecision(3));
  const isFlat = known.length > 1 && known.every((value) => value === known[0]);
  const title = `${capital(words)}: ${axisWords(across)} across${down ? `, ${axisWords(down)} down` : ""}`;
  const valueAt = (row: number, column: number): number | null | undefined => found.cells[row * columns.length + column]?.value;
  // a parameter that changes nothing in this setting, though the other does
  const isIdle = (same: (row: number, column: number) => boolean): boolean => !isFlat && rows.every((_, row) => columns.every((__, column) => same(row, column)));
  const idle = [
    ...(down && rows.length > 1 && isIdle((row, column) => valueAt(row, column) === valueAt(0, column)) ? [down] : []),
    ...(columns.length > 1 && isIdle((row, column) => valueAt(row, column) === valueAt(row, 0)) ? [across] : []),
  ];
  return (
    <div class="stack tight">
      <p class="small heat-words">
        {title}. {isFlat ? "It is the same everywhere: choose something else to change." : `A stronger colour is a higher value, from ${shown(low, "")} to ${shown(high, "")}.`}
        {found.is_chance && <span class="in-short"> Numbers are percentages.</span>}
        {idle.map((name) => ` ${capital(axisWords(name))} changes nothing in this setting.`)}
      </p>
      <div class="scrolls" tabIndex={0} role="region" aria-label="Heat map">
        <table class="heat">
          <caption class="unseen">{title}</caption>
          <thead>
            <tr>
              <td class="heat-corner">
                {down && <span>{axisWords(down)}&nbsp;↓</span>} <span>{axisWords(across)}&nbsp;→</span>
              </td>
              {columns.map((one) => (
                <th scope="col">{inWords(one)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr>
                <th scope="row">{row === "" ? "" : inWords(row)}</th>
                {columns.map((_, place) => {
                  const cell = found.cells[at * columns.length + place];
                  if (!cell || cell.value === null) return <td title={cell?.why ?? ""}>–</td>;
                  const strength = high > low ? (cell.value - low) / (high - low) : 0.5;
                  return (
                    <td title={exactly(cell.chance)} style={{ backgroundColor: `color-mix(in srgb, var(--accent) calc(${strength.toFixed(3)} * var(--heat-most)), var(--sheet))` }}>
                      {found.is_chance ? (
                        <>
                          <span class="in-full">{shown(cell.value, cell.chance)}</span>
                          <span class="in-short">{shortly(cell.value)}</span>
                        </>
                      ) : (
                        shown(cell.value, cell.chance)
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** A chance in whole percent, for a narrow screen; never 100 unless certain, never 0 unless impossible. */
const shortly = (value: number): string => (value === 0 || value === 1 ? String(value * 100) : value < 0.005 ? "<1" : value > 0.995 ? ">99" : String(Math.round(value * 100)));

const axisWords = (name: string): string => (name.startsWith("option.") ? `ruling “${labelOf(name.slice(7))}”` : name.split(".").map(labelOf).join(" "));

function tableOf(found: SweepResponse): (string | number)[][] {
  const { columns, rows, across, down } = layout(found);
  const cells = rows.map((row, at) => [
    row === "" ? found.figure.words : inWords(row),
    ...columns.map((_, place) => exactly(found.cells[at * columns.length + place]?.chance ?? "")),
  ]);
  return [[down ? `${down} / ${across}` : across, ...columns.map(inWords)], ...cells];
}
