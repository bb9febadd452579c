// One step of making a character: its inputs, the allowed choices, and the others with the reason.
import type { CreationResponse, CreationStepState } from "../api-types";
import { useState } from "preact/hooks";
import { FormInput } from "../parts/form";
import { Refused, Rules } from "../parts/why";
import { capital, inWords } from "../words";

const MOST_WORDS = 200;

interface Props {
  game: string;
  step: CreationStepState;
  value: unknown;
  /** The other way to do this step: dice that stand in for it. */
  other: CreationStepState | undefined;
  otherValue: unknown;
  onOther: (value: unknown) => void;
  /** The remaining problem, if it concerns this step. */
  refusal: CreationResponse | undefined;
  onChange: (value: unknown) => void;
}

export function OneStep({ game, step, value, other, otherValue, onOther, refusal, onChange }: Props) {
  const [rolls, setRolls] = useState(otherValue !== undefined);
  const refused = Object.entries(step.refused);
  const isEmpty = step.form.kind === "picks" && step.form.values.length === 0 && step.form.own === null;
  /** The reason why nothing can be chosen, if it is the same for every value: mostly an earlier step. */
  const shared = isEmpty && value === undefined && refused.every(([, why]) => why === refused[0]![1]) ? refused[0]?.[1] : undefined;
  // what lists every choice with its effect is for those who type; here each choice has a card
  const allowed = step.allowed.length > MOST_WORDS ? step.allowed.split(". ")[0]! : step.allowed;
  return (
    <div class="stack one-step">
      <p>
        <span class="serif">{allowed ? `${capital(allowed).replace(/\.$/, "")}.` : ""}</span>{" "}
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
      {other && rolls ? (
        <FormInput form={other.form} label={other.title} value={otherValue} onChange={onOther} />
      ) : step.problem ? (
        <p class="note">Do another step first. {step.problem}</p>
      ) : shared ? (
        <p class="note">Nothing to choose here yet: {shared}.</p>
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
                <strong>{capital(name.split(" ").map(inWords).join(" "))}</strong>: {why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
