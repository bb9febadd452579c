// A decision, or dice that are still missing: a card for the player who has to answer, a line for the others.
import type { GameDescription, ChoiceOddsResponse, PendingView } from "../api-types";
import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../api";
import { useAsked } from "../ask";
import { useOperation } from "../operation";
import { Dice } from "../parts/dice";
import { groupsSoFar } from "../parts/dice_groups";
import { FaceBoxes, isWhole } from "../parts/face_boxes";
import { OddsBar, OddsKey } from "../parts/odds";
import { Problem } from "../parts/shell";
import { Advice } from "./advice";
import { Approve, Proposed } from "./approve";
import { useDiceAhead } from "./dice_ahead";
import type { TableLink } from "./link";
import { waitedFor } from "./waited_for";
import { asked, capital, inWords, labelOf } from "../words";

export function Decisions({ link, game }: { link: TableLink; game: GameDescription }) {
  const view = link.view.value!;
  return (
    <>
      {view.pending.map((wait) => {
        const mine = link.as.value === "" && (wait.waits_for.includes(view.you) || (link.masters.value && !wait.hidden));
        if (wait.sets) return mine ? <Approve key={`${wait.pending} ${wait.sets.join(" ")}`} link={link} game={game} wait={wait} /> : <Proposed key={wait.pending} link={link} wait={wait} />;
        return mine ? <Decide key={`${wait.pending} ${wait.question} ${wait.dice?.length}`} link={link} game={game} wait={wait} /> : <Waits key={wait.pending} link={link} wait={wait} />;
      })}
    </>
  );
}

function Waits({ link, wait }: { link: TableLink; wait: PendingView }) {
  return (
    <p class="note" role="status">
      Waiting for {waitedFor(link, wait)}
      {wait.who ? ` to decide for ${wait.who}` : ""}.
    </p>
  );
}

function Decide({ link, game, wait }: { link: TableLink; game: GameDescription; wait: PendingView }) {
  const { busy, error, run } = useOperation();
  const [faces, setFaces] = useState<string[]>([]);
  const choices = wait.choices ?? [];
  const hidden = link.hides(Object.values(wait.params ?? {}));
  const coming = useDiceAhead(link, choices.length || (hidden && !wait.dice?.length) || wait.what !== "action" ? null : { pending: wait.pending }, faces);
  const ahead = coming.throws.length > 0 ? coming : { throws: wait.sides ? [{ purpose: "", sides: [wait.sides], cards: wait.cards ?? [] }] : [], more: !wait.sides, ends: hidden };
  // the title says already whose dice they are and what for
  const throws = ahead.throws.length === 1 ? [{ ...ahead.throws[0]!, purpose: "" }] : ahead.throws;
  const mine = wait.waits_for.includes(link.view.value?.you ?? "");
  const priced = useAsked(
    (signal) => (choices.length && !hidden ? post<ChoiceOddsResponse>(link.path("/chances"), { pending: wait.pending, seconds: 3, brief: true }, signal) : undefined),
    [wait.pending],
  );
  const bars = (priced.value?.choices ?? []).flatMap(({ odds }) => (odds && odds.bar.length > 0 ? [odds.bar] : []));
  const labels = [...new Set(bars.flat().map((row) => row.label))];
  const card = useRef<HTMLElement>(null);
  useEffect(() => (mine ? card.current?.scrollIntoView({ block: "nearest" }) : undefined), []);
  const pool = capital(game.look?.dice[wait.question ?? ""]?.label ?? labelOf(wait.question ?? "Dice"));
  const isOne = ahead.throws.flatMap((one) => one.sides).length < 2;
  const next = isOne ? `: ${wait.dice?.length ? "one more" : "a"} ${wait.cards ? "card" : `d${wait.sides ?? ""}`}` : "";
  const title = choices.length ? `${wait.who ? `${wait.who}: ` : ""}${asked(wait.question ?? "decide")}` : `${mine ? pool : `${waitedFor(link, wait)}’s dice`}${next}`;
  return (
    <section class="decide sheet arrives" aria-label={title} ref={card}>
      <div role="status">
        <h2 tabIndex={-1}>{title}</h2>
      </div>
      <p class="small soft">
        {capital(wait.text)}
        {!mine && ` · waiting for ${waitedFor(link, wait)}; you may decide for them`}
      </p>
      <Dice groups={groupsSoFar(game.look, wait.dice ?? [], wait.thrown ?? [])} />
      {bars.length > 0 && <OddsKey bars={bars} />}
      <div class="stack tight choices">
        {choices.map((choice) => {
          const odds = priced.value?.choices.find((one) => JSON.stringify(one.choice) === JSON.stringify(choice))?.odds;
          return (
            <button type="button" class="offer" disabled={busy} onClick={() => run(() => link.answer(wait.pending, { choices: [choice] }))}>
              <b>{capital(inWords(choice))}</b>
              {odds && odds.bar.length > 0 ? <OddsBar rows={odds.bar} small among={labels} title={inWords(choice)} /> : priced.waiting ? <span class="odds-bar skeleton" aria-hidden="true" /> : null}
            </button>
          );
        })}
      </div>
      {choices.length > 0 && wait.what === "action" && !hidden && link.view.value?.fight && !link.view.value.fight.over && (
        <Advice link={link} who={wait.who ?? ""} pending={wait.pending} />
      )}
      {choices.length === 0 && (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            void run(() => link.answer(wait.pending, { faces }));
          }}
        >
          <FaceBoxes value={faces} onChange={setFaces} {...ahead} throws={throws} />
          <button class="primary" disabled={busy || !isWhole(faces)}>
            {wait.cards ? "These are my cards" : "These are my dice"}
          </button>
          <button type="button" disabled={busy} onClick={() => run(() => link.answer(wait.pending, {}))}>
            {wait.cards ? "Let the table draw" : "Let the table roll"}
          </button>
        </form>
      )}
      <Problem error={error} />
      {(link.masters.value || (wait.begun_by === link.view.value?.you && !wait.dice?.length)) && (
        <p>
          <button type="button" class="link small" disabled={busy} onClick={() => run(() => post(link.path("/withdrawals"), { pending: wait.pending }))}>
            {wait.dice?.length ? "Forfeit; the dice stay in the log" : "Cancel"}
          </button>
        </p>
      )}
    </section>
  );
}
