// Something started by the user that takes a moment: whether it is running, and what went wrong.
import { useState } from "preact/hooks";

export interface Doing {
  busy: boolean;
  error: unknown;
  /** Does it; what it raises is kept as the error until something else is done. */
  run: (work: () => Promise<unknown>) => Promise<void>;
}

export function useDoing(): Doing {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run };
}
