"""Wounds, bleeding and healing: UA-87 to UA-100, UA-A21, UA-A22, UA-A30 to UA-A33, UA-A50."""

from fractions import Fraction
from typing import Any

import pytest
import untold_aeons_by_hand as by_hand
from untold_aeons_table import Scene, chance, chances, outcome, refuses

from rulewright.games.untold_aeons import GAME


@pytest.mark.rule("UA-88", "UA-89", "UA-90", "UA-91", "UA-A50")
def test_damage_over_the_limit_forces_a_save_each_time() -> None:
    assert outcome("take-damage", toughness=3, wounds=10, damage=3) == {"wounds": 13, "state": "standing"}
    assert outcome("take-damage", 6, 1, 1, 5, toughness=3, wounds=10, damage=4) == {"wounds": 14, "state": "standing"}
    assert outcome("take-damage", 5, 1, 1, 5, 1, toughness=3, wounds=14, damage=1)["state"] == "severely-injured"
    assert outcome("take-damage", toughness=3, wounds=90, damage=0) == {"wounds": 90, "state": "standing"}


@pytest.mark.rule("UA-91", "UA-95", "UA-96", "UA-A32")
def test_both_saves_of_one_blow_are_rolled_and_death_overrides() -> None:
    first_fails = (*(1,) * 1, *(1,) * 12)
    assert outcome("take-damage", *first_fails, 6, 2, toughness=1, wounds=0, damage=23)["state"] == "severely-injured"
    assert outcome("take-damage", *first_fails, 2, 2, toughness=1, wounds=0, damage=23)["state"] == "dead"
    # already Severely Injured: the death save only
    assert outcome("take-damage", 2, 2, toughness=1, wounds=22, damage=1, severely_injured=True)["state"] == "dead"
    assert (
        outcome("take-damage", toughness=1, wounds=12, damage=1, severely_injured=True)["state"] == "severely-injured"
    )


@pytest.mark.rule("UA-89", "UA-95")
@pytest.mark.parametrize(("toughness", "wounds"), [(2, 13), (1, 14), (0, 12), (3, 13)])
def test_damage_agrees_with_every_way_the_dice_can_fall(toughness: int, wounds: int) -> None:
    assert chances("take-damage", toughness=toughness, wounds=wounds - 1, damage=1) == by_hand.damage_saves(
        toughness, wounds
    )


@pytest.mark.rule("UA-68", "UA-A4")
def test_bonus_and_shaken_go_to_every_save_of_the_body() -> None:
    hurt = {"toughness": 2, "wounds": 12, "damage": 1}
    assert chance("take-damage", {"state": "standing"}, **hurt, shaken=True) == by_hand.holds(1, 1)
    assert chance("take-damage", {"state": "standing"}, **hurt, bonus=2) == by_hand.holds(4, 1)
    bleeding = {"toughness": 2, "wounds": 24, "ticks": 1}
    assert chance("bleed-out", {"result": "alive"}, **bleeding, shaken=True, bonus=-1) == by_hand.holds(0, 1)


@pytest.mark.rule("UA-94", "UA-96", "UA-A30")
def test_bleeding_forces_a_death_save_each_tick_beyond_twice_the_limit() -> None:
    assert outcome("bleed-out", 6, 1, toughness=1, wounds=20, ticks=3) == {"result": "alive", "ticks": 3}
    assert outcome("bleed-out", 5, 1, 2, 1, 1, toughness=1, wounds=21, ticks=10) == {"result": "dead", "ticks": 3}
    assert outcome("bleed-out", toughness=1, wounds=11, ticks=10) == {"result": "alive", "ticks": 10}


@pytest.mark.rule("UA-94", "UA-96")
def test_the_chance_to_bleed_to_death_by_hand() -> None:
    # wounds 22 with Toughness 2: ticks 3, 4 and 5 are 1, 2 and 3 points over 24
    holds = [by_hand.holds(2, over) for over in (1, 2, 3)]
    found = chances("bleed-out", toughness=2, wounds=22, ticks=5)
    assert found["dead", 3] == 1 - holds[0]
    assert found["dead", 5] == holds[0] * holds[1] * (1 - holds[2])
    assert found["alive", 5] == holds[0] * holds[1] * holds[2]


@pytest.mark.rule("UA-98", "UA-99", "UA-100", "UA-A22", "UA-A32")
def test_healing_is_halved_over_the_limit_and_ends_severe_injury_below_it() -> None:
    assert outcome("heal", 6, 5, toughness=2, wounds=12, severely_injured=True) == {
        "wounds": 9,
        "severely_injured": False,
    }
    assert outcome("heal", 6, 5, toughness=2, wounds=13, severely_injured=True) == {
        "wounds": 12,
        "severely_injured": True,
    }
    assert outcome("heal", 6, 6, toughness=2, wounds=1) == {"wounds": 0, "severely_injured": False}
    # Shaken holds for all the days
    assert outcome("heal", 6, 6, toughness=2, wounds=9, days=2, shaken=True) == {"wounds": 5, "severely_injured": False}


@pytest.mark.rule("UA-98", "UA-99")
def test_the_odds_of_a_day_s_healing_are_those_of_its_successes() -> None:
    assert {found: way for (found, _), way in chances("heal", toughness=3, wounds=10).items()} == {
        10 - hits: way for hits, way in by_hand.counts(3).items()
    }


@pytest.mark.rule("UA-86", "UA-A21")
def test_the_threshold_ruling_holds_for_wounds() -> None:
    ruling = {"threshold": "at-or-above"}
    assert chance("take-damage", {"state": "standing"}, ruling, toughness=2, wounds=11, damage=1) == Fraction(5, 9)
    assert chance("bleed-out", {"result": "alive"}, ruling, toughness=2, wounds=23, ticks=1) == Fraction(5, 9)
    assert outcome("heal", 6, 5, options=ruling, toughness=2, wounds=12)["wounds"] == 11


@pytest.mark.rule("UA-92", "UA-93", "UA-94", "UA-A31", "UA-A32")
def test_a_severely_injured_character_is_out_of_action_and_bleeds_until_care() -> None:
    scene = Scene(Ada={}, Bo={})
    assert scene.do("take-damage", *(1,) * 3, 6, who="Bo", damage=14) == {"total": 14, "state": "severely-injured"}
    assert scene.sheet("Bo")["bleeding"]
    assert "incapacitated" in str(scene.refusal("check", who="Bo", skill="brawl"))
    assert "incapacitated" in str(scene.refusal("attack", who="Bo", target="Ada"))
    scene.do("add-effect", who="Bo", text="a limp", lasting=True)
    assert scene.do("bleed", who="Bo") == {"total": 15, "state": "severely-injured"}
    with refuses("care comes from another"):
        scene_of_two = Scene(Cy={}, Di={})
        scene_of_two.do("take-damage", *(1,) * 3, 6, who="Di", damage=14)
        scene_of_two.now = scene_of_two.now.with_sheet("Di", _up(scene_of_two.now.characters["Di"]))
        scene_of_two.do("give-care", who="Di", patient="Di")
    assert scene.do("give-care", who="Ada", patient="Bo") == {"result": "stopped"}
    for action, params in (("bleed", {"who": "Bo"}), ("give-care", {"who": "Ada", "patient": "Bo"})):
        assert "not bleeding" in str(scene.refusal(action, **params))


def _up(sheet: Any) -> Any:
    fields = {name: getattr(sheet, name) for name in sheet.__struct_fields__}
    return type(sheet)(**{**fields, "severely_injured": False})


@pytest.mark.rule("UA-94", "UA-A31")
def test_by_ruling_care_takes_a_check_on_first_aid() -> None:
    scene = Scene({"medical-care": "first-aid-check"}, Ada={"background": {"First Aid": 2}}, Bo={})
    scene.do("take-damage", *(1,) * 3, 6, who="Bo", damage=14)
    assert scene.do("give-care", 5, 2, 6, 1, who="Ada", patient="Bo") == {"result": "still-bleeding"}
    assert scene.do("give-care", 6, 2, 3, who="Ada", patient="Bo", difficulty=1) == {"result": "stopped"}


@pytest.mark.rule("UA-95", "UA-96")
def test_the_dead_refuse_everything() -> None:
    scene = Scene(Ada={}, Bo={})
    scene.do("take-damage", *(1,) * 3, *(6,) * 14, *(1,) * 3, 6, who="Bo", damage=27)
    assert scene.sheet("Bo")["dead"]
    assert not scene.sheet("Bo")["bleeding"]
    tries: list[tuple[str, dict[str, Any], str]] = [
        ("take-damage", {"damage": 1}, "already dead"),
        ("day-passes", {}, "already dead"),
        ("gain-stress", {"amount": 1}, "already dead"),
        ("lose-stress", {"amount": 1}, "already dead"),
        ("sanity-check", {"category": "violence"}, "already dead"),
        ("award-xp", {"amount": 1}, "already dead"),
        ("improve-skill", {"skill": "brawl"}, "already dead"),
        ("add-effect", {"text": "a scar"}, "already dead"),
        ("bleed", {}, "already dead"),
        ("check", {"skill": "brawl"}, "incapacitated"),
        ("get-up", {}, "incapacitated"),
        ("attack", {"target": "Ada"}, "incapacitated"),
        ("shoot", {"target": "Ada"}, "incapacitated"),
    ]
    for action, params, words in tries:
        assert words in str(scene.refusal(action, who="Bo", **params)), action
    assert "already dead" in str(scene.refusal("attack", who="Ada", target="Bo"))


@pytest.mark.rule("UA-78", "UA-98", "UA-A22")
def test_a_day_recovers_stress_first_and_heals_only_who_does_not_bleed() -> None:
    scene = Scene(Ada={})
    scene.do("gain-stress", who="Ada", amount=5)
    scene.do("take-damage", who="Ada", damage=5)
    found = scene.do("day-passes", 6, 1, 1, 5, 1, 1, who="Ada")
    assert found == {"stress": 3, "shaken": False, "wounds": 4, "severely_injured": False}
    scene.do("take-damage", *(1,) * 3, 6, who="Ada", damage=10)
    assert scene.do("day-passes", 1, 1, 1, who="Ada")["wounds"] == 14


@pytest.mark.rule("UA-69", "UA-78", "UA-98", "UA-A22", "UA-A24")
def test_a_day_can_end_insanity_and_shaken_and_the_healing_after_it_knows() -> None:
    scene = Scene(Ada={})
    scene.do("take-damage", who="Ada", damage=5)
    scene.do("gain-stress", *(1,) * 3, *(1,) * 14, *(1,) * 2, 6, choices=("insane",), who="Ada", amount=27)
    assert scene.sheet("Ada")["insane"]
    # two dice for a Shaken mind, halved; two dice for the body as well
    scene.do("day-passes", 6, 2, 5, 2, who="Ada")
    sheet = scene.sheet("Ada")
    assert (sheet["stress"], sheet["insane"], sheet["shaken"], sheet["wounds"]) == (26, False, True, 4)
    scene.do("lose-stress", who="Ada", amount=13)
    # at the limit nothing is halved; calm again, the body rolls all three dice
    scene.do("day-passes", 5, 2, 5, 5, 2, who="Ada")
    sheet = scene.sheet("Ada")
    assert (sheet["stress"], sheet["shaken"], sheet["wounds"]) == (12, False, 2)


@pytest.mark.rule("UA-97", "UA-A33")
def test_an_injury_brings_stress_only_at_the_narrator_s_call() -> None:
    scene = Scene(Ada={})
    scene.do("take-damage", who="Ada", damage=12)
    assert scene.sheet("Ada")["stress"] == 0
    scene.do("sanity-check", 6, 3, 1, 1, 2, who="Ada", category="violence")
    assert scene.sheet("Ada")["stress"] == 2
    for damage in (-1, -50):
        with refuses("negative amount"):
            scene.do("take-damage", who="Ada", damage=damage)


@pytest.mark.rule("UA-89")
@pytest.mark.parametrize(
    ("roll", "params", "words"),
    [
        ("take-damage", {"toughness": 3, "wounds": 201, "damage": 1}, "bad parameter: wounds"),
        ("take-damage", {"toughness": 3, "wounds": 1}, "missing parameter: damage"),
        ("bleed-out", {"toughness": 3, "wounds": 1, "ticks": 0}, "bad parameter: ticks"),
        ("bleed-out", {"toughness": 3, "wounds": 1, "severely_injured": True}, "unknown parameter"),
        ("heal", {"toughness": 3, "wounds": 1, "days": 0}, "bad parameter: days"),
        ("heal", {"toughness": 3, "wounds": 1, "karma": True}, "unknown parameter: karma"),
    ],
)
def test_parameters_of_wounds_are_checked(roll: str, params: dict[str, Any], words: str) -> None:
    with refuses(words):
        GAME.odds(roll, params)
