"""Dice and cards as counts of each face, which a rule for sorted dice steps through face by face.

A source hands out its faces from the highest to the lowest. At each face it says how many dice could
show it and in how many ways; the dice that do not show it are left for the faces below. Only how many
are left has to be remembered, and dice whose remaining faces are alike need not be distinguished: a d8
that shows neither 8 nor 7 is a d6.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from math import comb, gcd, prod
from typing import Any, Protocol, TypeAlias

Left: TypeAlias = tuple[int, ...]
"""How many dice, or cards to be dealt, are left for the faces below."""


Move: TypeAlias = tuple[tuple[int, ...], Any, int]
"""One way in which a face is shown: how many dice of each pool show it, what is left, and its weight."""


class Source(Protocol):
    """Dice or cards as counts of each face."""

    @property
    def faces(self) -> Sequence[Any]:
        """Every face that can be shown."""
        ...

    @property
    def total(self) -> int:
        """How many ways there are in all."""
        ...

    def levels(self, faces: Sequence[Any]) -> "tuple[Any, Sequence[FaceOutcomes]]":
        """The dice left at the start, and the possible counts at each of these faces."""
        ...


class FaceOutcomes(Protocol):
    """The possible counts at one face."""

    def moves(self, left: Any, /) -> Sequence[Move]:
        """Every number of the remaining dice that can show the face."""
        ...

    def free(self, left: Any, /) -> int:
        """The number of ways in which the remaining dice can show this face and those below."""
        ...


def from_the_highest(source: Source) -> list[Any]:
    """All faces from the highest to the lowest; names have the order in which they were given."""
    faces = list(source.faces)
    if all(isinstance(face, int | tuple) for face in faces):
        return sorted(faces, reverse=True)
    return faces[::-1]


# --- dice

_Weights: TypeAlias = tuple[int, ...]
"""The weights of interchangeable dice over the faces from here on, without a common factor."""


class _DiceLevel:
    """One face of dice, each kind given by its weights from this face on."""

    def __init__(self, kinds: Sequence[_Weights], lower: Sequence[_Weights]) -> None:
        self._lower = len(lower)
        self._weights = list(map(sum, kinds))
        place = {kind: at for at, kind in enumerate(lower)}
        # for each kind: its weight here, which kind it is from the next face on, and the weight of going on
        self._kinds = [(kind[0], place.get(_below(kind), -1), reduce(gcd, kind[1:], 0)) for kind in kinds]
        self._known: dict[Left, Sequence[Move]] = {}

    def moves(self, left: Left) -> Sequence[Move]:
        known = self._known.get(left)
        if known is None:
            known = self._known[left] = self._work_out(left)
        return known

    def free(self, left: Left) -> int:
        return prod([weights**count for weights, count in zip(self._weights, left, strict=True)])

    def _work_out(self, left: Left) -> Sequence[Move]:
        if len(left) == 1 and self._kinds[0][1] >= 0:
            ((weight, _, onwards),) = self._kinds
            (here,) = left
            return [
                ((count,), (here - count,), comb(here, count) * weight**count * onwards ** (here - count))
                for count in (range(here + 1) if weight else (0,))
            ]
        found: dict[tuple[int, Left], int] = {(0, (0,) * self._lower): 1}
        for here, (weight, goes_to, onwards) in zip(left, self._kinds, strict=True):
            showing: Iterable[int] = range(here + 1) if weight and onwards else (here,) if weight else (0,)
            further: dict[tuple[int, Left], int] = {}
            for (shown, after), ways in found.items():
                for count in showing:
                    new = (shown + count, _raised(after, goes_to, here - count))
                    times = ways * comb(here, count) * weight**count * onwards ** (here - count)
                    further[new] = further.get(new, 0) + times
            found = further
        return [((shown,), after, ways) for (shown, after), ways in found.items()]


def _raised(numbers: Left, at: int, by: int) -> Left:
    return (*numbers[:at], numbers[at] + by, *numbers[at + 1 :]) if by else numbers


def _below(kind: _Weights) -> _Weights:
    """The kind of dice that remains when they do not show this face; None if it is their last."""
    lower = kind[1:]
    common = reduce(gcd, lower, 0)
    return tuple([weight // common for weight in lower]) if common else ()


class DiceSource:
    """Dice of any kinds: for each kind its weights by face and how many there are."""

    def __init__(self, dice: Sequence[tuple[Mapping[Any, int], int]]) -> None:
        self._dice = [(weights, count) for weights, count in dice if count]
        self.faces = list(dict.fromkeys(face for weights, _ in self._dice for face in weights))
        self.total = prod(sum(weights.values()) ** count for weights, count in self._dice)

    def levels(self, faces: Sequence[Any]) -> tuple[Left, Sequence[FaceOutcomes]]:
        """The dice left at the start, and the possible counts at each of these faces."""
        left: dict[_Weights, int] = {}
        for weights, count in self._dice:
            kind = tuple([weights.get(face, 0) for face in faces])
            left[kind] = left.get(kind, 0) + count
        kinds = list(left)
        levels = []
        for _ in faces:
            lower = list(dict.fromkeys(filter(None, map(_below, kinds))))
            levels.append(_DiceLevel(kinds, lower))
            kinds = lower
        return tuple(left.values()), levels


# --- cards


class _CardLevel:
    """The cards of one face, dealt to several hands."""

    def __init__(self, copies: int, below: int) -> None:
        self._copies = copies
        self._below = below  # how many cards are left for the faces below
        self._known: dict[Left, Sequence[Move]] = {}

    def moves(self, left: Left) -> Sequence[Move]:
        known = self._known.get(left)
        if known is None:
            known = self._known[left] = list(self._work_out(left))
        return known

    def free(self, left: Left) -> int:
        return ways_to_deal(self._copies + self._below, left)

    def _work_out(self, left: Left) -> Iterator[Move]:
        for counts in product(*[range(min(hand, self._copies) + 1) for hand in left]):
            after = tuple([hand - count for hand, count in zip(left, counts, strict=True)])
            if sum(counts) <= self._copies and sum(after) <= self._below:
                yield counts, after, ways_to_deal(self._copies, counts)


def ways_to_deal(cards: int, hands: Sequence[int]) -> int:
    """The number of ways in which cards can be dealt to hands of these sizes."""
    ways = 1
    for size in hands:
        ways *= comb(cards, size)
        cards -= size
    return ways


class CardSource:
    """Hands dealt from one deck: how many copies of each card there are, and the sizes of the hands."""

    def __init__(self, copies: Mapping[Hashable, int], hands: tuple[int, ...]) -> None:
        self._copies = copies
        self._hands = hands
        self.faces = list(copies)
        self.total = ways_to_deal(sum(copies.values()), hands)

    def different(self) -> int:
        """How many different hands there are."""
        reached = {self._hands: 1}
        _, levels = self.levels(self.faces)
        for level in levels:
            lower: dict[Left, int] = {}
            for left, hands in reached.items():
                for _, after, _ in level.moves(left):
                    lower[after] = lower.get(after, 0) + hands
            reached = lower
        return sum(reached.values())

    def levels(self, faces: Sequence[Any]) -> tuple[Left, Sequence[FaceOutcomes]]:
        """The dice left at the start, and the possible counts at each of these faces."""
        levels = []
        below = sum(self._copies.values())
        for face in faces:
            copies = self._copies.get(face, 0)
            below -= copies
            levels.append(_CardLevel(copies, below))
        return self._hands, levels


# --- several sources


class Together:
    """Several sources as one; the counts of each follow those of the one before."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources
        self.faces = list(dict.fromkeys(face for source in sources for face in source.faces))
        self.total = prod(source.total for source in sources)

    def levels(self, faces: Sequence[Any]) -> tuple[Any, Sequence[FaceOutcomes]]:
        """The dice left at the start, and the possible counts at each of these faces."""
        starts, levels = zip(*[source.levels(faces) for source in self._sources], strict=True)
        return starts, [_LevelTogether(each) for each in zip(*levels, strict=True)]


class _LevelTogether:
    def __init__(self, levels: Sequence[FaceOutcomes]) -> None:
        self._levels = levels

    def moves(self, left: tuple[Any, ...], /) -> Sequence[Move]:
        found: list[Move] = [((), (), 1)]
        for level, own in zip(self._levels, left, strict=True):
            moves = level.moves(own)
            found = [
                (counts + shown, (*after, lower), ways * times)
                for counts, after, ways in found
                for shown, lower, times in moves
            ]
        return found

    def free(self, left: tuple[Any, ...], /) -> int:
        return prod([level.free(own) for level, own in zip(self._levels, left, strict=True)])
