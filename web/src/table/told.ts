// Every event in one sentence, as it is read out and written into the log.
import { inWords } from "../parts/why";
import type { TableLink } from "./link";
import type { Told } from "./shapes";
import { given, headline, spaced, whoDid } from "./wording";

export const nameOf = (link: TableLink, seat: string | undefined): string => link.view.value?.seats[seat ?? ""]?.name ?? "Somebody";

export const ROLES: Record<string, string> = { gm: "game master", "co-gm": "co-game-master", player: "player", spectator: "spectator" };

export function told(link: TableLink, event: Told): string {
  const by = nameOf(link, event.by);
  const action = spaced(event.name ?? event.action ?? "");
  switch (event.kind) {
    case "acted":
    case "rolled":
      return event.outcome === undefined ? `${by} made a hidden roll.` : `${whoDid(event) || by}, ${action}: ${headline(event.outcome).word}.`;
    case "said":
      return `${by} says: ${event.text ?? ""}`;
    case "waiting":
      return `${whoDid(event) ? `${whoDid(event)}, ` : ""}${action || "a roll"} ${given(event.params)} waits for ${(event.waits_for ?? []).map((seat) => nameOf(link, seat)).join(" or ")}.`;
    case "withdrawn":
      return `${by} called it off.`;
    case "opened":
      return "The table was opened.";
    case "branched":
      return "From here on this is another way it could have gone.";
    case "seated":
      return `${event.name ?? ""} takes a seat as ${ROLES[event.role ?? ""] ?? ""}.`;
    case "unseated":
      return "A seat was taken away.";
    case "assigned":
      return `${event.character ?? ""} is played by ${event.seat ? nameOf(link, event.seat) : "the game master"}.`;
    case "seeded":
      return `${nameOf(link, event.seat)} added a seed to the dice.`;
    case "asked":
      return `${by} asks ${inWords(event.of)} for ${action}. ${event.words ?? ""}`;
    case "ruled":
      return `${by} changed the rulings: ${Object.entries(event.options ?? {}).map(([name, value]) => `${spaced(name)} ${inWords(value)}`).join(", ")}.`;
    case "set":
      return `${by} changed the table's settings.`;
    case "revealed":
      return `${by} revealed a roll.`;
    case "undone":
      return `${by} went back to event ${event.back_to ?? 0}.`;
    case "redone":
      return `${by} took the undo back.`;
    case "closed":
      return "The table was closed, and the seed of its dice made known.";
    case "reopened":
      return "The table goes on.";
    default:
      return event.kind;
  }
}

/** The events that an undo took away and no redo brought back. */
export function undoneIn(log: Told[]): Set<number> {
  const redone = new Set(log.filter((event) => event.kind === "redone").map((event) => event.of as number));
  const gone = new Set<number>();
  for (const event of log) {
    if (event.kind !== "undone" || redone.has(event.seq)) continue;
    for (const other of log) if (other.seq > (event.back_to ?? 0) && other.seq < event.seq && ["acted", "ruled", "waiting"].includes(other.kind)) gone.add(other.seq);
  }
  return gone;
}
