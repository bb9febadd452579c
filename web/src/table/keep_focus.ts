// The keyboard focus: it stays near the next control.
import { useEffect, useRef } from "preact/hooks";

/** Where the focus goes when its element is gone: to a decision, the foe on turn, the end of the fight, else to the actions. */
const NEXT = [".decide h2", ".run-foe .primary", ".turn .doors-of-fight .primary", "#act-title"];

/** Moves a lost focus to the next control, after key presses only: a pointer needs none. */
export function useKeptFocus(...changes: unknown[]): void {
  const byKeys = useRef(false);
  useEffect(() => {
    const note = (event: Event): void => void (byKeys.current = event.type === "keydown");
    for (const name of ["keydown", "pointerdown"]) addEventListener(name, note, true);
    return () => ["keydown", "pointerdown"].forEach((name) => removeEventListener(name, note, true));
  }, []);
  useEffect(() => {
    if (!byKeys.current || document.activeElement !== document.body) return;
    NEXT.map((place) => document.querySelector<HTMLElement>(place)).find(Boolean)?.focus();
  }, changes);
}
