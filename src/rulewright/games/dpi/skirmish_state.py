"""The state of a skirmish, and what the attacker can do in it."""

from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from rulewright.games.dpi.attack import CounterWeapon, can_counter
from rulewright.games.dpi.data import AP, BANDS, WEAPONS, HitPoints
from rulewright.games.dpi.duel import DuelState, OneOnOne
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import Level, ap_to_fire, in_range
from rulewright.rules import between, meaning, rule

Choice = Literal["weapon", "reload", "stim", "cover", "distance", "wait", "stop"]
SkirmishWinner = Literal["attacker", "target", "none", "stopped"]
FARTHEST = BANDS["far"][1]
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


class SkirmishState(NamedTuple):
    """A skirmish between two steps: the duel, the distance, AP, supplies left, and an attack in progress.

    AP stay full if the target does nothing in its own turn. A target whose shots are not counted always
    has one.
    """

    duel: DuelState
    spaces: int
    ap: int
    shots: tuple[int, ...]
    reloads: int
    stims: int
    covered: bool
    target_shots: int
    target_reloads: int
    weapon: int = 0
    striking: bool = False


class SkirmishOver(NamedTuple):
    """A skirmish that is over: the winner, its value to the attacker, and the HP left."""

    winner: SkirmishWinner
    worth: int
    attacker_hp: int
    target_hp: int


@lru_cache(maxsize=256)
def weapons_of(skirmish: Skirmish) -> tuple[tuple[str, int], ...]:
    """The attacker's weapons with their levels."""
    second = ((skirmish.second_weapon, skirmish.second_level),) if skirmish.second_weapon != "none" else ()
    return ((skirmish.weapon, skirmish.level), *second)


def counts_target_shots(skirmish: Skirmish) -> bool:
    """Whether the target's weapon can run empty."""
    weapon = skirmish.counter_weapon
    return skirmish.target_shots is not None and weapon != "none" and WEAPONS[weapon].shots > 0


def is_timed(options: Options, skirmish: Skirmish) -> bool:
    """Whether the target does anything in its own turn, so that AP run out."""
    return options.enemy_turns == "full" or skirmish.target_moves == "close" or counts_target_shots(skirmish)


def has_shots(state: SkirmishState, skirmish: Skirmish, weapon: int) -> bool:
    """Whether one of the attacker's weapons has shots, or needs none."""
    return state.shots[weapon] > 0 or not WEAPONS[weapons_of(skirmish)[weapon][0]].shots


def ready_weapons(options: Options, state: SkirmishState, skirmish: Skirmish) -> list[int]:
    """The attacker's weapons that reach and are loaded, the first one first."""
    arms = weapons_of(skirmish)
    return [
        at
        for at, (weapon, _) in enumerate(arms)
        if in_range(options, weapon, state.spaces) and has_shots(state, skirmish, at)
    ]


@rule("DPI-A43")
def is_in_reach(options: Options, state: SkirmishState, skirmish: Skirmish) -> bool:
    """Whether the target can strike the attacker at this distance."""
    return state.target_shots > 0 and can_counter(options, skirmish.counter_weapon, state.spaces)


class Act(NamedTuple):
    """An action of the attacker; `at` is the weapon of an attack or reload, or the distance of a move."""

    verb: Literal["attack", "reload", "stim", "take cover", "move", "end turn", "stop"]
    at: int = 0

    def __str__(self) -> str:
        """The action in words."""
        weapon = "the second weapon" if self.at else "the first weapon"
        more = {"attack": f" with {weapon}", "reload": f" {weapon}", "move": f" to {self.at} spaces"}
        return self.verb + more.get(self.verb, "")


@rule("DPI-134", "DPI-A54")
def ap_to_reload(options: Options, skirmish: Skirmish) -> int:
    """The AP of a reload: 5, or by ruling a whole turn."""
    return AP.reload if options.reload_cost == "five-ap" else skirmish.ap


@lru_cache(maxsize=1024)
@rule("DPI-A43", "DPI-A47")
def useful_distances(options: Options, skirmish: Skirmish, spaces: int) -> tuple[int, ...]:
    """The nearest distances at which a different set of weapons reaches, of either side."""

    def who_reaches(at: int) -> tuple[bool, ...]:
        foe = skirmish.counter_weapon
        ours = tuple(in_range(options, weapon, at) for weapon, _ in weapons_of(skirmish))
        return (*ours, foe != "none" and can_counter(options, foe, at))

    seen = {who_reaches(spaces)}
    found = []
    for at in sorted(range(FARTHEST + 1), key=lambda at: abs(at - spaces)):
        if who_reaches(at) not in seen:
            seen.add(who_reaches(at))
            found.append(at)
    return tuple(found)


@rule("DPI-128", "DPI-129", "DPI-133", "DPI-134", "DPI-135", "DPI-180", "DPI-A54")
def possible_acts(options: Options, state: SkirmishState, skirmish: Skirmish) -> list[tuple[Act, Choice]]:
    """The actions the attacker has AP for, each with the choice it belongs to; attacks come first."""
    arms = weapons_of(skirmish)
    found: list[tuple[Act, Choice]] = [
        (Act("attack", at), "weapon")
        for at in ready_weapons(options, state, skirmish)
        if ap_to_fire(options, arms[at][0]) <= state.ap
    ]
    if state.reloads and ap_to_reload(options, skirmish) <= state.ap:
        found += [
            (Act("reload", at), "reload")
            for at, (weapon, _) in enumerate(arms)
            if state.shots[at] < WEAPONS[weapon].shots
        ]
    if state.stims and AP.item <= state.ap and state.duel.attacker.hp < (skirmish.hp_max or skirmish.attacker_hp):
        found.append((Act("stim"), "stim"))
    if skirmish.cover_spaces is not None and not state.covered and skirmish.cover_spaces * AP.move <= state.ap:
        found.append((Act("take cover"), "cover"))
    if state.ap >= AP.move:
        found += [(Act("move", at), "distance") for at in useful_distances(options, skirmish, state.spaces)]
    if is_timed(options, skirmish):
        found.append((Act("end turn"), "wait"))
    return found if is_in_reach(options, state, skirmish) else [*found, (Act("stop"), "stop")]


def planned_act(options: Options, state: SkirmishState, skirmish: Skirmish, possible: list[Act]) -> Act:
    """The plan's action: a stim or cover as set, else attack, else reload, else move into range."""
    if "stim" not in skirmish.choices and state.duel.attacker.hp <= skirmish.stim_at and Act("stim") in possible:
        return Act("stim")
    if "cover" not in skirmish.choices and skirmish.take_cover and Act("take cover") in possible:
        return Act("take cover")
    arms = weapons_of(skirmish)
    for act in possible:
        if act.verb == "attack" or (act.verb == "reload" and in_range(options, arms[act.at][0], state.spaces)):
            return act
    usable = [at for at in range(len(arms)) if has_shots(state, skirmish, at) or state.reloads]
    for act in possible:
        reaches = act.verb == "move" and any(in_range(options, arms[at][0], act.at) for at in usable)
        if reaches and not any(in_range(options, arms[at][0], state.spaces) for at in usable):
            return act
    worthwhile = is_timed(options, skirmish) and bool(usable)
    return Act("end turn") if worthwhile and state.ap < skirmish.ap else Act("stop")
