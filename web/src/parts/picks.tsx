// A list made by picking: the chosen entries, in order, and those that may still be added.
import type { PicksForm } from "./fields";
import { useState } from "preact/hooks";
import { FormInput } from "./form";
import { same } from "./inputs";
import { Marked } from "./marked";
import { isValues } from "../values";
import { aboutOf, capital, inWords, labelOf } from "../words";

interface Props {
  form: PicksForm;
  label: string;
  hint?: string | undefined;
  value: unknown[];
  onChange: (value: unknown[] | undefined) => void;
}

/** A pick in words: {"improve": "driving"} is "improve driving". */
function said(one: unknown): string {
  const fields = typeof one === "object" && one !== null && !Array.isArray(one) ? Object.entries(one) : [];
  const [only] = fields;
  return fields.length === 1 && only && only[0] !== "name" ? `${labelOf(only[0])} ${inWords(only[1])}` : inWords(one);
}

export function PicksInput({ form, label, hint, value, onChange }: Props) {
  const set = (next: unknown[]): void => onChange(next.length ? next : undefined);
  const add = (one: unknown): void => set([...value, one]);
  const full = value.length >= form.most;
  if (form.most === 0 && value.length === 0) return null;
  const left = form.repeats ? form.values : form.values.filter((one) => !value.some((other) => same(one, other)));
  const wanted = form.least === form.most ? `${form.least}` : form.least ? `${form.least} to ${form.most}` : `up to ${form.most}`;
  return (
    <fieldset class="picks field">
      <legend>{label}</legend>
      {hint && <span class="hint"><Marked text={hint} /></span>}
      <p class="small" role="status">
        {value.length} {form.most < 100 ? `of ${wanted} chosen` : "chosen"}
      </p>
      {value.length > 0 && (
        <ol class="chosen">
          {value.map((one, place) => (
            <li>
              {form.places[place] && <span class="tag">{form.places[place]}</span>}
              <span>{capital(said(one))}</span>
              <button type="button" class="quiet" onClick={() => set(value.filter((_, at) => at !== place))}>
                Remove<span class="unseen"> {said(one)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {!full && left.length > 0 && <Offers values={left} label={label} onPick={add} />}
      {!full && form.own && <Own form={form} onAdd={add} />}
    </fieldset>
  );
}

function Offers({ values, label, onPick }: { values: unknown[]; label: string; onPick: (one: unknown) => void }) {
  const lines = values.map((one) => aboutOf(isValues(one) ? one["name"] : one));
  const described = lines.some(Boolean);
  return (
    <div class={described ? "card-grid" : "row"} role="group" aria-label={`Add to ${label}`}>
      {values.map((one, place) => (
        <button type="button" class={described ? "choice-card" : "add"} onClick={() => onPick(one)}>
          <span>
            {!described && <span aria-hidden="true">+ </span>}
            {described ? <b>{capital(said(one))}</b> : capital(said(one))}
            {lines[place] && <span class="about">{lines[place]}</span>}
          </span>
        </button>
      ))}
    </div>
  );
}

function Own({ form, onAdd }: { form: PicksForm; onAdd: (one: unknown) => void }) {
  const [draft, setDraft] = useState<unknown>();
  if (!form.own) return null;
  const add = (): void => {
    if (draft === undefined) return;
    onAdd(draft);
    setDraft(undefined);
  };
  return (
    <div class="row own" onKeyDown={(event) => event.key === "Enter" && (event.preventDefault(), add())}>
      <FormInput form={form.own} label="one of your own" value={draft} onChange={setDraft} />
      <button type="button" disabled={draft === undefined} onClick={add}>
        Add
      </button>
    </div>
  );
}
