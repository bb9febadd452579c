"""Plans for fights of several: fixed habits, and decisions as best play of the duel takes them."""

from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.game import find_game
from rulewright.game.fights import Move
from rulewright.game.table_plans import planned_answer, planned_moves
from rulewright.games.untold_aeons.fight import FIGHT
from rulewright.lab.fights import FightSetup, FightSide, fight_many, opening_scene

GAME = find_game("untold-aeons")
OPTIONS = GAME.table_options({})
REACTION = "defend, dodge or fight back?"
REACTIONS = ("defend", "dodge", "fight-back")
_PERSON = {
    "kind": "npc",
    "characteristics": {"dexterity": 3, "toughness": 3, "willpower": 3, "intellect": 3},
    "background": {"brawl": 3, "firearms": 3},
}


def fray_of(weapon: str, ours: FightSide, theirs: FightSide, distance: int) -> FightSetup:
    """Two against two of the same strength, with the same weapon, so many yards away."""
    members = (*ours.members, *theirs.members)
    joins = [Move("join", {"character": {"name": name, **_PERSON}}) for name in members]
    arms = [Move("give-weapon", {"who": name, "weapon": weapon}) for name in members]
    sides = {"initiating": list(ours.members), "defending": list(theirs.members)}
    start = Move("start-fight", {**sides, "positions": dict.fromkeys(theirs.members, distance)})
    return FightSetup(GAME, OPTIONS, (*joins, *arms, start), {"ours": ours, "theirs": theirs})


def side(*members: str, plan: str = "best") -> FightSide:
    return FightSide(members, plan)


def scene_of(weapon: str, distance: int = 1, **changed: dict[str, Any]) -> Any:
    """That fight before its first turn, with some sheets changed."""
    scene = opening_scene(fray_of(weapon, side("Ada", "Bert"), side("Cora", "Dirk"), distance), Random(1))
    for name, fields in changed.items():
        scene = scene.with_sheet(name, replace(scene.sheet(name), **fields))
    return scene


decide_best, decide_fast = (partial(planned_answer, FIGHT, plan) for plan in ("best", "fast"))


def turn_of_ada(scene: Any) -> Any:
    """The same scene in Ada's turn, with no other turn before it."""
    for name in ("Ada", "Bert", "Cora", "Dirk"):
        scene = GAME.act("choose-turn", scene, {"who": name, "turn": "fast"}, OPTIONS).outcome[0]
    return GAME.act("start-turn", scene, {"who": "Ada"}, OPTIONS).outcome[0]


def reaction(scene: Any) -> object:
    strike = {"who": "Ada", "target": "Cora", "weapon": "club"}
    return decide_best(turn_of_ada(scene), OPTIONS, Move("attack", strike), "Cora", REACTION, REACTIONS)


@pytest.mark.rule("UA-109", "UA-A34")
def test_who_wants_to_win_fights_back_where_the_fixed_plans_do_not() -> None:
    assert reaction(scene_of("club")) == "fight-back"
    strike = Move("attack", {"who": "Ada", "target": "Cora", "weapon": "club"})
    by_plan = {
        plan: planned_answer(FIGHT, plan, scene_of("club"), OPTIONS, strike, "Cora", REACTION, REACTIONS)
        for plan in ("fast", "defend", "fight-back", "dodge-stay", "dodge-stand")
    }
    assert list(by_plan.values()) == ["defend", "defend", "fight-back", "dodge", "dodge"]


@pytest.mark.rule("UA-A38", "UA-A40")
def test_nobody_dodges_from_the_ground() -> None:
    assert reaction(scene_of("club", Ada={"skills": {"brawl": 9}}, Cora={"prone": True})) in {"defend", "fight-back"}


@pytest.mark.rule("UA-129", "UA-133", "UA-A45")
def test_a_shooter_fires_as_best_play_does_and_the_target_knows_how() -> None:
    scene = turn_of_ada(scene_of("submachine gun", distance=10))
    shot = Move("shoot", {"who": "Ada", "target": "Cora", "weapon": "submachine gun"})
    assert decide_best(scene, OPTIONS, shot, "Ada", "single or rapid?", ("single", "rapid")) == "rapid"
    assert decide_best(scene, OPTIONS, shot, "Cora", "stay or dive?", ("stay", "dive")) in ("stay", "dive")
    assert decide_fast(scene, OPTIONS, shot, "Cora", "stay or dive?", ("stay", "dive")) == "stay"
    assert planned_answer(FIGHT, "dive-rise", scene, OPTIONS, shot, "Cora", "stay or dive?", ("stay", "dive")) == "dive"


def test_other_questions_are_left_open() -> None:
    check = Move("check", {"who": "Ada", "skill": "brawl"})
    assert decide_best(scene_of("club"), OPTIONS, check, "Ada", "keep or reroll?", ("keep", "reroll")) is None


@pytest.mark.parametrize(("plan", "turns"), [("fast", ("fast", "fast")), ("defend", ("fast", "slow"))])
def test_turns_are_fast_unless_a_foe_has_to_be_reached_first(plan: str, turns: tuple[str, str]) -> None:
    def turn_in(scene: Any) -> object:
        moves = planned_moves(FIGHT, plan, scene, OPTIONS, "Ada", ["Cora", "Dirk"])
        return next(move.params["turn"] for move in moves if move.action == "choose-turn")

    assert (turn_in(scene_of("club")), turn_in(scene_of("club", distance=8))) == turns
    assert turn_in(scene_of("pistol", distance=8)) == "fast"


def test_best_play_beats_a_fixed_plan_with_either_side_first() -> None:
    first = fray_of("club", side("Ada", "Bert"), side("Cora", "Dirk", plan="dodge-stand"), 1)
    second = fray_of("club", side("Ada", "Bert", plan="dodge-stand"), side("Cora", "Dirk"), 1)
    assert fight_many(first, 20, seed=2).wins["ours"][1] > 0.6
    assert fight_many(second, 20, seed=2).wins["theirs"][1] > 0.5
