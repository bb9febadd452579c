"""Opposed rolls and contests (DC-A27, DC-A28)."""

from fractions import Fraction
from typing import Any

import pytest
from die_code_by_hand import Weighted, results
from die_code_table import chance, chances, outcome, refuses


def margins(actor: Weighted, opponent: Weighted) -> Weighted:
    found: Weighted = {}
    for own, one in actor.items():
        for other, two in opponent.items():
            found[own - other] = found.get(own - other, Fraction(0)) + one * two
    return found


@pytest.mark.rule("DC-33", "DC-A27")
def test_the_margin_is_one_result_less_the_other() -> None:
    given: dict[str, Any] = {"actor_pool": "2d+1", "actor_advantage": 1, "opponent_pool": "1d", "opponent_penalty": 1}
    expected = margins({total + 1: one for total, one in results(2, 1).items()}, results(1, None, 1))
    found = chances("opposed", **given)
    assert {margin: one for (margin, _, _), one in found.items()} == expected
    assert all(level == margin // 5 for margin, level, _ in found)


@pytest.mark.rule("DC-25", "DC-26", "DC-31", "DC-A27")
def test_the_actor_throws_everything_before_the_opponent() -> None:
    given: dict[str, Any] = {
        "actor_pool": "2d",
        "actor_advantage": 1,
        "actor_penalty": 1,
        "opponent_pool": "2d+2",
        "opponent_disadvantage": 1,
        "opponent_penalty": 1,
    }
    # actor 1 5, again 4, penalty 3: 6; opponent 6 2, again 6, penalty 1, pips 2: 9
    assert outcome("opposed", 1, 5, 4, 3, 6, 2, 6, 1, **given) == {
        "margin": -3,
        "success_level": -1,
        "winner": "opponent",
    }


@pytest.mark.rule("DC-A27")
@pytest.mark.parametrize("ties", ["actor", "opponent", "draw"])
def test_who_wins_a_tie(ties: str) -> None:
    options = {"opposed-ties": ties}
    assert outcome("opposed", 3, 3, actor_pool="1d", opponent_pool="1d", options=options)["winner"] == ties
    assert (
        chance("opposed", {"winner": ties}, options, actor_pool="1d", opponent_pool="1d")
        == {
            "actor": Fraction(21, 36),
            "opponent": Fraction(21, 36),
            "draw": Fraction(6, 36),
        }[ties]
    )


@pytest.mark.rule("DC-A27")
def test_with_equal_pools_the_actor_has_half_the_ties_more() -> None:
    tie = chance("opposed", {"margin": 0}, actor_pool="3d", opponent_pool="3d")
    won = chance("opposed", {"winner": "actor"}, actor_pool="3d", opponent_pool="3d")
    assert won == (1 + tie) / 2


@pytest.mark.rule("DC-A11", "DC-A27")
def test_the_level_of_a_margin_follows_the_table() -> None:
    given: dict[str, Any] = {"actor_modifier": -4}
    assert outcome("opposed", **given)["success_level"] == -1
    assert outcome("opposed", **given, options={"success-rounding": "toward-zero"})["success_level"] == 0
    column = {"success-divisor": "column", "ladder-column": "TZ"}
    assert outcome("opposed", actor_modifier=5, options=column)["success_level"] == 2


@pytest.mark.rule("DC-A16", "DC-A17", "DC-A27")
def test_size_goes_to_the_actor() -> None:
    sizes: dict[str, Any] = {"actor_size": "small", "opponent_size": "large", "actor_pool": "1d", "opponent_pool": "1d"}
    assert outcome("opposed", 3, 3, **sizes, size_use="agile")["margin"] == 2
    assert outcome("opposed", 3, 3, **sizes, size_use="force")["margin"] == -2
    assert outcome("opposed", 3, 3, **sizes)["margin"] == 0
    dice = {"size-unit": "dice"}
    assert outcome("opposed", 3, 4, 5, 3, **sizes, size_use="agile", options=dice)["margin"] == 9
    assert outcome("opposed", 3, 1, 1, 3, **sizes, size_use="force", options=dice)["margin"] == -2


@pytest.mark.rule("DC-A27")
def test_nobody_takes_the_average_in_an_opposed_roll() -> None:
    with refuses("unknown parameter: method"):
        outcome("opposed", actor_pool="9d", method="average")


@pytest.mark.rule("DC-A28")
def test_a_contest_is_a_race() -> None:
    # 1d against 1d, first to two: the actor wins a round with 21/36
    win = Fraction(21, 36)
    lose = 1 - win
    assert chances("contest", actor_pool="1d", opponent_pool="1d", target=2) == {
        (2, 0, "actor"): win**2,
        (2, 1, "actor"): 2 * win**2 * lose,
        (0, 2, "opponent"): lose**2,
        (1, 2, "opponent"): 2 * lose**2 * win,
    }


@pytest.mark.rule("DC-A28")
def test_draws_drop_out() -> None:
    assert chances("contest", {"opposed-ties": "draw"}, actor_pool="1d", opponent_pool="1d", target=1) == {
        (1, 0, "actor"): Fraction(1, 2),
        (0, 1, "opponent"): Fraction(1, 2),
    }
    played = outcome(
        "contest", 3, 3, 5, 2, actor_pool="1d", opponent_pool="1d", target=1, options={"opposed-ties": "draw"}
    )
    assert played == {"actor_points": 1, "opponent_points": 0, "winner": "actor"}


@pytest.mark.rule("DC-A28")
def test_by_levels_a_clear_win_is_worth_more() -> None:
    given: dict[str, Any] = {"actor_pool": "2d", "opponent_pool": "2d", "target": 3, "scoring": "levels"}
    # margin 5: two points, then -4: one point, then 10: three points, capped
    faces = [5, 6, 4, 2, 1, 2, 3, 4, 6, 6, 1, 1]
    assert outcome("contest", *faces, **given) == {"actor_points": 3, "opponent_points": 1, "winner": "actor"}
    column = {"success-divisor": "column", "ladder-column": "TZ"}
    assert outcome("contest", *faces, **given, options=column)["actor_points"] == 3


@pytest.mark.rule("DC-A28")
@pytest.mark.parametrize("scoring", ["round", "levels"])
@pytest.mark.parametrize("ties", ["actor", "opponent", "draw"])
def test_a_contest_agrees_with_a_race_written_out(scoring: str, ties: str) -> None:
    gains: dict[tuple[int, int], Fraction] = {}
    for margin, one in margins(results(3), results(2)).items():
        points = 1 if scoring == "round" else 1 + abs(margin) // 5
        if margin > 0 or (margin == 0 and ties == "actor"):
            gain = (points, 0)
        elif margin < 0 or ties == "opponent":
            gain = (0, points)
        else:
            continue
        gains[gain] = gains.get(gain, Fraction(0)) + one
    decided = sum(gains.values())

    def race(own: int, other: int) -> dict[tuple[int, int], Fraction]:
        if own == 4 or other == 4:
            return {(own, other): Fraction(1)}
        found: dict[tuple[int, int], Fraction] = {}
        for (up, down), one in gains.items():
            for end, more in race(min(4, own + up), min(4, other + down)).items():
                found[end] = found.get(end, Fraction(0)) + one / decided * more
        return found

    given: dict[str, Any] = {"actor_pool": "3d", "opponent_pool": "2d", "target": 4, "scoring": scoring}
    found = chances("contest", {"opposed-ties": ties}, **given)
    assert {(own, other): one for (own, other, _), one in found.items()} == race(0, 0)


@pytest.mark.rule("DC-A28")
def test_a_contest_that_can_only_draw_is_refused() -> None:
    draw = {"opposed-ties": "draw"}
    with refuses("no decided round"):
        outcome("contest", actor_modifier=2, opponent_pool="0d+2", options=draw)
    with refuses("no decided round"):
        chances("contest", {**draw, "penalty-dice": "remove"}, actor_pool="2d", actor_penalty=2)
    assert outcome("contest", actor_modifier=1, options=draw)["winner"] == "actor"
    assert outcome("contest")["winner"] == "actor"


@pytest.mark.rule("DC-A28")
def test_a_contest_goes_to_three_unless_given() -> None:
    assert outcome("contest", actor_modifier=1)["actor_points"] == 3
    for target in (0, 21):
        with refuses("bad parameter: target"):
            outcome("contest", target=target)
    with refuses("scoring must be one of round, levels"):
        outcome("contest", scoring="points")
