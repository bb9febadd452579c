"""Views are an allow-list: what has no view reaches no one, and hidden rolls come to light when they are revealed."""

import contextlib
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from a_table import company, every_game, legal_tries, seen_log, seen_table

from rulewright.rules import BadInput, Refused
from rulewright.table import act, gm
from rulewright.table.diff import Change
from rulewright.table.errors import Forbidden
from rulewright.table.events import ActionTaken, AnswerAwaited, Event, EventBody, RollMade, read_event
from rulewright.table.perform import Attempt
from rulewright.table.upcasts import SCHEMA
from rulewright.table.views import event_view
from rulewright.table.views.event_view import redact_event, viewer_of_all
from rulewright.table.views.table_view import view_state
from rulewright.table.views.viewer import Viewer

KINDS = get_args(EventBody)
EVENTS = Path(__file__).parent / f"events-v{SCHEMA}.jsonl"
FACTS = [read_event(line).body for line in EVENTS.read_bytes().splitlines()]
"""One of each kind at least; see test_upcasting.py."""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_of_fact_has_a_view_of_its_own(kind: type) -> None:
    assert kind in event_view._VIEWS, f"say in event_view.py what may be seen of {kind.__name__}"


def test_a_new_kind_of_fact_without_a_view_reaches_nobody() -> None:
    class Whispered(msgspec.Struct, frozen=True, tag="whispered"):
        text: str

    table = company()
    event = Event(table.state.seq + 1, "", "s1", Whispered("psst"))  # type: ignore[arg-type] # that is the point
    for masters in (True, False):
        assert redact_event(table.game, table.state, event, Viewer("s1", masters)) is None


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_view_shows_no_field_that_it_does_not_name(kind: type) -> None:
    """A field that is added to a fact is in no view until its view says so."""
    example = next(fact for fact in FACTS if type(fact) is kind)
    wider = msgspec.defstruct(kind.__name__, [("smuggled", str, "contraband")], bases=(kind,), frozen=True)
    table = company()
    given = {name: getattr(example, name) for name in kind.__struct_fields__}  # type: ignore[attr-defined] # a struct
    event = Event(1, "", "s1", _as(kind, wider, given))
    assert redact_event(table.game, table.state, event, Viewer("s1", True)) is not None
    assert "contraband" not in repr(redact_event(table.game, table.state, event, Viewer("s1", True)))


def _as(kind: type, wider: type, given: dict[str, Any]) -> Any:
    """A fact of the wider kind that goes by the view of the kind it widens."""
    event_view._VIEWS.setdefault(wider, event_view._VIEWS[kind])
    return wider(**given)


@every_game
def test_a_field_of_the_scene_is_hidden_until_the_game_lists_it(slug: str) -> None:
    table = company(slug)
    listed = table.game.secrets.scene_shows
    assert listed is not None
    assert {*listed, "characters"} == set(type(table.game.scene()).__struct_fields__), (
        "list it, or leave it out on purpose"
    )
    scene = {**table.state.scene, "smuggled": "contraband"}
    state = msgspec.structs.replace(table.state, play={**table.state.play, "scene": scene})
    change = Change(("scene", "smuggled"), "contraband")
    acted = ActionTaken("edit", {}, (), (), None, (), (), (change,))
    for is_gm in (True, False):
        viewer = Viewer("s1" if is_gm else "s2", is_gm)
        event = redact_event(table.game, state, Event(state.seq, "", "s1", acted), viewer)
        for seen in (view_state(table.game, state, viewer), event):
            assert ("contraband" in repr(seen)) == is_gm


# --- audiences

AUDIENCES = {
    "everyone": {"gm", "ann", "ben", "watcher"},
    "gm": {"gm"},
    "private": {"gm", "ann"},
    "blind": {"gm"},
}


@pytest.mark.parametrize("audience", AUDIENCES)
def test_a_roll_is_seen_by_its_audience_and_by_all_when_it_is_revealed(audience: Any) -> None:
    table = company()
    by = table.gm if audience == "gm" else table.ann
    event = act.submit(table.tables, by, Attempt("notation", "1d1+41", audience=audience))
    for name in ("gm", "ann", "ben", "watcher"):
        (seen,) = seen_log(table.tables, getattr(table, name), event.seq - 1)
        assert (seen.get("outcome") == 42) == (name in AUDIENCES[audience]), name
    gm.reveal(table.tables, table.gm, event.seq)
    for name in ("gm", "ann", "ben", "watcher"):
        (seen,) = seen_log(table.tables, getattr(table, name), event.seq)
        assert seen["event"]["outcome"] == 42
        is_numbered = audience == "everyone" or name == "gm"
        assert list(seen["event"]["dice"]) == [[1, 1, event.seq, 0, int(is_numbered)]]


def test_a_player_who_rolls_for_the_game_master_still_knows_what_they_rolled() -> None:
    table = company()
    event = act.submit(table.tables, table.ann, Attempt("notation", "1d1+41", audience="gm"))
    assert isinstance(event.body, RollMade)
    assert event.body.audience == "private"


def test_a_private_roll_belongs_to_the_seat_that_began_it_not_to_the_one_that_answered() -> None:
    table = company("untold-aeons")
    shot = Attempt("action", "shoot", {"who": "Ines", "target": "Cultist", "weapon": "pistol"}, audience="private")
    event = act.submit(table.tables, table.ann, shot)
    assert isinstance(event.body, AnswerAwaited)
    pending = event.body.pending
    while isinstance(event.body, AnswerAwaited):
        event = act.answer(table.tables, table.gm, pending, choices=event.body.need.choices[:1])
    assert isinstance(event.body, ActionTaken)
    assert event.body.begun_by == table.ann.seat
    (mine,) = seen_log(table.tables, table.ann, event.seq - 1)
    (theirs,) = seen_log(table.tables, table.ben, event.seq - 1)
    assert "outcome" in mine
    assert "outcome" not in theirs


def test_who_is_waited_for_is_everybodys_to_see_but_the_choices_are_not() -> None:
    table = company("untold-aeons")
    shot = Attempt("action", "shoot", {"who": "Ines", "target": "Cultist", "weapon": "pistol"})
    act.submit(table.tables, table.ann, shot)
    for place in (table.gm, table.ann, table.ben):
        (waits,) = seen_table(table.tables, place)["pending"]
        assert waits["waits_for"] == [table.gm.seat]
        assert ("choices" in waits) == (place == table.gm)


def test_only_the_gm_sees_the_view_of_a_player() -> None:
    table = company()
    act.say(table.tables, table.gm, "psst", to_gm=True)
    seen = seen_log(table.tables, table.gm, as_seat=table.ann.seat)
    assert seen == seen_log(table.tables, table.ann)
    with pytest.raises(Forbidden):
        seen_table(table.tables, table.ann, as_seat=table.ben.seat)


@every_game
def test_an_event_that_is_seen_without_a_seat_is_seen_so_from_every_seat(slug: str) -> None:
    """Live frames are made once for all seats that see the same: no seat may see more, or less, than it would alone."""
    table = company(slug)
    chance = Random(slug)
    for attempt in islice(legal_tries(table.game, table.state, chance), 12):
        for audience in ("everyone", "gm", "private", "blind"):
            with contextlib.suppress(Refused, BadInput, Forbidden):
                act.submit(table.tables, table.gm, msgspec.structs.replace(attempt, audience=audience))
    act.submit(table.tables, table.ann, Attempt("notation", "2d6", audience="private"))
    act.say(table.tables, table.ann, "psst", to_gm=True)
    act.say(table.tables, table.ben, "hello")
    state, shared = table.state, 0
    for step in table.tables.log(table.gm.table).replayed(0):
        for seat in state.seats:
            viewer = Viewer.of(state, seat)
            whose = viewer_of_all(step.event, viewer)
            shared += whose.seat == ""
            alone = redact_event(table.game, step.state, step.event, viewer)
            assert redact_event(table.game, step.state, step.event, whose) == alone
    assert shared > len(state.seats)
