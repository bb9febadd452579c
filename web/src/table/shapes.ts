// What the server sends of a table.
import type { Step } from "../parts/why";

export type Params = Record<string, unknown>;
export type Role = "gm" | "co-gm" | "player" | "spectator";

export interface Seat {
  name: string;
  role: Role;
}

export interface Character {
  seat: string;
  shown: boolean;
  sheet: Record<string, unknown>;
}

export interface Fight {
  order: string[];
  round: number;
  turn: string;
  left: Record<string, number>;
  over: boolean;
  winner: string | null;
  /** Who has to do which action before the fight goes on. */
  due: Record<string, string>;
}

/** Something that has begun and waits for a die or a decision. */
export interface Wait {
  pending: string;
  audience: string;
  begun_by: string;
  waits_for: string[];
  hidden?: boolean;
  what?: string;
  name?: string;
  params?: Params;
  question?: string;
  who?: string;
  sides?: number;
  choices?: unknown[];
  dice?: DieTold[];
}

/** Sides, face, and where the face comes from: 0 and 0 when it was typed in. */
export type DieTold = [number, number, number?, number?];

export interface View {
  seq: number;
  game: string;
  title: string;
  settings: { title: string; foe_odds: boolean; advice: boolean; bring: boolean };
  options: Params;
  seats: Record<string, Seat>;
  characters: Record<string, Character>;
  scene: Record<string, unknown>;
  fight: Fight | null;
  pending: Wait[];
  requests: Record<string, { action: string; params: Params; of: string[]; words: string }>;
  commitment: string;
  seeds: number;
  closed: boolean;
  you: string;
}

export interface Change {
  path: string[];
  before: unknown;
  value: unknown;
  gone: boolean;
}

/** An event as this seat may see it. */
export interface Told {
  seq: number;
  at: string;
  by: string;
  kind: string;
  audience?: string;
  hidden?: boolean;
  name?: string;
  params?: Params;
  outcome?: unknown;
  dice?: DieTold[];
  breakdown?: Step[];
  cites?: string[];
  changes?: Change[];
  choices?: unknown[];
  text?: string;
  action?: string;
  of?: unknown;
  words?: string;
  options?: Params;
  seat?: string;
  role?: Role;
  character?: string;
  back_to?: number;
  reveals?: number;
  event?: Told | null;
  title?: string;
  seed?: string;
  who?: string;
  waits_for?: string[];
  question?: string;
}

export interface Way {
  params: Params;
  may: Record<string, unknown[]>;
  needs: string[];
}

export interface Ask {
  name: string;
  kind: "words" | "number" | "text" | "list" | "object";
  allowed: string;
  meaning: string;
  required: boolean;
  default: unknown;
  least: number | null;
  most: number | null;
  items: unknown[];
}

export interface Offer {
  action: string;
  who: string;
  by: "player" | "gm";
  when: "turn" | "any time";
  ways: Way[];
  asks: Ask[];
  summary: string;
}
