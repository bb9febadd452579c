// Party and foes: a card for each character, with the game's own trackers, and every number that can be rolled a button.
import type { CharacterView, GameDescription, OfferView } from "../api-types";
import { useState } from "preact/hooks";
import { put } from "../api";
import { Sheet } from "../parts/lazy_sheet";
import { CharacterToken } from "./character_token";
import type { TableLink } from "./link";
import type { Picked } from "./picking";
import { Brief, Trackers } from "./trackers";

interface Props {
  link: TableLink;
  game: GameDescription;
  onPick: (picked: Picked) => void;
}

export function Party({ link, game, onPick }: Props) {
  const [chosen, choose] = useState<boolean | null>(null);
  const view = link.view.value;
  if (!view) return null;
  const all = Object.entries(view.characters);
  const isParty = ([, one]: [string, CharacterView]): boolean => one.shown || one.seat !== "";
  const groups = [
    ["Party", all.filter(isParty)],
    [link.masters.value ? "Yours to run" : "Others here", all.filter((one) => !isParty(one))],
  ] as const;
  const isCompact = chosen ?? all.length > MOST_CARDS;
  return (
    <div class="stack">
      {groups
        .filter(([, people]) => people.length > 0)
        .map(([title, people], place) => (
          <section aria-label={title}>
            <div class="row apart">
              <h2 class="group-title">
                {title} {isCompact && <span class="soft">({people.length})</span>}
              </h2>
              {place === 0 && all.length > 2 && (
                <button type="button" class="link small" aria-pressed={isCompact} onClick={() => choose(!isCompact)}>
                  {isCompact ? "Show whole cards" : "Show one line each"}
                </button>
              )}
            </div>
            <div class={isCompact ? "compact-party" : "stack"}>
              {people.map(([name, one]) =>
                isCompact ? (
                  <Line key={name} link={link} game={game} name={name} character={one} onPick={onPick} />
                ) : (
                  <Card key={name} link={link} game={game} name={name} character={one} onPick={onPick} />
                ),
              )}
            </div>
          </section>
        ))}
    </div>
  );
}

/** How many cards are shown whole before they become one line each. */
const MOST_CARDS = 8;

/** A character in one line; a click unfolds the card. */
function Line(props: CardProps) {
  const { link, name, character } = props;
  const [open, setOpen] = useState(false);
  const fight = link.view.value!.fight;
  const turn = fight && !fight.over && fight.turn === name;
  return (
    <div class={`compact${turn ? " on-turn" : ""}`}>
      <button type="button" class="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        <CharacterToken link={link} name={name} />
        <span class="grow">{name}</span>
        <Brief shown={character.trackers} />
      </button>
      {open && <Card {...props} />}
    </div>
  );
}

interface CardProps extends Props {
  name: string;
  character: CharacterView;
}

function Card({ link, name, character, onPick }: CardProps) {
  const [open, setOpen] = useState(false);
  const view = link.view.value!;
  const fight = view.fight;
  const turn = fight && !fight.over && fight.turn === name;
  const player = view.seats[character.seat]?.name;
  const here = link.presence.value.includes(character.seat);
  const known = Object.keys(character.sheet).some((field) => field !== "name");
  return (
    <article class={`card sheet${turn ? " on-turn" : ""}`}>
      <div class="row apart">
        <h3>
          <CharacterToken link={link} name={name} />
          {name}
        </h3>
        {turn && <span class="tag">acting now</span>}
      </div>
      {player && (
        <p class="small soft">
          {player}
          {here ? " (here)" : " (away)"}
        </p>
      )}
      <Trackers shown={character.trackers} where="sheet" />
      <div class="folds">
        {known && (
          <details onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary class="small">Sheet</summary>
            {open && <Sheet bare sheet={character.sheet} press={(row) => pressOf(link, name, row, onPick)} />}
          </details>
        )}
        {link.masters.value && link.at.value === null && <Keeper link={link} name={name} character={character} />}
      </div>
    </article>
  );
}

/** Picks the action that rolls a row of the sheet, if there is one. */
function pressOf(link: TableLink, name: string, row: string, onPick: Props["onPick"]): (() => void) | undefined {
  const offers = link.offers.value.filter((offer) => offer.who === name && offer.by !== "gm" && offer.when === "any time");
  const picked = rollable(offers, row);
  return picked ? () => onPick(picked) : undefined;
}

/** An action that names this row of the sheet, prefilled. */
function rollable(offers: OfferView[], row: string): Picked | null {
  for (const offer of offers) {
    const way = offer.ways.find((one) => Object.entries(one.params).some(([name, value]) => name !== "who" && value === row));
    if (way) return { offer, params: { ...way.params } };
    const may = Object.entries(offer.ways[0]?.may ?? {}).find(([name, values]) => values.includes(row) && offer.asks.some((ask) => ask.name === name && ask.required));
    if (may) return { offer, params: { ...offer.ways[0]?.params, [may[0]]: row } };
  }
  return null;
}

function Keeper({ link, name, character }: { link: TableLink; name: string; character: CharacterView }) {
  const seats = Object.entries(link.view.value?.seats ?? {}).filter(([, seat]) => seat.role === "player");
  const set = (seat: string, shown: boolean): void => {
    void put(link.path(`/characters/${encodeURIComponent(name)}/keeper`), { seat, shown }).catch((problem: unknown) => {
      link.problem.value = problem;
    });
  };
  return (
    <details>
      <summary class="small">Who plays, who sees</summary>
      <div class="stack tight">
        <label class="small">
          Played by{" "}
          <select value={character.seat} onChange={(event) => set(event.currentTarget.value, character.shown)}>
            <option value="">you</option>
            {seats.map(([seat, one]) => (
              <option value={seat}>{one.name}</option>
            ))}
          </select>
        </label>
        <label class="small row">
          <input type="checkbox" checked={character.shown || character.seat !== ""} disabled={character.seat !== ""} onChange={(event) => set(character.seat, event.currentTarget.checked)} />
          everyone sees the whole sheet
        </label>
      </div>
    </details>
  );
}
