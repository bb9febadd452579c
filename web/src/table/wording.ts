// How the table says things: actions, outcomes and changes in the words a person would use.
import type { Tracker } from "../games";
import { inWords } from "../parts/why";
import type { Change, Params, Told } from "./shapes";

export const spaced = (name: string): string => name.replaceAll("_", " ").replaceAll("-", " ");
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A question with one question mark, however it was written. */
export const asked = (question: string): string => `${capital(question.replace(/[?:\s]+$/, ""))}?`;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || value === false || value === 0 || value === "none" || (Array.isArray(value) && value.length === 0);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

const WORDS = ["result", "outcome", "winner", "text", "label"];
const MOST_LINES = 8;

export interface Headline {
  word: string;
  /** The rest of the outcome, one line for each thing; what is nothing is left out. */
  lines: string[];
}

/** The word an outcome is known by, and the rest of it. */
export function headline(outcome: unknown): Headline {
  if (!isObject(outcome)) return { word: inWords(outcome), lines: [] };
  const fields = Object.entries(outcome).filter(([name]) => name !== "kind");
  const named = fields.find(([name, value]) => WORDS.includes(name) && typeof value === "string" && value !== "");
  const chosen = named ?? fields.find(([, value]) => typeof value === "string" && value !== "" && value !== "none") ?? fields.find(([, value]) => !isEmpty(value));
  if (!chosen) return { word: "Done", lines: [] };
  const [name, value] = chosen;
  const word = typeof value === "string" ? value : `${spaced(name)} ${inWords(value)}`;
  const rest = fields.filter(([other, inner]) => other !== name && !isEmpty(inner));
  const single = rest.filter(([, inner]) => !isMany(inner)).map(([other, inner]) => `${spaced(other)} ${inWords(inner)}`);
  const many = rest.filter(([, inner]) => isMany(inner)).flatMap(([other, inner]) => (inner as unknown[]).map((one) => `${spaced(other)}: ${brief(one)}`));
  return { word: spaced(word), lines: [...(single.length ? [single.join(", ")] : []), ...many].slice(0, MOST_LINES) };
}

const isMany = (value: unknown): boolean => Array.isArray(value) && value.some(isObject);

/** An object with what is nothing left out. */
function brief(value: unknown): string {
  if (!isObject(value)) return inWords(value);
  return Object.entries(value)
    .filter(([name, inner]) => name !== "kind" && !isEmpty(inner))
    .map(([name, inner]) => (typeof inner === "string" ? inner : `${spaced(name)} ${inWords(inner)}`))
    .join(", ");
}

/** What was picked for an action, the one who does it aside. */
export function given(params: Params | undefined): string {
  const rest = Object.entries(params ?? {}).filter(([name, value]) => name !== "who" && !isObject(value) && !isEmpty(value));
  return rest.map(([name, value]) => (typeof value === "string" ? spaced(value) : `${spaced(name)} ${inWords(value)}`)).join(", ");
}

export const whoDid = (event: Told): string => (typeof event.params?.["who"] === "string" ? event.params["who"] : "");

export interface Changed {
  who: string;
  label: string;
  before: string;
  after: string;
  /** Whether it is one of the things the game keeps in sight. */
  kept: boolean;
}

/** A change as a person would tell it: whose, what, from and to; nothing for what only the table itself keeps. */
export function changed(change: Change, names: string[], trackers: Tracker[]): Changed | null {
  if (change.path[0] !== "scene") return null;
  const whole = change.path.slice(1);
  const at = whole.findIndex((name) => names.includes(name));
  const inner = at < 0 ? whole : whole.slice(at + 1);
  const tracker = trackers.find((one) => one.value === (at < 0 ? whole : inner).join("."));
  const plain = !isBig(change.value) && !isBig(change.before);
  if (!change.gone && !plain) return null;
  if (inner.length === 0) return change.gone ? { who: whole[at] ?? "", label: "", before: "", after: "gone", kept: true } : null;
  const words = inner.filter((name) => name !== "fight" && name !== "characters" && !/^\d+$/.test(name)).slice(-2);
  return {
    who: at < 0 ? "" : (whole[at] ?? ""),
    label: tracker?.label || words.map(spaced).join(" "),
    before: change.before === null || change.before === undefined ? "" : inWords(change.before),
    after: change.gone ? "gone" : inWords(change.value),
    kept: tracker !== undefined || at >= 0,
  };
}

const isBig = (value: unknown): boolean => typeof value === "object" && value !== null && !(Array.isArray(value) && value.every((one) => typeof one !== "object") && value.length <= 4);
