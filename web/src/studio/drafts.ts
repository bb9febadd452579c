// What is being written, and its versions, kept in this browser: nothing of a draft is stored on the server.
import { signal } from "@preact/signals";

export interface Version {
  at: number;
  label: string;
  text: string;
}

export interface Draft {
  id: string;
  name: string;
  text: string;
  versions: Version[];
}

const KEPT = "rulewright.studio";
const MOST_DRAFTS = 20;
const MOST_VERSIONS = 40;

function read(): Draft[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export const drafts = signal<Draft[]>(read());
/** Whether the browser has kept the last change. */
export const kept = signal(true);

function keep(all: Draft[]): void {
  let some = all.slice(0, MOST_DRAFTS);
  drafts.value = some;
  // When the browser's room is full, the oldest versions go first: the texts themselves stay.
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      localStorage.setItem(KEPT, JSON.stringify(some));
      kept.value = true;
      return;
    } catch {
      const most = Math.max(0, ...some.map((one) => one.versions.length));
      if (most === 0) break;
      some = some.map((one) => (one.versions.length === most ? { ...one, versions: one.versions.slice(1) } : one));
      drafts.value = some;
    }
  }
  kept.value = false;
}

export const draftOf = (id: string): Draft | undefined => drafts.value.find((one) => one.id === id);

const nameIn = (text: string): string => /^name\s*=\s*"([^"]*)"/m.exec(text)?.[1]?.trim() || "Untitled";

/** A new draft with this text, or the one there is with exactly the same. */
export function begin(text: string, label = "begun"): Draft {
  const same = drafts.value.find((one) => one.text === text);
  if (same) return same;
  const made = { id: crypto.randomUUID().slice(0, 8), name: nameIn(text), text, versions: [{ at: Date.now(), label, text }] };
  keep([made, ...drafts.value]);
  return made;
}

export function write(id: string, text: string): void {
  const found = draftOf(id);
  if (found && found.text !== text) keep([{ ...found, text, name: nameIn(text) }, ...drafts.value.filter((one) => one.id !== id)]);
}

/** Keep the text as a version, unless it is the last one already. */
export function keepVersion(id: string, label: string): void {
  const found = draftOf(id);
  if (!found || found.versions.at(-1)?.text === found.text) return;
  const versions = [...found.versions, { at: Date.now(), label, text: found.text }].slice(-MOST_VERSIONS);
  keep(drafts.value.map((one) => (one.id === id ? { ...one, versions } : one)));
}

export const discard = (id: string): void => keep(drafts.value.filter((one) => one.id !== id));
