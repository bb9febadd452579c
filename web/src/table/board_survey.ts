// The map as the page uses it, unpacked from the short form in which the server sends it.
import { get } from "../api";
import type { PackedBoard, PackedBand, PackedReach, PackedWeapon } from "../api-types";
import { keyOf, type Space } from "./board_geometry";
import type { TableLink } from "./link";

const FIRST = "0".charCodeAt(0);

/** A space in reach: its AP, the way there, and the enemies who could strike there. */
export interface Reachable {
  space: Space;
  ap: number;
  in_reach_of: string[];
  readonly path: Space[];
}

export type Band = Omit<PackedBand, "runs"> & { spaces: Space[] };
export type Weapon = Omit<PackedWeapon, "bands"> & { bands: Band[] };
export type Survey = Omit<PackedBoard, "reach" | "arms"> & { spaces: Reachable[]; arms: Weapon[] };

/** The map of a fight for a character, now or at another moment. */
export const surveyOf = async (link: TableLink, query: { who?: string; at?: number | undefined }, signal?: AbortSignal): Promise<Survey> =>
  unpacked(await get<PackedBoard>(link.path("/board"), query, signal));

function unpacked({ reach, arms, ...rest }: PackedBoard): Survey {
  return { ...rest, spaces: reachIn(reach), arms: arms.map((arm) => ({ ...arm, bands: arm.bands.map(({ runs, ...band }) => ({ ...band, spaces: spacesIn(runs) })) })) };
}

const spacesIn = (runs: PackedBand["runs"]): Space[] => runs.flatMap(([y, first, last]) => Array.from({ length: last - first + 1 }, (_, place): Space => [first + place, y]));

/** Every space in reach, nearest first; a way is put together when it is looked at. */
function reachIn({ rows, threats, detours }: PackedReach): Reachable[] {
  const before = new Map<string, Space>();
  const detour = new Map(detours.map((one) => [keyOf(one.space), one.path]));
  const wayTo = (space: Space): Space[] => {
    const path: Space[] = [];
    for (let at: Space | undefined = space; at && before.has(keyOf(at)); at = before.get(keyOf(at))) path.unshift(at);
    return path;
  };
  const found: Reachable[] = [];
  for (const { x, y, ap, steps, threats: struck } of rows) {
    Array.from(ap).forEach((cost, place) => {
      const space: Space = [x + place, y];
      const step = Number(steps[place]);
      before.set(keyOf(space), [space[0] + (step % 3) - 1, y + Math.floor(step / 3) - 1]);
      if (cost === " ") return;
      found.push({
        space,
        ap: cost.charCodeAt(0) - FIRST,
        in_reach_of: threats[struck ? struck.charCodeAt(place) - FIRST : 0] ?? [],
        get path() {
          return detour.get(keyOf(space)) ?? wayTo(space);
        },
      });
    });
  }
  return found.sort((one, other) => one.ap - other.ap);
}
