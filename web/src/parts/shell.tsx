// The frame of every page, and its messages while something is loading or after an error.
// Parts that nearly every page needs are in one script with this frame: separate scripts would cost more than they
// weigh.
import "../browser_list";
import "../operation";
import "../my_tables";
import "../values";
import "./inputs";
import "./odds";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Refusal } from "../api";
import { coloursOf, loadGames, lookOf } from "../games";
import { arrive, where } from "../route";
import { Motif } from "./motif";
import { RulePopover } from "./rule_popover";

interface Props {
  title: string;
  game?: string;
  wide?: boolean;
  /** Without the bar above: for a screen without controls. */
  bare?: boolean;
  children: ComponentChildren;
}

const LINKS = [
  ["/play", "Play"],
  ["/odds", "Odds"],
  ["/characters", "Characters"],
  ["/rules", "Rules"],
  ["/studio", "Studio"],
] as const;

const COLOURS = ["--light-strong", "--light-soft", "--dark-strong", "--dark-soft"];

export function Page({ title, game = "", wide = false, bare = false, children }: Props) {
  useEffect(() => {
    document.title = title === "Rulewright" ? title : `${title} · Rulewright`;
    document.documentElement.dataset["game"] = game;
  }, [title, game]);
  useEffect(() => {
    if (game && !lookOf(game)) loadGames();
  }, [game]);
  const colours = game ? coloursOf(game) : {};
  useLayoutEffect(() => {
    // the page before does not clear its colours: that could come after these are set
    const { style } = document.documentElement;
    for (const name of COLOURS) colours[name] ? style.setProperty(name, colours[name]) : style.removeProperty(name);
  }, [JSON.stringify(colours)]);
  useEffect(arrive);
  const path = where.value.path;
  if (bare) {
    return (
      <main id="main" class="bare" tabIndex={-1}>
        {children}
      </main>
    );
  }
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <div>
          <a class="wordmark" href="/">
            Rulewright
          </a>
          <nav aria-label="Main">
            {LINKS.map(([to, words]) => (
              <a href={to} aria-current={path.startsWith(to) ? "page" : undefined}>
                {words}
              </a>
            ))}
          </nav>
        </div>
        {game && <Motif game={game} />}
      </header>
      <main id="main" class={wide ? "wide" : ""} tabIndex={-1}>
        {children}
      </main>
      <RulePopover />
    </>
  );
}

export function Problem({ error, children }: { error: unknown; children?: ComponentChildren }) {
  if (!error) return null;
  const words = error instanceof Error ? error.message : String(error);
  const rule = error instanceof Refusal ? error.rule : "";
  return (
    <div class="note wrong" role="alert">
      {words} {rule && <span class="tag">{rule}</span>}
      {children}
    </div>
  );
}

/** Where nothing can be shown because the server was not there: a way to ask once more. */
export function TryAgain({ error }: { error: unknown }) {
  if (!(error instanceof Refusal) || error.status !== 0) return null;
  return (
    <p class="again">
      <button type="button" onClick={() => location.reload()}>
        Try again
      </button>
    </p>
  );
}

export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div class="stack" role="status" aria-busy="true" aria-label="Loading">
      {Array.from({ length: lines }, () => (
        <div class="skeleton" />
      ))}
    </div>
  );
}

/** Text that is copied with one click. */
export function Copy({ text, words = "Copy" }: { text: string | (() => string); words?: string }) {
  const said = useRef<HTMLSpanElement>(null);
  const copy = async (): Promise<void> => {
    const copied = typeof text === "string" ? text : text();
    const done = await navigator.clipboard.writeText(copied).then(
      () => "Copied",
      () => `This browser cannot copy. Here is the text: ${copied}`,
    );
    if (said.current) said.current.textContent = done;
  };
  return (
    <span class="row">
      <button type="button" onClick={copy}>
        {words}
      </button>
      <span ref={said} role="status" class="small soft" />
    </span>
  );
}
