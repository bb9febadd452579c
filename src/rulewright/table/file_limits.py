"""The limits of a table in play, checked event by event for a file that claims to come from one."""

from collections import Counter

from rulewright.rules import BadInput
from rulewright.table.events import (
    ActionRequested,
    Attempted,
    CharacterAssigned,
    Event,
    MessageSent,
    PlanAssigned,
    PlayRedone,
    PlayUndone,
    RecordedDie,
    SeatTaken,
    SeedAdded,
    SeedCommitted,
    SettingsChanged,
    TableBranched,
    TableOpened,
)
from rulewright.table.play_size import OVERHEAD, size_of_play
from rulewright.table.state import TableState
from rulewright.table.tables import Limits


class FileLimits:
    """The limits of a file's events, with what has to be added up from one event to the next."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._total = 0
        self._play = 0
        """The bytes of the state of play, or more."""

    def check(self, before: TableState, event: Event, after: TableState, size: int) -> None:
        """Raises `BadInput` for an event of `size` bytes that no table would have written, because of a limit."""
        limits = self._limits
        self._total += size
        _at_most(self._total, limits.table_bytes, "too large", "bytes")
        is_restored = isinstance(event.body, TableOpened | PlayUndone | PlayRedone)
        _at_most(size, limits.play_bytes if is_restored else limits.event_bytes, "too large", "bytes in this event")
        _at_most(len(after.seats), limits.seats, "too many seats", "")
        _at_most(len(after.rounds.seeds), limits.seeds + limits.seats, "too many seeds in the dice", "")
        self._check_texts(before, event)
        if isinstance(event.body, Attempted):
            waited = before.pending.get(event.body.pending) if event.body.pending else None
            typed = _typed(event.body.dice) - (_typed(waited.body.dice) if waited else 0)
            _at_most(typed, limits.faces, "too many dice", "typed at once")
        if isinstance(event.body, MessageSent) and event.body.title:
            _check_notes(limits, after)
        if after.play is not before.play:
            self._check_play(before, event, after, size)

    def _check_texts(self, before: TableState, event: Event) -> None:
        limits, fact = self._limits, event.body
        match fact:
            case SeatTaken(name=name):
                _at_most(len(name), limits.name, "name too long", "characters")
            case MessageSent(text=text, title=title):
                _at_most(len(text), limits.text, "message too long", "characters")
                _at_most(len(title), limits.name, "title too long", "characters")
            case ActionRequested(words=words):
                _at_most(len(words), limits.text, "message too long", "characters")
            case TableOpened(settings=settings) | SettingsChanged(settings=settings):
                _check_title(limits, settings.title)
            case TableBranched(title=title):
                _check_title(limits, title)
            case CharacterAssigned(character=character) | PlanAssigned(character=character):
                if character not in before.scene["characters"]:
                    raise BadInput("names a character who is not there")
            case SeedCommitted(seat=seat) | SeedAdded(seat=seat):
                if seat not in before.seats:
                    raise BadInput("names a seat that is not taken")

    def _check_play(self, before: TableState, event: Event, after: TableState, size: int) -> None:
        limits = self._limits
        self._play += size + OVERHEAD
        if self._play > limits.play_bytes or not before.play:
            self._play = size_of_play(after)
            _at_most(self._play, limits.play_bytes, "too large", "bytes of characters and scene")
        _at_most(len(after.play["scene"]["characters"]), limits.characters, "too many characters", "")
        if after.play["requests"] is not (before.play and before.play["requests"]):
            _at_most(len(after.requests), limits.requests, "too many open requests", "")
        if after.play["pending"] is not (before.play and before.play["pending"]):
            _at_most(len(after.pending), limits.waiting, "too many pending actions", "")
            proposed = Counter(waits.by for waits in after.pending.values() if waits.body.need.approval)
            _at_most(max(proposed.values(), default=0), limits.proposals, "too many actions that wait for approval", "")


def _check_title(limits: Limits, title: str) -> None:
    _at_most(len(title), 2 * limits.name, "title too long", "characters")  # a branch's was once longer than its table's


def _check_notes(limits: Limits, after: TableState) -> None:
    number, text = Counter[str](), Counter[str]()
    for note in after.notes.values():
        number[note.by] += 1
        text[note.by] += len(note.text)
    _at_most(max(number.values(), default=0), limits.notes, "too many notes", "of one seat")
    _at_most(max(text.values(), default=0), limits.seat_notes_text, "notes too long", "characters of one seat")
    _at_most(len(after.notes), limits.table_notes, "too many notes", "")
    _at_most(text.total(), limits.notes_text, "notes too long", "characters in all")


def _typed(dice: tuple[RecordedDie, ...]) -> int:
    return sum(die.seq == 0 for die in dice)


def _at_most(found: int, most: int, fault: str, unit: str) -> None:
    if found > most:
        raise BadInput(f"{fault} (allowed: {most:,}{' ' if unit else ''}{unit})")
