"""A decision in an action waits for the player, is priced by a stated policy, and solved for the best of it."""

from fractions import Fraction
from typing import Any

import pytest
from untold_aeons_table import Scene

from rulewright.games.untold_aeons import GAME
from rulewright.readings import Need, Undecided, solve

OPTIONS = GAME.table_options()


def duel() -> Scene:
    """Ada with a toy of a machine gun and a point of karma, Bo who is quick and a poor fighter."""
    scene = Scene(
        Ada={"background": {"firearms": 2, "brawl": 2}},
        Bo={"kind": "npc", "characteristics": {"dexterity": 3, "toughness": 1, "willpower": 2, "intellect": 2}},
    )
    scene.do("give-weapon", who="Ada", weapon="toy", damage="1", range=20, rapid_fire=2)
    scene.do("deal-karma", players=1)
    return scene


def waits(scene: Scene, action: str, *faces: int, choices: Any = (), **params: Any) -> tuple[Any, Any]:
    """Whom an action waits for, and what they may say."""
    with pytest.raises(Need) as need:
        GAME.act(action, scene.now, params, OPTIONS, faces=faces, choices=choices)
    return need.value.who, need.value.choices


@pytest.mark.rule("UA-19", "UA-109", "UA-129", "UA-133")
def test_played_each_decision_waits_for_the_one_who_takes_it() -> None:
    scene = duel()
    shot: dict[str, Any] = {"who": "Ada", "target": "Bo"}
    assert waits(scene, "shoot", **shot) == ("Ada", ("single", "rapid"))
    assert waits(scene, "shoot", choices=("rapid",), **shot) == ("Bo", ("stay", "dive"))
    missed = (2, 5, 5)  # one die of rapid fire against two
    assert waits(scene, "shoot", *missed, choices=("rapid", "stay"), **shot) == ("Ada", ("keep", "reroll"))
    assert waits(scene, "attack", who="Ada", target="Bo") == ("Bo", ("defend", "dodge", "fight-back"))


@pytest.mark.rule("UA-133")
def test_nobody_is_asked_how_a_gun_fires_that_has_but_one_way() -> None:
    scene = duel()
    scene.do("give-weapon", who="Ada", weapon="pistol")
    assert waits(scene, "shoot", who="Ada", target="Bo", weapon="pistol") == ("Bo", ("stay", "dive"))


@pytest.mark.rule("UA-109", "UA-129")
def test_a_shot_is_priced_by_what_the_target_will_do() -> None:
    scene = duel()
    params = {"who": "Ada", "target": "Bo", "fire": "single", "reroll": "never"}
    with pytest.raises(Undecided):
        GAME.action_odds("shoot", scene.now, params, OPTIONS)

    def hit(way: str) -> Fraction:
        found = GAME.action_odds("shoot", scene.now, params, OPTIONS, policy={"stay or dive?": way})
        return found.where(lambda one: one.result != "miss")

    assert 0 < hit("dive") < hit("stay") < 1


def solved(scene: Scene, action: str, **params: Any) -> Any:
    """The best play of an action in which Ada wants damage done and Bo wants none; blows back count for him."""
    perform = GAME.action(action).perform

    def happened(dice: Any) -> Any:
        return perform(dice, scene.now, **params)[1]

    def to_ada(one: Any) -> int:
        return int(one.damage) * (1 if one.struck == "Bo" else -1)

    aims = {"Ada": to_ada, "Bo": lambda one: -to_ada(one)}
    return solve(happened, aims=aims, options=OPTIONS, exact=True)


@pytest.mark.rule("UA-19", "UA-109", "UA-119")
def test_solved_the_target_takes_the_reaction_that_serves_it_best() -> None:
    scene = duel()
    found = solved(scene, "attack", who="Ada", target="Bo")
    (first,) = [one for one in found.decisions if one.question == "defend, dodge or fight back?"]
    worth = dict(first.worth)
    for reaction in ("defend", "dodge", "fight-back"):
        assert worth[reaction] == solved(scene, "attack", who="Ada", target="Bo", defence=reaction).values["Bo"]
    assert first.best == "dodge", "three dice of Dexterity against one of Brawl"
    again = [one for one in found.decisions if one.question == "spend karma to reroll the attack?"]
    assert {one.best for one in again} == {"keep", "reroll"}


@pytest.mark.rule("UA-129", "UA-133", "UA-137")
def test_solved_the_shooter_picks_the_fire_and_the_target_dives_or_stays() -> None:
    scene = duel()
    found = solved(scene, "shoot", who="Ada", target="Bo", reroll="never")
    single, rapid = (
        solved(scene, "shoot", who="Ada", target="Bo", fire=fire, reroll="never").values["Ada"]
        for fire in ("single", "rapid")
    )
    assert found.values["Ada"] == max(single, rapid)
    assert found.method == "exact"
