// A player who plays no character yet.
import { post } from "../api";
import type { GameDescription, RandomCharacter } from "../api-types";
import { joinerOf } from "../words";
import type { TableLink } from "./link";

/** Whether this seat plays no character, and has not chosen to watch. */
export function isNewcomer(link: TableLink, game: GameDescription): boolean {
  const view = link.view.value;
  if (!view || view.closed || link.at.value !== null || link.as.value !== "" || view.seats[view.you]?.role !== "player") return false;
  return !Object.values(view.characters).some((one) => one.seat === view.you) && Object.values(view.pending).every((one) => one.name !== game.joining);
}

/** A random character, under a name that is free at the table. */
export async function bringRandom(link: TableLink, game: GameDescription): Promise<void> {
  const view = link.view.value!;
  const made = await post<RandomCharacter>(`/games/${game.slug}/random-sheet`, { options: view.options });
  const taken = Object.keys(view.characters);
  const name = String(made.wanted["name"] ?? "Newcomer");
  const wanted = taken.includes(name) ? { ...made.wanted, name: `${name} ${taken.length + 1}` } : made.wanted;
  await link.act(game.joining, { [joinerOf(game)]: wanted }, undefined, "everyone");
}
