// Who is who in the log, and what was undone in it.
import type { EventView } from "../api-types";
import type { TableLink } from "./link";
import { gm } from "../words";

export const nameOf = (link: TableLink, seat: string | undefined): string => link.view.value?.seats[seat ?? ""]?.name ?? "A former player";

export const seatRole = (role: string): string => ({ gm: gm(), "co-gm": `second ${gm()}` })[role] ?? role;

/** The events that an undo took away and no redo brought back. */
export function undoneIn(log: EventView[]): Set<number> {
  const redone = new Set(log.flatMap((event) => (event.kind === "redone" && typeof event.of === "number" ? [event.of] : [])));
  const gone = new Set<number>();
  for (const event of log) {
    if (event.kind !== "undone" || redone.has(event.seq)) continue;
    for (const other of log) if (other.seq > (event.back_to ?? 0) && other.seq < event.seq && ["acted", "ruled", "waiting"].includes(other.kind)) gone.add(other.seq);
  }
  return gone;
}
