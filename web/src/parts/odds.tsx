// The odds bar: one stacked bar, worst outcome left, best right. The same everywhere.
import type { LabelledChance } from "../api-types";
import { useId } from "preact/hooks";

/** A labelled chance; only a simulated one has an interval. */
export type Chance = Omit<LabelledChance, "low" | "high" | "tone"> & Partial<Pick<LabelledChance, "low" | "high" | "tone">>;

/** Percent with honest rounding: never 100 unless certain, never 0 unless impossible. */
export function percent(value: number, chance = ""): string {
  if (value === 0 && (chance === "" || chance === "0/1" || chance === "0")) return "0%";
  if (value === 1 && (chance === "" || chance === "1/1" || chance === "1")) return "100%";
  const tenths = Math.round(value * 1000);
  if (tenths <= 0) return "<0.1%";
  if (tenths >= 1000) return ">99.9%";
  return `${(tenths / 10).toFixed(1)}%`;
}

/** Where bars of single chances end: at a round share, so that charts with the same end can be compared. */
export const endOf = (rows: Chance[]): number => [0.1, 0.25, 0.5].find((end) => rows.every((row) => row.value <= end)) ?? 1;

/** A fraction as people write it: whole numbers without "/1". */
export const exactly = (fraction: string): string => (fraction.endsWith("/1") ? fraction.slice(0, -2) : fraction);

/** A fraction where there is room for it. */
export const exactlyIfShort = (fraction: string): string => {
  const text = exactly(fraction);
  return text.length <= 15 ? text : "";
};

/** A chance in words: the fraction, or the interval of an estimate. */
export function precisely(row: Chance): string {
  if (row.chance) return exactly(row.chance);
  if (row.low === undefined || row.low === null || row.high === undefined || row.high === null) return "";
  return `${percent(row.low)} to ${percent(row.high)}`;
}

/**
 * The fill of an outcome. Where the game says how good a word is, it is the same for that word everywhere: from worst
 * (fill-0) to best (fill-4). Numbers and other words are neither: shades of one colour, in their order among `all`.
 */
function fillOf(row: Chance, rows: Chance[], all: string[]): string {
  const steps = 4;
  if (typeof row.tone === "number") {
    const at = row.tone * steps;
    // a good word that is not the best has the fill before it: a hit is not drawn like a critical hit
    return `fill-${at > steps - 0.4 ? steps : Math.min(steps - 1, Math.round(at))}`;
  }
  if (rows.some((one) => typeof one.tone === "number")) return "fill-2";
  return `shade-${all.length < 2 ? 2 : Math.round((Math.max(0, all.indexOf(row.label)) / (all.length - 1)) * steps)}`;
}

const PATTERNS = [
  <path d="M-2 2 L2 -2 M0 8 L8 0 M6 10 L10 6" stroke="#fff" stroke-opacity="0.3" stroke-width="1.6" />,
  <path d="M0 4 H8" stroke="#000" stroke-opacity="0.16" stroke-width="1.4" />,
  <circle cx="4" cy="4" r="1.1" fill="#000" fill-opacity="0.2" />,
  <path d="M4 0 V8" stroke="#000" stroke-opacity="0.14" stroke-width="1.2" />,
  null,
];

interface Props {
  rows: Chance[];
  /** Without the key below the bar: inside a button or a list. */
  small?: boolean;
  title?: string;
  /** The labels of every bar that this one is compared with: the same label has the same fill in all of them. */
  among?: string[];
}

export function OddsBar({ rows, small = false, title = "Odds", among }: Props) {
  const id = useId();
  const shown = rows.filter((row) => row.value > 0);
  const height = small ? 16 : 28;
  let from = 0;
  const all = among ?? rows.map((row) => row.label);
  const parts = rows.filter((row) => row.value > 0).map((row) => {
    const fill = fillOf(row, rows, all);
    const part = { ...row, from, fill, tone: Number(fill.at(-1)) };
    from += row.value;
    return part;
  });
  const words = shown.map((row) => `${row.label} ${percent(row.value, row.chance)}`).join(", ");
  return (
    <span class="odds-bar">
      <svg height={height} role="img" aria-label={`${title}: ${words}`}>
        <defs>
          {PATTERNS.map((pattern, tone) => (
            <pattern id={`${id}-${tone}`} width="8" height="8" patternUnits="userSpaceOnUse">
              {pattern}
            </pattern>
          ))}
        </defs>
        {parts.map((part) => (
          <g>
            <title>{[`${part.label}: ${percent(part.value, part.chance)}`, precisely(part)].filter(Boolean).join(" = ")}</title>
            <rect class={part.fill} x={`${part.from * 100}%`} width={`${part.value * 100}%`} height={height} />
            <rect x={`${part.from * 100}%`} width={`${part.value * 100}%`} height={height} fill={`url(#${id}-${part.tone})`} />
            {part.from > 0 && <rect class="bar-edge" x={`${part.from * 100}%`} height={height} />}
            {roomFor(part, small) && (
              <text
                class={`bar-text on-${part.fill} in-${roomFor(part, small)}`}
                x={`${(part.from + part.value / 2) * 100}%`}
                y={height / 2 + 4}
                text-anchor="middle"
              >
                {small ? percent(part.value, part.chance) : `${part.label} ${percent(part.value, part.chance)}`}
              </text>
            )}
          </g>
        ))}
      </svg>
      {!small && (
        <span class="keys">
          {parts.map((part) => (
            <span title={precisely(part)}>
              <span class={`swatch ${part.fill}`} aria-hidden="true" />
              {part.label} <b>{percent(part.value, part.chance)}</b>{" "}
              <span class="soft">{part.chance ? exactlyIfShort(part.chance) : precisely(part)}</span>
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

/** One key for several small bars: every outcome of theirs with its fill, the worst first. */
export function OddsKey({ bars }: { bars: Chance[][] }) {
  const rows = bars.flat().filter((row) => row.value > 0);
  const first = rows.filter((row, place) => rows.findIndex((one) => one.label === row.label) === place).sort((one, other) => (one.tone ?? 0) - (other.tone ?? 0));
  return (
    <span class="keys small soft">
      {first.map((row) => (
        <span>
          <span class={`swatch ${fillOf(row, first, first.map((one) => one.label))}`} aria-hidden="true" />
          {row.label}
        </span>
      ))}
    </span>
  );
}

/** The widths of a bar from which on words are drawn, as the style sheet has them. */
const ROOMS = [120, 160, 200, 240, 300, 400, 560, 720];

/** How wide a bar has to be so that a part's words fit into it; undefined where they hardly ever do. */
const roomFor = (part: Chance, small: boolean): number | undefined => ROOMS.find((room) => part.value * room > (small ? 42 : (part.label.length + 6) * 7 + 4));
