// A table on a television or a projector: the order of turns, the stage, and the last result. It has no controls.
//
// It is a spectator's seat, so that nothing hidden from the players can appear on the screen.
import type { EventView, GameDescription, SeatResponse, TableView, WelcomeResponse } from "../api-types";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { post } from "../api";
import { useAsked } from "../ask";
import { useOperation } from "../operation";
import { gameOf } from "../games";
import { mine } from "../my_tables";
import { Page, Problem, Skeleton } from "../parts/shell";
import { adopt } from "../lazy_style";
import { go, where } from "../route";
import { BoardMap } from "../table/board_map";
import { keyOf } from "../table/board_geometry";
import { surveyOf } from "../table/board_survey";
import { CharacterToken } from "../table/character_token";
import { lastShown } from "../table/fight";
import { TableLink } from "../table/link";
import { CROWD, openingOf, partyOf } from "../table/picking";
import { Result } from "../table/result";
import { Strip } from "../table/strip";
import { waitedFor } from "../table/waited_for";
import { Brief, statesIn, Trackers } from "../table/trackers";
import { capital, inWords, roundOf, together } from "../words";
import style from "./tv.lazy.css";

adopt(style);

export default function Tv({ table }: { table: string }) {
  return table ? <Screen key={table} table={table} /> : <Enter invitation={where.value.hash} />;
}

/** The table that an invitation leads to. */
const tableOf = (invitation: string): string => invitation.split(".")[0] ?? "";

/** The page of a link for a screen: one button shows the table. */
function Enter({ invitation }: { invitation: string }) {
  const { busy, error, run } = useOperation();
  const welcome = useAsked((signal) => (invitation ? post<WelcomeResponse>("/welcome", { invitation }, signal) : undefined), [invitation]);
  const found = welcome.value;
  const show = (): Promise<void> =>
    run(async () => {
      const { table } = await post<SeatResponse>("/join", { invitation, name: "Screen" });
      go(`/tv/${table}`, true);
    });
  return (
    <Page title="On the big screen" game={found?.game ?? ""}>
      <div class="stack join tv-door">
        <h1 tabIndex={-1}>{found ? `${found.title}, on the big screen` : "On the big screen"}</h1>
        {mine.value.some((one) => one.table === tableOf(invitation)) ? (
          <SitsHere />
        ) : found?.role === "spectator" ? (
          <>
            <p class="lead">The order of turns, the map and every open roll, large enough for the whole room. Nothing that is hidden from the players.</p>
            <p>
              <button type="button" class="primary" disabled={busy} onClick={show}>
                Show the table here
              </button>
            </p>
          </>
        ) : (
          <p>
            {found ? "This invitation is for a player. " : ""}The person who runs the table makes a link for a screen under <b>Seats</b>.
          </p>
        )}
        <Problem error={error ?? (found ? undefined : welcome.error)}>{!String(error ?? (found ? undefined : welcome.error)).includes("ask for a new one") && <p class="small">If the link is old, ask for a new one.</p>}</Problem>
      </div>
    </Page>
  );
}

/** Why this browser does not show the table: its seat at it would be lost, or would show too much. */
const SitsHere = () => (
  <p class="note">
    This browser has a seat at the table. Open the link on the television, in another browser or in a private window; the link for it is under <b>Seats</b>.
  </p>
);

/** Where the bare address of a screen leads: it shows nothing without its link. */
const NoScreen = () => (
  <p class="note">
    This browser does not show the table yet. The person who runs it makes a link for a screen under <b>Seats</b>; open that link here.
  </p>
);

function Screen({ table }: { table: string }) {
  const link = useMemo(() => new TableLink(table), [table]);
  useEffect(() => {
    void link.start();
    return () => link.stop();
  }, [link]);
  useAwake();
  const view = link.view.value;
  const slug = view?.game ?? "";
  const game = useAsked(() => (slug ? gameOf(slug, true) : undefined), [slug]).value;
  if (view && game && !link.masters.value) return <Stage link={link} game={game} />;
  return (
    <Page title="On the big screen" game={slug}>
      <h1 tabIndex={-1}>On the big screen</h1>
      {view && game ? <SitsHere /> : link.line.value === "gone" ? <NoScreen /> : <Problem error={link.problem.value} />}
      {!view && link.line.value !== "gone" && <Skeleton lines={4} />}
    </Page>
  );
}

/** Keeps the screen from going dark, where the browser can. */
function useAwake(): void {
  useEffect(() => {
    const ask = (): void => void navigator.wakeLock?.request("screen").catch(() => undefined);
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => document.removeEventListener("visibilitychange", ask);
  }, []);
}

/** How wide the place of the map is, measured by its height. */
const COLUMNS = 1.35;
/** How much larger than at the table a strip of ranges or zones is drawn, if there is room. */
const STRIP = 1.7;

/** How much larger a result may be under a line of ranges, where it has the whole width. */
const UNDER_LINE = 1.4;

/** Up to how many characters have their tracks in full. */
const MOST_PLATES = 7;
/** How many names there is room for. */
const MOST_IN_RIBBON = 16;

/** The order of turns; of a large fight those still in it, beginning with the one on turn. */
function upNext({ fight, characters }: TableView): string[] {
  const order = fight!.order;
  if (order.length <= MOST_IN_RIBBON) return order;
  const at = Math.max(0, order.indexOf(fight!.turn));
  return [...order.slice(at), ...order.slice(0, at)].filter((name) => !characters[name]?.is_out);
}

interface Props {
  link: TableLink;
  game: GameDescription;
}

function Stage({ link, game }: Props) {
  const view = link.view.value!;
  const isFight = view.fight !== null && !view.fight.over;
  const hasMap = isFight && game.board;
  const latest = lastShown(link);
  const everybody = isFight ? upNext(view) : partyOf(view);
  const people = everybody.slice(0, MOST_IN_RIBBON);
  // without a map there is room for whole tracks under the names
  const isWhole = !hasMap && people.length <= MOST_PLATES;
  const place = useFitting(hasMap ? 0 : STRIP, view.seq);
  const ground = hasMap ? <Map link={link} /> : <Strip link={link} game={game} who="" onPick={() => undefined} />;
  return (
    <Page title={view.title} game={game.slug} bare>
      <div class="tv" data-seq={view.seq}>
        <header class="tv-head">
          <h1 tabIndex={-1}>{view.title}</h1>
          <p role="status">
            <Now link={link} />
          </p>
        </header>
        <ol class={`ribbon${isWhole ? " plates" : people.length > CROWD ? " crowd" : ""}`} aria-label={isFight ? "Turn order" : "Party"}>
          {people.map((name) => {
            const turn = isFight && view.fight!.turn === name;
            return (
              <li class={turn ? "on-turn" : isFight && view.characters[name]?.is_out ? "out" : ""} aria-current={turn ? "step" : undefined}>
                <CharacterToken link={link} name={name} />
                <b>{name in view.characters ? name : capital(name)}</b>
                {isWhole ? <Trackers shown={(view.characters[name]?.trackers ?? []).filter((one) => one.kind !== "count")} where="sheet" /> : <Brief shown={view.characters[name]?.trackers ?? []} />}
              </li>
            );
          })}
          {everybody.length > people.length && <li class="soft">and {everybody.length - people.length} more</li>}
        </ol>
        <Trackers shown={view.trackers} where="scene" />
        <div class="tv-stage">
          <div class="tv-ground" ref={place}>{ground}</div>
          <Latest link={link} game={game} event={latest} />
        </div>
      </div>
    </Page>
  );
}

/** The last open roll; before the first, the description of the scene. A long one is shown smaller, never cut off. */
function Latest({ link, game, event }: Props & { event: EventView | null }) {
  const fight = link.view.value!.fight;
  const place = useFitting(fight?.line && !fight.over ? UNDER_LINE : 1, event?.seq);
  const opening = event ? undefined : openingOf(link, game);
  return (
    <div class="tv-latest" ref={place}>
      {event && <Result key={event.seq} link={link} game={game} event={event} large />}
      {!event && (opening ? <p class="lead">{opening.words}</p> : <p class="lead soft">The first roll will be shown here.</p>)}
    </div>
  );
}

/** A box whose content is made to fit whenever it or the window changes. */
function useFitting(largest: number, content: unknown): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const fit = (): void => fitInto(place.current, largest);
    fit();
    void document.fonts.ready.then(fit);
    addEventListener("resize", fit);
    return () => removeEventListener("resize", fit);
  }, [content]);
  return place;
}

/** Makes what a box holds smaller, step by step, until all of it is shown or the words would be too small to read. */
function fitInto(box: HTMLElement | null, largest: number): void {
  const held = box?.firstElementChild;
  if (!box || !(held instanceof HTMLElement)) return;
  for (let zoom = largest; zoom >= 0.4; zoom -= 0.05) {
    held.style.zoom = String(zoom);
    if (box.scrollHeight <= box.clientHeight) return;
  }
}

/** Whose turn it is, or who is being waited for. */
function Now({ link }: { link: TableLink }) {
  const { fight, pending } = link.view.value!;
  if (link.line.value === "lost") return <>Connection lost; reconnecting.</>;
  if (pending.length > 0) return <>Waiting for {together([...new Set(pending.map((one) => one.who || waitedFor(link, one)))])}</>;
  if (!fight) return null;
  if (fight.over) return <>{fight.winner ? `${capital(inWords(fight.winner))} prevailed.` : "The fight is over."}</>;
  const due = together(Object.keys(fight.due));
  return (
    <>
      <span class="tag">{roundOf(fight)}</span> {fight.turn ? <b>{fight.turn}’s turn</b> : `Waiting for ${due || "the next turn"}`}
    </>
  );
}

/** The map as large as the screen allows. */
function Map({ link }: Pick<Props, "link">) {
  const view = link.view.value!;
  const survey = useAsked((signal) => surveyOf(link, {}, signal), [view.seq]).value;
  if (!survey) return null;
  const states = Object.fromEntries(Object.entries(view.characters).map(([name, one]) => [name, statesIn(one.trackers)]));
  const nothing = (): void => undefined;
  return (
    <>
      <p class="unseen">{survey.figures.map((one) => `${one.who} at ${keyOf(one.space)}`).join("; ")}</p>
      <div class="tv-map" inert>
        <BoardMap survey={{ ...survey, spaces: [] }} who="" party={partyOf(view)} around={2} columns={COLUMNS} names={Object.keys(view.characters)} states={states} zones={view.settings.zones} cursor={survey.least} onCursor={nothing} onPress={nothing} onDrag={nothing} />
      </div>
    </>
  );
}
