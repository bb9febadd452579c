// The words of the game on the page: names for its fields, words for its values, phrases for its actions.
import { signal } from "@preact/signals";
import type { Values } from "./api";
import type { ActionDescription, GameDescription, Tracker, ValueKind, WordsDescription } from "./api-types";

const PLAIN: WordsDescription = { gm: "GM", names: {}, values: {}, about: {}, sheet: { lead: [], plates: [], beside: {}, hide: [], paper: "plain", stamp: "" }, actions: {} };

/** The words of the game that is on the page. */
export const words = signal<WordsDescription>(PLAIN);

/** The actions of the game that is on the page. */
export const actions = signal<ActionDescription[]>([]);

/** The trackers of the game that is on the page. */
export const trackers = signal<Tracker[]>([]);

const described = (action: string): ActionDescription | undefined => actions.value.find((one) => one.name === action);

/** The part of an action in a fight, by the game's own word. */
export const roleOf = (action: string | undefined): ActionDescription["role"] => described(action ?? "")?.role ?? null;

/** Whether an action begins or ends a turn. */
export const isTurning = (action: string | undefined): boolean => ["starts-turn", "ends-turn"].includes(roleOf(action) ?? "");

/** What a parameter of an action is for: whom it helps, what one acts with. */
export const useOf = (action: string, name: string): ValueKind["use"] => described(action)?.parameters.find((one) => one.name === name)?.value.use ?? "";

/** The parameter by which a character joins. */
export const joinerOf = (game: GameDescription): string => game.actions.find((one) => one.name === game.joining)?.parameters.find((one) => one.required)?.name ?? "";

/** What an action is, in a sentence. */
export const summaryOf = (action: string): string => described(action)?.summary ?? "";

/** What a parameter of an action means. */
export const meaningOf = (action: string, name: string): string => described(action)?.parameters.find((one) => one.name === name)?.meaning ?? "";

export const spaced = (name: string): string => name.replaceAll("_", " ").replaceAll("-", " ");
/** Names as one phrase: "Ines, Hale and Wren". */
export const together = (names: string | string[]): string => (typeof names === "string" ? names : names.join(", ")).replace(/, (?=[^,]*$)/, " and ");
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Abbreviations are written in capitals: "ap" is AP. */
const short = (name: string): string => (name.length <= 2 && !["at", "by", "in", "of", "on", "to"].includes(name) ? name.toUpperCase() : name);

/** The person who runs the game, by the game's own word. */
export const gm = (): string => words.value.gm;

/** A line about a choice, where the game has one. */
export const aboutOf = (value: unknown): string => (typeof value === "string" ? (words.value.about[value] ?? "") : "");

/** A number of something: "1 action", "4 rounds". */
export const countOf = (name: string, count: number): string => `${count} ${labelOf(count === 1 ? name.replace(/s$/, "") : name)}`;

/** The round of a fight, and of how many where their number is limited. */
export const roundOf = ({ round, last_round }: { round: number; last_round: number | null }): string => `round ${round}${last_round === null ? "" : ` of ${last_round}`}`;

/** The name of a field, a parameter or an option. */
export const labelOf = (field: string): string => words.value.names[field] ?? short(spaced(field));

/** The name of a row, such as a skill: a value of the game, which a parameter may be called after. */
export const rowOf = (name: string): string => words.value.values[name] ?? labelOf(name);

/** The name of an action or a roll. */
export const actionOf = (action: string): string => words.value.actions[action]?.name || spaced(action);

const isNamed = (text: string): boolean => /^[a-z0-9]+([-_][a-z0-9]+)+$/.test(text);

/** Any value in short words: "hit, dealt 2, margin 3". */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return isSpace(value) ? `(${value.map(inWords).join(", ")})` : value.length ? value.map(inWords).join(", ") : "none";
  if (typeof value === "object") {
    return Object.entries(value)
      .filter(([name, inner]) => name !== "kind" && inner !== null && inner !== "none" && inner !== false)
      .map(([name, inner]) => (typeof inner === "string" || isObject(inner) ? inWords(inner) : inner === true ? labelOf(name) : `${labelOf(name)} ${inWords(inner)}`))
      .filter(Boolean)
      .join(", ");
  }
  if (typeof value === "number") return value < 0 ? `−${-value}` : String(value);
  const text = String(value);
  return words.value.values[text] ?? (isNamed(text) ? spaced(text) : text);
}

/** Whether the words about a value are only its name. */
export const isSaid = (value: string, about: string): boolean => inWords(value).toLowerCase() === about.toLowerCase();

/** Whether a value is a space of the map. */
export const isSpace = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number");

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "" || value === false || (Array.isArray(value) && value.length === 0);

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value is a list of words, such as tags: they need no name before them. */
const isListed = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === "string");

/** The parameters picked for an action, without who takes it. */
export function given(params: Values | undefined): string {
  const rest = Object.entries(params ?? {}).filter(([name, value]) => name !== "who" && !isObject(value) && !isEmpty(value) && value !== 0 && value !== "none");
  return rest.map(([name, value]) => (typeof value === "string" || isListed(value) ? inWords(value) : value === true ? labelOf(name) : `${labelOf(name)} ${inWords(value)}`)).join(", ");
}

/** An article before a name that has one of its own: "the the pack". */
const TWO_ARTICLES = /\bthe (?=the )/g;

/** An indefinite article before a place. */
const AFTER_A = /\b([Aa]) (?=\{(\w+))/g;

/** A place in a phrase: its name, the value that goes without saying, and a unit. */
const PLACE = /\{(\w+)(?:!([\w-]+))?(?::([^{}]*))?\}/g;

/** An attempt, as after "to": "attack Orc with the club"; with `all`, also the parameters that the phrase leaves out. */
export function attemptOf(action: string, params: Values, all = false): string {
  const phrases = words.value.actions[action]?.attempt ?? [];
  const phrase = phrases.find((one) => [...one.matchAll(PLACE)].every(([, name, clear]) => !isEmpty(params[name!]) && String(params[name!]) !== clear && params[name!] !== params[clear!]));
  if (phrase === undefined) return [actionOf(action), given(params)].filter(Boolean).join(" ");
  const said = phrase.replace(AFTER_A, (_, article: string, name: string) => `${article}${/^[aeiou]/i.test(inWords(params[name])) ? "n" : ""} `).replace(PLACE, (_, name: string, _clear?: string, unit?: string) => withUnit(params[name], unit)).replace(TWO_ARTICLES, "");
  const named = [...phrase.matchAll(PLACE)].map(([, name]) => name);
  const clear = phrases.flatMap((one) => [...one.matchAll(PLACE)]).filter(([, name, value]) => value && (String(params[name!]) === value || params[name!] === params[value])).map(([, name]) => name);
  const rest = all ? given(Object.fromEntries(Object.entries(params).filter(([name]) => !named.includes(name) && !clear.includes(name)))) : "";
  return rest ? `${said} (${rest})` : said;
}

function withUnit(value: unknown, unit: string | undefined): string {
  if (!unit) return inWords(value);
  const [one, many] = unit.split("|");
  return `${inWords(value)} ${value === 1 || value === -1 ? one : (many ?? one)}`;
}

/** A side of a duel by its letter: "a" is A. */
export const sideOf = (side: string): string => (/^[a-z]$/.test(side) ? side.toUpperCase() : side);

/** A number in a text with a real minus. */
export const minus = (text: string): string => text.replace(/(^|\s)-(?=\d)/g, "$1−");

/** A question with one question mark, however it was written. */
export const asked = (question: string): string => `${capital(question.replace(/[?:\s]+$/, ""))}?`;
