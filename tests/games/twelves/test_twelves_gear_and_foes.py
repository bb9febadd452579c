"""Potions for others, weapons on sheets, foes of any kind, and actions that every use of a turn costs."""

from typing import Any

import pytest
from twelves_table import Scene, begun, created, duel, refuses

from rulewright.game.table_plans import planned_moves
from rulewright.games.twelves import GAME
from rulewright.games.twelves.data import ABILITIES, FOES

ODD = {"AGI": 0, "STR": 14, "FIN": 20, "INS": 3, "PRE": 3, "KNO": 3}


# --- potions


@pytest.mark.rule("TW-37", "TW-A26", "TW-A28")
def test_a_potion_wakes_a_fallen_friend() -> None:
    scene = Scene(Ada={"potions": 1}, Bo={})
    scene.do("take-damage", who="Bo", boxes=6)
    assert scene.state("Bo") == (6, "incapacitated")
    healed = scene.do("drink", 3, who="Ada", patient="Bo")
    assert (healed["healed"], healed["tier"], healed["state"]) == (3, "wounded", "active")
    assert scene.state("Bo") == (3, "active")
    assert (scene.now.characters["Ada"].potions, scene.now.characters["Bo"].potions) == (0, 0)
    with refuses("no potion left"):
        scene.do("drink", 3, who="Ada", patient="Bo")


@pytest.mark.rule("TW-A22", "TW-A28")
def test_the_dead_drink_nothing_and_the_fallen_pour_nothing() -> None:
    scene = Scene(Ada={"potions": 1}, Bo={"potions": 1})
    scene.do("die", who="Bo")
    with refuses("character is dead"):
        scene.do("drink", 1, who="Ada", patient="Bo")
    with refuses("character is dead"):
        scene.do("hand-potion", who="Ada", to="Bo")
    scene.do("take-damage", who="Ada", boxes=6)
    with refuses("cannot act"):
        scene.do("drink", 1, who="Ada")


@pytest.mark.rule("TW-32", "TW-A28")
def test_pouring_and_handing_over_cost_an_action_in_a_fight() -> None:
    scene = Scene(Ada={"potions": 2}, Bo={}, Cy={"npc": True})
    scene.do("start-fight", 12, 11, 9, 8, 2, 3)
    with refuses("turn not begun"):
        scene.do("hand-potion", who="Ada", to="Bo")
    scene.do("start-turn", who="Ada")
    assert scene.do("hand-potion", who="Ada", to="Bo") == {"text": "Ada hands Bo a potion"}
    scene.do("drink", 2, who="Ada", patient="Bo")
    assert scene.now.fight.actions == 0
    assert (scene.now.characters["Ada"].potions, scene.now.characters["Bo"].potions) == (0, 1)
    with refuses("not your turn"):
        scene.do("hand-potion", who="Bo", to="Ada")


@pytest.mark.rule("TW-A28")
def test_the_gm_hands_out_potions_later() -> None:
    scene = Scene(Ada={})
    assert scene.do("grant-potions", who="Ada", count=3) == {"text": "Ada has 3 potions"}
    assert scene.do("grant-potions", who="Ada", count=-2) == {"text": "Ada has 1 potion"}
    with refuses("not so many potions: Ada has 1"):
        scene.do("grant-potions", who="Ada", count=-2)


@pytest.mark.rule("TW-37", "TW-A28")
def test_treatment_with_a_potion_uses_one_of_the_patient_s_or_of_another() -> None:
    scene = Scene(Ada={"potions": 1}, Bo={"potions": 1})
    scene.do("take-damage", who="Bo", boxes=5)
    scene.do("treat", 2, who="Bo", source="potion")
    assert scene.now.characters["Bo"].potions == 0
    with refuses("no potion left: Bo has none"):
        scene.do("treat", 2, who="Bo", source="potion")
    scene.do("treat", 2, who="Bo", source="potion", potion_of="Ada")
    assert (scene.now.characters["Ada"].potions, scene.state("Bo")) == (0, (1, "active"))
    scene.do("treat", 1, who="Bo", source="magic")
    with refuses("no potion is used"):
        scene.do("treat", 1, who="Bo", source="medical", potion_of="Ada")


# --- the GM's characters


@pytest.mark.rule("TW-A1", "TW-A2", "TW-A3", "TW-A4", "TW-A12")
@pytest.mark.parametrize("options", [{}, {"score-method": "points", "normal-boxes": "rank", "tags-max": 0}])
def test_a_character_of_the_gm_has_any_stats(options: dict[str, Any]) -> None:
    found = created(options, npc=True, scores=ODD, rank=0, normal_boxes=9, tags=["horned", "old", "hungry", "vain"])
    assert (found["scores"], found["rank"], found["normal_boxes"]) == (ODD, 0, 9)
    for refused in ({"scores": ODD}, {"rank": 0}):
        with refuses("score" if "scores" in refused else "rank out of range"):
            created({"score-method": "free"}, **refused)


@pytest.mark.rule("TW-A1", "TW-A34")
def test_the_gm_edits_their_own_characters_beyond_the_limits() -> None:
    scene = Scene(Ada={}, Imp={"npc": True})
    scene.do("edit", who="Imp", changes={"scores": ODD, "rank": 0})
    assert (scene.now.characters["Imp"].scores.STR, scene.now.characters["Imp"].rank) == (14, 0)
    with refuses("score out of range"):
        scene.do("edit", who="Ada", changes={"scores": ODD})


@pytest.mark.rule("TW-A34")
@pytest.mark.parametrize("kind", FOES)
def test_every_foe_to_begin_with_can_be_made_and_changed(kind: str) -> None:
    found = created(None, foe=kind, scores=ODD, name="Sal")
    assert (found["name"], found["scores"], found["npc"]) == ("Sal", ODD, True)
    made = GAME.new_sheet({"foe": kind})
    assert made["name"] == kind.capitalize()
    assert tuple(made["scores"][ability] for ability in ABILITIES) == FOES[kind].scores
    assert len(made["weapons"]) >= 1


@pytest.mark.rule("TW-A34")
def test_foes_join_by_kind_and_number() -> None:
    scene = Scene(Ada={})
    assert scene.do("add-foe", foe="guard", count=2) == {"text": "Guard 1, Guard 2: a guard on duty"}
    scene.do("add-foe", foe="monster", name="The Thing")
    assert list(scene.now.characters) == ["Ada", "Guard 1", "Guard 2", "The Thing"]
    with refuses("unknown foe: dragon (allowed: rabble, guard, archer, hound, captain, brute, monster)"):
        scene.do("add-foe", foe="dragon")
    with refuses("name in use"):
        scene.do("add-foe", foe="monster", name="The Thing")


# --- weapons


@pytest.mark.rule("TW-A32")
def test_an_attack_is_made_with_the_weapon_on_the_sheet() -> None:
    armed = [{"name": "knife", "ability": "FIN"}, "club"]
    scene = Scene(
        Ada={"weapons": armed}, Imp={"npc": True, "weapons": [{"name": "claws", "boxes": 3, "crit_extra": 2}]}
    )
    # FIN 7 makes the target number 13; STR 8 makes it 12
    assert scene.do("attack", 6, 6 + 1, who="Ada", target="Imp")["result"] == "hit"
    assert scene.do("attack", 5, 7, who="Ada", target="Imp")["result"] == "miss"
    assert scene.do("attack", 5, 7, who="Ada", target="Imp", using="club")["result"] == "hit"
    assert scene.do("attack", 5, 7, who="Ada", target="Imp", ability="STR")["result"] == "hit"
    assert scene.do("attack", 12, 11, who="Ada", target="Imp", weapon=2)["dealt"] == 2
    assert scene.do("attack", 12, 11, 10, who="Imp", target="Ada")["dealt"] == 3
    with refuses("unknown weapon: bow is not on the sheet (there: knife, club)"):
        scene.do("attack", 5, 7, who="Ada", target="Imp", using="bow")


@pytest.mark.rule("TW-A32", "TW-A34")
def test_the_gm_gives_better_weapons_than_a_new_character_has() -> None:
    with refuses("weapon out of range"):
        created(None, weapons=[{"name": "cannon", "boxes": 5}])
    with refuses("duplicate weapon: Axe"):
        created(None, weapons=["axe", "Axe"])
    for bad in ([{"ability": "STR"}], "axe", [{"name": "axe", "boxes": 21}]):
        with refuses("bad parameter: weapons"):
            created(None, weapons=bad)
    with refuses("unknown ability: LCK"):
        created(None, weapons=[{"name": "axe", "ability": "LCK"}])
    scene = Scene(Ada={"weapons": ["axe"]}, Bo={})
    scene.do("give-weapon", who="Ada", weapon="cannon", boxes=5, ability="KNO")
    assert [one.name for one in scene.now.characters["Ada"].weapons] == ["axe", "cannon"]
    scene.do("ready-weapon", who="Ada", weapon="cannon")
    assert scene.do("attack", 12, 11, who="Ada", target="Bo")["dealt"] == 5
    scene.do("take-weapon", who="Ada", weapon="Cannon")
    assert [one.name for one in scene.now.characters["Ada"].weapons] == ["axe"]


@pytest.mark.rule("TW-A23", "TW-A32")
def test_a_fallen_character_readies_no_weapon() -> None:
    scene = Scene(Ada={"weapons": ["axe", "pin"]}, Bo={})
    scene.do("take-damage", who="Ada", boxes=6)
    with refuses("cannot act"):
        scene.do("ready-weapon", who="Ada", weapon="pin")
    readied = {offer.who for offer in GAME.legal_now(scene.now, scene.options) if offer.action == "ready-weapon"}
    assert "Ada" not in readied


@pytest.mark.rule("TW-A32")
def test_with_several_weapons_each_is_a_choice_of_the_solver() -> None:
    arms = [{"name": "pin", "boxes": 0, "crit_extra": 1}, {"name": "axe", "boxes": 2}]
    scene = begun(Ada={"npc": True, "weapons": arms})
    rules = GAME.fights
    assert rules is not None
    roster = rules.roster_of(scene.now, scene.options, ("Ada", "Bo"), {"Ada": "a", "Bo": "b"}, {})
    position = rules.position_of(scene.now, scene.options, roster)
    acts = rules.acts(scene.options, position, roster)
    assert [dict(act.params) for act in acts] == [{"target": "Bo"}, {"target": "Bo", "using": "axe"}]
    wanted, last = planned_moves(rules, "best", scene.now, scene.options, "Ada", ["Bo"])
    assert wanted.params == {"who": "Ada", "target": "Bo", "using": "axe"}
    assert last.action == "end-turn"


# --- actions


@pytest.mark.rule("TW-32")
def test_every_use_of_a_turn_costs_its_action() -> None:
    scene = duel()
    with refuses("turn not begun"):
        scene.do("check", 3, 4, who="Ada", ability="INS")
    scene.do("start-turn", who="Ada")
    scene.do("check", 3, 4, who="Ada", ability="INS")
    assert scene.do("use-action", who="Ada", words="bars the door") == {"text": "Ada: bars the door"}
    assert scene.now.fight.actions == 0
    for action, params in (("check", {"ability": "INS"}), ("use-action", {})):
        with refuses("no actions left"):
            scene.do(action, 3, 4, who="Ada", **params)
    with refuses("not your turn"):
        scene.do("check", 3, 4, who="Bo", ability="INS")
    scene.do("check", 3, 4, who="Bo", ability="INS", free=True)
    scene.do("check", 3, 4, who="Ada", ability="INS", free=True)


@pytest.mark.rule("TW-32")
def test_there_is_no_action_to_use_outside_a_fight() -> None:
    scene = Scene(Ada={}, Bo={})
    with refuses("no fight"):
        scene.do("use-action", who="Ada")
    scene.do("check", 3, 4, who="Ada", ability="INS")


@pytest.mark.rule("TW-01", "TW-02", "TW-08")
def test_the_common_uses_stand_beside_the_abilities() -> None:
    scene = Scene(Ada={})
    (check,) = [one for one in GAME.legal_now(scene.now, scene.options) if one.action == "check"]
    assert set(check.notes["ability"]) == set(ABILITIES)
    assert check.notes["ability"]["FIN"].startswith("Finesse: sleight of hand, lockpicking")
    scores = next(step for step in GAME.creation if step.field == "scores")
    for options in ({}, {"score-method": "points"}, {"score-method": "free"}):
        form: Any = scores.legal(GAME.table_options(options), {}).form
        assert [entry.note.split(":")[0] for entry in form.names] == [one.name for one in ABILITIES.values()]
