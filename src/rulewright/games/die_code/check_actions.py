"""Actions that roll for a character: checks, moves, opposed rolls and plain totals."""

from typing import Annotated

from msgspec.structs import replace

from rulewright.game import named
from rulewright.games.die_code.check import Check, Method, checked
from rulewright.games.die_code.contest import Opposed, opposed_hands
from rulewright.games.die_code.data import Difficulty
from rulewright.games.die_code.difficulty import Target, TargetNumber, target_of
from rulewright.games.die_code.movement import Mode, Moved, MoveTerms, moved, refuse_average
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import PoolTerms, Total, hand_of, thrown
from rulewright.games.die_code.scene import CharacterThrow, Scene, Versus, hands_of, pool_for
from rulewright.games.die_code.sheet import size_of
from rulewright.games.die_code.sizes import SizeLabel, SizeUse, size_points
from rulewright.rules import BadInput, Dice, meaning, rule
from rulewright.rules.limits import Name


@rule("DC-03", "DC-09", "DC-A30")
def throw_total(dice: Dice[Options], scene: Scene, throw: CharacterThrow) -> tuple[Scene, Total]:
    """Throw the dice of a weapon, a piece of gear or any pool and total them; the GM says what that means."""
    return scene, Total(thrown(dice, hand_of(dice.options, pool_for(scene, throw))))


class CheckOf(CharacterThrow, frozen=True, kw_only=True):
    """A check of a character: the throw, and the difficulty, target and sizes that bear on it."""

    difficulty: Annotated[Difficulty | None, meaning("how hard the task is")] = None
    tn: Annotated[TargetNumber | None, meaning("a target number instead of a rung")] = None
    size_use: Annotated[SizeUse | None, meaning("whether size matters: agile, force or none")] = None
    target: Annotated[Name | None, named("character", "the character whose size counts")] = None
    target_size: Annotated[SizeLabel | None, meaning("the size of a target that is not a character")] = None


@rule("DC-06", "DC-10", "DC-30", "DC-A16")
def roll_check(dice: Dice[Options], scene: Scene, attempt: CheckOf) -> tuple[Scene, Check]:
    """Roll a check on a skill, an attribute or any pool."""
    hand, target = _ready(dice.options, scene, attempt)
    return scene, checked(dice, hand, target, average=False)


@rule("DC-36", "DC-37", "DC-38", "DC-39")
def take_average(dice: Dice[Options], scene: Scene, attempt: CheckOf) -> tuple[Scene, Check]:
    """Take the average instead of rolling a check, if the pool has enough dice."""
    hand, target = _ready(dice.options, scene, attempt)
    return scene, checked(dice, hand, target, average=True)


def _ready(options: Options, scene: Scene, attempt: CheckOf) -> tuple[PoolTerms, Target | None]:
    if attempt.target is not None and attempt.target_size is not None:
        raise BadInput("target and target_size together: give only one of them (DC-A16)")
    struck: str | None = attempt.target_size
    if attempt.target is not None:
        struck = size_of(options, scene.sheet(attempt.target))
    points = size_points(options, size_of(options, scene.sheet(attempt.who)), struck, attempt.size_use)
    return (
        hand_of(options, pool_for(scene, attempt), points),
        target_of(options, attempt.difficulty, attempt.tn),
    )


class MoveOf(CharacterThrow, frozen=True, kw_only=True):
    """A full move of a character."""

    mode: Mode
    method: Method = "roll"


@rule("DC-55", "DC-56", "DC-A22", "DC-A25")
def make_move(dice: Dice[Options], scene: Scene, attempt: MoveOf) -> tuple[Scene, Moved]:
    """Make a full move and add the paces to the distance covered."""
    standing, average = scene.standing_of(attempt.who), attempt.method == "average"
    hand = hand_of(dice.options, pool_for(scene, attempt))
    terms = MoveTerms(hand, scene.sheet(attempt.who).move, standing.in_combat)
    refuse_average(dice.options, terms, attempt.mode, average)
    made = moved(dice, terms, attempt.mode, average)
    return scene.with_standing(attempt.who, replace(standing, distance=standing.distance + made.paces)), made


@rule("DC-A27")
def oppose(dice: Dice[Options], scene: Scene, sides: Versus) -> tuple[Scene, Opposed]:
    """Roll against another character."""
    return scene, opposed_hands(dice, *hands_of(dice.options, scene, sides))
