"""Challenges and forks: LD-53 to LD-64, LD-82 to LD-86, LD-A6, LD-A35, LD-A38, LD-A49."""

from fractions import Fraction
from typing import Any

import pytest
from light_dark_by_hand import DEFAULTS, challenge, effect
from light_dark_table import chances, derive, outcome, refuses

from rulewright.games.light_dark.data import LEVELS


@pytest.mark.parametrize(
    ("level", "disposition", "dice"),
    [
        pytest.param("trivial", 1, "d3", marks=pytest.mark.rule("LD-57")),
        pytest.param("dangerous", 5, "1d", marks=pytest.mark.rule("LD-58")),
        pytest.param("serious", 10, "2d", marks=pytest.mark.rule("LD-59")),
        pytest.param("formidable", 15, "3d", marks=pytest.mark.rule("LD-60")),
        pytest.param("extreme", 20, "4d", marks=pytest.mark.rule("LD-61")),
    ],
)
@pytest.mark.rule("LD-54", "LD-56")
def test_each_level_has_its_disposition_and_dice(level: str, disposition: int, dice: str) -> None:
    assert derive("gang", level=level) == {"level": level, "disposition": disposition, "effect_dice": dice}


@pytest.mark.rule("LD-53", "LD-62", "LD-A35")
@pytest.mark.parametrize(
    ("level", "count", "raised"),
    [
        ("trivial", 2, "trivial"),
        ("trivial", 3, "dangerous"),
        ("dangerous", 4, "serious"),
        ("dangerous", 5, "formidable"),
        ("extreme", 9, "extreme"),
    ],
)
def test_two_more_challenges_raise_the_level_by_one(level: str, count: int, raised: str) -> None:
    assert derive("gang", level=level, count=count)["level"] == raised


@pytest.mark.rule("LD-A35")
def test_above_extreme_a_gang_stays_or_goes_on() -> None:
    further = {"beyond-extreme": "extend"}
    found = derive("gang", further, level="formidable", count=7)
    assert found == {"level": "extreme+2", "disposition": 30, "effect_dice": "6d"}
    assert derive("gang", further, level="extreme", count=2)["level"] == "extreme"
    for level in LEVELS:
        for count in range(1, 12):
            name, disposition, dice = challenge({"level": level, "count": count}, DEFAULTS | further)
            wanted = {"level": name, "disposition": disposition, "effect_dice": dice}
            assert derive("gang", further, level=level, count=count) == wanted


@pytest.mark.rule("LD-83", "LD-84", "LD-85", "LD-86", "LD-A6")
def test_an_effect_forks_to_the_level_of_its_band() -> None:
    bands = [("trivial", 1, 3), ("dangerous", 4, 5), ("serious", 7, 11), ("formidable", 13, 40)]
    for level, low, high in bands:
        for value in range(low, high + 1):
            for gaps in ("lower", "upper"):
                assert derive("fork-level", {"fork-gaps": gaps}, effect=value) == {"fork": level}
    assert derive("fork-level", effect=6) == {"fork": "dangerous"}
    assert derive("fork-level", effect=12) == {"fork": "serious"}
    assert derive("fork-level", {"fork-gaps": "upper"}, effect=6) == {"fork": "serious"}
    assert derive("fork-level", {"fork-gaps": "upper"}, effect=12) == {"fork": "formidable"}
    with refuses("bad parameter: effect"):
        derive("fork-level", effect=0)


@pytest.mark.rule("LD-82", "LD-83")
def test_a_trivial_challenge_forks_to_trivial_ones_only() -> None:
    assert chances("fork", level="trivial") == {("trivial",): Fraction(1)}


@pytest.mark.rule("LD-82", "LD-84", "LD-85", "LD-86")
def test_a_dangerous_challenge_forks_with_these_chances() -> None:
    assert chances("fork", level="dangerous") == {
        ("trivial",): Fraction(3, 6),
        ("dangerous",): Fraction(2, 6),
        ("serious",): Fraction(5, 36),
        ("formidable",): Fraction(1, 36),
    }


@pytest.mark.rule("LD-82", "LD-A6")
@pytest.mark.parametrize("die", [None, "1d6+2", "2d6", "d3"])
@pytest.mark.parametrize("gaps", ["lower", "upper"])
def test_the_forks_agree_with_every_face_written_out(die: str | None, gaps: str) -> None:
    options = {"fork-gaps": gaps, "two-d-six": "sum"}
    wanted: dict[Any, Fraction] = {}
    for value, part in effect(die or "2d", 30, DEFAULTS | options).items():
        level = derive("fork-level", options, effect=value)["fork"]
        wanted[level,] = wanted.get((level,), Fraction(0)) + part
    assert chances("fork", options, level="serious", challenge_dice=die) == wanted


@pytest.mark.rule("LD-82")
def test_a_fork_is_read_from_typed_dice() -> None:
    assert outcome("fork", 6, 6, 4, level="dangerous") == {"fork": "formidable"}
    assert outcome("fork", 2, 6, 1, level="serious") == {"fork": "serious"}
    assert outcome("fork", 5, level="dangerous") == {"fork": "dangerous"}


@pytest.mark.rule("LD-A5", "LD-A38")
def test_a_fork_needs_dice_and_a_cap_of_13() -> None:
    with refuses("no effect dice"):
        chances("fork", challenge_dice="none")
    with refuses("cap too low"):
        chances("fork", cap=12)
    assert chances("fork", cap=13) == chances("fork")


@pytest.mark.rule("LD-53")
@pytest.mark.parametrize(
    ("name", "bad"),
    [("level", ["easy", None, 3, "Trivial"]), ("count", [0, -1, None, 1.0]), ("challenge_dice", ["", "d4", 3, "None"])],
)
def test_challenges_are_described_within_their_ranges(name: str, bad: list[Any]) -> None:
    for value in bad:
        with refuses(f"bad parameter: {name}"):
            chances("fork", **{name: value})
