// Dice of every player so far: how many, their mean, and the exact chance of rolling this high.
import { get } from "../api";
import type { SeatLuck } from "../api-types";
import { useAsked } from "../ask";
import { percent } from "../parts/odds";
import { asNumber } from "../values";
import type { TableLink } from "./link";

export function LuckReport({ link }: { link: TableLink }) {
  const view = link.view.value!;
  const luck = useAsked((signal) => get<SeatLuck[]>(link.path("/luck"), { as: link.as.value }, signal), [view.seq, link.as.value]);
  if (!luck.value?.length) return null;
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label="Dice of every player">
      <table class="figures small">
        <caption class="table-title">Dice of every player</caption>
        <thead>
          <tr>
            <th scope="col">who</th>
            <th scope="col">dice</th>
            <th scope="col">mean</th>
            <th scope="col">expected</th>
            <th scope="col">chance of rolling this high</th>
          </tr>
        </thead>
        <tbody>
          {luck.value.map((one) => (
            <tr>
              <th scope="row">{view.seats[one.seat]?.name ?? "a player"}</th>
              <td>
                {one.dice}d{one.sides}
              </td>
              <td>{one.value.toFixed(2)}</td>
              <td>{asNumber(one.expected)}</td>
              <td title={one.chance_as_high}>{one.chance_as_high ? percent(asNumber(one.chance_as_high), one.chance_as_high) : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
