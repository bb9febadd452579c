"""Weapons made of the game's parts, handing things over, and looking around."""

import pytest
from dpi_table import ARMED, Scene, fight

from rulewright.games.dpi.board import board_view
from rulewright.readings import odds


@pytest.mark.rule("DPI-153", "DPI-154", "DPI-157", "DPI-162", "DPI-A60")
def test_a_laser_of_the_referee_hits_the_first_on_its_line() -> None:
    scene = fight(One={"space": [4, 0]}, Two={"space": [6, 0]})
    said = scene.do("make-weapon", who="Ada", name="laser", size="tech", band="close", level=2, area="line", reload=3)
    assert said["text"] == "Ada gets the laser: 2d10 at close range"
    seen = scene.do("attack", 6, 4, 1, 1, 7, 8, who="Ada", target="Two", weapon="laser", modifier=5)
    assert [(one["who"], one["damage"]) for one in seen["hit"]] == [("One", 15)]  # who stands in front of Two
    assert scene.now.fight.ap == 19 - 7
    assert scene["Ada"].weapons[-1].shots == 2
    assert str(scene.refusal("attack", who="Ada", target="One", weapon="maser")).startswith("bad parameter: weapon")


@pytest.mark.rule("DPI-154", "DPI-155", "DPI-A52")
def test_a_launcher_lands_on_its_target_and_takes_a_skill() -> None:
    scene = fight(One={"space": [7, 0]}, Two={"space": [8, 1]}, Off={"space": [7, 5]})
    needs = {"explosives": 2}
    scene.do("make-weapon", who="Ada", name="launcher", size="heavy", band="field", area="explosive", needs=needs)
    assert "takes explosives 2" in str(scene.refusal("attack", who="Ada", target="One", weapon="launcher"))
    scene.do("edit", who="Ada", changes={"skills": {"explosives": 2}})
    seen = scene.do("attack", 6, 4, 1, 1, 6, who="Ada", target="One", weapon="launcher", modifier=5)
    assert [(one["who"], one["damage"]) for one in seen["hit"]] == [("One", 6), ("Two", 6)]


@pytest.mark.rule("DPI-160", "DPI-A11", "DPI-A42")
def test_a_foe_strikes_back_with_its_claws() -> None:
    scene = fight(Beast={"space": [1, 0], "weapon": "unarmed"})
    scene.do("make-weapon", who="Beast", name="claws", size="medium", band="melee", level=2)
    scene.do("ready", who="Beast", weapon="claws")
    seen = scene.do("attack", 1, 2, 9, 9, 6, 5, who="Ada", target="Beast", weapon="unarmed")
    assert (seen["countered_by"], seen["counter_damage"]) == (["Beast"], 11 - scene["Ada"].fortitude)


def test_names_of_listed_weapons_are_not_made_again() -> None:
    scene = Scene(Ada=ARMED)
    made = {"who": "Ada", "size": "light", "band": "melee"}
    assert "a name of its own" in str(scene.refusal("make-weapon", name="knife", **made))
    scene.do("make-weapon", name="baton", **made)
    assert "already carried" in str(scene.refusal("make-weapon", name="baton", **made))
    assert "level 1" in str(scene.refusal("grant-weapon", who="Ada", weapon="grenade", level=2))
    assert "weapons of" in str(scene.refusal("edit", who="Ada", changes={"weapons": [{"weapon": "cannon"}]}))


def test_things_are_handed_over_and_time_just_passes() -> None:
    scene = Scene(Ada=ARMED, Bo={"space": [1, 0]})
    assert scene.do("give", who="Ada", to="Bo", item="weapon", weapon="shotgun")["text"] == "Ada hands Bo the shotgun"
    assert [one.weapon for one in scene["Bo"].weapons] == ["shotgun"]
    scene.do("give", who="Ada", to="Bo", item="grenades", count=3)
    assert (scene["Ada"].grenades, scene["Bo"].grenades) == (1, 3)
    assert "not enough stims" in str(scene.refusal("give", who="Ada", to="Bo", item="stims"))
    assert scene.do("elapse", activity="wait", amount=3)["text"] == "it is 01:00 on day 2"


def test_nobody_shops_or_hires_in_a_fight() -> None:
    scene = fight(One={"space": [4, 0]})
    assert scene.refusal("buy", who="Ada", item="knife") == "not during a fight"
    skills = ["stamina"]
    assert scene.refusal("hire", who="Ada", name="Jo", role="operator", skills=skills) == "not during a fight"
    assert scene.refusal("give", who="Ada", to="One", item="stims") == "not during a fight"


def test_what_is_seen_around_can_be_counted_like_any_outcome() -> None:
    scene = fight(One={"space": [4, 0]})
    seen = odds(lambda dice: board_view(scene.options, scene.now, "Ada"), options=scene.options)
    (view,) = seen
    assert [(pair.one, pair.other, pair.spaces) for pair in view.pairs] == [("Ada", "One", 4)]
