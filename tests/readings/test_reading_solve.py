"""Solve: best play, with known answers."""

import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from made_up_rules import (
    PIGLET_CHANCES,
    Decide,
    Piglet,
    Tree,
    best_by_hand,
    by_hand,
    gambler,
    piglet,
    trees,
    trees_with_decisions,
    walk,
    winner,
)

from rulewright.dice import d
from rulewright.readings import Budget, OverBudget, Solver, Undecided, odds, solve
from rulewright.rules import Dice, Refused, Repeat, repeat


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Break off what would never end."""

    def stop(*_: object) -> None:
        raise AssertionError(f"no answer after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# --- rules that are used once


@given(trees_with_decisions)
def test_the_side_that_decides_gets_the_best_that_any_rule_offers(tree: Tree) -> None:
    exact = solve(walk, tree, aims={"player": Fraction}, exact=True)
    assert exact.values == {"player": best_by_hand(tree)}
    assert sum(exact.chances.values()) == 1
    assert sum(value * chance for value, chance in exact.chances.items()) == exact.values["player"]
    assert solve(walk, tree, aims={"player": Fraction}).values["player"] == pytest.approx(exact.values["player"])


@given(trees)
def test_a_rule_without_decisions_ends_as_its_odds_say(tree: Tree) -> None:
    assert solve(walk, tree, exact=True).chances == by_hand(tree)


@given(trees_with_decisions)
def test_every_decision_lists_what_each_choice_is_worth(tree: Tree) -> None:
    for made in solve(walk, tree, aims={"player": Fraction}, exact=True).decisions:
        worth = dict(made.worth)
        assert (made.who, made.question) == ("player", "which?")
        assert list(worth) == list(range(len(worth)))
        assert worth[made.best] == max(worth.values())
        assert made.best == min(choice for choice, value in worth.items() if value == max(worth.values()))


def row_then_column(dice: Dice[Any]) -> tuple[int, int]:
    """Ann picks a row, then Bob, who has seen it, a column."""
    return dice.choose("Ann", "row", (0, 1, 2)), dice.choose("Bob", "column", (0, 1))


PAYOFF = {(0, 0): 5, (0, 1): 1, (1, 0): 2, (1, 1): 3, (2, 0): 9, (2, 1): 0}


@pytest.mark.parametrize("exact", [True, False])
def test_of_two_sides_each_takes_what_the_other_leaves_them(exact: bool) -> None:
    aims = {"Ann": lambda cell: PAYOFF[cell], "Bob": lambda cell: -PAYOFF[cell]}
    solution = solve(row_then_column, aims=aims, exact=exact)
    assert solution.values == {"Ann": 2, "Bob": -2}
    assert solution.chances == {(1, 0): 1}
    first = solution.decisions[0]
    assert (first.who, first.worth, first.best) == ("Ann", ((0, 1), (1, 2), (2, 0)), 1)
    assert [made.best for made in solution.decisions[1:]] == [1, 0, 1]
    assert solution.method == ("exact" if exact else "float64")


def test_a_decision_knows_what_the_dice_had_shown() -> None:
    def peek(dice: Dice[Any]) -> int:
        shown = dice.pool("peek", 1 * d(3))
        return shown if dice.choose("Ann", "keep?", ("yes", "no")) == "yes" else dice.pool("new", 1 * d(3))

    solution = solve(peek, aims={"Ann": lambda shown: shown}, exact=True)
    assert [(made.seen, made.best) for made in solution.decisions] == [((1,), "no"), ((2,), "yes"), ((3,), "yes")]
    assert solution.values["Ann"] == Fraction(2 + 2 + 3, 3)


def test_of_equal_choices_the_first_is_taken() -> None:
    three = Decide((1, 2, 2))
    assert [made.best for made in solve(walk, three, aims={"player": Fraction}, exact=True).decisions] == [1]
    assert solve(walk, Decide((2, 2, 2)), aims={"player": Fraction}).decisions[0].best == 0


def test_of_equal_choices_the_first_is_taken_in_floats_as_in_fractions() -> None:
    def tenth(dice: Dice[Any]) -> Fraction:
        if dice.choose("Ann", "sure or not?", ("sure", "thrown")) == "thrown":
            dice.pool("no matter what", 1 * d(3))
        return Fraction(1, 10)

    for exact in (True, False):
        assert solve(tenth, aims={"Ann": lambda worth: worth}, exact=exact).decisions[0].best == "sure"


def test_a_side_without_an_aim_follows_the_policy() -> None:
    aims = {"Ann": lambda cell: PAYOFF[cell]}
    generous = solve(row_then_column, aims=aims, policy={"column": 0}, exact=True)
    assert generous.values == {"Ann": 9}
    assert [made.who for made in generous.decisions] == ["Ann"]
    with pytest.raises(Undecided, match="Bob must decide column"):
        solve(row_then_column, aims=aims)


def test_a_side_with_an_aim_plays_its_best_inside_a_called_rule_whatever_the_policy() -> None:
    def inner(dice: Dice[Any]) -> int:
        return dice.choose("Ann", "how much?", (1, 5, 2))

    def outer(dice: Dice[Any]) -> int:
        return dice.call(inner) + dice.choose("Bob", "how much for Bob?", (0, 10))

    def last(who: str, question: str, choices: Sequence[int]) -> int:
        return choices[-1]

    assert solve(outer, aims={"Ann": lambda total: total}, policy=last, exact=True).values == {"Ann": 15}


def test_a_decision_inside_a_called_rule_sees_what_follows() -> None:
    def inner(dice: Dice[Any]) -> str:
        return dice.choose("Ann", "which?", ("sweet", "sour"))

    def outer(dice: Dice[Any]) -> int:
        wanted = "sour" if dice.pool("taste", 1 * d(2)) == 1 else "sweet"
        return int(dice.call(inner) == wanted)

    assert solve(outer, aims={"Ann": lambda met: met}, exact=True).values == {"Ann": 1}


def test_a_refusal_passes_through() -> None:
    def refuse(dice: Dice[Any]) -> int:
        raise Refused("not now")

    with pytest.raises(Refused, match="not now"):
        solve(refuse, aims={"Ann": lambda result: result})


# --- Piglet and Pig: two sides, and turns that come back


@pytest.mark.parametrize(("mine", "yours", "turn"), PIGLET_CHANCES)
def test_piglet_is_solved_as_published(mine: int, yours: int, turn: int) -> None:
    expected = PIGLET_CHANCES[mine, yours, turn]
    for start, side, other in (
        (Piglet(mine, yours, turn, "a"), "a", "b"),
        (Piglet(yours, mine, turn, "b"), "b", "a"),
    ):
        solution = solve(piglet, start, exact=True)
        assert solution.values == {side: expected, other: 1 - expected}
        floats = solve(piglet, start)
        assert floats.values == pytest.approx({side: float(expected), other: float(1 - expected)}, abs=1e-9)
        assert floats.chances == pytest.approx(
            {end: float(chance) for end, chance in solution.chances.items()}, abs=1e-9
        )


def test_the_decisions_of_piglet_are_listed_with_what_they_are_worth() -> None:
    solution = solve(piglet, Piglet(0, 0), exact=True)
    made = {(one.state, one.who): one for one in solution.decisions}
    first = made[Piglet(0, 0), "a"]
    assert first.worth == (("hold", 1 - Fraction(4, 7)), ("flip", Fraction(4, 7)))
    assert first.best == "flip"
    assert made[Piglet(0, 0, 1), "a"].worth == (("hold", 1 - Fraction(2, 5)), ("flip", Fraction(5, 7)))
    assert all(one.best == "flip" for one in solution.decisions)
    assert first is solution.decisions[0]


def test_the_steps_of_a_solution_lead_to_its_ends() -> None:
    solution = solve(piglet, Piglet(0, 0), exact=True)
    assert dict(solution.step_at(Piglet(0, 0)).items()) == {
        Piglet(0, 0, 1, "a"): Fraction(1, 2),
        Piglet(0, 0, 0, "b"): Fraction(1, 2),
    }
    won = sum(chance for end, chance in solution.chances.items() if winner(end) == "a")
    assert won == solution.values["a"]


PIG_GOAL = 10
PigState = tuple[int, int, int, str]


def pig_step(dice: Dice[Any], state: PigState) -> PigState:
    """Roll or hold; a one loses the turn."""
    a, b, turn, mover = state
    other = "b" if mover == "a" else "a"
    if turn and dice.choose(mover, "roll or hold", ("roll", "hold")) == "hold":
        return (a + turn, b, 0, other) if mover == "a" else (a, b + turn, 0, other)
    shown = dice.pool("roll", 1 * d(6))
    return (a, b, 0, other) if shown == 1 else (a, b, turn + shown, mover)


def pig_won(state: PigState) -> str | None:
    a, b, turn, mover = state
    if a + (turn if mover == "a" else 0) >= PIG_GOAL:
        return "a"
    return "b" if b + (turn if mover == "b" else 0) >= PIG_GOAL else None


pig = repeat(
    pig_step,
    until=lambda state: pig_won(state) is not None,
    aims={"a": lambda state: int(pig_won(state) == "a"), "b": lambda state: int(pig_won(state) == "b")},
)


def pig_by_iteration() -> dict[tuple[int, int, int], float]:
    """The chance to win of the one to roll, improved until nothing changes."""
    points = range(PIG_GOAL)
    chance = {(i, j, k): 0.5 for i in points for j in points for k in range(PIG_GOAL - i)}
    change = 1.0
    while change > 1e-14:
        change = 0.0
        for i, j, k in chance:
            roll = (1 - chance[j, i, 0]) / 6
            roll += sum(1.0 if i + k + shown >= PIG_GOAL else chance[i, j, k + shown] for shown in range(2, 7)) / 6
            best = max(roll, 1 - chance[j, i + k, 0]) if k else roll
            change = max(change, abs(best - chance[i, j, k]))
            chance[i, j, k] = best
    return chance


def test_pig_to_ten_points_is_solved_as_by_value_iteration() -> None:
    by_iteration = pig_by_iteration()
    solution = solve(pig, (0, 0, 0, "a"))
    assert solution.values["a"] == pytest.approx(by_iteration[0, 0, 0], abs=1e-9)
    assert solution.values["a"] + solution.values["b"] == pytest.approx(1, abs=1e-9)
    for made in solution.decisions:
        a, b, turn, mover = made.state
        mine, yours = (a, b) if mover == "a" else (b, a)
        assert max(value for _, value in made.worth) == pytest.approx(by_iteration[mine, yours, turn], abs=1e-9)


# --- sccs


def crossing(order: tuple[str, str], lost: int = -1) -> Repeat[Any, str, Any]:
    """Wait for ever, which is worth nothing, or go and lose."""

    def step(dice: Dice[Any], state: str) -> str:
        return state if dice.choose("Ann", "wait or go?", order) == "wait" else "lost"

    return repeat(step, until=lambda state: state == "lost", aims={"Ann": lambda state: lost * (state == "lost")})


@pytest.mark.parametrize("order", [("wait", "go"), ("go", "wait")])
@pytest.mark.parametrize("lost", [-1, 1])
@pytest.mark.parametrize("exact", [True, False])
def test_the_order_of_the_choices_does_not_change_what_a_position_is_worth(
    order: tuple[str, str], lost: int, exact: bool
) -> None:
    solution = solve(crossing(order, lost), "here", exact=exact)
    assert solution.values == {"Ann": max(0, lost)}


def test_one_who_can_hide_for_ever_does_so_wherever_the_hiding_is_listed() -> None:
    """Half the runs reach the cave; staying there for ever is worth nothing, which beats being caught."""
    ways = {
        "road": {"run": ("road", "caught"), "cave": ("caught", "cave")},
        "cave": {"peep out": ("cave", "road"), "stay": ("cave", "cave")},
    }

    def step(dice: Dice[Any], place: str) -> str:
        there = ways[place][dice.choose("Ann", "what?", tuple(ways[place]))]
        return there[dice.pool("where", 1 * d(2)) - 1]

    on = repeat(step, until=lambda place: place == "caught", aims={"Ann": lambda place: -int(place == "caught")})
    assert solve(on, "road", exact=True).values == {"Ann": Fraction(-1, 2)}


@pytest.mark.parametrize("order", [("open", "wait"), ("wait", "open")])
def test_one_who_can_stall_for_ever_need_not_lose(order: tuple[str, str]) -> None:
    """Bob at the gate may wait for ever; once it is open Ann wins, though she may also go back and forth."""

    def step(dice: Dice[Any], place: str) -> str:
        if place == "gate":
            return "yard" if dice.choose("Bob", "open or wait?", order) == "open" else "gate"
        if place == "yard":
            return "hall" if dice.choose("Ann", "hall or throne?", ("hall", "throne")) == "hall" else "throne"
        return "yard" if dice.choose("Bob", "yard or gate?", ("yard", "gate")) == "yard" else "gate"

    on = repeat(
        step,
        until=lambda place: place == "throne",
        aims={"Ann": lambda place: int(place == "throne"), "Bob": lambda place: -int(place == "throne")},
    )
    assert solve(on, "gate", exact=True).values == {"Ann": 0, "Bob": 0}


def test_one_who_can_only_wait_is_worth_what_they_have() -> None:
    def step(dice: Dice[Any], state: str) -> str:
        return dice.choose("Ann", "which?", ("red", "blue"))

    on = repeat(step, until=lambda state: False, aims={"Ann": lambda state: {"red": 1, "blue": 2}.get(state, 0)})
    solution = solve(on, "start", exact=True)
    assert sum(solution.chances.values()) == 1


def test_in_an_scc_too_the_first_of_equal_choices_is_taken() -> None:
    def step(dice: Dice[Any], state: str) -> str:
        if state == "there":
            return "here" if dice.pool("back", 1 * d(2)) == 1 else "won"
        way = dice.choose("Ann", "way", ("column", "road", "swamp"))
        return "swamp" if way == "swamp" else "there"

    on = repeat(step, until=lambda state: state in ("won", "swamp"), aims={"Ann": lambda state: int(state == "won")})
    for exact in (True, False):
        solution = solve(on, "here", exact=exact)
        assert solution.values == {"Ann": 1}
        assert [made.best for made in solution.decisions] == ["column"]


def fields_of(leads: Mapping[str, Mapping[str, tuple[str, ...]]]) -> Repeat[Any, str, Any]:
    """Fields on which Ann picks one of some ways, each a die over where it leads."""

    def step(dice: Dice[Any], field: str) -> str:
        ways = leads[field]
        there = ways[dice.choose("Ann", "way", tuple(ways))]
        return there[dice.pool("where", d(len(there))) - 1]

    return repeat(step, until=lambda field: field not in leads, aims={"Ann": lambda field: int(field == "won")})


def test_an_earlier_choice_that_proves_as_good_in_the_end_is_taken() -> None:
    ford = {"swim": ("lost",), "wade": ("won", "hill")}  # swimming is tried first, so the ford looks bad at first
    hill = {"ford": ("ford",), "bridge": ("won", "hill")}
    solution = solve(fields_of({"hill": hill, "ford": ford}), "hill", exact=True)
    assert solution.values == {"Ann": 1}
    assert {made.state: made.best for made in solution.decisions} == {"hill": "ford", "ford": "wade"}


def test_an_earlier_choice_that_would_only_lead_in_circles_is_not_taken() -> None:
    ford = {"swim": ("lost",), "turn back": ("hill",)}
    hill = {"ford": ("ford",), "bridge": ("won", "hill")}
    solution = solve(fields_of({"hill": hill, "ford": ford}), "hill", exact=True)
    assert solution.values == {"Ann": 1}
    assert {made.state: made.best for made in solution.decisions} == {"hill": "bridge", "ford": "turn back"}


def test_when_all_is_settled_nobody_gains_by_another_choice() -> None:
    """What Ann is indifferent about may matter to Bob."""
    worth = {"inn": (1, 0), "mill": (0, 2), "fair": (2, 1)}
    ways = {
        "Ann": {"stroll": ("Ann", "Bob"), "rest": ("inn", "Ann")},
        "Bob": {"dance": ("fair", "mill"), "row": ("mill", "Ann")},
    }

    def step(dice: Dice[Any], turn: str) -> str:
        if dice.pool("night falls", 1 * d(8)) == 1:
            return "inn"
        there = ways[turn][dice.choose(turn, "way", tuple(ways[turn]))]
        return there[dice.pool("where", 1 * d(2)) - 1]

    on = repeat(
        step,
        until=lambda turn: turn in worth,
        aims={"Ann": lambda turn: worth[turn][0], "Bob": lambda turn: worth[turn][1]},
    )
    for made in solve(on, "Ann", exact=True).decisions:
        assert dict(made.worth)[made.best] == max(value for _, value in made.worth)


class Arena:
    """A made-up game of chance between two: on each field its owner picks one of some ways, each a d4."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        size = rng.randint(2, 4)
        self.prize = rng.choice((1, 10**9))
        self.owner = [rng.choice("ab") for _ in range(size)]
        self.ways: list[list[list[int | str]]] = [
            [[rng.choice([*range(size), "a", "b"]) for _ in range(4)] for _ in range(rng.randint(1, 3))]
            for _ in range(size)
        ]

    def rule(self) -> Repeat[Any, int | str, Any]:
        def step(dice: Dice[Any], field: int | str) -> int | str:
            assert isinstance(field, int)
            if dice.pool("sudden end", 1 * d(10)) == 1:
                return "b"
            ways = self.ways[field]
            way = dice.choose(self.owner[field], "way", tuple(range(len(ways))))
            return ways[way][dice.pool("where", 1 * d(4)) - 1]

        return repeat(
            step,
            until=lambda field: isinstance(field, str),
            aims={"a": lambda field: self.prize * (field == "a"), "b": lambda field: self.prize * (field == "b")},
        )

    def value(self) -> Fraction:
        """The best that `a` can be sure of, from every pair of plans."""
        plans = [range(len(ways)) for ways in self.ways]
        mine = product(*(plan if owner == "a" else (0,) for plan, owner in zip(plans, self.owner, strict=True)))
        theirs = list(product(*(plan if owner == "b" else (0,) for plan, owner in zip(plans, self.owner, strict=True))))
        return max(min(self._under([x + y for x, y in zip(a, b, strict=True)]) for b in theirs) for a in mine)

    def _under(self, plan: list[int]) -> Fraction:
        def step(dice: Dice[Any], field: int | str) -> int | str:
            assert isinstance(field, int)
            if dice.pool("sudden end", 1 * d(10)) == 1:
                return "b"
            return self.ways[field][plan[field]][dice.pool("where", 1 * d(4)) - 1]

        ends = odds(repeat(step, until=lambda field: isinstance(field, str)), 0)
        return self.prize * ends.chance("a")


@pytest.mark.parametrize("seed", range(25))
def test_a_game_of_two_sides_is_worth_what_the_best_pair_of_plans_gives(seed: int) -> None:
    arena = Arena(seed)
    expected = arena.value()
    with at_most(5):
        exact = solve(arena.rule(), 0, exact=True)
        floats = solve(arena.rule(), 0)
    assert exact.values == {"a": expected, "b": arena.prize - expected}
    assert floats.values["a"] == pytest.approx(float(expected), rel=1e-9, abs=1e-9)
    assert exact.chances.get("a", 0) * arena.prize == expected


def test_sides_that_chase_each_other_for_ever_are_given_up_within_the_budget() -> None:
    """Ann stops only if Bob would stop, Bob only if Ann would go on: no pair of fixed plans holds."""
    worth = {"Ann stops": (-1, 2), "Bob stops": (-2, 1), "rain": (0, 0)}

    def step(dice: Dice[Any], state: str) -> str:
        if dice.pool("rain", 1 * d(100)) == 1:
            return "rain"
        stops = dice.choose(state, "stop?", ("stop", "go on")) == "stop"
        return f"{state} stops" if stops else ("Bob" if state == "Ann" else "Ann")

    on = repeat(
        step,
        until=lambda state: state in worth,
        aims={"Ann": lambda state: worth[state][0], "Bob": lambda state: worth[state][1]},
    )
    with at_most(3), pytest.raises(OverBudget):
        solve(on, "Ann", budget=Budget(seconds=0.2))


# --- floats


def test_floats_agree_with_fractions() -> None:
    for start in (1, 10, 19):
        exact = solve(gambler(20, 9, 10), start, exact=True)
        floats = solve(gambler(20, 9, 10), start)
        assert floats.chances == pytest.approx({end: float(chance) for end, chance in exact.chances.items()}, abs=1e-9)


def test_floats_hold_out_where_weights_grow_beyond_them() -> None:
    def many_dice(dice: Dice[Any]) -> int:
        return dice.pool("many", 500 * d(6)) + dice.choose("Ann", "bonus", (1, 2))

    assert solve(many_dice, aims={"Ann": lambda total: total}).values["Ann"] == pytest.approx(1752)


def test_floats_hold_out_in_a_long_scc() -> None:
    def step(dice: Dice[Any], money: int) -> int:
        if dice.choose("Ann", "play?", ("play", "rest")) == "rest":
            return money
        return money + (1 if dice.pool("bet", 1 * d(38)) <= 18 else -1)

    on = repeat(step, until=lambda money: money in (0, 400), aims={"Ann": lambda money: int(money == 400)})
    assert solve(on, 399).values["Ann"] == pytest.approx(0.9, abs=1e-9)


def test_a_solution_that_costs_more_paths_than_allowed_is_given_up() -> None:
    with pytest.raises(OverBudget):
        solve(pig, (0, 0, 0, "a"), budget=Budget(paths=100))


# --- from one position after another


class Countdown(NamedTuple):
    """A player takes risks or not, for so many turns more."""

    points: int
    turns: int


def _gamble(dice: Dice[Any], at: Countdown) -> Countdown:
    if dice.choose("me", "dare or wait?", ("dare", "wait")) == "wait":
        return Countdown(at.points, at.turns - 1)
    return Countdown(max(0, at.points + (3 if dice.pool("dare", d(6)) > 3 else -2)), at.turns - 1)


countdown = repeat(_gamble, until=lambda at: at.turns == 0, aims={"me": lambda at: min(at.points, 7)})


def plain_decisions(decisions: Sequence[Any]) -> list[Any]:
    return [(one.who, one.question, one.seen, one.best, pytest.approx(dict(one.worth))) for one in decisions]


@pytest.mark.parametrize("turns", [2, 9])
def test_a_solver_decides_as_a_solution_does_from_every_position(turns: int) -> None:
    solver: Solver[Countdown] = Solver(countdown)
    solved = solve(countdown, Countdown(3, turns))
    assert not solver.knows(Countdown(3, turns))
    for position in dict.fromkeys(one.state for one in solved.decisions):
        wanted = [one for one in solved.decisions if one.state == position]
        found = solver.decisions(position)
        assert plain_decisions(found) == [
            (one.who, one.question, one.seen, one.best, dict(one.worth)) for one in wanted
        ]
    assert solver.knows(Countdown(3, turns))


def test_a_solver_finds_its_way_where_play_comes_back() -> None:
    solver: Solver[Piglet] = Solver(piglet)
    solved = solve(piglet, Piglet(0, 0))
    for one in solved.decisions:
        (found,) = solver.decisions(one.state)
        assert found.best == one.best
        assert dict(found.worth) == pytest.approx(dict(one.worth))
