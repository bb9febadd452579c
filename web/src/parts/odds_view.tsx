// Odds in full: the bar, every outcome with its fraction, the numbers with their curve, and files to download.
import type { FigureStatistics, OddsResponse } from "../api-types";
import { useState } from "preact/hooks";
import { csv, download, fileName } from "../files";
import { oddsPicture } from "../odds_picture";
import { pngOf, svgOf } from "../picture";
import { capital, inWords, minus, together } from "../words";
import { Curve } from "./curve";
import { OddsBar, endOf, exactly, exactlyIfShort, percent, precisely } from "./odds";
import { Copy } from "./shell";

interface Props {
  odds: OddsResponse;
  title: string;
  /** A newer answer is awaited: this one is shown dimmed. */
  waiting: boolean;
}

const MOST_ROWS = 16;

/** Fewer values than this are quicker to read as a table than as a curve. */
const LEAST_CURVE = 3;

export function OddsView({ odds, title, waiting }: Props) {
  const [all, setAll] = useState(false);
  const bare = odds.bar.length > 12; // a number with many values: the curve says more than a bar
  const end = endOf(odds.rows);
  const likeliest = [...odds.rows].sort((one, other) => other.value - one.value).slice(0, MOST_ROWS);
  const rows = all ? odds.rows : odds.rows.filter((row) => likeliest.includes(row));
  return (
    <div class={`stack odds-view${waiting ? " waits" : ""}`} aria-busy={waiting}>
      <Method odds={odds} />
      {!bare && odds.bar.length > 0 && <OddsBar rows={odds.bar} title={title} />}
      <Numbers figures={odds.figures} />
      {odds.rows.length > 0 && (
        <div class="scrolls" tabIndex={0} role="region" aria-label="Outcomes and their chances">
          <table class={`figures outcomes${rows.every((row) => row.chance && !exactlyIfShort(row.chance)) ? " in-long-fractions" : ""}`}>
            <caption class="unseen">Outcomes and their chances</caption>
            <thead>
              <tr>
                <th scope="col">outcome</th>
                <th scope="col">
                  chance <span class="soft small">(bars: 0 to {end * 100}%)</span>
                </th>
                <th scope="col">{odds.method === "simulated" ? "95% interval" : "exactly"}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr>
                  <th scope="row">{row.label}</th>
                  <td class="with-bar">
                    <span class="cell-bar" style={{ "--share": (row.value / end).toFixed(4) }} />
                    <span>{percent(row.value, row.chance)}</span>
                  </td>
                  <td class="fraction">{row.chance ? <Fraction text={row.chance} /> : precisely(row)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {odds.rows.length > MOST_ROWS && (
        <p>
          <button type="button" class="link" onClick={() => setAll(!all)}>
            {all ? "Show fewer" : `Show all ${odds.rows.length} outcomes, not only the likeliest`}
          </button>
        </p>
      )}
      {odds.rows.length > 0 && <TakeAway odds={odds} title={title} />}
    </div>
  );
}

/** The exact chance; a long one unfolds. */
function Fraction({ text }: { text: string }) {
  const short = exactlyIfShort(text);
  if (short) return <>{short}</>;
  return (
    <details>
      <summary>fraction</summary>
      {exactly(text)}
    </details>
  );
}

function Method({ odds }: { odds: OddsResponse }) {
  if (odds.method === "exact" && !odds.note) return null;
  const word = { exact: "Exact", float64: "Not exact", simulated: "Simulated", "over budget": "Not worked out" }[odds.method];
  return (
    <p class="note" role="status">
      <strong>{word}.</strong> {odds.note}
      {odds.method === "simulated" && " Each chance is an estimate, shown with its 95% confidence interval."}
    </p>
  );
}

function Numbers({ figures: all }: { figures: FigureStatistics[] }) {
  const [chosen, setChosen] = useState("");
  // a number that is always 0 in this setting needs no row
  const figures = all.filter((one) => one.least !== 0 || one.most !== 0);
  const none = all.filter((one) => !figures.includes(one)).map((one) => one.name);
  const curved = figures.filter((one) => one.values.length >= LEAST_CURVE);
  const figure = curved.find((one) => one.name === chosen) ?? curved[0];
  const first = figures[0];
  const never = none.length > 0 && <p class="small soft">Always 0 here: {together(none.join(", "))}.</p>;
  if (!first) return never || null;
  return (
    <div class="stack of-numbers">
      <div class="scrolls" tabIndex={0} role="region" aria-label="Numbers">
        <table class="figures statistics">
          <caption class="unseen">Numbers: mean, spread and quantiles</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">mean</th>
              <th scope="col">spread</th>
              <th scope="col">range</th>
              {Object.keys(first.quantiles).map((part) => (
                <th scope="col">{part === "50%" ? "middle" : part}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.map((one) => (
              <tr>
                <th scope="row">{one.name}</th>
                <td title={minus(exactly(one.mean))}>
                  {inWords(Number(one.value.toPrecision(4)))} <span class="soft fraction">{one.mean.endsWith("/1") ? "" : minus(exactlyIfShort(one.mean))}</span>
                </td>
                <td>{one.spread.toPrecision(3)}</td>
                <td>
                  {inWords(one.least)} to {inWords(one.most)}
                </td>
                {Object.values(one.quantiles).map((value) => (
                  <td>{inWords(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {never}
      {figure && curved.length > 1 && (
        <fieldset class="chips">
          <legend>Curve of</legend>
          <div class="row">
            {curved.map((one) => (
              <label class="chip">
                <input type="radio" name="curve-of" checked={one.name === figure.name} onChange={() => setChosen(one.name)} />
                <span>{capital(one.name)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {figure && <Curve figure={figure} />}
    </div>
  );
}

function TakeAway({ odds, title }: { odds: OddsResponse; title: string }) {
  const name = fileName(title);
  const rows = odds.rows.map((row) => [row.label, row.value, exactly(row.chance)]);
  const table = csv([["outcome", "chance", "exactly"], ...rows]);
  const picture = () => oddsPicture(title, odds.rows);
  return (
    <div class="row take-away no-print" role="group" aria-label="Download or copy">
      <button type="button" class="small-button" onClick={() => download(`${name}.csv`, table, "text/csv")}>
        CSV
      </button>
      <button type="button" class="small-button" onClick={() => download(`${name}.svg`, svgOf(picture()), "image/svg+xml")}>
        SVG
      </button>
      <button type="button" class="small-button" onClick={async () => download(`${name}.png`, await pngOf(picture()))}>
        PNG
      </button>
      <Copy text={() => location.href} words="Copy the link" />
    </div>
  );
}
