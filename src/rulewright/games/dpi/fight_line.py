"""The sensible acts in a turn of a fight on a line: duels and skirmishes."""

from collections.abc import Iterator
from functools import lru_cache

from rulewright.game.fight_step import BEST, Act, act
from rulewright.games.dpi.data import AP
from rulewright.games.dpi.fight_acts import END_TURN, LEAVE, STIM, STOP, TAKE_COVER, attacks, relief, supplies
from rulewright.games.dpi.fight_state import (
    Choice,
    Fighter,
    Fighters,
    FightPosition,
    LinePlace,
    counter_arm,
    is_loaded,
)
from rulewright.games.dpi.fight_turn import reload_cost
from rulewright.games.dpi.meters import high_spendable
from rulewright.games.dpi.options import Options
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
def acts_on_line(options: Options, fight: FightPosition, fighters: Fighters) -> tuple[Act, ...]:
    """The planned act, then the alternatives: those of the side's choices, and High by best play."""
    our = fighters.fighters[fight.at]
    if fight.at == 1:
        return (_planned_target(options, fight, fighters),)
    usual = [one for one in attacks(options, fight, fighters) if "high" not in dict(one.params)]
    possible = [*usual, *_possible_on_line(options, fight, fighters)]
    planned = _planned(options, fight, fighters, possible)
    best = fighters.plans[0] == BEST and our.high == "best"
    if planned.action == "attack" and not best:
        planned = _by_policy(options, fight, fighters, planned)
    chosen = [one for one in possible if _KINDS[one.action] in (our.choices or ()) and one != planned]
    found = [planned, *chosen]
    if best and any(one.action == "attack" for one in found):
        found += relief(options, fight, fighters)
        if options.high_timing == "before":
            spare = high_spendable(options, fight.mine.high, our.traumas)
            found += [
                Act(one.action, (*one.params, ("high", spare))) for one in found if one.action == "attack" and spare
            ]
    return tuple(found)


@rule("DPI-95", "DPI-96")
def _by_policy(options: Options, fight: FightPosition, fighters: Fighters, attack: Act) -> Act:
    """The attack with High spent by policy, or Stress relieved before it."""
    us, our = fight.mine, fighters.fighters[fight.at]
    if us.high and our.high == "relieve" and us.stress and not fight.relieved:
        return act("spend-high", points=min(us.stress, us.high))
    if us.high and our.high == "boost":
        return Act(attack.action, (*attack.params, ("high", us.high)))
    return attack


def _possible_on_line(options: Options, fight: FightPosition, fighters: Fighters) -> Iterator[Act]:
    """The acts of a side of a skirmish besides attacking."""
    our = fighters.fighters[fight.at]
    assert isinstance(fighters.place, LinePlace)
    if our.plan is None:  # a duel
        return
    yield from supplies(options, fight, fighters)
    covered, spaces = fight.combatants[0].space[1], our.plan.cover_spaces
    if spaces is not None and not covered and spaces * AP.move <= fight.left:
        yield TAKE_COVER
    here = fight.combatants[0].space[0]
    if fight.left >= AP.move:
        yield from (act("move", to=at) for at in useful_distances(options, our, fighters.fighters[1], here))
    if fighters.timed:
        yield END_TURN
    if counter_arm(options, fight.combatants[1], fighters.fighters[1], here) is None:
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


def _planned(options: Options, fight: FightPosition, fighters: Fighters, possible: list[Act]) -> Act:
    """The plan's act: a stim or cover as set, else attack, else reload, else move into range."""
    us, our = fight.mine, fighters.fighters[fight.at]
    plan, choices = our.plan, our.choices or ()
    if plan is None:
        return possible[0] if possible else END_TURN
    if STIM in possible and "stim" not in choices and us.hp <= plan.stim_at:
        return STIM
    if TAKE_COVER in possible and "cover" not in choices and plan.take_cover:
        return TAKE_COVER
    here = fight.combatants[0].space[0]
    named = {arm.weapon.name: arm.weapon for arm in our.arms}
    for one in possible:
        if one.action == "attack" or (one.action == "reload" and in_range(options, named[one.of("weapon")], here)):
            return one
    usable = [arm.weapon for at, arm in enumerate(our.arms) if us.reloads or is_loaded(us, our, at)]
    if not any(in_range(options, weapon, here) for weapon in usable):
        for one in possible:
            if one.action == "move" and any(in_range(options, weapon, one.of("to")) for weapon in usable):
                return one
    worthwhile = fighters.timed and bool(usable) and fight.left < our.ap
    if worthwhile:
        return END_TURN
    return LEAVE if LEAVE in possible else STOP


@rule("DPI-A41")
def _planned_target(options: Options, fight: FightPosition, fighters: Fighters) -> Act:
    """The target reloads an empty weapon, comes nearer, by ruling attacks, or ends its turn."""
    them, their = fight.mine, fighters.fighters[fight.at]
    if not their.arms:
        return END_TURN
    weapon, here = their.arms[0].weapon, fighters.spaces(options, fight, 0, 1)
    if not is_loaded(them, their, 0) and them.reloads and reload_cost(options, their) <= fight.left:
        return act("reload", weapon=weapon.name)
    if here is not None and not in_range(options, weapon, here):
        if their.plan is not None and their.plan.closes and fight.left >= AP.move:
            return act("move", to=min(distances_reached(options, (weapon,)), key=lambda at: abs(at - here)))
        return END_TURN
    return next(attacks(options, fight, fighters), END_TURN)
