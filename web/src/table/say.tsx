// A chat message, or a command: /roll, /odds, /help, or an action by its name.
import type { HelpResponse, MessageOddsResponse } from "../api-types";
import { useState } from "preact/hooks";
import { useOperation } from "../operation";
import { OddsBar } from "../parts/odds";
import { Problem } from "../parts/shell";
import type { TableLink } from "./link";
import { gm } from "../words";

/** The recipients other than a single seat. */
export const [EVERYONE, GM] = ["", "gm"] as const;

/** The other seats that a message can be sent to; the GMs are one recipient. */
function seatsBut(link: TableLink): [string, string][] {
  const view = link.view.value!;
  return Object.entries(view.seats)
    .filter(([seat, one]) => seat !== view.you && (link.masters.value || (one.role !== "gm" && one.role !== "co-gm")))
    .map(([seat, one]) => [seat, one.name]);
}

interface SentToProps {
  label: string;
  link: TableLink;
  to: string;
  /** The label of a message that only the author and the GMs see. */
  self?: string | undefined;
  onChange: (to: string) => void;
}

/** The recipient: everyone, the GMs, or one seat. */
export function SentTo({ label, link, to, self, onChange }: SentToProps) {
  const master = self ?? (link.masters.value ? "" : `the ${gm()} only`);
  return (
    <label class="small row">
      {label}
      <select value={to} onChange={(event) => onChange(event.currentTarget.value)}>
        {master && self && <option value={GM}>{master}</option>}
        <option value={EVERYONE}>everyone</option>
        {master && !self && <option value={GM}>{master}</option>}
        {seatsBut(link).map(([seat, name]) => (
          <option value={seat}>
            {name} only{link.masters.value ? "" : ` (and the ${gm()})`}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Say({ link }: { link: TableLink }) {
  const [text, setText] = useState("");
  const [to, setTo] = useState<string>(EVERYONE);
  const [answer, setAnswer] = useState<HelpResponse | MessageOddsResponse | null>(null);
  const { error, run } = useOperation();
  const say = (event: Event): void => {
    event.preventDefault();
    if (!text.trim()) return;
    void run(async () => {
      const said = await link.say(text, to);
      setAnswer("odds" in said || "help" in said ? said : null);
      setText("");
      // the message after a whisper is for everyone again, unless chosen otherwise
      setTo(EVERYONE);
    });
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
        <input id="say" class="grow" autocomplete="off" maxLength={4000} placeholder="Message or /roll 2d6" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <button>Send</button>
      </div>
      {(!link.masters.value || seatsBut(link).length > 0) && <SentTo label="Send to" link={link} to={to} onChange={setTo} />}
    </form>
  );
}
