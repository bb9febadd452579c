"""Who may go back: a player what revealed nothing, the game master anything, to any point."""

import pytest
from a_table import company

from rulewright.rules import Refused
from rulewright.table import doing, going_back, looking
from rulewright.table.doing import Try
from rulewright.table.errors import Forbidden, Unknown
from rulewright.table.facts import Acted, Waiting


def test_a_player_takes_back_an_action_without_dice() -> None:
    table = company("untold-aeons")
    before = table.state.play
    acted = doing.try_it(table.tables, table.ann, Try("action", "end-turn", {"who": "Ines"}))
    assert isinstance(acted.fact, Acted)
    assert not acted.fact.dice
    going_back.undo(table.tables, table.ann)
    assert table.state.play == before


def test_a_player_does_not_take_back_dice() -> None:
    table = company()
    doing.try_it(table.tables, table.ann, Try("action", "check", {"who": "Wren", "ability": "AGI"}))
    with pytest.raises(Forbidden, match="something came to light"):
        going_back.undo(table.tables, table.ann)


def test_a_player_does_not_take_back_typed_dice_either() -> None:
    table = company()
    check = Try("action", "check", {"who": "Wren", "ability": "AGI"}, faces=(1, 2))
    doing.try_it(table.tables, table.ann, check)
    with pytest.raises(Forbidden, match="something came to light"):
        going_back.undo(table.tables, table.ann)


def test_a_player_does_not_take_back_what_somebody_else_did() -> None:
    table = company("untold-aeons")
    doing.try_it(table.tables, table.gm, Try("action", "end-turn", {"who": "Ines"}))
    with pytest.raises(Forbidden, match="not yours"):
        going_back.undo(table.tables, table.ann)


def test_a_player_goes_no_further_back() -> None:
    table = company("untold-aeons")
    doing.try_it(table.tables, table.ann, Try("action", "end-turn", {"who": "Ines"}))
    with pytest.raises(Forbidden, match="further back"):
        going_back.undo(table.tables, table.ann, back_to=2)


def test_a_player_does_not_take_back_a_decision_they_were_asked_for() -> None:
    table = company("untold-aeons")
    shot = Try("action", "shoot", {"who": "Ines", "target": "Cultist", "weapon": "pistol"})
    event = doing.try_it(table.tables, table.ann, shot)
    assert isinstance(event.fact, Waiting)
    with pytest.raises(Forbidden):
        going_back.undo(table.tables, table.ann)


def test_only_whoever_undid_or_the_game_master_redoes() -> None:
    table = company()
    doing.try_it(table.tables, table.ann, Try("action", "check", {"who": "Wren", "ability": "AGI"}))
    going_back.undo(table.tables, table.gm)
    with pytest.raises(Forbidden, match="somebody else undid"):
        going_back.redo(table.tables, table.ann)
    going_back.redo(table.tables, table.gm)


def test_the_game_master_goes_back_to_any_point_and_further() -> None:
    table = company("dpi")
    first = next(event.seq for event in table.events() if isinstance(event.fact, Acted))
    states = {seq: table.tables.log(table.gm.table).at(seq).play for seq in range(first - 1, table.state.seq)}
    assert len(states) > 5
    for seq in sorted(states, reverse=True):
        going_back.undo(table.tables, table.gm, back_to=seq)
        assert table.state.play == states[seq]
    going_back.redo(table.tables, table.gm)
    with pytest.raises(Unknown, match="no event 1 to go back to"):
        going_back.undo(table.tables, table.gm, back_to=1)


def test_undo_again_and_again_goes_back_step_by_step() -> None:
    table = company("untold-aeons", with_example=False)
    before = table.state.play
    with pytest.raises(Refused, match="nothing to undo"):
        going_back.undo(table.tables, table.gm)
    names = ["Ada", "Bert", "Cora"]
    for name in names:
        stats = {"dexterity": 3, "toughness": 3, "willpower": 3, "intellect": 3}
        doing.try_it(
            table.tables, table.gm, Try("action", "join", {"character": {"name": name, "characteristics": stats}})
        )
    for left in (2, 1, 0):
        going_back.undo(table.tables, table.gm)
        assert list(table.state.scene["characters"]) == names[:left]
    assert table.state.play == before
    with pytest.raises(Refused, match="nothing to undo"):
        going_back.undo(table.tables, table.gm)


def test_what_was_done_since_cannot_be_overturned_by_redo() -> None:
    table = company()
    doing.try_it(table.tables, table.gm, Try("action", "take-damage", {"who": "Wren"}))
    going_back.undo(table.tables, table.gm)
    doing.try_it(table.tables, table.gm, Try("action", "take-damage", {"who": "Odo"}))
    with pytest.raises(Refused, match="nothing to redo"):
        going_back.redo(table.tables, table.gm)


def test_chat_and_seats_are_not_undone() -> None:
    table = company()
    doing.try_it(table.tables, table.gm, Try("action", "take-damage", {"who": "Wren"}))
    doing.say(table.tables, table.ben, "ouch")
    table.tables.assign(table.gm, "Odo", table.ben.seat)
    going_back.undo(table.tables, table.gm)
    assert table.state.scene["characters"]["Wren"]["damage"] == 0
    assert table.state.keepers["Odo"].seat == table.ben.seat
    assert "ouch" in [seen.get("text") for seen in looking.see_log(table.tables, table.ann)]


def test_a_branch_goes_its_own_way() -> None:
    table = company()
    place, key = going_back.branch(table.tables, table.gm, table.state.seq, "What if")
    doing.try_it(table.tables, place, Try("action", "take-damage", {"who": "Wren"}))
    assert table.state.scene["characters"]["Wren"]["damage"] == 0
    other = table.tables.state(place.table)
    assert other.scene["characters"]["Wren"]["damage"] == 1
    assert other.settings.title == "What if"
    assert other.commitment != table.state.commitment
    assert table.tables.enter(key) == place


def test_a_branch_is_the_game_masters_to_make() -> None:
    table = company()
    with pytest.raises(Forbidden):
        going_back.branch(table.tables, table.ann, 3, "")
