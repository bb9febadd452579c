"""Best play in float64 where no state comes back: worth from the end backwards, many states at a time.

A place is a state, or what follows a choice within a step. What a place is worth to each side is the
mean over where its dice lead; a decision is worth what its best choice is worth, and the first of
choices that are worth the same is taken. Places are worked through moment by moment: those of one
moment lead only to places of later moments.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rulewright.readings.absorb import ordered
from rulewright.readings.decisions import Decisions
from rulewright.readings.graph import Graph, explore
from rulewright.readings.lane import Column, Unfit
from rulewright.readings.lanes import Call
from rulewright.rules import Repeat

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing

__all__ = ["best_ends"]

_ROUNDING = 1e-12  # what is worth more by less than this is worth the same
_NOTHING = -1


class _Play(NamedTuple):
    """How places lead on, in order of play; `bounds` say where each moment begins, of edges and of decisions."""

    places: int
    source: Column  # edges: by dice from a place to a state
    target: Column
    chance: Column
    edge_bounds: list[int]
    met_at: Column  # decisions: met at a place, with some chance, by a side
    met_chance: Column
    side: Column
    after: Column  # the place after each choice, in rows; nothing where there are fewer choices
    decision_bounds: list[int]


def best_ends(pricing: "Pricing[Any]", repeat: Repeat[Any, Any, Any], call: Call) -> tuple[list[Any], list[float]]:
    """Where a repeated step ends if every side follows its aim, with the chance of each end."""
    (state, *context), kwargs = call
    decisions = Decisions(tuple(repeat.aims))
    graph = explore(
        repeat, [state], [(tuple(context), kwargs)], pricing.tables, pricing.budget, exact=False, decisions=decisions
    )
    play = _in_order(graph, decisions)
    final = graph.over.nonzero()[0]
    ends = graph.states.values(final.tolist())
    worth = np.zeros((len(repeat.aims), play.places))
    for side, aim in enumerate(repeat.aims.values()):
        worth[side, final] = [float(aim(end)) for end in ends]
    taken = _choices_taken(play, worth)
    mass = np.zeros(play.places)
    mass[graph.starts] = 1.0
    for moment in range(len(play.edge_bounds) - 1):
        met = slice(play.decision_bounds[moment], play.decision_bounds[moment + 1])
        np.add.at(mass, taken[met], mass[play.met_at[met]] * play.met_chance[met])
        here = slice(play.edge_bounds[moment], play.edge_bounds[moment + 1])
        np.add.at(mass, play.target[here], mass[play.source[here]] * play.chance[here])
    reached = mass[final] > 0
    return [end for end, is_reached in zip(ends, reached, strict=True) if is_reached], mass[final][reached].tolist()


def _choices_taken(play: _Play, worth: Column) -> Column:
    """For each decision the place after the best choice; the worth of all places is filled in on the way."""
    taken = np.zeros(len(play.met_at), np.int64)
    for moment in reversed(range(len(play.edge_bounds) - 1)):
        here = slice(play.edge_bounds[moment], play.edge_bounds[moment + 1])
        met = slice(play.decision_bounds[moment], play.decision_bounds[moment + 1])
        after = play.after[met]
        own, exists = worth[play.side[met, None], after], after != _NOTHING
        best = own.max(axis=1, keepdims=True, where=exists, initial=-np.inf)
        good_enough = exists & (own + _ROUNDING * np.maximum(1.0, abs(own)) >= best)
        taken[met] = after[np.arange(len(after)), good_enough.argmax(axis=1)]
        for values in worth:
            np.add.at(values, play.source[here], values[play.target[here]] * play.chance[here])
            np.add.at(values, play.met_at[met], values[taken[met]] * play.met_chance[met])
    return taken


def _in_order(graph: Graph, decisions: Decisions) -> _Play:
    """Places numbered states first, and everything sorted by the moment at which its place is played."""
    states = graph.states.size
    places = states + decisions.places

    def place_of(row: Column) -> Column:
        return np.where(row < 0, states - 1 - row, row)

    state_of = np.arange(places, dtype=np.int32)
    depth = np.zeros(places, np.int32)  # how many choices into its step a place lies
    most = max((met.choices for met in decisions.met), default=1)
    after, met_at = [np.zeros((0, most), np.int64)], [np.zeros(0, np.int64)]
    for met in decisions.met:
        met_at.append(place_of(met.row))
        following = states + met.places()
        state_of[following], depth[following] = state_of[met_at[-1]], depth[met_at[-1]] + 1
        after.append(np.full((len(met.row), most), _NOTHING))
        after[-1][:, : met.choices] = following.T
    source = place_of(graph.source)
    order = ordered(state_of[source], graph.target, graph.over, graph.states)
    if len(order.inside):
        raise Unfit("states that come back to one another")
    deepest = int(depth.max()) + 1
    moment = (order.layer[state_of] * deepest + depth).astype(np.int32)
    moments = np.arange(order.layers * deepest + 1)
    by_edge = np.argsort(moment[source], kind="stable")
    all_met_at = np.concatenate(met_at)
    by_decision = np.argsort(moment[all_met_at], kind="stable")
    chance = [np.zeros(0), *(met.chance for met in decisions.met)]
    side = [np.zeros(0, np.int64), *(np.full(len(met.row), met.side) for met in decisions.met)]
    return _Play(
        places,
        source[by_edge],
        graph.target[by_edge],
        graph.weight[by_edge],
        np.searchsorted(moment[source[by_edge]], moments).tolist(),
        all_met_at[by_decision],
        np.concatenate(chance)[by_decision],
        np.concatenate(side)[by_decision],
        np.concatenate(after)[by_decision],
        np.searchsorted(moment[all_met_at[by_decision]], moments).tolist(),
    )
