// The versions of a draft, and the differences between any two: rules in words, odds in numbers.
import { useState } from "preact/hooks";
import { post } from "../api";
import type { ChangesResponse } from "../api-types";
import { useAsked } from "../ask";
import { percent } from "../parts/odds";
import { Problem, Skeleton } from "../parts/shell";
import { given, spaced } from "../words";
import type { Draft } from "./drafts";
import { keepVersion } from "./drafts";

const NOW = -1;

interface Props {
  draft: Draft;
  /** Whether the draft has errors, and whether it has yet to be checked. */
  broken: boolean;
  unread: boolean;
  onReturn: (text: string) => void;
}

export function Versions({ draft, broken, unread, onReturn }: Props) {
  const [before, setBefore] = useState(draft.versions.length - 1);
  const [after, setAfter] = useState(NOW);
  const textAt = (at: number): string => (at === NOW ? draft.text : (draft.versions[at]?.text ?? draft.text));
  const isKept = draft.versions.at(-1)?.text === draft.text;
  const isWriting = before === NOW || after === NOW;
  const waits = isWriting && (broken || unread);
  const found = useAsked(
    (signal) => (waits || textAt(before) === textAt(after) ? undefined : post<ChangesResponse>("/studio/compare", { before: textAt(before), text: textAt(after) }, signal)),
    [waits, textAt(before), textAt(after)],
    300,
  );
  const pick = (label: string, value: number, set: (at: number) => void) => (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => set(Number(event.currentTarget.value))}>
        <option value={NOW}>what you are writing</option>
        {draft.versions.map((one, at) => (
          <option value={at}>{named(one)}</option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="stack">
      <div class="row">
        <button type="button" onClick={() => keepVersion(draft.id, "kept")}>
          Keep this version
        </button>
        <span class="small soft" role="status">
          {isKept ? "This text is kept already." : "This text is not kept as a version yet."}
        </span>
        <span class="small soft">Versions stay in this browser. One is also kept whenever you play, share or save.</span>
      </div>
      <div class="pair">
        {pick("From", before, setBefore)}
        {pick("To", after, setAfter)}
      </div>
      <Problem error={found.error}>
        <p class="small">Both versions must be without errors to be compared.</p>
      </Problem>
      {isWriting && broken && <p class="soft">Fix what is marked, then compare it here.</p>}
      {found.waiting && !found.value && <Skeleton />}
      {textAt(before) === textAt(after) && <p class="soft">These two are the same.</p>}
      {found.value && !found.error && textAt(before) !== textAt(after) && <Changes found={found.value} />}
      <h3>All versions</h3>
      <ol class="versions" reversed>
        {draft.versions.map((one) => (
          <li>
            <span>{named(one)}</span>
            <button type="button" class="link" onClick={() => onReturn(one.text)}>
              Return to it
            </button>
          </li>
        )).reverse()}
      </ol>
    </div>
  );
}

function Changes({ found }: { found: ChangesResponse }) {
  if (found.rules.length + found.rolls.length === 0) return <p class="soft">Only the wording differs: the rules and the odds are the same.</p>;
  return (
    <div class="stack">
      {found.rolls.length > 0 && (
        <table class="changes">
          <caption class="unseen">Odds that differ</caption>
          <thead>
            <tr>
              <th scope="col">Roll</th>
              <th scope="col">Before</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {found.rolls.map((one) => (
              <tr>
                <th scope="row">
                  {spaced(one.roll)}: {spaced(one.result)} <small class="soft">{given(one.params)}</small>
                </th>
                <td>{percent(one.before)}</td>
                <td>
                  <b>{percent(one.after)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {found.rules.length > 0 && (
        <ul>
          {found.rules.map(([rule, how]) => (
            <li>
              <b>{rule}</b> {how}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const named = (one: { at: number; label: string }): string =>
  `${new Date(one.at).toLocaleString(undefined, { dateStyle: "short", timeStyle: "short" })}, ${one.label}`;
