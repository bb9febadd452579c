"""How fights end, and what time does to those who live on."""

from typing import Any

import pytest
from dpi_table import GUN, Scene, fight

from rulewright.game import FightStatus
from rulewright.games.dpi import GAME


def status(scene: Scene) -> FightStatus:
    found = GAME.fight(scene.now, scene.options)
    assert found is not None
    return found


@pytest.mark.rule("DPI-118", "DPI-147")
def test_a_fight_ends_by_itself_and_takes_ten_minutes() -> None:
    scene = fight(Foe={"space": [3, 0], "hp": 1})
    now = status(scene)
    assert (now.turn, now.left, now.over) == ("Ada", {"ap": 19}, False)
    scene.do("attack", 6, 4, 1, 1, 5, who="Ada", target="Foe")
    assert (status(scene).over, status(scene).winner) == (True, "agents")
    assert scene.now.minute == 22 * 60 + 10
    assert str(scene.refusal("move", who="Ada", to=[1, 0])) == "None"  # nothing is counted any more
    assert str(scene.refusal("end-turn", who="Ada")) == "no fight"
    assert scene.refusal("short-rest", who="Ada") is None
    scene.do("end-fight")
    assert scene.now.minute == 22 * 60 + 10
    assert GAME.fight(scene.now, scene.options) is None
    assert str(scene.refusal("end-fight")) == "no fight"


@pytest.mark.rule("DPI-118")
def test_the_referee_may_call_a_fight_off() -> None:
    scene = fight(Foe={"space": [3, 0]})
    scene.do("end-fight")
    assert scene.now.minute == 22 * 60 + 10
    assert GAME.fight(scene.now, scene.options) is None


@pytest.mark.rule("DPI-147", "DPI-A44")
def test_both_sides_may_fall_together() -> None:
    scene = fight(ada={**GUN, "edit": {"hp": 1, "fortitude": 0}}, Foe={"space": [3, 0], "hp": 1})
    scene.do("attack", 5, 4, 12, 1, 5, 4, who="Ada", target="Foe")
    assert (scene["Ada"].life, scene["Foe"].hp) == ("dead", -1)
    assert (status(scene).over, status(scene).winner) == (True, None)
    assert scene.refusal("die", who="Ada") is None


@pytest.mark.rule("DPI-178", "DPI-A57")
def test_a_fight_can_end_by_fire_and_nothing_burns_on_after_it() -> None:
    scene = fight(Foe={"space": [3, 0], "hp": 1})
    scene.do("edit", who="Foe", changes={"burning": 3})
    scene.do("edit", who="Ada", changes={"burning": 4})
    scene.do("end-turn", who="Ada")
    assert scene.do("start-turn", who="Foe")["fell"] is True
    assert (status(scene).over, status(scene).winner) == (True, "agents")
    assert (scene["Ada"].burning, scene["Foe"].burning) == (0, 0)


@pytest.mark.rule("DPI-A31", "DPI-147")
def test_an_agent_down_when_the_fight_ends_is_dead() -> None:
    scene = Scene({"zero-hp": "down"}, Ada=GUN, Bea={}, Foe={"foe": True, "space": [3, 0], "hp": 1})
    scene.do("start-fight")
    scene.turn("Ada")
    scene.do("take-damage", who="Bea", points=99)
    assert scene["Bea"].life == "alive"
    scene.do("attack", 6, 4, 1, 1, 5, who="Ada", target="Foe")
    assert (scene["Bea"].life, scene["Ada"].life) == ("dead", "alive")


@pytest.mark.rule("DPI-89", "DPI-90")
@pytest.mark.parametrize(
    ("action", "more"),
    [("take-damage", {"points": 99}), ("take-sanity-damage", {"points": 99}), ("gain-stress", {"points": 99})],
)
def test_a_fight_ends_with_whatever_fells_the_last(action: str, more: dict[str, Any]) -> None:
    scene = fight(Foe={"space": [3, 0]})
    scene.do(action, who="Foe", **more)
    assert (status(scene).over, status(scene).winner) == (True, "agents")


@pytest.mark.rule("DPI-A59", "DPI-147")
def test_a_character_who_falls_in_its_turn_passes_it_on() -> None:
    scene = Scene(Ada=GUN, Bea={"space": [0, 1]}, Foe={"foe": True, "space": [3, 0]})
    scene.do("start-fight")
    scene.do("take-damage", who="Ada", points=99)
    assert (status(scene).turn, status(scene).over) == ("Bea", False)
    scene.turn("Bea")
    scene.do("edit", who="Bea", changes={"hp": 1, "fortitude": 0})
    scene.do("take-damage", who="Foe", points=1)
    assert (status(scene).turn, scene.now.fight.begun) == ("Bea", True)  # no one fell, so the turn goes on
    scene.do("take-damage", who="Bea", points=1)
    assert (status(scene).over, status(scene).winner) == (True, "enemies")


@pytest.mark.rule("DPI-A43", "DPI-A47")
def test_an_agent_out_of_every_reach_can_leave_and_the_last_to_leave_ends_the_fight() -> None:
    scene = Scene(Ada=GUN, Bea={"space": [0, 1]}, Foe={"foe": True, "space": [3, 0]})
    scene.do("start-fight")
    assert str(scene.refusal("leave-fight", who="Ada")).startswith("turn not begun")
    scene.turn("Ada")
    assert str(scene.refusal("leave-fight", who="Ada")).startswith("still in reach: Foe can attack Ada")
    scene.do("move", who="Ada", to=[-2, 0])
    scene.do("leave-fight", who="Ada")
    assert (status(scene).over, status(scene).turn) == (False, "Bea")
    won = Scene()
    won.now = scene.now
    won.do("take-damage", who="Foe", points=99)
    assert (status(won).over, status(won).winner) == (True, "agents")  # though Ada has left
    scene.turn("Bea")
    scene.do("end-turn", who="Bea")
    scene.turn("Foe")
    scene.do("end-turn", who="Foe")
    assert status(scene).turn == "Bea"  # Ada has no more turns
    scene.turn("Bea")
    scene.do("move", who="Bea", to=[-2, 3])
    scene.do("leave-fight", who="Bea")
    assert (status(scene).over, status(scene).winner) == (True, None)
    assert (scene.now.minute, scene["Ada"].life) == (22 * 60 + 10, "alive")


@pytest.mark.rule("DPI-A43")
def test_a_character_who_has_left_is_no_target() -> None:
    scene = Scene({"enemy-turns": "full"}, Ada=GUN, Bea={"space": [3, 1]}, Foe={"foe": True, "space": [3, 3]})
    scene.do("edit", who="Foe", changes={"weapons": []})
    scene.do("start-fight")
    scene.turn("Ada")
    scene.do("leave-fight", who="Ada")
    scene.turn("Foe")
    scene.do("move", who="Foe", to=[1, 1])
    assert str(scene.refusal("attack", who="Foe", target="Ada")).startswith("target has left the fight")
    assert "Ada" not in [one["other"] for one in scene.do("look-around", who="Foe")["pairs"]]


@pytest.mark.rule("DPI-A59")
def test_a_newcomer_has_the_last_turn() -> None:
    scene = fight(Foe={"space": [3, 0]})
    scene.do("foe", name="Late", space=[5, 5])
    assert scene.now.fight.order == ("Ada", "Foe", "Late")
    scene.turn("Late")
    assert scene.now.fight.round == 1
    scene.do("take-damage", who="Foe", points=99)
    assert status(scene).over is False


@pytest.mark.rule("DPI-118")
def test_a_new_fight_can_begin_when_one_is_over() -> None:
    scene = fight(Foe={"space": [3, 0], "hp": 1})
    assert str(scene.refusal("start-fight")).startswith("a fight is under way")
    scene.do("attack", 6, 4, 1, 1, 5, who="Ada", target="Foe")
    scene.do("foe", name="Next", space=[3, 0])
    assert scene.do("start-fight")["order"] == ["Ada", "Next"]
    assert status(scene).over is False


@pytest.mark.rule("DPI-102", "DPI-166", "DPI-A68")
def test_a_week_passes_once_for_all_who_live_it() -> None:
    scene = Scene(Ada={}, Bea={})
    scene.do("week", who="Ada", others=["Bea"], meals="average", room="average")
    assert (scene["Ada"].funds, scene["Bea"].funds) == (7300, 7300)
    assert (scene.now.day, scene.now.minute) == (8, 22 * 60)
    assert str(fight(Foe={}).refusal("week", who="Ada")).startswith("not during a fight")


@pytest.mark.rule("DPI-109", "DPI-A36")
def test_a_week_has_seven_dawns() -> None:
    scene = Scene({"vampire-day": "gain-daily"}, Ada={"edit": {"sanity": 30}})
    scene.do("week", who="Ada")
    assert (scene["Ada"].stress, scene["Ada"].sanity) == (5, 0)  # 35 Stress: 5 stay, 30 cost Sanity
