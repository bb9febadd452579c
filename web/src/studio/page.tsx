// The studio: write on the left, the book with live odds on the right, faults as you type, and a table one click away.
import { useEffect, useRef, useState } from "preact/hooks";
import { get, post } from "../api";
import type { RulebookResponse, SeatResponse, Start, StudioResponse } from "../api-types";
import { useAsked } from "../ask";
import { download, fileName } from "../files";
import { remember } from "../my_tables";
import { Copy, Page, Problem, Skeleton } from "../parts/shell";
import { go } from "../route";
import { adopt } from "../lazy_style";
import { capital, trackers, words } from "../words";
import { Book } from "./book";
import type { Draft } from "./drafts";
import { begin, discard, draftOf, drafts, keepVersion, kept, write } from "./drafts";
import type { Desk } from "./editor";
import { Editor } from "./editor";
import style from "./page.lazy.css";
import { Try } from "./try";
import { Versions } from "./versions";

adopt(style);

export default function Studio({ id }: { id: string }) {
  if (!id) return <Begin />;
  if (id.includes("@")) return <Shared game={id} />;
  const draft = draftOf(id);
  return draft ? <Desktop key={id} draft={draft} /> : <Begin />;
}

// --- beginning

const open = (text: string, label?: string): void => go(`/studio/${begin(text, label).id}`);

function Begin() {
  const starts = useAsked(() => get<Start[]>("/studio/starts"), []);
  return (
    <Page title="Studio">
      <div class="stack studio-begin">
        <h1 tabIndex={-1}>Write a game that plays itself.</h1>
        <p class="lead">One text is the rulebook people read, the game they play, and the odds you balance it by. Begin with one that works, and change it.</p>
        <Problem error={starts.error} />
        {!starts.value && starts.waiting && <Skeleton lines={4} />}
        <div class="starts">
          {starts.value?.map((one) => (
            <button type="button" class="start" onClick={() => open(one.text)}>
              <strong>{one.title}</strong>
              <span>{one.summary}</span>
            </button>
          ))}
        </div>
        <p>
          <FromFile words="Open a file" />
        </p>
        {drafts.value.length > 0 && (
          <>
            <h2>Yours</h2>
            <ul class="drafts">
              {drafts.value.map((one) => (
                <li class="row apart">
                  <a href={`/studio/${one.id}`}>{one.name}</a>
                  <button type="button" class="link" onClick={() => confirm(`Discard ${one.name} and its versions?`) && discard(one.id)}>
                    Discard<span class="unseen"> {one.name}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Page>
  );
}

function FromFile({ words }: { words: string }) {
  const read = async (file: File | undefined): Promise<void> => {
    if (file) open(await file.text(), `from ${file.name}`);
  };
  return (
    <label class="button">
      {words}
      <input class="unseen" type="file" accept=".md,text/markdown,text/plain" onChange={(event) => read(event.currentTarget.files?.[0])} />
    </label>
  );
}

/** A shared link opens a copy of the draft. */
function Shared({ game }: { game: string }) {
  const found = useAsked(() => get<RulebookResponse>(`/rulebooks/${encodeURIComponent(game)}`), [game]);
  useEffect(() => {
    if (found.value) go(`/studio/${begin(found.value.text, "shared with you").id}`, true);
  }, [found.value]);
  return (
    <Page title="Studio">
      <Problem error={found.error}>
        <p>
          <a href="/studio">Begin with another</a>
        </p>
      </Problem>
      {found.waiting && <Skeleton />}
    </Page>
  );
}

// --- writing

const TABS = ["Write", "Book", "Try", "Versions"] as const;
type Tab = (typeof TABS)[number];

function Desktop({ draft: first }: { draft: Draft }) {
  const { id } = first;
  const [text, setText] = useState(first.text);
  const [tab, setTab] = useState<Tab>(() => (innerWidth < 900 ? "Write" : "Book"));
  const [line, setLine] = useState(1);
  const [roll, setRoll] = useState("");
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [link, setLink] = useState("");
  const desk = useRef<Desk | undefined>(undefined);
  const checked = useAsked((signal) => post<StudioResponse>("/studio/check", { text }, signal), [text], 350);
  const last = useRef<StudioResponse | undefined>(undefined);
  const found = checked.value;
  if (found?.game) last.current = found;
  useEffect(() => {
    if (!found?.game) return;
    words.value = found.game.words;
    trackers.value = found.game.trackers;
  }, [found]);
  const change = (next: string): void => {
    setText(next);
    setLink("");
    write(id, next);
  };
  const edit = (at: number): void => {
    // Only where the text is its own tab must it be drawn first: elsewhere the next key may come before the next frame.
    if (innerWidth >= 900) return desk.current?.goto(at);
    setTab("Write");
    requestAnimationFrame(() => desk.current?.goto(at));
  };
  const tryIt = (name: string): void => {
    setRoll(name);
    setTab("Try");
  };
  const keep = async (label: string): Promise<RulebookResponse | undefined> => {
    setBusy(true);
    try {
      const made = await post<RulebookResponse>("/rulebooks", { text });
      keepVersion(id, label);
      setError(undefined);
      return made;
    } catch (problem) {
      setError(problem);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const play = async (): Promise<void> => {
    const made = await keep("played");
    if (!made) return;
    try {
      const asked = { game: made.game, name: capital(found?.game?.words.gm ?? "GM"), title: made.name, ready: (found?.game?.openings.length ?? 0) > 0 };
      const opened = await post<SeatResponse>("/tables", asked);
      remember({ table: opened.table, seat: opened.seat, game: made.game, title: made.name });
      go(`/table/${opened.table}`);
    } catch (problem) {
      setError(problem);
    }
  };
  const share = async (): Promise<void> => {
    const made = await keep("shared");
    if (made) setLink(`${location.origin}/studio/${made.game}`);
  };
  const save = (): void => {
    keepVersion(id, "saved");
    download(`${fileName(draftOf(id)?.name ?? "rulebook")}.md`, text, "text/markdown");
  };
  const errors = found?.faults.filter((fault) => fault.severity === "error").length ?? 0;
  const game = found?.game ?? last.current?.game;
  const draft = draftOf(id) ?? first;
  return (
    <Page title={draft.name} wide>
      <div class="studio" data-tab={tab}>
        <header class="studio-bar">
          <h1 tabIndex={-1}>{draft.name}</h1>
          <Status found={found} waiting={checked.waiting} />
          <span class="grow" />
          <button type="button" class="primary" disabled={busy || errors > 0 || !found} onClick={play}>
            Play this now
          </button>
          <button type="button" disabled={busy || errors > 0 || !found} onClick={share}>
            Share
          </button>
          <button type="button" onClick={save}>
            Save file
          </button>
          <a class="button" href="/studio">
            All<span class="unseen"> rulebooks</span>
          </a>
        </header>
        <Problem error={error ?? checked.error} />
        {!kept.value && <p class="note wrong">This browser has no room left to keep your text: save it as a file.</p>}
        {link && (
          <p class="note row" role="status">
            <span>Anyone with this link gets a copy of exactly this text:</span> <a href={link}>{link.replace(/@(.{6}).*/, "@$1…")}</a> <Copy text={link} />
          </p>
        )}
        <div class="tabs" role="tablist" aria-label="Studio">
          {TABS.map((name) => (
            <button type="button" role="tab" id={`tab-${name}`} aria-selected={tab === name} aria-controls={name === "Write" ? "pane-write" : "pane-read"} class={name === "Write" ? "only-small" : ""} onClick={() => setTab(name)}>
              {name}
            </button>
          ))}
        </div>
        <div class="desk">
          <section id="pane-write" class="write" aria-label="Write">
            <Editor text={first.text} faults={found?.faults ?? []} onChange={change} onLine={setLine} desk={(made) => (desk.current = made)} />
            <Faults found={found} onEdit={edit} />
          </section>
          <section id="pane-read" class="read" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
            {(tab === "Book" || tab === "Write") &&
              (found || last.current ? <Book parts={(found?.parts.length ? found : (last.current ?? found))!.parts} line={line} onEdit={edit} onTry={tryIt} /> : <Skeleton lines={6} />)}
            {tab === "Try" && (game && errors === 0 ? <Try text={text} game={game} roll={roll} onRoll={setRoll} /> : <p class="soft">Fix what is marked, then try it here.</p>)}
            {tab === "Versions" && <Versions draft={draft} broken={errors > 0} unread={checked.waiting} onReturn={(old) => desk.current?.replace(old)} />}
          </section>
        </div>
      </div>
    </Page>
  );
}

function Status({ found, waiting }: { found: StudioResponse | undefined; waiting: boolean }) {
  const faults = found?.faults ?? [];
  const errors = faults.filter((fault) => fault.severity === "error").length;
  const said = !found ? "Reading" : errors ? `${errors} to fix` : faults.length ? `${faults.length} to look at` : "Plays";
  return (
    <span class={`status ${errors ? "bad" : faults.length ? "fair" : "good"}${waiting ? " waiting" : ""}`} role="status">
      {said}
    </span>
  );
}

/** A message about the text, in which quotations from the text are set as code. */
function Said({ text }: { text: string }) {
  const parts = capital(text).split(/`([^`]+)`/);
  return (
    <>
      {parts.map((part, place) => (place % 2 === 1 ? <code>{part}</code> : part))}
      {/[.?!:]$/.test(text) ? "" : "."}
    </>
  );
}

function Faults({ found, onEdit }: { found: StudioResponse | undefined; onEdit: (line: number) => void }) {
  if (!found?.faults.length) return null;
  return (
    <ul class="faults" aria-label="What to fix">
      {found.faults.slice(0, 8).map((fault) => (
        <li>
          <button type="button" class={`fault ${fault.severity}`} onClick={() => onEdit(fault.line)}>
            <b>Line {fault.line}</b> <Said text={fault.message} />
            {fault.suggestion && (
              <span class="soft">
                {" "}
                <Said text={fault.suggestion} />
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

