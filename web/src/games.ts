// The installed games, requested once.
import { signal } from "@preact/signals";
import { get } from "./api";
import type { GameDescription, GameSummary, Look } from "./api-types";
import { actions, trackers, words } from "./words";

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

const kept = new Map<string, Promise<GameDescription>>();
const looks = signal<Record<string, Look>>({});

/** The description of one game; `brief` has only the parts needed to play it. */
export function gameOf(slug: string, brief = false): Promise<GameDescription> {
  const key = `${slug} ${brief}`;
  const loading = kept.get(key) ?? get<GameDescription>(`/games/${encodeURIComponent(slug)}`, { brief: brief ? "true" : undefined });
  kept.set(key, loading);
  loading.then(
    (game) => {
      words.value = game.words;
      actions.value = game.actions;
      trackers.value = game.trackers;
      looks.value = { ...looks.value, [slug]: game.look };
    },
    () => kept.delete(key),
  );
  return loading;
}

/** The look of a game, once it or the list of games is here. */
export function lookOf(slug: string): Look | undefined {
  return looks.value[slug] ?? games.value.list?.find((game) => game.slug === slug)?.look;
}

/** A game's colours as custom properties for an element with `data-game`. */
export function coloursOf(slug: string): Record<string, string> {
  const look = lookOf(slug);
  if (!look) return {};
  return { "--light-strong": look.light.strong, "--light-soft": look.light.soft, "--dark-strong": look.dark.strong, "--dark-soft": look.dark.soft };
}
