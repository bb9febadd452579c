"""An audit: every action of a log again, by the rules as they are now, with the dice and decisions as they were.

History stays what it is. A difference says that a rule has been changed or mended since, or that
somebody changed the log.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from rulewright.game import find_game
from rulewright.game.outcomes import result_line
from rulewright.rules import BadInput, Refused
from rulewright.table.changes import difference
from rulewright.table.dice_source import Thrown
from rulewright.table.events import Acted, Event, Redone, Rolled, Undone, Waiting
from rulewright.table.perform import Attempt, What, attempt
from rulewright.table.state import Play, TableState, fold


class Difference(Struct, frozen=True):
    """Something in the log that the rules would not say today: the event, what it was, and how it differs."""

    seq: int
    what: str
    how: str


class Audit(Struct, frozen=True):
    """How many events were checked, and where they differ."""

    events: int
    checked: int
    differences: tuple[Difference, ...]


def audit(events: Iterable[Event]) -> Audit:
    """Check every action, roll, undo and redo of a log."""
    state = TableState()
    plays: list[Play] = [{}]
    checked = 0
    found: list[Difference] = []
    for event in events:
        if isinstance(event.fact, Acted | Rolled | Waiting | Undone | Redone):
            checked += 1
            found += [Difference(event.seq, _named(event), how) for how in _differences(state, plays, event)]
        state = fold(state, event)
        plays.append(state.play)
    return Audit(len(plays) - 1, checked, tuple(found))


def _named(event: Event) -> str:
    match event.fact:
        case Acted(action=name) | Waiting(name=name):
            return name
        case Rolled(roll=roll, notation=notation):
            return roll or notation
        case Undone(back_to=seq):
            return f"undo back to {seq}"
        case Redone(of=seq):
            return f"redo of {seq}"
    raise AssertionError(event)


def _differences(state: TableState, plays: list[Play], event: Event) -> Iterator[str]:
    match event.fact:
        case Undone(back_to=seq, changes=changes):
            if changes != difference(state.play, plays[seq]):
                yield f"does not lead back to how play stood after event {seq}"
        case Redone(of=seq, changes=changes):
            if changes != difference(state.play, plays[seq - 1]):
                yield f"does not lead to how play stood before event {seq}"
        case Acted() | Rolled() | Waiting() as fact:
            yield from _again(state, event, fact)


def _again(state: TableState, event: Event, fact: Acted | Rolled | Waiting) -> Iterator[str]:
    """How an action differs when its rule is run again."""
    try:
        now = attempt(find_game(state.game), state, _attempt(fact), Thrown(fact.dice, (), None, event.seq))
    except (Refused, BadInput) as refused:
        yield f"is refused now: {refused}"
        return
    except Exception as error:  # a rule that has become faulty is a finding, not the end of the audit
        yield f"fails now: {type(error).__name__}: {error}"
        return
    if isinstance(now, Waiting) and isinstance(fact, Waiting):
        if now.need != fact.need:
            yield f"waited for {fact.need.name}, would wait for {now.need.name} now"
    elif isinstance(now, Waiting):
        yield f"would wait for {now.need.name} now"
    elif isinstance(fact, Waiting):
        yield f"waited for {fact.need.name}, would not wait now"
    else:
        if now.outcome != fact.outcome:
            yield f"was {result_line(fact.outcome)}, would be {result_line(now.outcome)} now"
        if isinstance(now, Acted) and isinstance(fact, Acted) and now.changes != fact.changes:
            yield "changes other values now"


def _attempt(fact: Acted | Rolled | Waiting) -> Attempt:
    what: What
    match fact:
        case Acted(action=name):
            what = "action"
        case Rolled(roll=roll, notation=notation):
            what, name = ("roll", roll) if roll else ("notation", notation)
        case Waiting(what=what, name=name):
            pass
    typed = isinstance(fact, Waiting) and fact.typed
    return Attempt(what, name, fact.params, fact.audience, fact.pending, fact.choices, typed)
