"""The designer's thirteen questions: each is answered, and the figures of the inventory come out."""

from fractions import Fraction
from functools import cache
from math import comb
from random import Random
from typing import Any

import pytest

from rulewright.lab.answers import Answer, ReportTable
from rulewright.reports.light_dark import QUESTIONS


@cache
def answer(number: int) -> Answer:
    return next(question for question in QUESTIONS if question.number == number).answer()


def cells(number: int, title: str) -> dict[Any, tuple[Any, ...]]:
    table: ReportTable = next(one for one in answer(number).tables if one.title.startswith(title))
    return {row[0]: row[1:] for row in table.rows}


def test_there_are_thirteen_questions() -> None:
    assert [question.number for question in QUESTIONS] == list(range(1, 14))


@pytest.mark.parametrize("number", [*range(1, 4), *range(5, 14), pytest.param(4, marks=pytest.mark.soak)])
def test_every_question_has_tables_charts_and_a_conclusion(number: int) -> None:
    found = answer(number)
    assert found.method
    assert len(found.conclusion) > 200
    assert found.charts
    for table in found.tables:
        assert all(len(row) == len(table.columns) for row in table.rows)
    for chart in found.charts:
        assert chart.x_title
        assert chart.y_title
        assert all(len(series.values) == len(chart.x) for series in chart.series)


@pytest.mark.rule("LD-73", "LD-A47")
def test_a_burst_is_weaker_except_at_8_to_10_14_to_16_and_20_up() -> None:
    means = cells(1, "Mean Effect")
    assert means["plain 1d6+2"][0] == pytest.approx(31 / 5)
    assert means["burst 2d6, highest"][0] == pytest.approx(259 / 45)
    reach = cells(1, "Chance to reach")
    better = [target for target, (plain, burst, *_) in reach.items() if burst > plain]
    assert better == [8, 9, 10, 14, 15, 16, 20]
    for never, highest, added, kept in cells(1, "Overcoming").values():
        assert never <= highest < min(added, kept)
        assert highest - never < 0.003


@pytest.mark.rule("LD-45")
def test_at_ego_6_eight_dark_dice_and_more_come_out_best() -> None:
    def chance(dark: int) -> Fraction:
        """A 6 with two Light Dice at Ego 6 without being lost: some six, and fewer than six dark ones."""
        sixes = [
            comb(dark, count) * Fraction(1, 6) ** count * Fraction(5, 6) ** (dark - count) for count in range(dark + 1)
        ]
        return sum(sixes[1:6], Fraction(0)) + sixes[0] * (1 - Fraction(5, 6) ** 2)

    assert cells(2, "Dark Dice for the best chance of a 6")[2][5] == max(range(21), key=chance) == 15
    assert "would bind at Ego 5 and 6 alone" in answer(2).conclusion
    assert cells(2, "Dark Dice for the best chance of 4")[2][5] >= 8
    assert cells(2, "Dark Dice in the first turn")[2][5] >= 8
    assert {row[0] for row in cells(2, "Dark Dice in the first turn").values()} == {0}


@pytest.mark.rule("LD-51", "LD-A13")
def test_a_cascade_costs_at_least_as_much_as_a_snapshot() -> None:
    snapshot, cascade = cells(3, "Expected Ego loss, snapshot"), cells(3, "Expected Ego loss, cascade")
    for ego in range(1, 7):
        assert all(one <= other for one, other in zip(snapshot[ego], cascade[ego], strict=True))
        assert snapshot[ego][0] == cascade[ego][0] == pytest.approx((7 - ego) / 6)


@pytest.mark.soak  # 210 duels are solved for it
@pytest.mark.rule("LD-54")
def test_best_play_is_no_worse_than_the_fixed_plan_at_any_level() -> None:
    best, fixed = cells(4, "Best play, Attribute 2, armour none"), cells(4, "Fixed plan")
    for weapon, row in fixed.items():
        assert all(float(one) <= float(other) + 1e-12 for one, other in zip(row, best[weapon], strict=True))
    weaker = cells(4, "Best play, Attribute 1, armour none")
    for weapon, row in best.items():
        assert all(one < other for one, other in zip(weaker[weapon], row, strict=True))


@pytest.mark.rule("LD-71")
def test_striking_last_costs_only_those_who_would_win_while_falling() -> None:
    rows = cells(5, "Overcoming")
    last, together = rows["heavy melee, after the rival"], rows["2d6, simultaneous"]
    assert last[0] == together[0]
    assert last[1] < together[1]


@pytest.mark.rule("LD-74", "LD-A46")
def test_exposed_readying_pays_only_before_the_single_roll_of_a_trivial_challenge() -> None:
    (table,) = answer(6).tables
    assert {row[0] for row in table.rows if row[6] == "ready"} == {"trivial"}


@pytest.mark.rule("LD-78", "LD-79", "LD-80")
def test_heavy_armour_and_shield_make_a_d3_harmless_and_1d_half_the_time() -> None:
    assert cells(7, "An Effect does nothing")["heavy + shield"][:2] == (1, Fraction(1, 2))
    assert cells(7, "Mean number")["heavy + shield"][0] == "never down"
    # Trivial: 2 HP a hit on average; 8 HP need between 3 and 8 hits of 1 to 3
    assert 3 < float(cells(7, "Mean number")["none"][0]) < 8


@pytest.mark.rule("LD-62")
def test_two_at_once_are_as_easy_as_one() -> None:
    rows = cells(8, "Dangerous")
    assert rows[1][1] == rows[2][1] == rows[1][2]
    assert rows[2][2] < rows[1][2]


def exploding(random: Random) -> int:
    face = random.randint(1, 6)
    return face + exploding(random) if face == 6 else face


def fought(random: Random, disposition: int, dice: int, hp: int, ego: int) -> tuple[int, int]:
    """A fight by the fixed plan with a medium blade, dice in hand: HP and Ego left, nothing if it is lost."""
    while True:
        dark = [random.randint(1, 6)] if ego > 1 else []
        top = max(random.randint(1, 6), random.randint(1, 6), *dark)
        ego -= sum(die >= ego for die in dark)
        if top >= 4:
            disposition -= exploding(random)
        if top < 6:
            # Of several Effect dice the highest counts, and only that one explodes.
            highest = max(random.randint(1, 6) for _ in range(dice))
            hp -= highest + exploding(random) if highest == 6 else highest
        if hp <= 0 or ego <= 0:
            return 0, 0
        if disposition <= 0:
            return hp, ego


@pytest.mark.rule("LD-58", "LD-66", "LD-A31")
def test_gangs_and_queues_are_what_fights_played_by_hand_show() -> None:
    random, runs = Random(8), 20_000
    rows = cells(8, "Dangerous")

    def close(chance: Fraction, won: int) -> Any:
        return abs(won / runs - float(chance)) < 6 * (float(chance * (1 - chance)) / runs) ** 0.5

    assert close(rows[3][1], sum(fought(random, 10, 2, 8, 5)[0] > 0 for _ in range(runs)))
    queue = 0
    for _ in range(runs):
        left = fought(random, 5, 1, 8, 5)
        queue += left[0] > 0 and fought(random, 5, 1, *left)[0] > 0
    assert close(rows[2][2], queue)
    assert all(abs(float(rows[count][3] - rows[count][2])) < 0.05 for count in (1, 2, 3, 4))


@pytest.mark.rule("LD-28", "LD-35")
def test_how_often_ego_starts_at_its_ceiling() -> None:
    rows = cells(9, "Ego at the start")
    two, one = Fraction(11, 36), Fraction(16, 36)
    assert rows[4][0] == two * two
    assert rows[3][0] + rows[4][0] == two * two + 2 * two * one
    assert [rows[total][2] for total in range(5)] == [3, 2, 1, 0, 0]


@pytest.mark.rule("LD-A22")
def test_the_sum_of_attributes_is_a_distribution() -> None:
    rows = cells(10, "Knock-outs")
    assert sum(row[0] for row in rows.values()) == 1
    assert sum(row[1] for row in rows.values()) == 1
    assert rows[0] == (Fraction(1, 4) ** 4, 0)


@pytest.mark.rule("LD-82", "LD-83")
def test_trivial_forks_trivial_and_chains_end() -> None:
    assert cells(11, "Level of the fork")["trivial"] == (1.0, 0.0, 0.0, 0.0)
    rows = cells(11, "Chains")
    assert rows["trivial"][0] == pytest.approx(4 / 9)
    assert rows["trivial"][2] == pytest.approx(1 / (1 - 4 / 9))


@pytest.mark.rule("LD-82", "LD-A49")
def test_with_one_light_die_some_chains_of_forks_never_end() -> None:
    """The chain as a tree of Challenges, grown by hand; one that has hundreds waiting will not end."""
    random, runs = Random(11), 4_000
    dispositions = [1, 5, 10, 15]

    def forks(level: int) -> list[int]:
        found: list[int] = []
        left = dispositions[level]
        while left > 0:
            die = random.randint(1, 6)
            if die in (4, 5):
                highest = max(random.randint(1, 6) for _ in range(max(1, level)))
                effect = highest + exploding(random) if highest == 6 else highest
                found.append(0 if level == 0 or effect <= 3 else 1 if effect <= 6 else 2 if effect <= 12 else 3)
            left = 0 if level == 0 else left - exploding(random) if die >= 4 else left
        return found

    ended = 0
    for _ in range(runs):
        waiting = [1]
        while waiting and len(waiting) < 300:
            waiting += forks(waiting.pop())
        ended += not waiting
    rows = cells(11, "A chain from a Dangerous")
    assert rows[1][3] == "no end"
    assert ended / runs == pytest.approx(rows[1][2], abs=6 * (0.037 / runs) ** 0.5)
    assert [rows[light][2] for light in (2, 3, 4)] == [1.0, 1.0, 1.0]


@pytest.mark.rule("LD-56", "LD-A31")
def test_the_fewer_results_hurt_the_better() -> None:
    for usual, failures, always in cells(12, "Overcoming").values():
        assert always < usual < failures


@pytest.mark.rule("LD-44", "LD-47", "LD-50")
def test_the_fourth_die_halves_failure_once_more() -> None:
    rows = cells(13, "Light Dice")
    assert [row[0] for row in rows.values()] == [Fraction(1, 2) ** light for light in range(1, 5)]
    assert rows[4][2] == 1 - Fraction(5, 6) ** 4
