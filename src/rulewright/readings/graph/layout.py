"""A graph with decisions in the order of play: rows by layer, edges and decisions by stage.

A row is a state, or the place after a choice within a step. Layers lead only to later ones; inside a layer, edges that
lead to a cut go to a slot of its own (see `order`).
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.graph.components import Order, ordered, ranges, small_numbers
from rulewright.readings.graph.graph import Graph
from rulewright.readings.vector.column import Array
from rulewright.readings.vector.decisions import Decisions

_MOST_NUMBERS = 1 << 28  # of 8 bytes each, for the rows of all states


class Stage(NamedTuple):
    """Rows and decisions that are computed together: slices of decisions, of their choices, of edges, and of rows."""

    decisions: slice
    choices: slice
    edges: slice
    rows: slice


class GraphLayout:
    """The arrays of a graph in the order of play."""

    def __init__(self, graph: Graph, decisions: Decisions, budget: Budget, all_cuts: bool) -> None:
        self.graph = graph
        self._sides = range(len(decisions.sides))
        self._deciders = sorted({met.side for met in decisions.met})  # the other sides decide nothing
        self._budget = budget
        self._all_cuts = all_cuts
        rows = graph.states.size + decisions.places
        at = [row_of(met.row, graph.states.size) for met in decisions.met]
        after = [(graph.states.size + met.places()).astype(np.int32) for met in decisions.met]
        self._state_of, depth = _within_steps(rows, at, after)
        self._put_in_order(graph, decisions, at, after, depth)

    def _put_in_order(
        self, graph: Graph, decisions: Decisions, at: list[Array], after: list[Array], depth: Array
    ) -> None:
        inner, states, rows = graph.inner, graph.states.size, len(self._state_of)
        source = row_of(graph.source, states)
        order = self._order = ordered(
            self._state_of[source[:inner]],
            graph.target[:inner],
            graph.states.columns(graph.going),
            all_cuts=self._all_cuts,
        )
        self._cuts = int(order.cut.max(initial=-1)) + 1
        width = len(self._sides) + (self._cuts + 1 if self._cuts else 0)
        if rows * width > _MOST_NUMBERS:
            size = f"{rows:,} rows of {width} numbers, {rows * width * 8 / 1e9:.1f} GB"
            raise OverBudget(self._budget, f"{_MOST_NUMBERS * 8 / 1e9:.1f} GB; {size} were needed")
        deepest = int(depth.max(initial=0)) + 1
        over = order.layers  # final states lie behind all layers
        state_of = np.minimum(self._state_of, graph.going)
        layer_of = small_numbers(np.append(order.layer, over))[state_of]
        stage = np.append(order.stage, 0).astype(np.int32)[state_of] * np.int32(deepest) + depth
        # Rows by layer; edges out of a layer by layer; those that stay in it, and decisions, by stage.
        by_layer = layer_of.argsort(kind="stable")
        self._place = np.empty(rows, np.int32)
        self._place[by_layer] = np.arange(rows, dtype=np.int32)
        self._row_bounds = np.searchsorted(layer_of[by_layer], np.arange(over + 1)).tolist()
        layer_of_edge = layer_of.take(source)
        layer_of_edge[order.inside] = over  # behind all layers: loops handle these
        del layer_of, by_layer, state_of  # large, and not needed any more
        out = layer_of_edge.argsort(kind="stable")[: len(source) - len(order.inside)]
        self._out = out.astype(np.int32)
        del out
        self._out_bounds = [0, *np.bincount(layer_of_edge, minlength=over)[:over].cumsum().tolist()]
        del layer_of_edge
        inside = source[order.inside]
        self._row_of_edge = self._place.take(source)
        del source
        every = slice(0, len(self._out))
        self._leaving = np.bincount(*self._out_of_layer(every)[::2], rows) if self._cuts else np.zeros(0)
        self._add_decisions(decisions, at, after, stage, depth)
        self._add_loops(graph, order, inside, stage)

    def _add_decisions(
        self, decisions: Decisions, at: list[Array], after: list[Array], stage: Array, depth: Array
    ) -> None:
        """Adds decisions by stage; their choices one after another."""
        nothing = np.zeros(0, np.int32)
        sizes = [np.full(len(one.row), one.choices, np.int32) for one in decisions.met]
        counts = np.concatenate([nothing, *sizes])
        begins = counts.cumsum() - counts
        choices = np.concatenate([nothing, *[places.T.ravel() for places in after]])
        where = np.concatenate([nothing, *at])
        by_stage = stage[where].argsort(kind="stable")
        self._met_at = by_stage
        self._counts = counts[by_stage]
        self._choice = self._place[choices[ranges(begins[by_stage], self._counts)]]
        self._begins = np.append(0, self._counts.cumsum())
        self._at = self._place[where[by_stage]]
        self._decided_at = where[by_stage]
        chances = [np.broadcast_to(one.chance, len(one.row)) for one in decisions.met]
        self._chance = np.concatenate([np.zeros(0), *chances])[by_stage]
        sides = [np.full(len(one.row), one.side, np.int8) for one in decisions.met]
        self._side = np.concatenate([np.zeros(0, np.int8), *sides])[by_stage]
        self._stage_of_decision = stage[where[by_stage]]
        self._depth = depth[where[by_stage]]
        self.taken = self._begins[:-1].copy()

    def _add_loops(self, graph: Graph, order: Order, source: Array, stage: Array) -> None:
        """Adds the edges inside a layer, from `source`, by stage and row; an edge to a cut leads to its own slot."""
        rows = len(self._state_of)
        cuts = (order.cut >= 0).nonzero()[0]
        cuts = cuts[(order.layer[cuts] * len(order.block) + order.block[cuts]).argsort(kind="stable")]
        self._cut_states, self._cut_number = cuts, order.cut[cuts]
        slot = np.full(graph.going, -1, np.int32)
        slot[cuts] = np.arange(len(cuts), dtype=np.int32)
        # For each row the slot of the first cut of its block.
        self._first_cut = np.zeros(rows if len(cuts) else 0, np.int32)
        if len(cuts):
            first = np.zeros(len(order.block), np.int32)
            first[order.block[cuts[::-1]]] = np.arange(len(cuts))[::-1]
            going = self._state_of < graph.going
            self._first_cut[self._place[going]] = first[order.block[self._state_of[going]]]
        self._cut_bounds = np.searchsorted(order.layer[cuts], np.arange(order.layers + 1)).tolist()
        in_order = np.lexsort((self._place[source], stage[source]))
        inside, source = order.inside[in_order], source[in_order]
        edge_stage, target = stage[source], graph.target[inside]
        self._from, self._weight = self._place[source], graph.weight[inside]
        self._to = np.where(slot[target] >= 0, rows + slot[target], self._place[target]).astype(np.int32)
        new = np.ones(len(inside), np.bool_)
        new[1:] = (self._from[1:] != self._from[:-1]) | (edge_stage[1:] != edge_stage[:-1])
        self._row_begins = new.nonzero()[0]
        stages = np.unique(np.concatenate([edge_stage, self._stage_of_decision]))
        bounds = np.append(stages, stages[-1] + 1 if len(stages) else 0)
        decided = np.searchsorted(self._stage_of_decision, bounds).tolist()
        edges = np.searchsorted(edge_stage, bounds).tolist()
        row = np.searchsorted(self._row_begins, edges).tolist()
        chosen = self._begins[decided].tolist()
        parts = [[slice(*pair) for pair in pairwise(one)] for one in (decided, chosen, edges, row)]
        self._stages = list(map(Stage, *parts))
        layer_of_stage = np.zeros(len(stages), np.intp)
        of_rows = np.searchsorted(stages, edge_stage[self._row_begins])
        layer_of_stage[of_rows] = order.layer[self._state_of[source[self._row_begins]]]
        decided_at = np.searchsorted(stages, self._stage_of_decision)
        layer_of_stage[decided_at] = order.layer[self._state_of[self._decided_at]]
        self._stage_bounds = np.searchsorted(layer_of_stage, np.arange(order.layers + 1)).tolist()
        width = len(self._sides) + (self._cuts + 1 if self._cuts else 0)
        self._slots = np.zeros((rows + len(cuts), width))
        self._slots[rows + np.arange(len(cuts)), len(self._sides) + self._cut_number] = 1.0
        self._x = np.zeros((len(cuts) + self._cuts, len(self._sides)))
        self._side_of_choice = self._side.repeat(self._counts)
        self._cut_of_choice = self._first_cut[self._choice] if len(cuts) else self._first_cut
        self._stays = np.zeros(len(self._slots) if len(cuts) else 0, np.bool_)
        del self._stage_of_decision, self._decided_at

    def _out_of_layer(self, part: slice) -> tuple[Array, Array, Array]:
        """Row, target and weight of a part of the edges out of layers."""
        edges = self._out[part]
        return self._row_of_edge.take(edges), self.graph.target.take(edges), self.graph.weight.take(edges)

    def _decisions_of(self, layer: int) -> slice:
        stages = self._stages[self._stage_bounds[layer] : self._stage_bounds[layer + 1]]
        return slice(stages[0].decisions.start, stages[-1].decisions.stop) if stages else slice(0, 0)

    def _state_rows(self, rows: slice) -> Array:
        """The states among the rows of a layer."""
        if not hasattr(self, "_states_by_place"):
            order = np.argsort(self._place[: self.graph.states.size])
            self._states_by_place = order, self._place[: self.graph.states.size][order]
        states, places = self._states_by_place
        return states[slice(*np.searchsorted(places, [rows.start, rows.stop]).tolist())]


def row_of(label: Array, states: int) -> Array:
    """The row of a label: a state, or below zero the place after a choice."""
    return label if not len(label) or label.min() >= 0 else np.where(label < 0, states - 1 - label, label)


def _within_steps(rows: int, at: list[Array], after: list[Array]) -> tuple[Array, Array]:
    """For each row the state whose step it belongs to, and how many decisions come before it."""
    state_of, depth = np.arange(rows, dtype=np.int32), np.zeros(rows, np.int32)
    for before, places in zip(at, after, strict=True):
        state_of[places] = state_of[before]
        depth[places] = depth[before] + 1
    return state_of, depth
