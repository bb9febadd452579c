"""Duels of every game: the lab's numbers against the roll's own odds, and what a point is worth."""

from fractions import Fraction
from typing import Any

import pytest

from rulewright.dice import d
from rulewright.game import find_game, installed_games
from rulewright.game.fight_step import NO_WINNER
from rulewright.game.fights import Bout, Duel
from rulewright.game.percent import percent
from rulewright.lab import duels
from rulewright.lab.duel_plans import compare_plans
from rulewright.lab.duels import fight_out, simulated_fights, what_a_point_is_worth
from rulewright.lab.intervals import difference, mean, share
from rulewright.lab.present import duel_answer
from rulewright.lab.sweep import changed, settings
from rulewright.readings import Budget, OverBudget
from rulewright.readings.odds import Pricing
from rulewright.rules import BadInput, Dice, Repeat, repeat
from rulewright.rules.rule import Bound

GUNS = {"weapon": "revolver", "counter_weapon": "revolver", "attacker_hp": 6, "target_hp": 6, "stat": 6, "skill": 3}
CHASE = {
    "quarry_pool": "3d",
    "quarry_mode": "jog",
    "pursuer_pool": "4d",
    "pursuer_mode": "run",
    "gap": 8,
    "escape": 40,
}
DUELS: list[tuple[str, str, dict[str, Any]]] = [
    ("twelves", "duel", {"a": {"weapon": 2}}),
    ("twelves", "duel", {"first": "a", "a": {"policy": "best", "potions": 1, "damage": 2}, "max_rounds": None}),
    ("dpi", "duel", GUNS),
    ("light-dark", "fight", {"attribute": 2, "dark": 1, "ego": 5, "hp": 8, "weapon": "medium-melee"}),
    ("untold-aeons", "melee-duel", {"a": {"brawl": 4}, "b": {"brawl": 3, "policy": "fight-back"}}),
    ("untold-aeons", "firearm-duel", {"a": {"firearms": 4}, "b": {"firearms": 3}, "max_turns": 4}),
    ("die-code", "contest", {"actor_pool": "3d", "opponent_pool": "3d+1"}),
    ("die-code", "chase", CHASE),
]
WON = {"caught": "pursuer", "escaped": "quarry", "overcome": "pc", "lost": "challenge", "down": "challenge"}


def winner_of(outcome: Any) -> str:
    end = str(getattr(outcome, "winner", None) or getattr(outcome, "end", None))
    return WON.get(end, end)


@pytest.mark.parametrize(("slug", "roll", "params"), DUELS)
def test_a_side_wins_as_often_as_the_odds_of_the_roll_say(slug: str, roll: str, params: dict[str, Any]) -> None:
    game = find_game(slug)
    fought = fight_out(game, roll, params)
    odds = game.odds(roll, params)
    assert fought.method == "exact"
    assert sum(fought.wins.values()) == 1
    for side in game.duel(roll).sides:
        assert fought.wins[side] == odds.where(lambda end, side=side: winner_of(end) == side)  # type: ignore[misc]


@pytest.mark.parametrize(("slug", "roll", "params"), DUELS)
def test_float64_says_the_same_and_says_that_it_is_float64(slug: str, roll: str, params: dict[str, Any]) -> None:
    game = find_game(slug)
    exact, floats = fight_out(game, roll, params), fight_out(game, roll, params, exact=False)
    assert floats.method == "float64"
    assert float(exact.length) == pytest.approx(floats.length, rel=1e-9)
    for side in (*game.duel(roll).sides, NO_WINNER):
        assert float(exact.wins[side]) == pytest.approx(floats.wins[side], abs=1e-12)
    for side, left in exact.left.items():
        assert float(left) == pytest.approx(floats.left[side], abs=1e-9)


@pytest.mark.parametrize(
    ("slug", "roll", "params"), [duel for duel in DUELS if "best" not in str(duel[2]) and duel[0] != "dpi"]
)
def test_the_interval_of_a_simulated_duel_holds_the_exact_number(slug: str, roll: str, params: dict[str, Any]) -> None:
    game = find_game(slug)
    options = game.table_options()
    begin = Bound(game.duel(roll).begin, game.roll(roll).arguments(params, options))
    exact, simulated = fight_out(game, roll, params), simulated_fights(game.duel(roll), begin, options)
    assert simulated.method == "simulated"
    assert simulated.runs == 40_000

    def near(interval: Any, value: Fraction) -> bool:
        # Three times the 95% interval: about six standard errors, so that a false alarm is out of the question.
        low, estimate, high = interval
        return bool(abs(float(value) - estimate) <= 3 * max(high - estimate, estimate - low) + 1e-9)

    assert near(simulated.length, exact.length)
    assert all(near(simulated.wins[side], exact.wins[side]) for side in exact.wins)
    assert all(near(simulated.left[side], exact.left[side]) for side in exact.left)


def test_a_duel_over_budget_is_simulated_and_says_how_often() -> None:
    fought = fight_out(find_game("twelves"), "duel", {"a": {"weapon": 2}}, seconds=-1)
    assert fought.method == "simulated"
    assert fought.runs is not None
    assert 1 <= fought.runs <= 40_000
    assert sum(estimate for _, estimate, _ in fought.wins.values()) == pytest.approx(1)


def test_a_duel_whose_fractions_take_too_long_is_worked_out_in_float64_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, params = find_game("twelves"), {"a": {"weapon": 2}}
    exact = fight_out(game, "duel", params)

    worked_out = duels._worked_out

    def too_long(duel: Duel, begin: Any, pricing: Pricing[Any], with_length: bool) -> Any:
        if pricing.exact:
            raise OverBudget(Budget(None, 1))
        return worked_out(duel, begin, pricing, with_length)

    monkeypatch.setattr(duels, "_worked_out", too_long)
    fought = fight_out(game, "duel", params)
    assert fought.method == "float64"
    assert fought.wins == pytest.approx({side: float(chance) for side, chance in exact.wins.items()}, rel=1e-12)
    assert duel_answer(game.duel("duel"), fought).method.startswith("In float64")
    with pytest.raises(OverBudget):
        fight_out(game, "duel", params, fall_back=False)


def test_a_duel_that_can_come_back_to_where_it_stood_is_simulated_as_often_as_any() -> None:
    game = find_game("twelves")
    even = {"a": {"weapon": 2}, "b": {"weapon": 2}}
    begin = Bound(game.duel("duel").begin, game.roll("duel").arguments(even, game.table_options()))
    # Minutes for what takes a fraction of a second: the time is not what ends it.
    assert simulated_fights(game.duel("duel"), begin, game.table_options(), Budget(None, 100)).runs == 40_000


def test_what_never_came_up_may_be_impossible_and_what_always_did_certain() -> None:
    for runs in range(1, 200):
        assert share(0, runs)[:2] == (0, 0)
        assert share(runs, runs)[1:] == (1, 1)


def test_a_mean_of_what_is_left_is_never_said_to_lie_below_nought() -> None:
    assert mean({0: 99, 10: 1}).low == 0


def test_the_difference_of_exact_numbers_is_exact_and_of_others_an_interval() -> None:
    assert difference(Fraction(1, 3), Fraction(1, 2)) == Fraction(1, 6)
    # By hand: the estimates are 0.2 apart, and the distances to the far ends are 3 and 4, 5 together.
    assert difference((0.1, 0.5, 0.54), (0.67, 0.7, 1.0)) == pytest.approx((0.15, 0.2, 0.7))
    assert difference(Fraction(1, 2), (0.6, 0.7, 0.8)) == pytest.approx((0.1, 0.2, 0.3))


def test_points_of_a_duel_that_is_simulated_are_simulated_with_intervals_that_hold_the_exact_change() -> None:
    game, params = find_game("die-code"), {"actor_pool": "3d", "opponent_pool": "3d"}
    exact = {point.parameter: point.change for point in what_a_point_is_worth(game, "contest", params)}
    found = list(what_a_point_is_worth(game, "contest", params, seconds=-1))
    assert {point.fought.method for point in found if point.fought is not None} == {"simulated"}
    for point in found:
        wanted = exact[point.parameter]
        if point.change is None or wanted is None:
            continue
        low, estimate, high = point.change.wins["actor"]
        assert low < estimate < high
        assert abs(float(wanted.wins["actor"]) - estimate) <= 3 * max(high - estimate, estimate - low)


def test_a_conclusion_from_a_simulation_has_its_interval() -> None:
    game = find_game("twelves")
    fought = fight_out(game, "duel", {"a": {"weapon": 2}}, seconds=-1)
    answer = duel_answer(game.duel("duel"), fought)
    low, estimate, high = (percent(part) for part in fought.wins["a"])
    assert f"a wins {estimate} ({low} to {high})" in answer.conclusion


def test_what_has_no_more_is_reported_with_the_reason() -> None:
    game, params = find_game("twelves"), {"a": {"weapon": 20}}
    points = list(what_a_point_is_worth(game, "duel", params))
    answer = duel_answer(game.duel("duel"), fight_out(game, "duel", params), points)
    (row,) = answer.tables[-1].rows
    assert row[0] == "a.weapon"
    assert "from 0 to 20, not 21" in str(row[2])
    assert "What helps a most is one more of a.normal_boxes" in answer.conclusion


def test_the_runs_reported_are_those_that_were_made() -> None:
    game = find_game("twelves")
    begin = Bound(game.duel("duel").begin, game.roll("duel").arguments({}, game.table_options()))
    few = simulated_fights(game.duel("duel"), begin, game.table_options(), runs=7)
    assert few.runs == 7
    assert sum(round(estimate * 7) for _, estimate, _ in few.wins.values()) == 7


def test_best_play_that_takes_too_long_is_said_to() -> None:
    with pytest.raises(BadInput, match="best play was not found in the time allowed"):
        fight_out(find_game("twelves"), "duel", {"a": {"policy": "best", "potions": 1, "damage": 2}}, seconds=-1)


def test_each_plan_of_a_duel_has_the_result_of_the_duel_with_that_plan() -> None:
    game = find_game("twelves")
    params: dict[str, dict[str, Any]] = {"a": {"potions": 1, "damage": 2}, "b": {"policy": "attack"}}
    found = compare_plans(game, "duel", params, seconds=60)
    assert [(one.who, one.plan) for one in found] == [
        (side, plan) for side in ("a", "b") for plan in ("attack", "drink-wounded", "drink-critical")
    ]
    for one in found:
        inner = {**params[one.who], "policy": one.plan}
        exact = fight_out(game, "duel", {**params, one.who: inner})
        assert one.result.runs is None
        assert one.result.wins["a"] == pytest.approx(float(exact.wins["a"]))


def test_at_least_one_plan_is_simulated_however_little_time_there_is() -> None:
    found = compare_plans(find_game("twelves"), "duel", {"a": {"potions": 1}}, seconds=0)
    assert len(found) == 1
    for one in found:
        low, estimate, high = one.result.wins["a"]
        assert one.result.runs
        assert low < estimate < high or one.result.runs < 10


def test_the_length_is_the_mean_of_the_turns_that_the_roll_tells() -> None:
    game = find_game("untold-aeons")
    params = {"a": {"brawl": 5}, "b": {"brawl": 3}, "max_turns": 12}
    odds = game.odds("melee-duel", params)
    assert fight_out(game, "melee-duel", params).length == odds.mean(lambda end: end.turns)


def test_the_length_of_a_limited_fight_is_that_of_the_roll_for_it() -> None:
    game = find_game("light-dark")
    params = {"attribute": 2, "ego": 5, "hp": 8, "weapon": "medium-melee", "max_turns": 10}
    lengths = game.odds("fight-length", params)
    assert fight_out(game, "fight", params).length == lengths.mean(lambda end: end.turns)


def test_what_is_left_is_what_the_roll_leaves() -> None:
    game = find_game("light-dark")
    params = {"attribute": 2, "dark": 1, "ego": 5, "hp": 8, "weapon": "medium-melee"}
    assert fight_out(game, "fight", params).left["pc"] == game.odds("fight", params).mean(lambda end: end.hp_left)


def test_nobody_has_more_left_than_they_came_with_and_only_who_stands_has_anything() -> None:
    fought = fight_out(find_game("dpi"), "duel", {**GUNS, "attacker_hp": 9, "target_hp": 3})
    assert 3 < fought.left["attacker"] <= 9 * fought.wins["attacker"]
    assert 0 < fought.left["target"] <= 3 * fought.wins["target"]


def test_a_skirmish_that_is_only_a_duel_leaves_what_the_duel_leaves() -> None:
    game, few = find_game("dpi"), {"attacker_hp": 6, "target_hp": 6, "stat": 8}
    assert fight_out(game, "skirmish", few).left == fight_out(game, "duel", few).left


@pytest.mark.parametrize(
    ("roll", "skill", "attack", "more"),
    [
        ("melee-duel", "brawl", "melee-attack", {"toughness": 4, "defence_skill": 3}),
        ("firearm-duel", "firearms", "firearm-attack", {}),
    ],
)
def test_in_untold_aeons_health_is_ten_and_toughness_less_the_wounds(
    roll: str, skill: str, attack: str, more: dict[str, int]
) -> None:
    game = find_game("untold-aeons")
    fighters = {"a": {skill: 4, "toughness": 4, "wounds": 3}, "b": {skill: 3, "toughness": 9}, "max_turns": 1}
    fought = fight_out(game, roll, fighters)
    damage = game.odds(attack, {skill: 4, "target_toughness": 9, **more}).mean(lambda end: end.damage)
    assert damage > 0
    # One attack does not bring b down, and a is not struck back.
    assert fought.left == {"a": 10 + 4 - 3, "b": 10 + 9 - damage}
    assert fought.wins["a"] == 0


def test_who_is_out_has_no_health_left() -> None:
    fighters = {"a": {"firearms": 9, "weapon_damage": "9"}, "b": {"firearms": 3}, "max_turns": 3}
    fought = fight_out(find_game("untold-aeons"), "firearm-duel", fighters)
    assert 0 < fought.left["b"] < 13 * (1 - fought.wins["a"])


def test_equal_fighters_are_worth_the_same_and_a_point_for_one_is_a_point_less_for_the_other() -> None:
    game = find_game("twelves")
    assert fight_out(game, "duel", {}).wins["a"] == Fraction(1, 2)
    points = {point.parameter: point for point in what_a_point_is_worth(game, "duel", {})}
    ours, theirs = points["a.weapon"].fought, points["b.weapon"].fought
    assert ours is not None
    assert theirs is not None
    assert ours.wins["a"] - Fraction(1, 2) == Fraction(1, 2) - theirs.wins["a"]
    assert ours.wins == fight_out(game, "duel", {"a": {"weapon": 2}}).wins


def test_a_parameter_at_its_limit_has_no_more_and_says_why() -> None:
    points = {p.parameter: p for p in what_a_point_is_worth(find_game("twelves"), "duel", {"a": {"weapon": 20}})}
    assert points["a.weapon"].fought is None
    assert "a.weapon must be a whole number from 0 to 20" in points["a.weapon"].refused


def test_a_die_code_grows_by_a_pip() -> None:
    found = what_a_point_is_worth(find_game("die-code"), "contest", {"actor_pool": "3d+2", "opponent_pool": "4d"})
    points = {point.parameter: point for point in found}
    assert (points["actor_pool"].before, points["actor_pool"].after) == ("3d+2", "4d")
    assert points["actor_pool"].fought is not None


def test_every_game_with_fights_has_a_duel_and_every_duel_is_one_of_its_rolls() -> None:
    for slug in installed_games():
        game = find_game(slug)
        assert game.duels, slug
        rolls = [roll.name for roll in game.rolls]
        assert all(duel.roll in rolls and len(duel.sides) == 2 for duel in game.duels)


def test_an_unknown_duel_names_those_there_are() -> None:
    with pytest.raises(BadInput, match=r"unknown duel: wrestle \(allowed: duel\)"):
        fight_out(find_game("twelves"), "wrestle", {})


def test_settings_go_into_objects_and_a_change_keeps_the_rest() -> None:
    roll = find_game("twelves").roll("duel")
    listed = dict(settings(roll, {"a": {"weapon": 3}}))
    assert listed["a.weapon"] == 3
    assert listed["b.weapon"] == 1
    assert listed["first"] == "roll"
    assert changed({"a": {"weapon": 3}, "first": "a"}, "a.agi", 9) == {"a": {"weapon": 3, "agi": 9}, "first": "a"}
    assert changed({}, "b.agi", 9) == {"b": {"agi": 9}}


def test_a_limit_of_turns_that_decided_an_answer_is_named_in_it() -> None:
    game = find_game("untold-aeons")
    params = {"a": {"firearms": 2}, "b": {"firearms": 2}}
    fought = fight_out(game, "firearm-duel", params)
    assert fought.undecided == fought.wins[NO_WINNER] > Fraction(9, 10)
    assert fought.limit == "after 6 turns (max_turns=6)"
    answer = duel_answer(game.duel("firearm-duel"), fought)
    assert "undecided after 6 turns (max_turns=6) 99.5%" in answer.conclusion
    assert "nobody" not in answer.conclusion
    begin = Bound(game.duel("firearm-duel").begin, game.roll("firearm-duel").arguments(params, game.table_options()))
    simulated = simulated_fights(game.duel("firearm-duel"), begin, game.table_options(), runs=1_000)
    assert simulated.undecided == simulated.wins[NO_WINNER]


def test_a_duel_that_never_ends_says_so() -> None:
    def swing(dice: Dice[Any], hp: int) -> int:
        return hp - 1 if dice.pool("attack", 1 * d(6)) >= 7 else hp

    fight: Repeat[Any, Any, Any] = repeat(swing, until=lambda hp: hp == 0)
    duel = Duel(
        roll="duel",
        sides=("a", "b"),
        begin=lambda dice: Bout(fight, 3, ()),
        winner=lambda hp: "a",  # even if the game itself takes any state for a victory
        unit="turns",
        counts=lambda hp: True,
        mover=lambda hp, *_: "a",
    )
    for exact in (True, False):
        found = duels._worked_out(duel, lambda dice: Bout(fight, 3, ()), Pricing(None, exact=exact), True)
        assert found.never_ends == found.wins[NO_WINNER] == 1
        assert found.wins["a"] == 0
        assert duel_answer(duel, found).conclusion.startswith("a wins 0%, b wins 0%, never ends 100%")
