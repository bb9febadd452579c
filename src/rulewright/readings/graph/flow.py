"""Where a graph of states ends: all chance starts at the beginning and flows to the ends.

Chance that flows into an SCC leaves it after some number of visits to each of its states: one small system
of linear equations for each SCC. SCCs lie in layers, each of which leads only to later ones, so that a layer
flows all at once. Play stops at a state from which no end can be reached: such a state is final too.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from rulewright.readings.graph.chain import Flow
from rulewright.readings.graph.components import EDGES_AT_ONCE, Order, ordered, small_numbers
from rulewright.readings.graph.graph import Graph
from rulewright.readings.vector.column import Array

_SMALL_BLOCK_IN_FLOATS = 12
_EDGES_IN_ORDER = 1 << 20  # edges that are sorted together

A = TypeVar("A")


class Stuck(Exception):
    """Raised where there are states from which no end can be reached."""


def to_final_states(graph: Graph, flow: Callable[[Graph, Array], A]) -> A:
    """The flow to the final states. Stuck states, which are rare, are searched for only after `flow` raises `Stuck`."""
    over = np.arange(graph.going, graph.states.size)
    try:
        return flow(graph, over)
    except Stuck:
        stuck = ~_can_end(graph)
        return flow(_without_edges_from(graph, stuck), np.concatenate([stuck.nonzero()[0], over]))


def _can_end(graph: Graph) -> Array:
    """Which states can still reach an end."""
    ending, source, target = np.arange(graph.states.size) >= graph.going, graph.source, graph.target
    while len(found := source[ending[target]]):
        ending[found] = True
        open_edges = ~ending[source]
        source, target = source[open_edges], target[open_edges]
    return ending


def _without_edges_from(graph: Graph, states: Array) -> Graph:
    going = ~states[graph.source]
    inner = int(np.count_nonzero(going[: graph.inner]))
    total = graph.total[going] if len(graph.total) else graph.total
    source, target, weight = (column[going] for column in (graph.source, graph.target, graph.weight))
    return graph._replace(source=source, target=target, weight=weight, total=total, inner=inner)


def order_of_play(graph: Graph, largest: int | None = None, small: int = 0) -> Order:
    """The order of play of the states that are not final."""
    inner = slice(graph.inner)
    columns = graph.states.columns(graph.going)
    return ordered(graph.source[inner], graph.target[inner], columns, largest, small=small)


def tangled_blocks(order: Order) -> list[Array]:
    """The blocks of more than one state: for each size a table with a row for each block, in the order of layers."""
    sizes = np.bincount(order.block)[order.block]
    tangled = (sizes > 1).nonzero()[0]
    tangled = tangled[order.block[tangled].argsort(kind="stable")]
    tangled = tangled[small_numbers(order.layer[tangled]).argsort(kind="stable")]
    in_order = sizes[tangled]
    different = np.bincount(in_order).nonzero()[0].tolist()
    return [tangled[in_order == size].reshape(-1, size) for size in different]


def within_blocks(members: Array, graph: Graph, order: Order) -> Array:
    """For SCCs of one size, the weights with which their states lead to one another; the SCCs are the last axis."""
    count, size = members.shape
    place = np.full(graph.going, -1)
    place[members.T] = np.arange(size * count).reshape(size, count)
    source, weight = place[graph.source[order.inside]], graph.weight[order.inside]
    target = place[graph.target[order.inside]]
    here = source >= 0
    source, target, weight = source[here], target[here], weight[here]
    within = np.zeros(size * size * count, weight.dtype)
    np.add.at(within, (source - source % count) * size + target, weight)
    return within.reshape(size, size, count)


def chances_of_ends(graph: Graph) -> tuple[Array, Array]:
    """The final states in order, and the chance with which each is reached, in float64."""
    final, often = visits(graph)
    ends = final[often[final] > 0]
    return ends, often[ends]


def float_flow(graph: Graph) -> Flow:
    """Where a graph ends, in float64."""
    final, often = visits(graph)
    ends = final[often[final] > 0]
    states = graph.states.values(ends.tolist())
    never = set(states[: int(np.count_nonzero(ends < graph.going))])

    def each() -> dict[Any, float]:
        visited = (often > 0).nonzero()[0]
        return dict(zip(graph.states.values(visited.tolist()), often[visited].tolist(), strict=True))

    return Flow(dict(zip(states, often[ends].tolist(), strict=True)), 1, never, each)


def visits(graph: Graph) -> tuple[Array, Array]:
    """The final states in order, and how often each state is visited, in float64."""
    return to_final_states(graph, _visits_of)


def _visits_of(graph: Graph, final: Array) -> tuple[Array, Array]:
    """The final states, and how often each state is visited on the way there."""
    order = order_of_play(graph, small=_SMALL_BLOCK_IN_FLOATS)
    tangled = tangled_blocks(order)
    small = all(members.shape[1] <= _SMALL_BLOCK_IN_FLOATS for members in tangled)
    loops = None if not len(order.inside) else _SmallLoops(graph, order, tangled) if small else _Loops(graph, order)
    mass = np.zeros(graph.states.size)
    np.add.at(mass, graph.starts, 1.0)
    layer_of = order.layer.astype(np.min_scalar_type(order.layers))[graph.source[: graph.inner]]
    layer_of[order.inside] = order.layers  # after all layers: the loops handle these edges
    blocks = [_in_layers(graph, layer_of, block, order.layers) for block in _blocks(0, graph.inner)]
    for depth, layer in enumerate(zip(*blocks, strict=True)):
        if loops is not None:
            loops.turn_into_visits(depth, mass)
        for source, target, weight in layer:
            np.add.at(mass, target, mass.take(source) * weight)
    for block in _blocks(graph.inner, len(graph.source)):
        np.add.at(mass, graph.target[block], mass.take(graph.source[block]) * graph.weight[block])
    return final, mass


def _blocks(begin: int, end: int) -> list[slice]:
    return [slice(first, min(first + _EDGES_IN_ORDER, end)) for first in range(begin, end, _EDGES_IN_ORDER)]


def _in_layers(graph: Graph, layer_of: Array, block: slice, layers: int) -> Iterator[tuple[Array, Array, Array]]:
    """Source, target and weight of the edges of each layer, among a block of edges.

    Small layers are indexed together, large ones one at a time.
    """
    sources, targets, weights, layer_of = graph.source[block], graph.target[block], graph.weight[block], layer_of[block]
    in_order = layer_of.argsort(kind="stable").astype(sources.dtype, copy=False)  # small integers sort much faster
    bounds = [0, *np.bincount(layer_of, minlength=layers)[:layers].cumsum().tolist()]
    source, target, weight, first, last = sources, targets, weights, 0, 0
    for begin, end in pairwise(bounds):
        if end > last:
            first, last = begin, max(end, begin + EDGES_AT_ONCE)
            edges = in_order[first:last]
            source, target, weight = sources.take(edges), targets.take(edges), weights.take(edges)
        here = slice(begin - first, end - first)
        yield source[here], target[here], weight[here]


def _leaving(graph: Graph, order: Order) -> Array:
    """The chance of each state to leave its block in one step; where play stops it is one."""
    outside = graph.weight.copy()
    outside[order.inside] = 0.0
    leaving = np.bincount(graph.source, outside, graph.going)
    if not leaving.all():
        leaving[np.bincount(graph.source, minlength=graph.going) == 0] = 1.0
    return leaving


class _SmallLoops:
    """Cycles in small blocks: the visits between their states are solved for all blocks at once."""

    def __init__(self, graph: Graph, order: Order, tangled: list[Array]) -> None:
        leaving = _leaving(graph, order)
        alone = np.zeros(graph.going, np.bool_)
        alone[graph.source[order.inside]] = True
        for members in tangled:
            alone[members] = False
        states = alone.nonzero()[0]
        self._parts = []
        for members in (states[order.layer[states].argsort(kind="stable")][:, None], *tangled):
            if len(members):
                begins = np.searchsorted(order.layer[members[:, 0]], np.arange(order.layers + 1)).tolist()
                identity = np.repeat(np.eye(members.shape[1])[:, :, None], len(members), axis=2)
                often = eliminated(within_blocks(members, graph, order), leaving[members.T], identity)
                self._parts.append((begins, members, often.transpose(2, 0, 1)))

    def turn_into_visits(self, layer: int, mass: Array) -> None:
        """Turns the chance that enters the blocks of a layer into how often each of their states is visited."""
        for begins, members, often in self._parts:
            begin, end = begins[layer], begins[layer + 1]
            if begin < end:
                here = members[begin:end]
                mass[here] = np.vecmat(mass[here], often[begin:end])


class _Loops:
    """Cycles in larger blocks, a layer at a time, opened at their cuts."""

    def __init__(self, graph: Graph, order: Order) -> None:
        inside = order.inside[small_numbers(order.stage[graph.source[order.inside]]).argsort(kind="stable")]
        self._source, self._target, self._weight = graph.source[inside], graph.target[inside], graph.weight[inside]
        self._order = order
        bounds = np.searchsorted(order.layer[self._source], np.arange(order.layers + 1))
        self._bounds = bounds.tolist()
        self._leaving = _leaving(graph, order)

    def turn_into_visits(self, layer: int, mass: Array) -> None:
        """Turns the chance that enters the blocks of a layer into how often each of their states is visited."""
        here = slice(self._bounds[layer], self._bounds[layer + 1])
        source, target, weight = self._source[here], self._target[here], self._weight[here]
        if not len(source):
            return
        if (source == target).all():
            staying = np.bincount(np.unique(source, return_inverse=True)[1], weight)
            states = np.unique(source)
            leaving = self._leaving[states]
            if not leaving.all():
                raise Stuck("states that lead to no end")
            mass[states] *= (leaving + staying) / leaving
            return
        self._through_cuts(source, target, weight, mass)

    def _through_cuts(self, source: Array, target: Array, weight: Array, mass: Array) -> None:
        """Propagates the chance from outside, and a unit from each cut, to the next cuts; then solves for visits."""
        order = self._order
        states, places = np.unique(np.concatenate([source, target]), return_inverse=True)
        _, block = np.unique(order.block[states], return_inverse=True)
        cut = order.cut[states]
        cuts = (cut >= 0).nonzero()[0]
        most = int(cut.max()) + 1
        arrival = np.arange(len(states))
        arrival[cuts] = len(states) + np.arange(len(cuts))  # what arrives at a cut is collected apart
        begun = np.zeros((most + 1, len(states) + len(cuts)))
        begun[0, arrival] = mass[states]
        begun[1 + cut[cuts], cuts] = 1.0
        source, target = places[: len(source)], arrival[places[len(source) :]]
        stages = order.stage[states[source]]
        for begin, end in pairwise([*np.append(True, stages[1:] != stages[:-1]).nonzero()[0].tolist(), len(source)]):
            now, then, share = source[begin:end], target[begin:end], weight[begin:end]
            for row in begun:
                np.add.at(row, then, row.take(now) * share)
        blocks = int(block.max()) + 1
        within = np.zeros((most, most, blocks))
        within[:, cut[cuts], block[cuts]] = begun[1:, arrival[cuts]]
        onward = self._leaving[states]
        leaving = np.stack([np.bincount(block, row[: len(states)] * onward, blocks) for row in begun[1:]])
        leaving[np.arange(most)[:, None] >= np.bincount(block[cuts], minlength=blocks)] = 1.0  # no such cut
        entering = np.zeros((most, blocks))
        entering[cut[cuts], block[cuts]] = begun[0, arrival[cuts]]
        identity = np.repeat(np.eye(most)[:, :, None], blocks, axis=2)
        often = np.einsum("fb,fcb->cb", entering, eliminated(within, leaving, identity))
        mass[states] = begun[0, : len(states)] + np.einsum("cs,cs->s", often[:, block], begun[1:, : len(states)])
        mass[states[cuts]] = often[cut[cuts], block[cuts]]


def eliminated(
    within: Array, leaving: Array, gains: Array, forever: Array | None = None, stuck: Array | None = None
) -> Array:
    """The value of each state of a block: the sum of `gains` until play leaves the block.

    `within` has the chances between the states, `leaving` those to leave; the last axis is the block, of many of one
    size. State by state, a row is rewritten to lead only to later states and out (Grassmann, Taksar and Heyman):
    nothing is ever subtracted, so that even a chance close to one keeps its precision. Where nothing leads out a state
    is worth `forever`, and its block is `stuck`.
    """
    size = len(within)
    rows = np.concatenate([within, leaving[:, None], gains], axis=1)
    for at, row in enumerate(rows):
        for earlier in range(at):
            weight = row[earlier].copy()
            row[earlier] = 0.0
            row += weight * rows[earlier]
        onward = np.add.reduce(row[at + 1 : size + 1])
        row[at] = 0.0
        if not onward.all():
            if forever is None or stuck is None:
                raise Stuck("states that lead to no end")
            closed = onward == 0.0
            stuck |= closed
            row[:, closed] = 0.0
            row[size, closed] = 1.0
            row[size + 1 :, closed] = forever[at][:, closed]
            onward[closed] = 1.0
        row /= onward
    worth = rows[:, size + 1 :]
    for at in reversed(range(size - 1)):
        worth[at] += np.add.reduce(rows[at, at + 1 : size, None] * worth[at + 1 :])
    return worth
