"""The rulings a table chooses between, in words."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulewright.rules import between, option
from rulewright.rules.options import options_of


class Options(Struct, frozen=True, rename="kebab"):
    tag_bonus: Annotated[
        Literal["once", "each"], option("XX-A1", "what tags add", once="Rank, once", each="Rank for each")
    ] = "once"
    rank_max: Annotated[int, between(1, 10, "the highest Rank"), option("XX-A2")] = 10
    array: Annotated[tuple[int, ...], Meta(description="the scores"), option("XX-A3")] = (9, 8)
    limit: Annotated[int, Meta(ge=1)] | None = None


def test_every_option_is_reported_with_its_ruling_default_and_values() -> None:
    first, second, third, fourth = options_of(Options)
    assert (first.name, first.default, first.allowed) == ("tag-bonus", "once", "one of once, each")
    assert (first.ruling, first.meaning) == ("XX-A1", "what tags add")
    assert first.values == {"once": "Rank, once", "each": "Rank for each"}
    assert (second.name, second.default, second.allowed) == ("rank-max", 10, "a whole number from 1 to 10")
    assert (second.ruling, second.meaning, second.values) == ("XX-A2", "the highest Rank", {})
    assert (third.default, third.ruling, third.meaning) == ((9, 8), "XX-A3", "the scores")
    assert (fourth.name, fourth.default, fourth.ruling, fourth.meaning) == ("limit", None, "", "")


def test_a_game_without_options_has_none() -> None:
    class Nothing(Struct, frozen=True):
        pass

    assert options_of(Nothing) == []


def test_an_option_may_default_to_an_empty_list() -> None:
    class Listed(Struct, frozen=True):
        banned: Annotated[list[str], option("XX-A4", "what is banned")] = []

    assert options_of(Listed)[0].default == []
