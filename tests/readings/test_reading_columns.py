"""Many runs at once: columns say exactly what one path after another says."""

import json
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up_rules import Piglet, Tree, by_hand, gambler, piglet, riches, trees, walk, winner
from made_up_steps import Traveller, contested_journeys, journeys, starts

from rulewright.dice import Die, Odds, d, highest
from rulewright.game import find_game, installed_games
from rulewright.readings import Budget, Chances, OverBudget, Undecided, odds, odds_of_many, solve
from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.graph import columns as graph_module
from rulewright.readings.graph import components as order_module
from rulewright.readings.graph import flow as flow_module
from rulewright.readings.graph import repeated as repeated_module
from rulewright.readings.graph.best_play import best_play
from rulewright.readings.graph.chain import Flow, explored, flow_of_chain
from rulewright.readings.graph.exact_flow import exact_flow
from rulewright.readings.graph.flow import chances_of_ends, float_flow
from rulewright.readings.graph.graph import Graph
from rulewright.readings.graph.prune import LEFT_OUT
from rulewright.readings.odds import Pricing
from rulewright.readings.vector import run as run_module
from rulewright.readings.vector.answer_tables import PricedTables
from rulewright.readings.vector.states import Numbering, States
from rulewright.rules import Dice, Repeat, repeat

odds_module = sys.modules["rulewright.readings.odds"]


@pytest.fixture(autouse=True)
def columns_however_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small examples would be left to the other way."""
    monkeypatch.setattr(run_module, "_ROWS_PER_RUN", 0)


POLICY = {"which way?": "right"}


def in_columns(rule: Repeat[Any, Any, Any], *args: Any, exact: bool = True) -> Any:
    graph = repeated_module.columns_of(Pricing(None, POLICY, Budget(None), exact), rule, (args, {}))
    if exact:
        return odds_of(exact_flow(graph))
    return Chances(float_flow(graph).weights)


def odds_of(flow: Flow) -> Odds[Any]:
    return Odds(flow.weights, flow.total)


def by_path(rule: Repeat[Any, Any, Any], state: Any, *context: Any) -> Odds[Any]:
    step = Pricing(None, POLICY, Budget(None)).step(rule, context, {})
    return odds_of(flow_of_chain(explored(state, step, rule.until)))


def many_in_columns(rule: Callable[..., Any], *arguments: tuple[Any, ...], exact: bool = True) -> list[Any]:
    tables = PricedTables(Pricing(None, POLICY, Budget(None), exact))
    return tables.odds_of(tables.of_many(rule, [(args, {}) for args in arguments]), len(arguments))


def assert_close(found: Chances[Any], exact: Odds[Any]) -> None:
    assert found.method == "float64"
    assert dict(found.items()) == pytest.approx({o: float(c) for o, c in exact.items()}, abs=1e-12)


# --- repeated steps


@settings(deadline=None)
@given(journeys, starts, st.integers(1, 2))
def test_any_repeated_step_ends_in_columns_as_it_does_path_by_path(
    journey: Repeat[Any, Any, Any], start: Traveller, pace: int
) -> None:
    expected = by_path(journey, start, pace)
    found = in_columns(journey, start, pace)
    assert found == expected
    assert {type(part) for end in found for part in (end.at, end.awake, end.bag.open)} <= {int, bool}
    assert repr(sorted(found, key=repr)) == repr(sorted(expected, key=repr))  # truths stay truths
    assert_close(in_columns(journey, start, pace, exact=False), expected)


@settings(deadline=None, max_examples=40)
@given(journeys, st.lists(st.tuples(starts, st.integers(1, 2)), min_size=1, max_size=6))
def test_many_beginnings_in_one_graph_end_as_each_does_alone(
    journey: Repeat[Any, Any, Any], beginnings: list[tuple[Traveller, int]]
) -> None:
    for found, beginning in zip(many_in_columns(journey, *beginnings, exact=False), beginnings, strict=True):
        assert_close(found, by_path(journey, *beginning))


def test_the_work_of_columns_is_one_path_of_each_state_too() -> None:
    def step(dice: Dice[Any], left: int) -> int:
        return left - dice.pool("step", 1 * d(2))

    down = repeat(step, until=lambda left: left <= 0)
    spent = []
    for few in (0, 1_000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(repeated_module, "FEW_EDGES", few)
            budget = Budget()
            odds(down, 100, budget=budget)
            spent.append(budget.spent)
    assert spent == [200, 200]


def test_columns_are_stopped_by_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeated_module, "FEW_EDGES", 0)

    def step(dice: Dice[Any], left: int) -> int:
        return left + dice.pool("step", 1 * d(6))

    with pytest.raises(OverBudget, match=r"allowed: 10,000 paths"):
        odds(repeat(step, until=lambda left: False), 0, budget=Budget(10_000))


def test_too_many_edges_are_named_as_what_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_module, "_MOST_EDGES", 1_000)

    def step(dice: Dice[Any], left: int) -> int:
        return left - dice.pool("step", 1 * d(6))

    with pytest.raises(OverBudget, match=r"\(allowed: 1,000 edges between states, "):
        in_columns(repeat(step, until=lambda left: left <= 0), 500)


@pytest.mark.parametrize("start", [500, 1])
@pytest.mark.parametrize("exact", [True, False])
def test_edges_that_are_gathered_on_the_way_are_the_same_edges(
    start: int, exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def step(dice: Dice[Any], left: int) -> int:
        return left - dice.pool("step", 1 * d(6))

    walk = repeat(step, until=lambda left: left <= 0)
    in_one_go = in_columns(walk, start, exact=exact)
    monkeypatch.setattr(graph_module, "_MANY_EDGES", 3)
    assert dict(in_columns(walk, start, exact=exact).items()) == dict(in_one_go.items())


def test_an_undecided_step_says_who_must_decide_in_columns_too() -> None:
    def step(dice: Dice[Any], left: int) -> int:
        return left - len(dice.choose("player", "how far?", ("one", "three")))

    with pytest.raises(Undecided, match=r"player must decide how far\?"):
        in_columns(repeat(step, until=lambda left: left <= 0), 7)


# --- what a rule can do with a number


class Both(NamedTuple):
    number: int
    truth: bool


DIE = Die([-3, -2, -1, 0, 1, 2, 3, 5, 8])


def _remembered(number: int) -> int:
    return _remember(number) + 1


@lru_cache(maxsize=8)
def _remember(number: int) -> int:
    return number * 2


@pytest.mark.parametrize(
    "use",
    [
        lambda x: x // 2,
        lambda x: -7 // (x + 4),
        lambda x: x % 3,
        lambda x: divmod(x, -4),
        lambda x: -x + abs(x) - +x,
        lambda x: 10 - x * x,
        lambda x: (x > 0) + (x > 1) + True,
        lambda x: (x > 0) - (x < 0),
        lambda x: (x > 0) & (x < 4),
        lambda x: x**2,
        lambda x: x / 2,
        lambda x: x << 2 if x >= 0 else 0,
        lambda x: max(0, min(x, 4)),
        lambda x: sorted((x, 2, -x)).index(2),
        lambda x: {0: "zero", 1: "one"}.get(x, "more"),
        lambda x: "abcdefghijklmnop"[x],
        lambda x: list(range(x)) == [0, 1],
        lambda x: f"{x:+d} {x}",
        lambda x: str(x) + repr(x),
        lambda x: x in {1, 2, 8},
        lambda x: isinstance(x, int) and not isinstance(x, bool),
        lambda x: isinstance(x > 0, bool),
        lambda x: x == "word",
        lambda x: x != None,  # noqa: E711 - a rule may be written like that
        lambda x: x == Fraction(5),
        lambda x: Fraction(1, 2) * x,
        lambda x: x > 0.5,
        lambda x: 2.0 * x,
        lambda x: x == 1.0,
        lambda x: Both(x, x > 2),
        lambda x: None if x < 0 else x if x < 3 else "many",
        lambda x: (x, (x + 1, (not x,))),
        lambda x: sum([x] * 3),
        lambda x: int(x) + float(x),
        _remembered,
    ],
)
def test_a_number_in_a_lane_does_what_a_plain_number_does(use: Callable[[int], Any]) -> None:
    def used(dice: Dice[Any], plus: int) -> Any:
        return use(dice.pool("number", 1 * DIE) + plus)

    _remember.cache_clear()
    arguments = [(plus,) for plus in (0, 1, 4)]
    found = many_in_columns(used, *arguments)
    for one, args in zip(found, arguments, strict=True):
        expected = odds(used, *args)
        assert one == expected
        assert sorted(map(repr, one)) == sorted(map(repr, expected))


def test_a_function_that_remembers_numbers_is_never_given_a_lane() -> None:
    given: list[int] = []

    @lru_cache(maxsize=8)
    def remembers(number: int) -> int:
        given.append(number)
        return number + 1

    def used(dice: Dice[Any], plus: int) -> int:
        return remembers(dice.pool("number", 1 * DIE) * 2 + plus)

    many_in_columns(used, (0,), (1,))
    assert {type(number) for number in given} == {int}


def test_a_number_that_is_kept_after_one_computed_from_it_stays_what_it_is() -> None:
    def step(dice: Dice[Any], at: tuple[int, int]) -> tuple[int, int]:
        turns, place = at
        either = {-turns: "back", turns: "on"}
        return turns + 1, place + dice.pool("way", 1 * Die(list(either)))

    wandering = repeat(step, until=lambda at: at[0] > 4)
    assert in_columns(wandering, (1, 0)) == by_path(wandering, (1, 0))


@pytest.mark.parametrize("factor", [1 << 31, 1 << 40, 1 << 80])
def test_numbers_too_large_for_a_lane_are_left_to_the_other_way(factor: int) -> None:
    def grows(dice: Dice[Any], by: int) -> int:
        number = dice.pool("number", 1 * DIE)
        for _ in range(3):
            number = number * by
        return number

    with pytest.raises(Unfit, match="bits"):
        many_in_columns(grows, (factor,), (factor + 1,))
    asked = [(factor + more,) for more in range(30)]
    assert list(odds_of_many(grows, asked)) == [odds(grows, *one) for one in asked]


def test_arguments_too_large_for_a_lane_are_left_to_the_other_way() -> None:
    def remainder(dice: Dice[Any], number: int) -> int:
        return (number * (1 << 30) + 5) % 7

    def caller(dice: Dice[Any], bonus: int) -> int:
        return dice.call(remainder, (dice.pool("number", 1 * DIE) + bonus) * (1 << 40))

    asked = [(bonus,) for bonus in range(30)]
    with pytest.raises(Unfit, match="bits"):
        many_in_columns(caller, *asked)
    assert list(odds_of_many(caller, asked)) == [odds(caller, *one) for one in asked]


def test_choices_too_large_for_a_lane_are_left_to_the_other_way() -> None:
    def bet(dice: Dice[Any], table: tuple[int, int]) -> tuple[int, int]:
        left, won = table
        staked = dice.choose("player", "how much?", (left, left * (1 << 40)))
        return left - 1, won + (staked * (1 << 30) + dice.pool("coin", 1 * d(2))) % 7

    bets = repeat(bet, until=lambda table: table[0] == 0, aims={"player": lambda table: table[1]})
    pricing = Pricing(None, None, Budget(None), exact=False).leaving_open(("player",), exact=False)
    with pytest.raises(Unfit, match="bits"):
        best_play(pricing, bets, (((5, 0),), {}), prune=True)
    assert_close(odds(bets, (5, 0), exact=False), odds(bets, (5, 0)))


@pytest.mark.parametrize("length", [2, 5, 9, 14])
def test_states_in_a_ring_end_as_their_chain_does(length: int) -> None:
    def step(dice: Dice[Any], at: tuple[int, bool]) -> tuple[int, bool]:
        place, _ = at
        return (place + 1) % length, dice.pool("die", 1 * d(6)) > 5

    ring = repeat(step, until=lambda at: at[1])
    expected = by_path(ring, (0, False))
    assert in_columns(ring, (0, False)) == expected
    assert_close(in_columns(ring, (0, False), exact=False), expected)


@pytest.mark.parametrize("unit", [1, 1_000, 1_000_000])
def test_states_far_apart_end_as_those_close_together_do(unit: int) -> None:
    def step(dice: Dice[Any], pair: tuple[int, int]) -> tuple[int, int]:
        first, second = pair
        loss = unit * dice.pool("loss", 1 * Die([0, 1, 3]))
        return second, max(0, first - loss)

    falls = repeat(step, until=lambda pair: 0 in pair)
    expected = by_path(falls, (9 * unit, 8 * unit))
    assert in_columns(falls, (9 * unit, 8 * unit)) == expected
    assert_close(in_columns(falls, (9 * unit, 8 * unit), exact=False), expected)


@pytest.mark.parametrize("unit", [1, 1_000_000])
def test_states_that_wander_ever_further_up_and_down_keep_their_numbers(unit: int) -> None:
    def step(dice: Dice[Any], at: tuple[int, int]) -> tuple[int, int]:
        turns, place = at
        return turns + 1, place + unit * dice.pool("way", 1 * Die([-turns, turns]))

    wandering = repeat(step, until=lambda at: at[0] > 7)
    expected = by_path(wandering, (1, 0))
    assert in_columns(wandering, (1, 0)) == expected
    assert_close(in_columns(wandering, (1, 0), exact=False), expected)


@pytest.mark.parametrize("width", [0, 31, 32, 33, 70, 140])
def test_a_state_of_many_numbers_is_known_by_all_of_them(width: int) -> None:
    def step(dice: Dice[Any], at: tuple[int, ...]) -> tuple[int, ...]:
        first, *flags, last = at
        return first - dice.pool("down", 1 * d(2)), *flags, last + dice.pool("up", 1 * Die([-1, 0, 3]))

    falling = repeat(step, until=lambda at: at[0] <= 0)
    start = (6, *[0] * width, 0)
    expected = by_path(falling, start)
    assert in_columns(falling, start) == expected
    assert_close(in_columns(falling, start, exact=False), expected)


def test_a_state_without_a_number_is_known_by_its_shape() -> None:
    def step(dice: Dice[Any], mood: tuple[str]) -> tuple[str]:
        return ("glad",) if dice.pool("coin", 1 * d(2)) == 1 else mood

    waiting = repeat(step, until=lambda mood: mood == ("glad",))
    assert in_columns(waiting, ("sad",)) == Odds({("glad",): 1})
    assert in_columns(waiting, ("sad",), exact=False).chance(("glad",)) == pytest.approx(1.0)


def test_a_state_that_is_over_at_once_is_where_it_ends() -> None:
    never = repeat(lambda dice, state: state, until=lambda state: state >= 0)
    assert in_columns(never, 3) == Odds({3: 1})
    assert in_columns(never, 3, exact=False).chance(3) == 1.0


def test_a_state_that_grows_too_large_for_a_lane_stays_exact() -> None:
    def all_or_nothing(dice: Dice[Any], money: int) -> int:
        return money * 4096 if dice.pool("coin", 1 * d(2)) == 1 else -money

    for start in (1, 2, 3):
        wealth = repeat(all_or_nothing, until=lambda money: money < 0 or money > 1 << 70)
        with pytest.raises(Unfit, match="bits"):
            in_columns(wealth, start)
        assert odds(wealth, start) == by_path(wealth, start)


def test_a_division_by_zero_is_raised_as_path_by_path() -> None:
    def divides(dice: Dice[Any], by: int) -> int:
        return 7 // (dice.pool("number", 1 * DIE) + by)

    asked = [(by,) for by in range(30)]
    with pytest.raises(ZeroDivisionError):
        list(odds_of_many(divides, asked))
    assert list(odds_of_many(divides, [(by + 10,) for by in range(30)])) == [odds(divides, by + 10) for by in range(30)]


def test_a_division_by_a_plain_zero_is_raised_too() -> None:
    def divides(dice: Dice[Any], plus: int) -> int:
        return (dice.pool("number", 1 * DIE) + plus) // 0

    with pytest.raises(Unfit):
        many_in_columns(divides, (1,), (2,))
    with pytest.raises(ZeroDivisionError):
        list(odds_of_many(divides, [(by,) for by in range(30)]))


def test_weights_too_large_for_a_lane_stay_exact() -> None:
    def heavy(dice: Dice[Any], bonus: int) -> bool:
        return dice.pool("best of many", highest(30 * d(20))) + dice.pool("and more", highest(9 * d(12))) + bonus > 33

    asked = [(bonus,) for bonus in range(30)]
    assert list(odds_of_many(heavy, asked)) == [odds(heavy, *one) for one in asked]


# --- any rule, for many arguments


@settings(deadline=None)
@given(st.lists(trees, min_size=1, max_size=4))
def test_any_rule_has_the_same_odds_in_columns(several: list[Tree]) -> None:
    for found, tree in zip(many_in_columns(walk, *[(tree,) for tree in several]), several, strict=True):
        assert dict(found.items()) == by_hand(tree)


def test_a_rule_that_calls_itself_has_the_same_odds_in_columns() -> None:
    def heads(dice: Dice[Any], tosses: int, bonus: int) -> int:
        if tosses == 0:
            return bonus
        return dice.call(heads, tosses - 1, bonus) + dice.pool("toss", Die([0, 1]))

    asked = [(tosses, bonus) for tosses in range(12) for bonus in range(5)]
    assert many_in_columns(heads, *asked) == [odds(heads, *one) for one in asked]


def test_what_failed_in_columns_leaves_nothing_half_known() -> None:
    def fails_once(dice: Dice[Any], number: int) -> int:
        if failing and number > 30:
            raise ValueError("not yet")
        return number + dice.pool("die", 1 * d(6))

    def caller(dice: Dice[Any], number: int) -> int:
        return dice.call(fails_once, number) + 1

    failing = True
    tables = PricedTables(Pricing(None))
    calls: list[Any] = [((number,), {}) for number in range(40)]
    with pytest.raises(ValueError, match="not yet"):
        tables.of_many(caller, calls)
    failing = False
    assert tables.odds_of(tables.of_many(caller, calls), len(calls)) == [odds(caller, *args) for args, _ in calls]


def test_many_questions_are_answered_in_order_chunk_by_chunk() -> None:
    def check(dice: Dice[Any], target: int, *, bonus: int = 0) -> bool:
        return dice.pool("check", 3 * d(6)) + bonus >= target

    asked: list[Any] = [(target,) for target in range(30)] + [{"target": target, "bonus": 2} for target in range(30)]
    done: list[int] = []
    found = list(odds_of_many(check, asked, at_once=25, progress=done.append))
    assert found == [odds(check, *one) if isinstance(one, tuple) else odds(check, **one) for one in asked]
    assert done == [25, 50, 60]


def test_the_less_a_question_takes_the_more_are_answered_at_once() -> None:
    def thrown(dice: Dice[Any], sides: int, times: int) -> int:
        return sum([dice.pool("die", 1 * d(sides)) for _ in range(times)])

    cheap: list[int] = []
    list(odds_of_many(thrown, [(2, 1)] * 3_000, progress=cheap.append))
    dear: list[int] = []
    list(odds_of_many(thrown, [(20, 3)] * 300, budget=Budget(None), exact=False, progress=dear.append))
    assert cheap == [128, 1152, 3000]
    assert dear == [128, 192, 256, 300]


@pytest.mark.parametrize("exact", [True, False])
def test_many_questions_about_best_play_are_answered_too(exact: bool) -> None:
    def wins(dice: Dice[Any], mine: int, yours: int, bonus: int) -> bool:
        return winner(dice.call(piglet, Piglet(mine, yours, bonus % 2))) == "a"

    asked = [(bonus % 2, bonus // 2 % 2, bonus) for bonus in range(40)]
    found: Any = odds_of_many(wins, asked, exact=exact) if exact else odds_of_many(wins, asked, exact=False)
    for one, args in zip(found, asked, strict=True):
        assert float(one.chance(True)) == pytest.approx(float(odds(wins, *args).chance(True)))


def test_a_question_that_nobody_decides_is_refused_among_many() -> None:
    def asks(dice: Dice[Any], bonus: int) -> int:
        return dice.choose("player", "more?", (1, 2)) + bonus + dice.pool("die", 1 * d(6))

    with pytest.raises(Undecided, match=r"player must decide more\?"):
        list(odds_of_many(asks, [(bonus,) for bonus in range(40)]))


def test_a_caller_who_stops_asking_stops_the_work() -> None:
    asked: list[int] = []

    def questions() -> Iterator[tuple[int]]:
        for target in range(1_000):
            asked.append(target)
            yield (target,)

    def check(dice: Dice[Any], target: int) -> bool:
        return dice.pool("check", 1 * d(6)) >= target

    answers = odds_of_many(check, questions(), at_once=10)
    assert next(answers).chance(True) == 1
    assert len(asked) == 10


def test_at_least_one_question_is_answered_at_once() -> None:
    with pytest.raises(ValueError, match="at_once must be at least 1, not 0"):
        next(odds_of_many(walk, [(1,)], at_once=0))


def test_chances_in_float64_say_so_and_read_like_odds() -> None:
    def check(dice: Dice[Any], target: int) -> int:
        return dice.pool("check", 1 * d(6)) * (dice.pool("again", 1 * d(2)) + target)

    exact, floats = odds(check, 1), odds(check, 1, exact=False)
    assert_close(floats, exact)
    assert floats.where(lambda score: score > 6) == pytest.approx(float(exact.where(lambda score: score > 6)))
    assert floats.mean(lambda score: score) == pytest.approx(float(exact.mean(lambda score: score)))
    assert floats.chance(-1) == 0.0
    assert len(floats) == len(exact)
    assert set(floats) == set(exact)


def test_a_solution_says_whether_columns_worked_in_fractions() -> None:
    def step(dice: Dice[Any], left: int) -> int:
        return left - dice.pool("step", 1 * d(3)) + 1

    down = repeat(step, until=lambda left: left <= 0)
    exact, floats = solve(down, 200, exact=True), solve(down, 200)
    assert (exact.method, floats.method) == ("exact", "float64")
    assert sum(exact.chances.values()) == 1
    assert floats.chances == pytest.approx({end: float(chance) for end, chance in exact.chances.items()})


# --- best play


@settings(deadline=None)
@given(contested_journeys, starts, st.integers(1, 2))
def test_best_play_in_columns_is_the_best_play_of_trees(
    journey: Repeat[Any, Any, Any], start: Traveller, pace: int
) -> None:
    expected = solve(journey, start, pace, exact=True)
    left_open = Pricing(None).leaving_open(tuple(journey.aims), exact=False)
    ends, chances = zip(
        *float_flow(best_play(left_open, journey, ((start, pace), {}), prune=True).chain()).weights.items(), strict=True
    )
    for side, aim in journey.aims.items():
        mean = sum(float(aim(end)) * chance for end, chance in zip(ends, chances, strict=True))
        assert mean == pytest.approx(float(expected.values[side]), abs=1e-9)
    assert dict(zip(ends, chances, strict=True)) == pytest.approx(
        {end: float(chance) for end, chance in expected.chances.items() if chance}, abs=1e-9
    )


def test_best_play_that_may_come_back_is_found_in_columns() -> None:
    left_open = Pricing(None).leaving_open(("a", "b"), exact=False)
    ends, chances = zip(
        *float_flow(best_play(left_open, piglet, ((Piglet(0, 0),), {}), prune=True).chain()).weights.items(),
        strict=True,
    )
    won = sum(chance for end, chance in zip(ends, chances, strict=True) if winner(end) == "a")
    assert won == pytest.approx(4 / 7)
    found = odds(piglet, Piglet(0, 0), exact=False)
    assert found.where(lambda game: winner(game) == "a") == pytest.approx(4 / 7)


def test_best_play_of_a_called_rule_is_left_to_trees() -> None:
    def guess(dice: Dice[Any], high: int) -> int:
        return 1 if dice.choose("player", "high or low?", ("low", "high")) == "high" and high else 0

    def turn(dice: Dice[Any], table: tuple[int, int]) -> tuple[int, int]:
        left, won = table
        return left - 1, won + dice.call(guess, dice.pool("coin", 1 * d(2)) - 1)

    turns = repeat(turn, until=lambda table: table[0] == 0, aims={"player": lambda table: table[1]})
    found = odds(turns, (3, 0), exact=False)
    assert_close(found, odds(turns, (3, 0)))
    assert found.mean(lambda table: table[1]) == pytest.approx(1.5)


class Gamble(NamedTuple):
    """Turns left, and points."""

    left: int
    points: int


def gamble(dice: Dice[Any], now: Gamble, late: int) -> Gamble:
    """One face of a thousand wins a point, or two for the bold; when it is late a turn may count twice."""
    bold = dice.choose("player", "safe or bold?", ("safe", "bold")) == "bold"
    won = dice.pool("gamble", 1 * Die([1] + [0] * 999))
    counts = dice.pool("turns", 1 * d(2)) if now.left <= late else 1
    return Gamble(max(0, now.left - counts), now.points + won * (2 if bold else 1))


gambling = repeat(gamble, until=lambda now: now.left == 0, aims={"player": lambda now: min(now.points, 6)})


def test_best_play_leaves_out_only_what_hardly_ever_happens() -> None:
    exact = odds(gambling, Gamble(9, 0), 0)
    floats = odds(gambling, Gamble(9, 0), 0, exact=False)
    assert all(floats.chance(end) == pytest.approx(float(chance), abs=1e-12) for end, chance in exact.items())
    left_out = [chance for end, chance in exact.items() if end not in floats.weights]
    assert 0 < sum(left_out) < 9 * LEFT_OUT


class Bout(NamedTuple):
    """Turns left, points, and how it stands."""

    left: int
    points: int
    standing: str


def bout(dice: Dice[Any], now: Bout) -> Bout:
    """The bold win or lose more; a side that is far ahead, or far behind, has won or lost."""
    stake = dice.choose("player", "safe or bold?", (1, 3))
    points = now.points + stake * dice.pool("luck", 1 * Die([-1, 0, 1, 1]))
    standing = "won" if points > 4 else "lost" if points < -2 else now.standing
    return Bout(now.left - 1, points, standing)


def test_best_play_to_ends_of_different_shapes_is_the_best_play_of_trees() -> None:
    bouts = repeat(
        bout,
        until=lambda now: now.left == 0 or now.standing != "open",
        aims={"player": lambda now: now.points + now.left},
    )
    exact = odds(bouts, Bout(7, 0, "open"))
    assert {end.standing for end in exact.weights} == {"won", "lost", "open"}
    assert_close(odds(bouts, Bout(7, 0, "open"), exact=False), exact)


def test_best_play_leaves_nothing_out_if_a_state_is_met_again() -> None:
    exact = odds(gambling, Gamble(12, 0), 3)
    floats = odds(gambling, Gamble(12, 0), 3, exact=False)
    assert dict(floats.items()) == pytest.approx({end: float(chance) for end, chance in exact.items()}, rel=1e-9, abs=0)


# --- graphs

graphs = st.integers(1, 9).flatmap(
    lambda size: st.fixed_dictionaries(
        {
            state: st.dictionaries(st.integers(-3, size - 1), st.integers(1, 5), min_size=1, max_size=3)
            for state in range(size)
        }
    )
)


def graph_of(chain: dict[int, dict[int, int]], twisted: bool) -> Graph:
    """The graph of a chain whose ends are below zero; twisted, so that no number of a state orders it."""
    met = sorted({0, *chain, *(target for row in chain.values() for target in row)})
    going, over = States(), States()
    number: dict[int, int] = {}
    for state in met:
        columns = [np.array([state * 5 % 7 if twisted else state]), np.array([state])]
        numbers, _, _ = (going if state >= 0 else over).numbers_of((tuple, int, int), columns, 1)
        number[state] = int(numbers[0])
    number |= {state: at + going.size for state, at in number.items() if state < 0}
    first_over = going.size
    going.append(over)
    edges = [(number[s], number[t], w, sum(row.values())) for s, row in chain.items() for t, w in row.items()]
    edges.sort(key=lambda edge: edge[1] >= first_over)
    source, target, weight, total = map(np.array, zip(*edges, strict=True))
    inner = int(np.count_nonzero(target < first_over))
    return Graph(going, np.array([number[0]]), first_over, source, target, weight, total, inner)


def in_float64(graph: Graph) -> Graph:
    """The same graph with chances for weights."""
    return graph._replace(weight=graph.weight / graph.total, total=np.ones(0))


@settings(deadline=None, max_examples=300)
@given(graphs, st.booleans(), st.booleans())
def test_any_graph_ends_as_its_chain_does(chain: dict[int, dict[int, int]], twisted: bool, in_blocks: bool) -> None:
    expected = odds_of(flow_of_chain(explored(0, lambda state: Odds(chain[state]), lambda state: state < 0)))
    waiting, reached = [0], {0}
    while waiting:
        new = {target for target in chain.get(waiting.pop(), {}) if target not in reached}
        waiting += new
        reached |= new
    graph = graph_of({state: row for state, row in chain.items() if state in reached}, twisted)
    with pytest.MonkeyPatch.context() as patch:
        if in_blocks:
            for module in (flow_module, order_module):
                patch.setattr(module, "EDGES_AT_ONCE", 2)
            patch.setattr(flow_module, "_EDGES_IN_ORDER", 5)
        exact = exact_flow(graph)
        final, chances = chances_of_ends(in_float64(graph))
    assert Odds({state[1]: weight for state, weight in exact.weights.items()}, exact.total) == expected
    floats = {
        state[1]: chance for state, chance in zip(graph.states.values(final.tolist()), chances.tolist(), strict=True)
    }
    assert floats == pytest.approx({end: float(chance) for end, chance in expected.items()}, abs=1e-12)


@settings(deadline=None, max_examples=200)
@given(graphs, st.lists(st.integers(1, 10**15), min_size=7, max_size=7), st.booleans())
def test_any_graph_with_very_large_weights_and_states_never_reached_is_exact(
    chain: dict[int, dict[int, int]], large: list[int], twisted: bool
) -> None:
    heavy = {
        state: {target: weight * large[(state + target) % 7] for target, weight in row.items()}
        for state, row in chain.items()
    }
    expected = flow_of_chain(explored(0, lambda state: Odds(heavy[state]), lambda state: state < 0))
    found = exact_flow(graph_of(heavy, twisted))
    ends = {state[1]: weight for state, weight in found.weights.items()}
    assert Odds(ends, found.total) == Odds(expected.weights, expected.total)
    assert {state[1] for state in found.never} == expected.never
    assert {state[1]: often for state, often in found.visits().items()} == expected.visits()


def test_a_long_walk_to_and_fro_is_exact_too() -> None:
    walk_on = gambler(100, 18, 20)
    assert in_columns(walk_on, 50).chance(100) == riches(50, 100, 18, 20)
    assert odds(walk_on, 50).chance(100) == riches(50, 100, 18, 20)
    assert in_columns(walk_on, 50, exact=False).chance(100) == pytest.approx(float(riches(50, 100, 18, 20)))


def test_a_chance_to_leave_that_is_very_small_loses_nothing_in_float64() -> None:
    hardly = 10**15
    graph = graph_of({0: {1: hardly, -1: 1}, 1: {0: hardly, -2: 2}}, twisted=True)
    _, chances = chances_of_ends(in_float64(graph))
    assert sorted(chances.tolist()) == pytest.approx([1 / 3, 2 / 3], rel=1e-9)


# --- the games

CASES = Path(__file__).parent.parent / "cases"


def strictly(pricing: Pricing[Any], ask: Callable[[PricedTables], Any]) -> Any:
    """What columns say; only what they refuse themselves is left to the other way, no mistake."""
    try:
        return ask(pricing.tables)
    except Unfit:
        return None


@pytest.mark.parametrize("slug", installed_games())
def test_every_golden_case_of_every_game_is_the_same_in_columns(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pricing, "in_columns", strictly)
    game = find_game(slug)
    for case in json.loads((CASES / f"{slug}.json").read_text()):
        if "roll" not in case or "error" in case:
            continue
        roll, options = game.roll(case["roll"]), game.table_options(case.get("options") or {})
        arguments = roll.arguments(case.get("params") or {}, options)
        monkeypatch.setattr(repeated_module, "FEW_EDGES", 10**9)
        by_path = odds(roll.rule, options=options, **arguments)
        monkeypatch.setattr(repeated_module, "FEW_EDGES", 0)
        assert odds(roll.rule, options=options, **arguments) == by_path, case["id"]
        tables = PricedTables(Pricing(options))
        (in_columns,) = tables.odds_of(tables.of_many(roll.rule, [((), arguments)]), 1)
        assert in_columns == by_path, case["id"]
        assert_close(odds(roll.rule, options=options, exact=False, **arguments), by_path)


def test_rows_far_apart_are_numbered_as_they_are_met() -> None:
    numbering, known = Numbering(2), dict[tuple[int, int], int]()
    generator = np.random.default_rng(7)
    for most in (10, 3_000, 3_000, 1_000_000, 3_000):
        columns = [generator.integers(-most, most, 4_000), generator.integers(0, most, 4_000)]
        rows = list(zip(*[column.tolist() for column in columns], strict=True))
        numbers, new = numbering.numbers_of(columns, len(rows), len(known))
        for row, number in zip(rows, numbers.tolist(), strict=True):
            assert known.setdefault(row, number) == number
        assert sorted(numbers[new].tolist()) == list(range(len(known) - len(new), len(known)))
    assert sorted(known.values()) == list(range(len(known)))


def test_states_of_different_shapes_are_ordered_by_the_numbers_they_share() -> None:
    """Between two throws a state has a number more; what only falls in both is found all the same."""

    def step(dice: Dice[Any], at: tuple[int, Any, int]) -> tuple[int, Any, int]:
        left, due, right = at
        if due is None:
            return left, dice.pool("due", 1 * d(3)), right
        return left - due, None, right - dice.pool("more", 1 * Die([0, 1]))

    falling = repeat(step, until=lambda at: min(at[0], at[2]) <= 0)
    graph = repeated_module.columns_of(Pricing(None, {}, Budget(None), exact=False), falling, (((9, None, 5),), {}))
    steady = graph.states.columns(graph.going)
    assert len(steady) == 2
    change = steady[:, graph.target[: graph.inner]] - steady[:, graph.source[: graph.inner]]
    assert (change <= 0).all()
    expected = by_path(falling, (9, None, 5))
    assert in_columns(falling, (9, None, 5)) == expected
    assert_close(in_columns(falling, (9, None, 5), exact=False), expected)
