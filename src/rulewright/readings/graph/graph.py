"""The graph of a repeated step as arrays: states, edges with their chances, and decisions."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rulewright.readings.graph.chain import Chain
from rulewright.readings.vector.column import Array


class Graph(NamedTuple):
    """States as numbers from 0; edges lead from `source` to `target` with `weight` chances out of `total`.

    The first `going` states are those from which play goes on, and the first `inner` edges lead to them.
    In float64 every total is one, and left out.
    """

    states: Any  # `States` in columns, or `ListedStates`
    starts: Array
    going: int
    source: Array
    target: Array
    weight: Array
    total: Array
    inner: int


class ListedStates:
    """States as a list of objects, numbered in order."""

    def __init__(self, known: list[Any]) -> None:
        self.known = known
        self.size = len(known)

    def columns(self, count: int) -> Array:
        """An array without rows: these states have no columns of numbers to sort by."""
        return np.empty((0, count), np.int16)

    def values(self, numbers: Sequence[int]) -> list[Any]:
        """The states with these numbers."""
        return [self.known[number] for number in numbers]


def graph_of_edges(states: list[Any], going: int, edges: Sequence[tuple[int, int, float]]) -> Graph:
    """A graph in float64 of edges (source, target, chance); play begins at the first state."""
    in_order = sorted(edges, key=lambda edge: edge[1] >= going)
    source, target, weight = (np.array(column) for column in zip(*in_order, strict=True))
    inner = int(np.count_nonzero(target < going))
    return Graph(ListedStates(states), np.zeros(1, np.int64), going, source, target, weight, np.ones(0), inner)


def graph_of_chain(chain: Chain[Any]) -> Graph:
    """The graph of a chain, in float64."""
    order = sorted(range(len(chain.states)), key=lambda at: at not in chain.rows)
    number = {at: place for place, at in enumerate(order)}
    edges = [
        (number[at], number[target], weight / total)
        for at, (leads, total) in chain.rows.items()
        for target, weight in leads.items()
    ]
    graph = graph_of_edges([chain.states[at] for at in order], len(chain.rows), edges or [(0, 0, 0.0)])
    return graph._replace(starts=np.array([number[0]]))
