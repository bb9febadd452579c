"""The fight at the table as the lab sees it: its two sides, what to do on this turn, what a plan does next."""

from rulewright.game import FightStatus, Game
from rulewright.game.fights import Move
from rulewright.game.percent import percent
from rulewright.lab.fights import RANDOM, FightSetup, FightSide, foes_of, legal_moves
from rulewright.lab.table_advice import PendingMove, TableAdvice, advise_pending, advise_turn
from rulewright.readings import Budget
from rulewright.rules import BadInput
from rulewright.table.events import AnswerAwaited
from rulewright.table.perform import scene_of, table_options
from rulewright.table.state import Keeper, TableState

_RUNS = 60
_SECONDS = 10.0


def advise(game: Game, state: TableState) -> TableAdvice:
    """Every choice of whoever's turn it is, each tried out many times."""
    return advise_turn(_fray(game, state), scene_of(game, state), runs=_RUNS, budget=Budget(None, _SECONDS))


def advise_on(game: Game, state: TableState, waits: AnswerAwaited) -> TableAdvice:
    """Every choice of a decision that an action waits for, each tried out many times."""
    faces = tuple(die.face for die in waits.dice)
    waiting = PendingMove(waits.name, waits.params, faces, waits.choices)
    return advise_pending(_fray(game, state), scene_of(game, state), waiting, _RUNS, budget=Budget(None, _SECONDS))


def advice_lines(advice: TableAdvice) -> list[str]:
    """Advice as the terminal tells it."""
    plans = ", ".join(f"{side} by {plan}" for side, plan in advice.plans.items())
    lines = [f"  {advice.who}: each choice simulated {advice.runs} times; after it {plans}"]
    for one in advice.tried:
        low, estimate, high = map(percent, one.wins)
        lines.append(f"    {one.choice}: wins {estimate} ({low} to {high})")
    return [*lines, *(f"    not weighed: {words}" for words in advice.left_out)]


def planned(game: Game, state: TableState) -> Move | None:
    """The next thing that the game's first plan would do, for whoever can do something; None when nobody can."""
    fray, scene = _fray(game, state), scene_of(game, state)
    status = game.fight(scene, fray.options)
    if status is None or status.over:
        return None
    for who in _in_turn(status, scene.characters):
        for deed in _wished(fray, scene, who):
            if game.refusal(deed.action, scene, deed.params, fray.options) is None:
                return deed
    return None


def _fray(game: Game, state: TableState) -> FightSetup:
    """The characters whom somebody plays on one side, the others on the other."""
    everybody = list(state.scene["characters"])
    played = tuple(name for name in everybody if state.keepers.get(name, Keeper()).seat)
    others = tuple(name for name in everybody if name not in played)
    if game.health is None:
        raise BadInput(f"no advice: {game.name} does not say when somebody is out of a fight")
    plan = next(iter(game.plans), RANDOM)
    members = {"heroes": played, "others": others}
    sides = {side: FightSide(names, plan) for side, names in members.items() if names}
    return FightSetup(game, table_options(state), (), sides)


def _in_turn(status: FightStatus, characters: dict[str, object]) -> list[str]:
    """Who may do something next: whose turn it is, then the others in order."""
    return [who for who in dict.fromkeys((status.turn, *status.order, *characters)) if who in characters]


def _wished(fray: FightSetup, scene: object, who: str) -> list[Move]:
    """What somebody would do by their plan, the most wanted first; where it has nothing to say, anything legal."""
    side = fray.sides[fray.side_of(who) or ""]
    wished: list[Move] = []
    if side.plan != RANDOM:
        wished += fray.game.plans[side.plan](scene, fray.options, who, foes_of(fray, scene, who))
    return wished or legal_moves(fray.game, scene, fray.options, who)
