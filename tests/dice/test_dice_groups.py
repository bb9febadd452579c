"""Dice with names are distinguished face by face, so that an interface can group them."""

from rulewright.dice import d, keep_highest
from rulewright.dice.groups import Groups, groups_of
from rulewright.readings import play
from rulewright.readings.breakdown import Rolled

SKILL = d(6).scored(lambda face: int(face >= 5)).named("skill")
DIFFICULTY = d(6).scored(lambda face: -int(face == 1)).named("difficulty")


def test_faces_are_grouped_by_the_names_of_their_dice() -> None:
    assert groups_of(3 * SKILL + 2 * DIFFICULTY, (6, 1, 5, 1, 4)) == Groups(
        ("skill", "skill", "skill", "difficulty", "difficulty"), (True, False, True, True, False)
    )


def test_dice_without_names_are_one_group() -> None:
    assert groups_of(2 * d(6), (3, 4)) == Groups()
    assert groups_of(keep_highest(2, 3 * d(12)), (3, 4, 5)) == Groups()


def test_kept_dice_keep_their_names() -> None:
    assert groups_of(keep_highest(1, 2 * SKILL), (2, 6)) == Groups(("skill", "skill"), (False, True))


def test_a_played_roll_tells_sides_names_and_which_count() -> None:
    played = play(lambda dice: dice.pool("check", 2 * SKILL + 1 * DIFFICULTY), faces=[6, 2, 1])
    (step,) = played.breakdown
    assert isinstance(step, Rolled)
    assert (step.sides, step.groups, step.lit) == ((6, 6, 6), ("skill", "skill", "difficulty"), (True, False, True))
    plain = play(lambda dice: dice.pool("check", 1 * d(12)), faces=[7]).breakdown[0]
    assert isinstance(plain, Rolled)
    assert (plain.sides, plain.groups, plain.lit) == ((12,), (), ())
