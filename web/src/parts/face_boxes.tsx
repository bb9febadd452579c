// Boxes for faces rolled with real dice: one for each die, from one to the next by itself.
import type { NextDiceResponse } from "../api-types";
import { useEffect, useRef } from "preact/hooks";

interface TypedProps {
  value: string[];
  onChange: (faces: string[]) => void;
  /** The dice that are known to be thrown, in order. */
  throws?: NextDiceResponse[];
  /** Whether further dice follow that are not known yet: they get boxes without a size. */
  more?: boolean;
  /** Whether no others follow. */
  ends?: boolean;
  name?: string;
}

/** Whether every face up to the last one typed is there. */
export const isWhole = (faces: string[]): boolean => faces.length > 0 && faces.every((face) => face !== "");

/** Whether no digit can follow: a d12 that shows a 1 may still become a 10, 11 or 12. */
const isFull = (digits: string, sides: number | undefined): boolean => (sides === undefined ? digits.length >= 2 : Number(digits) * 10 > sides);

const isPossible = (digits: string, sides: number | undefined): boolean => digits === "" || sides === undefined || (Number(digits) >= 1 && Number(digits) <= sides);

/** A box for every face, from one to the next by itself; after the last of all, to the button that sends them. */
export function FaceBoxes({ value, onChange, throws = [], more = true, ends = !more, name = "face" }: TypedProps) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  /** The place to go on to, once there is a box for it. */
  const next = useRef<number | null>(null);
  const known = throws.flatMap((one) => one.sides);
  const count = more ? Math.max(known.length, value.length + 1) : known.length;
  useEffect(() => {
    if (next.current === null) return;
    const box = boxes.current[next.current];
    const button = ends && next.current >= count ? boxes.current[0]?.closest("form")?.querySelector<HTMLButtonElement>("button.primary") : null;
    if (!box && !button) return;
    (box ?? button)?.focus();
    next.current = null;
  });
  const set = (place: number, text: string): void => {
    const digits = text.replace(/[^0-9]/g, "").replace(/^0+/, "").slice(0, 4);
    const faces = Array.from({ length: Math.max(value.length, place + 1) }, (_, at) => value[at] ?? "");
    const [head, last] = [digits.slice(0, -1), digits.slice(-1)];
    // a digit that cannot belong to this die is the first of the next one
    const spills = head !== "" && !isPossible(digits, known[place]) && isPossible(head, known[place]) && place + 1 < count;
    faces[place] = spills ? head : digits;
    if (spills) faces[place + 1] = last;
    while (faces.at(-1) === "") faces.pop();
    const at = spills ? place + 1 : place;
    const there = faces[at] ?? "";
    if (there !== "" && isFull(there, known[at]) && isPossible(there, known[at])) next.current = at + 1;
    else if (spills) next.current = at;
    onChange(faces);
  };
  const keys = (place: number, event: KeyboardEvent): void => {
    if (event.key === " " || event.key === ",") {
      event.preventDefault();
      boxes.current[place + 1]?.focus();
    }
    if (event.key === "Backspace" && (value[place] ?? "") === "" && place > 0) boxes.current[place - 1]?.focus();
  };
  const box = (place: number) => {
    const sides = known[place];
    return (
      <input
        key={place}
        ref={(input) => {
          boxes.current[place] = input;
        }}
        class="face-box"
        inputMode="numeric"
        autocomplete="off"
        size={2}
        placeholder={sides ? `d${sides}` : ""}
        aria-label={`${name} ${place + 1}${sides ? `, 1 to ${sides}` : ""}`}
        aria-invalid={!isPossible(value[place] ?? "", sides)}
        value={value[place] ?? ""}
        onInput={(event) => set(place, event.currentTarget.value)}
        onKeyDown={(event) => keys(place, event)}
      />
    );
  };
  const places = Array.from({ length: count }, (_, place) => place);
  let from = 0;
  return (
    <span class="throws">
      {throws.map((one) => {
        const own = places.slice(from, (from += one.sides.length));
        return (
          <span class="throw" role={one.purpose ? "group" : undefined} aria-label={one.purpose || undefined}>
            {one.purpose && <span class="small soft">{one.purpose}</span>}
            <span class="dice">{own.map(box)}</span>
          </span>
        );
      })}
      {count > from && <span class="dice">{places.slice(from).map(box)}</span>}
    </span>
  );
}
