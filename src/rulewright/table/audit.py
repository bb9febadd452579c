"""Audits a log: runs every action again by the present rules, with the recorded dice and decisions.

The log stays as it is. A difference means that a rule has changed since, or that the log was edited.
"""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from rulewright.game import find_game
from rulewright.game.outcomes import result_line
from rulewright.rules import BadInput, Refused
from rulewright.rules.decoding import ready
from rulewright.table.diff import apply, difference
from rulewright.table.events import (
    ActionTaken,
    AnswerAwaited,
    Attempted,
    Event,
    OptionsChanged,
    PlayRedone,
    PlayUndone,
    RollMade,
)
from rulewright.table.fold import fold
from rulewright.table.perform import Attempt, AttemptAtTable, AttemptKind, as_plain, perform
from rulewright.table.state import Play, TableState
from rulewright.table.table_dice import TableDice


class AuditDifference(Struct, frozen=True):
    """An event that the present rules would record differently: its number, its name, and the difference."""

    seq: int
    what: str
    how: str


class Audit(Struct, frozen=True):
    """How many events were checked, and where they differ."""

    events: int
    checked: int
    differences: tuple[AuditDifference, ...]


_CHECKED = Attempted | PlayUndone | PlayRedone | OptionsChanged


def audit(events: Iterable[Event]) -> Audit:
    """Checks and reports every action, roll, undo, redo and change of options, up to the first invalid event."""
    state = TableState()
    plays: list[Play] = [{}]
    checked = 0
    found: list[AuditDifference] = []
    for event in events:
        try:
            if isinstance(event.body, _CHECKED):
                checked += 1
                found += [AuditDifference(event.seq, _named(event), how) for how in _differences(state, plays, event)]
            state = fold(state, event)
        except Exception as error:  # the file is untrusted, and may raise any error
            found.append(AuditDifference(event.seq, "this event", f"does not follow from those before it: {error}"))
            break
        plays.append(state.play)
    return Audit(len(plays) - 1, checked, tuple(found))


def _named(event: Event) -> str:
    match event.body:
        case ActionTaken(action=name) | AnswerAwaited(name=name):
            return name
        case RollMade(roll=roll, notation=notation):
            return roll or notation
        case PlayUndone(back_to=seq):
            return f"undo back to {seq}"
        case PlayRedone(of=seq):
            return f"redo of {seq}"
        case OptionsChanged():
            return "change of options"
    raise AssertionError(event)


def _differences(state: TableState, plays: list[Play], event: Event) -> Iterator[str]:
    match event.body:
        case PlayUndone(back_to=seq, changes=changes):
            if not 0 <= seq < len(plays):
                yield f"goes back to event {seq}, which is not before it"
            elif changes != difference(state.play, plays[seq]):
                yield f"does not lead back to how play stood after event {seq}"
        case PlayRedone(of=seq, changes=changes):
            if not 1 <= seq <= len(plays):
                yield f"takes back event {seq}, which is not before it"
            elif changes != difference(state.play, plays[seq - 1]):
                yield f"does not lead to how play stood before event {seq}"
        case AnswerAwaited(need=need) if need.approval:
            return  # its rule has not been run yet
        case OptionsChanged(options=options, changes=changes):
            merged = {name: value for name, value in (state.options | options).items() if value is not None}
            if changes != difference({"options": state.options}, {"options": merged}):
                yield "changes other values than the options it names"
        case ActionTaken() | RollMade() | AnswerAwaited() as fact:
            yield from _rerun(state, event, fact)


def _rerun(state: TableState, event: Event, fact: Attempted) -> Iterator[str]:
    """Runs an action's rule again and yields each difference in words."""
    try:
        dice = TableDice(fact.dice, (), None, event.seq)
        now = perform(AttemptAtTable(find_game(state.game), state, _attempt(fact), dice, fact.pending))
    except (Refused, BadInput) as refused:
        yield f"is refused now: {refused}"
        return
    except Exception as error:  # a rule that fails now is a finding and does not end the audit
        yield f"fails now: {type(error).__name__}: {error}"
        return
    if isinstance(now, AnswerAwaited) and isinstance(fact, AnswerAwaited):
        if now.need != fact.need:
            yield f"waited for {fact.need.name}, would wait for {now.need.name} now"
    elif isinstance(now, AnswerAwaited):
        yield f"would wait for {now.need.name} now"
    elif isinstance(fact, AnswerAwaited):
        yield f"waited for {fact.need.name}, would not wait now"
    else:
        if now.outcome != fact.outcome:
            yield f"was {result_line(fact.outcome)}, would be {result_line(now.outcome)} now"
        if (
            isinstance(now, ActionTaken)
            and isinstance(fact, ActionTaken)
            and now.changes != fact.changes
            and _with_new_fields(state, now) != _with_new_fields(state, fact)
        ):
            yield "changes other values now"


def _with_new_fields(state: TableState, fact: ActionTaken) -> Play:
    """Play after an action, with every field that the game's scenes have now, so that a new field is no difference."""
    after = apply(state.play, fact.changes)
    return {**after, "scene": as_plain(msgspec.convert(after["scene"], ready(type(find_game(state.game).scene()))))}


def _attempt(fact: Attempted) -> Attempt:
    what: AttemptKind
    match fact:
        case ActionTaken(action=name):
            what = "action"
        case RollMade(roll=roll, notation=notation):
            what, name = ("roll", roll) if roll else ("notation", notation)
        case AnswerAwaited(what=what, name=name):
            pass
    typed = isinstance(fact, AnswerAwaited) and fact.typed
    return Attempt(what, name, fact.params, () if typed else None, fact.choices, fact.audience)
