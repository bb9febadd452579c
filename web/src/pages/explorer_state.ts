// The state of the explorer, as the query of its address: a link reproduces everything.
import type { Values } from "../api";
import type { DerivationDescription, GameDescription, ParameterDescription, RollDescription } from "../api-types";
import { isValues, valuesOf } from "../values";
import { inWords, labelOf } from "../words";

export interface Setting {
  params: Values;
  options: Values;
}

/** The axis of a sweep: a parameter (or `option.NAME`) and its values. */
export interface Sweep {
  across: Axis;
  down: Axis | undefined;
  figure: string;
}

export interface Axis {
  name: string;
  values: unknown[];
}

export interface State extends Setting {
  /** A roll, or a value that is worked out without dice. */
  what: "roll" | "value";
  name: string;
  other: Setting | undefined;
  sweep: Sweep | undefined;
}

/** A value of an address: JSON where that works, and text where it does not. */
function loosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A value as it is typed: text as it is, unless it would be read as something else. */
const written = (value: unknown): string => {
  if (typeof value !== "string") return JSON.stringify(value);
  return loosely(value) === value ? value : JSON.stringify(value);
};

function* flat(values: Values, before: string): Iterable<[string, string]> {
  for (const [name, value] of Object.entries(values)) {
    if (isValues(value)) yield* flat(value, `${before}${name}.`);
    else if (value !== undefined) yield [`${before}${name}`, written(value)];
  }
}

function* setting(one: Setting, before: string): Iterable<[string, string]> {
  // An empty setting is written too, so that it is not mistaken for a roll that has not been set up.
  if (Object.keys(one.params).length === 0) yield [`${before}p`, ""];
  yield* flat(one.params, `${before}p.`);
  yield* flat(one.options, `${before}o.`);
}

const axis = ({ name, values }: Axis): string => `${name}:${JSON.stringify(values)}`;

export function queryOf(state: State): string {
  const found: [string, string][] = [[state.what, state.name], ...setting(state, "")];
  if (state.other) found.push(["vs", "1"], ...setting(state.other, "vs."));
  if (state.sweep) {
    found.push(["across", axis(state.sweep.across)]);
    if (state.sweep.down) found.push(["down", axis(state.sweep.down)]);
    if (state.sweep.figure) found.push(["figure", state.sweep.figure]);
  }
  return new URLSearchParams(found).toString();
}

function put(into: Values, path: string[], value: unknown): void {
  const [name = "", ...rest] = path;
  if (rest.length === 0) into[name] = value;
  else {
    const inner = valuesOf(into[name]);
    into[name] = inner;
    put(inner, rest, value);
  }
}

function gathered(query: URLSearchParams, before: string): Values {
  const found: Values = {};
  for (const [name, text] of query) {
    if (name.startsWith(before)) put(found, name.slice(before.length).split("."), loosely(text));
  }
  return found;
}

/** The parameters of a query, or nothing when it names none. */
const given = (query: URLSearchParams, name: string): Values | undefined =>
  [...query.keys()].some((key) => key === name || key.startsWith(`${name}.`)) ? gathered(query, `${name}.`) : undefined;

function axisOf(text: string | null): Axis | undefined {
  const at = text?.indexOf(":") ?? -1;
  if (!text || at < 0) return undefined;
  const values = loosely(text.slice(at + 1));
  return Array.isArray(values) && values.length ? { name: text.slice(0, at), values } : undefined;
}

export function stateOf(query: URLSearchParams, game: GameDescription): State {
  const what = query.has("value") ? "value" : "roll";
  // the roll that the game itself shows first says more than the first of its catalogue
  const name = query.get(what) ?? game.examples[0]?.roll ?? game.rolls[0]?.name ?? "";
  const across = axisOf(query.get("across"));
  const params = given(query, "p") ?? beginning(game, what, name);
  return {
    what,
    name,
    params,
    options: gathered(query, "o."),
    other: query.has("vs") ? { params: given(query, "vs.p") ?? params, options: gathered(query, "vs.o.") } : undefined,
    sweep: across && { across, down: axisOf(query.get("down")), figure: query.get("figure") ?? "" },
  };
}

/** The initial parameters of a roll: the game's own example, or the required ones. */
export function beginning(game: GameDescription, what: State["what"], name: string): Values {
  const example = game.examples.find((one) => what === "roll" && one.roll === name && Object.keys(one.options).length === 0);
  return example ? example.params : required(entryOf(game, what, name)?.parameters ?? []);
}

function required(parameters: ParameterDescription[]): Values {
  const needed = parameters.filter((one) => one.required);
  return Object.fromEntries(needed.map((one) => [one.name, least(one)]));
}

function least(one: ParameterDescription): unknown {
  switch (one.value.kind) {
    case "object":
      return required(one.value.fields ?? []);
    case "choice":
      return one.value.values?.[0];
    case "integer":
    case "number":
      return Math.max(one.value.least ?? 1, Math.min(3, one.value.most ?? 3));
    case "boolean":
      return false;
    case "list":
      return [];
    default:
      // a text begins with the example that its meaning gives: "a die code, such as 3d, 3d+1 or 3d+2"
      return /such as ([^\s,;]+)/.exec(one.meaning)?.[1] ?? "";
  }
}

export const entryOf = (game: GameDescription, what: State["what"], name: string): DerivationDescription | RollDescription | undefined =>
  (what === "roll" ? game.rolls : game.derivations).find((one) => one.name === name);

/** How one setting differs from another, in words: "score 5, tag bonus: each rank". */
export function difference(one: Setting, other: Setting): string {
  const called = (name: string): string => name.slice(2).split(".").map(labelOf).join(" ");
  const said = (name: string, text: string): string => {
    const value = loosely(text);
    return `${called(name)}${typeof value === "string" ? ":" : ""} ${inWords(value)}`;
  };
  const mine = new Map(setting(one, ""));
  const theirs = new Map(setting(other, ""));
  const words = [...mine].filter(([name, text]) => name !== "p" && theirs.get(name) !== text).map(([name, text]) => said(name, text));
  const missing = [...theirs.keys()].filter((name) => name !== "p" && !mine.has(name));
  return [...words, ...missing.map((name) => `${called(name)}: as usual`)].join(", ");
}
