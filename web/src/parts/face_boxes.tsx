// Boxes for faces rolled with real dice, and for cards by their names; the focus moves on automatically.
import type { NextDiceResponse } from "../api-types";
import { useEffect, useId, useRef } from "preact/hooks";

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

/** A box: the sides of its die, and for a card the names of those that are left. */
interface Box {
  sides: number | undefined;
  cards: string[];
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The boxes of the throws that are known; a card that was typed is not left for the next. */
function boxesOf(throws: NextDiceResponse[], value: string[]): Box[] {
  const found: Box[] = [];
  for (const one of throws) {
    const left = [...one.cards];
    for (const sides of one.sides) {
      found.push({ sides, cards: [...left] });
      const drawn = left.findIndex((card) => isSame(card, value[found.length - 1] ?? ""));
      if (drawn >= 0) left.splice(drawn, 1);
    }
  }
  return found;
}

const namesOf = (cards: string[]): string[] => [...new Set(cards)];

/** Whether a text has no digits: the name of a card, in a box that could be for either. */
const isName = (text: string): boolean => /^\s*[^\s\d]/.test(text);

/** Whether every face up to the last one typed is there. */
export const isWhole = (faces: string[]): boolean => faces.length > 0 && faces.every((face) => face !== "");

/** Whether no digit can follow: a d12 that shows a 1 may still become a 10, 11 or 12. */
const isFull = (digits: string, sides: number | undefined): boolean => (sides === undefined ? digits.length >= 2 : Number(digits) * 10 > sides);

const isPossible = (digits: string, sides: number | undefined): boolean => digits === "" || sides === undefined || (Number(digits) >= 1 && Number(digits) <= sides);

/** Whether every box of these throws has a face of its die, or the name of a card that is left. */
export const areTyped = (throws: NextDiceResponse[], value: string[]): boolean =>
  boxesOf(throws, value).every(({ sides, cards }, place) => {
    const typed = (value[place] ?? "").trim();
    return typed !== "" && (cards.length > 0 ? cards.some((card) => isSame(card, typed)) : isPossible(typed, sides));
  });

/** A box for every face; the focus moves on automatically, and after the last to the button that sends them. */
export function FaceBoxes({ value, onChange, throws = [], more = true, ends = !more, name = "face" }: TypedProps) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  /** The place to go on to, once there is a box for it. */
  const next = useRef<number | null>(null);
  const known = boxesOf(throws, value);
  const list = useId();
  const count = more ? Math.max(known.length, value.length + 1) : known.length;
  useEffect(() => {
    if (next.current === null) return;
    const box = boxes.current[next.current];
    const button = ends && next.current >= count ? boxes.current[0]?.closest("form")?.querySelector<HTMLButtonElement>("button.primary") : null;
    if (!box && !button) return;
    (box ?? button)?.focus();
    next.current = null;
  });
  const put = (place: number, text: string): string[] => {
    const faces = Array.from({ length: Math.max(value.length, place + 1) }, (_, at) => value[at] ?? "");
    faces[place] = text;
    return faces;
  };
  const send = (faces: string[]): void => {
    while (faces.at(-1) === "") faces.pop();
    onChange(faces);
  };
  const setCard = (place: number, text: string, cards: string[]): void => {
    const [typed, names] = [text.trim(), namesOf(cards)];
    const longer = names.some((name) => name.length > typed.length && isSame(name.slice(0, typed.length), typed));
    if (names.some((name) => isSame(name, typed)) && !longer) next.current = place + 1;
    send(put(place, typed === "" ? "" : text.trimStart()));
  };
  const set = (place: number, text: string): void => {
    const cards = known[place]?.cards ?? [];
    if (cards.length > 0 || (known[place] === undefined && isName(text))) return setCard(place, text, cards);
    const sides = known[place]?.sides;
    const digits = text.replace(/[^0-9]/g, "").replace(/^0+/, "").slice(0, 4);
    const [head, last] = [digits.slice(0, -1), digits.slice(-1)];
    // a digit that cannot belong to this die is the first of the next one
    const spills = head !== "" && !isPossible(digits, sides) && isPossible(head, sides) && place + 1 < count && !known[place + 1]?.cards.length;
    const faces = put(place, spills ? head : digits);
    if (spills) faces[place + 1] = last;
    const at = spills ? place + 1 : place;
    const there = faces[at] ?? "";
    if (there !== "" && isFull(there, known[at]?.sides) && isPossible(there, known[at]?.sides)) next.current = at + 1;
    else if (spills) next.current = at;
    send(faces);
  };
  const keys = (place: number, event: KeyboardEvent): void => {
    const named = known[place]?.cards.length || isName(value[place] ?? "");
    if ((event.key === " " && !named) || event.key === ",") {
      event.preventDefault();
      boxes.current[place + 1]?.focus();
    }
    if (event.key === "Backspace" && (value[place] ?? "") === "" && place > 0) boxes.current[place - 1]?.focus();
  };
  const box = (place: number) => {
    const { sides, cards } = known[place] ?? { sides: undefined, cards: [] };
    if (cards.length > 0) return cardBox(place, namesOf(cards));
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
  const cardBox = (place: number, names: string[]) => {
    const typed = (value[place] ?? "").trim();
    return (
      <span key={place}>
        <input
          ref={(input) => {
            boxes.current[place] = input;
          }}
          class="face-box card-box"
          list={`${list}-${place}`}
          autocomplete="off"
          placeholder="card"
          aria-label={`card ${place + 1}, by its name`}
          aria-invalid={typed !== "" && !names.some((name) => isSame(name, typed))}
          value={value[place] ?? ""}
          onInput={(event) => set(place, event.currentTarget.value)}
          onKeyDown={(event) => keys(place, event)}
        />
        <datalist id={`${list}-${place}`}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </span>
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
