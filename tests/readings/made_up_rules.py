"""Rules made up for these tests, and their odds worked out by hand."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from math import log
from typing import Any, NamedTuple, TypeVar

from hypothesis import strategies as st

from rulewright.dice import Die, Odds, d
from rulewright.rules import Dice, Repeat, repeat, rule

R = TypeVar("R", bound=Hashable)

# --- rules as trees: every shape that a rule can have, drawn by Hypothesis


class Throw(NamedTuple):
    """Throw a die with one side per branch and go on there."""

    branches: "tuple[Tree, ...]"


class Called(NamedTuple):
    """Use another rule and go on by its result."""

    rule: "Tree"
    then: "tuple[Tree, ...]"


class Decide(NamedTuple):
    """Let a side decide between the branches."""

    branches: "tuple[Tree, ...]"


Tree = int | Throw | Called | Decide


def walk(dice: Dice[Any], tree: Tree) -> int:
    """Follow a tree to its number."""
    match tree:
        case Throw(branches):
            return walk(dice, branches[dice.pool("throw", d(len(branches))) - 1])
        case Called(called, then):
            return walk(dice, then[dice.call(walk, called) % len(then)])
        case Decide(branches):
            return walk(dice, branches[dice.choose("player", "which?", tuple(range(len(branches))))])
    return tree


def by_hand(tree: Tree, decide: Callable[[int], int] = lambda branches: 0) -> dict[int, Fraction]:
    """The odds of a tree, one branch after the other."""

    def ways(tree: Tree, chance: Fraction) -> Iterator[tuple[int, Fraction]]:
        match tree:
            case Throw(branches):
                for branch in branches:
                    yield from ways(branch, chance / len(branches))
            case Called(called, then):
                for result, share in ways(called, chance):
                    yield from ways(then[result % len(then)], share)
            case Decide(branches):
                yield from ways(branches[decide(len(branches))], chance)
            case _:
                yield tree, chance

    odds: dict[int, Fraction] = {}
    for result, chance in ways(tree, Fraction(1)):
        odds[result] = odds.get(result, Fraction()) + chance
    return odds


def best_by_hand(tree: Tree, worth: Callable[[int], Fraction] = Fraction) -> Fraction:
    """What a tree is worth to someone who decides as well as can be."""
    match tree:
        case Throw(branches):
            return sum((best_by_hand(branch, worth) for branch in branches), Fraction()) / len(branches)
        case Called(called, then):
            return best_by_hand(called, lambda result: best_by_hand(then[result % len(then)], worth))
        case Decide(branches):
            return max(best_by_hand(branch, worth) for branch in branches)
    return worth(tree)


def _bigger(smaller: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    few = st.lists(smaller, min_size=1, max_size=3).map(tuple)
    return st.builds(Throw, few) | st.builds(Called, smaller, few)


def _bigger_with_decisions(smaller: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return _bigger(smaller) | st.builds(Decide, st.lists(smaller, min_size=1, max_size=3).map(tuple))


numbers = st.integers(0, 4)
trees: st.SearchStrategy[Tree] = st.recursive(numbers, _bigger, max_leaves=9)
trees_with_decisions: st.SearchStrategy[Tree] = st.recursive(numbers, _bigger_with_decisions, max_leaves=9)


# --- the gambler: a walk between ruin and riches whose odds have a closed form


def gambler(goal: int, win: int, lose: int, stay: int = 0) -> Repeat[Any, int, Any]:
    """Win one with `win` faces of a die, lose one with `lose`, and stay with `stay`."""
    coin = Die([1] * win + [-1] * lose + [0] * stay)

    @rule("GA-01")
    def bet(dice: Dice[Any], money: int) -> int:
        return money + dice.pool("bet", 1 * coin)

    return repeat(bet, until=lambda money: money in (0, goal))


def riches(start: int, goal: int, win: int, lose: int) -> Fraction:
    """The chance to reach the goal before nothing is left."""
    if win == lose:
        return Fraction(start, goal)
    ratio = Fraction(lose, win)
    return (1 - ratio**start) / (1 - ratio**goal)


# --- Piglet: flip a coin; heads adds a point to the turn, tails loses the turn, or hold and bank it


class Piglet(NamedTuple):
    """The points of both, those of this turn, and who flips."""

    a: int
    b: int
    turn: int = 0
    mover: str = "a"


COIN = Die([0, 1])
GOAL = 2


@rule("PI-01", "PI-02")
def flip_or_hold(dice: Dice[Any], game: Piglet) -> Piglet:
    """One decision of Piglet."""
    other = "b" if game.mover == "a" else "a"
    mine = game.a if game.mover == "a" else game.b
    if dice.choose(game.mover, "flip or hold", ("hold", "flip")) == "hold":
        banked = mine + game.turn
        return Piglet(banked, game.b, 0, other) if game.mover == "a" else Piglet(game.a, banked, 0, other)
    if dice.pool("flip", 1 * COIN):
        return game._replace(turn=game.turn + 1)
    return game._replace(turn=0, mover=other)


def winner(game: Piglet) -> str | None:
    """Which side has won, if any: turn points count as soon as they are enough."""
    if game.a + (game.turn if game.mover == "a" else 0) >= GOAL:
        return "a"
    return "b" if game.b + (game.turn if game.mover == "b" else 0) >= GOAL else None


piglet: Repeat[Any, Piglet, Any] = repeat(
    flip_or_hold,
    until=lambda game: winner(game) is not None,
    aims={"a": lambda game: int(winner(game) == "a"), "b": lambda game: int(winner(game) == "b")},
)

# Neller and Presser, "Optimal Play of the Dice Game Pig" (2004), for a goal of two points: the
# chance to win of the one to move, by own points, the other's points and points of the turn.
PIGLET_CHANCES = {
    (0, 0, 0): Fraction(4, 7),
    (0, 0, 1): Fraction(5, 7),
    (0, 1, 0): Fraction(2, 5),
    (0, 1, 1): Fraction(3, 5),
    (1, 0, 0): Fraction(4, 5),
    (1, 1, 0): Fraction(2, 3),
}


# --- sampled against exact

# One comparison of a sampled share with its chance fails a right program once in 10^15 times: a
# million comparisons together stay below a false-alarm chance of 1e-9.
_LIMIT = log(2 / 1e-15)


def assert_sampled_like(counts: Mapping[R, int], odds: Odds[R]) -> None:
    """Counts of runs agree with the odds: no share further off than Chernoff's bound allows."""
    runs = sum(counts.values())
    assert counts.keys() <= odds.weights.keys()
    for outcome, chance in odds.items():
        share = counts.get(outcome, 0) / runs
        assert runs * _divergence(share, float(chance)) <= _LIMIT, f"{outcome}: {share} of {runs}, not {float(chance)}"


def _divergence(share: float, chance: float) -> float:
    """How surprising a share is, per run, where `chance` was expected (Kullback and Leibler)."""
    parts = ((share, chance), (1 - share, 1 - chance))
    return sum(seen * log(seen / expected) if expected else 0.0 for seen, expected in parts if seen)
