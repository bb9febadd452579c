"""Best play of a repeated step, path by path: anything that a rule may do, and exact numbers.

The steps of all states become one graph, which `vector.best` solves in float64. For exact numbers its choices
are evaluated in fractions, and improved until no side gains: float64 only guides.
"""

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rulewright.dice import Odds
from rulewright.readings.paths.chain import Row, TooMany, absorb, absorb_floats, onward_rows, sccs
from rulewright.readings.paths.tree import Chance, ChoiceNode, Leaf, Node, TreeDice, decisions_in, leaves
from rulewright.rules import Repeat

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing


X = TypeVar("X", bound=Hashable)
Number = Fraction | float
Values = tuple[Number, ...]
"""What a position is worth to each side that has an aim."""
_ROUNDING = 1e-12
_NOBODY = ""  # sides without an aim, to whom everything is worth the same


@dataclass(frozen=True)
class Decision(Generic[X]):
    """One decision of best play: what each choice is worth to the one who decides."""

    state: X
    who: str
    question: str
    seen: tuple[Any, ...]  # what the dice had shown in this step before the decision
    worth: tuple[tuple[Any, Number], ...]
    best: Any


class PathBestPlay(Generic[X]):
    """Finds values and choices for every state that can be reached.

    `deciding` are the sides whose decisions are looked at. One of them that has no aim is taken
    to choose the first choice; other sides follow the policy.
    """

    def __init__(
        self,
        pricing: "Pricing[Any]",
        repeat: Repeat[Any, X, Any],
        context: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        exact: bool,
        deciding: Container[str],
    ) -> None:
        self.pricing = pricing.leaving_open(deciding)
        self.repeat = repeat
        self.context = context
        self.kwargs = kwargs
        self.exact = exact
        self.deciding = deciding
        self.sides = tuple(repeat.aims)
        self.trees: dict[X, Node] = {}
        self.taken: dict[ChoiceNode, int] = {}
        self._values: dict[X, Values] = {}
        self._order: list[tuple[X, ...]] = []
        self._at_most: int | None = None

    def run(self, start: X, at_most: int | None = None) -> None:
        """Work everything out from `start`; what is known from an earlier run is not done again.

        Gives up once there are more than `at_most` states.
        """
        self._at_most = at_most
        order = [scc for scc in sccs(start, self._leads_to) if scc[0] not in self._values]
        self._order += reversed(order)
        going = [state for scc in order for state in scc if state in self.trees]
        for scc in order:
            if scc[0] not in self.trees:
                self._values[scc[0]] = self._worth(scc[0])
        if going:
            self._solve(going)
            if self.exact:
                self._make_exact(order)

    def explore(self, start: X) -> tuple[dict[X, Node], list[X]]:
        """The steps of all states that can be reached, that of `start` first, and the states that are over."""
        found = [state for scc in sccs(start, self._leads_to) for state in scc]
        going = {state: self.trees[state] for state in (start, *found) if state in self.trees}
        return going, [state for state in found if state not in going]

    def knows(self, state: X) -> bool:
        """Whether it is known what a state is worth."""
        return state in self._values

    def take_over(self, values: Mapping[X, Values]) -> None:
        """Know what states are worth that were worked out elsewhere, in order of play."""
        self._values.update(values)
        self._order += [(state,) for state in values]
        for state, tree in self.trees.items():
            if state in values:
                self._improve(tree)

    def _leads_to(self, state: X) -> Iterable[X]:
        self.pricing.budget.look_up()
        if state in self._values or self.repeat.until(state):
            return ()
        if state not in self.trees:
            if self._at_most is not None and len(self.trees) >= self._at_most:
                raise TooMany
            self._grow(state)
        return dict.fromkeys(leaves(self.trees[state]))

    def _grow(self, state: X) -> None:
        """The tree of one step from a state."""
        dice = TreeDice(self.pricing, self.deciding)
        step, context, kwargs = self.repeat.step, self.context, self.kwargs
        self.trees[state] = dice.tree(lambda d: step(d, state, *context, **kwargs), self.pricing.budget.spend)

    def _worth(self, state: X) -> Values:
        number: Callable[[Any], Number] = Fraction if self.exact else float
        return tuple(number(aim(state)) for aim in self.repeat.aims.values())

    def _solve(self, going: list[X]) -> None:
        """Values and choices in float64."""
        from rulewright.readings.vector.steps import solve_steps  # numpy

        ends = dict.fromkeys(leaf for state in going for leaf in leaves(self.trees[state]))
        known = {state: self._values[state] for state in ends if state in self._values}
        sides = (_NOBODY, *self.sides)
        values, taken = solve_steps(
            {state: self.trees[state] for state in going},
            {state: (0.0, *map(float, worth)) for state, worth in known.items()},
            sides,
            lambda state: (0.0, *map(float, self._worth(state))),
            self.pricing.budget,
        )
        self.taken.update(taken)
        if not self.exact:
            self._values.update((state, worth[1:]) for state, worth in values.items())

    # --- values of a tree ---

    def _evaluate(self, node: Node) -> Values:
        """What a tree is worth under the choices taken."""
        if isinstance(node, Leaf):
            return self._values[node.state]
        if isinstance(node, Chance):
            return self._mean([(weight, self._evaluate(branch)) for _, weight, branch in node.branches], node.total)
        return self._evaluate(node.branches[self.taken[node]])

    def _improve(self, node: Node) -> bool:
        """Take better choices in a tree, the last ones first; whether there are any."""
        if isinstance(node, Leaf):
            return False
        if isinstance(node, Chance):
            return True in [self._improve(branch) for _, _, branch in node.branches]
        improved = True in [self._improve(branch) for branch in node.branches]
        if node.who not in self.sides:
            return improved
        side = self.sides.index(node.who)
        worth = [self._evaluate(branch)[side] for branch in node.branches]
        best = max(worth)
        if node not in self.taken or self._better(best, worth[self.taken[node]]):
            self.taken[node] = next(at for at, own in enumerate(worth) if not self._better(best, own))
            return True
        return improved

    def _better(self, one: Number, other: Number) -> bool:
        """More, and in float64 more than rounding can explain."""
        return one > other if self.exact else one > other + _ROUNDING * max(1.0, abs(float(other)))

    def _mean(self, branches: list[tuple[int, Values]], total: int) -> Values:
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

    # --- exact values ---

    def _make_exact(self, last_first: list[tuple[X, ...]]) -> None:
        """Evaluate the choices of float64 in fractions, SCC by SCC, and take better ones if there are any."""
        for scc in last_first:
            self.pricing.budget.look_up()
            if scc[0] not in self.trees:
                continue
            improving = True
            while improving:
                self._policy_values(scc)
                improving = True in [self._improve(self.trees[state]) for state in scc]

    def _policy_values(self, scc: tuple[X, ...]) -> None:
        """Values inside an SCC under the choices taken now: one linear system, solved exactly."""
        if len(scc) == 1 and scc[0] not in leaves(self.trees[scc[0]]):
            self._values[scc[0]] = self._evaluate(self.trees[scc[0]])
            return
        self.pricing.budget.spend()
        inside = set(scc)
        rows = {state: self._row(state) for state in scc}
        for state in scc:  # the policy may have cut the SCC into smaller ones
            self._values.pop(state, None)
        for start in scc:
            if start in self._values:
                continue
            for smaller in sccs(start, lambda at: self._still_open(at, rows, inside)):
                onward = onward_rows(smaller, rows)
                for state in reversed(smaller):
                    if state in self._values:
                        continue
                    if state not in onward:
                        self._values[state] = self._worth(state)
                        continue
                    leads, total = onward[state]
                    self._values[state] = self._mean([(w, self._values[target]) for target, w in leads.items()], total)

    def _still_open(self, state: X, rows: Mapping[X, Row[X]], inside: set[X]) -> Iterable[X]:
        return [target for target in rows[state][0] if target in inside and target not in self._values]

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
            for _, share, branch in node.branches:
                yield from self._flat(branch, weight * share, total * node.total)
        else:
            yield from self._flat(node.branches[self.taken[node]], weight, total)

    # --- what was found ---

    def values_at(self, state: X) -> dict[str, Number]:
        """What a state is worth to each side."""
        return dict(zip(self.sides, self._values[state], strict=True))

    def chances(self, start: X) -> dict[X, Number]:
        """Where play ends from `start`, with the chance of each end."""
        if self.exact:
            return dict(absorb(start, self.step_at, self.repeat.until).items())
        return dict(absorb_floats(start, self.step_at, self.repeat.until))

    def step_at(self, state: X) -> Odds[X]:
        """The odds of the step from a state under best play."""
        self._grow_known(state)
        return Odds(*self._row(state))

    def decisions(self) -> list[Decision[X]]:
        """Every decision, in order of play."""
        order = [state for scc in self._order for state in scc if not self.repeat.until(state)]
        return [decision for state in order for decision in self.decisions_at(state)]

    def decisions_at(self, state: X) -> list[Decision[X]]:
        """What is decided in one step from a state that is known, in order of play."""
        if self.repeat.until(state):
            return []
        self._grow_known(state)
        own = [choice for choice in decisions_in(self.trees[state]) if choice.who in self.sides]
        return [self._decision(state, choice) for choice in own]

    def _grow_known(self, state: X) -> None:
        """The tree of a state whose worth, and that of all it leads to, is known."""
        if state not in self.trees:
            self._grow(state)
            self._improve(self.trees[state])

    def _decision(self, state: X, choice: ChoiceNode) -> Decision[X]:
        side = self.sides.index(choice.who)
        worth = tuple(
            (option, self._evaluate(branch)[side])
            for option, branch in zip(choice.choices, choice.branches, strict=True)
        )
        return Decision(state, choice.who, choice.question, choice.seen, worth, choice.choices[self.taken[choice]])
