"""Melee, firearms and damage: UA-109 to UA-137, UA-149 to UA-156, UA-A37 to UA-A52."""

from fractions import Fraction
from typing import Any

import pytest
import untold_aeons_by_hand as by_hand
from untold_aeons_table import Scene, chance, chances, derived, outcome, refuses

from rulewright.games.untold_aeons import GAME
from rulewright.games.untold_aeons.data import WEAPONS

# --- melee -------------------------------------------------------------------------------------------------


@pytest.mark.rule("UA-112", "UA-113", "UA-115", "UA-116", "UA-A42")
@pytest.mark.parametrize("defence", ["dodge", "defend"])
def test_dodge_and_defend_win_ties_and_take_no_damage(defence: str) -> None:
    blow = {"brawl": 1, "defence": defence, "defence_skill": 1}
    assert outcome("melee-attack", 5, 5, **blow) == {"result": "miss", "damage": 0, "net": 0}
    assert outcome("melee-attack", 5, 6, **blow) == {"result": "miss", "damage": 0, "net": 0}
    assert outcome("melee-attack", 6, 5, **blow) == {"result": "hit", "damage": 2, "net": 0}


@pytest.mark.rule("UA-117", "UA-118", "UA-119", "UA-A41", "UA-A42")
def test_fight_back_loses_ties_and_strikes_when_it_wins() -> None:
    blow = {"brawl": 1, "defence": "fight-back", "defence_skill": 2, "target_weapon_damage": "1+"}
    assert outcome("melee-attack", 5, 5, 2, **blow) == {"result": "hit", "damage": 1, "net": 0}
    assert outcome("melee-attack", 5, 6, 2, **blow) == {"result": "counter-hit", "damage": 3, "net": 0}
    # net below 0: the counter is critical, twice 1 + 3, and 2 successes, less 3
    assert outcome("melee-attack", 2, 6, 1, **blow) == {"result": "critical-counter", "damage": 7, "net": -1}


@pytest.mark.rule("UA-120", "UA-A39")
@pytest.mark.parametrize("defence", ["defend", "dodge", "fight-back"])
def test_without_any_success_nothing_happens_but_the_net_counts(defence: str) -> None:
    found = outcome("melee-attack", 1, 3, brawl=1, defence=defence, defence_skill=1)
    assert found == {"result": "nothing", "damage": 0, "net": 1}


@pytest.mark.rule("UA-109", "UA-110", "UA-114", "UA-117", "UA-119", "UA-120", "UA-A37")
@pytest.mark.parametrize("defence", ["defend", "dodge", "fight-back", "none"])
@pytest.mark.parametrize(("dice", "theirs"), [(0, 2), (2, 0), (2, 2), (3, 2)])
def test_melee_agrees_with_every_way_the_dice_can_fall(defence: str, dice: int, theirs: int) -> None:
    found = chances(
        "melee-attack",
        brawl=dice,
        defence=defence,
        defence_skill=theirs,
        toughness=2,
        weapon_damage="1+",
        target_weapon_damage="4",
        target_toughness=3,
    )
    assert found == by_hand.melee(dice, defence, theirs, base=3, their_base=4, toughness=2, their_toughness=3)


@pytest.mark.rule("UA-A38")
def test_the_helpless_have_no_defence_and_one_success_is_enough() -> None:
    assert outcome("melee-attack", 5, brawl=1, defence="none") == {"result": "hit", "damage": 1, "net": 0}
    assert outcome("melee-attack", 2, brawl=1, defence="none")["result"] == "nothing"
    assert chances("melee-attack", brawl=2, defence="none") == chances(
        "melee-attack", brawl=2, defence="none", defence_skill=15
    )


@pytest.mark.rule("UA-131", "UA-A40")
@pytest.mark.parametrize("penalty", [0, 1, 2, 3])
def test_prone_costs_dice_on_own_brawl_rolls(penalty: int) -> None:
    ruling = {"prone-penalty": penalty}
    base = {"brawl": 4, "defence_skill": 4}
    assert chances("melee-attack", ruling, **base, prone=True) == chances(
        "melee-attack", brawl=4 - penalty, defence_skill=4
    )
    assert chances("melee-attack", ruling, **base, target_prone=True) == chances(
        "melee-attack", brawl=4, defence_skill=4 - penalty
    )


@pytest.mark.rule("UA-21", "UA-68", "UA-A3", "UA-A6")
def test_bonus_shaken_and_karma_change_each_side_s_own_pool() -> None:
    same = chances("melee-attack", brawl=3, defence_skill=2)
    assert chances("melee-attack", brawl=1, karma=True, defence_skill=0, target_karma=True) == same
    assert chances("melee-attack", brawl=4, shaken=True, defence_skill=4, target_shaken=True, defence_bonus=-1) == same
    ruling = {"karma-bonus": "successes"}
    assert outcome("melee-attack", 2, 2, options=ruling, brawl=1, defence_skill=1, karma=True) == {
        "result": "hit",
        "damage": 2,
        "net": 0,
    }


@pytest.mark.rule("UA-A37")
def test_by_ruling_any_own_1_makes_a_strike_critical_and_the_net_stays() -> None:
    ruling = {"contest-advantage": "own"}
    blow = {"brawl": 2, "defence_skill": 2, "defence": "fight-back"}
    assert outcome("melee-attack", 6, 1, 1, 1, options=ruling, **blow) == {
        "result": "critical-hit",
        "damage": 5,
        "net": -1,
    }
    assert outcome("melee-attack", 1, 1, 1, 6, options=ruling, **blow)["result"] == "critical-counter"
    assert outcome("melee-attack", 6, 1, 1, 1, **blow)["result"] == "hit"


@pytest.mark.rule("UA-111", "UA-A38", "UA-A40", "UA-A51")
@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"brawl": 2}, "missing parameter: defence_skill"),
        ({"brawl": 2, "defence_skill": None}, "bad parameter: defence_skill"),
        ({"brawl": 2, "defence": "none", "defence_skill": None}, "bad parameter: defence_skill"),
        ({"brawl": 2, "defence_skill": 16}, "bad parameter: defence_skill"),
        ({"brawl": 2, "defence": "dodge", "defence_skill": 2, "target_prone": True}, "prone cannot dodge"),
        ({"brawl": 2, "defence": "hide", "defence_skill": 2}, "bad parameter: defence"),
        ({"brawl": 2, "defence_skill": 2, "weapon_damage": "41"}, "bad parameter: weapon_damage"),
        ({"brawl": 2, "defence_skill": 2, "weapon_damage": "+1"}, "bad parameter: weapon_damage"),
        ({"brawl": 2, "defence_skill": 2, "weapon_damage": "1++"}, "bad parameter: weapon_damage"),
        ({"brawl": 2, "defence_skill": 2, "weapon_damage": ""}, "bad parameter: weapon_damage"),
        ({"brawl": 2, "defence_skill": 2, "weapon_damage": -1}, "bad parameter: weapon_damage"),
        ({"brawl": 2, "defence_skill": 2, "target_weapon_damage": "big"}, "bad parameter: target_weapon_damage"),
        ({"brawl": 2, "defence_skill": 2, "karma_against": True}, "unknown parameter: karma_against"),
    ],
)
def test_parameters_of_melee_are_checked(params: dict[str, Any], words: str) -> None:
    with refuses(words):
        GAME.odds("melee-attack", params)


# --- firearms ----------------------------------------------------------------------------------------------


@pytest.mark.rule("UA-121", "UA-122", "UA-123", "UA-124", "UA-A43")
@pytest.mark.parametrize(
    ("distance", "band"), [(0, 1), (3, 1), (4, 2), (19, 2), (20, 3), (39, 3), (40, 4), (100, 7), (2000, 102)]
)
def test_the_base_difficulty_follows_the_distance(distance: int, band: int) -> None:
    assert derived("firearm-difficulty", distance=distance, weapon_range=20)["band"] == band


@pytest.mark.rule("UA-121", "UA-A43")
def test_how_far_point_blank_reaches_is_the_table_s_choice() -> None:
    for yards, band in ((0, 2), (5, 1), (4, 1)):
        ruling = {"point-blank-yards": yards}
        assert derived("firearm-difficulty", ruling, distance=4, weapon_range=20)["band"] == band
    # point blank comes before the range, whatever the weapon
    assert derived("firearm-difficulty", distance=3, weapon_range=1)["band"] == 1


@pytest.mark.rule("UA-03", "UA-125", "UA-126", "UA-127", "UA-128", "UA-130", "UA-A44")
def test_circumstances_and_dives_are_added_and_the_difficulty_never_falls_below_0() -> None:
    def difficulty(**given: Any) -> int:
        return int(derived("firearm-difficulty", distance=10, weapon_range=20, **given)["difficulty"])

    assert difficulty(modifier=2) == 4
    assert difficulty(modifier=-5) == 0
    assert [difficulty(dive=True, target_dexterity=dexterity) for dexterity in range(6)] == [2, 3, 3, 4, 4, 5]
    assert difficulty(dive=True, modifier=-5, target_dexterity=5) == 0


@pytest.mark.rule("UA-121", "UA-130", "UA-133", "UA-134", "UA-135", "UA-136", "UA-137", "UA-A46")
@pytest.mark.parametrize(("dice", "band", "rapid"), [(2, 2, 0), (3, 1, 2), (4, 1, 3), (1, 2, 2), (4, 2, 20)])
def test_shots_agree_with_every_way_the_dice_can_fall(dice: int, band: int, rapid: int) -> None:
    found = chances(
        "firearm-attack", firearms=dice, band=band, rapid_fire=rapid, weapon_damage="3", target_toughness=4, piercing=1
    )
    assert found == by_hand.shot(dice - (rapid > 0), band, 3, 3, rapid)


@pytest.mark.rule("UA-134", "UA-135", "UA-136", "UA-137", "UA-A46")
def test_rapid_fire_hits_with_its_margin_and_toughness_reduces_each_hit() -> None:
    burst = {"firearms": 4, "band": 1, "rapid_fire": 3, "weapon_damage": 2, "target_toughness": 3}
    # four successes, margin 4, three hits, one critical: (4 + 4 - 3) + 2 x (2 + 4 - 3)
    assert outcome("firearm-attack", 6, 6, 1, 2, **burst) == {
        "result": "critical-hit",
        "hits": 3,
        "criticals": 1,
        "damage": 11,
        "net": 1,
    }


@pytest.mark.rule("UA-129", "UA-130", "UA-A45")
def test_a_dive_is_more_difficulty_dice() -> None:
    shot = {"firearms": 3, "band": 2}
    assert chances("firearm-attack", **shot, dive=True, target_dexterity=3) == chances(
        "firearm-attack", firearms=3, band=4
    )
    assert chances("firearm-attack", **shot, karma_against=True) == chances("firearm-attack", firearms=3, band=4)
    assert chances("firearm-attack", **shot, modifier=-10) == chances("firearm-attack", firearms=3, band=1, modifier=-1)
    assert chances("firearm-attack", **shot, karma=True, shaken=True, bonus=-1) == chances("firearm-attack", **shot)


@pytest.mark.rule("UA-A37", "UA-A46")
def test_contest_advantage_is_for_melee_only() -> None:
    shot = {"firearms": 3, "band": 2}
    assert chances("firearm-attack", {"contest-advantage": "own"}, **shot) == chances("firearm-attack", **shot)


@pytest.mark.rule("UA-133", "UA-156", "UA-A51", "UA-A52")
@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"firearms": 2, "weapon_damage": "4+"}, "bad parameter: weapon_damage"),
        ({"firearms": 2, "band": 0}, "bad parameter: band"),
        ({"firearms": 2, "band": 41}, "bad parameter: band"),
        ({"firearms": 2, "rapid_fire": 21}, "bad parameter: rapid_fire"),
        ({"firearms": 2, "dive": "yes"}, "bad parameter: dive"),
        ({"firearms": 2, "toughness": 2}, "unknown parameter: toughness"),
    ],
)
def test_parameters_of_shots_are_checked(params: dict[str, Any], words: str) -> None:
    with refuses(words):
        GAME.odds("firearm-attack", params)


# --- damage ------------------------------------------------------------------------------------------------


@pytest.mark.rule("UA-149", "UA-150", "UA-153", "UA-154", "UA-155", "UA-A50")
@pytest.mark.parametrize(
    ("weapon", "wielder", "piercing", "base", "dealt", "taken"),
    [
        ("4", 3, 0, 4, 6, 3),
        (4, 3, 0, 4, 6, 3),
        ("1+", 2, 1, 3, 5, 3),
        ("0+", 5, 9, 5, 7, 7),
        ("0", 5, 0, 0, 2, 0),
        ("40+", 10, 0, 50, 52, 49),
    ],
)
def test_damage_is_base_and_successes_less_toughness_that_piercing_leaves(
    weapon: Any, wielder: int, piercing: int, base: int, dealt: int, taken: int
) -> None:
    hit = {"weapon_damage": weapon, "toughness": wielder, "successes": 2, "target_toughness": 3, "piercing": piercing}
    assert derived("damage", **hit) == {"base": base, "dealt": dealt, "taken": taken}


@pytest.mark.rule("UA-151", "UA-152", "UA-A47")
def test_a_critical_hit_doubles_the_base_or_by_ruling_the_successes() -> None:
    hit = {"weapon_damage": "1+", "toughness": 2, "successes": 2, "target_toughness": 4, "critical": True}
    assert derived("damage", **hit) == {"base": 3, "dealt": 8, "taken": 4}
    assert derived("damage", {"critical": "double-successes"}, **hit) == {"base": 3, "dealt": 7, "taken": 3}


@pytest.mark.rule("UA-151", "UA-A47")
def test_one_die_cannot_show_a_1_and_a_success() -> None:
    for roll, params in (
        ("melee-attack", {"brawl": 1, "defence_skill": 3}),
        ("firearm-attack", {"firearms": 1, "band": 1}),
    ):
        assert chance(roll, {"result": "critical-hit"}, **params) == 0
    # two dice against none: a 5 or 6 beside a 1, in either order
    assert chance("melee-attack", {"result": "critical-hit"}, brawl=2, defence="none") == Fraction(4, 36)


@pytest.mark.rule("UA-155", "UA-A49", "UA-A51", "UA-A53", "UA-157")
def test_the_weapons_are_unarmed_and_a_starter_set_and_nothing_else_reduces_damage() -> None:
    assert WEAPONS["unarmed"].damage == "0+"
    assert {name: (one.damage, one.piercing, one.range, one.rapid_fire) for name, one in WEAPONS.items()} == {
        "unarmed": ("0+", 0, None, 0),
        "knife": ("1+", 1, None, 0),
        "club": ("2+", 0, None, 0),
        "pistol": ("4", 1, 15, 0),
        "rifle": ("6", 2, 60, 0),
        "submachine gun": ("4", 1, 20, 4),
    }
    scene = Scene(Ada={})
    scene.do("give-weapon", who="Ada", weapon="Shotgun", damage="5", range=10)
    assert scene.sheet("Ada")["weapons"]["shotgun"]["range"] == 10
    with refuses("bad parameter: damage"):
        scene.do("give-weapon", who="Ada", weapon="blunderbuss", damage="5+", range=10)
    assert not {"armour", "passions"} & scene.sheet("Ada").keys()
