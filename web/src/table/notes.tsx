// Notes: kept at the table in Markdown, for oneself, for everyone or for one seat.
import type { Note, NotesResponse } from "../api-types";
import { useState } from "preact/hooks";
import { get } from "../api";
import { useAsked } from "../ask";
import { useOperation } from "../operation";
import { Markdown } from "../parts/markdown";
import { Problem } from "../parts/shell";
import type { TableLink } from "./link";
import { EVERYONE, GM, SentTo } from "./say";
import { nameOf } from "./log_names";
import { gm } from "../words";

const EMPTY: { title: string; text: string; to: string } = { title: "", text: "", to: GM };

/** Who sees a note besides its author, as the list says it. */
const toOf = (note: Note): string => (note.audience === "everyone" ? EVERYONE : note.to || GM);

export function Notes({ link }: { link: TableLink }) {
  const view = link.view.value!;
  const last = link.log.value.findLast((event) => event.kind === "said" && event.title !== undefined)?.seq ?? 0;
  const asked = useAsked((signal) => get<NotesResponse>(link.path("/notes"), { as: link.as.value }, signal), [last, link.as.value]);
  const [draft, setDraft] = useState<typeof EMPTY | null>(null);
  const { error, run } = useOperation();
  const keep = (title: string, text: string, to: string): Promise<void> => run(() => link.say(text, to, title).then(() => setDraft(null)));
  const isSelf = link.as.value === "" && link.at.value === null;
  return (
    <section class="notes stack" aria-label="Notes">
      {asked.value?.notes.length === 0 && !draft && <p class="soft">No notes yet. Keep one for yourself, or hand one out.</p>}
      <div class="panels">
        {asked.value?.notes.map((note) => (
          <article class="note-card" key={`${note.by} ${note.title}`}>
            <h2>{note.title}</h2>
            <p class="small soft">
              {note.by === view.you ? "yours" : `from ${nameOf(link, note.by)}`}, {note.audience === "everyone" ? "shown to everyone" : note.to ? `shown to ${note.to === view.you ? "you" : nameOf(link, note.to)}` : link.masters.value ? "private" : `only you and the ${gm()} see it`}
            </p>
            <Markdown text={note.text} />
            {note.by === view.you && isSelf && (
              <p class="row">
                <button type="button" class="link" onClick={() => setDraft({ title: note.title, text: note.text, to: toOf(note) })}>
                  Change<span class="unseen"> {note.title}</span>
                </button>
                {note.audience !== "everyone" && (
                  <button type="button" class="link" onClick={() => void keep(note.title, note.text, EVERYONE)}>
                    Show to everyone<span class="unseen">: {note.title}</span>
                  </button>
                )}
                <button type="button" class="link" onClick={() => confirm(`Remove the note “${note.title}”?`) && void keep(note.title, "", toOf(note))}>
                  Remove<span class="unseen"> {note.title}</span>
                </button>
              </p>
            )}
          </article>
        ))}
      </div>
      <Problem error={error ?? asked.error} />
      {draft ? (
        <form
          class="stack tight"
          onSubmit={(event) => {
            event.preventDefault();
            void keep(draft.title, draft.text, draft.to);
          }}
        >
          <label>
            Title
            <input required maxLength={80} value={draft.title} onInput={(event) => setDraft({ ...draft, title: event.currentTarget.value })} />
          </label>
          <label>
            Text, in Markdown
            <textarea required maxLength={4000} rows={5} value={draft.text} onInput={(event) => setDraft({ ...draft, text: event.currentTarget.value })} />
          </label>
          <p class="row">
            <SentTo label="Seen by" link={link} to={draft.to} self={link.masters.value ? "only you" : `you and the ${gm()}`} onChange={(to) => setDraft({ ...draft, to })} />
            <button class="primary">Keep</button>
            <button type="button" onClick={() => setDraft(null)}>
              Cancel
            </button>
          </p>
        </form>
      ) : (
        isSelf && (
          <p>
            <button type="button" onClick={() => setDraft(EMPTY)}>
              Write a note
            </button>
          </p>
        )
      )}
    </section>
  );
}
