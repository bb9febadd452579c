"""How hard an encounter is: characters who come to a running fight count in it."""

from random import Random
from typing import Any

import pytest

from rulewright.game import Game, find_game
from rulewright.lab.difficulty import difficulty, starting_action, with_foes


def running_fight(game: Game, options: Any, scene: int) -> tuple[Any, list[str], list[str], dict[str, Any]]:
    """A ready-made scene in whose fight all take part, its heroes and foes, and how its first foe was made."""
    opening, random = game.openings[scene], Random(1)
    now = game.scene()
    made: dict[str, Any] = {}
    for action, params in opening.steps:
        now = game.act(action, now, dict(params), options, random=random).outcome[0]
        character = dict(params).get("character", {})
        if action == game.joining and character.get("name") not in opening.heroes:
            made = made or dict(character)
    foes = [name for name in now.characters if name not in opening.heroes]
    if game.fight(now, options) is None:
        now = game.act(starting_action(game, now, options), now, {}, options, random=random).outcome[0]
    assert made
    return now, list(opening.heroes), foes, made


@pytest.mark.parametrize(("slug", "scene"), [("twelves", 0), ("untold-aeons", 0), ("die-code", 1)])
def test_foes_who_come_to_a_running_fight_make_it_harder(slug: str, scene: int) -> None:
    game, options = find_game(slug), find_game(slug).table_options()
    now, heroes, foes, made = running_fight(game, options, scene)
    before = difficulty(game, options, now, heroes, foes, seconds=0.5)
    now, added = with_foes(game, options, now, [({**made, "name": "Another"}, 3)])
    for name in added if slug == "untold-aeons" else ():
        now = game.act("give-weapon", now, {"who": name, "weapon": "pistol"}, options, random=Random(0)).outcome[0]
    after = difficulty(game, options, now, heroes, [*foes, *added], seconds=0.5)
    assert after.foes == (*foes, "Another 1", "Another 2", "Another 3")
    assert after.party == before.party == tuple(heroes)
    assert after.wins[2] < before.wins[0]


def test_a_character_who_cannot_enter_a_running_fight_is_left_out() -> None:
    game, options = find_game("twelves"), find_game("twelves").table_options()
    now, heroes, foes, made = running_fight(game, options, 0)
    before = difficulty(game, options, now, heroes, foes, seconds=0.0)
    now, (added,) = with_foes(game, options, now, [({**made, "name": "Another"}, 1)])
    now = game.act("take-damage", now, {"who": added, "boxes": 20}, options, random=Random(0)).outcome[0]
    after = difficulty(game, options, now, heroes, [*foes, added], seconds=0.0)
    assert after.foes == tuple(foes)
    assert after.wins == before.wins
