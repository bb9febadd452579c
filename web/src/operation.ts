// An operation started by the user that takes a moment: whether it is running, and its error.
import { useState } from "preact/hooks";

export interface Operation {
  busy: boolean;
  error: unknown;
  /** Runs the operation; an exception is shown as the error until the next one starts. */
  run: (work: () => Promise<unknown>) => Promise<void>;
}

export function useOperation(): Operation {
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
