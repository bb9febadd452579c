// Two settings side by side: bars one above the other, and the difference of every outcome.
import type { CompareResponse, ExactNumber, GameDescription } from "../api-types";
import { post } from "../api";
import { useAsked } from "../ask";
import { csv, download, fileName } from "../files";
import { OddsBar, exactly, exactlyIfShort, percent } from "../parts/odds";
import { Problem, Skeleton } from "../parts/shell";
import { difference, type Setting, type State } from "./explorer_state";
import { capital, inWords } from "../words";

const PAUSE = 150;
const SECONDS = 5;

export function Comparison({ game, state, other }: { game: GameDescription; state: State; other: Setting }) {
  const label = (one: Setting, against: Setting, else_: string): string => difference(one, against) || else_;
  const sides = [
    { roll: state.name, params: state.params, options: state.options, label: label(state, other, "first") },
    { roll: state.name, params: other.params, options: other.options, label: label(other, state, "second") },
  ];
  const body = JSON.stringify({ sides, seconds: SECONDS });
  const found = useAsked((signal) => post<CompareResponse>(`/games/${game.slug}/compare`, JSON.parse(body), signal), [body], PAUSE);
  const comparison = found.value;
  return (
    <section class="sheet stack" aria-labelledby="comparison">
      <h2 id="comparison">Side by side</h2>
      <Problem error={found.error} />
      {!comparison && found.waiting && <Skeleton lines={4} />}
      {comparison?.method === "over budget" && <p class="note">{comparison.note}</p>}
      {comparison?.method === "exact" && <ComparisonTable game={game} comparison={comparison} waiting={found.waiting || found.error !== undefined} />}
    </section>
  );
}

function ComparisonTable({ game, comparison, waiting }: { game: GameDescription; comparison: CompareResponse; waiting: boolean }) {
  const save = (): void => {
    const rows = comparison.rows.map((row) => [row.label, ...row.sides.map((one) => exactly(one.chance)), exactly(row.change.chance)]);
    download(`${fileName(`${game.slug} compared`)}.csv`, csv([["outcome", ...comparison.labels, "change"], ...rows]), "text/csv");
  };
  const among = [...new Set(comparison.bars.flat().map((row) => row.label))];
  return (
    <div class={`stack${waiting ? " waits" : ""}`}>
      <p class="serif">{comparison.conclusion}</p>
      {comparison.bars.map((bar, at) => (
        <div>
          <p class="small bar-title">{capital(comparison.labels[at] ?? "")}</p>
          <OddsBar rows={bar} title={comparison.labels[at] ?? ""} among={among} />
        </div>
      ))}
      <div class="scrolls" tabIndex={0} role="region" aria-label="Differences">
        <table class="figures compared">
          <caption class="unseen">The chance of every outcome on both sides, and the difference</caption>
          <thead>
            <tr>
              <th scope="col">outcome</th>
              {comparison.labels.map((label) => (
                <th scope="col">{label}</th>
              ))}
              <th scope="col">change</th>
            </tr>
          </thead>
          <tbody>
            {comparison.rows.map((row) => (
              <tr>
                <th scope="row">{row.label}</th>
                {row.sides.map((one) => (
                  <td title={exactly(one.chance)}>
                    {percent(one.value, one.chance)} <span class="soft fraction">{exactlyIfShort(one.chance)}</span>
                  </td>
                ))}
                <td title={exactly(row.change.chance)}>{points(row.change)}</td>
              </tr>
            ))}
            {comparison.figures
              .filter((one) => !one.is_chance && one.is_middle && one.sides.some((side) => side.value !== 0))
              .map((one) => (
                <tr>
                  <th scope="row">{one.label}</th>
                  {one.sides.map((side) => (
                    <td title={exactly(side.chance)}>{number(side.value)}</td>
                  ))}
                  <td>{signed(number(one.change.value), one.change.value)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      <p>
        <button type="button" class="small-button" onClick={save}>
          CSV
        </button>
      </p>
    </div>
  );
}

const number = (value: number): string => inWords(Number.isInteger(value) ? value : Number(value.toPrecision(4)));
const signed = (text: string, value: number): string => (value > 0 ? `+${text}` : text.replace("-", "−"));

/** A change of a chance, in points of a percentage. */
function points(change: ExactNumber): string {
  if (change.value === 0) return "0";
  return `${signed((change.value * 100).toFixed(1), change.value)} pts`;
}
