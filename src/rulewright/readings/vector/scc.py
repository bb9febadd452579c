"""The order of play in a graph of states: sccs of states that can come back to one another, in layers.

Each layer leads only to later ones. Most states are put in order by a number that never grows, or never
falls; sccs are looked for only where no number changes.
"""

from typing import NamedTuple

import numpy as np

from rulewright.readings.paths.chain import sccs
from rulewright.readings.vector.column import Array

__all__ = ["EDGES_AT_ONCE", "Order", "ordered", "small_numbers"]

_SMALL_BUNDLE = 12
EDGES_AT_ONCE = 1 << 16
"""So that what is worked out on the way stays in the processor's cache."""
_SMALL_TABLE = 1 << 12


class Order(NamedTuple):
    """The layer of each state, how many layers there are, and the sccs of each size above one, in rows by layer.

    `inside` are the edges that lead from a state to itself, or to another of its scc.
    """

    layer: Array
    layers: int
    tangled: list[Array]
    inside: Array


def ordered(source: Array, target: Array, columns: Array, small: int = _SMALL_BUNDLE) -> Order:
    """Layers of which each leads only to later ones, but for the edges inside of a scc.

    A number of the states that never grows, or never falls, orders most of them: edges that change
    any such number cannot be part of a scc. SCCs are looked for only among the other edges. Bundles
    of states that these connect, if all are `small`, are taken for sccs as they are.
    """
    states = columns.shape[1]
    if not states:
        return Order(np.zeros(0, np.int64), 0, [], np.zeros(0, np.int64))
    height = _heights(source, target, columns)
    unchanged = [height.take(source[block]) == height.take(target[block]) for block in _blocks(source)]
    level = np.concatenate(unchanged).nonzero()[0]
    before, after = source[level], target[level]
    leaves = before != after
    tied, to, depth = _without_sccs(before[leaves], after[leaves], states)
    scc_of = np.arange(states)
    if len(tied):
        _tie(scc_of, tied, to)
        if np.bincount(scc_of).max() > small:
            scc_of = _sccs_between(tied.tolist(), to.tolist(), depth)
        deepest = depth.copy()
        np.maximum.at(deepest, scc_of, depth)
        depth = deepest[scc_of]
    layer = _ranks(height * (int(depth.max()) + 1) + depth)
    inside = level[scc_of[before] == scc_of[after]]
    return Order(layer, int(layer.max()) + 1, _by_size(scc_of, layer), inside)


def _blocks(edges: Array) -> list[slice]:
    """Edges in blocks, at least one, of which each is small enough to stay in the processor's cache."""
    return [slice(begin, begin + EDGES_AT_ONCE) for begin in range(0, max(1, len(edges)), EDGES_AT_ONCE)]


def _heights(source: Array, target: Array, columns: Array) -> Array:
    """The sum of all steady numbers of each state, counted so that none falls: an edge that leaves it changes none."""
    falls = rises = np.zeros(len(columns), np.bool_)
    for block in _blocks(source):
        change = columns.take(target[block], axis=1) - columns.take(source[block], axis=1)
        falls = falls | (change.min(axis=1, initial=0) < 0)
        rises = rises | (change.max(axis=1, initial=0) > 0)
    height = np.zeros(columns.shape[1], np.int64)
    for column, sign in zip(columns, (rises.astype(np.int8) - falls).tolist(), strict=True):
        if sign:
            height += sign * column
    return height


def _ranks(numbers: Array) -> Array:
    """Which of the different numbers each is, from the lowest up."""
    numbers = numbers - numbers.min()
    if numbers.max() > _SMALL_TABLE + 4 * len(numbers):
        return np.unique(numbers, return_inverse=True)[1]
    return ((np.bincount(numbers) > 0).cumsum() - 1)[numbers]


def _without_sccs(source: Array, target: Array, size: int) -> tuple[Array, Array, Array]:
    """Take away, round after round, the edges from states that nothing leads to; how deep their targets lie."""
    depth = np.zeros(size, np.int64)
    waiting_for = np.bincount(target, minlength=size)
    while (free := waiting_for[source] == 0).any():
        np.maximum.at(depth, target[free], depth[source[free]] + 1)
        waiting_for -= np.bincount(target[free], minlength=size)
        source, target = source[~free], target[~free]
    return source, target, depth


def _tie(scc_of: Array, source: Array, target: Array) -> None:
    """Tie together whatever edges connect, in any direction. A small bundle need not be a scc to be solved as one."""
    while (scc_of[source] != scc_of[target]).any():
        first = np.minimum(scc_of[source], scc_of[target])
        np.minimum.at(scc_of, source, first)
        np.minimum.at(scc_of, target, first)
        scc_of[:] = scc_of[scc_of]


def _sccs_between(source: list[int], target: list[int], depth: Array) -> Array:
    """The sccs that these edges make; what a scc leads to lies deeper than all of its states."""
    leads_to: dict[int, list[int]] = {state: [] for state in target}
    for one, other in zip(source, target, strict=True):
        leads_to.setdefault(one, []).append(other)
    deep = dict(zip(leads_to, depth[list(leads_to)].tolist(), strict=True))
    beginnings, root = list(leads_to), -1
    scc_of = np.arange(len(depth))
    for scc in list(sccs(root, lambda at: beginnings if at == root else leads_to[at]))[-2::-1]:
        deepest = max([deep[state] for state in scc])
        members = set(scc)
        for state in scc:
            for other in leads_to[state]:
                if deep[other] <= deepest and other not in members:
                    deep[other] = deepest + 1
        if len(scc) > 1:
            scc_of[list(scc)] = scc[0]
    depth[list(deep)] = list(deep.values())
    return scc_of


def _by_size(scc_of: Array, layer: Array) -> list[Array]:
    """The sccs of more than one state: for each size a table with a row for each scc, in the order of layers."""
    sizes = np.bincount(scc_of)[scc_of]
    tangled = (sizes > 1).nonzero()[0]
    tangled = tangled[scc_of[tangled].argsort(kind="stable")]
    tangled = tangled[small_numbers(layer[tangled]).argsort(kind="stable")]
    in_order = sizes[tangled]
    different = np.bincount(in_order).nonzero()[0].tolist()
    return [tangled[in_order == size].reshape(-1, size) for size in different]


def small_numbers(numbers: Array) -> Array:
    """The same numbers, none below zero, in as few bytes as they need: small ones sort much quicker."""
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))
