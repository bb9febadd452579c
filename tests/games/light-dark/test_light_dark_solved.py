"""Challenges of every kind are solved as they are played: facets, levels, weapons and rulings at random."""

from random import Random
from typing import Any

import pytest
from light_dark_table import Scene

from rulewright.games.light_dark import GAME
from rulewright.rules import Refused
from rulewright.testing.fights import moments

WEAPONS = ("light-melee", "medium-melee", "heavy-melee", "light-ranged", "medium-ranged", "heavy-ranged", "improvised")
RULINGS: list[dict[str, str]] = [
    {},
    {"lost-timing": "at-once", "ready-cost": "exposed"},
    {"condition-at-zero": "yes", "ego-compare": "cascade"},
    {"challenge-effect": "always", "effect-order": "pc-first", "zero-dice": "forbid"},
    {"challenge-effect": "fail-only", "effect-order": "rival-first", "trivial": "until-overcome"},
    {"shield-timing": "before-roll", "heavy-ranged-ready": "required"},
]


def faced(options: dict[str, str], pick: Random) -> Scene:
    """Ash with some gear before a Challenge with some facets."""
    weapon = pick.choice(WEAPONS)
    shield = weapon in WEAPONS[:2] and pick.random() < 0.7
    gear = {"in_hand": weapon, "armour": pick.choice(["none", "heavy"]), "shield": shield}
    values = {name: pick.randint(0, 2) for name in ("strength", "dexterity", "insight", "resolve")}
    scene = Scene(options, Ash={"gear": gear, "attributes": values, "advancements": [{"name": "tough"}]})
    hits = pick.choice(["body", "body", "ask", "fork"])
    scene.do("start-challenge", name="foe", level=pick.choice(["trivial", "dangerous"]), hits=hits)
    for facet in ("talk", "climb")[: pick.randint(0, 2)]:
        level, hits = pick.choice(["trivial", "dangerous"]), pick.choice(["body", "nothing", "ask"])
        fits: dict[str, Any] = pick.choice([{}, {"attribute": "resolve", "tool": "1d"}])
        scene.do("add-facet", challenge="foe", name=facet, level=level, hits=hits, **fits)
    return scene


@pytest.mark.rule("LD-52", "LD-63", "LD-A27", "LD-A36", "LD-A38", "LD-A46", "LD-A49")
@pytest.mark.parametrize("options", RULINGS, ids=str)
def test_a_challenge_is_solved_as_it_is_played(options: dict[str, str]) -> None:
    compared = 0
    for seed in range(3):
        pick = Random(f"{options} {seed}")
        scene = faced(options, pick)
        for moment in moments(GAME, scene.options, scene.now, {"Ash": "heroes", "foe": "foes"}, pick, moves=3):
            assert list(moment.differences()) == []
            compared += len(moment.acts)
    assert compared > 20


@pytest.mark.rule("LD-52")
def test_a_turn_of_one_pc_among_several_is_solved_as_it_is_played() -> None:
    scene = Scene(Ash={"gear": {"in_hand": "medium-melee"}}, Bo={"gear": {"in_hand": "light-ranged"}})
    scene.do("start-challenge", name="foe", level="serious")
    sides = {"Ash": "heroes", "Bo": "heroes", "foe": "foes"}
    turns = []
    for moment in moments(GAME, scene.options, scene.now, sides, Random(3), moves=4):
        assert list(moment.differences()) == []
        turns.append(moment.who)
    assert turns[:2] == ["Ash", "Bo"]


def test_no_act_is_offered_that_the_table_refuses() -> None:
    pick = Random(5)
    for _ in range(20):
        scene = faced({}, pick)
        rules = GAME.fights
        assert rules is not None
        roster = rules.roster_of(scene.now, scene.options, ("Ash", "foe"), {"Ash": "heroes", "foe": "foes"}, {})
        position = rules.position_of(scene.now, scene.options, roster)
        for act in rules.acts(scene.options, position, roster):
            refused = GAME.refusal(act.action, scene.now, act.move("Ash").params, scene.options)
            assert not isinstance(refused, Refused | Exception)
