// How the table says things: actions, outcomes and changes in the words a person would use.
import type { Tracker } from "../games";
import { same } from "../parts/inputs";
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
  /** Whether the game itself has a word for it. */
  named: boolean;
  /** The rest of the outcome, one line for each thing; what is nothing is left out. */
  lines: string[];
}

/** The word an outcome is known by, and the rest of it. */
export function headline(outcome: unknown): Headline {
  if (!isObject(outcome)) return { word: inWords(outcome), named: typeof outcome === "string", lines: [] };
  const fields = Object.entries(outcome).filter(([name]) => name !== "kind");
  const named = fields.find(([name, value]) => WORDS.includes(name) && typeof value === "string" && value !== "");
  const chosen = named ?? fields.find(([, value]) => typeof value === "string" && value !== "" && value !== "none") ?? fields.find(([, value]) => !isEmpty(value));
  if (!chosen) return { word: "Done", named: false, lines: [] };
  const [name, value] = chosen;
  const word = typeof value === "string" ? value : `${short(spaced(name))} ${inWords(value)}`;
  const rest = fields.filter(([other, inner]) => other !== name && !isEmpty(inner) && !(Array.isArray(inner) && inner.some(Array.isArray)));
  const single = rest.filter(([, inner]) => !isMany(inner)).map(([other, inner]) => `${short(spaced(other))} ${inWords(inner)}`);
  const many = rest.filter(([, inner]) => isMany(inner)).flatMap(([other, inner]) => (inner as unknown[]).map((one) => `${spaced(other)}: ${brief(one)}`));
  return { word: spaced(word), named: typeof value === "string", lines: [...(single.length ? [single.join(", ")] : []), ...many].slice(0, MOST_LINES) };
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
export function changed(change: Change, names: string[], trackers: Tracker[]): Changed[] {
  if (change.path[0] !== "scene") return [];
  const whole = change.path.slice(1);
  const at = whole.findIndex((name) => names.includes(name));
  const who = at < 0 ? "" : (whole[at] ?? "");
  const inner = at < 0 ? whole : whole.slice(at + 1);
  if (change.gone) return inner.length === 0 ? [{ who, label: "", before: "", after: "gone", kept: true }] : [];
  if (inner.length === 0) return [];
  const place = inner.join(".");
  const within = trackers.filter((one) => one.value.startsWith(`${place}.`) && !one.value.includes("*"));
  if (within.length > 0) {
    return within.flatMap((one) => {
      const [before, after] = [change.before, change.value].map((value) => valueAt(value, one.value.slice(place.length + 1)));
      return same(before, after) ? [] : [{ who, label: one.label, before: saidBy(one, before), after: saidBy(one, after) || "none", kept: true }];
    });
  }
  if (isBig(change.value) || isBig(change.before)) return [];
  const tracker = trackers.find((one) => one.value === place);
  const words = inner.filter((name) => name !== "fight" && name !== "characters" && !/^\d+$/.test(name)).slice(-2);
  const label = tracker?.label || short(words.map(spaced).join(" "));
  if (typeof change.value === "boolean") return [{ who, label: "", before: "", after: change.value ? label : `no longer ${label}`, kept: tracker !== undefined }];
  return [{ who, label, before: saidBy(tracker, change.before), after: saidBy(tracker, change.value) || "none", kept: tracker !== undefined || at >= 0 }];
}

/** A tracked value in words: times as on a clock. */
function saidBy(tracker: Tracker | undefined, value: unknown): string {
  if (value === null || value === undefined) return "";
  return tracker?.kind === "clock" ? timeOf(Number(value)) : inWords(value);
}

/** The abbreviations that games write in capitals: "ap" is AP. */
export const short = (name: string): string => (name.length <= 2 ? name.toUpperCase() : name);

export const timeOf = (minutes: number): string => `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** The value at a place written with dots. */
export function valueAt(source: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => (value as Params | null | undefined)?.[name], source);
}

/** A pair of numbers is a place; anything else with parts is too much for a line. */
const isBig = (value: unknown): boolean => typeof value === "object" && value !== null && !(Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number"));
