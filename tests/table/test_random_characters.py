"""Random characters: legal, different, and with nothing wasted."""

from random import Random
from typing import Any

import pytest

from rulewright.game import find_game, installed_games
from rulewright.game.forms import EntriesForm
from rulewright.game.random_character import legal_at, random_character
from rulewright.games.dpi.creation_stats import price_of_stat
from rulewright.games.dpi.data import SKILLS, STATS

SEEDS = range(12)


@pytest.mark.parametrize("slug", sorted(installed_games()))
def test_a_random_character_leaves_no_points_that_one_more_step_could_spend(slug: str) -> None:
    """Whatever is left of a purse is too little for anything the game still accepts."""
    game = find_game(slug)
    options = game.table_options({})
    for seed in SEEDS:
        wish = random_character(game, {}, Random(seed)).wanted
        for step in game.creation:
            form = legal_at(options, step, wish)[0].form
            if not isinstance(form, EntriesForm) or form.purse is None or form.purse.keeps or not form.purse.left:
                continue
            names = [entry for entry in form.names if _value(wish, step.field, entry.name) < (entry.most or 0)]
            assert not names, (seed, step.field, form.purse, names)


def _value(wish: dict[str, Any], field: str, name: str) -> int:
    return int((wish.get(field) or {}).get(name, STATS.start if field == "stats" else 0))


def test_a_random_agent_spends_all_skill_points_and_keeps_the_rest_of_the_money() -> None:
    game = find_game("dpi")
    options: Any = game.table_options({})
    money = set()
    for seed in SEEDS:
        made = random_character(game, {}, Random(seed))
        assert sum(made.wanted["skills"].values()) == SKILLS.points
        spent = sum(price_of_stat(options, score) for score in made.wanted["stats"].values())
        assert spent == STATS.points
        money.add(made.sheet["funds"])
    assert max(money) > 0


def test_the_same_seed_makes_the_same_character() -> None:
    game = find_game("dpi")
    assert random_character(game, {}, Random(3)) == random_character(game, {}, Random(3))
