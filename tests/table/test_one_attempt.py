"""Dice cannot be fished: one attempt at a time, and typed or forfeited dice are marked wherever they are shown."""

import json
from typing import Any, Literal

import pytest
from a_table import Company, company, seen_log
from msgspec import UNSET

from rulewright.cli.table_show import event_lines
from rulewright.rules import BadInput, Refused
from rulewright.table import act
from rulewright.table.approvals import APPROVE
from rulewright.table.errors import Forbidden
from rulewright.table.events import ActionTaken, AnswerAwaited, RollMade
from rulewright.table.export import export
from rulewright.table.perform import Attempt
from rulewright.table.story import story
from rulewright.table.tables import TableSeat
from rulewright.table.views.event_view import view_log
from rulewright.table.views.table_view import view_table

CHECK = Attempt("action", "check", {"who": "Ines", "skill": "stealth", "difficulty": 10})


def begun(table: Company, place: TableSeat, attempt: Attempt = CHECK) -> AnswerAwaited:
    """An attempt whose dice fell, and which waits for a decision: with karma, a reroll is offered."""
    for _ in range(30):
        event = act.submit(table.tables, place, attempt)
        if isinstance(event.body, AnswerAwaited) and event.body.need.approval:
            event = act.answer(table.tables, table.gm, event.body.pending, choices=(APPROVE,))
        if isinstance(event.body, AnswerAwaited):
            assert event.body.dice
            return event.body
    raise AssertionError("no check failed in thirty")


def with_karma() -> Company:
    table = company("untold-aeons")
    act.submit(table.tables, table.gm, Attempt("action", "deal-karma", {"players": 5}))
    return table


def test_a_check_whose_dice_displease_is_not_begun_again() -> None:
    table = with_karma()
    waits = begun(table, table.ann)
    with pytest.raises(Refused, match="check still waits with dice on the table"):
        act.submit(table.tables, table.ann, CHECK)
    other = Attempt("action", "check", {"who": "Ines", "skill": "athletics", "difficulty": 1})
    with pytest.raises(Refused, match="still waits"):
        act.submit(table.tables, table.ann, other)
    with pytest.raises(Refused, match="still waits"):
        act.submit(table.tables, table.gm, other)  # nor for the same character, by the game master
    with pytest.raises(Refused, match="still waits"):
        act.submit(table.tables, table.ann, Attempt("roll", "check", {"skill": 3, "difficulty": 2}))
    with pytest.raises(Forbidden, match="forfeit a roll after dice have been rolled"):
        act.withdraw(table.tables, table.ann, waits.pending)
    done = act.answer(table.tables, table.ann, waits.pending, choices=waits.need.choices[:1])
    assert isinstance(done.body, ActionTaken)
    act.submit(table.tables, table.ann, other)


def test_of_several_attempts_begun_without_dice_only_one_throws_its_dice_at_a_time() -> None:
    """Each is begun with typed dice, none of them typed yet; an answer without faces makes the server roll."""
    table = with_karma()
    waiting: list[AnswerAwaited] = []
    for _ in range(3):
        event = act.submit(table.tables, table.gm, Attempt("action", "check", CHECK.params, faces=()))
        assert isinstance(event.body, AnswerAwaited)
        assert not event.body.dice
        waiting.append(event.body)
    first = act.answer(table.tables, table.gm, waiting[0].pending)
    assert isinstance(first.body, AnswerAwaited)
    assert first.body.dice
    for faces in (None, (1,)):
        with pytest.raises(Refused, match="check still waits with dice on the table"):
            act.answer(table.tables, table.gm, waiting[1].pending, faces)
    act.answer(table.tables, table.gm, waiting[0].pending, choices=first.body.need.choices[:1])
    assert act.answer(table.tables, table.gm, waiting[1].pending).body.dice  # type: ignore[union-attr] # an attempt


@pytest.mark.parametrize("what", ["action", "roll"])
def test_decisions_sent_along_do_not_reveal_how_the_dice_would_fall(what: Literal["action", "roll"]) -> None:
    """A refusal would be a look at the dice, namely whether they call for a decision, without a trace in the log."""
    params = CHECK.params if what == "action" else {"skill": 3, "difficulty": 2}
    for choices in (("nonsense",), ("keep", "nonsense"), ("nonsense",) * 100):
        table = with_karma()
        before = len(table.events())
        event = act.submit(table.tables, table.gm, Attempt(what, "check", params, choices=choices))
        assert isinstance(event.body, ActionTaken | RollMade | AnswerAwaited)
        assert event.body.dice
        assert event.body.choices in ((), ("keep",))
        assert len(table.events()) == before + 1


def test_a_wrong_decision_that_sets_no_dice_rolling_is_refused() -> None:
    table = with_karma()
    waits = begun(table, table.ann)
    with pytest.raises(BadInput, match="bad choice"):
        act.answer(table.tables, table.ann, waits.pending, choices=("nonsense",))


def test_dice_that_wait_for_a_decision_say_what_they_were_thrown_for() -> None:
    """A viewer of the dice sees whose they are; of a hidden attempt a player does not learn it."""
    table = with_karma()
    waits = begun(table, table.ann)
    (seen,) = view_table(table.tables, table.ben).pending
    assert seen.thrown is not UNSET
    assert seen.dice is not UNSET
    assert sum(one.count for one in seen.thrown) == len(seen.dice)
    assert {name for one in seen.thrown for name in one.groups} == {"skill", "difficulty"}
    act.withdraw(table.tables, table.gm, waits.pending)
    begun(table, table.gm, Attempt("action", "check", CHECK.params, audience="gm"))
    (hidden,) = view_table(table.tables, table.ben).pending
    assert hidden.thrown is UNSET


def test_others_go_on_while_a_player_decides() -> None:
    table = with_karma()
    begun(table, table.ann)
    act.submit(table.tables, table.ann, Attempt("notation", "2d6"))
    act.submit(table.tables, table.ben, Attempt("roll", "check", {"skill": 3, "difficulty": 2}))
    act.submit(table.tables, table.gm, Attempt("action", "check", {"who": "Cultist", "skill": "stealth"}))


def test_a_hidden_attempt_of_the_gm_stops_no_player() -> None:
    table = with_karma()
    hidden = Attempt("action", "check", CHECK.params, audience="gm")
    waits = begun(table, table.gm, hidden)
    act.submit(table.tables, table.ann, Attempt("roll", "check", {"skill": 3, "difficulty": 2}))
    act.submit(table.tables, table.ann, CHECK)
    assert waits.pending in table.state.pending


def test_a_forfeited_attempt_shows_its_dice_to_everyone() -> None:
    table = with_karma()
    waits = begun(table, table.ann)
    faces = " ".join(str(die.face) for die in waits.dice)
    act.withdraw(table.tables, table.gm, waits.pending)
    sentence = f"Mira ended Ines: roll stealth against 10 dice; forfeited with {faces} on the table."
    for place in (table.gm, table.ann, table.ben, table.watcher):
        last = view_log(table.tables, place)[-1]
        assert (last.sentence, last.marks) == (sentence, ["forfeited"])
        assert sentence in "\n".join(event_lines(last))
        assert f"- *{sentence}*" in "\n".join(story(table.tables, place))
    own = [json.loads(line) for line in export(table.tables, table.ben)][-1]
    assert own["marks"] == ["forfeited"]
    assert [die[1] for die in own["dice"]] == [die.face for die in waits.dice]


def test_a_hidden_attempt_that_is_forfeited_shows_players_nothing() -> None:
    table = with_karma()
    waits = begun(table, table.gm, Attempt("action", "check", CHECK.params, audience="gm"))
    act.withdraw(table.tables, table.gm, waits.pending)
    seen = seen_log(table.tables, table.ann)[-1]
    assert not {"name", "params", "dice", "result"} & seen.keys()
    assert seen["marks"] == []
    assert view_log(table.tables, table.gm)[-1].marks == ["forfeited"]


@pytest.mark.parametrize(("faces", "mark"), [((7, 9), "typed in"), ((7,), "1 of 2 dice typed in")])
def test_typed_dice_are_marked_wherever_a_roll_is_shown(faces: tuple[int, ...], mark: str) -> None:
    table = company()
    check: dict[str, Any] = {"who": "Wren", "ability": "FIN"}
    event = act.submit(table.tables, table.ann, Attempt("action", "check", check, faces=faces))
    if isinstance(event.body, AnswerAwaited):
        act.answer(table.tables, table.ann, event.body.pending)
    for place in (table.gm, table.ben):
        last = view_log(table.tables, place)[-1]
        assert last.marks == [mark]
        assert f"({mark})." in last.sentence
        assert mark in event_lines(last)[0]
        assert f" ({mark})." in "\n".join(story(table.tables, place))
    assert json.loads(list(export(table.tables, table.ben))[-1])["marks"] == [mark]


def test_dice_of_the_table_carry_no_mark() -> None:
    table = company()
    act.submit(table.tables, table.ann, Attempt("notation", "2d6"))
    assert view_log(table.tables, table.ben)[-1].marks == []
