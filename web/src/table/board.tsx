// The map of a fight: drawn from the server's description, as a picture and as text.
//
// Choose a space to see what it costs, choose it again to move there or to throw an area weapon there;
// or drag, or use the arrow keys. Choose a character to aim at them. A weapon with an area shows what it would hit wherever the marker or
// the pointer is. Every number on it comes from the server.
import type { Values } from "../api";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useAsked } from "../ask";
import { lazy } from "../parts/lazy";
import { Problem } from "../parts/shell";
import { Folded } from "./advice";
import { AtCharacter, AtSpace, There, useAim } from "./board_aim";
import { BoardMap } from "./board_map";
import type { BoardAction } from "../api-types";
import { useOperation } from "../operation";
import { keyOf, middleOf, UNIT, type Space } from "./board_geometry";
import { surveyOf, type Survey, type Weapon } from "./board_survey";
import { begun, GroundDesk, painted, type Painting } from "./ground";
import type { TableLink } from "./link";
import { aroundOf, MapFrame } from "./map_frame";
import { partyOf, type Picked } from "./picking";
import { statesIn } from "./trackers";
import { countOf, inWords } from "../words";

interface Props {
  link: TableLink;
  who: string;
  isWide: boolean;
  onPick: (picked: Picked) => void;
}

const BoardText = lazy(() => import("./lazy_parts").then((module) => module.BoardText), 1);

/** After how many milliseconds a map that the server refused is asked for again. */
const RETRY = 3_000;

/** The initial width of a space in pixels: a finger must hit it. */
const WIDTH = 42;

/** The least that a space becomes so that a whole fight is in view in a wide window, where a mouse hits it. */
const LEAST_WIDTH = 28;
/** The height of the map's frame in a wide window, as in table.css: it leaves room for the order of turns above and the first lines below. */
const frameHeight = (): number => Math.max(320, innerHeight - 368);

/** The width of a space at first: a little less than usual where the whole fight is in view then. */
function widthFor(survey: Survey): number {
  if (innerWidth <= 760) return WIDTH;
  const down = survey.figures.filter((one) => one.in_fight).map((one) => middleOf(survey.grid, one.space)[1]);
  const rows = (Math.max(...down) - Math.min(...down)) / UNIT + 1.25;
  const fitting = Math.floor(frameHeight() / rows);
  return down.length > 0 && fitting >= LEAST_WIDTH ? Math.min(WIDTH, fitting) : WIDTH;
}

/** The map of a fight, now or at the selected moment; a GM may open it at any time. */
export function Board({ link, who, isWide, onPick }: Props) {
  const view = link.view.value!;
  const [open, setOpen] = useState(false);
  const isFight = view.fight !== null && !view.fight.over;
  const mayOpen = link.masters.value && link.at.value === null && !isFight && Object.keys(view.characters).length > 0;
  const shown = link.as.value === "" && (isFight || (open && mayOpen));
  const at = link.at.value ?? undefined;
  const [tries, setTries] = useState(0);
  const survey = useAsked((signal) => (shown ? surveyOf(link, { who, at }, signal) : undefined), [link.changed.value, who, at, shown, tries]);
  const isLate = survey.value !== undefined && survey.error !== undefined;
  // a busy server may give up on the map of a crowd: the old one stays meanwhile
  useEffect(() => {
    const timer = isLate ? setTimeout(() => setTries(tries + 1), RETRY) : undefined;
    return () => clearTimeout(timer);
  }, [isLate, survey.error]);
  return (
    <>
      {mayOpen && (
        <p>
          <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "Hide the map" : "Set up the map"}
          </button>
        </p>
      )}
      {shown && (survey.value ? <Whole key={who} link={link} who={who} isWide={isWide} survey={survey.value} isOld={survey.waiting || isLate} onPick={onPick} /> : survey.error ? <Problem error={survey.error} /> : <div class="sheet map-place" />)}
    </>
  );
}

/** The states of every character, for the marks on their tokens. */
const statesOf = (link: TableLink): Record<string, string[]> =>
  Object.fromEntries(Object.entries(link.view.value!.characters).map(([name, one]) => [name, statesIn(one.trackers)]));

/** `isOld`: the map is that before the last event, and the next is on its way. */
function Whole({ link, who, isWide, survey, isOld, onPick }: Props & { survey: Survey; isOld: boolean }) {
  const self = survey.figures.find((one) => one.who === who);
  const usual = useMemo(() => widthFor(survey), [isWide]);
  const [zoomed, zoom] = useState(0);
  const width = zoomed || usual;
  const [painting, paint] = useState<Painting | null>(null);
  const view = link.view.value!;
  const isPast = link.at.value !== null;
  const plays = who !== "" && !isPast;
  const start = self?.space ?? survey.least;
  const [marked, mark] = useState<{ from: string; space: Space } | null>(null);
  // a marker that was set before the figure moved is out of date
  const cursor = marked?.from === keyOf(start) ? marked.space : start;
  const setCursor = (space: Space): void => mark({ from: keyOf(start), space });
  const [armAt, setArm] = useState(0);
  const [aimedAt, aim] = useState("");
  const [over, setOver] = useState<Space | null>(null);
  const { busy, error, run } = useOperation();
  const arm = survey.arms[armAt] ?? survey.arms[0];
  const target = arm?.targets.find((one) => one.who === aimedAt);
  const reached = survey.spaces.find((one) => keyOf(one.space) === keyOf(cursor));
  const isEmpty = (space: Space): boolean => !survey.figures.some((one) => keyOf(one.space) === keyOf(space));
  const looked = over && isEmpty(over) ? over : cursor;
  const covers = plays && painting === null && arm !== undefined && arm.area !== null && aimedAt === "" && isEmpty(looked);
  const preview = useAim(link, who, covers ? arm.weapon : undefined, looked);
  const lands = arm?.use.at === "space" && preview !== undefined && preview.attack.refused === null && keyOf(preview.attack.at) === keyOf(cursor);
  const move = async (to: Space): Promise<void> => {
    const by = survey.move;
    if (!by || busy || isPast || !survey.spaces.some((one) => keyOf(one.space) === keyOf(to))) return;
    await run(() => link.act(by.action, { who, ...by.params, [by.takes]: to }));
  };
  const offerOf = (by: BoardAction) => link.offers.value.find((one) => one.action === by.action && one.who === who);
  const use = (by: BoardAction, more: Values): void => {
    const offer = offerOf(by);
    if (offer) onPick({ offer, params: { ...offer.ways[0]?.params, who, ...by.params, ...more } });
  };
  const throwAt = (space: Space): void => {
    if (arm) use(arm.use, { [arm.use.takes]: space });
  };
  const stroke = (space: Space): void => {
    setCursor(space);
    paint((now) => now && painted(now, space, !isEmpty(space)));
  };
  const press = (space: Space): void => {
    if (painting) return stroke(space);
    const there = survey.figures.find((one) => keyOf(one.space) === keyOf(space) && one.who !== who);
    const again = !there && keyOf(space) === keyOf(cursor) && aimedAt === "";
    if (again && lands) throwAt(space);
    else if (again && reached) void move(space);
    aim(there?.who ?? "");
    setCursor(space);
  };
  const drawn = painting ? { ...survey, obstacles: painting.walls, low: painting.low, spaces: [] } : isPast ? { ...survey, spaces: [] } : survey;
  const zones = painting?.zones ?? view.settings.zones;
  const groundAt = (space: Space): string[] => {
    const has = (spaces: Space[]): boolean => spaces.some((one) => keyOf(one) === keyOf(space));
    return [...zones.filter((one) => has(one.spaces)).map((one) => one.name), ...(has(drawn.obstacles) ? ["wall"] : []), ...(has(drawn.low) ? ["low cover"] : [])];
  };
  const seenFrom = isPast ? `after event ${link.at.value}` : survey.turn === who ? "" : who && `as ${who} sees it`;
  return (
    <section class="board sheet" aria-labelledby="map-title" aria-busy={isOld}>
      <h2 id="map-title" class="unseen">
        Map
      </h2>
      {seenFrom && <p class="small soft map-note">{seenFrom}</p>}
      {painting && <GroundDesk link={link} survey={survey} painting={painting} onChange={paint} />}
      <MapFrame
        key={String(isWide)}
        width={width}
        onWidth={zoom}
        tools={
          link.masters.value && !isPast && !painting && survey.ground ? (
            <button type="button" class="paint" onClick={() => paint(begun(survey, view.settings.zones))}>
              Paint
            </button>
          ) : null
        }
      >
        <BoardMap
          survey={drawn}
          who={who}
          party={partyOf(view)}
          names={Object.keys(view.characters)}
          states={statesOf(link)}
          zones={zones}
          width={width}
          around={aroundOf(width)}
          arm={painting || !plays ? undefined : arm}
          aimed={target?.who}
          area={painting || !plays ? undefined : (target?.area ?? preview?.attack.area)}
          cursor={cursor}
          way={aimedAt || painting ? undefined : reached}
          onOver={setOver}
          onCursor={(space) => (aim(""), setCursor(space))}
          onPress={press}
          onDrag={(space) => void move(space)}
          onPaint={painting ? stroke : undefined}
        />
      </MapFrame>
      <div class="under-map" role="status">
        <Problem error={error} />
        {painting || !plays ? (
          (painting || marked) && (
            <p>
              Space {cursor.map(inWords).join(", ")} <b>{groundAt(cursor).join(", ")}</b>
            </p>
          )
        ) : target && arm ? (
          <AtCharacter survey={survey} arm={arm} target={target} isOffered={offerOf(arm.use) !== undefined} onUse={(more) => use(arm.use, more)} />
        ) : aimedAt ? (
          <p>{aimedAt} is on the same side.</p>
        ) : (
          <>
            <There counts={survey.counts} cursor={cursor} ground={groundAt(cursor)} reached={reached} isHome={self !== undefined && keyOf(cursor) === keyOf(self.space)} moves={survey.spaces.length > 0} busy={busy} arm={arm} isFirst={!lands} onMove={() => void move(cursor)} />
            {preview && arm && <AtSpace counts={survey.counts} arm={arm} preview={preview} onUse={() => throwAt(preview.attack.at)} />}
          </>
        )}
      </div>
      {!painting && plays && <Weapons survey={survey} arm={arm} onArm={setArm} />}
      <Folded words="The map as text">
        {() => <BoardText survey={drawn} zones={zones} who={who} onAim={(name, place) => (setArm(place), aim(name))} onLook={(space, place) => (aim(""), setArm(place ?? armAt), setCursor(space))} />}
      </Folded>
    </section>
  );
}

/** The weapons to aim with, and how far the chosen one reaches. */
function Weapons({ survey, arm, onArm }: { survey: Survey; arm: Weapon | undefined; onArm: (place: number) => void }) {
  return (
    <>
      <div class="row arms" role="group" aria-label="Weapon">
        {survey.arms.map((one, place) => (
          <button type="button" class="person" aria-pressed={one === arm} onClick={() => onArm(place)}>
            {inWords(one.weapon)}{" "}
            <span class="small">
              {countOf(survey.counts, one.ap)}{one.shots === null ? "" : `, ${one.shots} left`}
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
    </>
  );
}
