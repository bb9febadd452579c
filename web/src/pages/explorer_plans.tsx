// The plans of a duel compared, where best play takes too long: how often a side wins with each, solved or simulated.
import type { BestPlayResponse } from "../api-types";
import { OddsBar, percent } from "../parts/odds";
import { aboutOf, capital, inWords, labelOf } from "../words";

type Plan = BestPlayResponse["plans"][number];

export function Plans({ plans }: { plans: Plan[] }) {
  const sides = [...new Set(plans.map((one) => one.who))].sort();
  return (
    <>
      {sides.map((side) => (
        <Side side={side} plans={plans.filter((one) => one.who === side)} />
      ))}
      {plans.some((one) => one.runs) && <p class="small soft">“Simulated” means an estimate with its 95% interval; the other numbers are solved.</p>}
    </>
  );
}

function Side({ side, plans }: { side: string; plans: Plan[] }) {
  const [first, second] = plans;
  const isClear = first && second && first.wins.low > second.wins.high;
  const title = `${capital(labelOf(side))}, with one plan throughout`;
  return (
    <div class="stack tight">
      <h3>{title}</h3>
      <div class="scrolls" tabIndex={0} role="region" aria-label={title}>
        <table class="figures plans">
          <caption class="unseen">Every plan, the best first</caption>
          <thead>
            <tr>
              <th scope="col">plan</th>
              <th scope="col">wins</th>
              <th scope="col">loses</th>
              <th scope="col">odds</th>
            </tr>
          </thead>
          <tbody>
            {plans.map((one) => (
              <tr>
                <th scope="row">
                  {capital(inWords(one.plan))} {isClear && one === first && <span class="tag">best of these</span>}
                  {aboutOf(one.plan) && <span class="small soft plan-about">{aboutOf(one.plan)}</span>}
                </th>
                <td>
                  <Share of={one.wins} runs={one.runs} />
                </td>
                <td>
                  <Share of={one.loses} runs={one.runs} />
                </td>
                <td class="odds-cell">
                  <OddsBar
                    small
                    title={inWords(one.plan)}
                    rows={[
                      { label: "loses", tone: 0, chance: "", value: one.loses.estimate },
                      ...(one.loses.estimate + one.wins.estimate < 1 ? [{ label: "nobody wins", tone: 0.5, chance: "", value: 1 - one.loses.estimate - one.wins.estimate }] : []),
                      { label: "wins", tone: 1, chance: "", value: one.wins.estimate },
                    ]}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Share({ of, runs }: { of: Plan["wins"]; runs: number | null | undefined }) {
  return (
    <>
      {percent(of.estimate)}
      {runs ? <span class="small soft plan-about">{`${percent(of.low)} to ${percent(of.high)}, simulated`}</span> : null}
    </>
  );
}
