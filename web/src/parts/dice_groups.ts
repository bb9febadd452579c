// Which dice belong together, and what they mean: from the breakdown of a result and the game's description of its
// dice.
import type { DiceThrown, EventView, Look, Rolled } from "../api-types";
import type { Face, Group } from "./dice";
import type { Step } from "./why";

type Recorded = NonNullable<EventView["dice"]>;

const facesOf = (one: Rolled): Face[] => one.faces.map((face, place) => ({ face, sides: one.sides?.[place] }));

/** Every throw of a breakdown, in the order of rolling. */
export const throwsIn = (steps: Step[]): Rolled[] => steps.flatMap((step) => (step.kind === "rolled" ? [step] : step.kind === "called" ? throwsIn(step.steps) : []));

/** The dice of an event in groups; in one without a name where the breakdown is not known. */
export function groupsOf(look: Look | undefined, dice: Recorded, steps: Step[]): Group[] {
  const throws = throwsIn(steps).filter((one) => !one.cards?.length);
  const known = dice.map(([sides, face, seq]): Face => ({ sides, face, typed: !seq }));
  if (throws.reduce((sum, one) => sum + one.faces.length, 0) !== known.length) return [{ label: "", tone: "yours", lit: "good", faces: known }];
  let from = 0;
  return throws.flatMap((one) => {
    const faces = known.slice(from, (from += one.faces.length));
    return grouped(look, one, faces);
  });
}

/** The dice of an action that waits for a decision: by throw, as far as that is known. */
export function groupsSoFar(look: Look | undefined, dice: Recorded, thrown: DiceThrown[]): Group[] {
  const known = dice.map(([sides, face, seq]): Face => ({ sides, face, typed: !seq }));
  let from = 0;
  const found = thrown.flatMap((one) => grouped(look, { name: one.name, groups: one.groups ?? [], kept: [], lit: [] }, known.slice(from, (from += one.count))));
  return from < known.length ? [...found, { label: "", tone: "yours", lit: "good", faces: known.slice(from) }] : found;
}

/** The dice of every throw in a breakdown. */
export const groupsIn = (look: Look | undefined, steps: Step[]): Group[] => throwsIn(steps).flatMap((one) => (one.cards?.length ? [] : groupsOfThrow(look, one)));

/** One throw in its groups: by the names of its dice, or whole. */
export function groupsOfThrow(look: Look | undefined, one: Rolled): Group[] {
  return grouped(look, one, facesOf(one));
}

function grouped(look: Look | undefined, one: Pick<Rolled, "name" | "groups" | "kept" | "lit">, faces: Face[]): Group[] {
  const groups = new Map<string, Group>();
  const isMixed = new Set(one.groups).size > 1;
  faces.forEach((face, place) => {
    const name = one.groups?.[place] ?? "";
    const says = look?.dice[name] ?? look?.dice[one.name];
    if (!groups.has(name)) groups.set(name, { label: says?.label || (isMixed && name) || one.name, tone: says?.tone ?? "yours", lit: says?.lit ?? "good", faces: [] });
    const lit = one.lit?.[place];
    groups.get(name)!.faces.push({ ...face, kept: one.kept[place] ?? true, ...(lit === undefined ? {} : { lit }) });
  });
  return [...groups.values()];
}
