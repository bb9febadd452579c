"""The sensible acts of the character whose turn it is, and the plans that choose from them.

No act is an attack on one's own side.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from rulewright.game.fight_step import Act, act
from rulewright.games.dpi.data import AP, Weapon
from rulewright.games.dpi.fight_attack import all_hit, dice_against
from rulewright.games.dpi.fight_places import candidates, places, reaching, toward
from rulewright.games.dpi.fight_state import NO_ONE, AimedAttack, Fighter, TurnContext, loaded, usable, usable_arms
from rulewright.games.dpi.fight_turn import reload_cost
from rulewright.games.dpi.grid import Space, distance
from rulewright.games.dpi.movement import cost_of_move
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.stress_and_sanity import high_spendable, stress_floor
from rulewright.games.dpi.weapons import FARTHEST, damage_dice, distances_reached, in_range
from rulewright.rules import rule

END_TURN, STIM, STOP, LEAVE, TAKE_COVER = map(act, ("end-turn", "use-stim", "stop", "leave-fight", "take-cover"))


def acts_on_map(turn: TurnContext) -> tuple[Act, ...]:
    """The sensible acts on a map, the usual ones first."""
    moves = (act("move", to=space) for space in places(turn))
    return (*attacks(turn), *grenades(turn), *relief(turn), *supplies(turn), *moves, END_TURN)


@rule("DPI-129", "DPI-154", "DPI-A41", "DPI-A46", "DPI-A60")
def attacks(turn: TurnContext) -> Iterator[Act]:
    """An attack on each foe in range, the weakest first, with each weapon; none that would hit a friend."""
    for foe in turn.foes() if turn.our.attacks else ():
        for arm in arms_against(turn, foe):
            yield from with_high(turn, foe, arm)


def arms_against(turn: TurnContext, foe: int) -> list[int]:
    """The weapons that can be used against a foe now: skilled, loaded, in range and in sight, with AP enough."""
    # A duel also runs on columns, which cannot be cached.
    found = usable.__wrapped__ if turn.fighters.on_line else usable
    able = found(turn.options, turn.our, loaded(turn), turn.spaces(foe), turn.fight.left)
    if not able or not turn.sees(foe):
        return []
    return [at for at in able if not _hits_friends(turn, AimedAttack(at, foe))]


def _hits_friends(turn: TurnContext, shot: AimedAttack) -> bool:
    if turn.our.arms[shot.arm].weapon.area is None:
        return False
    sides = turn.fighters.sides
    return any(sides[at] == sides[turn.fight.at] for at in all_hit(turn, shot))


@rule("DPI-96", "DPI-A9")
def with_high(turn: TurnContext, foe: int, arm: int) -> Iterator[Act]:
    """An attack; where High cannot wait for the dice, also one with all of it."""
    plain = act("attack", target=turn.fighters.names[foe], weapon=turn.our.arms[arm].weapon.name)
    yield plain
    if turn.our.high in ("best", "late"):
        yield from high_before(turn, plain)


@rule("DPI-96", "DPI-A9")
def high_before(turn: TurnContext, attack: Act) -> Iterator[Act]:
    """The same attack with all High that can be spent, where it must be spent before the roll."""
    if turn.options.high_timing == "before":
        spare = high_spendable(turn.options, turn.us.high, turn.our.traumas)
        if spare:
            yield Act(attack.action, (*attack.params, ("high", spare)))


@rule("DPI-155", "DPI-A52")
def grenades(turn: TurnContext) -> Iterator[Act]:
    """A grenade on each foe in range, if neither its thrower nor a friend is near."""
    us, our = turn.us, turn.our
    if not our.attacks or not us.grenades or our.thrown == NO_ONE or our.arms[our.thrown].ap > turn.fight.left:
        return
    for foe in turn.foes():
        lands = turn.fight.combatants[foe].space
        away = distance(turn.options, turn.fighters.place.grid, us.space, lands)
        reached = in_range(turn.options, our.arms[our.thrown].weapon, away)
        if reached and not _hits_friends(turn, AimedAttack(our.thrown, foe, lands)):
            yield act("throw-grenade", at=lands)


@rule("DPI-95", "DPI-36", "DPI-A33")
def relief(turn: TurnContext) -> Iterator[Act]:
    """An act that spends as much High as possible to lower Stress."""
    us, our = turn.us, turn.our
    if turn.fight.relieved or not us.high or not our.agent or not our.spends_high:
        return
    points = min(us.stress - stress_floor(our.traumas), high_spendable(turn.options, us.high, our.traumas))
    if points > 0:
        yield act("spend-high", points=points)


@rule("DPI-134", "DPI-179", "DPI-A54")
def reloads(turn: TurnContext, most_shots: int | None = None) -> Iterator[Act]:
    """A reload of each weapon that is not full; with `most_shots`, only of those with no more shots left than that."""
    us, our = turn.us, turn.our
    unmoved = not turn.fight.moved or turn.options.reload_cost == "five-ap"
    if us.reloads and reload_cost(turn.options, our) <= turn.fight.left and unmoved:
        weapons = [(our.arms[at].weapon, shots) for at, shots in enumerate(us.shots)]
        worth = [one for one, shots in weapons if shots < one.shots and (most_shots is None or shots <= most_shots)]
        yield from (act("reload", weapon=name) for name in dict.fromkeys(one.name for one in worth))


@rule("DPI-133", "DPI-180", "DPI-A31")
def supplies(turn: TurnContext) -> Iterator[Act]:
    """A reload of each weapon that is not full; a stim for oneself, or for a friend who is down and alive."""
    us, bodies = turn.us, turn.fight.combatants
    yield from reloads(turn)
    if us.stims and AP.item <= turn.fight.left:
        if us.hp < turn.our.hp_max:
            yield STIM
        if turn.options.zero_hp == "down" and len(bodies) > 2:
            down = [friend for friend in turn.fighters.friends(turn.fight.at) if bodies[friend].hp <= 0]
            yield from (act("use-stim", patient=turn.fighters.names[friend]) for friend in down)


# --- plans ---


@rule("DPI-A41")
def advance(turn: TurnContext) -> Act:
    """Attack the weakest foe in range, reload when empty, else move towards the weakest."""
    return next(attacks(turn), None) or _reload_or_advance(turn)


def _reload_or_advance(turn: TurnContext) -> Act:
    done = _reload_or_end(turn)
    if done != END_TURN or turn.fight.left < AP.move:
        return done
    for foe in turn.foes():
        to = toward(turn, foe)
        if to is not None:
            return END_TURN if to == turn.us.space else act("move", to=to)
    return END_TURN


@rule("DPI-A41")
def hold(turn: TurnContext) -> Act:
    """Attack the weakest foe in range, reload when empty, and never move."""
    return next(attacks(turn), None) or _reload_or_end(turn)


def _reload_or_end(turn: TurnContext) -> Act:
    return next(reloads(turn, most_shots=0), END_TURN)


@rule("DPI-95", "DPI-180", "DPI-A43", "DPI-A47")
def careful(turn: TurnContext) -> Act:
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


def _damage_per_ap(turn: TurnContext, arm: int, foe: int) -> Fraction:
    rolled = dice_against(turn, arm, foe)
    return Fraction(sum(count * (sides + 1) for count, sides in rolled), 2 * max(1, turn.our.arms[arm].ap))


def _may_fell(turn: TurnContext, foe: int) -> bool:
    """Whether the largest damage of a foe in reach would be fatal."""
    spaces, their = turn.spaces(foe), turn.fighters.fighters[foe]
    at = turn.counter_arm(foe, spaces)
    if at is None:
        return False
    rolled = damage_dice(turn.options, their.arms[at].weapon, their.arms[at].level, spaces)
    return turn.us.hp + turn.us.fortitude <= sum(count * sides for count, sides in rolled)


@rule("DPI-A43", "DPI-A47")
def _unanswered(turn: TurnContext, foe: int) -> Space | None:
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


PLANS = {"careful": careful, "advance": advance, "hold": hold}
