"""Who may go back: a player what revealed nothing, the game master anything, to any point."""

import pytest
from a_table import company, seen_log, seen_table

from rulewright.rules import Refused
from rulewright.table import act, undo
from rulewright.table.branches import branch
from rulewright.table.errors import Forbidden, NotFound
from rulewright.table.events import ActionTaken, AnswerAwaited
from rulewright.table.perform import Attempt

GUARD = {"name": "Guard", "scores": {"AGI": 4, "STR": 6, "FIN": 7, "INS": 8, "PRE": 9, "KNO": 5}, "tags": ["burglar"]}


def test_a_player_takes_back_an_action_without_dice() -> None:
    table = company("untold-aeons")
    before = table.state.play
    acted = act.submit(table.tables, table.ann, Attempt("action", "end-turn", {"who": "Ines"}))
    assert isinstance(acted.body, ActionTaken)
    assert not acted.body.dice
    undo.undo(table.tables, table.ann)
    assert table.state.play == before


def test_a_player_does_not_take_back_dice() -> None:
    table = company()
    act.submit(table.tables, table.ann, Attempt("action", "check", {"who": "Wren", "ability": "AGI"}))
    with pytest.raises(Forbidden, match="revealed dice or a decision"):
        undo.undo(table.tables, table.ann)


def test_a_player_does_not_take_back_typed_dice_either() -> None:
    table = company()
    check = Attempt("action", "check", {"who": "Wren", "ability": "AGI"}, faces=(1, 2))
    act.submit(table.tables, table.ann, check)
    with pytest.raises(Forbidden, match="revealed dice or a decision"):
        undo.undo(table.tables, table.ann)


def test_a_player_does_not_undo_what_another_did() -> None:
    table = company("untold-aeons")
    act.submit(table.tables, table.gm, Attempt("action", "end-turn", {"who": "Ines"}))
    with pytest.raises(Forbidden, match="not yours"):
        undo.undo(table.tables, table.ann)


def test_a_player_goes_no_further_back() -> None:
    table = company("untold-aeons")
    act.submit(table.tables, table.ann, Attempt("action", "end-turn", {"who": "Ines"}))
    with pytest.raises(Forbidden, match="back further"):
        undo.undo(table.tables, table.ann, back_to=2)


def test_a_player_does_not_take_back_a_decision_they_were_asked_for() -> None:
    table = company("untold-aeons")
    shot = Attempt("action", "shoot", {"who": "Ines", "target": "Cultist", "weapon": "pistol"})
    event = act.submit(table.tables, table.ann, shot)
    assert isinstance(event.body, AnswerAwaited)
    with pytest.raises(Forbidden):
        undo.undo(table.tables, table.ann)


def test_only_the_seat_that_undid_or_a_gm_redoes() -> None:
    table = company()
    act.submit(table.tables, table.ann, Attempt("action", "check", {"who": "Wren", "ability": "AGI"}))
    undo.undo(table.tables, table.gm)
    with pytest.raises(Forbidden, match="another player undid"):
        undo.redo(table.tables, table.ann)
    undo.redo(table.tables, table.gm)


def test_the_game_master_goes_back_to_any_point_and_further() -> None:
    table = company("dpi")
    first = next(event.seq for event in table.events() if isinstance(event.body, ActionTaken))
    states = {seq: table.tables.log(table.gm.table).at(seq).play for seq in range(first - 1, table.state.seq)}
    assert len(states) > 5
    for seq in sorted(states, reverse=True):
        undo.undo(table.tables, table.gm, back_to=seq)
        assert table.state.play == states[seq]
    undo.redo(table.tables, table.gm)
    with pytest.raises(NotFound, match="no event 1 to go back to"):
        undo.undo(table.tables, table.gm, back_to=1)


def test_undo_again_and_again_goes_back_step_by_step() -> None:
    table = company("untold-aeons", with_example=False)
    before = table.state.play
    with pytest.raises(Refused, match="nothing to undo"):
        undo.undo(table.tables, table.gm)
    names = ["Ada", "Bert", "Cora"]
    for name in names:
        stats = {"dexterity": 3, "toughness": 3, "willpower": 3, "intellect": 3}
        act.submit(
            table.tables, table.gm, Attempt("action", "join", {"character": {"name": name, "characteristics": stats}})
        )
    for left in (2, 1, 0):
        undo.undo(table.tables, table.gm)
        assert list(table.state.scene["characters"]) == names[:left]
    assert table.state.play == before
    with pytest.raises(Refused, match="nothing to undo"):
        undo.undo(table.tables, table.gm)


def test_what_was_done_since_cannot_be_overturned_by_redo() -> None:
    table = company()
    act.submit(table.tables, table.gm, Attempt("action", "take-damage", {"who": "Wren"}))
    undo.undo(table.tables, table.gm)
    act.submit(table.tables, table.gm, Attempt("action", "take-damage", {"who": "Odo"}))
    with pytest.raises(Refused, match="nothing to redo"):
        undo.redo(table.tables, table.gm)


def test_chat_and_seats_are_not_undone() -> None:
    table = company()
    act.submit(table.tables, table.gm, Attempt("action", "take-damage", {"who": "Wren"}))
    act.say(table.tables, table.ben, "ouch")
    table.tables.assign(table.gm, "Odo", table.ben.seat)
    undo.undo(table.tables, table.gm)
    assert table.state.scene["characters"]["Wren"]["damage"] == 0
    assert table.state.keepers["Odo"].seat == table.ben.seat
    assert "ouch" in [seen.get("text") for seen in seen_log(table.tables, table.ann)]


def test_a_branch_goes_its_own_way() -> None:
    table = company()
    place, key = branch(table.tables, table.gm, table.state.seq, "What if")
    act.submit(table.tables, place, Attempt("action", "take-damage", {"who": "Wren"}))
    assert table.state.scene["characters"]["Wren"]["damage"] == 0
    other = table.tables.state(place.table)
    assert other.scene["characters"]["Wren"]["damage"] == 1
    assert other.settings.title == "What if"
    assert other.commitment != table.state.commitment
    assert table.tables.enter(key) == place


def test_a_branch_is_the_game_masters_to_make() -> None:
    table = company()
    with pytest.raises(Forbidden):
        branch(table.tables, table.ann, 3, "")


def test_a_name_used_and_taken_back_gives_no_player_the_foe_that_has_it_later() -> None:
    """A player joined as "Guard", took that back, and then played the guard that the game master added."""
    table = company()
    act.submit(table.tables, table.ann, Attempt("action", "join", {"character": GUARD}))
    undo.undo(table.tables, table.ann)
    act.submit(table.tables, table.gm, Attempt("action", "add-foe", {"foe": "guard"}))
    assert not table.state.plays(table.ann.seat, "Guard")
    assert seen_table(table.tables, table.ben)["characters"]["Guard"]["seat"] == ""


def test_a_character_that_undo_or_redo_brings_back_keeps_its_player() -> None:
    table = company()
    before = table.state.seq
    act.submit(table.tables, table.ann, Attempt("action", "join", {"character": {**GUARD, "name": "Ash"}}))
    undo.undo(table.tables, table.gm, back_to=before)
    assert "Ash" not in table.state.scene["characters"]
    undo.redo(table.tables, table.gm)
    assert table.state.plays(table.ann.seat, "Ash")
