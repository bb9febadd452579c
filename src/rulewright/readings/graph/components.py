"""The order of play in a graph of states.

States lie in layers, each of which leads only to later ones. States that can come back to one another
(a strongly connected component, SCC) share a layer, as a block. A block is opened at a few of its states,
its cuts: without the edges that lead to a cut it has no cycle, and its states lie in stages.

Most states are put in order by a number that never grows, or never falls; cycles are looked for only
among the edges that change no such number.
"""

from typing import NamedTuple

import numpy as np

from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.graph.chain import sccs
from rulewright.readings.vector.column import SMALL_TABLE, Array

EDGES_AT_ONCE = 1 << 16
"""The size of a block of edges, so that intermediate arrays stay in the processor's cache."""
_FEW_CUTS = 8
_MOST_CUTS = 1_024


class Order(NamedTuple):
    """The order of play.

    Every edge leads to a later stage, and to a later layer unless it is `inside` of a block, but for edges
    to a cut of the same block. `block` is a number that the states of a block share, `cut` the place of a
    state among the cuts of its block, or -1.
    """

    layer: Array
    layers: int
    stage: Array
    block: Array
    cut: Array
    inside: Array


def ordered(
    source: Array,
    target: Array,
    columns: Array,
    largest: int | None = None,
    all_cuts: bool = False,
    small: int = 0,
) -> Order:
    """The order of play of states whose numbers are `columns`.

    States connected by edges that change no monotone number form a block if it needs few cuts, or has at most `largest`
    states. Otherwise the SCCs among them are the blocks. With `all_cuts` each state of an SCC is a cut. If no block has
    more than `small` states they are not opened: there are no stages and no cuts.
    """
    states = columns.shape[1]
    nothing = np.zeros(0, np.int64)
    if not states:
        return Order(nothing, 0, nothing, nothing, nothing, nothing)
    height = _heights(source, target, columns)
    unchanged = [height.take(source[block]) == height.take(target[block]) for block in _blocks(source)]
    level = np.concatenate(unchanged).nonzero()[0].astype(np.int32, copy=False)
    del unchanged
    before, after = source[level], target[level]
    moves = before != after
    depth, closed = _peeled(before[moves], after[moves], states)
    in_cycle = closed[before] & moves
    tied, to = before[in_cycle], after[in_cycle]
    block = np.arange(states)
    is_cut = np.zeros(states, np.bool_)
    stage = np.zeros(states, np.int64)
    opened = not small
    if len(tied):
        _tie(block, tied, to)
        most = int(np.bincount(block).max())
        opened = most > small
        fits = largest is None or most <= largest
        if opened and (not fits or all_cuts or not _opened(block, is_cut, tied, to, _FEW_CUTS)):
            is_cut[:] = False
            block = _sccs_between(tied.tolist(), to.tolist(), depth)
            same = block[tied] == block[to]
            tied, to = tied[same], to[same]
            if all_cuts:
                is_cut[to] = True
            if largest is None and not _opened(block, is_cut, tied, to, _MOST_CUTS):
                raise Unfit("states that come back to one another in too many ways")
        deepest = depth.copy()
        np.maximum.at(deepest, block, depth)
        depth = deepest[block]
        if opened and largest is None:
            onward = ~is_cut[to]
            stage, _ = _peeled(tied[onward], to[onward], states)
    layer = ranks(height * (int(depth.max()) + 1) + depth)
    inside = level[block[before] == block[after]]
    if not opened:
        return Order(layer, int(layer.max()) + 1, nothing, block, nothing, inside)
    is_cut[before[~moves]] = True
    stage = ranks(layer * (int(stage.max()) + 1) + stage)
    return Order(layer, int(layer.max()) + 1, stage, block, _numbered(block, is_cut), inside)


def _blocks(edges: Array) -> list[slice]:
    """Edges in blocks, at least one, of which each is small enough to stay in the processor's cache."""
    return [slice(begin, begin + EDGES_AT_ONCE) for begin in range(0, max(1, len(edges)), EDGES_AT_ONCE)]


def _heights(source: Array, target: Array, columns: Array) -> Array:
    """Potential of each state: the signed sum of the numbers that only ever rise, or only ever fall."""
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


def ranks(numbers: Array) -> Array:
    """The rank of each number among the distinct ones, from the lowest up."""
    if not len(numbers):
        return numbers
    numbers = numbers - numbers.min()
    if numbers.max() > SMALL_TABLE + 4 * len(numbers):
        return np.unique(numbers, return_inverse=True)[1]
    return ((np.bincount(numbers) > 0).cumsum() - 1)[numbers]


def ranges(begins: Array, counts: Array) -> Array:
    """Consecutive numbers from each beginning, the given count of each."""
    ends = counts.cumsum()
    found: Array = np.arange(int(ends[-1]) if len(ends) else 0) + (begins - ends + counts).repeat(counts)
    return found


def _peeled(source: Array, target: Array, size: int) -> tuple[Array, Array]:
    """The depth of each state, level by level from those that nothing leads to; and which lie in or behind a cycle."""
    targets = target[source.argsort(kind="stable")]
    counts = np.bincount(source, minlength=size)
    begins = counts.cumsum() - counts
    waiting_for = np.bincount(target, minlength=size)
    depth = np.zeros(size, np.int64)
    level = (waiting_for == 0).nonzero()[0]
    deep = 0
    while len(level):
        deep += 1
        reached = targets[ranges(begins[level], counts[level])]
        depth[reached] = deep
        np.subtract.at(waiting_for, reached, 1)
        level = reached[waiting_for[reached] == 0]
        if len(level) > 1:
            level.sort()
            level = level[np.append(True, level[1:] != level[:-1])]
    return depth, waiting_for > 0


def _tie(block: Array, source: Array, target: Array) -> None:
    """Joins states that edges connect, in any direction."""
    while (block[source] != block[target]).any():
        first = np.minimum(block[source], block[target])
        np.minimum.at(block, source, first)
        np.minimum.at(block, target, first)
        block[:] = block[block]


def _opened(block: Array, is_cut: Array, source: Array, target: Array, most: int) -> bool:
    """Chooses cuts, most incoming edges first, until no cycle is left; false if a block needs too many."""
    states = len(block)
    if _are_pairs(source, target, states):
        is_cut[np.minimum(source, target)] = True
        return True
    while len(source):
        behind, before = (_peeled(*edges, states)[1] for edges in ((source, target), (target, source)))
        left = behind[source] & before[target]
        source, target = source[left], target[left]
        if not len(source):
            return True
        part = np.arange(states)
        _tie(part, source, target)
        often = np.bincount(target, minlength=states) * states + np.arange(states)[::-1]
        most_often = np.zeros(states, np.int64)
        np.maximum.at(most_often, part, often)
        chosen = often[target] == most_often[part[target]]
        is_cut[target[chosen]] = True
        if int(np.bincount(block[is_cut]).max()) > most:
            return False
        left = ~is_cut[target]
        source, target = source[left], target[left]
    return True


def _are_pairs(source: Array, target: Array, states: int) -> bool:
    """Whether each edge has exactly one that leads back, as when two sides miss in turn."""
    back = np.full(states, -1)
    back[source] = target
    return len(source) == np.count_nonzero(back >= 0) and bool((back[target] == source).all())


def _numbered(block: Array, is_cut: Array) -> Array:
    """The place of each cut among those of its block; -1 for other states."""
    cut = np.full(len(block), -1)
    cuts = is_cut.nonzero()[0]
    if len(cuts):
        cuts = cuts[block[cuts].argsort(kind="stable")]
        own = block[cuts]
        begins = np.append(True, own[1:] != own[:-1]).nonzero()[0]
        counts = np.diff(np.append(begins, len(cuts)))
        cut[cuts] = np.arange(len(cuts)) - begins.repeat(counts)
    return cut


def _sccs_between(source: list[int], target: list[int], depth: Array) -> Array:
    """The SCCs that these edges make; states that an SCC leads to lie deeper than all of its own."""
    leads_to: dict[int, list[int]] = {state: [] for state in target}
    for one, other in zip(source, target, strict=True):
        leads_to.setdefault(one, []).append(other)
    deep = dict(zip(leads_to, depth[list(leads_to)].tolist(), strict=True))
    beginnings, root = list(leads_to), -1
    block = np.arange(len(depth))
    for scc in list(sccs(root, lambda at: beginnings if at == root else leads_to[at]))[-2::-1]:
        deepest = max([deep[state] for state in scc])
        members = set(scc)
        for state in scc:
            for other in leads_to[state]:
                if deep[other] <= deepest and other not in members:
                    deep[other] = deepest + 1
        if len(scc) > 1:
            block[list(scc)] = scc[0]
    depth[list(deep)] = list(deep.values())
    return block


def small_numbers(numbers: Array) -> Array:
    """The same numbers, none below zero, in the smallest integer type: small ones sort much faster."""
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))
