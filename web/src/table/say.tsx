// Saying something, or a command: /roll, /odds, /help, or an action by its name.
import type { HelpResponse, MessageOddsResponse } from "../api-types";
import { useState } from "preact/hooks";
import { OddsBar } from "../parts/odds";
import { Problem } from "../parts/shell";
import type { TableLink } from "./link";
import { gm } from "../words";

export function Say({ link }: { link: TableLink }) {
  const [text, setText] = useState("");
  const [toMaster, setToMaster] = useState(false);
  const [answer, setAnswer] = useState<HelpResponse | MessageOddsResponse | null>(null);
  const [error, setError] = useState<unknown>();
  const say = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!text.trim()) return;
    try {
      const said = await link.say(text, toMaster);
      setAnswer("odds" in said || "help" in said ? said : null);
      setError(undefined);
      setText("");
    } catch (problem) {
      setError(problem);
    }
  };
  if (link.at.value !== null || link.as.value !== "") return null;
  return (
    <form class="say stack tight" onSubmit={say}>
      {answer && (
        <div class="note" role="status">
          {"odds" in answer && <OddsBar rows={answer.odds.bar} />}
          {"help" in answer && <pre class="help small">{answer.help}</pre>}
          <button type="button" class="link" onClick={() => setAnswer(null)}>
            Dismiss
          </button>
        </div>
      )}
      <Problem error={error} />
      <label class="unseen" for="say">
        Say something, or type a command such as /roll 4d6kh3
      </label>
      <div class="row">
        <input id="say" class="grow" autocomplete="off" maxLength={4000} placeholder="Say something, or /roll 4d6kh3" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <button>Send</button>
      </div>
      {!link.masters.value && (
        <label class="small row">
          <input type="checkbox" checked={toMaster} onChange={(event) => setToMaster(event.currentTarget.checked)} />
          to the {gm()} only
        </label>
      )}
    </form>
  );
}
