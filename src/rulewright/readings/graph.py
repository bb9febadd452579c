"""Every state that a repeated step can reach, and how it leads from one to another, as columns of numbers.

States are found wave after wave: all states met for the first time are stepped on together, in
lanes. States of one shape are rows of whole numbers, and get their place in the graph from a table.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import add, ge, le, mul, sub
from typing import Any, NamedTuple

import numpy as np

from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.decisions import Decisions
from rulewright.readings.lane import LARGEST, Column, Unfit, column_of, lows_and_highs
from rulewright.readings.lanes import Call, Ran, Tables, joined, refuse_if_slow, run_lanes
from rulewright.readings.reach import Reach
from rulewright.readings.shapes import Shape, kinds_in, put_all_together, settled, take_apart
from rulewright.rules import Repeat

__all__ = ["Begun", "Graph", "Numbering", "States", "begun", "explore", "in_columns"]

_OVER, _GOES_ON = "over", "goes on"
_STATES_AT_ONCE = 16_384
_LARGEST_TABLE = 1 << 22
_QUICK_TABLE = 1 << 20  # cells that are not too many to be cleared for a batch
_FEW_EDGES = 4_000_000
_MANY_EDGES = 1_000_000  # are joined whenever there are twice as many, so that the memory of parts is used again
_SMALL_NUMBER = 1 << 14  # the difference of two of them is still an int16
_MOST_EDGES = 40_000_000  # at 16 bytes each, and half of that again while they are joined
_KEPT = 32_000_000  # bytes

# Once a block has been freed, glibc takes blocks of up to its size from memory that it keeps. Otherwise the
# columns of a batch are pages fresh from the system every time, which takes a third as long as all the rest.
np.empty(_KEPT, np.int8)


class Graph(NamedTuple):
    """States as numbers from 0; edges lead from `source` to `target` with `weight` chances out of `total`."""

    states: "States"
    starts: Column
    over: Column
    source: Column
    target: Column
    weight: Column
    total: Column


class Begun(NamedTuple):
    """Calls of a repeated step whose further arguments are of one shape.

    Their places among all calls, the states they start with, and the shape and the columns of what stays the same.
    """

    places: Column
    starts: list[Any]
    shape: Shape
    columns: list[Column]


class States:
    """All states met so far, in the order in which they were met: rows of whole numbers for each shape."""

    def __init__(self) -> None:
        self.size = 0
        self._numberings: dict[Shape, Numbering] = {}
        self._found: list[tuple[Shape, int, Column, bool]] = []  # shape, first number, rows, and whether it is over
        self._stepped_on = 0  # how many of `_found`

    def numbers_of(self, shape: Shape, columns: list[Column], runs: int, over: bool) -> Column:
        """The number of each of the states in `columns`; new ones are remembered."""
        numbering = self._numberings.get(shape)
        if numbering is None:
            numbering = self._numberings[shape] = Numbering(len(columns))
        rows = np.array(columns, np.int64) if columns else np.zeros((0, runs), np.int64)
        numbers, new = numbering.numbers_of(rows, self.size)
        if new.shape[1]:
            self._found.append((shape, self.size, new, over))
            self.size += new.shape[1]
        return numbers

    def wave(self) -> Iterator[tuple[Shape, Column, Column]]:
        """What goes on of the states found since the last wave, those of one shape together: numbers and rows."""
        by_shape: dict[Shape, list[tuple[int, Column]]] = {}
        for shape, first, rows, over in self._found[self._stepped_on :]:
            if not over:
                by_shape.setdefault(shape, []).append((first, rows))
        self._stepped_on = len(self._found)
        for shape, parts in by_shape.items():
            if len(parts) == 1:
                ((first, rows),) = parts
                yield shape, np.arange(first, first + rows.shape[1], dtype=np.int32), rows
                continue
            numbers = np.concatenate([np.arange(first, first + rows.shape[1], dtype=np.int32) for first, rows in parts])
            yield shape, numbers, np.concatenate([rows for _, rows in parts], axis=1)

    def over(self) -> Column:
        """For each state whether it is over."""
        return np.repeat([over for *_, over in self._found], [rows.shape[1] for _, _, rows, _ in self._found])

    def columns(self) -> Column:
        """The whole numbers of all states, in order, if each state has equally many; otherwise none."""
        if len({len(rows) for _, _, rows, _ in self._found}) != 1:
            return np.empty((0, self.size), np.int16)
        furthest = max([numbering.furthest() for numbering in self._numberings.values()])
        kind = np.int16 if furthest < _SMALL_NUMBER else np.int32
        return np.concatenate([rows for _, _, rows, _ in self._found], axis=1, dtype=kind, casting="unsafe")

    def columns_of(self, numbers: Column) -> Iterator[tuple[Shape, slice, list[Column]]]:
        """The states with these numbers, which are in order: part after part of them, as columns."""
        bounds = np.searchsorted(numbers, [*[first for _, first, _, _ in self._found], self.size]).tolist()
        for (shape, first, rows, _), begin, end in zip(self._found, bounds, bounds[1:], strict=False):
            if begin < end:
                chosen = rows.take(numbers[begin:end] - first, axis=1).astype(np.int64)
                kinds = kinds_in(shape)
                kinds = (int,) * (len(rows) - len(kinds)) + kinds
                yield shape, slice(begin, end), _in_kind(chosen, kinds)

    def values(self, numbers: Iterable[int]) -> list[Any]:
        """The states with these numbers, which are in order, as they are."""
        values = []
        for shape, which, columns in self.columns_of(np.array(list(numbers), np.int64)):
            listed = iter([column.tolist() for column in columns])
            values += put_all_together(shape, listed, which.stop - which.start)
        return values


class Numbering:
    """A number for each row of whole numbers, found by the one whole number that the row is packed into.

    Packed numbers are looked up in a table with a cell for each of them, or in a sorted list where
    such a table would be too large.
    """

    def __init__(self, width: int) -> None:
        self._lows: list[int] = [0] * width
        self._highs: list[int] = [0] * width
        self._strides: Column = np.ones(width, np.int64)
        self._lowest = 0  # what the lowest row is packed into before this is taken away
        self._known: list[tuple[Column, Column]] = []  # rows and their numbers, as they came
        self._table: Column | None = np.full(1, -1, np.int32)
        self._packed: Column = np.zeros(0, np.int64)  # all rows in order, if there is no table,
        self._numbers: Column = np.zeros(0, np.int64)  # and the number of each

    def numbers_of(self, rows: Column, following: int) -> tuple[Column, Column]:
        """The number of each row, and the rows that were new: these are numbered from `following` on."""
        if len(rows):
            self._make_room(rows)
        packed = self._pack(rows)
        numbers = self._look_up(packed)
        missing = (numbers < 0).nonzero()[0]
        if not len(missing):
            return numbers, rows[:, missing]
        unknown = packed[missing]
        chosen = self._one_of_each(unknown)
        new = rows.take(missing[chosen], axis=1).astype(np.int32)  # whatever is given has 30 bits at most
        own = np.arange(following, following + len(chosen))
        self._known.append((new, own))
        self._remember(unknown[chosen], own)
        return self._look_up(packed), new

    def furthest(self) -> int:
        """No number of any row is further from zero."""
        return max(map(abs, self._lows + self._highs), default=0)

    def _one_of_each(self, packed: Column) -> Column:
        """Where in a list of packed rows, none of which is known, each of the different ones stands once."""
        if self._table is None:
            return np.unique(packed, return_index=True)[1]
        places = np.arange(len(packed))
        self._table[packed] = places  # of equal rows the last one stays
        stayed: Column = self._table[packed] == places
        return stayed.nonzero()[0]

    def _look_up(self, packed: Column) -> Column:
        """The numbers of packed rows, -1 for those not met before."""
        if self._table is not None:
            return self._table[packed]
        if not len(self._packed):
            return np.full(len(packed), -1)
        at = np.minimum(np.searchsorted(self._packed, packed), len(self._packed) - 1)
        return np.where(self._packed[at] == packed, self._numbers[at], -1)

    def _remember(self, packed: Column, numbers: Column) -> None:
        if self._table is not None:
            self._table[packed] = numbers
            return
        packed = np.concatenate([self._packed, packed])
        order = packed.argsort(kind="stable")
        self._packed, self._numbers = packed[order], np.concatenate([self._numbers, numbers])[order]

    def _pack(self, rows: Column) -> Column:
        return self._strides @ rows - self._lowest

    def _make_room(self, rows: Column) -> None:
        """Pack anew, with room to spare, when a number lies outside of all those before it."""
        lows, highs = lows_and_highs(rows)
        if all(map(le, self._lows, lows)) and all(map(ge, self._highs, highs)):
            return
        lows, highs = list(map(min, self._lows, lows)), list(map(max, self._highs, highs))
        for spare, cells in ((1, _QUICK_TABLE), (0, _LARGEST_TABLE), (1, LARGEST), (0, LARGEST)):
            spans = [(high - low) * spare // 2 for low, high in zip(lows, highs, strict=True)]
            self._lows = list(map(sub, lows, spans))
            self._highs = list(map(add, highs, spans))
            sizes = [high - low + 1 for low, high in zip(self._lows, self._highs, strict=True)]
            *strides, most = accumulate(sizes, mul, initial=1)
            if most < cells:
                break
        else:
            raise Unfit("numbers that are too far apart")
        self._strides = np.array(strides)
        self._lowest = int(self._strides @ np.array(self._lows))
        self._table = np.full(most, -1, np.int32) if most < _LARGEST_TABLE else None
        self._packed = self._numbers = self._packed[:0]
        if self._known:
            known, numbers = zip(*self._known, strict=True)
            self._remember(self._pack(np.concatenate(known, axis=1)), np.concatenate(numbers))


def explore(
    repeat: Repeat[Any, Any, Any],
    beginning: Begun,
    tables: Tables,
    budget: Budget,
    exact: bool,
    apart: bool = False,
    decisions: Decisions | None = None,
    reach: Reach | None = None,
) -> Graph:
    """All that can be reached from the starts of some calls.

    Starts that are kept `apart` have states of their own: the place of its start is a state's first
    number. If `decisions` are to be left open, an edge may also lead from the place after a choice. What
    is hardly within `reach` is not stepped on.
    """

    def with_end(state: Any) -> tuple[str, Any]:
        return _OVER if repeat.until(state) else _GOES_ON, state

    def advance(dice: Any, given: Any) -> tuple[str, Any]:
        state, (args, named) = given
        return with_end(repeat.step(dice, state, *args, **dict(named)))

    states = States()
    beginnings = np.zeros(len(beginning.starts), np.int64)
    for shape, (places, columns) in in_columns([with_end(start) for start in beginning.starts]).items():
        beginnings[places] = _number(states, shape, [places, *columns] if apart else columns, len(places))
    edges: list[Ran] = []  # with the numbers of states in place of rows, and as their only column
    runs = lanes = 0
    joined_from = _MANY_EDGES
    while wave := list(states.wave()):
        met_before, edges_before = states.size, len(edges)
        for shape, numbers, rows in wave:
            if reach is not None:
                followed = reach.follows(numbers)
                numbers, rows = numbers[followed], rows[:, followed]
            for begin in range(0, len(numbers), _STATES_AT_ONCE):
                block = slice(begin, begin + _STATES_AT_ONCE)
                own, here = numbers[block], rows[:, block].astype(np.int64)
                columns = _in_kind(here[apart:], kinds_in(shape))
                columns += [column[here[0]] for column in beginning.columns]
                given = (tuple, shape, beginning.shape)
                labels = np.arange(len(own)) if apart else own
                reached: dict[Shape, list[Ran]] = {}
                for ran in run_lanes(advance, tables, given, columns, labels, exact, decisions):
                    runs += 1
                    lanes += len(ran.row)
                    if apart:
                        ran = ran._replace(row=own[ran.row], columns=[here[0][ran.row], *ran.columns])
                    reached.setdefault(ran.shape, []).append(ran)
                for found, ended in reached.items():
                    together = joined(ended)
                    budget.spend(len(together.row))
                    edges.append(_small(together, _number(states, found, together.columns, len(together.row))))
                if lanes > _MOST_EDGES:
                    raise OverBudget(budget, f"{_MOST_EDGES:,} edges between states")
        refuse_if_slow(runs, lanes)
        if reach is not None:
            edges[edges_before:] = reach.end_wave(edges[edges_before:], met_before, states.size)
        if lanes > joined_from:
            _join(edges, np.int32)
            joined_from = 2 * lanes
    if not edges:
        nothing = np.zeros(0, np.int64)
        return Graph(states, beginnings, states.over(), nothing, nothing, nothing, nothing)
    _join(edges, np.int32 if lanes > _FEW_EDGES else np.intp)  # of which the larger are looked up quickest
    ((_, source, (target,), weight, total),) = edges
    return Graph(states, beginnings, states.over(), source, target, weight, total)


def _join(edges: list[Ran], numbers: type[np.signedinteger[Any]]) -> None:
    """Make one part of all edges, in place, with states as such numbers; each column is let go of once it is joined."""
    shape = edges[0].shape
    parts = [[ran.row, ran.columns[0], ran.weight, ran.total] for ran in edges]
    edges.clear()
    row: Column = np.concatenate([part.pop(0) for part in parts], dtype=numbers)
    target: Column = np.concatenate([part.pop(0) for part in parts], dtype=numbers)
    weight, total = [np.concatenate([part.pop(0) for part in parts]) for _ in range(2)]
    edges.append(Ran(shape, row, [target], weight, total))


def _small(ran: Ran, target: Column) -> Ran:
    """Edges that take no more memory than they must."""
    row, target = ran.row.astype(np.int32, copy=False), target.astype(np.int32, copy=False)
    return Ran(ran.shape, row, [target], ran.weight, ran.total)


def _number(states: States, shape: Any, columns: list[Column], runs: int) -> Column:
    """The numbers of states, of which the shape also says whether they are over."""
    _, (*_, word), own = shape
    return states.numbers_of(own, columns, runs, word is _OVER)


def in_columns(values: Sequence[Any]) -> dict[Shape, tuple[Column, list[Column]]]:
    """Values as columns of numbers, those of one shape together: their places in the list, and their columns."""
    by_shape: dict[Shape, tuple[list[int], list[list[Any]]]] = {}
    for at, value in enumerate(values):
        numbers: list[Any] = []
        shape = take_apart(value, numbers)
        places, rows = by_shape.setdefault(shape, ([], []))
        places.append(at)
        rows.append(numbers)
    return {
        shape: (np.array(places), [column_of(column) for column in zip(*rows, strict=True)])
        for shape, (places, rows) in by_shape.items()
    }


def _in_kind(rows: Column, kinds: Sequence[type]) -> list[Column]:
    """Rows of whole numbers as columns, some of which are truths."""
    return [row.astype(np.bool_) if kind is bool else row for row, kind in zip(rows, kinds, strict=True)]


def begun(calls: Sequence[Call]) -> list[Begun]:
    """Calls of a repeated step, those that are alike together; a number that all of them share is part of the shape."""
    found = []
    for shape, (places, columns) in in_columns([(args[1:], tuple(named.items())) for args, named in calls]).items():
        same = [column[0].item() if (column == column[0]).all() else None for column in columns]
        varying = [column for column, number in zip(columns, same, strict=True) if number is None]
        starts = [calls[place][0][0] for place in places.tolist()]
        found.append(Begun(places, starts, settled(shape, iter(same)), varying))
    return found
