"""The sensible acts of the character whose turn it is, and the plans that choose from them."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from rulewright.game.fight_step import Act, act
from rulewright.games.dpi.data import AP, Weapon
from rulewright.games.dpi.fight_acts import (
    END_TURN,
    STIM,
    arms_against,
    attacks,
    grenades,
    relief,
    reloads,
    supplies,
    with_high,
)
from rulewright.games.dpi.fight_line import acts_on_line
from rulewright.games.dpi.fight_places import candidates, places, reaching, toward, weakest_first
from rulewright.games.dpi.fight_state import (
    Fighter,
    Fighters,
    FightPosition,
    LinePlace,
    Map,
    counter_arm,
    stands,
    usable_arms,
)
from rulewright.games.dpi.grid import Space, distance
from rulewright.games.dpi.movement import cost_of_move
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import FARTHEST, damage_dice, distances_reached
from rulewright.rules import rule


def acts(options: Options, fight: FightPosition, fighters: Fighters) -> tuple[Act, ...]:
    """The sensible acts of the character whose turn it is, the usual ones first."""
    if isinstance(fighters.place, LinePlace):
        return acts_on_line(options, fight, fighters)
    found = [
        *attacks(options, fight, fighters),
        *grenades(options, fight, fighters),
        *relief(options, fight, fighters),
        *supplies(options, fight, fighters),
        *(act("move", to=space) for space in places(options, fight, fighters)),
    ]
    return (*found, END_TURN)


@rule("DPI-A41")
def advance(options: Options, fight: FightPosition, fighters: Fighters, able: Sequence[Act]) -> Act:
    """Attack the weakest foe in range, reload when empty, else move towards the weakest."""
    return next(attacks(options, fight, fighters), None) or _reload_or_advance(options, fight, fighters)


def _reload_or_advance(options: Options, fight: FightPosition, fighters: Fighters) -> Act:
    done = _reload_or_end(options, fight, fighters)
    if done != END_TURN or not isinstance(fighters.place, Map) or fight.left < AP.move:
        return done
    for foe in weakest_first(fight, fighters):
        to = toward(options, fight, fighters, foe)
        if to is not None:
            return END_TURN if to == fight.mine.space else act("move", to=to)
    return END_TURN


@rule("DPI-A41")
def hold(options: Options, fight: FightPosition, fighters: Fighters, able: Sequence[Act]) -> Act:
    """Attack the weakest foe in range, reload when empty, and never move."""
    return next(attacks(options, fight, fighters), None) or _reload_or_end(options, fight, fighters)


def _reload_or_end(options: Options, fight: FightPosition, fighters: Fighters) -> Act:
    return next(reloads(options, fight, fighters, most_shots=0), END_TURN)


@rule("DPI-95", "DPI-180", "DPI-A43", "DPI-A47")
def careful(options: Options, fight: FightPosition, fighters: Fighters, able: Sequence[Act]) -> Act:
    """Relieve Stress, use a stim in danger, attack the last foe from out of its reach, with the strongest weapon."""
    us, our, foes = fight.mine, fighters.fighters[fight.at], weakest_first(fight, fighters)
    in_reach = ((foe, arms) for foe in foes if (arms := arms_against(options, fight, fighters, foe)))
    target = next(in_reach, None) if our.attacks else None
    if target is None:
        return _reload_or_advance(options, fight, fighters)
    first = next(relief(options, fight, fighters), None)
    if first is not None:
        return first
    if us.stims and us.hp < our.hp_max and AP.item <= fight.left and _in_danger(options, fight, fighters):
        return STIM
    foe, arms = target
    arm = arms[0] if len(arms) == 1 else max(arms, key=lambda at: _damage_per_ap(options, fight, fighters, at, foe))
    spaces = fighters.spaces(options, fight, fight.at, foe)
    alone = len(foes) == 1
    if alone and counter_arm(options, fight.combatants[foe], fighters.fighters[foe], spaces) is not None:
        away = _unanswered(options, fight, fighters, foe)
        if away is not None:
            return act("move", to=away)
    return next(with_high(options, fight, fighters, foe, arm))


def _damage_per_ap(options: Options, fight: FightPosition, fighters: Fighters, at: int, foe: int) -> Fraction:
    arm = fighters.fighters[fight.at].arms[at]
    rolled = damage_dice(options, arm.weapon, arm.level, fighters.spaces(options, fight, fight.at, foe))
    return Fraction(sum(count * (sides + 1) for count, sides in rolled), 2 * max(1, arm.ap))


def _in_danger(options: Options, fight: FightPosition, fighters: Fighters) -> bool:
    """Whether the largest damage of a foe in reach would be fatal."""
    us = fight.mine
    for foe in fighters.foes(fight.at):
        if stands(fight.combatants[foe]):
            spaces, their = fighters.spaces(options, fight, fight.at, foe), fighters.fighters[foe]
            at = counter_arm(options, fight.combatants[foe], their, spaces)
            if at is not None:
                rolled = damage_dice(options, their.arms[at].weapon, their.arms[at].level, spaces)
                if us.hp + us.fortitude <= sum(count * sides for count, sides in rolled):
                    return True
    return False


@rule("DPI-A43", "DPI-A47")
def _unanswered(options: Options, fight: FightPosition, fighters: Fighters, foe: int) -> Space | None:
    """A space in reach from which a foe is struck and does not strike back, with AP left for the attack."""
    place, us, our = fighters.place, fight.mine, fighters.fighters[fight.at]
    assert isinstance(place, Map)
    them, their = fight.combatants[foe], fighters.fighters[foe]
    loaded = tuple(bool(shots) for shots in us.shots)
    theirs = tuple(their.arms[at].weapon for at in usable_arms(them, their))
    gaps = _only_ours(options, our, loaded, theirs)
    if not gaps:
        return None
    for space in candidates(options, fight, fighters, place, (foe,)):
        arms = gaps.get(distance(options, place.grid, space, them.space))
        if arms is not None:
            steps = cost_of_move(options, fight, fighters, distance(options, place.grid, us.space, space))
            if min(our.arms[at].ap for at in arms) + steps <= fight.left:
                return space
    return None


@lru_cache(maxsize=1024)
def _only_ours(
    options: Options, our: Fighter, loaded: tuple[bool, ...], theirs: tuple[Weapon, ...]
) -> dict[int, tuple[int, ...]]:
    """The distances at which one's own weapons reach and the other's do not, with those weapons."""
    if options.counter_reach == "always":
        return {}
    reached = ((at, reaching(options, our, loaded, at)) for at in range(FARTHEST + 1))
    answered = distances_reached(options, theirs)
    return {at: arms for at, arms in reached if arms and at not in answered}
