// What are my odds? Any roll of any game, or any dice.
import { useEffect } from "preact/hooks";
import { useAsked } from "../ask";
import { coloursOf, gameOf, games, loadGames } from "../games";
import { isUnknown, NoGame } from "../parts/game_doors";
import { Motif } from "../parts/motif";
import { Page, Problem, Skeleton, TryAgain } from "../parts/shell";
import { FreeDice } from "./explorer_dice";
import { Explore } from "./explorer_game";
import { adopt } from "../lazy_style";
import { actionOf, capital } from "../words";
import style from "./explorer.lazy.css";

adopt(style);

export default function Explorer({ game }: { game: string }) {
  return game ? <OfGame key={game} slug={game} /> : <Start />;
}

function Start() {
  useEffect(loadGames, []);
  const { list, error } = games.value;
  return (
    <Page title="What are my odds?">
      <div class="stack">
        <h1 tabIndex={-1}>What are my odds?</h1>
        <FreeDice />
        <h2>Or a roll of a game</h2>
        <Problem error={error}>
          <TryAgain error={error} />
        </Problem>
        {!list && !error && <Skeleton lines={5} />}
        <div class="games">
          {list?.map((one) => (
            <article class="sheet game-card" data-game={one.slug} style={coloursOf(one.slug)}>
              <h3>
                <a href={`/odds/${one.slug}`}>{one.name}</a>
              </h3>
              <Motif game={one.slug} />
              <div class="row">
                {one.rolls.map((roll) => (
                  <a class="button small-button" href={`/odds/${one.slug}?roll=${roll}`}>
                    {capital(actionOf(roll))}
                  </a>
                ))}
              </div>
            </article>
          ))}
        </div>
      </div>
    </Page>
  );
}

function OfGame({ slug }: { slug: string }) {
  const game = useAsked(() => gameOf(slug), [slug]);
  if (isUnknown(game.error)) return <NoGame slug={slug} to="/odds" />;
  return (
    <Page title={`Odds of ${game.value?.name ?? slug}`} game={slug} wide>
      {game.value ? (
        <Explore game={game.value} />
      ) : (
        <div class="stack">
          <h1 tabIndex={-1}>What are my odds?</h1>
          <Problem error={game.error}>
            <TryAgain error={game.error} />
          </Problem>
          {game.waiting && <Skeleton lines={6} />}
        </div>
      )}
    </Page>
  );
}
