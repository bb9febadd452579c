// The token of a character at this table, or of an opponent in its fight: round for the party, square for the others.
import { Token } from "../parts/token";
import type { TableLink } from "./link";
import { partyOf } from "./picking";

export function CharacterToken({ link, name }: { link: TableLink; name: string }) {
  const view = link.view.value;
  const names = [...new Set([...Object.keys(view?.characters ?? {}), ...(view?.fight?.order ?? [])])];
  if (!view || !names.includes(name)) return null;
  return <Token names={names} name={name} foe={!partyOf(view).includes(name)} />;
}
