// A rule by its number, in a box beside the number: the page stays open.
import { signal } from "@preact/signals";
import type { TargetedMouseEvent } from "preact";
import type { RuleDescription } from "../api-types";
import { useLayoutEffect, useRef } from "preact/hooks";
import { get } from "../api";
import { useAsked } from "../ask";
import { Marked } from "./marked";
import { Reads, Whose } from "./rule_source";

interface Opened {
  game: string;
  rule: string;
  left: number;
  top: number;
}

const opened = signal<Opened | null>(null);
const WIDTH = 360;

const books = new Map<string, Promise<RuleDescription[]>>();

/** The rules of a game, requested once. */
export function bookOf(game: string): Promise<RuleDescription[]> {
  const book = books.get(game) ?? get<RuleDescription[]>(`/games/${encodeURIComponent(game)}/rules`);
  books.set(game, book);
  book.catch(() => books.delete(game));
  return book;
}

/** A plain click on the number of a rule opens it here; any other click follows the link. */
export function openRule(event: TargetedMouseEvent<HTMLElement>, game: string, rule: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || !("popover" in HTMLElement.prototype)) return;
  event.preventDefault();
  const place = event.currentTarget.getBoundingClientRect();
  opened.value = { game, rule, left: Math.max(8, Math.min(place.left, innerWidth - WIDTH - 8)), top: Math.min(place.bottom + 4, innerHeight - 160) };
}

export function RulePopover() {
  const box = useRef<HTMLDivElement>(null);
  const one = opened.value;
  const rules = useAsked(() => (one ? bookOf(one.game) : undefined), [one?.game]).value;
  useLayoutEffect(() => {
    if (one) box.current?.showPopover();
  }, [one]);
  const found = rules?.find((rule) => rule.rule === one?.rule);
  useLayoutEffect(() => {
    // a long rule low in the window begins higher, so that all of it is in sight
    if (one && box.current) box.current.style.top = `${Math.max(8, Math.min(one.top, innerHeight - box.current.offsetHeight - 8))}px`;
  }, [one, found]);
  return (
    <div ref={box} class="rule-popover" popover="auto" role="dialog" aria-label={one ? `Rule ${one.rule}` : "Rule"} style={one ? { left: `${one.left}px`, top: `${one.top}px` } : {}}>
      {one && (
        <>
          <h3>
            {one.rule} {found && <Whose rule={found} />} <span class="soft small">{found?.section}</span>
          </h3>
          {found ? (
            <p class="rule-text">
              <Marked text={found.text} />
            </p>
          ) : (
            <p class="soft">{rules ? "This rule is not in the book." : "Looking it up…"}</p>
          )}
          {found && rules && <Reads rule={found} rules={rules} />}
          <p class="row apart small">
            <a href={`/rules/${one.game}#${one.rule}`} onClick={() => box.current?.hidePopover()}>
              Open in the rules
            </a>
            <button type="button" class="link" onClick={() => box.current?.hidePopover()}>
              Close
            </button>
          </p>
        </>
      )}
    </div>
  );
}
