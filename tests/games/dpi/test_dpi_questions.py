"""The designer's open questions, answered with the figures that are known."""

import pytest

from rulewright.answers import Answer
from rulewright.games.dpi import GAME

ANSWERS: dict[int, Answer] = {}


def answer(number: int) -> Answer:
    if number not in ANSWERS:
        ANSWERS[number] = GAME.questions[number - 1].answer()
    return ANSWERS[number]


KNOWN = {
    1: ["47.8%", "7.3%", "7.8 checks", "3.4%"],
    2: ["5/36"],
    3: ["5,197", "2,780"],
    4: ["Luck 8 or more", "cures it: off"],
    5: ["7.3 hits", "10.0 at 2", "12.6 at 4", "18.7 at 10"],
    6: ["knife does 3.6", "pistol 1.8", "shotgun 1.7", "revolver 0.84", "battle rifle 0.65", "sniper rifle 0.57"],
    7: ["49.9%", "47.5%", "2.6%", "56.4%"],
    8: ["33.3%", "83.3%", "Luck 0, 2"],
    9: ["29.5%", "58.0%", "11.7%"],
    10: ["1.00, 1.33 and 1.50 FT", "4, 5 and 7 AP"],
    11: ["54.0%", "timer of 20 at +0"],
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
    for figure in KNOWN[number]:
        assert figure in found.conclusion
    for table in found.tables:
        assert all(len(row) == len(table.columns) for row in table.rows)
    for chart in found.charts:
        assert all(len(series.values) == len(chart.x) for series in chart.series)


def test_there_are_fifteen_questions() -> None:
    assert [question.number for question in GAME.questions] == list(range(1, 16))
