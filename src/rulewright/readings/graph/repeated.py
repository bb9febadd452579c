"""Where a repeated step goes: few states path by path, many in columns; a step unfit for columns path by path."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.readings.graph.chain import Flow, TooMany, explored, flow_of_chain
from rulewright.readings.graph.path_size import PathSize
from rulewright.rules import NEVER_ENDS, Repeat

if TYPE_CHECKING:
    from rulewright.readings.graph.graph import Graph
    from rulewright.readings.odds import Pricing
    from rulewright.readings.vector.run import Call

FEW_EDGES = 600  # between states: up to this many are faster path by path


def flow_of(pricing: "Pricing[Any]", repeat: Repeat[Any, Any, Any], call: "Call") -> Flow:
    """Where a repeated step without open decisions goes: in whole numbers, or in float64 unless it is small."""
    (start, *context), kwargs = call
    exactly = pricing.in_fractions()
    step = exactly.step(repeat, tuple(context), kwargs)

    def over(state: Any) -> bool:
        return state is NEVER_ENDS or repeat.until(state)  # a step may use another repeated step

    spent = pricing.budget.spent
    try:
        return flow_of_chain(explored(start, step, over, FEW_EDGES))
    except TooMany as many:
        met = many.met
        pricing.budget.spent = spent
        pricing.share_priced(exactly)
    flow = pricing.in_columns(lambda _: _flow_of_graph(columns_of(pricing, repeat, call, met), pricing.exact))
    if flow is not None:
        return flow
    chain = explored(start, step, over, size=PathSize(pricing.budget))
    if pricing.exact:
        return flow_of_chain(chain)
    from rulewright.readings.graph.graph import graph_of_chain  # imports numpy, which a single roll does not need

    return _flow_of_graph(graph_of_chain(chain), exact=False)


def columns_of(
    pricing: "Pricing[Any]", repeat: Repeat[Any, Any, Any], call: "Call", met: Sequence[Any] = ()
) -> "Graph":
    """The graph of a repeated step, built in columns; `met` are some of its states, the start first."""
    from rulewright.readings.graph.columns import explore
    from rulewright.readings.graph.guess_states import guess
    from rulewright.readings.vector.shape import constant

    (start, *context), kwargs = call
    further = constant((tuple(context), tuple(kwargs.items())))
    known = pricing.tables, pricing.budget, pricing.exact
    guessed = guess(repeat, met, further, *known) if met else None
    return explore(repeat, [start], (further, []), *known) if guessed is None else guessed


def _flow_of_graph(graph: "Graph", exact: bool) -> Flow:
    from rulewright.readings.graph import exact_flow, flow

    return exact_flow.exact_flow(graph) if exact else flow.float_flow(graph)
