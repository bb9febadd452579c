"""Plans at the table: what a character who follows one does next, and how often it wins."""

import numpy as np
import pytest
from dpi_table import GUN, Scene, fight
from msgspec.structs import replace

from rulewright.game.fights import Move
from rulewright.game.table_plans import planned_moves
from rulewright.games.dpi import GAME
from rulewright.games.dpi.fight import FIGHT
from rulewright.games.dpi.grid import distance
from rulewright.lab.fight_simulation import FightSimulation

KNIFE_AND_GUN = {**GUN, "equipment": {"revolver": 1, "knife": 1}}


def wanted(scene: Scene, who: str = "Ada", plan: str = "careful") -> list[Move]:
    foes = [name for name, body in scene.now.characters.items() if body.side != scene[who].side and body.hp > 0]
    return list(planned_moves(FIGHT, plan, scene.now, scene.options, who, foes))


def first(scene: Scene, who: str = "Ada", plan: str = "careful") -> Move:
    """The first action that no rule refuses."""
    legal = (one for one in wanted(scene, who, plan) if scene.refusal(one.action, **one.params) is None)
    return next(legal)


def apart(scene: Scene) -> int:
    """The spaces between Ada and Bo."""
    return distance(scene.options, scene.now.grid, scene["Ada"].space, scene["Bo"].space)


# --- what is done next


@pytest.mark.rule("DPI-A43", "DPI-A47")
def test_the_careful_plan_moves_where_only_its_own_weapon_reaches() -> None:
    armed = {"stats": {"agility": 8}, "skills": {"firearms": 3}, "equipment": {"shotgun": 1}}
    scene = fight(None, armed, Bo={"weapon": "pistol", "space": [0, 3]})
    move = first(scene)
    assert move.action == "move"
    scene.do("move", **move.params)
    assert apart(scene) >= 5  # out of the pistol's reach, in the shotgun's
    assert first(scene).action == "attack"
    still = fight(None, armed, Bo={"weapon": "pistol", "space": [0, 3]})
    assert first(still, plan="advance").action == "attack"


@pytest.mark.rule("DPI-A43", "DPI-A47")
def test_no_move_goes_so_far_that_no_ap_are_left_to_attack() -> None:
    rifle = {"stats": {"agility": 8}, "skills": {"firearms": 3}, "equipment": {"battle-rifle": 1}}
    scene = fight(None, rifle, Bo={"weapon": "pistol", "space": [0, 3]})
    before = scene.now.fight.ap
    scene.do("move", **first(scene).params)
    assert apart(scene) == 6
    assert scene.now.fight.ap == before - 3
    attack = first(scene)
    assert (attack.action, attack.params["weapon"]) == ("attack", "battle-rifle")


@pytest.mark.rule("DPI-129")
def test_the_better_weapon_is_used_not_the_first_one() -> None:
    armed = {**GUN, "skills": {"reflexes": 4}, "equipment": {"baseball-bat": 1, "knife": 1}}
    scene = fight(None, armed, Bo={"weapon": "knife", "space": [0, 1]})
    assert [one.weapon for one in scene["Ada"].weapons] == ["baseball-bat", "knife"]
    assert first(scene, plan="advance").params["weapon"] == "baseball-bat"
    assert first(scene).params["weapon"] == "knife"  # 2d4 are more than 1d6


@pytest.mark.rule("DPI-134", "DPI-156")
def test_an_empty_weapon_is_loaded_when_it_is_worth_it() -> None:
    armed = {**GUN, "equipment": {"revolver": 1, "ammunition": 1}}
    scene = fight(None, armed, Bo={"weapon": "revolver", "space": [0, 3]})
    emptied = [{"weapon": "revolver", "level": 1, "shots": 0}]
    scene.do("edit", who="Ada", changes={"weapons": emptied})
    assert first(scene) == Move("reload", {"who": "Ada", "weapon": "revolver"})
    scene.do("edit", who="Ada", changes={"reloads": 0})
    assert first(scene).action == "move"  # nothing is left but fists


@pytest.mark.rule("DPI-133", "DPI-180")
def test_a_stim_is_used_when_the_next_blow_may_be_the_end_and_not_before() -> None:
    scene = fight(None, GUN, Bo={"weapon": "revolver", "space": [0, 3], "hp": 6})
    assert first(scene).action == "attack"
    scene.do("edit", who="Ada", changes={"hp": 12, "fortitude": 0})
    assert first(scene).action == "attack"  # a revolver takes 6 at most
    scene.do("edit", who="Ada", changes={"hp": 3})
    assert first(scene) == Move("use-stim", {"who": "Ada"})
    assert first(scene, plan="advance").action == "attack"


@pytest.mark.rule("DPI-A41")
def test_foes_attack_by_it_only_where_they_may() -> None:
    near = {"weapon": "knife", "space": [0, 1]}
    waiting = fight(None, GUN, Bo=near)
    waiting.turn("Bo")
    assert first(waiting, "Bo").action in ("move", "end-turn")
    fighting = fight({"enemy-turns": "full"}, GUN, Bo=near)
    fighting.turn("Bo")
    assert first(fighting, "Bo") == Move("attack", {"who": "Bo", "target": "Ada", "weapon": "knife"})


@pytest.mark.rule("DPI-A46")
def test_the_weakest_foe_in_range_and_in_sight_is_the_one() -> None:
    foe = {"weapon": "revolver", "hp": 20}
    scene = fight(None, GUN, Bo={**foe, "space": [0, 40]}, Cy={**foe, "space": [0, 3]}, Di={**foe, "space": [1, 3]})
    assert first(scene).params["target"] == "Cy"
    scene.do("cover", who="Cy", against="Ada", cover="full")
    assert first(scene).params["target"] == "Di"


# --- High


def shaken(**edit: int) -> Scene:
    scene = fight(None, KNIFE_AND_GUN, Bo={"weapon": "revolver", "space": [0, 3]})
    scene.do("edit", who="Ada", changes={"fortitude": 0, **edit})
    return scene


@pytest.mark.rule("DPI-95")
def test_stress_is_relieved_before_an_attack() -> None:
    scene = shaken(stress=2, high=3)
    assert first(scene) == Move("spend-high", {"who": "Ada", "points": 2})
    scene.do("spend-high", who="Ada", points=2)
    assert first(scene).action == "attack"
    assert first(shaken(stress=2, high=0)).action == "attack"


@pytest.mark.rule("DPI-138", "DPI-A43")
def test_the_careful_plan_wins_more_often_than_the_bold_one() -> None:
    armed = {"stats": {"agility": 8}, "skills": {"firearms": 3}, "equipment": {"shotgun": 1, "ammunition": 1}}
    scene = fight(None, armed, Bo={"weapon": "pistol", "space": [0, 3], "hp": 40})
    scene.do("edit", who="Ada", changes={"fortitude": 0, "hp": 8})
    rules, sides = GAME.fights, {"Ada": "agents", "Bo": "foes"}
    assert rules is not None
    roster = rules.roster_of(scene.now, scene.options, ("Ada", "Bo"), sides, {})
    start = rules.position_of(scene.now, scene.options, roster)

    def won(plan: str) -> int:
        plans = replace(roster, plans=(plan, "advance"))
        found = FightSimulation(rules, scene.options, plans).run({start: np.array([400])})
        assert found is not None
        return int(found["agents"][0])

    assert won("careful") > won("advance") + 60
