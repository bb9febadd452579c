// Act: the legal actions of one character now, with the odds beside them.
import type { Values } from "../api";
import type { GameDescription, LabelledChance, OfferView } from "../api-types";
import { useEffect, useRef, useState } from "preact/hooks";
import { OddsBar } from "../parts/odds";
import { Skeleton } from "../parts/shell";
import type { Chances, Known } from "./chances";
import { CharacterToken } from "./character_token";
import type { TableLink } from "./link";
import { missing, natural, suggestion, wayOf, type Picked } from "./picking";
import { actionOf, attemptOf, capital, countOf, given, gm, inWords, isSpace, isTurning, roleOf, summaryOf } from "../words";

interface Props {
  link: TableLink;
  game: GameDescription;
  chances: Chances;
  /** Whose actions are shown. */
  who: string;
  onWho: (who: string) => void;
  onPick: (picked: Picked) => void;
  /** The suggested first action alone, or all the others; everything unless said. */
  part?: "first" | "remaining";
}

const GROUPS = ["due", "turn", "any time", "gm"] as const;
type Group = (typeof GROUPS)[number];

const groupOf = (offer: OfferView, due: Record<string, string>): Group => (due[offer.who] === offer.action ? "due" : offer.by === "gm" ? "gm" : offer.when);

/** For how many characters there are chips to choose from; with more there is a list. */
const MOST_CHIPS = 12;

/** How many actions are in the bar under the map in a fight; the others are behind "More". */
const MOST_IN_BAR = 8;

/** The actions of the bar: those the fight waits for and those of the turn, the end of the turn, then what can be done at any time. */
function barOf(turns: OfferView[], others: OfferView[]): OfferView[] {
  const ends = turns.filter((offer) => roleOf(offer.action) === "ends-turn");
  const acts = turns.filter((offer) => !ends.includes(offer)).slice(0, MOST_IN_BAR - ends.length);
  return [...acts, ...ends, ...others].slice(0, MOST_IN_BAR);
}

/** Whether a character's last attempt still waits with dice on the table: until it is answered, nothing else may be tried. */
const hasDiceOut = (link: TableLink, who: string): boolean => link.view.value!.pending.some((wait) => (wait.dice?.length ?? 0) > 0 && wait.params?.["who"] === who);

export function Act({ link, game, chances, who, onWho, onPick, part }: Props) {
  const view = link.view.value!;
  const names = [...new Set(link.offers.value.map((offer) => offer.who).filter((name) => name && link.plays(name)))];
  const isOver = view.fight?.over === true;
  const isHeld = hasDiceOut(link, who);
  const own = isHeld ? [] : link.offers.value.filter((offer) => offer.who === who && offer.action !== game.joining && !(isOver && isTurning(offer.action)));
  const anybodys = link.offers.value.filter((offer) => offer.who === "" && offer.action !== game.joining && !own.some((one) => one.action === offer.action));
  const first = suggestion(link, game);
  if (part === "first")
    return first ? (
      <section class="act" aria-label="To begin with">
        <ul class="offers">
          <Row link={link} offer={first.offer} params={first.params} isFirst chances={chances} onPick={onPick} />
        </ul>
      </section>
    ) : null;
  const offers = [...own, ...anybodys].filter((offer) => part !== "remaining" || offer !== first?.offer);
  const turn = view.fight && !view.fight.over ? view.fight.turn : "";
  const due = view.fight?.due ?? {};
  const titles: Record<Group, string> = { due: "The fight waits for", turn: turn && turn === who ? `${who}'s turn` : "On a turn", "any time": "Any time", gm: capital(gm()) };
  const inGroups = (those: OfferView[]): [Group, OfferView[]][] =>
    GROUPS.map((group): [Group, OfferView[]] => [group, those.filter((offer) => groupOf(offer, due) === group)]).filter(([, rows]) => rows.length > 0);
  const inThe = (...groups: Group[]): OfferView[] => inGroups(offers).flatMap(([group, rows]) => (groups.includes(group) ? rows : []));
  const isForLater = (offer: OfferView): boolean => game.actions.some((one) => one.name === offer.action && one.between_fights);
  const isFight = view.fight !== null && !isOver;
  const bar = isFight || !view.fight ? barOf(inThe("due", "turn"), inThe("any time").filter((offer) => !isFight || !isForLater(offer))) : [];
  const rest = offers.filter((offer) => !bar.includes(offer)).sort((one, other) => Number(other === first?.offer) - Number(one === first?.offer));
  const rowOf = (offer: OfferView) => (
    <Row
      key={`${offer.action} ${offer.who}`}
      link={link}
      offer={offer}
      params={offer === first?.offer ? first.params : natural(offer, view)}
      isFirst={offer === first?.offer}
      chances={chances}
      onPick={onPick}
    />
  );
  return (
    <section class="act sheet" aria-labelledby="act-title">
      <h2 id="act-title" tabIndex={-1}>{who && names.length > 1 ? `What ${who} can do now` : "What you can do now"}</h2>
      {names.length > MOST_CHIPS && (
        <label class="small row">
          For whom
          <select value={who} onChange={(event) => onWho(event.currentTarget.value)}>
            {names.map((name) => (
              <option value={name}>{name === turn ? `${name}, acting now` : name}</option>
            ))}
          </select>
        </label>
      )}
      {names.length > 1 && names.length <= MOST_CHIPS && (
        <div class="chips people" role="group" aria-label="For whom">
          {names.map((name) => (
            <button type="button" class="person" aria-pressed={name === who} onClick={() => onWho(name)}>
              <CharacterToken link={link} name={name} />
              {name}
            </button>
          ))}
        </div>
      )}
      {view.fight && !isOver && view.characters[who]?.is_out && <p class="soft">{who} is out of the fight.</p>}
      {isHeld && <p class="soft">{who}’s dice are on the table. Finish that first.</p>}
      {offers.length === 0 && !isHeld && (first ? <p class="soft">Begin with what is marked “try this first”.</p> : <Nothing link={link} />)}
      {bar.length > 0 && (
        <ul class="offers bar" aria-label={turn && turn === who ? titles.turn : "Actions"}>
          {bar.map(rowOf)}
        </ul>
      )}
      {bar.length > 0 && rest.length > 0 ? (
        <details key={`more ${who}`} class="more-actions">
          <summary>
            More <span class="soft">({rest.length})</span>
          </summary>
          {inGroups(rest).map(([group, rows]) => (
            <>
              <h3>{titles[group]}</h3>
              <ul class="offers">{rows.map(rowOf)}</ul>
            </>
          ))}
        </details>
      ) : (
        inGroups(rest).map(([group, rows]) => (
          <details open={group !== "gm"} key={`${group} ${who}`}>
            <summary>
              {titles[group]} <span class="soft">({rows.length})</span>
            </summary>
            <ul class="offers">{rows.map(rowOf)}</ul>
          </details>
        ))
      )}
    </section>
  );
}

function Nothing({ link }: { link: TableLink }) {
  if (!link.fresh.value) return <Skeleton lines={3} />;
  if (link.at.value !== null) return <p class="soft">You are looking at the past. Choose “Back to now” to act.</p>;
  if (link.view.value?.closed) return <p class="soft">The table is closed.</p>;
  const names = Object.keys(link.view.value?.characters ?? {});
  if (names.length === 0) return <p class="soft">No characters here yet. Add one to begin.</p>;
  if (link.watches.value) return <p class="soft">You are watching. Everything that happens is shown here and in the log.</p>;
  return <p class="soft">Nothing for you to do just now. You will see here when it is your turn.</p>;
}

interface RowProps {
  link: TableLink;
  offer: OfferView;
  params: Values;
  isFirst: boolean;
  chances: Chances;
  onPick: (picked: Picked) => void;
}

function Row({ link, offer, params, isFirst, chances, onPick }: RowProps) {
  const [row, seen] = useSeen();
  const [busy, setBusy] = useState(false);
  // a space is chosen on the map: the odds of the first one say nothing
  const whole = missing(offer, wayOf(offer, params), params).length === 0 && (offer.ways.length === 1 || !Object.values(params).some(isSpace));
  const known = seen && whole ? chances.of(offer.action, params).value : undefined;
  const bar = oddsOf(known);
  const said = given(Object.fromEntries(Object.entries(params).filter(([, value]) => !isSpace(value))));
  const name = capital(actionOf(offer.action));
  // an action without dice or parameters is done at once: it can be undone
  const atOnce = offer.by !== "gm" && offer.when === "turn" && offer.ways.length === 1 && offer.asks.length === 0 && (roleOf(offer.action) === "ends-turn" || isCertain(known));
  const press = async (): Promise<void> => {
    if (!atOnce) return onPick({ offer, params });
    setBusy(true);
    await link.act(offer.action, params).catch((problem: unknown) => (link.problem.value = problem));
    setBusy(false);
  };
  return (
    <li ref={row}>
      <button type="button" class={`offer${isFirst ? " first" : ""}`} disabled={busy} onClick={press}>
        <span class="offer-name">
          {isFirst && <CharacterToken link={link} name={offer.who} />}
          {isFirst && offer.who && `${offer.who}: `}
          <b title={isFirst ? name : undefined}>{isFirst ? capital(attemptOf(offer.action, params, true)) : name}</b>
          {isFirst && <span class="tag">try this first</span>} <Cost known={known} who={offer.who} /> <span class="small soft">{bar && !isFirst ? said : ""}</span>
        </span>
        {known === null ? (
          <span class="odds-bar skeleton" aria-hidden="true" />
        ) : bar ? (
          <SmallOdds rows={bar} title={`Odds of ${actionOf(offer.action)} ${said}`} />
        ) : (
          <span class="small soft summary">{isFirst && known?.why ? known.why : summaryOf(offer.action)}</span>
        )}
      </button>
    </li>
  );
}

/** The cost of an action in a turn: "3 AP", "1 action". */
function Cost({ known, who }: { known: Known | null | undefined; who: string }) {
  const own = (name: string): string => (name.startsWith(`${who} `) ? name.slice(who.length + 1) : name);
  const cost = Object.entries(known?.odds?.cost ?? {}).map(([name, count]) => [own(name), count] as const);
  if (cost.length === 0) return null;
  return <span class="small cost">{cost.map(([name, count]) => countOf(name, count)).join(", ")}</span>;
}

const oddsOf = (known: Known | null | undefined) => (known?.odds && known.odds.method !== "over budget" && known.odds.bar.length > 1 ? known.odds.bar : null);

/** The number of outcomes from which on no part of a small bar has room for its share. */
const MANY = 12;

/** A bar, or the range of a number that has too many outcomes for one. */
function SmallOdds({ rows, title }: { rows: LabelledChance[]; title: string }) {
  const numbers = rows.map((row) => Number(/-?\d+$/.exec(row.label)?.[0]));
  if (rows.length < MANY || numbers.some(Number.isNaN)) return <OddsBar rows={rows} small title={title} />;
  const likeliest = rows.reduce((one, other) => (other.value > one.value ? other : one));
  return (
    <span class="small soft">
      {inWords(Math.min(...numbers))} to {inWords(Math.max(...numbers))}, most often {numbers[rows.indexOf(likeliest)]}
    </span>
  );
}

/** Whether no dice are involved. */
export const isCertain = (known: Known | null | undefined): boolean => known?.odds?.method === "exact" && known.odds.more === 1;

/** Whether something has come into view; once it has, it counts as seen. */
function useSeen() {
  const place = useRef<HTMLLIElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current || seen) return undefined;
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true), { rootMargin: "120px 0px" });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [seen]);
  return [place, seen] as const;
}
