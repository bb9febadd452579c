"""The state of a table, folded from its log. Folding runs no rule and rolls no die."""

from typing import Any

import msgspec
from msgspec import Struct

from rulewright.game.pinned import MARK, PinnedText, is_pinned, pin, pinned
from rulewright.rules import BadInput
from rulewright.rules.decoding import ready
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
    revealed: frozenset[int] = frozenset()
    hidden_events: frozenset[int] = frozenset()
    """Hidden actions that have not been revealed."""
    hidden_changes: dict[str, HiddenChange] = {}
    """By field of the scene that a hidden action was the last to change: that action, until it is revealed."""
    private: tuple[tuple[int, str], ...] = ()
    """The events that only their author and the GMs see, each with its seat."""
    whispers: dict[int, str] = {}
    """By private event that one more seat sees: that seat."""
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
    draws: dict[str, int] = {}
    """By stream, how often open dice were rolled since the present commitment. Undo does not change it."""
    hidden_draws: dict[str, int] = {}
    """The same for hidden dice."""
    closed: bool = False
    seed: str = ""
    """The seed of the open dice, once the table is closed."""
    imported: int = 0
    """The last event that was imported from a file, and not witnessed; 0 if none was."""
    jumps: tuple[tuple[int, int], ...] = ()
    """Every undo and redo: its event, and the event before it in the history without undone events."""

    @property
    def undone(self) -> list[tuple[int, int]]:
        """The ranges of undone events, first and last, the latest first."""
        found = []
        end = self.seq
        for seq, before in reversed(self.jumps):
            if seq <= end:
                found.append((before + 1, seq - 1))
                end = before
        return found

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
