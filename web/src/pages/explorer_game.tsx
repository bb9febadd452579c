// The explorer of one game: pick a roll, set it, and see exactly what it does.
import type { ExampleDescription, GameDescription, OddsResponse } from "../api-types";
import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../api";
import { useAsked } from "../ask";
import { isDrawn, titleOf } from "../parts/fields";
import { OddsBar } from "../parts/odds";
import { OddsView } from "../parts/odds_view";
import { Problem, Skeleton } from "../parts/shell";
import { go, where } from "../route";
import { BestPlay } from "./explorer_best";
import { Comparison } from "./explorer_compare";
import { Derived } from "./explorer_derived";
import { GoalSeek } from "./explorer_goal";
import { HeatMap } from "./explorer_heat";
import { Once } from "./explorer_once";
import { Settings } from "./explorer_settings";
import { beginning, entryOf, queryOf, stateOf, type State } from "./explorer_state";
import { actionOf, capital, labelOf } from "../words";

const PAUSE = 150;
const SECONDS = 3;

/** The state of the page, kept in its address as well; the address follows a moment later. */
function useAddress(game: GameDescription): [State, (next: State) => void] {
  const query = where.value.query;
  const [state, setState] = useState(() => stateOf(query, game));
  const written = useRef(query.toString());
  useEffect(() => {
    if (query.toString() === written.current) return;
    written.current = query.toString();
    setState(stateOf(query, game));
  }, [query]);
  useEffect(() => {
    const timer = setTimeout(() => {
      written.current = queryOf(state);
      go(`/odds/${game.slug}?${written.current}`, true);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [state]);
  return [state, setState];
}

export function Explore({ game }: { game: GameDescription }) {
  const [state, setState] = useAddress(game);
  const { what, name, params, options } = state;
  const entry = entryOf(game, what, name);
  const missing = entry?.parameters.find((one) => one.required && params[one.name] === "");
  const cost = useRef(0);
  const ask = async (signal: AbortSignal): Promise<OddsResponse> => {
    const from = performance.now();
    const found = await post<OddsResponse>(`/games/${game.slug}/odds`, { roll: name, params, options, seconds: SECONDS }, signal);
    cost.current = performance.now() - from;
    return found;
  };
  const odds = useAsked(
    (signal) => (what === "roll" && entry ? ask(signal) : undefined),
    [what, name, JSON.stringify(params), JSON.stringify(options)],
    PAUSE,
  );
  const pick = (to: State["what"], other: string): void =>
    setState({ what: to, name: other, params: beginning(game, to, other), options, other: undefined, sweep: undefined });
  return (
    <div class="stack">
      <h1 tabIndex={-1}>What are my odds in {game.name}?</h1>
      <div class="explorer">
        <section class="stack explorer-settings" aria-label="What is rolled">
          <Picker game={game} state={state} onPick={pick} />
          {entry && <p class="serif">{entry.summary}</p>}
          <Examples game={game} name={name} onPick={(one) => setState({ what: "roll", name: one.roll, params: one.params, options: one.options, other: undefined, sweep: undefined })} />
          {entry && <Settings game={game} entry={entry} state={state} onChange={setState} />}
          {odds.value && odds.value.bar.length <= 12 && (
            <div class="headline" aria-hidden="true">
              <OddsBar rows={odds.value.bar} small />
            </div>
          )}
        </section>
        <section class="stack explorer-results" aria-label="Results">
          {!entry && (
            <p class="note wrong">
              {game.name} has no {what} called “{name}”. Pick one from the list.
            </p>
          )}
          {entry && what === "value" && (missing ? <p class="soft">Enter the {titleOf(missing)} to see the value.</p> : <Derived game={game.slug} name={name} params={params} options={options} />)}
          {entry && what === "roll" && (
            <>
              {state.other && <Comparison game={game} state={state} other={state.other} />}
              <div class="sheet stack">
                <h2>{state.other ? "The first setting" : "The odds"}</h2>
                <Problem error={odds.error} />
                {!odds.value && odds.waiting && <Skeleton lines={6} />}
                {odds.value && (
                  <OddsView odds={odds.value} title={`${game.name}: ${actionOf(name)}`} waiting={odds.waiting || odds.error !== undefined} />
                )}
              </div>
              <Once game={game.slug} roll={name} params={params} options={options} />
              <BestPlay game={game} name={name} params={params} options={options} />
              <GoalSeek key={`goal ${name}`} game={game} state={state} />
              <HeatMap key={name} game={game} state={state} cost={cost.current} onChange={setState} />
            </>
          )}
        </section>
      </div>
    </div>
  );
}

interface PickerProps {
  game: GameDescription;
  state: State;
  onPick: (what: State["what"], name: string) => void;
}

function Picker({ game, state, onPick }: PickerProps) {
  return (
    <div class="field">
      <label for="roll">Roll</label>
      <select
        id="roll"
        value={`${state.what}:${state.name}`}
        onChange={(event) => {
          const [what, name = ""] = event.currentTarget.value.split(":");
          onPick(what === "value" ? "value" : "roll", name);
        }}
      >
        <optgroup label="With dice">
          {game.rolls.map((one) => (
            <option value={`roll:${one.name}`}>{capital(actionOf(one.name))}</option>
          ))}
        </optgroup>
        <optgroup label="Without dice">
          {game.derivations.filter((one) => one.parameters.every((part) => isDrawn(part.value))).map((one) => (
            <option value={`value:${one.name}`}>{capital(labelOf(one.name))}</option>
          ))}
        </optgroup>
      </select>
    </div>
  );
}

function Examples({ game, name, onPick }: { game: GameDescription; name: string; onPick: (one: ExampleDescription) => void }) {
  const priced = game.examples.filter((one) => one.command === "odds");
  const first = priced.filter((one) => one.roll === name);
  const listed = [...first, ...priced.filter((one) => one.roll !== name)];
  if (listed.length === 0) return null;
  return (
    <details>
      <summary>Examples</summary>
      <ul class="examples">
        {listed.map((one) => (
          <li>
            <button type="button" class="link" onClick={() => onPick(one)}>
              {one.words}
            </button>{" "}
            <span class="soft small">{actionOf(one.roll)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
