"""Duels: fixed policies, best play, and their ends: UA-105, UA-132, UA-A36, UA-A40, UA-A45."""

from fractions import Fraction
from typing import Any

import pytest
import untold_aeons_by_hand as by_hand
from untold_aeons_table import chance, chances, outcome, refuses

from rulewright.games.untold_aeons import GAME
from rulewright.games.untold_aeons.duel import MeleeFighter, begin_melee_duel
from rulewright.games.untold_aeons.fight import FIGHT
from rulewright.games.untold_aeons.options import Options
from rulewright.readings import Need, play, solve
from rulewright.readings.graph import prune as reach


def fighter(**given: Any) -> dict[str, Any]:
    return {"brawl": 2, "toughness": 2, **given}


@pytest.mark.rule("UA-105", "UA-89", "UA-92")
def test_a_duel_of_one_turn_by_hand() -> None:
    # a hits for 1 + 2 + successes - 2 against 12 wounds: any damage d leaves d over the limit of 12
    expected = Fraction(0)
    for (result, damage, _), way in by_hand.melee(2, "defend", 2, 3, 2, 2, 2).items():
        if "hit" in result and damage:
            expected += way * (1 - by_hand.stands(2, 12 + damage))
    found = chances("melee-duel", a=fighter(weapon_damage="1+"), b=fighter(wounds=12), max_turns=1)
    assert found == {("a", 1): expected, ("none", 1): 1 - expected}


@pytest.mark.rule("UA-105", "UA-106")
def test_turns_alternate_and_the_winner_s_turn_is_reported() -> None:
    a, b = fighter(wounds=12), fighter(wounds=12, weapon_damage="4")
    # turn 1: a misses; turn 2: b hits for 4 + 2 - 2, four over: the save fails
    faces = (2, 2, 5, 2, *(6, 2), *(2, 2), *(1, 1), *(2, 2, 2, 6))
    assert outcome("melee-duel", *faces, a=a, b=b) == {"winner": "b", "turns": 2}
    assert outcome("melee-duel", 2, 2, 2, 2, a=a, b=b, max_turns=1) == {"winner": "none", "turns": 1}


@pytest.mark.rule("UA-111", "UA-132", "UA-A40")
def test_a_dodger_lies_prone_and_each_policy_gets_up_or_stays() -> None:
    # b dodges a's first blow; on turn 2 dodge-stand gets up (no dice), dodge-stay strikes with one die fewer
    up = fighter(policy="dodge-stand", dexterity=1)
    assert outcome("melee-duel", 2, 2, 3, a=fighter(), b=up, max_turns=2) == {"winner": "none", "turns": 2}
    down = fighter(policy="dodge-stay", dexterity=1)
    assert outcome("melee-duel", 2, 2, 3, 2, 2, 2, a=fighter(), b=down, max_turns=2)["winner"] == "none"
    # prone at the start: every habit but dodge-stay spends the first turn on getting up
    for policy, faces in (("defend", ()), ("fight-back", ()), ("dodge-stand", ()), ("dodge-stay", (2, 2, 2))):
        prone = fighter(policy=policy, prone=True)
        assert outcome("melee-duel", *faces, a=prone, b=fighter(), max_turns=1)["turns"] == 1


@pytest.mark.rule("UA-119", "UA-A40", "UA-A41")
def test_who_fights_back_wins_on_the_other_s_turn_even_prone() -> None:
    b = fighter(policy="fight-back", prone=True, weapon_damage="9")
    # a has no success; b, prone, one die: 9 + 2 - 2 on 12 wounds
    faces = (2, 2, 6, *(1, 1), *(6,) * 9)
    assert outcome("melee-duel", *faces, a=fighter(wounds=12), b=b) == {"winner": "b", "turns": 1}


@pytest.mark.rule("UA-109", "UA-A38", "UA-A40")
@pytest.mark.parametrize(("wounds", "turns"), [((12, 11), 1), ((12, 12), 2), ((11, 12), 3), ((12, 9), 4)])
def test_best_play_of_both_is_worth_what_backward_induction_by_hand_says(wounds: tuple[int, int], turns: int) -> None:
    a, b = (fighter(dexterity=3, wounds=hurt, policy="best") for hurt in wounds)
    odds = GAME.odds("melee-duel", {"a": a, "b": b, "max_turns": turns})
    worth = odds.where(lambda end: end.winner == "a") - odds.where(lambda end: end.winner == "b")
    assert worth == by_hand.best_melee(2, 3, 2, wounds, turns)


@pytest.mark.rule("UA-105", "UA-109", "UA-129", "UA-A45")
@pytest.mark.parametrize(
    ("roll", "skill"), [("melee-duel", {"brawl": 4}), ("firearm-duel", {"firearms": 4, "rapid_fire": 3})]
)
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_best_play_of_both_in_float64_agrees_with_the_exact_answer(
    roll: str, skill: dict[str, int], turns: int
) -> None:
    one = {**skill, "weapon_damage": "6", "wounds": 9, "policy": "best"}
    given = {"a": one, "b": one, "max_turns": turns}
    exact = GAME.odds(roll, given)
    floats = GAME.chances(roll, given)
    assert dict(floats.items()) == pytest.approx({end: float(chance) for end, chance in exact.items()}, abs=1e-12)


@pytest.mark.rule("UA-105", "UA-109")
def test_best_play_of_both_is_not_changed_by_leaving_out_what_hardly_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    one = {"brawl": 4, "weapon_damage": "2+", "policy": "best"}
    given = {"a": one, "b": one, "max_turns": 8}
    found = GAME.chances("melee-duel", given)
    monkeypatch.setattr(reach, "LEFT_OUT", -1.0)
    assert dict(found.items()) == pytest.approx(dict(GAME.chances("melee-duel", given).items()), abs=1e-13)


@pytest.mark.rule("UA-109")
def test_best_play_is_no_worse_than_any_fixed_policy() -> None:
    def worth(policy: str) -> Fraction:
        odds = GAME.odds(
            "melee-duel", {"a": fighter(wounds=10), "b": fighter(wounds=10, policy=policy), "max_turns": 4}
        )
        return odds.where(lambda end: end.winner == "b") - odds.where(lambda end: end.winner == "a")

    best = worth("best")
    assert all(best >= worth(policy) for policy in ("defend", "fight-back", "dodge-stay", "dodge-stand"))


@pytest.mark.rule("UA-109")
def test_exact_ties_take_defend_first() -> None:
    # neither can fall in one turn, so all reactions are worth the same
    one = MeleeFighter(brawl=2, dexterity=2, toughness=5, weapon_damage="0", policy="best")
    bout = begin_melee_duel(None, one, one, 1)  # type: ignore[arg-type]  # no dice before a turn
    solution = solve(bout.fight, bout.start, *bout.context, options=Options(), exact=True)
    assert {decision.best for decision in solution.decisions} == {"defend"}


@pytest.mark.rule("UA-109", "UA-132")
def test_played_the_decisions_wait_for_the_players() -> None:
    down, up = (MeleeFighter(brawl=2, dexterity=2, toughness=2, prone=prone, policy="best") for prone in (True, False))
    bout = begin_melee_duel(None, down, up, 3)  # type: ignore[arg-type]  # no dice before a turn
    begun: Any = bout.start
    with pytest.raises(Need) as needed:
        play(FIGHT.step, begun, *bout.context, options=Options(), faces=())
    assert (needed.value.who, needed.value.choices) == ("a", ("attack", "get up"))
    with pytest.raises(Need) as needed:
        play(FIGHT.step, begun, *bout.context, options=Options(), faces=(), choices=("attack",))
    assert (needed.value.who, needed.value.choices) == ("b", ("defend", "dodge", "fight-back"))


# --- firearms ----------------------------------------------------------------------------------------------


def shooter(**given: Any) -> dict[str, Any]:
    return {"firearms": 2, "toughness": 2, **given}


@pytest.mark.rule("UA-129", "UA-131", "UA-132", "UA-A45")
def test_dives_cost_the_shooter_dice_once_and_only_some_get_up() -> None:
    # dive-stay: two more difficulty dice on turn 1, none on turn 3, where b lies already
    b = shooter(policy="dive-stay", dexterity=3)
    staying = (*(2, 2), *(2,) * 3, *(2, 2), 2, *(2, 2), 2)
    assert outcome("firearm-duel", *staying, a=shooter(), b=b, band=1, max_turns=3)["winner"] == "none"
    # dive-rise: b gets up on turn 2 and dives again on turn 3
    b = shooter(policy="dive-rise", dexterity=3)
    faces = (*(2, 2), *(2,) * 3, *(2, 2), *(2,) * 3)
    assert outcome("firearm-duel", *faces, a=shooter(), b=b, band=1, max_turns=3)["winner"] == "none"
    # stand, prone from the start: never gets up
    assert outcome("firearm-duel", 2, 2, 2, a=shooter(prone=True), b=shooter(), band=1, max_turns=1)["turns"] == 1


@pytest.mark.rule("UA-133", "UA-134", "UA-135")
def test_rapid_fire_in_a_duel() -> None:
    a = shooter(rapid_fire=3, fire="rapid", weapon_damage="8")
    # one die, a 6, against one 2: margin 2, two hits of 8 + 2 - 2, 16 wounds: 4 over 12
    faces = (6, 2, *(1, 1), *(6, 6, 6, 6))
    assert outcome("firearm-duel", *faces, a=a, b=shooter(), band=1) == {"winner": "a", "turns": 1}


@pytest.mark.rule("UA-129", "UA-133")
def test_a_best_shooter_is_no_worse_than_any_fixed_way() -> None:
    def worth(**how: Any) -> Fraction:
        a = shooter(wounds=9, rapid_fire=3, weapon_damage="3", dexterity=4, **how)
        odds = GAME.odds("firearm-duel", {"a": a, "b": shooter(wounds=9), "band": 1, "max_turns": 3})
        return odds.where(lambda end: end.winner == "a") - odds.where(lambda end: end.winner == "b")

    best = worth(policy="best")
    ways = [(policy, fire) for policy in ("stand", "dive-stay", "dive-rise") for fire in ("single", "rapid")]
    assert all(best >= worth(policy=policy, fire=fire) for policy, fire in ways)


@pytest.mark.rule("UA-121", "UA-125")
def test_band_and_modifier_make_one_difficulty() -> None:
    duel = {"a": shooter(wounds=12), "b": shooter(wounds=12), "max_turns": 2}
    assert chances("firearm-duel", **duel, band=3, modifier=-1) == chances("firearm-duel", **duel, band=2)
    assert chance("firearm-duel", {"winner": "a"}, **duel, band=1) > chance("firearm-duel", {"winner": "a"}, **duel)


@pytest.mark.rule("UA-133", "UA-A51")
@pytest.mark.parametrize(
    ("roll", "params", "words"),
    [
        ("firearm-duel", {"a": {"firearms": 2, "fire": "rapid"}, "b": {"firearms": 2}}, "no rapid fire"),
        ("firearm-duel", {"a": {"firearms": 2}, "b": {"firearms": 2, "weapon_damage": "4+"}}, "b.weapon_damage"),
        ("firearm-duel", {"a": {"firearms": 2, "policy": "defend"}, "b": {"firearms": 2}}, "bad parameter: a.policy"),
        ("melee-duel", {"a": {"brawl": 2}}, "missing parameter: b"),
        ("melee-duel", {"a": {}, "b": {"brawl": 2}}, "missing parameter: a.brawl"),
        ("melee-duel", {"a": {"brawl": 2}, "b": {"brawl": 2}, "max_turns": 41}, "bad parameter: max_turns"),
        ("melee-duel", {"a": {"brawl": 2, "weapon_damage": "x"}, "b": {"brawl": 2}}, "a.weapon_damage"),
        ("melee-duel", {"a": {"brawl": 2, "karma": True}, "b": {"brawl": 2}}, "unknown parameter: a.karma"),
    ],
)
def test_parameters_of_duels_are_checked(roll: str, params: dict[str, Any], words: str) -> None:
    with refuses(words):
        GAME.odds(roll, params)
