// Any dice in the notation that players type, priced as it is typed.
import type { OddsResponse } from "../api-types";
import { post } from "../api";
import { useAsked } from "../ask";
import { OddsView } from "../parts/odds_view";
import { Problem } from "../parts/shell";
import { go, where } from "../route";

const SAMPLES = ["4d6kh3", "2d12", "8d6", "d20+5", "3d6!", "2d20kl1"];
const NOTATION: [string, string][] = [
  ["4d6kh3, 2d20kl1", "keep the highest three, or the lowest one"],
  ["4d6dl1", "drop the lowest"],
  ["3d6!", "throw a die with its highest face again, and add"],
  ["4d6ro1", "throw ones again, once"],
  ["5d6>=5", "count the dice that show 5 or more"],
  ["(2d6)>=7", "whether the total is 7 or more"],
  ["d%, 4dF, 2d{0,1,1,2}", "percentile and Fudge dice, or faces of your own"],
  ["(1d8+2)*2, max(d6,d8)", "arithmetic"],
];

export function FreeDice() {
  const text = where.value.query.get("dice") ?? "4d6kh3";
  const set = (dice: string): void => go(`/odds?dice=${encodeURIComponent(dice)}`, true);
  const wanted = text.trim();
  const odds = useAsked((signal) => (wanted ? post<OddsResponse>("/odds", { notation: wanted }, signal) : undefined), [wanted], 200);
  return (
    <section class="sheet stack" aria-labelledby="free-dice">
      <h2 id="free-dice">Any dice</h2>
      <div class="field">
        <label for="dice">Dice notation</label>
        <input id="dice" spellcheck={false} autocomplete="off" autocapitalize="off" value={text} onInput={(event) => set(event.currentTarget.value)} />
      </div>
      <div class="row">
        {SAMPLES.map((sample) => (
          <button type="button" class="small-button" onClick={() => set(sample)}>
            {sample}
          </button>
        ))}
      </div>
      <Problem error={odds.error} />
      <details open={odds.error !== undefined}>
        <summary>What you can write</summary>
        <dl class="notation">
          {NOTATION.map(([notation, words]) => (
            <div>
              <dt>{notation}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </details>
      {odds.value && <OddsView odds={odds.value} title={odds.value.notation || wanted} waiting={odds.waiting || odds.error !== undefined} />}
    </section>
  );
}
