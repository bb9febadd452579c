"""The sensible acts of a turn besides moving: attacks, never on one's own side, High, stims and reloads."""

from collections.abc import Iterator
from functools import lru_cache

from rulewright.game.fight_step import Act, act
from rulewright.games.dpi.data import AP
from rulewright.games.dpi.fight_attack import all_hit
from rulewright.games.dpi.fight_state import NO_ONE, AimedAttack, Fighter, Turn
from rulewright.games.dpi.fight_turn import reload_cost
from rulewright.games.dpi.grid import distance
from rulewright.games.dpi.meters import high_spendable, stress_floor
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import in_range
from rulewright.rules import rule

END_TURN, STIM, STOP, LEAVE, TAKE_COVER = map(act, ("end-turn", "use-stim", "stop", "leave-fight", "take-cover"))


@rule("DPI-129", "DPI-154", "DPI-A41", "DPI-A46", "DPI-A60")
def attacks(turn: Turn) -> Iterator[Act]:
    """An attack on each foe in range, the weakest first, with each weapon; none that would hit a friend."""
    for foe in turn.foes() if turn.our.attacks else ():
        for arm in arms_against(turn, foe):
            yield from with_high(turn, foe, arm)


def arms_against(turn: Turn, foe: int) -> list[int]:
    """The weapons that can be used against a foe now: skilled, loaded, in range and in sight, with AP enough."""
    found = usable.__wrapped__ if turn.fighters.on_line else usable  # a duel also runs in columns, which no cache takes
    able = found(turn.options, turn.our, loaded(turn), turn.spaces(foe), turn.fight.left)
    if not able or not turn.sees(foe):
        return []
    return [at for at in able if not _hits_friends(turn, AimedAttack(at, foe))]


def loaded(turn: Turn) -> tuple[bool, ...]:
    """Whether each weapon carried has shots left."""
    return tuple([shots > 0 for shots in turn.us.shots])


@lru_cache(maxsize=8192)
def usable(
    options: Options, our: Fighter, loaded: tuple[bool, ...], spaces: int | None, left: int | None
) -> tuple[int, ...]:
    """The weapons that can be used at a distance with these loaded and this many AP; of equal ones the first."""
    named: dict[str, int] = {}
    for at, arm in enumerate(our.arms):
        reaches = spaces is None or in_range(options, arm.weapon, spaces)
        empty = arm.weapon.shots and at < len(loaded) and not loaded[at]
        if reaches and arm.skilled and at != our.thrown and (left is None or arm.ap <= left) and not empty:
            named.setdefault(arm.weapon.name, at)
    return tuple(named.values())


def _hits_friends(turn: Turn, shot: AimedAttack) -> bool:
    if turn.our.arms[shot.arm].weapon.area is None:
        return False
    sides = turn.fighters.sides
    return any(sides[at] == sides[turn.fight.at] for at in all_hit(turn, shot))


@rule("DPI-96", "DPI-A9")
def with_high(turn: Turn, foe: int, arm: int) -> Iterator[Act]:
    """An attack; where High cannot wait for the dice, also one with all of it."""
    plain = act("attack", target=turn.fighters.names[foe], weapon=turn.our.arms[arm].weapon.name)
    yield plain
    if turn.our.high in ("best", "late"):
        yield from high_before(turn, plain)


@rule("DPI-96", "DPI-A9")
def high_before(turn: Turn, attack: Act) -> Iterator[Act]:
    """The same attack with all High that can be spent, where it must be spent before the roll."""
    if turn.options.high_timing == "before":
        spare = high_spendable(turn.options, turn.us.high, turn.our.traumas)
        if spare:
            yield Act(attack.action, (*attack.params, ("high", spare)))


@rule("DPI-155", "DPI-A52")
def grenades(turn: Turn) -> Iterator[Act]:
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
def relief(turn: Turn) -> Iterator[Act]:
    """An act that spends as much High as possible to lower Stress."""
    us, our = turn.us, turn.our
    if turn.fight.relieved or not us.high or not our.agent or not our.spends_high:
        return
    points = min(us.stress - stress_floor(our.traumas), high_spendable(turn.options, us.high, our.traumas))
    if points > 0:
        yield act("spend-high", points=points)


@rule("DPI-134", "DPI-179", "DPI-A54")
def reloads(turn: Turn, most_shots: int | None = None) -> Iterator[Act]:
    """A reload of each weapon that is not full, or that has at most so many shots left."""
    us, our = turn.us, turn.our
    unmoved = not turn.fight.moved or turn.options.reload_cost == "five-ap"
    if us.reloads and reload_cost(turn.options, our) <= turn.fight.left and unmoved:
        weapons = [(our.arms[at].weapon, shots) for at, shots in enumerate(us.shots)]
        worth = [one for one, shots in weapons if shots < one.shots and (most_shots is None or shots <= most_shots)]
        yield from (act("reload", weapon=name) for name in dict.fromkeys(one.name for one in worth))


@rule("DPI-133", "DPI-180", "DPI-A31")
def supplies(turn: Turn) -> Iterator[Act]:
    """A reload of each weapon that is not full; a stim for oneself, or for a friend who is down and alive."""
    us, bodies = turn.us, turn.fight.combatants
    yield from reloads(turn)
    if us.stims and AP.item <= turn.fight.left:
        if us.hp < turn.our.hp_max:
            yield STIM
        if turn.options.zero_hp == "down" and len(bodies) > 2:
            down = [friend for friend in turn.fighters.friends(turn.fight.at) if bodies[friend].hp <= 0]
            yield from (act("use-stim", patient=turn.fighters.names[friend]) for friend in down)
