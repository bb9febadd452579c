// Inputs that say which values are allowed: words, a switch, a stepper, a choice. Each draws its own label.
import { useId } from "preact/hooks";
import { Marked } from "./marked";
import { aboutOf, capital, inWords } from "../words";

export interface InputProps<T> {
  label: string;
  hint?: string | undefined;
  value: T | undefined;
  onChange: (value: T | undefined) => void;
}

const MOST_CHIPS = 8;
const MOST_CARDS = 12;
const MOST_SLIDER = 60;

interface WordsProps extends InputProps<string> {
  longest?: number | undefined;
  suggested?: string[] | undefined;
  lines?: boolean | undefined;
  example?: string | undefined;
}

export function WordsInput({ label, hint, value, onChange, longest = 200, suggested = [], lines, example }: WordsProps) {
  const id = useId();
  const shared = {
    id,
    maxLength: longest,
    placeholder: example ?? "",
    value: value ?? "",
    "aria-describedby": hint ? `${id}-hint` : undefined,
    onInput: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value || undefined),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {lines ? <textarea {...shared} /> : <input type="text" autocomplete="off" list={suggested.length ? `${id}-list` : undefined} {...shared} />}
      {suggested.some((one) => aboutOf(one)) && (
        <div class="card-grid">
          {suggested.map((one) => (
            <button type="button" class="choice-card" aria-pressed={value === one} onClick={() => onChange(one)}>
              <span>
                <b>{capital(one)}</b>
                {aboutOf(one) && <span class="about">{aboutOf(one)}</span>}
              </span>
            </button>
          ))}
        </div>
      )}
      {suggested.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggested.map((one) => (
            <option value={one} />
          ))}
        </datalist>
      )}
      <Hint id={`${id}-hint`} words={hint} />
    </div>
  );
}

/** A text or a number, such as "3d+1" or 4. */
export function CodeInput({ label, hint, value, onChange }: InputProps<unknown>) {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return <WordsInput label={label} hint={hint} value={text} longest={60} onChange={(words) => onChange(codeIn(words))} />;
}

const codeIn = (text: string | undefined): unknown => (text !== undefined && /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : text);

export function FlagInput({ label, hint, value, onChange }: InputProps<boolean>) {
  const id = useId();
  return (
    <div class="field">
      <label class="flag" for={id}>
        <input id={id} type="checkbox" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
        <span>{label}</span>
      </label>
      <Hint id={`${id}-hint`} words={hint} />
    </div>
  );
}

interface StepperProps extends InputProps<number> {
  least?: number | null | undefined;
  most?: number | null | undefined;
  /** The default value. */
  usual?: number | null | undefined;
  /** With a slider beside it, where the range is short. */
  slides?: boolean | undefined;
}

export function StepperInput({ label, hint, value, onChange, least, most, usual, slides = false }: StepperProps) {
  const id = useId();
  const [low, high] = [least ?? Number.MIN_SAFE_INTEGER, most ?? Number.MAX_SAFE_INTEGER];
  const now = value ?? usual ?? undefined;
  const within = (wanted: number): number => Math.min(high, Math.max(low, wanted));
  const step = (by: number): void => onChange(within(now === undefined ? (least ?? 0) : now + by));
  const type = (text: string): void => {
    const typed = Number(text);
    onChange(text.trim() === "" || Number.isNaN(typed) ? undefined : within(typed));
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="row">
        <span class="stepper">
          <button type="button" aria-label={`${label}: less`} disabled={now !== undefined && now <= low} onClick={() => step(-1)}>
            −
          </button>
          <input
            id={id}
            inputMode="numeric"
            autocomplete="off"
            value={now ?? ""}
            aria-describedby={hint ? `${id}-hint` : undefined}
            onInput={(event) => type(event.currentTarget.value)}
            onKeyDown={(event) => {
              const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
              if (by === undefined) return;
              event.preventDefault();
              step(by);
            }}
          />
          <button type="button" aria-label={`${label}: more`} disabled={now !== undefined && now >= high} onClick={() => step(1)}>
            +
          </button>
        </span>
        {slides && high - low <= MOST_SLIDER && (
          <input
            class="slider grow"
            type="range"
            aria-label={`${label}, slider`}
            min={low}
            max={high}
            value={now ?? low}
            onInput={(event) => onChange(Number(event.currentTarget.value))}
          />
        )}
      </span>
      <Hint id={`${id}-hint`} words={hint} />
    </div>
  );
}

interface ChoiceProps extends InputProps<unknown> {
  values: unknown[];
  /** The label of the empty choice, if the value may be left open. */
  open?: string | undefined;
  say?: ((value: unknown) => string) | undefined;
  /** Without the lines about choices: a ruling explains its values itself. */
  plain?: boolean;
  /** Whether a value is shown that cannot be chosen now. */
  isTaken?: ((value: unknown) => boolean) | undefined;
}

export function ChoiceInput({ label, hint, value, onChange, values, open, say = inWords, plain = false, isTaken }: ChoiceProps) {
  const id = useId();
  const listed = open === undefined || values.includes(null) ? values : [undefined, ...values];
  const at = listed.findIndex((one) => same(one, value));
  const words = (one: unknown): string => (one === undefined || one === null ? (open ?? "not set") : say(one));
  const described = !plain && listed.length <= MOST_CARDS && listed.some((one) => aboutOf(one) !== "");
  if (listed.length > MOST_CHIPS && !described) {
    return (
      <div class="field">
        <label for={id}>{label}</label>
        <select id={id} value={String(at)} onChange={(event) => onChange(listed[Number(event.currentTarget.value)])}>
          {at < 0 && <option value="-1">choose…</option>}
          {listed.map((one, place) => (
            <option value={String(place)}>{words(one)}</option>
          ))}
        </select>
        <Hint id={`${id}-hint`} words={hint} />
      </div>
    );
  }
  return (
    <fieldset class={`${described ? "cards" : "chips"} field`}>
      <legend>{label}</legend>
      <div class={described ? "card-grid" : "row"}>
        {listed.map((one, place) => (
          <label class={described ? "choice-card" : "chip"} key={JSON.stringify(one) ?? ""}>
            <input type="radio" name={id} checked={place === at} disabled={isTaken?.(one) ?? false} onChange={() => onChange(one)} />
            <span class={!described && words(one).length < 3 ? "short" : ""}>
              {described ? <b>{words(one) === "none" ? "Not chosen" : capital(words(one))}</b> : words(one) === "none" ? "none" : capital(words(one))}
              {described && aboutOf(one) && <span class="about">{aboutOf(one)}</span>}
            </span>
          </label>
        ))}
      </div>
      <Hint id={`${id}-hint`} words={hint} />
    </fieldset>
  );
}

/** Hints that only repeat what the control shows. */
const NOTHING = ["any name", "yes or no"];

/** A hint without what the label or the control says already. */
export function beyond(label: string, hint: string | undefined): string | undefined {
  const bare = (text: string) => text.toLowerCase().replace(/^(the|a) /, "").replace(/ used$/, "");
  const isSaid = hint !== undefined && bare(hint) === bare(label);
  return isSaid || NOTHING.includes(hint ?? "") ? undefined : hint?.startsWith(`${label}: `) ? hint.slice(label.length + 2) : hint;
}

export function Hint({ id, words }: { id: string; words?: string | undefined }) {
  return words ? (
    <span class="hint" id={id}>
      <Marked text={capital(words)} />
    </span>
  ) : null;
}

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
