"""Best play of a repeated step.

Values are worked out from the end backwards: at a choice whoever decides takes what serves them
best, the first of equals. Where states can come back to one another (a scc) policies are
improved until nobody gains by another choice.
"""

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rulewright.dice import Odds
from rulewright.readings.paths.chain import Row, absorb, absorb_floats, onward_rows, sccs
from rulewright.readings.paths.tree import Chance, Choice, Leaf, Node, TreeDice, decisions_in, leaves
from rulewright.rules import Repeat

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing

__all__ = ["BestPlay", "Decision", "Number", "Solution", "best_play"]

X = TypeVar("X", bound=Hashable)
Number = Fraction | float
Values = tuple[Number, ...]
"""What a position is worth to each side that has an aim."""
_ROUNDING = 1e-12


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

    `steps` is how each position moves on where somebody decides; `method` says whether the numbers are
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
    search = BestPlay(pricing, repeat, context, kwargs, exact, tuple(repeat.aims))
    search.run(start)
    return search.solution(start)


class BestPlay(Generic[X]):
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
        self.stays: set[X] = set()  # what may come back to itself at once
        self.taken: dict[Choice, int] = {}
        self._values: dict[X, Values] = {}
        self._order: list[tuple[X, ...]] = []

    def run(self, start: X) -> None:
        """Work everything out from `start`, last states first; what is known from an earlier run is not done again."""
        for scc in sccs(start, self._leads_to):
            self.pricing.budget.look_up()
            state = scc[0]
            if state in self._values:
                continue
            self._order.append(scc)
            if state not in self.trees:
                self._values[state] = self._worth(state)
            elif len(scc) == 1 and state not in self.stays:
                self._values[state] = self._evaluate(self.trees[state], decide=self.sides)
            else:
                self._settle(scc)
        self._order.reverse()

    def knows(self, state: X) -> bool:
        """Whether it is known what a state is worth."""
        return state in self._values

    def take_over(self, values: Mapping[X, Values]) -> None:
        """Know what states are worth that somebody else has worked out."""
        self._values.update(values)

    def _leads_to(self, state: X) -> Iterable[X]:
        if state in self._values or self.repeat.until(state):
            return ()
        self._grow(state)
        targets = dict.fromkeys(leaves(self.trees[state]))
        if state in targets:
            self.stays.add(state)
        return targets

    def _grow(self, state: X) -> None:
        """The tree of one step from a state."""
        dice = TreeDice(self.pricing, self.deciding)
        step, context, kwargs = self.repeat.step, self.context, self.kwargs
        self.trees[state] = dice.tree(lambda d: step(d, state, *context, **kwargs), self.pricing.budget.spend)

    def _worth(self, state: X) -> Values:
        number: Callable[[Any], Number] = Fraction if self.exact else float
        return tuple(number(aim(state)) for aim in self.repeat.aims.values())

    # --- values of a tree ---

    def _evaluate(self, node: Node, decide: Sequence[str] = ()) -> Values:
        """What a tree is worth; the sides in `decide` take the best choice, the others the one taken."""
        if isinstance(node, Leaf):
            return self._values[node.state]
        if isinstance(node, Chance):
            worth = [(weight, self._evaluate(branch, decide)) for _, weight, branch in node.branches]
            return self._mean(worth, node.total)
        choices = [self._evaluate(branch, decide) for branch in node.branches]
        if node.who in decide:
            side = self.sides.index(node.who)
            best = max(values[side] for values in choices)
            now = self.taken.get(node)
            if now is None or self._better(best, choices[now][side]):
                self.taken[node] = next(at for at, values in enumerate(choices) if not self._better(best, values[side]))
        return choices[self.taken.setdefault(node, 0)]

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

    # --- values inside a scc ---

    def _settle(self, scc: tuple[X, ...]) -> None:
        """Best play where states come back to one another: improve policies until nobody gains.

        Everybody starts by going round for ever where nobody can stop them, so that this is left only
        for something better. All sides but the last answer in full before the last side changes its
        choices once: strategy iteration, which ends for sides with opposite aims; others who chase each
        other are stopped by the budget. Then, in order of play, an earlier choice replaces a later one
        that is worth the same.
        """
        choices = [choice for state in scc for choice in decisions_in(self.trees[state])]
        self.taken.update(dict.fromkeys(choices, 0))
        for side in self.sides:
            self._stay(scc, side, others_fixed=False)
        *others, last = self.sides
        improving = True
        while improving:
            for side in others:
                self._stay(scc, side, others_fixed=True)
            self._policy_values(scc)
            for side in others:
                while self._improve(scc, choices, side):
                    self._policy_values(scc)
            improving = self._improve(scc, choices, last)
        for choice in choices:
            if self._aims(choice):
                self._prefer_first(scc, choices, choice)

    def _stay(self, scc: tuple[X, ...], side: str, others_fixed: bool) -> None:
        """Let a side choose to stay in the scc wherever it can do so for ever.

        The others choose as they do now, or, unless that is fixed, in whatever way drives it out.
        """

        def stays(node: Node) -> bool:
            if isinstance(node, Leaf):
                return node.state in region
            if isinstance(node, Chance):
                return all(stays(branch) for _, _, branch in node.branches)
            if node.who == side:
                return any(map(stays, node.branches))
            return stays(node.branches[self.taken[node]]) if others_fixed else all(map(stays, node.branches))

        region = set(scc)
        driven_out = {state for state in region if not stays(self.trees[state])}
        while driven_out:
            region -= driven_out
            driven_out = {state for state in region if not stays(self.trees[state])}
        for state in region:
            for choice in decisions_in(self.trees[state]):
                if choice.who == side:
                    self.taken[choice] = next((at for at, way in enumerate(choice.branches) if stays(way)), 0)

    def _aims(self, choice: Choice) -> bool:
        return choice.who in self.sides

    def _improve(self, scc: tuple[X, ...], choices: list[Choice], side: str) -> bool:
        before = [self.taken[choice] for choice in choices]
        for state in scc:
            self._evaluate(self.trees[state], decide=(side,))
        return before != [self.taken[choice] for choice in choices]

    def _prefer_first(self, scc: tuple[X, ...], choices: list[Choice], choice: Choice) -> None:
        """Take the first choice that is worth as much and after which nobody would choose otherwise."""
        side = self.sides.index(choice.who)
        was, values = self.taken[choice], {state: self._values[state] for state in scc}
        for earlier in range(was):
            worth = [self._evaluate(choice.branches[at])[side] for at in (earlier, was)]
            if self._better(worth[1], worth[0]):
                continue
            self.taken[choice] = earlier
            self._policy_values(scc)
            lost = any(self._better(values[state][side], self._values[state][side]) for state in scc)
            if not lost and not self._somebody_gains(scc, choices):
                return
            self.taken[choice] = was
            self._values.update(values)

    def _somebody_gains(self, scc: tuple[X, ...], choices: list[Choice]) -> bool:
        """Whether any side would now choose otherwise; nothing is changed."""
        taken = {choice: self.taken[choice] for choice in choices}
        gains = any(self._improve(scc, choices, side) for side in self.sides)
        self.taken.update(taken)
        return gains

    def _policy_values(self, scc: tuple[X, ...]) -> None:
        """Values inside a scc under the choices taken now: one linear system, solved exactly."""
        self.pricing.budget.spend()
        inside = set(scc)
        rows = {state: self._row(state) for state in scc}
        for state in scc:  # the policy may have cut the scc into smaller ones
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

    def solution(self, start: X) -> Solution[X]:
        """Everything found, as seen from `start`."""
        steps = {state: Odds(*self._row(state)) for state in self.trees}
        if self.exact:
            ends = absorb(start, steps.__getitem__, self.repeat.until)
            chances: dict[X, Number] = dict(ends.items())
        else:
            chances = dict(absorb_floats(start, steps.__getitem__, self.repeat.until))
        decisions = [
            decision
            for scc in self._order
            for state in scc
            if state in self.trees
            for decision in self.decisions_at(state)
        ]
        values = dict(zip(self.sides, self._values[start], strict=True))
        return Solution(values, chances, decisions, steps, "exact" if self.exact else "float64")

    def decisions_at(self, state: X) -> list[Decision[X]]:
        """What is decided in one step from a state that is known, in order of play."""
        if state not in self.trees:
            self._grow(state)
            self._evaluate(self.trees[state], decide=self.sides)
        return [self._decision(state, choice) for choice in decisions_in(self.trees[state]) if self._aims(choice)]

    def _decision(self, state: X, choice: Choice) -> Decision[X]:
        side = self.sides.index(choice.who)
        worth = tuple(
            (option, self._evaluate(branch)[side])
            for option, branch in zip(choice.choices, choice.branches, strict=True)
        )
        return Decision(state, choice.who, choice.question, choice.seen, worth, choice.choices[self.taken[choice]])
