"""A skirmish as it stands: two who fight, what they have left, and how far apart they are."""

from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from rulewright.games.dpi.attack import CounterWeapon, can_counter
from rulewright.games.dpi.data import BANDS, WEAPONS
from rulewright.games.dpi.duel import Bout, OneOnOne
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import Level, in_range
from rulewright.rules import between, meaning, rule

Choice = Literal["weapon", "reload", "stim", "cover", "distance", "wait", "stop"]
Winner = Literal["attacker", "target", "none", "stopped"]
FARTHEST = BANDS["far"][1]
WIN = 100
"""What a win is worth; whatever else an end is worth is counted in hundredths of it."""
Spaces = Annotated[int, Meta(ge=0, le=FARTHEST)]
Count = Annotated[int, Meta(ge=0, le=20)]


class Skirmish(OneOnOne, frozen=True, cache_hash=True):
    """Two who fight, what they carry, where they stand, and what the attacker decides."""

    distance: Annotated[Spaces, meaning("spaces between the two at first")] = 3
    second_weapon: Annotated[CounterWeapon, meaning("another weapon of the attacker's")] = "none"
    second_level: Level = 1
    ap: Annotated[int, between(1, 40, "the attacker's AP in a turn")] = 10
    hp_max: Annotated[Annotated[int, Meta(ge=1)] | None, meaning("HP that stims stop at; as at first if null")] = None
    reloads: Annotated[Count, meaning("the attacker's reloads")] = 0
    stims: Annotated[Count, meaning("the attacker's stims")] = 0
    cover_spaces: Annotated[Spaces | None, meaning("spaces to a place in half cover; null if there is none")] = None
    target_ap: Annotated[int, between(0, 40, "the target's AP in a turn")] = 10
    target_moves: Annotated[Literal["stay", "close"], meaning("whether the target goes where its weapon reaches")] = (
        "stay"
    )
    target_shots: Annotated[Count | None, meaning("shots in the target's weapon; not counted if null")] = None
    target_reloads: Annotated[Count, meaning("the target's reloads")] = 0
    stim_at: Annotated[int, Meta(ge=0, description="HP at or below which the plan uses a stim")] = 0
    take_cover: Annotated[bool, meaning("whether the plan goes into cover first")] = False
    choices: Annotated[tuple[Choice, ...], meaning("what is decided as well as can be, instead of by the plan")] = ()
    stop_worth: Annotated[int, between(0, WIN, "what stopping alive is worth, in hundredths of a win")] = 0


class Field(NamedTuple):
    """A skirmish between two dice: the bout, the distance, AP left, what each has left, and an attack under way.

    AP are always full where the target does nothing in its own turn. A target whose shots are not
    counted has one for ever.
    """

    bout: Bout
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


class Ended(NamedTuple):
    """A skirmish that is over, what that is worth to the attacker, and the HP that both have left."""

    winner: Winner
    worth: int
    attacker_hp: int
    target_hp: int


@lru_cache(maxsize=256)
def arms_of(skirmish: Skirmish) -> tuple[tuple[str, int], ...]:
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


def is_loaded(field: Field, skirmish: Skirmish, weapon: int) -> bool:
    """Whether one of the attacker's weapons has shots, or needs none."""
    return field.shots[weapon] > 0 or not WEAPONS[arms_of(skirmish)[weapon][0]].shots


def ready_weapons(options: Options, field: Field, skirmish: Skirmish) -> list[int]:
    """The attacker's weapons that reach and are loaded, the first one first."""
    arms = arms_of(skirmish)
    return [
        at
        for at, (weapon, _) in enumerate(arms)
        if in_range(options, weapon, field.spaces) and is_loaded(field, skirmish, at)
    ]


@rule("DPI-A43")
def is_in_reach(options: Options, field: Field, skirmish: Skirmish) -> bool:
    """Whether the target can strike the attacker where they stand."""
    return field.target_shots > 0 and can_counter(options, skirmish.counter_weapon, field.spaces)
