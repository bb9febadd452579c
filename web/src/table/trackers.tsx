// A game's own trackers, drawn as the game describes them: boxes and meters in rows, the rest as a line of tags.
import type { TrackedValue } from "../api-types";
import { words } from "../words";

const isRow = (one: TrackedValue): boolean => (one.kind === "boxes" || one.kind === "meter") && one.most != null;

export function Trackers({ shown, where }: { shown: TrackedValue[]; where: "sheet" | "scene" }) {
  if (shown.length === 0) return null;
  const [rows, tags] = [shown.filter(isRow), shown.filter((one) => !isRow(one))];
  return (
    <div class={`trackers of-${where}`}>
      {rows.length > 0 && (
        <dl class="tracker-rows">
          {rows.map((one) => (
            <div>
              <dt>{one.label}</dt>
              <dd>{one.kind === "boxes" ? <Boxes shown={one} /> : <Meter shown={one} />}</dd>
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

/** The states of a character: its flags and lists of states. */
export const statesIn = (shown: TrackedValue[]): string[] => shown.flatMap((one) => one.states ?? []);

/** A character's condition in a few marks: the first measure, and every unusual flag or state. */
export function Brief({ shown }: { shown: TrackedValue[] }) {
  const rows = shown.filter(isRow);
  const counts = rows.length > 0 ? [] : shown.filter((one) => one.kind === "count");
  const [first] = rows;
  // boxes in tiers count together: ticked ones of all
  const alike = rows.filter((one) => one.kind === first?.kind && first.kind === "boxes");
  const summed = alike.length > 1 ? { number: total(alike, (one) => one.number ?? 0), most: total(alike, (one) => one.most ?? 0), words: "ticked" } : first && { number: first.number ?? 0, most: first.most ?? 0, words: first.label };
  return (
    <span class="brief small">
      {statesIn(shown).map((state) => (
        <span class="tag">{state}</span>
      ))}
      {counts.map((one) => (
        <span>
          <span class="soft">{one.label}</span> <b>{one.text}</b>
        </span>
      ))}
      {summed && (
        <span title={summed.words}>
          <b>{summed.number}</b>
          <span class="soft">/{summed.most}</span>
          <span class="unseen"> {summed.words}</span>
        </span>
      )}
    </span>
  );
}

const total = (all: TrackedValue[], of: (one: TrackedValue) => number): number => all.reduce((sum, one) => sum + of(one), 0);

const MOST_BOXES = 24;

function Boxes({ shown }: { shown: TrackedValue }) {
  const [number, most] = [shown.number ?? 0, shown.most ?? 0];
  if (most > MOST_BOXES) return <b>{`${number} of ${most}`}</b>;
  return (
    <span role="img" aria-label={`${number} of ${most} ticked`} class="ticks">
      {Array.from({ length: most }, (_, place) => (
        <span class={place < number ? "tick ticked" : "tick"} aria-hidden="true" />
      ))}
    </span>
  );
}

function Meter({ shown }: { shown: TrackedValue }) {
  const [number, most] = [shown.number ?? 0, shown.most ?? 0];
  if (words.value.sheet.paper === "tally" && most <= MOST_BOXES) return <Tally text={shown.text} number={number} most={most} />;
  const part = most > 0 ? Math.min(1, Math.max(0, number / most)) : 0;
  return (
    <span class="measure">
      <span class="gauge" aria-hidden="true">
        <span style={{ width: `${part * 100}%` }} />
      </span>
      <Measured text={shown.text} most={most} />
    </span>
  );
}

const Measured = ({ text, most }: { text: string; most: number }) => (
  <span class="measured">
    <b>{text}</b> <span class="soft">of {most}</span>
  </span>
);

/** Strokes in fives: the present ones, and faintly the remaining ones. */
function Tally({ text, number, most }: { text: string; number: number; most: number }) {
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
      <Measured text={text} most={most} />
    </span>
  );
}

function Tag({ shown: { kind, label, text } }: { shown: TrackedValue }) {
  switch (kind) {
    case "flag":
      return <span class="tag">{label}</span>;
    case "clock":
      return <b>{text}</b>;
    default:
      return (
        <>
          {label} <b>{text}</b>
        </>
      );
  }
}
