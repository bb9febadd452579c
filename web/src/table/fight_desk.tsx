// The GM's part of a fight: start and end in sight, foes that play themselves, the order of turns, how hard it is.
import { useState } from "preact/hooks";
import { freshKey, post } from "../api";
import type { ActionDescription, DifficultyResponse, FoeResponse, GameDescription, OfferView, ProposedAction } from "../api-types";
import { useAsked } from "../ask";
import { useOperation } from "../operation";
import { percent } from "../parts/odds";
import { Problem } from "../parts/shell";
import type { TableLink } from "./link";
import { natural, partyOf, type Picked } from "./picking";
import { actionOf, attemptOf, capital, inWords, labelOf, roleOf, together } from "../words";

interface Props {
  link: TableLink;
  game: GameDescription;
  onPick: (picked: Picked) => void;
}

/** Whether the viewing seat may act for the table now. */
const runs = (link: TableLink): boolean => link.masters.value && link.at.value === null && !link.view.value?.closed;

/** Start and end of a fight, always visible to the GM. */
export function FightDoors({ link, onPick }: Props) {
  const view = link.view.value;
  if (!view || !runs(link)) return null;
  const wanted = view.fight ? "ends-fight" : "starts-fight";
  const offers = once(link.offers.value.filter((offer) => roleOf(offer.action) === wanted));
  if (offers.length === 0) return null;
  return (
    <div class="row doors-of-fight">
      {offers.map((offer) => (
        <button type="button" class={view.fight?.over ? "primary" : ""} onClick={() => onPick({ offer, params: natural(offer, view) })}>
          {capital(actionOf(offer.action))}
        </button>
      ))}
    </div>
  );
}

const once = (offers: OfferView[]): OfferView[] => offers.filter((offer, place) => offers.findIndex((one) => one.action === offer.action) === place);

/** After a fight: the next actions of the fighters. */
export function AfterFight({ link, onPick }: Props) {
  const view = link.view.value;
  if (!view?.fight?.over || link.at.value !== null) return null;
  const party = partyOf(view);
  const offers = link.offers.value.filter((offer) => roleOf(offer.action) === "after-fight" && party.includes(offer.who) && link.plays(offer.who));
  return (
    <div class="after-fight">
      <p class="soft">
        {offers.length > 0 ? "What next?" : runs(link) ? "When you are done here, end it below; then the story goes on." : "The story goes on."}
      </p>
      <div class="row">
        {offers.slice(0, 6).map((offer) => (
          <button type="button" onClick={() => onPick({ offer, params: natural(offer, view) })}>
            {offer.who}: {actionOf(offer.action)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The proposed action of the acting foe, with the reason; one click takes it. */
export function RunFoe({ link, game }: Omit<Props, "onPick">) {
  const [proposed, setProposed] = useState<{ seq: number; action: ProposedAction } | null>(null);
  const { busy, error, run } = useOperation();
  const view = link.view.value;
  const turn = view?.fight?.turn ?? "";
  const isFoe = view?.characters[turn]?.seat === "" && !partyOf(view).includes(turn);
  if (!view || !view.fight || view.fight.over || !runs(link) || !isFoe || game.plans.length === 0 || view.pending.length > 0) return null;
  const seq = view.seq;
  const atOnce = view.settings.foes_at_once;
  const ask = (take: boolean): Promise<void> =>
    run(async () => {
      const answer = await post<FoeResponse>(link.path("/foes"), { who: turn, take, key: freshKey() });
      setProposed(take ? null : { seq, action: answer.proposed });
    });
  const take = (one: ProposedAction): Promise<void> =>
    run(async () => {
      await link.act(one.action, one.params);
      setProposed(null);
    });
  const set = (settings: Record<string, unknown>): Promise<void> => run(() => post(link.path("/settings"), { settings }));
  const now = proposed?.seq === seq ? proposed.action : null;
  return (
    <div class="run-foe stack tight">
      {now ? (
        <>
          <p role="status">
            <b>{now.words}</b> {now.why && <span class="soft">{capital(now.why)}.</span>}
          </p>
          <p class="row">
            <button type="button" class="primary" disabled={busy} onClick={() => take(now)}>
              {capital(attemptOf(now.action, now.params))}
            </button>
            <button type="button" disabled={busy} onClick={() => setProposed(null)}>
              Something else
            </button>
          </p>
        </>
      ) : (
        <p class="row">
          <button type="button" class="primary" aria-disabled={busy} onClick={() => (busy ? undefined : ask(atOnce))}>
            {busy ? "Working it out…" : `Play ${turn}’s turn`}
          </button>
          <label class="small row">
            plays
            <select value={view.settings.foe_plan} onChange={(event) => void set({ foe_plan: event.currentTarget.value })}>
              {[...new Set(["best", ...game.plans])].map((plan) => (
                <option value={plan}>{plan === "best" ? "as well as possible" : inWords(plan)}</option>
              ))}
            </select>
          </label>
          <label class="small row">
            <input type="checkbox" checked={atOnce} onChange={(event) => void set({ foes_at_once: event.currentTarget.checked })} />
            without asking me
          </label>
        </p>
      )}
      <Problem error={error} />
    </div>
  );
}

/** The order of turns, changed by hand: up, down, out, and back in. */
export function OrderDesk({ link, game }: Omit<Props, "onPick">) {
  const { error, run } = useOperation();
  const view = link.view.value;
  const fight = view?.fight;
  if (!view || !fight || fight.over || !runs(link)) return null;
  const offers = (role: ActionDescription["role"]): OfferView[] => link.offers.value.filter((offer) => roleOf(offer.action) === role && offer.by === "gm");
  const [outs, ins] = [offers("leaves-fight"), offers("enters-fight")];
  const moves = game.actions.find((one) => one.role === "reorders-fight");
  // the only list it takes: everyone in the new order
  const listed = moves?.parameters.find((one) => one.value.kind === "list")?.name;
  if (!listed && outs.length === 0 && ins.length === 0) return null;
  const act = (action: string, params: Record<string, unknown>): void => {
    void run(() => link.act(action, params, undefined, "everyone"));
  };
  const move = (from: number, to: number): void => {
    if (moves && listed) act(moves.name, { [listed]: moved(from, to) });
  };
  const moved = (from: number, to: number): string[] => {
    const order = [...fight.order];
    const [one] = order.splice(from, 1);
    order.splice(to, 0, one!);
    return order;
  };
  return (
    <details class="small order-desk">
      <summary>Change the order</summary>
      <ol>
        {fight.order.map((name, place) => (
          <li class="row" key={name}>
            <span class="grow">{name}</span>
            {listed && (
              <>
                <button type="button" aria-label={`${name}: earlier`} disabled={place === 0} onClick={() => move(place, place - 1)}>
                  ↑
                </button>
                <button type="button" aria-label={`${name}: later`} disabled={place === fight.order.length - 1} onClick={() => move(place, place + 1)}>
                  ↓
                </button>
              </>
            )}
            {outs
              .filter((offer) => offer.who === name)
              .map((offer) => (
                <button type="button" onClick={() => act(offer.action, { who: name })}>
                  Remove<span class="unseen"> {name}</span>
                </button>
              ))}
          </li>
        ))}
      </ol>
      {ins.length > 0 && (
        <p class="row">
          {ins.map((offer) => (
            <button type="button" onClick={() => act(offer.action, { who: offer.who })}>
              Bring in {offer.who}
            </button>
          ))}
        </p>
      )}
      <Problem error={error} />
    </details>
  );
}

/** How hard the encounter is, recomputed whenever a character comes or goes. */
export function Difficulty({ link, game }: Omit<Props, "onPick">) {
  const [open, setOpen] = useState(false);
  const view = link.view.value!;
  const party = partyOf(view);
  const foes = Object.keys(view.characters).filter((name) => !party.includes(name));
  const may = runs(link) && game.plans.length > 0 && party.length > 0 && foes.length > 0;
  const asked = useAsked((signal) => (open && may ? post<DifficultyResponse>(link.path("/difficulty"), {}, signal) : undefined), [open, may, party.join(), foes.join(), link.changed.value], 500);
  if (!may) return null;
  const found = asked.value;
  return (
    <details class="small difficulty" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>How hard is this?</summary>
      <div role="status" aria-busy={asked.waiting}>
        {found && <Hardness found={found} />}
        {!found && asked.waiting && open && <p class="soft">Working it out…</p>}
        <Problem error={found ? undefined : asked.error} />
      </div>
    </details>
  );
}

const VERDICTS: [number, string][] = [
  [0.95, "A walk-over"],
  [0.8, "Easy"],
  [0.6, "A fair fight"],
  [0.4, "Hard"],
  [0.15, "Deadly"],
  [0, "Hopeless"],
];

function Hardness({ found }: { found: DifficultyResponse }) {
  const { wins, fall, rounds, party, foes } = found;
  const verdict = VERDICTS.find(([least]) => wins.estimate >= least)?.[1] ?? "";
  const about = (number: number): string => (Math.abs(number - Math.round(number)) < 0.05 ? String(Math.round(number)) : number.toFixed(1));
  return (
    <>
      <p class="verdict">{verdict}</p>
      <div class="gauge" role="img" aria-label={`The party wins ${percent(wins.estimate)}`}>
        <span style={{ width: `${wins.estimate * 100}%` }} />
      </div>
      <p>
        {together(party)} against {together(foes)}: the party wins <b>{percent(wins.estimate)}</b>
        {wins.high - wins.low > 0.002 && <span class="soft"> ({percent(wins.low)} to {percent(wins.high)})</span>}; {about(fall.estimate)} of {party.length} fall, in about {about(rounds.estimate)} {rounds.estimate < 1.5 ? "round" : "rounds"}.
      </p>
      <p class="soft">
        {found.method === "simulated" ? `From ${found.runs.toLocaleString("en")} simulated fights; both sides play by their ${labelOf("plans")}.` : "Solved for best play of both sides."}
      </p>
    </>
  );
}
