"""Builds the graph of a repeated step in columns: all states that it can reach, and the edges between them.

States are found frontier after frontier: new states are expanded together, in columns. Those of the most frequent shape
are expanded first, so that the batches of the other shapes grow meanwhile. Final states are not expanded; they are
numbered last, in large batches.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.graph.graph import Graph
from rulewright.readings.graph.prune import Reach
from rulewright.readings.vector.column import Array, array_of
from rulewright.readings.vector.decisions import Decisions
from rulewright.readings.vector.run import AnswerTables, Call, Ran, joined, refuse_if_slow, run_columns
from rulewright.readings.vector.shape import Shape, settled, take_apart
from rulewright.readings.vector.states import Edges, States
from rulewright.rules import Repeat
from rulewright.rules.rule import PlayNeverEnds

GOES_ON, OVER = "goes on", "over"
_STATES_AT_ONCE = 16_384
_ENDS_AT_ONCE = 65_536
_EDGES_IN_64_BITS = 4_000_000
_MANY_EDGES = 2_000_000  # from then on edges are gathered after each frontier, which frees their parts
_MOST_EDGES = 40_000_000  # at 16 bytes each, and half of that again for states and work
_KEPT = 32_000_000  # bytes

# Freeing a block this large raises glibc's mmap threshold, so that the columns of each batch reuse memory. Without it
# they are fresh pages from the kernel every time, which adds a third to the running time.
np.empty(_KEPT, np.int8)


def explore(
    repeat: Repeat[Any, Any, Any],
    starts: Sequence[Any],
    context: tuple[Shape, list[Array]],
    tables: AnswerTables,
    budget: Budget,
    exact: bool,
    apart: bool = False,
    decisions: Decisions | None = None,
    reach: Reach | None = None,
) -> Graph:
    """Explores the graph from the starts, with the further arguments of the step as their context (see `begun`).

    With `apart`, starts do not share states: the index of its start is a state's first number. With `decisions`, these
    are left open, and an edge may also begin at the place after a choice. States that `reach` prunes are not expanded.
    """
    context_shape, context_columns = context
    with_end, advance = rules_of(repeat)
    going, over = _ReachedStates(stepped_on=True), _ReachedStates(stepped_on=False)
    reached = {GOES_ON: going, OVER: over}
    beginnings = np.zeros(len(starts), np.int64)
    over_at_once = np.zeros(len(starts), np.bool_)
    for shape, (places, columns) in in_columns([with_end(start) for start in starts]).items():
        end, own_shape = end_and_shape(shape)
        columns = [places, *columns] if apart else columns
        beginnings[places] = reached[end].number(own_shape, columns, len(places))
        over_at_once[places] = end == OVER
    runs = rows = 0
    gathers = False
    while frontier := going.frontier(whole=reach is not None and reach.frontiers is not None):
        met_before, edges_before = going.states.size, len(going.edges)
        for shape, numbers, columns in frontier:
            same = going.same[shape][apart:]
            known = settled(shape, iter(same))
            if reach is not None:
                followed = reach.follows(numbers)
                numbers, columns = numbers[followed], [column[followed] for column in columns]
            for begin in range(0, len(numbers), _STATES_AT_ONCE):
                block = slice(begin, begin + _STATES_AT_ONCE)
                own, here = numbers[block], [column[block] for column in columns]
                arguments = [column for column, number in zip(here[apart:], same, strict=True) if number is None]
                arguments += [column[here[0]] for column in context_columns]
                given = (tuple, known, context_shape)
                labels = np.arange(len(own)) if apart else own
                for ran in run_columns(advance, tables, given, arguments, labels, exact, decisions):
                    budget.spend(len(ran.row))
                    runs += 1
                    rows += len(ran.row)
                    if apart:
                        ran = ran._replace(row=own[ran.row], columns=[here[0][ran.row], *ran.columns])
                    end, own_shape = end_and_shape(ran.shape)
                    reached[end].add(own_shape, ran)
                going.number_all()
                if over.unnumbered > _ENDS_AT_ONCE:
                    over.number_all()
                if rows > _MOST_EDGES:
                    left = sum([len(states) for _, states, _ in going.frontier(whole=True)])
                    size = f"{_MOST_EDGES:,} edges between states, {_MOST_EDGES * 24 / 1e9:.1f} GB"
                    met = f"{going.states.size:,} states were met, {left:,} of them not expanded yet"
                    raise OverBudget(budget, f"{size}; {met}")
        refuse_if_slow(runs, rows, decisions is not None)
        if reach is not None:
            going.edges[edges_before:] = reach.end_frontier(going.edges[edges_before:], met_before, going.states.size)
        gathers = rows > _MANY_EDGES and not exact
        if gathers:
            going.gather()
            over.gather()
    over.number_all()
    after = going.states.size
    beginnings[over_at_once] += after
    going.states.append(over.states)
    inner = going.gathered.size + sum([len(edges.source) for edges in going.edges])
    kind = np.int32 if rows > _EDGES_IN_64_BITS else np.intp  # intp is the fastest index; int32 saves memory
    if gathers:
        over.gather()
        going.gathered.add(over.gathered.edges(np.int32), after)
        edges = going.gathered.edges(kind)
    else:
        going.edges += [part._replace(target=part.target + after) for part in over.edges]
        edges = joined_edges(going.edges, kind)
    return Graph(going.states, beginnings, after, *edges, inner)


def rules_of(repeat: Repeat[Any, Any, Any]) -> tuple[Callable[[Any], Any], Callable[[Any, Any], Any]]:
    """A state with whether play is over; and the same after a step, from a state and the step's further arguments."""

    def with_end(state: Any) -> tuple[str, Any]:
        return OVER if repeat.until(state) else GOES_ON, state

    def advance(dice: Any, given: Any) -> tuple[str, Any]:
        state, (args, named) = given
        try:
            return with_end(repeat.step(dice, state, *args, **dict(named)))
        except PlayNeverEnds:
            raise Unfit("a repeated step within a step that never ends") from None

    return with_end, advance


class _ReachedStates:
    """States that play reaches, either all final or none, and the edges that lead to them."""

    def __init__(self, stepped_on: bool) -> None:
        self.states = States()
        self.edges: list[Edges] = []
        self.gathered = _GrowingEdges()
        self.unnumbered = 0  # runs whose states have no numbers yet
        self._runs: dict[Shape, list[Ran]] = {}
        self._stepped_on = stepped_on
        self.same: dict[Shape, list[Any]] = {}  # the numbers that are the same in all states of a shape so far, or None
        self._new: dict[Shape, list[list[Array]]] = {}  # numbers and columns of states found since the last frontier

    def add(self, shape: Shape, ran: Ran) -> None:
        """Adds runs that ended in states of this shape."""
        self._runs.setdefault(shape, []).append(ran)
        self.unnumbered += len(ran.row)

    def number(self, shape: Shape, columns: list[Array], count: int) -> Array:
        """The number of each state."""
        numbers, own, new = self.states.numbers_of(shape, columns, count)
        if self._stepped_on and len(own):
            self._new.setdefault(shape, []).append([own, *new])
        return numbers

    def frontier(self, whole: bool) -> list[tuple[Shape, Array, list[Array]]]:
        """States that were not in a frontier yet, by shape: their numbers and columns.

        With `whole` all of them, otherwise those of the most frequent shape.
        """
        new = self._new
        shapes = (
            list(new) if whole or len(new) < 2 else [max(new, key=lambda shape: sum([len(p[0]) for p in new[shape]]))]
        )
        frontier = []
        for shape in shapes:
            parts = new.pop(shape)
            numbers, *columns = parts[0] if len(parts) == 1 else map(np.concatenate, zip(*parts, strict=True))
            before = self.same.get(shape) or [column[0].item() for column in columns]
            self.same[shape] = [
                number if number is None or (column == number).all() else None
                for number, column in zip(before, columns, strict=True)
            ]
            frontier.append((shape, numbers, columns))
        return frontier

    def number_all(self) -> None:
        """Numbers all states."""
        for shape, runs in self._runs.items():
            ran = joined(runs)
            target = self.number(shape, ran.columns, len(ran.row))
            self.edges.append(Edges(ran.row.astype(np.int32, copy=False), target, ran.weight, ran.total))
        self._runs.clear()
        self.unnumbered = 0

    def gather(self) -> None:
        """Moves all edges (in float64) to `gathered`."""
        for edges in self.edges:
            self.gathered.add(edges)
        self.edges.clear()


class _GrowingEdges:
    """Many edges in float64, in columns that are resized in place: the kernel moves large ones without copying."""

    def __init__(self) -> None:
        self.size = 0
        self._columns: list[Array] = [np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0)]

    def add(self, edges: Edges, after: int = 0) -> None:
        """Adds edges; the numbers of their targets are raised by `after`."""
        end = self.size + len(edges.source)
        if end > len(self._columns[0]):
            self._resize(end + end // 8)
        for column, values in zip(self._columns, edges[:3], strict=True):
            column[self.size : end] = values
        self._columns[1][self.size : end] += np.int32(after)
        self.size = end

    def edges(self, numbers: type[np.signedinteger[Any]]) -> Edges:
        """All edges, with state numbers of this type. Nothing can be added afterwards."""
        self._resize(self.size)
        source, target, weight = self._columns
        return Edges(source.astype(numbers, copy=False), target.astype(numbers, copy=False), weight, np.zeros(0))

    def _resize(self, size: int) -> None:
        for column in self._columns:
            column.resize(size, refcheck=False)


def joined_edges(parts: list[Edges], numbers: type[np.signedinteger[Any]]) -> Edges:
    """All edges, with state numbers of this type."""
    if not parts:
        return Edges(*[np.zeros(0, np.int64)] * 4)
    sources, targets, weights, totals = zip(*parts, strict=True)
    source, target = np.concatenate(sources, dtype=numbers), np.concatenate(targets, dtype=numbers)
    return Edges(source, target, np.concatenate(weights), np.concatenate(totals))


def end_and_shape(shape: Any) -> tuple[str, Shape]:
    """Whether the state is final, and its shape."""
    _, (*_, end), own = shape
    return end, own


def in_columns(values: Sequence[Any]) -> dict[Shape, tuple[Array, list[Array]]]:
    """Values as columns of numbers, grouped by shape: their places in the list, and their columns."""
    by_shape: dict[Shape, tuple[list[int], list[list[Any]]]] = {}
    for at, value in enumerate(values):
        numbers: list[Any] = []
        shape = take_apart(value, numbers)
        places, rows = by_shape.setdefault(shape, ([], []))
        places.append(at)
        rows.append(numbers)
    return {
        shape: (np.array(places), [array_of(column) for column in zip(*rows, strict=True)])
        for shape, (places, rows) in by_shape.items()
    }


def begun(calls: Sequence[Call]) -> Iterator[tuple[Array, list[Any], tuple[Shape, list[Array]]]]:
    """Calls of a repeated step, grouped by the shape of their further arguments: their places, starts and context.

    A number that is the same in all of them is part of the shape.
    """
    further = in_columns([(args[1:], tuple(named.items())) for args, named in calls])
    for shape, (places, columns) in further.items():
        same = [column[0].item() if (column == column[0]).all() else None for column in columns]
        varying = [column for column, number in zip(columns, same, strict=True) if number is None]
        yield places, [calls[place][0][0] for place in places.tolist()], (settled(shape, iter(same)), varying)
