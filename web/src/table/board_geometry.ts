// Where the spaces of the map lie in a picture.
import type { PackedBoard } from "../api-types";
import { listOf } from "../values";

export type Space = PackedBoard["least"];

export const keyOf = ([x, y]: Space): string => `${x},${y}`;
/** A space of the map, if the value is one. */
export function spaceIn(value: unknown): Space | undefined {
  const [x, y] = listOf(value);
  return typeof x === "number" && typeof y === "number" ? [x, y] : undefined;
}

export function spaceOf(key: string): Space {
  const [x = 0, y = 0] = key.split(",").map(Number);
  return [x, y];
}

export const UNIT = 32;
const HEX = UNIT / Math.sqrt(3);

/** The middle of a space in the picture; hexes stand on a point, and their second axis leans. */
export const middleOf = (grid: PackedBoard["grid"], [x, y]: Space): Space => (grid === "square" ? [x * UNIT, y * UNIT] : [UNIT * (x + y / 2), 1.5 * HEX * y]);

const SQUARE: Space[] = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [((x ?? 0) * UNIT) / 2, ((y ?? 0) * UNIT) / 2]);
const HEXAGON: Space[] = Array.from({ length: 6 }, (_, place) => {
  const angle = (Math.PI / 3) * place + Math.PI / 6;
  return [HEX * Math.cos(angle), HEX * Math.sin(angle)];
});

export function cornersOf(grid: PackedBoard["grid"], space: Space): Space[] {
  const [x, y] = middleOf(grid, space);
  return (grid === "square" ? SQUARE : HEXAGON).map(([across, down]) => [x + across, y + down]);
}

export const pointsOf = (grid: PackedBoard["grid"], space: Space): string => cornersOf(grid, space).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

/** The spaces at the four sides of one. */
export const besideOf = ([across, down]: Space): Space[] => [[across, down + 1], [across + 1, down], [across, down - 1], [across - 1, down]];

/** The outline of some spaces: every edge that only one of them has, without the edges of those that have their outline already. */
export function outlineOf(grid: PackedBoard["grid"], spaces: Space[], drawn: Space[] = []): string {
  const edges = new Map<string, string>();
  const edgesOf = (space: Space): [string, string][] => {
    const corners = cornersOf(grid, space);
    return corners.map(([x, y], place) => {
      const [toX, toY] = corners[(place + 1) % corners.length]!;
      return [`${Math.round(5 * (x + toX))} ${Math.round(5 * (y + toY))}`, `M${x.toFixed(1)} ${y.toFixed(1)}L${toX.toFixed(1)} ${toY.toFixed(1)}`];
    });
  };
  for (const [key, line] of spaces.flatMap(edgesOf)) {
    if (!edges.delete(key)) edges.set(key, line);
  }
  for (const [key] of drawn.flatMap(edgesOf)) edges.delete(key);
  return [...edges.values()].join("");
}

/** The spaces beside one, by the arrow that leads there. */
export function stepped([x, y]: Space, key: string): Space | null {
  const by: Record<string, Space> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const step = by[key];
  return step ? [x + step[0], y + step[1]] : null;
}

/** The part of the map that is shown: all figures, with some spaces around them, and at least so many columns for each row. */
export function frameOf(survey: Pick<PackedBoard, "figures" | "obstacles" | "low" | "bounded" | "least" | "most">, around: number, columns = 0): { least: Space; most: Space } {
  const spaces = [...survey.figures.map((one) => one.space), ...survey.obstacles, ...survey.low];
  const side = (axis: 0 | 1, fewest = 0): [number, number] => {
    const values = spaces.map((one) => one[axis]);
    const [low, high] = [Math.min(...values) - around, Math.max(...values) + around];
    const more = Math.max(0, Math.floor((fewest - (high - low + 1)) / 2));
    return survey.bounded ? [Math.max(low - more, survey.least[axis]), Math.min(high + more, survey.most[axis])] : [low - more, high + more];
  };
  const [top, bottom] = side(1);
  const [left, right] = side(0, columns * (bottom - top + 1));
  return { least: [left, top], most: [right, bottom] };
}
