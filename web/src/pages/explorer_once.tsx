// Roll it once: the dice, the result in one large word, and why.
import type { Values } from "../api";
import { useState } from "preact/hooks";
import { post } from "../api";
import type { RollResponse } from "../api-types";
import { useOperation } from "../operation";
import { lookOf } from "../games";
import { Dice } from "../parts/dice";
import { groupsIn } from "../parts/dice_groups";
import { FaceBoxes, isWhole } from "../parts/face_boxes";
import { Problem } from "../parts/shell";
import { Why } from "../parts/why";
import { isValues } from "../values";
import { capital, inWords, sided } from "../words";

export function Once({ game, roll, params, options }: { game: string; roll: string; params: Values; options: Values }) {
  const [rolled, setRolled] = useState<RollResponse>();
  const [rolls, setRolls] = useState(0);
  const { error, run } = useOperation();
  const [faces, setFaces] = useState<string[]>([]);
  const throwDice = (typed: boolean): Promise<void> =>
    run(async () => {
      setRolled(await post<RollResponse>(`/games/${game}/rolls`, { roll, params, options, ...(typed ? { faces } : {}) }));
      setRolls(rolls + 1);
    });
  return (
    <section class="sheet stack" aria-labelledby="once">
      <h2 id="once">Roll it once</h2>
      <div class="row">
        <button type="button" class="primary" onClick={() => throwDice(false)}>
          Roll
        </button>
        <span>or type what you rolled</span>
        <FaceBoxes value={faces} onChange={setFaces} />
        <button type="button" disabled={!isWhole(faces)} onClick={() => throwDice(true)}>
          That is what I rolled
        </button>
      </div>
      <Problem error={error} />
      <div aria-live="polite">
        {rolled && !error && (
          <div class="result">
            <Outcome value={rolled.outcome} />
            <Dice key={rolls} groups={groupsIn(lookOf(game), rolled.breakdown)} tumbles />
            <Why game={game} steps={rolled.breakdown} cites={rolled.cites} />
          </div>
        )}
      </div>
    </section>
  );
}

/** One large word, and the rest of the outcome under it. */
function Outcome({ value }: { value: unknown }) {
  const { result, success, winner, first, end, ...rest } = isValues(value) ? value : {};
  const [word, others] = leading({ result, success, winner, first, end }, rest);
  if (word === undefined) return <p class="result-word">{capital(inWords(value))}</p>;
  const said = inWords(Object.fromEntries(Object.entries(others).filter(([, one]) => one !== 0)));
  return (
    <>
      <p class="result-word">{capital(word)}</p>
      {said && <p>{capital(said)}</p>}
    </>
  );
}

/** The leading words of an outcome, and the rest of it: "A wins", by collapse. */
function leading({ result, success, winner, first, end }: Values, rest: Values): [string | undefined, Values] {
  if (typeof result === "string") return [inWords(result), success === undefined ? rest : { success, ...rest }];
  if (typeof success === "boolean") return [success ? "success" : "failure", rest];
  if (typeof first === "string") return [sided(`${first} goes first`), rest];
  if (typeof end === "string") return [inWords(end), rest];
  if (typeof winner !== "string") return [undefined, rest];
  const word = winner === "none" ? "nobody wins" : sided(`${inWords(winner)} wins`);
  const { by, ...others } = rest;
  // "by" joins its word to the winner's
  return typeof by === "string" ? [`${word} by ${inWords(by)}`, others] : [word, rest];
}
