"""The sensible acts of a turn besides moving: attacks, never on one's own side, High, stims and reloads."""

from collections.abc import Iterator
from functools import lru_cache

from rulewright.game.fight_step import Act, act
from rulewright.games.dpi.data import AP
from rulewright.games.dpi.fight_attack import all_hit
from rulewright.games.dpi.fight_places import weakest_first
from rulewright.games.dpi.fight_state import (
    NO_ONE,
    AimedAttack,
    Fighter,
    Fighters,
    FightPosition,
    Map,
)
from rulewright.games.dpi.fight_turn import reload_cost
from rulewright.games.dpi.grid import distance
from rulewright.games.dpi.meters import high_spendable, stress_floor
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import in_range
from rulewright.rules import rule

END_TURN, STIM, STOP, LEAVE, TAKE_COVER = (
    act("end-turn"),
    act("use-stim"),
    act("stop"),
    act("leave-fight"),
    act("take-cover"),
)


@rule("DPI-129", "DPI-154", "DPI-A41", "DPI-A46", "DPI-A60")
def attacks(options: Options, fight: FightPosition, fighters: Fighters) -> Iterator[Act]:
    """An attack on each foe in range, the weakest first, with each weapon; none that would hit a friend."""
    if not fighters.fighters[fight.at].attacks:
        return
    for foe in weakest_first(fight, fighters):
        for arm in arms_against(options, fight, fighters, foe):
            yield from with_high(options, fight, fighters, foe, arm)


def arms_against(options: Options, fight: FightPosition, fighters: Fighters, foe: int) -> list[int]:
    """The weapons that can be used against a foe now: skilled, loaded, in range and in sight, with AP enough."""
    spaces = fighters.spaces(options, fight, fight.at, foe)
    loaded = tuple([shots > 0 for shots in fight.mine.shots])
    found = _remembered if isinstance(fighters.place, Map) else _usable  # a duel also runs in columns
    usable = found(options, fighters.fighters[fight.at], loaded, fight.left, spaces)
    if not usable or not fighters.see_each_other(fight, fight.at, foe):
        return []
    return [at for at in usable if not _hits_friends(options, fight, fighters, AimedAttack(at, foe))]


def _usable(options: Options, our: Fighter, loaded: tuple[bool, ...], left: int, spaces: int | None) -> tuple[int, ...]:
    """The weapons that can be used at a distance with these loaded and this many AP; of equal ones the first."""
    named: dict[str, int] = {}
    for at, arm in enumerate(our.arms):
        reaches = spaces is None or in_range(options, arm.weapon, spaces)
        empty = arm.weapon.shots and at < len(loaded) and not loaded[at]
        if reaches and arm.skilled and at != our.thrown and arm.ap <= left and not empty:
            named.setdefault(arm.weapon.name, at)
    return tuple(named.values())


_remembered = lru_cache(maxsize=8192)(_usable)


def _hits_friends(options: Options, fight: FightPosition, fighters: Fighters, shot: AimedAttack) -> bool:
    if fighters.fighters[fight.at].arms[shot.arm].weapon.area is None:
        return False
    own = fighters.sides[fight.at]
    return any(fighters.sides[at] == own for at in all_hit(options, fight, fighters, shot))


@rule("DPI-96", "DPI-A9")
def with_high(options: Options, fight: FightPosition, fighters: Fighters, foe: int, arm: int) -> Iterator[Act]:
    """An attack; where High cannot wait for the dice, also one with all of it."""
    our = fighters.fighters[fight.at]
    weapon = our.arms[arm].weapon.name
    yield act("attack", target=fighters.names[foe], weapon=weapon)
    if options.high_timing == "before" and our.high in ("best", "late"):
        spare = high_spendable(options, fight.mine.high, our.traumas)
        if spare:
            yield act("attack", target=fighters.names[foe], weapon=weapon, high=spare)


@rule("DPI-155", "DPI-A52")
def grenades(options: Options, fight: FightPosition, fighters: Fighters) -> Iterator[Act]:
    """A grenade on each foe in range, if neither its thrower nor a friend is near."""
    us, our, place = fight.mine, fighters.fighters[fight.at], fighters.place
    if not our.attacks or not us.grenades or our.thrown == NO_ONE or our.arms[our.thrown].ap > fight.left:
        return
    assert isinstance(place, Map)
    for foe in weakest_first(fight, fighters):
        lands = fight.combatants[foe].space
        reached = in_range(options, our.arms[our.thrown].weapon, distance(options, place.grid, us.space, lands))
        if reached and not _hits_friends(options, fight, fighters, AimedAttack(our.thrown, foe, lands)):
            yield act("throw-grenade", at=lands)


# --- High, stims and reloads


@rule("DPI-95", "DPI-36", "DPI-A33")
def relief(options: Options, fight: FightPosition, fighters: Fighters) -> Iterator[Act]:
    """An act that spends as much High as possible to lower Stress."""
    us, our = fight.mine, fighters.fighters[fight.at]
    if fight.relieved or not us.high or not our.agent or not our.spends_high:
        return
    points = min(us.stress - stress_floor(our.traumas), high_spendable(options, us.high, our.traumas))
    if points > 0:
        yield act("spend-high", points=points)


@rule("DPI-134", "DPI-179", "DPI-A54")
def reloads(options: Options, fight: FightPosition, fighters: Fighters, most_shots: int | None = None) -> Iterator[Act]:
    """A reload of each weapon that is not full, or that has at most so many shots left."""
    us, our = fight.mine, fighters.fighters[fight.at]
    unmoved = not fight.moved or options.reload_cost == "five-ap"
    if us.reloads and reload_cost(options, our) <= fight.left and unmoved:
        weapons = [(our.arms[at].weapon, shots) for at, shots in enumerate(us.shots)]
        worth = [one for one, shots in weapons if shots < one.shots and (most_shots is None or shots <= most_shots)]
        yield from (act("reload", weapon=name) for name in dict.fromkeys(one.name for one in worth))


@rule("DPI-133", "DPI-180", "DPI-A31")
def supplies(options: Options, fight: FightPosition, fighters: Fighters) -> Iterator[Act]:
    """A reload of each weapon that is not full; a stim for oneself, or for a friend who is down and alive."""
    us, our = fight.mine, fighters.fighters[fight.at]
    yield from reloads(options, fight, fighters)
    if us.stims and AP.item <= fight.left:
        if us.hp < our.hp_max:
            yield STIM
        if options.zero_hp == "down" and len(fight.combatants) > 2:
            down = [friend for friend in fighters.friends(fight.at) if fight.combatants[friend].hp <= 0]
            yield from (act("use-stim", patient=fighters.names[friend]) for friend in down)
