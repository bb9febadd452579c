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
            <p class="result-word">{rolled.headline}</p>
            {rolled.sentence && <p>{rolled.sentence}</p>}
            <Dice key={rolls} groups={groupsIn(lookOf(game), rolled.breakdown)} tumbles />
            <Why game={game} steps={rolled.breakdown} cites={rolled.cites} />
          </div>
        )}
      </div>
    </section>
  );
}
