"""Stress, sanity, recovery and hardening: UA-57 to UA-86, UA-A18 to UA-A29."""

from fractions import Fraction
from typing import Any

import pytest
import untold_aeons_by_hand as by_hand
from untold_aeons_table import Scene, chance, chances, derived, outcome, refuses

from rulewright.games.untold_aeons import GAME
from rulewright.games.untold_aeons.data import EFFECTS, SUGGESTED


@pytest.mark.rule("UA-65", "UA-76", "UA-A21")
def test_a_save_has_one_difficulty_die_per_point_over() -> None:
    assert outcome("save", 5, 2, 2, 2, stat=2, points=15, limit=13) == {"result": "held"}
    assert outcome("save", 5, 2, 6, 2, stat=2, points=15, limit=13) == {"result": "failed"}
    assert outcome("save", 6, 4, stat=1, points=27, limit=13, multiple=2) == {"result": "held"}
    assert outcome("save", stat=3, points=13, limit=13) == {"result": "not-needed"}
    assert outcome("save", stat=3, points=26, limit=13, multiple=2) == {"result": "not-needed"}


@pytest.mark.rule("UA-65")
def test_the_chance_of_a_save_is_that_of_a_check() -> None:
    for over in (1, 2, 5):
        held = chance("save", {"result": "held"}, stat=3, points=13 + over, limit=13)
        assert held == by_hand.holds(3, over)
    assert chances("save", stat=1, points=14, limit=13, karma=True, shaken=True) == chances(
        "save", stat=2, points=14, limit=13
    )
    assert chances("save", stat=1, points=14, limit=13, karma_against=True) == chances(
        "save", stat=1, points=16, limit=13
    )


@pytest.mark.rule("UA-86", "UA-A21")
def test_at_the_limit_a_save_is_due_only_by_ruling() -> None:
    ruling = {"threshold": "at-or-above"}
    # against 0 dice one success is needed: 1 - (2/3)^3
    assert chance("save", {"result": "held"}, ruling, stat=3, points=13, limit=13) == Fraction(19, 27)
    assert outcome("save", options=ruling, stat=3, points=12, limit=13) == {"result": "not-needed"}


@pytest.mark.rule("UA-59", "UA-60", "UA-61", "UA-A19")
def test_a_sanity_check_brings_the_difficulty_and_after_a_failure_the_failures() -> None:
    assert outcome("sanity-check", 6, 5, 5, 2, willpower=2, intellect=3) == {
        "result": "success",
        "stress_gained": 2,
        "net": 0,
        "state": "steady",
        "notches": 0,
    }
    # two successes do not cancel any of the three failures
    assert outcome("sanity-check", 6, 3, 6, 5, willpower=2, intellect=3)["stress_gained"] == 5
    assert outcome("sanity-check", 6, 3, willpower=2, intellect=3, difficulty=0)["stress_gained"] == 0


@pytest.mark.rule("UA-65", "UA-67", "UA-72", "UA-75", "UA-82", "UA-A23")
@pytest.mark.parametrize(
    ("willpower", "intellect", "difficulty", "stress", "hardened", "shaken"),
    [(2, 1, 1, 11, 0, False), (1, 1, 1, 10, 0, True), (1, 2, 1, 21, 1, True), (0, 1, 2, 8, 0, False)],
)
def test_sanity_checks_agree_with_every_way_the_dice_can_fall(
    willpower: int, intellect: int, difficulty: int, stress: int, hardened: int, shaken: bool
) -> None:
    found = chances(
        "sanity-check",
        willpower=willpower,
        intellect=intellect,
        difficulty=difficulty,
        stress=stress,
        hardened=hardened,
        shaken=shaken,
    )
    assert found == by_hand.sanity(willpower, intellect, difficulty, stress, hardened, shaken)


@pytest.mark.rule("UA-71", "UA-72", "UA-74", "UA-82", "UA-A26")
def test_an_advantage_brings_a_notch_only_while_shaken_the_check_that_shook_included() -> None:
    assert outcome("sanity-check", 1, 1, 3, willpower=2, intellect=1, difficulty=1)["notches"] == 0
    shaken = outcome("sanity-check", 1, 1, 6, 2, 4, 4, 4, willpower=2, intellect=1, difficulty=1, stress=12)
    assert shaken == {"result": "failure", "stress_gained": 3, "net": 2, "state": "shaken", "notches": 1}
    ruling = {"notches": "per-advantage"}
    assert (
        outcome("sanity-check", 1, 1, options=ruling, willpower=3, intellect=1, difficulty=0, shaken=True)["notches"]
        == 2
    )


@pytest.mark.rule("UA-66", "UA-77", "UA-A23")
def test_shaken_and_insane_characters_skip_the_saves_they_have_failed() -> None:
    gain = {"willpower": 1, "intellect": 3, "stress": 20, "amount": 4}
    assert outcome("gain-stress", *(6,) * 3, *(1,) * 13, 6, 6, 6, 1, 1, **gain) == {"stress": 24, "state": "steady"}
    # Shaken: only the second save, with one die fewer
    assert outcome("gain-stress", 1, 1, 4, 4, **gain, shaken=True) == {"stress": 24, "state": "insane"}
    assert outcome("gain-stress", **gain, insane=True) == {"stress": 24, "state": "insane"}
    # made Shaken by the first save, the second has one die fewer too
    assert outcome("gain-stress", 1, 1, 1, *(1,) * 13, 6, 6, 1, 1, **gain) == {"stress": 24, "state": "shaken"}


@pytest.mark.rule("UA-65", "UA-A20")
def test_the_saves_roll_intellect_or_by_ruling_willpower() -> None:
    gain = {"willpower": 4, "intellect": 1, "stress": 14, "amount": 1}
    assert chance("gain-stress", {"state": "steady"}, **gain) == by_hand.holds(1, 1)
    assert chance("gain-stress", {"state": "steady"}, {"stress-save-stat": "willpower"}, **gain) == by_hand.holds(4, 1)


@pytest.mark.rule("UA-84", "UA-A23", "UA-A28")
def test_hardening_reduces_stress_to_no_less_than_0_and_no_gain_means_no_save() -> None:
    gain = {"willpower": 1, "intellect": 1, "stress": 30}
    assert outcome("gain-stress", **gain, amount=2, hardened=2) == {"stress": 30, "state": "steady"}
    assert outcome("gain-stress", **gain, amount=2, hardened=9, shaken=True) == {"stress": 30, "state": "shaken"}
    assert outcome("gain-stress", willpower=5, intellect=1, stress=0, amount=7, hardened=3)["stress"] == 4


@pytest.mark.rule("UA-25", "UA-61", "UA-A19")
def test_karma_against_a_sanity_check_raises_the_stress_unless_the_table_says_severity() -> None:
    params = {"willpower": 1, "intellect": 3, "difficulty": 1, "karma_against": True}
    assert outcome("sanity-check", 6, 2, 2, 2, **params)["stress_gained"] == 3
    assert outcome("sanity-check", 6, 2, 2, 2, options={"sanity-stress": "severity"}, **params)["stress_gained"] == 1


@pytest.mark.rule("UA-68", "UA-A4", "UA-A24")
def test_shaken_costs_a_die_on_the_sanity_check_itself_and_insane_includes_it() -> None:
    base = {"willpower": 3, "intellect": 3, "difficulty": 2}
    for state in ("shaken", "insane"):
        assert chance("sanity-check", {"result": "success"}, **base, **{state: True}) == by_hand.holds(2, 2)
    assert chance("sanity-check", {"result": "success"}, **base, karma=True) == by_hand.holds(5, 2)


@pytest.mark.rule("UA-78", "UA-79", "UA-80", "UA-A22")
def test_a_day_takes_a_point_per_success_and_half_over_the_limit() -> None:
    assert outcome("recover-stress", 6, 5, 5, willpower=3, stress=13) == {"stress": 9, "shaken": False}
    assert outcome("recover-stress", 6, 5, 2, willpower=3, stress=14) == {"stress": 13, "shaken": False}
    assert outcome("recover-stress", 6, 6, 6, willpower=3, stress=2) == {"stress": 0, "shaken": False}
    ruling = {"threshold": "at-or-above"}
    assert outcome("recover-stress", 6, 5, 5, options=ruling, willpower=3, stress=13)["stress"] == 11


@pytest.mark.rule("UA-69", "UA-A22")
def test_shaken_ends_only_below_the_limit_and_costs_a_die_until_then() -> None:
    assert outcome("recover-stress", 6, 1, willpower=3, stress=14, shaken=True) == {"stress": 13, "shaken": True}
    two_days = outcome("recover-stress", 5, 1, 6, 5, 1, willpower=3, stress=13, shaken=True, days=2)
    assert two_days == {"stress": 9, "shaken": False}
    # Shaken below the limit, as given: one die fewer on the first day, over after it
    assert outcome("recover-stress", 2, 2, willpower=3, stress=5, shaken=True) == {"stress": 5, "shaken": False}


@pytest.mark.rule("UA-78")
def test_days_of_recovery_are_days_one_after_the_other() -> None:
    once = chances("recover-stress", willpower=2, stress=14)
    twice: dict[Any, Fraction] = {}
    for (stress, _), way in once.items():
        for found, again in chances("recover-stress", willpower=2, stress=stress).items():
            twice[found] = twice.get(found, Fraction(0)) + way * again
    assert chances("recover-stress", willpower=2, stress=14, days=2) == twice


@pytest.mark.rule("UA-81", "UA-83", "UA-A27")
@pytest.mark.parametrize(("notches", "level", "left"), [(0, 0, 0), (2, 0, 2), (3, 1, 0), (7, 2, 1), (300, 100, 0)])
def test_three_notches_make_a_level(notches: int, level: int, left: int) -> None:
    assert derived("hardened", notches=notches) == {"level": level, "towards_next": left}


@pytest.mark.rule("UA-59", "UA-81", "UA-82", "UA-A18")
def test_a_sanity_check_in_play_writes_stress_state_and_notch() -> None:
    scene = Scene(Ada={})
    scene.do("gain-stress", who="Ada", amount=13)
    found = scene.do("sanity-check", 1, 2, 2, 2, 1, 1, 1, 6, who="Ada", category="Violence", difficulty=1)
    assert found == {"result": "failure", "stress_gained": 1, "net": 1, "state": "shaken", "notches": 1, "effect": ""}
    sheet = scene.sheet("Ada")
    assert (sheet["stress"], sheet["shaken"], sheet["notches"]["violence"]) == (14, True, 1)
    with refuses("unknown category"):
        scene.do("sanity-check", who="Ada", category="love")


@pytest.mark.rule("UA-84", "UA-A27", "UA-A28")
def test_hardening_helps_against_its_category_only() -> None:
    scene = Scene(Ada={"characteristics": {"dexterity": 3, "toughness": 3, "willpower": 1, "intellect": 5}})
    scene.do("gain-stress", 1, 1, 1, 1, 1, 6, who="Ada", amount=12)
    for _ in range(3):
        scene.do("sanity-check", 6, who="Ada", category="unnatural", difficulty=0)
    assert scene.sheet("Ada")["notches"]["unnatural"] == 0  # one untrained die has no Advantages
    scene.do("lose-stress", who="Ada", amount=12)
    sheet = scene.now.characters["Ada"]
    hard = GAME.scene().with_sheet(
        "Ada", type(sheet)(**{**_fields(sheet), "notches": type(sheet.notches)(unnatural=4)})
    )
    scene.now = hard
    scene.do("gain-stress", who="Ada", amount=3, category="unnatural")
    assert scene.sheet("Ada")["stress"] == 2
    scene.do("gain-stress", who="Ada", amount=3, category="violence")
    scene.do("gain-stress", who="Ada", amount=1)
    assert scene.sheet("Ada")["stress"] == 6
    assert scene.sheet("Ada")["hardened"] == {"violence": 0, "helplessness": 0, "unnatural": 1}


def _fields(sheet: Any) -> dict[str, Any]:
    return {name: getattr(sheet, name) for name in sheet.__struct_fields__}


@pytest.mark.rule("UA-69", "UA-75", "UA-A22", "UA-A24")
def test_insanity_ends_with_the_stress_or_at_the_narrator_s_word() -> None:
    scene = Scene(Ada={})
    scene.do("gain-stress", *(1,) * 3, *(1,) * 14, *(1,) * 2, 6, choices=("insane",), who="Ada", amount=27)
    assert (scene.sheet("Ada")["insane"], scene.sheet("Ada")["shaken"]) == (True, True)
    before = scene.now
    scene.do("end-insanity", who="Ada")
    assert (scene.sheet("Ada")["insane"], scene.sheet("Ada")["shaken"]) == (False, True)
    with refuses("not insane"):
        scene.do("end-insanity", who="Ada")
    scene.now = before
    assert scene.do("lose-stress", who="Ada", amount=1) == {"total": 26, "state": "shaken"}
    assert scene.do("lose-stress", who="Ada", amount=13) == {"total": 13, "state": "shaken"}
    assert scene.do("lose-stress", who="Ada", amount=1) == {"total": 12, "state": "steady"}
    for action in ("gain-stress", "lose-stress"):
        with refuses("negative amount"):
            scene.do(action, who="Ada", amount=-1)


@pytest.mark.rule("UA-57", "UA-58", "UA-62", "UA-63", "UA-64", "UA-70", "UA-73", "UA-85", "UA-A25")
def test_effects_are_words_short_ones_last_a_round_and_lasting_ones_until_they_end() -> None:
    scene = Scene(Ada={}, Bo={"kind": "npc"})
    for text in (EFFECTS.short_advantage[0], EFFECTS.short_drawback[0]):
        scene.do("add-effect", who="Ada", text=text)
    scene.do("add-effect", who="Ada", text=EFFECTS.lasting_drawback[0], lasting=True)
    scene.do("start-fight", initiating=["Ada"], defending=["Bo"])
    for who in ("Ada", "Bo"):
        scene.do("choose-turn", who=who, turn="fast")
    for who in ("Ada", "Bo"):
        scene.do("start-turn", who=who)
        scene.do("end-turn", who=who)
    assert list(scene.sheet("Ada")["effects"]) == [{"text": EFFECTS.lasting_drawback[0], "lasting": True}]
    scene.do("end-effect", who="Ada", text=EFFECTS.lasting_drawback[0])
    with refuses("no such effect"):
        scene.do("end-effect", who="Ada", text=EFFECTS.lasting_drawback[0])
    assert not any("sanity" in field for field in scene.sheet("Ada"))


@pytest.mark.rule("UA-A9", "UA-A18")
def test_suggested_names_cover_difficulties_and_severities() -> None:
    assert SUGGESTED.difficulty.index("average") == SUGGESTED.severity.index("frightening") == 2
    assert len(SUGGESTED.difficulty) == len(SUGGESTED.severity) == 6


@pytest.mark.rule("UA-59")
@pytest.mark.parametrize(
    ("roll", "params", "words"),
    [
        ("sanity-check", {"willpower": 3, "intellect": 3, "difficulty": 11}, "bad parameter: difficulty"),
        ("sanity-check", {"willpower": 3}, "missing parameter: intellect"),
        ("gain-stress", {"willpower": 3, "intellect": 3, "stress": 0}, "missing parameter: amount"),
        ("gain-stress", {"willpower": 3, "intellect": 3, "stress": 0, "amount": 1, "bonus": 1}, "unknown parameter"),
        ("recover-stress", {"willpower": 3, "stress": 0, "days": 31}, "bad parameter: days"),
        ("save", {"stat": 3, "points": 1, "limit": 1, "multiple": 3}, "bad parameter: multiple"),
        ("save", {"stat": 11, "points": 1, "limit": 1}, "bad parameter: stat"),
    ],
)
def test_parameters_of_stress_are_checked(roll: str, params: dict[str, Any], words: str) -> None:
    with refuses(words):
        GAME.odds(roll, params)
