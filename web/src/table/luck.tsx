// Winning and luck: what is best now and how likely the heroes are to win, over time; and the dice of everybody.
import { useEffect, useState } from "preact/hooks";
import { get } from "../api";
import { useAsked } from "../ask";
import { percent } from "../parts/odds";
import { Problem } from "../parts/shell";
import type { TableLink } from "./link";
import { spaced } from "./wording";

interface Interval {
  low: number;
  estimate: number;
  high: number;
}

interface Advice {
  who?: string;
  method: "simulated" | "over budget";
  note?: string;
  runs?: number;
  is_clear?: boolean;
  tried?: { choice: string; wins: Interval }[];
}

interface Point {
  seq: number;
  wins: number;
}

const MOST_TOLD = 5;

export function Winning({ link }: { link: TableLink }) {
  const [open, setOpen] = useState(false);
  const [seen, setSeen] = useState<Point[]>([]);
  const view = link.view.value!;
  const may = link.at.value === null && link.as.value === "" && view.settings.advice && link.plays(view.fight?.turn ?? "");
  const asked = useAsked((signal) => (open && may ? get<Advice>(link.path("/advice"), {}, signal) : undefined), [open, may, view.seq], 400);
  const best = asked.value?.tried?.[0];
  useEffect(() => {
    if (best && !asked.waiting) setSeen((before) => [...before.filter((one) => one.seq !== view.seq), { seq: view.seq, wins: best.wins.estimate }]);
  }, [asked.value]);
  if (!may) return null;
  return (
    <details class="small advice" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What is best now?</summary>
      {asked.waiting && <p class="soft">Playing it out many times…</p>}
      <Problem error={asked.error} />
      {asked.value?.note && <p class="soft">{asked.value.note}</p>}
      {asked.value?.tried && (
        <ol>
          {asked.value.tried.slice(0, MOST_TOLD).map(({ choice, wins }) => (
            <li>
              {choiceWords(choice)}: wins <b>{percent(wins.estimate)}</b>{" "}
              <span class="soft">
                ({percent(wins.low)} to {percent(wins.high)})
              </span>
            </li>
          ))}
        </ol>
      )}
      {asked.value?.tried && (
        <p class="soft">
          Simulated, {asked.value.runs} fights for each.{asked.value.is_clear ? "" : " The first few are too close to call."}
        </p>
      )}
      <Course seen={seen} />
    </details>
  );
}

/** "attack target=Reader weapon=pistol" as a person says it. */
const choiceWords = (choice: string): string => spaced(choice.replace(/\b\w+=/g, "").trim());

/** How the chance of winning went, event by event, as far as it was asked for. */
function Course({ seen }: { seen: Point[] }) {
  if (seen.length < 2) return null;
  const [width, height] = [240, 48];
  const points = seen.map((one, place) => `${((place / (seen.length - 1)) * width).toFixed(1)},${((1 - one.wins) * height).toFixed(1)}`).join(" ");
  const words = seen.map((one) => `event ${one.seq} ${percent(one.wins)}`).join(", ");
  return (
    <svg class="course" viewBox={`-4 -4 ${width + 8} ${height + 8}`} role="img" aria-label={`Chance of winning: ${words}`}>
      <path class="curve-grid" d={`M0 ${height / 2}H${width}`} />
      <polyline class="curve-line" points={points} />
    </svg>
  );
}

interface Luck {
  seat: string;
  sides: number;
  dice: number;
  mean: string;
  value: number;
  expected: string;
  chance_as_high: string;
}

const asDecimal = (fraction: string): string => {
  const [over, under = "1"] = fraction.split("/");
  return (Number(over) / Number(under)).toFixed(2).replace(/\.?0+$/, "");
};

export function LuckReport({ link }: { link: TableLink }) {
  const view = link.view.value!;
  const luck = useAsked((signal) => get<Luck[]>(link.path("/luck"), { as: link.as.value }, signal), [view.seq, link.as.value]);
  if (!luck.value?.length) return null;
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label="Everybody's dice">
      <table class="figures small">
        <caption class="table-title">Everybody's dice</caption>
        <thead>
          <tr>
            <th scope="col">who</th>
            <th scope="col">dice</th>
            <th scope="col">mean</th>
            <th scope="col">expected</th>
            <th scope="col">chance of as much</th>
          </tr>
        </thead>
        <tbody>
          {luck.value.map((one) => (
            <tr>
              <th scope="row">{view.seats[one.seat]?.name ?? "somebody"}</th>
              <td>
                {one.dice}d{one.sides}
              </td>
              <td>{one.value.toFixed(2)}</td>
              <td>{asDecimal(one.expected)}</td>
              <td title={one.chance_as_high}>{one.chance_as_high ? percent(Number(one.chance_as_high.split("/")[0]) / Number(one.chance_as_high.split("/")[1] ?? 1)) : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
