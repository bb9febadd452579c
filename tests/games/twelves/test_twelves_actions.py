"""Actions outside a fight: joining, damage, healing, checks, rests and the GM's edits."""

from typing import Any

import pytest
from twelves_table import SCORES, Scene, dead, duel, fallen, refuses

HIT = (9, 8)


# --- joining -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-01", "TW-A3", "TW-A28")
def test_a_character_joins_unhurt_with_what_creation_gives() -> None:
    scene = Scene(Ada={"rank": 3, "potions": 2, "npc": True, "tags": ["smith"]})
    stored = scene.sheet("Ada")
    assert {name: stored[name] for name in ("name", "scores", "rank", "tags", "normal_boxes", "damage", "state")} == {
        "name": "Ada",
        "scores": SCORES,
        "rank": 3,
        "tags": ("smith",),
        "normal_boxes": 2,
        "damage": 0,
        "state": "active",
    }
    assert (stored["npc"], stored["potions"], stored["short_rests"]) == (True, 2, 0)


def test_a_character_whom_creation_refuses_does_not_join() -> None:
    scene = Scene()
    with refuses("missing ability"):
        scene.do("join", character={"name": "Ada"})
    assert scene.now.characters == {}


# --- damage and healing --------------------------------------------------------------------------------------


@pytest.mark.rule("TW-26", "TW-A13", "TW-A21")
def test_taking_damage_checks_boxes() -> None:
    scene = Scene(Ada={})
    assert scene.do("take-damage", who="Ada", boxes=3)["tier"] == "wounded"
    assert scene.state("Ada") == (3, "active")
    scene.do("take-damage", who="Ada", boxes=0)
    assert scene.state("Ada") == (3, "active")
    scene.do("take-damage", who="Ada", boxes=99)
    assert scene.state("Ada") == (6, "incapacitated")


@pytest.mark.rule("TW-A13", "TW-A20", "TW-A21", "TW-A22", "TW-A25")
@pytest.mark.parametrize(
    ("options", "blows", "state"),
    [
        ({"last-box": "collapse"}, [6], (6, "incapacitated")),
        ({"last-box": "standing"}, [6], (6, "active")),
        ({"last-box": "dead"}, [6], (6, "dead")),
        ({"overflow-damage": "lost"}, [7], (6, "incapacitated")),
        ({"overflow-damage": "dead"}, [6], (6, "incapacitated")),
        ({"overflow-damage": "dead"}, [6, 1], (6, "dead")),
        ({"tier-crossing": "stop"}, [9], (2, "active")),
        ({"tier-crossing": "stop"}, [9, 9], (4, "active")),
        ({"tier-crossing": "stop"}, [9, 9, 9], (6, "incapacitated")),
        ({"tier-crossing": "stop", "overflow-damage": "dead"}, [9, 9, 3], (6, "dead")),
        ({"npc-critical": "drop"}, [5], (5, "incapacitated")),
        ({"npc-critical": "drop"}, [4], (4, "active")),
        ({"npc-critical": "same"}, [5], (5, "active")),
    ],
)
def test_the_table_s_choices_hold_for_damage_in_play(
    options: dict[str, Any], blows: list[int], state: tuple[int, str]
) -> None:
    scene = Scene(options, Imp={"npc": True})
    for boxes in blows:
        scene.do("take-damage", who="Imp", boxes=boxes)
    assert scene.state("Imp") == state


@pytest.mark.rule("TW-36", "TW-A14", "TW-A26", "TW-A27")
def test_healing_in_play() -> None:
    scene = fallen()
    assert scene.do("heal", who="Bo", source="medical", boxes=9)["healed"] == 0
    assert scene.state("Bo") == (6, "incapacitated")
    assert scene.do("heal", who="Bo", source="magic", boxes=1)["healed"] == 1
    assert scene.state("Bo") == (5, "active")
    scene.do("heal", who="Bo", source="potion", boxes=1)
    assert scene.do("heal", who="Bo", source="medical", boxes=9)["healed"] == 4
    assert scene.state("Bo") == (0, "active")


@pytest.mark.rule("TW-37", "TW-A22")
@pytest.mark.parametrize(
    ("action", "params", "words"),
    [
        ("take-damage", {"boxes": -1}, "negative amount"),
        ("heal", {"boxes": -1}, "negative amount"),
        ("heal", {"boxes": -1, "source": "prayer"}, "negative amount"),
        ("heal", {"source": "prayer"}, "unknown source"),
        ("heal", {"source": "rest"}, "unknown source"),
    ],
)
def test_what_damage_and_healing_are_refused_with(action: str, params: dict[str, Any], words: str) -> None:
    scene = Scene(Ada={})
    with refuses(words):
        scene.do(action, who="Ada", **params)
    assert (scene.refusal(action, who="Ada", **params) or "").startswith(words)
    assert scene.state("Ada") == (0, "active")


@pytest.mark.rule("TW-A22")
@pytest.mark.parametrize("action", ["take-damage", "heal", "short-rest", "long-rest", "die"])
def test_death_is_final(action: str) -> None:
    scene = dead("Ada")
    assert scene.state("Ada") == (0, "dead")
    with refuses("character is dead"):
        scene.do(action, who="Ada")
    assert (action, "Ada") not in scene.offers()
    assert (action, "Bo") in scene.offers()


@pytest.mark.rule("TW-A22")
def test_the_gm_s_word_kills_whatever_the_boxes() -> None:
    scene = dead("Ada")
    found = scene.sheet("Ada")
    assert (found["state"], found["hit_points"], found["actions"]) == ("dead", 6, 0)


# --- checks ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-12", "TW-13", "TW-31", "TW-A10")
def test_a_check_in_play_takes_scores_and_tier_from_the_sheet() -> None:
    scene = Scene(Ada={})
    before = scene.now
    assert scene.do("check", 5, 6, who="Ada", ability="AGI") == {"result": "success", "total": 11, "margin": 0}
    assert scene.do("check", 5, 6, who="Ada", ability="KNO", difficulty=2)["margin"] == -7
    assert scene.do("check", 5, 6, 9, who="Ada", ability="AGI", advantage=1)["total"] == 15
    assert scene.now == before
    scene.do("take-damage", who="Ada", boxes=3)
    assert scene.do("check", 5, 6, 9, who="Ada", ability="AGI")["total"] == 11
    assert scene.do("check", 5, 6, who="Ada", ability="AGI", advantage=1)["total"] == 11
    assert scene.do("check", 5, 6, 9, who="Ada", ability="AGI", disadvantage=1)["total"] == 11


@pytest.mark.rule("TW-14", "TW-A4", "TW-A5")
@pytest.mark.parametrize(
    ("bonus", "tags", "total"),
    [
        ("rank-once", ["Smith", " islander "], 14),
        ("rank-each", ["smith", "islander"], 17),
        ("rank-each", ["smith", "SMITH"], 14),
        ("own-highest", ["smith", "islander"], 16),
        ("own-sum", ["smith", "islander"], 18),
        ("own-sum", [], 11),
    ],
)
def test_a_check_in_play_names_the_tags_that_apply(bonus: str, tags: list[str], total: int) -> None:
    owned: list[Any] = ["smith", "Islander"]
    if bonus.startswith("own-"):
        owned = [{"name": "smith", "rank": 2}, {"name": "Islander", "rank": 5}]
    scene = Scene({"tag-bonus": bonus}, Ada={"rank": 3, "tags": owned})
    assert scene.do("check", 5, 6, who="Ada", ability="AGI", tags=tags)["total"] == total


@pytest.mark.rule("TW-A4")
def test_a_tag_must_be_on_the_sheet() -> None:
    with refuses("unknown tag"):
        Scene(Ada={"tags": ["smith"]}).do("check", 5, 6, who="Ada", ability="AGI", tags=["sailor"])


@pytest.mark.rule("TW-A6")
def test_a_check_in_play_refuses_a_negative_difficulty() -> None:
    with refuses("negative difficulty"):
        Scene(Ada={}).do("check", 5, 6, who="Ada", ability="AGI", difficulty=-1)


@pytest.mark.rule("TW-A6")
def test_a_check_in_play_refuses_a_difficulty_above_20() -> None:
    scene = Scene(Ada={})
    assert scene.do("check", 5, 6, who="Ada", ability="AGI", difficulty=20)["margin"] == -20
    with refuses("bad parameter: difficulty"):
        scene.do("check", 5, 6, who="Ada", ability="AGI", difficulty=21)


@pytest.mark.rule("TW-01")
@pytest.mark.parametrize("ability", ["LUCK", "agi", ""])
def test_a_check_in_play_refuses_an_unknown_ability(ability: str) -> None:
    with refuses("unknown ability"):
        Scene(Ada={}).do("check", 5, 6, who="Ada", ability=ability)


@pytest.mark.rule("TW-A23", "TW-A25")
@pytest.mark.parametrize(("stabilised", "able"), [("steady", True), ("letter", True), ("down", False)])
def test_who_may_make_a_check(stabilised: str, able: bool) -> None:
    scene = fallen({"stabilised": stabilised})
    with refuses("cannot act"):
        scene.do("check", 5, 6, 7, who="Bo", ability="AGI")
    scene.do("stabilise", *HIT, who="Ada", patient="Bo")
    assert (("check", "Bo") in scene.offers()) == able
    assert (scene.refusal("check", who="Bo", ability="AGI") is None) == able
    with refuses("cannot act"):
        dead().do("check", 5, 6, who="Bo", ability="AGI")


# --- rests -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-39", "TW-43")
@pytest.mark.parametrize("rest", ["short-rest", "long-rest"])
def test_nobody_rests_in_a_fight(rest: str) -> None:
    scene = duel()
    with refuses("in a fight"):
        scene.do(rest, 1, 1, 1, who="Ada")
    scene.do("end-fight")
    assert scene.refusal(rest, who="Ada") is None


@pytest.mark.rule("TW-A29")
def test_one_short_rest_too_many_is_refused_until_a_long_one() -> None:
    scene = Scene({"short-rest-limit": 2}, Ada={})
    scene.do("short-rest", 1, who="Ada")
    scene.do("short-rest", 1, who="Ada")
    before = scene.now
    with refuses("short rest limit"):
        scene.do("short-rest", 1, who="Ada")
    assert ("short-rest", "Ada") not in scene.offers()
    assert scene.now == before
    scene.do("long-rest", 1, 1, 1, who="Ada")
    scene.do("short-rest", 1, who="Ada")


@pytest.mark.rule("TW-36", "TW-44", "TW-A30")
def test_the_incapacitated_are_up_after_a_long_rest() -> None:
    scene = fallen()
    assert scene.do("short-rest", who="Bo") == {"healed": 0, "damage": 6, "tier": "critical", "state": "incapacitated"}
    assert scene.do("long-rest", 1, 1, 1, who="Bo") == {"healed": 4, "damage": 2, "tier": "normal", "state": "active"}


# --- the GM edits ------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-A34", "TW-A3")
def test_the_gm_changes_rank_scores_tags_and_boxes() -> None:
    scene = Scene(Ada={})
    scores = dict.fromkeys(SCORES, 10)
    scene.do("edit", who="Ada", changes={"rank": 5, "scores": scores, "tags": ["queen"], "normal_boxes": 6})
    found = scene.sheet("Ada")
    assert (found["rank"], found["scores"], found["tags"], found["boxes"]) == (5, scores, ("queen",), 10)


@pytest.mark.rule("TW-A34")
def test_an_edit_is_bound_neither_by_array_nor_by_points() -> None:
    for method in ("array", "points"):
        scene = Scene({"score-method": method}, Ada={})
        scene.do("edit", who="Ada", changes={"scores": dict.fromkeys(SCORES, 1)})
        assert scene.sheet("Ada")["tn"]["AGI"] == 19


@pytest.mark.rule("TW-A34", "TW-26")
def test_with_fewer_boxes_damage_is_capped_at_the_new_total() -> None:
    scene = Scene(Ada={"normal_boxes": 10})
    scene.do("take-damage", who="Ada", boxes=9)
    scene.do("edit", who="Ada", changes={"normal_boxes": 2})
    assert (scene.state("Ada")[0], scene.sheet("Ada")["hit_points"]) == (6, 0)
    scene.do("edit", who="Ada", changes={"normal_boxes": 10})
    assert (scene.state("Ada")[0], scene.sheet("Ada")["tier"]) == (6, "normal")


@pytest.mark.rule("TW-A12", "TW-A34")
def test_by_rank_an_edit_of_rank_brings_its_boxes() -> None:
    scene = Scene({"normal-boxes": "rank"}, Ada={})
    scene.do("edit", who="Ada", changes={"rank": 5})
    assert scene.sheet("Ada")["normal_boxes"] == 6
    with refuses("normal boxes out of range"):
        scene.do("edit", who="Ada", changes={"rank": 5, "normal_boxes": 4})


EDIT_FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("unknown ability", {"scores": {"LUCK": 1}}),
    ("missing ability", {"scores": {"AGI": 1}}),
    ("score not an integer", {"scores": SCORES | {"STR": "8"}}),
    ("score out of range", {"scores": SCORES | {"STR": 11}}),
    ("rank out of range", {"rank": 11}),
    ("rank out of range", {"rank": "1"}),
    ("normal boxes out of range", {"normal_boxes": 1}),
    ("normal boxes out of range", {"normal_boxes": None}),
    ("empty tag", {"tags": [" "]}),
    ("duplicate tag", {"tags": ["a", "A"]}),
    ("too many tags", {"tags": ["a", "b", "c", "d"]}),
]


@pytest.mark.rule("TW-A34")
@pytest.mark.parametrize(("words", "changes"), EDIT_FAULTS)
def test_an_edit_is_refused_as_creation_is(words: str, changes: dict[str, Any]) -> None:
    scene = Scene(Ada={})
    before = scene.now
    with refuses(words):
        scene.do("edit", who="Ada", changes=changes)
    assert scene.now == before


@pytest.mark.rule("TW-A34")
@pytest.mark.parametrize(
    ("words", "fields"),
    [
        ("score out of range", ("scores", "rank", "normal_boxes", "tags")),
        ("rank out of range", ("rank", "normal_boxes", "tags")),
        ("normal boxes out of range", ("normal_boxes", "tags")),
    ],
)
def test_the_faults_of_an_edit_come_in_the_order_of_creation(words: str, fields: tuple[str, ...]) -> None:
    faults = {"scores": SCORES | {"STR": 11}, "rank": 11, "normal_boxes": 1, "tags": [""]}
    with refuses(words):
        Scene(Ada={}).do("edit", who="Ada", changes={field: faults[field] for field in fields})


@pytest.mark.rule("TW-A34")
@pytest.mark.parametrize("field", ["armour", "potions", "damage", "name"])
def test_an_edit_of_anything_else_is_an_unknown_parameter(field: str) -> None:
    with pytest.raises(Exception, match=rf"^unknown parameter: (changes\.)?{field}\b"):
        Scene(Ada={}).do("edit", who="Ada", changes={field: 1})


# --- names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "params", "name"),
    [
        ("check", {"who": "Nobody", "ability": "AGI"}, "who"),
        ("take-damage", {"who": "Nobody"}, "who"),
        ("short-rest", {"who": "Nobody"}, "who"),
        ("attack", {"who": "Nobody", "target": "Ada"}, "who"),
        ("attack", {"who": "Ada", "target": "Nobody"}, "target"),
        ("stabilise", {"who": "Ada", "patient": "Nobody"}, "patient"),
    ],
)
def test_a_name_that_is_not_in_the_scene_is_a_bad_parameter(action: str, params: dict[str, Any], name: str) -> None:
    scene = Scene(Ada={}, Bo={})
    with refuses(f"bad parameter: {name}"):
        scene.do(action, 1, 2, **params)
    assert (scene.refusal(action, **params) or "").startswith(f"bad parameter: {name}")


@pytest.mark.parametrize(
    ("action", "params", "words"),
    [
        ("check", {"who": "Ada", "ability": "AGI", "luck": 1}, "unknown parameter: luck"),
        ("take-damage", {"who": "Ada", "boxes": "1"}, "bad parameter: boxes"),
        ("take-damage", {"who": "Ada", "boxes": 1.5}, "bad parameter: boxes"),
        ("heal", {"who": "Ada", "boxes": True}, "bad parameter: boxes"),
        ("check", {"who": "Ada", "ability": "AGI", "advantage": 7}, "bad parameter: advantage"),
        ("check", {"who": "Ada", "ability": "AGI", "disadvantage": -1}, "bad parameter: disadvantage"),
        ("stabilise", {"who": "Ada", "patient": "Bo", "difficulty": 21}, "bad parameter: difficulty"),
    ],
)
def test_parameters_of_actions_are_checked(action: str, params: dict[str, Any], words: str) -> None:
    with refuses(words):
        Scene(Ada={}, Bo={}).do(action, 1, 2, **params)


def test_an_action_that_does_not_exist_is_unknown() -> None:
    with refuses("unknown action: fly"):
        Scene(Ada={}).do("fly", who="Ada")
