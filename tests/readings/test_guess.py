"""States guessed between the start and zero: the answers are those of the states that play reaches."""

from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up_steps import Traveller, journeys, starts

from rulewright.dice import Die, Odds, d
from rulewright.readings import Budget, odds
from rulewright.readings.graph import guess_states as guess_module
from rulewright.readings.graph import repeated as repeated_module
from rulewright.readings.graph.chain import Flow, explored, flow_of_chain
from rulewright.readings.graph.graph import Graph
from rulewright.readings.odds import Pricing
from rulewright.readings.vector import run as run_module
from rulewright.rules import Dice, Refused, Repeat, repeat


class Pair(NamedTuple):
    one: int
    other: int
    first: bool = True


START = Pair(40, 40)


@pytest.fixture
def guessed(monkeypatch: pytest.MonkeyPatch) -> list[Graph | None]:
    """Every guess that is made, None if it was wrong."""
    made: list[Graph | None] = []
    guess = guess_module.guess

    def noted(*args: Any) -> Graph | None:
        made.append(guess(*args))
        return made[-1]

    monkeypatch.setattr(guess_module, "guess", noted)
    return made


def by_path(rule: Repeat[Any, Any, Any], state: Any, *context: Any) -> Flow:
    step = Pricing(None, {"which way?": "right"}, Budget(None)).step(rule, context, {})
    return flow_of_chain(explored(state, step, rule.until))


def duel(wounded: Callable[[int, int], int], at: Callable[[Pair], object] = bool) -> Repeat[Any, Pair, Any]:
    """Two fighters in turn lose an even number of hit points; `at` is called with each state."""

    def blow(dice: Dice[Any], now: Pair) -> Pair:
        lost = 2 * dice.pool("blow", 1 * d(5)) - 2
        at(now)
        if now.first:
            return Pair(now.one, wounded(now.other, lost), False)
        return Pair(wounded(now.one, lost), now.other, True)

    return repeat(blow, until=lambda now: now.one <= 0 or now.other <= 0)


def to_zero(left: int, lost: int) -> int:
    return max(0, left - lost)


def below_zero(left: int, lost: int) -> int:
    return left - lost


def flow_of(rule: Repeat[Any, Any, Any], exact: bool, budget: Budget | None = None) -> Flow:
    return Pricing(None, None, budget, exact).flow(rule, (START._replace(one=20, other=20),), {})


@pytest.mark.parametrize("wounded", [to_zero, below_zero])
@pytest.mark.parametrize("exact", [True, False])
def test_states_that_play_never_reaches_are_in_no_answer(
    wounded: Callable[[int, int], int], exact: bool, guessed: list[Graph | None]
) -> None:
    rule = duel(wounded)
    expected, found = by_path(rule, Pair(20, 20)), flow_of(rule, exact)
    (graph,) = guessed
    assert graph is not None
    assert graph.going == 20 * 20 * 2  # odd hit points too, though all that is lost is even
    assert found.chances() == pytest.approx(expected.chances(), abs=1e-12)
    assert found.never == set()
    assert found.visits() == pytest.approx(expected.visits(), abs=1e-12)
    if exact:
        assert (Odds(found.weights, found.total), found.visits()) == (odds(rule, Pair(20, 20)), expected.visits())
    assert {type(part) for state in found.visits() for part in state} == {int, bool}


def _circles(dice: Dice[Any], now: Pair) -> Pair:
    return now if now.one % 2 else duel(to_zero).step(dice, now)


@pytest.mark.parametrize("exact", [True, False])
def test_play_that_never_ends_where_it_never_comes_is_in_no_answer(exact: bool, guessed: list[Graph | None]) -> None:
    rule = repeat(_circles, until=duel(to_zero).until)
    expected, found = by_path(rule, Pair(20, 20)), flow_of(rule, exact)
    assert guessed[0] is not None
    assert found.chances() == pytest.approx(expected.chances(), abs=1e-12)
    assert found.never == set()
    assert found.visits() == pytest.approx(expected.visits(), abs=1e-12)


def _fails_to_index(now: Pair) -> object:
    return (1, 2)[now.one % 2 * 5]


def _divides(now: Pair) -> object:
    return 1 // (1 - now.one % 2)


def _refuses(now: Pair) -> None:
    if now.one % 2:
        raise Refused("nobody has an odd number of hit points")


def _goes_on_for_ever(now: Pair) -> None:
    while now.one % 2:
        pass


@pytest.mark.parametrize("at", [_fails_to_index, _divides, _refuses, _goes_on_for_ever])
@pytest.mark.parametrize("exact", [True, False])
def test_a_rule_may_fail_where_play_never_comes(
    at: Callable[[Pair], object], exact: bool, guessed: list[Graph | None]
) -> None:
    budget, plain = Budget(), Budget()
    found = flow_of(duel(to_zero, at), exact, budget)
    assert guessed == [None]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guess_module, "guess", lambda *_: None)
        assert found.weights == flow_of(duel(to_zero), exact, plain).weights
    assert budget.spent == plain.spent


def test_a_rule_that_fails_where_play_comes_fails() -> None:
    def at(now: Pair) -> None:
        if now.one == 2:
            raise Refused("two hit points")

    with pytest.raises(Refused, match="two hit points"):
        odds(duel(to_zero, at), Pair(20, 20))


def test_a_fault_of_the_engine_is_not_taken_for_a_wrong_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise IndexError("a fault of the engine")

    code = broken.__code__.replace(co_filename=guess_module.__file__)  # raised in the engine's own file
    monkeypatch.setattr(guess_module, "_packed", FunctionType(code, {"IndexError": IndexError}))
    with pytest.raises(IndexError, match="a fault of the engine"):
        odds(duel(to_zero), Pair(20, 20))


def test_numbers_that_leave_their_range_are_explored(guessed: list[Graph | None]) -> None:
    def heals(dice: Dice[Any], now: Pair) -> Pair:
        lost = dice.pool("blow", 1 * d(6)) - 1
        one = now.one + 2 if now.other == 1 else now.one
        return Pair(min(22, one), max(0, now.other - lost), now.first)

    rule = repeat(heals, until=lambda now: now.other == 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repeated_module, "FEW_EDGES", 10)
        found = odds(rule, Pair(20, 20))
    expected = by_path(rule, Pair(20, 20))
    assert guessed == [None]
    assert found == Odds(expected.weights, expected.total)


def test_too_many_states_are_not_guessed(guessed: list[Graph | None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guess_module, "_MOST_STATES", 21 * 21 * 2 - 1)
    flow_of(duel(to_zero), exact=False)
    assert guessed == [None]


@settings(deadline=None, max_examples=60)
@given(
    st.integers(1, 6),
    st.integers(0, 6),
    st.lists(st.integers(0, 4), min_size=2, max_size=5).filter(any),
    st.integers(1, 40),
    st.booleans(),
)
def test_any_falling_numbers_end_as_they_do_path_by_path(
    one: int, other: int, scores: list[int], nines: int, in_turn: bool
) -> None:
    wound = Die(scores)

    def lucky(dice: Dice[Any]) -> bool:
        total: int = dice.pool("nines", nines * Die([*range(9)]))
        return total < nines  # one in very many

    def step(dice: Dice[Any], now: Pair) -> Pair:
        if now.first:
            return Pair(now.one, now.other - dice.pool("wound", 1 * wound), not in_turn)
        return Pair(now.one - dice.call(lucky), now.other, True)

    rule = repeat(step, until=lambda now: now.one <= 0 or now.other <= 0)
    expected = by_path(rule, Pair(one, other))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repeated_module, "FEW_EDGES", 0)
        patch.setattr(run_module, "_ROWS_PER_RUN", 0)
        assert odds(rule, Pair(one, other)) == Odds(expected.weights, expected.total)
        found = odds(rule, Pair(one, other), exact=False)
    assert dict(found.items()) == pytest.approx({end: float(c) for end, c in expected.chances().items()}, abs=1e-12)


@settings(deadline=None, max_examples=60)
@given(journeys, starts, st.integers(1, 2))
def test_any_repeated_step_ends_as_it_does_path_by_path(
    journey: Repeat[Any, Any, Any], start: Traveller, pace: int
) -> None:
    expected = by_path(journey, start, pace)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repeated_module, "FEW_EDGES", 0)
        patch.setattr(run_module, "_ROWS_PER_RUN", 0)
        found = Pricing(None, {"which way?": "right"}).flow(journey, (start, pace), {})
    assert Odds(found.weights, found.total) == Odds(expected.weights, expected.total)
    assert found.never == expected.never
    assert found.visits() == expected.visits()
