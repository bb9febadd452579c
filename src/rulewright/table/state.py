"""The state of a table, folded from its log. Folding runs no rule and rolls no die."""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulewright.rules import BadInput
from rulewright.table.changes import apply
from rulewright.table.events import (
    Acted,
    Asked,
    Assigned,
    Branched,
    Closed,
    Event,
    Opened,
    Redone,
    Reopened,
    Revealed,
    Role,
    Rolled,
    Ruled,
    Said,
    Seated,
    Seeded,
    Set,
    Settings,
    Undone,
    Unseated,
    Waiting,
    Withdrawn,
)

Play = dict[str, Any]


class Seat(Struct, frozen=True):
    """Somebody at the table."""

    name: str
    role: Role

    @property
    def masters(self) -> bool:
        """Whether they run the game."""
        return self.role in ("gm", "co-gm")


class Keeper(Struct, frozen=True):
    """Who plays a character, and whether everyone sees the whole sheet."""

    seat: str = ""
    shown: bool = False


class Pending(Struct, frozen=True):
    """Something that has begun and waits: what, who began it, and since which event."""

    fact: Waiting
    by: str
    since: int


class Request(Struct, frozen=True):
    """Something the game master has asked for, and the characters who have not done it yet."""

    action: str
    params: dict[str, Any]
    of: tuple[str, ...]
    words: str = ""


class TableState(Struct, frozen=True):
    """Everything that is so at a table after one event."""

    seq: int = 0
    game: str = ""
    software: str = ""
    settings: Settings = Settings()
    play: Play = {}
    """What undo takes back, as plain data: the scene, the game's options, what waits, and what was asked for."""
    seats: dict[str, Seat] = {}
    seats_given: int = 0
    """How many seats there have ever been; a number is never given twice."""
    keepers: dict[str, Keeper] = {}
    revealed: frozenset[int] = frozenset()
    unseen: frozenset[int] = frozenset()
    """The events of actions that were hidden and have not been revealed: what they changed is not known to all."""
    commitment: str = ""
    dice_from: int = 0
    """The event with the commitment that holds now."""
    seeds: tuple[str, ...] = ()
    closed: bool = False

    @property
    def scene(self) -> Any:
        """The state of play, as plain data."""
        return self.play["scene"]

    @property
    def options(self) -> dict[str, Any]:
        """The options the table plays by, where they differ from the defaults."""
        options: dict[str, Any] = self.play["options"]
        return options

    @property
    def pending(self) -> dict[str, Pending]:
        """Everything that waits for a die or a decision, by its name."""
        return msgspec.convert(self.play["pending"], dict[str, Pending])

    @property
    def requests(self) -> dict[str, Request]:
        """What the game master has asked for and not everybody has done, by the number of the event."""
        return msgspec.convert(self.play["requests"], dict[str, Request])

    def seat(self, seat: str) -> Seat:
        """A seat by its name in the log."""
        if seat not in self.seats:
            raise BadInput("you have no seat at this table (any more)")
        return self.seats[seat]

    def plays(self, seat: str, character: str) -> bool:
        """Whether a seat may act for a character: its own, or any if it runs the game."""
        return self.seats[seat].masters or self.keepers.get(character, Keeper()).seat == seat


def fold(state: TableState, event: Event) -> TableState:
    """The state after one more event."""
    if event.seq != state.seq + 1:
        raise BadInput(f"the log has a gap: event {event.seq} follows event {state.seq}")
    return replace(_after(state, event), seq=event.seq)


def fold_all(events: Iterable[Event], state: TableState = TableState()) -> TableState:
    """The state after all events."""
    for event in events:
        state = fold(state, event)
    return state


def _after(state: TableState, event: Event) -> TableState:
    match event.fact:
        case Opened() as fact:
            return TableState(
                game=fact.game,
                software=fact.software,
                settings=fact.settings,
                play={"scene": fact.scene, "options": fact.options, "pending": {}, "requests": {}},
                commitment=fact.commitment,
                dice_from=event.seq,
            )
        case Branched(commitment=commitment, title=title):
            settings = replace(state.settings, title=title)
            return replace(state, settings=settings, commitment=commitment, dice_from=event.seq, seeds=(), closed=False)
        case Seated(seat=seat, name=name, role=role):
            given = max(state.seats_given, int(seat.removeprefix("s")))
            return replace(state, seats={**state.seats, seat: Seat(name, role)}, seats_given=given)
        case Unseated(seat=gone):
            keepers = {
                name: replace(kept, seat="") if kept.seat == gone else kept for name, kept in state.keepers.items()
            }
            return replace(state, seats=_without(state.seats, gone), keepers=keepers)
        case Assigned(character=character, seat=seat, shown=shown):
            return replace(state, keepers={**state.keepers, character: Keeper(seat, shown)})
        case Seeded(seed=seed):
            return replace(state, seeds=(*state.seeds, seed))
        case Acted(changes=changes, pending=pending, owns=owns) as fact:
            keepers = {**state.keepers, owns: Keeper(fact.begun_by or event.by)} if owns else state.keepers
            play = _done(_arrived(apply(state.play, changes), pending), fact)
            unseen = state.unseen if fact.audience == "everyone" else state.unseen | {event.seq}
            return replace(state, play=play, keepers=keepers, unseen=unseen)
        case Rolled(pending=pending) | Withdrawn(pending=pending):
            return replace(state, play=_arrived(state.play, pending))
        case Waiting() as fact:
            begun = state.play["pending"].get(fact.pending, {"by": event.by, "since": event.seq})
            plain = msgspec.json.decode(msgspec.json.encode(fact))  # lists, as in a log that was read back
            waits = {**state.play["pending"], fact.pending: {**begun, "fact": plain}}
            return replace(state, play={**state.play, "pending": waits})
        case Asked() as fact:
            asked = {"action": fact.action, "params": fact.params, "of": list(fact.of), "words": fact.words}
            return replace(state, play={**state.play, "requests": {**state.play["requests"], str(event.seq): asked}})
        case Ruled(changes=changes) | Undone(changes=changes) | Redone(changes=changes):
            return replace(state, play=apply(state.play, changes))
        case Set(settings=settings):
            return replace(state, settings=settings)
        case Revealed(seq=seq):
            return replace(state, revealed=state.revealed | {seq}, unseen=state.unseen - {seq})
        case Closed():
            return replace(state, closed=True)
        case Reopened(commitment=commitment):
            return replace(state, closed=False, commitment=commitment, dice_from=event.seq, seeds=())
        case Said():
            return state


V = TypeVar("V")


def _without(values: dict[str, V], name: str) -> dict[str, V]:
    return {one: value for one, value in values.items() if one != name}


def _arrived(play: Play, pending: str) -> Play:
    """Play when what was waiting waits no more."""
    return {**play, "pending": _without(play["pending"], pending)} if pending else play


def _done(play: Play, fact: Acted) -> Play:
    """Play when a character has done what the game master asked for."""
    requests = {}
    for number, asked in play["requests"].items():
        left = [one for one in asked["of"] if (asked["action"], one) != (fact.action, fact.params.get("who"))]
        if left:
            requests[number] = {**asked, "of": left}
    return play if requests == play["requests"] else {**play, "requests": requests}
