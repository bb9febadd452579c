"""Where a graph of states ends: all chance starts at the beginning and flows to the ends.

States that can come back to one another form a knot. Chance that flows into a knot leaves it after
some number of visits to each of its states: one small system of linear equations for each knot.
Knots lie in layers, each of which leads only to later ones, so that a layer flows all at once.
Where no end can be reached any more play is stuck, and stops: such a state is final too.
"""

from math import gcd, lcm, prod
from typing import NamedTuple

import numpy as np

from rulewright.readings.chain import knots
from rulewright.readings.graph import Graph, States
from rulewright.readings.lane import LARGEST, Column, Unfit, distinct_rows

__all__ = ["Order", "Rows", "chances_of_ends", "ordered", "visits", "weights_of_ends"]

Matrix = list[list[int]]
_SMALL_KNOT = 4
_LARGEST_KNOT = 16
_LARGEST_KNOT_IN_FLOATS = 256


class Rows(NamedTuple):
    """Where the states lead: edges with weights over one total, none from final states."""

    source: Column
    target: Column
    weight: Column
    total: int


def _rows(graph: Graph) -> Rows:
    """The edges without those from states where play is stuck, which makes them final."""
    going = _can_end(graph)[graph.source]
    if going.all():
        return Rows(graph.source, graph.target, graph.weight, 1)
    return Rows(graph.source[going], graph.target[going], graph.weight[going], 1)


def _merged(graph: Graph) -> Rows:
    """The same with equal edges merged, and all weights over one total."""
    totals = set(np.unique(graph.total).tolist())
    total = lcm(*totals)
    weight = graph.weight
    if total >= LARGEST or len(totals) > 1:
        if total >= LARGEST:
            weight = weight.astype(object)
        weight = weight * (total // graph.total.astype(weight.dtype))
    source, target, weight, _ = _rows(graph._replace(weight=weight))
    if not len(source):
        return Rows(source, target, weight, total)
    pair = source.astype(np.int64) * graph.states.size + target
    order = np.argsort(pair, kind="stable")
    pair = pair[order]
    firsts = np.concatenate(([True], pair[1:] != pair[:-1])).nonzero()[0]
    return Rows(source[order][firsts], target[order][firsts], np.add.reduceat(weight[order], firsts), total)


def _can_end(graph: Graph) -> Column:
    """Which states can still come to an end."""
    ending, source, target = graph.over.copy(), graph.source, graph.target
    while len(found := source[ending[target]]):
        ending[found] = True
        open_edges = ~ending[source]
        source, target = source[open_edges], target[open_edges]
    return ending


# --- the order of play


class Order(NamedTuple):
    """The layer of each state, how many layers there are, its knot, and the knots of each size above one, in rows."""

    layer: Column
    layers: int
    knot_of: Column
    tangled: list[Column]


def ordered(rows: Rows, states: States) -> Order:
    """Layers of which each leads only to later ones, but for the edges inside of a knot, or to a final state.

    A number of the states that never grows, or never falls, orders most of them: edges that change
    any such number cannot be part of a knot. Knots are looked for only among the other edges.
    """
    leads_on = np.zeros(states.size, np.bool_)
    leads_on[rows.source] = True
    onward = leads_on[rows.target] & (rows.source != rows.target)
    source, target = rows.source[onward], rows.target[onward]
    height = np.zeros(states.size, np.int64)
    level = np.ones(len(source), np.bool_)
    for column in states.columns():
        change = column[target] - column[source]
        falls, rises = change.min(initial=0) < 0, change.max(initial=0) > 0
        if falls != rises:
            height += -column if falls else column
            level &= change == 0
    source, target, depth = _without_knots(source[level], target[level], states.size)
    knot_of = np.arange(states.size)
    if len(source):
        _tie(knot_of, source, target)
        if np.bincount(knot_of).max() > _SMALL_KNOT:
            knot_of = _knots_between(source.tolist(), target.tolist(), depth)
        deepest = np.zeros_like(depth)
        np.maximum.at(deepest, knot_of, depth)
        depth = deepest[knot_of]
    (places,), layer = distinct_rows([height * (int(depth.max()) + 1) + depth])
    return Order(layer, len(places), knot_of, _by_size(knot_of))


def _without_knots(source: Column, target: Column, size: int) -> tuple[Column, Column, Column]:
    """Take away, round after round, the edges from states that nothing leads to; how deep their targets lie."""
    depth = np.zeros(size, np.int64)
    waiting_for = np.bincount(target, minlength=size)
    while (free := waiting_for[source] == 0).any():
        np.maximum.at(depth, target[free], depth[source[free]] + 1)
        waiting_for -= np.bincount(target[free], minlength=size)
        source, target = source[~free], target[~free]
    return source, target, depth


def _tie(knot_of: Column, source: Column, target: Column) -> None:
    """Tie together whatever edges connect, in any direction. A small bundle need not be a knot to be solved as one."""
    tied = -1
    while tied != (tied := int(knot_of.sum())):
        first = np.minimum(knot_of[source], knot_of[target])
        np.minimum.at(knot_of, source, first)
        np.minimum.at(knot_of, target, first)
        knot_of[:] = knot_of[knot_of]


def _knots_between(source: list[int], target: list[int], depth: Column) -> Column:
    """The knots that these edges make; what a knot leads to lies deeper than all of its states."""
    leads_to: dict[int, list[int]] = {state: [] for state in target}
    for one, other in zip(source, target, strict=True):
        leads_to.setdefault(one, []).append(other)
    deep = dict(zip(leads_to, depth[list(leads_to)].tolist(), strict=True))
    beginnings, root = list(leads_to), -1
    knot_of = np.arange(len(depth))
    for knot in list(knots(root, lambda at: beginnings if at == root else leads_to[at]))[-2::-1]:
        deepest = max([deep[state] for state in knot])
        members = set(knot)
        for state in knot:
            for other in leads_to[state]:
                if deep[other] <= deepest and other not in members:
                    deep[other] = deepest + 1
        if len(knot) > 1:
            knot_of[list(knot)] = knot[0]
    depth[list(deep)] = list(deep.values())
    return knot_of


def _by_size(knot_of: Column) -> list[Column]:
    """The knots of more than one state: for each size a table with a row for each knot."""
    sizes = np.bincount(knot_of)[knot_of]
    order = np.argsort(knot_of, kind="stable")
    return [order[sizes[order] == size].reshape(-1, size) for size in np.unique(sizes[sizes > 1]).tolist()]


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
    order = ordered(rows, graph.states)
    _refuse_large_knots(order, _LARGEST_KNOT)
    inside = order.knot_of[rows.source] == order.knot_of[rows.target]
    onward = list(zip(rows.target[~inside].tolist(), rows.weight[~inside].tolist(), strict=True))
    begins = np.searchsorted(rows.source[~inside], np.arange(graph.states.size + 1)).tolist()
    by_layer = _solved(rows, order, inside)
    divisors = [lcm(*{divisor for _, _, divisor in here}) for here in by_layer]
    arrived: list[list[tuple[int, int]]] = [[] for _ in range(graph.states.size)]  # (layer it came from, how much)
    for start in graph.starts.tolist():
        arrived[start].append((-1, 1))

    def mass(state: int, layer: int) -> int:
        """What has arrived, over the product of the divisors before a layer."""
        total, counted = 0, layer  # over the divisors of so many layers
        for came_from, amount in arrived[state]:
            if total:
                while counted <= came_from:
                    total *= divisors[counted]
                    counted += 1
            total += amount
            counted = came_from + 1
        while counted < layer:
            total *= divisors[counted]
            counted += 1
        return total

    for depth, here in enumerate(by_layer):
        for knot, adjugate, divisor in here:
            entering = [mass(state, depth) for state in knot]
            scale = divisors[depth] // divisor
            for at, state in enumerate(knot):
                visits = sum([came * line[at] for came, line in zip(entering, adjugate, strict=True)]) * scale
                for target, weight in onward[begins[state] : begins[state + 1]]:
                    arrived[target].append((depth, visits * weight))
    led_on = set(rows.source.tolist())
    ends = {state: mass(state, order.layers) for state, came in enumerate(arrived) if came and state not in led_on}
    total = prod(divisors)
    common = gcd(total, *ends.values())
    return {state: weight // common for state, weight in ends.items()}, total // common


def _solved(rows: Rows, order: Order, inside: Column) -> list[list[tuple[list[int], Matrix, int]]]:
    """For each layer its knots, and how chance that enters them visits their states: a matrix and its divisor."""
    alone = np.zeros(len(order.layer), np.bool_)
    alone[rows.source] = True
    for members in order.tangled:
        alone[members] = False
    by_layer: list[list[tuple[list[int], Matrix, int]]] = [[] for _ in range(order.layers)]
    solved: dict[tuple[int, ...], tuple[Matrix, int]] = {}
    for members in (alone.nonzero()[0].reshape(-1, 1), *order.tangled):
        count, size = members.shape
        all_equations = -_within(members, rows, inside, len(order.layer))
        all_equations[:, np.arange(size), np.arange(size)] += rows.total
        layers = order.layer[members[:, 0]].tolist()
        for knot, layer, listed in zip(
            members.tolist(), layers, all_equations.reshape(count, size * size).tolist(), strict=True
        ):
            equations = tuple(listed)
            if equations not in solved:
                solved[equations] = _adjugate(equations, size)
            by_layer[layer].append((knot, *solved[equations]))
    return by_layer


def _within(members: Column, rows: Rows, inside: Column, states: int) -> Column:
    """For knots of one size, the weights with which their states lead to one another."""
    count, size = members.shape
    which = np.full(states, -1)
    place = np.zeros(states, np.int64)
    which[members] = np.arange(count)[:, None]
    place[members] = np.arange(size)[None, :]
    edges = (inside & (which[rows.source] >= 0)).nonzero()[0]
    source, target = rows.source[edges], rows.target[edges]
    within = np.zeros((count, size, size), rows.weight.dtype)
    np.add.at(within, (which[source], place[source], place[target]), rows.weight[edges])
    return within


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
    rows, mass, _ = _flow(graph)
    is_final = np.ones(graph.states.size, np.bool_)
    is_final[rows.source] = False
    final = np.flatnonzero(is_final & (mass > 0))
    return final, mass[final]


def visits(graph: Graph) -> Column:
    """How often each state that leads on is visited, in float64; zero for those at which play ends."""
    return _flow(graph)[2]


def _flow(graph: Graph) -> tuple[Rows, Column, Column]:
    """All chance from the beginning to the ends: what flows out of each state, and how often it is visited."""
    rows = _rows(graph)
    order = ordered(rows, graph.states)
    _refuse_large_knots(order, _LARGEST_KNOT_IN_FLOATS)
    size, layer = graph.states.size, order.layer
    inside = order.knot_of[rows.source] == order.knot_of[rows.target]
    outward = np.flatnonzero(~inside)
    layers = layer[rows.source[outward]].astype(np.min_scalar_type(order.layers))  # small numbers sort much quicker
    outward = outward[np.argsort(layers, kind="stable")]
    source, target, chance = rows.source[outward], rows.target[outward], rows.weight[outward]
    bounds = [0, *np.bincount(layers, minlength=order.layers).cumsum().tolist()]
    leaving = np.bincount(source, chance, size)
    tangled = [_ways_through(knots, rows, inside, leaving, order) for knots in order.tangled]
    chance = chance / leaving[source]
    mass, visited = np.zeros(size), np.zeros(size)
    np.add.at(mass, graph.starts, 1.0)
    for depth in range(order.layers):
        for begins, members, within in tangled:
            begin, end = begins[depth], begins[depth + 1]
            if begin < end:
                here = members[begin:end]
                visited[here] = (mass[here][:, None, :] @ within[begin:end])[:, 0, :]
                mass[here] = visited[here] * leaving[here]
        edges = slice(bounds[depth], bounds[depth + 1])
        np.add.at(mass, target[edges], mass[source[edges]] * chance[edges])
    alone = (visited == 0) & (leaving > 0)
    visited[alone] = mass[alone] / leaving[alone]
    return rows, mass, visited


def _ways_through(
    members: Column, rows: Rows, inside: Column, leaving: Column, order: Order
) -> tuple[list[int], Column, Column]:
    """For knots of one size, by layer: their states, and how often each is visited by what enters at each."""
    members = members[np.argsort(order.layer[members[:, 0]], kind="stable")]
    begins = np.searchsorted(order.layer[members[:, 0]], np.arange(order.layers + 1)).tolist()
    within = _within(members, rows, inside, len(leaving))
    return begins, members, _visited(within, leaving[members])


def _visited(within: Column, leaving: Column) -> Column:
    """How often each state of a knot is visited, from each; for many knots of one size at once.

    State by state, a row is rewritten to lead only to later states and out, and counts the visits
    made on the way. Nothing is ever subtracted, so that even a chance close to one loses nothing.
    """
    count, size, _ = within.shape
    counted = np.broadcast_to(np.eye(size), (count, size, size))
    rows = np.concatenate([within, leaving[:, :, None], counted], axis=2)
    for at in range(size):
        row = rows[:, at]
        for earlier in range(at):
            weight = row[:, earlier, None].copy()
            row[:, earlier] = 0.0
            row += weight * rows[:, earlier]
        row /= row[:, at + 1 : size + 1].sum(axis=1, keepdims=True)
    visits = rows[:, :, size + 1 :]
    for at in reversed(range(size)):
        visits[:, at] += (rows[:, at, None, at + 1 : size] @ visits[:, at + 1 :])[:, 0]
    return visits
