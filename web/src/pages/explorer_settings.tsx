// The settings of a roll: its parameters as steppers, sliders and chips, and the rulings.
import type { Values } from "../api";
import type { DerivationDescription, GameDescription, ParameterDescription, RollDescription } from "../api-types";
import { useState } from "preact/hooks";
import { Field } from "../parts/fields";
import { Rulings } from "../parts/rulings";
import { axesOf, byUse, neighbour } from "./explorer_axis";
import { beginning, difference, type Setting, type State } from "./explorer_state";

interface Props {
  game: GameDescription;
  entry: RollDescription | DerivationDescription;
  state: State;
  onChange: (state: State) => void;
}

/** How many parameters are shown at once; the others are folded until they are used. */
const AT_ONCE = 8;

/** What has to be set or is set in the game's own example comes first. */
const ordered = (parameters: ParameterDescription[], example: Values): ParameterDescription[] => {
  const isFirst = (one: ParameterDescription): boolean => one.required || one.name in example;
  return [...parameters.filter(isFirst), ...parameters.filter((one) => !isFirst(one))];
};

export function Settings({ game, entry, state, onChange }: Props) {
  const [second, setSecond] = useState(false);
  const editing = second && state.other ? state.other : state;
  const set = (next: Setting): void => {
    if (second && state.other) onChange({ ...state, other: next });
    else onChange({ ...state, ...next });
  };
  const put = (name: string, value: unknown): void => {
    const { [name]: _, ...others } = editing.params;
    set({ params: value === undefined ? others : { ...editing.params, [name]: value }, options: editing.options });
  };
  return (
    <div class="stack">
      {state.what === "roll" && <Sides game={game} entry={entry} state={state} second={second} onSecond={setSecond} onChange={onChange} />}
      <Parameters parameters={ordered(entry.parameters, beginning(game, state.what, state.name))} params={editing.params} onPut={put} />
      <Rulings
        key={entry.name}
        game={game}
        title="Rulings"
        first={"options" in entry ? entry.options : []}
        options={editing.options}
        onChange={(options) => set({ params: editing.params, options })}
      />
      {"dice" in entry && entry.dice && <p class="small soft">Dice, in order: {entry.dice}.</p>}
    </div>
  );
}

interface SidesProps {
  game: GameDescription;
  entry: RollDescription | DerivationDescription;
  state: State;
  second: boolean;
  onSecond: (second: boolean) => void;
  onChange: (state: State) => void;
}

function Sides({ game, entry, state, second, onSecond, onChange }: SidesProps) {
  const other = state.other;
  if (!other) {
    const begin = (): void => {
      // a second setting that differs says something at once
      const first = byUse(axesOf(game, entry.parameters), state).find((one) => !one.name.includes("."));
      onChange({ ...state, other: { params: first ? { ...state.params, [first.name]: neighbour(first, state) } : state.params, options: state.options } });
      onSecond(true);
    };
    return (
      <p>
        <button type="button" onClick={begin}>
          Compare with another setting
        </button>
      </p>
    );
  }
  const end = (): void => {
    onChange({ ...state, other: undefined });
    onSecond(false);
  };
  const differences = difference(other, state);
  return (
    <fieldset class="chips sides">
      <legend>Which setting do you change?</legend>
      <div class="row">
        {[false, true].map((which) => (
          <label class="chip">
            <input type="radio" name="side" checked={second === which} onChange={() => onSecond(which)} />
            <span>{which ? "the second" : "the first"}</span>
          </label>
        ))}
        <button type="button" class="quiet" onClick={end}>
          Stop comparing
        </button>
      </div>
      <p class="small soft" role="status">
        {differences ? `The second differs: ${differences}.` : "Both are the same so far. Change something in the second."}
      </p>
    </fieldset>
  );
}

interface ParametersProps {
  parameters: ParameterDescription[];
  params: Values;
  onPut: (name: string, value: unknown) => void;
}

function Parameters({ parameters, params, onPut }: ParametersProps) {
  const draw = (one: ParameterDescription) => <Field key={one.name} parameter={one} value={params[one.name]} slides onChange={(value) => onPut(one.name, value)} />;
  const few = parameters.length <= AT_ONCE + 2;
  const at = (one: ParameterDescription, place: number): boolean => few || place < AT_ONCE || one.required || one.name in params;
  const shown = parameters.filter(at);
  const folded = parameters.filter((one, place) => !at(one, place));
  return (
    <div class="stack parameters">
      {parameters.length === 0 && <p class="soft">There is nothing to set.</p>}
      {shown.map(draw)}
      {folded.length > 0 && (
        <details>
          <summary>More ({folded.length})</summary>
          <div class="stack">{folded.map(draw)}</div>
        </details>
      )}
    </div>
  );
}
