"""Best play in float64 on a graph: values from the end backwards, a layer of states at a time.

A row is a state, or what follows a choice within a step: its dice lead to states, and to decisions. A
decision is worth what its best choice is worth to the side that decides; the first of equals is taken.

Where states come back to one another (see `scc`) the rows of a block are affine in the values of its cuts.
The cuts' values under the choices taken are one small linear system, solved without a subtraction. Choices
are improved until no side gains more than rounding by another one (policy iteration), so that what is found
is an equilibrium, and no value is further from the best than `ROUNDING` for each decision still to come.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.chances import Chances
from rulewright.readings.graph.columns import explore
from rulewright.readings.graph.flow import eliminated
from rulewright.readings.graph.graph import Graph
from rulewright.readings.graph.order import Order, ordered, ranges, small_numbers
from rulewright.readings.graph.prune import MetAgain, Reach
from rulewright.readings.unfit import Unfit
from rulewright.readings.vector.column import Array
from rulewright.readings.vector.decisions import Decisions
from rulewright.readings.vector.run import Call
from rulewright.readings.vector.shape import constant
from rulewright.rules import Repeat

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing


ROUNDING = 1e-12
"""What is worth more by less than this, for each unit, is worth the same."""
_MOST_NUMBERS = 1 << 28  # of 8 bytes each, for the rows of all states
_AT_ONCE = 50  # rounds in which all sides improve at the same time; after that one side at a time


class _Unequal(Unfit):
    """Play goes round for ever, and it matters where it stands."""


class _Stage(NamedTuple):
    """Rows and decisions that are worked out together: slices of decisions, of their choices, of edges, and of rows."""

    decisions: slice
    choices: slice
    edges: slice
    rows: slice


class BestPlay:
    """What every state of a graph is worth to each side, and which choice is taken at each decision."""

    def __init__(
        self,
        graph: Graph,
        decisions: Decisions,
        ends: Array,
        worth: Callable[[Array], Array],
        budget: Budget,
        all_cuts: bool = False,
    ) -> None:
        self.graph = graph
        self.values = np.zeros((len(decisions.sides), graph.states.size))
        self.values[:, graph.going :] = ends
        self._sides = range(len(decisions.sides))
        self._deciders = sorted({met.side for met in decisions.met})  # to others states are worth something, no more
        self._worth = worth  # of states in which play goes round for ever
        self._budget = budget
        self._all_cuts = all_cuts
        rows = graph.states.size + decisions.places
        at = [_row_of(met.row, graph.states.size) for met in decisions.met]
        after = [(graph.states.size + met.places()).astype(np.int32) for met in decisions.met]
        self._state_of, depth = _within_steps(rows, at, after)
        self._put_in_order(graph, decisions, at, after, depth)
        real = ends[[side for side in self._deciders if ends[side].any()]]  # sides that care at all
        self._all_at_once = len(real) < 2 or (len(real) == 2 and bool(np.ptp(real.sum(axis=0)) <= ROUNDING))
        for layer in reversed(range(self._order.layers)):
            budget.look_up()
            self._settle(layer)
        # Large, and not needed any more: what is found is in `values` and `taken`.
        del self._slots, self._out, self._from, self._to, self._weight, self._leaving, self._first_cut

    # --- the graph in order

    def _put_in_order(
        self, graph: Graph, decisions: Decisions, at: list[Array], after: list[Array], depth: Array
    ) -> None:
        inner, states, rows = graph.inner, graph.states.size, len(self._state_of)
        source = _row_of(graph.source, states)
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
            raise OverBudget(self._budget, f"{_MOST_NUMBERS * 8 / 1e9:.1f} GB; asked were {size}")
        deepest = int(depth.max(initial=0)) + 1
        over = order.layers  # states that are over lie behind all layers
        state_of = np.minimum(self._state_of, graph.going)
        layer_of = small_numbers(np.append(order.layer, over))[state_of]
        stage = np.append(order.stage, 0).astype(np.int32)[state_of] * np.int32(deepest) + depth
        # Rows by layer; edges out of a layer by layer; those that stay in it, and decisions, by stage.
        by_layer = layer_of.argsort(kind="stable")
        self._place = np.empty(rows, np.int32)
        self._place[by_layer] = np.arange(rows, dtype=np.int32)
        self._row_bounds = np.searchsorted(layer_of[by_layer], np.arange(over + 1)).tolist()
        layer_of_edge = layer_of.take(source)
        layer_of_edge[order.inside] = over  # behind all layers: loops take care of these
        out = layer_of_edge.argsort(kind="stable")[: len(source) - len(order.inside)]
        out = out.astype(np.int32)
        inside = source[order.inside]
        source = self._place.take(source.take(out))
        self._out = (source, graph.target.take(out), graph.weight.take(out))
        self._out_bounds = [0, *np.bincount(layer_of_edge, minlength=over)[:over].cumsum().tolist()]
        self._leaving = np.bincount(self._out[0], self._out[2], rows) if self._cuts else np.zeros(0)
        del out, layer_of_edge, layer_of, by_layer, state_of  # large, and not needed any more
        self._add_decisions(decisions, at, after, stage, depth)
        self._add_loops(graph, order, inside, stage)

    def _add_decisions(
        self, decisions: Decisions, at: list[Array], after: list[Array], stage: Array, depth: Array
    ) -> None:
        """Decisions by stage; their choices one after another."""
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
        """Edges inside of a layer, from `source`, by stage and row; an edge to a cut leads to a slot of its own."""
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
        self._stages = list(map(_Stage, *parts))
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

    # --- one layer

    def _settle(self, layer: int) -> None:
        """Values and choices of a layer, all later ones being known."""
        first, last = self._row_bounds[layer], self._row_bounds[layer + 1]
        begin, end = self._out_bounds[layer], self._out_bounds[layer + 1]
        source, target, weight = (column[begin:end] for column in self._out)
        gains = np.empty((last - first, len(self._sides)))
        for side in self._sides:
            gains[:, side] = np.bincount(source - first, self.values[side].take(target) * weight, last - first)
        rows = slice(first, last)
        if self._cut_bounds[layer] == self._cut_bounds[layer + 1]:
            self._sweep(layer, rows, gains, self._deciders, cuts=False)
        else:
            self._go_round(layer, rows, gains)
        states = self._state_rows(rows)
        self.values[:, states] = self._worth_of(self._place[states]).T

    def _state_rows(self, rows: slice) -> Array:
        """The states among the rows of a layer."""
        if not hasattr(self, "_states_by_place"):
            order = np.argsort(self._place[: self.graph.states.size])
            self._states_by_place = order, self._place[: self.graph.states.size][order]
        states, places = self._states_by_place
        return states[slice(*np.searchsorted(places, [rows.start, rows.stop]).tolist())]

    def _worth_of(self, rows: Array) -> Array:
        """What rows, or cuts, are worth to each side, given what the cuts are worth."""
        sides = len(self._sides)
        slots = self._slots.take(rows, axis=0)
        worth = slots[:, :sides]
        if self._cuts:
            first = self._first_cut.take(rows)
            for cut in range(self._cuts):
                worth = worth + slots[:, sides + cut, None] * self._x.take(first + cut, axis=0)
        return worth

    def _sweep(self, layer: int, rows: slice, gains: Array, deciding: Sequence[int], cuts: bool = True) -> bool:
        """Work out the rows of a layer, last stage first, the sides in `deciding` choosing anew; whether one does.

        Without `cuts` nothing has been chosen before: the best choices are taken. With them a choice is
        replaced by a better one only.
        """
        slots, sides = self._slots, len(self._sides)
        slots[rows, :sides] = gains
        if self._cuts:
            slots[rows, sides:-1] = 0.0
            slots[rows, -1] = self._leaving[rows]
        changed = self._earlier = False
        for number in reversed(range(self._stage_bounds[layer], self._stage_bounds[layer + 1])):
            stage = self._stages[number]
            if stage.decisions.start < stage.decisions.stop:
                changed |= self._decide(stage, deciding, keep=cuts)
                at, taken = self._at[stage.decisions], self._choice[self.taken[stage.decisions]]
                np.add.at(slots, at, self._chance[stage.decisions, None] * slots.take(taken, axis=0))
            if stage.edges.start < stage.edges.stop:
                begins = self._row_begins[stage.rows]
                flow = slots.take(self._to[stage.edges], axis=0) * self._weight[stage.edges, None]
                slots[self._from[begins]] += np.add.reduceat(flow, begins - stage.edges.start, axis=0)
        return changed

    def _decide(self, stage: _Stage, deciding: Sequence[int], keep: bool, cuts: bool = False) -> bool:
        """Take the best choices of a stage, of one side or of all; whether any is another one than before."""
        if not deciding:
            return False
        here, began = stage.choices, self._begins[stage.decisions]
        choice, side = self._choice[here], self._side_of_choice[here]
        own = self._slots[choice, side]
        if keep or cuts:  # otherwise the cuts, if there are any, are not worth anything yet
            first_cut = self._cut_of_choice[here]
            for cut in range(self._cuts):
                own = own + self._slots[choice, len(self._sides) + cut] * self._x[first_cut + cut, side]
        begins, counts, taken = began - here.start, self._counts[stage.decisions], self.taken[stage.decisions]
        enough = own + ROUNDING * np.maximum(1.0, abs(own)) >= np.maximum.reduceat(own, begins).repeat(counts)
        first = np.minimum.reduceat(np.where(enough, np.arange(here.start, here.stop), here.stop), begins)
        better = first != taken
        if not better.any():
            return False
        if keep:
            worse = ~enough[taken - here.start]
            self._earlier |= bool((better & ~worse).any())
            better &= worse
        if len(deciding) < len(self._deciders):
            better &= side[begins] == deciding[0]
        self.taken[stage.decisions] = np.where(better, first, taken)
        return bool(better.any())

    # --- blocks of a layer

    def _go_round(self, layer: int, rows: slice, gains: Array) -> None:
        """Policy iteration in the blocks of a layer."""
        decisions = self._decisions_of(layer)
        self._x[self._cut_bounds[layer] : self._cut_bounds[layer + 1]] = 0.0
        if not decisions.start < decisions.stop:
            self._sweep(layer, rows, gains, ())
            self._solve(layer)
            return
        may_stay = self._may_stay(layer, rows)
        if may_stay:
            self.taken[decisions] = self._begins[decisions]
            for side in self._deciders:
                self._hold(layer, rows, side, fixed=False)
        self._sweep(layer, rows, gains, () if may_stay else self._deciders, cuts=False)
        self._solve(layer)
        found = self._all_at_once and self._improve_all(layer, rows, gains)
        if not found:
            self._one_side_at_a_time(layer, rows, gains)
        if may_stay and len(self._deciders) > 1:
            self._stay_where_it_pays(layer, rows, gains, decisions)
        if self._closed.any() and not self._all_cuts:
            self._refuse_unequal_rounds(rows)
        if self._earlier:
            self._prefer_first(layer, rows, gains, decisions)

    def _improve_all(self, layer: int, rows: slice, gains: Array) -> bool:
        """All sides improve their choices at the same time; whether that comes to an end, as it nearly always does."""
        for _ in range(_AT_ONCE):
            self._budget.look_up()
            if not self._sweep(layer, rows, gains, self._deciders):
                return True
            self._solve(layer)
        return False

    def _decisions_of(self, layer: int) -> slice:
        stages = self._stages[self._stage_bounds[layer] : self._stage_bounds[layer + 1]]
        return slice(stages[0].decisions.start, stages[-1].decisions.stop) if stages else slice(0, 0)

    def _one_side_at_a_time(self, layer: int, rows: slice, gains: Array) -> None:
        """All sides but the last answer in full before the last changes its choices once (Hoffman and Karp)."""
        *others, last = self._deciders
        improving = True
        while improving:
            self._sweep(layer, rows, gains, ())
            self._solve(layer)
            answering = True
            while answering:
                answering = False
                for side in others:
                    while self._sweep(layer, rows, gains, (side,)):
                        self._budget.spend()
                        self._solve(layer)
                        answering = len(others) > 1
            self._budget.spend()
            improving = self._sweep(layer, rows, gains, (last,))

    def _solve(self, layer: int) -> None:
        """What the cuts of a layer are worth under the choices taken."""
        sides, cuts = len(self._sides), slice(self._cut_bounds[layer], self._cut_bounds[layer + 1])
        states, number = self._cut_states[cuts], self._cut_number[cuts]
        block = (number == 0).cumsum() - 1
        most, blocks = int(number.max()) + 1, int(block[-1]) + 1
        slots = self._slots[self._place[states]]
        within, leaving = np.zeros((most, most, blocks)), np.ones((most, blocks))
        gains = np.zeros((most, sides, blocks))
        within[number, :, block] = slots[:, sides : sides + most]
        leaving[number, block] = slots[:, -1]
        gains[number, :, block] = slots[:, :sides]
        self._closed = np.zeros(blocks, np.bool_)
        if not leaving.all():
            forever = np.zeros_like(gains)
            forever[number, :, block] = self._worth(states).T
            nothing = np.zeros((most, 1, blocks))
            for_ever = eliminated(within, leaving, leaving[:, None], nothing, self._closed)[:, 0] == 0.0
            within[for_ever.nonzero()[0], :, for_ever.nonzero()[1]] = 0.0
            leaving[for_ever] = 1.0
            gains = np.where(for_ever[:, None], forever, gains)
        self._x[cuts] = eliminated(within, leaving, gains)[number, :, block]

    def _prefer_first(self, layer: int, rows: slice, gains: Array, decisions: slice) -> None:
        """Take the first of choices that are worth the same, unless that changes what anything is worth."""
        taken = self.taken[decisions].copy()
        for stage in self._stages[self._stage_bounds[layer] : self._stage_bounds[layer + 1]]:
            if stage.decisions.start < stage.decisions.stop:
                self._decide(stage, self._deciders, keep=False, cuts=True)
        if (self.taken[decisions] == taken).all():
            return
        cuts = slice(self._cut_bounds[layer], self._cut_bounds[layer + 1])
        x, slots = self._x[cuts].copy(), self._slots[rows].copy()
        self._sweep(layer, rows, gains, ())
        self._solve(layer)
        gains_by_it = self._sweep(layer, rows, gains, self._deciders)
        same = np.allclose(self._x[cuts], x, rtol=ROUNDING, atol=ROUNDING)
        if gains_by_it or not same:
            self.taken[decisions], self._x[cuts], self._slots[rows] = taken, x, slots

    # --- play that goes round for ever

    def _may_stay(self, layer: int, rows: slice) -> bool:
        """Whether sides could go round for ever in a block of the layer, if they wanted to."""
        dead_end = self._leaving[rows] == 0.0
        decisions = self._decisions_of(layer)
        dead_end[self._at[decisions] - rows.start] = False
        return bool(dead_end.any()) and bool(self._staying(layer, rows, None, fixed=False)[0].any())

    def _staying(self, layer: int, rows: slice, side: int | None, fixed: bool) -> tuple[Array, Array]:
        """Which cuts, and which rows, a side (or all together) can hold for ever.

        The others choose as they do now, or, unless that is fixed, in whatever way drives play out.
        """
        cuts = slice(self._cut_bounds[layer], self._cut_bounds[layer + 1])
        total, stays = len(self._state_of), self._stays
        stays[total + cuts.start : total + cuts.stop] = True
        while True:
            stays[rows] = self._leaving[rows] == 0.0
            for number in reversed(range(self._stage_bounds[layer], self._stage_bounds[layer + 1])):
                stage = self._stages[number]
                if stage.decisions.start < stage.decisions.stop:
                    here = stays[self._choice[stage.choices]]
                    begins = self._begins[stage.decisions] - stage.choices.start
                    some = np.logical_or.reduceat(here, begins)
                    if side is not None:
                        other = self._side[stage.decisions] != side
                        every = np.logical_and.reduceat(here, begins)
                        now = stays[self._choice[self.taken[stage.decisions]]]
                        some = np.where(other, now if fixed else every, some)
                    np.logical_and.at(stays, self._at[stage.decisions], some)
                if stage.edges.start < stage.edges.stop:
                    begins = self._row_begins[stage.rows]
                    inside = np.logical_and.reduceat(stays[self._to[stage.edges]], begins - stage.edges.start)
                    stays[self._from[begins]] &= inside
            own = stays[self._place[self._cut_states[cuts]]]
            slots = slice(total + cuts.start, total + cuts.stop)
            if (stays[slots] == own).all():
                return own, stays
            stays[slots] &= own

    def _hold(self, layer: int, rows: slice, side: int, fixed: bool) -> None:
        """Let a side choose to go round for ever wherever it can."""
        cuts, stays = self._staying(layer, rows, side, fixed)
        if not cuts.any():
            return
        decisions = self._decisions_of(layer)
        choices = slice(int(self._begins[decisions.start]), int(self._begins[decisions.stop]))
        begins = self._begins[decisions] - choices.start
        here = stays[self._choice[choices]]
        first = np.minimum.reduceat(np.where(here, np.arange(len(here)), len(here)), begins)
        own = (self._side[decisions] == side) & (first < len(here))
        self.taken[decisions] = np.where(own, first + choices.start, self.taken[decisions])

    def _stay_where_it_pays(self, layer: int, rows: slice, gains: Array, decisions: slice) -> None:
        """Look whether a side does better by going round for ever; choices worth the same may hide it."""
        cuts = slice(self._cut_bounds[layer], self._cut_bounds[layer + 1])
        for _ in range(_AT_ONCE):
            gained = False
            for side in self._deciders:
                taken, x = self.taken[decisions].copy(), self._x[cuts].copy()
                self._hold(layer, rows, side, fixed=True)
                if (self.taken[decisions] == taken).all():
                    continue
                self._sweep(layer, rows, gains, ())
                self._solve(layer)
                while self._sweep(layer, rows, gains, (side,)):
                    self._solve(layer)
                if (self._x[cuts, side] > x[:, side] + ROUNDING * np.maximum(1.0, abs(x[:, side]))).any():
                    gained = True
                else:
                    self.taken[decisions], self._x[cuts] = taken, x
            if not gained:
                self._sweep(layer, rows, gains, self._deciders)
                return
            self._one_side_at_a_time(layer, rows, gains)
        raise Unfit("sides that drive each other round for ever")

    def _refuse_unequal_rounds(self, rows: slice) -> None:
        """Refuse play that goes round for ever among states of which it could stop at any, worth different amounts."""
        members = self._state_rows(rows)
        _, block = np.unique(self._order.block[members], return_inverse=True)
        for values in self._worth(members):
            low, high = np.full(len(members), np.inf), np.full(len(members), -np.inf)
            np.minimum.at(low, block, values)
            np.maximum.at(high, block, values)
            if (low < high).any():
                raise _Unequal("play that goes round for ever among states that are worth different amounts")

    # --- what was found

    def choices_taken(self) -> list[int]:
        """Which choice is taken at each decision, in the order in which they were met."""
        found = np.empty(len(self.taken), np.intp)
        found[self._met_at] = self.taken - self._begins[:-1]
        return found.tolist()

    def worth_of_states(self) -> dict[Any, tuple[float, ...]]:
        """What every state is worth to each side, in order of play."""
        order = np.append(self._order.stage.argsort(kind="stable"), np.arange(self.graph.going, self.graph.states.size))
        states = self.graph.states.values(range(self.graph.states.size))
        worth = self.values.T.tolist()
        return {states[at]: tuple(worth[at]) for at in order.tolist()}

    def steps(self) -> Iterator[tuple[Any, Chances[Any]]]:
        """Where each state leads, with the choices taken."""
        chain = self.chain()
        rows: dict[int, dict[int, float]] = {}
        for source, target, weight in zip(
            chain.source.tolist(), chain.target.tolist(), chain.weight.tolist(), strict=True
        ):
            row = rows.setdefault(source, {})
            row[target] = row.get(target, 0.0) + weight
        states = chain.states.values(range(chain.states.size))
        for source, leads in rows.items():
            yield states[source], Chances({states[target]: weight for target, weight in leads.items()})

    def chain(self) -> Graph:
        """The graph with every choice taken: where each state leads."""
        graph, rows = self.graph, len(self._state_of)
        share = np.zeros(rows)
        share[self._place[: graph.states.size]] = 1.0
        for depth in range(int(self._depth.max(initial=-1)) + 1):
            part = (self._depth == depth).nonzero()[0]
            np.add.at(share, self._choice[self.taken[part]], share[self._at[part]] * self._chance[part])
        source = _row_of(graph.source, graph.states.size)
        weight = graph.weight * share[self._place[source]]
        used = weight > 0
        inner = int(np.count_nonzero(used[: graph.inner]))
        source = self._state_of[source[used]].astype(graph.target.dtype)
        return graph._replace(source=source, target=graph.target[used], weight=weight[used], inner=inner)


def _row_of(label: Array, states: int) -> Array:
    """The row of a label: a state, or below zero the place after a choice."""
    return label if not len(label) or label.min() >= 0 else np.where(label < 0, states - 1 - label, label)


def _within_steps(rows: int, at: list[Array], after: list[Array]) -> tuple[Array, Array]:
    """For each row the state whose step it belongs to, and how many decisions come before it."""
    state_of, depth = np.arange(rows, dtype=np.int32), np.zeros(rows, np.int32)
    for before, places in zip(at, after, strict=True):
        state_of[places] = state_of[before]
        depth[places] = depth[before] + 1
    return state_of, depth


def best_play(pricing: "Pricing[Any]", repeat: Repeat[Any, Any, Any], call: Call, prune: bool) -> BestPlay:
    """Best play of a repeated step, every side following its aim; `prune` leaves out what hardly ever happens."""
    spent = pricing.budget.spent
    try:
        graph, decisions = explored(pricing, repeat, call, prune)
    except MetAgain:
        pricing.budget.spent = spent
        graph, decisions = explored(pricing, repeat, call, prune=False)

    def worth(states: Array) -> Array:
        values = graph.states.values(states.tolist())
        return np.array([[float(aim(value)) for value in values] for aim in repeat.aims.values()])

    ends = worth(np.arange(graph.going, graph.states.size)).reshape(len(repeat.aims), -1)
    return solved(graph, decisions, ends, worth, pricing.budget)


def solved(
    graph: Graph, decisions: Decisions, ends: Array, worth: Callable[[Array], Array], budget: Budget
) -> BestPlay:
    """Best play on a graph, given what its ends are worth to each side, and states in which play goes round."""
    try:
        return BestPlay(graph, decisions, ends, worth, budget)
    except _Unequal:
        return BestPlay(graph, decisions, ends, worth, budget, all_cuts=True)


def explored(
    pricing: "Pricing[Any]", repeat: Repeat[Any, Any, Any], call: Call, prune: bool
) -> tuple[Graph, Decisions]:
    """All states with every decision left open."""
    (state, *context), kwargs = call
    decisions = Decisions(tuple(repeat.aims))
    reach = Reach(decisions) if prune else None
    further = constant((tuple(context), tuple(kwargs.items())))
    tables, budget = pricing.tables, pricing.budget
    graph = explore(repeat, [state], (further, []), tables, budget, exact=False, decisions=decisions, reach=reach)
    return graph, decisions
