// The names of those whom a pending action waits for.
import type { PendingView } from "../api-types";
import type { TableLink } from "./link";

export function waitedFor(link: TableLink, wait: PendingView): string {
  const seats = link.view.value?.seats ?? {};
  return wait.waits_for.map((seat) => seats[seat]?.name ?? "a player").join(" or ");
}
