// The installed games, asked for once.
import { signal } from "@preact/signals";
import { get } from "./api";
import type { GameDescription, GameSummary, Look } from "./api-types";
import { words } from "./words";

export const games = signal<{ list?: GameSummary[]; error?: unknown }>({});
let asked = false;

export function loadGames(): void {
  if (asked) return;
  asked = true;
  get<GameSummary[]>("/games").then(
    (list) => (games.value = { list }),
    (error: unknown) => {
      asked = false;
      games.value = { error };
    },
  );
}

const whole = new Map<string, Promise<GameDescription>>();

/** Everything about one game. */
export function gameOf(slug: string): Promise<GameDescription> {
  const loading = whole.get(slug) ?? get<GameDescription>(`/games/${encodeURIComponent(slug)}`);
  whole.set(slug, loading);
  loading.then(
    (game) => (words.value = game.words),
    () => whole.delete(slug),
  );
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
