// The characters stored in this browser: the choices that made them, so that any of them can be opened again.
import type { Values } from "./api";
import { browserList } from "./browser_list";

export interface Kept {
  id: string;
  game: string;
  name: string;
  wanted: Values;
  options: Values;
}

const MOST = 200;

const { list, keep: write } = browserList<Kept>("rulewright.characters");

export const characters = list;

/** Stores a character in this browser; false when the browser stores nothing. */
export const keep = (one: Kept): boolean => write([one, ...characters.value.filter((other) => other.id !== one.id)].slice(0, MOST));
export const drop = (id: string): boolean => write(characters.value.filter((one) => one.id !== id));

export interface CharacterFile {
  rulewright: "character";
  game: string;
  options: Values;
  wanted: Values;
}

/** A character as a file, to be imported again. */
export const asFile = (game: string, wanted: Values, options: Values): string =>
  `${JSON.stringify({ rulewright: "character", game, options, wanted } satisfies CharacterFile, null, 2)}\n`;

const isObject = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads a character's file; throws an error that says in one line what is wrong with it. */
export function fromFile(text: string): CharacterFile {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error("This file is not JSON. Choose a file that was saved here with “Download”.");
  }
  if (!isObject(read) || read["rulewright"] !== "character" || typeof read["game"] !== "string" || !isObject(read["wanted"])) {
    throw new Error("This is not a character's file. Choose one that was saved here with “Download”.");
  }
  return { rulewright: "character", game: read["game"], options: isObject(read["options"]) ? read["options"] : {}, wanted: read["wanted"] };
}
