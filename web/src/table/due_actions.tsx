// The actions a fight waits for: each character who must act before it continues, with a button for every legal way.
import type { OfferView, Way } from "../api-types";
import { useOperation } from "../operation";
import { Problem } from "../parts/shell";
import { CharacterToken } from "./character_token";
import type { TableLink } from "./link";
import { pickedNames, type Picked } from "./picking";
import { actionOf, capital, inWords, summaryOf, together } from "../words";

/** With more ways than this, the form of the action is used. */
const MOST_BUTTONS = 6;

interface Props {
  link: TableLink;
  onPick: (picked: Picked) => void;
}

export function DueActions({ link, onPick }: Props) {
  const { busy, error, run } = useOperation();
  const view = link.view.value;
  const due = Object.entries(view?.fight?.due ?? {});
  if (!view || due.length === 0 || link.at.value !== null) return null;
  const offers = due.flatMap(([who, action]) => {
    const offer = link.plays(who) ? link.offers.value.find((one) => one.who === who && one.action === action) : undefined;
    return offer ? [offer] : [];
  });
  const others = due.map(([who]) => who).filter((who) => !offers.some((offer) => offer.who === who));
  if (offers.length === 0)
    return (
      <p class="note" role="status">
        Waiting for {together(others)}.
      </p>
    );
  return (
    <section class="due decide sheet arrives" aria-labelledby="due-title">
      <div role="status">
        <h2 id="due-title" tabIndex={-1}>{capital(actionOf(offers[0]!.action))}</h2>
      </div>
      <p class="small soft">{summaryOf(offers[0]!.action)}</p>
      <ul>
        {offers.map((offer) => (
          <li class="row apart" key={`${offer.who} ${offer.action}`}>
            <b>
              <CharacterToken link={link} name={offer.who} />
              {offer.who}
            </b>
            <span class="row">
              {offer.ways.length <= MOST_BUTTONS && offer.ways.every((way) => way.needs.length === 0) ? (
                offer.ways.map((way) => (
                  <button type="button" disabled={busy} aria-label={`${offer.who}: ${wordsOf(offer, way)}`} onClick={() => run(() => link.act(offer.action, way.params))}>
                    {capital(wordsOf(offer, way))}
                  </button>
                ))
              ) : (
                <button type="button" onClick={() => onPick({ offer, params: offer.ways[0]?.params ?? {} })}>
                  {capital(actionOf(offer.action))}…
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {others.length > 0 && <p class="small soft">Also waiting for {together(others)}.</p>}
      <Problem error={error} />
    </section>
  );
}

const wordsOf = (offer: OfferView, way: Way): string => pickedNames(offer).map((name) => inWords(way.params[name])).join(", ") || actionOf(offer.action);
