"""Who views a table, which sheets they see, and the event numbers that they see."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from msgspec import Struct

from rulewright.table.append_only import EventNumbers
from rulewright.table.errors import Forbidden, NotFound
from rulewright.table.events import NeededAnswer
from rulewright.table.game_words import words_of
from rulewright.table.state import Keeper, TableState


class Numbers(Struct, frozen=True):
    """Converts between the log's event numbers and a viewer's: `private` events after `since` are hidden but for `own`.

    Messages to the GM or to one seat, and refusals with a hidden reason, are private: only their author, the seat
    they are sent to and the GMs see them. A gap in the numbers would reveal them to the other seats. A viewer who runs
    the game sees the log's own numbers.
    """

    private: EventNumbers = EventNumbers()
    own: EventNumbers = EventNumbers()
    since: int = 0

    @property
    def hidden(self) -> int:
        """How many events are hidden from the viewer."""
        return len(self.private) - len(self.own) - self._seen_anyway

    @property
    def _seen_anyway(self) -> int:
        """How many private events of others the viewer has seen, because their seat ran the game."""
        return self.private.upto(self.since) - self.own.upto(self.since) if self.since else 0

    def shown(self, seq: int) -> int:
        """The viewer's number of an event; for a hidden one, that of the last visible event before it."""
        if seq <= self.since:
            return seq
        return seq - self.private.upto(seq) + self.own.upto(seq) + self._seen_anyway

    def seq(self, number: int) -> int:
        """The log's number of an event from the viewer's number."""
        return number + bisect_left(range(number, number + self.hidden), number, key=self.shown)

    def stretches(self, after: int, upto: int, longest: int) -> Iterator[tuple[int, int]]:
        """The ranges of the log after one event up to another, skipping runs of more than `longest` hidden events."""
        seq, number = after, self.shown(after)
        while self.hidden and seq < upto:
            visible, number = seq + 1, number + 1
            if self.shown(visible) < number:
                visible = min(self.seq(number), upto + 1)
            if visible - seq - 1 > longest:
                yield after, seq
                after = visible - 1
            seq = visible
        yield after, upto


def numbers_for(state: TableState, seat: str, is_gm: bool) -> Numbers:
    """The numbers of a viewer. A seat that ran the game earlier has seen everything up to then."""
    if is_gm:
        return Numbers()
    return Numbers(state.private, state.private_of.get(seat, EventNumbers()), state.ran_until.get(seat, 0))


class Viewer(Struct, frozen=True):
    """A seat that views the table, and whether it runs the game."""

    seat: str
    is_gm: bool
    numbers: Numbers = Numbers()
    """The viewer's event numbers, up to the state that the viewer was made from."""

    @classmethod
    def of(cls, state: TableState, seat: str) -> "Viewer":
        """The viewer in a seat at the latest state of a table."""
        is_gm = state.seat(seat).is_gm
        return cls(seat, is_gm, numbers_for(state, seat, is_gm))


def sees_whole(state: TableState, viewer: Viewer, character: str) -> bool:
    """Whether a viewer sees a character's whole sheet: a seat at the table plays it, or it is shown to everyone."""
    keeper = state.keepers.get(character, Keeper())
    return viewer.is_gm or state.settings.foe_sheets or keeper.shown or keeper.seat in state.seats


def hidden_from(state: TableState, viewer: Viewer) -> frozenset[str]:
    """The characters whose sheets are hidden from a viewer."""
    return frozenset(name for name in state.scene["characters"] if not sees_whole(state, viewer, name))


def sees_fight(state: TableState, viewer: Viewer, order: Sequence[str]) -> bool:
    """Whether a viewer sees at least one of the fighters."""
    fighters = state.scene["characters"].keys() & set(order)
    return not fighters or not fighters <= hidden_from(state, viewer)


def deciders(state: TableState, need: NeededAnswer, by: str) -> frozenset[str]:
    """The seats that answer: the seat that plays the character who is asked, else the GM and co-GMs.

    A die is rolled by the seat that began, and the decision of "players" is any player's.
    """
    gms = frozenset(seat for seat, one in state.seats.items() if one.is_gm)
    who = need.who
    if not who:
        return gms if need.approval else frozenset({by}) & state.seats.keys() or gms
    if who == "players" and who not in state.scene["characters"]:
        return frozenset(seat for seat, one in state.seats.items() if one.role == "player") or gms
    owner = state.keepers.get(who, Keeper()).seat
    return frozenset({owner}) if owner in state.seats else gms


def answers_for(state: TableState, seat: str, who: str) -> bool:
    """Whether a seat may take a decision of a character."""
    return state.seat(seat).is_gm or seat in deciders(state, NeededAnswer("", who), seat)


def event_known_as(state: TableState, viewer: Viewer, number: int) -> int:
    """The event that a viewer knows under a number; raises `NotFound` for one that has not happened."""
    if not 0 <= number <= viewer.numbers.shown(state.seq):
        raise NotFound(f"there is no event {number}")
    return viewer.numbers.seq(number)


def viewer_for(state: TableState, seat: str, as_seat: str = "") -> Viewer:
    """The viewer in a seat; the GM may view as any other seat."""
    if as_seat and as_seat != seat and not state.seat(seat).is_gm:
        raise Forbidden(f"only the {words_of(state).gm} may view the table as another seat")
    return Viewer.of(state, as_seat or seat)


def public_number(state: TableState) -> int:
    """The number that the next event has for a viewer who sees no private event."""
    return state.seq + 1 - len(state.private)
