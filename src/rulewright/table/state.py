"""The state of a table, folded from its log. Folding runs no rule and rolls no die."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.pinned import MARK, PinnedText, is_pinned, pin, pinned
from rulewright.rules import BadInput
from rulewright.rules.decoding import ready
from rulewright.table.changes import Change, apply
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
    PlanAssigned,
    PlayRedone,
    PlayUndone,
    RequestCancelled,
    Role,
    RollMade,
    RollRevealed,
    SeatRemoved,
    SeatTaken,
    SeedAdded,
    SeedCommitted,
    SeedsDropped,
    SettingsChanged,
    TableBranched,
    TableClosed,
    TableOpened,
    TableReopened,
    TableSettings,
)
from rulewright.table.seed_rounds import SeedRounds

Play = dict[str, Any]

_NUMBERED_BY_SEAT = 2
"""The protocol of the dice from which on seats may have numbers of their own: no die is derived from its event's."""


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


class HiddenChange(Struct, frozen=True):
    """A hidden action that changed the scene, and the seat of a player who knows what it did, if any."""

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
    """What undo restores, as plain data: the scene, the game's options, pending actions, and open requests."""
    seats: dict[str, Seat] = {}
    seats_given: int = 0
    """How many seats there have ever been; a number is never used twice."""
    seat_names: dict[str, str] = {}
    """The last name of every seat there has ever been, so that the log can name a player who has left."""
    keepers: dict[str, Keeper] = {}
    plans: dict[str, str] = {}
    """By character: the plan by which it plays itself, where the GM has set one."""
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
    """Every undo and redo: its event, and the event that the history which still stands has before it."""

    @property
    def undone(self) -> list[tuple[int, int]]:
        """The ranges of events, first and last, that do not stand any more, the latest first."""
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


def fold(state: TableState, event: Event) -> TableState:
    """The state after one more event."""
    if event.seq != state.seq + 1:
        raise BadInput(f"the log has a gap: event {event.seq} follows event {state.seq}")
    return replace(_folded(state, event), seq=event.seq)


def pinned_game(state: TableState) -> PinnedText | None:
    """The text of a table's game, if it has one; `find_game` finds the game while the caller holds this."""
    if not is_pinned(state.game):
        return None
    return pinned(state.game) or pin(state.game.partition(MARK)[0], state.rulebook)


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
                rulebook=fact.rulebook,
                software=fact.software,
                settings=fact.settings,
                play={"scene": fact.scene, "options": fact.options, "pending": {}, "requests": {}},
                **_committed(event.seq, fact),
            )
        case TableBranched(title=title, imported=imported) as fact:
            settings = replace(state.settings, title=title)
            upto = event.seq if imported else state.imported
            return replace(state, settings=settings, imported=upto, **_committed(event.seq, fact))
        case SeatTaken(seat=seat, name=name, role=role):
            given = max(state.seats_given, int(seat.removeprefix("s")))
            names = {**state.seat_names, seat: name}
            taken = Seat(name, role)
            before = state.seats.get(seat, taken)
            ran = {**state.ran_until, seat: event.seq} if before.is_gm and not taken.is_gm else state.ran_until
            seats = {**state.seats, seat: taken}
            return replace(state, seats=seats, seats_given=given, seat_names=names, ran_until=ran)
        case SeatRemoved(seat=gone):
            keepers = {
                name: replace(kept, seat="") if kept.seat == gone else kept for name, kept in state.keepers.items()
            }
            return replace(state, seats=_without(state.seats, gone), keepers=keepers)
        case CharacterAssigned(character=character, seat=seat, shown=shown):
            return replace(state, keepers={**state.keepers, character: Keeper(seat, shown)})
        case PlanAssigned(character=character, plan=plan):
            plans = {**_without(state.plans, character), **({character: plan} if plan else {})}
            return replace(state, plans=plans, private=_private(state, event))
        case SeedCommitted(seat=seat, commitment=commitment):
            return replace(state, rounds=state.rounds.commit(seat, commitment))
        case SeedAdded(seat=seat, seed=seed):
            is_first = state.protocol < 2
            return replace(
                state, rounds=state.rounds.mix(seed) if is_first else state.rounds.show(seat, seed, state.seats)
            )
        case SeedsDropped():
            return replace(state, rounds=state.rounds.drop())
        case ActionTaken(changes=changes, pending=pending, owns=owns) as fact:
            keepers = {**state.keepers, owns: Keeper(fact.begun_by or event.by)} if owns else state.keepers
            play = _without_fulfilled(_without_pending(apply(state.play, changes), pending), fact)
            return replace(
                state, play=play, keepers=keepers, **_hidden(state, event, fact), **_drawn(state, event.seq, fact)
            )
        case RollMade(pending=pending) as fact:
            return replace(state, play=_without_pending(state.play, pending), **_drawn(state, event.seq, fact))
        case PendingWithdrawn(pending=pending):
            return replace(state, play=_without_pending(state.play, pending))
        case AnswerAwaited() as fact:
            begun = state.play["pending"].get(fact.pending, {"by": event.by, "since": event.seq})
            plain = msgspec.json.decode(msgspec.json.encode(fact))  # lists, as in a log that was read back
            waits = {**state.play["pending"], fact.pending: {**begun, "fact": plain}}
            return replace(state, play={**state.play, "pending": waits}, **_drawn(state, event.seq, fact))
        case ActionRequested() as fact:
            asked: Play = {"action": fact.action, "params": fact.params, "of": list(fact.of), "words": fact.words}
            number = str(event.seq - len(state.private))
            play = state.play
            if fact.standing:
                asked["standing"] = True
                play = _without_standing(play, fact)
            return replace(state, play={**play, "requests": {**play["requests"], number: asked}})
        case RequestCancelled(request=number):
            requests = _without(state.play["requests"], str(number))
            return replace(state, play={**state.play, "requests": requests})
        case OptionsChanged(changes=changes):
            return replace(state, play=apply(state.play, changes))
        case PlayUndone(changes=changes, back_to=back_to):
            return _set_back(state, changes, (event.seq, back_to))
        case PlayRedone(changes=changes, of=undone):
            return _set_back(state, changes, (event.seq, undone - 1))
        case SettingsChanged(settings=settings):
            return replace(state, settings=settings)
        case RollRevealed(seq=seq):
            changed = {field: one for field, one in state.hidden_changes.items() if one.seq != seq}
            unseen = state.hidden_events - {seq}
            return replace(state, revealed=state.revealed | {seq}, hidden_events=unseen, hidden_changes=changed)
        case TableClosed(seed=seed):
            return replace(state, closed=True, seed=seed)
        case TableReopened() as fact:
            return replace(state, **_committed(event.seq, fact))
        case ActionRefused():
            return replace(state, private=_private(state, event))
        case MessageSent() as fact:
            return _with_message(state, event, fact)


def _with_message(state: TableState, event: Event, fact: MessageSent) -> TableState:
    """The state after a message: private unless it is for everyone, and kept if it is a note."""
    if fact.audience != "everyone":
        state = replace(state, private=_private(state, event))
    if fact.to:
        state = replace(state, whispers={**state.whispers, event.seq: fact.to})
    if not fact.title:
        return state
    place = f"{event.by} {fact.title}"
    notes = _without(state.notes, place)
    if fact.text:
        notes[place] = Note(fact.title, fact.text, event.by, fact.audience, fact.to)
    return replace(state, notes=notes)


def _set_back(state: TableState, changes: Sequence[Change], jump: tuple[int, int]) -> TableState:
    """The state after undo or redo. What it restores counts as hidden while any action is: it may be that action's."""
    last = HiddenChange(max(state.hidden_events, default=0))
    hidden = dict.fromkeys(_fields_of(changes), last) if state.hidden_events else {}
    play = apply(state.play, changes)
    return replace(state, play=play, jumps=(*state.jumps, jump), hidden_changes={**state.hidden_changes, **hidden})


def _hidden(state: TableState, event: Event, fact: ActionTaken) -> dict[str, Any]:
    """The hidden actions and the fields that they were the last to change, with one more action."""
    fields = _fields_of(fact.changes)
    known = {field: one for field, one in state.hidden_changes.items() if field not in fields}
    if fact.audience == "everyone":
        return {"hidden_changes": known}
    knows = (fact.begun_by or event.by) if fact.audience == "private" else ""
    changed = {**known, **dict.fromkeys(fields, HiddenChange(event.seq, knows))}
    return {"hidden_events": state.hidden_events | {event.seq}, "hidden_changes": changed}


def _fields_of(changes: Iterable[Change]) -> list[str]:
    """The fields of the scene that changes are in, characters left out: what is on sheets is hidden by sheet."""
    scene = [change.path[1:] for change in changes if change.path[0] == "scene"]
    return list(dict.fromkeys(path[0] for path in scene if path and path[0] != "characters"))


def _private(state: TableState, event: Event) -> tuple[tuple[int, str], ...]:
    """The private events with one more; a table of the first protocol has the log's numbers for everyone."""
    return (*state.private, (event.seq, event.by)) if state.protocol >= _NUMBERED_BY_SEAT else state.private


def _committed(seq: int, fact: TableOpened | TableBranched | TableReopened) -> dict[str, Any]:
    """The fields of a state with new commitments: nothing drawn yet, and no player's seed in the dice."""
    return {
        "protocol": fact.protocol,
        "commitment": fact.commitment,
        "hidden_commitment": fact.hidden_commitment,
        "dice_from": seq,
        "rounds": SeedRounds(),
        "draws": {},
        "hidden_draws": {},
        "closed": False,
        "seed": "",
    }


def _drawn(state: TableState, seq: int, fact: ActionTaken | RollMade | AnswerAwaited) -> dict[str, Any]:
    """The number of draws, with that of an event; a draw is counted even when play is set back."""
    draw = max((die.draw for die in fact.dice if die.seq == seq), default=0)
    if not draw:
        return {}
    field = "hidden_draws" if fact.hidden_dice else "draws"
    return {field: {**getattr(state, field), fact.stream: draw}}


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
