// Hints for the second and third step of a player's first session, each shown once.
import type { ActionDescription, GameDescription, OfferView } from "../api-types";
import { useEffect, useState } from "preact/hooks";
import { lastResult } from "./fight";
import type { TableLink } from "./link";
import { natural, partyOf, pickedNames, type Picked } from "./picking";
import { CharacterToken } from "./character_token";
import { actionOf, attemptOf, capital, roleOf } from "../words";

const PLACE = "rulewright.guide";
const STEPS = 2;

interface Step {
  words: string;
  who: string;
  /** The action of the hint's button, if it has one; else the words point at a part of the page. */
  picked: Picked | null;
}

const asksOf = (offer: OfferView): number => pickedNames(offer).length + offer.asks.filter((one) => one.required).length;

/** The next step worth doing for the viewing seat, if there is one. */
function stepOf(link: TableLink, game: GameDescription): Step | null {
  const view = link.view.value!;
  const fight = view.fight && !view.fight.over ? view.fight : null;
  /** The offer of a role; of several the one with the least to say. */
  const offered = (role: ActionDescription["role"], who = ""): Picked | null => {
    const offers = link.offers.value.filter((one) => roleOf(one.action) === role && (!who || one.who === who || one.who === ""));
    const offer = offers.sort((one, other) => asksOf(one) - asksOf(other))[0];
    return offer ? { offer, params: natural(offer, view) } : null;
  };
  if (!fight) {
    const start = view.fight ? null : offered("starts-fight");
    return start && { words: `Now ${attemptOf(start.offer.action, start.params)}: everyone gets a place in the order, and the first turn begins.`, who: "", picked: start };
  }
  const turn = fight.turn;
  if (link.masters.value && turn && !partyOf(view).includes(turn) && game.plans.length > 0) {
    return { words: `It is ${turn}’s turn. Press “Play ${turn}’s turn” above to see what it would do, and why.`, who: turn, picked: null };
  }
  const end = turn && link.plays(turn) ? offered("ends-turn", turn) : null;
  const counts = Object.values(fight.left);
  if (end && counts.length > 0 && counts.every((count) => count === 0)) return { words: `${turn} has nothing left to do. Now end the turn; the next one begins automatically.`, who: turn, picked: end };
  if (turn && link.plays(turn) && view.settings.advice && !link.hides(fight.order) && game.plans.length > 0) {
    return { words: `It is ${turn}’s turn. Choose an action${end ? " or end the turn" : ""}; “What is best now?” under the actions compares them.`, who: turn, picked: null };
  }
  const own = link.offers.value.find((one) => one.when === "turn" && one.by !== "gm" && one.who && (!turn || one.who === turn) && link.plays(one.who) && roleOf(one.action) !== "ends-turn");
  if (end && own) {
    return { words: `${turn} can still act: ${actionOf(own.action)}, or choose something else below. End the turn when you are done.`, who: turn, picked: { offer: own, params: natural(own, view) } };
  }
  return own ? { words: `Now ${own.who}: ${actionOf(own.action)}.`, who: own.who, picked: { offer: own, params: natural(own, view) } } : null;
}

interface Hint {
  step: Step | null;
  /** How many steps were taken or dismissed. */
  done: number;
  pass: () => void;
}

/** The hint for the next step of a first session; none while another action is being prepared. */
export function useHint(link: TableLink, game: GameDescription, isBusy: boolean): Hint {
  const [done, setDone] = useState(() => Number(localStorage.getItem(PLACE) ?? 0));
  /** The step that is pointed out, and the event before it. */
  const [from, setFrom] = useState<{ seq: number; words: string } | null>(null);
  /** The last step that was taken or dismissed: the next one must say something else. */
  const [passed, setPassed] = useState("");
  const last = lastResult(link);
  const isOn = done < STEPS && last !== null && link.fresh.value && link.at.value === null && link.as.value === "" && link.view.value?.pending.length === 0;
  const found = isOn ? stepOf(link, game) : null;
  const step = found?.words === passed ? null : found;
  const pass = (): void => {
    setPassed(from?.words ?? "");
    localStorage.setItem(PLACE, String(done + 1));
    setDone(done + 1);
    setFrom(null);
  };
  // a step counts as taken with the next event after it was pointed out
  useEffect(() => {
    if (step && from === null) setFrom({ seq: last?.seq ?? 0, words: step.words });
    else if (from !== null && last && last.seq > from.seq) pass();
  }, [step?.words, last?.seq]);
  return { step: isBusy ? null : step, done, pass };
}

/** Points out the next step. */
export function Guide({ link, hint: { step, done, pass }, onPick }: { link: TableLink; hint: Hint; onPick: (picked: Picked) => void }) {
  if (!step) return null;
  return (
    <div class="guide note row apart" role="status">
      <span>
        <b>Step {done + 2} of {STEPS + 1}.</b> <CharacterToken link={link} name={step.who} /> {step.words}
      </span>
      <span class="row">
        {step.picked && (
          <button type="button" class="primary" onClick={() => onPick(step.picked!)}>
            {capital(actionOf(step.picked.offer.action))}
          </button>
        )}
        <button type="button" class="quiet" onClick={pass}>
          Got it
        </button>
      </span>
    </div>
  );
}
