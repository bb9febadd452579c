"""Play that need never end: the rows of a layer in which sides can stay forever."""

import numpy as np

from rulewright.readings.graph.layout import GraphLayout
from rulewright.readings.vector.column import Array


class Staying(GraphLayout):
    """Finds states among which a side can keep play going forever, and lets it choose that."""

    taken: Array

    def _may_stay(self, layer: int, rows: slice) -> bool:
        """Whether sides could keep play in a block of the layer forever."""
        dead_end = self._leaving[rows] == 0.0
        decisions = self._decisions_of(layer)
        dead_end[self._at[decisions] - rows.start] = False
        return bool(dead_end.any()) and bool(self._staying(layer, rows, None, fixed=False)[0].any())

    def _staying(self, layer: int, rows: slice, side: int | None, fixed: bool) -> tuple[Array, Array]:
        """Which cuts, and which rows, a side (or all together) can stay in forever.

        The others choose as they do now, or, unless that is fixed, so that play leaves the block.
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
        """Lets a side choose to stay forever wherever it can."""
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
