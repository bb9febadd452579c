// A number's values as columns, and the chance of at least that much as a line above them.
import type { FigureStatistics } from "../api-types";
import { useId } from "preact/hooks";
import { exactlyIfShort, percent } from "./odds";
import { capital, inWords } from "../words";

const WIDTH = 640;
const HEIGHT = 228;
const LEFT = 60;
/** Above the curve stand the names of its two scales. */
const TOP = 32;
const BOTTOM = 28;
const RIGHT = 64;
/** How much of the height the tallest column takes: it has a scale of its own, on the right. */
const COLUMNS = 0.6;

export function Curve({ figure }: { figure: FigureStatistics }) {
  const id = useId();
  const { values, least, most } = figure;
  const wide = (WIDTH - LEFT - RIGHT) / (most - least + 1);
  const x = (number: number): number => LEFT + (number - least) * wide;
  const tall = HEIGHT - BOTTOM - TOP;
  const highest = Math.max(...values.map((one) => one.value));
  const line = values.map((one) => `${(x(one.number) + wide / 2).toFixed(1)},${(TOP + (1 - one.reached) * tall).toFixed(1)}`).join(" ");
  const every = Math.max(1, Math.ceil((most - least + 1) / 12));
  const median = figure.quantiles["50%"];
  return (
    <figure class="curve">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={`${id}-words`}>
        <text class="curve-text" x="0" y="14">
          at least, line
        </text>
        <text class="curve-text" x={WIDTH} y="14" text-anchor="end">
          exactly, columns
        </text>
        {[0, 0.5, 1].map((share) => (
          <g>
            <line class="curve-grid" x1={LEFT} x2={WIDTH - RIGHT} y1={TOP + (1 - share) * tall} y2={TOP + (1 - share) * tall} />
            <text class="curve-text" x={LEFT - 4} y={TOP + 4 + (1 - share) * tall} text-anchor="end">
              {share * 100}%
            </text>
          </g>
        ))}
        {[0.5, 1].map((share) => (
          <text class="curve-text of-columns" x={WIDTH - RIGHT + 4} y={TOP + 4 + (1 - share * COLUMNS) * tall}>
            {percent(highest * share)}
          </text>
        ))}
        {values.map((one) => (
          <rect
            class={one.number === median ? "curve-column middle" : "curve-column"}
            x={x(one.number) + wide * 0.1}
            width={Math.max(0.5, wide * 0.8)}
            y={TOP + tall - (one.value / highest) * tall * COLUMNS}
            height={(one.value / highest) * tall * COLUMNS}
          >
            <title>{`${one.number}: ${percent(one.value, one.chance)}; at least ${one.number}: ${percent(one.reached, one.at_least)}`}</title>
          </rect>
        ))}
        <polyline class="curve-line" points={line} />
        {values
          .filter((one) => (one.number - least) % every === 0)
          .map((one) => (
            <text class="curve-text" x={x(one.number) + wide / 2} y={HEIGHT - 4} text-anchor="middle">
              {inWords(one.number)}
            </text>
          ))}
      </svg>
      <figcaption id={`${id}-words`} class="small soft">
        {capital(figure.name)}. Columns: exactly that much (right scale, at most {percent(highest)}). Line: at least that much (left scale).
      </figcaption>
      <details>
        <summary>As a table</summary>
        <div class="scrolls curve-table" tabIndex={0} role="region" aria-label={`Values of ${figure.name}`}>
          <table class="figures">
            <thead>
              <tr>
                <th scope="col">{figure.name}</th>
                <th scope="col">chance</th>
                <th scope="col">exactly</th>
                <th scope="col">at least</th>
                <th scope="col">exactly</th>
              </tr>
            </thead>
            <tbody>
              {values.map((one) => (
                <tr>
                  <th scope="row">{one.number}</th>
                  <td>{percent(one.value, one.chance)}</td>
                  <td class="fraction">{exactlyIfShort(one.chance)}</td>
                  <td>{percent(one.reached, one.at_least)}</td>
                  <td class="fraction">{exactlyIfShort(one.at_least)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
