// The GM paints the ground: walls, low cover and named zones, on the map itself.
import { post } from "../api";
import type { Zone } from "../api-types";
import type { Survey } from "./board_survey";
import { useOperation } from "../operation";
import { Problem } from "../parts/shell";
import { keyOf, type Space } from "./board_geometry";
import type { TableLink } from "./link";

const BRUSHES = [
  ["wall", "Wall"],
  ["low", "Low cover"],
  ["zone", "Zone"],
  ["erase", "Erase"],
] as const;
export type Brush = (typeof BRUSHES)[number][0];

/** The ground as it is being painted; nothing of it is at the table before it is saved. */
export interface Painting {
  brush: Brush;
  zone: string;
  walls: Space[];
  low: Space[];
  zones: Zone[];
}

export const begun = (survey: Survey, zones: Zone[]): Painting => ({ brush: "wall", zone: zones[0]?.name ?? "Zone 1", walls: survey.obstacles, low: survey.low, zones });

const without = (spaces: Space[], space: Space): Space[] => spaces.filter((one) => keyOf(one) !== keyOf(space));

/** The painting after a stroke of its brush on a space; where a character stands there is neither wall nor cover. */
export function painted(now: Painting, space: Space, isTaken: boolean): Painting {
  const zoned = (name: string): Zone[] => {
    const others = now.zones.map((one) => ({ ...one, spaces: without(one.spaces, space) }));
    if (!name) return others.filter((one) => one.spaces.length > 0);
    const known = others.some((one) => one.name === name) ? others : [...others, { name, spaces: [], who: [] }];
    return known.map((one) => (one.name === name ? { ...one, spaces: [...one.spaces, space] } : one)).filter((one) => one.spaces.length > 0);
  };
  const bare = { walls: without(now.walls, space), low: without(now.low, space) };
  switch (now.brush) {
    case "wall":
      return isTaken ? now : { ...now, ...bare, walls: [...bare.walls, space] };
    case "low":
      return isTaken ? now : { ...now, ...bare, low: [...bare.low, space] };
    case "zone":
      return { ...now, zones: zoned(now.zone.trim()) };
    case "erase":
      return { ...now, ...bare, zones: zoned("") };
  }
}

interface Props {
  link: TableLink;
  survey: Survey;
  painting: Painting;
  onChange: (painting: Painting | null) => void;
}

export function GroundDesk({ link, survey, painting, onChange }: Props) {
  const { busy, error, run } = useOperation();
  const before = begun(survey, link.view.value!.settings.zones);
  const differs = (name: "walls" | "low" | "zones"): boolean => JSON.stringify(painting[name]) !== JSON.stringify(before[name]);
  const save = (): Promise<void> =>
    run(async () => {
      const by = survey.ground;
      if (by && (differs("walls") || differs("low"))) await link.act(by.action, { [by.walls]: painting.walls, [by.low]: painting.low }, undefined, "everyone");
      if (differs("zones")) await post(link.path("/settings"), { settings: { zones: painting.zones } });
      onChange(null);
    });
  return (
    <div class="ground-desk stack tight">
      <div class="row" role="group" aria-label="Brush">
        {BRUSHES.map(([name, words]) => (
          <button type="button" class="person" aria-pressed={painting.brush === name} onClick={() => onChange({ ...painting, brush: name })}>
            {words}
          </button>
        ))}
        {painting.brush === "zone" && (
          <label class="row small">
            called
            <input list="zones" maxLength={40} value={painting.zone} onInput={(event) => onChange({ ...painting, zone: event.currentTarget.value })} />
            <datalist id="zones">
              {painting.zones.map((one) => (
                <option value={one.name} />
              ))}
            </datalist>
          </label>
        )}
      </div>
      <p class="small soft">Press or draw over the spaces; Enter paints the space under the marker. A wall stops steps and sight; low cover halves the damage to characters behind it; a zone is a name.</p>
      <Problem error={error} />
      <p class="row">
        <button type="button" class="primary" disabled={busy} onClick={save}>
          Save the map
        </button>
        <button type="button" onClick={() => onChange(null)}>
          Cancel
        </button>
      </p>
    </div>
  );
}
