// Advice and course of a fight: the best action now, and the chance to win from action to action. The server solves or
// simulates it.
import { get, type Values } from "../api";
import type { AdviceResponse, ChanceInterval, CourseResponse } from "../api-types";
import { useState } from "preact/hooks";
import { useAsked } from "../ask";
import { percent } from "../parts/odds";
import { Problem } from "../parts/shell";
import type { TableLink } from "./link";
import type { Picked } from "./picking";
import { attemptOf, capital, inWords } from "../words";

const MOST_TOLD = 5;
const Waiting = () => <p class="soft">Working it out. This takes a few seconds…</p>;
/** A simulated chance to the nearest percent: more would be false precision. */
const about = (chance: number): string => (chance < 0.01 ? "hardly ever" : chance > 0.99 ? "nearly always" : `about ${Math.round(100 * chance)}%`);
const within = (one: ChanceInterval): string => `${percent(one.low)} to ${percent(one.high)}`;

interface AdviceProps {
  link: TableLink;
  who: string;
  pending: string;
  onPick: ((picked: Picked) => void) | undefined;
}

/** Every choice of the acting character, or in a pending decision, and how often it wins. */
export function AdviceReport({ link, who, pending, onPick }: AdviceProps) {
  const [times, setTimes] = useState(1);
  const asked = useAsked((signal) => get<AdviceResponse>(link.path("/advice"), { pending }, signal), [link.view.value!.seq, times], 400);
  const { tried, note, runs, is_clear, is_useful, method, why, left_out } = asked.value ?? {};
  if (asked.waiting) return <Waiting />;
  // a clear first choice stays first; others stand in the order of the numbers beside them
  const told = is_clear ? (tried ?? []) : [...(tried ?? [])].sort((one, other) => other.wins.estimate - one.wins.estimate);
  return (
    <>
      <Problem error={asked.error} />
      {note && (
        <p class="row">
          <span class="soft">{note}</span>
          <button type="button" class="quiet" onClick={() => setTimes(times + 1)}>
            Ask again
          </button>
        </p>
      )}
      {told.length > 0 && (
        <>
          <ol>
            {told.slice(0, MOST_TOLD).map(({ choice, action, params, wins }) => (
              <li>
                <Choice link={link} action={action} params={params} choice={choice} who={who} onPick={onPick} /> wins{" "}
                <b title={wins.low < wins.high ? within(wins) : undefined}>{method === "simulated" ? about(wins.estimate) : percent(wins.estimate)}</b>
              </li>
            ))}
          </ol>
          <p class="soft">
            {is_clear && why && `${why}. `}
            {method === "simulated" ? `Each was played out ${runs} times.` : "Solved: from here on both sides play their best."}
            {!is_useful ? " No choice is clearly better than another." : !is_clear && " The first few are too close to call."}
            {left_out && left_out.length > 0 && ` Not weighed: ${left_out.map(choiceWords).join("; ")}.`}
          </p>
        </>
      )}
    </>
  );
}

/** "attack target=Reader weapon=pistol" as a person says it. */
const choiceWords = (choice: string): string => capital(choice.replace(/\b\w+=/g, "").trim().split(" ").map(inWords).join(" "));

interface ChoiceProps {
  link: TableLink;
  action: string;
  params: Values;
  choice: string;
  who: string;
  onPick: ((picked: Picked) => void) | undefined;
}

/** A choice in words; a button where it can be taken. */
function Choice({ link, action, params, choice, who, onPick }: ChoiceProps) {
  const offer = link.offers.value.find((one) => one.action === action && one.who === who);
  const words = action ? capital(attemptOf(action, params)) : choiceWords(choice);
  if (!offer || !onPick) return <>{words}</>;
  return (
    <button type="button" class="link" onClick={() => onPick({ offer, params: { ...params, who } })}>
      {words}
    </button>
  );
}

/** How the chance to win changed from action to action. */
export function CourseReport({ link }: { link: TableLink }) {
  const asked = useAsked((signal) => get<CourseResponse>(link.path("/course"), {}, signal), [link.view.value!.seq], 400);
  if (asked.waiting) return <Waiting />;
  return (
    <>
      <Problem error={asked.error} />
      {asked.value?.note && <p class="soft">{asked.value.note}</p>}
      {asked.value?.start && <Steps link={link} course={asked.value} start={asked.value.start} />}
    </>
  );
}

const [WIDTH, HEIGHT] = [480, 96];

function Steps({ link, course, start }: { link: TableLink; course: CourseResponse; start: ChanceInterval }) {
  const all = [start, ...course.points.map((one) => one.wins)];
  const at = (place: number, chance: number): string => `${((place / Math.max(1, all.length - 1)) * WIDTH).toFixed(1)},${((1 - chance) * HEIGHT).toFixed(1)}`;
  const band = [...all.map((one, place) => at(place, one.high)), ...all.map((one, place) => at(place, one.low)).reverse()];
  return (
    <>
      <svg class="course" viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`} role="img" aria-label="The heroes' chance to win after every action; the table below has the same numbers">
        <path class="curve-grid" d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
        <polygon class="course-band" points={band.join(" ")} />
        <polyline class="curve-line" points={all.map((one, place) => at(place, one.estimate)).join(" ")} />
      </svg>
      <ol class="course-steps">
        <li>At first the heroes win {percent(start.estimate)}</li>
        {course.points.map((one) => (
          <li>
            {one.who}, {one.what}: <b>{percent(one.wins.estimate)}</b>{" "}
            <a href={`/table/${link.table}?at=${one.seq}`} target="_blank" rel="noreferrer">
              look
            </a>
          </li>
        ))}
      </ol>
      <p>
        Luck of the dice for the heroes:{" "}
        {Object.entries(course.luck?.by_roller ?? {})
          .map(([who, size]) => `${who} ${size >= 0 ? "+" : "−"}${percent(Math.abs(size))}`)
          .join(", ") || "none"}
        .{" "}
        <span class="soft">
          {course.method === "simulated" ? `Simulated, ${course.runs} fights for each point.` : "Solved for best play on both sides."}
        </span>
      </p>
    </>
  );
}
