// A list that this browser keeps, as a signal.
import { signal, type Signal } from "@preact/signals";

export interface BrowserList<T> {
  list: Signal<T[]>;
  /** Shows a new list and stores it; false when the browser stores nothing, or has no room. */
  keep: (next: T[]) => boolean;
}

/** The list stored under a name; empty when there is none, or it cannot be read. */
export function browserList<T>(name: string): BrowserList<T> {
  const list = signal<T[]>(read(name));
  const keep = (next: T[]): boolean => {
    list.value = next;
    try {
      localStorage.setItem(name, JSON.stringify(next));
      return true;
    } catch {
      return false;
    }
  };
  return { list, keep };
}

function read(name: string) {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
