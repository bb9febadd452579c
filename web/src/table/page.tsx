// The table: party on the left, the stage and what you can do in the middle, the log on the right; one at a time on a phone.
import type { GameDescription } from "../api-types";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { post } from "../api";
import { useAsked } from "../ask";
import { gameOf } from "../games";
import { remember } from "../my_tables";
import { lazy } from "../parts/lazy";
import { Page, Problem, Skeleton } from "../parts/shell";
import { where } from "../route";
import { Act } from "./act";
import { AddCharacter } from "./add_character";
import { Chances } from "./chances";
import { DueActions } from "./due_actions";
import { Difficulty } from "./fight_desk";
import { Fair } from "./fair";
import { Guide, useHint } from "./guide";
import { Beside, isStaged, Latest, OpeningWords, ReadyScene, Requests, Stage, Turn, TurnDesk } from "./fight";
import { TableLink } from "./link";
import { useKeptFocus } from "./keep_focus";
import { Log } from "./log";
import { Master } from "./master";
import { Party } from "./party";
import { isNewcomer } from "./newcomer";
import { isFresh, suggestion, type Picked } from "./picking";
import { Scrubber } from "./scrubber";
import { SignalSwitches, useSignals } from "./signals";
import { Trackers } from "./trackers";
import { seatRole } from "./log_names";
import { markTab, waitsFor } from "./turn_notice";
import { useWide } from "./window_width";
import { actionOf, gm, together } from "../words";

const ActForm = lazy(() => import("./lazy_parts").then((module) => module.ActForm), 5);
const Board = lazy(() => import("./board").then((module) => module.Board), 8, (waiting) => <div class="sheet map-place">{waiting}</div>);
const Strip = lazy(() => import("./strip").then((module) => module.Strip), 0);
const Decisions = lazy(() => import("./lazy_parts").then((module) => module.Decisions));
const Landing = lazy(() => import("./lazy_parts").then((module) => module.Landing), 8);
const Notes = lazy(() => import("./lazy_parts").then((module) => module.Notes));
const SecondDevice = lazy(() => import("./lazy_parts").then((module) => module.SecondDevice));

const TABS = [
  ["act", "Play"],
  ["party", "Party"],
  ["log", "Log"],
  ["table", "Table"],
] as const;
type Tab = (typeof TABS)[number][0];

export default function TablePage({ table }: { table: string }) {
  const link = useMemo(() => new TableLink(table), [table]);
  useEffect(() => {
    const at = Number(where.value.query.get("at"));
    void link.start().then(() => (at ? link.look(at) : undefined));
    return () => link.stop();
  }, [link]);
  const view = link.view.value;
  const slug = view?.game ?? "";
  const game = useAsked(() => (slug ? gameOf(slug, true) : undefined), [slug]).value;
  useEffect(() => {
    if (view) remember({ table, seat: view.you, game: view.game, title: view.title });
  }, [view?.title, view?.game]);
  if (view && game) return <Table link={link} game={game} />;
  return (
    <Page title="Table" wide>
      <h1 tabIndex={-1} class="unseen">
        Table
      </h1>
      {link.line.value === "gone" ? <NoSeat /> : <Problem error={link.problem.value} />}
      {link.line.value !== "gone" && <Skeleton lines={6} />}
    </Page>
  );
}

/** Help for a visitor who was sent the address of a table instead of an invitation. */
function NoSeat() {
  return (
    <div class="sheet stack no-seat" role="alert">
      <h2>You have no seat at this table</h2>
      <p>
        This address works only for people with a seat here. Ask for an invitation: the person who runs the table finds the link and a QR code under <b>Seats</b>.
      </p>
      <p class="row">
        <a class="button primary" href="/join">
          I have an invitation
        </a>
        <a class="button" href="/play">
          Open a table of your own
        </a>
      </p>
    </div>
  );
}

/** Whose actions are shown: the picked character, else the one whose turn it is, the one the game suggests, or the first of this seat. */
function whoActs(link: TableLink, game: GameDescription, chosen: string): string {
  const view = link.view.value!;
  const names = Object.keys(view.characters).filter((name) => link.plays(name));
  const turn = view.fight && !view.fight.over ? view.fight.turn : "";
  const wanted = [chosen, turn, suggestion(link, game)?.offer.who ?? ""];
  return wanted.find((name) => names.includes(name)) ?? names[0] ?? "";
}

function Table({ link, game }: { link: TableLink; game: GameDescription }) {
  const view = link.view.value!;
  const chances = useMemo(() => new Chances(link), [link]);
  const [tab, setTab] = useState<Tab>("act");
  const [chosen, choose] = useState("");
  const [picked, setPicked] = useState<Picked | null>(null);
  /** The last event whose result was brought into view; those from before the page was opened count. */
  const seen = useRef(view.seq);
  const turn = view.fight?.turn ?? "";
  useEffect(() => choose(""), [turn]);
  const who = whoActs(link, game, chosen);
  const offer = picked && link.offers.value.find((one) => one.action === picked.offer.action && one.who === picked.offer.who);
  const pick = (wanted: Picked): void => {
    setPicked({ ...wanted, draft: {} });
    setTab("act");
  };
  const run = (work: Promise<unknown>): void => void work.catch((problem: unknown) => (link.problem.value = problem));
  const turnTo = (name: Tab): void => {
    setTab(name);
    scrollTo(0, 0);
  };
  const shown = (name: Tab): string => (tab === name ? "tab-open" : "tab-shut");
  // at a fresh table the suggested first action is above all others
  const fresh = suggestion(link, game) !== null;
  // in a fight the map has the stage, and the actions are right under it
  const isFight = view.fight !== null && !view.fight.over;
  const isMapFirst = !game.board || isFight;
  const hasGround = game.board || (isFight && view.fight?.line != null) || view.settings.zones.length > 0;
  const isWide = useWide();
  // with a map, forms and results are beside it, above the log, where they push nothing away; a phone has one column only
  const isOnGround = isFight && hasGround;
  const isBeside = isWide && isOnGround;
  // on a phone nothing that can wait stands above the map
  const isUnder = !isWide && isOnGround;
  const isRolled = isFight && isStaged(link);
  // an action that is done closes its own form, not that of one picked since
  const form = picked && offer && (
    <section key="form" class="doing-now sheet" aria-label={`${offer.who} ${actionOf(offer.action)}`.trim()}>
      <ActForm game={game} key={`${offer.action} ${offer.who} ${JSON.stringify(picked.params)}`} link={link} chances={chances} picked={{ ...picked, offer }} onDone={() => setPicked((now) => (now === picked ? null : now))} />
    </section>
  );
  // a form whose action is no longer legal is closed for good; a decision, or a look back, only keeps it waiting
  useEffect(() => {
    if (picked && !offer && link.fresh.value && view.pending.length === 0 && link.at.value === null) setPicked(null);
  });
  const latest = <Latest key="latest" link={link} game={game} seen={seen} />;
  const opening = isFresh(link) && !isNewcomer(link, game) && <OpeningWords link={link} game={game} />;
  const hint = useHint(link, game, offer != null);
  const ground = game.board ? <Board key="ground" link={link} who={who} isWide={isWide} onPick={pick} /> : <Strip key="ground" link={link} game={game} who={who} onPick={pick} />;
  const acts = (part?: "first" | "remaining") => <Act key={`act ${part}`} link={link} game={game} chances={chances} who={who} onWho={choose} onPick={pick} {...(part ? { part } : {})} />;
  const guide = <Guide key="guide" link={link} hint={hint} onPick={pick} />;
  const news = waitsFor(link);
  useEffect(() => markTab(news !== ""), [news]);
  useSignals(link, news);
  useKeptFocus(view.seq, link.fresh.value, picked, who);
  return (
    <Page title={news ? `● ${news} · ${view.title}` : view.title} game={game.slug} wide>
      <div class="table-desk">
        <div class="table-head">
          <h1 tabIndex={-1}>{view.title}</h1>
          {isWide && <Fair link={link} />}
          <Line link={link} />
        </div>
        <div class={shown("table")}>
          {link.masters.value || link.as.value ? <Master link={link} game={game} /> : <PlayerStrip link={link} run={run} />}
          {!isWide && <Fair link={link} />}
        </div>
      </div>
      <Problem error={link.problem.value}>
        {link.line.value === "gone" ? (
          <p>
            <a href="/join">Take a seat with an invitation</a>
          </p>
        ) : (
          <button type="button" class="link" onClick={() => (link.problem.value = null)}>
            Dismiss
          </button>
        )}
      </Problem>
      <div class="table-grid" data-seq={view.seq} data-heard={link.log.value.at(-1)?.seq} aria-busy={!link.fresh.value}>
        <div class={`column party ${shown("party")}`}>
          <Party link={link} game={game} onPick={pick} />
          <AddCharacter link={link} game={game} onPick={pick} />
          <Difficulty link={link} game={game} />
        </div>
        <div class={`column stage ${shown("act")}`}>
          {isNewcomer(link, game) && link.line.value !== "gone" && <Landing link={link} game={game} />}
          <Turn link={link} game={game} isBrief={isUnder && game.board} onPick={pick} />
          {view.pending.length > 0 && link.at.value === null && <Decisions link={link} game={game} />}
          <DueActions link={link} onPick={pick} />
          <Requests link={link} onPick={pick} />
          {isRolled && !isBeside && !(isWide && form) && latest}
          {!isOnGround && opening}
          {fresh && !isBeside && acts("first")}
          {isWide && !isBeside && form}
          {!isBeside && isFight && guide}
          {isMapFirst && hasGround && ground}
          {isUnder && opening}
          {isUnder && game.board && <Trackers shown={view.trackers} where="scene" />}
          {isFight && !isNewcomer(link, game) && acts(fresh ? "remaining" : undefined)}
          <TurnDesk link={link} game={game} onPick={pick} />
          {!isWide && form}
          <Stage link={link} game={game} isHinted={hint.step?.picked != null} onPick={pick} />
          {!isRolled && !(isWide && isFight) && latest}
          {!isBeside && !isFight && guide}
          {!isWide && <Beside link={link} game={game} />}
          <ReadyScene link={link} game={game} />
          {!isMapFirst && ground}
          {!isFight && !isNewcomer(link, game) && acts(fresh ? "remaining" : undefined)}
          {isMapFirst && !hasGround && ground}
        </div>
        <div class={`column ${shown("log")}`}>
          <div class="side">
            {isBeside && form}
            {isBeside && isRolled && !form && latest}
            {isBeside && guide}
            {isWide && !(isBeside && form) && (
              <Beside link={link} game={game} words={isBeside}>
                {isBeside && fresh && acts("first")}
              </Beside>
            )}
            <Log link={link} game={game} isOpen={tab === "log"} />
          </div>
        </div>
      </div>
      <nav class="tabs no-print" aria-label="Parts of the table">
        {TABS.map(([name, words]) => (
          <button type="button" aria-pressed={tab === name} onClick={() => turnTo(name)}>
            {words}
          </button>
        ))}
      </nav>
    </Page>
  );
}

/** A player's strip: the time slider, undo of the last action, notes, and the story to download. */
function PlayerStrip({ link, run }: { link: TableLink; run: (work: Promise<unknown>) => void }) {
  const [open, setOpen] = useState("");
  const panel = (name: string) => (
    <button type="button" aria-expanded={open === name} onClick={() => setOpen(open === name ? "" : name)}>
      {name}
    </button>
  );
  return (
    <section class="master sheet no-print" aria-label="Time">
      <div class="strip">
        <Scrubber link={link} run={run} />
        {!link.watches.value && (
          <button type="button" onClick={() => run(post(link.path("/undo")))}>
            Undo
          </button>
        )}
        {panel("Notes")}
        {panel("Second device")}
        <SignalSwitches />
        <a class="button" href={`/api/v1${link.path("/story")}`} download="">
          Story
        </a>
      </div>
      {open === "Notes" && <Notes link={link} />}
      {open === "Second device" && <SecondDevice link={link} />}
    </section>
  );
}

function Line({ link }: { link: TableLink }) {
  const view = link.view.value;
  const you = view?.seats[view.you];
  const here = link.presence.value.map((seat) => view?.seats[seat]?.name).filter((name) => name !== undefined);
  const unsent = link.unsent.value;
  return (
    <p class="small line" role="status">
      {link.at.value !== null && <b>You are looking at event {link.at.value}. </b>}
      {link.as.value && <b>You see what {view?.seats[link.as.value]?.name} sees. </b>}
      {you && <span class="soft">{you.role === "gm" && you.name.toLowerCase() === gm().toLowerCase() ? `You are the ${gm()}. ` : `You are ${you.name}, ${you.role === "gm" ? "the" : "a"} ${seatRole(you.role)}. `}</span>}
      {link.line.value === "open" ? <span class="soft">Here: {together(here)}.</span> : link.line.value === "opening" || link.line.value === "gone" ? "" : <b>Connection lost; reconnecting. Nothing is lost. </b>}
      {unsent > 0 && <b>{unsent === 1 ? "Your last action will be retried." : `${unsent} actions will be retried.`}</b>}
    </p>
  );
}
