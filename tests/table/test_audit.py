"""The audit: rules run again on recorded dice, and differences are reported without touching history."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from a_table import Company, company, every_game

from rulewright.table import act, gm, undo
from rulewright.table.audit import audit
from rulewright.table.diff import Change
from rulewright.table.events import (
    ActionTaken,
    AnswerAwaited,
    Event,
    OptionsChanged,
    PlayUndone,
    read_event,
    write_event,
)
from rulewright.table.perform import Attempt


def evening(slug: str) -> Company:
    table = company(slug)
    assert table.game.opening is not None
    action, params = table.game.opening.first
    table.act(table.ann, action, dict(params))
    undo.undo(table.tables, table.gm)
    undo.redo(table.tables, table.gm)
    act.submit(table.tables, table.ann, Attempt("notation", "2d12", faces=(3,)))
    return table


def changed(table: Company, find: Callable[[Event], bool], **fields: Any) -> list[Event]:
    events = table.events()
    at = next(place for place, event in enumerate(events) if find(event))
    fact = msgspec.structs.replace(events[at].body, **fields)
    events[at] = read_event(write_event(msgspec.structs.replace(events[at], body=fact)))
    return events


def with_dice(event: Event) -> bool:
    return isinstance(event.body, ActionTaken) and bool(event.body.dice)


@every_game
def test_an_honest_log_has_no_differences(slug: str) -> None:
    table = evening(slug)
    found = audit(table.events())
    assert found.differences == ()
    assert found.events == table.state.seq
    kinds = (ActionTaken, AnswerAwaited, PlayUndone)
    assert found.checked >= sum(isinstance(event.body, kinds) for event in table.events())


def test_a_changed_outcome_is_found() -> None:
    table = evening("twelves")
    events = changed(table, with_dice, outcome={"result": "critical", "total": 99, "margin": 0})
    (found,) = audit(events).differences
    assert found.what == "check"
    assert found.how.startswith("was critical, total 99, margin 0, would be ")


def test_changed_values_are_found() -> None:
    table = evening("twelves")
    forged = (Change(("scene", "characters", "Wren", "damage"), 3, 0),)
    found = audit(changed(table, with_dice, changes=forged)).differences
    assert "changes other values now" in [one.how for one in found]


def test_an_action_that_a_rule_refuses_now_is_found() -> None:
    table = evening("twelves")
    found = audit(changed(table, with_dice, params={"who": "Wren", "ability": "LCK"})).differences
    assert "is refused now: unknown ability: LCK" in found[0].how


def test_dice_that_do_not_suffice_now_are_found() -> None:
    table = evening("twelves")
    assert "would wait for check now" in [one.how for one in audit(changed(table, with_dice, dice=())).differences]


def test_an_undo_that_leads_elsewhere_is_found() -> None:
    table = evening("light-dark")
    events = changed(table, lambda event: isinstance(event.body, PlayUndone), changes=())
    assert any("does not lead back" in one.how for one in audit(events).differences)


def test_the_audit_goes_on_after_a_difference() -> None:
    table = evening("twelves")
    table.act(table.ann, "check", {"who": "Wren", "ability": "AGI"})
    honest = audit(table.events())
    found = audit(changed(table, with_dice, params={"who": "Wren", "ability": "LCK"}))
    assert found.checked == honest.checked


def test_a_rule_that_has_become_faulty_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    table = evening("twelves")
    events = table.events()

    def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("no such thing")

    monkeypatch.setattr("rulewright.game.Game.act", broken)
    found = audit(events)
    assert found.differences
    assert all(
        one.how == "fails now: ZeroDivisionError: no such thing" for one in found.differences if one.what == "check"
    )


def test_changed_options_are_found() -> None:
    table = company("twelves")
    gm.change_options(table.tables, table.gm, {"last-box": "dead"})
    forged = (Change(("options", "tags-max"), 9, None),)
    (found,) = audit(changed(table, lambda event: isinstance(event.body, OptionsChanged), changes=forged)).differences
    assert found.how == "changes other values than the options it names"


def test_an_undo_into_the_future_is_a_finding() -> None:
    table = evening("twelves")
    found = audit(changed(table, lambda event: isinstance(event.body, PlayUndone), back_to=500)).differences
    assert found[0].how == "goes back to event 500, which is not before it"
