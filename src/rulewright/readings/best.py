"""Best play of a repeated step.

Values are worked out from the end backwards: at a choice whoever decides takes what serves them
best, the first of equals. Where states can come back to one another (a knot) policies are
improved until nobody gains by another choice.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rulewright.dice import Odds
from rulewright.readings.chain import Row, absorb, absorb_floats, knots, onward_rows
from rulewright.readings.tree import Chance, Choice, Leaf, Node, TreeDice, decisions_in, leaves
from rulewright.rules import Repeat

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing

__all__ = ["Decision", "Number", "Solution", "best_play"]

X = TypeVar("X", bound=Hashable)
Number = Fraction | float
Values = tuple[Number, ...]
"""What a position is worth to each side that has an aim."""


@dataclass(frozen=True)
class Decision(Generic[X]):
    """One decision of best play: what each choice is worth to the one who decides."""

    state: X
    who: str
    question: str
    seen: tuple[Any, ...]  # what the dice had shown in this step before the decision
    worth: tuple[tuple[Any, Number], ...]
    best: Any


@dataclass(frozen=True)
class Solution(Generic[X]):
    """Best play from a position: what it is worth, how it ends, and every decision on the way.

    `steps` is how each position moves on under best play; `method` says whether the numbers are
    exact fractions or float64.
    """

    values: dict[str, Number]
    chances: dict[X, Number]
    decisions: list[Decision[X]]
    steps: dict[X, Odds[X]]
    method: str


def best_play(
    pricing: "Pricing[Any]",
    repeat: Repeat[Any, X, Any],
    start: X,
    context: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    exact: bool = True,
) -> Solution[X]:
    """Best play of a repeated step from `start`, every side following its aim."""
    search = _Search(pricing, repeat, context, kwargs, exact)
    search.run(start)
    return search.solution(start)


class _Search(Generic[X]):
    """Finds values and choices for every state that can be reached."""

    def __init__(
        self,
        pricing: "Pricing[Any]",
        repeat: Repeat[Any, X, Any],
        context: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        exact: bool,
    ) -> None:
        self.pricing = pricing
        self.repeat = repeat
        self.context = context
        self.kwargs = kwargs
        self.exact = exact
        self.sides = tuple(repeat.aims)
        self.trees: dict[X, Node] = {}
        self.values: dict[X, Values] = {}
        self.taken: dict[Choice, int] = {}
        self.order: list[tuple[X, ...]] = []

    def run(self, start: X) -> None:
        for knot in knots(start, self._leads_to):
            self.pricing.budget.look_up()
            self.order.append(knot)
            state = knot[0]
            if state not in self.trees:
                self.values[state] = self._worth(state)
            elif len(knot) == 1 and state not in set(leaves(self.trees[state])):
                self.values[state] = self._evaluate(self.trees[state], decide=self.sides)
            else:
                self._settle(knot)
        self.order.reverse()

    def _leads_to(self, state: X) -> Iterable[X]:
        if self.repeat.until(state):
            return ()
        dice = TreeDice(self.pricing, self.sides)
        step, context, kwargs = self.repeat.step, self.context, self.kwargs
        self.trees[state] = dice.tree(lambda d: step(d, state, *context, **kwargs), self.pricing.budget.spend)
        return dict.fromkeys(leaves(self.trees[state]))

    def _worth(self, state: X) -> Values:
        number: Callable[[Any], Number] = Fraction if self.exact else float
        return tuple(number(aim(state)) for aim in self.repeat.aims.values())

    def _evaluate(self, node: Node, decide: Sequence[str] = ()) -> Values:
        """What a tree is worth; the sides in `decide` take the best choice, the others the one taken."""
        if isinstance(node, Leaf):
            return self.values[node.state]
        if isinstance(node, Chance):
            return self._mean(
                [(weight, self._evaluate(branch, decide)) for weight, branch in node.branches], node.total
            )
        worth = [self._evaluate(branch, decide) for branch in node.branches]
        if node.who in decide:
            side = self.sides.index(node.who)
            best = max(values[side] for values in worth)
            now = self.taken.get(node)
            if now is None or self._gains(best, worth[now][side]):
                self.taken[node] = next(at for at, values in enumerate(worth) if values[side] == best)
        return worth[self.taken.setdefault(node, 0)]

    def _gains(self, best: Number, now: Number) -> bool:
        return best > now if self.exact else best > now + 1e-12

    def _mean(self, branches: list[tuple[int, Values]], total: int) -> Values:
        if not self.exact:
            return tuple(
                sum(weight * values[side] for weight, values in branches) / total for side in range(len(self.sides))
            )
        means = []
        for side in range(len(self.sides)):
            worth: list[Any] = [values[side] for _, values in branches]
            denominator = lcm(*(value.denominator for value in worth))
            numerator = sum(
                weight * value.numerator * (denominator // value.denominator)
                for (weight, _), value in zip(branches, worth, strict=True)
            )
            means.append(Fraction(numerator, denominator * total))
        return tuple(means)

    def _settle(self, knot: tuple[X, ...]) -> None:
        """Best play where states come back to one another: improve policies until nobody gains.

        All sides but the last answer in full before the last side changes its choices once (strategy
        iteration: each change is an improvement, so it ends). Then, in order of play, an earlier
        choice replaces a later one that is worth the same.
        """
        for state in knot:
            for choice in decisions_in(self.trees[state]):
                self.taken[choice] = 0
        self._policy_values(knot)
        *others, last = self.sides
        improving = True
        while improving:
            for side in others:
                while self._improve(knot, side):
                    self._policy_values(knot)
            improving = self._improve(knot, last)
            if improving:
                self._policy_values(knot)
        for state in knot:
            for choice in decisions_in(self.trees[state]):
                self._prefer_first(knot, choice)

    def _improve(self, knot: tuple[X, ...], side: str) -> bool:
        before = {choice: self.taken[choice] for state in knot for choice in decisions_in(self.trees[state])}
        for state in knot:
            self._evaluate(self.trees[state], decide=(side,))
        return any(self.taken[choice] != was for choice, was in before.items())

    def _prefer_first(self, knot: tuple[X, ...], choice: Choice) -> None:
        side = self.sides.index(choice.who)
        for earlier in range(self.taken[choice]):
            was, values = self.taken[choice], {state: self.values[state] for state in knot}
            if self._gains(self._evaluate(choice.branches[was])[side], self._evaluate(choice.branches[earlier])[side]):
                continue
            self.taken[choice] = earlier
            self._policy_values(knot)
            if any(self._gains(values[state][side], self.values[state][side]) for state in knot):
                self.taken[choice] = was
                self.values.update(values)
            else:
                return

    def _policy_values(self, knot: tuple[X, ...]) -> None:
        """Values inside a knot under the choices taken now: one exact linear system."""
        inside = set(knot)
        rows = {state: self._row(state) for state in knot}
        for state in knot:  # the policy may have cut the knot into smaller ones
            self.values.pop(state, None)
        for start in knot:
            if start in self.values:
                continue
            for smaller in knots(start, lambda at: self._still_open(at, rows, inside)):
                onward = onward_rows(smaller, rows)
                for state in reversed(smaller):
                    if state in self.values:
                        continue
                    if state not in onward:
                        self.values[state] = self._worth(state)
                        continue
                    leads, total = onward[state]
                    self.values[state] = self._mean([(w, self.values[target]) for target, w in leads.items()], total)

    def _still_open(self, state: X, rows: Mapping[X, Row[X]], inside: set[X]) -> Iterable[X]:
        return [target for target in rows[state][0] if target in inside and target not in self.values]

    def _row(self, state: X) -> Row[X]:
        """Where a state leads under the choices taken now."""
        weights: dict[X, int] = {}
        flat = list(self._flat(self.trees[state], 1, 1))
        total = lcm(*(own for _, _, own in flat))
        for target, weight, own in flat:
            weights[target] = weights.get(target, 0) + weight * (total // own)
        return weights, total

    def _flat(self, node: Node, weight: int, total: int) -> Iterator[tuple[X, int, int]]:
        if isinstance(node, Leaf):
            yield node.state, weight, total
        elif isinstance(node, Chance):
            for share, branch in node.branches:
                yield from self._flat(branch, weight * share, total * node.total)
        else:
            yield from self._flat(node.branches[self.taken[node]], weight, total)

    def solution(self, start: X) -> Solution[X]:
        """Everything found, as seen from `start`."""
        steps = {state: Odds(*self._row(state)) for state in self.trees}
        if self.exact:
            ends = absorb(start, steps.__getitem__, self.repeat.until)
            chances: dict[X, Number] = dict(ends.items())
        else:
            chances = dict(absorb_floats(start, steps.__getitem__, self.repeat.until))
        decisions = [
            self._decision(state, choice)
            for knot in self.order
            for state in knot
            if state in self.trees
            for choice in decisions_in(self.trees[state])
        ]
        values = dict(zip(self.sides, self.values[start], strict=True))
        return Solution(values, chances, decisions, steps, "exact" if self.exact else "float64")

    def _decision(self, state: X, choice: Choice) -> Decision[X]:
        side = self.sides.index(choice.who)
        worth = tuple(
            (option, self._evaluate(branch)[side])
            for option, branch in zip(choice.choices, choice.branches, strict=True)
        )
        return Decision(state, choice.who, choice.question, choice.seen, worth, choice.choices[self.taken[choice]])
