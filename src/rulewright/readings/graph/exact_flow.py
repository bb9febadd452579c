"""Where a graph with one start ends, in whole numbers.

SCCs lie in layers, and everything that flows into a layer is counted over one denominator. Large SCCs go row by row
(see `chain`).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import gcd, lcm, prod
from operator import mul
from typing import Any

import numpy as np

from rulewright.dice import Odds
from rulewright.readings.graph.chain import Flow, explored, flow_of_chain
from rulewright.readings.graph.components import Order, ranks, small_numbers
from rulewright.readings.graph.flow import Stuck, order_of_play, tangled_blocks, to_final_states, within_blocks
from rulewright.readings.graph.graph import Graph
from rulewright.readings.vector.column import LARGEST, Array

_SMALL_BLOCK = 4
_LARGEST_SCC = 16

Ways = Sequence[Sequence[int]]
"""How often each state of an SCC is visited, starting from each of them: whole numbers over a divisor."""
Incoming = tuple[Iterator[int], Iterator[tuple[int, int, int]]]
"""The number of edges into each state, and each edge: see `_incoming`."""


def exact_flow(graph: Graph) -> Flow:
    """Where a graph with one start ends, exactly."""
    return to_final_states(graph, _exact_flow)


def _exact_flow(graph: Graph, final: Array) -> Flow:
    """Where the graph ends.

    Everything that flows into a layer is counted over one denominator: the product of the divisors of the layers before
    it. So no fraction has to be reduced on the way.
    """
    weights, total = _over_one_total(graph)
    graph = graph._replace(weight=weights)
    small = _SMALL_BLOCK if len(final) == graph.states.size - graph.going else 1
    order = order_of_play(graph, small, small)
    tangled = tangled_blocks(order)
    if any(members.shape[1] > _LARGEST_SCC for members in tangled):
        return _row_by_row(graph, total)
    layer = np.full(graph.states.size, order.layers)
    layer[: graph.going] = order.layer
    layer[final] = order.layers
    by_layer, divisors = _solved(graph, total, order, tangled, layer)
    in_order = [[state for scc, _ in here for state in scc] for here in by_layer] + [final.tolist()]
    incoming = _incoming(graph, order, layer, divisors, [state for states in in_order for state in states])
    begun = {start: prod(divisors[: layer[start]]) for start in graph.starts.tolist()}
    visits = [0] * graph.going
    for here, states in zip(by_layer, in_order, strict=False):
        arrived = iter(_arrived(states, incoming, visits, begun))
        for scc, ways in here:
            if len(scc) == 2:  # as where two sides miss in turn
                one, other = next(arrived), next(arrived)
                visits[scc[0]], visits[scc[1]] = [one * way[0] + other * way[1] for way in ways]
                continue
            entering = list(islice(arrived, len(scc)))
            for state, way in zip(scc, ways, strict=True):
                visits[state] = sum(map(mul, entering, way))
    whole = prod(divisors)
    amounts = _arrived(in_order[-1], incoming, visits, begun)
    ends = {state: amount for state, amount in zip(in_order[-1], amounts, strict=True) if amount}
    common = gcd(whole, *ends.values())
    names = dict(zip(ends, graph.states.values(ends), strict=True))

    def often() -> dict[Any, Fraction]:
        product = 1
        found: dict[int, Fraction] = {}
        for here, divisor in zip(by_layer, divisors, strict=True):
            product *= divisor
            reached = [state for scc, _ in here for state in scc if visits[state]]
            found.update((state, Fraction(visits[state] * total, product)) for state in reached)
        found.update((state, Fraction(amount, whole)) for state, amount in ends.items())
        numbers = sorted(found)
        return dict(zip(graph.states.values(numbers), [found[number] for number in numbers], strict=True))

    weighed = {names[state]: amount // common for state, amount in ends.items()}
    return Flow(weighed, whole // common, {names[state] for state in ends if state < graph.going}, often)


def _arrived(states: list[int], incoming: Incoming, visits: list[int], begun: dict[int, int]) -> list[int]:
    """What flows into each of the states that are next in order."""
    counts, edges = incoming
    arrived = []
    for state in states:
        amount = 0
        for source, weight, scale in islice(edges, next(counts)):
            amount = (amount + visits[source] * weight) * scale
        arrived.append(amount + begun[state] if state in begun else amount)
    return arrived


def _row_by_row(graph: Graph, total: int) -> Flow:
    """Where a graph with large SCCs ends; their equations have few terms each, as in a long random walk."""
    rows: dict[int, dict[int, int]] = {}
    for source, target, weight in zip(graph.source.tolist(), graph.target.tolist(), graph.weight.tolist(), strict=True):
        row = rows.setdefault(source, {})
        row[target] = row.get(target, 0) + weight
    found = explored(int(graph.starts[0]), lambda at: Odds(rows[at], total), lambda at: at not in rows)
    numbers = sorted(found.states)
    known = dict(zip(numbers, graph.states.values(numbers), strict=True))
    flow = flow_of_chain(found._replace(states=[known[number] for number in found.states]))
    never = {known[number] for number in numbers if number < graph.going and number not in rows}
    return flow._replace(never=flow.never | (never & flow.weights.keys()))


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
    graph: Graph, total: int, order: Order, tangled: list[Array], layer: Array
) -> tuple[list[list[tuple[list[int], Ways]]], list[int]]:
    """The SCCs of each layer with the visits between their states, and the divisor of each layer."""
    alone = layer[: graph.going] < order.layers
    for members in tangled:
        alone[members] = False
    by_layer: list[list[tuple[list[int], Ways, int]]] = [[] for _ in range(order.layers)]
    solved: dict[tuple[int, ...], tuple[Ways, int]] = {}
    for members in (alone.nonzero()[0][:, None], *tangled):
        count, size = members.shape
        within = within_blocks(members, graph, order)
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


def _solution(equations: tuple[int, ...], size: int) -> tuple[Ways, int]:
    """The columns of a matrix's inverse in whole numbers, and their divisor (Bareiss: all divisions are exact)."""
    work = [
        [*equations[at * size : (at + 1) * size], *(int(at == other) for other in range(size))] for at in range(size)
    ]
    before = 1
    for at in range(size):
        pivot_row = work[at]
        pivot = pivot_row[at]
        if not pivot:
            raise Stuck("states that lead to no end")
        for other, row in enumerate(work):
            if other != at:
                factor = row[at]
                work[other] = [(pivot * x - factor * y) // before for x, y in zip(row, pivot_row, strict=True)]
        before = pivot
    common = gcd(before, *[number for row in work for number in row[size:]])
    inverse = [[number // common for number in row[size:]] for row in work]
    return list(zip(*inverse, strict=True)), before // common


def _incoming(graph: Graph, order: Order, layer: Array, divisors: list[int], in_order: list[int]) -> Incoming:
    """The edges from one layer to another, target by target in this order: the number of them, and each edge.

    An edge is its source, its weight, and a factor. The factor multiplies what arrived along this and earlier edges by
    the divisors of the layers up to the next edge's source, or, after the last edge, up to the target.
    """
    outside = np.ones(len(graph.source), np.bool_)
    outside[order.inside] = False
    place = np.zeros(graph.states.size, np.min_scalar_type(graph.states.size))
    place[in_order] = np.arange(len(in_order))
    source, target, weight = graph.source[outside], graph.target[outside], graph.weight[outside]
    edge = small_numbers(layer[source]).argsort(kind="stable")  # radix sort: by the layer of the source, then by target
    edge = edge[place[target[edge]].argsort(kind="stable")]
    source, target = source[edge], target[edge]
    is_first = np.append(True, (source[1:] != source[:-1]) | (target[1:] != target[:-1]))[: len(edge)]
    firsts = is_first.nonzero()[0]  # equal edges that lie side by side are merged
    weight = np.add.reduceat(weight[edge], firsts)
    source, target = source[firsts], target[firsts]
    after = layer[source] + 1
    is_last = np.append(target[1:] != target[:-1], True)[: len(target)]
    until = np.where(is_last, layer[target], np.append(after[1:], 0)[: len(target)])
    spans = after * (order.layers + 1) + until
    which = ranks(spans)
    distinct = np.zeros(int(which.max(initial=-1)) + 1, np.int64)
    distinct[which] = spans
    products = [prod(divisors[slice(*divmod(span, order.layers + 1))]) for span in distinct.tolist()]
    scales = map(products.__getitem__, which.tolist())
    counts = np.bincount(place[target], minlength=len(in_order)).tolist()
    return iter(counts), zip(source.tolist(), weight.tolist(), scales, strict=True)
