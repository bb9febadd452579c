"""Automatic foes: the next move of a character who follows a plan, and the reason for it."""

from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec import Struct

from rulewright.game.fight_step import BEST, RANDOM, Act
from rulewright.game.fights import Move
from rulewright.game.percent import percent
from rulewright.lab.fight_values import PositionAndRules, effects
from rulewright.lab.fights import FightSetup, fight_roster
from rulewright.lab.table_advice import advise_turn
from rulewright.readings import Budget
from rulewright.rules import BadInput, Refused, shown


class Proposal(Struct, frozen=True):
    """An action that a plan proposes: its name and parameters and the reason."""

    who: str
    plan: str
    action: str
    params: Mapping[str, Any]
    why: str


def propose(
    setup: FightSetup, scene: Any, who: str, plan: str = BEST, seed: int = 0, budget: Budget | None = None
) -> Proposal:
    """The next move of a character by a plan; raises when it is not their turn or nothing is legal."""
    if plan not in setup.game.plan_names:
        raise BadInput(f"unknown plan: {shown(plan)} (allowed: {', '.join(setup.game.plan_names)})")
    status = setup.game.fight(scene, setup.options)
    if status is None or status.over:
        raise Refused("there is no fight going on")
    if status.turn != who and who not in status.due:
        raise Refused(f"not {who}'s turn: it is {status.turn}'s")
    if plan == BEST and not setup.is_solved_elsewhere(scene):
        return _best(setup, scene, who, budget)
    move = _planned(setup, scene, who, plan, seed)
    why = "best play of both sides from here on" if plan == BEST else _effects(setup, scene, move)
    return Proposal(who, plan, move.action, move.params, why)


def _best(setup: FightSetup, scene: Any, who: str, budget: Budget | None) -> Proposal:
    advice = advise_turn(setup, scene, budget=budget)
    best, *others = advice.tried
    move = Move(best.action, best.params)
    why = [advice.why] if advice.why else []
    if advice.says_nothing:
        why.append("taken without weighing it: too few fights could be played in the time that there was")
    elif others and advice.is_useful:
        measured = others[0].behind is not None  # then the reason names the difference, over the runs of both
        other = "" if measured else f", {others[0].choice} {percent(others[0].wins[1])}"
        why.append(f"it wins {percent(best.wins[1])} of fights{other}")
    elif others:
        why.append("no choice is clearly better than another")
    return Proposal(who, BEST, move.action, move.params, "; ".join(why))


def _planned(setup: FightSetup, scene: Any, who: str, plan: str, seed: int) -> Move:
    """The first legal move that a plan wants, or any legal one; by the random plan a random one."""
    game, options = setup.game, setup.options
    legal = game.legal_moves(scene, options, who)
    if plan != RANDOM:
        for move in setup.planned(scene, who, plan):
            if game.refusal(move.action, scene, move.params, options) is None:
                return move
    if not legal:
        raise Refused(f"{who} can do nothing now")
    return Random(seed).choice(legal) if plan == RANDOM else legal[0]


def _effects(setup: FightSetup, scene: Any, move: Move) -> str:
    """The immediate effects of a move, where the game's fight rules know them."""
    roster, rules = fight_roster(setup, scene), setup.rules
    if roster is None:
        return ""
    position = rules.position_of(scene, setup.options, roster)
    wanted = Act.made_by(move.params.get("who", ""), move)
    if not position.left or wanted not in rules.acts(setup.options, position, roster):
        return ""
    return effects(PositionAndRules(rules, setup.options, position, roster), wanted)
