// The next dice, from the server: requested throw by throw while a player types the faces they rolled.
import type { Values } from "../api";
import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../api";
import type { NextDiceResponse } from "../api-types";
import { lookOf } from "../games";
import type { TableLink } from "./link";
import { areTyped } from "../parts/face_boxes";
import { labelOf } from "../words";

export interface Ahead {
  throws: NextDiceResponse[];
  /** Whether unknown dice may follow: the server hides them, or has not answered yet. */
  more: boolean;
  /** Whether no die follows. */
  ends: boolean;
}

type Of = { action: string; params: Values } | { pending: string };

const UNKNOWN: Ahead = { throws: [], more: true, ends: false };

/** The dice of an action, or of something that waits, as far as they follow from the faces typed so far. */
export function useDiceAhead(link: TableLink, of: Of | null, faces: string[]): Ahead {
  const [ahead, set] = useState<Ahead>(UNKNOWN);
  const answers = useRef(new Map<string, Promise<NextDiceResponse>>());
  const [seq, what] = [link.view.value?.seq, JSON.stringify(of)];
  useEffect(() => {
    answers.current.clear();
    set(UNKNOWN);
  }, [what, seq]);
  useEffect(() => {
    if (of === null) return undefined;
    let late = false;
    const next = (typed: string[]): Promise<NextDiceResponse> => {
      const key = JSON.stringify(typed);
      const asked = answers.current.get(key) ?? post<NextDiceResponse>(link.path("/dice"), { ...of, faces: typed });
      answers.current.set(key, asked);
      return asked;
    };
    const called = (purpose: string): string => lookOf(link.view.value?.game ?? "")?.dice[purpose]?.label ?? labelOf(purpose);
    void walk(next, faces, called).then((found) => !late && set(found));
    return () => {
      late = true;
    };
  }, [what, seq, JSON.stringify(faces)]);
  return ahead;
}

/** Throw after throw, until one of them has a face missing or no die follows. */
async function walk(next: (typed: string[]) => Promise<NextDiceResponse>, faces: string[], called: (purpose: string) => string): Promise<Ahead> {
  const throws: NextDiceResponse[] = [];
  for (let typed = 0; ; ) {
    try {
      const one = await next(faces.slice(0, typed));
      if (one.sides.length === 0) return { throws, more: false, ends: true };
      throws.push({ ...one, purpose: called(one.purpose) });
      typed += one.sides.length;
    } catch {
      return { throws, more: true, ends: false };
    }
    if (!areTyped(throws, faces)) return { throws, more: false, ends: false };
  }
}
