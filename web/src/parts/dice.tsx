// Dice as small squares: kept, dropped, typed in; and boxes for faces rolled with real dice.
import { useRef } from "preact/hooks";

export interface Face {
  face: number;
  sides?: number;
  kept?: boolean;
  typed?: boolean;
}

export function Dice({ faces, label = "Dice" }: { faces: Face[]; label?: string }) {
  if (faces.length === 0) return null;
  const words = faces.map((one) => `${one.face}${one.kept === false ? " dropped" : ""}`).join(", ");
  return (
    <span class="dice" role="img" aria-label={`${label}: ${words}`}>
      {faces.map((one) => (
        <span
          class={`die${one.kept === false ? " dropped" : ""}${one.typed ? " typed" : ""}`}
          title={one.sides ? `d${one.sides}` : ""}
          aria-hidden="true"
        >
          {one.face}
        </span>
      ))}
    </span>
  );
}

interface TypedProps {
  value: string[];
  onChange: (faces: string[]) => void;
  sides?: number;
  name?: string;
}

/** Face boxes that advance by themselves; another appears when the last is filled. */
export function FaceBoxes({ value, onChange, sides, name = "face" }: TypedProps) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const shown = [...value, ""];
  const set = (place: number, text: string): void => {
    const digits = text.replace(/[^0-9]/g, "").slice(0, 4);
    const next = [...value];
    if (digits === "") next.splice(place, 1);
    else next[place] = digits;
    onChange(next);
    const full = digits !== "" && (sides === undefined ? digits.length >= 2 : Number(digits) * 10 > sides);
    if (full) setTimeout(() => boxes.current[place + 1]?.focus());
  };
  const keys = (place: number, event: KeyboardEvent): void => {
    if (event.key === " " || event.key === ",") {
      event.preventDefault();
      boxes.current[place + 1]?.focus();
    }
    if (event.key === "Backspace" && (shown[place] ?? "") === "" && place > 0) boxes.current[place - 1]?.focus();
  };
  return (
    <span class="dice">
      {shown.map((text, place) => (
        <input
          ref={(box) => {
            boxes.current[place] = box;
          }}
          class="face-box"
          inputMode="numeric"
          autocomplete="off"
          size={2}
          aria-label={`${name} ${place + 1}${sides ? `, 1 to ${sides}` : ""}`}
          value={text}
          onInput={(event) => set(place, event.currentTarget.value)}
          onKeyDown={(event) => keys(place, event)}
        />
      ))}
    </span>
  );
}
