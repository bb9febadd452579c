"""The state of a table, folded from its log. Folding runs no rule and rolls no die."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulewright.rules import BadInput
from rulewright.table.changes import apply
from rulewright.table.events import (
    ActionRefused,
    ActionRequested,
    ActionTaken,
    AnswerAwaited,
    CharacterAssigned,
    Event,
    MessageSent,
    OptionsChanged,
    PendingWithdrawn,
    PlayRedone,
    PlayUndone,
    RequestCancelled,
    Role,
    RollMade,
    RollRevealed,
    SeatRemoved,
    SeatTaken,
    SeedAdded,
    SettingsChanged,
    TableBranched,
    TableClosed,
    TableOpened,
    TableReopened,
    TableSettings,
)

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
    """An action or roll that waits for an answer: what, who began it, and since which event. Stored with `fact`."""

    body: AnswerAwaited
    by: str
    since: int


class OpenRequest(Struct, frozen=True):
    """An action that the GM has asked for, and the characters who have not taken it yet; all, if it is standing."""

    action: str
    params: dict[str, Any]
    of: tuple[str, ...]
    words: str = ""
    standing: bool = False


class TableState(Struct, frozen=True):
    """The state of a table after one event."""

    seq: int = 0
    game: str = ""
    software: str = ""
    settings: TableSettings = TableSettings()
    play: Play = {}
    """What undo restores, as plain data: the scene, the game's options, pending actions, and open requests."""
    seats: dict[str, Seat] = {}
    seats_given: int = 0
    """How many seats there have ever been; a number is never used twice."""
    seat_names: dict[str, str] = {}
    """The last name of every seat there has ever been, so that the log can name a player who has left."""
    keepers: dict[str, Keeper] = {}
    revealed: frozenset[int] = frozenset()
    hidden_events: frozenset[int] = frozenset()
    """Hidden actions that have not been revealed: players do not know what they changed."""
    commitment: str = ""
    dice_from: int = 0
    """The event with the present commitment."""
    seeds: tuple[str, ...] = ()
    closed: bool = False

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
        return msgspec.convert(self.play["pending"], dict[str, PendingAction])

    @property
    def requests(self) -> dict[str, OpenRequest]:
        """The open requests by the numbers of their events."""
        return msgspec.convert(self.play["requests"], dict[str, OpenRequest])

    def seat(self, seat: str) -> Seat:
        """A seat by its id."""
        if seat not in self.seats:
            raise BadInput("you have no seat at this table")
        return self.seats[seat]

    def plays(self, seat: str, character: str) -> bool:
        """Whether a seat plays a character: its own, or any if it runs the game."""
        return self.seats[seat].is_gm or self.keepers.get(character, Keeper()).seat == seat


def fold(state: TableState, event: Event) -> TableState:
    """The state after one more event."""
    if event.seq != state.seq + 1:
        raise BadInput(f"the log has a gap: event {event.seq} follows event {state.seq}")
    return replace(_folded(state, event), seq=event.seq)


def fold_all(events: Iterable[Event], state: TableState = TableState()) -> TableState:
    """The state after all events."""
    for event in events:
        state = fold(state, event)
    return state


def _folded(state: TableState, event: Event) -> TableState:
    match event.body:
        case TableOpened() as fact:
            return TableState(
                game=fact.game,
                software=fact.software,
                settings=fact.settings,
                play={"scene": fact.scene, "options": fact.options, "pending": {}, "requests": {}},
                commitment=fact.commitment,
                dice_from=event.seq,
            )
        case TableBranched(commitment=commitment, title=title):
            settings = replace(state.settings, title=title)
            return replace(state, settings=settings, commitment=commitment, dice_from=event.seq, seeds=(), closed=False)
        case SeatTaken(seat=seat, name=name, role=role):
            given = max(state.seats_given, int(seat.removeprefix("s")))
            names = {**state.seat_names, seat: name}
            seats = {**state.seats, seat: Seat(name, role)}
            return replace(state, seats=seats, seats_given=given, seat_names=names)
        case SeatRemoved(seat=gone):
            keepers = {
                name: replace(kept, seat="") if kept.seat == gone else kept for name, kept in state.keepers.items()
            }
            return replace(state, seats=_without(state.seats, gone), keepers=keepers)
        case CharacterAssigned(character=character, seat=seat, shown=shown):
            return replace(state, keepers={**state.keepers, character: Keeper(seat, shown)})
        case SeedAdded(seed=seed):
            return replace(state, seeds=(*state.seeds, seed))
        case ActionTaken(changes=changes, pending=pending, owns=owns) as fact:
            keepers = {**state.keepers, owns: Keeper(fact.begun_by or event.by)} if owns else state.keepers
            play = _without_fulfilled(_without_pending(apply(state.play, changes), pending), fact)
            unseen = state.hidden_events if fact.audience == "everyone" else state.hidden_events | {event.seq}
            return replace(state, play=play, keepers=keepers, hidden_events=unseen)
        case RollMade(pending=pending) | PendingWithdrawn(pending=pending):
            return replace(state, play=_without_pending(state.play, pending))
        case AnswerAwaited() as fact:
            begun = state.play["pending"].get(fact.pending, {"by": event.by, "since": event.seq})
            plain = msgspec.json.decode(msgspec.json.encode(fact))  # lists, as in a log that was read back
            waits = {**state.play["pending"], fact.pending: {**begun, "fact": plain}}
            return replace(state, play={**state.play, "pending": waits})
        case ActionRequested() as fact:
            asked: Play = {"action": fact.action, "params": fact.params, "of": list(fact.of), "words": fact.words}
            play = state.play
            if fact.standing:
                asked["standing"] = True
                play = _without_standing(play, fact)
            return replace(state, play={**play, "requests": {**play["requests"], str(event.seq): asked}})
        case RequestCancelled(request=number):
            requests = _without(state.play["requests"], str(number))
            return replace(state, play={**state.play, "requests": requests})
        case OptionsChanged(changes=changes) | PlayUndone(changes=changes) | PlayRedone(changes=changes):
            return replace(state, play=apply(state.play, changes))
        case SettingsChanged(settings=settings):
            return replace(state, settings=settings)
        case RollRevealed(seq=seq):
            return replace(state, revealed=state.revealed | {seq}, hidden_events=state.hidden_events - {seq})
        case TableClosed():
            return replace(state, closed=True)
        case TableReopened(commitment=commitment):
            return replace(state, closed=False, commitment=commitment, dice_from=event.seq, seeds=())
        case MessageSent() | ActionRefused():
            return state


V = TypeVar("V")


def _without(values: dict[str, V], name: str) -> dict[str, V]:
    return {one: value for one, value in values.items() if one != name}


def _without_pending(play: Play, pending: str) -> Play:
    """Play without a pending action."""
    return {**play, "pending": _without(play["pending"], pending)} if pending else play


def _without_fulfilled(play: Play, fact: ActionTaken) -> Play:
    """Play without the request that an action fulfils."""
    return _without_asked(play, fact.action, (fact.params.get("who"),), standing=False)


def _without_standing(play: Play, fact: ActionRequested) -> Play:
    """Play without the standing requests that a new one replaces."""
    return _without_asked(play, fact.action, fact.of, standing=True)


def _without_asked(play: Play, action: str, of: Sequence[Any], standing: bool) -> Play:
    requests = {}
    for number, asked in play["requests"].items():
        concerned = asked["action"] == action and asked.get("standing", False) == standing
        left = [one for one in asked["of"] if not concerned or one not in of]
        if left:
            requests[number] = {**asked, "of": left}
    return play if requests == play["requests"] else {**play, "requests": requests}
