// The map as the server tells it, and where its spaces lie in a picture.
import type { Values } from "../api";

export type Space = [number, number];

/** How something is done from the map: the action, the parameter that takes a space or a character, and the rest. */
export interface Use {
  action: string;
  takes: string;
  at: "space" | "character";
  params: Values;
}

export interface Figure {
  who: string;
  side: string;
  space: Space;
  in_fight: boolean;
  burning: number;
}

export interface Reachable {
  space: Space;
  ap: number;
  path: Space[];
  in_reach_of: string[];
}

export interface Prospect {
  who: string;
  side: string;
  spaces: number;
  cover: string;
  hurt: string;
  mean_damage: string;
  strikes_back: string;
  mean_counter: string;
}

export interface Target {
  who: string;
  refused: string | null;
  dice: string;
  success: string;
  results: { result: string; chance: string }[];
  hit: Prospect[];
  area: Space[];
}

export interface Band {
  band: string;
  least: number;
  most: number;
  spaces: Space[];
}

export interface Arm {
  weapon: string;
  level: number;
  shots: number | null;
  ap: number;
  area: string | null;
  bands: Band[];
  targets: Target[];
  use: Use;
}

export interface Survey {
  grid: "square" | "hex";
  least: Space;
  most: Space;
  /** Whether the map ends there. */
  bounded: boolean;
  obstacles: Space[];
  figures: Figure[];
  pairs: { one: string; other: string; spaces: number; cover_of_one: string; cover_of_other: string; sight: boolean }[];
  turn: string | null;
  ap: number;
  spaces: Reachable[];
  arms: Arm[];
  in_reach_of: string[];
  falls: { weapon: string; aimed: string; who: string; chance: string }[];
  move: Use;
}

/** An attack on a space before it is made; of those in `unseen` nothing may be told but that they would be hit. */
export interface Preview {
  attack: {
    weapon: string;
    at: Space;
    ap: number;
    refused: string | null;
    area: Space[];
    aimed: string | null;
    results: { result: string; chance: string }[];
    hit: Prospect[];
    falls: { weapon: string; aimed: string | null; who: string; chance: string }[];
  };
  unseen: string[];
}

export const keyOf = ([x, y]: Space): string => `${x},${y}`;
export const spaceOf = (key: string): Space => key.split(",").map(Number) as Space;

export const UNIT = 32;
const HEX = UNIT / Math.sqrt(3);

/** The middle of a space in the picture; hexes stand on a point, and their second axis leans. */
export const middleOf = (grid: Survey["grid"], [x, y]: Space): Space => (grid === "square" ? [x * UNIT, y * UNIT] : [UNIT * (x + y / 2), 1.5 * HEX * y]);

const SQUARE: Space[] = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [((x ?? 0) * UNIT) / 2, ((y ?? 0) * UNIT) / 2]);
const HEXAGON: Space[] = Array.from({ length: 6 }, (_, place) => {
  const angle = (Math.PI / 3) * place + Math.PI / 6;
  return [HEX * Math.cos(angle), HEX * Math.sin(angle)];
});

export function cornersOf(grid: Survey["grid"], space: Space): Space[] {
  const [x, y] = middleOf(grid, space);
  return (grid === "square" ? SQUARE : HEXAGON).map(([across, down]) => [x + across, y + down]);
}

export const pointsOf = (grid: Survey["grid"], space: Space): string => cornersOf(grid, space).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

/** The outline of some spaces: every edge that only one of them has. */
export function outlineOf(grid: Survey["grid"], spaces: Space[]): string {
  const edges = new Map<string, string>();
  for (const space of spaces) {
    const corners = cornersOf(grid, space);
    corners.forEach(([x, y], place) => {
      const [toX, toY] = corners[(place + 1) % corners.length]!;
      const key = `${Math.round(5 * (x + toX))} ${Math.round(5 * (y + toY))}`;
      if (!edges.delete(key)) edges.set(key, `M${x.toFixed(1)} ${y.toFixed(1)}L${toX.toFixed(1)} ${toY.toFixed(1)}`);
    });
  }
  return [...edges.values()].join("");
}

/** The spaces beside one, by the arrow that leads there. */
export function stepped([x, y]: Space, key: string): Space | null {
  const by: Record<string, Space> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const step = by[key];
  return step ? [x + step[0], y + step[1]] : null;
}

/** The part of the map that is shown: everybody, with so many spaces around them. */
export function frameOf(survey: Survey, around: number): { least: Space; most: Space } {
  const spaces = [...survey.figures.map((one) => one.space), ...survey.obstacles];
  const side = (axis: 0 | 1): [number, number] => {
    const values = spaces.map((one) => one[axis]);
    const [low, high] = [Math.min(...values) - around, Math.max(...values) + around];
    return survey.bounded ? [Math.max(low, survey.least[axis]), Math.min(high, survey.most[axis])] : [low, high];
  };
  const [[left, right], [top, bottom]] = [side(0), side(1)];
  return { least: [left, top], most: [right, bottom] };
}
