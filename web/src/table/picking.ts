// What is picked for an action: the legal ways, and the one that is most natural to begin with.
import { same } from "../parts/inputs";
import type { Game } from "../games";
import type { TableLink } from "./link";
import type { Ask, Offer, Params, View, Way } from "./shapes";

export interface Picked {
  offer: Offer;
  params: Params;
}

/** The names that are picked together, who does it aside. */
export const pickedNames = (offer: Offer): string[] => Object.keys(offer.ways[0]?.params ?? {}).filter((name) => name !== "who");

export function wayOf(offer: Offer, params: Params): Way | undefined {
  return offer.ways.find((way) => Object.entries(way.params).every(([name, value]) => same(params[name], value)));
}

/** The values of one name that are legal with those picked before it. */
export function valuesOf(offer: Offer, params: Params, name: string): unknown[] {
  const before = pickedNames(offer).slice(0, pickedNames(offer).indexOf(name));
  const found = offer.ways.filter((way) => before.every((other) => same(way.params[other], params[other])));
  return found.map((way) => way.params[name]).filter((value, place, all) => all.findIndex((one) => same(one, value)) === place);
}

/** Parameters with one value changed; what follows it and is not legal with it any more falls back to what is. */
export function withValue(offer: Offer, params: Params, name: string, value: unknown): Params {
  const { [name]: _, ...rest } = params;
  const next: Params = value === undefined ? rest : { ...rest, [name]: value };
  if (!pickedNames(offer).includes(name) || wayOf(offer, next)) return next;
  const kept = pickedNames(offer).slice(0, pickedNames(offer).indexOf(name) + 1);
  const way = offer.ways.find((one) => kept.every((other) => same(one.params[other], next[other])));
  return { ...next, ...way?.params };
}

/** What has to be given besides what is picked. */
export const needed = (offer: Offer, way: Way | undefined): Ask[] => offer.asks.filter((ask) => ask.required || way?.needs.includes(ask.name));

export const missing = (offer: Offer, way: Way | undefined, params: Params): Ask[] =>
  needed(offer, way).filter((ask) => params[ask.name] === undefined && (ask.required || ask.default === null || way?.needs.includes(ask.name)));

/** A ready table at which nothing has been done yet. */
export function isFresh(link: TableLink): boolean {
  const done = link.log.value.filter((event) => event.seq <= (link.view.value?.seq ?? 0));
  const opened = done.find((event) => event.kind === "assigned")?.seq ?? 0;
  return opened > 0 && !done.some((event) => event.seq > opened && ["acted", "rolled", "waiting"].includes(event.kind));
}

/** The first thing to do at a fresh table, as the game suggests it. */
export function suggestion(link: TableLink, game: Game): Picked | null {
  const first = isFresh(link) ? game.opening?.first : undefined;
  const offer = first && link.offers.value.find((one) => one.action === first.action && one.who === (first.params["who"] ?? ""));
  return first && offer ? { offer, params: { ...offer.ways[0]?.params, ...first.params } } : null;
}

const isOfParty = (view: View, name: string): boolean => {
  const one = view.characters[name];
  return one !== undefined && (one.shown || one.seat !== "");
};

/** Characters played by a seat, or whose sheet everyone sees. */
export const partyOf = (view: View): string[] => Object.keys(view.characters).filter((name) => isOfParty(view, name));

/** The way offered first: against the other side where possible, with the first legal value of everything else. */
export function natural(offer: Offer, view: View): Params {
  const side = isOfParty(view, offer.who);
  const others = (way: Way): string[] =>
    Object.entries(way.params).flatMap(([name, value]) => (name !== "who" && typeof value === "string" && value in view.characters ? [value] : []));
  const against = offer.ways.find((way) => others(way).length > 0 && others(way).every((name) => isOfParty(view, name) !== side));
  const way = against ?? offer.ways[0];
  const params: Params = { ...way?.params };
  for (const ask of needed(offer, way)) {
    const first = way?.may[ask.name]?.find((value) => value !== null) ?? ask.items[0];
    if (first !== undefined && ask.kind !== "list") params[ask.name] = first;
  }
  return params;
}
