// The drafts and their versions, stored in this browser: nothing of a draft is stored on the server.
import { signal } from "@preact/signals";
import { browserList } from "../browser_list";

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

const MOST_DRAFTS = 20;
const MOST_VERSIONS = 40;

const { list, keep: store } = browserList<Draft>("rulewright.studio");

export const drafts = list;
/** Whether the browser has stored the last change. */
export const kept = signal(true);

function keep(all: Draft[]): void {
  let some = all.slice(0, MOST_DRAFTS);
  // When the browser's room is full, the oldest versions go first: the texts themselves stay.
  for (let tries = 0; tries < 50; tries += 1) {
    kept.value = store(some);
    const most = Math.max(0, ...some.map((one) => one.versions.length));
    if (kept.value || most === 0) return;
    some = some.map((one) => (one.versions.length === most ? { ...one, versions: one.versions.slice(1) } : one));
  }
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
