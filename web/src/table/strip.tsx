// The positions of characters in a game without a map: on a line with its ranges, or in zones that the GM
// sets.
import { useState } from "preact/hooks";
import { post } from "../api";
import type { FightLine, GameDescription, Zone } from "../api-types";
import { adopt } from "../lazy_style";
import { useOperation } from "../operation";
import { Problem } from "../parts/shell";
import { CharacterToken } from "./character_token";
import type { TableLink } from "./link";
import { natural, partyOf, type Picked } from "./picking";
import { actionOf, capital, inWords } from "../words";
import style from "./strip.lazy.css";

adopt(style);

interface Props {
  link: TableLink;
  game: GameDescription;
  /** Whose actions are shown. */
  who: string;
  onPick: (picked: Picked) => void;
}

export function Strip(props: Props) {
  const { link, game } = props;
  const view = link.view.value!;
  if (game.board || Object.keys(view.characters).length === 0) return null;
  if (view.fight?.line && !view.fight.over) return <Line {...props} line={view.fight.line} turn={view.fight.turn} />;
  return <Zones {...props} />;
}

/** The actions of `who` on a character: a button for each action that may name them. */
function Against({ link, who, target, onPick }: Props & { target: string }) {
  const view = link.view.value!;
  if (link.at.value !== null) return null;
  const offers = link.offers.value.flatMap((offer) => {
    const way = offer.who === who && offer.by !== "gm" ? offer.ways.find((one) => Object.entries(one.params).some(([name, value]) => name !== "who" && value === target)) : undefined;
    return way ? [{ offer, params: { ...natural(offer, view), ...way.params } }] : [];
  });
  return offers.length > 0 ? (
    <div class="row" role="group" aria-label={`${who} and ${target}`}>
      {offers.map((picked) => (
        <button type="button" onClick={() => onPick(picked)}>
          {capital(actionOf(picked.offer.action))} {target}…
        </button>
      ))}
    </div>
  ) : null;
}

const measured = (count: number, unit: string): string => `${count} ${count === 1 ? unit.replace(/s$/, "") : unit}`;

const MARGIN = 3;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000];
const MOST_MARKS = 8;
/** The width of a token in percent of the line on a phone. */
const TOKEN = 14;

/** A line to scale: a mark at regular distances, the ranges of the acting character on both sides, a token for each. */
function Line(props: Props & { line: FightLine; turn: string }) {
  const { link, line, turn } = props;
  const [chosen, choose] = useState("");
  const places = Object.entries(line.places).sort(([, one], [, other]) => one - other);
  const at = line.places[turn];
  const [low, high] = [Math.min(...places.map(([, place]) => place)) - MARGIN, Math.max(...places.map(([, place]) => place)) + MARGIN];
  const percentOf = (place: number): number => (100 * (Math.min(high, Math.max(low, place)) - low)) / (high - low);
  const step = STEPS.find((one) => (high - low) / one <= MOST_MARKS) ?? 10_000;
  const marks = Array.from({ length: Math.floor(high / step) - Math.ceil(low / step) + 1 }, (_, place) => (Math.ceil(low / step) + place) * step);
  const bands = at === undefined ? [] : line.bands.filter((_, place) => place === 0 || line.bands[place - 1]!.most < high - low);
  const others = at === undefined ? [] : places.filter(([name]) => name !== turn).map(([name, place]) => ({ name, far: Math.abs(place - at) }));
  const within = (most: number, least = -1): typeof others => others.filter(({ far }) => far > least && far <= most);
  const farther = within(Infinity, line.bands.at(-1)?.most);
  // the last token in each row: a token goes into the first row in which it covers no other
  const rows: number[] = [];
  const stacked = places.map(([name, place]) => {
    const free = rows.findIndex((last) => percentOf(place) - last >= TOKEN);
    const row = free < 0 ? rows.length : free;
    rows[row] = percentOf(place);
    return { name, place, row };
  });
  return (
    <section class="strip-of sheet" aria-labelledby="strip-title">
      <h2 id="strip-title">{at === undefined ? "Ranges" : `Ranges from ${turn}`}</h2>
      <div class="range-line" style={{ height: `${rows.length * 44 + 40}px` }}>
        {[...bands].reverse().map((band) => (
          <span class={`band band-${line.bands.indexOf(band)}`} style={{ left: `${percentOf(at! - band.most)}%`, right: `${100 - percentOf(at! + band.most)}%` }} aria-hidden="true" />
        ))}
        {marks.map((mark) => (
          <span class="mark small" style={{ left: `${percentOf(mark)}%` }} aria-hidden="true">
            {inWords(mark)}
          </span>
        ))}
        {stacked.map(({ name, place, row }) => (
          <button type="button" class={`spot${name === turn ? " on-turn" : ""}`} aria-pressed={name === chosen} style={{ left: `${percentOf(place)}%`, bottom: `${28 + row * 44}px` }} onClick={() => choose(name === chosen ? "" : name)} aria-label={`${name}, at ${measured(place, line.unit)}`} title={name}>
            <CharacterToken link={link} name={name} />
          </button>
        ))}
      </div>
      <ul class="bands small" aria-label="Ranges">
        {bands.map((band) => (
          <li>
            <span class={`band-key band-${line.bands.indexOf(band)}`} aria-hidden="true" /> {band.name}, to {measured(band.most, line.unit)}
            <Near those={within(band.most, line.bands[line.bands.indexOf(band) - 1]?.most)} />
          </li>
        ))}
        {farther.length > 0 && (
          <li class="farther">
            {bands.length > 0 ? "out of range" : `distance in ${line.unit}`}
            <Near those={farther} />
          </li>
        )}
      </ul>
      {chosen && chosen !== props.who && <Against {...props} target={chosen} />}
    </section>
  );
}

/** Characters with their distances, after the name of a range. */
const Near = ({ those }: { those: { name: string; far: number }[] }) =>
  those.length > 0 ? (
    <span class="near">
      : <b>{those.map(({ name, far }) => `${name} ${inWords(far)}`).join(", ")}</b>
    </span>
  ) : null;

const FIRST = ["Near", "Middle", "Far"];

/** Zones side by side, each with the characters in it. */
function Zones(props: Props) {
  const { link } = props;
  const view = link.view.value!;
  const [chosen, choose] = useState("");
  const [editing, edit] = useState(false);
  const { busy, error, run } = useOperation();
  const names = Object.keys(view.characters);
  const sets = link.masters.value && link.at.value === null;
  const zones = view.settings.zones.map((zone) => ({ ...zone, who: zone.who.filter((name) => names.includes(name)) }));
  const save = (next: Zone[]): Promise<void> => run(() => post(link.path("/settings"), { settings: { zones: next } }));
  const put = (name: string, to: string): void => {
    choose("");
    void save(zones.map((zone) => ({ ...zone, who: [...zone.who.filter((one) => one !== name), ...(zone.name === to ? [name] : [])] })));
  };
  if (zones.length === 0) {
    const party = partyOf(view);
    const begin = (): Promise<void> =>
      save(FIRST.map((name, place) => ({ name, spaces: [], who: place === 0 ? party : place === FIRST.length - 1 ? names.filter((one) => !party.includes(one)) : [] })));
    return sets ? (
      <p>
        <button type="button" class="quiet" disabled={busy} onClick={begin}>
          Lay out zones
        </button>
      </p>
    ) : null;
  }
  const placed = zones.flatMap((zone) => zone.who);
  const spare = names.filter((name) => !placed.includes(name));
  const token = (name: string) => (
    <button type="button" class="person" aria-pressed={name === chosen} draggable={sets} onDragStart={(event) => event.dataTransfer?.setData("text/plain", name)} onClick={() => choose(name === chosen ? "" : name)}>
      <CharacterToken link={link} name={name} />
      {name}
    </button>
  );
  return (
    <section class="strip-of sheet" aria-labelledby="strip-title">
      <div class="row apart">
        <h2 id="strip-title">Zones</h2>
        {sets && (
          <button type="button" class="quiet" aria-expanded={editing} onClick={() => edit(!editing)}>
            Change the zones
          </button>
        )}
      </div>
      <ol class="zone-strip">
        {zones.map((zone) => (
          <li
            onDragOver={(event) => sets && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              const name = event.dataTransfer?.getData("text/plain") ?? "";
              if (sets && names.includes(name)) put(name, zone.name);
            }}
          >
            <h3>{zone.name}</h3>
            {zone.who.map(token)}
            {sets && chosen && !zone.who.includes(chosen) && (
              <button type="button" class="put" disabled={busy} onClick={() => put(chosen, zone.name)}>
                {chosen} here
              </button>
            )}
          </li>
        ))}
      </ol>
      {spare.length > 0 && <div class="row small">Nowhere yet: {spare.map(token)}</div>}
      {chosen && chosen !== props.who && <Against {...props} target={chosen} />}
      {editing && sets && <ZoneNames zones={zones} busy={busy} onSave={(next) => save(next).then(() => edit(false))} />}
      <Problem error={error} />
    </section>
  );
}

/** The names of the zones, in their order; an emptied name removes its zone. */
function ZoneNames({ zones, busy, onSave }: { zones: Zone[]; busy: boolean; onSave: (zones: Zone[]) => void }) {
  const [names, setNames] = useState(zones.map((zone) => zone.name));
  const next = names.flatMap((name, place) => (name.trim() ? [{ spaces: [], who: [], ...zones[place], name: name.trim() }] : []));
  return (
    <form
      class="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(next);
      }}
    >
      <div class="row">
        {[...names, ""].slice(0, 12).map((name, place) => (
          <input aria-label={place < zones.length ? `Zone ${place + 1}` : "Another zone"} placeholder="Another zone" maxLength={40} value={name} onInput={(event) => setNames([...names.slice(0, place), event.currentTarget.value, ...names.slice(place + 1)])} />
        ))}
      </div>
      <p class="row">
        <button class="primary" disabled={busy}>
          Save the zones
        </button>
        <button type="button" disabled={busy} onClick={() => onSave([])}>
          Without zones
        </button>
        <span class="small soft">An empty name removes a zone.</span>
      </p>
    </form>
  );
}
