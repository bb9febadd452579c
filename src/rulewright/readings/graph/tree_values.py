"""The values of the trees of steps under the choices taken, in fractions or in float64."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Generic, TypeVar

from rulewright.readings.budget import Budget
from rulewright.readings.graph.chain import Number, Row, onward_rows, sccs
from rulewright.readings.paths.tree import Chance, ChoiceNode, Leaf, Node, leaves

X = TypeVar("X", bound=Hashable)
Values = tuple[Number, ...]
"""The value of a position to each side that has an aim."""
ROUNDING = 1e-12
"""Values that differ by less than this, relative to their size, count as equal."""


class TreeValues(Generic[X]):
    """The value of each state to each side, and the choice taken at each decision."""

    def __init__(self, sides: Sequence[str], exact: bool) -> None:
        self.sides = sides
        self.exact = exact
        self.of_states: dict[X, Values] = {}
        self.taken: dict[ChoiceNode, int] = {}

    def of(self, node: Node) -> Values:
        """The value of a tree under the choices taken."""
        if isinstance(node, Leaf):
            return self.of_states[node.state]
        if isinstance(node, Chance):
            return self.mean([(weight, self.of(branch)) for _, weight, branch in node.branches], node.total)
        return self.of(node.branches[self.taken[node]])

    def improve(self, node: Node) -> bool:
        """Takes better choices in a tree, the last decisions first; whether there are any."""
        if isinstance(node, Leaf):
            return False
        if isinstance(node, Chance):
            return True in [self.improve(branch) for _, _, branch in node.branches]
        improved = True in [self.improve(branch) for branch in node.branches]
        if node.who not in self.sides:
            return improved
        side = self.sides.index(node.who)
        worth = [self.of(branch)[side] for branch in node.branches]
        best = max(worth)
        if node not in self.taken or self._better(best, worth[self.taken[node]]):
            self.taken[node] = next(at for at, own in enumerate(worth) if not self._better(best, own))
            return True
        return improved

    def _better(self, one: Number, other: Number) -> bool:
        """Whether a value is greater, in float64 by more than rounding explains."""
        return one > other if self.exact else one > other + ROUNDING * max(1.0, abs(float(other)))

    def mean(self, branches: list[tuple[int, Values]], total: int) -> Values:
        """The mean of values by weight."""
        if not self.exact:
            shares = [(weight / total, values) for weight, values in branches]
            return tuple(sum(share * values[side] for share, values in shares) for side in range(len(self.sides)))
        means = []
        for side in range(len(self.sides)):
            together: dict[int, int] = {}  # numerators by denominator: most branches share one
            for weight, values in branches:
                numerator, denominator = values[side].as_integer_ratio()
                together[denominator] = together.get(denominator, 0) + weight * numerator
            common = lcm(*together)
            total_worth = sum([numerator * (common // own) for own, numerator in together.items()])
            means.append(Fraction(total_worth, common * total))
        return tuple(means)

    def row(self, node: Node) -> Row[X]:
        """Where a step leads under the choices taken."""
        weights: dict[X, int] = {}
        flat = list(self._flat(node, 1, 1))
        total = lcm(*(own for _, _, own in flat))
        for target, weight, own in flat:
            weights[target] = weights.get(target, 0) + weight * (total // own)
        return weights, total

    def _flat(self, node: Node, weight: int, total: int) -> Iterator[tuple[X, int, int]]:
        if isinstance(node, Leaf):
            yield node.state, weight, total
        elif isinstance(node, Chance):
            for _, share, branch in node.branches:
                yield from self._flat(branch, weight * share, total * node.total)
        else:
            yield from self._flat(node.branches[self.taken[node]], weight, total)

    # --- exact values ---

    def make_exact(
        self, last_first: Iterable[tuple[X, ...]], trees: Mapping[X, Node], worth: Callable[[X], Values], budget: Budget
    ) -> None:
        """Evaluates the choices of float64 in fractions, SCC by SCC, and takes better ones if there are any.

        `worth` is the value of a state in which play never ends.
        """
        for scc in last_first:
            budget.look_up()
            if scc[0] not in trees:
                continue
            improving = True
            while improving:
                self._evaluate(scc, trees, worth, budget)
                improving = True in [self.improve(trees[state]) for state in scc]

    def _evaluate(
        self, scc: tuple[X, ...], trees: Mapping[X, Node], worth: Callable[[X], Values], budget: Budget
    ) -> None:
        """Values inside an SCC under the choices taken now: one linear system, solved exactly."""
        if len(scc) == 1 and scc[0] not in leaves(trees[scc[0]]):
            self.of_states[scc[0]] = self.of(trees[scc[0]])
            return
        budget.spend()
        inside = set(scc)
        rows: dict[X, Row[X]] = {state: self.row(trees[state]) for state in scc}
        for state in scc:  # the policy may have cut the SCC into smaller ones
            self.of_states.pop(state, None)

        def still_open(state: X) -> Iterable[X]:
            return [target for target in rows[state][0] if target in inside and target not in self.of_states]

        for start in scc:
            if start in self.of_states:
                continue
            for smaller in sccs(start, still_open):
                onward = onward_rows(smaller, rows)
                for state in reversed(smaller):
                    if state in self.of_states:
                        continue
                    if state not in onward:
                        self.of_states[state] = worth(state)
                        continue
                    leads, total = onward[state]
                    self.of_states[state] = self.mean([(w, self.of_states[to]) for to, w in leads.items()], total)
