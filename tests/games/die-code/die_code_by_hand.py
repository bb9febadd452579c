"""Die Code once more, the slow way: every face written out, nothing taken from the game's own code."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import floor

FACES = range(1, 7)
Weighted = dict[int, Fraction]

LADDER = {
    "automatic": (0, 0, 0, 0, 0, 0),
    "easy": (2, 1, 5, 4, 3, 3),
    "moderate": (4, 2, 10, 8, 6, 5),
    "difficult": (6, 3, 15, 12, 9, 8),
    "hard": (8, 4, 20, 16, 12, 10),
    "heroic": (10, 5, 25, 20, 15, 13),
    "epic": (12, 6, 30, 24, 18, 15),
}
"""D, DC, TN, TX, TY, TZ of every rung, typed from the table."""

MODES: dict[str, tuple[Fraction, str, str]] = {
    "creep": (Fraction(1, 2), "easy", "moderate"),
    "combat": (Fraction(1, 2), "easy", "moderate"),
    "walk": (Fraction(1), "automatic", "easy"),
    "brisk": (Fraction(3, 2), "easy", "moderate"),
    "jog": (Fraction(2), "moderate", "difficult"),
    "run": (Fraction(3), "difficult", "hard"),
    "sprint": (Fraction(4), "hard", "heroic"),
    "dash": (Fraction(5), "heroic", "epic"),
}


def every_throw(dice: int, bad: int | None, penalty: int) -> Iterator[tuple[list[int], int, Fraction]]:
    """Every way a throw can fall when bad faces are thrown again once: the faces, the result, the chance."""
    for first in product(FACES, repeat=dice):
        again = [at for at, face in enumerate(first) if face == bad]
        for second in product(FACES, repeat=len(again)):
            final = list(first)
            for at, face in zip(again, second, strict=True):
                final[at] = face
            for taken in product(FACES, repeat=penalty):
                faces = [*first, *second, *taken]
                yield faces, sum(final) - sum(taken), Fraction(1, 6 ** len(faces))


def results(dice: int, bad: int | None = None, penalty: int = 0) -> Weighted:
    """The chance of every result, added up over every throw."""
    found: Weighted = {}
    for _, result, chance in every_throw(dice, bad, penalty):
        found[result] = found.get(result, Fraction(0)) + chance
    return found


def on_faces(dice: int, faces: range, penalty: int = 0) -> Weighted:
    """The same where every die lies evenly on some faces, as after throwing again until clear."""
    found: Weighted = {}
    each = Fraction(1, len(faces) ** dice * 6**penalty)
    for own in product(faces, repeat=dice):
        for taken in product(FACES, repeat=penalty):
            result = sum(own) - sum(taken)
            found[result] = found.get(result, Fraction(0)) + each
    return found


def at_least(weighted: Weighted, least: int) -> Fraction:
    """The chance of a result that high."""
    return sum((chance for result, chance in weighted.items() if result >= least), Fraction(0))


def best_chase(
    quarry: int, pursuer: int, moves: tuple[int, int], gap: int, escape: int, rounds: int, in_combat: bool = False
) -> Fraction:
    """The chance of being caught under best play, by plain recursion over all modes and methods."""

    def ways(dice: int, move: int) -> list[dict[int, Fraction]]:
        rolled = results(dice)
        found = []
        for speed, typical, harder in MODES.values():
            needed, _, target, *_ = LADDER[harder if in_combat else typical]
            paces = floor(speed * move)
            walk = LADDER["easy"][2] if in_combat else None
            if typical == "automatic" and not in_combat:
                found.append({paces: Fraction(1)})
                continue
            if dice >= needed:
                found.append({paces: Fraction(1)})
            way: dict[int, Fraction] = {}
            for result, chance in rolled.items():
                if result >= target:
                    made = paces
                elif speed > 1 and (walk is None or result >= walk):
                    made = move
                else:
                    made = 0
                way[made] = way.get(made, Fraction(0)) + chance
            found.append(way)
        return found

    quarrys, pursuers = ways(quarry, moves[0]), ways(pursuer, moves[1])
    known: dict[tuple[int, int], Fraction] = {}

    def caught(left: int, gap: int) -> Fraction:
        if (left, gap) not in known:
            known[left, gap] = min(
                sum((chance * pursued(left, gap + paces) for paces, chance in way.items()), Fraction(0))
                for way in quarrys
            )
        return known[left, gap]

    def pursued(left: int, gap: int) -> Fraction:
        return max(
            sum((chance * after(left, gap - paces) for paces, chance in way.items()), Fraction(0)) for way in pursuers
        )

    def after(left: int, gap: int) -> Fraction:
        if gap <= 0:
            return Fraction(1)
        if gap >= escape or left == 1:
            return Fraction(0)
        return caught(left - 1, gap)

    return caught(rounds, gap)
