// The token of a character: a monogram and a colour, the same on map, ribbon, party and log.
import { capital } from "../words";

/** Neighbours in a list of names are far apart on the colour wheel. */
const TURN = 137.5;

export interface Face {
  letters: string;
  colour: string;
}

/** The token of a character: the colour by its place at the table, the letters by its name. */
export function faceOf(names: string[], name: string): Face {
  const place = Math.max(0, names.indexOf(name));
  return { letters: monogram(names, name), colour: `hsl(${Math.round(210 + place * TURN) % 360} 46% 31%)` };
}

/** Two letters, or a letter and a number: "Wren" is Wr, "Toll Keeper" TK, "Guard 2" G2, "the pack" Pa. */
function monogram(names: string[], whole: string): string {
  const name = capital(whole.replace(/^the /i, ""));
  const parts = name.split(/[\s-]+/).filter(Boolean);
  if (parts.length > 1) return `${parts[0]![0]!.toUpperCase()}${parts.at(-1)!.slice(0, /^\d/.test(parts.at(-1)!) ? 2 : 1).toUpperCase()}`;
  const twin = names.some((other) => other !== whole && other.slice(0, 2) === name.slice(0, 2));
  return twin ? `${name[0] ?? ""}${name.at(-1) ?? ""}` : name.slice(0, 2);
}

export function Token({ names, name, foe = false }: { names: string[]; name: string; foe?: boolean }) {
  const { letters, colour } = faceOf(names, name);
  return <span class={`face${foe ? " foe" : ""}`} style={{ backgroundColor: colour }} data-letters={letters} aria-hidden="true" />;
}
