// An axis of a range: which parameter or ruling, and from where to where.
import type { GameDescription, ParameterDescription, ValueKind } from "../api-types";
import { useId } from "preact/hooks";
import { StepperInput } from "../parts/inputs";
import type { Axis, State } from "./explorer_state";
import { numbersOf, valueAt } from "../values";
import { labelOf } from "../words";

export interface Offered {
  name: string;
  words: string;
  kind: ValueKind;
  usual: unknown;
}

const MOST_VALUES = 20;
/** How far a range goes to both sides: less where one setting takes long, so that the whole map is worked out in time. */
const AROUND = [5, 2, 1];
/** In milliseconds: the most that one of the settings of a map may take for each of these. */
const QUICK = [60, 300];
/** Some games count every second point only. */
const STEP = 2;

/** Every parameter with ordered values (numbers, choices, switches, at any depth) and every ruling. */
export function axesOf(game: GameDescription, parameters: ParameterDescription[]): Offered[] {
  const rulings = game.options.filter((option) => option.value.kind === "choice");
  return [
    ...within(parameters, "", ""),
    ...rulings.map((one) => ({ name: `option.${one.name}`, words: `ruling: ${labelOf(one.name)}`, kind: one.value, usual: one.default })),
  ];
}

function within(parameters: ParameterDescription[], before: string, words: string): Offered[] {
  return parameters.flatMap((one) => {
    const said = `${words}${labelOf(one.name)}`;
    if (one.value.kind === "object") return within(one.value.fields ?? [], `${before}${one.name}.`, `${said}: `);
    if (!["integer", "choice", "boolean"].includes(one.value.kind)) return [];
    return [{ name: before + one.name, words: said, kind: one.value, usual: one.default }];
  });
}

/** Those that the roll is set with come first, numbers before the others: they change something. */
export function byUse(offered: Offered[], state: State): Offered[] {
  const rank = (one: Offered): number => (valueAt(state.params, one.name) === undefined ? 2 : 0) + (one.kind.kind === "integer" ? 0 : 1);
  return [...offered].sort((one, other) => rank(one) - rank(other));
}

export function defaultAxis(one: Offered, state: State, cost = 0): Axis {
  const around = AROUND[QUICK.filter((most) => cost > most).length]!;
  if (one.kind.kind === "boolean") return { name: one.name, values: [false, true] };
  if (one.kind.kind === "choice") return { name: one.name, values: (one.kind.values ?? []).slice(0, MOST_VALUES) };
  const given = valueAt(state.params, one.name);
  const middle = typeof given === "number" ? given : typeof one.usual === "number" ? one.usual : (one.kind.least ?? 0);
  const from = Math.max(one.kind.least ?? middle - around, middle - around);
  return { name: one.name, values: span(from, Math.min(one.kind.most ?? from + 2 * around, from + 2 * around)) };
}

const span = (from: number, to: number): number[] => Array.from({ length: Math.min(MOST_VALUES, Math.max(1, to - from + 1)) }, (_, at) => from + at);

interface Props {
  label: string;
  offered: Offered[];
  axis: Axis | undefined;
  state: State;
  open?: boolean;
  onChange: (axis: Axis | undefined) => void;
}

export function AxisInput({ label, offered, axis, state, open = false, onChange }: Props) {
  const id = useId();
  const one = offered.find((other) => other.name === axis?.name);
  const numbers = one?.kind.kind === "integer" ? numbersOf(axis?.values) : undefined;
  const [from, to] = [numbers?.[0] ?? 0, numbers?.[numbers.length - 1] ?? 0];
  return (
    <fieldset class="parts">
      <legend>{label}</legend>
      <div class="row">
        <div class="field">
          <label for={id}>what changes</label>
          <select
            id={id}
            value={axis?.name ?? ""}
            onChange={(event) => {
              const next = offered.find((other) => other.name === event.currentTarget.value);
              onChange(next && defaultAxis(next, state));
            }}
          >
            {open && <option value="">none</option>}
            {offered.map((other) => (
              <option value={other.name}>{other.words}</option>
            ))}
          </select>
        </div>
        {one && numbers && (
          <>
            <StepperInput
              label="from"
              value={from}
              least={one.kind.least}
              most={to}
              onChange={(value) => value !== undefined && onChange({ name: one.name, values: span(value, to) })}
            />
            <StepperInput
              label="to"
              value={to}
              least={from}
              most={Math.min(one.kind.most ?? Number.MAX_SAFE_INTEGER, from + MOST_VALUES - 1)}
              onChange={(value) => value !== undefined && onChange({ name: one.name, values: span(from, value) })}
            />
          </>
        )}
      </div>
    </fieldset>
  );
}

/** A value near the one that is set: a setting that differs in it. */
export function neighbour(one: Offered, state: State): unknown {
  const now = valueAt(state.params, one.name) ?? one.usual;
  if (one.kind.kind === "boolean") return now !== true;
  if (one.kind.kind === "choice") {
    const values = one.kind.values ?? [];
    const at = values.indexOf(now);
    return values[at + 1] ?? values[at - 1];
  }
  const number = typeof now === "number" ? now : (one.kind.least ?? 0);
  const most = one.kind.most ?? Number.MAX_SAFE_INTEGER;
  return number < most ? Math.min(number + STEP, most) : number - STEP;
}
