// Log and chat: what happened, who did it, with filters and search. New lines are read out.
import type { EventView, GameDescription } from "../api-types";
import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../api";
import type { TableLink } from "./link";
import { Changes, Result, Tags } from "./result";
import { Say } from "./say";
import { nameOf, undoneIn } from "./told";
import { gm } from "../words";

const ROLLS = ["acted", "rolled", "waiting"];

const FILTERS: [string, string, (event: EventView) => boolean][] = [
  ["all", "everything", () => true],
  ["rolls", "rolls", (event) => event.kind === "rolled" || event.kind === "waiting" || (event.kind === "acted" && (event.hidden === true || (event.dice?.length ?? 0) > 0))],
  ["changes", "changes", (event) => (event.changes?.length ?? 0) > 0 || event.kind === "ruled"],
  ["chat", "chat", (event) => event.kind === "said"],
  ["table", "the table", (event) => ![...ROLLS, "said"].includes(event.kind)],
];

/** Bookkeeping around the story: small and quiet. */
const isQuiet = (event: EventView): boolean => event.kind !== "said" && event.kind !== "rolled" && !(event.kind === "acted" && (event.hidden || event.dice?.length));

export function Log({ link, game }: { link: TableLink; game: GameDescription }) {
  const [filter, setFilter] = useState("all");
  const [search, setSearch] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const wanted = search.trim().toLowerCase();
  const gone = undoneIn(link.log.value);
  const passes = FILTERS.find(([name]) => name === filter)?.[2] ?? (() => true);
  const shown = link.log.value
    .filter((event) => event.seq <= (link.at.value ?? Infinity))
    .filter(passes)
    .filter((event) => !wanted || `${event.sentence} ${JSON.stringify(event.outcome ?? "")}`.toLowerCase().includes(wanted));
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [link.log.value.length, filter]);
  return (
    <section class="log sheet" aria-labelledby="log-title">
      <div class="log-head">
        <h2 id="log-title">Log</h2>
        <label>
          <span class="unseen">Show</span>
          <select value={filter} onChange={(event) => setFilter(event.currentTarget.value)}>
            {FILTERS.map(([name, words]) => (
              <option value={name}>{words}</option>
            ))}
          </select>
        </label>
        <label class="grow">
          <span class="unseen">Search the log</span>
          <input type="search" placeholder="Search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
        </label>
      </div>
      <ol class="lines" ref={list} tabIndex={0} aria-label="What happened">
        {(link.log.value[0]?.seq ?? 1) > 1 && (
          <li>
            <button type="button" class="link" onClick={() => void link.earlier()}>
              Earlier
            </button>
          </li>
        )}
        {shown.map((event) => (
          <li key={event.seq} class={`${gone.has(event.seq) ? "undone" : ""}${isQuiet(event) ? " quiet-line" : ""}`}>
            {gone.has(event.seq) && <span class="unseen">Undone: </span>}
            <Line link={link} game={game} event={event} />
          </li>
        ))}
        {shown.length === 0 && <li class="soft">Nothing here{wanted ? " matches" : " yet"}.</li>}
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
  if (event.kind === "said") {
    return (
      <p>
        <b>{nameOf(link, event.by)}</b>
        {event.audience === "gm" && <span class="tag">to the {gm()}</span>}: {event.text}
      </p>
    );
  }
  return (
    <div class="small soft">
      {event.sentence} <Tags event={event} />
      {event.changed && <Changes link={link} changes={event.changed} brief />}
    </div>
  );
}
