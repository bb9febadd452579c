"""Initiative: TW-02, TW-A31."""

from fractions import Fraction
from typing import Any

import pytest
from twelves_table import Scene, chance, outcome, refuses

SCORE = {"initiative": "score"}


@pytest.mark.rule("TW-02", "TW-A31")
@pytest.mark.parametrize(
    ("faces", "first"),
    [
        ((7, 8, 7, 7), "b"),  # a critical goes before a success
        ((12, 11, 1, 1), "b"),  # even below the target number
        ((4, 4, 3, 3), "a"),  # between criticals the higher margin
        ((2, 5, 2, 4), "a"),  # between failures too
        ((9, 8, 12, 6), "b"),
    ],
)
def test_criticals_go_first_and_then_the_higher_margin(faces: tuple[int, ...], first: str) -> None:
    assert outcome("initiative", *faces) == {"first": first}


@pytest.mark.rule("TW-A31")
def test_the_margin_counts_and_not_the_total() -> None:
    assert outcome("initiative", 8, 9, 9, 10, a={"agi": 9}, b={"agi": 6}) == {"first": "a"}
    assert outcome("initiative", 8, 9, 9, 10, a={"agi": 8}, b={"agi": 7}) == {"first": "b"}


@pytest.mark.rule("TW-A31")
def test_at_the_same_margin_the_higher_agi_goes_first() -> None:
    assert outcome("initiative", 8, 9, 9, 10, a={"agi": 8}, b={"agi": 6}) == {"first": "a"}
    assert outcome("initiative", 9, 10, 8, 9, a={"agi": 6}, b={"agi": 8}) == {"first": "b"}
    assert outcome("initiative", 8, 8, 9, 9, a={"agi": 8}, b={"agi": 6}) == {"first": "a"}


@pytest.mark.rule("TW-A31")
def test_those_still_tied_roll_again() -> None:
    tie, critical_tie = (5, 8, 9, 4), (6, 6, 6, 6)
    assert outcome("initiative", *tie, *critical_tie, *tie, 2, 2, 12, 11) == {"first": "a"}
    with pytest.raises(Exception, match="too few dice"):
        outcome("initiative", *tie)


@pytest.mark.rule("TW-14", "TW-31", "TW-A31")
def test_tags_sources_and_tier_bear_on_initiative() -> None:
    assert outcome("initiative", 4, 5, 4, 6, a={"rank": 2, "tags": 1}) == {"first": "a"}
    assert outcome("initiative", 2, 4, 9, 5, 6, a={"advantage": 1}) == {"first": "a"}
    assert outcome("initiative", 2, 4, 9, 3, 4, a={"tier": "wounded"}) == {"first": "b"}
    assert outcome("initiative", 3, 4, 2, 4, 9, b={"disadvantage": 1}) == {"first": "a"}
    own = {"tag-bonus": "own-sum"}
    assert outcome("initiative", 4, 5, 4, 10, options=own, a={"tags": [3, 3]}) == {"first": "a"}


@pytest.mark.rule("TW-A7", "TW-A31")
def test_doubles_that_are_no_critical_do_not_go_first() -> None:
    for below in ("success", "failure"):
        assert outcome("initiative", 3, 3, 3, 4, options={"doubles-below-tn": below}) == {"first": "b"}
    assert outcome("initiative", 3, 3, 3, 4) == {"first": "a"}


@pytest.mark.rule("TW-A31")
def test_between_equals_initiative_is_even() -> None:
    for options in ({}, SCORE):
        for side in ({}, {"agi": 3}, {"agi": 12, "tier": "critical", "rank": 4, "tags": 2}):
            assert chance("initiative", {"first": "a"}, options, a=side, b=side) == Fraction(1, 2)


@pytest.mark.rule("TW-A31")
def test_agi_20_goes_before_agi_0_but_for_1585_of_20736() -> None:
    # b goes first with doubles against none (1/12 * 11/12), or with 12-12 (margin 4) against 1-1 (margin 2);
    # without doubles b's margin is at most 3 and a's at least 3, and AGI settles that tie
    b_first = Fraction(1, 12) * Fraction(11, 12) + Fraction(1, 144) ** 2
    assert b_first == Fraction(1585, 20736)
    assert chance("initiative", {"first": "b"}, a={"agi": 20}, b={"agi": 0}) == b_first


@pytest.mark.rule("TW-A31")
@pytest.mark.parametrize(("a", "b", "first"), [(8, 7, "a"), (0, 1, "b"), (20, 0, "a")])
def test_by_score_the_higher_agi_goes_first_without_a_roll(a: int, b: int, first: str) -> None:
    assert outcome("initiative", options=SCORE, a={"agi": a}, b={"agi": b}) == {"first": first}
    assert chance("initiative", {"first": first}, SCORE, a={"agi": a}, b={"agi": b}) == 1


@pytest.mark.rule("TW-A31")
@pytest.mark.parametrize(
    ("faces", "first"), [((5, 4), "a"), ((1, 12), "b"), ((7, 7, 2, 3), "b"), ((1, 1, 9, 9, 2, 1), "a")]
)
def test_by_score_equals_roll_one_d12_each_until_they_differ(faces: tuple[int, ...], first: str) -> None:
    assert outcome("initiative", *faces, options=SCORE) == {"first": first}


@pytest.mark.rule("TW-A31")
def test_by_score_neither_rank_nor_tier_nor_tags_count() -> None:
    worse: dict[str, Any] = {"rank": 0, "tier": "critical", "disadvantage": 6}
    better: dict[str, Any] = {"rank": 10, "tags": 6, "advantage": 6}
    assert chance("initiative", {"first": "a"}, SCORE, a=worse, b=better) == Fraction(1, 2)


# --- in play ---------------------------------------------------------------------------------------


def agile(agi: int) -> dict[str, Any]:
    return {"scores": {"AGI": agi, "STR": 7, "FIN": 7, "INS": 7, "PRE": 7, "KNO": 7}}


FREE = {"score-method": "free"}


@pytest.mark.rule("TW-02", "TW-A31")
def test_a_fight_begins_with_everybody_s_agi_check() -> None:
    scene = Scene(FREE, Ada=agile(7), Bo=agile(7), Cy=agile(7))
    assert scene.do("start-fight", 2, 3, 6, 6, 12, 11) == {"order": ["Bo", "Cy", "Ada"]}
    assert scene.now.fight.turn == "Bo"


@pytest.mark.rule("TW-A31")
def test_in_a_fight_only_those_who_tie_roll_again() -> None:
    scene = Scene(FREE, Ada=agile(7), Bo=agile(7), Cy=agile(7))
    # Ada and Cy both come to 5; Bo is ahead and does not roll again
    assert scene.do("start-fight", 2, 3, 12, 11, 1, 4, 5, 6, 7, 8) == {"order": ["Bo", "Cy", "Ada"]}


@pytest.mark.rule("TW-31", "TW-A31")
def test_in_a_fight_the_tier_bears_on_initiative() -> None:
    scene = Scene(FREE, Ada=agile(7), Bo=agile(7))
    scene.do("take-damage", who="Ada", boxes=3)
    assert scene.do("start-fight", 2, 3, 12, 2, 4) == {"order": ["Bo", "Ada"]}


@pytest.mark.rule("TW-A31")
def test_by_score_a_fight_of_unequals_begins_without_a_roll() -> None:
    scene = Scene(FREE | SCORE, Ada=agile(6), Bo=agile(9), Cy=agile(4))
    assert scene.do("start-fight") == {"order": ["Bo", "Ada", "Cy"]}


@pytest.mark.rule("TW-A31")
def test_by_score_only_equals_roll_for_their_place_in_a_fight() -> None:
    scene = Scene(FREE | SCORE, Ada=agile(6), Bo=agile(9), Cy=agile(6))
    assert scene.do("start-fight", 3, 3, 4, 8) == {"order": ["Bo", "Cy", "Ada"]}


@pytest.mark.rule("TW-A23", "TW-A31")
def test_a_fight_takes_two_who_can_act() -> None:
    scene = Scene(Ada={}, Bo={})
    scene.do("take-damage", who="Bo", boxes=6)
    with refuses("no opponents"):
        scene.do("start-fight")
