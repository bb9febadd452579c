"""Where a graph of states ends: all chance starts at the beginning and flows to the ends.

States that can come back to one another form a knot. Chance that flows into a knot leaves it after
some number of visits to each of its states: one small system of linear equations for each knot.
Knots lie in layers, each of which leads only to later ones, so that a layer flows all at once.
Where no end can be reached any more play is stuck, and stops: such a state is final too.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import gcd, lcm, prod
from typing import NamedTuple

import numpy as np

from rulewright.readings.graph import Graph
from rulewright.readings.lane import LARGEST, Column, Unfit
from rulewright.readings.layers import EDGES_AT_ONCE, Order, ordered

__all__ = ["chances_of_ends", "visits", "weights_of_ends"]

Matrix = list[list[int]]
_SMALL_BUNDLE = 4
_EDGES_IN_ORDER = 1 << 20  # are put in order together
_LARGEST_KNOT = 16
_LARGEST_KNOT_IN_FLOATS = 256


class _Stuck(Unfit):
    """There are states from which no end can be reached."""


class Rows(NamedTuple):
    """Where the states lead: edges with weights over one total, none from final states."""

    source: Column
    target: Column
    weight: Column
    total: int
    final: Column


def _rows(graph: Graph) -> Rows:
    """The edges without those from states where play is stuck, which makes them final."""
    ending = _can_end(graph)
    going = ending[graph.source]
    return Rows(graph.source[going], graph.target[going], graph.weight[going], 1, graph.over | ~ending)


def _merged(graph: Graph) -> Rows:
    """The same with equal edges merged, and all weights over one total."""
    totals = set(np.unique(graph.total).tolist())
    total = lcm(*totals)
    weight = graph.weight
    if total >= LARGEST or len(totals) > 1:
        if total >= LARGEST:
            weight = weight.astype(object)
        weight = weight * (total // graph.total.astype(weight.dtype))
    rows = _rows(graph._replace(weight=weight))
    if not len(rows.source):
        return rows._replace(total=total)
    pair = rows.source * graph.states.size + rows.target
    order = np.argsort(pair, kind="stable")
    pair = pair[order]
    firsts = np.concatenate(([True], pair[1:] != pair[:-1])).nonzero()[0]
    source, target = np.divmod(pair[firsts], graph.states.size)
    return Rows(source, target, np.add.reduceat(rows.weight[order], firsts), total, rows.final)


def _can_end(graph: Graph) -> Column:
    """Which states can still come to an end."""
    ending, source, target = graph.over.copy(), graph.source, graph.target
    while len(found := source[ending[target]]):
        ending[found] = True
        open_edges = ~ending[source]
        source, target = source[open_edges], target[open_edges]
    return ending


# --- the order of play


def _refuse_large_knots(order: Order, largest: int) -> None:
    """Equations with few terms each, as in a long walk to and fro, are quicker solved one by one (see `chain`)."""
    if any(members.shape[1] > largest for members in order.tangled):
        raise Unfit("a knot of many states")


# --- in whole numbers


def weights_of_ends(graph: Graph) -> tuple[dict[int, int], int]:
    """The exact weight with which each final state is reached, and the total of all of them.

    Everything that flows into a layer is counted over one denominator: the product of what the layers
    before it divide by. So no fraction is ever brought to lowest terms on the way.
    """
    rows = _merged(graph)
    order = ordered(rows.source, rows.target, rows.final, graph.states, _SMALL_BUNDLE)
    _refuse_large_knots(order, _LARGEST_KNOT)
    outside = np.ones(len(rows.source), np.bool_)
    outside[order.inside] = False
    onward = list(zip(rows.target[outside].tolist(), rows.weight[outside].tolist(), strict=True))
    begins = np.searchsorted(rows.source[outside], np.arange(graph.states.size + 1)).tolist()
    by_layer = _solved(rows, order)
    divisors = [lcm(*{divisor for _, _, divisor in here}) for here in by_layer]
    arrived = [0] * graph.states.size
    counted = [0] * graph.states.size  # what has arrived is counted over the divisors of so many layers
    for start in graph.starts.tolist():
        arrived[start] += 1

    def count_over(state: int, layers: int) -> int:
        """What has arrived, over the divisors of so many layers."""
        amount = arrived[state]
        if amount:
            for divisor in divisors[counted[state] : layers]:
                amount *= divisor
        arrived[state], counted[state] = amount, layers
        return amount

    for depth, here in enumerate(by_layer):
        after = depth + 1
        for knot, adjugate, divisor in here:
            entering = [count_over(state, depth) for state in knot]
            scale = divisors[depth] // divisor
            for at, state in enumerate(knot):
                visits = sum([came * line[at] for came, line in zip(entering, adjugate, strict=True)]) * scale
                for target, weight in onward[begins[state] : begins[state + 1]]:
                    if counted[target] != after:
                        count_over(target, after)
                    arrived[target] += visits * weight
    ends = {state: count_over(state, order.layers) for state in rows.final.nonzero()[0].tolist() if arrived[state]}
    total = prod(divisors)
    common = gcd(total, *ends.values())
    return {state: weight // common for state, weight in ends.items()}, total // common


def _solved(rows: Rows, order: Order) -> list[list[tuple[list[int], Matrix, int]]]:
    """For each layer its knots, and how chance that enters them visits their states: a matrix and its divisor."""
    alone = ~rows.final
    for members in order.tangled:
        alone[members] = False
    by_layer: list[list[tuple[list[int], Matrix, int]]] = [[] for _ in range(order.layers)]
    solved: dict[tuple[int, ...], tuple[Matrix, int]] = {}
    for members in (alone.nonzero()[0].reshape(-1, 1), *order.tangled):
        count, size = members.shape
        inside = order.inside
        within = _within(members, rows.source[inside], rows.target[inside], rows.weight[inside], len(order.layer))
        within[np.arange(size), np.arange(size)] -= rows.total
        layers = order.layer[members[:, 0]].tolist()
        all_equations = zip(*(-within).reshape(size * size, count).tolist(), strict=True)
        for knot, layer, equations in zip(members.tolist(), layers, all_equations, strict=True):
            if equations not in solved:
                solved[equations] = _adjugate(equations, size)
            by_layer[layer].append((knot, *solved[equations]))
    return by_layer


def _within(members: Column, source: Column, target: Column, weight: Column, states: int) -> Column:
    """For knots of one size, the weights with which their states lead to one another; the knots are the last axis."""
    count, size = members.shape
    which = np.full(states, -1)
    place = np.zeros(states, np.int64)
    which[members] = np.arange(count)[:, None]
    place[members] = np.arange(size)[None, :]
    edges = (which[source] >= 0).nonzero()[0]
    source, target = source[edges], target[edges]
    within = np.zeros(size * size * count, weight.dtype)
    np.add.at(within, (place[source] * size + place[target]) * count + which[source], weight[edges])
    return within.reshape(size, size, count)


def _adjugate(equations: tuple[int, ...], size: int) -> tuple[Matrix, int]:
    """Whole numbers whose quotient is the inverse of a matrix (Bareiss: every division comes out even)."""
    work = [
        [*equations[at * size : (at + 1) * size], *(int(at == other) for other in range(size))] for at in range(size)
    ]
    before = 1
    for at in range(size):
        pivot_row = work[at]
        pivot = pivot_row[at]
        for other, row in enumerate(work):
            if other != at:
                factor = row[at]
                work[other] = [(pivot * x - factor * y) // before for x, y in zip(row, pivot_row, strict=True)]
        before = pivot
    common = gcd(before, *[number for row in work for number in row[size:]])
    return [[number // common for number in row[size:]] for row in work], before // common


# --- in float64


def chances_of_ends(graph: Graph) -> tuple[Column, Column]:
    """The final states in order, and the chance with which each is reached, in float64."""
    final, often = visits(graph)
    ends = (final & (often > 0)).nonzero()[0]
    return ends, often[ends]


def visits(graph: Graph) -> tuple[Column, Column]:
    """Which states are final, and how often each state is visited, in float64."""
    try:
        return graph.over, _visits_to(Rows(graph.source, graph.target, graph.weight, 1, graph.over), graph)
    except _Stuck:
        rows = _rows(graph)
        return rows.final, _visits_to(rows, graph)


def _visits_to(rows: Rows, graph: Graph) -> Column:
    """How often each state is visited, if no other state than the final ones is where play is stuck."""
    order = ordered(rows.source, rows.target, rows.final, graph.states)
    _refuse_large_knots(order, _LARGEST_KNOT_IN_FLOATS)
    onward, tangled = rows, []
    if len(order.inside):
        weight = rows.weight.copy()
        weight[order.inside] = 0.0
        onward = rows._replace(weight=weight)
        leaving = np.bincount(rows.source, weight, len(order.layer))
        by_size = [knots for knots in (_alone(rows, order), *order.tangled) if len(knots)]
        tangled = [_ways_through(knots, rows, leaving, order) for knots in by_size]
    mass = np.zeros(graph.states.size)
    np.add.at(mass, graph.starts, 1.0)
    blocks = [_in_layers(onward, begin, order) for begin in range(0, len(rows.source), _EDGES_IN_ORDER)]
    for depth, layer in enumerate(zip(*blocks, strict=True)):
        for begins, members, through in tangled:
            begin, end = begins[depth], begins[depth + 1]
            if begin < end:
                here = members[begin:end]
                mass[here] = np.vecmat(mass[here], through[begin:end])
        for source, target, weight in layer:
            np.add.at(mass, target, mass[source] * weight)
    return mass


def _in_layers(rows: Rows, begin: int, order: Order) -> Iterator[tuple[Column, Column, Column]]:
    """Source, target and weight of the edges of each layer, among the block of edges that begins at `begin`.

    Small layers are looked up together, large ones alone.
    """
    block = slice(begin, begin + _EDGES_IN_ORDER)
    sources, targets, weights = rows.source[block], rows.target[block], rows.weight[block]
    layers = order.layer.astype(np.min_scalar_type(order.layers))[sources]  # small numbers sort much quicker
    in_order = layers.argsort(kind="stable").astype(sources.dtype, copy=False)
    bounds = [0, *np.bincount(layers, minlength=order.layers).cumsum().tolist()]
    source, target, weight, first, last = sources, targets, weights, 0, 0
    for begin, end in pairwise(bounds):
        if end > last:
            first, last = begin, max(end, begin + EDGES_AT_ONCE)
            edges = in_order[first:last]
            source, target, weight = sources[edges], targets[edges], weights[edges]
        here = slice(begin - first, end - first)
        yield source[here], target[here], weight[here]


def _alone(rows: Rows, order: Order) -> Column:
    """The states that lead to themselves and are part of no larger knot, as knots of one."""
    alone = np.zeros(len(order.layer), np.bool_)
    alone[rows.source[order.inside]] = True
    for members in order.tangled:
        alone[members] = False
    return alone.nonzero()[0][:, None]


def _ways_through(knots: Column, rows: Rows, leaving: Column, order: Order) -> tuple[list[int], Column, Column]:
    """For knots of one size, by layer: where layers begin, the states, and how often each is visited from each."""
    layers = order.layer[knots[:, 0]]
    by_layer = np.argsort(layers, kind="stable")
    knots = knots[by_layer]
    begins = np.searchsorted(layers[by_layer], np.arange(order.layers + 1)).tolist()
    inside = order.inside
    within = _within(knots, rows.source[inside], rows.target[inside], rows.weight[inside], len(leaving))
    through = _visited(within, leaving[knots.T])
    return begins, knots, np.ascontiguousarray(through.transpose(2, 0, 1))


def _visited(within: Column, leaving: Column) -> Column:
    """How often each state of a knot is visited, from each; many knots of one size are the last axis.

    State by state, a row is rewritten to lead only to later states and out, and counts the visits
    made on the way. Nothing is ever subtracted, so that even a chance close to one loses nothing.
    """
    size, _, count = within.shape
    rows = np.zeros((size, 2 * size + 1, count))
    rows[:, :size], rows[:, size] = within, leaving
    rows[np.arange(size), np.arange(size) + size + 1] = 1.0
    for at, row in enumerate(rows):
        for earlier in range(at):
            weight = row[earlier].copy()
            row[earlier] = 0.0
            row += weight * rows[earlier]
        onward = row[at + 1 : size + 1].sum(axis=0)
        if not onward.all():
            raise _Stuck("states that lead to no end")
        row /= onward
    visits = rows[:, size + 1 :]
    for at in reversed(range(size)):
        visits[at] += (rows[at, at + 1 : size, None] * visits[at + 1 :]).sum(axis=0)
    return visits
