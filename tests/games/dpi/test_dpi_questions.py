"""The designer's open questions, answered with the figures that are known or worked out another way."""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from rulewright.lab.answers import Answer
from rulewright.reports.dpi import QUESTIONS

ANSWERS: dict[int, Answer] = {}


def answer(number: int) -> Answer:
    if number not in ANSWERS:
        ANSWERS[number] = QUESTIONS[number - 1].answer()
    return ANSWERS[number]


KNOWN = {
    1: ["47.8%", "7.3%", "7.8 checks", "3.4%"],
    2: ["5/36"],
    3: ["5,197", "2,780"],
    4: ["Luck 8 or more", "7.2, 7.2, 15.7 percentage points", "cures it: `off`"],
    5: ["7.3 hits", "10.0 at 2", "12.6 at 4", "18.7 at 10"],
    6: ["knife does 3.6", "pistol 1.8", "shotgun 1.7", "revolver 0.84", "battle rifle 0.65", "sniper rifle 0.57"],
    7: ["49.9%", "47.5%", "2.6%", "56.4%", "28.0% or 72.4%"],
    8: ["33.3%", "83.3%", "Luck 2 or less"],
    9: ["29.5%", "58.0%", "11.7%"],
    10: ["1.00, 1.33 and 1.50 FT", "4, 5 and 7 AP"],
    11: ["54.0%", "timer of 20 at +0 and 32 at +4"],
    12: ["40 missions", "30", "44.4%", "2.8%"],
    13: ["11 to 19 spaces", "55 to 95 ft"],
    14: ["$3,100 a week"],
    15: ["27,842", "HP reach 40"],
}


@pytest.mark.parametrize("number", range(1, 16))
def test_a_question_is_answered_with_tables_charts_and_the_known_figures(number: int) -> None:
    found = answer(number)
    assert found.tables
    assert found.charts
    assert found.method.endswith(".")
    assert len(found.conclusion) > 200
    for figure in KNOWN[number]:
        assert figure in found.conclusion
    for table in found.tables:
        assert all(len(row) == len(table.columns) for row in table.rows)
    for chart in found.charts:
        assert chart.x_title
        assert chart.y_title
        assert all(len(series.values) == len(chart.x) for series in chart.series)


def test_there_are_fifteen_questions() -> None:
    assert [question.number for question in QUESTIONS] == list(range(1, 16))


def rows(number: int, table: int = 0) -> dict[Any, tuple[Any, ...]]:
    return {row[0]: row[1:] for row in answer(number).tables[table].rows}


def by_hand(modifier: int, difficulty: int = 2) -> dict[str, Fraction]:
    """Every throw of two d6 against two d12 counted: success or crit, Stress, High, failure, Cost or better."""
    found = {"success": 0, "stress": 0, "high": 0, "failure": 0, "cost": 0}
    for a, b, c, d in product(range(1, 7), range(1, 7), range(1, 13), range(1, 13)):
        beaten = sum(a + b + modifier > face + difficulty for face in (c, d))
        double = a == b
        failure = (beaten == 0 and not double) or a + b == 2
        success = not failure and (beaten == 2 or a + b == 12)
        found["failure"] += failure
        found["success"] += success
        found["cost"] += not failure
        found["stress"] += failure or (double and beaten == 0 and not success)
        found["high"] += not failure and double and (beaten == 2 or (beaten == 1 and not success))
    return {name: Fraction(count, 36 * 144) for name, count in found.items()}


@pytest.mark.rule("DPI-94", "DPI-95", "DPI-A67")
def test_the_way_into_stress_and_back_is_what_counting_throws_gives() -> None:
    hand = [by_hand(-stress) for stress in range(6)]
    for stress, found in rows(1).items():
        assert found[:3] == (hand[stress]["success"], hand[stress]["stress"], hand[stress]["high"])
    # Half a random walk: the mean first-passage times as a system of equations, solved by going round.
    mean = [0.0] * 6
    for _ in range(3):
        for stress in range(5, 0, -1):
            up = mean[stress + 1] if stress < 5 else 0.0
            mean[stress] = (1 + float(hand[stress]["stress"]) * up) / float(hand[stress]["high"])
    assert rows(1, 1)[0][3] == f"{sum(mean):,.0f}" == "14,943,415"
    assert rows(1, 1)[8][3] == "96"


@pytest.mark.rule("DPI-05", "DPI-11")
def test_what_doubles_leave_at_impossible_is_what_counting_throws_gives() -> None:
    for modifier in (-10, 0, 6):
        assert rows(2)[modifier][4] == by_hand(modifier, 8)["cost"]
        assert rows(2, 1)[modifier][4] == by_hand(modifier, 8)["success"]
    assert "two sixes a Success (1/36)" in answer(2).conclusion


@pytest.mark.rule("DPI-87")
def test_a_table_for_a_hundred_sessions_takes_about_five_hundred_checks() -> None:
    needs = rows(3, 1)[100]
    checks = sum(need / by_hand(level)["failure"] for level, need in enumerate(needs))
    assert float(checks) == pytest.approx(500, rel=0.02)


@cache
def hits(hp: int, fortitude: int, sides: int) -> Fraction:
    if hp <= 0:
        return Fraction(0)
    ways = [
        (hp, fortitude - 1) if face <= fortitude else (hp - face + fortitude, fortitude) for face in range(1, sides + 1)
    ]
    return 1 + sum((hits(left, worn, sides) for left, worn in ways), Fraction(0)) / sides


@pytest.mark.rule("DPI-29", "DPI-30")
def test_hits_to_fell_a_target_are_what_a_recursion_by_hand_gives() -> None:
    for fortitude, found in rows(5).items():
        assert found[:3] == pytest.approx([float(hits(24, fortitude, sides)) for sides in (4, 6, 8)])
    assert rows(10)["heavy"][3] == pytest.approx(float(hits(24, 6, 6) - hits(24, 0, 6)))


@pytest.mark.rule("DPI-129", "DPI-131")
def test_a_fair_price_makes_a_weapon_as_good_as_a_pistol() -> None:
    per_ap, fair = rows(6), rows(6, 1)
    for name, weapon, charged in (("Medium", "revolver", 3), ("Heavy", "battle-rifle", 5), ("Tech", "sniper-rifle", 7)):
        for at in range(7):
            assert per_ap[weapon][at] * charged / fair[name][at] == pytest.approx(per_ap["pistol"][at])


@pytest.mark.rule("DPI-122", "DPI-125")
def test_a_timer_is_done_as_often_as_counting_throws_gives() -> None:
    @cache
    def done(timer: int, hours: int, modifier: int) -> Fraction:
        if timer <= 0:
            return Fraction(1)
        return sum(
            (
                done(timer - max(0, a + b + modifier), hours - taken, modifier)
                for taken in range(1, 5)
                if taken <= hours
                for a, b in product(range(1, 7), repeat=2)
            ),
            Fraction(0),
        ) / (4 * 36)

    assert rows(11, 1)[8] == (20, 26, 32, 38)
    for at, modifier in enumerate((0, 2, 4, 6)):
        longest = rows(11, 1)[8][at]
        assert done(longest, 8, modifier) * 2 >= 1 > done(longest + 1, 8, modifier) * 2


@pytest.mark.rule("DPI-A27", "DPI-A28")
def test_lives_left_after_missions_are_a_walk_over_deaths() -> None:
    chances = {0: Fraction(1)}
    for _ in range(30):
        chances = {
            deaths: chances.get(deaths, Fraction(0)) * Fraction(9, 10) + chances.get(deaths - 1, Fraction(0)) / 10
            for deaths in range(31)
        }
    assert rows(12, 1)[30] == (sum(chances[n] for n in range(4)), sum(chances[n] for n in range(3)))


@pytest.mark.rule("DPI-A47")
def test_striking_back_costs_the_walk_into_reach() -> None:
    columns = answer(13).tables[1].columns[1:]
    walk = {pair: dict(zip(columns, found, strict=True)) for pair, found in rows(13, 1).items()}
    assert walk["sniper-rifle"]["revolver"] == 60 - 4
    assert walk["knife"]["pistol"] == 2
    assert walk["pistol"]["shotgun"] is None


@pytest.mark.rule("DPI-A16", "DPI-A17")
def test_the_legal_spreads_are_what_trying_all_of_them_gives() -> None:
    step = {3: -2, 4: -1, 5: 0, 6: 1, 7: 2, 8: 4, 9: 6, 10: 9}
    legal = [
        spread
        for spread in product(step, repeat=6)
        if sum(map(step.__getitem__, spread)) <= 10 and sum(max(0, 5 - score) for score in spread) <= 2
    ]
    assert rows(15)["step"][:2] == (len(legal), max(4 + 2 * (spread[0] + spread[1]) for spread in legal))
    for goal, cost, *spread in answer(15).tables[1].rows:
        assert cost != "step" or tuple(spread) in legal, goal
