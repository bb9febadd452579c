// Draws the map: spaces with their costs, figures, the bands of a weapon, an area. It decides nothing.
import { useEffect, useRef } from "preact/hooks";
import type { BoardFigure, Zone } from "../api-types";
import { faceOf } from "../parts/token";
import type { Reachable, Survey, Weapon } from "./board_survey";
import { besideOf, cornersOf, frameOf, keyOf, middleOf, outlineOf, pointsOf, spaceOf, stepped, UNIT, type Space } from "./board_geometry";

/** The default width of a space in pixels: a finger must hit it. */
const WIDTH = 40;

interface Props {
  survey: Survey;
  who: string;
  party: string[];
  around: number;
  /** How many columns for each row are drawn at least: the shape of a wide screen. */
  columns?: number;
  /** The width of a space in pixels. */
  width?: number;
  /** All characters at the table, in the order of their colours. */
  names: string[];
  /** The states of each character by name: "burning", "grappled". */
  states?: Record<string, string[]>;
  arm?: Weapon | undefined;
  /** The character that the weapon is aimed at. */
  aimed?: string | undefined;
  /** The spaces that an attack would cover. */
  area?: Space[] | undefined;
  cursor: Space;
  /** Whether the marker stands on a chosen space. */
  isChosen?: boolean;
  /** The path of the move being considered. */
  way?: Reachable | undefined;
  /** Named parts of the map. */
  zones?: Zone[];
  onCursor: (space: Space) => void;
  /** The pointer is over a space, or over none. */
  onOver?: (space: Space | null) => void;
  /** A space was chosen. */
  onPress: (space: Space) => void;
  /** The viewing character was dragged to a space. */
  onDrag: (space: Space) => void;
  /** The pointer was drawn over a space; without it, drawing moves a character or the map. */
  onPaint?: ((space: Space) => void) | undefined;
}

export function BoardMap(props: Props) {
  const { survey, who, party, around, columns = 0, width = WIDTH, names, states = {}, arm, aimed, cursor, isChosen = false, way, zones = [], onCursor, onOver, onPress, onDrag, onPaint } = props;
  const drawnOver = useRef("");
  const dragged = useRef(false);
  const drawn = useRef<SVGSVGElement>(null);
  const { least, most } = frameOf(survey, around, columns);
  const spaces = spacesIn(least, most);
  const reach = new Map(survey.spaces.map((one) => [keyOf(one.space), one]));
  const [walls, low] = [new Set(survey.obstacles.map(keyOf)), new Set(survey.low.map(keyOf))];
  const area = new Set(props.area?.map(keyOf));
  const figureAt = new Map(survey.figures.map((one) => [keyOf(one.space), one]));
  const self = survey.figures.find((one) => one.who === who);
  const home = self?.space ?? survey.figures[0]?.space ?? least;
  // the frame scrolls to the middle of the fight, with the viewing character in view: at first, and after a move
  useEffect(() => {
    const frame = drawn.current?.parentElement;
    if (!frame) return;
    const [left, top] = boxOf(survey, least, most);
    const [scale, beside] = [width / UNIT, 1.5 * width];
    const own = middleOf(survey.grid, home);
    const fighting = survey.figures.filter((one) => one.in_fight).map((one) => middleOf(survey.grid, one.space));
    const start = (axis: 0 | 1, from: number, size: number): number => {
      const along = [own, ...fighting].map((one) => one[axis]);
      const middle = (Math.min(...along) + Math.max(...along)) / 2;
      const at = (own[axis] - from) * scale;
      return Math.min(at - beside, Math.max(at - size + beside, (middle - from) * scale - size / 2));
    };
    frame.scrollTo({ left: start(0, left, frame.clientWidth), top: start(1, top, frame.clientHeight) });
  }, [keyOf(home)]);
  const box = boxOf(survey, least, most);
  const keys = (event: KeyboardEvent): void => {
    const next = stepped(cursor, event.key);
    if (next) onCursor(within(next, least, most));
    else if (event.key === "Enter" || event.key === " ") onPress(cursor);
    else return;
    event.preventDefault();
  };
  const under = (event: PointerEvent): Space | null => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest<SVGElement>("[data-space]");
    return found?.dataset["space"] ? spaceOf(found.dataset["space"]) : null;
  };
  return (
    <svg
      class={onPaint ? "map painting" : "map"}
      ref={drawn}
      width={(box[2] * width) / UNIT}
      viewBox={box.join(" ")}
      tabindex={0}
      role="application"
      aria-label="Map. Arrow keys move the marker, Enter selects the space under it. The same map follows as text."
      onKeyDown={keys}
      onPointerDown={(event) => {
        const space = under(event);
        drawnOver.current = space && onPaint ? keyOf(space) : "";
        if (space && onPaint) {
          event.currentTarget.releasePointerCapture(event.pointerId);
          return onPaint(space);
        }
        dragged.current = self !== undefined && space !== null && keyOf(space) === keyOf(self.space);
      }}
      onPointerMove={(event) => {
        const space = drawnOver.current || event.pointerType === "mouse" ? under(event) : null;
        if (!drawnOver.current) return event.pointerType === "mouse" && onOver?.(space);
        if (!space || keyOf(space) === drawnOver.current) return;
        drawnOver.current = keyOf(space);
        onPaint?.(space);
      }}
      onPointerLeave={() => onOver?.(null)}
      onPointerUp={(event) => {
        const space = under(event);
        drawnOver.current = "";
        if (!space || onPaint) return;
        if (dragged.current && self && keyOf(space) !== keyOf(self.space)) onDrag(space);
        else onPress(space);
        dragged.current = false;
      }}
    >
      <defs>
        <pattern id="hatched" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V6" class="hatch" />
        </pattern>
      </defs>
      {spaces.map((space) => {
        const key = keyOf(space);
        const reached = reach.get(key);
        const [x, y] = middleOf(survey.grid, space);
        // the space under a figure is tinted as those beside it
        const tinted = reached ?? (figureAt.has(key) ? besideOf(space).map((one) => reach.get(keyOf(one))).find(Boolean) : undefined);
        const tone = walls.has(key) ? "blocked" : low.has(key) ? "low" : tinted ? `reach reach-${toneOf(tinted.ap, survey.ap)}` : "plain";
        return (
          <g data-space={key}>
            <polygon class={`space ${tone}`} points={pointsOf(survey.grid, space)} />
            {area.has(key) && <polygon class="area" points={pointsOf(survey.grid, space)} fill="url(#hatched)" />}
            {reached && !figureAt.has(key) && (
              <text class="ap" x={x} y={y + 4}>
                {reached.ap}
              </text>
            )}
            {walls.has(key) && <path class="cross" d={`M${x - 8} ${y - 8}l16 16m0 -16l-16 16`} />}
            {low.has(key) && <path class="low-wall" d={`M${x - 11} ${y + 7}v-7h22v7m-11 0v-7m-11 7h22`} />}
          </g>
        );
      })}
      {zones.map((zone, place) => (
        <ZoneOnMap grid={survey.grid} zone={zone} place={place} />
      ))}
      {arm?.bands.map((band, place) => (
        <path class={`ring ring-${place % 3}`} d={outlineOf(survey.grid, band.spaces, arm.bands.slice(0, place).flatMap((one) => one.spaces))} />
      ))}
      {way && self && <path class="way" d={wayOf(survey, [self.space, ...way.path])} />}
      {survey.figures.map((one) => (
        <Token survey={survey} figure={one} names={names} states={states[one.who] ?? []} isParty={party.includes(one.who)} isSelf={one.who === who} isAimed={one.who === aimed} />
      ))}
      <polygon class={`marker${isChosen ? " chosen" : ""}`} points={pointsOf(survey.grid, cursor)} />
    </svg>
  );
}

/** A zone: its outline, and its name over its highest space. */
function ZoneOnMap({ grid, zone, place }: { grid: Survey["grid"]; zone: Zone; place: number }) {
  const [first] = [...zone.spaces].sort((one, other) => one[1] - other[1] || one[0] - other[0]);
  if (!first) return null;
  const [x, y] = middleOf(grid, first);
  return (
    <g class={`zone zone-${place % 4}`}>
      {zone.spaces.map((space) => (
        <polygon points={pointsOf(grid, space)} />
      ))}
      <path d={outlineOf(grid, zone.spaces)} />
      <text x={x - UNIT / 2 + 2} y={y - UNIT / 2 + 10}>
        {zone.name}
      </text>
    </g>
  );
}

const spacesIn = (least: Space, most: Space): Space[] =>
  Array.from({ length: Math.max(0, most[1] - least[1] + 1) }, (_, row) =>
    Array.from({ length: Math.max(0, most[0] - least[0] + 1) }, (__, column): Space => [least[0] + column, least[1] + row]),
  ).flat();

const within = ([x, y]: Space, least: Space, most: Space): Space => [Math.min(most[0], Math.max(least[0], x)), Math.min(most[1], Math.max(least[1], y))];

/** Four tints: the nearer, the stronger. */
const toneOf = (ap: number, whole: number): number => Math.min(3, Math.floor((4 * ap) / Math.max(1, whole + 1)));

function boxOf(survey: Survey, least: Space, most: Space): [number, number, number, number] {
  const all: Space[] = [least, most, [least[0], most[1]], [most[0], least[1]]];
  const corners = all.flatMap((space) => cornersOf(survey.grid, space));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - 4, Math.min(...ys) - 4];
  return [left, top, Math.max(...xs) - left + 4, Math.max(...ys) - top + 4];
}

const wayOf = (survey: Survey, path: Space[]): string => path.map((space, place) => `${place ? "L" : "M"}${middleOf(survey.grid, space).join(" ")}`).join("");

/** A character: a disc for the party, a tile for the others; crossed out when out of the fight. */
interface TokenProps {
  survey: Survey;
  figure: BoardFigure;
  names: string[];
  states: string[];
  isParty: boolean;
  isSelf: boolean;
  isAimed: boolean;
}

function Token({ survey, figure, names, states, isParty, isSelf, isAimed }: TokenProps) {
  const [x, y] = middleOf(survey.grid, figure.space);
  const radius = UNIT * 0.38;
  const face = faceOf(names, figure.who);
  const marks = [...figure.states, ...states];
  const name = `token${isParty ? " ours" : ""}${isSelf ? " self" : ""}${isAimed ? " aimed" : ""}${figure.in_fight ? "" : " out"}`;
  return (
    <g class={name} data-space={keyOf(figure.space)}>
      <title>{`${[figure.who, ...marks].join(", ")}${figure.in_fight ? "" : ", out of the fight"}`}</title>
      {isParty ? <circle cx={x} cy={y} r={radius} style={{ fill: face.colour }} /> : <rect x={x - radius} y={y - radius} width={radius * 2} height={radius * 2} rx={3} style={{ fill: face.colour }} />}
      <text x={x} y={y + 4}>
        {face.letters}
      </text>
      {marks.slice(0, 3).map((mark, place) => (
        <>
          <circle class="state" cx={x + 12 - place * 10} cy={y + 12} r={5} />
          <text class="state-letter" x={x + 12 - place * 10} y={y + 15}>
            {mark[0]?.toUpperCase()}
          </text>
        </>
      ))}
      {survey.turn === figure.who && <path class="turn-mark" d={`M${x - 5} ${y - radius - 7}h10l-5 6z`} />}
      {!figure.in_fight && <path class="cross" d={`M${x - 9} ${y - 9}l18 18m0 -18l-18 18`} />}
    </g>
  );
}
