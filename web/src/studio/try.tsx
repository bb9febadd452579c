// The draft, tried at once: a roll with its odds, a whole fight, a character.
import { useState } from "preact/hooks";
import type { Values } from "../api";
import { post } from "../api";
import type { CreationResponse, GameDescription, OddsResponse, RollDescription, RollResponse } from "../api-types";
import { useAsked } from "../ask";
import { Dice } from "../parts/dice";
import { groupsIn } from "../parts/dice_groups";
import { Field, isDrawn } from "../parts/fields";
import { FormInput } from "../parts/form";
import { OddsBar } from "../parts/odds";
import { SheetView } from "../parts/sheet";
import { Problem } from "../parts/shell";
import { Why } from "../parts/why";
import { spaced } from "../words";
import { valuesOf } from "../values";

const SHEET = "a character";

export function Try({ text, game, roll, onRoll }: { text: string; game: GameDescription; roll: string; onRoll: (roll: string) => void }) {
  const duels = new Set(game.duels.map((duel) => duel.roll));
  const names = [...game.rolls.map((one) => one.name), ...(game.creation.length ? [SHEET] : [])];
  const chosen = names.includes(roll) ? roll : (names[0] ?? "");
  const found = game.rolls.find((one) => one.name === chosen);
  return (
    <div class="stack try">
      <label class="field">
        <span>Try</span>
        <select value={chosen} onChange={(event) => onRoll(event.currentTarget.value)}>
          {names.map((name) => (
            <option value={name}>{duels.has(name) ? "a fight to the end" : spaced(name)}</option>
          ))}
        </select>
      </label>
      {found && <TryRoll key={chosen} text={text} roll={found} fight={duels.has(chosen)} />}
      {chosen === SHEET && <TrySheet text={text} game={game} />}
      {names.length === 0 && <p class="soft">Write a block that begins with ```roll, and it can be tried here.</p>}
    </div>
  );
}

function TryRoll({ text, roll, fight }: { text: string; roll: RollDescription; fight: boolean }) {
  const [params, setParams] = useState<Values>({});
  const [rolled, setRolled] = useState<RollResponse>();
  const [count, setCount] = useState(0);
  const [error, setError] = useState<unknown>();
  const odds = useAsked((signal) => post<OddsResponse>("/studio/odds", { text, roll: roll.name, params, seconds: 5 }, signal), [text, roll.name, JSON.stringify(params)], 300);
  const throwDice = async (): Promise<void> => {
    try {
      setRolled(await post<RollResponse>("/studio/rolls", { text, roll: roll.name, params }));
      setCount(count + 1);
      setError(undefined);
    } catch (problem) {
      setError(problem);
    }
  };
  const set = (name: string, value: unknown): void => {
    const { [name]: _, ...others } = params;
    setParams(value === undefined ? others : { ...others, [name]: value });
  };
  const fields = (
    <div class="try-fields">
      {roll.parameters
        .filter((one) => isDrawn(one.value))
        .map((one) => (
          <Field key={one.name} parameter={one} value={params[one.name]} onChange={(value) => set(one.name, value)} />
        ))}
    </div>
  );
  return (
    <>
      <p class="serif">{roll.summary}</p>
      {fight ? (
        <details>
          <summary>Who fights whom</summary>
          {fields}
        </details>
      ) : (
        fields
      )}
      <Problem error={odds.error} />
      {odds.value && <OddsBar rows={odds.value.bar} title={fight ? "Who wins" : "Odds"} />}
      {odds.value?.note && <p class="small soft">{odds.value.note}</p>}
      <button type="button" class="primary" onClick={throwDice}>
        {fight ? "Fight it once" : "Roll"}
      </button>
      <Problem error={error} />
      <div aria-live="polite">
        {rolled && !error && (
          <div class="result">
            <p class="result-word">{rolled.headline}</p>
            {rolled.sentence && !fight && <p>{rolled.sentence}</p>}
            {!fight && <Dice key={count} groups={groupsIn(undefined, rolled.breakdown)} tumbles />}
            <Why game="" steps={rolled.breakdown} cites={rolled.cites} />
          </div>
        )}
      </div>
    </>
  );
}

function TrySheet({ text, game }: { text: string; game: GameDescription }) {
  const [wanted, setWanted] = useState<Values>({ name: "Ada" });
  const made = useAsked((signal) => post<CreationResponse>("/studio/creation", { text, wanted }, signal), [text, JSON.stringify(wanted)], 200);
  const set = (name: string, value: unknown): void => {
    const { [name]: _, ...others } = wanted;
    setWanted(value === undefined ? others : { ...others, [name]: value });
  };
  const { value } = made;
  return (
    <>
      <Problem error={made.error} />
      {value?.steps.map((step) => (
        <FormInput key={step.field} form={step.form} label={step.title} hint={step.problem || step.allowed} value={wanted[step.field]} optional={step.optional} onChange={(next) => set(step.field, next)} />
      ))}
      {value?.error && <p class="note">{value.error}</p>}
      {value?.sheet && (
        <section class="sheet">
          <SheetView sheet={valuesOf(value.sheet)} trackers={game.trackers} shown={value.trackers} />
        </section>
      )}
    </>
  );
}
