// The map of a fight: drawn from what the server says of it, as a picture and as text.
//
// Press a space to see what it costs, press it again to go there; or drag, or use the arrow keys.
// Press somebody to aim at them. Every number on it comes from the server.
import { useState } from "preact/hooks";
import { get } from "../api";
import { useAsked } from "../ask";
import { OddsBar, percent } from "../parts/odds";
import { Problem } from "../parts/shell";
import { BoardMap } from "./board_map";
import { keyOf, type Arm, type Reachable, type Space, type Survey, type Target, type Use } from "./board_shapes";
import { BoardText } from "./board_text";
import { asNumber } from "./fraction";
import type { TableLink } from "./link";
import type { Picked } from "./picking";
import type { Params } from "./shapes";
import { capital, spaced } from "./wording";

interface Props {
  link: TableLink;
  who: string;
  onPick: (picked: Picked) => void;
}

const AROUND = [2, 4, 8, 16, 32];

export function Board({ link, who, onPick }: Props) {
  const view = link.view.value!;
  const shown = link.at.value === null && view.fight !== null && !view.fight.over && who !== "" && link.as.value === "";
  const survey = useAsked((signal) => (shown ? get<Survey>(link.path("/board"), { who }, signal) : undefined), [view.seq, who, shown]);
  if (!shown || !survey.value) return shown ? <Problem error={survey.error} /> : null;
  return <Whole key={who} link={link} who={who} survey={survey.value} onPick={onPick} />;
}

function Whole({ link, who, survey, onPick }: Props & { survey: Survey }) {
  const self = survey.figures.find((one) => one.who === who);
  const [zoom, setZoom] = useState(innerWidth < 760 ? 0 : 1);
  const start = self?.space ?? survey.least;
  const [marked, mark] = useState<{ from: string; space: Space } | null>(null);
  // a marker that was set before the figure moved is out of date
  const cursor = marked?.from === keyOf(start) ? marked.space : start;
  const setCursor = (space: Space): void => mark({ from: keyOf(start), space });
  const [armAt, setArm] = useState(0);
  const [aimedAt, aim] = useState("");
  const [busy, setBusy] = useState(false);
  const arm = survey.arms[armAt] ?? survey.arms[0];
  const target = arm?.targets.find((one) => one.who === aimedAt);
  const reached = survey.spaces.find((one) => keyOf(one.space) === keyOf(cursor));
  const party = Object.entries(link.view.value?.characters ?? {}).flatMap(([name, one]) => (one.shown || one.seat ? [name] : []));
  const move = async (to: Space): Promise<void> => {
    if (busy || !survey.spaces.some((one) => keyOf(one.space) === keyOf(to))) return;
    setBusy(true);
    await link.act(survey.move.action, { who, ...survey.move.params, [survey.move.takes]: to }).catch((problem: unknown) => (link.problem.value = problem));
    setBusy(false);
  };
  const press = (space: Space): void => {
    const there = survey.figures.find((one) => keyOf(one.space) === keyOf(space) && one.who !== who);
    if (!there && keyOf(space) === keyOf(cursor) && reached && aimedAt === "") void move(space);
    aim(there?.who ?? "");
    setCursor(space);
  };
  const use = (by: Use, more: Params): void => {
    const offer = link.offers.value.find((one) => one.action === by.action && one.who === who);
    if (offer) onPick({ offer, params: { ...offer.ways[0]?.params, who, ...by.params, ...more } });
  };
  return (
    <section class="board sheet" aria-labelledby="map-title">
      <div class="row apart">
        <h2 id="map-title">Map</h2>
        <div class="row">
          <span class="small soft">{survey.turn === who ? `${who} has ${survey.ap} AP` : `as ${who} sees it`}</span>
          <button type="button" aria-label="Closer" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
            +
          </button>
          <button type="button" aria-label="Wider" disabled={zoom === AROUND.length - 1} onClick={() => setZoom(zoom + 1)}>
            −
          </button>
        </div>
      </div>
      <div class="row arms" role="group" aria-label="Weapon">
        {survey.arms.map((one, place) => (
          <button type="button" class="person" aria-pressed={one === arm} onClick={() => setArm(place)}>
            {spaced(one.weapon)}{" "}
            <span class="small">
              {one.ap} AP{one.shots === null ? "" : `, ${one.shots} left`}
            </span>
          </button>
        ))}
      </div>
      {arm && arm.bands.length > 0 && (
        <ul class="bands small" aria-label="Range">
          {arm.bands.map((band, place) => (
            <li>
              <svg width="32" height="8" aria-hidden="true">
                <path class={`ring ring-${place % 3}`} d="M0 4H32" />
              </svg>{" "}
              {band.band}: {band.least} to {band.most} spaces
            </li>
          ))}
        </ul>
      )}
      <div class="map-frame">
        <BoardMap
          survey={survey}
          who={who}
          party={party}
          around={AROUND[zoom] ?? 4}
          arm={arm}
          target={target}
          cursor={cursor}
          chosen={aimedAt ? undefined : reached}
          onCursor={(space) => (aim(""), setCursor(space))}
          onPress={press}
          onDrag={(space) => void move(space)}
        />
      </div>
      <div class="under-map" role="status">
        {target && arm ? (
          <Aim survey={survey} arm={arm} target={target} onUse={(more) => use(arm.use, more)} />
        ) : aimedAt ? (
          <p>{aimedAt} is on the same side.</p>
        ) : (
          <There cursor={cursor} reached={reached} survey={survey} busy={busy} onMove={() => void move(cursor)} onUse={(by) => use(by, { [by.takes]: cursor })} arm={arm} />
        )}
      </div>
      <BoardText survey={survey} who={who} onAim={(name, place) => (setArm(place), aim(name))} onMove={(space) => (aim(""), setCursor(space))} />
    </section>
  );
}

interface ThereProps {
  cursor: Space;
  reached: Reachable | undefined;
  survey: Survey;
  arm: Arm | undefined;
  busy: boolean;
  onMove: () => void;
  onUse: (by: Use) => void;
}

function There({ cursor, reached, survey, arm, busy, onMove, onUse }: ThereProps) {
  const bands = arm?.bands.filter((band) => band.spaces.some((space) => keyOf(space) === keyOf(cursor))) ?? [];
  const lands = arm && arm.use.at === "space" && bands.length > 0 && survey.spaces.length > 0;
  return (
    <div class="row">
      <span>
        Space {cursor.join(", ")}
        {bands.length > 0 && <span class="soft"> · {spaced(arm?.weapon ?? "")}: {bands.map((band) => band.band).join(", ")} range</span>}
        {reached && reached.in_reach_of.length > 0 && <b> · in reach of {reached.in_reach_of.join(", ")}</b>}
      </span>
      {reached && (
        <button type="button" class="primary" disabled={busy} onClick={onMove}>
          Go here: {reached.ap} AP
        </button>
      )}
      {lands && arm && (
        <button type="button" onClick={() => onUse(arm.use)}>
          {capital(spaced(arm.use.action))} here: {arm.ap} AP
        </button>
      )}
      {!reached && <span class="small soft">Press a tinted space to go there, or somebody to aim at them.</span>}
    </div>
  );
}

function Aim({ survey, arm, target, onUse }: { survey: Survey; arm: Arm; target: Target; onUse: (more: Params) => void }) {
  const figure = survey.figures.find((one) => one.who === target.who);
  const falls = survey.falls.filter((one) => one.weapon === arm.weapon && one.aimed === target.who);
  const rows = target.results.map((one) => ({ label: spaced(one.result), chance: one.chance, value: asNumber(one.chance) }));
  return (
    <div class="stack tight">
      <p>
        <b>{target.who}</b> with {spaced(arm.weapon)}: {arm.ap} AP{target.dice && `, ${target.dice} damage`}
      </p>
      {target.refused && <p class="soft">{target.refused}</p>}
      {rows.length > 0 && <OddsBar rows={rows} title={`Odds against ${target.who}`} />}
      {target.hit.length > 0 && (
        <ul class="small">
          {target.hit.map((one) => {
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
      )}
      {!target.refused && (
        <p>
          <button type="button" class="primary" onClick={() => onUse({ [arm.use.takes]: arm.use.at === "space" ? figure?.space : target.who })}>
            {capital(spaced(arm.use.action))} {target.who}…
          </button>
        </p>
      )}
    </div>
  );
}
