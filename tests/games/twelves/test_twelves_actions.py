"""Actions: what each does, what it is refused with, and a whole fight."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from twelves_table import SCORES, Scene, outcome, refuses

from rulewright.games.twelves import GAME

MISS, HIT, CRITICAL = (2, 3), (9, 8), (7, 7)
ADA_FIRST = (12, 11, 2, 3)


def duel(options: dict[str, Any] | None = None, **characters: dict[str, Any]) -> Scene:
    """Ada and Bo in a fight, Ada's turn not begun."""
    scene = Scene(options, **({"Ada": {}, "Bo": {}} | characters))
    assert scene.do("start-fight", *ADA_FIRST) == {"order": ["Ada", "Bo"]}
    return scene


def begun(options: dict[str, Any] | None = None, **characters: dict[str, Any]) -> Scene:
    """The same, Ada's turn begun."""
    scene = duel(options, **characters)
    scene.do("start-turn", who="Ada")
    return scene


def fallen(options: dict[str, Any] | None = None) -> Scene:
    """Ada stands, Bo is incapacitated with every box checked."""
    scene = Scene(options, Ada={}, Bo={})
    scene.do("take-damage", who="Bo", boxes=6)
    return scene


def dead(name: str = "Bo") -> Scene:
    scene = Scene(Ada={}, Bo={})
    scene.do("die", who=name)
    return scene


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


# --- turns -------------------------------------------------------------------------------------------------


def test_a_turn_needs_a_fight_and_must_be_one_s_own() -> None:
    with refuses("no fight"):
        Scene(Ada={}).do("start-turn", who="Ada")
    scene = duel()
    with refuses("not your turn"):
        scene.do("start-turn", who="Bo")
    scene.do("start-turn", who="Ada")
    for action, params in (("attack", {"target": "Ada"}), ("end-turn", {})):
        with refuses("not your turn"):
            scene.do(action, who="Bo", **params)


@pytest.mark.rule("TW-32", "TW-A16", "TW-A17")
@pytest.mark.parametrize(
    ("options", "damage", "actions"),
    [({}, 0, 2), ({}, 2, 2), ({}, 3, 1), ({"healthy-actions": 4}, 2, 4), ({"healthy-actions": 4}, 4, 1)],
)
def test_a_turn_begins_with_the_actions_of_the_tier(options: dict[str, Any], damage: int, actions: int) -> None:
    scene = duel(options)
    scene.do("take-damage", who="Ada", boxes=damage)
    assert scene.do("start-turn", who="Ada") == {"collapsed": False, "actions": actions}
    strikes = HIT if damage < 3 else (*HIT, 8)
    for _ in range(actions):
        scene.do("attack", *strikes, who="Ada", target="Bo", weapon=0)
    with refuses("no actions left"):
        scene.do("attack", *strikes, who="Ada", target="Bo")


@pytest.mark.rule("TW-34", "TW-35", "TW-A17", "TW-A19")
def test_in_critical_a_turn_begins_with_a_strength_check() -> None:
    scene = duel()
    scene.do("take-damage", who="Ada", boxes=5)
    before = scene.now
    # STR 8: TN 12; the two lowest count
    assert scene.do("start-turn", 5, 7, 12, who="Ada") == {"collapsed": False, "actions": 1}
    scene.now = before
    assert scene.do("start-turn", 5, 6, 12, who="Ada") == {"collapsed": True, "actions": 0}
    assert scene.state("Ada") == (5, "incapacitated")
    assert scene.now.fight.turn == "Bo"
    with refuses("cannot act"):
        scene.do("attack", *HIT, who="Ada", target="Bo")


@pytest.mark.rule("TW-34", "TW-A5", "TW-A18")
def test_tags_and_the_table_s_choice_bear_on_the_strength_check_of_a_turn() -> None:
    scene = duel({"collapse-check": "plain"}, Ada={"tags": ["ox"], "rank": 3})
    scene.do("take-damage", who="Ada", boxes=5)
    assert scene.do("start-turn", 4, 5, who="Ada", tags=["ox"])["collapsed"] is False


@pytest.mark.rule("TW-36", "TW-A19", "TW-A25")
@pytest.mark.parametrize(("stabilised", "faces"), [("steady", ()), ("letter", (5, 7, 12))])
def test_the_stabilised_make_no_strength_check_unless_to_the_letter(stabilised: str, faces: tuple[int, ...]) -> None:
    scene = begun({"stabilised": stabilised})
    scene.do("take-damage", who="Bo", boxes=6)
    scene.do("stabilise", *HIT, who="Ada", patient="Bo")
    scene.do("end-turn", who="Ada")
    assert scene.do("start-turn", *faces, who="Bo") == {"collapsed": False, "actions": 1}


@pytest.mark.rule("TW-A25")
def test_stabilised_but_down_a_character_is_passed_over() -> None:
    scene = begun({"stabilised": "down"})
    scene.do("take-damage", who="Bo", boxes=6)
    scene.do("stabilise", *HIT, who="Ada", patient="Bo")
    scene.do("end-turn", who="Ada")
    assert (scene.now.fight.turn, scene.now.fight.round) == ("Ada", 2)
    scene.do("heal", who="Bo", source="magic", boxes=1)
    assert scene.state("Bo") == (5, "active")


@pytest.mark.rule("TW-A17")
def test_becoming_wounded_before_the_first_action_leaves_one() -> None:
    scene = begun({"healthy-actions": 4})
    scene.do("take-damage", who="Ada", boxes=3)
    scene.do("attack", *HIT, 8, who="Ada", target="Bo", weapon=0)
    with refuses("no actions left"):
        scene.do("attack", *HIT, 8, who="Ada", target="Bo")


@pytest.mark.rule("TW-A17")
@pytest.mark.parametrize("actions", [2, 3, 4])
def test_becoming_wounded_after_the_first_action_leaves_none(actions: int) -> None:
    # "takes away all beyond the first": the first is spent
    scene = begun({"healthy-actions": actions})
    scene.do("attack", *MISS, who="Ada", target="Bo")
    scene.do("take-damage", who="Ada", boxes=3)
    with refuses("no actions left"):
        scene.do("attack", *HIT, 8, who="Ada", target="Bo")


@pytest.mark.rule("TW-A17")
def test_becoming_wounded_by_an_edit_takes_actions_away_as_well() -> None:
    scene = begun(Ada={"normal_boxes": 3})
    scene.do("take-damage", who="Ada", boxes=3)
    scene.do("edit", who="Ada", changes={"normal_boxes": 2})
    assert scene.sheet("Ada")["tier"] == "wounded"
    scene.do("attack", *HIT, 8, who="Ada", target="Bo")
    with refuses("no actions left"):
        scene.do("attack", *HIT, 8, who="Ada", target="Bo")


@pytest.mark.rule("TW-A17")
def test_damage_that_leaves_the_tier_normal_takes_no_actions() -> None:
    scene = begun()
    scene.do("take-damage", who="Ada", boxes=2)
    scene.do("attack", *HIT, who="Ada", target="Bo")
    scene.do("attack", *HIT, who="Ada", target="Bo")
    assert scene.state("Bo") == (2, "active")


@pytest.mark.rule("TW-A17")
def test_healing_during_a_turn_gives_no_action_back() -> None:
    scene = duel(Ada={"potions": 1})
    scene.do("take-damage", who="Ada", boxes=3)
    scene.do("start-turn", who="Ada")
    assert scene.do("drink", 4, who="Ada")["tier"] == "normal"
    with refuses("no actions left"):
        scene.do("attack", *HIT, who="Ada", target="Bo")


@pytest.mark.rule("TW-A17")
def test_healing_somebody_in_their_turn_gives_no_action() -> None:
    scene = duel()
    scene.do("take-damage", who="Ada", boxes=3)
    scene.do("start-turn", who="Ada")
    scene.do("heal", who="Ada", source="magic", boxes=3)
    scene.do("attack", *HIT, who="Ada", target="Bo")
    with refuses("no actions left"):
        scene.do("attack", *HIT, who="Ada", target="Bo")


@pytest.mark.rule("TW-A17")
def test_wounded_and_healed_in_the_same_turn_a_character_has_lost_the_action() -> None:
    scene = begun()
    scene.do("take-damage", who="Ada", boxes=3)
    scene.do("heal", who="Ada", source="magic", boxes=3)
    scene.do("attack", *HIT, who="Ada", target="Bo")
    with refuses("no actions left"):
        scene.do("attack", *HIT, who="Ada", target="Bo")


# --- attack and drink --------------------------------------------------------------------------------------


@pytest.mark.rule("TW-A32")
@pytest.mark.parametrize("ability", ["AGI", "STR", "FIN", "INS", "PRE", "KNO"])
def test_an_attack_is_made_with_the_ability_the_gm_names(ability: str) -> None:
    scene = begun()
    found = scene.do("attack", 6, 7, who="Ada", target="Bo", ability=ability)
    assert found["result"] == ("hit" if SCORES[ability] >= 7 else "miss")
    assert scene.state("Bo") == (found["dealt"], "active")


@pytest.mark.rule("TW-A32")
def test_an_attack_in_play_is_the_attack_of_the_rolls() -> None:
    scene = begun(Ada={"rank": 2, "tags": ["fencer"]}, Bo={"npc": True})
    found = scene.do(
        "attack", 7, 7, who="Ada", target="Bo", ability="FIN", tags=["fencer"], defence=3, weapon=2, crit_extra=3
    )
    rolled = outcome("attack", 7, 7, score=7, rank=2, tags=1, difficulty=3, weapon=2, crit_extra=3, target_npc=True)
    assert found == rolled
    assert scene.state("Bo") == (5, "active")


@pytest.mark.rule("TW-A32")
def test_a_target_in_play_dodges_with_its_agi_and_tier() -> None:
    scene = begun({"attack-defence": "dodge", "healthy-actions": 4})
    assert scene.do("attack", *HIT, 5, 6, who="Ada", target="Bo")["result"] == "dodged"  # AGI 9: TN 11
    assert scene.do("attack", *HIT, 4, 6, who="Ada", target="Bo", weapon=3)["result"] == "hit"
    assert scene.do("attack", *HIT, 4, 6, 12, who="Ada", target="Bo", weapon=3)["dealt"] == 3
    assert scene.state("Bo") == (6, "incapacitated")
    assert scene.do("attack", *HIT, who="Ada", target="Bo")["result"] == "hit"  # cannot dodge


@pytest.mark.rule("TW-A20")
def test_an_npc_felled_in_play_drops() -> None:
    scene = begun({"npc-critical": "drop"}, Bo={"npc": True})
    assert scene.do("attack", *HIT, who="Ada", target="Bo", weapon=5)["target_state"] == "incapacitated"


@pytest.mark.rule("TW-A22", "TW-A23", "TW-A32")
def test_what_an_attack_is_refused_with() -> None:
    with refuses("cannot act"):
        fallen().do("attack", *HIT, who="Bo", target="Ada")
    with refuses("cannot act"):
        dead("Ada").do("attack", *HIT, who="Ada", target="Bo")
    with refuses("target is dead"):
        dead("Bo").do("attack", *HIT, who="Ada", target="Bo")
    scene = begun()
    for name, value in (("weapon", 21), ("weapon", -1), ("crit_extra", 21), ("defence", 21), ("defence", -1)):
        with refuses(f"bad parameter: {name}"):
            scene.do("attack", *HIT, who="Ada", target="Bo", **{name: value})
    for name in ("advantage", "disadvantage"):
        with refuses(f"bad parameter: {name}"):
            scene.do("attack", *HIT, who="Ada", target="Bo", **{name: 7})


@pytest.mark.rule("TW-37", "TW-A28")
def test_drinking_takes_a_potion_and_in_a_fight_an_action() -> None:
    scene = begun(Ada={"potions": 2})
    scene.do("take-damage", who="Ada", boxes=2)
    assert scene.do("drink", 1, who="Ada") == {"healed": 1, "damage": 1, "tier": "normal", "state": "active"}
    assert scene.sheet("Ada")["potions"] == 1
    scene.do("attack", *HIT, who="Ada", target="Bo")
    with refuses("no actions left"):
        scene.do("drink", 1, who="Ada")
    scene.do("end-fight")
    scene.do("drink", 4, who="Ada")
    with refuses("no potion left"):
        scene.do("drink", 1, who="Ada")
    assert scene.sheet("Ada")["potions"] == 0


@pytest.mark.rule("TW-A23", "TW-A28")
def test_the_incapacitated_cannot_drink() -> None:
    scene = Scene(Ada={"potions": 1})
    scene.do("take-damage", who="Ada", boxes=6)
    with refuses("cannot act"):
        scene.do("drink", 1, who="Ada")


# --- stabilising -------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-36", "TW-A24", "TW-A25")
def test_stabilising_in_play() -> None:
    scene = fallen()
    # FIN 7: TN 13
    assert scene.do("stabilise", 6, 6 - 1, who="Ada", patient="Bo") == {
        "result": "failure",
        "patient_state": "incapacitated",
    }
    assert scene.do("stabilise", 6, 7, who="Ada", patient="Bo")["patient_state"] == "stabilised"
    assert scene.state("Bo") == (6, "stabilised")
    scene.do("take-damage", who="Bo", boxes=1)
    assert scene.state("Bo") == (6, "incapacitated")


@pytest.mark.rule("TW-A24")
def test_stabilising_in_a_fight_takes_an_action() -> None:
    scene = begun()
    scene.do("take-damage", who="Bo", boxes=6)
    scene.do("stabilise", *MISS, who="Ada", patient="Bo")
    scene.do("stabilise", *MISS, who="Ada", patient="Bo")
    with refuses("no actions left"):
        scene.do("stabilise", *HIT, who="Ada", patient="Bo")


@pytest.mark.rule("TW-A23", "TW-A24")
def test_what_stabilising_is_refused_with() -> None:
    scene = Scene(Ada={}, Bo={}, Cy={})
    with refuses("patient is not incapacitated"):
        scene.do("stabilise", *HIT, who="Ada", patient="Bo")
    scene.do("take-damage", who="Bo", boxes=6)
    scene.do("take-damage", who="Cy", boxes=6)
    with refuses("cannot act"):
        scene.do("stabilise", *HIT, who="Cy", patient="Bo")
    assert scene.refusal("stabilise", who="Bo", patient="Bo") is not None  # another character
    scene.do("die", who="Bo")
    with refuses("patient is not incapacitated"):
        scene.do("stabilise", *HIT, who="Ada", patient="Bo")


@pytest.mark.rule("TW-31", "TW-A24")
def test_a_wounded_helper_stabilises_with_disadvantage() -> None:
    scene = fallen()
    scene.do("take-damage", who="Ada", boxes=3)
    assert scene.do("stabilise", 12, 11, 1, who="Ada", patient="Bo")["result"] == "failure"


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


# --- a whole fight -----------------------------------------------------------------------------------------


@pytest.mark.rule("TW-30", "TW-31", "TW-32", "TW-33", "TW-34", "TW-35", "TW-36", "TW-A31", "TW-A32")
def test_a_whole_fight_from_initiative_to_the_rest_after_it() -> None:
    scene = Scene(Ada={"potions": 1}, Bo={}, Ogre={"npc": True, "normal_boxes": 4})
    # AGI 9 for all, TN 11: Ogre 4 over, Ada 2 over, Bo fails
    assert scene.do("start-fight", 6, 7, 3, 4, 7, 8) == {"order": ["Ogre", "Ada", "Bo"]}

    # Ogre: a hit for three and a critical for five fell Bo
    assert scene.do("start-turn", who="Ogre") == {"collapsed": False, "actions": 2}
    assert scene.do("attack", *HIT, who="Ogre", target="Ada", weapon=3)["target_tier"] == "wounded"
    critical = scene.do("attack", *CRITICAL, who="Ogre", target="Bo", weapon=4, crit_extra=1)
    assert (critical["dealt"], critical["target_state"]) == (5, "active")
    scene.do("end-turn", who="Ogre")

    # Ada is Wounded: one action, three dice
    assert scene.do("start-turn", who="Ada") == {"collapsed": False, "actions": 1}
    assert scene.do("drink", 2, who="Ada")["tier"] == "normal"
    with refuses("no actions left"):
        scene.do("attack", *HIT, who="Ada", target="Ogre")
    scene.do("end-turn", who="Ada")

    # Bo is in Critical and fails the Strength check (STR 8: TN 12): the turn is over, round two begins
    assert scene.do("start-turn", 5, 6, 9, who="Bo") == {"collapsed": True, "actions": 0}
    assert (scene.now.fight.turn, scene.now.fight.round) == ("Ogre", 2)
    assert scene.state("Bo") == (5, "incapacitated")

    # Ogre misses twice
    scene.do("start-turn", who="Ogre")
    scene.do("attack", *MISS, who="Ogre", target="Ada", weapon=3)
    scene.do("attack", *MISS, who="Ogre", target="Ada", weapon=3)
    scene.do("end-turn", who="Ogre")

    # Ada stabilises Bo and strikes
    scene.do("start-turn", who="Ada")
    assert scene.do("stabilise", 6, 7, who="Ada", patient="Bo")["patient_state"] == "stabilised"
    assert scene.do("attack", *HIT, who="Ada", target="Ogre", weapon=7)["target_tier"] == "critical"
    scene.do("end-turn", who="Ada")

    # Bo acts again, without a Strength check, with Wounded penalties
    assert scene.do("start-turn", who="Bo") == {"collapsed": False, "actions": 1}
    assert scene.do("attack", 12, 11, 10, who="Bo", target="Ogre")["target_state"] == "incapacitated"
    status = GAME.fight(scene.now, scene.options)
    assert status is not None
    assert (status.over, status.round) == (True, 2)

    # it is over: they rest
    with refuses("in a fight"):
        scene.do("short-rest", 1, who="Ada")
    scene.do("end-fight")
    assert scene.do("short-rest", 1, who="Ada")["damage"] == 0
    assert scene.do("short-rest", who="Bo") == {"healed": 0, "damage": 5, "tier": "critical", "state": "stabilised"}
    assert scene.do("long-rest", 1, 1, 1, who="Bo")["state"] == "active"
    scene.do("die", who="Ogre")
    assert scene.state("Ogre") == (8, "dead")


def test_the_order_of_a_fight_is_kept_and_the_fallen_are_passed_over() -> None:
    scene = Scene(Ada={}, Bo={}, Cy={})
    scene.do("start-fight", 12, 11, 9, 8, 2, 3)
    turns = []
    for _ in range(3):
        turns.append((scene.now.fight.round, scene.now.fight.turn))
        scene.do("end-turn", who=scene.now.fight.turn)
    scene.do("take-damage", who="Bo", boxes=6)
    for _ in range(3):
        turns.append((scene.now.fight.round, scene.now.fight.turn))
        scene.do("end-turn", who=scene.now.fight.turn)
    assert turns == [(1, "Ada"), (1, "Bo"), (1, "Cy"), (2, "Ada"), (2, "Cy"), (3, "Ada")]


# --- what is legal now -------------------------------------------------------------------------------------


def scenes() -> Iterator[tuple[str, Scene]]:
    """Scenes of many kinds, each with Ada, Bo and Cy."""
    everyone: dict[str, dict[str, Any]] = {"Ada": {"potions": 1}, "Bo": {}, "Cy": {"npc": True}}
    yield "at rest", Scene(**everyone)
    hurt = Scene({"short-rest-limit": 1, "stabilised": "down"}, **everyone)
    hurt.do("take-damage", who="Bo", boxes=6)
    hurt.do("take-damage", who="Cy", boxes=3)
    hurt.do("short-rest", 1, who="Ada")
    yield "one down, one Wounded", hurt
    died = Scene(**everyone)
    died.do("die", who="Cy")
    yield "one dead", died
    fight = Scene(**everyone)
    fight.do("start-fight", 12, 11, 9, 8, 2, 3)
    yield "a fight, nobody's turn begun", fight
    acting = Scene(**everyone)
    acting.do("start-fight", 12, 11, 9, 8, 2, 3)
    acting.do("take-damage", who="Cy", boxes=6)
    acting.do("start-turn", who="Ada")
    yield "a turn begun, one down", acting
    spent = Scene(**everyone)
    spent.do("start-fight", 12, 11, 9, 8, 2, 3)
    spent.do("start-turn", who="Ada")
    spent.do("attack", *MISS, who="Ada", target="Bo")
    spent.do("attack", *MISS, who="Ada", target="Bo")
    yield "no actions left", spent
    critical = Scene(**everyone)
    critical.do("take-damage", who="Ada", boxes=5)
    critical.do("start-fight", 12, 11, 11, 9, 8, 2, 3)
    yield "in Critical, turn not begun", critical


SCENES = dict(scenes())
NAMES = ("Ada", "Bo", "Cy")
ABILITIES = ("AGI", "STR", "FIN", "INS", "PRE", "KNO")


def everything() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every action with every name and word it can take."""
    yield "start-fight", {}
    yield "end-fight", {}
    for who in NAMES:
        for action in ("start-turn", "drink", "end-turn", "short-rest", "long-rest", "take-damage", "heal", "die"):
            yield action, {"who": who}
        for ability in ABILITIES:
            yield "check", {"who": who, "ability": ability}
        for other, ability in product(NAMES, ABILITIES):
            yield "attack", {"who": who, "target": other, "ability": ability}
        for other in NAMES:
            yield "stabilise", {"who": who, "patient": other}


@pytest.mark.parametrize("kind", SCENES)
def test_what_is_offered_can_be_done_and_what_is_not_has_a_reason(kind: str) -> None:
    scene = SCENES[kind]
    offered = {
        (offer.action, tuple(sorted(choice.items())))
        for offer in GAME.legal_now(scene.now, scene.options)
        for choice in offer.choices
    }
    legal, refused = 0, 0
    for action, params in everything():
        if (action, tuple(sorted(params.items()))) in offered:
            assert scene.refusal(action, **params) is None
            scene.tried(action, 3, params)
            legal += 1
        else:
            reason = scene.refusal(action, **params)
            assert reason
            with refuses(reason):
                scene.tried(action, 3, params)
            refused += 1
    assert legal
    assert refused


EVERYONE = {("check", name) for name in NAMES}
AT_REST = {(action, name) for action in ("short-rest", "long-rest") for name in NAMES}


def offers_of_players(kind: str) -> set[tuple[str, str]]:
    scene = SCENES[kind]
    return {(offer.action, offer.who) for offer in GAME.legal_now(scene.now, scene.options) if offer.by == "player"}


@pytest.mark.rule("TW-32", "TW-34", "TW-A23", "TW-A29")
def test_what_players_may_do_in_each_scene() -> None:
    attack_anywhere = {("attack", name) for name in NAMES}
    assert offers_of_players("at rest") - attack_anywhere == EVERYONE | AT_REST | {("drink", "Ada")}
    assert offers_of_players("one down, one Wounded") - attack_anywhere == (
        (EVERYONE - {("check", "Bo")})
        | (AT_REST - {("short-rest", "Ada")})
        | {("drink", "Ada"), ("stabilise", "Ada"), ("stabilise", "Cy")}
    )
    assert offers_of_players("one dead") - attack_anywhere == {
        one for one in EVERYONE | AT_REST | {("drink", "Ada")} if one[1] != "Cy"
    }
    unbegun = offers_of_players("a fight, nobody's turn begun")
    assert unbegun - {("end-turn", "Ada")} == EVERYONE | {("start-turn", "Ada")}
    assert offers_of_players("a turn begun, one down") == {
        ("check", "Ada"),
        ("check", "Bo"),
        ("attack", "Ada"),
        ("drink", "Ada"),
        ("stabilise", "Ada"),
        ("end-turn", "Ada"),
    }
    assert offers_of_players("no actions left") == EVERYONE | {("end-turn", "Ada")}


@pytest.mark.rule("TW-34", "TW-A19")
def test_in_critical_a_turn_cannot_be_skipped_past_its_strength_check() -> None:
    # the check is due at the start of every own turn: a turn that is not begun cannot be ended
    scene = SCENES["in Critical, turn not begun"]
    assert ("start-turn", "Ada") in scene.offers()
    assert ("end-turn", "Ada") not in scene.offers()


def test_a_refused_action_changes_nothing() -> None:
    scene = begun()
    before = scene.now
    for action, params in (
        ("take-damage", {"who": "Ada", "boxes": -1}),
        ("attack", {"who": "Bo", "target": "Ada"}),
        ("drink", {"who": "Ada"}),
        ("short-rest", {"who": "Ada"}),
        ("stabilise", {"who": "Ada", "patient": "Bo"}),
    ):
        assert scene.refusal(action, **params)
        with pytest.raises(Exception, match=r".+"):
            scene.do(action, 9, 8, **params)
    assert scene.now == before


@pytest.mark.rule("TW-34")
@pytest.mark.parametrize("seed", range(8))
def test_recorded_dice_replay_an_action(seed: int) -> None:
    scene = SCENES["in Critical, turn not begun"]
    rolled = GAME.act("start-turn", scene.now, {"who": "Ada"}, scene.options, random=Random(seed))
    again = GAME.act("start-turn", scene.now, {"who": "Ada"}, scene.options, faces=rolled.faces)
    assert (again.outcome, again.breakdown) == (rolled.outcome, rolled.breakdown)
