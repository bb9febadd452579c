"""The steps of a repeated rule, found path by path, as one graph."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from rulewright.readings.budget import Budget
from rulewright.readings.paths.tree import Chance, ChoiceNode, Leaf, Node
from rulewright.readings.vector.best import solved
from rulewright.readings.vector.column import Array
from rulewright.readings.vector.decisions import Decisions
from rulewright.readings.vector.graph import Graph


def solve_steps(
    trees: Mapping[Any, Node],
    known: Mapping[Any, Sequence[float]],
    sides: Sequence[str],
    worth: Callable[[Any], Sequence[float]],
    budget: Budget,
) -> tuple[dict[Any, tuple[float, ...]], dict[ChoiceNode, int]]:
    """What states are worth to each side, given what those are worth that their steps lead to, and all choices taken.

    A decider that is none of the sides counts as the first of them.
    """
    steps = _steps(trees, known, sides)
    states, graph = steps.states, steps.graph(len(trees))
    ends = np.array(list(known.values()), float).reshape(len(known), len(sides)).T
    play = solved(graph, steps.decisions, ends, lambda some: np.array([worth(states.known[s]) for s in some]).T, budget)
    taken = dict(zip(steps.choices, play.choices_taken(), strict=True))
    values = map(tuple, play.values[:, : len(trees)].T.tolist())
    return dict(zip(trees, values, strict=True)), taken


def graph_of_steps(trees: Mapping[Any, Node], ends: Iterable[Any], sides: Sequence[str]) -> tuple[Graph, Decisions]:
    """The graph of steps, the first of which is where play begins, and its decisions."""
    steps = _steps(trees, ends, sides)
    return steps.graph(len(trees)), steps.decisions


def _steps(trees: Mapping[Any, Node], ends: Iterable[Any], sides: Sequence[str]) -> "_Steps":
    steps = _Steps(_Listed([*trees, *ends]), Decisions(sides))
    for at, tree in enumerate(trees.values()):
        steps.add(tree, at, 1.0)
    return steps


class _Listed:
    """States as they are, numbered in order."""

    def __init__(self, known: list[Any]) -> None:
        self.known = known
        self.size = len(known)
        self.number = {state: at for at, state in enumerate(known)}

    def columns(self, count: int) -> Array:
        """No numbers that would put states in order."""
        return np.empty((0, count), np.int16)

    def values(self, numbers: Sequence[int]) -> list[Any]:
        """The states with these numbers."""
        return [self.known[number] for number in numbers]


class _Steps:
    """Edges and decisions of steps, added one after another."""

    def __init__(self, states: _Listed, decisions: Decisions) -> None:
        self.decisions = decisions
        self.choices: list[ChoiceNode] = []
        self.states = states
        self._edges: list[tuple[int, int, float]] = []

    def add(self, node: Node, row: int, chance: float) -> None:
        """What follows a row with this chance."""
        if isinstance(node, Leaf):
            self._edges.append((row, self.states.number[node.state], chance))
        elif isinstance(node, Chance):
            for _, weight, branch in node.branches:
                self.add(branch, row, chance * (weight / node.total))
        else:
            sides = self.decisions.sides
            who = node.who if node.who in sides else sides[0]
            self.choices.append(node)
            after = self.decisions.meet(who, np.array([row]), np.array([chance]), node.choices)
            for branch, places in zip(node.branches, after, strict=True):
                self.add(branch, int(places[0]), 1.0)

    def graph(self, going: int) -> Graph:
        """All of it."""
        edges = sorted(self._edges, key=lambda edge: edge[1] >= going)
        source, target, weight = (np.array(column) for column in zip(*edges, strict=True))
        inner = int(np.count_nonzero(target < going))
        return Graph(self.states, np.zeros(1, np.int64), going, source, target, weight, np.ones(0), inner)
