"""Tags in initiative and dodging, help with the Strength check, and those who come late to a fight."""

import pytest
from twelves_table import Scene, refuses


@pytest.mark.rule("TW-14", "TW-A31")
def test_a_tag_helps_with_initiative() -> None:
    scene = Scene(Ada={"tags": ["sprinter"], "rank": 3}, Bo={})
    # both roll 12; Ada's Rank of 3 counts
    assert scene.do("start-fight", 6, 6 - 1, 7, 4, tags={"Ada": ["sprinter"]}) == {"order": ["Ada", "Bo"]}
    other = Scene(Ada={"tags": ["sprinter"], "rank": 3}, Bo={})
    assert other.do("start-fight", 5, 6, 8, 4) == {"order": ["Bo", "Ada"]}
    with refuses("bad parameter: tags"):
        Scene(Ada={}, Bo={}).do("start-fight", tags={"Nobody": []})


@pytest.mark.rule("TW-A32")
def test_the_targets_tags_help_it_to_dodge() -> None:
    dodging = {"attack-defence": "dodge"}
    # AGI 9 needs 11; 4 + 5 and a Rank of 2 make it
    scene = Scene(dodging, Ada={}, Bo={"tags": ["dancer"], "rank": 2})
    hit = scene.do("attack", 7, 9, 4, 5, who="Ada", target="Bo", target_tags=["dancer"])
    assert hit["result"] == "dodged"
    assert scene.do("attack", 7, 9, 4, 5, who="Ada", target="Bo")["result"] == "hit"


@pytest.mark.rule("TW-34", "TW-A18")
def test_the_gm_may_help_or_hinder_the_strength_check() -> None:
    for help_given, dice, collapsed in (({"advantage": 1}, (5, 7), False), ({"difficulty": 9}, (5, 7, 8), True)):
        scene = Scene(Ada={}, Bo={})
        scene.do("start-fight", 12, 11, 3, 2)
        scene.do("take-damage", who="Ada", boxes=5)
        assert scene.do("start-turn", *dice, who="Ada", **help_given)["collapsed"] is collapsed


@pytest.mark.rule("TW-A31")
def test_a_late_character_goes_last() -> None:
    scene = Scene(Ada={}, Bo={})
    scene.do("start-fight", 12, 11, 3, 2)
    scene.do("join", character={"name": "Cy", "scores": {"AGI": 9, "STR": 8, "FIN": 7, "INS": 6, "PRE": 5, "KNO": 4}})
    assert scene.do("enter-fight", who="Cy") == {"order": ["Ada", "Bo", "Cy"]}
    with refuses("already in the fight"):
        scene.do("enter-fight", who="Cy")
    scene.do("end-fight")
    with refuses("no fight"):
        scene.do("enter-fight", who="Cy")


@pytest.mark.rule("TW-A31")
def test_a_character_can_leave_a_fight_and_the_gm_can_change_its_order() -> None:
    scene = Scene(Ada={}, Bo={}, Cy={})
    scene.do("start-fight", 12, 11, 3, 2, 2, 4)
    first, *_, last = scene.now.fight.order
    order = [*reversed(scene.now.fight.order)]
    assert scene.do("reorder-fight", order=order) == {"order": order}
    assert scene.now.fight.turn == first
    scene.do("start-turn", who=first)
    assert scene.do("leave-fight", who=first) == {"order": order[:-1]}
    assert (scene.now.fight.turn, scene.now.fight.begun, scene.now.fight.actions) == (last, False, 0)
    with refuses("not in the fight"):
        scene.do("leave-fight", who=first)
    with refuses("not the same characters"):
        scene.do("reorder-fight", order=[last])
