"""Whole fights by a fixed plan: ends, loops, stalemates, readying and reloading."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from light_dark_by_hand import Fight
from light_dark_table import chance, chances, outcome, refuses

from rulewright.games.light_dark import GAME

FORBID = {"zero-dice": "forbid"}


@pytest.mark.rule("LD-54", "LD-64", "LD-A34")
def test_a_trivial_challenge_falls_to_two_light_dice_in_27_of_36_cases() -> None:
    assert chance("fight", {"end": "failed"}, attribute=2, level="trivial", hp=6) == Fraction(1, 4)
    assert chance("fight", {"end": "overcome"}, attribute=2, level="trivial", hp=6) == Fraction(3, 4)


@pytest.mark.rule("LD-54", "LD-A39")
def test_a_loop_in_which_nothing_happens_is_divided_out() -> None:
    # One Light Die against Disposition 1 and a harmless Challenge: every turn is won in half the cases.
    assert chances("fight", attribute=1, disposition=1, challenge_dice="none") == {("overcome", 6, 3): Fraction(1)}
    # With d3 against light armour and 1 HP a failure hurts in two of three cases: 1/2 : 1/3, and of the wins
    # two thirds are complications whose Effect can hurt as well.
    found = chances("fight", attribute=1, disposition=1, challenge_dice="d3", armour="light", hp=1)
    loop = Fraction(1, 2) * Fraction(1, 3)
    won = Fraction(1, 6) + Fraction(1, 3) * Fraction(1, 3)
    assert found["overcome", 1, 3] == won / (1 - loop)
    assert found["down", 0, 3] == Fraction(1, 2) * Fraction(2, 3) / (1 - loop)
    assert found["overcome-down", 0, 3] == Fraction(1, 3) * Fraction(2, 3) / (1 - loop)


@pytest.mark.rule("LD-45", "LD-51", "LD-54")
@pytest.mark.parametrize("armour", ["none", "heavy"])
def test_an_endless_fight_agrees_with_two_hundred_turns_by_hand(armour: str) -> None:
    given: dict[str, Any] = {"attribute": 1, "dark": 1, "ego": 3, "disposition": 3, "hp": 2, "armour": armour}
    by_hand = Fight(given).fight(40)
    for end, part in chances("fight", **given).items():
        assert float(part) == pytest.approx(float(by_hand.get(end, 0)), abs=1e-9)


@pytest.mark.rule("LD-45")
def test_dark_dice_are_taken_only_while_ego_is_above_what_is_kept() -> None:
    given: dict[str, Any] = {"attribute": 1, "dark": 1, "ego": 2, "hp": 9, "challenge_dice": "none"}
    # 1 light, 1 dark: 2 costs Ego; then Ego 1 is kept and one die is rolled
    assert outcome("fight", 1, 2, 6, 5, **given) == {"end": "overcome", "hp_left": 9, "ego_left": 1}
    assert outcome("fight", 1, 2, 6, 6, 5, **given, keep_ego=0)["ego_left"] == 0


@pytest.mark.rule("LD-A11", "LD-A33")
def test_a_fight_in_which_nothing_can_change_is_a_stalemate() -> None:
    stuck: dict[str, Any] = {"attribute": 0, "challenge_dice": "d3", "armour": "heavy", "shield": True}
    assert chances("fight", **stuck) == {("stalemate", 6, 3): Fraction(1)}
    assert outcome("fight", **stuck) == {"end": "stalemate", "hp_left": 6, "ego_left": 3}
    assert outcome("fight", **stuck, max_turns=1)["end"] == "stalemate"
    assert outcome("fight-length", *[3] * 10, **stuck) == {"end": "ongoing", "turns": 10}
    for options in ({"d3-explodes": "yes"}, {"zero-dice": "two-lowest"}):
        assert chance("fight", {"end": "stalemate"}, options, **stuck) == 0
    early = {"shield-timing": "before-roll"}
    assert chance("fight", {"end": "down"}, early, **stuck, sacrifice_at=1) == 1


@pytest.mark.rule("LD-A11")
def test_a_stalemate_is_called_by_the_last_turn_too() -> None:
    given: dict[str, Any] = {"attribute": 0, "dark": 1, "ego": 2, "challenge_dice": "none", "max_turns": 1}
    assert outcome("fight", 2, **given) == {"end": "stalemate", "hp_left": 6, "ego_left": 1}
    assert outcome("fight", 1, **given) == {"end": "ongoing", "hp_left": 6, "ego_left": 2}


@pytest.mark.rule("LD-A11")
def test_where_forbidden_a_plan_that_can_come_to_no_dice_is_refused() -> None:
    for roll in ("fight", "fight-length"):
        with refuses("no dice"):
            chances(roll, FORBID, attribute=0)
        with refuses("no dice"):
            chances(roll, FORBID, attribute=0, dark=1, ego=3)
        assert chances(roll, FORBID, attribute=0, dark=1, ego=3, keep_ego=0)
        assert chances(roll, FORBID, attribute=1)
    # one action, or a Disposition that every costly die overcomes, never comes to it
    assert chances("fight", FORBID, attribute=0, dark=1, ego=3, level="trivial")
    assert chances("fight", FORBID, attribute=0, dark=1, ego=4, disposition=1, keep_ego=3)
    with refuses("no dice"):
        chances("fight", FORBID, attribute=0, dark=1, ego=4, disposition=2, keep_ego=3)
    loose = FORBID | {"ego-ceiling": "start-only"}
    assert chances("fight", loose, attribute=0, dark=1, ego=9, keep_ego=8, challenge_dice="none")


@pytest.mark.rule("LD-74", "LD-A46")
def test_a_readied_weapon_spends_every_other_turn_getting_ready() -> None:
    given: dict[str, Any] = {"attribute": 1, "weapon": "heavy-ranged-readied", "disposition": 3, "hp": 5}
    assert outcome("fight-length", 6, 1, 2, 5, **given) == {"end": "overcome", "turns": 2}
    exposed = {"ready-cost": "exposed"}
    assert outcome("fight-length", 5, options=exposed, **given) == {"end": "down", "turns": 1}
    assert outcome("fight", 2, 6, 1, 2, 5, options=exposed, **given)["hp_left"] == 3


@pytest.mark.rule("LD-73", "LD-A46", "LD-A47")
def test_a_burst_is_followed_by_a_turn_of_reloading() -> None:
    given: dict[str, Any] = {"attribute": 1, "weapon": "medium-ranged-burst", "disposition": 9, "hp": 5}
    # burst for 5, reload, burst for 4
    assert outcome("fight-length", 6, 5, 1, 6, 4, 4, **given) == {"end": "overcome", "turns": 3}
    exposed = {"ready-cost": "exposed"}
    assert outcome("fight-length", 6, 5, 1, 4, 6, 4, 4, options=exposed, **given) == {"end": "overcome", "turns": 3}


@pytest.mark.rule("LD-64", "LD-A34", "LD-A46")
def test_getting_ready_is_not_the_one_action_of_a_trivial_challenge() -> None:
    given: dict[str, Any] = {"attribute": 1, "weapon": "heavy-ranged-readied", "level": "trivial"}
    assert outcome("fight-length", 6, 1, 2, 2, **given) == {"end": "overcome", "turns": 2}
    assert outcome("fight-length", 3, 1, 2, **given) == {"end": "failed", "turns": 2}


@pytest.mark.rule("LD-54")
def test_a_fight_is_ongoing_only_at_its_last_turn() -> None:
    assert outcome("fight", 6, 1, attribute=1, max_turns=1) == {"end": "ongoing", "hp_left": 6, "ego_left": 3}
    assert outcome("fight", 6, 5, attribute=1, max_turns=1) == {"end": "overcome", "hp_left": 6, "ego_left": 3}
    assert chance("fight", {"end": "ongoing"}, attribute=1) == 0


@pytest.mark.rule("LD-A33")
def test_under_goal_overcome_alone_the_heavy_weapon_s_order_makes_no_difference() -> None:
    given: dict[str, Any] = {"attribute": 2, "weapon": "2d6", "disposition": 5, "hp": 4}
    last = chance("fight", {"end": "overcome"}, **given | {"weapon": "heavy-melee"})
    assert last == chance("fight", {"end": "overcome"}, **given)
    assert last < chance("fight", {"end": "overcome"}, {"effect-order": "pc-first"}, **given)


@pytest.mark.rule("LD-54", "LD-56")
@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("keep_ego", [-1, 7, None]),
        ("max_turns", [0, -1, "3"]),
        ("disposition", [0, "5", True]),
        ("weapon_", ["1d"]),
    ],
)
def test_fights_are_described_within_their_ranges(name: str, bad: list[Any]) -> None:
    for value in bad:
        with refuses("unknown parameter" if name == "weapon_" else f"bad parameter: {name}"):
            chances("fight", **{name: value})
    assert chances("fight", {"ego-ceiling": "start-only"}, keep_ego=12, disposition=2)
    with refuses("bad parameter: max_turns"):
        chances("fight-length", max_turns=None)


@pytest.mark.rule("LD-56")
def test_recorded_dice_of_a_fight_can_be_replayed() -> None:
    given = {"attribute": 1, "dark": 1, "shield": True, "sacrifice_at": 2, "weapon": "medium-melee"}
    for seed in range(30):
        played = GAME.play("fight", given, random=Random(seed))
        assert GAME.play("fight", given, faces=played.faces) == played
