"""Actions on characters: risk, Ego, damage, Attribute loss, scenes, rest, Conditions, XP and Advancements."""

from typing import Any

import pytest
from light_dark_table import ASH, Scene, refuses
from msgspec import to_builtins

from rulewright.game.who_may import setter_of
from rulewright.games.light_dark import GAME
from rulewright.readings import Need

FULL: dict[str, Any] = {"attributes": {"strength": 2, "dexterity": 2, "insight": 2, "resolve": 2}}


def tough(**more: Any) -> dict[str, Any]:
    return {"advancements": [{"name": "tough"}]} | more


@pytest.mark.rule("LD-01", "LD-02")
def test_a_character_joins_once() -> None:
    scene = Scene(Ash={})
    assert scene.state("Ash") == (9, 4, "up")
    assert scene.refusal("create", character=ASH) == "name in use"
    scene.do("start-challenge", name="guard")
    assert scene.refusal("create", character=ASH | {"name": "guard"}) == "name in use"
    assert scene.refusal("create", character=ASH | {"name": ""}) == "missing name"


# --- risk and Ego


@pytest.mark.rule("LD-40", "LD-42", "LD-45", "LD-46", "LD-51")
def test_a_risky_action_takes_its_dice_from_the_sheet() -> None:
    scene = Scene(Ash={"skills": {"climbing": {"attribute": "strength", "dice": 1}}})
    found = scene.do("risky-action", 2, 5, 4, who="Ash", attribute="strength", skill="climbing", dark=1)
    assert found == {"result": "complication", "ego_left": 3, "lost": False}
    assert scene.state("Ash") == (9, 3, "up")
    assert scene.refusal("risky-action", who="Ash", attribute="insight", skill="climbing") == "unknown skill"
    assert scene.refusal("risky-action", who="Ash", attribute="strength", skill="diving") == "unknown skill"


@pytest.mark.rule("LD-43", "LD-79", "LD-A9", "LD-A44")
def test_unfit_actions_and_armour_take_light_dice() -> None:
    scene = Scene({"zero-dice": "forbid"}, Ash={})
    assert scene.refusal("risky-action", who="Ash", attribute="dexterity", relevant=False) == "no dice"
    assert scene.do("risky-action", 6, who="Ash", attribute="dexterity", light_mod=-1)["result"] == "success"


@pytest.mark.rule("LD-79", "LD-A44")
def test_heavy_armour_hinders_what_the_gm_says_it_hinders() -> None:
    scene = Scene({"zero-dice": "forbid"}, Ash={"gear": {"armour": "heavy"}}, Bo={})
    assert scene.refusal("risky-action", who="Ash", attribute="strength", hindered=True) == "no dice"
    assert scene.do("risky-action", 5, who="Ash", attribute="strength")["result"] == "complication"
    assert scene.do("risky-action", 5, who="Bo", attribute="strength", hindered=True)["result"] == "complication"
    scene.do("start-challenge", name="chase", who="Ash")
    chased = {"who": "Ash", "challenge": "chase", "attribute": "strength"}
    assert scene.refusal("challenge-turn", **chased, hindered=True) == "no dice"


@pytest.mark.rule("LD-47", "LD-48", "LD-A15")
def test_the_gm_may_grant_a_failure() -> None:
    scene = Scene(Ash={})
    assert scene.refusal("grant", who="Ash") == "nothing to grant"
    assert scene.do("risky-action", 2, who="Ash", attribute="strength")["result"] == "fail"
    found = scene.do("grant", who="Ash", worse="the rope is cut")
    assert found == {"disposition_left": None, "end": None, "worse": "the rope is cut"}
    assert scene.refusal("grant", who="Ash") == "nothing to grant"  # once only
    scene.do("risky-action", 2, who="Ash", attribute="strength")
    scene.do("risky-action", 5, who="Ash", attribute="strength")
    assert scene.refusal("grant", who="Ash") == "nothing to grant"  # the last one did not fail


@pytest.mark.rule("LD-26", "LD-31")
def test_a_pc_without_ego_is_lost() -> None:
    scene = Scene(Ash={})
    found = scene.do("risky-action", 6, 6, 6, 6, 5, who="Ash", attribute="strength", dark=4)
    assert (found["result"], found["lost"]) == ("success", True)
    assert scene.state("Ash") == (9, 0, "lost")
    assert scene.refusal("risky-action", who="Ash", attribute="strength") == "not up"
    assert scene.refusal("rest", who="Ash") == "not up"
    assert scene.refusal("spend-ego", who="Ash") == "not enough ego"
    assert scene.refusal("take-condition", who="Ash", condition="shaky") == "lost"


@pytest.mark.rule("LD-45", "LD-A11", "LD-A12")
def test_what_a_risky_action_is_refused_for() -> None:
    scene = Scene({"zero-dice": "forbid"}, Ash=tough())
    assert scene.refusal("risky-action", who="Ash", attribute="insight") == "no dice"
    assert scene.refusal("risky-action", who="Ash", attribute="strength", dark=21) == "dark range"
    assert scene.refusal("risky-action", who="Ash", attribute="strength", dark=-1) == "dark range"
    assert scene.refusal("risky-action", who="Ash", attribute="luck") == "bad parameter"
    assert scene.refusal("risky-action", who="Bo", attribute="strength") == "bad parameter"


@pytest.mark.rule("LD-26", "LD-31")
def test_ego_can_be_paid() -> None:
    scene = Scene(Ash={})
    assert scene.do("spend-ego", who="Ash", amount=3) == {"ego_left": 1, "lost": False}
    for amount in (0, -1, 2):
        assert scene.refusal("spend-ego", who="Ash", amount=amount) == "not enough ego"
    assert scene.do("spend-ego", who="Ash") == {"ego_left": 0, "lost": True}


@pytest.mark.rule("LD-26", "LD-A51")
def test_a_steady_hand_costs_ego_for_a_light_die() -> None:
    scene = Scene(Ash={"advancements": [{"name": "steady-hand"}]}, Bo={})
    assert scene.do("risky-action", 2, 6, who="Ash", attribute="strength", steady="steady-hand")["ego_left"] == 3
    assert scene.refusal("risky-action", who="Bo", attribute="strength", steady="steady-hand") == "unknown advancement"
    paid: dict[str, Any] = {"who": "Ash", "steady": "steady-hand"}
    assert scene.do("risky-action", 6, **paid, attribute="strength", light_mod=-1)["result"] == "success"
    scene.do("spend-ego", who="Ash", amount=1)
    assert scene.refusal("risky-action", who="Ash", attribute="strength", steady="steady-hand") == "not enough ego"


@pytest.mark.rule("LD-26", "LD-A51")
def test_a_second_wind_works_once_a_scene() -> None:
    scene = Scene(Ash={"advancements": [{"name": "second-wind"}]}, Bo={})
    scene.do("damage", who="Ash", effect=7)
    assert scene.do("second-wind", 6, who="Ash") == {"hp": 8, "ego_left": 3}
    assert scene.refusal("second-wind", who="Ash") == "used this scene"
    scene.do("end-scene")
    assert scene.do("second-wind", 6, who="Ash") == {"hp": 9, "ego_left": 2}
    assert scene.refusal("second-wind", who="Bo") == "unknown advancement"


# --- harm


@pytest.mark.rule("LD-17", "LD-76", "LD-77", "LD-81")
def test_damage_goes_through_armour_and_shield() -> None:
    scene = Scene(Ash={"gear": {"armour": "light", "shield": True}})
    assert scene.do("damage", who="Ash", effect=4)["hp"] == 7
    assert scene.do("damage", who="Ash", effect=9, sacrifice=True)["hp"] == 7
    assert not scene.sheet("Ash")["gear"]["shield"]
    assert scene.refusal("damage", who="Ash", effect=9, sacrifice=True) == "no shield"
    assert scene.do("damage", who="Ash", effect=4)["hp"] == 4


@pytest.mark.rule("LD-22", "LD-23", "LD-24", "LD-A21", "LD-A23", "LD-A25")
def test_at_0_hp_an_attribute_point_is_chosen_before_anything_else() -> None:
    scene = Scene(Ash={}, Bo={})
    found = scene.do("damage", who="Ash", effect=30)
    assert found == {"harm": 30, "hp": 0, "shield_left": False, "attribute_loss_due": True}
    for action, more in (
        ("risky-action", {"attribute": "strength"}),
        ("damage", {}),
        ("rest", {}),
        ("spend-ego", {}),
        ("equip", {}),
    ):
        assert scene.refusal(action, who="Ash", **more) == "attribute loss due"
    assert scene.refusal("end-scene") == "attribute loss due"
    assert scene.refusal("rest", who="Bo") == ""
    assert scene.refusal("lose-attribute", who="Ash", attribute="luck") == "unknown attribute"
    lost = scene.do("lose-attribute", who="Ash", attribute="dexterity")
    assert lost == {"attribute": "dexterity", "value": 1, "status": "unconscious", "knockouts_left": 4}
    assert scene.refusal("lose-attribute", who="Ash", attribute="strength") == "no loss due"
    for action, more in (("risky-action", {"attribute": "strength"}), ("rest", {}), ("equip", {})):
        assert scene.refusal(action, who="Ash", **more) == "not up"
    scene.do("end-scene")
    assert scene.state("Ash") == (1, 4, "up")


@pytest.mark.rule("LD-10", "LD-11", "LD-A22")
def test_an_attribute_below_0_kills() -> None:
    scene = Scene(Ash=tough())
    scene.do("damage", who="Ash", effect=30)
    assert scene.do("lose-attribute", who="Ash", attribute="insight")["status"] == "dead"
    assert scene.refusal("damage", who="Ash") == "not up"
    scene.do("end-scene")
    assert scene.state("Ash")[2] == "dead"
    assert scene.sheet("Ash")["knockouts_left"] == 0


@pytest.mark.rule("LD-A24")
@pytest.mark.parametrize(("ruling", "due"), [("none", False), ("attribute", True)])
def test_hitting_someone_who_is_down(ruling: str, due: bool) -> None:
    scene = Scene({"hit-while-down": ruling}, Ash={})
    scene.do("damage", who="Ash", effect=30)
    scene.do("lose-attribute", who="Ash", attribute="dexterity")
    assert scene.do("damage", who="Ash", effect=1)["attribute_loss_due"] == due


@pytest.mark.rule("LD-10", "LD-A26")
def test_the_gm_can_cost_a_pc_an_attribute_point() -> None:
    scene = Scene(Ash={})
    found = scene.do("cost-attribute", who="Ash", attribute="resolve")
    assert found == {"attribute": "resolve", "value": 0, "status": "up", "knockouts_left": 4}
    assert scene.do("cost-attribute", who="Ash", attribute="resolve")["status"] == "dead"


@pytest.mark.rule("LD-10", "LD-A19")
def test_a_lost_attribute_lowers_the_maxima_only_where_they_are_worked_out_anew() -> None:
    keeps, derives = Scene(Ash=tough()), Scene({"attribute-change": "rederives"}, Ash=tough())
    for scene, hp, ego in ((keeps, 11, 4), (derives, 10, 3)):
        scene.do("cost-attribute", who="Ash", attribute="strength")
        scene.do("cost-attribute", who="Ash", attribute="resolve")
        assert (scene.sheet("Ash")["max_hp"], scene.sheet("Ash")["max_ego"]) == (hp, ego)
        assert scene.state("Ash") == (hp, ego, "up")


@pytest.mark.rule("LD-20", "LD-21", "LD-29")
def test_rest_gives_hp_back_but_no_ego() -> None:
    scene = Scene(Ash={})
    scene.do("damage", who="Ash", effect=6)
    scene.do("spend-ego", who="Ash", amount=2)
    assert scene.do("rest", who="Ash", days=2) == {"hp": 5}
    assert scene.do("rest", who="Ash", days=1, attended=True) == {"hp": 7}
    assert scene.do("rest", who="Ash", days=9) == {"hp": 9}
    assert scene.state("Ash") == (9, 2, "up")
    assert scene.refusal("rest", who="Ash", days=-1) == "bad parameter"


# --- Conditions


@pytest.mark.rule("LD-30", "LD-39", "LD-A27", "LD-A52")
def test_a_condition_restores_ego_and_stays() -> None:
    scene = Scene(Ash={})
    assert scene.refusal("take-condition", who="Ash", condition="shaky") == "ego full"
    scene.do("spend-ego", who="Ash", amount=3)
    assert scene.refusal("take-condition", who="Ash", condition=" ") == "unknown condition"
    assert scene.do("take-condition", who="Ash", condition="shaky") == {"ego_left": 4, "lost": False}
    assert scene.sheet("Ash")["light"]["dexterity"] == 1
    scene.do("spend-ego", who="Ash", amount=1)
    assert scene.refusal("take-condition", who="Ash", condition="shaky") == "condition held"
    assert scene.refusal("remove-condition", who="Ash", condition="haunted") == "condition not held"
    scene.do("remove-condition", who="Ash", condition="shaky")
    assert scene.state("Ash") == (9, 3, "up")
    assert scene.sheet("Ash")["light"]["dexterity"] == 2


@pytest.mark.rule("LD-A52")
@pytest.mark.parametrize(
    ("condition", "attribute"),
    [("worn-out", "strength"), ("shaky", "dexterity"), ("distracted", "insight"), ("subdued", "resolve")],
)
def test_the_starter_conditions_each_lessen_one_attribute(condition: str, attribute: str) -> None:
    scene = Scene(Ash=FULL | tough())
    scene.do("spend-ego", who="Ash")
    scene.do("take-condition", who="Ash", condition=condition)
    light = scene.sheet("Ash")["light"]
    assert {name for name, dice in light.items() if dice == 1} == {attribute}


@pytest.mark.rule("LD-31", "LD-A27")
def test_a_condition_can_save_someone_at_ego_0_where_the_table_allows_it() -> None:
    scene = Scene({"condition-at-zero": "yes"}, Ash={})
    with pytest.raises(Need) as waiting:
        scene.do("spend-ego", who="Ash", amount=4)
    assert waiting.value.who == "Ash"
    assert "haunted" in waiting.value.choices
    assert scene.do("spend-ego", choices=("haunted",), who="Ash", amount=4) == {"ego_left": 4, "lost": False}
    assert scene.do("spend-ego", choices=("no",), who="Ash", amount=4) == {"ego_left": 0, "lost": True}


# --- XP


@pytest.mark.rule("LD-32", "LD-34", "LD-35", "LD-A30")
def test_eight_xp_bring_an_advancement() -> None:
    scene = Scene(Ash={})
    assert scene.do("gain-xp", who="Ash", amount=7) == {"xp": 7, "due": 0}
    assert scene.refusal("advance", who="Ash", name="tough") == "not due"
    assert scene.do("gain-xp", who="Ash") == {"xp": 8, "due": 1}
    for amount in (0, -3):
        assert scene.refusal("gain-xp", who="Ash", amount=amount) == "bad amount"
    assert scene.refusal("advance", who="Ash", name="wings") == "unknown advancement"
    assert scene.refusal("advance", who="Ash", name="extra-attribute", attribute="dexterity") == "attribute at maximum"
    assert scene.refusal("advance", who="Ash", name="extra-attribute", attribute="luck") == "unknown attribute"
    assert scene.refusal("advance", who="Ash", name="extra-skill", skill="climbing") == "unknown skill"
    scene.do("advance", who="Ash", name="tough")
    sheet = scene.sheet("Ash")
    assert (sheet["max_hp"], sheet["max_ego"], sheet["hp"], sheet["ego"]) == (12, 5, 9, 4)
    assert scene.refusal("advance", who="Ash", name="tough") == "not due"


@pytest.mark.rule("LD-19", "LD-A20")
def test_current_values_rise_with_the_maxima_only_by_ruling() -> None:
    scene = Scene({"advance-current": "yes"}, Ash=FULL | tough())
    scene.do("damage", who="Ash", effect=3)
    scene.do("gain-xp", who="Ash", amount=8)
    scene.do("advance", who="Ash", name="tough")
    assert scene.state("Ash") == (12, 6, "up")  # 12 - 3, then + 1 + 2; Ego stays at its ceiling


@pytest.mark.rule("LD-36", "LD-37", "LD-A18")
def test_the_tenth_advancement_from_xp_may_raise_an_attribute_to_3() -> None:
    scene = Scene(Ash={})
    scene.do("gain-xp", who="Ash", amount=80)
    for _ in range(9):
        assert (
            scene.refusal("advance", who="Ash", name="extra-attribute", attribute="dexterity") == "attribute at maximum"
        )
        scene.do("advance", who="Ash", name="tough")
    scene.do("advance", who="Ash", name="extra-attribute", attribute="dexterity")
    assert scene.sheet("Ash")["attributes"]["dexterity"] == 3


@pytest.mark.rule("LD-A42")
def test_gear_can_be_changed() -> None:
    scene = Scene(Ash={"gear": {"weapons": ["heavy-melee"], "in_hand": "light-melee", "shield": True}})
    assert scene.refusal("equip", who="Ash", in_hand="heavy-melee") == "two handed with shield"
    scene.do("equip", who="Ash", in_hand="heavy-melee", shield=False)
    assert scene.sheet("Ash")["gear"]["in_hand"] == "heavy-melee"
    assert scene.refusal("equip", who="Ash", in_hand="sword") == "unknown weapon"
    assert scene.refusal("equip", who="Ash", armour="plate") == "unknown armour"
    scene.do("equip", who="Ash", in_hand="nothing", armour="light")
    assert scene.sheet("Ash")["gear"] == {
        "weapons": ("heavy-melee", "light-melee"),
        "in_hand": None,
        "grip": "one",
        "armour": "light",
        "shield": False,
    }
    scene.do("equip", who="Ash", carries=["light-ranged"])
    assert scene.sheet("Ash")["gear"]["weapons"] == ("light-ranged",)
    assert scene.refusal("equip", who="Ash", carries=["sword"]) == "unknown weapon"


@pytest.mark.rule("LD-68", "LD-77")
def test_what_a_character_does_not_carry_is_for_the_gm_to_give() -> None:
    scene = Scene(Ash={"gear": {"weapons": ["heavy-melee"], "in_hand": "light-melee", "shield": True}})
    action = GAME.action("equip")

    def setter(**given: Any) -> str:
        ((name, _),) = given.items()
        return setter_of(action, name, scene.now, {"who": "Ash", **given})

    for own in ({"in_hand": "heavy-melee"}, {"in_hand": "nothing"}, {"shield": False}, {"armour": "none"}):
        assert setter(**own) == "actor"
    assert setter(carries=["light-melee"]) == "actor"
    for new in ({"in_hand": "heavy-ranged"}, {"armour": "light"}, {"carries": ["light-melee", "improvised"]}):
        assert setter(**new) == "gm"


@pytest.mark.rule("LD-03", "LD-10", "LD-12", "LD-A26", "LD-A29")
def test_the_gm_edits_a_sheet() -> None:
    scene = Scene(Ash={})
    before = to_builtins(scene.now.characters["Ash"])
    scene.do("edit", who="Ash", archetype="deserter", strength=3, hp=2, status="unconscious", xp=5)
    after = to_builtins(scene.now.characters["Ash"])
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"archetype", "attributes", "hp", "status", "xp"}
    assert (after["archetype"], after["attributes"]["strength"], after["hp"]) == ("deserter", 3, 2)
    with refuses("bad parameter: hp must be at most 9"):
        scene.do("edit", who="Ash", hp=10)
    with refuses("nothing to change"):
        scene.do("edit", who="Ash", hp=2)
    scene.do("edit", who="Ash", start_max_hp=1)
    assert scene.sheet("Ash")["hp"] == 1  # cut to the new maximum


@pytest.mark.rule("LD-12", "LD-A29")
def test_the_gm_adds_changes_and_removes_a_skill() -> None:
    scene = Scene(Ash={})
    scene.do("edit", who="Ash", skill="radio", skill_attribute="insight", skill_dice=2)
    assert scene.sheet("Ash")["skills"] == {"radio": {"attribute": "insight", "dice": 2, "under": None}}
    scene.do("edit", who="Ash", skill="radio", skill_dice=1)
    assert scene.sheet("Ash")["skills"]["radio"]["dice"] == 1
    with refuses("bad parameter: skill_attribute"):
        scene.do("edit", who="Ash", skill="law", skill_dice=1)
    scene.do("edit", who="Ash", skill="radio")
    assert scene.sheet("Ash")["skills"] == {}
    assert scene.refusal("edit", who="Ash", skill="radio") == "unknown skill"


@pytest.mark.rule("LD-39", "LD-A52")
def test_a_condition_may_be_in_words_of_your_own_unless_the_list_is_closed() -> None:
    scene = Scene(Ash={})
    scene.do("spend-ego", who="Ash", amount=1)
    assert scene.do("take-condition", who="Ash", condition="afraid of the dark")["ego_left"] == 4
    assert not any(scene.sheet("Ash")["conditions"]["afraid of the dark"].values())
    scene.do("spend-ego", who="Ash", amount=1)
    with refuses("bad parameter: hampers"):
        scene.do("take-condition", who="Ash", condition="shaky", hampers="insight")
    scene.do("take-condition", who="Ash", condition="deaf in one ear", hampers="insight")
    assert scene.sheet("Ash")["conditions"]["deaf in one ear"]["insight"] == -1
    closed = {"how": "replace", "entries": [{"name": "cold", "text": "to the bone"}]}
    scene.do("scenario", scenario={"name": "Ice", "author": "us", "conditions": closed})
    scene.do("spend-ego", who="Ash", amount=1)
    assert scene.refusal("take-condition", who="Ash", condition="afraid") == "unknown condition"
    scene.do("scenario", scenario={"name": "Ice", "author": "us", "conditions": closed | {"open": True}})
    scene.do("take-condition", who="Ash", condition="afraid")


def test_who_may_do_what() -> None:
    gm = {"scenario", "damage", "cost-attribute", "end-scene", "remove-condition", "gain-xp"}
    gm |= {"start-challenge", "add-facet", "face-challenge", "fork", "leave-challenge", "grant", "edit"}
    assert {action.name for action in GAME.actions if action.by == "gm"} == gm
    turns = {"challenge-turn", "ready", "reload"}
    assert {action.name for action in GAME.actions if action.when == "turn"} == turns
    scene = Scene(Ash={}, Bo={})
    scene.do("damage", who="Ash", effect=30)
    assert {("rest", "Bo"), ("lose-attribute", "Ash")} <= scene.offers()
    assert ("rest", "Ash") not in scene.offers()


@pytest.mark.rule("LD-22", "LD-31", "LD-A14")
def test_a_lost_pc_stays_lost_through_a_knock_out() -> None:
    scene = Scene(Ash={"attributes": {"strength": 1, "dexterity": 0, "insight": 0, "resolve": 0}})
    scene.do("spend-ego", who="Ash", amount=2)
    scene.do("damage", who="Ash", effect=6)
    scene.do("start-challenge", name="fire", who="Ash", level="dangerous")
    found = scene.do("challenge-turn", 2, 3, 4, who="Ash", challenge="fire", attribute="strength", tool="1d", dark=1)
    assert (found["end"], found["hp_left"], found["ego_left"]) == ("lost", 0, 0)
    assert scene.do("lose-attribute", who="Ash", attribute="strength")["status"] == "lost"
    scene.do("end-scene")
    assert scene.state("Ash") == (0, 0, "lost")


@pytest.mark.rule("LD-11")
def test_nothing_more_happens_to_the_dead() -> None:
    scene = Scene(Ash={})
    for _ in range(2):
        scene.do("cost-attribute", who="Ash", attribute="resolve")
    for action, more in (
        ("spend-ego", {}),
        ("cost-attribute", {"attribute": "resolve"}),
        ("damage", {}),
        ("rest", {}),
        ("second-wind", {}),
        ("risky-action", {"attribute": "strength"}),
    ):
        assert scene.refusal(action, who="Ash", **more) == "not up"
    assert scene.sheet("Ash")["attributes"]["resolve"] == -1
