"""The order of turns in a round: four slots, Fast before Slow."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulewright.games.untold_aeons.options import Options
from rulewright.rules import Parameters, meaning, rule
from rulewright.rules.limits import Name


class Fighting(Parameters, frozen=True):
    """A fighter's side and turn in a round."""

    name: Name
    side: Literal["initiating", "defending"]
    turn: Literal["fast", "slow"]


class RoundOrder(Struct, frozen=True):
    """The order of a round."""

    order: tuple[str, ...]


@rule("UA-105", "UA-106", "UA-107", "UA-A34")
def first_slot(turns: Sequence[tuple[bool, bool]]) -> list[int]:
    """The places of the fighters in the first slot, each given as initiating or not, and Fast or not."""
    slots = [2 * (not fast) + (not initiating) for initiating, fast in turns]
    return [at for at, slot in enumerate(slots) if slot == min(slots)]


@rule("UA-101", "UA-104", "UA-105", "UA-106", "UA-107", "UA-108", "UA-A34")
def in_turn_order(fighters: tuple[Fighting, ...]) -> tuple[str, ...]:
    """Fast before Slow, and in each the side that began the fight before the other."""
    left, found = list(fighters), []
    while left:
        first = first_slot([(one.side == "initiating", one.turn == "fast") for one in left])
        found += [left[at].name for at in first]
        left = [one for at, one in enumerate(left) if at not in first]
    return tuple(found)


@rule("UA-101", "UA-105", "UA-106", "UA-107")
def turn_order(
    options: Options,
    fighters: Annotated[tuple[Fighting, ...], Meta(max_length=100), meaning("all fighters with their side and turn")],
) -> RoundOrder:
    """The order of a round; fighters in the same slot keep the order given."""
    return RoundOrder(in_turn_order(fighters))
