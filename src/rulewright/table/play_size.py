"""The size of the state of play, which every view contains: measured only when it may have grown beyond its limit."""

import msgspec
from msgspec import Struct

from rulewright.table.state import TableState

OVERHEAD = 300
"""Bytes that an event may add to the state of play beyond its own: names of fields that it leaves out."""

_encode = msgspec.json.Encoder().encode


def size_of_play(state: TableState) -> int:
    """The bytes of the state of play."""
    return len(_encode(state.play))


class Measured(Struct, frozen=True):
    """The bytes of the state of play after an event, and of the log up to it."""

    seq: int
    log: int
    play: int

    def at_most(self, seq: int, log: int) -> int:
        """The most bytes that the state of play can have after a later event."""
        return self.play + (log - self.log) + OVERHEAD * (seq - self.seq)
