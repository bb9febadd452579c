"""Challenges: their levels, gangs, and the forks that open new ones."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulewright.games.light_dark.data import DICE, FORKS, GANG, LEVELS, ForkLevel
from rulewright.games.light_dark.effects import MOST, Cap, EffectDie, effect_up_to, read_die, refuse_low_cap
from rulewright.games.light_dark.options import Options
from rulewright.rules import Dice, Parameters, Refused, meaning, rule

LevelName = Literal["trivial", "dangerous", "serious", "formidable", "extreme"]
Level = Annotated[LevelName, meaning("level of the Challenge")]
Count = Annotated[int, Meta(ge=1, le=MOST, description="Challenges acting together")]
Disposition = Annotated[
    Annotated[int, Meta(ge=1, le=MOST)] | None, meaning("Disposition left; the level's if left out")
]
ChallengeDice = Annotated[
    Annotated[str, Meta(max_length=20)] | None, meaning("the Challenge's Effect dice, or none; the level's if left out")
]


class Ganged(Struct, frozen=True):
    """The Challenge that several make together."""

    level: str
    disposition: int
    effect_dice: str


@rule("LD-54", "LD-56", "LD-57", "LD-58", "LD-59", "LD-60", "LD-61", "LD-62", "LD-A35")
def together(options: Options, level: str, count: int) -> Ganged:
    """Challenges that act together are one, a level higher for every two beyond the first."""
    names = list(LEVELS)
    at = names.index(level) + (count - 1) // GANG.beyond_first
    beyond = at - (len(names) - 1)
    top = LEVELS[names[min(at, len(names) - 1)]]
    if beyond <= 0 or options.beyond_extreme == "cap":
        return Ganged(names[min(at, len(names) - 1)], top.disposition, top.dice)
    count = read_die(top.dice).count + beyond * GANG.dice
    return Ganged(f"{names[-1]}+{beyond}", top.disposition + beyond * GANG.disposition, f"{count}d")


@rule("LD-53", "LD-54", "LD-62", "LD-A35")
def gang(options: Options, level: Level = "dangerous", count: Count = 1) -> Ganged:
    """The level, Disposition and Effect dice of Challenges that act together."""
    return together(options, level, count)


@rule("LD-64", "LD-A34")
def is_one_action(options: Options, level: str) -> bool:
    """Whether one Risky Action decides the Challenge: a Trivial one, after ganging up."""
    return level == next(iter(LEVELS)) and options.trivial == "single-roll"


@rule("LD-56", "LD-A38")
def effect_die_of(ganged: Ganged, given: str | None) -> EffectDie | None:
    """The Challenge's Effect dice: those given or else the level's; it may have none."""
    if given == "none":
        return None
    return read_die(given, "challenge_dice") if given is not None else read_die(ganged.effect_dice, most=MOST)


@rule("LD-56", "LD-A38")
def challenge_die(options: Options, level: str, count: int, given: str | None) -> EffectDie:
    """The Effect dice of a Challenge that must have some."""
    die = effect_die_of(together(options, level, count), given)
    if die is None:
        raise Refused("no effect dice: this Challenge has none", "LD-A38")
    return die


@rule("LD-82", "LD-83", "LD-84", "LD-85", "LD-86", "LD-A6")
def fork_for(options: Options, effect: int) -> ForkLevel:
    """The level of the Challenge that an Effect opens: 1-3, 4-5, 7-11, 13 or more; gaps by ruling."""
    return [
        level
        for level, least in FORKS.items()
        if effect >= (least.lower if options.fork_gaps == "lower" else least.upper)
    ][-1]


class Fork(Struct, frozen=True):
    """The level of the Challenge that opens."""

    fork: ForkLevel


@rule("LD-82", "LD-83", "LD-84", "LD-85", "LD-86", "LD-A6")
def fork_level(options: Options, effect: Annotated[int, Meta(ge=1, le=MOST, description="the Effect rolled")]) -> Fork:
    """The level of the Challenge that an Effect opens."""
    return Fork(fork_for(options, effect))


class Forking(Parameters, frozen=True):
    """A Challenge whose Effect opens a new one."""

    level: Level = "dangerous"
    count: Count = 1
    challenge_dice: ChallengeDice = None
    cap: Cap = DICE.cap


_LAST_FORK = max(fork.lower for fork in FORKS.values())


@rule("LD-82", "LD-A6", "LD-A49")
def fork(dice: Dice[Options], forking: Forking) -> Fork:
    """The Challenge's Effect opens a new Challenge instead of doing harm; armour does not change it."""
    die = challenge_die(dice.options, forking.level, forking.count, forking.challenge_dice)
    refuse_low_cap(forking.cap, _LAST_FORK, "the fork table")
    return Fork(fork_for(dice.options, dice.call(effect_up_to, die, forking.cap, _LAST_FORK)))
