// Log and chat: the events with their authors, filters and search. New lines are announced to screen readers.
import type { EventView, GameDescription } from "../api-types";
import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../api";
import { Markdown } from "../parts/markdown";
import type { TableLink } from "./link";
import { Changes, Result, Tags } from "./result";
import { Say } from "./say";
import { nameOf, undoneIn } from "./log_names";
import { isStaged, lastShown } from "./fight";
import { valuesOf } from "../values";
import { gm, roleOf } from "../words";

const ROLLS = ["acted", "rolled", "waiting"];

const FILTERS: [string, string, (event: EventView) => boolean][] = [
  ["all", "everything", () => true],
  ["rolls", "rolls", (event) => event.kind === "rolled" || event.kind === "waiting" || (event.kind === "acted" && (event.hidden === true || (event.dice?.length ?? 0) > 0))],
  ["changes", "changes", (event) => (event.changed?.length ?? 0) > 0 || event.kind === "ruled"],
  ["chat", "chat", (event) => event.kind === "said"],
  ["table", "the table", (event) => ![...ROLLS, "said"].includes(event.kind)],
];

/** Administrative events, shown small. */
const isQuiet = (event: EventView): boolean => event.kind !== "said" && event.kind !== "rolled" && !(event.kind === "acted" && (event.hidden || event.dice?.length));

/** A character that stays with the GM is not worth a line, nor is what was hidden while the GM prepared the table alone. */
const isNews = (event: EventView, others: number): boolean => !(event.kind === "assigned" && !event.seat) && !(event.hidden === true && event.result !== undefined && !event.result.sentence && event.seq < others);

/** Settings changed again and again, as when tokens are moved between zones, are one line. */
const isRepeated = (event: EventView, place: number, all: EventView[]): boolean => event.kind === "set" && all[place + 1]?.kind === "set" && all[place + 1]?.by === event.by;

const placeOf = (table: string): string => `rulewright.log.${table}`;

/** The round that an event begins, if it begins one. */
function roundIn(event: EventView): number | undefined {
  const change = event.changes?.find(({ path, value }) => path.at(-1) === "round" && path.includes("fight") && typeof value === "number");
  if (change) return Number(change.value);
  const begun = event.changes?.find(({ path, before, value }) => path.length === 2 && path[1] === "fight" && !before && value)?.value;
  const round = begun ? valuesOf(begun)["round"] : undefined;
  return typeof round === "number" ? round : begun ? 1 : undefined;
}

interface Chapter {
  /** Where it begins: the number of its first event. */
  seq: number;
  round: number | undefined;
  events: EventView[];
}

/** The log in rounds; events before the first fight are the first chapter. */
function chaptersOf(events: EventView[]): Chapter[] {
  const found: Chapter[] = [];
  for (const event of events) {
    const round = roundIn(event);
    // the turn that ends belongs to the round before
    if (round !== undefined && found.length > 0 && roleOf(event.name) === "ends-turn") {
      found.at(-1)!.events.push(event);
      found.push({ seq: event.seq, round, events: [] });
      continue;
    }
    if (found.length === 0 || (round !== undefined && round !== found.at(-1)?.round)) found.push({ seq: event.seq, round, events: [] });
    found.at(-1)!.events.push(event);
  }
  return found;
}

/** How many lines are drawn at once, and how many stay when the reader pages: a long session must not slow the page. */
const DRAWN = 80;
const KEPT = 20;

/** The last lines of some chapters that come before `end`, counted from the beginning; `isOpen` tells which are unfolded. */
function windowOf(chapters: Chapter[], end: number, isOpen: (chapter: Chapter) => boolean): Chapter[] {
  let at = 0;
  return chapters.flatMap((chapter) => {
    if (!isOpen(chapter)) return at > end - DRAWN && at <= end ? [{ ...chapter }] : [];
    const from = at;
    at += chapter.events.length;
    const events = chapter.events.slice(Math.max(0, end - DRAWN - from), Math.max(0, end - from));
    return events.length > 0 ? [{ ...chapter, events }] : [];
  });
}

/** How many rounds stay unfolded. */
const OPEN_ROUNDS = 2;

export function Log({ link, game, isOpen }: { link: TableLink; game: GameDescription; isOpen: boolean }) {
  const [filter, setFilter] = useState(() => sessionStorage.getItem(placeOf(link.table)) ?? "all");
  const [search, setSearch] = useState("");
  const [turned, setTurned] = useState<number[]>([]);
  const list = useRef<HTMLOListElement>(null);
  const wanted = search.trim().toLowerCase();
  const gone = undoneIn(link.log.value);
  const passes = FILTERS.find(([name]) => name === filter)?.[2] ?? (() => true);
  const others = link.log.value.find((event) => event.kind === "seated" && event.role !== "gm")?.seq ?? 0;
  const settled = new Set(link.log.value.flatMap((event) => (event.kind !== "waiting" && event.pending ? [event.pending] : [])));
  const isSettled = (event: EventView): boolean => event.kind === "waiting" && settled.has(event.pending ?? "");
  const isShown = (event: EventView): boolean => isNews(event, others) && !isSettled(event) && passes(event) && (!wanted || event.sentence.toLowerCase().includes(wanted));
  const chapters = chaptersOf(link.log.value.filter((event, place, all) => event.seq <= (link.at.value ?? Infinity) && !isRepeated(event, place, all)))
    .map((one) => ({ ...one, events: one.events.filter(isShown) }))
    .filter((one) => one.events.length > 0);
  const recent = new Set(wanted !== "" || filter !== "all" ? chapters.map((one) => one.seq) : chapters.slice(-OPEN_ROUNDS).map((one) => one.seq));
  const isOpenChapter = (one: Chapter): boolean => one.round === undefined || recent.has(one.seq) !== turned.includes(one.seq);
  const count = chapters.filter(isOpenChapter).reduce((sum, one) => sum + one.events.length, 0);
  const [until, setUntil] = useState<number | null>(null);
  const end = Math.min(until ?? count, count);
  const drawn = windowOf(chapters, end, isOpenChapter);
  const before = (link.log.value[0]?.seq ?? 1) > 1;
  const earlier = async (): Promise<void> => {
    if (end > DRAWN) return setUntil(Math.max(DRAWN, end - DRAWN + KEPT));
    const known = link.log.value.length;
    await link.earlier();
    // the lines that came before are counted from the beginning as well
    setUntil(Math.max(DRAWN, link.log.value.length - known + KEPT));
  };
  const last = isStaged(link) ? lastShown(link)?.seq : undefined;
  const keep = (name: string): void => {
    setFilter(name);
    sessionStorage.setItem(placeOf(link.table), name);
  };
  const flip = (seq: number): void => setTurned(turned.includes(seq) ? turned.filter((one) => one !== seq) : [...turned, seq]);
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [until === null && link.log.value.length, filter, isOpen, until]);
  // a form or a result above it takes some of its height: the newest line stays in sight
  useEffect(() => {
    const box = list.current;
    if (!box || until !== null) return undefined;
    const watch = new ResizeObserver(() => box.scrollTo({ top: box.scrollHeight }));
    watch.observe(box);
    return () => watch.disconnect();
  }, [until === null]);
  return (
    <section class="log sheet" aria-labelledby="log-title">
      <div class="log-head">
        <h2 id="log-title">Log</h2>
        <label>
          <span class="unseen">Show</span>
          <select value={filter} onChange={(event) => keep(event.currentTarget.value)}>
            {FILTERS.map(([name, words]) => (
              <option value={name}>{words}</option>
            ))}
          </select>
        </label>
        <label class="grow">
          <span class="unseen">Search the log</span>
          <input type="search" placeholder="Search" value={search} onInput={(event) => (setSearch(event.currentTarget.value), setUntil(null))} />
        </label>
      </div>
      <ol class="lines" ref={list} tabIndex={0} aria-label="What happened">
        {(before || end > DRAWN) && (
          <li>
            <button type="button" class="link" onClick={() => void earlier()}>
              Earlier
            </button>
          </li>
        )}
        {drawn.map((chapter) => {
          const open = isOpenChapter(chapter);
          return (
            <>
              {chapter.round !== undefined && (
                <li key={`round ${chapter.seq}`} class="round-head">
                  <button type="button" class="link" aria-expanded={open} onClick={() => flip(chapter.seq)}>
                    Round {chapter.round} {!open && <span class="soft">({chapter.events.length})</span>}
                  </button>
                </li>
              )}
              {(open || chapter.round === undefined) &&
                chapter.events.map((event) => (
                  <li key={event.seq} class={`${gone.has(event.seq) ? "undone" : ""}${isQuiet(event) ? " quiet-line" : ""}${event.seq === last ? " on-stage" : ""}`}>
                    {gone.has(event.seq) && <span class="unseen">Undone: </span>}
                    <Line link={link} game={game} event={event} />
                  </li>
                ))}
            </>
          );
        })}
        {end < count && (
          <li>
            <button type="button" class="link" onClick={() => setUntil(end + DRAWN - KEPT >= count ? null : end + DRAWN - KEPT)}>
              Later
            </button>
          </li>
        )}
        {chapters.length === 0 && <li class="soft">Nothing here{wanted ? " matches" : " yet"}.</li>}
      </ol>
      <p class="unseen" role="status" aria-live="polite">
        {link.latest.value?.sentence ?? ""}
      </p>
      <Say link={link} />
    </section>
  );
}

function Line({ link, game, event }: { link: TableLink; game: GameDescription; event: EventView }) {
  if (event.kind === "acted" || event.kind === "rolled") {
    const reveal = (seq: number): void => void post(link.path("/reveals"), { seq }).catch((problem: unknown) => (link.problem.value = problem));
    return <Result link={link} game={game} event={event} onReveal={link.masters.value ? reveal : undefined} />;
  }
  if (event.kind === "said" && event.title) {
    return (
      <div class="note-card">
        <p class="small soft">{event.sentence}</p>
        {event.text && <Markdown text={event.text} />}
      </div>
    );
  }
  if (event.kind === "said") {
    return (
      <p>
        <b>{nameOf(link, event.by)}</b>
        {event.audience !== "everyone" && " "}
        {event.audience === "gm" && <span class="tag">to the {gm()}</span>}
        {event.audience === "private" && <span class="tag">to {event.seat === link.view.value?.you ? "you" : nameOf(link, event.seat)}</span>}: {event.text}
      </p>
    );
  }
  return (
    <div class="small soft">
      {event.sentence} <Tags event={event} />
      {event.changed && <Changes link={link} changes={event.changed} />}
    </div>
  );
}
