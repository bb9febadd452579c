// The result of an action: one large word, the dice, one line for each change, and why.
import type { ChangeText, EventView, GameDescription, ResultText } from "../api-types";
import { Dice, type Group } from "../parts/dice";
import { groupsOf, groupsSoFar } from "../parts/dice_groups";
import { Why } from "../parts/why";
import { CharacterToken } from "./character_token";
import type { TableLink } from "./link";
import { gm, labelOf } from "../words";

interface Props {
  link: TableLink;
  game: GameDescription;
  event: EventView;
  large?: boolean;
  onReveal?: ((seq: number) => void) | undefined;
}

export function Result({ link, game, event, large = false, onReveal }: Props) {
  const result = event.result;
  if (!result) {
    return (
      <div class="small soft">
        {event.sentence} <Tags event={event} />
        <Ending event={event} />
      </div>
    );
  }
  const dice = event.dice ?? [];
  if (!large && dice.length === 0 && !event.hidden) return <Plain link={link} game={game} event={event} result={result} />;
  return (
    <div class={large ? "result sheet arrives" : "result-line"}>
      {large && (
        <p class="small soft doing">
          <CharacterToken link={link} name={result.actor} />
          {result.tried} <Tags event={event} />
        </p>
      )}
      {large && result.headline && <p class="word">{result.headline}</p>}
      <p class={large ? (result.headline ? "sentence" : "sentence word-line") : "sentence"} hidden={large && !result.rest}>
        {!large && <CharacterToken link={link} name={result.actor} />}
        {large ? result.rest : result.sentence || result.tried} {!large && <Tags event={event} />}
      </p>
      {event.hidden && <p class="soft">{result.sentence ? `Only the ${gm()} knows the rest.` : `Only the ${gm()} knows the outcome.`}</p>}
      {dice.length <= MOST_DICE && <Dice groups={whose(link, result.actor, event.thrown ? groupsSoFar(game.look, dice, event.thrown) : groupsOf(game.look, dice, event.breakdown ?? []))} tumbles={large} small={!large} />}
      <Changes link={link} changes={event.changed ?? []} />
      <Ending event={event} />
      <Why game={game.slug} steps={event.breakdown ?? []} {...(event.cites && event.breakdown?.length ? { cites: event.cites } : {})} />
      {onReveal && event.audience !== "everyone" && (
        <button type="button" class="link small" onClick={() => onReveal(event.seq)}>
          Reveal to everyone
        </button>
      )}
    </div>
  );
}

/** Groups of dice: those of another character under its name, those that the GM rolls for several at once under none. */
function whose(link: TableLink, actor: string, groups: Group[]): Group[] {
  const roller = link.view.value?.characters[actor];
  if (roller && roller.seat === link.view.value?.you) return groups;
  return groups.map((one) => (one.label === YOURS ? { ...one, label: roller ? `${actor}’s dice` : "" } : one));
}

/** More dice than this, as in the order of a large fight, are only under "Why?". */
const MOST_DICE = 40;

/** How a game calls the dice of the character who rolls. */
const YOURS = "Your dice";

/** An action without dice: one line, the changes of tracked values, and why. */
function Plain({ link, game, event, result }: Pick<Props, "link" | "game" | "event"> & { result: ResultText }) {
  return (
    <div class="small soft">
      {result.sentence} <Tags event={event} />
      <Changes link={link} changes={event.changed ?? []} />
      <Ending event={event} />
      <Why game={game.slug} steps={event.breakdown ?? []} />
    </div>
  );
}

/** How the ready-made scene ended with this, if it did. */
const Ending = ({ event }: Pick<Props, "event">) => (event.ending ? <p class="ending">{event.ending}</p> : null);

const audienceOf = (audience: string | undefined): string => ({ gm: `${gm()} only`, private: "private", blind: "blind" })[audience ?? ""] ?? "";

/** Who sees a roll, if not everyone, and remarks on its dice: typed in, forfeited. */
export function Tags({ event }: { event: EventView }) {
  const words = [audienceOf(event.audience), ...(event.marks ?? [])].filter(Boolean);
  return words.map((word) => <span class="tag">{word}</span>);
}

const MOST_CHANGES = 10;

/** One line for each change of a tracked value; what is left of a turn is in the line about the turn. */
export function Changes({ link, changes }: { link: TableLink; changes: ChangeText[] }) {
  const left = Object.keys(link.view.value?.fight?.left ?? {}).map((name) => labelOf(name));
  const shown = changes.filter((one) => one.kept && one.label !== "" && !left.includes(one.label));
  if (shown.length === 0) return null;
  return (
    <ul class="changes">
      {shown.slice(0, MOST_CHANGES).map((one) => (
        <li>{one.text}</li>
      ))}
      {shown.length > MOST_CHANGES && <li>and {shown.length - MOST_CHANGES} more</li>}
    </ul>
  );
}
