// Whether the window has room for the log beside the stage.
import { useEffect, useState } from "preact/hooks";

/** As in table.css: below it the parts of the table are tabs. */
const WIDE = "(min-width: 761px)";

export function useWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const follow = (): void => setWide(query.matches);
    follow();
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return isWide;
}
