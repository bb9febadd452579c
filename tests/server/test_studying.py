"""Comparisons, sweeps, best play and the numbers of a roll, as the server tells them."""

from fractions import Fraction
from typing import Any

import pytest

from rulewright.game import Game, Words, find_game, installed_games
from rulewright.game.outcomes import rows_of, scale
from rulewright.readings import Budget, OverBudget
from rulewright.rules import BadInput, Refused
from rulewright.server.describe_game import describe_game
from rulewright.server.jobs import roll_odds
from rulewright.server.lab_jobs import MOST_CELLS, best_play, compare_rolls, sweep_roll
from rulewright.server.outcome_numbers import figure_statistics
from rulewright.server.responses import LabelledChance
from rulewright.server.rule_uses import rolls_using

SECONDS = 20.0
_FEW_PATHS = 1_500


def chances(rows: list[LabelledChance]) -> dict[str, str]:
    return {row.label: row.chance for row in rows}


def test_numbers_come_with_mean_spread_quantiles_and_every_value() -> None:
    (figure,) = figure_statistics(
        [(1, Fraction(1, 4)), (2, Fraction(1, 4)), (4, Fraction(1, 2))], exact=True, words=Words()
    )
    assert figure.mean == "11/4"
    assert figure.spread == pytest.approx(1.299038, abs=1e-6)
    assert figure.quantiles == {"5%": 1, "25%": 1, "50%": 2, "75%": 4, "95%": 4}
    assert [(one.number, one.chance, one.at_least) for one in figure.values] == [
        (1, "1/4", "1/1"),
        (2, "1/4", "3/4"),
        (4, "1/2", "1/2"),
    ]


def test_numbers_of_a_simulation_claim_no_fraction() -> None:
    (figure,) = figure_statistics([(1, Fraction(1, 2)), (2, Fraction(1, 2))], exact=False, words=Words())
    assert figure.mean == ""
    assert {one.chance for one in figure.values} == {""}


def test_odds_of_a_duel_that_is_too_large_to_be_exact_are_in_float64_and_claim_no_fraction() -> None:
    params = {"a": {"brawl": 4, "policy": "best"}, "b": {"brawl": 3, "policy": "best"}, "max_turns": 10}
    odds = roll_odds("untold-aeons", "melee-duel", params, {}, 6.0)
    assert odds.method == "float64"
    assert "about 15 digits" in odds.note
    assert {row.chance for row in (*odds.bar, *odds.rows)} == {""}
    assert sum(row.value for row in odds.bar) == pytest.approx(1)


def test_odds_without_time_for_exact_ones_are_simulated_and_give_their_interval() -> None:
    odds = roll_odds("twelves", "check", {"score": 7}, {}, 0.0)
    assert odds.method == "simulated"
    assert odds.runs > 0
    for row in odds.bar:
        assert row.chance == ""
        assert row.low is not None
        assert row.high is not None
        assert row.low <= row.value <= row.high
    exact = chances(roll_odds("twelves", "check", {"score": 7}, {}, SECONDS).bar)
    for row in odds.bar:
        assert abs(row.value - Fraction(exact[row.label])) < 0.02


def test_a_comparison_gives_every_outcome_on_both_sides_and_its_change() -> None:
    sides: list[tuple[str, str, dict[str, Any], dict[str, Any]]]
    sides = [("low", "check", {"score": 5}, {}), ("high", "check", {"score": 7}, {})]
    comparison = compare_rolls("twelves", sides, SECONDS)
    assert comparison.labels == ["low", "high"]
    failure = next(row for row in comparison.rows if row.label == "failure")
    assert [side.chance for side in failure.sides] == ["41/72", "5/12"]
    assert failure.change.chance == "-11/72"
    assert [chances(bar)["critical"] for bar in comparison.bars] == ["1/12", "1/12"]


def test_a_sweep_has_a_cell_for_every_setting_in_order() -> None:
    axes = [("difficulty", [0, 2]), ("score", [5, 7])]
    sweep = sweep_roll("twelves", "check", {}, {}, axes, "result=failure", SECONDS)
    assert sweep.method == "exact"
    priced = [
        find_game("twelves")
        .odds("check", {"difficulty": difficulty, "score": score})
        .where(lambda outcome: outcome.result == "failure")
        for difficulty in (0, 2)
        for score in (5, 7)
    ]
    assert [Fraction(cell.chance) for cell in sweep.cells] == priced


def test_a_sweep_over_a_ruling_and_without_a_figure_takes_the_one_that_moves_most() -> None:
    axes = [("option.doubles-below-tn", ["critical", "failure"])]
    sweep = sweep_roll("twelves", "check", {"score": 1}, {}, axes, "", SECONDS)
    assert sweep.figure.figure in ("result=critical", "result=failure")
    assert sweep.cells[0].chance != sweep.cells[1].chance


def test_a_setting_that_is_refused_leaves_its_cell_empty_and_says_why() -> None:
    sweep = sweep_roll("twelves", "check", {}, {}, [("score", [7, 99])], "result=success", SECONDS)
    assert sweep.method == "partly"
    assert sweep.cells[0].why == ""
    assert sweep.cells[1].value is None
    assert "score must be" in sweep.cells[1].why


def test_a_sweep_that_is_too_large_or_refused_altogether_is_refused() -> None:
    many = list(range(MOST_CELLS + 1))
    with pytest.raises(BadInput, match="too many settings"):
        sweep_roll("twelves", "check", {}, {}, [("score", many)], "", SECONDS)
    with pytest.raises(BadInput, match="score must be"):
        sweep_roll("twelves", "check", {}, {}, [("score", [98, 99])], "", SECONDS)
    with pytest.raises(BadInput, match="bad figure"):
        sweep_roll("twelves", "check", {}, {}, [("score", [7])], "nonsense", SECONDS)


def test_a_sweep_without_time_says_so() -> None:
    with pytest.raises(BadInput, match="no time was left"):
        sweep_roll("twelves", "check", {}, {}, [("score", [5, 7])], "", 0.0)


def test_best_play_is_reported_exactly_and_for_drawing() -> None:
    play = best_play("twelves", "duel", {"a": {"potions": 1, "weapon": 2}, "b": {"weapon": 2}}, {}, SECONDS)
    first = play.decisions[0]
    assert first.who == "a"
    best, second = first.options
    assert best.worth.value >= second.worth.value
    assert best.wins is not None
    assert float(Fraction(best.wins.chance)) == pytest.approx(best.wins.value)


def test_a_games_own_solver_values_every_choice() -> None:
    play = best_play("light-dark", "fight", {}, {}, SECONDS)
    (decision,) = play.decisions
    worths = [Fraction(option.worth.chance) for option in decision.options]
    assert worths == sorted(worths, reverse=True)


def test_failure_and_success_are_coloured_where_a_game_does_not_order_its_words() -> None:
    rows = [({"success": True, "heads": 1}, Fraction(3, 4)), ({"success": False, "heads": 0}, Fraction(1, 4))]
    assert {one.label: one.tone for one in scale(rows)} == {"failure": 0.25, "success": 0.75}
    struck = [({"result": word}, Fraction(1, 3)) for word in ("miss", "hit", "critical")]
    assert [one.tone for one in scale(struck, ("failure", "success", "critical"))] == [0.25, 0.75, 1.0]
    checked = [({"result": word}, Fraction(1, 3)) for word in ("failure", "success", "critical")]
    assert [one.tone for one in scale(checked, ("failure", "success", "critical"))] == [0.25, 0.75, 1.0]


def test_where_best_play_takes_too_long_the_plans_are_compared() -> None:
    play = best_play("dpi", "duel", {"attacker_hp": 10, "target_hp": 10, "counter_weapon": "revolver"}, {}, 0.2)
    assert play.method == "over budget"
    assert play.decisions == []
    assert {(one.who, one.plan) for one in play.plans} <= {
        ("attacker", plan) for plan in ("keep", "relieve", "boost", "late")
    }
    assert play.plans
    wins = [one.wins.estimate for one in play.plans]
    assert wins == sorted(wins, reverse=True)
    assert all(one.wins.low <= one.wins.estimate <= one.wins.high for one in play.plans)


def test_a_bar_is_about_what_differs() -> None:
    half = Fraction(1, 2)
    rows = [({"kept": False, "hp": 3, "down": False}, half), ({"kept": False, "hp": 0, "down": True}, half)]
    assert [one.label for one in scale(rows)] == ["not down", "down"]
    rows = [({"shaken": False, "stress": 1}, half), ({"shaken": False, "stress": 2}, half)]
    assert [one.label for one in scale(rows)] == ["stress 1", "stress 2"]


def test_words_have_the_names_of_their_fields_only_where_they_need_them() -> None:
    half = Fraction(1, 2)
    rows = [({"result": "success", "state": "up"}, half), ({"result": "failure", "state": "out"}, half)]
    assert dict(rows_of(rows)) == {"success, up": half, "failure, out": half}
    rows = [({"mine": "hit", "yours": "miss"}, half), ({"mine": "miss", "yours": "hit"}, half)]
    assert dict(rows_of(rows)) == {"mine hit, yours miss": half, "mine miss, yours hit": half}
    rows = [({"winner": "a", "by": "boxes"}, half), ({"winner": "b", "by": "collapse"}, half)]
    assert dict(rows_of(rows)) == {"winner a, by boxes": half, "winner b, by collapse": half}


def test_advice_on_a_roll_without_decisions_is_refused() -> None:
    with pytest.raises(BadInput, match="unknown duel"):
        best_play("twelves", "check", {}, {}, SECONDS)


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


@pytest.mark.parametrize("slug", installed_games())
def test_an_option_that_changes_a_roll_is_among_those_reported_of_it(slug: str) -> None:
    game, description = find_game(slug), describe_game(slug)
    choices = [option for option in description.options if option.value.kind == "choice"]
    compared_any = False
    for roll in description.rolls:
        params = next((one.params for one in description.examples if one.roll == roll.name and not one.options), {})
        before = _odds(game, roll.name, params, {})
        if before is None:
            continue
        for option in choices:
            for value in option.value.values:
                after = _odds(game, roll.name, params, {option.name: value})
                if after is not None and after != before:
                    compared_any = True
                    assert option.name in roll.options, (roll.name, option.name)
    assert compared_any


def _odds(game: Game, roll: str, params: dict[str, Any], options: dict[str, Any]) -> dict[str, Fraction] | None:
    """Odds that are worked out in a few paths; nothing for what is refused or would take long."""
    try:
        found = game.odds(roll, params, options, Budget(_FEW_PATHS))
    except (BadInput, Refused, OverBudget):
        return None
    return {str(outcome): chance for outcome, chance in found.items()}


@pytest.mark.parametrize(
    ("slug", "roll", "axis", "bad"),
    [
        ("twelves", "check", "score", ["result=failure"]),
        ("dpi", "check", "skill", ["result=failure", "result=cost-minus"]),
        ("light-dark", "risky-action", "attribute", ["result=fail", "lost=true"]),
        ("twelves", "duel", "a.damage", []),
    ],
)
def test_the_bad_figures_of_a_sweep_are_named(slug: str, roll: str, axis: str, bad: list[str]) -> None:
    """What is to be avoided follows from the game's own order of its words, so that no interface knows them."""
    found = sweep_roll(slug, roll, {}, {}, [(axis, [1, 2])], "", SECONDS)
    assert [one.figure for one in found.figures if one.is_bad] == bad
