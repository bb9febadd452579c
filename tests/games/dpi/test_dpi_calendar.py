"""The calendar: pay and upkeep, rest of the whole group, cures; Jr. Agents, ready weapons and slots."""

from typing import Any

import pytest
from dpi_table import ARMED, OPERATOR, Scene, agent, chance, refuses

from rulewright.games.dpi import GAME
from rulewright.games.dpi.scene import Scene as DpiScene

TWELVE = ["endurance", "stamina", "balance", "reflexes", "adaptability", "flexibility", "sprinting", *OPERATOR[2:4]]
TWELVE += ["parkour", "precision", "vaulting"]
JUNIOR: dict[str, Any] = {"rank": "jr-agent", "role": "operator", "role_skills": TWELVE}


def joined(scene: Scene, **order: Any) -> None:
    scene.do("join", character=order)


@pytest.mark.rule("DPI-166", "DPI-187", "DPI-190", "DPI-A68")
def test_pay_and_upkeep_come_when_seven_days_are_over_whatever_they_were_spent_on() -> None:
    scene = Scene(Ada={}, Bea={})
    for _ in range(5):
        scene.do("long-rest", who="Ada")
    assert (scene.now.day, scene["Ada"].funds) == (6, 4200)
    scene.do("elapse", activity="wait", amount=48)
    assert scene.now.day == 8
    assert scene["Ada"].funds == scene["Bea"].funds == 4200 + 4200 - 100 - 1000
    scene.do("elapse", activity="wait", amount=24 * 14)
    assert scene["Ada"].funds == 7300 + 2 * 3100


@pytest.mark.rule("DPI-186", "DPI-191", "DPI-A68")
def test_a_week_sets_how_one_lives_from_then_on() -> None:
    scene = Scene(Ada={}, Bea={})
    scene.do("week", who="Ada", others=[], meals="stingy", room="indulgent")
    assert (scene["Ada"].funds, scene["Bea"].funds) == (4200 + 4200 - 50 - 2000, 7300)
    scene.do("elapse", activity="wait", amount=24 * 7)
    assert scene["Ada"].funds == 6350 + 2150


@pytest.mark.rule("DPI-166", "DPI-A68")
def test_by_ruling_pay_comes_only_with_a_week_that_is_spent() -> None:
    scene = Scene({"pay-day": "week-spent"}, Ada={})
    scene.do("elapse", activity="wait", amount=24 * 8)
    assert scene["Ada"].funds == 4200
    scene.do("week", who="Ada")
    assert scene["Ada"].funds == 7300


@pytest.mark.rule("DPI-145", "DPI-146", "DPI-A68")
def test_a_week_in_a_safe_place_is_a_week_of_rest_for_everyone() -> None:
    hurt = {"edit": {"hp": 3, "fortitude": 0, "sanity": 2}}
    scene = Scene(Ada=hurt, Bea=hurt)
    scene.do("week", who="Ada")
    assert [(scene[name].hp, scene[name].fortitude, scene[name].sanity) for name in ("Ada", "Bea")] == [(24, 2, 9)] * 2
    scene = Scene(Ada=hurt)
    scene.do("set-scene", safe=False)
    scene.do("week", who="Ada")
    assert (scene["Ada"].hp, scene["Ada"].funds) == (3, 7300)


@pytest.mark.rule("DPI-42", "DPI-43", "DPI-166", "DPI-A34")
def test_a_cure_takes_a_month_of_rest_that_the_group_shares_and_the_calendar_pays() -> None:
    scene = Scene(Ada={}, Bea={"edit": {"hp": 3}})
    for who, trauma in (("Ada", 4), ("Bea", 6)):
        scene.do("take-damage", who=who, points=99)
        scene.do("die", 1, trauma, who=who)
    scene.do("long-rest", who="Ada")
    scene.do("remove-trauma", who="Ada", trauma="hunters-call")
    assert (scene.now.day, scene["Ada"].traumas, scene["Bea"].hp) == (31, ("vampirism",), 24)
    assert scene["Ada"].funds == scene["Bea"].funds == 4200 + 4 * 3100  # days 8, 15, 22 and 29
    scene.do("remove-trauma", who="Bea", trauma="anhedonia")  # who rested the same month
    assert (scene.now.day, scene["Bea"].traumas) == (31, ("vampirism",))
    assert (scene["Ada"].rested, scene["Bea"].rested) == (0, 0)


@pytest.mark.rule("DPI-42", "DPI-A34")
def test_anything_but_rest_breaks_the_month() -> None:
    scene = Scene(Ada={})
    scene.do("long-rest", who="Ada")
    assert scene["Ada"].rested == 1
    scene.do("elapse", activity="travel", amount=1)
    assert scene["Ada"].rested == 0


@pytest.mark.rule("DPI-143", "DPI-A63")
def test_a_short_rest_is_the_whole_groups_unless_some_are_named() -> None:
    scene = Scene(Ada={"edit": {"hp": 5}}, Bea={"edit": {"hp": 5}})
    assert scene.do("short-rest", 5, 2, 6, who="Ada")["hp"] == {"Ada": 2, "Bea": 6}
    assert scene.do("short-rest", 5, 2, who="Ada", others=[])["hp"] == {"Ada": 2}


# --- Jr. Agents


@pytest.mark.rule("DPI-99", "DPI-100", "DPI-A26")
def test_a_jr_agent_can_be_a_players_character() -> None:
    scene = Scene(Ada={})
    joined(scene, name="Kit", **JUNIOR)
    kit = scene["Kit"]
    assert (kit.hp, kit.ancestry, kit.funds, kit.junior_of) == (24, "none", 0, None)
    assert kit.skills == dict.fromkeys(TWELVE, 1)
    assert scene.do("check", 6, 5, 1, 2, who="Kit", skill="stealth")["result"] == "success"
    scene.do("elapse", activity="wait", amount=24 * 7)
    assert (scene["Kit"].funds, scene["Ada"].funds) == (0, 7300)


@pytest.mark.rule("DPI-99", "DPI-A26")
def test_a_jr_agent_chooses_nothing_else() -> None:
    with refuses("a Jr. Agent has no stats to choose"):
        agent(**JUNIOR, ancestry=None, stats={"luck": 6})
    with refuses("a Jr. Agent has no ancestry to choose"):
        agent(**JUNIOR, ancestry="vampire")
    with refuses("a Jr. Agent needs twelve different skills"):
        agent(**{**JUNIOR, "role_skills": OPERATOR}, ancestry=None)


# --- weapons


@pytest.mark.rule("DPI-150", "DPI-A10", "DPI-A45")
def test_a_weapon_is_weighed_before_it_is_given() -> None:
    scene = Scene(Ada=ARMED, Foe={"foe": True, "space": [9, 9], "hp": 5, "weapon": "knife"})
    parts = {"who": "Ada", "name": "ice", "size": "heavy", "band": "close", "stat": "luck", "skill": "firearms"}
    said = scene.do("weigh-weapon", **parts, target="Foe")["text"]
    # Luck 7 (+1) and Firearms 3 against Normal, as in a check with the same.
    assert said.startswith("ice: 1d8 for 5 AP at close range. Ada against Foe: crit ")
    for result in ("success", "crit", "failure"):
        assert f"{result} {float(chance('check', {'result': result}, stat=7, skill=3)):.1%}" in said
    assert [one.weapon for one in scene["Ada"].weapons] == ["shotgun"]


@pytest.mark.rule("DPI-154", "DPI-160", "DPI-A60")
def test_weapons_that_the_draft_names_are_ready() -> None:
    scene = Scene(Ada=ARMED)
    for weapon in ("police-baton", "machete", "laser-rifle"):
        scene.do("grant-weapon", who="Ada", weapon=weapon)
    assert [one.weapon for one in scene["Ada"].weapons[1:]] == ["police-baton", "machete", "laser-rifle"]
    scene.do("foe", name="Beast", weapon="claws", level=2)
    assert scene["Beast"].weapons[0].entry.extra == 4
    assert "one of unarmed" in str(scene.refusal("grant-weapon", who="Ada", weapon="cannon"))
    assert "one of unarmed" in str(scene.refusal("foe", name="Gun", weapon="cannon"))


@pytest.mark.rule("DPI-22", "DPI-24", "DPI-38", "DPI-A25")
def test_an_ancestry_with_thaumaturgy_has_a_sphere_to_roll() -> None:
    scene = Scene(Bo={"ancestry": "sasquatch", "sphere": "roots"})
    assert scene["Bo"].magic == {"roots": 1}
    assert scene.do("check", 6, 5, 1, 2, who="Bo", skill="roots")["result"] == "success"
    scene.do("make-weapon", who="Bo", name="lash", size="light", band="melee", skill="roots", needs={"roots": 1})
    assert Scene({"thaumaturgy-level": "off"}, Bo={"ancestry": "sasquatch"})["Bo"].magic == {}
    with refuses("no sphere of magic: only ancestries with Thaumaturgy begin with one"):
        Scene(Bo={"ancestry": "vampire", "sphere": "roots"})


# --- slots


@pytest.mark.rule("DPI-38", "DPI-149", "DPI-A25")
def test_the_table_writes_down_what_the_draft_only_names() -> None:
    scene = Scene(Ada={})
    assert scene.do("look-up", about="forest")["text"].startswith("forest: nothing is written down")
    scene.do("write-down", about="forest", text="Trees.")
    assert scene.do("look-up", about="forest")["text"] == "forest: Trees."
    scene.do("write-down", about="forest", text="")
    assert scene.now.texts == {}
    assert agent(agency="TFE")["funds"] == 4200
    with refuses("unknown agency"):
        agent(agency="FBI")


@pytest.mark.rule("DPI-84", "DPI-94")
def test_training_counts_the_stress_of_failures_if_asked() -> None:
    def apprentice(**more: Any) -> float:
        return float(1 - chance("training", {"skill": 0}, rolls=30, **more))

    assert apprentice() == pytest.approx(0.886, abs=0.001)
    assert apprentice(stress_grows=True) == pytest.approx(0.9999, abs=0.0001)


@pytest.mark.rule("DPI-103", "DPI-105", "DPI-A35")
def test_the_period_and_what_it_does_to_rolls_stand_beside_the_clock() -> None:
    def shown(minute: int) -> object:
        return GAME.scene_derived(GAME.table_options(), DpiScene(minute=minute))["period"]

    assert shown(21 * 60) == "night (human −2, sasquatch +1)"
    assert shown(8 * 60) == "morning (vampire −3)"
    assert shown(12 * 60) == "day (human +1, sasquatch −1, vampire +5 Stress)"
    assert shown(18 * 60) == "evening (sasquatch +1)"
