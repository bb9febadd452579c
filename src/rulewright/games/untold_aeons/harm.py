"""The common part of stress and wounds in play: an amount, and the state it leads to."""

from typing import Annotated

from msgspec import Meta, Struct

from rulewright.games.untold_aeons.pools import MOST_POINTS
from rulewright.rules import Refused

Amount = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS, description="how much, from 0")]


class Suffered(Struct, frozen=True):
    """Stress or wounds after a change, and the state they lead to."""

    total: int
    state: str


def refuse_negative(amount: int) -> None:
    """Refuses an amount below 0."""
    if amount < 0:
        raise Refused(f"negative amount: {amount}; give 0 or more")
