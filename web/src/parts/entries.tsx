// Names with a value each: scores, skills with points, equipment with counts, custom entries.
import type { EntriesForm, FormEntry as Entry } from "../api-types";
import type { Form } from "./fields";
import { useState } from "preact/hooks";
import { FormInput } from "./form";
import { same } from "./inputs";
import { textOf } from "../values";
import { aboutOf, capital, rowOf } from "../words";

interface Props {
  form: EntriesForm;
  label: string;
  hint?: string | undefined;
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown> | undefined) => void;
}

/** From this many names on, those without a value are offered as buttons instead of shown; numbers are always shown. */
const MANY = 14;

export function EntriesInput({ form, label, hint, value, onChange }: Props) {
  const [opened, setOpened] = useState<string[]>([]);
  const put = (next: Record<string, unknown>): void => onChange(Object.keys(next).length ? next : undefined);
  const listed = new Map(form.names.map((entry) => [entry.name, entry]));
  /** The other entry that has a value which only one may have: it is shown here, and once both have one they can change places. */
  const holderOf = (name: string, wanted: unknown): string | undefined => {
    const free = listed.get(name)?.values ?? [];
    if (form.each.kind !== "choice" || free.length === 0 || free.some((one) => same(one, wanted))) return undefined;
    const holders = Object.keys(value).filter((other) => other !== name && same(value[other], wanted));
    return holders.length === 1 ? holders[0] : undefined;
  };
  const set = (name: string, inner: unknown): void => {
    const holder = inner === undefined ? undefined : holderOf(name, inner);
    const next = { ...value, [name]: inner, ...(holder === undefined ? {} : { [holder]: value[name] }) };
    put(Object.fromEntries(Object.entries(next).filter(([, one]) => one !== undefined)));
  };
  const few = form.each.kind === "number" || (!form.own && form.names.length < MANY);
  const named = [...new Set([...(few ? listed.keys() : []), ...Object.keys(value), ...opened])];
  const others = form.names.filter((entry) => !named.includes(entry.name));
  const open = (name: string): void => {
    setOpened([...opened, name]);
    const first = beginning(form.each, listed.get(name));
    if (first !== undefined) set(name, first);
  };
  const close = (name: string): void => {
    setOpened(opened.filter((one) => one !== name));
    set(name, undefined);
  };
  return (
    <fieldset class="entries field">
      <legend>{label}</legend>
      {hint && <span class="hint">{hint}</span>}
      {form.purse && <Purse purse={form.purse} />}
      <div class={form.each.kind === "fields" ? "stack" : "entry-grid"}>
        {named.map((name) => (
          <div class="entry" key={name}>
            <FormInput
              form={narrowed(form.each, listed.get(name), (one) => holderOf(name, one) !== undefined)}
              label={rowOf(name)}
              hint={listed.get(name)?.note || aboutOf(name)}
              value={value[name]}
              isTaken={(one) => value[name] === undefined && holderOf(name, one) !== undefined}
              onChange={(inner) => set(name, inner)}
            />
            {(!few || (form.own && name in value)) && (
              <button type="button" class="quiet" onClick={() => close(name)}>
                Remove<span class="unseen"> {rowOf(name)}</span>
              </button>
            )}
          </div>
        ))}
      </div>
      {!few && others.length > 0 && <Listed entries={others} label={label} onOpen={open} />}
      {form.own && <OwnName taken={named} onOpen={open} />}
    </fieldset>
  );
}

function Purse({ purse }: { purse: NonNullable<EntriesForm["purse"]> }) {
  const amount = (count: number): string => (purse.unit.length === 1 ? `${purse.unit}${count.toLocaleString("en")}` : `${count} ${purse.unit}`);
  const wrong = purse.left < 0 || (purse.must && purse.left > 0);
  return (
    <p class="purse" role="status">
      <strong>{purse.left < 0 ? `${amount(-purse.left)} too many` : `${amount(purse.left)} left`}</strong> of {amount(purse.whole)}
      {wrong && purse.left > 0 && <span class="soft"> · spend them all</span>}
    </p>
  );
}

function Listed({ entries, label, onOpen }: { entries: Entry[]; label: string; onOpen: (name: string) => void }) {
  const takes = entries.filter((entry) => entry.most === null || entry.most > 0);
  return (
    <div class="row" role="group" aria-label={`Add to ${label}`}>
      {takes.map((entry) => (
        <button type="button" class="add" onClick={() => onOpen(entry.name)}>
          + {capital(rowOf(entry.name))}
          {entry.note && <span class="soft"> ({entry.note})</span>}
        </button>
      ))}
    </div>
  );
}

function OwnName({ taken, onOpen }: { taken: string[]; onOpen: (name: string) => void }) {
  const [name, setName] = useState<string>();
  const ready = name !== undefined && name.trim() !== "" && !taken.includes(name.trim());
  const add = (): void => {
    if (!ready) return;
    onOpen(name.trim());
    setName(undefined);
  };
  return (
    <div class="row own" onKeyDown={(event) => event.key === "Enter" && (event.preventDefault(), add())}>
      <FormInput
        form={{ kind: "words", longest: 100, suggested: [], lines: false, example: "" }}
        label="a name of your own"
        value={name}
        onChange={(text) => setName(textOf(text))}
      />
      <button type="button" disabled={!ready} onClick={add}>
        Add
      </button>
    </div>
  );
}

/** The form of one entry, limited to the values that are left for it or that it could swap with another. */
function narrowed(each: Form, entry: Entry | undefined, isHeld: (one: unknown) => boolean): Form {
  if (!entry) return each;
  if (each.kind === "number") return { ...each, least: entry.least ?? each.least, most: entry.most ?? each.most };
  if (each.kind === "choice" && entry.values.length) return { ...each, values: [...new Set(each.values)].filter((one) => isHeld(one) || entry.values.some((free) => same(free, one))) };
  return each;
}

/** The value an entry has when it is added, so that adding is enough. */
function beginning(each: Form, entry: Entry | undefined): unknown {
  switch (each.kind) {
    case "number":
      return Math.max(each.usual ?? 1, entry?.least ?? each.least ?? 1, 1);
    case "choice":
      return each.usual ?? each.values[0];
    case "fields": {
      const parts = each.parts.filter((part) => !part.optional).map((part) => [part.name, beginning(part.form, undefined)] as const);
      return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
    }
    default:
      return undefined;
  }
}
