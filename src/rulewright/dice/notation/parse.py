"""Parses a whole notation: numbers, dice and groups, joined by arithmetic.

Operators are read by precedence climbing: a part is read, and as long as the next operator binds
tightly enough, it takes the part to its right. Depth and size are checked on the way, so no text
can make the reading long or deep.
"""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from rulewright.dice.notation import syntax
from rulewright.dice.notation.bounds import bounds
from rulewright.dice.notation.canonical import canonical
from rulewright.dice.notation.conditions import COMPARISONS
from rulewright.dice.notation.dialects import Dialect
from rulewright.dice.notation.errors import NotationError
from rulewright.dice.notation.kept_and_counted import keep_again, read_failures, read_group_rule
from rulewright.dice.notation.limits import (
    MAX_POWER,
    MAX_REPEATS,
    refuse_long,
)
from rulewright.dice.notation.modifiers import ALLOWED, read_modifiers
from rulewright.dice.notation.parse_dice import DiceParser, constant_of, rolls
from rulewright.dice.notation.roll import shortest
from rulewright.dice.notation.scan import Scanner

# Longer signs first.
_OPERATORS: dict[str, tuple[syntax.Operator, int]] = {
    "//": ("//", 2),
    "**": ("**", 3),
    "^": ("**", 3),
    "÷": ("÷", 2),
    "+": ("+", 1),
    "-": ("-", 1),
    "*": ("*", 2),
    "/": ("//", 2),
    "%": ("%", 2),
}
_Comparator: TypeAlias = Literal[">=", "<=", "=", "!=", ">", "<"]
_COMPARATORS: dict[str, _Comparator] = {
    "==": "=",
    "<>": "!=",
    ">=": ">=",
    "<=": "<=",
    "!=": "!=",
    "=": "=",
    ">": ">",
    "<": "<",
}
_FUNCTIONS: tuple[syntax.Function, ...] = get_args(syntax.Function)
_NOT_EXACT = ("sqrt", "sin", "cos", "tan", "exp", "log")
_PART = "write a number, dice such as 2d6, or a part in ( ) or { }"
_REPEATED = re.compile(r"\s*(?:/roll|/r)?\s*(\d+)\s*#(.*)", re.DOTALL)


def parse(text: str, dialect: Dialect) -> syntax.Node:
    """The tree of a text; raises for a text that cannot be read or exceeds the limits."""
    scanner = Scanner(text, dialect.slashes_comment)
    scanner.take("/roll", "/r")
    if scanner.ended:
        raise scanner.wrong("nothing to roll", _PART)
    tree = _repeated(text, dialect) or _Parser(scanner, dialect).whole()
    refuse_long(canonical(tree), "written out, the notation")
    return tree


def _repeated(text: str, dialect: Dialect) -> syntax.Node | None:
    """Read `6#4d6kh3` as six rolls; None when the # begins a comment."""
    found = _REPEATED.fullmatch(text)
    if found is None:
        return None
    try:
        tree = parse(found[2], dialect)
    except NotationError:
        if re.match(r"\s*[(\d]|\s*d[\d%(]", found[2]):
            raise
        return None
    if isinstance(tree, syntax.RepeatedTerm) or not rolls(tree):
        return None
    times = int(found[1][:9])
    if not 1 <= times <= MAX_REPEATS:
        raise NotationError(f"{times} rolls at once: 1 to {MAX_REPEATS} are allowed")
    return syntax.RepeatedTerm(times, tree)


class _Parser(DiceParser):
    """The parser of one text."""

    def whole(self) -> syntax.Node:
        tree = self.comparison()
        if not self.scanner.ended:
            raise self.unread(ALLOWED)
        return syntax.CallTerm("trunc", (tree,)) if self.dialect.truncates and not syntax.whole(tree) else tree

    def comparison(self) -> syntax.Node:
        left = self._expression(1)
        while sign := next((sign for sign in _COMPARATORS if self.scanner.sees(sign)), ""):
            self.scanner.take(sign)
            left = self._with_failures(self._compared(_COMPARATORS[sign], left, self._expression(1)))
        return left

    def _with_failures(self, compared: syntax.Node) -> syntax.Node:
        if (
            isinstance(compared, syntax.GroupTerm)
            and isinstance(compared.rule, syntax.Counting)
            and self.scanner.sees("f", "df")
        ):
            return replace(compared, rule=read_failures(self.scanner, compared.rule, self.dialect))
        return compared

    def _compared(self, sign: _Comparator, left: syntax.Node, right: syntax.Node) -> syntax.Node:
        """A total against a number as a group of one member that is counted; against anything else as a comparison."""
        if self.dialect.inclusive and sign in (">", "<"):
            sign = ">=" if sign == ">" else "<="
        number = constant_of(right)
        if not isinstance(number, int) or not syntax.whole(left):
            if sign == ">":  # said so that every dialect reads it alike
                return syntax.Arithmetic("-", syntax.NumberTerm(1), syntax.Compare("<=", left, right))
            if sign == "<":
                return syntax.Arithmetic("-", syntax.NumberTerm(1), syntax.Compare(">=", left, right))
            return syntax.Compare(sign, left, right)
        if sign == ">":
            condition = syntax.FaceCondition(">=", number + 1)
        elif sign == "<":
            condition = syntax.FaceCondition("<=", number - 1)
        else:
            condition = syntax.FaceCondition(sign, number)
        return syntax.GroupTerm((left,), syntax.Counting(condition, None))

    def _expression(self, tightest: int) -> syntax.Node:
        left = self._part()
        while True:
            at = self.scanner.at
            sign = next((sign for sign in _OPERATORS if self.scanner.sees(sign)), "")
            if not sign or _OPERATORS[sign][1] < tightest:
                return left
            self.scanner.take(sign)
            operator, binding = _OPERATORS[sign]
            if sign == "/" and self.dialect.divides_exactly:
                operator = "÷"
            right = self._expression(binding if operator == "**" else binding + 1)  # powers are read from the right
            if operator in ("//", "%", "÷"):
                self._refuse_zero(right, at)
            if operator == "**":
                self._refuse_large_power(left, right, at)
            left = syntax.Arithmetic(operator, left, right)

    def _refuse_zero(self, divisor: syntax.Node, at: int) -> None:
        low, high = bounds(divisor)
        if low <= 0 <= high:
            raise self.scanner.wrong("the divisor may be 0", "it must be always above or always below 0", at)

    def _refuse_large_power(self, base: syntax.Node, exponent: syntax.Node, at: int) -> None:
        low, high = bounds(exponent)
        if not syntax.whole(exponent) or low < 0 or high > MAX_POWER:
            allowed = f"the exponent must be a whole number from 0 to {MAX_POWER}"
            raise self.scanner.wrong("a power that is too large or not a whole number", allowed, at)
        limit = 10**MAX_POWER
        if max(map(abs, bounds(base))) > limit:
            raise self.scanner.wrong("a power of too large a number", "it must stay below 64 digits", at)

    def _part(self) -> syntax.Node:
        at = self.scanner.at
        for opening, closing in (("(", ")"), ("{", "}")):
            if self.scanner.take(opening):
                self.deeper(at)
                group = self._group(opening, closing, at)
                self.depth -= 1
                return group
        sign = self.scanner.take("-", "+")
        if sign:
            self.deeper(at)
            part = self._expression(3)  # -2**2 is -4
            self.depth -= 1
            return syntax.Negative(part) if sign == "-" else part
        if call := self._call(at):
            return call
        number = self.scanner.number()
        decimals = self.scanner.decimals()
        if decimals is not None:
            self.another_term(at)
            if self.scanner.sees("d"):
                raise self.scanner.wrong("not a whole number of dice", "write a whole number before the d", at)
            exact = (number or 0) + decimals
            return syntax.NumberTerm(int(exact) if exact.denominator == 1 else exact)
        if self.scanner.take("d"):
            return self.read_dice(1 if number is None else number, at)
        if number is None:
            raise self.scanner.wrong("a part is missing", _PART, at)
        self.another_term(at)
        return syntax.NumberTerm(number)

    def _call(self, at: int) -> syntax.Node | None:
        name = self.scanner.take(*(f"{name}(" for name in (*_FUNCTIONS, *_NOT_EXACT, "pow")))[:-1]
        if not name:
            return None
        if name in _NOT_EXACT:
            raise self.scanner.wrong(f"{name} gives no exact number", f"allowed are {', '.join(_FUNCTIONS)}, pow", at)
        self.deeper(at)
        parts = [self.comparison()]
        while self.scanner.take(","):
            parts.append(self.comparison())
        if not self.scanner.take(")"):
            raise self.unread(f"{ALLOWED}; the function ends with )")
        self.depth -= 1
        if name == "pow" and len(parts) == 2:
            self._refuse_large_power(parts[0], parts[1], at)
            return syntax.Arithmetic("**", parts[0], parts[1])
        if (name == "pow") or (len(parts) > 1 and name not in ("max", "min")):
            raise self.scanner.wrong(
                f"{name} of {len(parts)} parts", "max and min take several, pow two, others one", at
            )
        return next(syntax.CallTerm(function, tuple(parts)) for function in _FUNCTIONS if function == name)

    # --- groups

    def _group(self, opening: str, closing: str, at: int) -> syntax.Node:
        members = [self.comparison()]
        while self.scanner.take(","):
            if self.scanner.sees(closing):
                break
            members.append(self.comparison())
        if not self.scanner.take(closing):
            if self.scanner.ended:
                raise self.scanner.wrong(f"{opening} is not closed by {closing}", f"write {closing}", at)
            raise self.unread(f"{ALLOWED}; the group ends with {closing}")
        if len(members) == 1:
            return self._single_member(members[0], opening, at)
        rule_at = self.scanner.at
        bare = self.scanner.sees("k") and not self.scanner.sees("kh", "kl")
        rule = read_group_rule(self.scanner, len(members), self.dialect)
        if bare and isinstance(rule, syntax.Keeping) and not any(map(rolls, members)):
            allowed = "Avrae's k3 keeps members of that value; write the sum, or choose the dialect avrae"
            raise self.scanner.wrong("a keep among numbers that never change", allowed, rule_at)
        if rule is None or (isinstance(rule, syntax.Keeping) and rule.count == len(members)):
            return _added(members)
        return self._fold_constants(syntax.GroupTerm(tuple(members), rule))

    def _fold_constants(self, group: syntax.GroupTerm) -> syntax.Node:
        """A set of constants as its value, which is how Avrae reads it; only such a set may be dropped from twice."""
        if not self.dialect.keeps_by_value or rolls(group):
            return group
        members = [score for score in map(constant_of, group.members) if score is not None]
        while True:
            # Avrae keeps a member that is both highest and lowest only once.
            if isinstance(group.rule, syntax.KeepingTwice):
                members = [
                    members[at] for at in sorted({at for step in group.rule.steps for at in step.order(members)})
                ]
            elif isinstance(group.rule, syntax.Keeping | syntax.KeepingValues):
                members = [members[at] for at in sorted(group.rule.order(members))]
            if not self.scanner.sees("ph", "pl") or not members:
                return syntax.NumberTerm(shortest(sum(members, start=Fraction(0))))
            rule = read_group_rule(self.scanner, len(members), self.dialect)
            assert rule is not None
            group = replace(group, rule=rule)

    def _single_member(self, only: syntax.Node, opening: str, at: int) -> syntax.Node:
        """Read what may follow a single part in parentheses or braces, and return both as one part."""
        if opening == "(":
            if self.scanner.sees("d") and not self.scanner.sees("dl", "dh"):
                self.scanner.take("d")
                return self.read_many_dice(only, at)
            if self.dialect.keeps_by_value and not rolls(only) and self.scanner.sees("k", "p"):
                rule = read_group_rule(self.scanner, 1, self.dialect)
                return self._fold_constants(syntax.GroupTerm((only,), rule)) if rule is not None else only
            if isinstance(only, syntax.DiceTerm) and only.counting is None:
                return keep_again(self.scanner, only) or only
            return self._without_keep(only)
        if isinstance(only, syntax.DiceTerm) and self.dialect.braces_hold_dice:
            return read_modifiers(self.scanner, only, self.dialect)
        dice = _summed_dice(only)
        rule_at = self.scanner.at
        if len(dice) > 1:
            size = sum(one.count for one in dice)
            rule = read_group_rule(self.scanner, size, self.dialect)
            if isinstance(rule, syntax.Keeping):
                return syntax.Mixed(tuple(dice), rule) if rule.count < size else only
            if isinstance(rule, syntax.Counting):
                return _added([replace(one, counting=rule) for one in dice])
        if self.scanner.sees(*COMPARISONS):
            allowed = "write 3d6>=5 to count dice, (3d6)>=5 to compare their total"
            raise self.scanner.wrong("a comparison after one part in braces", allowed, rule_at)
        return self._without_keep(only)

    def _without_keep(self, only: syntax.Node) -> syntax.Node:
        if self.scanner.sees("k", "dl", "dh", "pl", "ph"):
            problem = "keep or drop after a single part"
            raise self.scanner.wrong(problem, "write it right after the dice, or list parts: {2d6,1d8}kh1")
        return only


def _summed_dice(node: syntax.Node) -> list[syntax.DiceTerm]:
    """The dice of a sum of plain dice; empty if it contains anything else."""
    if isinstance(node, syntax.Arithmetic) and node.operator == "+":
        left, right = _summed_dice(node.left), _summed_dice(node.right)
        return left + right if left and right else []
    plain = isinstance(node, syntax.DiceTerm) and node.keeping is None and node.counting is None
    if isinstance(node, syntax.DiceTerm) and plain and (node.exploding is None or node.compounds):
        return [node]
    return []


def _added(members: list[syntax.Node]) -> syntax.Node:
    total = members[0]
    for member in members[1:]:
        total = syntax.Arithmetic("+", total, member)
    return total
