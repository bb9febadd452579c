// One action: its parameters with only legal values, who sees it, and the two ways to roll.
import type { Values } from "../api";
import type { Ask, GameDescription, OfferView, Way } from "../api-types";
import { useEffect, useRef, useState } from "preact/hooks";
import { useOperation } from "../operation";
import { FaceBoxes, isWhole } from "../parts/face_boxes";
import { FromFile } from "../parts/from_file";
import { beyond, ChoiceInput, CodeInput, FlagInput, same, StepperInput, WordsInput } from "../parts/inputs";
import { OddsBar } from "../parts/odds";
import { PicksInput } from "../parts/picks";
import { Problem } from "../parts/shell";
import { isCertain } from "./act";
import { spaceIn } from "./board_geometry";
import type { Chances, Known } from "./chances";
import { useDiceAhead } from "./dice_ahead";
import type { TableLink } from "./link";
import { choicesAmong, missing, needed, openingOf, likelyFirst, pickedNames, valuesOf, wayOf, withValue, type Picked } from "./picking";
import { kindOf, OwnInput } from "./own_inputs";
import { SpaceInput } from "./space_input";
import { flagOf, listOf, numberOf, textOf } from "../values";
import { actionOf, capital, gm, inWords, labelOf, meaningOf, summaryOf } from "../words";

interface Props {
  link: TableLink;
  game: GameDescription;
  chances: Chances;
  picked: Picked;
  onDone: () => void;
}

/** The events by which a player does something. */
const TOUCHES = ["pointerdown", "wheel", "keydown"] as const;

export function ActForm({ link, game, chances, picked, onDone }: Props) {
  const { offer, draft = {} } = picked;
  const [params, setParams] = useState<Values>(draft.params ?? picked.params);
  const [typing, setTyping] = useState(draft.typing ?? false);
  const [faces, setFaces] = useState<string[]>(draft.faces ?? []);
  const [audience, setAudience] = useState(draft.audience ?? link.audience.value);
  Object.assign(draft, { params, typing, faces, audience });
  const { busy, error, run } = useOperation();
  const way = wayOf(offer, params);
  const set = (name: string, value: unknown): void => setParams(withValue(offer, params, name, value));
  const theirs = offer.asks.filter((ask) => isTheirs(link, ask, params));
  const asks = needed(offer, way).filter((ask) => !theirs.includes(ask));
  const others = offer.asks.filter((ask) => !asks.includes(ask) && !theirs.includes(ask) && !hasOneValue(way, ask));
  const proposes = isProposal(link, game, offer, theirs, params);
  const ready = way !== undefined && missing(offer, way, params).length === 0;
  const known = ready ? chances.of(offer.action, params).value : undefined;
  const rolls = ready && !isCertain(known);
  const isHidden = link.hides(Object.values(params));
  const ahead = useDiceAhead(link, typing && ready && !isHidden ? { action: offer.action, params } : null, faces);
  // the dice are asked for throw by throw: what they are follows from a decision, or from a sheet that is hidden here
  const undecided = isHidden || (ahead.ends && ahead.throws.length === 0);
  const cards = ahead.throws.length > 0 && ahead.throws.every((one) => one.cards.length > 0);
  const press = (): Promise<void> => run(() => link.act(offer.action, params, typing ? faces : undefined, audience).then(onDone));
  const inputOf = (ask: Ask, setter = "") => <AskInput key={ask.name} link={link} game={game} who={offer.who} action={offer.action} ask={ask} setter={setter} way={way} value={params[ask.name]} onChange={(value) => set(ask.name, value)} />;
  const form = useRef<HTMLFormElement>(null);
  // the form stays in view while it and the page above it grow by their odds, until the player does something
  useEffect(() => {
    const place = form.current?.closest(".doing-now");
    form.current?.querySelector("h2")?.focus({ preventScroll: true });
    const growth = new ResizeObserver(() => place?.scrollIntoView({ block: "nearest" }));
    for (const one of [place, place?.parentElement]) if (one) growth.observe(one);
    const stop = (): void => {
      growth.disconnect();
      for (const name of TOUCHES) removeEventListener(name, stop, true);
    };
    for (const name of TOUCHES) addEventListener(name, stop, true);
    return stop;
  }, []);
  // the boxes for dice stand above the buttons, which stay in sight on a phone and would cover them
  useEffect(() => {
    if (typing) form.current?.querySelector(".typed")?.scrollIntoView({ block: "nearest" });
  }, [typing, ahead.throws.length]);
  return (
    <form
      ref={form}
      class="stack act-form"
      onSubmit={(event) => {
        event.preventDefault();
        void press();
      }}
    >
      <div class="row apart">
        <h2 tabIndex={-1}>
          {offer.who ? `${offer.who}: ${actionOf(offer.action)}` : capital(actionOf(offer.action))}
        </h2>
        <button type="button" class="quiet" onClick={onDone}>
          Back
        </button>
      </div>
      <p class="serif">{summaryOf(offer.action)}</p>
      {pickedNames(offer).map((name) => {
        const values = likelyFirst(link.view.value!, offer, name, valuesOf(offer, params, name));
        return values.length > 1 ? (
          <ChoiceInput key={name} label={labelOf(name)} values={values} value={params[name]} onChange={(value) => set(name, value)} say={(value) => `${say(value)}${isOut(link, value) ? " (out)" : ""}`} />
        ) : null;
      })}
      {asks.map((ask) => inputOf(ask))}
      {others.length > 0 && (
        <details open={others.length <= 2}>
          <summary>More options ({others.length})</summary>
          <div class="stack more">{others.map((ask) => inputOf(ask))}</div>
        </details>
      )}
      {theirs.length > 0 && (
        <details open={proposes || theirs.some((ask) => needed(offer, way).includes(ask))}>
          <summary>For others to set ({theirs.length})</summary>
          <p class="small soft">These values are a proposal: the action happens once the others agree.</p>
          <div class="stack more">
            {theirs.map((ask) => inputOf(ask, setterOf(ask, params)))}
          </div>
        </details>
      )}
      {!way && <p class="soft">That is no longer possible. Choose again, or go back.</p>}
      {ready && <Price known={known} title={`Odds of ${actionOf(offer.action)}`} />}
      <Problem error={error} />
      {typing && (
        <div class="field typed">
          <span>{isHidden ? "Begin, then type your dice as they are asked for." : undecided ? "A decision comes first; then you are asked for your dice." : cards ? "The cards you drew, by their names" : "The faces you rolled, in order"}</span>
          {!undecided && <FaceBoxes value={faces} onChange={setFaces} throws={ahead.throws} more={ahead.more} ends={ahead.ends} />}
          {ahead.more && !undecided && <span class="hint">Space or comma moves to the next box. If more dice are needed, you are asked for them.</span>}
        </div>
      )}
      <div class="row">
        <button type="submit" class="primary" disabled={busy || !ready || (typing && !undecided && !isWhole(faces))}>
          {proposes ? "Ask for it" : typing ? (undecided ? "Begin" : cards ? "These are my cards" : "These are my dice") : rolls ? "Roll" : "Do it"}
        </button>
        {rolls && !proposes && (
          <button type="button" onClick={() => setTyping(!typing)} aria-expanded={typing}>
            {typing ? "Let the table roll" : "I rolled…"}
          </button>
        )}
        {rolls && <Audience link={link} value={audience} onChange={setAudience} />}
      </div>
    </form>
  );
}

/** Whether there is nothing to choose: the only legal value of an optional parameter is the one that goes without saying. */
const hasOneValue = (way: Way | undefined, ask: Ask): boolean => !ask.required && ask.default !== null && way?.may[ask.name]?.length === 1 && same(way.may[ask.name]![0], ask.default);

/** Whether a parameter is for another seat to set: the GM's, or the player's of the character it concerns. */
function isTheirs(link: TableLink, ask: Ask, params: Values): boolean {
  if (link.masters.value || ask.set_by === "actor") return false;
  if (ask.set_by === "gm") return !link.view.value?.settings.players_set;
  const named = params[ask.set_by];
  return typeof named !== "string" || !link.plays(named);
}

const setterOf = (ask: Ask, params: Values): string => (ask.set_by === "gm" ? `the ${gm()} sets this` : `set by the player of ${String(params[ask.set_by] ?? `the ${ask.set_by}`)}`);

/** Whether an action would wait for another seat to agree; values that the GM or the ready-made scene has set do not. */
function isProposal(link: TableLink, game: GameDescription, offer: OfferView, theirs: Ask[], params: Values): boolean {
  const view = link.view.value;
  const first = openingOf(link, game)?.first;
  const suggested = first?.action === offer.action && Object.entries(first.params).every(([name, value]) => same(value, params[name])) ? first.params : {};
  const asked = Object.values(view?.requests ?? {}).filter((one) => one.action === offer.action && one.of.includes(offer.who));
  const isAsked = (name: string): boolean => [suggested, ...asked.map((one) => one.params)].some((values) => same(values[name], params[name]));
  if (offer.approval && asked.length === 0 && !link.masters.value && !view?.settings.players_set) return true;
  return theirs.some((ask) => params[ask.name] !== undefined && !same(params[ask.name], ask.default) && !isAsked(ask.name));
}

const audiences = () =>
  [
    ["everyone", "Open roll"],
    ["private", `Seen by you and the ${gm()}`],
    ["gm", `Seen by the ${gm()}`],
    ["blind", `Seen by the ${gm()}, not you`],
  ] as const;

function Audience({ link, value, onChange }: { link: TableLink; value: string; onChange: (value: string) => void }) {
  const offered = audiences().filter(([name]) => !link.masters.value || name === "everyone" || name === "gm");
  return (
    <div class="seen-by">
      <select aria-label="Seen by" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {offered.map(([name, words]) => (
          <option value={name}>{link.masters.value && name === "gm" ? "Hidden roll" : words}</option>
        ))}
      </select>
    </div>
  );
}

/** The odds in full: a bar with its key, or why there is none. */
function Price({ known, title }: { known: Known | null | undefined; title: string }) {
  if (!known) return <span class="odds-bar skeleton" aria-hidden="true" />;
  if (!known.odds) return <p class="small soft">{known.why}</p>;
  const { odds } = known;
  if (odds.method === "over budget") return <p class="small soft">{odds.note}</p>;
  if (isCertain(known)) return <p class="small soft">No dice needed.</p>;
  return (
    <div>
      <OddsBar rows={odds.bar} title={title} />
      {odds.method !== "exact" && <p class="small soft">{odds.note}</p>}
    </div>
  );
}

/** Whether a value is a character who can take no part in a fight. */
const isOut = (link: TableLink, value: unknown): boolean => typeof value === "string" && (link.view.value?.characters[value]?.is_out ?? false);

const say = (value: unknown): string => (value === "" || value === null ? "usual" : inWords(value));

interface AskProps {
  link: TableLink;
  game: GameDescription;
  who: string;
  action: string;
  ask: Ask;
  /** Who sets it, if others do. */
  setter: string;
  way: Way | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Whether a parameter is a space of the map: two whole numbers, in a game that has a map. */
function isSpace(game: GameDescription, action: string, name: string): boolean {
  const kind = kindOf(game, action, name);
  return game.board && kind?.kind === "list" && kind.least === 2 && kind.most === 2 && kind.items?.kind === "integer";
}

function AskInput({ link, game, who, action, ask, setter, way, value, onChange }: AskProps) {
  const shared = { label: labelOf(ask.name), hint: [beyond(labelOf(ask.name), meaningOf(action, ask.name)), setter].filter(Boolean).join(" · "), onChange };
  if (isSpace(game, action, ask.name)) return <SpaceInput {...shared} link={link} action={action} who={who} value={spaceIn(value ?? ask.default)} />;
  if (game.from_file?.action === action && game.from_file.parameter === ask.name) return <FromFile game={game} value={textOf(value)} onChange={onChange} />;
  const legal = way?.may[ask.name];
  if (ask.kind === "words" && legal) {
    if (legal.length === 2 && legal.includes(true) && legal.includes(false))
      return <FlagInput {...shared} value={flagOf(value ?? ask.default)} />;
    if (!ask.required && choicesAmong(action, ask.name, legal).length === 1 && legal.length > 1) return null;
    return <ChoiceInput {...shared} values={legal} value={value ?? ask.default ?? undefined} open={ask.required || legal.some((one) => same(one, ask.default)) ? undefined : "usual"} say={say} />;
  }
  switch (ask.kind) {
    case "number":
      return <StepperInput {...shared} value={numberOf(value)} least={ask.least} most={ask.most} usual={numberOf(ask.default) ?? null} />;
    case "text":
      if (kindOf(game, action, ask.name)?.kind === "code" && ask.items.length === 0) return <CodeInput {...shared} value={value ?? ask.default ?? undefined} />;
      return <WordsInput {...shared} value={textOf(value)} suggested={ask.items.map(String)} />;
    case "list":
      if (ask.items.length === 0) return <OwnInput {...shared} link={link} game={game} who={who} action={action} name={ask.name} value={value ?? ask.default ?? undefined} />;
      return <PicksInput {...shared} form={{ kind: "picks", values: ask.items, least: 0, most: 100, repeats: false, own: null, places: [] }} value={listOf(value ?? ask.default)} />;
    default:
      return <OwnInput {...shared} link={link} game={game} who={who} action={action} name={ask.name} value={value ?? ask.default ?? undefined} />;
  }
}
