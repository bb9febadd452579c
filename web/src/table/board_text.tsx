// The map as text: positions, distances, cover, reachable spaces, and targets of each weapon.
import { useState } from "preact/hooks";
import { percent } from "../parts/odds";
import type { Zone } from "../api-types";
import type { Survey } from "./board_survey";
import type { Space } from "./board_geometry";
import { asNumber } from "../values";
import { spaceIn } from "./space_input";
import { countOf, inWords } from "../words";

interface Props {
  survey: Survey;
  zones: Zone[];
  who: string;
  onAim: (who: string, arm: number) => void;
  /** Look at a space, with a weapon if one is named. */
  onLook: (space: Space, arm?: number) => void;
}

const MOST_SPACES = 40;

const listed = (spaces: Space[]): string => spaces.map((one) => one.join(", ")).join("; ");

export function BoardText({ survey, zones, who, onAim, onLook }: Props) {
  const [most, setMost] = useState(MOST_SPACES);
  const apart = (name: string): string => {
    const pair = survey.pairs.find((one) => [one.one, one.other].includes(who) && [one.one, one.other].includes(name));
    if (!pair) return "";
    const cover = pair.one === name ? pair.cover_of_one : pair.cover_of_other;
    return `, ${pair.spaces} spaces away${pair.sight ? "" : ", out of sight"}${cover === "none" ? "" : `, ${cover} cover`}`;
  };
  return (
    <div class="stack tight">
      <ul>
        {survey.figures.map((one) => (
          <li>
            {one.who}
            {one.who === who ? " (you)" : ""}: space {one.space.join(", ")}
            {apart(one.who)}
            {one.states.map((state) => `, ${inWords(state)}`)}
            {!one.in_fight && ", out of the fight"}
          </li>
        ))}
      </ul>
      {survey.obstacles.length > 0 && <p>Walls: {listed(survey.obstacles)}</p>}
      {survey.low.length > 0 && <p>Low cover: {listed(survey.low)}</p>}
      {zones.map((zone) => zone.spaces.length > 0 && <p>{zone.name}: {listed(zone.spaces)}</p>)}
      {survey.arms.map((arm, place) => (
        <div class="row">
          {inWords(arm.weapon)}, {countOf(survey.counts, arm.ap)}:{" "}
          {arm.targets.map((target) => (
            <button type="button" class="link" onClick={() => onAim(target.who, place)}>
              {target.who} {target.refused ? "(not now)" : target.results.length > 0 ? percent(asNumber(target.success), target.success) : ""}
            </button>
          ))}
          {arm.area !== null && <LookAt label={`Where to aim the ${inWords(arm.weapon)}`} onLook={(space) => onLook(space, place)} />}
        </div>
      ))}
      {survey.spaces.length > 0 && (
        <>
          <p>{survey.spaces.length} spaces in reach, nearest first:</p>
          <p class="row spaces-listed">
            {survey.spaces.slice(0, most).map((one) => (
              <button type="button" class="link" onClick={() => onLook(one.space)}>
                {one.space.join(", ")} ({countOf(survey.counts, one.ap)})
              </button>
            ))}
          </p>
          {survey.spaces.length > most && (
            <button type="button" class="link" onClick={() => setMost(most + 4 * MOST_SPACES)}>
              More of them
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** A typed space to aim at; its effect is shown under the map. */
function LookAt({ label, onLook }: { label: string; onLook: (space: Space) => void }) {
  const [text, setText] = useState("");
  const space = spaceIn(text);
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (space) onLook(space);
      }}
    >
      <input class="space-text" aria-label={label} autocomplete="off" placeholder="7, 1" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <button disabled={!space}>Aim there</button>
    </form>
  );
}
