"""Effects that are asked for: of sanity checks, of Drawbacks while Shaken, of karma; and insane or unconscious."""

from fractions import Fraction
from typing import Any

import pytest
from untold_aeons_table import Scene, chance, created

from rulewright.games.untold_aeons import GAME
from rulewright.games.untold_aeons.data import BACKGROUNDS, EFFECTS, SUGGESTED
from rulewright.games.untold_aeons.effects import ELSE
from rulewright.readings import Need

AT_ONCE_INSANE = (*(1,) * 3, *(1,) * 14, *(1,) * 2, 6)
"""27 stress at limit 13: the save against 14 dice fails, and so does that against 1 with a die fewer."""


def asked(scene: Scene, action: str, *faces: int, **params: Any) -> Need:
    """The decision that an action waits for."""
    with pytest.raises(Need) as waits:
        scene.do(action, *faces, **params)
    return waits.value


def shaken(**others: Any) -> Scene:
    """Ada with one stress more than her limit, Shaken."""
    scene = Scene(Ada={}, **others)
    scene.do("gain-stress", 1, 1, 1, 6, who="Ada", amount=14)
    assert scene.sheet("Ada")["shaken"]
    return scene


@pytest.mark.rule("UA-62", "UA-63", "UA-A25")
def test_an_advantage_on_a_sanity_check_asks_the_player_which_effect() -> None:
    scene = Scene(Ada={})
    horror: dict[str, Any] = {"who": "Ada", "category": "unnatural"}
    need = asked(scene, "sanity-check", 6, 1, 1, 2, 2, **horror)
    assert (need.who, need.choices) == ("Ada", (*EFFECTS.short_advantage, ELSE))
    found = scene.do("sanity-check", 6, 1, 1, 2, 2, choices=(EFFECTS.sanity_bonus,), **horror)
    assert (found["net"], found["effect"]) == (2, EFFECTS.sanity_bonus)  # one effect, however large the net
    assert list(scene.sheet("Ada")["effects"]) == [{"text": EFFECTS.sanity_bonus, "lasting": False}]
    # 3 dice of Willpower and the one from the effect, which is used up
    scene.do("sanity-check", 6, 2, 2, 2, 2, 2, **horror)
    scene.do("sanity-check", 6, 2, 2, 2, 2, **horror)
    assert scene.sheet("Ada")["stress"] == 6


@pytest.mark.rule("UA-62", "UA-64", "UA-A25")
def test_a_drawback_on_a_sanity_check_asks_the_narrator() -> None:
    scene = Scene(Ada={})
    horror: dict[str, Any] = {"who": "Ada", "category": "violence", "difficulty": 1}
    need = asked(scene, "sanity-check", 6, 2, 2, 1, **horror)
    assert (need.who, need.choices) == ("Narrator", (*EFFECTS.short_drawback, ELSE))
    assert scene.do("sanity-check", 6, 2, 2, 1, choices=(ELSE,), **horror)["effect"] == ""
    assert list(scene.sheet("Ada")["effects"]) == []
    found = scene.do("sanity-check", 6, 2, 2, 1, drawback="drops the lamp", **horror)
    assert found["effect"] == "drops the lamp"
    assert list(scene.sheet("Ada")["effects"]) == [{"text": "drops the lamp", "lasting": False}]


@pytest.mark.rule("UA-71", "UA-72", "UA-73", "UA-74")
def test_while_shaken_a_drawback_lasts_and_an_advantage_is_a_notch() -> None:
    scene = shaken()
    horror: dict[str, Any] = {"who": "Ada", "category": "violence", "difficulty": 1}
    need = asked(scene, "sanity-check", 6, 2, 1, **horror)
    assert (need.who, need.choices) == ("Narrator", (*EFFECTS.lasting_drawback, ELSE))
    scene.do("sanity-check", 6, 2, 1, choices=(EFFECTS.lasting_drawback[0],), **horror)
    assert list(scene.sheet("Ada")["effects"]) == [{"text": EFFECTS.lasting_drawback[0], "lasting": True}]
    found = scene.do("sanity-check", 6, 1, 2, **horror)
    assert (found["notches"], found["effect"]) == (1, "")


@pytest.mark.rule("UA-72", "UA-73")
def test_the_check_that_makes_shaken_counts_as_made_while_shaken() -> None:
    scene = Scene(Ada={})
    scene.do("gain-stress", who="Ada", amount=13)
    # a Drawback, 14 stress of 13, and the save fails
    need = asked(scene, "sanity-check", 6, 2, 2, 1, 2, 2, 2, 5, who="Ada", category="violence", difficulty=1)
    assert need.choices == (*EFFECTS.lasting_drawback, ELSE)


@pytest.mark.rule("UA-70")
def test_drawbacks_of_the_shaken_trigger_fun_stuff() -> None:
    scene = shaken(Bo={"kind": "npc"})
    scene.do("check", 2, 1, who="Ada", skill="brawl", difficulty=1, reroll="never")
    need = asked(scene, "spend-net", row="fun-stuff")
    assert (need.who, need.choices) == ("Narrator", (*EFFECTS.fun_stuff, ELSE))
    assert scene.do("spend-net", row="fun-stuff", choices=("a mania",)) == {"text": "Ada: a mania", "net": 0}
    assert list(scene.sheet("Ada")["effects"]) == [{"text": "a mania", "lasting": True}]
    assert "not enough drawback" in str(scene.refusal("spend-net", row="fun-stuff"))
    calm = Scene(Ada={})
    calm.do("check", 2, 1, who="Ada", skill="brawl", difficulty=1, reroll="never")
    assert "not Shaken: Ada" in str(calm.refusal("spend-net", row="fun-stuff"))


@pytest.mark.rule("UA-23")
def test_the_narrator_s_karma_triggers_something_in_a_character() -> None:
    scene = Scene(Ada={})
    scene.do("deal-karma", players=1)
    need = asked(scene, "spend-karma", side="narrator", use="trigger", who="Ada")
    assert (need.who, need.choices) == ("Narrator", (*EFFECTS.trigger, ELSE))
    scene.do("spend-karma", side="narrator", use="trigger", who="Ada", text="the stairs breathe")
    assert list(scene.sheet("Ada")["effects"]) == [{"text": "the stairs breathe", "lasting": False}]
    assert scene.karma == (2, 0)


@pytest.mark.rule("UA-75", "UA-A24")
@pytest.mark.parametrize(("ruling", "decides"), [("player", "Ada"), ("narrator", "Narrator")])
def test_insane_or_unconscious_is_asked(ruling: str, decides: str) -> None:
    scene = Scene({"insane-or-unconscious": ruling}, Ada={})
    need = asked(scene, "gain-stress", *AT_ONCE_INSANE, who="Ada", amount=27)
    assert (need.who, need.choices) == (decides, ("insane", "unconscious"))
    found = scene.do("gain-stress", *AT_ONCE_INSANE, choices=("unconscious",), who="Ada", amount=27)
    assert found == {"total": 27, "state": "unconscious"}
    assert scene.sheet("Ada")["insane"]
    assert "incapacitated" in str(scene.refusal("check", who="Ada", skill="brawl"))
    scene.do("lose-stress", who="Ada", amount=1)  # no longer over double the limit
    assert not scene.sheet("Ada")["insane"]
    assert list(scene.sheet("Ada")["effects"]) == []


@pytest.mark.rule("UA-A24")
@pytest.mark.parametrize("ruling", ["insane", "unconscious"])
def test_by_ruling_it_is_always_the_same(ruling: str) -> None:
    scene = Scene({"insane-or-unconscious": ruling}, Ada={})
    assert scene.do("gain-stress", *AT_ONCE_INSANE, who="Ada", amount=27)["state"] == ruling


@pytest.mark.rule("UA-A24", "UA-A35")
def test_the_round_goes_on_when_the_last_to_act_faints() -> None:
    scene = Scene({"insane-or-unconscious": "unconscious"}, Ada={}, Cy={}, Bo={"kind": "npc"})
    scene.do("start-fight")
    for who, turn in (("Ada", "slow"), ("Cy", "fast"), ("Bo", "fast")):
        scene.do("choose-turn", who=who, turn=turn)
    for who in ("Cy", "Bo"):
        scene.do("end-turn", who=who)
    scene.do("gain-stress", *AT_ONCE_INSANE, who="Ada", amount=27)
    assert scene.now.fight.round == 2


@pytest.mark.rule("UA-A21")
@pytest.mark.parametrize(
    ("options", "stress", "double", "wounds"),
    [
        ({}, 0, 0, 0),
        ({"threshold": "at-or-above"}, 1, 1, 1),
        ({"threshold": "at-or-above", "wound-threshold": "above"}, 1, 1, 0),
        ({"wound-threshold": "at-or-above"}, 0, 0, 1),
        ({"double-threshold": "at-or-above"}, 0, 1, 0),
        ({"threshold": "at-or-above", "double-threshold": "above"}, 1, 0, 1),
    ],
)
def test_stress_its_double_and_wounds_are_ruled_apart(options: Any, stress: int, double: int, wounds: int) -> None:
    def holds(points: int, multiple: int, track: str) -> Fraction:
        given = {"stat": 1, "points": points, "limit": 13, "multiple": multiple, "track": track}
        return chance("save", {"result": "held"}, options, **given)

    # exactly at the limit a due save is one die against none: 5 or 6
    assert holds(13, 1, "stress") == Fraction(stress, 3)
    assert holds(26, 2, "stress") == Fraction(double, 3)
    assert holds(13, 1, "wounds") == holds(26, 2, "wounds") == Fraction(wounds, 3)


@pytest.mark.rule("UA-A21", "UA-A22")
def test_the_rulings_apart_count_in_play() -> None:
    scene = Scene({"wound-threshold": "at-or-above", "double-threshold": "at-or-above"}, Ada={})
    assert scene.do("gain-stress", who="Ada", amount=13)["state"] == "steady"
    assert scene.do("take-damage", 2, 2, 2, who="Ada", damage=13)["state"] == "severely-injured"
    # 26 is double the limit: 13 dice at the limit, then 0 at its double with a die fewer
    found = scene.do("gain-stress", *(1,) * 3, 5, *(1,) * 12, 1, 1, choices=("insane",), who="Ada", amount=13)
    assert found == {"total": 26, "state": "insane"}


@pytest.mark.rule("UA-47", "UA-A13")
def test_knowledge_stands_in_for_any_field_that_is_not_a_standard_skill() -> None:
    learned = {"background": {"knowledge": 4}, "knowledge_skills": ["survival"]}
    scene = Scene(Ada=learned)
    assert scene.do("check", 5, 2, who="Ada", skill="chemistry", knowledge=True, difficulty=0)["margin"] == 1
    assert scene.do("check", 5, 2, who="Ada", skill="survival", knowledge=True, difficulty=0)["margin"] == 1
    for skill in ("brawl", "intellect"):
        assert "knowledge cannot stand in" in str(scene.refusal("check", who="Ada", skill=skill, knowledge=True))
    strict = Scene({"knowledge-stand-in": "marked"}, Ada=learned)
    assert strict.refusal("check", who="Ada", skill="survival", knowledge=True) is None
    assert "knowledge cannot stand in" in str(strict.refusal("check", who="Ada", skill="chemistry", knowledge=True))


@pytest.mark.rule("UA-48", "UA-A15")
def test_a_background_has_a_name_and_a_ready_one_brings_its_levels() -> None:
    made = created(background_name="Nurse")
    assert made["background_name"] == "Nurse"
    assert made["background"] == BACKGROUNDS["nurse"]
    assert (made["skills"]["first aid"], made["skills"]["brawl"]) == (3, 1)
    own = created(background_name="Nurse", background={"brawl": 2})
    assert own["background"] == {"brawl": 2}
    assert created(background_name="lighthouse keeper")["background"] == {}


@pytest.mark.rule("UA-51", "UA-A15")
def test_the_ready_backgrounds_are_worth_the_same() -> None:
    for levels in BACKGROUNDS.values():
        assert sum(10 * level for most in levels.values() for level in range(1, most)) == 80


@pytest.mark.rule("UA-40", "UA-A54")
def test_an_npc_has_only_the_skills_that_are_given() -> None:
    made = created(kind="npc", background={"brawl": 2})
    assert (made["skills"]["brawl"], made["skills"]["stealth"]) == (2, 0)


@pytest.mark.rule("UA-A9", "UA-A18")
def test_the_numbers_of_the_narrator_are_shown_with_their_names() -> None:
    def words(action: str) -> str:
        return next(one.meaning for one in GAME.action(action).parameters if one.name == "difficulty")

    assert all(name in words("check") for name in SUGGESTED.difficulty)
    assert all(name in words("sanity-check") for name in SUGGESTED.severity)


@pytest.mark.rule("UA-62", "UA-70")
def test_the_legal_effects_are_offered_with_the_action() -> None:
    names = GAME.names
    calm, nervous = Scene(Ada={}), shaken()
    assert tuple(names["good effect"](calm.now, calm.options, "Ada")) == EFFECTS.short_advantage
    assert tuple(names["good effect"](nervous.now, nervous.options, "Ada")) == ()
    assert tuple(names["bad effect"](nervous.now, nervous.options, "Ada")) == EFFECTS.lasting_drawback
    assert EFFECTS.sanity_bonus in EFFECTS.short_advantage
