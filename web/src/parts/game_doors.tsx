// Every game as a link to one of its pages.
import { useEffect } from "preact/hooks";
import { Refusal } from "../api";
import { coloursOf, games, loadGames } from "../games";
import { Cover } from "./motif";
import { Page, Problem, Skeleton } from "./shell";

export function GameDoors({ to }: { to: string }) {
  useEffect(loadGames, []);
  const { list, error } = games.value;
  return (
    <>
      <Problem error={error} />
      {!list && !error && <Skeleton lines={5} />}
      <div class="games">
        {list?.map((game) => (
          <a class="sheet game-card door" data-game={game.slug} style={coloursOf(game.slug)} href={`${to}/${game.slug}`}>
            <Cover game={game.slug}>
              <strong>{game.name}</strong>
            </Cover>
            <span class="serif">{game.summary}</span>
          </a>
        ))}
      </div>
    </>
  );
}

/** Whether a game was refused because there is none of that name. */
export const isUnknown = (error: unknown): boolean => error instanceof Refusal && error.status === 400;

/** The page of a game that is not installed: the games that are. */
export const NoGame = ({ slug, to }: { slug: string; to: string }) => (
  <Page title="No such game">
    <div class="stack">
      <h1 tabIndex={-1}>There is no game called “{slug}” here</h1>
      <p class="lead">It may not be installed on this server. These are:</p>
      <GameDoors to={to} />
    </div>
  </Page>
);
