"""A step repeated to its end: loops divided out exactly."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from made_up_rules import gambler, riches

from rulewright.dice import Odds
from rulewright.readings import Budget, odds, solve
from rulewright.readings.graph.chain import Flow, Outlook, explored, flow_of_chain, sccs
from rulewright.readings.graph.flow import float_flow
from rulewright.readings.graph.graph import graph_of_chain
from rulewright.rules import NEVER_ENDS, Dice, repeat

Chain = dict[int, dict[int, int]]
"""Where each state leads, by weight; states below zero are ends."""


def over(state: int) -> bool:
    return state < 0


def flow(chain: Chain, start: int = 0) -> Flow:
    return flow_of_chain(explored(start, lambda state: Odds(chain[state]), over))


def absorb(start: int, step: Callable[[int], Odds[int]], over: Callable[[int], bool]) -> Odds[int]:
    found = flow_of_chain(explored(start, step, over))
    return Odds(found.weights, found.total)


def absorb_floats(start: int, step: Callable[[int], Odds[int]], over: Callable[[int], bool]) -> dict[int, float]:
    return float_flow(graph_of_chain(explored(start, step, over))).weights


def by_elimination(chain: Chain, start: int) -> dict[int, Fraction]:
    """The odds of every end: one system of linear equations for each of them (Gauss and Jordan)."""
    states = list(chain)
    ends = sorted({target for row in chain.values() for target in row if over(target)})
    rows: list[list[Fraction]] = []
    for state in states:
        total = sum(chain[state].values())
        row = [Fraction(int(state == other)) - Fraction(chain[state].get(other, 0), total) for other in states]
        rows.append(row + [Fraction(chain[state].get(end, 0), total) for end in ends])
    for at in range(len(states)):
        pivot = next(below for below in range(at, len(states)) if rows[below][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(len(states)):
            factor = rows[other][at]
            if other != at and factor:
                rows[other] = [value - factor * above for value, above in zip(rows[other], rows[at], strict=True)]
    found = dict(zip(ends, rows[states.index(start)][len(states) :], strict=True))
    return {end: chance for end, chance in found.items() if chance}


def reachable(chain: Chain, start: int) -> set[int]:
    seen, waiting = {start}, [start]
    while waiting:
        for target in chain.get(waiting.pop(), {}):
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return seen


chains = st.integers(1, 6).flatmap(
    lambda size: st.fixed_dictionaries(
        {
            state: st.dictionaries(st.integers(-3, size - 1), st.integers(1, 5), min_size=1, max_size=4)
            for state in range(size)
        }
    )
)


@given(chains)
def test_any_chain_ends_as_linear_equations_say(chain: Chain) -> None:
    assume(all(any(map(over, reachable(chain, state))) for state in reachable(chain, 0) if not over(state)))
    chain = {state: row for state, row in chain.items() if state in reachable(chain, 0)}
    expected = by_elimination(chain, 0)
    found = absorb(0, lambda state: Odds(chain[state]), over)
    assert sum(found.weights.values()) == found.total
    assert dict(found.items()) == expected
    floats = absorb_floats(0, lambda state: Odds(chain[state]), over)
    assert floats == pytest.approx({end: float(chance) for end, chance in expected.items()}, abs=1e-12)


@given(chains)
def test_no_chance_is_lost_in_a_chain_that_may_get_stuck(chain: Chain) -> None:
    found = absorb(0, lambda state: Odds(chain[state]), over)
    assert sum(found.weights.values()) == found.total
    assert sum(absorb_floats(0, lambda state: Odds(chain[state]), over).values()) == pytest.approx(1)


@given(chains)
def test_a_chain_that_may_get_stuck_stops_at_the_first_state_without_a_way_to_an_end(chain: Chain) -> None:
    hopeless = {state for state in chain if not any(map(over, reachable(chain, state)))}
    assume(hopeless & reachable(chain, 0))

    # by hand: such states are ends of their own, as Repeat says
    renamed = {state: -100 - state for state in hopeless}
    cut = {
        state: {renamed.get(target, target): weight for target, weight in row.items()}
        for state, row in chain.items()
        if state not in hopeless
    }
    expected = {0: Fraction(1)}
    if 0 not in hopeless:
        cut = {state: row for state, row in cut.items() if state in reachable(cut, 0)}
        expected = {-100 - end if end <= -100 else end: chance for end, chance in by_elimination(cut, 0).items()}
    assert dict(absorb(0, lambda state: Odds(chain[state]), over).items()) == expected


@given(chains)
def test_each_state_is_in_one_scc_and_later_sccs_never_lead_back(chain: Chain) -> None:
    def leads_to(state: int) -> Iterable[int]:
        return chain.get(state, {})

    order = list(sccs(0, leads_to))
    states = [state for scc in order for state in scc]
    assert sorted(states) == sorted(reachable(chain, 0))
    place = {state: at for at, scc in enumerate(order) for state in scc}
    for state in states:
        assert all(place[target] <= place[state] for target in leads_to(state))  # last ones come first
    for scc in order:
        for one, other in pairwise(scc):
            assert other in reachable(chain, one)
            assert one in reachable(chain, other)


@given(chains)
def test_whether_an_end_can_be_reached_is_known(chain: Chain) -> None:
    outlook = Outlook(lambda state: chain.get(state, {}), over)
    for state in [*reachable(chain, 0), 0]:  # in any order: what was learnt before must not mislead
        assert outlook.can_end(state) == any(map(over, reachable(chain, state)))


# --- how often states are visited


@given(chains)
def test_each_state_is_visited_as_often_as_it_is_entered(chain: Chain) -> None:
    found = flow(chain)
    often = found.visits()
    arriving = {state: Fraction(int(state == 0)) for state in often}
    for state, visits in often.items():
        if state not in found.weights:
            row = chain[state]
            for target, weight in row.items():
                arriving[target] += visits * Fraction(weight, sum(row.values()))
    assert arriving == often
    assert {state: often[state] for state in found.weights} == found.chances()
    in_floats = float_flow(graph_of_chain(explored(0, lambda state: Odds(chain[state]), over))).visits()
    assert in_floats == pytest.approx({state: float(v) for state, v in often.items() if v}, abs=1e-12)


@given(chains)
def test_the_states_without_an_end_are_found_among_the_others(chain: Chain) -> None:
    hopeless = {state for state in chain if not any(map(over, reachable(chain, state)))}
    found = flow(chain)
    assert found.never == hopeless & found.weights.keys()
    assert float_flow(graph_of_chain(explored(0, lambda state: Odds(chain[state]), over))).never == found.never


def test_heads_comes_after_two_throws_on_average() -> None:
    assert flow({0: {0: 1, -1: 1}}).visits() == {0: 2, -1: 1}


def test_states_of_a_cycle_are_visited_as_often_as_it_is_gone_round() -> None:
    assert flow({0: {1: 1}, 1: {2: 1}, 2: {0: 1, -1: 1}}).visits() == {0: 2, 1: 2, 2: 2, -1: 1}


def test_the_walk_from_the_middle_of_five_takes_four_steps() -> None:
    steps = {1: {-1: 1, 2: 1}, 2: {1: 1, 3: 1}, 3: {2: 1, -4: 1}}
    assert sum(often for state, often in flow(steps, 2).visits().items() if state > 0) == 4
    assert sum(often for state, often in flow(steps, 1).visits().items() if state > 0) == 3


# --- the gambler


@pytest.mark.parametrize(("win", "lose"), [(1, 1), (18, 20), (3, 1)])
@pytest.mark.parametrize("start", [1, 7, 14])
def test_a_gambler_is_ruined_as_the_closed_form_says(win: int, lose: int, start: int) -> None:
    rich = riches(start, 15, win, lose)
    game = gambler(15, win, lose)
    assert dict(odds(game, start).items()) == {15: rich, 0: 1 - rich}
    exact = solve(game, start, exact=True)
    assert exact.chances == {15: rich, 0: 1 - rich}
    assert exact.method == "exact"
    floats = solve(game, start)
    assert floats.chances == pytest.approx({15: float(rich), 0: float(1 - rich)}, abs=1e-9)
    assert floats.method == "float64"


@pytest.mark.parametrize("stay", [1, 10, 1000])
def test_rounds_in_which_nothing_happens_change_nothing(stay: int) -> None:
    assert odds(gambler(9, 2, 3, stay), 4) == odds(gambler(9, 2, 3), 4)


def test_a_long_walk_stays_exact() -> None:
    assert odds(gambler(200, 1, 1), 77).chance(200) == Fraction(77, 200)


def test_a_state_that_leads_only_to_itself_never_ends() -> None:
    def still(dice: Dice[Any], state: str) -> str:
        return state

    on = repeat(still, until=lambda state: state == "end")
    assert list(odds(on, "here").weights) == [NEVER_ENDS]  # type: ignore[comparison-overlap]
    assert solve(on, "here").chances == {"here": 1.0}


def test_an_end_that_cannot_be_reached_has_no_chance() -> None:
    chain: Chain = {0: {-1: 1, 0: 1}, 1: {-2: 1}}
    assert dict(absorb(0, lambda state: Odds(chain[state]), over).items()) == {-1: 1}


def test_a_start_that_is_over_takes_no_step() -> None:
    def never(state: int) -> Odds[int]:
        raise AssertionError("no step is due")

    assert dict(absorb(-1, never, over).items()) == {-1: 1}
    assert absorb_floats(-1, never, over) == {-1: 1.0}


def test_each_state_is_asked_for_once() -> None:
    asked: list[int] = []
    rng = Random(4)
    chain: Chain = {state: {rng.randrange(-2, 30): rng.randrange(1, 9) for _ in range(4)} for state in range(30)}

    def step(state: int) -> Odds[int]:
        asked.append(state)
        return Odds(chain[state])

    absorb(0, step, over)
    assert sorted(asked) == sorted(set(asked)) == sorted(filter(lambda state: state >= 0, reachable(chain, 0)))


def test_the_work_of_a_chain_is_one_run_per_path_of_each_state() -> None:
    budget = Budget()
    odds(gambler(11, 1, 1), 5, budget=budget)
    assert budget.spent == 10 * 2
