// The focus of someone who plays with the keyboard: it stays near what comes next.
import { useEffect, useRef } from "preact/hooks";

/** Where to go on when what had the focus is gone: at a decision, else at the actions. */
const NEXT = ".decide h2, #act-title";

/** Move a lost focus to what comes next, after keys only: a pointer needs none. */
export function useKeptFocus(...changes: unknown[]): void {
  const byKeys = useRef(false);
  useEffect(() => {
    const note = (event: Event): void => void (byKeys.current = event.type === "keydown");
    for (const name of ["keydown", "pointerdown"]) addEventListener(name, note, true);
    return () => ["keydown", "pointerdown"].forEach((name) => removeEventListener(name, note, true));
  }, []);
  useEffect(() => {
    if (!byKeys.current || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(NEXT)?.focus();
  }, changes);
}
