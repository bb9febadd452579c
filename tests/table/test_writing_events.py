"""Writing at a table: once for each key, never over another writer, and nothing is lost by a restart."""

from pathlib import Path
from threading import Barrier, Thread

import pytest
from a_table import Company, company

from rulewright.rules import BadInput, Refused
from rulewright.table import act
from rulewright.table.errors import Forbidden, NotFound, Stale
from rulewright.table.events import ActionTaken, AnswerAwaited, MessageSent, write_event
from rulewright.table.perform import Attempt
from rulewright.table.seeds import player_seeds
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.stores.sqlite import SQLiteStore
from rulewright.table.tables import Limits, Tables, TableSeat

CHECK = Attempt("action", "check", {"who": "Wren", "ability": "AGI"})


def test_a_retry_with_the_same_key_acts_once_and_gives_the_same_event() -> None:
    table = company()
    first = act.submit(table.tables, table.ann, CHECK, key="k1")
    again = act.submit(table.tables, table.ann, CHECK, key="k1")
    assert write_event(again) == write_event(first)
    assert table.state.seq == first.seq


def test_a_key_is_known_after_a_restart_and_to_another_process() -> None:
    store = MemoryStore()
    table = company(store=store)
    first = act.submit(table.tables, table.ann, CHECK, key="k1")
    assert act.submit(Tables(store), table.ann, CHECK, key="k1") == first


def test_two_seats_may_use_the_same_key() -> None:
    table = company()
    mine = act.say(table.tables, table.ann, "hello", key="k1")
    theirs = act.say(table.tables, table.ben, "hello", key="k1")
    assert theirs.seq == mine.seq + 1


def test_a_seat_that_has_not_seen_the_last_event_learns_of_it() -> None:
    table = company()
    seen = table.state.seq
    act.say(table.tables, table.ben, "wait")
    with pytest.raises(Stale) as stale:
        act.submit(table.tables, table.ann, CHECK, expected=seen)
    assert stale.value.last == seen + 1
    assert table.state.seq == seen + 1
    act.submit(table.tables, table.ann, CHECK, expected=seen + 1)


def test_two_processes_that_write_at_once_lose_nothing_and_leave_no_gap() -> None:
    store = MemoryStore()
    table = company(store=store)
    begun, writers, each = table.state.seq, 6, 20
    together = Barrier(writers)

    def write(number: int) -> None:
        tables = Tables(store)
        together.wait()
        for line in range(each):
            act.say(tables, table.ann, f"{number}.{line}")

    threads = [Thread(target=write, args=(number,)) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    said = [event.body.text for event in table.events()[begun:] if isinstance(event.body, MessageSent)]
    assert sorted(said) == sorted(f"{number}.{line}" for number in range(writers) for line in range(each))
    for number in range(writers):
        own = [text for text in said if text.startswith(f"{number}.")]
        assert own == [f"{number}.{line}" for line in range(each)]


def test_a_refusal_by_what_another_process_has_changed_meanwhile_is_none() -> None:
    """What this process has in memory is older: it would refuse, the table as it is now does not."""
    store = MemoryStore()
    table = company(store=store)
    other = Tables(store)
    other.state(table.ann.table)
    table.tables.assign(table.gm, "Wren", table.ben.seat)
    assert isinstance(act.submit(other, table.ben, CHECK).body, ActionTaken)
    seen = table.state.seq
    act.say(table.tables, table.gm, "one more")
    assert isinstance(act.submit(other, table.ben, CHECK, expected=seen + 1).body, ActionTaken)


def test_a_used_key_is_answered_though_the_action_would_be_refused_now() -> None:
    store = MemoryStore()
    table = company(store=store)
    first = act.submit(table.tables, table.ann, CHECK, key="k1")
    table.tables.assign(table.gm, "Wren", table.ben.seat)
    for tables in (table.tables, Tables(store)):
        assert act.submit(tables, table.ann, CHECK, key="k1") == first
        assert act.submit(tables, table.ann, CHECK, key="k1", expected=1) == first


def test_a_table_that_another_process_has_removed_is_not_there() -> None:
    store = MemoryStore()
    table = company(store=store)
    act.say(table.tables, table.gm, "hello")
    Tables(store).remove(table.gm)
    with pytest.raises(NotFound):
        table.tables.state(table.gm.table)
    with pytest.raises(NotFound):
        act.say(table.tables, table.gm, "is anybody here?")


def test_an_action_is_worked_out_anew_when_another_was_quicker() -> None:
    """Two processes price the same scene; the second finds that the turn is over and is refused."""
    store = MemoryStore()
    table = company("dpi", store)
    other = Tables(store)
    other.state(table.gm.table)
    act.submit(table.tables, table.gm, Attempt("action", "end-turn", {"who": "Vega"}))
    with pytest.raises(Refused, match="not your turn"):
        act.submit(other, table.gm, Attempt("action", "end-turn", {"who": "Vega"}))


# --- waiting


def shot(table: Company) -> str:
    event = act.submit(
        table.tables, table.ann, Attempt("action", "shoot", {"who": "Ines", "target": "Cultist", "weapon": "pistol"})
    )
    assert isinstance(event.body, AnswerAwaited)
    return event.body.pending


def test_a_roll_that_waits_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    store = SQLiteStore(path)
    table = company("untold-aeons", store)
    pending = shot(table)
    before = table.state.pending[pending]
    store.close()
    again = SQLiteStore(path)
    tables = Tables(again)
    waits = tables.state(table.gm.table).pending[pending]
    assert waits == before
    assert (waits.body.need.who, waits.body.need.choices) == ("Cultist", ("stay", "dive"))
    event = act.answer(tables, table.gm, pending, choices=("stay",))
    while isinstance(event.body, AnswerAwaited):
        event = act.answer(tables, table.gm, pending, choices=event.body.need.choices[:1])
    assert isinstance(event.body, ActionTaken)
    assert tables.state(table.gm.table).pending == {}
    again.close()


def test_dice_are_typed_in_one_by_one_and_kept() -> None:
    table = company()
    event = act.submit(table.tables, table.ann, Attempt("action", "check", CHECK.params, faces=()))
    assert isinstance(event.body, AnswerAwaited)
    assert (event.body.need.sides, event.body.dice) == (12, ())
    event = act.answer(table.tables, table.ann, event.body.pending, faces=(7,))
    assert isinstance(event.body, AnswerAwaited)
    assert [die.face for die in event.body.dice] == [7]
    event = act.answer(table.tables, table.ann, event.body.pending, faces=(7,))
    assert isinstance(event.body, ActionTaken)
    assert [(die.face, die.seq) for die in event.body.dice] == [(7, 0), (7, 0)]
    assert event.body.outcome["result"] == "critical"


def test_a_face_that_the_die_has_not_is_refused_and_nothing_is_written() -> None:
    table = company()
    seen = table.state.seq
    with pytest.raises(BadInput, match="d12, so 1 to 12, not 13"):
        act.submit(table.tables, table.ann, Attempt("action", "check", CHECK.params, faces=(13, 1)))
    assert table.state.seq == seen


def test_only_the_seat_that_is_waited_for_answers() -> None:
    table = company("untold-aeons")
    pending = shot(table)
    with pytest.raises(Forbidden, match="another player"):
        act.answer(table.tables, table.ben, pending, choices=("dive",))
    act.answer(table.tables, table.gm, pending, choices=("dive",))


def test_what_was_answered_waits_no_more() -> None:
    table = company("untold-aeons")
    pending = shot(table)
    act.withdraw(table.tables, table.ann, pending)
    with pytest.raises(NotFound, match="nothing waits under this id"):
        act.answer(table.tables, table.gm, pending, choices=("dive",))


def test_dice_that_fell_are_not_called_off_by_a_player() -> None:
    table = company()
    event = act.submit(table.tables, table.ann, Attempt("action", "check", CHECK.params, faces=(3,)))
    assert isinstance(event.body, AnswerAwaited)
    with pytest.raises(Forbidden, match="after dice have been rolled"):
        act.withdraw(table.tables, table.ann, event.body.pending)
    act.withdraw(table.tables, table.gm, event.body.pending)


# --- who may, and how much


def test_a_spectator_does_nothing() -> None:
    table = company()
    with pytest.raises(Forbidden, match="only watches"):
        act.submit(table.tables, table.watcher, CHECK)
    with pytest.raises(Forbidden, match="only watches"):
        player_seeds.commit_seed(table.tables, table.watcher, "0" * 64)


def test_a_player_acts_for_their_own_character_only() -> None:
    table = company()
    with pytest.raises(Forbidden, match="Wren is not yours to play"):
        act.submit(table.tables, table.ben, CHECK)
    with pytest.raises(Forbidden, match="only the GM"):
        act.submit(table.tables, table.ann, Attempt("action", "take-damage", {"who": "Wren"}))


def test_a_table_has_its_limits() -> None:
    table = company()
    small = Tables(table.tables.store, Limits(events=table.state.seq))
    with pytest.raises(Refused, match="the table is full"):
        act.say(small, table.ann, "one more")
    with pytest.raises(BadInput, match="at most 4,000 characters"):
        act.say(table.tables, table.ann, "x" * 4_001)
    with pytest.raises(BadInput, match="too many dice"):
        act.submit(table.tables, table.ann, Attempt("notation", "3d6", faces=(1,) * 1_001))


def test_control_characters_do_not_get_into_the_log() -> None:
    table = company()
    event = act.say(table.tables, table.ann, "a\x1b[2Jb\nc\u202ed")
    assert isinstance(event.body, MessageSent)
    assert event.body.text == "a[2Jb\ncd"


def test_a_caller_without_a_seat_is_refused() -> None:
    table = company()
    with pytest.raises(BadInput, match="no seat"):
        act.say(table.tables, TableSeat(table.gm.table, "s99"), "hello")


def test_a_decision_that_others_have_settled_meanwhile_is_no_longer_needed() -> None:
    table = company("untold-aeons")
    waits = [
        act.submit(table.tables, table.gm, Attempt("action", "check", {"who": who, "skill": "perception"}, faces)).body
        for who, faces in (("Ines", (1, 2, 2)), ("Hale", (1, 2, 2)))
    ]
    first, second = (fact.pending for fact in waits if isinstance(fact, AnswerAwaited))
    while table.state.scene["karma"]["players"] > 1:
        table.act(table.gm, "spend-karma", {"side": "players", "use": "deus-ex-machina", "text": "a rope"})
    assert isinstance(act.answer(table.tables, table.gm, first, (3,), ("reroll",)).body, ActionTaken)
    assert table.state.scene["karma"]["players"] == 0
    with pytest.raises(BadInput):
        act.answer(table.tables, table.gm, second, choices=("reroll", "reroll", "nonsense"), faces=(9,))
    done = act.answer(table.tables, table.gm, second, choices=("keep",)).body
    assert isinstance(done, ActionTaken)
    assert done.choices == ()
    assert not table.state.pending
