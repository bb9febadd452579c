// Adds a character to the table: a random one, one made before, or one of the game's own foes.
import type { GameDescription } from "../api-types";
import { useOperation } from "../operation";
import { fromFile } from "../characters";
import { Problem } from "../parts/shell";
import { bringRandom, isNewcomer } from "./newcomer";
import type { TableLink } from "./link";
import { natural, type Picked } from "./picking";
import { actionOf, capital, joinerOf } from "../words";

interface Props {
  link: TableLink;
  game: GameDescription;
  onPick: (picked: Picked) => void;
}

export function AddCharacter({ link, game, onPick }: Props) {
  const { busy, error, run: bring } = useOperation();
  const view = link.view.value;
  const may = link.masters.value || (view?.settings.bring && view.seats[view.you]?.role === "player");
  if (!view || !may || isNewcomer(link, game) || link.at.value !== null || view.closed) return null;
  const file = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    const { [game.from_file?.field ?? ""]: _, ...wanted } = fromFile(await chosen.text()).wanted;
    await link.act(game.joining, { [joinerOf(game)]: wanted }, undefined, "everyone");
  };
  const adds = game.actions.filter((one) => one.parameters.some((parameter) => parameter.value.use === "new")).map((one) => one.name);
  const foes = link.masters.value ? link.offers.value.filter((offer) => offer.by === "gm" && adds.includes(offer.action)) : [];
  const each = foes.filter((offer, place) => foes.findIndex((one) => one.action === offer.action) === place);
  return (
    <section class="bring sheet no-print" aria-labelledby="bring-title">
      <h2 id="bring-title">{each.length > 0 ? "Add to the scene" : "Add a character"}</h2>
      <div class="row">
        <button type="button" disabled={busy} onClick={() => bring(() => bringRandom(link, game))}>
          Random character
        </button>
        <a class="button" href={`/characters/${game.slug}?table=${link.table}`}>
          Make one
        </a>
        <label class="button">
          From a file
          <input class="unseen" type="file" accept="application/json,.json" onChange={(event) => bring(() => file(event.currentTarget.files?.[0]))} />
        </label>
        {each.map((offer) => (
          <button type="button" onClick={() => onPick({ offer, params: natural(offer, view) })}>
            {capital(actionOf(offer.action))}
          </button>
        ))}
      </div>
      <Problem error={error} />
    </section>
  );
}
