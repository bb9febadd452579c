"""Builds the graph of a repeated step with decisions path by path: the tree of each state's step, then arrays."""

from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rulewright.readings.graph.chain import TooMany, sccs
from rulewright.readings.graph.path_size import LEAF_BYTES, PathSize
from rulewright.readings.paths.tree import Chance, ChoiceNode, Leaf, Node, TreeDice, leaves
from rulewright.readings.policy import Undecided
from rulewright.rules import Repeat

if TYPE_CHECKING:
    from rulewright.readings.budget import Budget
    from rulewright.readings.graph.graph import Graph
    from rulewright.readings.odds import Pricing
    from rulewright.readings.vector.decisions import Decisions

X = TypeVar("X", bound=Hashable)


class Steps(Generic[X]):
    """The tree of the step from each state, built on demand; decisions of `deciding` are left open."""

    def __init__(
        self,
        pricing: "Pricing[Any]",
        repeat: Repeat[Any, X, Any],
        context: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        deciding: Container[str],
    ) -> None:
        self.pricing = pricing.leaving_open(deciding)
        self.repeat = repeat
        self.trees: dict[X, Node] = {}
        self._context = context
        self._kwargs = kwargs
        self._deciding = deciding
        self._step_odds = self.pricing.step(repeat, context, kwargs)
        self._decides = False  # whether any step had a decision

    def grow(self, state: X) -> Node:
        """Builds the tree of the step from a state."""
        self.trees[state] = tree = self._merged(state) or self._tree(state)
        return tree

    def _merged(self, state: X) -> Node | None:
        """The step as one chance of each next state, unless it or an earlier step has a decision."""
        if self._decides:
            return None
        try:
            odds = self._step_odds(state)
        except Undecided:
            self._decides = True
            return None
        return Chance(odds.total, [(None, weight, Leaf(target)) for target, weight in odds.weights.items()])

    def _tree(self, state: X) -> Node:
        dice = TreeDice(self.pricing, self._deciding)
        step, context, kwargs = self.repeat.step, self._context, self._kwargs
        return dice.tree(lambda d: step(d, state, *context, **kwargs), self.pricing.budget.spend)

    def explored(self, start: X, known: Container[X] = (), at_most: int | None = None) -> list[tuple[X, ...]]:
        """The SCCs of all states that can be reached without going through known ones, last ones first.

        Gives up once it has followed more than `at_most` paths.
        """
        before, size = self.pricing.budget.spent, PathSize(self.pricing.budget, LEAF_BYTES)
        met = {start}

        def leads_to(state: X) -> Iterable[X]:
            self.pricing.budget.look_up()
            if state in known or self.repeat.until(state):
                return ()
            if state not in self.trees:
                if at_most is not None and self.pricing.budget.spent - before > at_most:
                    raise TooMany
                self.grow(state)
            ends = list(leaves(self.trees[state]))
            following = dict.fromkeys(ends)
            met.update(following)
            size.met = len(met)
            size.step(len(ends))
            return following

        with size.named():
            return list(sccs(start, leads_to))

    def graph(self, start: X) -> "tuple[Graph, Decisions]":
        """The reachable graph as arrays, and the decisions of sides with an aim."""
        found = [state for scc in self.explored(start) for state in scc]
        going = {state: self.trees[state] for state in (start, *found) if state in self.trees}
        graph, decisions, _ = _arrays(going, [state for state in found if state not in going], tuple(self.repeat.aims))
        return graph, decisions


def solve_steps(
    trees: Mapping[Any, Node],
    known: Mapping[Any, Sequence[float]],
    sides: Sequence[str],
    worth: Callable[[Any], Sequence[float]],
    budget: "Budget",
) -> tuple[dict[Any, tuple[float, ...]], dict[ChoiceNode, int]]:
    """The values of states to each side, given those of the states that their steps lead to, and all choices taken.

    A decision of no known side counts as the first side's.
    """
    import numpy as np

    from rulewright.readings.graph.best_play import solved

    graph, decisions, choices = _arrays(trees, known, sides)
    ends = np.array(list(known.values()), float).reshape(len(known), len(sides)).T
    states = list(trees)
    play = solved(graph, decisions, ends, lambda some: np.array([worth(states[s]) for s in some]).T, budget)
    taken = dict(zip(choices, play.choices_taken(), strict=True))
    values = map(tuple, play.values[:, : len(trees)].T.tolist())
    return dict(zip(trees, values, strict=True)), taken


def _arrays(
    trees: Mapping[Any, Node], ends: Iterable[Any], sides: Sequence[str]
) -> "tuple[Graph, Decisions, list[ChoiceNode]]":
    """The graph of steps, the first of which is where play begins, its decisions, and their nodes."""
    import numpy as np

    from rulewright.readings.graph.graph import graph_of_edges
    from rulewright.readings.vector.decisions import Decisions

    states = [*trees, *ends]
    number = {state: at for at, state in enumerate(states)}
    decisions, choices = Decisions(sides), list[ChoiceNode]()
    edges: list[tuple[int, int, float]] = []

    def add(node: Node, row: int, chance: float) -> None:
        if isinstance(node, Leaf):
            edges.append((row, number[node.state], chance))
        elif isinstance(node, Chance):
            for _, weight, branch in node.branches:
                add(branch, row, chance * (weight / node.total))
        else:
            choices.append(node)
            who = node.who if node.who in sides else sides[0]
            after = decisions.meet(who, np.array([row]), np.array([chance]), node.choices)
            for branch, places in zip(node.branches, after, strict=True):
                add(branch, int(places[0]), 1.0)

    for at, tree in enumerate(trees.values()):
        add(tree, at, 1.0)
    return graph_of_edges(states, len(trees), edges), decisions, choices
