"""A fight in play: turns, attacks, potions, helpers, and a whole fight from beginning to end."""

from typing import Any

import pytest
from twelves_table import ADA_FIRST, SCORES, Scene, begun, dead, duel, fallen, outcome, refuses

from rulewright.games.twelves import GAME

MISS, HIT, CRITICAL = (2, 3), (9, 8), (7, 7)


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
def test_healing_a_character_in_their_turn_gives_no_action() -> None:
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


@pytest.mark.rule("TW-A21", "TW-A23")
def test_felled_in_one_s_own_turn_a_character_cannot_act() -> None:
    scene = begun(Ada={"potions": 1})
    scene.do("take-damage", who="Ada", boxes=6)
    for action, params in (("attack", {"target": "Bo"}), ("drink", {})):
        with refuses("cannot act"):
            scene.do(action, *HIT, who="Ada", **params)
    scene.do("end-turn", who="Ada")
    assert scene.now.fight.turn == "Bo"


def test_a_fight_begins_once_and_ends_once() -> None:
    scene = duel()
    with refuses("in a fight"):
        scene.do("start-fight", *ADA_FIRST)
    scene.do("end-fight")
    with refuses("no fight"):
        scene.do("end-fight")
    assert GAME.fight(scene.now, scene.options) is None


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


@pytest.mark.rule("TW-37", "TW-42", "TW-A27", "TW-A28")
def test_the_gm_may_treat_a_character_with_dice() -> None:
    scene = fallen()
    assert scene.do("treat", who="Bo", source="medical")["healed"] == 0
    assert scene.do("treat", 1, 2, who="Bo", source="magic", d4s=2, flat=1)["healed"] == 4
    assert scene.do("treat", 2, who="Bo")["damage"] == 0
    with refuses("character is dead"):
        dead("Bo").do("treat", 1, who="Bo")


@pytest.mark.rule("TW-A32")
def test_the_odds_of_an_attack_in_play_are_those_of_the_roll() -> None:
    scene = begun({"attack-defence": "dodge"})
    params = {"who": "Ada", "target": "Bo", "ability": "FIN", "weapon": 2}
    found = GAME.action_odds("attack", scene.now, params, scene.options)
    assert found == GAME.odds("attack", {"score": 7, "weapon": 2, "target_agi": 9}, {"attack-defence": "dodge"})


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
    assert scene.do("stabilise", 6, 5, who="Ada", patient="Bo") == {
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
        scene.do("start-turn", who=scene.now.fight.turn)
        scene.do("end-turn", who=scene.now.fight.turn)
    scene.do("take-damage", who="Bo", boxes=6)
    for _ in range(3):
        turns.append((scene.now.fight.round, scene.now.fight.turn))
        scene.do("start-turn", who=scene.now.fight.turn)
        scene.do("end-turn", who=scene.now.fight.turn)
    assert turns == [(1, "Ada"), (1, "Bo"), (1, "Cy"), (2, "Ada"), (2, "Cy"), (3, "Ada")]
