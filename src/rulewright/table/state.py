"""The state of a table, folded from its log. Folding runs no rule and rolls no die."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from rulewright.game.pinned import MARK, PinnedText, is_pinned, pin, pinned
from rulewright.rules import BadInput
from rulewright.rules.decoding import ready
from rulewright.table.append_only import EventNumbers, EventSet, Growing, NamedCounts
from rulewright.table.events import (
    AnswerAwaited,
    Role,
    TableSettings,
)
from rulewright.table.seeds.rounds import SeedRounds

Play = dict[str, Any]


class Seat(Struct, frozen=True):
    """A seat at the table: the name of its player, and its role."""

    name: str
    role: Role

    @property
    def is_gm(self) -> bool:
        """Whether this seat runs the game: the GM or a co-GM."""
        return self.role in ("gm", "co-gm")


class Keeper(Struct, frozen=True):
    """The seat that plays a character, and whether everyone sees the whole sheet."""

    seat: str = ""
    shown: bool = False


class PendingAction(Struct, frozen=True, rename={"body": "fact"}):
    """An action or roll that waits for an answer: its content, who began it, and at which event. Stored with `fact`."""

    body: AnswerAwaited
    by: str
    since: int


class HiddenChange(Struct, frozen=True):
    """A hidden action that changed the scene, and the seat of the player who knows its effect, if any."""

    seq: int
    knows: str = ""


class OpenRequest(Struct, frozen=True):
    """An action that the GM has asked for, and the characters who have not taken it yet; all, if it is standing."""

    action: str
    params: dict[str, Any]
    of: tuple[str, ...]
    words: str = ""
    standing: bool = False


_PENDING = dict[str, PendingAction]
_REQUESTS = dict[str, OpenRequest]


class Note(Struct, frozen=True):
    """A note: its title and text, who wrote it, and who sees it besides the author and the GMs."""

    title: str
    text: str
    by: str
    audience: str = "gm"
    to: str = ""


class Jump(Struct, frozen=True, array_like=True):
    """An undo or redo: its event, the event before it in the history without undone events, and what stands after it.

    `done` is the last event that changed play and has not been undone; `undo` is the undo that a redo would reverse.
    """

    seq: int
    before: int
    done: int
    undo: int


class TableState(Struct, frozen=True):
    """The state of a table after one event."""

    seq: int = 0
    game: str = ""
    rulebook: str = ""
    """The text of the game, if `game` is the name of one."""
    software: str = ""
    settings: TableSettings = TableSettings()
    play: Play = {}
    """The part that undo restores, as plain data: the scene, the game's options, pending actions, and open requests."""
    seats: dict[str, Seat] = {}
    seats_given: int = 0
    """How many seats there have ever been; a number is never used twice."""
    seat_names: dict[str, str] = {}
    """The last name of every seat there has ever been, so that the log can name a player who has left."""
    keepers: dict[str, Keeper] = {}
    plans: dict[str, str] = {}
    """For each character for whom the GM has set one: the plan that it follows when it acts automatically."""
    revealed: EventSet = EventSet()
    hidden_events: EventSet = EventSet()
    """Hidden actions that have not been revealed."""
    hidden_changes: dict[str, HiddenChange] = {}
    """By field of the scene that a hidden action was the last to change: that action, until it is revealed."""
    private: EventNumbers = EventNumbers()
    """The events that only the GMs see, and their authors and those they were sent to."""
    private_of: dict[str, EventNumbers] = {}
    """By seat, the private events that it wrote or was sent."""
    notes: dict[str, Note] = {}
    """The notes, by author and title."""
    ran_until: dict[str, int] = {}
    """By seat that ran the game and no longer does, the event up to which it did."""
    protocol: int = 1
    commitment: str = ""
    hidden_commitment: str = ""
    dice_from: int = 0
    """The event with the present commitments."""
    rounds: SeedRounds = SeedRounds()
    draws: NamedCounts = NamedCounts()
    """By stream, how often open dice were rolled since the present commitment. Undo does not change it."""
    hidden_draws: NamedCounts = NamedCounts()
    """The same for hidden dice."""
    closed: bool = False
    seed: str = ""
    """The seed of the open dice, once the table is closed."""
    imported: int = 0
    """The last event that was imported from a file, and not witnessed; 0 if none was."""
    played: EventNumbers = EventNumbers()
    """The events that changed play, other than undo and redo."""
    jumps: Growing[Jump] = Growing()
    """Every undo and redo."""
    automatic: int = 0
    """How many events in a row, up to this one, followed automatically from the one before."""

    @property
    def undone(self) -> list[tuple[int, int]]:
        """The ranges of undone events, first and last, the latest first."""
        found = []
        end = self.seq
        for jump in reversed(self.jumps):
            if jump.seq <= end:
                found.append((jump.before + 1, jump.seq - 1))
                end = jump.before
        return found

    def standing(self, upto: int) -> Iterator[int]:
        """The events that changed play and had not been undone after an event, the latest first."""
        while seq := self.done_at(upto):
            yield seq
            upto = seq - 1

    def done_at(self, seq: int) -> int:
        """The last event that had changed play and had not been undone after an event; 0 if there was none."""
        played, jump = self.played.at_most(seq), self._jump_at(seq)
        return jump.done if jump.seq > played else played

    def undo_at(self, seq: int) -> int:
        """The last undo, if nothing had been done between it and an event that a redo would overwrite; else 0."""
        played, jump = self.played.at_most(seq), self._jump_at(seq)
        return jump.undo if jump.seq > played else 0

    def _jump_at(self, seq: int) -> Jump:
        """The last undo or redo up to an event."""
        count = bisect_right(self.jumps, seq, key=lambda jump: jump.seq)
        return self.jumps[count - 1] if count else Jump(0, 0, 0, 0)

    @property
    def scene(self) -> Any:
        """The state of play, as plain data."""
        return self.play["scene"]

    @property
    def options(self) -> dict[str, Any]:
        """The options of the table, where they differ from the defaults."""
        options: dict[str, Any] = self.play["options"]
        return options

    @property
    def pending(self) -> dict[str, PendingAction]:
        """The pending actions by their ids."""
        pending = self.play["pending"]
        return msgspec.convert(pending, ready(_PENDING)) if pending else {}

    @property
    def requests(self) -> dict[str, OpenRequest]:
        """The open requests by the numbers of their events, private events not counted."""
        requests = self.play["requests"]
        return msgspec.convert(requests, ready(_REQUESTS)) if requests else {}

    def seat(self, seat: str) -> Seat:
        """A seat by its id."""
        if seat not in self.seats:
            raise BadInput("you have no seat at this table")
        return self.seats[seat]

    def is_gm(self, seat: str) -> bool:
        """Whether a seat runs the game; False for one that is not taken."""
        return seat in self.seats and self.seats[seat].is_gm

    def plays(self, seat: str, character: str) -> bool:
        """Whether a seat plays a character: its own, or any if it runs the game."""
        return self.seats[seat].is_gm or self.keepers.get(character, Keeper()).seat == seat


def pinned_game(state: TableState) -> PinnedText | None:
    """The text of a table's game, if it has one; `find_game` finds the game as long as the caller keeps the result."""
    if not is_pinned(state.game):
        return None
    return pinned(state.game) or pin(state.game.partition(MARK)[0], state.rulebook)
