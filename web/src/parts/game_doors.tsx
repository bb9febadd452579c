// Every game as a link to one of its pages.
import { useEffect } from "preact/hooks";
import { coloursOf, games, loadGames } from "../games";
import { Cover } from "./motif";
import { Problem, Skeleton } from "./shell";

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
