"""Actions within a Challenge: turns, facets, gangs, readying, reloading, forks."""

from typing import Any

import pytest
from light_dark_table import Scene, refuses

from rulewright.games.light_dark import GAME
from rulewright.readings import Need

SWORD: dict[str, Any] = {"gear": {"in_hand": "medium-melee"}}


def against(level: str = "dangerous", options: Any = None, gear: Any = None, **more: Any) -> Scene:
    """Ash (Strength 1, HP 9, Ego 4) faces the guard."""
    scene = Scene(options, Ash={"gear": gear or {"in_hand": "medium-melee"}})
    scene.do("start-challenge", name="guard", who="Ash", level=level, **more)
    return scene


def attack(scene: Scene, *faces: int, **more: Any) -> dict[str, Any]:
    return scene.do("challenge-turn", *faces, **{"who": "Ash", "challenge": "guard", "attribute": "strength"} | more)


def why_not(scene: Scene, **more: Any) -> str:
    return scene.refusal("challenge-turn", **{"who": "Ash", "challenge": "guard", "attribute": "strength"} | more)


@pytest.mark.rule("LD-52", "LD-53", "LD-54", "LD-56", "LD-65")
def test_a_turn_changes_both_sides() -> None:
    scene = against()
    found = attack(scene, 4, 3, 2)
    assert found == {
        "result": "complication",
        "disposition_left": 2,
        "hp_left": 7,
        "ego_left": 4,
        "shield_left": False,
        "end": "ongoing",
        "fork_due": False,
    }
    assert scene.state("Ash") == (7, 4, "up")
    assert attack(scene, 6, 4)["end"] == "overcome"
    assert why_not(scene) == "overcome"


@pytest.mark.rule("LD-22", "LD-23")
def test_a_turn_can_knock_a_pc_out() -> None:
    scene = against()
    assert attack(scene, 3, 6, 5)["end"] == "down"
    assert scene.state("Ash") == (0, 4, "unconscious")
    assert why_not(scene) == "attribute loss due"
    scene.do("lose-attribute", who="Ash", attribute="dexterity")
    assert why_not(scene) == "not up"


@pytest.mark.rule("LD-31", "LD-A14", "LD-A27")
def test_a_turn_can_cost_the_last_ego() -> None:
    scene = against()
    assert attack(scene, 1, 6, 6, 6, 6, 5, dark=4)["end"] == "overcome-lost"
    assert scene.state("Ash") == (9, 0, "lost")
    saved = against(options={"condition-at-zero": "yes"})
    assert attack(saved, 1, 6, 6, 6, 6, 5, dark=4, choices=("haunted",))["end"] == "overcome"
    assert saved.state("Ash") == (9, 4, "up")


@pytest.mark.rule("LD-62", "LD-A35")
def test_challenges_that_act_together_are_one_of_the_highest_level_or_above() -> None:
    assert against(count=3).now.challenges["guard"].facets["main"].level == "serious"
    mixed = against("trivial", with_levels=["serious", "dangerous"]).now.challenges["guard"]
    assert (mixed.facets["main"].level, mixed.facets["main"].disposition_left, mixed.count) == ("formidable", 15, 3)


@pytest.mark.rule("LD-63", "LD-A36", "LD-A37")
def test_facets_have_levels_of_their_own_and_one_is_enough() -> None:
    scene = against("serious")
    scene.do("add-facet", challenge="guard", name="talk", level="trivial")
    assert attack(scene, 6, 3)["disposition_left"] == 7
    found = attack(scene, 6, 2, facet="talk", tool="1d", attribute="resolve")
    assert (found["disposition_left"], found["end"]) == (0, "overcome")
    assert why_not(scene) == "overcome"
    assert why_not(against(), facet="talk") == "bad parameter"


@pytest.mark.rule("LD-63", "LD-A34", "LD-A36", "LD-A38")
def test_a_trivial_facet_fails_alone_and_words_cost_no_hp() -> None:
    # The bulky rival of the draft: Dangerous to fight, Trivial to be talked out of it.
    scene = against()
    scene.do("add-facet", challenge="guard", name="talk", level="trivial", attribute="resolve", tool="1d")
    found = attack(scene, 3, facet="talk")
    assert (found["result"], found["end"], found["hp_left"]) == ("fail", "failed", 9)
    assert scene.now.challenges["guard"].status == "open"
    assert why_not(scene, facet="talk") == "failed"
    assert attack(scene, 6, 5)["end"] == "overcome"


@pytest.mark.rule("LD-A36")
def test_a_challenge_is_lost_when_every_facet_has_failed() -> None:
    scene = against("trivial")
    scene.do("add-facet", challenge="guard", name="talk", level="trivial")
    attack(scene, 3, 2)
    assert scene.now.challenges["guard"].status == "open"
    assert attack(scene, 3, facet="talk")["end"] == "failed"
    assert scene.now.challenges["guard"].status == "failed"


@pytest.mark.rule("LD-63", "LD-A38", "LD-A49")
def test_the_gm_says_for_each_facet_what_its_effects_do() -> None:
    scene = against(hits="ask")
    with pytest.raises(Need) as waiting:
        attack(scene, 3)
    assert (waiting.value.who, waiting.value.choices) == ("guard", ("body", "fork", "nothing"))
    assert attack(scene, 3, 4, choices=("body",))["hp_left"] == 5
    assert attack(scene, 3, choices=("nothing",))["hp_left"] == 5
    forked = attack(scene, 3, choices=("fork",))
    assert (forked["hp_left"], forked["fork_due"]) == (5, True)
    assert scene.do("fork", 4, challenge="guard")["fork"] == "dangerous"
    for more in ({"attribute": "luck"}, {"challenge_dice": "d4"}, {"name": " "}):
        with refuses("bad parameter"):
            scene.do("add-facet", **{"challenge": "guard", "name": "talk"} | more)
    assert scene.refusal("add-facet", challenge="guard", name="main") == "name in use"
    assert scene.refusal("add-facet", challenge="guard", name="talk", level="easy") == "unknown level"
    assert scene.refusal("add-facet", challenge="guard", name="talk", tool="sword") == "unknown weapon"


@pytest.mark.rule("LD-48", "LD-A15")
def test_a_failure_in_a_challenge_can_be_granted_after_the_roll() -> None:
    scene = against()
    assert attack(scene, 2, 3)["result"] == "fail"
    assert scene.do("grant", 4, who="Ash") == {"disposition_left": 1, "end": "ongoing", "worse": ""}
    assert scene.state("Ash") == (6, 4, "up")  # what the guard did stays done
    assert attack(scene, 6, 1)["end"] == "overcome"
    assert scene.refusal("grant", who="Ash") == "nothing to grant"
    easy = against("trivial")
    assert attack(easy, 2, 3)["end"] == "failed"
    assert easy.now.challenges["guard"].status == "failed"
    assert easy.do("grant", 4, who="Ash")["end"] == "overcome"
    assert easy.now.challenges["guard"].status == "overcome"


@pytest.mark.rule("LD-53")
def test_without_a_name_everyone_who_is_up_faces_a_challenge_and_acts_in_turn() -> None:
    scene = Scene(Ash=SWORD, Bo=SWORD, Cy=SWORD)
    scene.do("edit", who="Cy", status="unconscious", hp=0)
    scene.do("start-challenge", name="flood")
    assert scene.now.challenges["flood"].faced_by == ("Ash", "Bo")
    turns = []
    for _ in range(3):
        status = GAME.fight(scene.now, scene.options)
        assert status is not None
        turns.append(status.turn)
        scene.do("challenge-turn", 3, 1, who=status.turn, challenge="flood", attribute="strength")
    assert turns == ["Ash", "Bo", "Ash"]
    with refuses("no one is up"):
        Scene().do("start-challenge", name="flood")


@pytest.mark.rule("LD-64", "LD-A34")
def test_a_trivial_challenge_is_over_after_one_action() -> None:
    scene = against("trivial")
    assert attack(scene, 3, 2)["end"] == "failed"
    assert why_not(scene) == "overcome"
    status = GAME.fight(scene.now, scene.options)
    assert status is not None
    assert (status.over, status.winner) == (True, "guard")


@pytest.mark.rule("LD-81", "LD-A43")
def test_the_player_is_asked_about_the_shield_once_the_effect_is_known() -> None:
    scene = against(gear={"in_hand": "medium-melee", "shield": True})
    with pytest.raises(Need) as waiting:
        attack(scene, 3, 5)
    assert (waiting.value.who, waiting.value.choices) == ("Ash", ("no", "yes"))
    assert attack(scene, 3, 5, choices=("no",))["hp_left"] == 5
    found = attack(scene, 3, 5, choices=("yes",))
    assert (found["hp_left"], found["shield_left"]) == (5, False)
    assert attack(scene, 3, 2)["hp_left"] == 3
    early = against(gear={"in_hand": "light-melee", "shield": True}, options={"shield-timing": "before-roll"})
    assert attack(early, 3, choices=("yes",))["hp_left"] == 9


@pytest.mark.rule("LD-70", "LD-75", "LD-A37")
def test_the_weapon_in_hand_sets_the_dice() -> None:
    both = against(gear={"in_hand": "medium-melee", "grip": "two"})
    assert attack(both, 6, 3)["disposition_left"] == 1
    bare = against(gear={"weapons": ["medium-melee"]})
    assert attack(bare, 6, 3, attribute="dexterity")["disposition_left"] == 2  # improvised: 2 - 1 dice, 1d3
    talking = against()
    assert attack(talking, 6, 4, tool="1d6+1", attribute="resolve")["disposition_left"] == 0


@pytest.mark.rule("LD-73", "LD-A47")
def test_a_burst_empties_the_weapon() -> None:
    scene = against("serious", gear={"in_hand": "medium-ranged"})
    assert scene.refusal("reload", who="Ash") == "already loaded"
    assert attack(scene, 6, 3, 4, burst=True)["disposition_left"] == 6
    assert why_not(scene) == "not loaded"
    assert scene.do("reload", who="Ash", challenge="guard") == {"hp_left": 9, "shield_left": False}
    assert attack(scene, 6, 3)["disposition_left"] == 1
    assert why_not(against(), burst=True) == "bad parameter"
    assert why_not(scene, burst=True, tool="1d") == "bad parameter"


@pytest.mark.rule("LD-74", "LD-A45", "LD-A46")
def test_readying_gives_a_light_die_for_one_shot() -> None:
    scene = against("serious", {"heavy-ranged-ready": "required"}, {"in_hand": "heavy-ranged"})
    assert why_not(scene) == "not ready"
    scene.do("ready", who="Ash", challenge="guard")
    assert scene.refusal("ready", who="Ash") == "already ready"
    assert attack(scene, 1, 6, 2, 5)["disposition_left"] == 5
    assert why_not(scene) == "not ready"
    assert against().refusal("ready", who="Ash") == "wrong weapon"
    assert against().refusal("reload", who="Ash") == "wrong weapon"


@pytest.mark.rule("LD-A46")
def test_where_readying_is_exposed_the_challenge_strikes() -> None:
    scene = against("serious", {"ready-cost": "exposed"}, {"in_hand": "heavy-ranged", "armour": "light"})
    assert scene.do("ready", 2, 4, who="Ash", challenge="guard")["hp_left"] == 6
    assert scene.now.characters["Ash"].readied


@pytest.mark.rule("LD-82", "LD-83", "LD-84", "LD-85", "LD-86", "LD-A49")
def test_a_forking_challenge_does_no_harm_and_opens_new_ones() -> None:
    scene = against("serious", hits="fork")
    found = attack(scene, 3)
    assert (found["hp_left"], found["fork_due"]) == (9, True)
    assert scene.do("fork", 6, 4, 3, challenge="guard") == {"fork": "serious", "name": "guard fork 1"}
    assert scene.do("fork", 1, 4, challenge="guard") == {"fork": "dangerous", "name": "guard fork 2"}
    opened = scene.now.challenges["guard fork 1"]
    assert (opened.facets["main"].level, opened.facets["main"].disposition_left) == ("serious", 10)
    assert against().refusal("fork", challenge="guard") == "not forking"
    assert against(challenge_dice="none", hits="fork").refusal("fork", challenge="guard") == "no effect dice"
    assert not attack(scene, 6, 3)["fork_due"]


@pytest.mark.rule("LD-69", "LD-82", "LD-A33", "LD-A49")
def test_no_fork_is_due_where_the_challenge_does_not_answer() -> None:
    quick = against("dangerous", None, {"in_hand": "light-melee"}, hits="fork")
    assert attack(quick, 4, 3)["fork_due"]
    assert attack(quick, 4, 3) == {
        "result": "complication",
        "disposition_left": 0,
        "hp_left": 9,
        "ego_left": 4,
        "shield_left": False,
        "end": "overcome",
        "fork_due": False,
    }
    assert not attack(against(challenge_dice="none", hits="fork"), 2)["fork_due"]


@pytest.mark.rule("LD-A38")
def test_a_challenge_without_dice_does_no_harm() -> None:
    assert attack(against(challenge_dice="none"), 2)["hp_left"] == 9


@pytest.mark.rule("LD-A39")
def test_a_challenge_can_be_left_by_the_gm_s_word() -> None:
    scene = against()
    scene.do("leave-challenge", challenge="guard")
    assert why_not(scene) == "overcome"
    assert scene.refusal("leave-challenge", challenge="guard") == "overcome"


@pytest.mark.rule("LD-53", "LD-57")
def test_what_starting_a_challenge_is_refused_for() -> None:
    scene = against()
    unknown: list[dict[str, Any]] = [{"level": "easy"}, {"with_levels": ["easy"]}]
    for more in unknown:
        assert scene.refusal("start-challenge", **{"name": "door", "who": "Ash"} | more) == "unknown level"
    assert scene.refusal("start-challenge", name="guard", who="Ash") == "name in use"
    assert scene.refusal("start-challenge", name="Ash", who="Ash") == "name in use"
    bad: list[dict[str, Any]] = [{"count": 0}, {"challenge_dice": "d4"}, {"name": " "}, {"who": "Bo"}]
    for more in bad:
        with refuses("bad parameter"):
            scene.do("start-challenge", **{"name": "door", "who": "Ash"} | more)


@pytest.mark.rule("LD-45", "LD-A11", "LD-A12")
def test_what_a_turn_is_refused_for() -> None:
    scene = against(options={"zero-dice": "forbid"})
    assert why_not(scene, dark=21) == "dark range"
    assert why_not(scene, relevant=False) == "no dice"
    assert why_not(scene, challenge="door") == "bad parameter"


@pytest.mark.rule("LD-53", "LD-54")
def test_the_tracker_says_what_is_left_and_whether_it_is_over() -> None:
    scene = Scene(Ash={})
    assert GAME.fight(scene.now, scene.options) is None
    scene = against()
    status = GAME.fight(scene.now, scene.options)
    assert status is not None
    assert (status.order, status.round, status.turn, status.over) == (("Ash", "guard"), 1, "Ash", False)
    assert status.left == {}, "an action is all that a turn has"
    attack(scene, 6, 5)
    status = GAME.fight(scene.now, scene.options)
    assert status is not None
    assert (status.round, status.over, status.winner) == (2, True, "Ash")


@pytest.mark.rule("LD-52", "LD-53")
def test_a_challenge_that_has_the_name_of_a_character_can_still_be_played() -> None:
    scene = against()
    scene.now = scene.now.with_challenge("Ash", scene.now.challenge("guard"))  # tables of before can have one
    assert attack(scene, 4, 3, 2, challenge="Ash") == attack(against(), 4, 3, 2)
    assert scene.now.challenge("Ash").facets["main"].disposition_left == 2
    assert scene.state("Ash")[0] == 7
    assert ("challenge-turn", "Ash") in scene.offers()


@pytest.mark.rule("LD-56")
def test_a_turn_in_play_can_be_priced() -> None:
    scene = against()
    params = {"who": "Ash", "challenge": "guard", "attribute": "strength"}
    odds = GAME.action_odds("challenge-turn", scene.now, params, scene.options)
    alone = GAME.odds("challenge-turn", {"attribute": 1, "ego": 4, "hp": 9, "weapon": "medium-melee"})
    assert odds.map(lambda one: (one.disposition_left, one.hp_left, one.end)) == alone.map(
        lambda one: (one.disposition_left, one.hp_left, one.end)
    )
