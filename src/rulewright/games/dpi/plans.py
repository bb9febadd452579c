"""The sensible acts of the character whose turn it is, and the plans that choose from them."""

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
    loaded,
    relief,
    reloads,
    supplies,
    with_high,
)
from rulewright.games.dpi.fight_attack import dice_against
from rulewright.games.dpi.fight_line import acts_on_line
from rulewright.games.dpi.fight_places import candidates, places, reaching, toward
from rulewright.games.dpi.fight_state import Fighter, Turn, usable_arms
from rulewright.games.dpi.grid import Space, distance
from rulewright.games.dpi.movement import cost_of_move
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import FARTHEST, damage_dice, distances_reached
from rulewright.rules import rule


def acts(turn: Turn) -> tuple[Act, ...]:
    """The sensible acts of the character whose turn it is, the usual ones first."""
    if turn.fighters.on_line:
        return acts_on_line(turn)
    moves = (act("move", to=space) for space in places(turn))
    return (*attacks(turn), *grenades(turn), *relief(turn), *supplies(turn), *moves, END_TURN)


@rule("DPI-A41")
def advance(turn: Turn) -> Act:
    """Attack the weakest foe in range, reload when empty, else move towards the weakest."""
    return next(attacks(turn), None) or _reload_or_advance(turn)


def _reload_or_advance(turn: Turn) -> Act:
    done = _reload_or_end(turn)
    if done != END_TURN or turn.fighters.on_line or turn.fight.left < AP.move:
        return done
    for foe in turn.foes():
        to = toward(turn, foe)
        if to is not None:
            return END_TURN if to == turn.us.space else act("move", to=to)
    return END_TURN


@rule("DPI-A41")
def hold(turn: Turn) -> Act:
    """Attack the weakest foe in range, reload when empty, and never move."""
    return next(attacks(turn), None) or _reload_or_end(turn)


def _reload_or_end(turn: Turn) -> Act:
    return next(reloads(turn, most_shots=0), END_TURN)


@rule("DPI-95", "DPI-180", "DPI-A43", "DPI-A47")
def careful(turn: Turn) -> Act:
    """Relieve Stress, use a stim in danger, attack the last foe from out of its reach, with the strongest weapon."""
    us, our, foes = turn.us, turn.our, turn.foes()
    in_reach = ((foe, arms) for foe in foes if (arms := arms_against(turn, foe)))
    target = next(in_reach, None) if our.attacks else None
    if target is None:
        return _reload_or_advance(turn)
    first = next(relief(turn), None)
    if first is not None:
        return first
    if us.stims and us.hp < our.hp_max and AP.item <= turn.fight.left and any(_may_fell(turn, foe) for foe in foes):
        return STIM
    foe, arms = target
    if len(foes) == 1 and turn.counter_arm(foe, turn.spaces(foe)) is not None:
        away = _unanswered(turn, foe)
        if away is not None:
            return act("move", to=away)
    arm = arms[0] if len(arms) == 1 else max(arms, key=lambda at: _damage_per_ap(turn, at, foe))
    return next(with_high(turn, foe, arm))


def _damage_per_ap(turn: Turn, arm: int, foe: int) -> Fraction:
    rolled = dice_against(turn, arm, foe)
    return Fraction(sum(count * (sides + 1) for count, sides in rolled), 2 * max(1, turn.our.arms[arm].ap))


def _may_fell(turn: Turn, foe: int) -> bool:
    """Whether the largest damage of a foe in reach would be fatal."""
    spaces, their = turn.spaces(foe), turn.fighters.fighters[foe]
    at = turn.counter_arm(foe, spaces)
    if at is None:
        return False
    rolled = damage_dice(turn.options, their.arms[at].weapon, their.arms[at].level, spaces)
    return turn.us.hp + turn.us.fortitude <= sum(count * sides for count, sides in rolled)


@rule("DPI-A43", "DPI-A47")
def _unanswered(turn: Turn, foe: int) -> Space | None:
    """A space in reach from which a foe is struck and does not strike back, with AP left for the attack."""
    options, grid, our = turn.options, turn.fighters.place.grid, turn.our
    them, their = turn.fight.combatants[foe], turn.fighters.fighters[foe]
    theirs = tuple(their.arms[at].weapon for at in usable_arms(them, their))
    gaps = _only_ours(options, our, loaded(turn), theirs)
    for space in candidates(turn, (foe,)) if gaps else ():
        arms = gaps.get(distance(options, grid, space, them.space))
        if arms is not None:
            steps = cost_of_move(turn, distance(options, grid, turn.us.space, space))
            if min(our.arms[at].ap for at in arms) + steps <= turn.fight.left:
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
