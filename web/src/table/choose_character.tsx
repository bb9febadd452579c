// The first view of a player without a character: the characters to choose from, and how to begin.
import type { GameDescription } from "../api-types";
import { useState } from "preact/hooks";
import { post } from "../api";
import { useOperation } from "../operation";
import { Problem } from "../parts/shell";
import { CharacterToken } from "./character_token";
import type { TableLink } from "./link";
import { bringRandom } from "./newcomer";
import { openingOf } from "./picking";
import { Trackers } from "./trackers";
import { capital, gm, inWords, words } from "../words";

interface Props {
  link: TableLink;
  game: GameDescription;
}

const placeOf = (table: string): string => `rulewright.watches.${table}`;

export function Landing({ link, game }: Props) {
  const [watching, setWatching] = useState(() => sessionStorage.getItem(placeOf(link.table)) !== null);
  const { busy, error, run } = useOperation();
  const view = link.view.value;
  if (!view) return null;
  const watch = (on: boolean): void => {
    setWatching(on);
    if (on) sessionStorage.setItem(placeOf(link.table), "1");
    else sessionStorage.removeItem(placeOf(link.table));
  };
  if (watching)
    return (
      <p class="note row apart">
        <span>You are watching.</span>
        <button type="button" onClick={() => watch(false)}>
          Play
        </button>
      </p>
    );
  const free = view.settings.bring ? Object.entries(view.characters).filter(([, one]) => one.seat === "" && one.shown) : [];
  const opening = openingOf(link, game);
  const master = Object.values(view.seats).find((seat) => seat.role === "gm")?.name ?? "";
  const named = master.toLowerCase() !== gm().toLowerCase();
  return (
    <section class="landing sheet arrives" aria-labelledby="landing-title">
      <h2 id="landing-title">Who will you play?</h2>
      <p class="soft">
        {view.title === game.name ? "This is a table of " : <>This is <b>{view.title}</b>, a table of </>}
        {game.name}
        {named && `, run by ${master}`}.
      </p>
      {opening && free.length > 0 && <p class="lead">{opening.words}</p>}
      {free.length > 0 && (
        <ul class="heroes">
          {free.map(([name, one]) => (
            <li class="sheet">
              <h3>
                <CharacterToken link={link} name={name} />
                {name}
              </h3>
              {aboutOf(one.sheet) && <p class="small soft">{aboutOf(one.sheet)}</p>}
              <Trackers shown={one.trackers} where="sheet" />
              <button type="button" class="primary" disabled={busy} onClick={() => run(() => post(link.path(`/characters/${encodeURIComponent(name)}/claim`)))}>
                Play {name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        {view.settings.bring ? (
          <>
            <button type="button" disabled={busy} onClick={() => run(() => bringRandom(link, game))}>
              Random character
            </button>
            <a class="button" href={`/characters/${game.slug}?table=${link.table}`}>
              Make one
            </a>
          </>
        ) : (
          <p>The {gm()} hands out the characters here; you will see yours as soon as it is yours.</p>
        )}
        <button type="button" onClick={() => watch(true)}>
          Watch
        </button>
      </div>
      <Problem error={error} />
    </section>
  );
}

/** A word or two about a character: what its sheet shows in its first line. */
function aboutOf(sheet: Record<string, unknown>): string {
  const found = words.value.sheet.lead.map((field) => sheet[field]).filter((value) => (typeof value === "string" && value) || (Array.isArray(value) && value.length > 0));
  return capital(found.map(inWords).join(", "));
}
