"""The check, also rerolled with karma or with hidden difficulty dice."""

from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Struct

from rulewright.dice import Pool
from rulewright.games.untold_aeons.data import CHECK
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import (
    Bonus,
    Common,
    Difficulty,
    Level,
    PoolDice,
    SideFaces,
    difficulty_faces,
    effective_pool,
    flat_successes,
    opposing_dice,
    pool_dice,
    skill_faces,
    tallied,
)
from rulewright.rules import Dice, Parameters, between, meaning, rule

Result = Literal["success", "failure"]


class CheckTerms(Common, frozen=True, kw_only=True):
    """The numbers of one check."""

    skill: Level
    difficulty: Difficulty = CHECK.difficulty
    knowledge_substitute: Annotated[
        bool, meaning("whether Knowledge stands in for another skill; the skill level is then that of Knowledge")
    ] = False


class Check(Struct, frozen=True):
    """How a check went."""

    result: Result
    margin: int
    net: int


@rule("UA-33", "UA-36", "UA-37", "UA-A9")
def judged(margin: int, net: int) -> Check:
    """More successes than failures succeed; Advantages and Drawbacks never decide it."""
    return Check("success" if margin > 0 else "failure", margin, net)


@rule("UA-28", "UA-46", "UA-47", "UA-A13")
def attempt_dice(options: Options, attempt: CheckTerms) -> int:
    """How many skill dice are rolled; Knowledge in place of another skill has two fewer."""
    skill = attempt.skill - (CHECK.knowledge_penalty if attempt.knowledge_substitute else 0)
    return pool_dice(options, skill, attempt.bonus, attempt.shaken, attempt.karma)


@rule("UA-06", "UA-27", "UA-28", "UA-29", "UA-33", "UA-37", "UA-A10")
def check(dice: Dice[Options], attempt: CheckTerms) -> Check:
    """Skill dice against difficulty dice: succeed with more successes than failures."""
    against = opposing_dice(attempt.difficulty, attempt.karma_against)
    tally = dice.pool("check", tallied(attempt_dice(dice.options, attempt), against))
    return judged(tally.margin + flat_successes(dice.options, attempt.karma), tally.net)


class RerolledCheck(Struct, frozen=True):
    """How a check went, and whether karma was spent on it."""

    result: Result
    margin: int
    net: int
    rerolled: bool


class _First(NamedTuple):
    """The part of a first throw that still matters: the result of a success, or the dice that a reroll keeps."""

    own: SideFaces
    others: SideFaces
    failed: bool


@rule("UA-19", "UA-A5")
def first_throw(dice: Dice[Options], own_dice: int, flat: int, against: int) -> _First:
    """The first throw of a check that karma may repeat."""
    own = dice.pool("check", skill_faces(dice.options, own_dice))
    others = dice.pool("difficulty", difficulty_faces(against))
    if own.successes + flat > others.successes:
        margin, net = own.successes - others.successes, own.ones - others.ones
        return _First(SideFaces(margin, net, 0), SideFaces(0, 0, 0), failed=False)
    match dice.options.karma_reroll:
        case "skill-pool":
            return _First(SideFaces(0, 0, 0), others, failed=True)
        case "both-pools":
            return _First(SideFaces(0, 0, 0), SideFaces(0, 0, 0), failed=True)
        case "non-successes" if own.blanks:
            return _First(
                SideFaces(own.successes - others.successes, 0, own.blanks), SideFaces(0, others.ones, 0), failed=True
            )
    return _First(own, others, failed=True)


@rule("UA-A5")
def can_reroll(options: Options, own: SideFaces) -> bool:
    """Whether a reroll is possible; if only dice without a success are rerolled, there must be one."""
    return options.karma_reroll != "non-successes" or own.blanks > 0


@rule("UA-19", "UA-A5")
def reroll(
    dice: Dice[Options], own: SideFaces, others: SideFaces, own_dice: int, other_dice: Pool[SideFaces]
) -> tuple[SideFaces, SideFaces]:
    """Reroll the skill dice, by ruling only those without a success, or both pools; the new dice count."""
    match dice.options.karma_reroll:
        case "non-successes":
            again = dice.pool("reroll", skill_faces(dice.options, own.blanks if own_dice > 0 else own_dice))
            return SideFaces(own.successes + again.successes, again.ones, again.blanks), others
        case "both-pools":
            again = dice.pool("reroll", skill_faces(dice.options, own_dice))
            return again, dice.pool("difficulty again", other_dice)
        case _:
            return dice.pool("reroll", skill_faces(dice.options, own_dice)), others


@rule("UA-19", "UA-A5")
def check_reroll(dice: Dice[Options], attempt: CheckTerms) -> RerolledCheck:
    """A check that karma rerolls if it fails, for better or worse."""
    own_dice = attempt_dice(dice.options, attempt)
    flat = flat_successes(dice.options, attempt.karma)
    against = opposing_dice(attempt.difficulty, attempt.karma_against)
    own, others, failed = dice.call(first_throw, own_dice, flat, against)
    rerolled = failed and can_reroll(dice.options, own)
    if rerolled:
        own, others = reroll(dice, own, others, own_dice, difficulty_faces(against))
    found = judged(own.successes + flat - others.successes, own.ones - others.ones)
    return RerolledCheck(found.result, found.margin, found.net, rerolled)


class HiddenAttempt(Parameters, frozen=True, kw_only=True):
    """The player's dice of a check whose difficulty dice are hidden."""

    successes: Annotated[int, between(0, 40, "successes the player rolled")]
    advantages: Annotated[int, between(0, 40, "Advantages the player rolled")] = 0
    difficulty: Difficulty = CHECK.difficulty
    karma_against: Annotated[bool, meaning("whether a karma point gives +2 difficulty dice")] = False


@rule("UA-39", "UA-A11")
def hidden_check(dice: Dice[Options], attempt: HiddenAttempt) -> Check:
    """The Narrator throws difficulty dice against successes and Advantages that the player has seen."""
    against = opposing_dice(attempt.difficulty, attempt.karma_against)
    others = dice.pool("difficulty", difficulty_faces(against))
    return judged(attempt.successes - others.successes, attempt.advantages - others.ones)


class PoolInput(Parameters, frozen=True, kw_only=True):
    """The parts of a pool."""

    skill: Level
    knowledge_substitute: Annotated[bool, meaning("whether Knowledge stands in for another skill")] = False
    bonus: Bonus = 0
    shaken: Annotated[bool, meaning("whether the character who rolls is Shaken")] = False
    karma: Annotated[bool, meaning("whether a karma point gives +2")] = False


@rule("UA-28", "UA-38", "UA-47", "UA-68", "UA-A8", "UA-A13")
def pool(options: Options, given: PoolInput) -> PoolDice:
    """The number of dice a skill rolls, with all bonuses and penalties."""
    return effective_pool(attempt_dice(options, CheckTerms(**msgspec.structs.asdict(given))))
