// The map of a fight: drawn from what the server says of it, as a picture and as text.
//
// Choose a space to see what it costs, choose it again to move there or to throw an area weapon there;
// or drag, or use the arrow keys. Choose a character to aim at them. A weapon with an area shows what it would hit wherever the marker or
// the pointer is. Every number on it comes from the server.
import type { Values } from "../api";
import { useState } from "preact/hooks";
import { get } from "../api";
import { useAsked } from "../ask";
import { Problem } from "../parts/shell";
import { AtCharacter, AtSpace, There, useAim } from "./board_aim";
import { BoardMap } from "./board_map";
import type { BoardAction, BoardView, GameDescription } from "../api-types";
import { keyOf, type Space } from "./board_geometry";
import { BoardText } from "./board_text";
import type { TableLink } from "./link";
import { partyOf, type Picked } from "./picking";
import { statesIn } from "./trackers";
import { inWords } from "../words";

interface Props {
  link: TableLink;
  game: GameDescription;
  who: string;
  onPick: (picked: Picked) => void;
}

/** How near the map is: so wide a space is in pixels, with so many spaces around everybody. */
const ZOOMS = [
  [60, 4],
  [42, 4],
  [30, 8],
  [22, 16],
  [22, 32],
] as const;

export function Board({ link, game, who, onPick }: Props) {
  const view = link.view.value!;
  const shown = link.at.value === null && view.fight !== null && !view.fight.over && who !== "" && link.as.value === "";
  const survey = useAsked((signal) => (shown ? get<BoardView>(link.path("/board"), { who }, signal) : undefined), [view.seq, who, shown]);
  if (!shown || !survey.value) return shown ? <Problem error={survey.error} /> : null;
  return <Whole key={who} link={link} game={game} who={who} survey={survey.value} onPick={onPick} />;
}

/** What every character is in, for the marks on their tokens. */
const statesOf = (link: TableLink, game: GameDescription): Record<string, string[]> =>
  Object.fromEntries(Object.entries(link.view.value!.characters).map(([name, one]) => [name, statesIn(game.trackers, one.sheet)]));

function Whole({ link, game, who, survey, onPick }: Props & { survey: BoardView }) {
  const self = survey.figures.find((one) => one.who === who);
  const [zoom, setZoom] = useState(1);
  const [width, around] = ZOOMS[zoom] ?? ZOOMS[1];
  const start = self?.space ?? survey.least;
  const [marked, mark] = useState<{ from: string; space: Space } | null>(null);
  // a marker that was set before the figure moved is out of date
  const cursor = marked?.from === keyOf(start) ? marked.space : start;
  const setCursor = (space: Space): void => mark({ from: keyOf(start), space });
  const [armAt, setArm] = useState(0);
  const [aimedAt, aim] = useState("");
  const [over, setOver] = useState<Space | null>(null);
  const [busy, setBusy] = useState(false);
  const arm = survey.arms[armAt] ?? survey.arms[0];
  const target = arm?.targets.find((one) => one.who === aimedAt);
  const reached = survey.spaces.find((one) => keyOf(one.space) === keyOf(cursor));
  const isEmpty = (space: Space): boolean => !survey.figures.some((one) => keyOf(one.space) === keyOf(space));
  const looked = over && isEmpty(over) ? over : cursor;
  const covers = arm !== undefined && arm.area !== null && aimedAt === "" && isEmpty(looked);
  const preview = useAim(link, who, covers ? arm.weapon : undefined, looked);
  const lands = arm?.use.at === "space" && preview !== undefined && preview.attack.refused === null && keyOf(preview.attack.at) === keyOf(cursor);
  const move = async (to: Space): Promise<void> => {
    if (busy || !survey.spaces.some((one) => keyOf(one.space) === keyOf(to))) return;
    setBusy(true);
    await link.act(survey.move.action, { who, ...survey.move.params, [survey.move.takes]: to }).catch((problem: unknown) => (link.problem.value = problem));
    setBusy(false);
  };
  const use = (by: BoardAction, more: Values): void => {
    const offer = link.offers.value.find((one) => one.action === by.action && one.who === who);
    if (offer) onPick({ offer, params: { ...offer.ways[0]?.params, who, ...by.params, ...more } });
  };
  const throwAt = (space: Space): void => {
    if (arm) use(arm.use, { [arm.use.takes]: space });
  };
  const press = (space: Space): void => {
    const there = survey.figures.find((one) => keyOf(one.space) === keyOf(space) && one.who !== who);
    const again = !there && keyOf(space) === keyOf(cursor) && aimedAt === "";
    if (again && lands) throwAt(space);
    else if (again && reached) void move(space);
    aim(there?.who ?? "");
    setCursor(space);
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
          <button type="button" aria-label="Wider" disabled={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)}>
            −
          </button>
        </div>
      </div>
      <div class="row arms" role="group" aria-label="Weapon">
        {survey.arms.map((one, place) => (
          <button type="button" class="person" aria-pressed={one === arm} onClick={() => setArm(place)}>
            {inWords(one.weapon)}{" "}
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
          party={partyOf(link.view.value!)}
          names={Object.keys(link.view.value!.characters)}
          states={statesOf(link, game)}
          width={width}
          around={around}
          arm={arm}
          aimed={target?.who}
          area={target?.area ?? preview?.attack.area}
          cursor={cursor}
          way={aimedAt ? undefined : reached}
          onOver={setOver}
          onCursor={(space) => (aim(""), setCursor(space))}
          onPress={press}
          onDrag={(space) => void move(space)}
        />
      </div>
      <div class="under-map" role="status">
        {target && arm ? (
          <AtCharacter survey={survey} arm={arm} target={target} onUse={(more) => use(arm.use, more)} />
        ) : aimedAt ? (
          <p>{aimedAt} is on the same side.</p>
        ) : (
          <>
            <There cursor={cursor} reached={reached} busy={busy} arm={arm} isFirst={!lands} onMove={() => void move(cursor)} />
            {preview && arm && <AtSpace arm={arm} preview={preview} onUse={() => throwAt(preview.attack.at)} />}
          </>
        )}
      </div>
      <BoardText survey={survey} who={who} onAim={(name, place) => (setArm(place), aim(name))} onLook={(space, place) => (aim(""), setArm(place ?? armAt), setCursor(space))} />
    </section>
  );
}
