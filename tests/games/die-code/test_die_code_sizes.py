"""Sizes (DC-40 to DC-54)."""

from typing import Any

import pytest
from die_code_table import chances, derive, outcome, refuses, success

# size, step, length from and to, weight from and to
TABLE = [
    ("DC-40", "minuscule", -5, None, "3in", None, "4dr"),
    ("DC-41", "fine", -4, "3in", "6in", "4dr", "2oz"),
    ("DC-42", "diminutive", -3, "6in", "1ft", "2oz", "1lb"),
    ("DC-43", "tiny", -2, "1ft", "2ft", "1lb", "8lb"),
    ("DC-44", "small", -1, "2ft", "4ft", "8lb", "64lb"),
    ("DC-45", "medium", 0, "4ft", "8ft", "64lb", "512lb"),
    ("DC-46", "large", 1, "8ft", "16ft", "512lb", "4klb"),
    ("DC-47", "huge", 2, "16ft", "32ft", "4klb", "32klb"),
    ("DC-48", "gargantuan", 3, "32ft", "64ft", "32klb", "256klb"),
    ("DC-49", "colossal", 4, "64ft", "128ft", "256klb", "2Mlb"),
    ("DC-50", "titanic", 5, "128ft", None, "2Mlb", None),
]
SIZES = [size for _, size, *_ in TABLE]
ROWS = [pytest.param(*row[1:], marks=pytest.mark.rule(row[0]), id=row[1]) for row in TABLE]


def size(options: Any = None, **measures: Any) -> str:
    found: str = derive("size", options, **measures)["size"]
    return found


@pytest.mark.parametrize(("label", "step", "longer", "shorter", "heavier", "lighter"), ROWS)
def test_a_size_lies_between_its_borders(
    label: str, step: int, longer: str | None, shorter: str | None, heavier: str | None, lighter: str | None
) -> None:
    lower = {"size-boundary": "lower"}
    for measure, start, end in (("length", longer, shorter), ("weight", heavier, lighter)):
        if start is not None:
            found = derive("size", **{measure: start})
            assert found == {"size": label, "step": step, "modifier": abs(step), f"by_{measure}": label}
            assert size(lower, **{measure: start}) == SIZES[SIZES.index(label) - 1]
            assert size(lower, **{measure: start + " 0.01" + start.lstrip("0123456789")}) == label
        if end is not None:
            assert size(lower, **{measure: end}) == label
            assert size(**{measure: end}) == SIZES[SIZES.index(label) + 1]


@pytest.mark.rule("DC-51")
def test_people_are_medium() -> None:
    assert derive("size", length="5ft 10in", weight="180lb") == {
        "size": "medium",
        "step": 0,
        "modifier": 0,
        "by_length": "medium",
        "by_weight": "medium",
    }


@pytest.mark.rule("DC-52")
def test_each_size_is_twice_as_long() -> None:
    for power, label in enumerate(SIZES[1:]):
        assert size(length=f"{3 * 2**power}in") == label
        assert size(length=f"{3 * 2**power - 0.25}in") == SIZES[power]


@pytest.mark.rule("DC-53", "DC-A19")
def test_each_size_is_eight_times_as_heavy() -> None:
    for power, label in enumerate(SIZES[1:]):
        assert size({"klb": "binary"}, weight=f"{4 * 8**power}dr") == label
        assert size({"klb": "binary"}, weight=f"{4 * 8**power - 1}dr") == SIZES[power]


@pytest.mark.rule("DC-54")
@pytest.mark.parametrize(
    ("one", "other"),
    [("12in", "1ft"), ("5ft 10in", "70 in"), ("0.5FT", "6 In"), ("4ft", "48in"), ("3 feet 12 inches", "4ft")],
)
def test_twelve_inches_are_a_foot(one: str, other: str) -> None:
    assert size(length=one) == size(length=other)
    assert size({"size-boundary": "lower"}, length=one) == size({"size-boundary": "lower"}, length=other)


@pytest.mark.rule("DC-54")
def test_sixteen_drams_are_an_ounce_and_sixteen_ounces_a_pound() -> None:
    for start in ("256dr", "16oz", "1lb", "15oz16dr", "240 dr 1 oz", ".5 lbs 8 ounces"):
        assert size(weight=start) == "tiny"
        assert size({"size-boundary": "lower"}, weight=start) == "diminutive"


@pytest.mark.rule("DC-54")
@pytest.mark.parametrize(
    "nonsense", ["", "5", "ft", "5m", "5ft10", "tall", "5ft,10in", "1e3ft", "5lb", "5 ft and more"]
)
def test_nonsense_is_refused_with_the_units(nonsense: str) -> None:
    with refuses("one of the units in, ft"):
        size(length=nonsense)


@pytest.mark.rule("DC-54")
def test_nonsense_weights_and_nothing_at_all_are_refused() -> None:
    with refuses("one of the units dr, oz, lb, klb, Mlb"):
        size(weight="80kg")
    with refuses("missing parameter: length or weight"):
        size()
    for length in ("0ft", "-5ft", "0.0in", "5ft -70in"):
        with refuses("not above 0"):
            size(length=length)


@pytest.mark.rule("DC-A14")
@pytest.mark.parametrize(
    ("by", "found"), [("length", "large"), ("weight", "small"), ("larger", "large"), ("smaller", "small")]
)
def test_length_and_weight_can_disagree(by: str, found: str) -> None:
    options = {"size-by": by}
    snake = derive("size", options, length="10ft", weight="50lb")
    assert (snake["size"], snake["by_length"], snake["by_weight"]) == (found, "large", "small")
    assert size(options, length="10ft") == "large"
    assert size(options, weight="50lb") == "small"
    assert size(options, length="2ft", weight="1klb") == {"length": "small", "smaller": "small"}.get(by, "large")


@pytest.mark.rule("DC-A15")
def test_a_shared_border_belongs_to_the_larger_size() -> None:
    assert size(length="8ft") == "large"
    assert size(weight="64lb") == "medium"
    assert size({"size-boundary": "lower"}, length="8ft") == "medium"


@pytest.mark.rule("DC-53", "DC-A19")
@pytest.mark.parametrize(
    ("weight", "decimal", "binary"),
    [
        ("3999lb", "large", "large"),
        ("4000lb", "huge", "large"),
        ("4095lb", "huge", "large"),
        ("4096lb", "huge", "huge"),
        ("4klb", "huge", "huge"),
        ("32767lb", "gargantuan", "huge"),
        ("262143 lb", "colossal", "gargantuan"),
        ("2097151lb", "titanic", "colossal"),
        ("2097152lb", "titanic", "titanic"),
        ("2000klb", "titanic", "colossal"),
        ("2MLB", "titanic", "titanic"),
    ],
)
def test_a_klb_has_1000_or_1024_pounds(weight: str, decimal: str, binary: str) -> None:
    assert size(weight=weight) == decimal
    assert size({"klb": "binary"}, weight=weight) == binary


@pytest.mark.rule("DC-A16")
@pytest.mark.parametrize("use", ["none", "agile", "force"])
@pytest.mark.parametrize("actor", SIZES)
def test_size_helps_the_small_or_the_large(actor: str, use: str) -> None:
    for target in SIZES:
        given = {"actor_size": actor, "target_size": target, "size_use": use}
        own, other = SIZES.index(actor) - 5, SIZES.index(target) - 5
        sign = {"none": 0, "agile": 1, "force": -1}[use]
        assert derive("size-modifier", **given) == {"modifier": sign * (other - own)}
        assert derive("size-modifier", {"size-modifier": "actor"}, **given) == {"modifier": -sign * own}
        assert derive("size-modifier", {"size-modifier": "target"}, **given) == {"modifier": sign * other}
        assert derive("size-modifier", {"size-modifier": "off"}, **given) == {"modifier": 0}
        assert derive("size-modifier", {"size-unit": "dice"}, **given) == derive("size-modifier", **given)


@pytest.mark.rule("DC-A16")
def test_against_nobody_the_target_is_medium() -> None:
    assert derive("size-modifier", actor_size="large", size_use="force") == {"modifier": 1}
    assert derive("size-modifier", actor_size="titanic", size_use="agile") == {"modifier": -5}
    assert derive("size-modifier", actor_size="titanic") == {"modifier": 0}


@pytest.mark.rule("DC-A18")
def test_the_misspelt_size_is_understood() -> None:
    assert derive("size-modifier", target_size="minuscle", size_use="agile") == {"modifier": -5}
    with refuses("target_size must be one of minuscule, minuscle, fine"):
        derive("size-modifier", target_size="big")


SMALL = {"pool": "2d+1", "tn": 9, "actor_size": "small", "target_size": "large"}


@pytest.mark.rule("DC-A16", "DC-A17")
def test_in_a_check_size_is_points() -> None:
    assert outcome("check", 3, 4, **SMALL, size_use="agile")["final"] == 1
    assert outcome("check", 3, 4, **SMALL, size_use="force")["final"] == -3
    assert outcome("check", 3, 4, **SMALL)["final"] == -1


@pytest.mark.rule("DC-A17")
def test_in_a_check_size_may_be_dice() -> None:
    dice = {"size-unit": "dice"}
    assert outcome("check", 3, 1, 4, 5, 6, **SMALL, size_use="agile", advantage=1, options=dice)["final"] == 10
    assert outcome("check", 3, 4, 1, 2, **SMALL, size_use="force", options=dice)["final"] == -4
    removed = {**dice, "penalty-dice": "remove"}
    assert chances("check", removed, **SMALL, size_use="force") == {(-8, "failure", -2): 1}
    assert success(dice, **SMALL, size_use="agile") == success(pool="4d+1", tn=9)
