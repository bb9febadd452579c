"""A notation as something that can be thrown: rolled, checked against typed faces, and priced."""

from typing import Any

from rulewright.dice.notation.canonical import canonical
from rulewright.dice.notation.cost import refuse_costly
from rulewright.dice.notation.dialects import DialectName, dialect_named
from rulewright.dice.notation.limits import MAX_EXPLOSIONS, MAX_WORK
from rulewright.dice.notation.parse import parse
from rulewright.dice.notation.price import price
from rulewright.dice.notation.roll import throw
from rulewright.dice.notation.syntax import DiceTerm, Node, parts_of
from rulewright.dice.odds import Odds
from rulewright.dice.throw import Draw, Faces


class Notation:
    """A roll that was typed: `notation("4d6kh3")`. Two are equal when they mean the same roll.

    A die explodes at most 20 times. The cap is the same for rolls and odds, so both agree exactly,
    and `caps` says it in a sentence for each kind of dice that it concerns.
    """

    __slots__ = ("_odds", "_text", "caps", "tree")

    def __init__(self, tree: Node) -> None:
        self.tree = tree
        self.caps: tuple[str, ...] = tuple(dict.fromkeys(_caps(tree)))
        self._text = canonical(tree)
        self._odds: Odds[Any] | None = None

    def roll(self, draw: Draw, /) -> Any:
        """Ask `draw` for each face, part by part from left to right, and return the score.

        It is a whole number, a fraction where one was divided exactly, or a tuple for several rolls.
        """
        return throw(self.tree, draw).score

    def odds(self, work: float = MAX_WORK) -> Odds[Any]:
        """The exact odds of every score; raises `NotExact` when they would take too long or are not offered.

        `work` is how many microseconds of a slow machine they may take, by an estimate made beforehand.
        """
        if self._odds is None:
            refuse_costly(self.tree, work)
            self._odds = price(self.tree)
        return self._odds

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        """Whether each face counts: not if it was rerolled or dropped, or is no success where successes are counted."""
        draw = Faces(faces)
        thrown = throw(self.tree, draw)
        draw.finish()
        return thrown.kept

    def __eq__(self, other: object) -> bool:
        return self.tree == other.tree if isinstance(other, Notation) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.tree)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text


def notation(text: str, dialect: DialectName = "union") -> Notation:
    """Read a roll as people type it: `notation("4d6kh3")`, `notation("5d6>5", "roll20")`."""
    return Notation(parse(text, dialect_named(dialect)))


def _caps(node: Node) -> list[str]:
    if isinstance(node, DiceTerm):
        if node.exploding is None or node.exploding.times == 1:
            return []
        return [f"{canonical(node)}: a die explodes at most {MAX_EXPLOSIONS} times, in rolls and in odds alike"]
    return [cap for part in parts_of(node) for cap in _caps(part)]
