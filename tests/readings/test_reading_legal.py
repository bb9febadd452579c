"""Legal: an action is read only as far as its first die."""

from collections.abc import Callable
from typing import Any

import pytest

from rulewright.dice import d
from rulewright.readings.legal import refusal
from rulewright.rules import Dice, Refused


def drink(dice: Dice[Any], potions: int, thirsty: bool = True) -> int:
    dice.note("potions", potions)
    if not potions:
        raise Refused("no potion left", "LE-01")
    healed = dice.pool("potion", 1 * d(4))
    if thirsty:
        raise Refused("this is too late to refuse")
    return healed


def test_what_a_rule_refuses_before_its_dice_is_the_reason() -> None:
    reason = refusal(drink, 0)
    assert isinstance(reason, Refused)
    assert (reason.reason, reason.rule) == ("no potion left", "LE-01")


def test_a_rule_that_reaches_its_dice_may_be_used() -> None:
    assert refusal(drink, 1) is None
    assert refusal(drink, potions=1, thirsty=False) is None


def decides(dice: Dice[Any]) -> None:
    dice.choose("Ann", "which?", ("this", "that"))
    raise Refused("this is too late to refuse")


def finishes(dice: Dice[Any]) -> int:
    return 0


def rolls_in_a_called_rule(dice: Dice[Any]) -> None:
    dice.call(drink, 1)
    raise Refused("this is too late to refuse")


@pytest.mark.parametrize("rule", [decides, finishes, rolls_in_a_called_rule])
def test_a_rule_that_goes_on_to_ask_to_finish_or_to_call_may_be_used(rule: Callable[..., Any]) -> None:
    assert refusal(rule) is None


def test_a_called_rule_that_refuses_before_its_dice_refuses_the_whole() -> None:
    def call_first(dice: Dice[Any]) -> int:
        return dice.call(drink, 0)

    reason = refusal(call_first)
    assert isinstance(reason, Refused)
    assert reason.reason == "no potion left"


def test_the_options_decide_too() -> None:
    def dry_table(dice: Dice[str]) -> None:
        if dice.options == "dry":
            raise Refused("drinking is not allowed")

    assert refusal(dry_table, options="wet") is None
    assert refusal(dry_table, options="dry") is not None


def test_a_mistake_in_a_rule_is_no_refusal() -> None:
    def broken(dice: Dice[Any]) -> float:
        return 1 / 0

    with pytest.raises(ZeroDivisionError):
        refusal(broken)
