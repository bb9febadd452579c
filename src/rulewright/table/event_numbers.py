"""The event numbers that a viewer sees: without gaps where the log has private events of other seats.

Messages to the GM or to one seat, and refusals with a hidden reason, are private: only their author, the seat
they are sent to and the GMs see them. A gap would reveal them to the other seats. A viewer who runs the game sees the
log's own numbers.
"""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from rulewright.table.state import TableState


class Numbers(Struct, frozen=True):
    """Converts between the log's event numbers and a viewer's; `unseen` are the events hidden from the viewer."""

    unseen: tuple[int, ...] = ()

    def shown(self, seq: int) -> int:
        """The viewer's number of an event; for a hidden one, that of the last visible event before it."""
        return seq - bisect_right(self.unseen, seq)

    def seq(self, number: int) -> int:
        """The log's number of an event from the viewer's number."""
        seq = number
        for unseen in self.unseen:
            if unseen > seq:
                break
            seq += 1
        return seq

    def stretches(self, after: int, upto: int, longest: int) -> Iterator[tuple[int, int]]:
        """The ranges of the log after one event up to another, skipping runs of more than `longest` hidden events."""
        unseen = self.unseen[bisect_right(self.unseen, after) : bisect_right(self.unseen, upto)]
        for _, run in groupby(enumerate(unseen), lambda one: one[1] - one[0]):
            seqs = [seq for _, seq in run]
            if len(seqs) > longest:
                yield after, seqs[0] - 1
                after = seqs[-1]
        yield after, upto


def numbers_for(state: TableState, seat: str, is_gm: bool) -> Numbers:
    """The numbers of a viewer. A seat that ran the game earlier has seen everything up to then."""
    if is_gm:
        return Numbers()
    since = state.ran_until.get(seat, 0)
    seen = state.whispers
    return Numbers(tuple(seq for seq, by in state.private if by != seat and seq > since and seen.get(seq) != seat))


def public_number(state: TableState) -> int:
    """The number that the next event has for a viewer who sees no private event."""
    return state.seq + 1 - len(state.private)
