"""Means over a repeated step, at its end and on the way, for many starts at once: float64, for studies."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from rulewright.readings.graph.columns import begun, explore
from rulewright.readings.graph.flow import visits
from rulewright.readings.graph.graph import Graph
from rulewright.readings.odds import Pricing
from rulewright.readings.vector.column import Array
from rulewright.readings.vector.run import run_columns
from rulewright.readings.vector.shape import Shape
from rulewright.rules import Repeat

Measure = Callable[..., int]
"""A whole number, or truth value, of a state, given the arguments that stay the same."""


def means_of_many(
    pricing: Pricing[Any],
    repeat: Repeat[Any, Any, Any],
    starts: Sequence[tuple[Any, ...]],
    at_the_end: Sequence[Measure],
    at_last: Sequence[Measure],
    on_the_way: Sequence[Measure],
) -> list[list[float]]:
    """For each start of a repeated step the means of measures, and last the chance that it never ends.

    A start is the state with the step's further arguments. `at_the_end` are taken of final states, `at_last` also of
    those that play cannot leave though they are not final, and `on_the_way` are summed over all others. Raises
    `Unfit` where that cannot be done in columns.
    """
    means = np.zeros((len(at_the_end) + len(at_last) + len(on_the_way) + 1, len(starts)))
    for places, begins, context in begun([(one, {}) for one in starts]):
        graph = explore(repeat, begins, context, pricing.tables, pricing.budget, exact=False, apart=True)
        final, often = visits(graph)
        others = np.delete(np.arange(graph.states.size), final)
        each = ((final[final >= graph.going], at_the_end), (final, at_last), (others, on_the_way))
        summed = [_summed(pricing, graph, context, often, states, one) for states, some in each for one in some]
        means[:, places] = [*summed, _reached(graph, often, final[final < graph.going])]
    found: list[list[float]] = means.T.tolist()
    return found


def _reached(graph: Graph, often: Array, states: Array) -> Array:
    """For each start the chance to reach one of these final states."""
    total = np.zeros(len(graph.starts))
    for _, which, (start, *_) in graph.states.columns_of(states):
        np.add.at(total, start, often[states[which]])
    return total


def _summed(
    pricing: Pricing[Any],
    graph: Graph,
    context: tuple[Shape, list[Array]],
    often: Array,
    states: Array,
    measure: Measure,
) -> Array:
    """For each start the sum of a measure over these states, each as often as it is visited."""
    context_shape, context_columns = context

    def measured(_: Any, given: Any) -> Any:
        state, (args, named) = given
        return measure(state, *args, **dict(named))

    total = np.zeros(len(graph.starts))
    for shape, which, (start, *columns) in graph.states.columns_of(states):
        given = (tuple, shape, context_shape)
        columns += [column[start] for column in context_columns]
        for ran in run_columns(measured, pricing.tables, given, columns, np.arange(len(start)), exact=False):
            (value,) = ran.columns
            np.add.at(total, start[ran.row], value * often[states[which]][ran.row])
    return total
