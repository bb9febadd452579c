// One step of making a character: its inputs, what is allowed, and what is not, with the reason.
import type { CreationResponse, CreationStepState, FacesForm, RollResponse } from "../api-types";
import { useState } from "preact/hooks";
import { post } from "../api";
import { useDoing } from "../doing";
import { FaceBoxes, isWhole } from "../parts/face_boxes";
import { FormInput } from "../parts/form";
import { Problem } from "../parts/shell";
import { Refused, Rules } from "../parts/why";
import { numbersOf } from "../values";
import { labelOf } from "../words";

interface Props {
  game: string;
  step: CreationStepState;
  value: unknown;
  /** The other way to do this step: dice that stand in for it. */
  other: CreationStepState | undefined;
  otherValue: unknown;
  onOther: (value: unknown) => void;
  /** What is still wrong, if it concerns this step. */
  refusal: CreationResponse | undefined;
  onChange: (value: unknown) => void;
}

export function OneStep({ game, step, value, other, otherValue, onOther, refusal, onChange }: Props) {
  const [rolls, setRolls] = useState(otherValue !== undefined);
  const refused = Object.entries(step.refused);
  return (
    <div class="stack one-step">
      <p>
        <span class="serif">{step.allowed ? `${step.allowed[0]?.toUpperCase()}${step.allowed.slice(1)}.` : ""}</span>{" "}
        <Rules game={game} numbers={step.cites} />
      </p>
      {other && (
        <div class="chips row" role="group" aria-label="Choose or roll">
          <button type="button" class="person" aria-pressed={!rolls} onClick={() => setRolls(false)}>
            Choose
          </button>
          <button type="button" class="person" aria-pressed={rolls} onClick={() => setRolls(true)}>
            Roll
          </button>
        </div>
      )}
      {other && rolls && other.form.kind === "faces" ? (
        <Faces form={other.form} label={other.title} value={numbersOf(otherValue)} onChange={onOther} />
      ) : step.problem ? (
        <p class="note">Do another step first: {step.problem}.</p>
      ) : step.form.kind === "faces" ? (
        <Faces form={step.form} label={step.title} value={numbersOf(value)} onChange={onChange} />
      ) : (
        <FormInput form={step.form} label={step.title} value={value} optional={step.optional} onChange={onChange} />
      )}
      {refusal && (
        <p class="note wrong" role="status">
          <Refused game={game} words={refusal.error} rule={refusal.rule} />
        </p>
      )}
      {refused.length > 0 && (
        <details>
          <summary>Not allowed now ({refused.length})</summary>
          <ul class="small">
            {refused.map(([name, why]) => (
              <li>
                <strong>{name}</strong>: {why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

interface FacesProps {
  form: FacesForm;
  label: string;
  value: number[];
  onChange: (value: unknown) => void;
}

function Faces({ form, label, value, onChange }: FacesProps) {
  const [typed, setTyped] = useState<string[]>(value.map(String));
  const { error, run } = useDoing();
  const put = (faces: string[]): void => {
    const few = faces.slice(0, form.count);
    setTyped(few);
    onChange(few.length === form.count && isWhole(few) ? few.map(Number) : undefined);
  };
  const roll = (): Promise<void> => run(async () => put((await post<RollResponse>("/rolls", { notation: `${form.count}d${form.sides}` })).dice.map(String)));
  return (
    <fieldset class="field faces">
      <legend>{label}</legend>
      <span class="hint">
        {form.count} dice with {form.sides} sides{form.instead_of ? `; they decide the ${labelOf(form.instead_of)}` : ""}.
      </span>
      <div class="row">
        <button type="button" class="primary" onClick={roll}>
          Roll {form.count}d{form.sides}
        </button>
        <span>or type what you rolled:</span>
      </div>
      <FaceBoxes value={typed} throws={[{ purpose: "", sides: Array<number>(form.count).fill(form.sides), cards: [] }]} more={false} name="die" onChange={put} />
      <p class="small" role="status">
        {typed.filter((face) => face !== "").length} of {form.count}
      </p>
      <Problem error={error} />
    </fieldset>
  );
}
