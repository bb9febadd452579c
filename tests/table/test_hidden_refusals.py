"""A refusal tells a player only what they may know; any other has one sentence and is in the game master's log."""

from typing import Any

import msgspec
import pytest
from a_table import Company, company, every_game, seen_log, seen_table

from rulewright.rules import BadInput, Refused
from rulewright.table import act
from rulewright.table.errors import Forbidden
from rulewright.table.events import ActionRefused, AnswerAwaited
from rulewright.table.perform import Attempt
from rulewright.table.refusals import unknown_reason
from rulewright.table.views.seat_actions import legal_actions


def refused(table: Company, action: str, params: dict[str, Any], **how: Any) -> str:
    """The words in which Ann is refused."""
    with pytest.raises((Refused, BadInput, Forbidden)) as error:
        act.submit(table.tables, table.ann, Attempt("action", action, params, **how))
    return str(error.value)


def refusal_to_ann(table: Company, action: str, params: dict[str, Any]) -> str:
    """The answer to Ann when she tries something: why not, or that it waits for the game master's approval."""
    try:
        event = act.submit(table.tables, table.ann, Attempt("action", action, params))
    except (Refused, BadInput, Forbidden) as words:
        return str(words)
    assert isinstance(event.body, AnswerAwaited), "nothing was carried out"
    return str(seen_log(table.tables, table.ann, event.seq - 1)[0]["sentence"])


def in_reach() -> Company:
    """Ines within reach of the Cultist, on her turn."""
    table = company("untold-aeons")
    table.act(table.gm, "end-fight", {})
    return table


def test_a_wrong_weapon_of_the_target_does_not_list_its_weapons() -> None:
    table = in_reach()
    words = refusal_to_ann(table, "attack", {"who": "Ines", "target": "Cultist", "target_weapon": "x"})
    assert "knife" not in words
    own = list(table.state.scene["characters"]["Cultist"]["weapons"])
    assert own
    assert not any(name in words for name in own)


def test_the_net_of_a_hidden_roll_is_not_reported_by_refusing_to_spend_it() -> None:
    table = company("untold-aeons")
    check = {"who": "Cultist", "skill": "brawl", "reroll": "never"}
    act.submit(table.tables, table.gm, Attempt("action", "check", check, (6, 6, 1, 1), audience="gm"))
    words = {row: refused(table, "spend-net", {"row": row}) for row in ("ally-bonus", "notice", "enemy-penalty")}
    assert not any("there is" in one for one in words.values())
    assert len(set(words.values())) == 1


def test_a_hidden_roll_does_not_tell_who_rolled() -> None:
    """Two evenings that differ in who made a hidden check: a player sees and is refused the same in both."""

    def evening(who: str) -> list[Any]:
        table = company("untold-aeons")
        check = {"who": who, "skill": "brawl", "reroll": "never"}
        act.submit(table.tables, table.gm, Attempt("action", "check", check, (6, 6, 1, 1), audience="gm"))
        rows = ("ally-bonus", "notice", "enemy-penalty", "upper-hand", "")
        words = [refused(table, "spend-net", {"row": row}) for row in rows]
        assert table.state.scene["last"]["who"] == who
        seen = seen_table(table.tables, table.ann)["scene"]
        assert "last" not in seen
        return [words, msgspec.to_builtins(legal_actions(table.tables, table.ann))]

    assert evening("Cultist") == evening("Ines")


def test_the_net_of_an_open_roll_is_spent_though_another_roll_was_hidden_before() -> None:
    table = company("untold-aeons")
    hidden = {"who": "Cultist", "skill": "brawl", "reroll": "never"}
    act.submit(table.tables, table.gm, Attempt("action", "check", hidden, (6, 6, 1, 1), audience="gm"))
    check = {"who": "Ines", "skill": "brawl", "reroll": "never"}
    act.submit(table.tables, table.gm, Attempt("action", "check", check, (1, 1, 1, 3)))
    last = table.state.scene["last"]
    assert last["who"] == "Ines"
    assert last["net"] > 0
    assert [one for one in legal_actions(table.tables, table.ann) if one.action == "spend-net"]


def test_too_many_typed_faces_do_not_tell_how_many_a_hidden_sheet_asks_for() -> None:
    table = company("twelves")
    words = refused(table, "attack", {"who": "Wren", "target": "Toll Keeper"}, faces=(2,) * 60)
    assert "needed" not in words
    assert not any(letter.isdigit() for letter in words)


def test_a_tag_of_the_target_is_neither_confirmed_nor_denied() -> None:
    table = company("twelves")
    table.act(table.gm, "edit", {"who": "Toll Keeper", "changes": {"tags": ["giant"]}})
    blow = {"who": "Wren", "target": "Toll Keeper"}
    words = [
        refusal_to_ann(table, "attack", {**blow, "target_tags": [tag]}).replace(tag, "TAG")
        for tag in ("giant", "undead")
    ]
    assert words[0] == words[1]
    assert "is not on the sheet" not in words[1]


def test_a_refusal_from_hidden_data_is_in_the_game_masters_log_with_its_reason() -> None:
    table = company("twelves")
    words = refused(table, "attack", {"who": "Wren", "target": "Toll Keeper"}, faces=(1,) * 60)
    assert words == unknown_reason("GM")
    event = table.events()[-1]
    assert isinstance(event.body, ActionRefused)
    (master,) = seen_log(table.tables, table.gm, event.seq - 1)
    (mine,) = seen_log(table.tables, table.ann, event.seq - 1)
    assert "too many dice" in master["sentence"]
    assert "too many dice" not in str(mine)
    assert seen_log(table.tables, table.ben, event.seq - 1) == []


def test_a_refusal_from_what_a_player_knows_keeps_its_reason_and_leaves_no_trace() -> None:
    table = company("untold-aeons")
    before = table.state.seq
    assert "out of reach" in refused(table, "attack", {"who": "Ines", "target": "Hale"})
    assert "must be" in refused(table, "check", {"who": "Ines", "skill": 3.5})
    assert table.state.seq == before


@every_game
def test_the_game_master_is_reported_every_reason(slug: str) -> None:
    table, reasons = company(slug), set()
    before = table.state.seq
    for action in table.game.actions:
        try:
            act.submit(table.tables, table.gm, Attempt("action", action.name, {"who": "Nobody"}))
        except (Refused, BadInput) as refused:
            reasons.add(str(refused))
    assert reasons
    assert unknown_reason(table.game.words.gm) not in reasons
    assert not any(isinstance(event.body, ActionRefused) for event in table.events()[before:])
