// The values picked for an action: the legal ways, and the most natural one to begin with.
import type { Values } from "../api";
import type { Ask, GameDescription, OfferView, OpeningDescription, TableView, Way } from "../api-types";
import { same } from "../parts/inputs";
import { useOf } from "../words";
import type { TableLink } from "./link";

/** With more characters than this, the order of turns is limited to two lines, so that the map keeps its place. */
export const CROWD = 12;

export interface Picked {
  offer: OfferView;
  params: Values;
  /** The changes made in its form, which may move to another part of the page. */
  draft?: Draft;
}

export interface Draft {
  params?: Values;
  typing?: boolean;
  faces?: string[];
  audience?: string;
}

/** The names that are picked together, except who acts. */
export const pickedNames = (offer: OfferView): string[] => Object.keys(offer.ways[0]?.params ?? {}).filter((name) => name !== "who");

export function wayOf(offer: OfferView, params: Values): Way | undefined {
  return offer.ways.find((way) => Object.entries(way.params).every(([name, value]) => same(params[name], value)));
}

/** The values of one name that are legal with those picked before it. */
export function valuesOf(offer: OfferView, params: Values, name: string): unknown[] {
  const all = choicesAmong(offer.action, name, everyValue(offer, params, name));
  // the acting character is listed by name, so an empty value need not be offered too
  return useOf(offer.action, name) === "helps" && all.includes(offer.who) ? all.filter((value) => value !== "" && value !== null) : all;
}

function everyValue(offer: OfferView, params: Values, name: string): unknown[] {
  const before = pickedNames(offer).slice(0, pickedNames(offer).indexOf(name));
  const found = offer.ways.filter((way) => before.every((other) => same(way.params[other], params[other])));
  return found.map((way) => way.params[name]).filter((value, place, all) => all.findIndex((one) => same(one, value)) === place);
}

/** The values that are different choices: the only weapon is the usual one. */
export function choicesAmong(action: string, name: string, values: unknown[]): unknown[] {
  const named = values.filter((value) => value !== "" && value !== null);
  return useOf(action, name) === "arm" && named.length === 1 ? named : values;
}

/** Parameters with one value changed; later values that are no longer legal with it are replaced by legal ones. */
export function withValue(offer: OfferView, params: Values, name: string, value: unknown): Values {
  const { [name]: _, ...rest } = params;
  const next: Values = value === undefined ? rest : { ...rest, [name]: value };
  if (!pickedNames(offer).includes(name) || wayOf(offer, next)) return next;
  const kept = pickedNames(offer).slice(0, pickedNames(offer).indexOf(name) + 1);
  const way = offer.ways.find((one) => kept.every((other) => same(one.params[other], next[other])));
  return { ...next, ...way?.params };
}

/** The required values besides the picked ones. */
export const needed = (offer: OfferView, way: Way | undefined): Ask[] => offer.asks.filter((ask) => ask.required || way?.needs.includes(ask.name));

export const missing = (offer: OfferView, way: Way | undefined, params: Values): Ask[] =>
  needed(offer, way).filter((ask) => params[ask.name] === undefined && (ask.required || ask.default === null || way?.needs.includes(ask.name)));

/** A ready table at which nothing has been done yet. */
export function isFresh(link: TableLink): boolean {
  const done = link.log.value.filter((event) => event.seq <= (link.view.value?.seq ?? 0));
  const opened = done.find((event) => event.kind === "assigned")?.seq ?? 0;
  return opened > 0 && !done.some((event) => event.seq > opened && ["acted", "rolled", "waiting"].includes(event.kind));
}

/** The ready-made scene of a table: of those whose heroes are all there, the one with the most. */
export function openingOf(link: TableLink, game: GameDescription): OpeningDescription | undefined {
  const there = link.view.value?.characters ?? {};
  return game.openings.filter((one) => one.heroes.every((hero) => hero in there)).sort((one, other) => other.heroes.length - one.heroes.length)[0];
}

/** The game's suggested first action at a fresh table. */
export function suggestion(link: TableLink, game: GameDescription): Picked | null {
  const first = isFresh(link) ? openingOf(link, game)?.first : undefined;
  const offer = first && link.offers.value.find((one) => one.action === first.action && one.who === (first.params["who"] ?? ""));
  return first && offer ? { offer, params: { ...offer.ways[0]?.params, ...first.params } } : null;
}

const isOfParty = (view: TableView, name: string): boolean => {
  const one = view.characters[name];
  return one !== undefined && (one.shown || one.seat !== "");
};

/** Characters played by a seat, or whose sheet everyone sees. */
export const partyOf = (view: TableView): string[] => Object.keys(view.characters).filter((name) => isOfParty(view, name));

/** Whether a parameter names one's own side: whom an action helps, or who gives. */
const isFriendly = (action: string, param: string): boolean => ["helps", "gives"].includes(useOf(action, param) ?? "");

/** How unlikely a character is as a value: first comes the other side, or for help one's own; within a side, those still in the fight. */
const unlikely = (view: TableView, offer: OfferView, param: string, name: string): number =>
  2 * Number((isOfParty(view, name) === isOfParty(view, offer.who)) !== isFriendly(offer.action, param)) + Number(view.characters[name]!.is_out);

/** Values of a parameter with the likeliest characters first. */
export function likelyFirst(view: TableView, offer: OfferView, param: string, values: unknown[]): unknown[] {
  const rank = (value: unknown): number => (typeof value === "string" && value in view.characters ? unlikely(view, offer, param, value) : 0);
  return [...values].sort((one, other) => rank(one) - rank(other));
}

/** The way offered first: with the likeliest characters, oneself before a friend to be helped, and the first legal value of everything else. */
export function natural(offer: OfferView, view: TableView): Values {
  const others = (way: Way): [string, string][] =>
    Object.entries(way.params).flatMap(([name, value]): [string, string][] => (name !== "who" && typeof value === "string" && value in view.characters ? [[name, value]] : []));
  const helps = pickedNames(offer).some((name) => isFriendly(offer.action, name));
  const least = (rank: number): Way | undefined =>
    offer.ways.find((way) => (helps || others(way).length > 0) && others(way).every(([name, value]) => unlikely(view, offer, name, value) <= rank));
  const isForOneself = (way: Way): boolean => Object.entries(way.params).some(([name, value]) => value === offer.who && useOf(offer.action, name) === "helps");
  const way = offer.ways.find(isForOneself) ?? least(0) ?? least(1) ?? offer.ways[0];
  const params: Values = { ...way?.params };
  for (const ask of needed(offer, way)) {
    const first = way?.may[ask.name]?.find((value) => value !== null) ?? ask.items[0];
    if (first !== undefined && ask.kind !== "list") params[ask.name] = first;
  }
  return params;
}
