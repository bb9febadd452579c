"""Best play in float64 on a graph: values from the end backwards, a layer of states at a time.

A row is a state, or the node after a choice within a step: its dice lead to states, and to decisions. A
decision is worth what its best choice is worth to the side that decides; the first of equals is taken.

Inside an SCC the rows of a block are affine in the values of its cuts (see `order`). The cuts' values under the choices
taken are one small linear system, solved without a subtraction. Choices are improved until no side gains more than
rounding by another one (policy iteration), so that the result is an equilibrium, and no value is further from the best
than `ROUNDING` for each decision still to come.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rulewright.readings.budget import Budget
from rulewright.readings.chances import Chances
from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.graph.columns import explore
from rulewright.readings.graph.endless_play import Staying
from rulewright.readings.graph.flow import eliminated
from rulewright.readings.graph.graph import Graph
from rulewright.readings.graph.layout import Stage, row_of
from rulewright.readings.graph.prune import MetAgain, Reach
from rulewright.readings.graph.tree_values import ROUNDING
from rulewright.readings.vector.column import Array
from rulewright.readings.vector.decisions import Decisions
from rulewright.readings.vector.run import Call
from rulewright.readings.vector.shape import constant
from rulewright.rules import Repeat

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing


_AT_ONCE = 50  # rounds in which all sides improve at the same time; after that one side at a time


class _Unequal(Unfit):
    """Raised for endless play among states that are worth different amounts."""


class BestPlay(Staying):
    """The value of every state of a graph to each side, and the choice taken at each decision."""

    def __init__(
        self,
        graph: Graph,
        decisions: Decisions,
        ends: Array,
        worth: Callable[[Array], Array],
        budget: Budget,
        all_cuts: bool = False,
    ) -> None:
        super().__init__(graph, decisions, budget, all_cuts)
        self.values = np.zeros((len(decisions.sides), graph.states.size))
        self.values[:, graph.going :] = ends
        self._worth = worth  # of states in which play never ends
        real = ends[[side for side in self._deciders if ends[side].any()]]  # sides with an aim
        self._all_at_once = len(real) < 2 or (len(real) == 2 and bool(np.ptp(real.sum(axis=0)) <= ROUNDING))
        for layer in reversed(range(self._order.layers)):
            budget.look_up()
            self._settle(layer)
        # Large, and not needed any more: the results are in `values` and `taken`.
        del (
            self._slots,
            self._out,
            self._row_of_edge,
            self._from,
            self._to,
            self._weight,
            self._leaving,
            self._first_cut,
        )

    # --- one layer

    def _settle(self, layer: int) -> None:
        """Computes the values and choices of a layer, all later ones being known."""
        first, last = self._row_bounds[layer], self._row_bounds[layer + 1]
        source, target, weight = self._out_of_layer(slice(self._out_bounds[layer], self._out_bounds[layer + 1]))
        gains = np.empty((last - first, len(self._sides)))
        for side in self._sides:
            gains[:, side] = np.bincount(source - first, self.values[side].take(target) * weight, last - first)
        rows = slice(first, last)
        if self._cut_bounds[layer] == self._cut_bounds[layer + 1]:
            self._sweep(layer, rows, gains, self._deciders, cuts=False)
        else:
            self._iterate_policies(layer, rows, gains)
        states = self._state_rows(rows)
        self.values[:, states] = self._worth_of(self._place[states]).T

    def _worth_of(self, rows: Array) -> Array:
        """The values of rows, or cuts, to each side, given the values of the cuts."""
        sides = len(self._sides)
        slots = self._slots.take(rows, axis=0)
        worth = slots[:, :sides]
        if self._cuts:
            first = self._first_cut.take(rows)
            for cut in range(self._cuts):
                worth = worth + slots[:, sides + cut, None] * self._x.take(first + cut, axis=0)
        return worth

    def _sweep(self, layer: int, rows: slice, gains: Array, deciding: Sequence[int], cuts: bool = True) -> bool:
        """Evaluates the rows of a layer, last stage first; `deciding` choose anew. Returns whether a choice changed.

        Without `cuts` there are no earlier choices, and the best ones are taken. With them a choice is replaced only by
        a better one.
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

    def _decide(self, stage: Stage, deciding: Sequence[int], keep: bool, cuts: bool = False) -> bool:
        """Takes the best choices of a stage, of one side or of all. Returns whether any changed."""
        if not deciding:
            return False
        here, began = stage.choices, self._begins[stage.decisions]
        choice, side = self._choice[here], self._side_of_choice[here]
        own = self._slots[choice, side]
        if keep or cuts:  # otherwise cuts have no value yet
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

    def _iterate_policies(self, layer: int, rows: slice, gains: Array) -> None:
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
            self._refuse_unequal_endless_play(rows)
        if self._earlier:
            self._prefer_first(layer, rows, gains, decisions)

    def _improve_all(self, layer: int, rows: slice, gains: Array) -> bool:
        """Improves the choices of all sides at the same time. Returns whether that converges; it nearly always does."""
        for _ in range(_AT_ONCE):
            self._budget.look_up()
            if not self._sweep(layer, rows, gains, self._deciders):
                return True
            self._solve(layer)
        return False

    def _one_side_at_a_time(self, layer: int, rows: slice, gains: Array) -> None:
        """Finds the best replies of the other sides before each improvement of the last side (Hoffman and Karp)."""
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
        """The values of a layer's cuts under the choices taken."""
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
        """Takes the first of equally good choices, unless that would change a value."""
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

    # --- play that never ends

    def _stay_where_it_pays(self, layer: int, rows: slice, gains: Array, decisions: slice) -> None:
        """Checks whether a side does better by never ending play; choices of equal value may hide it."""
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
        raise Unfit("sides that keep each other from ending play")

    def _refuse_unequal_endless_play(self, rows: slice) -> None:
        """Raises for endless play among states that are worth different amounts."""
        members = self._state_rows(rows)
        _, block = np.unique(self._order.block[members], return_inverse=True)
        for values in self._worth(members):
            low, high = np.full(len(members), np.inf), np.full(len(members), -np.inf)
            np.minimum.at(low, block, values)
            np.maximum.at(high, block, values)
            if (low < high).any():
                raise _Unequal("play that never ends among states that are worth different amounts")

    # --- results

    def choices_taken(self) -> list[int]:
        """The choice taken at each decision, in the order in which they were met."""
        found = np.empty(len(self.taken), np.intp)
        found[self._met_at] = self.taken - self._begins[:-1]
        return found.tolist()

    def worth_of_states(self) -> dict[Any, tuple[float, ...]]:
        """The value of every state to each side, in order of play."""
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
        source = row_of(graph.source, graph.states.size)
        weight = graph.weight * share[self._place[source]]
        used = weight > 0
        inner = int(np.count_nonzero(used[: graph.inner]))
        source = self._state_of[source[used]].astype(graph.target.dtype)
        return graph._replace(source=source, target=graph.target[used], weight=weight[used], inner=inner)


def best_play(pricing: "Pricing[Any]", repeat: Repeat[Any, Any, Any], call: Call, prune: bool) -> BestPlay:
    """Best play of a repeated step, every side following its aim; `prune` leaves out states hardly ever reached."""
    spent = pricing.budget.spent
    try:
        graph, decisions = explored_with_decisions(pricing, repeat, call, prune)
    except MetAgain:
        pricing.budget.spent = spent
        graph, decisions = explored_with_decisions(pricing, repeat, call, prune=False)

    def worth(states: Array) -> Array:
        order = states.argsort(kind="stable")  # states are read in the order of their numbers
        values = graph.states.values(states[order].tolist())
        found = np.empty((len(repeat.aims), len(states)))
        found[:, order] = [[float(aim(value)) for value in values] for aim in repeat.aims.values()]
        return found

    ends = worth(np.arange(graph.going, graph.states.size)).reshape(len(repeat.aims), -1)
    return solved(graph, decisions, ends, worth, pricing.budget)


def solved(
    graph: Graph, decisions: Decisions, ends: Array, worth: Callable[[Array], Array], budget: Budget
) -> BestPlay:
    """Best play on a graph, given the values of its ends, and of states in which play never ends, to each side."""
    try:
        return BestPlay(graph, decisions, ends, worth, budget)
    except _Unequal:
        return BestPlay(graph, decisions, ends, worth, budget, all_cuts=True)


def explored_with_decisions(
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
