"""Chases and their best play (DC-A29)."""

from fractions import Fraction
from typing import Any

import pytest
from die_code_by_hand import best_chase
from die_code_table import chances, derive, outcome, refuses

from rulewright.games.die_code.chase import value_of
from rulewright.games.die_code.codes import DieCode
from rulewright.games.die_code.movement import MoveTerms
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import PoolTerms

WALKS: dict[str, Any] = {"quarry_mode": "walk", "pursuer_mode": "walk"}


@pytest.mark.rule("DC-A29")
def test_the_gap_is_closed_or_widened_and_then_the_end_is_tested() -> None:
    assert outcome("chase", **WALKS, pursuer_move=8, gap=4, escape=9) == {"end": "caught", "round": 2}
    assert outcome("chase", **WALKS, quarry_move=8, gap=4, escape=8) == {"end": "escaped", "round": 2}
    assert outcome("chase", **WALKS, gap=4, escape=8, rounds=7) == {"end": "open", "round": 7}
    # in between the quarry is past the line, but the pursuer has not moved yet
    assert outcome("chase", **WALKS, quarry_move=9, pursuer_move=20, gap=4, escape=10) == {"end": "caught", "round": 1}


@pytest.mark.rule("DC-A29")
def test_the_quarry_throws_first_each_round() -> None:
    given: dict[str, Any] = {
        "quarry_pool": "1d",
        "quarry_mode": "brisk",
        "pursuer_pool": "2d",
        "pursuer_mode": "jog",
        "gap": 3,
        "escape": 30,
    }
    # brisk needs 5, jog 10: 9 and 6, then 6 and 12
    assert outcome("chase", 5, 4, 5, 4, 6, 6, **given) == {"end": "caught", "round": 2}


@pytest.mark.rule("DC-A29")
def test_a_chase_worked_out_by_hand() -> None:
    # every round the quarry walks 6; the pursuer jogs 12 with 1/6, else walks 6; a gap of 6 needs one jog
    given: dict[str, Any] = {"quarry_mode": "walk", "pursuer_pool": "2d", "pursuer_mode": "jog", "gap": 6, "escape": 99}
    stays, jogs = Fraction(5, 6), Fraction(1, 6)
    assert chances("chase", **given, rounds=3) == {
        ("caught", 1): jogs,
        ("caught", 2): stays * jogs,
        ("caught", 3): stays**2 * jogs,
        ("open", 3): stays**3,
    }


@pytest.mark.rule("DC-73", "DC-A29")
def test_in_combat_both_are_a_rung_slower() -> None:
    given: dict[str, Any] = {**WALKS, "quarry_pool": "1d", "pursuer_pool": "4d+1", "gap": 6, "escape": 99, "rounds": 1}
    assert chances("chase", **given, in_combat=True) == {("caught", 1): Fraction(4, 6), ("open", 1): Fraction(2, 6)}


@pytest.mark.rule("DC-36", "DC-39", "DC-A29")
def test_averages_in_a_chase() -> None:
    given: dict[str, Any] = {
        "quarry_mode": "walk",
        "pursuer_mode": "jog",
        "pursuer_method": "average",
        "gap": 6,
        "escape": 9,
    }
    assert chances("chase", **given, pursuer_pool="4d") == {("caught", 1): 1}
    with refuses("too-few-dice"):
        outcome("chase", **given, pursuer_pool="3d")
    with refuses("disadvantage"):
        outcome("chase", **given, pursuer_pool="9d", pursuer_disadvantage=1)
    assert outcome("chase", **WALKS, quarry_method="average", gap=1, escape=2, rounds=1)["end"] == "open"


@pytest.mark.rule("DC-A20", "DC-A29")
def test_half_paces_count_when_they_are_kept() -> None:
    given: dict[str, Any] = {"quarry_pool": "2d", "quarry_mode": "creep", "quarry_method": "average", "quarry_move": 1}
    given |= {"pursuer_mode": "walk", "pursuer_move": 1, "gap": 1, "escape": 5, "rounds": 3}
    assert outcome("chase", **given) == {"end": "caught", "round": 1}
    assert outcome("chase", **given, options={"move-rounding": "exact"}) == {"end": "caught", "round": 2}


@pytest.mark.rule("DC-A29")
def test_what_a_chase_takes() -> None:
    for missing in ("quarry_mode", "pursuer_mode", "gap", "escape"):
        given: dict[str, Any] = {**WALKS, "gap": 4, "escape": 8}
        del given[missing]
        with refuses(f"missing parameter: {missing}"):
            outcome("chase", **given)
    with refuses("bad parameter: escape must be a whole number from gap + 1 = 5 to 10000, not 4"):
        outcome("chase", **WALKS, gap=4, escape=4)
    for name, value in (("gap", 0), ("gap", 10_000), ("escape", 10_001), ("rounds", 0), ("rounds", 51)):
        with refuses(f"bad parameter: {name}"):
            outcome("chase", **{**WALKS, "gap": 4, "escape": 8, name: value})
    with refuses("bad parameter: escape"):
        derive("chase-value", gap=4, escape=3)
    with refuses("unknown parameter: quarry_mode"):
        derive("chase-value", gap=4, escape=8, quarry_mode="walk")


@pytest.mark.rule("DC-A29")
@pytest.mark.parametrize(
    ("quarry", "pursuer", "moves", "gap", "escape", "rounds", "in_combat"),
    [
        (2, 3, (6, 6), 6, 30, 3, False),
        (3, 3, (6, 7), 10, 40, 4, False),
        (4, 5, (6, 6), 14, 35, 4, False),
        (3, 4, (5, 5), 8, 30, 3, True),
        (1, 1, (7, 6), 3, 20, 5, True),
        (0, 0, (6, 7), 3, 20, 4, False),
        (6, 5, (6, 6), 1, 60, 3, True),
    ],
)
def test_best_play_is_what_plain_recursion_finds(
    quarry: int, pursuer: int, moves: tuple[int, int], gap: int, escape: int, rounds: int, in_combat: bool
) -> None:
    expected = best_chase(quarry, pursuer, moves, gap, escape, rounds, in_combat)
    found = derive(
        "chase-value",
        quarry_pool=f"{quarry}d",
        quarry_move=moves[0],
        pursuer_pool=f"{pursuer}d",
        pursuer_move=moves[1],
        gap=gap,
        escape=escape,
        rounds=rounds,
        in_combat=in_combat,
    )
    assert found == {"caught": f"{expected.numerator}/{expected.denominator}"}


@pytest.mark.rule("DC-A29")
def test_a_wider_lead_and_fewer_rounds_never_help_the_pursuer() -> None:
    quarry, pursuer = (MoveTerms(PoolTerms(DieCode(dice)), 6, False) for dice in (3, 4))
    by_gap = [value_of(Options(), quarry, pursuer, gap, 30, 3) for gap in range(1, 30)]
    assert by_gap == sorted(by_gap, reverse=True)
    by_rounds = [value_of(Options(), quarry, pursuer, 8, 30, rounds) for rounds in range(1, 6)]
    assert by_rounds == sorted(by_rounds)
