"""Dice that are rolled again: rerolled (the new face replaces the old) or exploding (it adds)."""

from collections.abc import Hashable, Iterable
from functools import cached_property
from typing import Any, TypeVar

from rulewright.dice.die import Die
from rulewright.dice.odds import Odds
from rulewright.dice.throw import Draw

__all__ = ["explode", "reroll"]

S = TypeVar("S", bound=Hashable)


def reroll(die: Die[S], on: Iterable[int], *, times: int | None = 1) -> Die[S]:
    """A die rolled again when it shows a face in `on`; the last face counts.

    `times` is how often at most; `None` means until the face is gone.
    """
    return _Rerolled(die, _faces(die, on), times)


def explode(die: Die[int], on: Iterable[int], *, times: int, reaching: int | None = None) -> Die[int]:
    """A die that shows a face in `on` is rolled again and the new score is added.

    A die explodes at most `times` times, and not again once its total is `reaching` or more.
    """
    return _Exploding(die, _faces(die, on), times, reaching)


def _faces(die: Die[Any], on: Iterable[int]) -> frozenset[int]:
    faces = frozenset(on)
    if not faces <= set(range(1, die.sides + 1)):
        raise ValueError(f"a d{die.sides} shows 1 to {die.sides}, not {sorted(faces)}")
    return faces


class _Rerolled(Die[S]):
    """All dice of a pool are thrown first; then those to be rerolled, wave after wave."""

    def __init__(self, die: Die[S], on: frozenset[int], times: int | None) -> None:
        super().__init__(die.scores)
        if times is None and len(on) == die.sides:
            raise ValueError("rerolling every face until it is gone would never end")
        self.on = on
        self.times = times

    def roll_each(self, count: int, draw: Draw, /) -> list[S]:
        return [self.scores[face - 1] for face in self._settle(count, draw)]

    def _settle(self, count: int, draw: Draw) -> list[int]:
        faces = [draw(self.sides) for _ in range(count)]
        bad = [at for at, face in enumerate(faces) if face in self.on]
        wave = 0
        while bad and (self.times is None or wave < self.times):
            for at in bad:
                faces[at] = draw(self.sides)
            bad = [at for at in bad if faces[at] in self.on]
            wave += 1
        return faces

    @cached_property
    def _odds(self) -> Odds[S]:
        # A face outside `on` counts on any of the throws, a face inside it only on the last.
        clear = self.sides - len(self.on)
        if self.times is None:
            good, bad, total = 1, 0, clear
        else:
            again = len(self.on) ** self.times
            total = self.sides ** (self.times + 1)
            bad = again
            good = (total - again * len(self.on)) // clear if clear else 0
        weights: dict[S, int] = {}
        for face, score in enumerate(self.scores, start=1):
            weight = bad if face in self.on else good
            if weight:
                weights[score] = weights.get(score, 0) + weight
        return Odds(weights, total)

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        """A face that was rolled again does not count."""
        marks = [face not in self.on for face in faces]
        # Waves follow one another; the last throw of a die counts whatever it shows.
        count = self._first_wave(faces)
        wave = list(range(count))
        start, waves = count, 0
        while True:
            bad = [at for at in wave if faces[at] in self.on]
            if not bad or (self.times is not None and waves == self.times):
                for at in bad:
                    marks[at] = True
                return tuple(marks)
            wave = list(range(start, start + len(bad)))
            start += len(bad)
            waves += 1

    def _first_wave(self, faces: tuple[int, ...]) -> int:
        """How many dice were thrown first, read from all the faces that followed."""
        for count in range(1, len(faces) + 1):
            size, start, waves = count, 0, 0
            while size and start + size <= len(faces):
                bad = sum(face in self.on for face in faces[start : start + size])
                start += size
                size = 0 if waves == self.times else bad
                waves += 1
            if size == 0 and start == len(faces):
                return count
        return len(faces)

    def __repr__(self) -> str:
        often = "until clear" if self.times is None else "once" if self.times == 1 else f"up to {self.times} times"
        return f"{Die(self.scores)!r} rerolling {_listed(self.on)} {often}"


class _Exploding(Die[int]):
    """All dice of a pool are thrown first; then each exploding die is finished in turn."""

    def __init__(self, die: Die[int], on: frozenset[int], times: int, reaching: int | None) -> None:
        super().__init__(die.scores)
        if times < 0:
            raise ValueError(f"a die cannot explode {times} times")
        self.on = on
        self.times = times
        self.reaching = reaching

    def _goes_on(self, face: int, total: int, exploded: int) -> bool:
        return face in self.on and exploded < self.times and (self.reaching is None or total < self.reaching)

    def roll_each(self, count: int, draw: Draw, /) -> list[int]:
        first = [draw(self.sides) for _ in range(count)]
        return [self._finish(face, draw) for face in first]

    def _finish(self, face: int, draw: Draw) -> int:
        total = self.scores[face - 1]
        exploded = 0
        while self._goes_on(face, total, exploded):
            face = draw(self.sides)
            total += self.scores[face - 1]
            exploded += 1
        return total

    @cached_property
    def _odds(self) -> Odds[int]:
        weights: dict[int, int] = {}
        running = {0: 1}  # totals of the dice still going, out of sides ** throws
        exploded = 0
        scale = self.sides**self.times
        while running:
            going: dict[int, int] = {}
            for before, chances in running.items():
                for face, score in enumerate(self.scores, start=1):
                    total = before + score
                    if self._goes_on(face, total, exploded):
                        going[total] = going.get(total, 0) + chances
                    else:
                        weights[total] = weights.get(total, 0) + chances * scale
            running = going
            exploded += 1
            scale //= self.sides
        return Odds(weights, self.sides ** (self.times + 1))

    def __repr__(self) -> str:
        capped = f" (at most {self.times} times)" if self.reaching is None else f" (until {self.reaching})"
        return f"{Die(self.scores)!r} exploding on {_listed(self.on)}{capped}"


def _listed(faces: frozenset[int]) -> str:
    return ", ".join(map(str, sorted(faces)))
