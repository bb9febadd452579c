"""Values of a state that grow with the log: a new one shares all but a bounded part with the one before."""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain
from operator import itemgetter
from typing import Generic, TypeVar
from zlib import crc32

from msgspec import Struct

_CHUNK = 128
_NUMBERS = 512
_PARTS = 256

T = TypeVar("T")


class Growing(Struct, Generic[T], frozen=True, array_like=True):
    """A list to which values are added at its end, in chunks; only the last chunk is copied."""

    full: tuple[tuple[T, ...], ...] = ()
    last: tuple[T, ...] = ()

    def plus(self, value: T) -> "Growing[T]":
        """The list with one more value."""
        if len(self.last) < _CHUNK:
            return Growing(self.full, (*self.last, value))
        return Growing((*self.full, self.last), (value,))

    def __len__(self) -> int:
        return len(self.full) * _CHUNK + len(self.last)

    def __hash__(self) -> int:
        return len(self)  # lists of the same table differ in length, and hashing every value would take long

    def __iter__(self) -> Iterator[T]:
        return chain(chain.from_iterable(self.full), self.last)

    def __reversed__(self) -> Iterator[T]:
        return chain(reversed(self.last), *map(reversed, reversed(self.full)))

    def __getitem__(self, place: int) -> T:
        chunk, within = divmod(place, _CHUNK)
        return self.full[chunk][within] if chunk < len(self.full) else self.last[within]


class EventNumbers(Growing[int], frozen=True, array_like=True):
    """Growing numbers of events."""

    def plus(self, value: int) -> "EventNumbers":
        """The numbers with a further one, larger than all."""
        more = super().plus(value)
        return EventNumbers(more.full, more.last)

    def upto(self, seq: int) -> int:
        """How many of the numbers are at most `seq`."""
        if self.last and self.last[0] <= seq:
            return len(self.full) * _CHUNK + bisect_right(self.last, seq)
        chunk = bisect_right(self.full, seq, key=itemgetter(0)) - 1
        return chunk * _CHUNK + bisect_right(self.full[chunk], seq) if chunk >= 0 else 0

    def at_most(self, seq: int) -> int:
        """The largest of the numbers that is at most `seq`; 0 if there is none."""
        count = self.upto(seq)
        return self[count - 1] if count else 0


class EventSet(Struct, frozen=True):
    """A set of event numbers, in any order."""

    parts: dict[int, frozenset[int]] = {}

    def plus(self, seq: int) -> "EventSet":
        """The set with a number."""
        part = seq // _NUMBERS
        return EventSet({**self.parts, part: self.parts.get(part, frozenset()) | {seq}})

    def minus(self, seq: int) -> "EventSet":
        """The set without a number."""
        if seq not in self:
            return self
        part = seq // _NUMBERS
        left = self.parts[part] - {seq}
        others = {one: numbers for one, numbers in self.parts.items() if one != part}
        return EventSet({**others, part: left} if left else others)

    def __contains__(self, seq: int) -> bool:
        return seq in self.parts.get(seq // _NUMBERS, ())

    def __bool__(self) -> bool:
        return bool(self.parts)

    @property
    def largest(self) -> int:
        """The largest number; 0 if the set is empty."""
        return max(self.parts[max(self.parts)]) if self.parts else 0


class NamedCounts(Struct, frozen=True):
    """Numbers by name, for many names."""

    parts: dict[int, dict[str, int]] = {}

    def get(self, name: str) -> int:
        """The number under a name; 0 if there is none."""
        return self.parts.get(_part(name), {}).get(name, 0)

    def plus(self, name: str, number: int) -> "NamedCounts":
        """The numbers with another one under a name."""
        part = _part(name)
        return NamedCounts({**self.parts, part: {**self.parts.get(part, {}), name: number}})


def _part(name: str) -> int:
    return crc32(name.encode(errors="surrogatepass")) % _PARTS
