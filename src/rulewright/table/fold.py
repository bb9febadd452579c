"""The state after an event. Folding runs no rule and rolls no die."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rulewright.rules import BadInput
from rulewright.table import events
from rulewright.table.append_only import EventNumbers, NamedCounts
from rulewright.table.diff import Change, apply
from rulewright.table.events import Event
from rulewright.table.seeds.rounds import SeedRounds
from rulewright.table.state import HiddenChange, Jump, Keeper, Note, Play, Seat, TableState

V = TypeVar("V")

_NUMBERED_BY_SEAT = 2
"""The first protocol in which seats have their own event numbers, since no die is derived from its event's number."""


def fold(state: TableState, event: Event) -> TableState:
    """The state after one more event."""
    if event.seq != state.seq + 1:
        raise BadInput(f"the log has a gap: event {event.seq} follows event {state.seq}")
    automatic = state.automatic + 1 if is_automatic(event.body) else 0
    played = state.played.plus(event.seq) if changes_play(event.body) else state.played
    return replace(_folded(state, event), seq=event.seq, played=played, automatic=automatic)


def fold_all(log: Iterable[Event], state: TableState = TableState()) -> TableState:
    """The state after all events of a log."""
    for event in log:
        state = fold(state, event)
    return state


def changes_play(body: events.EventBody) -> bool:
    """Whether an event changes play, undo and redo apart."""
    if isinstance(body, events.RollMade):
        return bool(body.pending)  # the roll was pending before
    return isinstance(body, _CHANGES_PLAY)


_CHANGES_PLAY = (
    events.ActionTaken
    | events.ActionRequested
    | events.RequestCancelled
    | events.OptionsChanged
    | events.AnswerAwaited
    | events.PendingWithdrawn
)


def is_automatic(body: events.EventBody) -> bool:
    """Whether an event followed automatically from the one before, as the beginning of a turn does."""
    return isinstance(body, events.ActionTaken | events.AnswerAwaited) and body.automatic


def _folded(state: TableState, event: Event) -> TableState:
    match event.body:
        case events.TableOpened() as fact:
            return TableState(
                game=fact.game,
                rulebook=fact.rulebook,
                software=fact.software,
                settings=fact.settings,
                play={"scene": fact.scene, "options": fact.options, "pending": {}, "requests": {}},
                **_committed(event.seq, fact),
            )
        case events.TableBranched(title=title, imported=imported) as fact:
            settings = replace(state.settings, title=title)
            upto = event.seq if imported else state.imported
            return replace(state, settings=settings, imported=upto, **_committed(event.seq, fact))
        case events.SeatTaken(seat=seat, name=name, role=role):
            given = max(state.seats_given, int(seat.removeprefix("s")))
            names = {**state.seat_names, seat: name}
            taken = Seat(name, role)
            before = state.seats.get(seat, taken)
            ran = {**state.ran_until, seat: event.seq} if before.is_gm and not taken.is_gm else state.ran_until
            seats = {**state.seats, seat: taken}
            return replace(state, seats=seats, seats_given=given, seat_names=names, ran_until=ran)
        case events.SeatRemoved(seat=gone):
            keepers = {
                name: replace(kept, seat="") if kept.seat == gone else kept for name, kept in state.keepers.items()
            }
            return replace(state, seats=_without(state.seats, gone), keepers=keepers)
        case events.CharacterAssigned(character=character, seat=seat, shown=shown):
            keepers = {**state.keepers, character: Keeper(seat, shown)}
            return replace(state, keepers=_known(keepers, state.play))
        case events.PlanAssigned(character=character, plan=plan):
            plans = {**_without(state.plans, character), **({character: plan} if plan else {})}
            return replace(state, plans=_known(plans, state.play), **_private(state, event.seq, event.by))
        case events.SeedCommitted(seat=seat, commitment=commitment):
            return replace(state, rounds=state.rounds.commit(seat, commitment))
        case events.SeedAdded(seat=seat, seed=seed):
            is_first = state.protocol < 2
            return replace(
                state, rounds=state.rounds.mix(seed) if is_first else state.rounds.show(seat, seed, state.seats)
            )
        case events.SeedsDropped():
            return replace(state, rounds=state.rounds.drop())
        case events.ActionTaken(changes=changes, pending=pending, owns=owns) as fact:
            changed = apply(state.play, changes)
            keepers = _without_namesakes(state, changed)
            if owns:
                keepers = _known({**keepers, owns: Keeper(fact.begun_by or event.by)}, changed)
            play = _without_fulfilled(_without_pending(changed, pending), fact)
            return replace(
                state, play=play, keepers=keepers, **_hidden(state, event, fact), **_drawn(state, event.seq, fact)
            )
        case events.RollMade(pending=pending) as fact:
            return replace(state, play=_without_pending(state.play, pending), **_drawn(state, event.seq, fact))
        case events.PendingWithdrawn(pending=pending):
            return replace(state, play=_without_pending(state.play, pending))
        case events.AnswerAwaited() as fact:
            begun = state.play["pending"].get(fact.pending, {"by": event.by, "since": event.seq})
            plain = msgspec.json.decode(msgspec.json.encode(fact))  # tuples become lists, as in a stored log
            waits = {**state.play["pending"], fact.pending: {**begun, "fact": plain}}
            return replace(state, play={**state.play, "pending": waits}, **_drawn(state, event.seq, fact))
        case events.ActionRequested() as fact:
            asked: Play = {"action": fact.action, "params": fact.params, "of": list(fact.of), "words": fact.words}
            number = str(event.seq - len(state.private))
            play = state.play
            if fact.standing:
                asked["standing"] = True
                play = _without_standing(play, fact)
            return replace(state, play={**play, "requests": {**play["requests"], number: asked}})
        case events.RequestCancelled(request=number):
            requests = _without(state.play["requests"], str(number))
            return replace(state, play={**state.play, "requests": requests})
        case events.OptionsChanged(changes=changes):
            return replace(state, play=apply(state.play, changes))
        case events.PlayUndone(changes=changes, back_to=back_to):
            return _set_back(state, changes, Jump(event.seq, back_to, state.done_at(back_to), event.seq))
        case events.PlayRedone(changes=changes, of=undone):
            back = undone - 1
            return _set_back(state, changes, Jump(event.seq, back, state.done_at(back), state.undo_at(back)))
        case events.SettingsChanged(settings=settings):
            return replace(state, settings=settings)
        case events.RollRevealed(seq=seq):
            changed = {field: one for field, one in state.hidden_changes.items() if one.seq != seq}
            unseen = state.hidden_events.minus(seq)
            return replace(state, revealed=state.revealed.plus(seq), hidden_events=unseen, hidden_changes=changed)
        case events.TableClosed(seed=seed):
            return replace(state, closed=True, seed=seed)
        case events.TableReopened() as fact:
            return replace(state, **_committed(event.seq, fact))
        case events.ActionRefused():
            return replace(state, **_private(state, event.seq, event.by))
        case events.MessageSent() as fact:
            return _with_message(state, event, fact)


def _with_message(state: TableState, event: Event, fact: events.MessageSent) -> TableState:
    """The state after a message: private unless it is for everyone, and kept if it is a note."""
    if fact.audience != "everyone":
        state = replace(state, **_private(state, event.seq, event.by, fact.to))
    if not fact.title:
        return state
    place = f"{event.by} {fact.title}"
    notes = _without(state.notes, place)
    if fact.text:
        notes[place] = Note(fact.title, fact.text, event.by, fact.audience, fact.to)
    return replace(state, notes=notes)


def _without_namesakes(state: TableState, after: Play) -> dict[str, Keeper]:
    """The keepers after an action, without those of earlier characters whose names new characters have taken.

    A character that undo or redo brings back keeps its keeper.
    """
    old = state.keepers.keys() & (after["scene"]["characters"].keys() - state.scene["characters"].keys())
    return {name: one for name, one in state.keepers.items() if name not in old} if old else state.keepers


_MOST_KNOWN = 1_000


def _known(values: dict[str, V], play: Play) -> dict[str, V]:
    """Values by character; of very many, the oldest one of a character who is gone is left out."""
    if len(values) <= _MOST_KNOWN:
        return values
    there = play["scene"]["characters"]
    gone = next((name for name in values if name not in there), None)
    return values if gone is None else _without(values, gone)


def _set_back(state: TableState, changes: Sequence[Change], jump: Jump) -> TableState:
    """The state after undo or redo. While an action is hidden, restored values count as hidden: they may be its own."""
    last = HiddenChange(state.hidden_events.largest)
    hidden = dict.fromkeys(_fields_of(changes), last) if state.hidden_events else {}
    play = apply(state.play, changes)
    return replace(state, play=play, jumps=state.jumps.plus(jump), hidden_changes={**state.hidden_changes, **hidden})


def _hidden(state: TableState, event: Event, fact: events.ActionTaken) -> dict[str, Any]:
    """The hidden actions, and the fields that each was the last to change, after one more action."""
    fields = _fields_of(fact.changes)
    if fact.audience == "everyone" and state.hidden_changes.keys().isdisjoint(fields):
        return {}
    known = {field: one for field, one in state.hidden_changes.items() if field not in fields}
    if fact.audience == "everyone":
        return {"hidden_changes": known}
    knows = (fact.begun_by or event.by) if fact.audience == "private" else ""
    changed = {**known, **dict.fromkeys(fields, HiddenChange(event.seq, knows))}
    return {"hidden_events": state.hidden_events.plus(event.seq), "hidden_changes": changed}


def _fields_of(changes: Iterable[Change]) -> list[str]:
    """The fields of the scene that changes are in, without characters: their sheets are hidden one by one."""
    scene = [change.path[1:] for change in changes if change.path[0] == "scene"]
    return list(dict.fromkeys(path[0] for path in scene if path and path[0] != "characters"))


def _private(state: TableState, seq: int, by: str, to: str = "") -> dict[str, Any]:
    """The private events after one more; a table of the first protocol has the log's numbers for everyone."""
    if state.protocol < _NUMBERED_BY_SEAT:
        return {}
    own = {seat: state.private_of.get(seat, EventNumbers()).plus(seq) for seat in {by, to} if seat}
    return {"private": state.private.plus(seq), "private_of": {**state.private_of, **own}}


def _committed(seq: int, fact: events.TableOpened | events.TableBranched | events.TableReopened) -> dict[str, Any]:
    """The fields of a state with new commitments: nothing drawn yet, and no player's seed in the dice."""
    return {
        "protocol": fact.protocol,
        "commitment": fact.commitment,
        "hidden_commitment": fact.hidden_commitment,
        "dice_from": seq,
        "rounds": SeedRounds(),
        "draws": NamedCounts(),
        "hidden_draws": NamedCounts(),
        "closed": False,
        "seed": "",
    }


def _drawn(state: TableState, seq: int, fact: events.Attempted) -> dict[str, Any]:
    """The number of draws after an event; a draw counts even when play is set back."""
    draw = max((die.draw for die in fact.dice if die.seq == seq), default=0)
    if not draw:
        return {}
    field = "hidden_draws" if fact.hidden_dice else "draws"
    return {field: getattr(state, field).plus(fact.stream, draw)}


def _without(values: dict[str, V], name: str) -> dict[str, V]:
    return {one: value for one, value in values.items() if one != name}


def _without_pending(play: Play, pending: str) -> Play:
    """Play without a pending action."""
    return {**play, "pending": _without(play["pending"], pending)} if pending else play


def _without_fulfilled(play: Play, fact: events.ActionTaken) -> Play:
    """Play without the request that an action fulfils."""
    return _without_asked(play, fact.action, (fact.params.get("who"),), standing=False)


def _without_standing(play: Play, fact: events.ActionRequested) -> Play:
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
