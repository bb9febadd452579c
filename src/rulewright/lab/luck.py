"""Luck: how far each roll moved the chance to win, however high the dice were.

The chance to win before a roll is the average over its results. So the swing of a roll, the chance after
it minus the chance before, is zero on average, and the sum of a fight's swings is luck. The gains and losses of
decisions are counted separately.
"""

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct


class Swing(Struct, frozen=True):
    """A roll or decision that moved one side's chance to win: who made it, its label, and the chance before and after.

    All chances are those of the same side, regardless of who rolled.
    """

    who: str
    what: str
    before: Fraction | float
    after: Fraction | float
    is_decision: bool = False

    @property
    def size(self) -> Fraction | float:
        """How far it moved the chance."""
        return self.after - self.before


class Luck(Struct, frozen=True):
    """A fight's luck for one side: the sum of all swings of rolls, by roller, and the chance lost by decisions."""

    total: Fraction | float
    by_roller: dict[str, Fraction | float]
    by_decision: dict[str, Fraction | float]
    biggest: tuple[Swing, ...]


def luck(swings: Iterable[Swing], most: int = 5) -> Luck:
    """Adds up the swings of a fight; `biggest` are the rolls that moved it most."""
    rolled: dict[str, Fraction | float] = {}
    decided: dict[str, Fraction | float] = {}
    rolls: list[Swing] = []
    for swing in swings:
        into = decided if swing.is_decision else rolled
        into[swing.who] = into.get(swing.who, Fraction(0)) + swing.size
        if not swing.is_decision:
            rolls.append(swing)
    rolls.sort(key=lambda swing: max(swing.size, -swing.size), reverse=True)
    return Luck(sum(rolled.values(), start=Fraction(0)), rolled, decided, tuple(rolls[:most]))
