// The time slider: look at any event, step by step, and go back to it or branch another table from it.
import type { SeatResponse } from "../api-types";
import { post } from "../api";
import { remember } from "../my_tables";
import { Copy } from "../parts/shell";
import { go } from "../route";
import type { TableLink } from "./link";
import type { Runs } from "./master";

const FIRST = 2;

export function Scrubber({ link, run }: Runs) {
  const last = link.last.value;
  const at = link.moment.value ?? last;
  const to = (seq: number): void => {
    const wanted = seq >= last ? null : Math.max(FIRST, seq);
    go(wanted === null ? `/table/${link.table}` : `/table/${link.table}?at=${wanted}`, true);
    run(link.look(wanted));
  };
  return (
    <div class={`scrubber${link.moment.value === null ? "" : " past"}`}>
      <button type="button" aria-label="One event back" disabled={at <= FIRST} onClick={() => to(at - 1)}>
        ‹
      </button>
      <input type="range" aria-label="Time" aria-valuetext={`event ${at} of ${last}`} min={FIRST} max={Math.max(FIRST, last)} value={at} onInput={(event) => to(Number(event.currentTarget.value))} />
      <button type="button" aria-label="One event on" disabled={at >= last} onClick={() => to(at + 1)}>
        ›
      </button>
      <span class="small moment">{link.moment.value === null ? "now" : `event ${at} of ${last}`}</span>
      {link.moment.value !== null && <Past link={link} run={run} at={at} onNow={() => to(last)} />}
    </div>
  );
}

function Past({ link, run, at, onNow }: Runs & { at: number; onNow: () => void }) {
  const back = async (): Promise<void> => {
    await post(link.path("/undo"), { back_to: at });
    onNow();
  };
  return (
    <>
      <button type="button" class="primary" onClick={onNow}>
        Back to now
      </button>
      {link.masters.value && (
        <>
          <button type="button" onClick={() => run(back())}>
            Go back to here
          </button>
          <button type="button" onClick={() => run(branch(link, at))}>
            Try another way from here
          </button>
        </>
      )}
      <Copy text={`${location.origin}/table/${link.table}?at=${at}`} words="Link to this moment" />
    </>
  );
}

async function branch(link: TableLink, at: number): Promise<void> {
  const view = link.view.value;
  const title = `${view?.title ?? "Table"}, another way`;
  const opened = await post<SeatResponse>(link.path("/branches"), { at, title });
  remember({ table: opened.table, seat: opened.seat, game: view?.game ?? "", title });
  go(`/table/${opened.table}`);
}
