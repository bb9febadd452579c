"""The designer's open questions: figures worked out another way, and words that follow from them."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from rulewright.lab.answers import Answer
from rulewright.reports.twelves import QUESTIONS

FACES = range(1, 13)


@cache
def answer(number: int) -> Answer:
    return QUESTIONS[number - 1].answer()


def rows(number: int, table: int = 0) -> dict[Any, tuple[Any, ...]]:
    return {row[0]: row[1:] for row in answer(number).tables[table].rows}


def success(needed: int, dice: int = 2, doubles: bool = True) -> Fraction:
    """Every throw counted; with three dice the two lowest are kept."""
    throws = [sorted(throw)[:2] for throw in product(FACES, repeat=dice)]
    good = sum(low + high >= needed or (doubles and low == high) for low, high in throws)
    return Fraction(good, len(throws))


@pytest.mark.parametrize("number", range(1, 11))
def test_every_question_has_tables_pictures_and_an_answer_that_advises(number: int) -> None:
    found = answer(number)
    assert found.tables
    assert found.charts
    assert found.method.endswith(".")
    assert len(found.conclusion) > 150
    for table in found.tables:
        assert all(len(row) == len(table.columns) for row in table.rows)
    for chart in found.charts:
        assert chart.x_title
        assert chart.y_title
        assert all(len(series.values) == len(chart.x) for series in chart.series)


@pytest.mark.rule("TW-A9")
def test_disadvantage_by_needed_total_is_what_counting_throws_gives() -> None:
    for needed, (plain, disadvantage, _, never) in rows(1).items():
        assert (plain, disadvantage) == (success(needed), success(needed, 3))
        assert never == success(needed, 3, doubles=False)
    assert "from a needed total of 22 on" in answer(1).conclusion
    assert "scores of at most 4" in answer(1).conclusion


@pytest.mark.rule("TW-19")
def test_the_share_of_doubles_depends_on_the_target_number_alone() -> None:
    by_target = rows(2, 1)
    for target in (13, 17, 21, 24, 25):
        lucky = Fraction(sum(2 * face < target for face in FACES), 144)
        assert by_target[target] == (lucky / success(target), lucky)
    for score, found in rows(2).items():
        assert found[0] == by_target[20 - score][0]
        assert found[2] == by_target.get(24 - score, (1,))[0]
    assert "half of all successes at 21, and from 24 on" in answer(2).conclusion


@pytest.mark.rule("TW-22", "TW-23")
def test_advantage_is_worth_three_points_and_disadvantage_less_for_the_weak() -> None:
    assert [found[2] for found in rows(3).values()] == [3, 3, 3, 3, 3, 3, 4, 3, 3, 3]
    assert [found[4] for found in rows(3).values()] == [1, 2, 2, 3, 3, 3, 3, 3, 3, 3]


@pytest.mark.rule("TW-34", "TW-A18")
def test_turns_in_critical_are_powers_of_one_check() -> None:
    for table, dice in ((0, 3), (1, 2)):
        for strength, held in rows(4, table).items():
            assert list(held) == [success(20 - strength, dice) ** turn for turn in range(1, 11)]
    assert success(20 - 12, 3) ** 2 >= Fraction(1, 2) > success(20 - 11, 3) ** 2
    assert "two turns STR 12" in answer(4).conclusion
    assert "Rolled plain it takes STR 6 and 9" in answer(4).conclusion


def played(random: Random, damage_b: int, first: int, normal: int = 2) -> tuple[int, int]:
    """A default duel as one would play it with dice in hand: who wins, and the rounds begun."""
    damage, side, turns = [0, damage_b], first, 0
    last = normal + 4

    def passes(who: int) -> str:
        hurt = damage[who] > normal
        low, high = sorted(random.choice(FACES) for _ in range(3 if hurt else 2))[:2]
        return "critical" if low == high else "success" if low + high >= 13 else ""

    while True:
        turns += 1
        if damage[side] > normal + 2 and not passes(side):
            return 1 - side, (turns + 1) // 2
        for _ in range(1 if damage[side] > normal else 2):
            result = passes(side)
            damage[1 - side] += 2 if result == "critical" else 1 if result else 0
            if damage[1 - side] >= last:
                return side, (turns + 1) // 2
        side = 1 - side


@pytest.mark.rule("TW-32", "TW-A32")
def test_the_death_spiral_is_what_duels_played_by_hand_show() -> None:
    random, runs = Random(5), 20_000
    (even, _, first, two_boxes, second) = rows(5)["default"]
    for chance, damage, who in ((even, 0, 0), (first, 3, 0), (two_boxes, 2, 1), (second, 3, 1)):
        won = sum(played(random, damage, who)[0] == 0 for _ in range(runs)) / runs
        assert won == pytest.approx(float(chance), abs=6 * (float(chance * (1 - chance)) / runs) ** 0.5)
    assert "99.3% moving first and 97.5% moving second" in answer(5).conclusion


@pytest.mark.rule("TW-A31")
def test_the_first_move_is_worth_more_with_fewer_boxes_and_heavier_weapons() -> None:
    found = rows(6)
    assert float(found[2][0]) == pytest.approx(0.6389, abs=5e-5)
    assert found[4][0] > Fraction(3, 5) >= found[5][0]
    assert "takes 5 Normal boxes to bring it to 60% or less, with weapon 2 more than 10" in answer(6).conclusion


@pytest.mark.rule("TW-29")
def test_rounds_of_a_duel_are_what_duels_played_by_hand_show() -> None:
    random, runs = Random(6), 20_000
    assert rows(7)[2][0] == pytest.approx(4.361, abs=5e-4)
    for normal in (2, 4):
        mean, spread, *_ = rows(7)[normal]
        rounds_counted = Counter(played(random, 0, 0, normal)[1] for _ in range(runs))
        assert sum(rounds * count for rounds, count in rounds_counted.items()) / runs == pytest.approx(
            mean, abs=6 * spread / runs**0.5
        )
    assert "4 Normal boxes are the fewest" in answer(7).conclusion


@pytest.mark.rule("TW-40", "TW-44", "TW-A29")
def test_rests_are_what_counting_d4s_gives() -> None:
    d4 = range(1, 5)
    three = [sum(throw) for throw in product(d4, repeat=3)]
    for rank, found in rows(8).items():
        for at, normal in enumerate((2, 4, 6, 8, 10)):
            assert found[at] == Fraction(sum(rank + total >= normal + 4 for total in three), 64)
    for limit, found in rows(8, 2).items():
        sums = [limit + sum(throw) for throw in product(d4, repeat=limit)]
        for at, normal in enumerate((2, 4, 6, 8, 10)):
            assert found[at] == Fraction(sum(total >= normal + 2 for total in sums), len(sums))


@pytest.mark.rule("TW-A5")
def test_a_score_of_nine_cannot_fail_once_the_bonus_is_eight() -> None:
    assert [found[0] for found in rows(9, 1).values()] == [8, 4, 8, 6]
    assert rows(9)[5][1] == success(13 - 5)


@pytest.mark.rule("TW-A1")
def test_a_range_of_three_to_eighteen_leaves_no_risk_at_the_top() -> None:
    lowest, mean, highest, _, safe = rows(10)["3 to 18"]
    assert (lowest, highest, safe) == (success(17), 1, 2)
    assert mean == sum(success(20 - score) for score in range(3, 19)) / 16
    assert rows(10)["3 to 18, target number 24 - score"][:3:2] == (success(21), success(6))
