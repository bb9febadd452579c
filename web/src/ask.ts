// A request to the server as a state to draw: waiting, answered, or refused.
import { useLayoutEffect, useState } from "preact/hooks";

export interface Asked<T> {
  /** The last answer; it stays while the next is awaited, and when the next is a refusal. */
  value?: T;
  error?: unknown;
  waiting: boolean;
}

/**
 * Requests again whenever `on` changes, once nothing has changed for `wait` milliseconds. An answer that comes
 * too late is dropped.
 */
export function useAsked<T>(ask: (signal: AbortSignal) => Promise<T> | undefined, on: unknown[], wait = 0): Asked<T> {
  const [asked, set] = useState<Asked<T>>({ waiting: true });
  // before the next key or click: until then the page would show the answer to the previous request as current
  useLayoutEffect(() => {
    const stop = new AbortController();
    const begin = (): void => {
      const answer = ask(stop.signal);
      if (answer === undefined) {
        set({ waiting: false });
        return;
      }
      answer.then(
        (value) => !stop.signal.aborted && set({ value, waiting: false }),
        (error: unknown) => !stop.signal.aborted && set(({ value }) => (value === undefined ? { error, waiting: false } : { value, error, waiting: false })),
      );
    };
    set((before) => ({ ...before, waiting: true }));
    const timer = wait ? setTimeout(begin, wait) : undefined;
    if (!wait) begin();
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, on);
  return asked;
}
