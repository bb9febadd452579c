"""Fights in play: turns, moves, attacks and their refusals: UA-101 to UA-137, UA-A34 to UA-A46."""

from random import Random
from typing import Any

import pytest
from untold_aeons_table import EVEN, Scene

from rulewright.games.untold_aeons import GAME
from rulewright.readings import Need

NPC: dict[str, Any] = {"kind": "npc", "background": {"brawl": 2, "firearms": 2}}
PC: dict[str, Any] = {"background": {"brawl": 3, "firearms": 3}}


def fight(options: Any = None, turns: str = "slow", **positions: int) -> Scene:
    """Ada against Bo, both with a pistol, Ada's turn begun."""
    scene = Scene(options, Ada=PC, Bo=NPC)
    for who in ("Ada", "Bo"):
        scene.do("give-weapon", who=who, weapon="pistol")
    scene.do("start-fight", initiating=["Ada"], defending=["Bo"], positions=positions)
    for who in ("Ada", "Bo"):
        scene.do("choose-turn", who=who, turn=turns)
    scene.do("start-turn", who="Ada")
    return scene


def hand_over(scene: Scene, old: str, new: str) -> None:
    scene.do("end-turn", who=old)
    scene.do("start-turn", who=new)


@pytest.mark.rule("UA-101", "UA-102", "UA-103", "UA-A34")
def test_slow_is_an_action_and_a_move_and_fast_is_one_of_them() -> None:
    slow = fight(Bo=5)
    slow.do("move", who="Ada", toward="Bo")
    slow.do("attack", 2, 2, 2, 2, 2, who="Ada", target="Bo", defence="defend")
    fast = fight(turns="fast", Bo=5)
    fast.do("move", who="Ada", toward="Bo")
    assert "no action left" in str(fast.refusal("attack", who="Ada", target="Bo"))
    other = fight(turns="fast")
    other.do("attack", 2, 2, 2, 2, 2, who="Ada", target="Bo", defence="defend")
    assert "no move left" in str(other.refusal("move", who="Ada", toward="Bo"))


@pytest.mark.rule("UA-101", "UA-A35")
def test_a_fight_waits_for_everybody_who_has_not_chosen_a_turn() -> None:
    scene = Scene(Ada=PC, Bo=NPC)
    scene.do("start-fight", initiating=["Ada"], defending=["Bo"])
    for who, others, turn in (("Ada", {"Bo": "choose-turn"}, ""), ("Bo", {}, "Ada")):
        scene.do("choose-turn", who=who, turn="fast")
        status = GAME.fight(scene.now, scene.options)
        assert status is not None
        assert status.due == others
        assert status.turn == turn


@pytest.mark.rule("UA-104", "UA-106", "UA-107", "UA-A35")
def test_everybody_chooses_and_a_slot_is_shared_in_any_order() -> None:
    scene = Scene(Ada=PC, Cy=PC, Bo=NPC)
    scene.do("start-fight", initiating=["Ada", "Cy"], defending=["Bo"])
    assert "must choose" in str(scene.refusal("start-turn", who="Ada"))
    for who in ("Ada", "Cy", "Bo"):
        scene.do("choose-turn", who=who, turn="fast")
    assert "already chosen" in str(scene.refusal("choose-turn", who="Ada", turn="slow"))
    assert "not your turn" in str(scene.refusal("start-turn", who="Bo"))
    assert scene.refusal("start-turn", who="Ada") is None
    scene.do("start-turn", who="Cy")
    assert "not your turn" in str(scene.refusal("start-turn", who="Ada"))
    hand_over(scene, "Cy", "Ada")
    hand_over(scene, "Ada", "Bo")
    scene.do("end-turn", who="Bo")
    status = GAME.fight(scene.now, scene.options)
    assert status is not None
    assert (status.round, status.turn, status.over) == (2, "", False)
    assert scene.refusal("choose-turn", who="Ada", turn="slow") is None


@pytest.mark.rule("UA-104", "UA-A35")
def test_by_ruling_the_choice_holds_for_the_whole_fight() -> None:
    scene = fight({"turn-choice": "once-per-fight"})
    hand_over(scene, "Ada", "Bo")
    scene.do("end-turn", who="Bo")
    assert "already chosen" in str(scene.refusal("choose-turn", who="Ada", turn="fast"))
    assert scene.do("start-turn", who="Ada")["turn"] == "slow"


@pytest.mark.rule("UA-10", "UA-12", "UA-13", "UA-A36")
def test_a_move_is_a_walk_beside_an_action_and_a_sprint_without_one() -> None:
    scene = fight(Bo=60)
    assert "too far: 41 yards, at most 40" in str(scene.refusal("move", who="Ada", toward="Bo", yards=41))
    before = scene.now
    scene.do("move", who="Ada", toward="Bo", yards=9)
    assert "no action left" in str(scene.refusal("shoot", who="Ada", target="Bo"))
    scene.now = before
    scene.do("move", who="Ada", toward="Bo")
    assert scene.now.fight.combatants["Ada"].position == 8
    assert scene.refusal("shoot", who="Ada", target="Bo") is None
    scene.now = before
    scene.do("shoot", 2, 2, 2, *(2,) * 6, who="Ada", target="Bo", dive="stay")  # 60 yards: 2 + 60 // 15
    assert "too far: 9 yards, at most 8" in str(scene.refusal("move", who="Ada", toward="Bo", yards=9))
    assert scene.do("move", who="Ada", toward="Bo", yards=-8) == {"position": -8, "yards": 8, "away": True}
    assert "no move left" in str(scene.refusal("move", who="Ada", toward="Bo", yards=1))


@pytest.mark.rule("UA-109", "UA-A38")
def test_the_one_attacked_chooses_and_is_asked() -> None:
    scene = fight()
    with pytest.raises(Need) as needed:
        scene.do("attack", who="Ada", target="Bo")
    assert (needed.value.who, needed.value.choices) == ("Bo", ("defend", "dodge", "fight-back"))
    found = scene.do("attack", 6, 2, 2, 5, 2, choices=("defend",), who="Ada", target="Bo")
    assert found == {"result": "hit", "defence": "defend", "damage": 2, "net": 0, "struck": "Bo", "state": "standing"}
    assert scene.sheet("Bo")["wounds"] == 2


@pytest.mark.rule("UA-110", "UA-111", "UA-131", "UA-132", "UA-A39", "UA-A40")
def test_a_dodger_rolls_dexterity_falls_prone_and_must_get_up() -> None:
    scene = fight()
    assert scene.do("attack", 2, 2, 2, 2, 2, 2, who="Ada", target="Bo", defence="dodge")["result"] == "nothing"
    assert scene.sheet("Bo")["prone"]
    hand_over(scene, "Ada", "Bo")
    assert "prone cannot move" in str(scene.refusal("move", who="Bo", toward="Ada"))
    scene.do("get-up", who="Bo")
    assert not scene.sheet("Bo")["prone"]
    assert "not prone" in str(scene.refusal("get-up", who="Bo"))
    assert "no action left" in str(scene.refusal("attack", who="Bo", target="Ada"))


@pytest.mark.rule("UA-119", "UA-A41")
def test_who_fights_back_strikes_the_attacker_with_the_weapon_named() -> None:
    scene = fight()
    scene.do("give-weapon", who="Bo", weapon="knife")
    found = scene.do(
        "attack", 2, 2, 2, 6, 1, who="Ada", target="Bo", defence="fight-back", target_weapon="knife", reroll="never"
    )
    # twice 1 + 3, and 2 successes, less 3 - 1
    assert (found["result"], found["struck"], found["damage"]) == ("critical-counter", "Ada", 8)
    assert scene.now.last.net == 0  # the critical has used up the Drawback
    assert "not a melee weapon" in str(fight().refusal("attack", who="Ada", target="Bo", weapon="pistol"))


@pytest.mark.rule("UA-119", "UA-A41")
def test_who_fights_back_chooses_among_the_weapons_at_hand() -> None:
    scene = fight()
    given = {"who": "Ada", "target": "Bo", "reroll": "never"}
    assert scene.do("attack", 2, 2, 2, 6, 1, **given, choices=("fight-back",))["damage"] < 8  # nothing else at hand
    scene = fight()
    scene.do("give-weapon", who="Bo", weapon="knife")
    with pytest.raises(Need, match=r"fight back with which weapon\?: knife, unarmed"):
        scene.do("attack", 2, 2, 2, 6, 1, **given, choices=("fight-back",))
    assert scene.do("attack", 2, 2, 2, 6, 1, **given, choices=("fight-back", "knife"))["damage"] == 8


@pytest.mark.rule("UA-19", "UA-A5", "UA-A37")
def test_karma_rerolls_the_attack_or_the_defence_of_a_player_s_character() -> None:
    scene = fight()
    scene.do("deal-karma", players=1)
    found = scene.do("attack", 2, 2, 2, 5, 2, 6, 6, 2, who="Ada", target="Bo", defence="defend", choices=("reroll",))
    assert (found["result"], scene.karma) == ("hit", (0, 2))
    hand_over(scene, "Ada", "Bo")
    scene.do("deal-karma", players=1)
    found = scene.do("attack", 6, 2, 2, 2, 2, 6, 5, 1, who="Bo", target="Ada", defence="defend", choices=("reroll",))
    assert (found["result"], found["net"], scene.karma) == ("miss", -1, (0, 2))


@pytest.mark.rule("UA-22", "UA-24", "UA-A6")
def test_karma_against_one_side_of_a_melee_is_dice_for_the_other() -> None:
    scene = fight()
    scene.do("deal-karma", players=1)
    scene.do("spend-karma", side="players", use="difficulty", who="Bo")
    # Ada's three dice and two more against Bo's two
    scene.do("attack", *(6,) * 5, 2, 2, who="Ada", target="Bo", defence="defend")
    assert scene.now.stakes == {}


@pytest.mark.rule("UA-92", "UA-A38")
def test_the_helpless_are_struck_without_defence() -> None:
    scene = fight()
    scene.do("add-effect", who="Bo", text="unconscious", lasting=True)
    assert scene.do("attack", 5, 2, 2, who="Ada", target="Bo")["defence"] == "none"
    status = GAME.fight(scene.now, scene.options)
    assert status is not None
    assert (status.over, status.winner) == (True, "the players")


MELEE_REFUSALS = ["incapacitated", "no action left", "out of reach", "prone cannot dodge"]


@pytest.mark.rule("UA-92", "UA-103", "UA-A36", "UA-A40")
@pytest.mark.parametrize("first", range(4))
def test_refusals_of_an_attack_come_in_order(first: int) -> None:
    scene = fight(Bo=0 if first > 2 else 9)
    if first <= 3:
        scene.do("take-damage", who="Bo", damage=1)
        prone = scene.now.characters["Bo"]
        fields = {name: getattr(prone, name) for name in prone.__struct_fields__}
        scene.now = scene.now.with_sheet("Bo", type(prone)(**{**fields, "prone": True}))
    if first <= 1:
        scene.do("move", who="Ada", toward="Bo", yards=-10)
    if first == 0:
        scene.do("add-effect", who="Ada", text="Unconscious")
    why = scene.refusal("attack", who="Ada", target="Bo", defence="dodge")
    assert str(why).startswith(MELEE_REFUSALS[first])


@pytest.mark.rule("UA-129", "UA-130", "UA-131", "UA-133", "UA-134", "UA-A43", "UA-A45", "UA-A46")
def test_shots_in_play() -> None:
    scene = fight(Bo=20)
    with pytest.raises(Need) as needed:
        scene.do("shoot", who="Ada", target="Bo")
    assert (needed.value.who, needed.value.choices) == ("Bo", ("stay", "dive"))
    before = scene.now
    # 20 yards with a pistol of 15: 3 dice, and 2 for the dive
    found = scene.do("shoot", 6, 6, 2, *(2,) * 5, choices=("dive",), who="Ada", target="Bo")
    assert found == {"result": "hit", "defence": "dive", "damage": 6, "net": 0, "struck": "Bo", "state": "standing"}
    assert scene.sheet("Bo")["prone"]
    # prone targets are not asked, and neither are those who do not know
    hand_over(scene, "Ada", "Bo")
    scene.do("end-turn", who="Bo")
    for who in ("Ada", "Bo"):
        scene.do("choose-turn", who=who, turn="fast")
    scene.do("start-turn", who="Ada")
    scene.do("shoot", 2, 2, 2, 2, 2, 2, who="Ada", target="Bo")
    scene.now = before
    scene.do("shoot", 2, 2, 2, 2, 2, 2, 2, who="Ada", target="Bo", aware=False, modifier=1)


@pytest.mark.rule("UA-133", "UA-A45", "UA-A51")
def test_refusals_of_a_shot_come_in_order() -> None:
    scene = fight()
    shot = {"who": "Ada", "target": "Bo", "weapon": "unarmed", "fire": "rapid", "dive": "dive", "aware": False}
    prone = scene.now.characters["Bo"]
    fields = {name: getattr(prone, name) for name in prone.__struct_fields__}
    scene.now = scene.now.with_sheet("Bo", type(prone)(**{**fields, "prone": True}))
    assert "not a firearm" in str(scene.refusal("shoot", **shot))
    assert "no rapid fire" in str(scene.refusal("shoot", **{**shot, "weapon": "pistol"}))
    single = {**shot, "weapon": "pistol", "fire": "single"}
    assert "prone cannot dive" in str(scene.refusal("shoot", **single))
    scene.now = scene.now.with_sheet("Bo", prone)
    assert "unaware cannot dive" in str(scene.refusal("shoot", **single))
    assert scene.refusal("shoot", **{**single, "aware": True}) is None
    scene.do("move", who="Ada", toward="Bo", yards=-20)
    assert "no action left" in str(scene.refusal("shoot", **shot))
    scene.do("add-effect", who="Ada", text="unconscious")
    assert "incapacitated" in str(scene.refusal("shoot", **shot))


@pytest.mark.rule("UA-135", "UA-136", "UA-137", "UA-A46", "UA-A48")
def test_a_burst_in_play_uses_up_its_advantages() -> None:
    scene = fight()
    scene.do("give-weapon", who="Ada", weapon="submachine gun")
    found = scene.do("shoot", 6, 1, 2, who="Ada", target="Bo", weapon="submachine gun", fire="rapid", dive="stay")
    # point blank, one die fewer: two hits, one critical: (8 + 2 - 2) + (4 + 2 - 2)
    assert (found["result"], found["damage"], found["net"]) == ("critical-hit", 12, 1)
    assert scene.now.last.net == 0


@pytest.mark.rule("UA-141", "UA-145", "UA-146", "UA-A48")
def test_maneuvers_and_exposure_bought_with_the_net() -> None:
    scene = fight(Bo=1)
    scene.do("attack", 1, 1, 2, 2, 2, who="Ada", target="Bo", defence="defend")
    scene.do("spend-net", row="maneuver")
    scene.do("move", who="Ada", toward="Bo", yards=-3)
    assert scene.do("move", who="Ada", toward="Bo", yards=-3)["position"] == -6
    assert "no move left" in str(scene.refusal("move", who="Ada", toward="Bo", yards=-3))
    hand_over(scene, "Ada", "Bo")
    scene.do("shoot", 2, 2, 1, 1, who="Bo", target="Ada", dive="stay")
    before = scene.now
    scene.do("spend-net", row="enemy-maneuver", target="Ada")
    assert scene.do("move", who="Ada", toward="Bo", yards=8)["position"] == 2
    scene.now = before
    scene.do("spend-net", row="exposed")
    scene.do("end-turn", who="Bo")
    for who in ("Ada", "Bo"):
        scene.do("choose-turn", who=who, turn="fast")
    scene.do("start-turn", who="Ada")
    scene.do("shoot", 2, 2, 2, 2, 2, 2, who="Ada", target="Bo", dive="stay")  # 3 + 1 dice against 2
    hand_over(scene, "Ada", "Bo")
    assert scene.now.fight.combatants["Bo"].exposed == 0


@pytest.mark.rule("UA-146")
def test_exposure_helps_an_attacker_in_melee_too() -> None:
    scene = fight()
    scene.do("check", 2, 2, 2, 1, 1, who="Ada", skill="brawl")
    scene.do("spend-net", row="exposed")
    hand_over(scene, "Ada", "Bo")
    scene.do("attack", 6, 6, 6, 2, 2, 2, who="Bo", target="Ada", defence="defend")  # 2 + 1 dice against 3


@pytest.mark.rule("UA-94", "UA-A30")
@pytest.mark.parametrize(("bleeding", "rounds"), [("minute", 12), ("round", 1)])
def test_wounds_bleed_at_the_end_of_each_minute_or_round(bleeding: str, rounds: int) -> None:
    scene = Scene({"bleeding": bleeding, "turn-choice": "once-per-fight"}, Ada=PC, Cy=PC, Bo=NPC)
    scene.do("start-fight", initiating=["Ada", "Cy"], defending=["Bo"])
    for who in ("Ada", "Cy", "Bo"):
        scene.do("choose-turn", who=who, turn="fast")
    scene.do("take-damage", 1, 1, 1, 6, who="Cy", damage=14)
    for past in range(1, rounds + 1):
        assert scene.sheet("Cy")["wounds"] == 14
        for who in ("Ada", "Bo"):
            scene.do("start-turn", who=who)
            scene.do("end-turn", who=who)
        assert scene.now.fight.round == past + 1
    assert scene.sheet("Cy")["wounds"] == 15


@pytest.mark.rule("UA-105", "UA-108")
def test_what_fights_are_refused_with() -> None:
    scene = Scene(Ada=PC, Bo=NPC)
    for action in ("end-fight", "choose-turn", "start-turn", "end-turn", "move"):
        needed = {"choose-turn": {"turn": "fast"}, "move": {"toward": "Bo"}}.get(action, {})
        params = {} if action == "end-fight" else {"who": "Ada", **needed}
        assert "no fight" in str(scene.refusal(action, **params)), action
    assert "named twice" in str(scene.refusal("start-fight", initiating=["Ada"], defending=["Ada"]))
    scene.do("start-fight", initiating=["Ada"], defending=["Bo"])
    assert "in a fight" in str(scene.refusal("start-fight", initiating=["Ada"], defending=["Bo"]))
    assert "in a fight" in str(scene.refusal("day-passes", who="Ada"))
    scene.do("end-fight")
    assert GAME.fight(scene.now, scene.options) is None


@pytest.mark.rule("UA-106", "UA-109", "UA-129", "UA-92")
@pytest.mark.parametrize("seed", range(2))
def test_a_fight_of_several_on_each_side_runs_to_its_end_through_what_is_offered(seed: int) -> None:
    random = Random(seed)
    brawler = {"background": {"brawl": 5, "firearms": 4}}
    ghoul = {"kind": "npc", "characteristics": {**EVEN, "dexterity": 7}, **brawler}
    scene = Scene({"bleeding": "round"}, Ada=PC, Cy=brawler, Bo={**brawler, "kind": "npc"}, Di=ghoul)
    for who in ("Ada", "Bo"):
        scene.do("give-weapon", who=who, weapon="pistol")
    scene.do("start-fight", initiating=["Bo", "Di"], defending=["Ada", "Cy"], positions={"Bo": 6, "Di": 4})
    for _ in range(2000):
        status = GAME.fight(scene.now, scene.options)
        assert status is not None
        if status.over:
            break
        offers = {
            key: choices
            for key, choices in scene.ways().items()
            if key[0] in ("choose-turn", "start-turn", "attack", "shoot", "get-up", "move", "end-turn")
        }
        assert offers, "there is always a legal action"
        useful = [key for key in offers if key[0] in ("attack", "shoot")] or list(offers)
        action, who = random.choice(useful)
        wanted = [one for one in offers[action, who] if "target" not in one or _foes(one["who"], one["target"])]
        if not wanted:
            action, who = "end-turn", who
            wanted = [{"who": who}]
        params = {**random.choice(wanted), **({"reroll": "never"} if action in ("attack", "shoot") else {})}
        choices: list[str] = []
        while True:
            try:
                played = GAME.act(action, scene.now, params, scene.options, random=random, choices=choices)
                break
            except Need as need:
                choices.append(random.choice(need.choices))
        scene.now = played.outcome[0]
    status = GAME.fight(scene.now, scene.options)
    assert status is not None
    assert status.over
    assert status.winner in ("the players", "the Narrator")


def _foes(one: str, other: str) -> bool:
    return (one in ("Ada", "Cy")) != (other in ("Ada", "Cy"))


@pytest.mark.rule("UA-109")
def test_an_action_can_be_priced_with_a_stated_policy_and_replayed() -> None:
    scene = fight()
    params = {"who": "Ada", "target": "Bo", "defence": "defend", "reroll": "never"}
    odds = GAME.action_odds("attack", scene.now, params, scene.options)
    expected = GAME.odds("melee-attack", {"brawl": 3, "defence_skill": 2})
    assert odds.where(lambda one: one.struck == "Bo") == expected.where(lambda one: "hit" in one.result)
    played = GAME.act("attack", scene.now, params, scene.options, random=Random(5))
    again = GAME.act("attack", scene.now, params, scene.options, faces=played.faces, choices=played.choices)
    assert again == played


@pytest.mark.rule("UA-92")
def test_a_refused_action_changes_nothing_and_throws_no_dice() -> None:
    scene = fight(Bo=9)
    before = scene.now
    assert "out of reach" in str(scene.refusal("attack", who="Ada", target="Bo"))
    assert scene.now == before


@pytest.mark.rule("UA-129", "UA-A38", "UA-A45")
def test_the_helpless_do_not_dive() -> None:
    scene = Scene(Ada={}, Bo={"kind": "npc"})
    scene.do("give-weapon", who="Ada", weapon="pistol")
    scene.do("add-effect", who="Bo", text="Unconscious")
    assert "helpless cannot dive" in str(scene.refusal("shoot", who="Ada", target="Bo", dive="dive"))
    assert scene.do("shoot", 6, 2, 2, who="Ada", target="Bo", reroll="never")["defence"] == "stay"
