"""Automatic foes in the terminal: the action that a plan proposes, its reason, and the plans in use."""

from rulewright.cli.play_advice import advise_on, fight_setup
from rulewright.game import Game
from rulewright.game.fight_step import BEST
from rulewright.lab.foes import Proposal, propose
from rulewright.rules import BadInput, Refused
from rulewright.table.act import answer, submit
from rulewright.table.events import AnswerAwaited, Event
from rulewright.table.perform import Attempt, scene_of, table_options
from rulewright.table.state import Keeper, TableState
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.wording import printable


def proposed(game: Game, state: TableState, plan: str) -> Proposal:
    """The next action of the acting foe: by the given plan, else by its own, else by the table's."""
    status = game.fight(scene_of(game, state), table_options(state))
    if status is None or status.over:
        raise Refused("there is no fight going on")
    if state.keepers.get(status.turn, Keeper()).seat:
        raise Refused(f"it is the turn of {status.turn}, who is one of the heroes")
    plan = plan or state.plans.get(status.turn) or state.settings.foe_plan
    return propose(fight_setup(game, state), scene_of(game, state), status.turn, plan, state.seq)


def proposal_lines(proposal: Proposal) -> list[str]:
    """A proposal as lines."""
    lines = [f"  {printable(proposal.words)} (plan {proposal.plan})"]
    return [*lines, f"    why: {printable(proposal.why)}"] if proposal.why else lines


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


def plan_rows(game: Game, state: TableState) -> list[tuple[str, str]]:
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
