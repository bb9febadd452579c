"""Cover and sight from the map, with the referee's word above it."""

import pytest
from dpi_table import fight


def pair(scene: object) -> tuple[str, str, bool]:
    (one,) = scene.do("look-around", who="Ada")["pairs"]  # type: ignore[attr-defined]  # a scene
    return one["cover_of_one"], one["cover_of_other"], one["sight"]


@pytest.mark.rule("DPI-135", "DPI-136", "DPI-A46")
def test_a_wall_hides_until_someone_steps_aside_or_the_referee_says_otherwise() -> None:
    scene = fight(Bo={"space": [4, 0]})
    assert pair(scene) == ("none", "none", True)
    scene.do("set-scene", obstacles=[[2, 0]])
    assert pair(scene) == ("full", "full", False)
    assert str(scene.refusal("attack", who="Ada", target="Bo")).startswith("complete cover")
    scene.do("cover", who="Bo", against="Ada", cover="half")
    assert pair(scene) == ("none", "half", True)
    scene.do("cover", who="Ada", against="Bo", cover="full")
    assert pair(scene) == ("full", "half", False)
    scene.do("cover", who="Ada", against="Bo", cover="by-map")
    scene.do("cover", who="Bo", against="Ada", cover="by-map")
    assert pair(scene) == ("full", "full", False)
    beside = fight(Bo={"space": [4, 0]})
    beside.do("set-scene", obstacles=[[2, 0]])
    beside.do("move", who="Ada", to=[0, 3])
    assert pair(beside) == ("none", "none", True)
    off = fight({"cover-by-map": "off"}, Bo={"space": [4, 0]})
    off.do("set-scene", obstacles=[[2, 0]])
    assert pair(off) == ("none", "none", True)


@pytest.mark.rule("DPI-137", "DPI-A45")
def test_a_low_obstacle_gives_half_cover_to_who_stands_behind_it() -> None:
    scene = fight(Bo={"space": [4, 0]})
    scene.do("set-scene", low=[[3, 0]])
    assert pair(scene) == ("none", "half", True)
    seen = scene.do("attack", 6, 4, 1, 1, 5, who="Ada", target="Bo")
    assert seen["hit"][0]["damage"] == 2
    assert str(scene.refusal("move", who="Ada", to=[3, 0])).startswith("space 3, 0 is off the map, blocked or taken")
