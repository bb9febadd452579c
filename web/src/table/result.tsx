// What came of something: one large word, the dice, one line for each change, and why.
import type { Game } from "../games";
import { Dice, type Face } from "../parts/dice";
import { Why, type Step } from "../parts/why";
import type { TableLink } from "./link";
import type { Change, Told } from "./shapes";
import { capital, changed, given, headline, short, spaced, whoDid } from "./wording";

interface Props {
  link: TableLink;
  game: Game;
  event: Told;
  large?: boolean;
  onReveal?: ((seq: number) => void) | undefined;
}

export function Result({ link, game, event, large = false, onReveal }: Props) {
  const by = link.view.value?.seats[event.by]?.name ?? "A player";
  if (event.hidden && !event.name) {
    return (
      <p class="small soft">
        {by} rolled where nobody else sees it. <Audience event={event} />
      </p>
    );
  }
  const { word, named, lines } = headline(event.outcome);
  const dice = facesOf(event);
  const largest = named || dice.length > 0 ? word : spaced(event.name ?? "");
  const rest = largest === word ? lines : [[word, ...lines.slice(0, 1)].join(", "), ...lines.slice(1)];
  if (!large && dice.length === 0 && !event.hidden) return <Plain link={link} game={game} event={event} />;
  return (
    <div class={large ? "result sheet arrives" : "result-line"}>
      <p class="small soft doing">
        <b>{whoDid(event) || by}</b>: {spaced(event.name ?? "")} {given(event.params)} <Audience event={event} />
      </p>
      {event.outcome !== undefined && <p class={large ? "word" : "word-line"}>{capital(largest)}</p>}
      {event.hidden && <p class="soft">The rest is the game master's to know.</p>}
      <Dice faces={dice} />
      {rest.map((line) => (
        <p class="small outcome-line">{capital(line)}</p>
      ))}
      <Changes link={link} game={game} changes={event.changes ?? []} brief={!large} />
      <Why game={game.slug} steps={event.breakdown ?? []} {...(event.cites && event.breakdown?.length ? { cites: event.cites } : {})} />
      {onReveal && event.audience !== "everyone" && (
        <button type="button" class="link" onClick={() => onReveal(event.seq)}>
          Reveal to everyone
        </button>
      )}
    </div>
  );
}

/** Something without dice: one line, what changed of what is kept in sight, and why if there is more to it than a rule. */
function Plain({ link, game, event }: Pick<Props, "link" | "game" | "event">) {
  const who = whoDid(event);
  const { word, lines } = headline(event.outcome);
  const says = typeof (event.outcome as { text?: unknown } | undefined)?.text === "string";
  const told = says ? [word.includes(who) ? "" : who, word] : [who, spaced(event.name ?? ""), given(event.params), word === "Done" ? "" : word, ...lines];
  return (
    <div class="small soft">
      {capital(told.filter(Boolean).join(" · "))} <Audience event={event} />
      <Changes link={link} game={game} changes={event.changes ?? []} brief />
      <Why game={game.slug} steps={event.breakdown ?? []} />
    </div>
  );
}

const AUDIENCES: Record<string, string> = { gm: "game master only", private: "private", blind: "blind" };

function Audience({ event }: { event: Told }) {
  const words = AUDIENCES[event.audience ?? ""];
  return words ? <span class="tag">{words}</span> : null;
}

/** The dice in rolling order, with those that were dropped. */
export function facesOf(event: Pick<Told, "dice" | "breakdown">): Face[] {
  const told = event.dice ?? [];
  const kept = keptIn(event.breakdown ?? []);
  return told.map(([sides, face, seq], place) => ({ sides, face, typed: !seq, kept: kept.length === told.length ? (kept[place] ?? true) : true }));
}

const keptIn = (steps: Step[]): boolean[] =>
  steps.flatMap((step) => (step.kind === "rolled" ? (step.faces ?? []).map((_, place) => step.kept?.[place] ?? true) : keptIn(step.steps ?? [])));

const MOST_CHANGES = 10;

/** One line for each change: what the game keeps in sight, and what is left to the one on turn unless it is to be brief. */
export function Changes({ link, game, changes, brief = false }: { link: TableLink; game: Game; changes: Change[]; brief?: boolean }) {
  const names = Object.keys(link.view.value?.characters ?? {});
  const left = Object.keys(link.view.value?.fight?.left ?? {}).map((name) => short(spaced(name)));
  const found = changes.flatMap((one) => changed(one, names, game.trackers));
  const told = found.filter((one) => one.kept || (!brief && left.includes(one.label))).sort((one, other) => Number(other.kept) - Number(one.kept));
  if (told.length === 0) return null;
  return (
    <ul class="changes">
      {told.slice(0, MOST_CHANGES).map((one) => (
        <li class={one.kept ? "" : "soft"}>
          {one.who && (one.label ? `${one.who}'s ` : `${one.who}: `)}
          {one.label && `${one.who ? one.label : capital(one.label)}: `}
          {one.before && `${one.before} → `}
          <span class="to">{one.after}</span>
        </li>
      ))}
      {told.length > MOST_CHANGES && <li>and {told.length - MOST_CHANGES} more</li>}
    </ul>
  );
}
