// One real roll on the home page: the server's dice, and how likely the result was.
import type { OddsResponse, RollResponse } from "../api-types";
import { useState } from "preact/hooks";
import { post } from "../api";
import { useAsked } from "../ask";
import { Dice } from "../parts/dice";
import { groupsIn } from "../parts/dice_groups";
import { exactly, percent } from "../parts/odds";
import { Skeleton } from "../parts/shell";

const ROLLED = "4d6kh3";

/** A roll by the server's dice, with how likely it was; a button rolls again. */
export function RealRoll() {
  const [count, setCount] = useState(0);
  const odds = useAsked((signal) => post<OddsResponse>("/odds", { notation: ROLLED }, signal), []);
  const rolled = useAsked((signal) => post<RollResponse>("/rolls", { notation: ROLLED }, signal), [count]).value;
  const values = odds.value?.figures[0]?.values ?? [];
  const total = typeof rolled?.outcome === "number" ? rolled.outcome : undefined;
  const found = values.find((one) => one.number === total);
  const tallest = Math.max(...values.map((one) => one.value));
  if (!rolled || total === undefined || values.length === 0) return (
      <div class="real-roll">
        <Skeleton lines={2} />
      </div>
    );
  return (
    <section class="real-roll" aria-label="A real roll">
      <div class="row">
        <Dice key={count} groups={groupsIn(undefined, rolled.breakdown).map((group) => ({ ...group, label: "" }))} tumbles />
        <b class="total">{total}</b>
      </div>
      <svg viewBox={`0 0 ${values.length * 10} 40`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {values.map((one, place) => (
          <rect class={one.number === total ? "here" : one.number > total ? "above" : ""} x={place * 10 + 1} width={8} y={40 - (38 * one.value) / tallest} height={(38 * one.value) / tallest} />
        ))}
      </svg>
      <p role="status">
        Four dice, the best three count: <b>{total}</b>. {found && <>You roll this high {percent(found.reached, found.at_least)} of the time, exactly {exactly(found.at_least)}.</>}{" "}
        <button type="button" class="link" onClick={() => setCount(count + 1)}>
          Roll again
        </button>
      </p>
    </section>
  );
}
