"""How long a repeated step goes on, for many beginnings at once, in float64: for studies."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from rulewright.readings.absorb import visits
from rulewright.readings.budget import OverBudget
from rulewright.readings.graph import alike, explore, in_columns
from rulewright.readings.lane import Unfit
from rulewright.readings.lanes import Call, run_lanes
from rulewright.readings.odds import Pricing
from rulewright.readings.policy import Undecided
from rulewright.rules import Repeat

__all__ = ["mean_lengths"]


def mean_lengths(
    pricing: Pricing[Any], repeat: Repeat[Any, Any, Any], calls: Sequence[Call], counts: Callable[[Any], bool]
) -> list[float]:
    """For each of the calls of a repeated step the mean number of states on the way that count.

    Raises `Unfit` where that cannot be done in lanes.
    """
    try:
        return _in_lanes(pricing, repeat, calls, counts)
    except (Undecided, OverBudget):
        raise
    except Exception as whatever:  # that lanes cannot do; a mistake in the rule shows again one path at a time
        raise Unfit("a step that cannot be run in lanes") from whatever


def _in_lanes(
    pricing: Pricing[Any], repeat: Repeat[Any, Any, Any], calls: Sequence[Call], counts: Callable[[Any], bool]
) -> list[float]:
    lengths = np.zeros(len(calls))
    contexts = in_columns([(args[1:], tuple(named.items())) for args, named in calls])
    for context, (places, context_columns) in contexts.items():
        starts = [calls[place][0][0] for place in places.tolist()]
        further = alike(context, context_columns)
        graph = explore(repeat, starts, further, pricing.tables, pricing.budget, exact=False, apart=True)
        often = visits(graph)
        for shape, which, (start, *columns) in graph.states.columns_of(np.arange(graph.states.size)):
            labels = np.arange(which.start, which.stop)
            for ran in run_lanes(lambda _, state: counts(state), pricing.tables, shape, columns, labels, exact=False):
                counted = ran.row[ran.columns[0]]
                np.add.at(lengths, places[start[counted - which.start]], often[counted])
    return [float(length) for length in lengths]
