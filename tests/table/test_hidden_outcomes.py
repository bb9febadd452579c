"""Players see of an outcome in which a hidden character takes part only what the game lists for them."""

import typing
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from a_table import Company, company, every_game, seen_log, seen_table

from rulewright.game import Game, find_game, installed_games
from rulewright.game.legal_actions import offers_of
from rulewright.rules import BadInput, Refused
from rulewright.table.export import export
from rulewright.table.perform import Attempt, scene_of, table_options
from rulewright.table.story import story


def seen_by_players(table: Company) -> str:
    """Everything that Ann gets of the log: as events, as a file, as a story."""
    lines = [line.decode() for line in export(table.tables, table.ann)]
    return "\n".join([str(seen_log(table.tables, table.ann)), *lines, *story(table.tables, table.ann)])


BOOKKEEPING: list[tuple[str, str, dict[str, Any], tuple[str, ...]]] = [
    ("dpi", "take-damage", {"who": "Reader", "points": 1}, ("HP ", "Fortitude ")),
    ("dpi", "take-sanity-damage", {"who": "Reader", "points": 1}, ("Sanity ", "HP ")),
    ("dpi", "gain-stress", {"who": "Reader", "points": 1}, ("Stress ", "Sanity ")),
    ("untold-aeons", "award-xp", {"who": "Cultist", "amount": 70}, ("70 xp", "has 7")),
    ("untold-aeons", "take-damage", {"who": "Cultist", "damage": 1}, ("'total'", '"total"')),
    ("untold-aeons", "give-weapon", {"who": "Cultist", "weapon": "knife"}, ("has the knife",)),
    ("untold-aeons", "add-effect", {"who": "Cultist", "text": "sworn to Dagon"}, ("Dagon",)),
    ("twelves", "take-damage", {"who": "Toll Keeper", "boxes": 3}, ("'damage'", '"damage"', "-3")),
    ("twelves", "heal", {"who": "Toll Keeper", "source": "magic", "boxes": 1}, ("'damage'", '"damage"')),
    ("light-dark", "gain-xp", {"who": "Lio", "amount": 41}, ("41", "'xp'")),
    ("light-dark", "damage", {"who": "Lio", "effect": 1}, ("'hp'", '"hp"')),
    ("die-code", "raise", {"who": "Warden", "name": "body", "pips": 4}, ("body of Warden",)),
    ("die-code", "grant", {"who": "Warden", "modifier": 17}, ("modifier 17", "17")),
]


@pytest.mark.parametrize(("slug", "action", "params", "secrets"), BOOKKEEPING, ids=lambda one: str(one)[:20])
def test_bookkeeping_about_a_hidden_foe_tells_players_nothing_of_its_sheet(
    slug: str, action: str, params: dict[str, Any], secrets: tuple[str, ...]
) -> None:
    table = company(slug)
    before = seen_by_players(table)
    event = table.act(table.gm, action, params)
    after = seen_by_players(table)
    for secret in secrets:
        assert after.count(secret) == before.count(secret), f"{secret} is revealed"
    (seen,) = seen_log(table.tables, table.gm, event.seq - 1)
    assert seen["outcome"], "the game master sees all of it"


def test_the_total_damage_of_a_hidden_foe_is_not_reported_when_a_hero_strikes() -> None:
    table = company("twelves")
    table.act(table.gm, "start-fight", {})
    while (turn := whose(table)) != "Wren":
        table.act(table.gm, "end-turn", {"who": turn})
    table.act(table.ann, "attack", {"who": "Wren", "target": "Toll Keeper"})
    outcome = seen_log(table.tables, table.ann)[-1]["outcome"]
    assert outcome.keys() == {"result", "dealt", "target_tier", "target_state"}


def where(table: Company) -> tuple[Any, Any]:
    """The scene and the options of a table, in the game's own types."""
    return scene_of(table.game, table.state), table_options(table.state)


def whose(table: Company) -> str:
    fight = table.game.fight(*where(table))
    assert fight is not None
    return fight.turn


def test_what_is_granted_to_a_hidden_foe_is_not_in_the_scene_that_players_see() -> None:
    table = company("die-code")
    table.act(table.gm, "grant", {"who": "Warden", "modifier": 17})
    table.act(table.gm, "grant", {"who": "Juno", "modifier": 3})
    seen = seen_table(table.tables, table.ann)["scene"]["standing"]
    assert seen["Juno"]["modifier"] == 3
    assert "modifier" not in seen["Warden"]


def fields(kind: Any) -> Iterator[str]:
    """Every field of an outcome's type, with dots for those inside."""
    for part in typing.get_args(kind):
        yield from fields(part)
    if hasattr(kind, "__struct_fields__"):
        for name, hint in typing.get_type_hints(kind).items():
            yield name
            yield from (f"{name}.{inner}" for inner in fields(hint))


def outcome_fields(game: Game, action: str) -> set[str]:
    hint = typing.get_type_hints(game.action(action).perform)["return"]
    return set(fields(typing.get_args(hint)[1]))


@pytest.mark.parametrize("slug", installed_games())
def test_what_a_game_lists_for_players_is_in_its_outcomes(slug: str) -> None:
    game = find_game(slug)
    for action, listed in game.secrets.foe_outcomes.items():
        assert set(listed) <= outcome_fields(game, action), action


@every_game
def test_an_outcome_with_a_hidden_character_has_no_field_that_is_not_listed(slug: str) -> None:
    table, random, checked = company(slug), Random(7), 0
    hidden = {name for name in table.state.scene["characters"] if name not in table.state.keepers}
    for _ in range(40):
        tries = [
            Attempt("action", action.name, dict(way.params))
            for action in table.game.actions
            for offer in offers_of(action, table.game.names, *where(table))
            for way in offer.ways
            if not way.needs and hidden & set(map(str, way.params.values()))
        ]
        if not tries:
            break
        wanted = random.choice(tries)
        try:
            table.act(table.gm, wanted.name, wanted.params)
        except (BadInput, Refused):
            continue
        seen = seen_log(table.tables, table.ann)[-1]
        if seen["kind"] == "acted":
            listed = {field.partition(".")[0] for field in table.game.secrets.foe_outcomes.get(wanted.name, ())}
            assert seen.get("outcome", {}).keys() <= listed, wanted.name
            checked += 1
    assert checked > 5
