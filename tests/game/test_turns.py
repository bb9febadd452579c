"""The turns of a fight: order, rounds, and the side that is left."""

import pytest
from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.turns import ActionOrder, TurnOrder, running, standing, use_action
from rulewright.rules import Refused

FIGHT = TurnOrder(("Ann", "Bo", "Cy"))


def anyone(name: str) -> bool:
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
    second = FIGHT.next_turn(anyone)
    assert (second.turn, second.round) == ("Bo", 1)
    third = second.next_turn(anyone)
    assert (third.turn, third.round) == ("Cy", 1)
    first = third.next_turn(anyone)
    assert (first.turn, first.round) == ("Ann", 2)


def test_characters_who_take_no_part_are_passed_over() -> None:
    assert FIGHT.next_turn(lambda name: name == "Cy").turn == "Cy"
    alone = FIGHT.next_turn(lambda name: name == "Ann")
    assert (alone.turn, alone.round) == ("Ann", 2)


def test_the_turn_ends_although_nobody_takes_part() -> None:
    left = TurnOrder(("Ann", "Bo"), round=3, at=1, begun=True).next_turn(lambda name: False)
    assert (left.turn, left.round, left.begun) == ("Bo", 3, False)


def test_who_leaves_is_passed_over_and_their_turn_goes_to_the_next() -> None:
    left = replace(FIGHT, begun=True).without("Ann", anyone)
    assert (left.order, left.turn, left.round, left.begun) == (("Bo", "Cy"), "Bo", 1, False)
    last = TurnOrder(("Ann", "Bo", "Cy"), at=2).without("Cy", anyone)
    assert (last.order, last.turn, last.round) == (("Ann", "Bo"), "Ann", 2)
    other = TurnOrder(("Ann", "Bo", "Cy"), at=2).without("Ann", anyone)
    assert (other.order, other.turn, other.round) == (("Bo", "Cy"), "Cy", 1)
    with pytest.raises(Refused, match="not in the fight: Di"):
        FIGHT.without("Di", anyone)
    with pytest.raises(Refused, match="no one would be left"):
        TurnOrder(("Ann",)).without("Ann", anyone)


def test_another_order_leaves_the_turn_with_the_one_who_has_it() -> None:
    second = FIGHT.next_turn(anyone)
    changed = second.reordered(("Cy", "Bo", "Ann"))
    assert (changed.order, changed.turn, changed.round) == (("Cy", "Bo", "Ann"), "Bo", 1)
    for wrong in (("Ann", "Bo"), ("Ann", "Bo", "Bo"), ("Ann", "Bo", "Di")):
        with pytest.raises(Refused, match="name each of Ann, Bo, Cy once"):
            FIGHT.reordered(wrong)


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


class Scene(Struct, frozen=True):
    fight: ActionOrder | None = None


def test_an_action_is_used_in_a_turn_that_has_begun_and_has_enough_left() -> None:
    begun = Scene(ActionOrder(("Ann", "Bo"), begun=True, actions=3))
    once = use_action(begun, "Ann", "X-1", cost=2)
    assert once == Scene(ActionOrder(("Ann", "Bo"), begun=True, actions=1, used=2))
    with pytest.raises(Refused, match=r"no actions left \(X-1\)"):
        use_action(once, "Ann", "X-1", cost=2)
    with pytest.raises(Refused, match="not your turn"):
        use_action(begun, "Bo")
    with pytest.raises(Refused, match="turn not begun"):
        use_action(Scene(ActionOrder(("Ann",))), "Ann")


def test_a_turn_that_ends_takes_its_actions_with_it() -> None:
    spent = ActionOrder(("Ann", "Bo"), begun=True, actions=1, used=1)
    assert spent.next_turn(anyone) == ActionOrder(("Ann", "Bo"), at=1)


def test_outside_a_fight_no_actions_are_counted() -> None:
    assert use_action(Scene(), "Ann") == Scene()
