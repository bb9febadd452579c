// The lines under the map: the space under the marker, and the effect of an attack before it is made.
import type { Values } from "../api";
import { post } from "../api";
import { useAsked } from "../ask";
import { OddsBar, percent } from "../parts/odds";
import type { AimPreview, BoardTarget, Prospect } from "../api-types";
import type { Reachable, Survey, Weapon } from "./board_survey";
import { keyOf, type Space } from "./board_geometry";
import { asNumber } from "../values";
import type { TableLink } from "./link";
import { actionOf, capital, countOf, inWords, together } from "../words";

/** How long the pointer rests on a space before the server is asked about it. */
const PAUSE = 120;

/** The effect of an attack on a space, from the server; nothing while no space is aimed at. */
export function useAim(link: TableLink, who: string, weapon: string | undefined, at: Space | undefined): AimPreview | undefined {
  const aims = weapon !== undefined && at !== undefined;
  const key = at ? keyOf(at) : "";
  const preview = useAsked((signal) => (aims ? post<AimPreview>(link.path("/aim"), { who, weapon, at }, signal) : undefined), [link.view.value?.seq, who, weapon, key], PAUSE).value;
  return aims && preview && keyOf(preview.attack.at) === key && preview.attack.weapon === weapon ? preview : undefined;
}

interface ThereProps {
  /** The name of what a step costs. */
  counts: string;
  cursor: Space;
  /** The ground of a space: its zones, a wall, low cover. */
  ground: string[];
  reached: Reachable | undefined;
  /** Whether the character stands there. */
  isHome: boolean;
  /** Whether the character can move anywhere now. */
  moves: boolean;
  arm: Weapon | undefined;
  busy: boolean;
  /** Whether choosing the space would move there. */
  isFirst: boolean;
  onMove: () => void;
}

export function There({ counts, cursor, ground, reached, isHome, moves, arm, busy, isFirst, onMove }: ThereProps) {
  const bands = arm?.bands.filter((band) => band.spaces.some((space) => keyOf(space) === keyOf(cursor))) ?? [];
  return (
    <div class="row">
      <span>
        {isHome ? "Your space" : `Space ${cursor.map(inWords).join(", ")}`}
        {ground.length > 0 && <b> · {ground.join(", ")}</b>}
        {bands.length > 0 && <span class="soft"> · {inWords(arm?.weapon ?? "")}: {bands.map((band) => band.band).join(", ")} range</span>}
        {reached && reached.in_reach_of.length > 0 && <b> · in reach of {together(reached.in_reach_of)}</b>}
      </span>
      {reached ? (
        <button type="button" class={isFirst ? "primary" : ""} disabled={busy} onClick={onMove}>
          Go here: {countOf(counts, reached.ap)}
        </button>
      ) : (
        <span class="small soft">{moves ? "Choose a tinted space to go there, or a character to aim at." : "Choose a space or a character to look at."}</span>
      )}
    </div>
  );
}

interface AtCharacterProps {
  survey: Survey;
  arm: Weapon;
  target: BoardTarget;
  /** Whether the attack is legal by now: the last one may have cost the points for it. */
  isOffered: boolean;
  onUse: (more: Values) => void;
}

export function AtCharacter({ survey, arm, target, isOffered, onUse }: AtCharacterProps) {
  const figure = survey.figures.find((one) => one.who === target.who);
  const falls = survey.falls.filter((one) => one.weapon === arm.weapon && one.aimed === target.who);
  return (
    <div class="stack tight">
      <div class="row">
        <span>
          <b>{target.who}</b> with {inWords(arm.weapon)}: {countOf(survey.counts, arm.ap)}{target.dice && `, ${target.dice} damage`}
        </span>
        {!target.refused && (
          <button type="button" class="primary" disabled={!isOffered} onClick={() => onUse({ [arm.use.takes]: arm.use.at === "space" ? figure?.space : target.who })}>
            {capital(actionOf(arm.use.action))} {target.who}…
          </button>
        )}
      </div>
      {target.refused && <p class="soft">{target.refused}</p>}
      <Odds results={target.results} title={`Odds against ${target.who}`} />
      <Hit hit={target.hit} falls={falls} />
    </div>
  );
}

/** An attack on an empty space: the area it covers, and everyone it would still hit. */
export function AtSpace({ counts, arm, preview, onUse }: { counts: string; arm: Weapon; preview: AimPreview; onUse?: () => void }) {
  const { attack, unseen } = preview;
  const lands = arm.use.at === "space";
  const nobody = attack.hit.length === 0 && unseen.length === 0;
  if (!lands && nobody) return null;
  if (lands && attack.refused) return <p class="small soft">{attack.refused}</p>;
  return (
    <div class="stack tight aimed-space">
      <div class="row">
        <span>
          <b>{capital(inWords(arm.weapon))}</b> at {attack.at.map(inWords).join(", ")}: {countOf(counts, attack.ap)}, {attack.area.length} spaces{nobody && ", nobody there"}
        </span>
        {lands && onUse && (
          <button type="button" class="primary" onClick={onUse}>
            {capital(actionOf(arm.use.action))} here…
          </button>
        )}
      </div>
      {lands && onUse && <Odds results={attack.results} title={`Odds of ${inWords(arm.weapon)} at ${attack.at.map(inWords).join(", ")}`} />}
      <Hit hit={attack.hit} falls={attack.falls} />
      {unseen.length > 0 && <p class="small">{together(unseen)} would be hit.</p>}
    </div>
  );
}

function Odds({ results, title }: { results: BoardTarget["results"]; title: string }) {
  const rows = results.map((one) => ({ label: inWords(one.result), chance: one.chance, value: asNumber(one.chance), tone: one.tone }));
  return rows.length > 0 ? <OddsBar rows={rows} title={title} /> : null;
}

function Hit({ hit, falls }: { hit: Prospect[]; falls: { who: string; chance: string }[] }) {
  if (hit.length === 0) return null;
  return (
    <ul class="small">
      {hit.map((one) => {
        const fall = falls.find((other) => other.who === one.who);
        return (
          <li>
            {one.who} is hurt {percent(asNumber(one.hurt), one.hurt)}, {asNumber(one.mean_damage).toFixed(1)} on average
            {fall && `, falls ${percent(asNumber(fall.chance), fall.chance)}`}
            {asNumber(one.strikes_back) > 0 && `, strikes back ${percent(asNumber(one.strikes_back), one.strikes_back)}`}
            {one.cover !== "none" && `, ${one.cover} cover`}
          </li>
        );
      })}
    </ul>
  );
}
