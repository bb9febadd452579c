// Dice as shapes: each with the outline of its die, grouped by throw.
import { useState } from "preact/hooks";
import type { DiceLook } from "../api-types";
import { capital } from "../words";

export interface Face {
  face: number;
  sides?: number | undefined;
  kept?: boolean;
  typed?: boolean;
  /** Whether a named die scores; undefined for a plain one. */
  lit?: boolean;
}

/** Dice that were rolled together and mean the same. */
export interface Group {
  label: string;
  tone: DiceLook["tone"];
  /** Whether a die of it that scores is good or bad for the roller. */
  lit: DiceLook["lit"];
  faces: Face[];
}

interface Outline {
  outline: string;
  edges?: string;
  /** How far down the face is written. */
  middle?: number;
}

/** Outlines in a square of 40 units, as a die of so many sides is seen from above; lines inside show its edges. */
const SHAPES: Record<number, Outline> = {
  2: { outline: "M20 3a17 17 0 1 0 .01 0z", edges: "M20 7a13 13 0 1 0 .01 0z" },
  4: { outline: "M20 3 38 35 2 35z", middle: 26 },
  6: { outline: "M8 4h24a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z" },
  8: { outline: "M20 2 37 20 20 38 3 20z", edges: "M3 20 20 27 37 20" },
  10: { outline: "M20 2 38 17 38 23 20 38 2 23 2 17z", edges: "M20 2 10 23 20 28 30 23zM2 23 10 23M38 23 30 23" },
  12: { outline: "M20 2 31 6 38 15 38 26 31 34 20 38 9 34 2 26 2 15 9 6z", edges: "M20 8 31 16 27 29 13 29 9 16z" },
  20: { outline: "M20 2 36 11 36 29 20 38 4 29 4 11z", edges: "M20 10 31 28 9 28z" },
};
const ROUND: Outline = { outline: "M20 2a18 18 0 1 0 .01 0z", edges: "M20 6a14 14 0 1 0 .01 0z" };
const shapeOf = (sides: number | undefined): Outline => SHAPES[sides ?? 6] ?? (sides === 100 ? ROUND : { outline: SHAPES[20]!.outline });

/** Groups of dice. `tumbles`: they roll onto their faces for half a second; a click ends that. */
export function Dice({ groups, tumbles = false, small = false }: { groups: Group[]; tumbles?: boolean; small?: boolean }) {
  const [still, setStill] = useState(false);
  const shown = groups.filter((group) => group.faces.length > 0);
  if (shown.length === 0) return null;
  // dice of one kind need no name under them, unless they are another's or do harm
  const named = shown.some((group) => group.tone !== "yours" || group.label !== shown[0]!.label);
  return (
    <div class={`dice-groups${small ? " small-dice" : ""}${tumbles && !still ? " tumbling" : ""}`} onPointerDown={() => setStill(true)}>
      {shown.map((group, place) => (
        <DiceGroup group={group} named={named && (group.tone === "damage" || shown[place - 1]?.label !== group.label)} />
      ))}
    </div>
  );
}

function DiceGroup({ group, named }: { group: Group; named: boolean }) {
  const words = group.faces.map(faceWords).join(", ");
  return (
    <figure class={`dice-group ${group.tone} lit-${group.lit}`}>
      <span class="dice" role="img" aria-label={`${group.label || "Dice"}: ${words}`}>
        {group.faces.map((one) => (
          <Shape {...one} />
        ))}
      </span>
      {named && group.label && (
        <figcaption class="soft" aria-hidden="true">
          {capital(group.label)}
        </figcaption>
      )}
    </figure>
  );
}

function Shape({ face, sides, kept = true, typed = false, lit }: Face) {
  const { outline, edges = "", middle = 20 } = shapeOf(sides);
  const state = `${kept ? "" : " dropped"}${typed ? " typed" : ""}${lit === undefined ? "" : lit ? " lit" : " unlit"}`;
  return (
    <span class={`die${state}`} title={sides ? `d${sides}` : ""} aria-hidden="true">
      <svg viewBox="0 0 40 40" focusable="false">
        <path class="body" d={outline} />
        <path class="edges" d={edges} />
        {!kept && <path class="strike" d="M6 34 34 6" />}
        {typed && <path class="by-hand" d="M30 39h9v-9z" />}
      </svg>
      <b style={{ top: `${(middle - 20) * 2.5}%` }}>{face}</b>
    </span>
  );
}

const faceWords = (one: Face): string => `${one.face}${one.kept === false ? " dropped" : ""}${one.lit ? " counts" : ""}${one.typed ? " typed in" : ""}`;
