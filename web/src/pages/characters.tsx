// Your characters: those kept in this browser, import from a file, and a game to make a new one for.
import { useState } from "preact/hooks";
import { freshKey } from "../api";
import { asFile, characters, drop, fromFile, keep, type Kept } from "../characters";
import { download, fileName } from "../files";
import { coloursOf, games } from "../games";
import { GameDoors } from "../parts/game_doors";
import { Page, Problem } from "../parts/shell";
import { go } from "../route";

export default function Characters() {
  const list = games.value.list;
  const named = (slug: string): string => list?.find((one) => one.slug === slug)?.name ?? slug;
  return (
    <Page title="Characters">
      <div class="stack">
        <h1 tabIndex={-1}>Your characters</h1>
        {characters.value.length === 0 ? (
          <p class="lead">No characters yet. Pick a game below and make one, step by step or at random.</p>
        ) : (
          <ul class="kept">
            {characters.value.map((one) => (
              <One one={one} game={named(one.game)} />
            ))}
          </ul>
        )}
        <Import />
        <h2>Make a new character</h2>
        <GameDoors to="/characters" />
      </div>
    </Page>
  );
}

function One({ one, game }: { one: Kept; game: string }) {
  const save = (): void => download(`${fileName(`${one.name} ${one.game}`)}.json`, asFile(one.game, one.wanted, one.options), "application/json");
  return (
    <li class="sheet" data-game={one.game} style={coloursOf(one.game)}>
      <span class="grow">
        <a href={`/characters/${one.game}?id=${encodeURIComponent(one.id)}`}>
          <strong>{one.name}</strong>
        </a>{" "}
        <span class="soft">{game}</span>
      </span>
      <span class="row">
        <button type="button" onClick={save}>
          Download<span class="unseen"> {one.name}</span>
        </button>
        <Remove one={one} />
      </span>
    </li>
  );
}

/** Removing takes two clicks, since it cannot be undone. */
function Remove({ one }: { one: Kept }) {
  const [sure, setSure] = useState(false);
  if (!sure) {
    return (
      <button type="button" class="quiet" onClick={() => setSure(true)}>
        Remove<span class="unseen"> {one.name}</span>
      </button>
    );
  }
  return (
    <span class="row" role="group" aria-label={`Remove ${one.name}?`}>
      <button type="button" onClick={() => drop(one.id)}>
        Yes, remove {one.name}
      </button>
      <button type="button" class="quiet" onClick={() => setSure(false)}>
        No
      </button>
    </span>
  );
}

function Import() {
  const [error, setError] = useState<unknown>();
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      const found = fromFile(await file.text());
      const id = freshKey();
      keep({ id, game: found.game, name: String(found.wanted["name"] ?? "") || "Nameless", wanted: found.wanted, options: found.options });
      go(`/characters/${found.game}?id=${id}`);
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <div class="stack tight">
      <p>
        <label class="button">
          Import a character file…
          <input class="unseen" type="file" accept="application/json,.json" onChange={(event) => read(event.currentTarget.files?.[0])} />
        </label>
      </p>
      <Problem error={error} />
    </div>
  );
}
