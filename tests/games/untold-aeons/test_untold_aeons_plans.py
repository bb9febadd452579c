"""Plans for fights of several: fixed habits, and decisions as best play of the duel takes them."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.game import find_game
from rulewright.game.fights import Bout, Move
from rulewright.games.untold_aeons.duel import Gunfighter, MeleeFighter, firearm_bout, melee_bout
from rulewright.games.untold_aeons.plans import best, decide_best
from rulewright.lab.fights import FightSetup, FightSide, fight_many, opening_scene
from rulewright.readings import Solver

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
    everybody = (*ours.members, *theirs.members)
    joins = [Move("join", {"character": {"name": name, **_PERSON}}) for name in everybody]
    arms = [Move("give-weapon", {"who": name, "weapon": weapon}) for name in everybody]
    sides = {"initiating": list(ours.members), "defending": list(theirs.members)}
    start = Move("start-fight", {**sides, "positions": dict.fromkeys(theirs.members, distance)})
    return FightSetup(GAME, OPTIONS, (*joins, *arms, start), {"ours": ours, "theirs": theirs})


def side(*members: str, plan: str = "best", **decisions: str) -> FightSide:
    return FightSide(
        members, plan, decisions={REACTION: decisions.get("reaction"), "stay or dive?": decisions.get("shot")}
    )


def scene_of(weapon: str, distance: int = 1, **changed: dict[str, Any]) -> Any:
    """That fight before its first turn, with some sheets changed."""
    scene = opening_scene(fray_of(weapon, side("Ada", "Bert"), side("Cora", "Dirk"), distance), Random(1))
    for name, fields in changed.items():
        scene = scene.with_sheet(name, replace(scene.sheet(name), **fields))
    return scene


def reaction(scene: Any) -> object | None:
    strike = {"who": "Ada", "target": "Cora", "weapon": "club", "target_weapon": "club"}
    return decide_best(scene, OPTIONS, Move("attack", strike), "Cora", REACTION, REACTIONS)


def solved(bout: Bout, who: str) -> object:
    """What somebody decides first, by best play of a duel."""
    decisions = Solver(bout.fight, *bout.context, options=OPTIONS).decisions(bout.start)
    return next(one.best for one in decisions if one.who == who)


@pytest.mark.rule("UA-109")
@pytest.mark.rule("UA-A34")
@pytest.mark.parametrize(("wounds", "brawl"), [(0, 3), (6, 3), (11, 5)])
def test_whoever_is_attacked_reacts_as_best_play_of_the_duel_does(wounds: int, brawl: int) -> None:
    ada = MeleeFighter(brawl=brawl, weapon_damage="2+", policy="best")
    cora = MeleeFighter(brawl=3, weapon_damage="2+", wounds=wounds, policy="best")
    wanted = solved(melee_bout(ada, cora, 10), "b")
    assert reaction(scene_of("club", Ada={"skills": {"brawl": brawl}}, Cora={"wounds": wounds})) == wanted


@pytest.mark.rule("UA-109")
def test_the_reaction_depends_on_who_attacks() -> None:
    assert reaction(scene_of("club")) == "fight-back"
    assert reaction(scene_of("club", Ada={"skills": {"brawl": 9}})) == "dodge"


@pytest.mark.rule("UA-A38")
@pytest.mark.rule("UA-A40")
def test_nobody_dodges_from_the_ground() -> None:
    assert reaction(scene_of("club", Ada={"skills": {"brawl": 9}}, Cora={"prone": True})) in {"defend", "fight-back"}


@pytest.mark.rule("UA-129")
@pytest.mark.rule("UA-A45")
def test_whoever_is_shot_at_stays_or_dives_as_best_play_of_the_duel_does() -> None:
    gun = Gunfighter(firearms=3, weapon_damage="4", piercing=1, policy="best")
    wanted = solved(firearm_bout(gun, gun, 2, 0, 10), "b")
    shot = Move("shoot", {"who": "Ada", "target": "Cora", "weapon": "pistol"})
    scene = scene_of("pistol", distance=10)
    assert decide_best(scene, OPTIONS, shot, "Cora", "stay or dive?", ("stay", "dive")) == wanted


@pytest.mark.rule("UA-133")
def test_a_shooter_fires_as_best_play_does() -> None:
    scene = scene_of("submachine gun", distance=10)
    shot = Move("shoot", {"who": "Ada", "target": "Cora", "weapon": "submachine gun"})
    assert decide_best(scene, OPTIONS, shot, "Ada", "single or rapid?", ("single", "rapid")) == "rapid"
    assert decide_best(scene, OPTIONS, shot, "Cora", "stay or dive?", ("stay", "dive")) in ("stay", "dive")


@pytest.mark.rule("UA-132")
@pytest.mark.rule("UA-A40")
def test_whoever_lies_on_the_ground_gets_up_or_strikes_as_best_play_does() -> None:
    down = MeleeFighter(brawl=3, weapon_damage="2+", prone=True, policy="best")
    for wounds in (0, 11):
        wanted = solved(melee_bout(down, replace(down, prone=False, wounds=wounds), 10), "a")
        scene = scene_of("club", Ada={"prone": True}, Cora={"wounds": wounds})
        deeds = [deed.action for deed in best(scene, OPTIONS, "Ada", ["Cora", "Dirk"])]
        assert ("get-up" in deeds) == (wanted == "get-up")


def test_other_questions_are_left_to_whoever_asks() -> None:
    check = Move("check", {"who": "Ada", "skill": "brawl"})
    assert decide_best(scene_of("club"), OPTIONS, check, "Ada", "keep or reroll?", ("keep", "reroll")) is None


def test_turns_are_fast_unless_a_foe_has_to_be_reached_first() -> None:
    def turn_in(scene: Any) -> object:
        deeds = best(scene, OPTIONS, "Ada", ["Cora", "Dirk"])
        return next(deed.params["turn"] for deed in deeds if deed.action == "choose-turn")

    assert turn_in(scene_of("club")) == "fast"
    assert turn_in(scene_of("club", distance=8)) == "slow"
    assert turn_in(scene_of("pistol", distance=8)) == "fast"


@pytest.mark.parametrize(
    ("weapon", "distance", "habit"),
    [("club", 1, {"reaction": "defend"}), ("club", 1, {"reaction": "dodge"}), ("pistol", 10, {"shot": "dive"})],
)
def test_best_play_beats_fixed_habits_whoever_begins(weapon: str, distance: int, habit: dict[str, str]) -> None:
    first = fray_of(weapon, side("Ada", "Bert"), side("Cora", "Dirk", plan="fast", **habit), distance)
    second = fray_of(weapon, side("Ada", "Bert", plan="fast", **habit), side("Cora", "Dirk"), distance)
    assert fight_many(first, 40, seed=2).wins["ours"][1] > 0.6
    assert fight_many(second, 40, seed=2).wins["theirs"][1] > 0.5
