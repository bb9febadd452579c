// Home: one sentence, two links, the tables you sit at, and the games, each with its own look.
import type { GameSummary } from "../api-types";
import { useEffect, useState } from "preact/hooks";
import { useAsked } from "../ask";
import { coloursOf, games, loadGames } from "../games";
import { adopt } from "../lazy_style";
import { forget, mine } from "../my_tables";
import { Cover } from "../parts/motif";
import { Page, Problem, Skeleton, TryAgain } from "../parts/shell";
import { go } from "../route";
import style from "./home.lazy.css";

adopt(style);

export function Home() {
  useEffect(loadGames, []);
  const { list, error } = games.value;
  // dice and their odds come after the page itself
  const RealRoll = useAsked(() => import("./home_roll"), []).value?.RealRoll;
  return (
    <Page title="Rulewright">
      <div class="stack home">
        <div class="hero">
          <div>
            <h1 tabIndex={-1}>Play your rules. Know your odds.</h1>
            <p class="lead">
              Tabletop games in which every rule can be rolled and explained, with its exact odds: alone, or together at a live table.
            </p>
          </div>
          {RealRoll ? (
            <RealRoll />
          ) : (
            <div class="real-roll">
              <Skeleton lines={2} />
            </div>
          )}
        </div>
        <div class="doors">
          <a class="door first" href="/play">
            <strong>Play now</strong> A table opens at once, with a character, a foe and something to do.
          </a>
          <a class="door" href="/odds">
            <strong>What are my odds?</strong> Any roll, any duel, any dice: exact, with two settings side by side.
          </a>
        </div>
        {mine.value.length > 0 && <Tables list={list} />}
        <h2>The games</h2>
        <Problem error={error}>
          <TryAgain error={error} />
        </Problem>
        {!list && !error && <Skeleton lines={5} />}
        <div class="games">
          {list?.map((game) => (
            <Card game={game} />
          ))}
          {list && <OwnGame />}
        </div>
        <Invited />
        <p class="small soft">
          Rulewright is free under the MIT licence. <a href="/licences.txt" target="_self">Fonts and libraries in this app</a> have their own.
        </p>
      </div>
    </Page>
  );
}

function Card({ game }: { game: GameSummary }) {
  return (
    <article class="sheet game-card" data-game={game.slug} style={coloursOf(game.slug)}>
      <Cover game={game.slug}>
        <h3>{game.name}</h3>
      </Cover>
      <p class="serif">{game.summary}</p>
      <div class="row">
        <a class="button primary" href={`/play/${game.slug}`}>
          Play<span class="unseen"> {game.name}</span>
        </a>
        <a class="button" href={`/characters/${game.slug}`}>
          Character<span class="unseen">: make one for {game.name}</span>
        </a>
        <a class="button" href={`/odds/${game.slug}`}>
          Odds<span class="unseen"> of {game.name}</span>
        </a>
        <a class="button" href={`/rules/${game.slug}`}>
          Rules<span class="unseen"> of {game.name}</span>
        </a>
      </div>
    </article>
  );
}

function OwnGame() {
  return (
    <article class="sheet game-card">
      <Cover game="">
        <h3>Your own</h3>
      </Cover>
      <p class="serif">Write rules in plain sentences and tables. One text is the rulebook people read, the game they play at once, and its exact odds.</p>
      <div class="row">
        <a class="button primary" href="/studio">
          Write<span class="unseen"> a game of your own</span>
        </a>
      </div>
    </article>
  );
}

function Tables({ list }: { list: GameSummary[] | undefined }) {
  const tables = mine.value;
  const named = (slug: string): string => list?.find((one) => one.slug === slug)?.name ?? slug;
  return (
    <section class="stack tight" aria-labelledby="your-tables">
      <h2 id="your-tables">Your tables</h2>
      <ul class="my-tables">
        {tables.map((table) => (
          <li data-game={table.game} style={coloursOf(table.game)}>
            <a class="grow" href={`/table/${table.table}`}>
              {table.title}
            </a>
            <span class="soft small">{named(table.game)}</span>
            <button type="button" class="quiet small-button" onClick={() => confirm(`Remove “${table.title}” from this list? The table itself stays; you can return with an invitation, or by its address in this browser.`) && forget(table.table)}>
              Remove from this list<span class="unseen">: {table.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Invited() {
  const [text, setText] = useState("");
  const join = (event: Event): void => {
    event.preventDefault();
    go(`/join#${text.trim().split("#").pop() ?? ""}`);
  };
  return (
    <section class="invited" aria-labelledby="invited">
      <h2 id="invited">Were you invited?</h2>
      <form class="row" onSubmit={join}>
        <div class="field grow">
          <label for="invitation-link">Paste the link you were sent</label>
          <input id="invitation-link" required autocomplete="off" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </div>
        <button>Take a seat</button>
      </form>
    </section>
  );
}
