// The game's rulings at this table, and the table's own settings.
import type { Values } from "../api";
import { post } from "../api";
import { useAsked } from "../ask";
import { gameOf } from "../games";
import { same } from "../parts/inputs";
import { Switches } from "../parts/rulings";
import { Problem } from "../parts/shell";
import { LuckReport } from "./luck";
import { SignalSwitches } from "./signals";
import type { Runs } from "./master";

export function Rulings({ link, run }: Runs) {
  const game = useAsked(() => gameOf(link.view.value!.game), [link.view.value!.game]);
  const chosen = link.view.value?.options ?? {};
  const change = (options: Values): void => {
    const names = [...new Set([...Object.keys(chosen), ...Object.keys(options)])].filter((name) => !same(chosen[name], options[name]));
    run(post(link.path("/options"), { options: Object.fromEntries(names.map((name) => [name, options[name] ?? null])) }));
  };
  return (
    <div class="rulings-list stack">
      <p class="small soft">A change applies from now on; past events stay as they were.</p>
      <Problem error={game.error} />
      {game.value && <Switches game={game.value} options={chosen} onChange={change} />}
    </div>
  );
}

const SWITCHES = [
  ["foe_sheets", "Players see the whole sheets of foes"],
  ["foe_odds", "Players see odds against characters whose sheets are hidden"],
  ["advice", "Players may ask what is best"],
  ["bring", "Players may add their own characters"],
  ["players_set", "Players set difficulties and the like without asking"],
  ["auto_turns", "The next turn begins automatically"],
] as const;

export function TableSettings({ link, run }: Runs) {
  const view = link.view.value;
  if (!view) return null;
  const set = (settings: Record<string, unknown>): void => run(post(link.path("/settings"), { settings }));
  const role = view.seats[view.you]?.role;
  return (
    <div class="stack">
      <div class="field">
        <label for="table-title">Title</label>
        <input id="table-title" value={view.title} maxLength={80} onChange={(event) => set({ title: event.currentTarget.value })} />
      </div>
      <div class="switches">
        {SWITCHES.map(([name, words]) => (
          <label class="flag">
            <input type="checkbox" checked={view.settings[name]} onChange={(event) => set({ [name]: event.currentTarget.checked })} />
            {words}
          </label>
        ))}
      </div>
      <p class="row strip">
        Only for you: <SignalSwitches />
      </p>
      <p class="row">
        <a class="button" href={`/api/v1${link.path("/export")}`} download="">
          Export
        </a>
        <a class="button" href={`/api/v1${link.path("/story")}`} download="">
          Story
        </a>
        {role === "gm" &&
          (view.closed ? (
            <button type="button" onClick={() => run(post(link.path("/reopen")))}>
              Reopen the table
            </button>
          ) : (
            <button type="button" onClick={() => confirm("Close the table? Play stops until you reopen it, and the seed of its dice becomes public.") && run(post(link.path("/close")))}>
              Close the table and reveal the dice seed
            </button>
          ))}
      </p>
      <LuckReport link={link} />
    </div>
  );
}
