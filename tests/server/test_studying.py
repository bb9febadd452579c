"""Comparisons, sweeps, best play and the numbers of a roll, as the server tells them."""

from fractions import Fraction
from typing import Any

import pytest

from rulewright.game import find_game, installed_games
from rulewright.rules import BadInput
from rulewright.server.calculations import JOBS
from rulewright.server.numbers import numbers_of
from rulewright.server.studying import MOST_CELLS, advised, compared, swept
from rulewright.server.uses import rolls_using

SECONDS = 20.0


def chances(rows: list[dict[str, Any]]) -> dict[str, str]:
    return {row["label"]: row["chance"] for row in rows}


def test_numbers_come_with_mean_spread_quantiles_and_every_value() -> None:
    (told,) = numbers_of([(1, Fraction(1, 4)), (2, Fraction(1, 4)), (4, Fraction(1, 2))], exact=True)
    assert told["mean"] == "11/4"
    assert told["spread"] == pytest.approx(1.299038, abs=1e-6)
    assert told["quantiles"] == {"5%": 1, "25%": 1, "50%": 2, "75%": 4, "95%": 4}
    assert [(one["number"], one["chance"], one["at_least"]) for one in told["values"]] == [
        (1, "1/4", "1/1"),
        (2, "1/4", "3/4"),
        (4, "1/2", "1/2"),
    ]


def test_numbers_of_a_simulation_claim_no_fraction() -> None:
    (told,) = numbers_of([(1, Fraction(1, 2)), (2, Fraction(1, 2))], exact=False)
    assert told["mean"] == ""
    assert {one["chance"] for one in told["values"]} == {""}


def test_simulated_odds_say_so_and_give_their_interval() -> None:
    params = {"actor_pool": "20d", "opponent_pool": "20d", "target": 20}
    told = JOBS["roll odds"]("die-code", "contest", params, {}, 0.2)
    assert told["method"] == "simulated"
    assert all(row["chance"] == "" and row["low"] <= row["value"] <= row["high"] for row in told["bar"])


def test_a_comparison_gives_every_outcome_on_both_sides_and_its_change() -> None:
    sides: list[tuple[str, str, dict[str, Any], dict[str, Any]]]
    sides = [("low", "check", {"score": 5}, {}), ("high", "check", {"score": 7}, {})]
    told = compared("twelves", sides, SECONDS)
    assert told["labels"] == ["low", "high"]
    failure = next(row for row in told["rows"] if row["label"] == "result failure")
    assert [side["chance"] for side in failure["sides"]] == ["41/72", "5/12"]
    assert failure["change"]["chance"] == "-11/72"
    assert [chances(bar)["critical"] for bar in told["bars"]] == ["1/12", "1/12"]


def test_a_sweep_has_a_cell_for_every_setting_in_order() -> None:
    axes = [("difficulty", [0, 2]), ("score", [5, 7])]
    told = swept("twelves", "check", {}, {}, axes, "result=failure", SECONDS)
    assert told["method"] == "exact"
    priced = [
        find_game("twelves")
        .odds("check", {"difficulty": difficulty, "score": score})
        .where(lambda outcome: outcome.result == "failure")
        for difficulty in (0, 2)
        for score in (5, 7)
    ]
    assert [Fraction(cell["chance"]) for cell in told["cells"]] == priced


def test_a_sweep_over_a_ruling_and_without_a_figure_takes_the_one_that_moves_most() -> None:
    axes = [("option.doubles-below-tn", ["critical", "failure"])]
    told = swept("twelves", "check", {"score": 1}, {}, axes, "", SECONDS)
    assert told["figure"] in ("result=critical", "result=failure")
    assert told["cells"][0]["chance"] != told["cells"][1]["chance"]


def test_a_setting_that_is_refused_leaves_its_cell_empty_and_says_why() -> None:
    told = swept("twelves", "check", {}, {}, [("score", [7, 99])], "result=success", SECONDS)
    assert told["method"] == "partly"
    assert told["cells"][0]["why"] == ""
    assert told["cells"][1]["value"] is None
    assert "score must be" in told["cells"][1]["why"]


def test_a_sweep_that_is_too_large_or_refused_altogether_is_refused() -> None:
    many = list(range(MOST_CELLS + 1))
    with pytest.raises(BadInput, match="too many settings"):
        swept("twelves", "check", {}, {}, [("score", many)], "", SECONDS)
    with pytest.raises(BadInput, match="score must be"):
        swept("twelves", "check", {}, {}, [("score", [98, 99])], "", SECONDS)
    with pytest.raises(BadInput, match="bad figure"):
        swept("twelves", "check", {}, {}, [("score", [7])], "nonsense", SECONDS)


def test_when_the_time_is_up_the_rest_of_a_sweep_is_left_empty() -> None:
    params = {"a": {"firearms": 4}, "b": {"firearms": 4}, "max_turns": 6}
    axes = [("a.firearms", [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]), ("b.firearms", [2, 3, 4, 5, 6, 7, 8, 9, 10, 11])]
    told = swept("untold-aeons", "firearm-duel", params, {}, axes, "", 0.5)
    assert told["method"] == "partly"
    assert told["cells"][-1]["why"] == "there was no time left for this one"


def test_best_play_is_told_exactly_and_for_drawing() -> None:
    told = advised("twelves", "duel", {"a": {"potions": 1, "weapon": 2}, "b": {"weapon": 2}}, {}, SECONDS)
    first = told["decisions"][0]
    assert first["who"] == "a"
    best, second = first["options"]
    assert best["worth"]["value"] >= second["worth"]["value"]
    assert float(Fraction(best["wins"]["chance"])) == pytest.approx(best["wins"]["value"])


def test_a_games_own_solver_values_every_choice() -> None:
    told = advised("light-dark", "fight", {}, {}, SECONDS)
    (decision,) = told["decisions"]
    worths = [Fraction(option["worth"]["chance"]) for option in decision["options"]]
    assert worths == sorted(worths, reverse=True)


def test_advice_on_a_roll_without_decisions_is_refused() -> None:
    with pytest.raises(BadInput, match="unknown duel"):
        advised("twelves", "check", {}, {}, SECONDS)


def test_a_rule_is_tried_in_the_rolls_that_use_it_directly_or_not() -> None:
    used = rolls_using(find_game("twelves"))
    assert used["TW-11"][0] == "check"
    assert "attack" in used["TW-A7"]  # carried by a function that the check calls
    assert used["TW-01"] == ()  # making a character throws no dice


@pytest.mark.parametrize("slug", installed_games())
def test_every_numbered_rule_is_looked_up(slug: str) -> None:
    game = find_game(slug)
    used = rolls_using(game)
    assert set(used) == {*game.inventory.rules, *game.inventory.rulings}
    assert {roll for rolls in used.values() for roll in rolls} <= {roll.name for roll in game.rolls}
