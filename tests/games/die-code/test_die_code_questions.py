"""The open questions: the figures that can be checked another way."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from die_code_by_hand import LADDER, at_least, results
from die_code_table import derive

from rulewright.lab.answers import Answer, ReportTable
from rulewright.reports.die_code import QUESTIONS


@cache
def answer(number: int) -> Answer:
    return QUESTIONS[number - 1].answer()


def rows(number: int, table: int = 0) -> dict[Any, tuple[Any, ...]]:
    found: ReportTable = answer(number).tables[table]
    return dict(enumerate(found.rows))


def test_twelve_questions_are_answered() -> None:
    assert [question.number for question in QUESTIONS] == list(range(1, 13))
    for question in QUESTIONS:
        found = answer(question.number)
        assert found.method
        assert found.conclusion
        assert found.tables
        assert found.charts
        for table in found.tables:
            assert all(len(row) == len(table.columns) for row in table.rows)
        for chart in found.charts:
            assert all(len(series.values) == len(chart.x) for series in chart.series)


@pytest.mark.parametrize("number", range(1, 13))
def test_an_answer_advises_and_its_pictures_name_their_axes(number: int) -> None:
    assert len(answer(number).conclusion) > 200
    for chart in answer(number).charts:
        assert chart.x_title
        assert chart.y_title
        assert len(chart.series) <= 8 or chart.kind == "heat"


@pytest.mark.rule("DC-24", "DC-A4")
def test_dice_against_columns() -> None:
    found = {(row[0], row[1]): row for row in answer(1).tables[0].rows}
    assert found["TN", "easy"][3] == at_least(results(2), 5)
    assert float(found["TN", "epic"][3]) == pytest.approx(0.983, abs=5e-4)  # type: ignore[arg-type]
    assert float(found["TX", "epic"][4]) == pytest.approx(0.279, abs=5e-4)  # type: ignore[arg-type]
    assert float(found["TY", "epic"][4]) == pytest.approx(0.794, abs=5e-4)  # type: ignore[arg-type]
    for row in found.values():
        fifty = int(row[5])  # type: ignore[arg-type]
        if fifty <= 5:
            target = int(row[2])  # type: ignore[arg-type]
            assert at_least(results(fifty), target) * 2 >= 1
            assert at_least(results(fifty - 1), target) * 2 < 1


@pytest.mark.rule("DC-37")
def test_column_d_against_the_mean() -> None:
    assert [(row[2], row[3]) for row in answer(2).tables[0].rows] == [(2, 2), (4, 3), (6, 5), (8, 6), (10, 8), (12, 9)]


@pytest.mark.rule("DC-36")
def test_levels_given_up() -> None:
    found = {(row[0], row[1]): row for row in answer(3).tables[0].rows}
    assert found["moderate", 4][2] == 1 - at_least(results(4), LADDER["moderate"][2])
    for level in range(5):
        least = LADDER["moderate"][2] + 5 * level
        assert found["moderate", 4][3 + level] == at_least(results(4), least) - at_least(results(4), least + 5)
    assert all(sum(row[2:9]) == 1 for row in found.values())  # type: ignore[arg-type]
    assert ("hard", 7) not in found


@pytest.mark.rule("DC-29", "DC-A8")
def test_what_advantage_is_worth() -> None:
    assert "5/12 of a point per die" in answer(4).conclusion
    assert "12 dice, or 10" in answer(4).conclusion
    worth = {row[0]: row[1:] for row in answer(4).tables[1].rows}
    assert worth[12] == pytest.approx((5, 6, 5 / 3.5, 6 / 3.5))


@pytest.mark.rule("DC-27", "DC-A9")
def test_a_surplus_level_counts_only_where_levels_cancel() -> None:
    found = {(row[0], row[1]): row[2:] for row in answer(5).tables[0].rows}
    assert found[3, "any-cancels-all"][1] == at_least(results(3), 10)
    for dice, *gains in answer(5).tables[1].rows:
        cancel, plain = found[dice, "cancel"], found[dice, "any-cancels-all"]
        assert gains == [one - other for one, other in zip(cancel, plain, strict=True)]  # type: ignore[operator]
        assert all(isinstance(gain, Fraction) and gain >= 0 for gain in gains)


@pytest.mark.rule("DC-31", "DC-A10")
def test_penalty_dice_thrown_or_removed() -> None:
    assert "0.454 against 0.444" in answer(6).conclusion
    assert "0.600 against 0.625" in answer(6).conclusion


@pytest.mark.rule("DC-04", "DC-A1")
def test_three_pips_and_a_die() -> None:
    assert "0.954 and 0.946 against 10, with 0.500 and 0.556 against 15" in answer(7).conclusion


@pytest.mark.rule("DC-33")
def test_levels_of_a_pool() -> None:
    table = answer(8).tables[0]
    first = dict(zip(table.columns, table.rows[0], strict=True))
    assert (first["dice"], first["0 %"], first["1 %"]) == (1, results(1)[1] * 4, results(1)[1] * 2)
    assert all(sum(row[2:]) == 1 for row in table.rows)  # type: ignore[arg-type]


@pytest.mark.rule("DC-A16", "DC-A17")
def test_a_step_of_size() -> None:
    points, dice = ({row[:2]: row[2:] for row in table.rows} for table in answer(9).tables[1:])
    assert points[4, "moderate"][4] == at_least(results(4), 11)
    assert dice[4, "moderate"][6] == at_least(results(5), 10)
    assert dice[4, "moderate"][4] == at_least(results(4, None, 1), 10)
    changes = {row[:2]: row[2:] for row in answer(9).tables[0].rows}
    assert changes[4, "moderate"][1] == at_least(results(4), 11) - at_least(results(4), 10)


@pytest.mark.rule("DC-53", "DC-A19")
def test_weights_that_change_their_size() -> None:
    assert [row[1:3] for row in answer(10).tables[0].rows] == [
        (4000, 4096),
        (32_000, 32_768),
        (256_000, 262_144),
        (2_000_000, 2_097_152),
    ]


@pytest.mark.rule("DC-59", "DC-A24")
def test_the_pace_that_pays() -> None:
    for column, dice, mode, method, mean, *_ in answer(11).tables[0].rows:
        found = derive("best-move", pool=f"{dice}d", in_combat=column == "in combat")
        assert (mode, method) == (found["mode"], found["method"])
        assert f"{mean.numerator}/{mean.denominator}" == found["expected_paces"]  # type: ignore[union-attr]
    assert "never the best by distance: creep, combat." in answer(11).conclusion


@pytest.mark.rule("DC-57", "DC-A26")
def test_how_long_a_round_is() -> None:
    assert "6.8 seconds" in answer(12).conclusion
    assert "15 miles an hour" in answer(12).conclusion
