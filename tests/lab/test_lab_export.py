"""A duel written as a model: another solver says the same."""

from pathlib import Path
from typing import Any

import pytest

from rulewright.game import find_game
from rulewright.lab.duels import fight_out
from rulewright.lab.export_model import duel_as_drn
from rulewright.rules import BadInput

BRAWLER = {"brawl": 3, "weapon_damage": "1+", "wounds": 9}
SHOOTER = {"firearms": 3, "wounds": 10}
DUELS: list[tuple[str, str, dict[str, Any], dict[str, Any], str]] = [
    ("twelves", "duel", {"a": {"potions": 2, "policy": "best"}}, {}, "a"),
    ("twelves", "duel", {"a": {"attack_score": 6}}, {}, "a"),
    ("untold-aeons", "melee-duel", {"a": BRAWLER, "b": {**BRAWLER, "brawl": 4}, "max_turns": 4}, {}, "a"),
    ("untold-aeons", "firearm-duel", {"a": SHOOTER, "b": SHOOTER, "max_turns": 4}, {}, "b"),
    ("dpi", "duel", {"high_policy": "best", "attacker_hp": 4, "target_hp": 4}, {}, "attacker"),
    ("dpi", "duel", {"high_policy": "relieve", "attacker_hp": 5, "target_hp": 6}, {}, "target"),
]


@pytest.mark.parametrize(("slug", "roll", "params", "options", "side"), DUELS)
def test_storm_finds_the_same_chance_to_win(
    slug: str, roll: str, params: dict[str, Any], options: dict[str, Any], side: str, tmp_path: Path
) -> None:
    stormpy = pytest.importorskip("stormpy", reason="the model checker Storm has no wheel for this Python or system")
    game = find_game(slug)
    model_file = tmp_path / "duel.drn"
    model_file.write_text(duel_as_drn(game, roll, params, options))
    model = stormpy.build_model_from_drn[stormpy.Rational](str(model_file))
    (wins,) = stormpy.parse_properties(f'Pmax=? [F "{side}_wins"]')
    checked = stormpy.model_checking(model, wins, environment=stormpy.environments.exact())
    ours = fight_out(game, roll, params, options, exact=False, with_length=False)
    assert float(checked.get_value(model.initial_states[0])) == pytest.approx(ours.wins[side], abs=1e-9)


def test_a_duel_in_which_both_sides_decide_is_no_such_model() -> None:
    both = {"a": {"potions": 1, "policy": "best"}, "b": {"potions": 1, "policy": "best"}}
    with pytest.raises(BadInput, match="two sides decide in duel: only one may, so say how the other plays"):
        duel_as_drn(find_game("twelves"), "duel", both)
