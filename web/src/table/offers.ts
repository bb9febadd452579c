// The legal actions, unpacked from the short form of a live connection, which leaves out what the description of the game has.
import type { Values } from "../api";
import type { Ask, OfferView, PackedOffers, PackedWays, Way } from "../api-types";

const UNSAID = { meaning: "", allowed: "", required: false, default: null, least: null, most: null, items: [], set_by: "actor" };

export function unpacked(packed: PackedOffers): OfferView[] {
  const asks = packed.asks.map((one): Ask => ({ ...UNSAID, ...one }));
  return packed.offers.map(([of, who, ways]) => {
    const { approval = false, notes = {}, ...action } = packed.actions[of]!;
    return { ...action, summary: "", approval, notes, who, asks: action.asks.map((place) => asks[place]!), ways: ways.flatMap((place) => waysOf(packed.ways[place]!, who, packed.values)) };
  });
}

function waysOf({ each, may = {}, needs = [] }: PackedWays, who: string, values: unknown[][]): Way[] {
  const rest = { may: Object.fromEntries(Object.entries(may).map(([name, place]) => [name, values[place]!])), needs };
  const picked = Object.entries(each).reduce<Values[]>((found, [name, those]) => found.flatMap((one) => (those ?? [who]).map((value) => ({ ...one, [name]: value }))), [{}]);
  return picked.map((params) => ({ params, ...rest }));
}
