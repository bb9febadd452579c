"""Karma, checks and nets in play: UA-15 to UA-26, UA-39, UA-138 to UA-148, UA-A5 to UA-A7, UA-A48."""

from typing import Any

import pytest
from untold_aeons_table import EVEN, Scene, refuses

from rulewright.games.untold_aeons import GAME
from rulewright.games.untold_aeons.data import ADVANTAGES, DRAWBACKS
from rulewright.readings import Need

HIDDEN = {"hidden-difficulty": "on"}


def two(options: Any = None, **ada: Any) -> Scene:
    """Ada, a player's character, and Bo, an NPC; two points for the players, one for the Narrator."""
    scene = Scene(options, Ada=ada, Bo={"kind": "npc"})
    scene.do("deal-karma", players=2)
    return scene


@pytest.mark.rule("UA-15", "UA-16", "UA-17", "UA-18")
def test_a_point_that_is_used_moves_to_the_other_pool() -> None:
    scene = two()
    assert scene.karma == (2, 1)
    scene.do("spend-karma", side="players", use="deus-ex-machina", text="a shovel")
    assert scene.karma == (1, 2)
    scene.do("spend-karma", side="narrator", use="trigger", text="a voice")
    assert scene.karma == (2, 1)


@pytest.mark.rule("UA-18", "UA-A6")
def test_an_empty_pool_is_refused_first() -> None:
    scene = two()
    scene.do("spend-karma", side="narrator", use="other", text="it rains")
    for use in ("other", "deus-ex-machina", "bonus"):
        assert "karma pool empty" in str(scene.refusal("spend-karma", side="narrator", use=use, who="Ada"))


@pytest.mark.rule("UA-20", "UA-21", "UA-22", "UA-23", "UA-24", "UA-25", "UA-26", "UA-A7")
@pytest.mark.parametrize(
    ("side", "use", "who", "allowed"),
    [
        ("players", "bonus", "Ada", True),
        ("players", "difficulty", "Bo", True),
        ("players", "difficulty", "Ada", False),
        ("players", "deus-ex-machina", "Ada", True),
        ("players", "trigger", "Ada", False),
        ("players", "other", "Ada", False),
        ("narrator", "bonus", "Bo", True),
        ("narrator", "bonus", "Ada", False),
        ("narrator", "difficulty", "Ada", True),
        ("narrator", "difficulty", "Bo", False),
        ("narrator", "trigger", "Ada", True),
        ("narrator", "other", "Ada", True),
        ("narrator", "deus-ex-machina", "Ada", False),
    ],
)
def test_each_side_has_its_own_uses(side: str, use: str, who: str, allowed: bool) -> None:
    why = two().refusal("spend-karma", side=side, use=use, who=who)
    assert why is None if allowed else "not a use of this side" in str(why)


@pytest.mark.rule("UA-21", "UA-25", "UA-A3", "UA-A6")
def test_karma_is_attached_to_the_next_roll_and_used_up_by_it() -> None:
    scene = two()
    scene.do("spend-karma", side="players", use="bonus", who="Ada")
    scene.do("spend-karma", side="narrator", use="difficulty", who="Ada")
    # 1 + 2 skill dice against 2 + 2 difficulty dice
    found = scene.do("check", 6, 6, 6, 1, 1, 1, 5, who="Ada", skill="brawl")
    assert found == {"result": "success", "margin": 5, "net": -3, "rerolled": False}
    scene.do("check", 6, 2, 2, who="Ada", skill="brawl")


@pytest.mark.rule("UA-A6")
def test_one_point_per_roll_and_side_unless_the_table_says_otherwise() -> None:
    scene = two()
    scene.do("spend-karma", side="players", use="bonus", who="Ada")
    assert "already used on this roll" in str(scene.refusal("spend-karma", side="players", use="bonus", who="Ada"))
    free = two({"karma-stacking": "unlimited"})
    free.do("spend-karma", side="players", use="bonus", who="Ada")
    free.do("spend-karma", side="players", use="bonus", who="Ada")
    free.do("check", *(6,) * 5, 2, 2, who="Ada", skill="brawl")  # 1 + 2 + 2 dice
    assert free.karma == (0, 3)


@pytest.mark.rule("UA-19", "UA-A5", "UA-A6")
def test_a_failed_roll_of_a_player_s_character_may_be_rerolled() -> None:
    scene = two()
    with pytest.raises(Need) as needed:
        scene.do("check", 2, 2, 2, who="Ada", skill="brawl")
    assert (needed.value.who, needed.value.choices) == ("Ada", ("keep", "reroll"))
    kept = scene.do("check", 2, 2, 2, choices=("keep",), who="Ada", skill="brawl")
    assert (kept["rerolled"], scene.karma) == (False, (2, 1))
    again = scene.do("check", 2, 2, 2, 6, choices=("reroll",), who="Ada", skill="brawl")
    assert (again["result"], again["rerolled"], scene.karma) == ("success", True, (1, 2))
    # a stated policy asks no player
    assert scene.do("check", 2, 2, 2, 6, who="Ada", skill="brawl", reroll="if-failed")["rerolled"]
    # the pool is empty now, and NPCs never reroll
    assert not scene.do("check", 2, 2, 2, who="Ada", skill="brawl")["rerolled"]
    assert not scene.do("check", 2, 2, 2, who="Bo", skill="brawl")["rerolled"]


@pytest.mark.rule("UA-19", "UA-A5")
def test_the_ruling_on_rerolls_holds_in_play() -> None:
    scene = two({"karma-reroll": "non-successes"}, background={"brawl": 2})
    found = scene.do("check", 5, 1, 6, 5, who="Ada", skill="brawl", reroll="never")
    assert found["margin"] == -2
    assert scene.do("check", 5, 1, 6, 2, 6, who="Ada", skill="brawl", reroll="if-failed")["margin"] == 1
    # no die without a success: no player is asked
    scene.do("check", 5, 5, 6, 6, who="Ada", skill="brawl")
    assert scene.karma == (1, 2)
    both = two({"karma-reroll": "both-pools"})
    assert both.do("check", 2, 6, 6, 5, 2, 2, who="Ada", skill="brawl", reroll="if-failed")["margin"] == 1


@pytest.mark.rule("UA-19", "UA-66", "UA-90", "UA-A5", "UA-A29")
def test_saves_and_sanity_checks_can_be_rerolled_too() -> None:
    scene = two()
    scene.do("gain-stress", who="Ada", amount=13)
    # failed save, rerolled: held
    found = scene.do("gain-stress", 2, 2, 2, 2, 6, 6, 6, choices=("reroll",), who="Ada", amount=1)
    assert (found, scene.karma) == ({"total": 14, "state": "steady"}, (1, 2))
    found = scene.do("take-damage", 2, 2, 2, 2, 6, 6, 6, who="Ada", damage=14, reroll="if-failed")
    assert (found, scene.karma) == ({"total": 14, "state": "standing"}, (0, 3))
    other = two()
    assert other.do("sanity-check", 2, 2, 2, 5, 2, 6, 2, 2, choices=("reroll",), who="Ada", category="violence") == {
        "result": "success",
        "stress_gained": 2,
        "net": 0,
        "state": "steady",
        "notches": 0,
        "effect": "",
    }


@pytest.mark.rule("UA-46", "UA-47", "UA-A12", "UA-A13")
def test_what_a_check_in_play_rolls() -> None:
    scene = two(background={"knowledge": 4, "occult": 1}, knowledge_skills=["occult"])
    scene.do("check", 5, 2, 2, who="Ada", skill="Occult", reroll="never")
    scene.do("check", 5, 2, 2, 2, who="Ada", skill="occult", knowledge=True, reroll="never")
    scene.do("check", 6, 2, 2, who="Ada", skill="flying", reroll="never")  # never learned: one untrained die
    scene.do("check", 5, 2, 2, 2, 2, who="Ada", skill="intellect", reroll="never")  # an idea roll
    assert "unknown skill" in str(scene.refusal("check", who="Ada", skill=5))
    assert "knowledge cannot stand in" in str(scene.refusal("check", who="Ada", skill="stealth", knowledge=True))


@pytest.mark.rule("UA-39", "UA-A11")
def test_a_hidden_check_shows_own_dice_and_keeps_the_rest_until_it_is_revealed() -> None:
    scene = two(HIDDEN)
    assert scene.do("hidden-check", 1, who="Ada", skill="stealth") == {"successes": 0, "advantages": 1}
    assert "nothing to reveal" in str(scene.refusal("reveal"))
    assert "not revealed yet" in str(scene.refusal("hidden-check", who="Ada", skill="stealth"))
    secret = scene.do("roll-difficulty", 6, 2)
    assert set(secret) == set(GAME.secrets.outcomes["roll-difficulty"])
    assert "no hidden check waits" in str(scene.refusal("roll-difficulty"))
    assert scene.do("reveal") == {"result": "failure", "margin": -2, "net": 1} == secret
    scene.do("spend-net", row="notice")
    assert "hidden difficulty is off" in str(two().refusal("hidden-check", who="Ada", skill="stealth"))
    by = {action.name: action.by for action in GAME.actions}
    assert (by["hidden-check"], by["roll-difficulty"], by["reveal"]) == ("owner", "gm", "gm")


@pytest.mark.rule("UA-138", "UA-140", "UA-A48")
def test_advantages_help_an_ally_and_hinder_an_enemy_on_the_next_check() -> None:
    scene = Scene(Ada={"background": {"brawl": 3}}, Bo={"kind": "npc"}, Cy={})
    scene.do("check", 1, 1, 2, 3, 3, who="Ada", skill="brawl", reroll="never")
    assert "target is the character itself" in str(scene.refusal("spend-net", row="ally-bonus", target="Ada"))
    scene.do("spend-net", row="ally-bonus", target="Cy")
    assert scene.do("spend-net", row="enemy-penalty", target="Bo")["net"] == 0
    assert "not enough advantage" in str(scene.refusal("spend-net", row="notice"))
    assert (scene.sheet("Cy")["next_check"], scene.sheet("Bo")["next_check"]) == (1, -1)
    scene.do("check", 5, 5, 2, 2, who="Cy", skill="brawl")  # 1 + 1 dice
    scene.do("check", 1, 2, 2, who="Bo", skill="brawl")  # 1 - 1: untrained, and no Advantage
    assert scene.now.last.net == 0
    assert (scene.sheet("Cy")["next_check"], scene.sheet("Bo")["next_check"]) == (0, 0)


@pytest.mark.rule("UA-25", "UA-39", "UA-A11")
def test_the_narrator_may_keep_the_difficulty_to_themselves_until_the_dice_fall() -> None:
    scene = two({"hidden-difficulty": "on"})
    scene.do("deal-karma", players=1)
    scene.do("spend-karma", side="narrator", use="difficulty", who="Ada")
    scene.do("hidden-check", 6, who="Ada", skill="stealth")
    # three dice that the Narrator names now, and two for the karma point
    assert scene.do("roll-difficulty", 5, 2, 2, 2, 2, difficulty=3)["margin"] == 1
    assert scene.now.hidden.difficulty == 5


def helped(name: str, dice: int, **people: Any) -> Scene:
    """A scene in which a character has dice of bonus or penalty for the next check."""
    scene = Scene(Zoe={"background": {"brawl": 3}}, **people)
    row = "ally-bonus" if dice > 0 else "enemy-penalty"
    scene.do("check", 1, 1, 2, who="Zoe", skill="brawl", difficulty=0, reroll="never")
    for _ in range(abs(dice)):
        scene.do("spend-net", row=row, target=name)
    return scene


@pytest.mark.rule("UA-138", "UA-140", "UA-A4")
def test_the_next_check_may_be_a_defence_a_sanity_check_or_a_day_s_rest() -> None:
    scene = helped("Ada", 2, Ada={}, Bo={"kind": "npc"})
    scene.do("attack", 2, 2, 2, 2, who="Bo", target="Ada", defence="defend")  # Bo 1, Ada 1 + 2
    assert scene.sheet("Ada")["next_check"] == 0
    scene = helped("Ada", 1, Ada={})
    scene.do("sanity-check", 6, 2, 2, 2, 5, 2, who="Ada", category="violence", reroll="never")  # Willpower 3 + 1
    assert scene.sheet("Ada")["next_check"] == 0
    scene = helped("Ada", -1, Ada={})
    scene.do("gain-stress", who="Ada", amount=5)
    scene.do("take-damage", who="Ada", damage=5)
    scene.do("day-passes", 5, 5, 5, 5, 5, who="Ada")  # Willpower 3 - 1, then Toughness 3
    sheet = scene.sheet("Ada")
    assert (sheet["next_check"], sheet["stress"], sheet["wounds"]) == (0, 3, 2)


@pytest.mark.rule("UA-A38")
def test_dice_for_the_next_check_are_not_lost_on_who_has_no_defence() -> None:
    scene = helped("Ada", 1, Ada={}, Bo={"kind": "npc"})
    scene.do("add-effect", who="Ada", text="unconscious")
    scene.do("attack", 2, who="Bo", target="Ada")
    assert scene.sheet("Ada")["next_check"] == 1


@pytest.mark.rule("UA-21", "UA-22", "UA-A6")
def test_one_side_has_one_point_on_a_contest_on_any_character() -> None:
    def spent(options: Any = None) -> Scene:
        scene = Scene(options, Ada={"background": {"brawl": 2}}, Bo={"kind": "npc"})
        scene.do("deal-karma", players=2)
        scene.do("spend-karma", side="players", use="bonus", who="Ada")
        scene.do("spend-karma", side="players", use="difficulty", who="Bo")
        return scene

    scene = spent()
    scene.do("attack", *(6,) * 4, 2, who="Ada", target="Bo", defence="defend", reroll="never")  # 2 + 2 against 1
    assert list(scene.now.stakes) == ["Bo"], "the other point waits for Bo's next roll"
    scene.do("check", 5, 2, 2, 2, 2, who="Bo", skill="brawl")  # against 2 + 2
    assert scene.now.stakes == {}
    scene = spent({"karma-stacking": "unlimited"})
    scene.do("attack", *(6,) * 6, 2, who="Ada", target="Bo", defence="defend", reroll="never")
    assert scene.now.stakes == {}


@pytest.mark.rule("UA-139", "UA-142", "UA-143", "UA-147", "UA-148", "UA-A48", "UA-A49")
def test_rows_in_words_cost_what_the_table_says() -> None:
    assert {name: row.cost for name, row in ADVANTAGES.items()} == {
        "ally-bonus": 1,
        "notice": 1,
        "enemy-penalty": 1,
        "maneuver": 2,
        "bypass": 2,
        "great-advantage": 3,
    }
    assert {name: row.cost for name, row in DRAWBACKS.items()} == {
        "stress": 1,
        "enemy-maneuver": 2,
        "exposed": 2,
        "fun-stuff": 1,
        "great-drawback": 3,
    }
    scene = Scene(Ada={"background": {"brawl": 3}})
    scene.do("check", 1, 1, 1, who="Ada", skill="brawl", difficulty=0, reroll="never")
    assert "not enough drawback" in str(scene.refusal("spend-net", row="great-drawback"))
    assert scene.do("spend-net", row="bypass")["net"] == 1
    assert "not enough advantage" in str(scene.refusal("spend-net", row="great-advantage"))
    assert scene.do("spend-net", row="notice", text="a draught behind the shelf") == {
        "text": "Ada: a draught behind the shelf",
        "net": 0,
    }


@pytest.mark.rule("UA-36", "UA-144", "UA-A48")
def test_drawbacks_cost_stress_with_the_saves_that_follow() -> None:
    scene = Scene(Ada={})
    scene.do("gain-stress", who="Ada", amount=13)
    scene.do("check", 2, 1, 1, who="Ada", skill="brawl")
    assert scene.do("spend-net", 1, 1, 1, 6, row="stress")["net"] == -1
    assert (scene.sheet("Ada")["stress"], scene.sheet("Ada")["shaken"]) == (14, True)
    scene.do("spend-net", row="stress")
    assert "not enough drawback" in str(scene.refusal("spend-net", row="stress"))


@pytest.mark.rule("UA-68", "UA-A4")
def test_shaken_costs_a_die_in_play() -> None:
    scene = Scene(Ada={"background": {"brawl": 3}})
    scene.do("gain-stress", *(1,) * 3, 6, who="Ada", amount=14)
    scene.do("check", 5, 5, 2, 2, who="Ada", skill="brawl")
    assert scene.sheet("Ada")["pools"]["brawl"] == 2
    assert scene.sheet("Ada")["pools"]["stealth"] == 1


@pytest.mark.rule("UA-A51", "UA-A54")
def test_names_and_weapons_are_checked() -> None:
    scene = two()
    with refuses("name in use"):
        scene.do("join", character={"name": "Ada", "characteristics": EVEN})
    with refuses("bad parameter: weapon"):
        scene.do("give-weapon", who="Ada", weapon="lantern")
    assert "unknown weapon" in str(scene.refusal("attack", who="Ada", target="Bo", weapon="club"))
    with refuses("bad parameter: who"):
        scene.do("check", who="Zoe", skill="brawl")
