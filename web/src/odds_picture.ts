// Odds as a picture to download: one bar per outcome.
import type { LabelledChance } from "./api-types";
import { endOf, percent } from "./parts/odds";
import type { Picture, Shape } from "./picture";

const WIDTH = 720;
const LINE = 24;
const LABELS = 240;
const MOST = 40;

export function oddsPicture(title: string, rows: LabelledChance[]): Picture {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const [ink, soft, accent, paper] = [colour("--ink"), colour("--ink-soft"), colour("--accent"), colour("--sheet")];
  const shown = rows.slice(0, MOST);
  const end = endOf(rows);
  const shapes: Shape[] = [{ kind: "text", x: 16, y: 28, text: title, size: 16, fill: ink, bold: true }];
  shown.forEach((row, place) => {
    const y = 48 + place * LINE;
    const width = Math.max(1, (row.value / end) * (WIDTH - LABELS - 96));
    shapes.push(
      { kind: "text", x: LABELS - 8, y: y + 14, text: cut(row.label), size: 13, fill: ink, anchor: "end" },
      { kind: "rect", x: LABELS, y: y + 2, width, height: 16, fill: accent },
      { kind: "text", x: LABELS + width + 6, y: y + 14, text: percent(row.value, row.chance), size: 12, fill: soft },
    );
  });
  shapes.push({ kind: "text", x: LABELS, y: 60 + shown.length * LINE, text: `bars: 0 to ${end * 100}%`, size: 12, fill: soft });
  return { width: WIDTH, height: 72 + shown.length * LINE, paper, shapes };
}

const cut = (text: string): string => (text.length > 34 ? `${text.slice(0, 33)}…` : text);
