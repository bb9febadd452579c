"""Advantage, disadvantage and penalty dice (DC-25 to DC-32), against every face written out and another library."""

from fractions import Fraction
from random import Random
from typing import Any

import icepool
import pytest
from die_code_by_hand import every_throw, on_faces, results
from die_code_table import derive, outcome, totals

from rulewright.games.die_code import GAME
from rulewright.readings import Need

ONCE: dict[str, Any] = {"none": None, "advantage": 1, "disadvantage": 6}


def levels(net: str) -> dict[str, int]:
    return {} if net == "none" else {net: 1}


@pytest.mark.rule("DC-06", "DC-09", "DC-25", "DC-26", "DC-31", "DC-A8")
@pytest.mark.parametrize("net", ONCE)
@pytest.mark.parametrize(("dice", "penalty"), [(0, 0), (1, 0), (0, 2), (2, 1), (3, 0), (1, 2)])
def test_totals_are_those_of_every_throw_written_out(net: str, dice: int, penalty: int) -> None:
    assert totals(pool=f"{dice}d", penalty=penalty, **levels(net)) == results(dice, ONCE[net], penalty)


@pytest.mark.rule("DC-25", "DC-26", "DC-31", "DC-A8")
@pytest.mark.parametrize("net", ["advantage", "disadvantage"])
def test_faces_are_asked_for_in_order(net: str) -> None:
    for faces, result, _ in every_throw(2, ONCE[net], 1):
        assert outcome("total", *faces, pool="2d", penalty=1, **levels(net)) == {"total": result}


@pytest.mark.rule("DC-25", "DC-A8")
@pytest.mark.parametrize("dice", range(4))
def test_until_clear_leaves_no_bad_face(dice: int) -> None:
    clear = {"reroll": "until-clear"}
    assert totals(clear, pool=f"{dice}d", advantage=1, penalty=1) == on_faces(dice, range(2, 7), 1)
    assert totals(clear, pool=f"{dice}d", disadvantage=1, penalty=1) == on_faces(dice, range(1, 6), 1)


@pytest.mark.rule("DC-25", "DC-A8")
def test_until_clear_goes_in_waves() -> None:
    clear = {"reroll": "until-clear"}
    # 1 4 1, again for both ones: 1 6, again for the first: 5; then the penalty die
    assert outcome("total", 1, 4, 1, 1, 6, 5, 3, pool="3d", advantage=1, penalty=1, options=clear) == {"total": 12}
    assert outcome("total", 1, 4, 1, 1, 6, 3, pool="3d", advantage=1, penalty=1) == {"total": 8}


@pytest.mark.rule("DC-25", "DC-26", "DC-31")
@pytest.mark.parametrize("net", ["advantage", "disadvantage", "none"])
def test_icepool_agrees(net: str) -> None:
    one = icepool.d6 if net == "none" else icepool.d6.reroll([ONCE[net]], depth=1)
    peer = 5 @ one - 3 @ icepool.d6
    expected = {int(total): Fraction(weight, peer.denominator()) for total, weight in peer.items()}
    assert totals(pool="5d", penalty=3, **levels(net)) == expected


@pytest.mark.rule("DC-27", "DC-A9")
@pytest.mark.parametrize(
    ("advantage", "disadvantage", "cancel", "any_cancels"),
    [
        (0, 0, "none", "none"),
        (1, 0, "advantage", "advantage"),
        (0, 1, "disadvantage", "disadvantage"),
        (20, 0, "advantage", "advantage"),
        (3, 1, "advantage", "none"),
        (1, 2, "disadvantage", "none"),
        (5, 5, "none", "none"),
    ],
)
def test_levels_cancel_one_for_one(advantage: int, disadvantage: int, cancel: str, any_cancels: str) -> None:
    given = {"advantage": advantage, "disadvantage": disadvantage}
    assert derive("advantage", **given) == {"net": cancel}
    assert derive("advantage", {"advantage-stacking": "any-cancels-all"}, **given) == {"net": any_cancels}
    assert totals(pool="2d", **given) == totals(pool="2d", **levels(cancel))


@pytest.mark.rule("DC-28")
def test_one_of_each_is_a_plain_roll() -> None:
    assert derive("advantage", advantage=1, disadvantage=1) == {"net": "none"}
    assert outcome("total", 1, 6, pool="2d", advantage=1, disadvantage=1) == {"total": 7}


@pytest.mark.rule("DC-29")
def test_what_a_die_is_worth() -> None:
    assert derive("mean", pool="1d") == {"mean": "7/2"}
    assert derive("mean", pool="1d", advantage=1) == {"mean": "47/12"}
    assert derive("mean", pool="1d", disadvantage=1) == {"mean": "37/12"}
    rest = Fraction(7, 36)
    assert totals(pool="1d", advantage=1) == {1: Fraction(1, 36), 2: rest, 3: rest, 4: rest, 5: rest, 6: rest}
    assert totals(pool="1d", disadvantage=1) == {1: rest, 2: rest, 3: rest, 4: rest, 5: rest, 6: Fraction(1, 36)}


@pytest.mark.rule("DC-29", "DC-A8")
def test_the_mean_of_a_throw() -> None:
    assert derive("mean", pool="4d+1", modifier=-2, penalty=1) == {"mean": "19/2"}
    assert derive("mean", {"reroll": "until-clear"}, pool="3d", advantage=1) == {"mean": "12/1"}
    assert derive("mean", {"penalty-dice": "remove"}, pool="2d+1", penalty=5) == {"mean": "1/1"}


@pytest.mark.rule("DC-31", "DC-A10")
def test_penalty_dice_are_thrown_and_subtracted() -> None:
    assert outcome("total", 3, 4, 6, 6, 6, pool="2d", penalty=3) == {"total": -11}


@pytest.mark.rule("DC-31", "DC-A10")
def test_penalty_dice_may_leave_the_pool_instead() -> None:
    remove = {"penalty-dice": "remove"}
    assert outcome("total", 3, pool="3d+2", penalty=2, options=remove) == {"total": 5}
    assert outcome("total", pool="3d+2", penalty=7, options=remove) == {"total": 2}
    assert totals(remove, pool="3d", penalty=1, advantage=1) == results(2, 1)


@pytest.mark.rule("DC-31", "DC-A8")
def test_penalty_dice_are_never_thrown_again() -> None:
    assert outcome("total", 4, 1, pool="1d", penalty=1, advantage=1) == {"total": 3}
    assert outcome("total", 4, 6, pool="1d", penalty=1, disadvantage=1) == {"total": -2}


@pytest.mark.rule("DC-32", "DC-A10")
def test_target_and_penalty_dice_both_come_off() -> None:
    found = outcome("check", 6, 5, 3, 2, pool="3d+1", penalty=1, modifier=1, tn=12)
    assert found == {"final": 6 + 5 + 3 + 1 + 1 - 12 - 2, "result": "success", "success_level": 0}


@pytest.mark.rule("DC-30")
def test_the_target_comes_off_the_result() -> None:
    assert outcome("check", 3, 4, pool="2d", tn=5)["final"] == 2
    assert outcome("check", 3, 4, pool="2d")["final"] == 7


@pytest.mark.rule("DC-06")
def test_forty_dice_and_forty_penalty_dice_are_exact() -> None:
    found = totals(pool="40d", penalty=40)
    assert sum(found.values()) == 1
    assert found[200] == Fraction(1, 6**80)  # forty sixes against forty ones
    assert all(found[total] == found[-total] for total in range(201))


@pytest.mark.rule("DC-06", "DC-25")
def test_too_few_and_too_many_dice_are_refused() -> None:
    with pytest.raises(Need, match="too few dice"):
        outcome("total", 1, 2, pool="2d", advantage=1)
    with pytest.raises(ValueError, match="too many dice"):
        outcome("total", 3, 2, 5, pool="2d", advantage=1)


SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("total", {"pool": "3d+1", "advantage": 1, "penalty": 1}),
    ("check", {"pool": "3d", "disadvantage": 1, "difficulty": "moderate"}),
    ("move", {"pool": "4d", "mode": "sprint", "in_combat": True}),
    ("opposed", {"actor_pool": "2d", "opponent_pool": "3d", "opponent_advantage": 1, "actor_penalty": 1}),
    ("contest", {"actor_pool": "2d", "opponent_pool": "2d+1", "scoring": "levels", "target": 4}),
    (
        "chase",
        {
            "quarry_pool": "3d",
            "quarry_mode": "run",
            "pursuer_pool": "3d",
            "pursuer_mode": "run",
            "gap": 9,
            "escape": 50,
        },
    ),
]


@pytest.mark.rule("DC-06")
@pytest.mark.parametrize(("roll", "params"), SETTINGS)
def test_recorded_dice_give_the_same_again(roll: str, params: dict[str, Any]) -> None:
    for reroll in ("once", "until-clear"):
        options = {"reroll": reroll}
        for seed in range(5):
            played = GAME.play(roll, params, options, random=Random(seed))
            assert GAME.play(roll, params, options, faces=played.faces) == played
