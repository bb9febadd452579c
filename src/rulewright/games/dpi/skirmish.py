"""A fight of one against one with AP, distance, cover, shots, reloads and stims.

The attacker follows a plan, or best play for the kinds of actions named in `choices`. Burn is left out.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game.fight_step import BEST, NO_WINNER
from rulewright.game.fights import Adviser, Bout, Valued
from rulewright.games.dpi.data import DIFFICULTY, WEAPONS, HitPoints
from rulewright.games.dpi.fight import FIGHT
from rulewright.games.dpi.fight_state import Choice, Fighter, Fighters, FightPosition, LinePlace, LinePlan
from rulewright.games.dpi.high import refuse_late
from rulewright.games.dpi.one_on_one import (
    BY_POLICY,
    LAB_WORDS,
    SIDES,
    CounterWeapon,
    OneOnOne,
    arm,
    attacker_at_start,
    cover_between,
    target_attacks,
    target_of,
)
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import FARTHEST, Level, ap_to_fire
from rulewright.readings import solve
from rulewright.rules import Dice, Refused, Repeat, between, meaning, rule

SkirmishWinner = Literal["attacker", "target", "none", "stopped"]
WIN = 100
"""The value of a win; other ends are valued in hundredths of it."""
Spaces = Annotated[int, Meta(ge=0, le=FARTHEST)]
Count = Annotated[int, Meta(ge=0, le=20)]


class Skirmish(OneOnOne, frozen=True, cache_hash=True):
    """A skirmish: both sides, their equipment and distance, and the attacker's choices."""

    distance: Annotated[Spaces, meaning("spaces between the two at the start")] = 3
    second_weapon: Annotated[CounterWeapon, meaning("a second weapon of the attacker")] = "none"
    second_level: Level = 1
    ap: Annotated[int, between(1, 40, "the attacker's AP in a turn")] = 10
    hp_max: Annotated[
        HitPoints | None, meaning("the most HP that stims restore; leave empty for the HP at the start")
    ] = None
    reloads: Annotated[Count, meaning("the attacker's reloads")] = 0
    stims: Annotated[Count, meaning("the attacker's stims")] = 0
    cover_spaces: Annotated[Spaces | None, meaning("spaces to half cover; leave empty if there is none")] = None
    target_ap: Annotated[int, between(0, 40, "the target's AP in a turn")] = 10
    target_moves: Annotated[Literal["stay", "close"], meaning("whether the target moves into range of its weapon")] = (
        "stay"
    )
    target_shots: Annotated[Count | None, meaning("shots in the target's weapon; leave empty for no limit")] = None
    target_reloads: Annotated[Count, meaning("the target's reloads")] = 0
    stim_at: Annotated[int, between(0, 1_000, "HP at or below which the plan uses a stim")] = 0
    take_cover: Annotated[bool, meaning("whether the plan takes cover first")] = False
    choices: Annotated[
        tuple[Choice, ...], Meta(max_length=20), meaning("what is decided by best play instead of by the plan")
    ] = ()
    stop_worth: Annotated[int, between(0, WIN, "the value of stopping alive, in hundredths of a win")] = 0


class SkirmishEnd(Struct, frozen=True):
    """The side left standing, or that the attacker stopped."""

    winner: SkirmishWinner


def counts_target_shots(skirmish: Skirmish) -> bool:
    """Whether the target's weapon can run empty."""
    weapon = skirmish.counter_weapon
    return skirmish.target_shots is not None and weapon != "none" and WEAPONS[weapon].shots > 0


def _attacker(options: Options, skirmish: Skirmish) -> Fighter:
    carried = [(skirmish.weapon, skirmish.level)]
    if skirmish.second_weapon != "none":
        carried.append((skirmish.second_weapon, skirmish.second_level))
    arms = [arm(options, weapon, level, skirmish, ap_to_fire(options, WEAPONS[weapon])) for weapon, level in carried]
    if len(arms) == 2 and arms[0].weapon.name == arms[1].weapon.name:
        arms[1] = replace(arms[1], weapon=replace(arms[1].weapon, name=f"second {arms[1].weapon.name}"))
    return Fighter(
        tuple(arms),
        ap=skirmish.ap,
        hp_max=skirmish.hp_max or skirmish.attacker_hp,
        difficulty=DIFFICULTY[skirmish.target_difficulty],
        high=skirmish.high_policy,
        plan=LinePlan(skirmish.stim_at, skirmish.take_cover, skirmish.cover_spaces, choices=skirmish.choices),
    )


@rule("DPI-A41", "DPI-A54")
def opened(options: Options, skirmish: Skirmish) -> tuple[FightPosition, Fighters]:
    """A skirmish before its first action, every weapon loaded; refuses grenades, and by ruling an unarmed target."""
    refuse_late(options, skirmish.high_policy)
    if "grenade" in (skirmish.weapon, skirmish.second_weapon, skirmish.counter_weapon):
        raise Refused("no grenades in a skirmish: use a weapon that is reloaded", "DPI-181")
    full, us, weapon = target_attacks(options, skirmish), _attacker(options, skirmish), skirmish.counter_weapon
    them = target_of(
        options,
        skirmish,
        ap_to_fire(options, WEAPONS[weapon]) if weapon != "none" else 0,
        ap=skirmish.target_ap,
        attacks=full,
        high="keep",
        plan=LinePlan(closes=skirmish.target_moves == "close"),
    )
    attacker = attacker_at_start(
        skirmish,
        shots=tuple(one.weapon.shots for one in us.arms),
        reloads=skirmish.reloads,
        stims=skirmish.stims,
        space=(skirmish.distance, int(skirmish.attacker_cover == "half")),
    )
    counted = counts_target_shots(skirmish)
    shots = (skirmish.target_shots or 0,) if counted else ()
    target = skirmish.target_at_start(full, shots=shots, reloads=skirmish.target_reloads)
    timed = full or skirmish.target_moves == "close" or counted
    plan = BEST if skirmish.high_policy == "best" or skirmish.choices else BY_POLICY
    place = LinePlace(fixed=False, cover=cover_between("none", skirmish.target_cover))
    fighters = Fighters(SIDES, SIDES, (us, them), (plan, BY_POLICY), place, timed)
    return FightPosition((attacker, target), left=us.ap), fighters


def winner_of(end: FightPosition) -> SkirmishWinner:
    """The side left standing, that both fell, or that the attacker stopped."""
    if end.end == "attacker":
        return "attacker"
    if end.end == "target":
        return "target"
    return "stopped" if all(one.hp > 0 for one in end.combatants) else "none"


@lru_cache(maxsize=128)
def skirmish_on(stop_worth: int) -> Repeat[Any, Any, Any]:
    """The skirmish until its end, in which leaving alive is worth some hundredths of a win."""

    def worth(end: FightPosition) -> int:
        if end.end == "attacker":
            return WIN
        return stop_worth if end.end == NO_WINNER and end.combatants[0].gone else 0

    return FIGHT.fight_on(SIDES).with_aims({"attacker": worth})


@rule("DPI-A41", "DPI-A54")
def begin_skirmish(dice: Dice[Options], skirmish: Skirmish) -> Bout:
    """A skirmish before its first action."""
    start, fighters = opened(dice.options, skirmish)
    return Bout(skirmish_on(skirmish.stop_worth), start, (fighters,))


@rule("DPI-27", "DPI-128", "DPI-138", "DPI-A41", "DPI-A43")
def skirmish(dice: Dice[Options], skirmish: Skirmish) -> SkirmishEnd:
    """Action after action, with AP, shots and distance, until a side falls or the attacker stops."""
    return SkirmishEnd(winner_of(begin_skirmish(dice, skirmish).fought(dice)))


SKIRMISH = FIGHT.duel(
    "skirmish",
    begin_skirmish,
    SIDES,
    **LAB_WORDS,
    counts=lambda position: position.aim is not None,
    best={"attacker": {"high_policy": "best", "choices": ["weapon", "reload", "stim", "cover", "distance"]}},
    aim="the value in hundredths of a win, of which stopping alive has stop_worth",
)


@rule("DPI-27", "DPI-95", "DPI-128", "DPI-A43")
def advise_skirmish(options: Options, given: Skirmish) -> tuple[Valued, ...]:
    """The attacker's actions now, best first, each valued with best play after it."""
    start, fighters = opened(options, given)
    found = solve(skirmish_on(given.stop_worth), start, fighters, options=options, exact=True)
    now = next(iter(found.decisions_at(start)), None)
    if now is None:
        return (Valued("as planned", Fraction(found.values["attacker"]) / WIN),)
    worth = sorted(now.worth, key=lambda one: -one[1])
    return tuple(Valued(str(act), Fraction(value) / WIN) for act, value in worth)


ADVISERS = (Adviser("skirmish", "chance to win; stopping counts as much as you set", advise_skirmish),)
