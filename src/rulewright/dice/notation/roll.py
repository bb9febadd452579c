"""Throwing a notation: every face is asked for in rolling order, scored, and marked as counting or not."""

from typing import NamedTuple

from rulewright.dice.notation.syntax import (
    Arithmetic,
    Counting,
    Dice,
    Explosion,
    Group,
    Keeping,
    Negative,
    Node,
    Number,
    Operator,
)
from rulewright.dice.throw import Draw


class Thrown(NamedTuple):
    """The score of faces, and for each of them whether it counts towards it."""

    score: int
    kept: tuple[bool, ...]


def throw(node: Node, draw: Draw) -> Thrown:
    """Throw any part: the parts of a notation from left to right, whether they are kept or not."""
    match node:
        case Number(value):
            return Thrown(value, ())
        case Dice():
            return _throw_dice(node, draw)
        case Negative(of):
            inner = throw(of, draw)
            return Thrown(-inner.score, inner.kept)
        case Arithmetic(operator, left, right):
            first, second = throw(left, draw), throw(right, draw)
            return Thrown(joined(operator, first.score, second.score), first.kept + second.kept)
        case Group(members, rule):
            return _throw_group([throw(member, draw) for member in members], rule)


def joined(operator: Operator, left: int, right: int) -> int:
    """Two scores joined; division and remainder round down."""
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    return left // right if operator == "//" else left % right


def _throw_group(thrown: list[Thrown], rule: Keeping | Counting) -> Thrown:
    scores = [one.score for one in thrown]
    if isinstance(rule, Keeping):
        counted = set(rule.order(scores))
        score = sum(scores[at] for at in counted)
    else:
        counted = {at for at, score in enumerate(scores) if rule.counts(score)}
        score = sum(map(rule.score, scores))
    marks: tuple[bool, ...] = ()
    for at, one in enumerate(thrown):
        marks += one.kept if at in counted else (False,) * len(one.kept)
    return Thrown(score, marks)


def _throw_dice(dice: Dice, draw: Draw) -> Thrown:
    table = _Table(dice, draw)
    chains = table.explode(table.settle())
    if dice.compounds:
        values = [sum(table.shown[at] for at in chain) for chain in chains]
        places = chains
    else:
        values = [
            table.shown[at] - (dice.penalty if further else 0) for chain in chains for further, at in enumerate(chain)
        ]
        places = [[at] for chain in chains for at in chain]
    values = list(map(dice.bounded, values))
    counted = range(len(values)) if dice.keeping is None else dice.keeping.order(values)
    score = 0
    marks = [False] * len(table.shown)
    for at in counted:
        value = values[at]
        score += value if dice.counting is None else dice.counting.score(value)
        if dice.counting is None or dice.counting.counts(value):
            for place in places[at]:
                marks[place] = True
    return Thrown(score, tuple(marks))


class _Table:
    """Dice on the table: what each face thrown shows, in rolling order."""

    def __init__(self, dice: Dice, draw: Draw) -> None:
        self.dice = dice
        self.draw = draw
        self.shown: list[int] = []

    def _throw(self) -> int:
        """One more face; its place in the rolling order."""
        self.shown.append(self.dice.lowest - 1 + self.draw(self.dice.sides))
        return len(self.shown) - 1

    def settle(self) -> list[int]:
        """Throw all dice, then those to be rerolled, wave after wave; the places of the faces that stay."""
        dice = self.dice
        places = [self._throw() for _ in range(dice.count)]
        again = [at for at, place in enumerate(places) if dice.rerolls(self.shown[place])]
        while again:
            for at in again:
                places[at] = self._throw()
            if dice.rerolling is not None and dice.rerolling.once:
                break
            again = [at for at in again if dice.rerolls(self.shown[places[at]])]
        return places

    def explode(self, places: list[int]) -> list[list[int]]:
        """Finish each exploding die in turn; for every die the places of its faces."""
        exploding = self.dice.exploding
        if exploding is None:
            return [[place] for place in places]
        chains = []
        one_has = False
        for place in places:
            chain = [place]
            while len(chain) <= exploding.times and self.dice.explodes(self.shown[chain[-1]]) and not one_has:
                chain.append(self._throw())
                one_has = exploding.kind is Explosion.ONE_DIE
            chains.append(chain)
        return chains
