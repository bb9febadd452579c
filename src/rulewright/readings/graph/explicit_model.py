"""A repeated step as an explicit model: states, chances and decisions, for other solvers."""

from typing import TYPE_CHECKING, Any

import numpy as np

from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.graph.best_play import explored_with_decisions
from rulewright.readings.graph.graph import Graph
from rulewright.readings.graph.steps import Steps
from rulewright.readings.policy import Undecided
from rulewright.readings.vector.decisions import Decisions
from rulewright.readings.vector.run import Call
from rulewright.rules import Repeat

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing


Node = tuple[Any, list[list[tuple[float, int]]]]
"""The state, or None within a step, and for each choice the chance of each next node. No choice: play is over."""


def nodes_of(pricing: "Pricing[Any]", repeat: Repeat[Any, Any, Any], call: Call) -> tuple[list[Node], int, set[str]]:
    """Every node that can be reached, the number of the first, and the sides that have something to decide."""
    left_open = pricing.leaving_open(tuple(repeat.aims), exact=False)
    try:
        graph, decisions = explored_with_decisions(left_open, repeat, call, prune=False)
    except (Unfit, Undecided):
        (start, *context), kwargs = call
        graph, decisions = Steps(pricing, repeat, tuple(context), kwargs, tuple(repeat.aims)).graph(start)
    deciding = {decisions.sides[met.side] for met in decisions.met if met.choices > 1}
    return _nodes(graph, decisions), int(graph.starts[0]), deciding


def _nodes(graph: Graph, decisions: Decisions) -> list[Node]:
    """The nodes: states, then the places after each choice, then decisions."""
    size = graph.states.size
    nodes: list[Node] = [(state, []) for state in graph.states.values(range(size))]
    nodes += [(None, []) for _ in range(decisions.places)]
    rows: dict[int, list[tuple[float, int]]] = {}

    def row_of(label: int) -> int:
        return label if label >= 0 else size - 1 - label

    for label, target, weight in zip(graph.source.tolist(), graph.target.tolist(), graph.weight.tolist(), strict=True):
        rows.setdefault(row_of(label), []).append((weight, target))
    for met in decisions.met:
        chances = np.broadcast_to(met.chance, len(met.row)).tolist()
        for label, chance, places in zip(met.row.tolist(), chances, met.places().T.tolist(), strict=True):
            rows.setdefault(row_of(label), []).append((chance, len(nodes)))
            nodes.append((None, [[(1.0, size + place)] for place in places]))
    for row, leads in rows.items():
        together: dict[int, float] = {}
        for chance, target in leads:
            together[target] = together.get(target, 0.0) + chance
        nodes[row] = (nodes[row][0], [[(chance, target) for target, chance in together.items()]])
    return nodes
