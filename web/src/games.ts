// The installed games, asked for once.
import { signal } from "@preact/signals";
import { get } from "./api";
import type { Kind, Parameter, Wish } from "./types";

export interface GameCard {
  slug: string;
  name: string;
  summary: string;
  rolls: string[];
  /** Every option of the game with its default. */
  options: Record<string, unknown>;
  look: Look;
}

interface Accent {
  strong: string;
  soft: string;
}

/** A game's colours on light and dark paper, and its ornament as SVG paths. */
export interface Look {
  light: Accent;
  dark: Accent;
  motif: { filled: string; lines: string; faint: string; dashed: string };
}

export interface Option {
  name: string;
  default: unknown;
  allowed: string;
  /** The number of the ruling it decides. */
  ruling: string;
  meaning: string;
  /** What each value does, in words. */
  values: Record<string, string>;
  value: Kind;
}

export interface Roll {
  name: string;
  summary: string;
  /** Which dice are typed in, in which order. */
  dice: string;
  parameters: Parameter[];
  /** The options whose ruling it uses. */
  options: string[];
}

export interface Action {
  name: string;
  summary: string;
  by: "player" | "gm";
  when: "turn" | "any time";
  parameters: Parameter[];
}

export interface Derivation {
  name: string;
  summary: string;
  parameters: Parameter[];
}

export interface Example {
  words: string;
  command: "odds" | "roll";
  roll: string;
  params: Wish;
  options: Wish;
}

export interface Duel {
  roll: string;
  sides: [string, string];
  unit: string;
  /** By side: the parameters by which it plays as well as can be. */
  best: Record<string, Wish>;
}

/** A solver of the game's own, which values every choice in a position. */
export interface Adviser {
  name: string;
  summary: string;
  worth: string;
  parameters: Parameter[];
}

/** Something to keep in sight, on every sheet or once for the scene. */
export interface Tracker {
  label: string;
  kind: "boxes" | "meter" | "count" | "flag" | "words" | "clock";
  value: string;
  most: string | number;
  where: "sheet" | "scene";
  /** Left out while it is this. */
  usual: string | number | null;
}

export interface Game {
  slug: string;
  name: string;
  summary: string;
  options: Option[];
  rolls: Roll[];
  actions: Action[];
  derivations: Derivation[];
  creation: { field: string; title: string; cites: string[]; optional: boolean }[];
  examples: Example[];
  duels: Duel[];
  advisers: Adviser[];
  joining: string;
  opening: { words: string; heroes: string[]; first: { action: string; params: Wish } } | null;
  plans: string[];
  trackers: Tracker[];
  /** Whether its fights are played on a map. */
  board: boolean;
  /** What a table may take from a file, such as a scenario: the action, its parameter, the field of a wish, and what shows it. */
  from_file: { title: string; action: string; parameter: string; field: string; told: string } | null;
}

export const games = signal<{ list?: GameCard[]; error?: unknown }>({});
let asked = false;

export function loadGames(): void {
  if (asked) return;
  asked = true;
  get<GameCard[]>("/games").then(
    (list) => (games.value = { list }),
    (error: unknown) => {
      asked = false;
      games.value = { error };
    },
  );
}

const whole = new Map<string, Promise<Game>>();

/** Everything about one game. */
export function gameOf(slug: string): Promise<Game> {
  const known = whole.get(slug);
  if (known) return known;
  const loading = get<Game>(`/games/${encodeURIComponent(slug)}`);
  whole.set(slug, loading);
  loading.catch(() => whole.delete(slug));
  return loading;
}

/** The look of a game, once the list of games is here. */
export function lookOf(slug: string): Look | undefined {
  return games.value.list?.find((game) => game.slug === slug)?.look;
}

/** A game's colours as custom properties for an element with `data-game`. */
export function coloursOf(slug: string): Record<string, string> {
  const look = lookOf(slug);
  if (!look) return {};
  return { "--light-strong": look.light.strong, "--light-soft": look.light.soft, "--dark-strong": look.dark.strong, "--dark-soft": look.dark.soft };
}
