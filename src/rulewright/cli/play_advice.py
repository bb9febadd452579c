"""The fight at the table as a `FightSetup`: advice on this turn, and the actions that plans propose for foes."""

from rulewright.cli.terminal import wrapped
from rulewright.game import FightStatus, Game
from rulewright.game.fight_step import BEST, RANDOM
from rulewright.game.fights import Move
from rulewright.game.percent import percent
from rulewright.lab import ADVICE_SECONDS
from rulewright.lab.fights import FightSetup, sides_by_plan
from rulewright.lab.foes import Proposal, propose
from rulewright.lab.table_advice import PendingMove, TableAdvice, advise_pending, advise_turn
from rulewright.readings import Budget
from rulewright.rules import BadInput, Refused
from rulewright.table.act import answer, submit
from rulewright.table.events import AnswerAwaited, Event
from rulewright.table.perform import Attempt, scene_of, table_options
from rulewright.table.state import Keeper, TableState
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.wording import doing_text, printable

_RUNS = 60


def advise(game: Game, state: TableState) -> TableAdvice:
    """Every choice of the acting character, solved or simulated."""
    budget = Budget(None, ADVICE_SECONDS)
    return advise_turn(fight_setup(game, state), scene_of(game, state), runs=_RUNS, budget=budget)


def advise_on(game: Game, state: TableState, waits: AnswerAwaited) -> TableAdvice:
    """Every choice of a decision that an action waits for, simulated."""
    faces = tuple(die.face for die in waits.dice)
    waiting = PendingMove(waits.name, waits.params, faces, waits.choices)
    budget = Budget(None, ADVICE_SECONDS)
    return advise_pending(fight_setup(game, state), scene_of(game, state), waiting, _RUNS, budget=budget)


def advice_lines(advice: TableAdvice) -> list[str]:
    """Advice as lines."""
    plans = ", ".join(f"{side} by {plan}" for side, plan in advice.plans.items())
    if advice.method == "simulated":
        lines = [f"  {advice.who}: each choice simulated {advice.runs} times; after it {plans}"]
    else:
        lines = [f"  {advice.who}: solved; after each choice both sides play their best"]
    for one in advice.tried:
        low, estimate, high = map(percent, one.wins)
        lines.append(f"    {one.choice}: wins {estimate}{f' ({low} to {high})' if low != high else ''}")
    if advice.why:
        lines.append(f"    why {advice.tried[0].choice}: {advice.why}")
    if not advice.is_useful:
        lines.append("    no choice is clearly better than another")
    return [*lines, *(f"    not weighed: {words}" for words in advice.left_out)]


def planned(game: Game, state: TableState) -> Move | None:
    """The next legal move by the game's first plan, for the first character who has one; else None."""
    setup, scene = fight_setup(game, state), scene_of(game, state)
    status = game.fight(scene, setup.options)
    if status is None or status.over:
        return None
    for who in _in_turn(status, scene.characters):
        for move in _wanted(setup, scene, who):
            if game.refusal(move.action, scene, move.params, setup.options) is None:
                return move
    return None


def fight_setup(game: Game, state: TableState) -> FightSetup:
    """A fight of the characters that have a player against the others, and against foes that are not characters."""
    status = game.fight(scene_of(game, state), table_options(state))
    there = dict.fromkeys((*state.scene["characters"], *(status.order if status is not None else ())))
    played = tuple(name for name in there if state.keepers.get(name, Keeper()).seat)
    others = tuple(name for name in there if name not in played)
    members = {"heroes": played, "others": others}
    return sides_by_plan(game, table_options(state), {side: names for side, names in members.items() if names})


def _in_turn(status: FightStatus, characters: dict[str, object]) -> list[str]:
    """The characters in the order in which they may act: the one whose turn it is, then the others."""
    return [who for who in dict.fromkeys((status.turn, *status.order, *characters)) if who in characters]


def _wanted(setup: FightSetup, scene: object, who: str) -> list[Move]:
    """The moves that a character's plan proposes, most wanted first; every legal move if it proposes none."""
    side = setup.sides[setup.side_of(who) or ""]
    wanted: list[Move] = []
    if side.plan != RANDOM:
        wanted += setup.planned(scene, who, side.plan)
    return wanted or setup.game.legal_moves(scene, setup.options, who)


def proposed(game: Game, state: TableState, plan: str) -> Proposal:
    """The next action of the acting foe: by the given plan, else by its own, else by the table's."""
    status = game.fight(scene_of(game, state), table_options(state))
    if status is None or status.over:
        raise Refused("there is no fight going on")
    if state.keepers.get(status.turn, Keeper()).seat:
        raise Refused(f"it is the turn of {status.turn}, who is one of the heroes")
    plan = plan or state.plans.get(status.turn) or state.settings.foe_plan
    return propose(fight_setup(game, state), scene_of(game, state), status.turn, plan, state.seq)


def proposal_lines(game: Game, proposal: Proposal) -> list[str]:
    """A proposal as lines."""
    doing = doing_text(game.words, proposal.who, proposal.action, proposal.params)
    lines = [f"  {doing} Plan: {proposal.plan}."]
    return [*lines, wrapped(f"why: {printable(proposal.why)}", "    ")] if proposal.why else lines


def perform_proposal(tables: Tables, place: TableSeat, proposal: Proposal) -> Event:
    """Perform a proposed action; foes decide within it by best play if that is the plan, else by the first choice."""
    event = submit(tables, place, Attempt("action", proposal.action, dict(proposal.params)))
    while isinstance(waits := event.body, AnswerAwaited) and waits.need.choices:
        state = tables.state(place.table)
        if state.keepers.get(waits.need.who, Keeper()).seat:
            break
        choice = waits.need.choices[0]
        if proposal.plan == BEST:
            best = advise_on(tables.game(state), state, waits).tried[0].choice
            choice = next((one for one in waits.need.choices if str(one) == best), choice)
        event = answer(tables, place, waits.pending, choices=(choice,))
    return event


def plan_rows(state: TableState) -> list[tuple[str, str]]:
    """Every character that no player plays, with its plan."""
    foes = [name for name in state.scene["characters"] if not state.keepers.get(name, Keeper()).seat]
    return [(printable(name), state.plans.get(name) or f"{state.settings.foe_plan}, the table's") for name in foes]


def read_plan(state: TableState, text: str) -> tuple[str, str]:
    """A character and a plan as typed: `Toll Keeper careful`; `Toll Keeper table` goes back to the table's plan."""
    name = max((one for one in state.scene["characters"] if text.startswith(f"{one} ")), key=len, default="")
    if not name:
        raise BadInput("type `plan NAME PLAN`, or `plan NAME table` for the table's plan")
    plan = text.removeprefix(name).strip()
    return name, "" if plan == "table" else plan
