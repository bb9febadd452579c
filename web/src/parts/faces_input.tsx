// Dice that decide a value: rolled here, or rolled elsewhere and typed in.
import { useState } from "preact/hooks";
import { post } from "../api";
import type { FacesForm, RollResponse } from "../api-types";
import { useOperation } from "../operation";
import { labelOf } from "../words";
import { FaceBoxes, isWhole } from "./face_boxes";
import { Problem } from "./shell";

interface Props {
  form: FacesForm;
  label: string;
  value: number[];
  onChange: (value: unknown) => void;
}

export function FacesInput({ form, label, value, onChange }: Props) {
  const [typed, setTyped] = useState<string[]>(value.map(String));
  const { error, run } = useOperation();
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
        {form.count === 1 ? "1 die" : `${form.count} dice`} with {form.sides} sides{form.instead_of ? `; they decide the ${labelOf(form.instead_of)}` : ""}.
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
