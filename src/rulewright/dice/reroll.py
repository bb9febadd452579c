"""Dice that are rolled again: rerolled (the new face replaces the old) or exploding (it adds)."""

from collections.abc import Hashable, Iterable
from functools import cached_property
from typing import Any, TypeVar

from rulewright.dice.die import Die
from rulewright.dice.odds import Odds
from rulewright.dice.throw import Draw, Faces

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
    return _ExplodingPool(die, _faces(die, on), times, reaching)


def _faces(die: Die[Any], on: Iterable[int]) -> frozenset[int]:
    if not isinstance(die, Die):
        raise TypeError(f"one die is rolled again, as in 2 * reroll(d(6), [1]), not {die!r:.40}")
    if isinstance(on, int):
        raise TypeError(f"the faces are a list, as in reroll(d(6), [{on}]), not {on}")
    faces = frozenset(on)
    if not faces <= set(range(1, die.sides + 1)):
        raise ValueError(f"a d{die.sides} shows 1 to {die.sides}, not {sorted(faces)}")
    if isinstance(die, _ExplodingPool):
        raise ValueError("a die that explodes cannot be rolled again in another way: reroll it first")
    return faces


class _Rerolled(Die[S]):
    """All dice of a pool are thrown first; then those to be rerolled, again and again."""

    def __init__(self, die: Die[S], on: frozenset[int], times: int | None) -> None:
        super().__init__(die.scores)
        if times is not None and times < 0:
            raise ValueError(f"a die cannot be rerolled {times} times")
        if times is None and len(on) == die.sides:
            raise ValueError("rerolling every face until it is gone would never end")
        self.die = die
        self.on = on
        self.times = times

    def settle(self, count: int, draw: Draw, /) -> list[int]:
        faces = self.die.settle(count, draw)
        for rerolled in self._rounds(faces):
            for at, face in zip(rerolled, self.die.settle(len(rerolled), draw), strict=True):
                faces[at] = face
        return faces

    def _rounds(self, faces: list[int]) -> Iterable[list[int]]:
        """Yield the dice to be rerolled, round after round, while the caller updates `faces`."""
        done = 0
        bad = [at for at, face in enumerate(faces) if face in self.on]
        while bad and (self.times is None or done < self.times):
            yield bad
            bad = [at for at in bad if faces[at] in self.on]
            done += 1

    def face_weights(self) -> list[int]:
        # A face outside `on` counts on any of the throws, a face inside it only on the last.
        once = self.die.face_weights()
        again = sum(weight for face, weight in enumerate(once, start=1) if face in self.on)
        if self.times is None:
            return [0 if face in self.on else weight for face, weight in enumerate(once, start=1)]
        total = sum(once)
        last = again**self.times
        any_throw = sum(again**before * total ** (self.times - before) for before in range(self.times + 1))
        return [weight * (last if face in self.on else any_throw) for face, weight in enumerate(once, start=1)]

    def marks(self, count: int, faces: tuple[int, ...], /) -> list[tuple[int, bool]]:
        """A face that was rolled again does not count."""
        draw = Faces(faces)
        shown = self.die.settle(count, draw)
        marks = self.die.marks(count, faces[: draw.used])
        for rerolled in self._rounds(shown):
            before = draw.used
            marks = [(die, counts and die not in rerolled) for die, counts in marks]
            for at, face in zip(rerolled, self.die.settle(len(rerolled), draw), strict=True):
                shown[at] = face
            marks += [
                (rerolled[die], counts) for die, counts in self.die.marks(len(rerolled), faces[before : draw.used])
            ]
        return marks

    def __repr__(self) -> str:
        often = "until clear" if self.times is None else "once" if self.times == 1 else f"up to {self.times} times"
        return f"{Die(self.scores)!r} rerolling {_listed(self.on)} {often}"


class _ExplodingPool(Die[int]):
    """All dice of a pool are thrown first; then each exploding die is finished in turn."""

    def __init__(self, die: Die[int], on: frozenset[int], times: int, reaching: int | None) -> None:
        super().__init__(die.scores)
        if times < 0:
            raise ValueError(f"a die cannot explode {times} times")
        self.die = die
        self.on = on
        self.times = times
        self.reaching = reaching

    def _goes_on(self, face: int, total: int, exploded: int) -> bool:
        return face in self.on and exploded < self.times and (self.reaching is None or total < self.reaching)

    def roll_each(self, count: int, draw: Draw, /) -> list[int]:
        return [self._finish(face, draw) for face in self.die.settle(count, draw)]

    def _finish(self, face: int, draw: Draw) -> int:
        total = self.scores[face - 1]
        exploded = 0
        while self._goes_on(face, total, exploded):
            (face,) = self.die.settle(1, draw)
            total += self.scores[face - 1]
            exploded += 1
        return total

    @cached_property
    def _odds(self) -> Odds[int]:
        once = self.die.face_weights()
        sides = sum(once)
        weights: dict[int, int] = {}
        running = {0: 1}  # totals of the dice still going, out of sides ** throws
        exploded = 0
        scale = sides**self.times
        while running:
            going: dict[int, int] = {}
            for before, chances in running.items():
                for face, (score, weight) in enumerate(zip(self.scores, once, strict=True), start=1):
                    total = before + score
                    if not weight:
                        continue
                    if self._goes_on(face, total, exploded):
                        going[total] = going.get(total, 0) + chances * weight
                    else:
                        weights[total] = weights.get(total, 0) + chances * weight * scale
            running = going
            exploded += 1
            scale //= sides
        return Odds(weights, sides ** (self.times + 1))

    def marks(self, count: int, faces: tuple[int, ...], /) -> list[tuple[int, bool]]:
        """Every face belongs to the die that exploded into it."""
        draw = Faces(faces)
        first = self.die.settle(count, draw)
        marks = self.die.marks(count, faces[: draw.used])
        for die, face in enumerate(first):
            before = draw.used
            self._finish(face, draw)
            marks += [(die, True)] * (draw.used - before)
        return marks

    def __repr__(self) -> str:
        capped = f" (at most {self.times} times)" if self.reaching is None else f" (until {self.reaching})"
        return f"{Die(self.scores)!r} exploding on {_listed(self.on)}{capped}"


def _listed(faces: frozenset[int]) -> str:
    return ", ".join(map(str, sorted(faces)))
