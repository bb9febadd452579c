// Shows that it is your turn in the title and the icon of the page, for those in another tab.
import type { TableLink } from "./link";
import { partyOf } from "./picking";

/** The decision or turn that waits for this seat, in a few words; empty if nothing does. */
export function waitsFor(link: TableLink): string {
  const view = link.view.value;
  if (!view || link.at.value !== null || link.as.value !== "" || view.closed) return "";
  if (view.pending.some((one) => one.waits_for.includes(view.you))) return "You decide";
  const fight = view.fight;
  if (!fight || fight.over) return "";
  const mine = (name: string): boolean => (link.masters.value ? view.characters[name]?.seat === "" : link.plays(name));
  const due = Object.keys(fight.due).find(mine);
  if (due) return `${due} must act`;
  if (!fight.turn || !mine(fight.turn)) return "";
  return link.masters.value && !partyOf(view).includes(fight.turn) ? `${fight.turn}’s turn` : `Your turn: ${fight.turn}`;
}

const DOT = "%3Ccircle cx='12.5' cy='3.5' r='3.5' fill='%23d93025' stroke='%23fff'/%3E%3C/svg%3E";
const END = "%3C/svg%3E";

/** Sets or removes a dot on the icon of the page; it is gone with the page. */
export function markTab(on: boolean): () => void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (!icon) return () => undefined;
  const plain = icon.href.replace(DOT, END);
  icon.href = on ? plain.replace(END, DOT) : plain;
  return () => {
    icon.href = plain;
  };
}
