"""Where a graph of states ends: all chance starts at the beginning and flows to the ends.

States that can come back to one another form a scc. Chance that flows into a scc leaves it after
some number of visits to each of its states: one small system of linear equations for each scc.
SCCs lie in layers, each of which leads only to later ones, so that a layer flows all at once.
Where no end can be reached any more play is stuck, and stops: such a state is final too.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import gcd, lcm, prod
from operator import mul
from typing import NamedTuple, TypeVar

import numpy as np

from rulewright.readings.vector.column import LARGEST, Array, Unfit
from rulewright.readings.vector.graph import Graph
from rulewright.readings.vector.scc import EDGES_AT_ONCE, Order, ordered, small_numbers

__all__ = ["chances_of_ends", "visits", "weights_of_ends"]

_SMALL_BUNDLE = 4
_SMALL_BUNDLE_IN_FLOATS = 12
_EDGES_IN_ORDER = 1 << 20  # are put in order together
_LARGEST_SCC = 16
_LARGEST_SCC_IN_FLOATS = 256

A = TypeVar("A")


class _Stuck(Unfit):
    """There are states from which no end can be reached."""


def _to_final_states(graph: Graph, flow: Callable[[Graph, Array], A]) -> A:
    """What flows to the final states. Stuck ones are looked for only if it turns out that there are any."""
    over = np.arange(graph.going, graph.states.size)
    try:
        return flow(graph, over)
    except _Stuck:
        stuck = ~_can_end(graph)
        return flow(_without_edges_from(graph, stuck), np.concatenate([stuck.nonzero()[0], over]))


def _can_end(graph: Graph) -> Array:
    """Which states can still come to an end."""
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


def _order_of_play(graph: Graph, small_bundle: int, largest_scc: int) -> Order:
    inner = slice(graph.inner)
    order = ordered(graph.source[inner], graph.target[inner], graph.states.columns(graph.going), small_bundle)
    if any(members.shape[1] > largest_scc for members in order.tangled):
        # Equations with few terms each, as in a long walk to and fro, are quicker solved one by one (see `chain`).
        raise Unfit("a scc of many states")
    return order


# --- in whole numbers

Ways = Sequence[Sequence[int]]
"""How often each state of a scc is visited, from each of them: whole numbers over a divisor."""


def weights_of_ends(graph: Graph) -> tuple[dict[int, int], int]:
    """The exact weight with which each final state is reached, and the total of all of them."""
    return _to_final_states(graph, _weights_of)


def _weights_of(graph: Graph, final: Array) -> tuple[dict[int, int], int]:
    """The weight of each final state that is reached, and their total.

    Everything that flows into a layer is counted over one denominator: the product of what the layers
    before it divide by. So no fraction is ever brought to lowest terms on the way.
    """
    weights, total = _over_one_total(graph)
    graph = graph._replace(weight=weights)
    order = _order_of_play(graph, _SMALL_BUNDLE, _LARGEST_SCC)
    layer = np.full(graph.states.size, order.layers)
    layer[: graph.going] = order.layer
    layer[final] = order.layers
    by_layer, divisors = _solved(graph, total, order, layer)
    begins, sources, edge_weights, scales = _incoming(graph, order, layer, divisors)
    begun = {start: prod(divisors[: layer[start]]) for start in graph.starts.tolist()}
    visits = [0] * graph.going

    def arrived(state: int) -> int:
        amount = 0
        for at in range(begins[state], begins[state + 1]):
            amount = (amount + visits[sources[at]] * edge_weights[at]) * scales[at]
        return amount + begun.get(state, 0)

    for here in by_layer:
        for scc, ways in here:
            entering = [arrived(state) for state in scc]
            for state, way in zip(scc, ways, strict=True):
                visits[state] = sum(map(mul, entering, way))
    ends = {state: amount for state in final.tolist() if (amount := arrived(state))}
    common = gcd(prod(divisors), *ends.values())
    return {state: amount // common for state, amount in ends.items()}, prod(divisors) // common


def _over_one_total(graph: Graph) -> tuple[Array, int]:
    """The weights of all edges over one total."""
    totals = graph.total
    if not len(totals):
        return graph.weight, 1
    if (totals == totals[0]).all():
        return graph.weight, int(totals[0])
    total = lcm(*set(totals.tolist()))
    weight = graph.weight.astype(object) if total >= LARGEST else graph.weight
    return weight * (total // totals.astype(weight.dtype)), total


def _solved(
    graph: Graph, total: int, order: Order, layer: Array
) -> tuple[list[list[tuple[list[int], Ways]]], list[int]]:
    """For each layer its sccs, and how often each of their states is visited, from each; what layers divide by."""
    alone = layer[: graph.going] < order.layers
    for members in order.tangled:
        alone[members] = False
    by_layer: list[list[tuple[list[int], Ways, int]]] = [[] for _ in range(order.layers)]
    solved: dict[tuple[int, ...], tuple[Ways, int]] = {}
    for members in (alone.nonzero()[0][:, None], *order.tangled):
        count, size = members.shape
        within = _within(members, graph, order)
        within[np.arange(size), np.arange(size)] -= total
        all_equations = zip(*(-within).reshape(size * size, count).tolist(), strict=True)
        for scc, at, equations in zip(members.tolist(), layer[members[:, 0]].tolist(), all_equations, strict=True):
            solution = solved.get(equations)
            if solution is None:
                solution = solved[equations] = _solution(equations, size)
            by_layer[at].append((scc, *solution))
    divisors = [lcm(*{own for _, _, own in here}) for here in by_layer]
    scaled = [
        [(scc, ways if own == divisor else _times(ways, divisor // own)) for scc, ways, own in here]
        for here, divisor in zip(by_layer, divisors, strict=True)
    ]
    return scaled, divisors


def _times(ways: Ways, scale: int) -> Ways:
    return [[number * scale for number in way] for way in ways]


def _within(members: Array, graph: Graph, order: Order) -> Array:
    """For sccs of one size, the weights with which their states lead to one another; the sccs are the last axis."""
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


def _solution(equations: tuple[int, ...], size: int) -> tuple[Ways, int]:
    """The columns of a matrix's inverse in whole numbers, and their divisor (Bareiss: divisions come out even)."""
    work = [
        [*equations[at * size : (at + 1) * size], *(int(at == other) for other in range(size))] for at in range(size)
    ]
    before = 1
    for at in range(size):
        pivot_row = work[at]
        pivot = pivot_row[at]
        if not pivot:
            raise _Stuck("states that lead to no end")
        for other, row in enumerate(work):
            if other != at:
                factor = row[at]
                work[other] = [(pivot * x - factor * y) // before for x, y in zip(row, pivot_row, strict=True)]
        before = pivot
    common = gcd(before, *[number for row in work for number in row[size:]])
    inverse = [[number // common for number in row[size:]] for row in work]
    return list(zip(*inverse, strict=True)), before // common


def _incoming(
    graph: Graph, order: Order, layer: Array, divisors: list[int]
) -> tuple[list[int], list[int], list[int], list[int]]:
    """The edges that lead from one layer to another: where those to each state begin, their sources and weights.

    And what to multiply by, so that all that has arrived along this edge and those before it is counted
    over the divisors of the layers up to the next edge's too, or of all layers before the state's own.
    """
    outside = np.ones(len(graph.source), np.bool_)
    outside[order.inside] = False
    by_layer = small_numbers(order.layer).argsort(kind="stable")
    place = np.empty_like(by_layer)
    place[by_layer] = np.arange(graph.going)
    edge = graph.target[outside] * graph.going + place[graph.source[outside]]
    in_order = edge.argsort(kind="stable")
    edge = edge[in_order]
    firsts = np.append(True, edge[1:] != edge[:-1])[: len(edge)].nonzero()[0]  # equal edges are made one
    weight = np.add.reduceat(graph.weight[outside][in_order], firsts)
    target, at = np.divmod(edge[firsts], graph.going)
    source = by_layer[at]
    after = layer[source] + 1
    is_last = np.append(target[1:] != target[:-1], True)[: len(target)]
    until = np.where(is_last, layer[target], np.append(after[1:], 0)[: len(target)])
    spans = (after * (order.layers + 1) + until).tolist()
    products = {span: prod(divisors[slice(*divmod(span, order.layers + 1))]) for span in set(spans)}
    begins = np.searchsorted(target, np.arange(graph.states.size + 1)).tolist()
    return begins, source.tolist(), weight.tolist(), list(map(products.__getitem__, spans))


# --- in float64


def chances_of_ends(graph: Graph) -> tuple[Array, Array]:
    """The final states in order, and the chance with which each is reached, in float64."""
    final, often = visits(graph)
    ends = final[often[final] > 0]
    return ends, often[ends]


def visits(graph: Graph) -> tuple[Array, Array]:
    """The final states in order, and how often each state is visited, in float64."""
    return _to_final_states(graph, _visits_of)


def _visits_of(graph: Graph, final: Array) -> tuple[Array, Array]:
    """The final states, and how often each state is visited on the way there."""
    order = _order_of_play(graph, _SMALL_BUNDLE_IN_FLOATS, _LARGEST_SCC_IN_FLOATS)
    tangled = _tangled(graph, order) if len(order.inside) else []
    mass = np.zeros(graph.states.size)
    np.add.at(mass, graph.starts, 1.0)
    layer_of = order.layer.astype(np.min_scalar_type(order.layers))[graph.source[: graph.inner]]
    layer_of[order.inside] = order.layers  # after all layers: `tangled` takes care of these edges
    blocks = [_in_layers(graph, layer_of, block, order.layers) for block in _blocks(0, graph.inner)]
    for depth, layer in enumerate(zip(*blocks, strict=True)):
        for begins, members, through in tangled:
            begin, end = begins[depth], begins[depth + 1]
            if begin < end:
                here = members[begin:end]
                mass[here] = np.vecmat(mass[here], through[begin:end])
        for source, target, weight in layer:
            np.add.at(mass, target, mass.take(source) * weight)
    for block in _blocks(graph.inner, len(graph.source)):
        np.add.at(mass, graph.target[block], mass.take(graph.source[block]) * graph.weight[block])
    return final, mass


def _blocks(begin: int, end: int) -> list[slice]:
    return [slice(first, min(first + _EDGES_IN_ORDER, end)) for first in range(begin, end, _EDGES_IN_ORDER)]


def _in_layers(graph: Graph, layer_of: Array, block: slice, layers: int) -> Iterator[tuple[Array, Array, Array]]:
    """Source, target and weight of the edges of each layer, among a block of edges.

    Small layers are looked up together, large ones alone.
    """
    sources, targets, weights, layer_of = graph.source[block], graph.target[block], graph.weight[block], layer_of[block]
    in_order = layer_of.argsort(kind="stable").astype(sources.dtype, copy=False)  # small numbers sort much quicker
    bounds = [0, *np.bincount(layer_of, minlength=layers)[:layers].cumsum().tolist()]
    source, target, weight, first, last = sources, targets, weights, 0, 0
    for begin, end in pairwise(bounds):
        if end > last:
            first, last = begin, max(end, begin + EDGES_AT_ONCE)
            edges = in_order[first:last]
            source, target, weight = sources.take(edges), targets.take(edges), weights.take(edges)
        here = slice(begin - first, end - first)
        yield source[here], target[here], weight[here]


def _alone(graph: Graph, order: Order) -> Array:
    """The states that lead to themselves and are part of no larger scc, as sccs of one, by layer."""
    alone = np.zeros(graph.going, np.bool_)
    alone[graph.source[order.inside]] = True
    for members in order.tangled:
        alone[members] = False
    states = alone.nonzero()[0]
    return states[order.layer[states].argsort(kind="stable")][:, None]


class _Tangled(NamedTuple):
    """SCCs of one size by layer: where layers begin, their states, and how often each is visited, from each."""

    begins: list[int]
    members: Array
    through: Array


def _tangled(graph: Graph, order: Order) -> list[_Tangled]:
    """The sccs of each size, of one state too if it leads to itself."""
    weight = graph.weight.copy()
    weight[order.inside] = 0.0
    leaving = np.bincount(graph.source, weight, graph.going)
    tangled = []
    for sccs in (_alone(graph, order), *order.tangled):
        if len(sccs):
            begins = np.searchsorted(order.layer[sccs[:, 0]], np.arange(order.layers + 1)).tolist()
            through = _visited(_within(sccs, graph, order), leaving[sccs.T])
            tangled.append(_Tangled(begins, sccs, through.transpose(2, 0, 1)))
    return tangled


def _visited(within: Array, leaving: Array) -> Array:
    """How often each state of a scc is visited, from each; many sccs of one size are the last axis.

    State by state, a row is rewritten to lead only to later states and out, and counts the visits
    made on the way. Nothing is ever subtracted, so that even a chance close to one loses nothing.
    """
    size, _, count = within.shape
    rows = np.zeros((size, 2 * size + 1, count))
    rows[:, :size], rows[:, size] = within, leaving
    for at, row in enumerate(rows):
        row[size + 1 + at] = 1.0
        for earlier in range(at):
            weight = row[earlier].copy()
            row[earlier] = 0.0
            row += weight * rows[earlier]
        onward = np.add.reduce(row[at + 1 : size + 1])
        if not onward.all():
            raise _Stuck("states that lead to no end")
        row /= onward
    visits = rows[:, size + 1 :]
    for at in reversed(range(size - 1)):
        visits[at] += np.add.reduce(rows[at, at + 1 : size, None] * visits[at + 1 :])
    return visits
