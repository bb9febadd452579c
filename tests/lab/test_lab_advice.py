"""Advice in duels and by the games' advisers, against what best play is worth."""

from fractions import Fraction
from typing import Any

import pytest

from rulewright.game import find_game
from rulewright.game.percent import percent
from rulewright.lab.advice import advise_duel, playing_best
from rulewright.lab.duels import fight_out
from rulewright.lab.present import advice_answer, valued_answer
from rulewright.rules import BadInput

HURT: dict[str, Any] = {"first": "a", "a": {"damage": 2, "potions": 2, "weapon": 2}, "b": {"weapon": 2}}


def test_the_best_choice_is_worth_what_best_play_is_worth() -> None:
    game = find_game("twelves")
    (advised,) = advise_duel(game, "duel", HURT)
    best = fight_out(game, "duel", {**HURT, "a": {**HURT["a"], "policy": "best"}})
    assert (advised.who, advised.question) == ("a", "attack or drink")
    assert advised.chance == 1
    assert advised.best.wins == best.wins["a"]
    assert [option.choice for option in advised.options] == ["attack", "drink"]
    assert advised.difference > 0
    assert all(option.wins + option.loses == 1 for option in advised.options)


def test_a_choice_is_worth_what_the_duel_is_worth_after_it() -> None:
    game = find_game("untold-aeons")
    params: dict[str, Any] = {"a": {"brawl": 3, "policy": "defend"}, "b": {"brawl": 4}, "max_turns": 1}
    (advised,) = advise_duel(game, "melee-duel", params)
    assert advised.who == "b"
    worth = {option.choice: option for option in advised.options}
    for policy, choice in (("defend", "defend"), ("fight-back", "fight-back"), ("dodge-stay", "dodge")):
        fixed = fight_out(game, "melee-duel", {**params, "b": {"brawl": 4, "policy": policy}})
        assert worth[choice].wins == fixed.wins["b"]
        assert worth[choice].loses == fixed.wins["a"]


def test_who_answers_in_the_same_step_answers_as_well_as_can_be() -> None:
    game = find_game("untold-aeons")
    params: dict[str, Any] = {"a": {"firearms": 4, "rapid_fire": 3}, "b": {"firearms": 4}, "max_turns": 3}
    (advised,) = advise_duel(game, "firearm-duel", params)
    best = {side: {**params[side], "policy": "best"} for side in ("a", "b")}
    fought = fight_out(game, "firearm-duel", {**params, **best})
    assert advised.question == "single or rapid?"
    assert advised.best.wins == fought.wins["a"]
    assert advised.best.loses == fought.wins["b"]
    standing = fight_out(game, "firearm-duel", {**params, "a": best["a"], "b": {"firearms": 4, "policy": "stand"}})
    assert standing.wins["a"] > advised.best.wins  # so that diving, which comes later in the step, does matter


def test_decisions_that_may_come_first_are_listed_with_their_chance() -> None:
    advised = advise_duel(find_game("twelves"), "duel", {"a": {"potions": 1, "damage": 4}}, most=50)
    assert len(advised) > 2
    assert [one.chance for one in advised] == sorted((one.chance for one in advised), reverse=True)
    assert 0 < sum(one.chance for one in advised) < 1  # a may also be felled, or collapse, before deciding anything


def test_who_plays_as_stated_is_not_advised() -> None:
    params, sides = playing_best(find_game("twelves"), "duel", {"a": {"policy": "attack"}})
    assert params == {"a": {"policy": "attack"}, "b": {"policy": "best"}}
    assert sides == ["b"]
    with pytest.raises(BadInput, match="no side decides: leave out how a or b plays"):
        advise_duel(find_game("twelves"), "duel", {"a": {"policy": "attack"}, "b": {"policy": "attack"}})
    with pytest.raises(BadInput, match="no decisions: contest has none"):
        advise_duel(find_game("die-code"), "contest", {"actor_pool": "3d", "opponent_pool": "3d"})


def test_the_reason_is_reported_in_numbers() -> None:
    answer = advice_answer(advise_duel(find_game("twelves"), "duel", HURT))
    assert answer.conclusion == "a: attack (attack 53.4%, drink 48.7%)."
    nothing = advice_answer(advise_duel(find_game("twelves"), "duel", {}))
    assert nothing.conclusion == "This duel has no decisions."


def valued(slug: str, name: str, **params: Any) -> Any:
    game = find_game(slug)
    adviser = next(one for one in game.advisers if one.name == name)
    return adviser, adviser.advise(game.table_options(), params)


@pytest.mark.rule("LD-45")
def test_light_and_dark_values_every_number_of_dark_dice() -> None:
    params: dict[str, Any] = {"attribute": 2, "ego": 5, "hp": 8, "weapon": "medium-melee"}
    adviser, found = valued("light-dark", "fight", **params)
    best = find_game("light-dark").derive("solve", params)
    assert found[0].choice == f"act with {best['dark']} Dark Dice"
    assert found[0].worth == Fraction(best["value"])
    assert len(found) == 7
    assert [one.worth for one in found] == sorted((one.worth for one in found), reverse=True)
    # One Dark Die now and best play afterwards: at least what always one Dark Die is worth.
    plan = find_game("light-dark").odds("fight", {**params, "dark": 1})
    assert next(one.worth for one in found if one.choice == "act with 1 Dark Die") >= plan.where(
        lambda end: end.end == "overcome"
    )
    assert valued_answer(adviser, found).conclusion.startswith("act with 4 Dark Dice: 85.5% (chance to overcome it)")


@pytest.mark.rule("DC-A29")
def test_die_code_values_every_way_to_run() -> None:
    params = {"quarry_pool": "3d", "pursuer_pool": "4d", "gap": 8, "escape": 40}
    _, found = valued("die-code", "chase", **params)
    caught = Fraction(find_game("die-code").derive("chase-value", params)["caught"])
    assert found[0].worth == 1 - caught
    assert found[0].choice == "jog"


def test_where_nobody_may_win_the_conclusion_tells_both_chances() -> None:
    params = {"a": {"brawl": 5}, "b": {"brawl": 4}, "max_turns": 4}
    advised = advise_duel(find_game("untold-aeons"), "melee-duel", params)
    best = advised[0].best
    assert best.wins + best.loses < 1
    assert (
        f"{best.choice} wins {percent(best.wins)} and loses {percent(best.loses)}" in advice_answer(advised).conclusion
    )


def test_advice_states_its_aim() -> None:
    game = find_game("untold-aeons")
    advised = advise_duel(game, "firearm-duel", {"a": {"firearms": 2}, "b": {"firearms": 2}})
    assert advised[0].aim == "the chance to win less the chance to lose"
    answer = advice_answer(advised)
    assert "Aim: the chance to win less the chance to lose." in answer.method
    assert answer.tables[0].columns[-1] == "aim"  # what the choices are put in order by
    assert all(one.worth == one.wins - one.loses for one in advised[0].options)
