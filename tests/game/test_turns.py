"""The turns of a fight: order, rounds, and the side that is left."""

import pytest

from rulewright.game.turns import TurnOrder, running, standing
from rulewright.rules import Refused

FIGHT = TurnOrder(("Ann", "Bo", "Cy"))


def everybody(name: str) -> bool:
    return True


def test_the_first_in_order_begins() -> None:
    assert FIGHT.turn == "Ann"
    assert FIGHT.of("Ann") is FIGHT
    with pytest.raises(Refused, match="not your turn: it is Ann's"):
        FIGHT.of("Bo")


def test_a_turn_has_to_begin() -> None:
    with pytest.raises(Refused, match=r"turn not begun: start it first \(X-1\)"):
        FIGHT.started("X-1")
    assert TurnOrder(("Ann",), begun=True).started().begun


def test_after_the_last_in_order_a_new_round_begins() -> None:
    second = FIGHT.next_turn(everybody)
    assert (second.turn, second.round) == ("Bo", 1)
    third = second.next_turn(everybody)
    assert (third.turn, third.round) == ("Cy", 1)
    first = third.next_turn(everybody)
    assert (first.turn, first.round) == ("Ann", 2)


def test_characters_who_take_no_part_are_passed_over() -> None:
    assert FIGHT.next_turn(lambda name: name == "Cy").turn == "Cy"
    alone = FIGHT.next_turn(lambda name: name == "Ann")
    assert (alone.turn, alone.round) == ("Ann", 2)


def test_the_turn_ends_although_nobody_takes_part() -> None:
    left = TurnOrder(("Ann", "Bo"), round=3, at=1, begun=True).next_turn(lambda name: False)
    assert (left.turn, left.round, left.begun) == ("Bo", 3, False)


def test_a_late_arrival_goes_last() -> None:
    assert FIGHT.with_last("Di").order == ("Ann", "Bo", "Cy", "Di")


SIDES = {"Ann": "we", "Bo": "we", "Cy": "they"}


@pytest.mark.parametrize(
    ("up", "over", "winner"),
    [
        (("Ann", "Bo", "Cy"), False, None),
        (("Bo", "Cy"), False, None),
        (("Ann", "Bo"), True, "we"),
        (("Cy",), True, "they"),
        ((), True, None),
    ],
)
def test_a_fight_is_over_when_one_side_is_left(up: tuple[str, ...], over: bool, winner: str | None) -> None:
    assert standing(SIDES, up.__contains__) == (over, winner)


def test_without_a_fight_there_is_no_turn() -> None:
    assert running(FIGHT) is FIGHT
    with pytest.raises(Refused, match="no fight"):
        running(None)
