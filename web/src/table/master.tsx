// The GM's strip: time, undo, hidden or open rolls, requests, seats and invitations, and the view as a player.
import type { GameDescription } from "../api-types";
import { useState } from "preact/hooks";
import { post } from "../api";
import { lazy } from "../parts/lazy";
import { Problem } from "../parts/shell";
import type { TableLink } from "./link";
import { capital, gm } from "../words";
import { Scrubber } from "./scrubber";

const MasterPanel = lazy(() => import("./lazy_parts").then((module) => module.MasterPanel));

const PANELS = [
  ["ask", "Ask for a roll"],
  ["notes", "Notes"],
  ["seats", "Seats"],
  ["rulings", "Rulings"],
  ["table", "Table"],
] as const;
export type Panel = (typeof PANELS)[number][0];

export interface Runs {
  link: TableLink;
  run: (work: Promise<unknown>) => void;
}

export function Master({ link, game }: { link: TableLink; game: GameDescription }) {
  const [open, setOpen] = useState<Panel | null>(null);
  const [error, setError] = useState<unknown>();
  const run = (work: Promise<unknown>): void => {
    work.then(
      () => setError(undefined),
      (problem: unknown) => setError(problem),
    );
  };
  const hides = link.audience.value === "gm";
  const masters = link.masters.value;
  return (
    <section class="master sheet no-print" aria-label={capital(gm())}>
      <div class="strip">
        <Scrubber link={link} run={run} />
        {masters && (
          <>
            <button type="button" onClick={() => run(post(link.path("/undo")))}>
              Undo
            </button>
            <button type="button" onClick={() => run(post(link.path("/redo")))}>
              Redo
            </button>
            <button type="button" aria-pressed={hides} onClick={() => (link.audience.value = hides ? "everyone" : "gm")}>
              {hides ? "Rolling hidden" : "Rolling open"}
            </button>
            {PANELS.map(([panel, words]) => (
              <button type="button" aria-expanded={open === panel} onClick={() => setOpen(open === panel ? null : panel)}>
                {words}
              </button>
            ))}
          </>
        )}
        <ViewAs link={link} run={run} />
      </div>
      <Problem error={error} />
      {masters && open && <MasterPanel panel={open} link={link} game={game} run={run} />}
    </section>
  );
}

function ViewAs({ link, run }: Runs) {
  const seats = Object.entries(link.view.value?.seats ?? {}).filter(([, seat]) => seat.role === "player" || seat.role === "spectator");
  if (seats.length === 0) return null;
  return (
    <label class="row small view-as">
      View as
      <select value={link.as.value} onChange={(event) => run(link.look(link.moment.value, event.currentTarget.value))}>
        <option value="">yourself</option>
        {seats.map(([seat, one]) => (
          <option value={seat}>{one.name}</option>
        ))}
      </select>
    </label>
  );
}
