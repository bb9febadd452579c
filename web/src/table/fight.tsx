// The stage: whose turn it is and what is left of it, the state of the scene, open requests, and the last result.
import type { EventView, GameDescription } from "../api-types";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { remove } from "../api";
import { lazy } from "../parts/lazy";
import { Advice, Course, Folded } from "./advice";
import { CharacterToken } from "./character_token";
import { AfterFight, FightDoors, OrderDesk, RunFoe } from "./fight_desk";
import type { TableLink } from "./link";
import { isNewcomer } from "./newcomer";
import { CROWD, isFresh, openingOf, type Picked } from "./picking";
import { Result } from "./result";
import { undoneIn } from "./log_names";
import { Trackers } from "./trackers";
import { actionOf, attemptOf, capital, countOf, given, gm, inWords, isTurning, roundOf, together } from "../words";

const Invite = lazy(() => import("./lazy_parts").then((module) => module.Invite));
const LuckReport = lazy(() => import("./lazy_parts").then((module) => module.LuckReport));

/** Whether the GM sits here alone. */
function mayInvite(link: TableLink): boolean {
  const view = link.view.value;
  return view !== null && link.masters.value && link.at.value === null && !view.closed && Object.keys(view.seats).length === 1;
}

/** `isBrief`: without the state of the scene. */
export function Turn({ link, game, isBrief, onPick }: Props & { isBrief: boolean }) {
  const view = link.view.value;
  const fight = view?.fight;
  const ribbon = useRef<HTMLOListElement>(null);
  // on a phone the ribbon is one line, in a crowd two: the character whose turn it is is always in view
  useEffect(() => {
    const [list, now] = [ribbon.current, ribbon.current?.querySelector<HTMLElement>("[aria-current]")];
    if (list && now) list.scrollTo({ left: now.offsetLeft - 48, top: now.offsetTop - 4 });
  }, [fight?.turn, fight?.order.length]);
  if (!view || !fight) return null;
  const left = Object.entries(fight.left);
  return (
    <section class="turn sheet" aria-label="Turn">
      {fight.over ? (
        <p class="word-line">It is over. {fight.winner ? `${capital(together(inWords(fight.winner)))} prevailed.` : "Nobody won."}</p>
      ) : (
        <div class="row apart">
          <p>
            <span class="tag">{roundOf(fight)}</span> {fight.turn ? <OnTurn name={fight.turn} /> : `waiting for ${together(Object.keys(fight.due)) || "the next turn"}`}
            {fight.turn && left.length > 0 && <span class="soft"> · {left.every(([, count]) => count === 0) ? "nothing" : together(left.map(([name, count]) => countOf(name, count)))} left</span>}
          </p>
          <FightDoors link={link} game={game} onPick={onPick} />
        </div>
      )}
      <ol class={fight.order.length > CROWD ? "order crowd" : "order"} aria-label="Turn order" ref={ribbon} tabIndex={0}>
        {fight.order.map((name) => {
          const turn = name === fight.turn && !fight.over;
          const isOut = view.characters[name]?.is_out;
          return (
            <li class={turn ? "on-turn" : isOut ? "out" : ""} aria-current={turn ? "step" : undefined}>
              <CharacterToken link={link} name={name} />
              {name in view.characters ? name : capital(name)}
              {isOut && <span class="unseen">, out of the fight</span>}
            </li>
          );
        })}
      </ol>
      {!isBrief && <Trackers shown={view.trackers} where="scene" />}
      <RunFoe link={link} game={game} />
      {fight.over && (
        <>
          <AfterFight link={link} game={game} onPick={onPick} />
          <FightDoors link={link} game={game} onPick={onPick} />
          <Course link={link} />
          <Folded words="Who was lucky?">{() => <LuckReport link={link} />}</Folded>
        </>
      )}
    </section>
  );
}

/** What one may want to know or change in a turn: it stands under the actions, so that the map comes first. */
export function TurnDesk({ link, game, onPick }: Props) {
  const fight = link.view.value?.fight;
  if (!fight || fight.over) return null;
  return (
    <div class="turn-desk">
      <Advice link={link} who={fight.turn} onPick={onPick} />
      <OrderDesk link={link} game={game} />
      <Course link={link} />
    </div>
  );
}

const OnTurn = ({ name }: { name: string }) => (
  <>
    <b>{name}</b>’s turn
  </>
);

interface Props {
  link: TableLink;
  game: GameDescription;
  onPick: (picked: Picked) => void;
}

/** The state of the scene without a fight, and the door to one unless a hint has it already. */
export function Stage({ link, game, isHinted, onPick }: Props & { isHinted: boolean }) {
  const view = link.view.value;
  return !view || view.fight ? null : (
    <>
      <Trackers shown={view.trackers} where="scene" />
      {!isHinted && <FightDoors link={link} game={game} onPick={onPick} />}
    </>
  );
}

/** The last result, scrolled to when this seat brought it about. */
export function Latest({ link, game, seen }: Pick<Props, "link" | "game"> & { seen: { current: number } }) {
  const card = useRef<HTMLDivElement>(null);
  const latest = lastShown(link);
  const isRunning = link.view.value?.fight?.over === false;
  useEffect(() => {
    if (!latest || latest.seq <= seen.current) return;
    seen.current = latest.seq;
    // a step on the map leaves the map where it is
    const isStep = isRunning && (latest.dice?.length ?? 0) === 0;
    if (latest.by === link.view.value?.you && !isStep) card.current?.scrollIntoView({ block: "nearest" });
  }, [latest?.seq]);
  return (
    <div class="latest" ref={card}>
      {latest && <Result key={latest.seq} link={link} game={game} event={latest} large />}
    </div>
  );
}

/** Shown beside the first results: what to try in the ready-made scene, then an invitation for the others; with `words` also the scene itself. */
export function Beside({ link, game, words = false, children }: Pick<Props, "link" | "game"> & { words?: boolean; children?: ComponentChildren }) {
  if (lastResult(link) !== null) return mayInvite(link) ? <Invite link={link} /> : null;
  return isFresh(link) && !isNewcomer(link, game) ? (
    <div class="opening">
      {words && <OpeningWords link={link} game={game} />}
      {children}
      <OpeningHints link={link} game={game} />
    </div>
  ) : (
    <>{children}</>
  );
}

/** The description of the ready-made scene. */
export function OpeningWords({ link, game }: Pick<Props, "link" | "game">) {
  const opening = openingOf(link, game);
  return opening ? <p class="opening lead">{opening.words}</p> : null;
}

/** What to try in the ready-made scene after the first action. */
function OpeningHints({ link, game }: Pick<Props, "link" | "game">) {
  const lines = openingOf(link, game)?.then ?? [];
  return (
    <>
      {lines.length > 0 && <h2 class="group-title">What comes next</h2>}
      {lines.map((line) => (
        <p class="small soft">{line}</p>
      ))}
    </>
  );
}

/** The ready-made scene for the GM while it is played: what goes on, what to try, and how it ends. */
export function ReadyScene({ link, game }: Pick<Props, "link" | "game">) {
  const opening = openingOf(link, game);
  return opening?.won && link.masters.value && lastResult(link) !== null ? (
    <details class="opening small">
      <summary>{opening.title}</summary>
      <OpeningWords link={link} game={game} />
      <OpeningHints link={link} game={game} />
      <p>
        <b>If they win:</b> {opening.won}
      </p>
      <p>
        <b>If they lose:</b> {opening.lost}
      </p>
    </details>
  ) : null;
}

/** The GM's requests: a button for each of the player's characters. */
export function Requests({ link, onPick }: Omit<Props, "game">) {
  const requests = Object.entries(link.view.value?.requests ?? {});
  const cancel = (seq: string): void => void remove(link.path(`/requests/${seq}`)).catch((problem: unknown) => (link.problem.value = problem));
  const offerOf = (action: string, who: string) => link.offers.value.find((offer) => offer.action === action && offer.who === who);
  return (
    <>
      {requests.map(([seq, one]) => (
        <div class={one.standing ? "row apart small soft" : "note row apart"} key={seq} role="status">
          {one.standing ? (
            <span>
              Set for {together(one.of)}: {actionOf(one.action)}, {given(one.params) || "as usual"}.
            </span>
          ) : (
            <span>
              The {gm()} asks <b>{together(one.of)}</b> to <b>{attemptOf(one.action, one.params, true)}</b>. {one.words}
            </span>
          )}
          <span class="row">
            {(one.standing ? [] : one.of).map((who) => {
              const offer = link.plays(who) ? offerOf(one.action, who) : undefined;
              return offer ? (
                <button type="button" class="primary" onClick={() => onPick({ offer, params: { ...offer.ways[0]?.params, ...one.params, who } })}>
                  {who}: {actionOf(one.action)}
                </button>
              ) : null;
            })}
            {link.masters.value && link.at.value === null && (
              <button type="button" class="quiet" onClick={() => cancel(seq)}>
                Cancel
              </button>
            )}
          </span>
        </div>
      ))}
    </>
  );
}

/** Whether the last result is shown on the stage: during a fight only one with dice; any other is just a line in the log. */
export const isStaged = (link: TableLink): boolean => link.view.value?.fight?.over !== false || (lastResult(link)?.dice?.length ?? 0) > 0;

/** Whether an event says more than the order of turns does: a turn that only begins or ends is seen there. */
const saysMore = (event: EventView): boolean => !isTurning(event.name) || (event.dice?.length ?? 0) > 0 || Boolean(event.result?.headline);

/** The last result that says more than whose turn it is. */
export const lastShown = (link: TableLink): EventView | null => lastResult(link, saysMore);

/** The last result, unless it was undone. */
export function lastResult(link: TableLink, counts: (event: EventView) => boolean = () => true): EventView | null {
  // a result that is shown before the new view arrives would run ahead of its own changes
  const upto = link.view.value?.seq ?? 0;
  const gone = undoneIn(link.log.value.filter((event) => event.seq <= upto));
  const shown = link.log.value.filter((event) => event.seq <= upto && !gone.has(event.seq) && (event.kind === "acted" || event.kind === "rolled") && event.outcome !== undefined && counts(event));
  const last = shown.at(-1);
  const opened = link.log.value.find((event) => event.kind === "assigned")?.seq ?? 0;
  return last && (last.seq > opened || link.at.value !== null) ? last : null;
}
