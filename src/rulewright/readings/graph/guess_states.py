"""Guesses all states of a repeated step, and builds its graph in columns without a search for them.

In most duels numbers such as hit points fall from the start to zero, and play reaches nearly everything in between. So
all states between the start and zero are stepped on together. Chance flows only to those that play reaches: the
others are in the graph, but in no answer.
"""

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.graph.columns import GOES_ON, end_and_shape, joined_edges, rules_of
from rulewright.readings.graph.graph import Graph
from rulewright.readings.paths.bad_rule import comes_from_rule
from rulewright.readings.vector.column import Array
from rulewright.readings.vector.run import AnswerTables, Ran, joined, run_columns
from rulewright.readings.vector.shape import Shape, settled, take_apart
from rulewright.readings.vector.states import Edges, States
from rulewright.readings.watchdog import stopped_after
from rulewright.rules import BadRule, Repeat

_MOST_STATES = 2_048  # more are nearly as fast frontier after frontier
_LAST_MET = 8
_LONGEST = 0.25  # seconds


def guess(
    repeat: Repeat[Any, Any, Any],
    met: Sequence[Any],
    context: Shape,
    tables: AnswerTables,
    budget: Budget,
    exact: bool,
) -> Graph | None:
    """The graph of all states between the start and zero; None if that is a wrong guess, or has too many states.

    `met` are some states that play reaches, the start first; a number that is the same in the last of them is taken
    never to change. If the rule fails at any state, in any way, the guess is wrong: play may never come to that state.
    If it does, the rule fails again when its states are explored. An error raised outside any rule is a fault of the
    engine, and is raised here too.
    """
    start: list[Any] = []
    shape = take_apart(met[0], start)
    rows = [start]
    for state in met[-_LAST_MET:]:
        numbers: list[Any] = []
        if take_apart(state, numbers) == shape and not repeat.until(state):
            rows.append(numbers)
    ranges = [_between(own) for own in zip(*rows, strict=True)]
    if not 1 < prod(map(len, ranges)) <= _MOST_STATES:
        return None
    spent = budget.spent
    try:
        with stopped_after(_LONGEST):
            return _graph_of(repeat, shape, start, ranges, context, tables, budget, exact)
    except (Unfit, BadRule, OverBudget):
        pass
    except Exception as error:
        if not comes_from_rule(error):
            raise
    budget.spent = spent
    return None


def _between(numbers: Sequence[int]) -> range:
    """The numbers from the first to zero, or none if others are met; only the first if all are equal."""
    first, low, high = numbers[0], min(numbers), max(numbers)
    if low == high:
        return range(first, first + 1)
    between = range(2) if type(first) is bool else range(min(0, first), max(0, first) + 1)
    return between if low in between and high in between else range(0)


def _graph_of(
    repeat: Repeat[Any, Any, Any],
    shape: Shape,
    start: list[Any],
    ranges: list[range],
    context: Shape,
    tables: AnswerTables,
    budget: Budget,
    exact: bool,
) -> Graph:
    """The graph of all states whose numbers lie in these ranges; raises `Unfit` if play goes on outside of them."""
    sizes, lows = [len(numbers) for numbers in ranges], [numbers.start for numbers in ranges]
    varying = [at for at, size in enumerate(sizes) if size > 1]
    known = settled(shape, iter([None if at in varying else number for at, number in enumerate(start)]))
    rows = np.indices(sizes).reshape(len(sizes), -1) + np.array(lows)[:, None]
    columns = [rows[at].astype(np.bool_) if type(start[at]) is bool else rows[at] for at in varying]
    number = np.full(rows.shape[1], -1)  # of each state from which play goes on

    def is_over(_: Any, state: Any) -> bool:
        return bool(repeat.until(state))

    for ran in run_columns(is_over, tables, known, columns, np.arange(len(number)), exact):
        number[ran.row[~ran.columns[0]]] = 0
    going = (number == 0).nonzero()[0]
    number[going] = labels = np.arange(len(going))
    columns = [column.take(going) for column in columns]
    onward: list[Ran] = []
    ending: dict[Shape, list[Ran]] = {}
    _, advance = rules_of(repeat)
    for ran in run_columns(advance, tables, (tuple, known, context), columns, labels, exact):
        budget.spend(len(ran.row))
        end, own_shape = end_and_shape(ran.shape)
        if end == GOES_ON and own_shape != shape:
            raise Unfit("a state of another shape than the start")
        (onward if end == GOES_ON else ending.setdefault(own_shape, [])).append(ran)
    inner = joined(onward)
    states, ends = States(), States()
    states.add_all(shape, rows.take(going, axis=1))
    edges = [Edges(inner.row, number.take(_packed(inner.columns, lows, sizes)), inner.weight, inner.total)]
    for own_shape, parts in ending.items():
        ran = joined(parts)
        target, _, _ = ends.numbers_of(own_shape, ran.columns, len(ran.row))
        edges.append(Edges(ran.row, target + len(going), ran.weight, ran.total))
    states.append(ends)
    begin = number.take(_packed([np.array([one]) for one in start], lows, sizes))
    return Graph(states, begin, len(going), *joined_edges(edges, np.intp), len(inner.row))


def _packed(columns: list[Array], lows: list[int], sizes: list[int]) -> Array:
    """The index of each state among the guessed ones; raises `Unfit` if one is not among them."""
    from_zero = [column - low if low else column for column, low in zip(columns, lows, strict=True)]
    try:
        return np.ravel_multi_index(from_zero, sizes)
    except ValueError:
        raise Unfit("a step that leads out of the guessed states") from None
