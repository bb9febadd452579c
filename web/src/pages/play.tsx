// Play now: pick a game, and a table opens with a character to play and something to do.
import type { OpeningDescription, SeatResponse } from "../api-types";
import type { Values } from "../api";
import { useState } from "preact/hooks";
import { post } from "../api";
import { useAsked } from "../ask";
import { useOperation } from "../operation";
import { gameOf } from "../games";
import { remember } from "../my_tables";
import { GameDoors, isUnknown, NoGame } from "../parts/game_doors";
import { Cover } from "../parts/motif";
import { FromFile } from "../parts/from_file";
import { Rulings } from "../parts/rulings";
import { Page, Problem, Skeleton, TryAgain } from "../parts/shell";
import { go } from "../route";
import { capital } from "../words";

export default function Play({ game }: { game: string }) {
  return game ? <Open key={game} slug={game} /> : <Pick />;
}

function Pick() {
  return (
    <Page title="Play now">
      <div class="stack">
        <h1 tabIndex={-1}>Which game will you play?</h1>
        <GameDoors to="/play" />
      </div>
    </Page>
  );
}

function Open({ slug }: { slug: string }) {
  const game = useAsked(() => gameOf(slug), [slug]);
  const { busy, error, run } = useOperation();
  const [name, setName] = useState("");
  const [title, setTitle] = useState("");
  const [options, setOptions] = useState<Values>({});
  const [file, setFile] = useState<string>();
  const open = (opening?: OpeningDescription): Promise<void> =>
    run(async () => {
      const called = title.trim() || (game.value?.name ?? slug);
      const asked = { game: slug, name: name.trim() || capital(game.value?.words.gm ?? "GM"), title: called, options, ready: opening !== undefined, opening: opening?.title ?? "", ...(file === undefined ? {} : { file }) };
      const opened = await post<SeatResponse>("/tables", asked);
      remember({ table: opened.table, seat: opened.seat, game: slug, title: called });
      go(`/table/${opened.table}`);
    });
  const whole = game.value;
  // a game may have rolls alone
  const isPlayed = whole !== undefined && whole.actions.length > 0;
  if (isUnknown(game.error)) return <NoGame slug={slug} to="/play" />;
  return (
    <Page title={whole ? `Play ${whole.name}` : "Play now"} game={slug}>
      <div class="stack">
        <Cover game={slug} head>
          <h1 tabIndex={-1}>{whole?.name ?? "Play now"}</h1>
        </Cover>
        <Problem error={game.error}>
          <TryAgain error={game.error} />
        </Problem>
        {!whole && game.waiting && <Skeleton lines={4} />}
        {whole && (
          <>
            <p class="lead">{whole.summary}</p>
            <div class="doors">
              {whole.openings.map((one, index) => (
                <button type="button" class={index === 0 ? "door first" : "door"} disabled={busy} onClick={() => open(one)}>
                  <span>
                    <strong>{index === 0 ? "Open a ready table" : "Open another ready table"}</strong> {one.title && <b>{one.title}. </b>}
                    {one.words}
                  </span>
                </button>
              ))}
              {isPlayed ? (
                <button type="button" class="door" disabled={busy} onClick={() => open()}>
                  <span>
                    <strong>Open an empty table</strong> You add all characters yourself.
                  </span>
                </button>
              ) : (
                <a class="door" href={`/odds/${slug}`}>
                  <strong>What are my odds?</strong> {whole.name} has rolls, but no characters yet, so there is nothing to play at a table.
                </a>
              )}
            </div>
            <Problem error={error}>
              <p class="small">No table was opened. Your settings are still here.</p>
            </Problem>
            {isPlayed && (
              <div class="row table-names">
                <div class="field">
                  <label for="your-name">Your name (optional)</label>
                  <input id="your-name" value={name} maxLength={80} autocomplete="nickname" onInput={(event) => setName(event.currentTarget.value)} />
                </div>
                <div class="field">
                  <label for="table-title">Table name (optional)</label>
                  <input id="table-title" value={title} maxLength={100} autocomplete="off" placeholder={whole.name} onInput={(event) => setTitle(event.currentTarget.value)} />
                </div>
              </div>
            )}
            {isPlayed && <Rulings game={whole} options={options} onChange={setOptions} />}
            <FromFile game={whole} value={file} onChange={setFile} />
          </>
        )}
      </div>
    </Page>
  );
}
