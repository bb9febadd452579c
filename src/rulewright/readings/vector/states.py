"""The states that a repeated step can reach, as rows of whole numbers, each with a number of its own.

A row is found by the one whole number that it is packed into. Packed rows are looked up in a table with
a cell for each of them, or by their hashes where such a table would be too large.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.vector.column import LARGEST, LARGEST_GIVEN, Array, lows_and_highs
from rulewright.readings.vector.shape import Shape, kinds_in, places_in, put_all_together

_LARGEST_TABLE = 1 << 22
_QUICK_TABLE = 1 << 20  # cells few enough to be cleared for a batch
_SMALL_NUMBER = 1 << 14  # the difference of two of them is still an int16
_PACKED_AT_ONCE = 32  # columns, of which numpy takes 63 at most
_FEWEST_BITS = 12
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # 2**64 divided by the golden ratio: spreads keys that are close together
_FURTHEST = 0xFFF


class Edges(NamedTuple):
    """Edges between states: from the number of one to that of another, with a weight out of a total.

    In float64 every total is one, and left out.
    """

    source: Array
    target: Array
    weight: Array
    total: Array


class States:
    """All states met so far, numbered in the order in which they were met: rows of whole numbers for each shape."""

    def __init__(self) -> None:
        self.size = 0
        self._numberings: dict[Shape, Numbering] = {}
        self._found: list[tuple[Shape, int, Array]] = []  # shape, first number, and rows
        self._furthest = 0  # the largest absolute value in any row

    def numbers_of(self, shape: Shape, columns: list[Array], count: int) -> tuple[Array, Array, list[Array]]:
        """The number of each state. New ones are remembered: their numbers, and their columns."""
        numbering = self._numberings.get(shape)
        if numbering is None:
            numbering = self._numberings[shape] = Numbering(len(columns))
        numbers, places = numbering.numbers_of(columns, count, self.size)
        new = [column.take(places) for column in columns]
        first = self.size
        if len(places):
            rows = np.array(new, np.int32).reshape(len(new), len(places))  # arguments have 30 bits at most
            self._found.append((shape, first, rows.astype(_smallest_type(rows))))
            self.size += len(places)
        return numbers, np.arange(first, self.size, dtype=np.int32), new

    def add_all(self, shape: Shape, rows: Array) -> None:
        """Adds states of one shape that are new and different, as rows of numbers. None is looked up afterwards."""
        self._found.append((shape, self.size, rows.astype(_smallest_type(rows))))
        self._furthest = max(self._furthest, int(abs(rows).max(initial=0)))
        self.size += rows.shape[1]

    def append(self, others: "States") -> None:
        """Appends other states. From then on none is looked up any more."""
        self._furthest = max([self._furthest, *[one.furthest() for one in self._numberings.values()]])
        self._numberings.clear()
        self._found += [(shape, self.size + first, rows) for shape, first, rows in others._found]
        self.size += others.size

    def columns(self, count: int) -> Array:
        """The whole numbers that all of the first `count` states have at the same place, in order.

        A number that is the same in all of them is left out.
        """
        found = [(shape, rows) for shape, first, rows in self._found if first < count]
        parts = [rows for _, rows in found]
        shapes = {shape: len(rows) for shape, rows in found}
        if len(shapes) > 1:
            places = {shape: _places(shape, width) for shape, width in shapes.items()}
            common = set.intersection(*map(set, places.values()))
            kept = {shape: [at for at, place in enumerate(own) if place in common] for shape, own in places.items()}
            parts = [rows[kept[shape]] for shape, rows in found]
        if not parts or not len(parts[0]):
            return np.empty((0, count), np.int16)
        kind = np.int16 if self._furthest < _SMALL_NUMBER else np.int32
        varies = np.logical_or.reduce([(rows != parts[0][:, :1]).any(axis=1) for rows in parts])
        return np.concatenate([rows[varies] for rows in parts], axis=1, dtype=kind, casting="unsafe")

    def columns_of(self, numbers: Array) -> Iterator[tuple[Shape, slice, list[Array]]]:
        """The states with these sorted numbers as columns, part by part."""
        bounds = np.searchsorted(numbers, [*[first for _, first, _ in self._found], self.size]).tolist()
        for (shape, first, rows), begin, end in zip(self._found, bounds, bounds[1:], strict=False):
            if begin < end:
                chosen = rows.take(numbers[begin:end] - first, axis=1).astype(np.int64)
                kinds = kinds_in(shape)
                kinds = (int,) * (len(rows) - len(kinds)) + kinds
                columns = [
                    row.astype(np.bool_) if kind is bool else row for row, kind in zip(chosen, kinds, strict=True)
                ]
                yield shape, slice(begin, end), columns

    def values(self, numbers: Iterable[int]) -> list[Any]:
        """The states with these sorted numbers, as values."""
        values = []
        for shape, which, columns in self.columns_of(np.array(list(numbers), np.int64)):
            listed = iter([column.tolist() for column in columns])
            values += put_all_together(shape, listed, which.stop - which.start)
        return values


class Numbering:
    """A number for each row of whole numbers."""

    def __init__(self, width: int) -> None:
        self._count = 0
        self._met = ([0] * width, [0] * width)  # the lowest and the highest number of each column so far
        self._lows = [0] * width  # the range that packed rows have room for
        self._highs = [0] * width
        self._sizes = [1] * width
        self._table: Array | None = None
        self._hashed = _Hashed()  # if there is no table

    def numbers_of(self, columns: Sequence[Array], count: int, following: int) -> tuple[Array, Array]:
        """The number of each row, and the places of the new ones, which are numbered from `following` on."""
        packed = self._pack(columns, count)
        numbers = self._look_up(packed)
        missing = (numbers < 0).nonzero()[0]
        if not len(missing):
            return numbers, missing
        unknown = packed.take(missing)
        one_of_each = self._one_of_each(unknown)
        new = len(one_of_each)
        self._remember(unknown.take(one_of_each), np.arange(following, following + new, dtype=np.int32))
        self._count += new
        numbers[missing] = self._look_up(unknown)
        return numbers, missing.take(one_of_each)

    def furthest(self) -> int:
        """The largest absolute value in any row."""
        return max([*self._highs, *[-low for low in self._lows]], default=0)

    def _one_of_each(self, packed: Array) -> Array:
        """One place of each distinct row in a list of packed rows that are all new."""
        if self._table is None:
            return np.unique(packed, return_index=True)[1]
        places = np.arange(len(packed), dtype=np.int32)
        self._table[packed] = places  # the last of equal rows wins
        stayed: Array = self._table.take(packed) == places
        return stayed.nonzero()[0]

    def _look_up(self, packed: Array) -> Array:
        """The numbers of packed rows, -1 for those not met before."""
        return self._hashed.look_up(packed) if self._table is None else self._table.take(packed)

    def _remember(self, packed: Array, numbers: Array) -> None:
        if self._table is None:
            self._hashed.remember(packed, numbers)
        else:
            self._table[packed] = numbers

    def _pack(self, columns: Sequence[Array], count: int) -> Array:
        """Each row as one whole number."""
        if not columns:
            return np.zeros(count, np.int64)
        if self._count:
            try:
                return self._pack_into_room(columns)
            except ValueError:  # a number lies outside the range so far
                pass
        self._make_room(columns)
        return self._pack_into_room(columns)

    def _pack_into_room(self, columns: Sequence[Array]) -> Array:
        """Rows as whole numbers. Raises `ValueError` where a number has no room."""
        from_zero, sizes = [], []
        for column, low, size in zip(columns, self._lows, self._sizes, strict=True):
            if size > 1:
                from_zero.append(column - low if low else column)
                sizes.append(size)
            elif (column[:1] != low).any() if column.strides == (0,) else (column != low).any():
                raise ValueError("a number without room")
        if not sizes:
            return np.zeros(len(columns[0]), np.int64)
        while len(sizes) > _PACKED_AT_ONCE:
            first, first_sizes = from_zero[:_PACKED_AT_ONCE], sizes[:_PACKED_AT_ONCE]
            from_zero = [np.ravel_multi_index(first, first_sizes), *from_zero[_PACKED_AT_ONCE:]]
            sizes = [prod(first_sizes), *sizes[_PACKED_AT_ONCE:]]
        return np.ravel_multi_index(from_zero, sizes)

    def _known(self) -> tuple[list[Array], Array]:
        """All rows met so far, as columns, and their numbers."""
        if self._table is None:
            packed, numbers = self._hashed.known()
        else:
            packed = (self._table >= 0).nonzero()[0]
            numbers = self._table[packed]
        columns = []
        for low, size in zip(reversed(self._lows), reversed(self._sizes), strict=True):
            packed, from_zero = np.divmod(packed, size)
            columns.append(from_zero + low)
        return columns[::-1], numbers

    def _make_room(self, columns: Sequence[Array]) -> None:
        """Packs all rows anew with room for these numbers, and some to spare."""
        known = self._known() if self._count else None
        lows, highs = lows_and_highs(np.array(columns, np.int64))
        if known is not None:  # rows may have used the spare room
            least, most_of_each = lows_and_highs(np.array(known[0], np.int64))
            lows, highs = list(map(min, least, lows)), list(map(max, most_of_each, highs))
        lows, highs = self._met = list(map(min, self._met[0], lows)), list(map(max, self._met[1], highs))
        for spare, cells in ((1, _QUICK_TABLE), (0, _LARGEST_TABLE), (1, LARGEST), (0, LARGEST)):
            self._lows = [max(low + low * spare // 2, 1 - LARGEST_GIVEN) for low in lows]
            self._highs = [min(high + high * spare // 2, LARGEST_GIVEN - 1) for high in highs]
            self._sizes = [high - low + 1 for low, high in zip(self._lows, self._highs, strict=True)]
            most = prod(self._sizes)
            if most < cells:
                break
        else:
            raise Unfit("numbers that are too far apart")
        self._table = np.full(most, -1, np.int32) if most < _LARGEST_TABLE else None
        self._hashed = _Hashed()
        if known is not None:
            rows, numbers = known
            self._remember(self._pack_into_room(rows), numbers)


class _Hashed:
    """Numbers found by whole numbers that may be far apart, in a table with open addressing."""

    def __init__(self) -> None:
        self._count = 0
        self._bits = _FEWEST_BITS
        self._keys: Array = np.zeros(1 << self._bits, np.int64)
        self._numbers: Array = np.full(1 << self._bits, -1, np.int32)

    def look_up(self, keys: Array) -> Array:
        """The number of each key, -1 for those not remembered."""
        cell = self._first_cells(keys)
        numbers = self._numbers.take(cell)
        other = going = ((self._keys.take(cell) != keys) & (numbers >= 0)).nonzero()[0]
        while len(other):  # the cell has another key: try the next
            keys = keys.take(going)
            cell = self._next_cells(cell.take(going), keys)
            found = self._numbers.take(cell)
            numbers[other] = found
            going = ((self._keys.take(cell) != keys) & (found >= 0)).nonzero()[0]
            other = other.take(going)
        return numbers

    def remember(self, keys: Array, numbers: Array) -> None:
        """Gives each of these different new keys its number."""
        if 2 * (self._count + len(keys)) > len(self._keys):
            before = self.known()
            while 2 * (self._count + len(keys)) > 1 << self._bits:
                self._bits += 1
            self._keys = np.zeros(1 << self._bits, np.int64)
            self._numbers = np.full(1 << self._bits, -1, np.int32)
            self._put(*before)
        self._put(keys, numbers)
        self._count += len(keys)

    def known(self) -> tuple[Array, Array]:
        """All keys, and the number of each."""
        used = (self._numbers >= 0).nonzero()[0]
        return self._keys.take(used), self._numbers.take(used)

    def _put(self, keys: Array, numbers: Array) -> None:
        cell = self._first_cells(keys)
        while len(keys):
            free = self._numbers.take(cell) < 0
            self._numbers[cell[free]] = numbers[free]  # the last key wins the cell
            stayed = self._numbers.take(cell) == numbers
            self._keys[cell[stayed]] = keys[stayed]
            keys, numbers, cell = keys[~stayed], numbers[~stayed], cell[~stayed]
            cell = self._next_cells(cell, keys)

    def _first_cells(self, keys: Array) -> Array:
        hashes: Array = keys.astype(np.uint64) * _GOLDEN >> np.uint64(64 - self._bits)
        return hashes.astype(np.int64)

    def _next_cells(self, cell: Array, keys: Array) -> Array:
        """The next cell to try, at a distance that depends on the key."""
        onward: Array = (cell + ((keys & _FURTHEST) << 1) + 1) & (len(self._keys) - 1)
        return onward


def _places(shape: Shape, width: int) -> list[tuple[int, ...]]:
    """The place of each number of a state; a number before those of its shape has a place of its own."""
    places = places_in(shape)
    return [(-1, at) for at in range(width - len(places))] + list(places)


def _smallest_type(rows: Array) -> type[np.signedinteger[Any]]:
    """The smallest type for these whole numbers."""
    furthest = max(int(rows.max(initial=0)), -1 - int(rows.min(initial=0)))
    return np.int8 if furthest < 1 << 7 else np.int16 if furthest < 1 << 15 else np.int32
