// Any dice in the notation that players type, priced as it is typed.
import type { OddsResponse } from "../api-types";
import { post } from "../api";
import { useAsked } from "../ask";
import { OddsView } from "../parts/odds_view";
import { Problem } from "../parts/shell";
import { go, where } from "../route";

const SAMPLES = ["4d6kh3", "2d12", "8d6", "d20+5", "3d6!", "2d20kl1"];

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
        <span class="hint">Keep highest: 4d6kh3. Keep lowest: 2d20kl1. Explode: 3d6!. Add: 2d6+1d8+3.</span>
      </div>
      <div class="row">
        {SAMPLES.map((sample) => (
          <button type="button" class="small-button" onClick={() => set(sample)}>
            {sample}
          </button>
        ))}
      </div>
      <Problem error={odds.error} />
      {odds.value && <OddsView odds={odds.value} title={odds.value.notation || wanted} waiting={odds.waiting || odds.error !== undefined} />}
    </section>
  );
}
