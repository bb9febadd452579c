"""Skill dice against difficulty dice, each scored only by what a rule uses."""

from collections.abc import Hashable
from typing import Annotated, NamedTuple, TypeVar

from msgspec import Struct

from rulewright.dice import Die, Pool
from rulewright.games.untold_aeons.data import CHECK, FACES
from rulewright.games.untold_aeons.options import Options
from rulewright.rules import Parameters, between, meaning, rule

S = TypeVar("S", bound=Hashable)

Level = Annotated[int, between(0, 15, "skill level")]
Characteristic = Annotated[int, between(0, 10, "level of a characteristic")]
Difficulty = Annotated[int, between(0, 40, "difficulty dice")]
MOST_POINTS = 200
Points = Annotated[int, between(0, MOST_POINTS, "points of stress or wounds")]
Bonus = Annotated[int, between(-10, 10, "dice of bonus, or of penalty below 0")]
MOST_YARDS = 10_000
Players = Annotated[int, between(1, 100, "how many players there are")]


class Common(Parameters, frozen=True, kw_only=True):
    """The parameters that most rolls share."""

    bonus: Bonus = 0
    shaken: Annotated[bool, meaning("whether the character who rolls is Shaken")] = False
    karma: Annotated[bool, meaning("whether a karma point gives +2 on the roll")] = False
    karma_against: Annotated[bool, meaning("whether a karma point gives +2 difficulty dice")] = False


class Tally(NamedTuple):
    """The numbers that decide a check: successes minus failures, and Advantages minus Drawbacks."""

    margin: int
    net: int


class Count(NamedTuple):
    """Successes and failures uncancelled, and Advantages minus Drawbacks."""

    successes: int
    failures: int
    net: int


class SideFaces(NamedTuple):
    """One side's dice: successes, 1s, and how many dice show no success."""

    successes: int
    ones: int
    blanks: int


class MeleeTally(NamedTuple):
    """One side of a melee: successes, and 1s."""

    successes: int
    ones: int


_FACES = range(6)
_HITS, _ONES, _UNTRAINED = FACES.successes, FACES.ones, FACES.untrained

_TALLY = (
    Die([Tally(_HITS[at], _ONES[at]) for at in _FACES], "skill"),
    Die([Tally(_UNTRAINED[at], 0) for at in _FACES], "untrained"),
    Die([Tally(-_HITS[at], -_ONES[at]) for at in _FACES], "difficulty"),
)
_COUNT = (
    Die([Count(_HITS[at], 0, _ONES[at]) for at in _FACES], "skill"),
    Die([Count(_UNTRAINED[at], 0, 0) for at in _FACES], "untrained"),
    Die([Count(0, _HITS[at], -_ONES[at]) for at in _FACES], "difficulty"),
)
_MARGIN = (
    Die(_HITS, "skill"),
    Die(_UNTRAINED, "untrained"),
    Die([-hit for hit in _HITS], "difficulty"),
)
_SIDE = (
    Die([SideFaces(_HITS[at], _ONES[at], int(not _HITS[at])) for at in _FACES], "skill"),
    Die([SideFaces(_UNTRAINED[at], 0, int(not _UNTRAINED[at])) for at in _FACES], "untrained"),
    Die([SideFaces(_HITS[at], _ONES[at], 0) for at in _FACES], "difficulty"),
)
_NO_BLANKS = (
    Die([SideFaces(_HITS[at], _ONES[at], 0) for at in _FACES], "skill"),
    Die([SideFaces(_UNTRAINED[at], 0, 0) for at in _FACES], "untrained"),
)
_BLOW = (
    Die([MeleeTally(_HITS[at], _ONES[at]) for at in _FACES], "skill"),
    Die([MeleeTally(_UNTRAINED[at], 0) for at in _FACES], "untrained"),
)


@rule("UA-28", "UA-38", "UA-A8")
def _skill_dice(kinds: tuple[Die[S], ...], dice: int) -> Pool[S]:
    """As many skill dice as the effective skill; at 0 or less the one untrained die, which never gets worse."""
    skill, untrained = kinds[:2]
    return dice * skill if dice > 0 else 1 * untrained


@rule("UA-27", "UA-30", "UA-31", "UA-32", "UA-34", "UA-35", "UA-36")
def tallied(dice: int, difficulty: int) -> Pool[Tally]:
    """Skill dice against difficulty dice: margin and net."""
    return _skill_dice(_TALLY, dice) + difficulty * _TALLY[2]


@rule("UA-27", "UA-30", "UA-61", "UA-149")
def counted(dice: int, difficulty: int) -> Pool[Count]:
    """Skill dice against difficulty dice: successes and failures before they cancel, and net."""
    return _skill_dice(_COUNT, dice) + difficulty * _COUNT[2]


@rule("UA-33", "UA-A48")
def margin_only(dice: int, difficulty: int) -> Pool[int]:
    """Skill dice against difficulty dice for saves and recovery, where 1s mean nothing."""
    return _skill_dice(_MARGIN, dice) + difficulty * _MARGIN[2]


@rule("UA-30", "UA-A37")
def blow_faces(dice: int) -> Pool[MeleeTally]:
    """One side's dice in melee, which are the other side's difficulty dice."""
    return _skill_dice(_BLOW, dice)


@rule("UA-A5")
def skill_faces(options: Options, dice: int) -> Pool[SideFaces]:
    """One side's skill dice, by face; those without a success are counted only where a ruling rerolls no others."""
    return _skill_dice(_SIDE if options.karma_reroll == "non-successes" else _NO_BLANKS, dice)


@rule("UA-29", "UA-A9")
def difficulty_faces(dice: int) -> Pool[SideFaces]:
    """The difficulty dice, by face; there can be none."""
    return dice * _SIDE[2]


@rule("UA-21", "UA-28", "UA-47", "UA-68", "UA-A3", "UA-A4")
def pool_dice(options: Options, skill: int, bonus: int = 0, shaken: bool = False, karma: bool = False) -> int:
    """Skill plus bonus dice, one fewer while Shaken, two more for karma."""
    more = CHECK.karma if karma and options.karma_bonus == "dice" else 0
    return skill + bonus - (CHECK.shaken_penalty if shaken else 0) + more


@rule("UA-21", "UA-A3")
def flat_successes(options: Options, karma: bool) -> int:
    """The successes that karma adds, by ruling."""
    return CHECK.karma if karma and options.karma_bonus == "successes" else 0


@rule("UA-22", "UA-25", "UA-29", "UA-A9")
def opposing_dice(difficulty: int, karma_against: bool = False) -> int:
    """The difficulty, two more against karma, and never below 0."""
    return max(0, difficulty + (CHECK.karma if karma_against else 0))


class PoolDice(Struct, frozen=True):
    """The number of dice rolled, and whether they are skill dice."""

    dice: int
    trained: bool


def effective_pool(dice: int) -> PoolDice:
    """At 0 or less one untrained die (UA-38, UA-A8)."""
    return PoolDice(max(1, dice), dice > 0)
