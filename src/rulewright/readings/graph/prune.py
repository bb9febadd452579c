"""Prunes states that play reaches with a chance near 0 under every policy, for best play in float64.

The chance to reach a state is bounded from above: each choice of a decision counts as if it were taken for certain. As
long as no state is met in two frontiers, the bounds of a frontier are known before its states are expanded, and the
least likely of them are left out: their bounds add up to no more than `LEFT_OUT` in a frontier, so that the chance of
no end is off by more than that per frontier.
"""

import numpy as np

from rulewright.readings.vector.column import Array
from rulewright.readings.vector.decisions import Decisions
from rulewright.readings.vector.states import Edges

LEFT_OUT = 1e-15
"""An upper bound of the total chance of the states left out of one frontier."""


class MetAgain(Exception):
    """Raised when a state is met in two frontiers after some were left out on the assumption that none is."""


class Reach:
    """An upper bound of each state's chance, frontier after frontier."""

    def __init__(self, decisions: Decisions) -> None:
        self.left_out = 0.0
        self.frontiers: list[int] | None = [0]  # the first state of each; None once a state was met in two frontiers
        self._decisions = decisions
        self._met = 0  # decisions that have been counted
        self._of_states = np.ones(1)
        self._of_places = np.zeros(0)
        self._faint = np.zeros(1, np.bool_)  # states left out of the current frontier

    def follows(self, states: Array) -> Array:
        """Which of these states of the current frontier are worth following."""
        return np.ones(len(states), np.bool_) if self.frontiers is None else ~self._faint[states - self.frontiers[-1]]

    def end_frontier(self, edges: list[Edges], met_before: int, met: int) -> list[Edges]:
        """The edges of this frontier that lead to followed states; states from `met_before` to `met` are new."""
        if self.frontiers is None:
            return edges
        if any(int(part.target.min(initial=met_before)) < met_before for part in edges):
            if self.left_out:
                raise MetAgain
            self.frontiers = None
            return edges
        self._count_decisions()
        bound = np.zeros(met - met_before)
        for part in edges:
            bound += np.bincount(part.target - met_before, self._came_to(part.source) * part.weight, len(bound))
        self._of_states = np.concatenate([self._of_states, bound])
        lightest = np.argsort(bound)
        faint = lightest[np.cumsum(bound[lightest]) <= LEFT_OUT]
        self._faint = np.zeros(len(bound), np.bool_)
        self._faint[faint] = True
        self.left_out += float(bound[faint].sum())
        self.frontiers.append(met_before)
        return [_only(part, self.follows(part.target)) for part in edges] if len(faint) else edges

    def _count_decisions(self) -> None:
        """Gives each choice of the decisions met in this frontier the chance of its decision."""
        more = np.zeros(self._decisions.places - len(self._of_places))
        self._of_places = np.concatenate([self._of_places, more])
        for met in self._decisions.met[self._met :]:
            self._of_places[met.places()] = self._came_to(met.row) * met.chance
        self._met = len(self._decisions.met)

    def _came_to(self, row: Array) -> Array:
        """The chance to reach a state, or, if the row is below zero, the place after a choice."""
        came = np.empty(len(row))
        at_place = row < 0
        came[~at_place] = self._of_states[row[~at_place]]
        came[at_place] = self._of_places[-1 - row[at_place]]
        return came


def _only(edges: Edges, rows: Array) -> Edges:
    return Edges(edges.source[rows], edges.target[rows], edges.weight[rows], edges.total)
