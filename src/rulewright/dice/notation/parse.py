"""Reading a whole notation: numbers, dice and groups, joined by arithmetic.

Operators are read by precedence climbing: a part is read, and as long as the next operator binds
tightly enough, it takes the part to its right. Depth and size are checked on the way, so no text
can make the reading long or deep.
"""

from rulewright.dice.notation.bounds import bounds
from rulewright.dice.notation.conditions import COMPARISONS
from rulewright.dice.notation.errors import NotationError
from rulewright.dice.notation.limits import MAX_DEPTH, MAX_DICE, MAX_SIDES, MAX_TERMS, refuse_long
from rulewright.dice.notation.modifiers import ALLOWED, read_group_rule, read_modifiers
from rulewright.dice.notation.scan import Scanner
from rulewright.dice.notation.syntax import (
    Arithmetic,
    Counting,
    Dice,
    Group,
    Keeping,
    Negative,
    Node,
    Number,
    Operator,
    canonical,
)

# Longer signs first. `/` rounds down like `//`: scores are whole numbers.
_OPERATORS: dict[str, tuple[Operator, int]] = {
    "//": ("//", 2),
    "+": ("+", 1),
    "-": ("-", 1),
    "*": ("*", 2),
    "/": ("//", 2),
    "%": ("%", 2),
}
_PART = "write a number, dice such as 2d6, or a part in ( ) or { }"


def parse(text: str, *, roll20: bool) -> Node:
    """The tree of a text; refuses a text that cannot be read or is beyond the limits."""
    scanner = Scanner(text)
    scanner.take("/roll", "/r")
    if scanner.ended:
        raise scanner.wrong("nothing to roll", _PART)
    tree = _Parser(scanner, roll20).whole()
    refuse_long(canonical(tree), "written out, the notation")
    return tree


class _Parser:
    """The reading of one text, with what it has met so far."""

    def __init__(self, scanner: Scanner, roll20: bool) -> None:
        self.scanner = scanner
        self.roll20 = roll20
        self.depth = 0
        self.terms = 0
        self.dice = 0

    def whole(self) -> Node:
        tree = self._expression(1)
        if not self.scanner.ended:
            raise self._unread(ALLOWED)
        return tree

    def _unread(self, allowed: str) -> NotationError:
        if self.scanner.sees(*COMPARISONS):
            allowed = "to compare a total write it in parentheses, such as (1d20+5)>=15"
            return self.scanner.wrong("a comparison that follows no dice", allowed)
        return self.scanner.wrong("cannot read on", allowed)

    def _expression(self, tightest: int) -> Node:
        left = self._part()
        while True:
            at = self.scanner.at
            sign = next((sign for sign in _OPERATORS if self.scanner.sees(sign)), "")
            if not sign or _OPERATORS[sign][1] < tightest:
                return left
            self.scanner.take(sign)
            operator, binding = _OPERATORS[sign]
            right = self._expression(binding + 1)
            if operator in ("//", "%"):
                self._refuse_zero(right, at)
            left = Arithmetic(operator, left, right)

    def _refuse_zero(self, divisor: Node, at: int) -> None:
        low, high = bounds(divisor)
        if low <= 0 <= high:
            raise self.scanner.wrong("the divisor may be 0", "it must be always above or always below 0", at)

    def _part(self) -> Node:
        at = self.scanner.at
        for opening, closing in (("(", ")"), ("{", "}")):
            if self.scanner.take(opening):
                self._deeper(at)
                group = self._group(opening, closing, at)
                self.depth -= 1
                return group
        sign = self.scanner.take("-", "+")
        if sign:
            self._deeper(at)
            part = self._part()
            self.depth -= 1
            return Negative(part) if sign == "-" else part
        number = self.scanner.number()
        if self.scanner.take("d"):
            return self._dice(1 if number is None else number, at)
        if number is None:
            raise self.scanner.wrong("a part is missing", _PART, at)
        self._another_term(at)
        return Number(number)

    def _deeper(self, at: int) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.scanner.wrong("too many parts inside one another", f"at most {MAX_DEPTH} are allowed", at)

    def _another_term(self, at: int) -> None:
        self.terms += 1
        if self.terms > MAX_TERMS:
            raise self.scanner.wrong("too many numbers and dice", f"at most {MAX_TERMS} are allowed", at)

    def _dice(self, count: int, at: int) -> Dice:
        self._another_term(at)
        fate = bool(self.scanner.take("f"))
        sides = 3 if fate else 100 if self.scanner.take("%") else self.scanner.number()
        if sides is None:
            raise self.scanner.wrong("a die has no sides", "write d6, d20, d% or dF")
        if not 1 <= sides <= MAX_SIDES:
            raise self.scanner.wrong(f"a die with {sides} sides", f"1 to {MAX_SIDES} are allowed", at)
        if not count:
            raise self.scanner.wrong("no dice", "at least one is thrown", at)
        self.dice += count
        if self.dice > MAX_DICE:
            raise self.scanner.wrong("too many dice", f"at most {MAX_DICE} in all are allowed", at)
        return read_modifiers(self.scanner, Dice(count, sides, fate), roll20=self.roll20)

    def _group(self, opening: str, closing: str, at: int) -> Node:
        members = [self._expression(1)]
        while self.scanner.take(","):
            if self.scanner.sees(closing):
                break
            members.append(self._expression(1))
        if not self.scanner.take(closing):
            if self.scanner.ended:
                raise self.scanner.wrong(f"{opening} is not closed by {closing}", f"write {closing}", at)
            raise self._unread(f"{ALLOWED}; the group ends with {closing}")
        braced_alone = opening == "{" and len(members) == 1
        only = members[0]
        if braced_alone and self.roll20 and isinstance(only, Dice):
            return read_modifiers(self.scanner, only, roll20=True)
        rule_at = self.scanner.at
        rule = read_group_rule(self.scanner, len(members), roll20=self.roll20)
        if rule is None or (isinstance(rule, Keeping) and rule.count == len(members) > 1):
            return _added(members)
        if isinstance(rule, Keeping) and len(members) == 1:
            problem = "keep or drop after a single part"
            raise self.scanner.wrong(problem, "write it right after the dice, or list parts: {2d6,1d8}kh1", rule_at)
        if isinstance(rule, Counting) and braced_alone:
            allowed = "write 3d6>=5 to count dice, (3d6)>=5 to compare their total"
            raise self.scanner.wrong("a comparison after one part in braces", allowed, rule_at)
        return Group(tuple(members), rule)


def _added(members: list[Node]) -> Node:
    total = members[0]
    for member in members[1:]:
        total = Arithmetic("+", total, member)
    return total
