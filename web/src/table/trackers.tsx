// A game's own trackers, drawn as the game describes them: boxes and meters in rows, the rest as a line of tags.
import type { Tracker } from "../api-types";
import { valueAt } from "../values";
import { inWords, timeOf, words } from "../words";

type Plain = Record<string, unknown>;

interface Shown {
  tracker: Tracker;
  label: string;
  value: unknown;
  most: number | undefined;
}

/** A path with its stars expanded, once for each entry; the names in place of the stars begin the label. */
function places(source: unknown, path: string): { path: string; names: string[] }[] {
  const [before, ...after] = path.split(".*");
  if (after.length === 0) return [{ path, names: [] }];
  const there = valueAt(source, before ?? "");
  if (typeof there !== "object" || there === null) return [];
  return Object.keys(there).flatMap((name) =>
    places(source, `${before}.${name}${after.join(".*")}`).map((inner) => ({ path: inner.path, names: [name, ...inner.names] })),
  );
}

function shownOf(trackers: Tracker[], source: Plain, where: "sheet" | "scene"): Shown[] {
  return trackers
    .filter((one) => one.where === where)
    .flatMap((tracker) =>
      places(source, tracker.value).map(({ path, names }) => ({
        tracker,
        label: [names.filter((name) => name !== tracker.unsaid).join(", "), tracker.label].filter(Boolean).join(where === "scene" ? ": " : " "),
        value: valueAt(source, path),
        most: mostOf(tracker, source),
      })),
    )
    .filter(({ tracker, value, most }) => isThere(tracker, value) && !(most === 0 && value === 0));
}

function mostOf(tracker: Tracker, source: Plain): number | undefined {
  const most = typeof tracker.most === "number" ? tracker.most : tracker.most ? valueAt(source, tracker.most) : undefined;
  return typeof most === "number" ? most : undefined;
}

function isThere(tracker: Tracker, value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === tracker.usual) return false;
  if (tracker.kind === "flag") return value === true;
  if (typeof value === "object") return Object.keys(value).length > 0;
  return true;
}

const isRow = ({ tracker, most }: Shown): boolean => (tracker.kind === "boxes" || tracker.kind === "meter") && most !== undefined;

export function Trackers({ trackers, source, where }: { trackers: Tracker[]; source: Plain; where: "sheet" | "scene" }) {
  const shown = shownOf(trackers, source, where);
  if (shown.length === 0) return null;
  const [rows, tags] = [shown.filter(isRow), shown.filter((one) => !isRow(one))];
  return (
    <div class={`trackers of-${where}`}>
      {rows.length > 0 && (
        <dl class="tracker-rows">
          {rows.map((one) => (
            <div>
              <dt>{one.label}</dt>
              <dd>{one.tracker.kind === "boxes" ? <Boxes shown={one} /> : <Meter shown={one} />}</dd>
            </div>
          ))}
        </dl>
      )}
      {tags.length > 0 && (
        <ul class="tracker-tags">
          {tags.map((one) => (
            <li>
              <Tag shown={one} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The states of a character, from the game's flags and lists of states. */
export const statesIn = (trackers: Tracker[], source: Plain): string[] =>
  shownOf(trackers, source, "sheet").flatMap((one) =>
    one.tracker.kind === "flag" ? [one.label] : typeof one.value === "object" && one.value !== null ? (Array.isArray(one.value) ? one.value : Object.keys(one.value)).map(inWords) : [],
  );

/** A character's condition in a few marks: the first measure, and every unusual flag or state. */
export function Brief({ trackers, source }: { trackers: Tracker[]; source: Plain }) {
  const shown = shownOf(trackers, source, "sheet");
  const rows = shown.filter(isRow);
  const counts = rows.length > 0 ? [] : shown.filter((one) => one.tracker.kind === "count" && typeof one.value === "number");
  const [first] = rows;
  // boxes in tiers count together: ticked ones of all
  const alike = rows.filter((one) => one.tracker.kind === first?.tracker.kind && first.tracker.kind === "boxes");
  const summed = alike.length > 1 ? { number: total(alike, (one) => Number(one.value)), most: total(alike, (one) => one.most ?? 0), words: "ticked" } : first && { number: Number(first.value), most: first.most ?? 0, words: first.label };
  return (
    <span class="brief small">
      {statesIn(trackers, source).map((state) => (
        <span class="tag">{state}</span>
      ))}
      {counts.map((one) => (
        <span>
          <span class="soft">{one.label}</span> <b>{inWords(one.value)}</b>
        </span>
      ))}
      {summed && (
        <span title={summed.words}>
          <b>{inWords(summed.number)}</b>
          <span class="soft">/{summed.most}</span>
          <span class="unseen"> {summed.words}</span>
        </span>
      )}
    </span>
  );
}

const total = (all: Shown[], of: (one: Shown) => number): number => all.reduce((sum, one) => sum + of(one), 0);

const MOST_BOXES = 24;

function Boxes({ shown }: { shown: Shown }) {
  const [number, most] = [Number(shown.value), shown.most ?? 0];
  if (most > MOST_BOXES) return <b>{`${number} of ${most}`}</b>;
  return (
    <span role="img" aria-label={`${number} of ${most} ticked`} class="ticks">
      {Array.from({ length: most }, (_, place) => (
        <span class={place < number ? "tick ticked" : "tick"} aria-hidden="true" />
      ))}
    </span>
  );
}

function Meter({ shown }: { shown: Shown }) {
  const [number, most] = [Number(shown.value), shown.most ?? 0];
  if (words.value.sheet.paper === "tally" && most <= MOST_BOXES) return <Tally number={number} most={most} />;
  const part = most > 0 ? Math.min(1, Math.max(0, number / most)) : 0;
  return (
    <span class="measure">
      <span class="gauge" aria-hidden="true">
        <span style={{ width: `${part * 100}%` }} />
      </span>
      <Measured number={number} most={most} />
    </span>
  );
}

const Measured = ({ number, most }: { number: number; most: number }) => (
  <span class="measured">
    <b>{inWords(number)}</b> <span class="soft">of {most}</span>
  </span>
);

/** Strokes in fives: the present ones, and faintly the remaining ones. */
function Tally({ number, most }: { number: number; most: number }) {
  const strokes = Array.from({ length: most }, (_, place) => {
    const [left, at] = [Math.floor(place / 5) * 28, place % 5];
    return at === 4 ? `M${left} 14L${left + 20} 4` : `M${left + 3 + at * 5} 2l-1 14`;
  });
  const width = Math.ceil(most / 5) * 28;
  return (
    <span class="measure">
      <svg class="tally" viewBox={`0 0 ${width} 18`} width={width} height="18" aria-hidden="true">
        <path class="faint" d={strokes.slice(number).join("")} />
        <path d={strokes.slice(0, number).join("")} />
      </svg>
      <Measured number={number} most={most} />
    </span>
  );
}

function Tag({ shown: { tracker, label, value } }: { shown: Shown }) {
  switch (tracker.kind) {
    case "flag":
      return <span class="tag">{label}</span>;
    case "clock":
      return <b>{timeOf(Number(value))}</b>;
    default:
      return (
        <>
          {label} <b>{inWords(value)}</b>
        </>
      );
  }
}
