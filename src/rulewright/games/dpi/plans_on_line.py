"""The sensible acts in a turn of a fight on a line: duels and skirmishes."""

from collections.abc import Iterator
from functools import lru_cache

from rulewright.game.fight_step import BEST, Act, act
from rulewright.games.dpi.data import AP
from rulewright.games.dpi.fight_state import Choice, Fighter, TurnContext, is_loaded
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.plans import (
    END_TURN,
    LEAVE,
    STIM,
    STOP,
    TAKE_COVER,
    attacks,
    high_before,
    hold,
    relief,
    supplies,
)
from rulewright.games.dpi.weapons import FARTHEST, distances_reached, in_range
from rulewright.rules import rule

_KINDS: dict[str, Choice] = {
    "attack": "weapon",
    "reload": "reload",
    "use-stim": "stim",
    "take-cover": "cover",
    "move": "distance",
    "end-turn": "wait",
    "leave-fight": "stop",
}


@rule("DPI-128", "DPI-129", "DPI-133", "DPI-134", "DPI-135", "DPI-180", "DPI-A54")
def acts_on_line(turn: TurnContext) -> tuple[Act, ...]:
    """The planned act, then the alternatives: those of the side's choices, and High by best play."""
    if turn.fight.at == 1:
        return (_planned_target(turn),)
    usual = [one for one in attacks(turn) if "high" not in dict(one.params)]
    possible = [*usual, *_possible_on_line(turn)]
    planned = _planned(turn, possible)
    best = turn.fighters.plans[0] == BEST and turn.our.high == "best"
    if planned.action == "attack" and not best:
        planned = _by_policy(turn, planned)
    choices = turn.our.plan.choices if turn.our.plan is not None else ()
    found = [planned, *(one for one in possible if _KINDS[one.action] in choices and one != planned)]
    made = [one for one in found if one.action == "attack"]
    if best and made:
        found += [*relief(turn), *(boosted for one in made for boosted in high_before(turn, one))]
    return tuple(found)


@rule("DPI-95", "DPI-96")
def _by_policy(turn: TurnContext, attack: Act) -> Act:
    """The attack with High spent by policy, or Stress relieved before it."""
    us, policy = turn.us, turn.our.high
    if us.high and policy == "relieve" and us.stress and not turn.fight.relieved:
        return act("spend-high", points=min(us.stress, us.high))
    if us.high and policy == "boost":
        return Act(attack.action, (*attack.params, ("high", us.high)))
    return attack


def _possible_on_line(turn: TurnContext) -> Iterator[Act]:
    """The acts of a side of a skirmish besides attacking."""
    our, (here, covered), left = turn.our, turn.fight.combatants[0].space, turn.fight.left
    if our.plan is None:  # a duel
        return
    yield from supplies(turn)
    if our.plan.cover_spaces is not None and not covered and our.plan.cover_spaces * AP.move <= left:
        yield TAKE_COVER
    if left >= AP.move:
        useful = useful_distances(turn.options, our, turn.fighters.fighters[1], here)
        yield from (act("move", to=at) for at in useful)
    if turn.fighters.timed:
        yield END_TURN
    if turn.counter_arm(1, here) is None:
        yield LEAVE


@lru_cache(maxsize=1024)
@rule("DPI-A43", "DPI-A47")
def useful_distances(options: Options, our: Fighter, their: Fighter, spaces: int) -> tuple[int, ...]:
    """The nearest distances at which a different set of weapons reaches, of either side."""

    def who_reaches(at: int) -> tuple[bool, ...]:
        always = options.counter_reach == "always"
        theirs = any(always or in_range(options, arm.weapon, at) for arm in their.arms)
        return (*(in_range(options, arm.weapon, at) for arm in our.arms), theirs)

    seen = {who_reaches(spaces)}
    found = []
    for at in sorted(range(FARTHEST + 1), key=lambda at: abs(at - spaces)):
        if who_reaches(at) not in seen:
            seen.add(who_reaches(at))
            found.append(at)
    return tuple(found)


def _planned(turn: TurnContext, possible: list[Act]) -> Act:
    """The plan's act: a stim or cover as set, else attack, else reload, else move into range."""
    us, our, here = turn.us, turn.our, turn.fight.combatants[0].space[0]
    plan = our.plan
    if plan is None:
        return possible[0] if possible else END_TURN
    if STIM in possible and "stim" not in plan.choices and us.hp <= plan.stim_at:
        return STIM
    if TAKE_COVER in possible and "cover" not in plan.choices and plan.take_cover:
        return TAKE_COVER
    named = {arm.weapon.name: arm.weapon for arm in our.arms}
    for one in possible:
        if one.action == "attack":
            return one
        if one.action == "reload" and in_range(turn.options, named[one.of("weapon")], here):
            return one
    carried = tuple(arm.weapon for at, arm in enumerate(our.arms) if us.reloads or is_loaded(us, our, at))
    reached = distances_reached(turn.options, carried)
    if here not in reached:
        for one in possible:
            if one.action == "move" and one.of("to") in reached:
                return one
    if turn.fighters.timed and carried and turn.fight.left < our.ap:
        return END_TURN
    return LEAVE if LEAVE in possible else STOP


@rule("DPI-A41")
def _planned_target(turn: TurnContext) -> Act:
    """The act of a target by the ruling: attack, reload an empty weapon, close in if it moves, or end the turn."""
    their, here, chosen = turn.our, turn.spaces(0), hold(turn)
    closes = their.plan is not None and their.plan.closes and turn.fight.left >= AP.move
    if chosen != END_TURN or not closes or not their.arms or here is None:
        return chosen
    reached = distances_reached(turn.options, (their.arms[0].weapon,))
    return chosen if here in reached else act("move", to=min(reached, key=lambda at: abs(at - here)))
