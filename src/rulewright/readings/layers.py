"""The order of play in a graph of states: knots of states that can come back to one another, in layers.

Each layer leads only to later ones. Most states are put in order by a number that never grows, or never
falls; knots are looked for only where no number changes.
"""

from typing import NamedTuple

import numpy as np

from rulewright.readings.chain import knots
from rulewright.readings.graph import States
from rulewright.readings.lane import Column

__all__ = ["EDGES_AT_ONCE", "Order", "ordered"]

_SMALL_BUNDLE = 12
EDGES_AT_ONCE = 1 << 16
"""So that what is worked out on the way stays in the processor's cache."""
_SMALL_TABLE = 1 << 12


class Order(NamedTuple):
    """The layer of each state, how many layers there are, and the knots of each size above one, in rows.

    `inside` are the edges that lead from a state to itself, or to another of its knot.
    """

    layer: Column
    layers: int
    tangled: list[Column]
    inside: Column


def ordered(source: Column, target: Column, final: Column, states: States, small: int = _SMALL_BUNDLE) -> Order:
    """Layers of which each leads only to later ones, but for the edges inside of a knot, or to a final state.

    A number of the states that never grows, or never falls, orders most of them: edges that change
    any such number cannot be part of a knot. Knots are looked for only among the other edges. Bundles
    of states that these connect, if all are `small`, are taken for knots as they are.
    """
    height = _heights(source, target, final, states)
    unchanged = [height[source[block]] == height[target[block]] for block in _blocks(source)]
    level = np.concatenate(unchanged).nonzero()[0]
    before, after = source[level], target[level]
    leaves = before != after
    tied, to, depth = _without_knots(before[leaves], after[leaves], states.size)
    knot_of = np.arange(states.size)
    if len(tied):
        _tie(knot_of, tied, to)
        if np.bincount(knot_of).max() > small:
            knot_of = _knots_between(tied.tolist(), to.tolist(), depth)
        deepest = np.zeros_like(depth)
        np.maximum.at(deepest, knot_of, depth)
        depth = deepest[knot_of]
    layer = _ranks(height * (int(depth.max()) + 1) + depth)
    return Order(layer, int(layer.max()) + 1, _by_size(knot_of), level[knot_of[before] == knot_of[after]])


def _blocks(edges: Column) -> list[slice]:
    """Edges in blocks, at least one, of which each is small enough to stay in the processor's cache."""
    return [slice(begin, begin + EDGES_AT_ONCE) for begin in range(0, max(1, len(edges)), EDGES_AT_ONCE)]


def _heights(source: Column, target: Column, final: Column, states: States) -> Column:
    """The sum of all steady numbers of each state, counted so that none falls: an edge that leaves it changes none.

    Final states lie above all others.
    """
    columns = states.columns()
    falls = rises = np.zeros(len(columns), np.bool_)
    for block in _blocks(source):
        before, to = source[block], target[block]
        after = np.where(final[to], before, to)
        change = columns.take(after, axis=1) - columns.take(before, axis=1)
        falls = falls | (change.min(axis=1, initial=0) < 0)
        rises = rises | (change.max(axis=1, initial=0) > 0)
    height = np.zeros(states.size, np.int64)
    for column, sign in zip(columns, (rises.astype(np.int8) - falls).tolist(), strict=True):
        if sign:
            height += sign * column
    height[final] = height.max() + 1
    return height


def _ranks(numbers: Column) -> Column:
    """Which of the different numbers each is, from the lowest up."""
    numbers = numbers - numbers.min()
    if numbers.max() > _SMALL_TABLE + 4 * len(numbers):
        return np.unique(numbers, return_inverse=True)[1]
    return ((np.bincount(numbers) > 0).cumsum() - 1)[numbers]


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
    order = knot_of.argsort(kind="stable")
    in_order = sizes[order]
    different = np.bincount(sizes).nonzero()[0].tolist()
    return [order[in_order == size].reshape(-1, size) for size in different if size > 1]
