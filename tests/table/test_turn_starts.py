"""Turns that begin by themselves: what is written, what is left to the player, and what undo makes of it."""

from importlib.metadata import EntryPoint
from typing import Any

import pytest
from a_table import Company, company, seen_log

from rulewright.game import discovery
from rulewright.rules import Refused
from rulewright.table import act, closing, gm, undo
from rulewright.table.audit import audit
from rulewright.table.errors import Forbidden
from rulewright.table.events import ActionTaken, AnswerAwaited, Event
from rulewright.table.fold import fold_all
from rulewright.table.perform import Attempt
from rulewright.table.verify import dice_record, verify

WREN_FIRST = (12, 12, 2, 3, 2, 4)
"""Initiative of the ready-made scene in its order: Wren's doubles, then Odo with TN 15, then the Toll Keeper, TN 13."""


def fighting(slug: str = "twelves", **settings: Any) -> Company:
    """A fight in the order Wren, Toll Keeper, Odo; Wren is Ann's, Odo is Ben's."""
    table = company(slug)
    table.tables.assign(table.gm, "Odo", table.ben.seat)
    if settings:
        gm.change_settings(table.tables, table.gm, settings)
    table.act(table.gm, "start-fight", {}, faces=WREN_FIRST)
    assert table.state.scene["fight"]["order"] == ["Wren", "Toll Keeper", "Odo"]
    return table


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("brisk", "brisk_game:GAME", discovery.GROUP)
    monkeypatch.setattr(discovery, "_entry_points", lambda: {"brisk": entry})


def begun(table: Company) -> tuple[str, bool, int]:
    fight = table.state.scene["fight"]
    return fight["order"][fight["at"]], fight["begun"], fight["actions"]


def last(table: Company) -> Event:
    return table.events()[-1]


def test_the_first_turn_begins_with_the_fight_and_the_next_with_the_end_of_the_last() -> None:
    table = fighting()
    assert begun(table) == ("Wren", True, 2)
    ended = table.act(table.ann, "end-turn", {"who": "Wren"})
    assert isinstance(ended.body, ActionTaken)
    assert ended.body.action == "end-turn", "what was asked for is answered, not what followed"
    assert begun(table) == ("Toll Keeper", True, 2)
    following = last(table)
    assert isinstance(following.body, ActionTaken)
    assert (following.seq, following.by) == (ended.seq + 1, table.ann.seat)
    assert (following.body.action, following.body.params) == ("start-turn", {"who": "Toll Keeper"})
    assert following.body.automatic
    assert seen_log(table.tables, table.ben)[-1]["name"] == "start-turn"


def test_a_table_that_wants_to_begin_turns_by_hand_says_so() -> None:
    table = fighting(auto_turns=False)
    assert begun(table) == ("Wren", False, 0)
    table.act(table.ann, "start-turn", {"who": "Wren"})
    table.act(table.ann, "end-turn", {"who": "Wren"})
    assert begun(table) == ("Toll Keeper", False, 0)


def test_undo_takes_the_beginning_back_with_the_end_that_it_followed() -> None:
    table = fighting()
    before = table.state.play
    table.act(table.ann, "end-turn", {"who": "Wren"})
    undo.undo(table.tables, table.ann)
    assert table.state.play == before
    undo.redo(table.tables, table.ann)
    assert begun(table) == ("Toll Keeper", True, 2)
    undo.undo(table.tables, table.gm)
    assert table.state.play == before


def test_a_repeated_request_is_answered_with_the_same_event() -> None:
    table = fighting()
    ending = Attempt("action", "end-turn", {"who": "Wren"})
    first = act.submit(table.tables, table.ann, ending, key="once")
    again = act.submit(table.tables, table.ann, ending, key="once")
    assert first == again
    assert last(table).seq == first.seq + 1


def test_a_strength_check_is_left_to_the_player_who_may_name_tags() -> None:
    table = fighting()
    table.act(table.gm, "take-damage", {"who": "Odo", "boxes": 5})  # into Critical
    table.act(table.ann, "end-turn", {"who": "Wren"})
    table.act(table.gm, "end-turn", {"who": "Toll Keeper"})
    assert begun(table) == ("Odo", False, 0)
    done = table.act(table.ben, "start-turn", {"who": "Odo", "tags": ["soldier"]}, faces=(12, 11, 10))
    assert isinstance(done.body, ActionTaken)
    assert begun(table) == ("Odo", True, 1)


def test_one_who_collapses_is_followed_by_the_next_who_can_act() -> None:
    table = fighting()
    table.act(table.gm, "take-damage", {"who": "Odo", "boxes": 5})
    table.act(table.ann, "end-turn", {"who": "Wren"})
    table.act(table.gm, "end-turn", {"who": "Toll Keeper"})
    table.act(table.ben, "start-turn", {"who": "Odo"}, faces=(1, 2, 3))
    assert table.state.scene["characters"]["Odo"]["state"] == "incapacitated"
    assert begun(table) == ("Wren", True, 2)


def test_no_turn_begins_when_the_fight_is_over() -> None:
    table = fighting()
    table.act(table.ann, "end-turn", {"who": "Wren"})
    table.act(table.gm, "die", {"who": "Wren"})
    table.act(table.gm, "die", {"who": "Odo"})
    table.act(table.gm, "end-turn", {"who": "Toll Keeper"})
    assert begun(table) == ("Toll Keeper", False, 0)


@pytest.mark.usefixtures("brisk")
def test_dice_of_a_beginning_are_the_servers_and_can_be_verified() -> None:
    table = fighting("brisk")
    table.act(table.gm, "take-damage", {"who": "Toll Keeper", "boxes": 8})
    table.act(table.ann, "end-turn", {"who": "Wren"})
    rolled = next(
        event
        for event in table.events()
        if isinstance(event.body, ActionTaken) and event.body.dice and event.body.action == "start-turn"
    )
    assert isinstance(rolled.body, ActionTaken)
    assert rolled.body.automatic
    assert rolled.body.stream == "Toll Keeper/start-turn"
    assert len(rolled.body.dice) == 3  # Critical: the two lowest of three
    closing.close(table.tables, table.gm)
    found = verify([dice_record(event) for event in table.events()])
    assert (found.proved, found.fault) == (3, "")
    assert audit(table.events()).differences == ()
    with pytest.raises((Forbidden, Refused)):
        undo.undo(table.tables, table.ann)


@pytest.mark.usefixtures("brisk")
def test_where_dice_are_typed_in_a_beginning_with_dice_waits_for_its_player() -> None:
    table = fighting("brisk")
    table.act(table.gm, "take-damage", {"who": "Toll Keeper", "boxes": 8})
    table.act(table.ann, "end-turn", {"who": "Wren"}, faces=())
    assert begun(table) == ("Toll Keeper", False, 0)


@pytest.mark.usefixtures("brisk")
def test_a_decision_at_the_beginning_is_its_players() -> None:
    table = company("brisk")
    table.tables.assign(table.gm, "Odo", table.ben.seat)
    table.act(table.gm, "start-fight", {}, faces=(2, 3, 12, 12, 2, 4))  # Odo first, who has a Tag
    (waits,) = table.state.pending.values()
    assert (waits.body.name, waits.body.need.who, waits.body.automatic) == ("start-turn", "Odo", True)
    with pytest.raises(Forbidden):
        act.answer(table.tables, table.ann, waits.body.pending, choices=("the sea",))
    done = act.answer(table.tables, table.ben, waits.body.pending, choices=("the sea",))
    assert isinstance(done.body, ActionTaken)
    assert done.body.choices == ("the sea",)
    assert begun(table) == ("Odo", True, 2)


def test_what_was_written_is_read_back_as_it_was() -> None:
    table = fighting()
    table.act(table.ann, "end-turn", {"who": "Wren"})
    events = table.events()
    assert fold_all(events).play == table.state.play
    assert not any(isinstance(event.body, AnswerAwaited) for event in events)
    assert audit(events).differences == ()


def test_a_turn_begins_by_itself_where_only_one_character_can_come_next() -> None:
    """Of the foes, who share a slot, either may be first: that is theirs to choose."""
    table = company("untold-aeons")
    assert table.state.scene["fight"]["actor"] == "Ines"
    table.act(table.gm, "end-turn", {"who": "Ines"})
    assert table.state.scene["fight"]["actor"] == "Hale"
    table.act(table.gm, "end-turn", {"who": "Hale"})
    assert table.state.scene["fight"]["actor"] is None
    table.act(table.gm, "end-turn", {"who": "Drowned One"})
    assert table.state.scene["fight"]["actor"] == "Cultist"
