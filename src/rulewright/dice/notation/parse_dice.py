"""Parses dice: how many, and their sides or faces, each of which another part may compute."""

from collections.abc import Callable
from dataclasses import replace

from rulewright.dice.notation.bounds import bounds
from rulewright.dice.notation.conditions import COMPARISONS
from rulewright.dice.notation.dialects import Dialect
from rulewright.dice.notation.errors import NotationError
from rulewright.dice.notation.limits import MAX_DEPTH, MAX_DICE, MAX_OPTIONS, MAX_SIDES, MAX_TERMS
from rulewright.dice.notation.modifiers import ALLOWED, read_modifiers
from rulewright.dice.notation.roll import throw
from rulewright.dice.notation.scan import Scanner
from rulewright.dice.notation.syntax import DiceTerm, Many, Node, Score, parts_of, whole


def rolls(node: Node) -> bool:
    """Whether there are dice in a part."""
    return isinstance(node, DiceTerm) or any(map(rolls, parts_of(node)))


def constant_of(node: Node) -> Score | None:
    """The value of a part without dice; None if it has dice."""
    if rolls(node):
        return None
    score: Score = throw(node, lambda sides: 1).score
    return score


class DiceParser:
    """Parses dice and counts terms, dice and levels of nesting; the sides may be any part."""

    def __init__(self, scanner: Scanner, dialect: Dialect) -> None:
        self.scanner = scanner
        self.dialect = dialect
        self.depth = 0
        self.terms = 0
        self.dice = 0

    def comparison(self) -> Node:
        """Any part, up to a comparison of two totals."""
        raise NotImplementedError

    def unread(self, allowed: str) -> NotationError:
        """The error for a text that cannot be read from here on."""
        if self.scanner.sees(*COMPARISONS):
            allowed = "to compare a total write it in parentheses, such as (1d20+5)>=15"
            return self.scanner.wrong("a comparison that follows no total", allowed)
        return self.scanner.wrong("cannot read on", allowed)

    def deeper(self, at: int) -> None:
        """Count one more level of nesting; raise beyond the limit."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.scanner.wrong("too many parts inside one another", f"at most {MAX_DEPTH} are allowed", at)

    def another_term(self, at: int) -> None:
        """Count one more number or dice term; raise beyond the limit."""
        self.terms += 1
        if self.terms > MAX_TERMS:
            raise self.scanner.wrong("too many numbers and dice", f"at most {MAX_TERMS} are allowed", at)

    def read_dice(self, count: int, at: int) -> DiceTerm | Many:
        """Read `count` dice from their sides on, with their modifiers."""
        self.another_term(at)
        die = self._die(at)
        self._more_dice(count, at)
        if isinstance(die, DiceTerm):
            return read_modifiers(self.scanner, replace(die, count=count), self.dialect)
        return self._many(die, at, lambda sides: DiceTerm(count, sides), sides=True)

    def _more_dice(self, count: int, at: int) -> None:
        self.dice += count
        if self.dice > MAX_DICE:
            raise self.scanner.wrong("too many dice", f"at most {MAX_DICE} in all are allowed", at)

    def _die(self, at: int) -> DiceTerm | Node:
        """Read one die without its modifiers, or the part that gives its number of sides."""
        if self.scanner.take("f.1"):
            return DiceTerm(1, 6, faces=(-1, 0, 0, 0, 0, 1))
        if self.scanner.take("f.2", "f"):
            if self.scanner.sees("."):
                raise self.scanner.wrong("unknown fate dice", "dF, dF.1 and dF.2 are allowed", at)
            return DiceTerm(1, 3, fate=True)
        if self.scanner.take("%"):
            return DiceTerm(1, 10, faces=tuple(range(0, 100, 10))) if self.dialect.percent_is_tens else DiceTerm(1, 100)
        if self.scanner.take("{"):
            faces = self._faces(at)
            return DiceTerm(1, len(faces), faces=faces)
        if self.scanner.take("("):
            self.deeper(at)
            sides = self.comparison()
            if not self.scanner.take(")"):
                raise self.unread(f"{ALLOWED}; the sides end with )")
            self.depth -= 1
            constant = constant_of(sides)
            if constant is None:
                return sides
            return DiceTerm(1, self._whole_sides(constant, at))
        number = self.scanner.number()
        if number is None:
            raise self.scanner.wrong("a die has no sides", "write d6, d20, d%, dF or d{1,1,2}")
        return DiceTerm(1, self._whole_sides(number, at))

    def _whole_sides(self, sides: Score, at: int) -> int:
        if not isinstance(sides, int) or not 1 <= sides <= MAX_SIDES:
            raise self.scanner.wrong(f"a die with {sides} sides", f"1 to {MAX_SIDES} are allowed", at)
        return sides

    def _faces(self, at: int) -> tuple[int, ...]:
        faces: list[int] = []
        while True:
            negative = self.scanner.take("-")
            number = self.scanner.number()
            if number is None:
                raise self.scanner.wrong("a face is missing", "write the faces as whole numbers, such as d{0,0,1,2}")
            faces.append(-number if negative else number)
            if self.scanner.take(".."):
                last = self.scanner.number()
                if last is None or not faces[-1] < last < faces[-1] + MAX_TERMS:
                    raise self.scanner.wrong("a run of faces has no end", "write the last face, such as d{1..4,4}", at)
                faces += range(faces[-1] + 1, last + 1)
            if len(faces) > MAX_OPTIONS:
                raise self.scanner.wrong("too many faces", f"at most {MAX_OPTIONS} are listed", at)
            if self.scanner.take("}"):
                break
            if not self.scanner.take(","):
                raise self.scanner.wrong("the faces are not closed by }", "write d{0,0,1,2}", at)
        if faces == list(range(1, len(faces) + 1)):
            return tuple(faces)
        return tuple(sorted(faces))

    def _many(self, number: Node, at: int, die: Callable[[int], DiceTerm | Many], *, sides: bool) -> Many:
        """Read dice whose number or sides are rolled: every possibility, each with the modifiers that follow."""
        low, high = bounds(number)
        what = "sides" if sides else "dice"
        least = 1 if sides else 0
        if not whole(number) or low < least:
            raise self.scanner.wrong(f"the number of {what} may be {low}", f"at least {least} is allowed", at)
        if high - low >= MAX_OPTIONS or (sides and high > MAX_SIDES):
            allowed = f"at most {MAX_OPTIONS} different numbers are allowed"
            raise self.scanner.wrong(f"too many possible numbers of {what}", allowed, at)
        options = []
        place = self.scanner.at
        for value in range(int(low), int(high) + 1):
            self.scanner.back_to(place)
            option = die(value)
            options.append(
                option
                if sides or isinstance(option, Many)
                else read_modifiers(self.scanner, option, self.dialect, fixed=False)
            )
        return Many(number, int(low), tuple(options), sides)

    def read_many_dice(self, number: Node, at: int) -> Node:
        """`(1d4)d6`, `(2+1)d6`: the part in parentheses says how many dice."""
        self.another_term(at)
        constant = constant_of(number)
        die = self._die(at)
        if constant is not None:
            if not isinstance(constant, int) or constant < 0:
                raise self.scanner.wrong(f"{constant} dice", "a whole number of dice is allowed", at)
            self._more_dice(constant, at)
            if isinstance(die, DiceTerm):
                return read_modifiers(self.scanner, replace(die, count=constant), self.dialect)
            return self._many(die, at, lambda sides: DiceTerm(constant, sides), sides=True)
        self._more_dice(min(MAX_DICE + 1, max(0, int(bounds(number).high))), at)
        if isinstance(die, DiceTerm):
            template = die
            return self._many(number, at, lambda count: replace(template, count=count), sides=False)
        rolled = die
        return self._many(
            number,
            at,
            lambda count: self._many(rolled, at, lambda sides: DiceTerm(count, sides), sides=True),
            sides=False,
        )
