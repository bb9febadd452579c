"""A rule carries its numbers and its name; a repeated step is a rule of its own."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rulewright.dice import Deck, Throw, d
from rulewright.rules import BadInput, BadParameter, Dice, Refused, cites, repeat, rule, rule_name


@rule("XX-01", "XX-A2")
def collapse_check(dice: Dice[None], score: int) -> bool:
    """Roll under the score."""
    return dice.pool("check", 1 * d(6)) <= score


def _plain_helper() -> None: ...


def test_a_rule_carries_its_numbers_in_order() -> None:
    assert cites(collapse_check) == ("XX-01", "XX-A2")


def test_a_function_that_is_no_rule_carries_none() -> None:
    assert cites(_plain_helper) == ()
    assert cites(len) == ()


def test_a_rule_is_still_the_plain_function_it_was() -> None:
    def function() -> str:
        return "as before"

    assert rule("XX-03")(function) is function
    assert function() == "as before"


def test_a_rule_is_named_by_its_words() -> None:
    assert rule_name(collapse_check) == "collapse check"
    assert rule_name(_plain_helper) == "plain helper"
    assert rule_name(object()) == "rule"  # type: ignore[arg-type]  # something without a name


class Counting:
    """Dice that show 1, 2, 3 and so on, and keep a list of what was called."""

    options = None

    def __init__(self) -> None:
        self.called: list[str] = []
        self.shown = 0

    def pool(self, name: str, throw: Throw[Any], /) -> Any:
        self.shown += 1
        return self.shown

    def draw(self, name: str, count: int | tuple[int, ...], deck: Deck[Any], /) -> Any:
        return deck.cards()[:1]

    def choose(self, who: str, question: str, choices: Sequence[Any], /) -> Any:
        return choices[0]

    def call(self, rule: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        self.called.append(rule_name(rule))
        return rule(self, *args, **kwargs)

    def note(self, name: str, value: object, /, *cites: str) -> None: ...


@rule("XX-04")
def add_one_die(dice: Dice[None], total: int, factor: int) -> int:
    """Add a die."""
    return total + factor * dice.pool("more", 1 * d(6))


def test_a_repeat_used_plainly_is_a_loop_of_called_steps() -> None:
    dice = Counting()
    on = repeat(add_one_die, until=lambda total: total >= 12)
    assert on(dice, 0, 2) == 2 * (1 + 2 + 3)
    assert dice.called == ["add one die"] * 3


def test_a_repeat_that_is_over_at_once_takes_no_step() -> None:
    dice = Counting()
    assert repeat(add_one_die, until=lambda total: True)(dice, 5, 1) == 5
    assert dice.called == []


def test_a_repeat_passes_named_arguments_on() -> None:
    assert repeat(add_one_die, until=lambda total: total > 0)(Counting(), 0, factor=7) == 7


def test_a_repeat_has_the_numbers_of_its_step_and_a_name_of_its_own() -> None:
    on = repeat(add_one_die, until=lambda total: True)
    assert cites(on) == ("XX-04",)
    assert rule_name(on) == "add one die until over"
    assert on.aims == {}


def test_a_refusal_says_the_reason_and_the_rule() -> None:
    refused = Refused("no potion left", "XX-05")
    assert str(refused) == "no potion left (XX-05)"
    assert (refused.reason, refused.rule) == ("no potion left", "XX-05")


def test_a_refusal_without_a_rule_is_just_the_reason() -> None:
    refused = Refused("no fight")
    assert str(refused) == "no fight"
    assert refused.rule is None


def test_bad_input_is_a_value_error_and_a_refusal_is_not() -> None:
    assert issubclass(BadInput, ValueError)
    assert issubclass(BadParameter, BadInput)
    assert not issubclass(Refused, ValueError)


def test_a_bad_parameter_says_its_name_what_is_allowed_and_what_was_given() -> None:
    bad = BadParameter("a.damage", "from 0 to 5", 9)
    assert str(bad) == "bad parameter: a.damage must be from 0 to 5, not 9"
    assert bad.name == "a.damage"


@pytest.mark.parametrize(
    "given",
    ["x" * 100_000, [1] * 100_000, {"k": "v" * 9_999}, 10**5_000, object(), "a\nb"],
    ids=["text", "list", "object", "number", "thing", "lines"],
)
def test_a_bad_parameter_is_one_short_line_whatever_was_given(given: object) -> None:
    text = str(BadParameter("who", "somebody", given))
    assert len(text) < 120
    assert len(text.splitlines()) == 1
