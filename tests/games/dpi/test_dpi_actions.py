"""The state of play: fights on the grid, life between them, and the referee's tools."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from dpi_table import ARMED, GUN, OPERATOR, RESEARCHER, Scene, fight

from rulewright.games.dpi import GAME
from rulewright.readings import Called, Need, Noted
from rulewright.rules import Refused

# --- checks


@pytest.mark.rule("DPI-12", "DPI-84", "DPI-94", "DPI-A8")
def test_a_check_writes_stress_and_experience_on_the_sheet() -> None:
    scene = Scene(Ada={})
    assert scene.do("check", 1, 2, 9, 9, who="Ada", skill="stealth")["result"] == "failure"
    assert (scene["Ada"].stress, scene["Ada"].xp) == (1, {"stealth": 1})
    scene.do("edit", who="Ada", changes={"xp": {"stealth": 49}})
    scene.do("check", 1, 2, 9, 9, who="Ada", skill="stealth")
    assert (scene["Ada"].skills["stealth"], scene["Ada"].xp["stealth"]) == (2, 0)


@pytest.mark.rule("DPI-108", "DPI-109", "DPI-A36")
def test_the_time_of_day_counts_on_rolls() -> None:
    scene = Scene(Ada={})
    # Stealth 1 and Agility 6: 7 + 2 beats 6 + 2 at night, not with -3 in the morning or 5 Stress by day
    for time, result in (("22:00", "success"), ("06:00", "failure"), ("12:00", "failure")):
        scene.do("set-scene", time=time)
        assert scene.do("check", 3, 4, 6, 6, who="Ada", skill="stealth")["result"] == result
        scene.do("edit", who="Ada", changes={"stress": 0})
    scene.do("set-scene", time="08:30")
    daily = Scene({"vampire-day": "gain-daily"}, Ada={})
    daily.do("set-scene", time="08:30")
    daily.do("elapse", activity="travel", amount=29)
    assert daily["Ada"].stress == 0
    daily.do("elapse", activity="travel", amount=1)
    assert daily["Ada"].stress == 5
    daily.do("elapse", activity="full-rest")
    assert daily["Ada"].sanity == 11 - 5


@pytest.mark.rule("DPI-96", "DPI-A9", "DPI-A33")
def test_high_goes_into_a_roll_before_or_after_the_dice() -> None:
    scene = Scene(Ada={"edit": {"high": 2}})
    assert scene.refusal("check", who="Ada", skill="stealth", high=3) == "not enough High: 3 wanted, 2 held (DPI-96)"
    with pytest.raises(Need) as need:
        scene.do("check", 3, 4, 7, 8, who="Ada", skill="stealth")  # asked because High would change the result
    assert (need.value.who, need.value.choices) == ("Ada", ("2 for success", "0 for failure", "1 for cost"))
    seen = scene.do("check", 3, 4, 7, 8, who="Ada", skill="stealth", choices=["1 for cost"])
    assert (seen["result"], seen["high_used"], scene["Ada"].high) == ("cost", 1, 1)
    scene.do("check", 3, 4, 7, 7, who="Ada", skill="stealth", high=1)
    assert scene["Ada"].high == 0
    strict = Scene({"high-timing": "before"}, Ada={"edit": {"high": 2}})
    assert strict.do("check", 3, 4, 7, 8, who="Ada", skill="stealth")["high_used"] == 0  # never asked after the roll
    cursed = Scene(Ada={"edit": {"high": 1, "traumas": ["lady-lucks-curse"]}})
    assert "High below its floor" in str(cursed.refusal("check", who="Ada", skill="stealth", high=1))


@pytest.mark.rule("DPI-95", "DPI-98", "DPI-97", "DPI-90", "DPI-89")
def test_meters_in_play() -> None:
    scene = Scene(Ada={"edit": {"stress": 2, "high": 1}})
    scene.do("spend-high", who="Ada")
    assert (scene["Ada"].stress, scene["Ada"].high) == (1, 0)
    assert str(scene.refusal("spend-high", who="Ada")).startswith("not enough High")
    scene.do("gain-high", who="Ada", points=9)
    assert scene["Ada"].high == 3
    scene.do("gain-stress", who="Ada", points=6)
    assert (scene["Ada"].stress, scene["Ada"].sanity) == (5, 9)
    scene.do("take-sanity-damage", who="Ada", points=10)
    assert (scene["Ada"].sanity, scene["Ada"].hp) == (0, 23)
    assert str(scene.refusal("take-sanity-damage", who="Ada", points=-1)).startswith("bad parameter: points")


@pytest.mark.rule("DPI-122", "DPI-123", "DPI-124", "DPI-125", "DPI-A39")
def test_research_runs_the_timer_and_the_clock() -> None:
    scene = Scene(Ada={"role": "researcher", "role_skills": RESEARCHER})
    assert str(scene.refusal("research", who="Ada")).startswith("no research under way")
    scene.do("set-scene", timer=20)
    assert scene.do("research", 3, 4, 3, who="Ada") == {"timer_left": 12, "hours": 3}
    assert (scene.now.timer, scene.now.day, scene.now.minute) == (12, 2, 60)
    # Ada, a Vampire, has Influence 6 (+1) and Luck 5 (0) for Interrogation at Novice: 2 + 3 + 1 off 12.
    assert scene.do("interview", 2, 3, 2, who="Ada") == {"hours": 2, "timer_left": 6}
    assert (scene.now.timer, scene.now.minute) == (6, 180)
    scene.do("set-scene", timer=0)
    assert scene.do("interview", 4, who="Ada") == {"hours": 4, "timer_left": None}
    plain = Scene({"interview-timer": "hours-only"}, Ada={})
    plain.do("set-scene", timer=20)
    plain.do("interview", 1, who="Ada")
    assert plain.now.timer == 20


# --- fights


@pytest.mark.rule("DPI-A59", "DPI-27")
def test_turns_go_round_and_ap_are_full_at_their_start() -> None:
    scene = Scene(Foe={"foe": True}, Ada={}, Bea={"stats": {"agility": 9}})
    assert str(scene.refusal("start-turn", who="Ada")) == "no fight"
    assert scene.do("start-fight")["order"] == ["Ada", "Bea", "Foe"]
    assert str(scene.refusal("start-fight")).startswith("a fight is under way")
    assert str(scene.refusal("start-turn", who="Bea")).startswith("not your turn: it is Ada's")
    assert str(scene.refusal("move", who="Ada", to=[1, 0])).startswith("turn not begun")
    assert scene.do("start-turn", who="Ada")["ap"] == 13
    assert str(scene.refusal("start-turn", who="Ada")).startswith("the turn has already started")
    scene.do("move", who="Ada", to=[4, 0])
    scene.do("end-turn", who="Ada")
    scene.turn("Ada")
    assert (scene.now.fight.ap, scene.now.fight.round) == (13, 2)
    quick = Scene({"initiative": "agility"}, Foe={"foe": True}, Ada={}, Bea={"stats": {"agility": 9}})
    assert quick.do("start-fight")["order"] == ["Bea", "Ada", "Foe"]
    alone = Scene(Ada={})
    assert str(alone.refusal("start-fight")).startswith("no enemies")


@pytest.mark.rule("DPI-128", "DPI-135", "DPI-A58")
def test_moving_costs_ap_and_armour_counts_once_a_turn() -> None:
    scene = fight(ada={"armour": "light", "equipment": {"light-armour": 1}}, Foe={"space": [9, 9]})
    assert scene.do("move", who="Ada", to=[2, 2]) == {"spaces": 2, "ap": 1, "path": [[1, 1], [2, 2]]}
    assert scene.do("move", who="Ada", to=[2, 4])["ap"] == 2
    assert scene.do("move", who="Ada", to=[2, 4]) == {"spaces": 0, "ap": 0, "path": []}
    assert str(scene.refusal("move", who="Ada", to=[40, 4])).startswith("not enough AP: 38 needed, 10 left")


@pytest.mark.rule("DPI-129", "DPI-130", "DPI-138", "DPI-156", "DPI-A10", "DPI-A11", "DPI-A42", "DPI-A43")
def test_an_attack_costs_ap_and_shots_on_both_sides() -> None:
    scene = fight(Foe={"space": [3, 0], "difficulty": "trivial"})
    seen = scene.do("attack", 1, 2, 9, 9, 4, who="Ada", target="Foe")
    assert (seen["result"], seen["countered_by"], seen["counter_damage"]) == ("failure", ["Foe"], 1)
    assert scene.now.fight.ap == 19 - 3
    assert scene["Ada"].weapons[0].shots == 5
    assert scene["Foe"].weapons[0].shots == 9
    # Agility 9 is +2, Firearms 3, Stress 1: 7 + 4 beats 10 but not 11 at Trivial
    seen = scene.do("attack", 3, 4, 10, 11, 4, 1, who="Ada", target="Foe")
    assert seen["result"] == "cost"
    assert scene["Foe"].hp == 22
    assert scene["Ada"].xp == {}


@pytest.mark.rule("DPI-88", "DPI-A15")
def test_failed_attacks_teach_only_by_ruling() -> None:
    scene = fight({"combat-xp": "on"}, Foe={"space": [3, 0]})
    scene.do("attack", 1, 2, 11, 12, 4, who="Ada", target="Foe")
    assert scene["Ada"].xp == {"firearms": 1}


@pytest.mark.rule("DPI-26", "DPI-136", "DPI-156", "DPI-177", "DPI-A31", "DPI-A41", "DPI-A46", "DPI-A47", "DPI-A60")
def test_every_refusal_of_an_attack() -> None:
    scene = fight(Foe={"space": [3, 0]}, Far={"space": [8, 0]})

    def why(target: str = "Foe", who: str = "Ada", **more: Any) -> str:
        return str(scene.refusal("attack", who=who, target=target, **more))

    assert why() == "None"
    assert why("Far").startswith("out of range: revolver does not reach 8 spaces")
    assert why("Ada").startswith("you cannot attack yourself")
    assert why(who="Foe").startswith("not your turn")
    assert why(weapon="pistol").startswith("weapon not owned: pistol")
    assert why(weapon="cannon").startswith("bad parameter: weapon must be one of unarmed")
    assert why(weapon="unarmed").startswith("out of range: unarmed")
    assert why(skill="juggling").startswith("unknown skill: juggling")
    scene.do("cover", who="Ada", against="Foe", cover="full")
    assert why().startswith("complete cover")
    scene.do("cover", who="Ada", against="Foe", cover="half")
    scene.do("edit", who="Foe", changes={"hp": 0})
    assert why().startswith("target has fallen")
    scene.do("edit", who="Foe", changes={"hp": 5})
    scene.do(
        "edit",
        who="Ada",
        changes={"weapons": [{"weapon": "revolver", "shots": 0}, {"weapon": "flame-thrower", "shots": 1}]},
    )
    assert why().startswith("no shots left")
    assert why(weapon="flame-thrower").startswith("skill needed: flame-thrower takes mechanics 3")
    scene.do("edit", who="Ada", changes={"hp": 0})
    assert why().startswith("cannot act: Ada is at 0 HP or less")
    scene.do("edit", who="Ada", changes={"hp": 9, "life": "dead"})
    assert why().startswith("cannot act: Ada is dead")
    scene = fight(Foe={"space": [3, 0]})
    scene.turn("Foe")
    assert why(who="Foe", target="Ada").startswith("enemies do not attack in their own turn")


@pytest.mark.rule("DPI-A41")
def test_enemies_attack_by_ruling_and_are_countered() -> None:
    scene = fight({"enemy-turns": "full"}, Foe={"space": [3, 0]})
    scene.turn("Foe")
    seen = scene.do("attack", 1, 2, 9, 9, 6, who="Foe", target="Ada")
    assert (seen["countered_by"], scene["Foe"].hp, scene["Foe"].stress) == (["Ada"], 18, 1)
    scene.do("attack", 3, 4, 1, 1, 4, who="Foe", target="Ada")
    assert scene["Ada"].hp == 30 - (4 - 3)


@pytest.mark.rule("DPI-159", "DPI-171", "DPI-A51", "DPI-A53")
def test_a_shotgun_hits_everyone_in_its_arc() -> None:
    foes = {"One": {"space": [3, 0]}, "Two": {"space": [3, 2]}, "Off": {"space": [0, 3]}, "Far": {"space": [7, 1]}}
    scene = fight(ada=ARMED, **foes)
    seen = scene.do("attack", 6, 4, 1, 1, 5, 3, 2, 6, who="Ada", target="One")  # 2d6 at Room, 1d4 + 1d6 at Field
    assert [(one["who"], one["damage"]) for one in seen["hit"]] == [("One", 8), ("Two", 8), ("Far", 8)]
    each = fight({"area-damage": "per-target"}, ada=ARMED, **foes)
    seen = each.do("attack", 6, 4, 1, 1, 5, 3, 1, 1, 4, 2, who="Ada", target="One")
    assert [one["damage"] for one in seen["hit"]] == [8, 2, 6]
    answered = fight({"area-counter": "every-target"}, ada=ARMED, **foes)
    seen = answered.do("attack", 6, 3, 12, 1, 5, 3, 1, 1, 1, 2, who="Ada", target="One")
    assert seen["countered_by"] == ["One", "Two"]


@pytest.mark.rule("DPI-176", "DPI-158")
def test_a_sniper_rifle_goes_through() -> None:
    scene = fight(One={"space": [25, 0]}, Two={"space": [30, 0]}, Off={"space": [25, 3]})
    scene.do("grant-weapon", who="Ada", weapon="sniper-rifle", level=2)
    seen = scene.do("attack", 6, 4, 1, 1, 7, 8, who="Ada", target="Two", weapon="sniper-rifle", modifier=5)
    assert [(one["who"], one["damage"]) for one in seen["hit"]] == [("One", 15), ("Two", 15)]
    assert scene.now.fight.ap == 19 - 7


@pytest.mark.rule("DPI-155", "DPI-181", "DPI-133", "DPI-A52", "DPI-A56", "DPI-A55")
def test_a_grenade_hits_friend_foe_and_thrower_alike() -> None:
    scene = fight(ada=ARMED, Foe={"space": [7, 0]}, Other={"space": [8, 2]}, Safe={"space": [7, 3]})
    scene.do("place", who="Ada", space=[0, 0])
    assert str(scene.refusal("throw-grenade", who="Ada", at=[3, 0])).startswith("space 3, 0 is out of field range")
    seen = scene.do("throw-grenade", 6, 4, 1, 1, 3, who="Ada", at=[7, 0])
    assert [(one["who"], one["damage"]) for one in seen["hit"]] == [("Foe", 3), ("Other", 3)]
    assert (scene["Ada"].grenades, scene.now.fight.ap) == (3, 19 - 3)
    near = fight({"minimum-range": "off", "grenade-ap": "light"}, ada=ARMED, Foe={"space": [2, 0]})
    seen = near.do("throw-grenade", 6, 4, 1, 1, 3, who="Ada", at=[2, 0])
    assert sorted(one["who"] for one in seen["hit"]) == ["Ada", "Foe"]
    assert near.now.fight.ap == 19 - 1
    near.do("edit", who="Ada", changes={"grenades": 0})
    assert str(near.refusal("throw-grenade", who="Ada", at=[2, 0])).startswith("no grenade left")


@pytest.mark.rule("DPI-177", "DPI-178", "DPI-154", "DPI-A57")
def test_a_flame_thrower_sets_each_target_on_fire() -> None:
    scene = fight(One={"space": [3, 0]}, Two={"space": [3, 1], "fortitude": 9})
    scene.do("grant-weapon", who="Ada", weapon="flame-thrower")
    scene.do("edit", who="Ada", changes={"skills": {"mechanics": 3}})
    seen = scene.do("attack", 6, 4, 1, 1, 7, 2, 5, who="Ada", target="One", weapon="flame-thrower")
    assert [(one["damage"], one["burning"]) for one in seen["hit"]] == [(7, 2), (0, 5)]
    scene.do("end-turn", who="Ada")
    assert scene.do("start-turn", who="One") == {"burned": 1, "fell": False, "ap": 10}
    assert (scene["One"].hp, scene["One"].burning) == (16, 1)
    scene.do("end-turn", who="One")
    scene.do("edit", who="Two", changes={"hp": 1})
    assert scene.do("start-turn", who="Two")["fell"] is True
    shielded = fight({"burn-fortitude": "applies"}, Two={"space": [3, 1], "fortitude": 9})
    shielded.do("edit", who="Two", changes={"burning": 2})
    shielded.turn("Two")
    assert (shielded["Two"].hp, shielded["Two"].fortitude) == (24, 8)


@pytest.mark.rule("DPI-134", "DPI-156", "DPI-179", "DPI-A54")
def test_reloading() -> None:
    scene = fight(ada=ARMED, Foe={"space": [3, 0]})
    scene.do("edit", who="Ada", changes={"weapons": [{"weapon": "shotgun", "shots": 0}]})
    scene.do("reload", who="Ada", weapon="shotgun")
    assert (scene["Ada"].weapons[0].shots, scene["Ada"].reloads, scene.now.fight.ap) == (2, 3, 14)
    assert str(scene.refusal("reload", who="Ada", weapon="pistol")).startswith("weapon not owned")
    scene.do("grant-weapon", who="Ada", weapon="knife")
    assert str(scene.refusal("reload", who="Ada", weapon="knife")).startswith("not a Reload weapon")
    scene.do("edit", who="Ada", changes={"reloads": 0})
    assert str(scene.refusal("reload", who="Ada", weapon="shotgun")).startswith("no reload left")
    whole = fight({"reload-cost": "whole-turn"}, ada=ARMED, Foe={"space": [3, 0]})
    assert whole.refusal("reload", who="Ada", weapon="shotgun") is None
    whole.do("move", who="Ada", to=[0, 1])
    assert str(whole.refusal("reload", who="Ada", weapon="shotgun")).startswith("not enough AP")


@pytest.mark.rule("DPI-133", "DPI-180", "DPI-26", "DPI-A31")
def test_stims_and_those_who_are_down() -> None:
    scene = Scene({"zero-hp": "down"}, Ada=GUN, Bea={"edit": {"hp": 1}}, Foe={"foe": True, "space": [3, 0]})
    scene.do("start-fight")
    scene.turn("Ada")
    scene.do("take-damage", who="Bea", points=9)
    assert scene["Bea"].life == "alive"
    assert scene.do("use-stim", 6, who="Ada", patient="Bea")["hp"] == 6
    assert scene["Bea"].stress == 1
    assert scene.now.fight.ap == 19 - 3
    assert str(scene.refusal("use-stim", who="Ada")).startswith("no stim left")
    scene.do("end-fight")
    assert scene["Bea"].life == ("dead" if scene["Bea"].hp <= 0 else "alive")
    dead = Scene(Ada=GUN, Bea={"edit": {"hp": 1}})
    dead.do("take-damage", who="Bea", points=9)
    assert dead["Bea"].life == "dead"
    assert str(dead.refusal("use-stim", who="Ada", patient="Bea")).startswith("patient is dead")


@pytest.mark.rule("DPI-A49")
def test_a_fight_on_hexes() -> None:
    scene = Scene(Ada=GUN, Foe={"foe": True, "space": [2, 2]})
    scene.do("set-scene", grid="hex")
    scene.do("start-fight")
    scene.turn("Ada")
    assert scene.refusal("attack", who="Ada", target="Foe") is None
    assert scene.do("move", who="Ada", to=[-1, -1])["spaces"] == 2
    assert str(scene.refusal("attack", who="Ada", target="Foe")).startswith("out of range: revolver does not reach 6")


# --- between fights


@pytest.mark.rule("DPI-117", "DPI-142", "DPI-143", "DPI-144", "DPI-A63", "DPI-A65")
def test_a_short_rest_is_rolled_for_the_group() -> None:
    scene = Scene(
        {"sanity-rest": "every-4-hours"}, Ada={"edit": {"hp": 5, "fortitude": 0, "sanity": 0}}, Bea={"edit": {"hp": 5}}
    )
    seen = scene.do("short-rest", 5, 2, 3, 6, 1, 1, 5, 5, 5, 6, 4, 4, who="Ada", others=["Bea"], hours=4)
    assert seen == {"hours": 4, "interrupted": False, "hp": {"Ada": 12, "Bea": 13}}
    assert (scene["Ada"].fortitude, scene["Ada"].sanity, scene.now.minute) == (2, 1, 120)
    running = fight(Foe={})
    assert str(running.refusal("short-rest", who="Ada")).startswith("not during a fight")


@pytest.mark.rule("DPI-31", "DPI-116", "DPI-145", "DPI-146", "DPI-A66")
def test_a_long_rest_needs_a_safe_place() -> None:
    scene = Scene(Ada={"edit": {"hp": 5, "fortitude": 0, "sanity": 0, "stress": 3}})
    scene.do("set-scene", safe=False)
    assert str(scene.refusal("long-rest", who="Ada")).startswith("not a safe place")
    scene.do("set-scene", safe=True)
    scene.do("long-rest", who="Ada")
    rested = scene["Ada"]
    assert (rested.hp, rested.fortitude, rested.sanity, rested.stress, scene.now.day) == (24, 2, 1, 3, 2)


@pytest.mark.rule(
    "DPI-34", "DPI-35", "DPI-36", "DPI-37", "DPI-39", "DPI-40", "DPI-147", "DPI-148", "DPI-A25", "DPI-A32"
)
def test_death_and_what_follows() -> None:
    scene = Scene(Ada={"edit": {"high": 2}})
    assert str(scene.refusal("die", who="Ada")).startswith("not dying: Ada has")
    scene.do("take-damage", who="Ada", points=99)
    seen = scene.do("die", 3, 4, who="Ada", sphere="blood", hours=5)
    assert seen == {"final": False, "afterlife": "white-halls", "trauma": "hunters-call"}
    back = scene["Ada"]
    assert (back.hp, back.stress, back.high, back.stats.strength, back.magic) == (26, 5, 0, 5, {"blood": 1})
    assert (back.traumas, scene.now.day, scene.now.minute) == (("vampirism", "hunters-call"), 2, 180)
    for _ in range(2):
        scene.do("take-damage", who="Ada", points=99)
        if len(scene["Ada"].traumas) < 3:
            scene.do("die", 1, 4, who="Ada", sphere="blood")
    assert scene["Ada"].stats.strength == 6
    assert scene.do("die", who="Ada")["final"] is True
    assert scene["Ada"].life == "dead for good"
    assert str(scene.refusal("die", who="Ada")).startswith("dead for good")
    assert str(scene.refusal("long-rest", who="Ada")).startswith("cannot rest")


@pytest.mark.rule("DPI-36", "DPI-A18", "DPI-A29")
def test_what_a_trauma_gives_has_limits() -> None:
    scene = Scene({"ancestral-trauma-counts": "off"}, Ada={"edit": {"trauma_gains": {"cracked-intellect": 3}}})
    scene.do("take-damage", who="Ada", points=99)
    scene.do("die", 1, 1, who="Ada")
    assert scene["Ada"].stats.intelligence == 5
    scene.do("edit", who="Ada", changes={"trauma_gains": {}, "stats": {"intelligence": 10}, "hp": 0})
    scene.do("die", 1, 1, who="Ada")
    assert scene["Ada"].stats.intelligence == 10


@pytest.mark.rule("DPI-42", "DPI-43", "DPI-A34")
def test_a_month_removes_a_trauma_but_not_the_magic() -> None:
    scene = Scene({"month-days": 28}, Ada={})
    scene.do("take-damage", who="Ada", points=99)
    scene.do("die", 1, 2, who="Ada", sphere="blood")
    assert scene["Ada"].stats.agility == 7
    assert str(scene.refusal("remove-trauma", who="Ada", trauma="anhedonia")).startswith("trauma not held")
    assert str(scene.refusal("remove-trauma", who="Ada", trauma="vampirism")).startswith("ancestral traumas cannot")
    scene.do("remove-trauma", who="Ada", trauma="shadow-touched")
    cured = scene["Ada"]
    assert (cured.stats.agility, cured.traumas, cured.magic, scene.now.day) == (6, ("vampirism",), {"blood": 1}, 29)
    assert cured.hp == 24
    free = Scene({"cure-ancestry": "on"}, Ada={})
    free.do("remove-trauma", who="Ada", trauma="vampirism")
    assert free["Ada"].traumas == ()


@pytest.mark.rule("DPI-165", "DPI-166", "DPI-179", "DPI-182", "DPI-A54", "DPI-A55", "DPI-A58", "DPI-A68")
def test_money_buys_things() -> None:
    scene = Scene(Ada={})
    scene.do("buy", who="Ada", item="ammunition", count=2)
    assert (scene["Ada"].reloads, scene["Ada"].funds) == (8, 3200)
    assert str(scene.refusal("buy", who="Ada", item="sniper-rifle")).startswith("not enough funds")
    assert str(scene.refusal("buy", who="Ada", item="tank")).startswith("unknown item")
    scene.do("buy", who="Ada", item="pistol")
    assert scene["Ada"].weapons[0].shots == 10
    assert str(scene.refusal("wear", who="Ada", armour="light")).startswith("armour not owned")
    scene.do("buy", who="Ada", item="light-armour")
    scene.do("wear", who="Ada", armour="light")
    assert scene["Ada"].fortitude == 4
    scene.do("week", who="Ada", meals="average", room="average")
    assert scene["Ada"].funds == 200 + 3100


@pytest.mark.rule("DPI-99", "DPI-100", "DPI-101", "DPI-A26")
def test_jr_agents_are_hired_within_the_influence_bonus() -> None:
    skills = [
        "endurance",
        "stamina",
        "balance",
        "reflexes",
        "adaptability",
        "flexibility",
        "sprinting",
        *OPERATOR[2:],
        "climbing",
    ]
    scene = Scene(Ada={})
    hired = {"who": "Ada", "role": "operator", "name": "Pip"}
    assert str(scene.refusal("hire", skills=skills[:11], **hired)).startswith(
        "a Jr. Agent needs twelve different skills"
    )
    assert str(scene.refusal("hire", skills=[*skills[:11], "medicine"], **hired)).startswith(
        "skill outside its categories"
    )
    scene.do("hire", skills=skills, **hired)
    junior = scene["Pip"]
    assert (junior.hp, junior.stats.luck, set(junior.skills.values()), junior.funds) == (24, 5, {1}, 0)
    assert scene.do("check", 3, 4, 5, 5, who="Pip", skill="stealth")["result"] == "success"
    assert str(scene.refusal("hire", skills=skills, **{**hired, "name": "Pop"})).startswith(
        "no more Jr. Agents allowed"
    )


@pytest.mark.rule("DPI-A40")
def test_the_referee_changes_any_value() -> None:
    scene = Scene(Ada={}, Foe={"foe": True}, Boss={"foe": True, "kind": "anomaly", "hp": 99})
    foe = scene["Foe"]
    assert (foe.hp, foe.fortitude, foe.ap, foe.weapons[0].weapon, foe.difficulty) == (24, 0, 10, "pistol", "normal")
    assert (scene["Boss"].hp, scene["Boss"].weapons[0].level) == (99, 3)
    scene.do("edit", who="Ada", changes={"funds": 9})
    assert scene["Ada"].funds == 9
    assert str(scene.refusal("edit", who="Ada", changes={"mood": 1})).startswith("bad parameter: changes")
    assert str(scene.refusal("edit", who="Ada", changes={"hp": "x"})).startswith("bad parameter: changes")
    assert str(scene.refusal("foe", name="X", kind="dragon")).startswith("bad parameter: kind")
    assert str(scene.refusal("foe", name="Ada")).startswith("name in use")
    assert str(scene.refusal("check", who="Foe", skill="stealth")).startswith("not an agent")
    assert str(scene.refusal("check", who="Nobody", skill="stealth")).startswith("bad parameter: who")
    scene.do("grant-weapon", who="Ada", weapon="pistol")
    scene.do("grant-weapon", who="Ada", weapon="knife", level=4)
    scene.do("ready", who="Ada", weapon="knife")
    assert (scene["Ada"].weapons[0].weapon, scene["Ada"].weapons[0].level) == ("knife", 4)
    assert str(scene.refusal("ready", who="Ada", weapon="shotgun")).startswith("weapon not owned")


@pytest.mark.rule("DPI-119", "DPI-120", "DPI-121")
def test_time_passes_with_what_is_done() -> None:
    scene = Scene(Ada={})
    scene.do("elapse", activity="travel", amount=61)
    assert scene.now.minute == 23 * 60 + 1
    scene.do("elapse", activity="room-search")
    scene.do("elapse", activity="explore", amount=101)
    assert scene.now.minute == 23 * 60 + 42
    assert str(scene.refusal("elapse", activity="dancing")).startswith("bad parameter: activity must be one of")
    assert str(fight(Foe={}).refusal("elapse", activity="travel")).startswith("not during a fight")


def test_what_is_legal_now_can_be_asked() -> None:
    scene = fight(Foe={"space": [3, 0]})
    offers = {(offer.action, offer.who) for offer in GAME.legal_now(scene.now, scene.options)}
    assert {("attack", "Ada"), ("move", "Ada"), ("end-turn", "Ada")} <= offers
    assert ("attack", "Foe") not in offers
    assert ("long-rest", "Ada") not in offers


def test_a_scene_can_be_stored_and_read_again() -> None:
    scene = fight(ada=ARMED, Foe={"space": [3, 0]})
    stored = msgspec.json.encode(scene.now)
    assert msgspec.json.decode(stored, type=type(scene.now)) == scene.now


@pytest.mark.rule("DPI-35", "DPI-37", "DPI-38", "DPI-39", "DPI-50", "DPI-A25")
def test_magic_is_rolled_with_luck_and_traumas_bring_conditions() -> None:
    scene = Scene(Ada={"edit": {"magic": {"blood": 2}, "traumas": ["vampirism", "hunters-call", "braid-touched"]}})
    # Luck 5 and two levels: 7 + 2 beats 6 + 2, not 7 + 2
    assert scene.do("check", 3, 4, 6, 6, who="Ada", skill="blood")["result"] == "success"
    assert scene.do("check", 3, 4, 7, 7, who="Ada", skill="blood")["result"] == "failure"
    scene.do("edit", who="Ada", changes={"xp": {"blood": 99}, "stress": 0})
    scene.do("check", 3, 4, 7, 7, who="Ada", skill="blood")
    assert scene["Ada"].magic == {"blood": 3}
    assert GAME.show_sheet(scene.options, scene["Ada"])["conditions"] == ["vampirism", "lycanthropy", "thaumaturgy"]


@pytest.mark.rule("DPI-156", "DPI-A54")
@pytest.mark.parametrize(
    ("weapon", "shots"),
    [
        pytest.param(weapon, shots, marks=pytest.mark.rule(f"DPI-{number}"))
        for number, weapon, shots in [
            (168, "unarmed", 0),
            (169, "knife", 0),
            (170, "baseball-bat", 0),
            (171, "shotgun", 2),
            (172, "pistol", 10),
            (173, "revolver", 6),
            (174, "assault-rifle", 4),
            (175, "battle-rifle", 3),
            (176, "sniper-rifle", 1),
            (177, "flame-thrower", 1),
        ]
    ],
)
def test_weapons_come_loaded_with_their_shots(weapon: str, shots: int) -> None:
    scene = Scene(Ada={})
    scene.do("grant-weapon", who="Ada", weapon=weapon)
    assert scene["Ada"].weapons[0].shots == shots


@pytest.mark.rule("DPI-A40")
@pytest.mark.parametrize(
    ("kind", "hp", "fortitude", "ap", "weapon"),
    [
        ("foe", 24, 0, 10, "pistol"),
        ("thug", 16, 0, 10, "baseball-bat"),
        ("gunman", 24, 0, 10, "revolver"),
        ("enforcer", 30, 4, 10, "shotgun"),
        ("marksman", 20, 0, 8, "battle-rifle"),
        ("anomaly", 60, 6, 10, "unarmed"),
    ],
)
def test_the_starter_set_of_foes(kind: str, hp: int, fortitude: int, ap: int, weapon: str) -> None:
    scene = Scene(One={"foe": True, "kind": kind})
    foe = scene["One"]
    assert (foe.hp, foe.fortitude, foe.ap, foe.weapons[0].weapon) == (hp, fortitude, ap, weapon)


@pytest.mark.rule("DPI-A40", "DPI-A41")
def test_a_stat_block_says_what_a_foe_attacks_with_and_any_value_can_be_set() -> None:
    scene = Scene(
        {"enemy-turns": "full"},
        Ada=GUN,
        One={"foe": True, "kind": "marksman", "space": [7, 0]},
        Two={"foe": True, "kind": "marksman", "stat": 5, "skill": 0, "reloads": 1, "grenades": 2, "sanity": 3},
    )
    one, two = scene["One"], scene["Two"]
    assert (one.stat, one.skill, one.agility, one.reloads, one.sanity) == (7, 3, 7, 4, 10)
    assert (two.stat, two.skill, two.agility, two.reloads, two.grenades, two.sanity) == (5, 0, 7, 1, 2, 3)
    scene.do("start-fight")
    scene.turn("One")
    # 7 + 1 + 3 beats 8 + 2, which a stat of 5 without a skill would not
    assert scene.do("attack", 3, 4, 8, 8, 5, who="One", target="Ada")["result"] == "success"


@pytest.mark.rule("DPI-A40", "DPI-126")
@pytest.mark.parametrize(
    "changes",
    [
        {"stats": {"agility": 11}},
        {"skills": {"stealth": 6}},
        {"armour": "plate"},
        {"life": "undead"},
        {"stress": 6},
        {"high": -1},
        {"custom_skills": {"juggling": "circus"}},
        {"weapons": [{"weapon": "pistol", "level": 0}]},
    ],
)
def test_a_sheet_is_never_changed_to_what_no_rule_can_read(changes: dict[str, Any]) -> None:
    scene = Scene(Ada={})
    assert str(scene.refusal("edit", who="Ada", changes=changes)).startswith("bad parameter: changes must be")


@pytest.mark.rule("DPI-126", "DPI-82")
def test_the_referee_cannot_place_a_character_in_a_wall_or_without_a_name() -> None:
    scene = Scene(Ada={})
    scene.do("set-scene", size=[5, 5], obstacles=[[2, 2]])
    for space in ([2, 2], [5, 0], [-1, 0]):
        why = f"space {space[0]}, {space[1]} is off the map"
        assert str(scene.refusal("place", who="Ada", space=space)).startswith(why)
        assert str(scene.refusal("foe", name="Foe", space=space)).startswith(why)
    assert scene.refusal("place", who="Ada", space=[4, 4]) is None
    assert str(scene.refusal("foe", name=" ")).startswith("bad parameter: name")
    scene.do("set-scene", timer=5)
    assert str(scene.refusal("research", who="Ada", skill="juggling", stat="luck")).startswith("unknown skill")


@pytest.mark.rule("DPI-A40")
def test_an_old_enemy_is_removed_between_fights_and_no_agent_is() -> None:
    options, scene = GAME.table_options(), GAME.scene()
    for action, params in GAME.openings[0].steps:
        scene = GAME.act(action, scene, dict(params), options, random=Random(1)).outcome[0]
    foe = next(name for name in scene.characters if name not in GAME.openings[0].heroes)
    with pytest.raises(Refused, match="in a fight"):
        GAME.act("remove-foe", scene, {"who": foe}, options)
    scene = GAME.act("end-fight", scene, {}, options).outcome[0]
    with pytest.raises(Refused, match="not an enemy"):
        GAME.act("remove-foe", scene, {"who": GAME.openings[0].heroes[0]}, options)
    after = GAME.act("remove-foe", scene, {"who": foe}, options).outcome[0]
    assert foe not in after.characters
    assert all(foe not in own for own in after.cover.values())


def test_why_tells_every_term_of_an_attack_apart() -> None:
    """6 + 4 with Agility 9, Firearms 5, the night, one Stress and a Difficult foe is 10: a cost, half of 5 + 3."""
    options, scene = GAME.table_options(), GAME.scene()
    begun = (("start-turn", {"who": "Vega"}), ("edit", {"who": "Vega", "changes": {"stress": 1}}))
    for action, params in (*GAME.openings[0].steps, *begun):
        scene = GAME.act(action, scene, dict(params), options, random=Random(1)).outcome[0]
    shot = GAME.act("attack", scene, {"who": "Vega", "target": "Reader"}, options, faces=(6, 4, 2, 12, 5, 3, 2, 6))
    assert shot.outcome[1].result == "cost"
    terms = [("Agility", 2), ("Firearms", 5), ("night", -2), ("Stress", -1), ("difficulty", -4)]
    assert list(_noted(shot.breakdown)) == [*terms, ("half damage", 4), ("Fortitude", -4), ("Fortitude", -8)]


def _noted(steps: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """The named terms of a breakdown, those of the rules it calls among them."""
    for step in steps:
        if isinstance(step, Noted):
            yield step.name, step.value
        elif isinstance(step, Called):
            yield from _noted(step.steps)
