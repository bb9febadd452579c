// Beside the steps: the sheet as it grows, and the actions for a finished character.
import type { Values } from "../api";
import type { CreationResponse, GameDescription, SeatResponse } from "../api-types";
import { freshKey, post } from "../api";
import { useOperation } from "../operation";
import { asFile } from "../characters";
import { download, fileName } from "../files";
import { mine, remember } from "../my_tables";
import { Sheet } from "../parts/lazy_sheet";
import { Problem } from "../parts/shell";
import { Refused } from "../parts/why";
import { go } from "../route";
import { capital, joinerOf, together } from "../words";

interface Props {
  game: GameDescription;
  wish: Values;
  options: Values;
  creation: CreationResponse;
  waiting: boolean;
  /** Whether it was saved, in words. */
  said: string;
  onSave: () => void;
}

export function Side({ game, wish, options, creation, waiting, said, onSave }: Props) {
  const ready = creation.sheet !== null;
  return (
    <section id="builder-sheet" tabIndex={-1} class={`sheet builder-side${waiting ? " waits" : ""}`} aria-label="The character so far" aria-busy={waiting}>
      <Keeping game={game} wish={wish} options={options} ready={ready} said={said} onSave={onSave} />
      {ready && <Bringing game={game} wish={wish} options={options} />}
      {creation.sheet ? (
        <Sheet sheet={creation.sheet} trackers={game.trackers} shown={creation.trackers} />
      ) : (
        <Unfinished game={game} wish={wish} creation={creation} />
      )}
    </section>
  );
}

/** The steps still to do, or the problem, once a wrong choice was made. */
function Unfinished({ game, wish, creation }: { game: GameDescription; wish: Values; creation: CreationResponse }) {
  const left = creation.steps.filter((step) => (!step.optional || step.field === creation.step) && wish[step.field] === undefined);
  const isMistake = creation.step !== "" && wish[creation.step] !== undefined;
  return (
    <div class="no-print stack">
      <h2>{Object.keys(wish).length === 0 ? "Your character" : "Nearly there"}</h2>
      {isMistake ? (
        <p class="note" role="status">
          <Refused game={game.slug} words={creation.error} rule={creation.rule} />
        </p>
      ) : (
        <p role="status">{left.length > 0 ? `Still to choose: ${together(left.map((step) => step.title))}.` : "One of the choices is not complete yet."}</p>
      )}
      <p class="soft small">The sheet grows here as you choose. “Make one at random” gives you a whole character to change.</p>
    </div>
  );
}

interface KeepingProps {
  game: GameDescription;
  wish: Values;
  options: Values;
  ready: boolean;
  said: string;
  onSave: () => void;
}

function Keeping({ game, wish, options, ready, said, onSave }: KeepingProps) {
  const name = fileName(`${String(wish["name"] ?? "character")} ${game.slug}`);
  return (
    <div class="stack tight no-print">
      <div class="row">
        <button type="button" onClick={onSave}>
          Save
        </button>
        <button type="button" onClick={() => download(`${name}.json`, asFile(game.slug, wish, options), "application/json")}>
          Download
        </button>
        <button type="button" disabled={!ready} onClick={() => print()}>
          Print
        </button>
      </div>
      <p class="small" role="status">
        {said}
      </p>
    </div>
  );
}

function Bringing({ game, wish, options }: { game: GameDescription; wish: Values; options: Values }) {
  const { busy, error, run } = useOperation();
  const tables = mine.value.filter((table) => table.game === game.slug);
  // a table has its own lists: those from a file go to a new table, and to no other
  const { [game.from_file?.field ?? ""]: file, ...own } = wish;
  const bring = (table: () => Promise<string>): Promise<void> =>
    run(async () => {
      const where = await table();
      await post(`/tables/${where}/actions`, { action: game.joining, params: { [joinerOf(game)]: own }, key: freshKey() });
      go(`/table/${where}`);
    });
  const open = async (): Promise<string> => {
    const opened = await post<SeatResponse>("/tables", { game: game.slug, name: capital(game.words.gm), options, ...(typeof file === "string" ? { file } : {}) });
    remember({ ...opened, game: game.slug, title: game.name });
    return opened.table;
  };
  return (
    <div class="stack tight no-print">
      <h3>Bring to a table</h3>
      <div class="row">
        {tables.map((table) => (
          <button type="button" disabled={busy} onClick={() => bring(() => Promise.resolve(table.table))}>
            {table.title}
          </button>
        ))}
        <button type="button" class="primary" disabled={busy} onClick={() => bring(open)}>
          Open a table with them
        </button>
      </div>
      <Problem error={error}>
        <p class="small">Your character is still here. Save or download it, and try again.</p>
      </Problem>
    </div>
  );
}
