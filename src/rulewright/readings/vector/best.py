"""Best play in float64 where no state comes back: worth from the end backwards, many states at a time.

A place is a state, or what follows a choice within a step. What a place is worth to each side is the
mean over where its dice lead; a decision is worth what its best choice is worth, and the first of
choices that are worth the same is taken. States lie in layers, each of which leads only to later ones.
Within a layer all dice lead to later layers, and a decision only to decisions that were met after it.
"""

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rulewright.readings.vector.column import Array, Unfit
from rulewright.readings.vector.decisions import Decisions
from rulewright.readings.vector.graph import Graph, explore
from rulewright.readings.vector.prune import MetAgain, Reach
from rulewright.readings.vector.run import Call
from rulewright.readings.vector.scc import ordered
from rulewright.readings.vector.shape import constant
from rulewright.rules import Repeat

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing

__all__ = ["best_ends", "worth_of_states"]

_ROUNDING = 1e-12  # what is worth more by less than this is worth the same


class _Met(NamedTuple):
    """Decisions of one side, with equally many choices: where and how likely, and the place after each choice."""

    side: int
    at: Array
    chance: Array
    after: Array  # a row for each of the choices


class _Thrown(NamedTuple):
    """How dice lead from places to states."""

    source: Array
    target: Array
    chance: Array


class _Layer(NamedTuple):
    """How the places of some states lead on: to states that go on, to states that are over, and by decisions."""

    thrown: list[_Thrown]
    met: list[_Met]


def best_ends(pricing: "Pricing[Any]", repeat: Repeat[Any, Any, Any], call: Call) -> tuple[list[Any], list[float]]:
    """Where a repeated step ends if every side follows its aim, with the chance of each end."""
    spent = pricing.budget.spent
    try:
        graph, decisions, frontiers = _explored(pricing, repeat, call, leaving_out=True)
    except MetAgain:
        pricing.budget.spent = spent
        graph, decisions, frontiers = _explored(pricing, repeat, call, leaving_out=False)
    layers = _in_layers(graph, decisions, frontiers)
    final = np.arange(graph.going, graph.states.size)
    ends = graph.states.values(final.tolist())
    worth = _worth_of_ends(repeat, ends, graph, decisions)
    taken = [_choices_taken(layer, worth) for layer in reversed(layers)]
    mass = np.zeros(worth.shape[1])
    mass[graph.starts] = 1.0
    for layer in layers:
        for met, after in zip(layer.met, taken.pop(), strict=True):
            mass[after] = mass[met.at] * met.chance
        for source, target, chance in layer.thrown:
            np.add.at(mass, target, mass[source] * chance)
    reached = mass[final] > 0
    return [end for end, is_reached in zip(ends, reached, strict=True) if is_reached], mass[final][reached].tolist()


def worth_of_states(pricing: "Pricing[Any]", repeat: Repeat[Any, Any, Any], call: Call) -> dict[Any, tuple[float, ...]]:
    """What every state that can be reached is worth to each side, if every side follows its aim."""
    graph, decisions, frontiers = _explored(pricing, repeat, call, leaving_out=False)
    states = graph.states.values(range(graph.states.size))
    worth = _worth_of_ends(repeat, states[graph.going :], graph, decisions)
    for layer in reversed(_in_layers(graph, decisions, frontiers)):
        _choices_taken(layer, worth)
    return dict(zip(states, map(tuple, worth[:, : len(states)].T.tolist()), strict=True))


def _worth_of_ends(repeat: Repeat[Any, Any, Any], ends: list[Any], graph: Graph, decisions: Decisions) -> Array:
    """For each side what every place is worth to it, of which as yet only the ends are known."""
    worth = np.zeros((len(repeat.aims), graph.states.size + decisions.places))
    for side, aim in enumerate(repeat.aims.values()):
        worth[side, graph.going : graph.states.size] = [float(aim(end)) for end in ends]
    return worth


def _explored(
    pricing: "Pricing[Any]", repeat: Repeat[Any, Any, Any], call: Call, leaving_out: bool
) -> tuple[Graph, Decisions, list[int] | None]:
    """All states with every decision left open, and the first state of each frontier if no state is met in two."""
    (state, *context), kwargs = call
    decisions = Decisions(tuple(repeat.aims))
    reach = Reach(decisions) if leaving_out else None
    further = constant((tuple(context), tuple(kwargs.items())))
    tables, budget = pricing.tables, pricing.budget
    graph = explore(repeat, [state], (further, []), tables, budget, exact=False, decisions=decisions, reach=reach)
    return graph, decisions, None if reach is None else reach.frontiers


def _choices_taken(layer: _Layer, worth: Array) -> list[Array]:
    """For each decision of a layer the place after the best choice; what its places are worth is filled in."""
    for values in worth:
        for source, target, chance in layer.thrown:
            np.add.at(values, source, values[target] * chance)
    taken = []
    for met in reversed(layer.met):
        own = worth[met.side, met.after]
        good_enough = own + _ROUNDING * np.maximum(1.0, abs(own)) >= own.max(axis=0)
        after = met.after[good_enough.argmax(axis=0), np.arange(len(met.at))]
        for values in worth:
            np.add.at(values, met.at, values[after] * met.chance)
        taken.append(after)
    taken.reverse()
    return taken


def _in_layers(graph: Graph, decisions: Decisions, frontiers: list[int] | None) -> list[_Layer]:
    """The layers in order of play; frontiers of exploring are layers if no state is met in two of them."""
    states = graph.states.size

    def place_of(row: Array) -> Array:
        return np.where(row < 0, states - 1 - row, row)

    source = place_of(graph.source)
    met = [_Met(one.side, place_of(one.row), one.chance, states + one.places()) for one in decisions.met]
    state_of = np.arange(states + decisions.places, dtype=np.int32)
    for one in met:
        state_of[one.after] = state_of[one.at]
    if frontiers is None:
        layer, count = _layers_of_states(state_of[source], graph)
    else:
        layer, count = np.searchsorted(frontiers, np.arange(states), side="right") - 1, len(frontiers)
    layer = layer.astype(np.min_scalar_type(count))  # small numbers sort much quicker
    layers = [_Layer([], []) for _ in range(count)]
    for part in (slice(graph.inner), slice(graph.inner, None)):
        layer_of = layer[state_of[source[part]]]
        edges = [source[part], graph.target[part], graph.weight[part]]
        if (layer_of[1:] < layer_of[:-1]).any():
            in_order = layer_of.argsort(kind="stable")
            layer_of, *edges = [column[in_order] for column in (layer_of, *edges)]
        bounds = np.searchsorted(layer_of, np.arange(count + 1, dtype=layer.dtype)).tolist()
        for own, (begin, end) in zip(layers, pairwise(bounds), strict=True):
            own.thrown.append(_Thrown(*[column[begin:end] for column in edges]))
    for one in met:
        layer_of = layer[state_of[one.at]]
        for number in np.unique(layer_of).tolist():
            here = layer_of == number
            layers[number].met.append(_Met(one.side, one.at[here], one.chance[here], one.after[:, here]))
    return layers


def _layers_of_states(source: Array, graph: Graph) -> tuple[Array, int]:
    """The layer of each state, of which each leads only to later ones, and how many there are."""
    order = ordered(source[: graph.inner], graph.target[: graph.inner], graph.states.columns(graph.going))
    if len(order.inside):
        raise Unfit("states that come back to one another")
    return order.layer, order.layers
