// The token of a character at this table: round for the party, square for the others.
import { Token } from "../parts/token";
import type { TableLink } from "./link";
import { partyOf } from "./picking";

export function CharacterToken({ link, name }: { link: TableLink; name: string }) {
  const view = link.view.value;
  if (!view?.characters[name]) return null;
  return <Token names={Object.keys(view.characters)} name={name} foe={!partyOf(view).includes(name)} />;
}
