"""Throws a notation: asks for every face in rolling order, scores it, and marks whether it counts."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor, trunc
from operator import eq, ge, le, ne
from typing import Any, NamedTuple

from rulewright.dice.notation import syntax
from rulewright.dice.throw import Draw


class Thrown(NamedTuple):
    """The score of faces (of several rolls, the score of each), and for each face whether it counts towards it."""

    score: Any
    kept: tuple[bool, ...]


def throw(node: syntax.Node, draw: Draw) -> Thrown:
    """Throw any part: the parts of a notation from left to right, whether they are kept or not."""
    match node:
        case syntax.NumberTerm(value):
            return Thrown(value, ())
        case syntax.DiceTerm():
            return _throw_dice(node, draw)
        case syntax.Negative(of):
            inner = throw(of, draw)
            return Thrown(-inner.score, inner.kept)
        case syntax.Arithmetic(operator, left, right):
            first, second = throw(left, draw), throw(right, draw)
            return Thrown(joined(operator, first.score, second.score), first.kept + second.kept)
        case syntax.GroupTerm(members, rule):
            return _throw_group([throw(member, draw) for member in members], rule)
        case syntax.Mixed(dice, keeping):
            return _throw_mixed(dice, keeping, draw)
        case syntax.CallTerm(function, of):
            parts = [throw(part, draw) for part in of]
            kept = tuple(mark for part in parts for mark in part.kept)
            return Thrown(called(function, [part.score for part in parts]), kept)
        case syntax.Compare(sign, left, right):
            first, second = throw(left, draw), throw(right, draw)
            return Thrown(compared(sign, first.score, second.score), first.kept + second.kept)
        case syntax.Many(number, _, _, _):
            first = throw(number, draw)
            second = throw(node.option(first.score), draw)
            return Thrown(second.score, first.kept + second.kept)
        case syntax.RepeatedTerm(times, of):
            each = [throw(of, draw) for _ in range(times)]
            return Thrown(tuple(one.score for one in each), tuple(mark for one in each for mark in one.kept))


def joined(operator: syntax.Operator, left: syntax.Score, right: syntax.Score) -> syntax.Score:
    """Two scores joined by an operator; `//` and `%` round down, `÷` is exact."""
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return shortest(left * right)
        case "÷":
            return shortest(Fraction(left) / right)
        case "**":
            return shortest(left ** int(right))
        case "//":
            return left // right
        case "%":
            return shortest(left % right)


def shortest(score: syntax.Score) -> syntax.Score:
    """A whole number as an int."""
    return int(score) if isinstance(score, Fraction) and score.denominator == 1 else score


def _sign(score: syntax.Score) -> int:
    return (score > 0) - (score < 0)


def _round(score: syntax.Score) -> int:
    """The nearest whole number; halves are rounded up."""
    return floor(score + Fraction(1, 2))


_OF_ONE: dict[syntax.Function, Callable[[Any], syntax.Score]] = {
    "abs": abs,
    "ceil": ceil,
    "floor": floor,
    "round": _round,
    "sign": _sign,
    "trunc": trunc,
}
_COMPARISONS: dict[syntax.Sign, Callable[[Any, Any], bool]] = {">=": ge, "<=": le, "=": eq, "!=": ne}


def called(function: syntax.Function, scores: list[syntax.Score]) -> syntax.Score:
    """A function of scores."""
    if function == "max":
        return max(scores)
    return min(scores) if function == "min" else _OF_ONE[function](scores[0])


def compared(sign: syntax.Sign, left: syntax.Score, right: syntax.Score) -> int:
    """1 if the comparison holds, else 0."""
    return int(_COMPARISONS[sign](left, right))


def _throw_group(thrown: list[Thrown], rule: syntax.GroupRule) -> Thrown:
    scores = [one.score for one in thrown]
    if isinstance(rule, syntax.Counting):
        counted = {at for at, score in enumerate(scores) if rule.counts(score)}
        score = sum(map(rule.score, scores))
    else:
        counted = set(rule.order(scores))
        score = sum(scores[at] for at in counted)
    marks: tuple[bool, ...] = ()
    for at, one in enumerate(thrown):
        marks += one.kept if at in counted else (False,) * len(one.kept)
    return Thrown(score, marks)


def _throw_dice(dice: syntax.DiceTerm, draw: Draw) -> Thrown:
    values, places, faces = _values(dice, draw)
    counted = range(len(values)) if dice.keeping is None else dice.keeping.order(values)
    score = 0
    marks = [False] * faces
    for at in counted:
        value = values[at]
        score += value if dice.counting is None else dice.counting.score(value)
        if dice.counting is None or dice.counting.counts(value):
            for place in places[at]:
                marks[place] = True
    return Thrown(score, tuple(marks))


def _throw_mixed(dice: tuple[syntax.DiceTerm, ...], keeping: syntax.Keeping, draw: Draw) -> Thrown:
    """Dice of several kinds, among which the highest or lowest are kept."""
    values: list[int] = []
    places: list[list[int]] = []
    faces = 0
    for kind in dice:
        own, own_places, used = _values(kind, draw)
        values += own
        places += [[faces + place for place in chain] for chain in own_places]
        faces += used
    marks = [False] * faces
    counted = keeping.order(values)
    for at in counted:
        for place in places[at]:
            marks[place] = True
    return Thrown(sum(values[at] for at in counted), tuple(marks))


def _values(dice: syntax.DiceTerm, draw: Draw) -> tuple[list[int], list[list[int]], int]:
    """The value of each die before any is dropped, the places of its faces, and how many faces were thrown."""
    table = _ThrownDice(dice, draw)
    chains = table.explode(table.settle())
    if dice.compounds:
        values = [sum(table.shown[at] - (dice.penalty if n else 0) for n, at in enumerate(chain)) for chain in chains]
        places = chains
    else:
        values = [
            table.shown[at] - (dice.penalty if further else 0) for chain in chains for further, at in enumerate(chain)
        ]
        places = [[at] for chain in chains for at in chain]
    return list(map(dice.bounded, values)), places, len(table.shown)


class _ThrownDice:
    """Dice on the table: every face thrown, in rolling order."""

    def __init__(self, dice: syntax.DiceTerm, draw: Draw) -> None:
        self.dice = dice
        self.draw = draw
        self.shown: list[int] = []

    def _throw(self) -> int:
        """Throw one more face and return its place in the rolling order."""
        self.shown.append(self.dice.values[self.draw(self.dice.sides) - 1])
        return len(self.shown) - 1

    def settle(self) -> list[int]:
        """Throw all dice, then reroll until none is left to reroll; return the places of the final faces."""
        dice = self.dice
        places = [self._throw() for _ in range(dice.count)]
        again = [at for at, place in enumerate(places) if dice.rerolls(self.shown[place])]
        while again:
            for at in again:
                places[at] = self._throw()
            if dice.rerolling is not None and dice.rerolling.once:
                break
            again = [at for at in again if dice.rerolls(self.shown[places[at]])]
        if dice.exchanging is not None:
            for at in dice.exchanging.order([self.shown[place] for place in places]):
                places[at] = self._throw()
        if dice.unique is not None:
            self._differ(places)
        return places

    def _differ(self, places: list[int]) -> None:
        """Reroll dice that repeat the face of an earlier die."""
        unique = self.dice.unique
        assert unique is not None
        for at in range(1, len(places)):
            earlier = {self.shown[place] for place in places[:at]}
            while unique.rerolls(self.shown[places[at]], earlier):
                places[at] = self._throw()
                if unique.once:
                    break

    def explode(self, places: list[int]) -> list[list[int]]:
        """Finish each exploding die in turn and return the places of every die's faces."""
        exploding = self.dice.exploding
        if exploding is None:
            return [[place] for place in places]
        chains = []
        one_has = False
        for place in places:
            chain = [place]
            while len(chain) <= exploding.times and self.dice.explodes(self.shown[chain[-1]]) and not one_has:
                chain.append(self._throw())
                one_has = exploding.kind is syntax.Explosion.ONE_DIE
            chains.append(chain)
        return chains
