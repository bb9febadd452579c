"""No road leads to the numbers of a hidden sheet: not whose turn it is, not a breakdown, not what is offered."""

from random import Random
from typing import Any

import msgspec
import pytest
from a_table import Company, company, every_game, legal_tries, seen_log, seen_table
from msgspec.structs import replace

from rulewright.game import Secrets, find_game
from rulewright.game.plain_data import plain
from rulewright.rules import BadInput, Refused
from rulewright.table import act, gm, undo
from rulewright.table.events import ActionTaken, AnswerAwaited
from rulewright.table.perform import Attempt, table_options
from rulewright.table.views import seat_actions
from rulewright.table.views.viewer import Viewer, hidden_from


def seen_last(table: Company, name: str = "") -> dict[str, Any]:
    """The last event, or the last action of a name, as Ann sees it."""
    return next(event for event in reversed(seen_log(table.tables, table.ann)) if name in ("", event.get("name")))


def test_what_a_hidden_foe_has_left_on_its_turn_is_not_reported() -> None:
    table = company("dpi")
    own = seen_table(table.tables, table.ann)
    assert own["fight"]["left"]["ap"] == own["scene"]["fight"]["ap"] > 0
    order = own["fight"]["order"]
    for _ in order:
        turn = seen_table(table.tables, table.gm)["fight"]["turn"]
        if turn in ("Reader", "Clerk"):
            break
        table.act(table.gm, "end-turn", {"who": turn})  # the next turn begins by itself
    seen = seen_table(table.tables, table.ann)
    assert (seen["fight"]["turn"], seen["fight"]["left"]) == (turn, {})
    assert "ap" not in seen["scene"]["fight"]
    event = seen_last(table)
    assert "ap" not in event["outcome"]
    assert [change for change in event["changes"] if change["path"][-1] == "ap"] == []
    assert seen_table(table.tables, table.gm)["fight"]["left"]["ap"] > 0


def test_a_fight_of_hidden_people_alone_is_no_fight_to_a_player() -> None:
    table = company("light-dark")
    assert "Isk" in seen_table(table.tables, table.ann)["fight"]["order"]
    table.act(table.gm, "start-challenge", {"name": "whispers", "who": "Lio", "level": "serious"})
    assert "Lio" in hidden_from(table.state, Viewer.of(table.state, table.ann.seat))
    assert seen_table(table.tables, table.gm)["fight"]["order"] == ["Lio", "whispers"]
    assert seen_table(table.tables, table.ann)["fight"] is None
    table.tables.assign(table.gm, "Lio", shown=True)
    assert seen_table(table.tables, table.ann)["fight"]["order"] == ["Lio", "whispers"]


def test_what_is_seen_from_a_space_says_nothing_of_hidden_foes() -> None:
    table = company("dpi")
    table.act(table.ann, "look-around", {"who": "Vega"})
    outcome = seen_last(table)["outcome"]
    assert outcome.keys() == {"figures", "pairs", "in_reach_of"}
    table.act(table.ann, "aim", {"who": "Vega", "at": [3, 0]})
    assert not {"results", "hit", "falls"} & seen_last(table)["outcome"].keys()


def test_a_breakdown_in_which_nobody_is_named_may_be_about_hidden_sheets() -> None:
    table = company("twelves")
    table.act(table.gm, "start-fight", {})
    assert seen_last(table, "start-fight")["breakdown"] == []
    table.tables.assign(table.gm, "Odo", table.ben.seat)
    table.tables.assign(table.gm, "Toll Keeper", shown=True)
    table.act(table.gm, "end-fight", {})
    table.act(table.gm, "start-fight", {})
    assert seen_last(table, "start-fight")["breakdown"] != []


def test_what_a_hidden_pursuer_runs_on_is_not_reported() -> None:
    table = company("die-code")
    chase = seen_table(table.tables, table.ann)["scene"]["chase"]
    assert chase["quarry_on"] == "run"
    assert "pursuer_on" not in chase
    assert seen_table(table.tables, table.gm)["scene"]["chase"]["pursuer_on"] == "chase"


def test_a_player_who_decides_in_a_hidden_roll_does_not_see_its_dice() -> None:
    table = company("untold-aeons")
    wanted = Attempt("action", "check", {"who": "Ines", "skill": "occult"}, faces=(1, 2, 2), audience="gm")
    event = act.submit(table.tables, table.gm, wanted)
    assert isinstance(event.body, AnswerAwaited)
    assert event.body.need.who == "Ines"
    (waits,) = seen_table(table.tables, table.ann)["pending"]
    assert (waits["waits_for"], waits["dice"]) == ([table.ann.seat], [])
    assert waits["choices"]


def test_what_is_offered_says_nothing_of_what_a_hidden_roll_left() -> None:
    def rows(faces: tuple[int, ...]) -> list[Any]:
        table = company("untold-aeons")
        wanted = Attempt(
            "action", "check", {"who": "Cultist", "skill": "brawl", "reroll": "never"}, faces, audience="gm"
        )
        act.submit(table.tables, table.gm, wanted)
        assert table.state.scene["last"]["who"] == "Cultist"
        return [one for one in seat_actions.legal_actions(table.tables, table.ann) if one.action == "spend-net"]

    assert rows((6, 6, 2, 2)) == rows((6, 6, 1, 1))


def weaker(value: Any) -> Any:
    """A sheet as plain data, with one less of everything."""
    if isinstance(value, dict):
        return {name: weaker(inner) for name, inner in value.items()}
    return value - 1 if type(value) is int and value > 2 else value


@every_game
def test_a_breakdown_that_is_shown_is_the_same_whatever_hidden_sheets_say(slug: str) -> None:
    table, random, shown = company(slug), Random(5), set[str]()
    game, viewer = table.game, Viewer(table.ann.seat, False)
    start = table.state.seq
    assert game.opening is not None
    first = Attempt("action", game.opening.first[0], dict(game.opening.first[1]))

    def is_hidden(who: Any) -> bool:
        return who in hidden_from(table.state, viewer)

    for number in range(80):
        begins = number % 16 == 0
        if begins and number:
            undo.undo(table.tables, table.gm, start)
        before = table.state
        tries = (one for one in legal_tries(game, before, random) if not is_hidden(one.params.get("who")))
        wanted = first if begins else next(tries, None)
        if wanted is None:
            continue
        try:
            fact = table.act(table.gm, wanted.name, wanted.params).body
        except (BadInput, Refused):
            continue
        if not isinstance(fact, ActionTaken) or fact.pending or not seen_last(table).get("breakdown"):
            continue
        characters = before.scene["characters"]
        others = {name: weaker(characters[name]) for name in hidden_from(before, viewer)}
        scene = msgspec.convert({**before.scene, "characters": characters | others}, type(game.scene()))
        faces = [die.face for die in fact.dice]
        again = game.act(fact.action, scene, fact.params, table_options(before), faces=faces, choices=fact.choices)
        assert plain(again.breakdown) == list(fact.breakdown), fact.action
        shown.add(fact.action)
    assert shown


def test_a_game_that_names_no_secrets_hides_none_until_the_gm_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.table.tables.find_game", lambda slug: replace(find_game(slug), secrets=Secrets()))
    table = company()
    assert table.state.settings.foe_sheets
    assert hidden_from(table.state, Viewer.of(table.state, table.ann.seat)) == frozenset()
    gm.change_settings(table.tables, table.gm, {"foe_sheets": False})
    assert "Toll Keeper" in hidden_from(table.state, Viewer.of(table.state, table.ann.seat))


def test_a_game_with_secrets_hides_the_sheets_of_foes() -> None:
    table = company()
    assert not table.state.settings.foe_sheets


FELLED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "twelves": ("Toll Keeper", "take-damage", {"boxes": 9}),
    "die-code": ("Warden", "damage", {"points": 60}),
    "untold-aeons": ("Cultist", "take-damage", {"damage": 40, "reroll": "never"}),
    "light-dark": ("Lio", "damage", {"effect": 40}),
    "dpi": ("Clerk", "take-damage", {"points": 60}),
}
"""A character of each ready-made scene, and what fells them."""


@pytest.mark.parametrize("slug", FELLED)
def test_everyone_sees_who_is_out_of_a_fight(slug: str) -> None:
    table = company(slug)
    who, action, params = FELLED[slug]
    for fallen in (False, True):
        for place in (table.gm, table.ann, table.watcher):
            seen = seen_table(table.tables, place)["characters"]
            assert [name for name, one in seen.items() if one["is_out"]] == ([who] if fallen else [])
        if not fallen:
            table.act(table.gm, action, {"who": who, **params})
