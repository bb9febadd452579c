"""The difficulty ladder and success levels (DC-10 to DC-24, DC-30 to DC-35)."""

from fractions import Fraction
from math import ceil

import pytest
from die_code_by_hand import LADDER, at_least, results
from die_code_table import chances, derive, outcome, refuses, success

from rulewright.games.die_code import GAME

COLUMNS = ("d", "dc", "tn", "tx", "ty", "tz")
STEPS = {"TN": Fraction(5), "TX": Fraction(4), "TY": Fraction(3), "TZ": Fraction(5, 2)}


def row(rung: str) -> list[int]:
    found = derive("difficulty", difficulty=rung)
    return [found[column] for column in COLUMNS]


@pytest.mark.rule("DC-17")
def test_automatic_is_nothing_in_every_column() -> None:
    assert row("automatic") == [0, 0, 0, 0, 0, 0]


@pytest.mark.rule("DC-18")
def test_the_easy_row() -> None:
    assert row("easy") == [2, 1, 5, 4, 3, 3]


@pytest.mark.rule("DC-19")
def test_the_moderate_row() -> None:
    assert row("moderate") == [4, 2, 10, 8, 6, 5]


@pytest.mark.rule("DC-20")
def test_the_difficult_row() -> None:
    assert row("difficult") == [6, 3, 15, 12, 9, 8]


@pytest.mark.rule("DC-21")
def test_the_hard_row() -> None:
    assert row("hard") == [8, 4, 20, 16, 12, 10]


@pytest.mark.rule("DC-22")
def test_the_heroic_row() -> None:
    assert row("heroic") == [10, 5, 25, 20, 15, 13]


@pytest.mark.rule("DC-23")
def test_the_epic_row() -> None:
    assert row("epic") == [12, 6, 30, 24, 18, 15]


@pytest.mark.rule("DC-24")
def test_every_row_follows_from_its_number() -> None:
    for number, rung in enumerate(LADDER):
        assert row(rung) == [2 * number, number, 5 * number, 4 * number, 3 * number, ceil(Fraction(5, 2) * number)]


@pytest.mark.rule("DC-10", "DC-A4", "DC-A5")
@pytest.mark.parametrize("column", STEPS)
@pytest.mark.parametrize("rung", [rung for rung in LADDER if rung != "automatic"])
def test_a_rung_has_the_target_of_the_column_in_use(column: str, rung: str) -> None:
    options = {"ladder-column": column}
    target = LADDER[rung][2 + list(STEPS).index(column)]
    assert derive("difficulty", options, difficulty=rung)["target"] == target
    assert success(options, pool="3d", difficulty=rung) == at_least(results(3), target)
    assert success(options, pool="3d", tn=10) == at_least(results(3), 10)  # a typed number stays as it is


@pytest.mark.rule("DC-10", "DC-A5")
def test_the_gm_names_a_rung_or_a_number_but_not_both() -> None:
    assert outcome("check", 6, pool="1d", tn=200)["final"] == -194
    with refuses("difficulty and tn together"):
        outcome("check", pool="1d", difficulty="easy", tn=5)
    with refuses(
        'difficulty must be one of automatic, easy, moderate, difficult, hard, heroic, epic or null, not "silly"'
    ):
        outcome("check", pool="1d", difficulty="silly")
    for tn in (-1, 201):
        with refuses("bad parameter: tn"):
            outcome("check", pool="1d", tn=tn)


WORDS = [
    pytest.param("easy", "DC-11", "everyday", marks=pytest.mark.rule("DC-11")),
    pytest.param("moderate", "DC-12", "a low wall", marks=pytest.mark.rule("DC-12")),
    pytest.param("difficult", "DC-13", "a good lock", marks=pytest.mark.rule("DC-13")),
    pytest.param("hard", "DC-14", "bomb", marks=pytest.mark.rule("DC-14")),
    pytest.param("heroic", "DC-15", "car", marks=pytest.mark.rule("DC-15")),
    pytest.param("automatic", "DC-16", "no one can fail", marks=pytest.mark.rule("DC-16")),
    pytest.param("epic", "DC-16", "beyond even heroes", marks=pytest.mark.rule("DC-16")),
]


@pytest.mark.parametrize(("rung", "number", "words"), WORDS)
def test_a_check_says_what_its_rung_is_like(rung: str, number: str, words: str) -> None:
    faces = [] if rung == "automatic" else [1, 2]
    first = GAME.play("check", {"pool": "2d", "difficulty": rung}, faces=faces).breakdown[0]
    assert getattr(first, "name", "") == rung
    assert words in getattr(first, "value", "")
    assert number in getattr(first, "cites", ())


@pytest.mark.rule("DC-16", "DC-17", "DC-A6")
@pytest.mark.parametrize("method", ["roll", "average"])
def test_automatic_needs_no_dice_whatever_hinders(method: str) -> None:
    params = {"pool": "1d", "penalty": 9, "disadvantage": 2, "modifier": -50, "method": method}
    assert chances("check", difficulty="automatic", **params) == {(0, "success", 0): 1}


@pytest.mark.rule("DC-17", "DC-A6")
def test_automatic_may_be_rolled_against_zero() -> None:
    rolled = {"automatic": "tn-0"}
    assert outcome("check", 2, 5, pool="1d", penalty=1, difficulty="automatic", options=rolled) == {
        "final": -3,
        "result": "failure",
        "success_level": -1,
    }
    assert success(rolled, pool="1d", penalty=1, difficulty="automatic") == Fraction(21, 36)
    assert success(pool="1d", penalty=1, tn=0) == Fraction(21, 36)  # typed, it is an ordinary target


@pytest.mark.rule("DC-32", "DC-A7")
def test_nothing_left_is_enough() -> None:
    assert outcome("check", 5, 5, pool="2d", difficulty="moderate")["result"] == "success"
    assert outcome("check", 5, 4, pool="2d", difficulty="moderate")["result"] == "failure"


@pytest.mark.rule("DC-32", "DC-A7")
def test_without_a_target_nothing_succeeds_or_fails() -> None:
    assert outcome("check", 5, 6, pool="2d") == {"final": 11, "result": "no-target", "success_level": 2}


@pytest.mark.rule("DC-33", "DC-34", "DC-A11")
@pytest.mark.parametrize(
    ("final", "floor", "toward_zero"),
    [
        (0, 0, 0),
        (4, 0, 0),
        (5, 1, 1),
        (9, 1, 1),
        (10, 2, 2),
        (-1, -1, 0),
        (-4, -1, 0),
        (-5, -1, -1),
        (-6, -2, -1),
        (-10, -2, -2),
    ],
)
def test_every_full_five_points_are_a_level(final: int, floor: int, toward_zero: int) -> None:
    assert derive("success-level", final=final) == {"success_level": floor}
    assert derive("success-level", {"success-rounding": "toward-zero"}, final=final) == {"success_level": toward_zero}


@pytest.mark.rule("DC-33", "DC-A11")
@pytest.mark.parametrize(
    ("column", "levels"),
    [("TN", [1, 1, 2, -1]), ("TX", [1, 2, 2, -2]), ("TY", [1, 2, 3, -2]), ("TZ", [2, 3, 4, -2])],
)
def test_a_level_may_be_a_rung_of_the_column(column: str, levels: list[int]) -> None:
    options = {"ladder-column": column, "success-divisor": "column"}
    assert [derive("success-level", options, final=final)["success_level"] for final in (5, 8, 10, -5)] == levels
    assert [derive("success-level", {"ladder-column": column}, final=final)["success_level"] for final in (5, 8)] == [
        1,
        1,
    ]


@pytest.mark.rule("DC-34")
def test_a_level_of_zero_or_more_is_a_success() -> None:
    for final, result, level in chances("check", pool="4d", penalty=1, difficulty="moderate"):
        assert (level >= 0) == (final >= 0) == (result == "success")


@pytest.mark.rule("DC-35")
def test_each_rung_costs_one_success_level() -> None:
    for number, rung in enumerate(LADDER):
        if rung != "automatic":
            bare = {final // 5 - number: 0 for final, *_ in chances("check", pool="3d")}
            assert {level for *_, level in chances("check", pool="3d", difficulty=rung)} == set(bare)


@pytest.mark.rule("DC-32")
def test_a_chance_worked_out_by_hand() -> None:
    # two dice show 5 or more in 30 of 36 throws, 10 or more in 6
    assert success(pool="2d", difficulty="easy") == Fraction(5, 6)
    assert success(pool="2d", difficulty="moderate") == Fraction(1, 6)
