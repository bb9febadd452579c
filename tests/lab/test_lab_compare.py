"""Rulings compared: by hand where a hand can, and the same report for an edited game."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.game import Game, Roll, find_game
from rulewright.games.twelves.check import CheckTerms
from rulewright.lab.compare import ComparedSide, compare_sides, comparison_answer, sides_of
from rulewright.lab.compare_sweep import compare_swept, swept_answer
from rulewright.lab.figures import figure
from rulewright.lab.sweep import Grid, SweepAxis, values_of
from rulewright.rules import BadInput

TWELVES = find_game("twelves")
CHECK: dict[str, list[Any]] = {"score": [7], "rank": [3], "tags": [2]}


def test_another_ruling_is_compared_with_the_default() -> None:
    sides = sides_of(TWELVES, "check", CHECK, {"tag-bonus": ["rank-each"]})
    assert [side.label for side in sides] == ["tag-bonus=rank-once", "tag-bonus=rank-each"]
    found = compare_sides(sides, [figure("result=success"), figure("mean:total")])
    # Rank 3 once or twice on 2d12 against 13: 10 or 7 is needed, doubles are critical.
    assert [values for _, values in found.figures] == [(Fraction(25, 36), Fraction(5, 6)), (16, 19)]


def test_the_chances_of_outcomes_are_those_of_the_odds_and_sum_to_one() -> None:
    sides = sides_of(TWELVES, "check", {"score": [5, 9]}, {})
    found = compare_sides(sides)
    for at, score in enumerate((5, 9)):
        assert sum(chances[at] for _, chances in found.outcomes) == 1
        odds = TWELVES.odds("check", {"score": score})
        for outcome, chances in found.outcomes:
            assert chances[at] == odds.where(lambda end, outcome=outcome: _fields(end) == outcome)  # type: ignore[misc]


def _fields(end: Any) -> dict[str, Any]:
    return {"result": end.result, "total": end.total, "margin": end.margin}


def test_the_same_twice_makes_no_difference() -> None:
    found = compare_sides(sides_of(TWELVES, "check", {"score": [7, 7]}, {}))
    assert found.is_the_same
    assert "no difference" in comparison_answer(found).conclusion


def test_the_conclusion_follows_from_the_numbers() -> None:
    answer = comparison_answer(compare_sides(sides_of(TWELVES, "check", CHECK, {"tag-bonus": ["rank-each"]})))
    assert "result=success goes from 69.4% to 83.3%" in answer.conclusion
    assert ("result=failure", "22.2%", "8.3%", "-13.9") in answer.tables[0].rows
    assert ("result failure", "22.2%", "8.3%", "-13.9") in answer.tables[1].rows


def test_one_side_alone_is_nothing_to_compare() -> None:
    with pytest.raises(BadInput, match="nothing to compare"):
        compare_sides(sides_of(TWELVES, "check", {"score": [7]}, {}))


def test_a_figure_that_never_comes_up_is_said_to() -> None:
    sides = sides_of(TWELVES, "check", {"score": [5, 9]}, {})
    answer = comparison_answer(compare_sides(sides, [figure("result=sucess")]))
    assert answer.conclusion == "result=sucess is 0 on every side; look at the outcomes for what comes up."


def test_of_two_games_what_they_have_in_common_is_summed_up() -> None:
    sides = [ComparedSide(slug, find_game(slug), "check", {}, {}) for slug in ("twelves", "die-code")]
    found = compare_sides(sides)
    assert {one.field for one, _ in found.figures} == {"result"}
    assert all(sum(chances[at] for _, chances in found.outcomes) == 1 for at in (0, 1))


def test_a_sweep_shows_what_moves_most_unless_given() -> None:
    sides = sides_of(TWELVES, "check", {"tags": [2]}, {"tag-bonus": ["rank-each"]})
    axes = (SweepAxis("parameter", "rank", (1, 2, 3)), SweepAxis("parameter", "score", (4, 9)))
    # Doubles are as likely whatever the bonus: that criticals do not move is nothing to show.
    assert compare_swept(sides, axes, None).figure.text == "result=success"
    assert compare_swept(sides[:1], axes[:1], None).figure.text == "result=success"


def test_too_many_sides_are_counted_and_refused() -> None:
    with pytest.raises(BadInput, match="too many sides: 25 combinations, at most 8"):
        sides_of(TWELVES, "check", {"score": [1, 2, 3, 4, 5], "rank": [1, 2, 3, 4, 5]}, {})


def edited(game: Game) -> Game:
    """The same game in which every check is at one more."""

    def kinder(dice: Any, score: int = 7) -> Any:
        """A check that is easier by one."""
        return TWELVES.roll("check").rule(dice, CheckTerms(score=score + 1))

    return replace(game, slug="kinder", rolls=(Roll("check", kinder, "2d12"),))


def test_an_edited_game_is_compared_with_the_original() -> None:
    sides = [
        ComparedSide("twelves", TWELVES, "check", {"score": 7}, {}),
        ComparedSide("kinder", edited(TWELVES), "check", {"score": 7}, {}),
    ]
    ((_, values),) = compare_sides(sides, [figure("result=success,critical")]).figures
    easier = TWELVES.odds("check", {"score": 8}).where(lambda end: end.result != "failure")
    assert values[1] == easier > values[0]


def test_over_one_parameter_there_are_lines_and_over_two_a_map_of_the_change() -> None:
    sides = sides_of(TWELVES, "check", {"rank": [3], "tags": [2]}, {"tag-bonus": ["rank-each"]})
    success = figure("result=success,critical")
    line = compare_swept(sides, [SweepAxis("parameter", "score", range(1, 4))], success)
    assert line.values[0] == tuple(
        TWELVES.odds("check", {"score": score, "rank": 3, "tags": 2}).where(lambda end: end.result != "failure")
        for score in (1, 2, 3)
    )
    assert swept_answer(line).charts[0].kind == "lines"
    grid = compare_swept(
        sides, [SweepAxis("parameter", "rank", (1, 5)), SweepAxis("parameter", "score", (1, 12))], success
    )
    chart = swept_answer(grid).charts[0]
    assert chart.kind == "heat"
    assert [series.values for series in chart.series] == [
        tuple(grid.values[1][at] - grid.values[0][at] for at in row)  # type: ignore[operator]  # no refusals here
        for row in ((0, 1), (2, 3))
    ]


def test_points_that_a_rule_refuses_are_left_empty() -> None:
    game = find_game("dpi")
    sides = sides_of(game, "attack", {"weapon": ["knife"], "stat": [6, 8]}, {})
    found = compare_swept(sides, [SweepAxis("parameter", "distance", (1, 30))], None)
    assert [value is None for value in found.values[0]] == [False, True]


def test_a_sweep_too_large_for_a_comparison_is_refused_with_its_size() -> None:
    sides = sides_of(TWELVES, "check", {"score": [6, 7]}, {})
    axes = [SweepAxis("parameter", "difficulty", range(1000)), SweepAxis("parameter", "rank", range(1000))]
    with pytest.raises(BadInput, match="too large: 2,000,000 rolls to price"):
        compare_swept(sides, axes, None)


def test_points_of_a_grid_are_numbered_with_the_last_axis_fastest() -> None:
    grid = Grid(
        {"a": {"agi": 3}}, {}, (SweepAxis("parameter", "a.weapon", (1, 2)), SweepAxis("option", "last-box", ("x", "y")))
    )
    assert grid.size == 4
    assert [grid.values_at(number) for number in range(4)] == [(1, "x"), (1, "y"), (2, "x"), (2, "y")]
    assert grid.point(2) == ({"a": {"agi": 3, "weapon": 2}}, {"last-box": "x"})


def test_ranges_and_lists_are_values() -> None:
    assert list(values_of("score", "5..8")) == [5, 6, 7, 8]
    assert list(values_of("score", "-10..10..10")) == [-10, 0, 10]
    assert list(values_of("score", [1, 5])) == [1, 5]
    assert list(values_of("score", "run")) == ["run"]
    nothing: list[Any] = ["8..5", [], "1..5..0"]
    for empty in nothing:
        with pytest.raises(BadInput, match="empty range: score"):
            values_of("score", empty)
