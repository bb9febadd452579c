"""The plan `best`: what best play of a duel says, at the table and on the map."""

from fractions import Fraction
from typing import Any

import pytest
from dpi_table import GUN, Scene, fight

from rulewright.game.fights import Move
from rulewright.games.dpi import GAME
from rulewright.games.dpi.mean_duel import DuelSide, MeanDuel, blows_to_fell, chance_to_win, decisions_on_high
from rulewright.lab.fights import FightSetup, fight_many, read_fight

KNIFE_AND_GUN = {**GUN, "equipment": {"revolver": 1, "knife": 1}}


def wanted(scene: Scene, who: str = "Ada", plan: str = "best") -> list[Move]:
    foes = [name for name, body in scene.now.characters.items() if body.side != scene[who].side and body.hp > 0]
    return list(GAME.plans[plan](scene.now, scene.options, who, foes))


def first(scene: Scene, who: str = "Ada", plan: str = "best") -> Move:
    """The first action that no rule refuses."""
    legal = (one for one in wanted(scene, who, plan) if scene.refusal(one.action, **one.params) is None)
    return next(legal)


def decided(scene: Scene, *choices: str, **params: Any) -> Any:
    move = Move("attack", {"who": "Ada", "target": "Bo", "hold_high": True, **params})
    return GAME.decides["best"](scene.now, scene.options, move, "Ada", "High to spend", choices)


# --- mean blows


@pytest.mark.rule("DPI-29", "DPI-30")
def test_how_many_mean_blows_fell_a_target() -> None:
    options = GAME.table_options()
    d6 = ((1, 6),)
    assert blows_to_fell(options, d6, "none", 0, 1) == 1
    assert blows_to_fell(options, d6, "none", 0, 2) == Fraction(7, 6)  # a 1 takes another blow
    # Fortitude 1 stops a 1 and is gone: 5/6 of the first blows do it
    assert blows_to_fell(options, d6, "none", 1, 1) == Fraction(7, 6)
    # in half cover a 1 does nothing at all
    assert blows_to_fell(options, d6, "half", 0, 1) == Fraction(6, 5)
    assert float(blows_to_fell(options, d6, "none", 4, 24)) == pytest.approx(12.6, abs=0.05)


def facing(hp: int, their_hp: int, **more: Any) -> MeanDuel:
    shown: dict[str, Any] = {
        "edge": 2,
        "rolled": ((1, 6),),
        "counters": True,
        "attacks": 1,
        "cover": "none",
        "fortitude": 0,
    }
    shown |= {"stress": 0, "high": 0, "sanity": 5}
    return MeanDuel(DuelSide(**{**shown, "hp": hp, **more}), DuelSide(**{**shown, "hp": their_hp}), 1)


@pytest.mark.rule("DPI-138")
def test_a_duel_in_mean_blows_goes_about_as_the_duel_itself() -> None:
    for hp, their_hp in ((10, 10), (14, 8), (8, 14)):
        shown = {"stat": 6, "skill": 3, "weapon": "revolver", "counter_weapon": "revolver", "sanity": 5}
        exact = GAME.odds("duel", {**shown, "attacker_hp": hp, "target_hp": their_hp})
        won = float(exact.where(lambda end: end.winner == "attacker"))
        assert chance_to_win(GAME.table_options(), facing(hp, their_hp)) == pytest.approx(won, abs=0.12)
    untouched = MeanDuel(facing(3, 24).us, DuelSide(2, ((1, 6),), False, 1, "none", 24, 0, 0, 0, 5), 1)
    assert chance_to_win(GAME.table_options(), untouched) > 0.95  # Stress beyond 5 and Sanity gone still cost HP


@pytest.mark.rule("DPI-95", "DPI-96", "DPI-A9")
def test_high_is_decided_on_as_in_the_duel_that_is_solved() -> None:
    asked = decisions_on_high(GAME.table_options(), facing(10, 10, stress=2, high=2))
    before, *late = asked
    assert (before.question, before.best) == ("High before the roll", "relieve")
    chosen = {one.seen[-1]: one.best for one in late if one.seen[0] == "keep"}
    assert chosen["failure", "success", "success"] == 1
    assert chosen["cost-minus", "cost-minus", "crit"] == 2


# --- what is done next


@pytest.mark.rule("DPI-A43", "DPI-A47")
def test_best_play_moves_where_only_its_own_weapon_reaches() -> None:
    armed = {"stats": {"agility": 8}, "skills": {"firearms": 3}, "equipment": {"shotgun": 1}}
    scene = fight(None, armed, Bo={"weapon": "pistol", "space": [0, 3]})
    move = first(scene)
    assert move.action == "move"
    scene.do("move", **move.params)
    assert scene.now.spaces_between(scene.options, "Ada", "Bo") >= 5  # out of the pistol's reach, in the shotgun's
    assert first(scene).action == "attack"
    still = fight(None, armed, Bo={"weapon": "pistol", "space": [0, 3]})
    assert first(still, plan="advance").action == "attack"


@pytest.mark.rule("DPI-A43", "DPI-A47")
def test_no_move_goes_so_far_that_no_ap_are_left_to_attack() -> None:
    rifle = {"stats": {"agility": 8}, "skills": {"firearms": 3}, "equipment": {"battle-rifle": 1}}
    scene = fight(None, rifle, Bo={"weapon": "pistol", "space": [0, 3]})
    before = scene.now.fight.ap
    scene.do("move", **first(scene).params)
    assert scene.now.spaces_between(scene.options, "Ada", "Bo") == 6
    assert scene.now.fight.ap == before - 3
    attack = first(scene)
    assert (attack.action, attack.params["weapon"]) == ("attack", "battle-rifle")


@pytest.mark.rule("DPI-129")
def test_the_better_weapon_is_used_not_the_first_one() -> None:
    armed = {**GUN, "skills": {"reflexes": 4}, "equipment": {"baseball-bat": 1, "knife": 1}}
    scene = fight(None, armed, Bo={"weapon": "knife", "space": [0, 1]})
    assert [one.weapon for one in scene["Ada"].weapons] == ["baseball-bat", "knife"]
    assert first(scene, plan="advance").params["weapon"] == "baseball-bat"
    assert first(scene).params["weapon"] == "knife"  # 2d4 are more than 1d6


@pytest.mark.rule("DPI-134", "DPI-156")
def test_an_empty_weapon_is_loaded_when_it_is_worth_it() -> None:
    armed = {**GUN, "equipment": {"revolver": 1, "ammunition": 1}}
    scene = fight(None, armed, Bo={"weapon": "revolver", "space": [0, 3]})
    emptied = [{"weapon": "revolver", "level": 1, "shots": 0}]
    scene.do("edit", who="Ada", changes={"weapons": emptied})
    assert first(scene) == Move("reload", {"who": "Ada", "weapon": "revolver"})
    scene.do("edit", who="Ada", changes={"reloads": 0})
    assert first(scene).action == "move"  # nothing is left but fists


@pytest.mark.rule("DPI-133", "DPI-180")
def test_a_stim_is_used_when_the_next_blow_may_be_the_end_and_not_before() -> None:
    scene = fight(None, GUN, Bo={"weapon": "revolver", "space": [0, 3], "hp": 6})
    assert first(scene).action == "attack"
    scene.do("edit", who="Ada", changes={"hp": 12, "fortitude": 0})
    assert first(scene).action == "attack"  # a revolver takes 6 at most
    scene.do("edit", who="Ada", changes={"hp": 3})
    assert first(scene) == Move("use-stim", {"who": "Ada"})
    assert first(scene, plan="advance").action == "attack"


@pytest.mark.rule("DPI-A41")
def test_foes_attack_by_it_only_where_they_may() -> None:
    near = {"weapon": "knife", "space": [0, 1]}
    waiting = fight(None, GUN, Bo=near)
    waiting.turn("Bo")
    assert first(waiting, "Bo").action in ("move", "end-turn")
    fighting = fight({"enemy-turns": "full"}, GUN, Bo=near)
    fighting.turn("Bo")
    assert first(fighting, "Bo") == Move("attack", {"who": "Bo", "target": "Ada", "weapon": "knife"})


@pytest.mark.rule("DPI-A46")
def test_the_weakest_foe_in_range_and_in_sight_is_the_one() -> None:
    foe = {"weapon": "revolver", "hp": 20}
    scene = fight(None, GUN, Bo={**foe, "space": [0, 40]}, Cy={**foe, "space": [0, 3]}, Di={**foe, "space": [1, 3]})
    assert first(scene).params["target"] == "Cy"
    scene.do("cover", who="Cy", against="Ada", cover="full")
    assert first(scene).params["target"] == "Di"


# --- High


def shaken(**edit: int) -> Scene:
    scene = fight(None, KNIFE_AND_GUN, Bo={"weapon": "revolver", "space": [0, 3]})
    scene.do("edit", who="Ada", changes={"fortitude": 0, **edit})
    return scene


@pytest.mark.rule("DPI-95")
def test_stress_is_relieved_first_and_then_high_is_held_for_the_dice() -> None:
    scene = shaken(stress=2, high=3)
    assert first(scene) == Move("spend-high", {"who": "Ada", "points": 2})
    scene.do("spend-high", who="Ada", points=2)
    attack = first(scene)
    assert (attack.action, attack.params.get("hold_high")) == ("attack", True)
    assert "hold_high" not in first(shaken(stress=2, high=0)).params


@pytest.mark.rule("DPI-96", "DPI-A9")
def test_high_is_spent_on_the_roll_where_it_cannot_wait() -> None:
    scene = fight({"high-timing": "before"}, KNIFE_AND_GUN, Bo={"weapon": "revolver", "space": [0, 3], "hp": 2})
    scene.do("edit", who="Ada", changes={"high": 3, "hp": 3, "fortitude": 0})
    params = first(scene).params
    assert params["high"] == 3
    assert "hold_high" not in params


@pytest.mark.rule("DPI-96")
def test_when_the_dice_lie_high_is_spent_where_it_is_worth_it() -> None:
    scene = shaken(stress=0, high=2)
    assert decided(scene, "0 for failure", "1 for success") == "1 for success"
    assert decided(scene, "0 for cost-minus", "2 for crit") == "2 for crit"
    # two points for a Cost that is struck back at all the same are kept for a better roll
    assert decided(scene, "0 for failure", "2 for cost") == "0 for failure"


@pytest.mark.rule("DPI-96")
def test_other_questions_get_the_first_answer() -> None:
    scene = shaken(stress=0, high=2)
    other = GAME.decides["best"](scene.now, scene.options, Move("check", {"who": "Ada"}), "Ada", "High to spend", ["a"])
    assert other == "a"


# --- fights


def fray_of(plan: str, foes_plan: str, options: str, **meters: int) -> FightSetup:
    edits = ", ".join(f"{name} = {value}" for name, value in meters.items())
    skills = '["stamina", "reflexes", "dodging", "stealth", "tactics", "planning"]'
    ada = f'name = "Ada", role = "operator", role_skills = {skills}, ancestry = "vampire", stats = {{ agility = 6 }}'
    return read_fight(f"""
        game = "dpi"
        options = {{ {options} }}
        opening = [
          {{ action = "join", character = {{ {ada}, skills = {{ firearms = 3 }}, equipment = {{ revolver = 1 }} }} }},
          {{ action = "edit", who = "Ada", changes = {{ {edits} }} }},
          {{ action = "foe", name = "Bo", space = [0, 3], hp = 12, weapon = "revolver" }},
          {{ action = "foe", name = "Cy", space = [2, 3], hp = 8, weapon = "knife" }},
          {{ action = "set-scene", time = "22:00" }},
          {{ action = "start-fight" }},
        ]
        [sides.agents]
        members = ["Ada"]
        plan = "{plan}"
        [sides.foes]
        members = ["Bo", "Cy"]
        plan = "{foes_plan}"
    """)


def won(plan: str, foes_plan: str, options: str, side: str, **meters: int) -> float:
    return fight_many(fray_of(plan, foes_plan, options, **meters), 120, seed=5).wins[side][1]


MARGIN = 0.15  # more than three standard deviations of a difference would need, and these seeds are fixed
FULL = 'enemy-turns = "full"'


@pytest.mark.rule("DPI-138")
@pytest.mark.parametrize("options", ["", FULL])
@pytest.mark.parametrize("other", ["advance", "hold"])
def test_it_wins_at_least_about_as_often_as_the_other_plans(other: str, options: str) -> None:
    shaky = {"stress": 2, "high": 3}
    assert won("best", "advance", options, "agents", **shaky) > won(other, "advance", options, "agents", **shaky)
    theirs = won("advance", other, options, "foes", **shaky)
    assert won("advance", "best", options, "foes", **shaky) > theirs - MARGIN


@pytest.mark.rule("DPI-95", "DPI-96")
def test_high_well_spent_wins_fights() -> None:
    with_high = won("best", "advance", "", "agents", stress=2, high=3)
    without = won("best", "advance", "", "agents", stress=2, high=0)
    assert with_high > without + MARGIN
