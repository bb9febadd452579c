// A file of the game's own kind, such as a scenario: read here, checked by the server, and summed up in one line.
import type { Values } from "../api";
import type { GameDescription } from "../api-types";
import { useState } from "preact/hooks";
import { post } from "../api";
import { Problem } from "./shell";
import { labelOf } from "../words";

interface Props {
  game: GameDescription;
  /** The text of the file that is in use. */
  value: string | undefined;
  onChange: (text: string | undefined) => void;
}

type Content = Record<string, unknown>;

/** Its contents, by the lists that the server read: "4 archetypes, 7 skills". */
const contents = (content: Content): string =>
  Object.entries(content)
    .flatMap(([name, list]) => (Array.isArray(list) || (typeof list === "object" && list !== null) ? [[name, Object.keys(list).length] as const] : []))
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${labelOf(name)}`)
    .join(", ");

export function FromFile({ game, value, onChange }: Props) {
  const [error, setError] = useState<unknown>();
  const [content, setContent] = useState<Content>();
  const [busy, setBusy] = useState(false);
  const takes = game.from_file;
  if (!takes) return null;
  const read = async (input: HTMLInputElement): Promise<void> => {
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    setBusy(true);
    try {
      const text = await file.text();
      setContent(await post<Content>(`/games/${game.slug}/derive`, { what: takes.derivation, params: { [takes.parameter]: text } satisfies Values }));
      setError(undefined);
      onChange(text);
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  const name = typeof content?.[takes.title] === "string" ? String(content[takes.title]) : "";
  return (
    <div class="from-file stack tight no-print">
      <div class="row">
        <label class={`button${busy ? " busy" : ""}`}>
          {value === undefined ? `Use a ${takes.title} of your own…` : `Another ${takes.title}…`}
          <input class="unseen" type="file" accept=".toml,.json,application/json,text/plain" disabled={busy} onChange={(event) => read(event.currentTarget)} />
        </label>
        {value !== undefined && (
          <button type="button" class="quiet" onClick={() => (onChange(undefined), setContent(undefined), setError(undefined))}>
            Without a {takes.title}
          </button>
        )}
        <span class="small" role="status">
          {value === undefined ? (
            <span class="soft">A file you wrote or were given.</span>
          ) : (
            <>
              <b>{name || `With a ${takes.title} of your own`}</b>
              {content && <span class="soft"> · {contents(content)}</span>}
            </>
          )}
        </span>
      </div>
      <Problem error={error}>
        <p class="small">{value === undefined ? "Nothing was changed." : `The ${takes.title} before it is still in use.`}</p>
      </Problem>
    </div>
  );
}
