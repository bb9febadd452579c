"""Reading a whole notation: numbers, dice and groups, joined by arithmetic.

Operators are read by precedence climbing: a part is read, and as long as the next operator binds
tightly enough, it takes the part to its right. Depth and size are checked on the way, so no text
can make the reading long or deep.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from rulewright.dice.notation.bounds import bounds
from rulewright.dice.notation.conditions import COMPARISONS
from rulewright.dice.notation.dialects import Dialect
from rulewright.dice.notation.errors import NotationError
from rulewright.dice.notation.limits import (
    MAX_DEPTH,
    MAX_DICE,
    MAX_OPTIONS,
    MAX_POWER,
    MAX_REPEATS,
    MAX_SIDES,
    MAX_TERMS,
    refuse_long,
)
from rulewright.dice.notation.modifiers import ALLOWED, keep_again, read_failures, read_group_rule, read_modifiers
from rulewright.dice.notation.roll import shortest, throw
from rulewright.dice.notation.scan import Scanner
from rulewright.dice.notation.syntax import (
    Arithmetic,
    CallTerm,
    Compare,
    Condition,
    Counting,
    DiceTerm,
    Function,
    GroupTerm,
    Keeping,
    KeepingTwice,
    KeepingValues,
    Many,
    Mixed,
    Negative,
    Node,
    NumberTerm,
    Operator,
    RepeatedTerm,
    Score,
    canonical,
    parts_of,
    whole,
)

# Longer signs first.
_OPERATORS: dict[str, tuple[Operator, int]] = {
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
_FUNCTIONS: tuple[Function, ...] = get_args(Function)
_NOT_EXACT = ("sqrt", "sin", "cos", "tan", "exp", "log")
_PART = "write a number, dice such as 2d6, or a part in ( ) or { }"
_REPEATED = re.compile(r"\s*(?:/roll|/r)?\s*(\d+)\s*#(.*)", re.DOTALL)


def parse(text: str, dialect: Dialect) -> Node:
    """The tree of a text; refuses a text that cannot be read or is beyond the limits."""
    scanner = Scanner(text, dialect.slashes_comment)
    scanner.take("/roll", "/r")
    if scanner.ended:
        raise scanner.wrong("nothing to roll", _PART)
    tree = _repeated(text, dialect) or _Parser(scanner, dialect).whole()
    refuse_long(canonical(tree), "written out, the notation")
    return tree


def _repeated(text: str, dialect: Dialect) -> Node | None:
    """`6#4d6kh3`: six rolls; nothing when what follows the # is a comment."""
    found = _REPEATED.fullmatch(text)
    if found is None:
        return None
    try:
        tree = parse(found[2], dialect)
    except NotationError:
        if re.match(r"\s*[(\d]|\s*d[\d%(]", found[2]):
            raise
        return None
    if isinstance(tree, RepeatedTerm) or not _rolls(tree):
        return None
    times = int(found[1][:9])
    if not 1 <= times <= MAX_REPEATS:
        raise NotationError(f"{times} rolls at once: 1 to {MAX_REPEATS} are allowed")
    return RepeatedTerm(times, tree)


def _rolls(node: Node) -> bool:
    return isinstance(node, DiceTerm) or any(map(_rolls, parts_of(node)))


def _constant(node: Node) -> Score | None:
    """What a part without dice comes to; nothing when there are dice in it."""
    if _rolls(node):
        return None
    score: Score = throw(node, lambda sides: 1).score
    return score


class _Parser:
    """The reading of one text, with what it has met so far."""

    def __init__(self, scanner: Scanner, dialect: Dialect) -> None:
        self.scanner = scanner
        self.dialect = dialect
        self.depth = 0
        self.terms = 0
        self.dice = 0

    def whole(self) -> Node:
        tree = self._comparison()
        if not self.scanner.ended:
            raise self._unread(ALLOWED)
        return CallTerm("trunc", (tree,)) if self.dialect.truncates and not whole(tree) else tree

    def _unread(self, allowed: str) -> NotationError:
        if self.scanner.sees(*COMPARISONS):
            allowed = "to compare a total write it in parentheses, such as (1d20+5)>=15"
            return self.scanner.wrong("a comparison that follows no total", allowed)
        return self.scanner.wrong("cannot read on", allowed)

    def _comparison(self) -> Node:
        left = self._expression(1)
        while sign := next((sign for sign in _COMPARATORS if self.scanner.sees(sign)), ""):
            self.scanner.take(sign)
            left = self._with_failures(self._compared(_COMPARATORS[sign], left, self._expression(1)))
        return left

    def _with_failures(self, compared: Node) -> Node:
        if isinstance(compared, GroupTerm) and isinstance(compared.rule, Counting) and self.scanner.sees("f", "df"):
            return replace(compared, rule=read_failures(self.scanner, compared.rule, self.dialect))
        return compared

    def _compared(self, sign: _Comparator, left: Node, right: Node) -> Node:
        """A total against a number is one member that is counted; against anything else it is a comparison."""
        if self.dialect.inclusive and sign in (">", "<"):
            sign = ">=" if sign == ">" else "<="
        number = _constant(right)
        if not isinstance(number, int) or not whole(left):
            if sign == ">":  # said so that every dialect reads it alike
                return Arithmetic("-", NumberTerm(1), Compare("<=", left, right))
            if sign == "<":
                return Arithmetic("-", NumberTerm(1), Compare(">=", left, right))
            return Compare(sign, left, right)
        if sign == ">":
            condition = Condition(">=", number + 1)
        elif sign == "<":
            condition = Condition("<=", number - 1)
        else:
            condition = Condition(sign, number)
        return GroupTerm((left,), Counting(condition, None))

    def _expression(self, tightest: int) -> Node:
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
            left = Arithmetic(operator, left, right)

    def _refuse_zero(self, divisor: Node, at: int) -> None:
        low, high = bounds(divisor)
        if low <= 0 <= high:
            raise self.scanner.wrong("the divisor may be 0", "it must be always above or always below 0", at)

    def _refuse_large_power(self, base: Node, exponent: Node, at: int) -> None:
        low, high = bounds(exponent)
        if not whole(exponent) or low < 0 or high > MAX_POWER:
            allowed = f"the exponent must be a whole number from 0 to {MAX_POWER}"
            raise self.scanner.wrong("a power that is too large or no whole number", allowed, at)
        limit = 10**MAX_POWER
        if max(map(abs, bounds(base))) > limit:
            raise self.scanner.wrong("a power of too large a number", "it must stay below 64 digits", at)

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
            part = self._expression(3)  # -2**2 is -4
            self.depth -= 1
            return Negative(part) if sign == "-" else part
        if call := self._call(at):
            return call
        number = self.scanner.number()
        decimals = self.scanner.decimals()
        if decimals is not None:
            self._another_term(at)
            if self.scanner.sees("d"):
                raise self.scanner.wrong("no whole number of dice", "write a whole number before the d", at)
            exact = (number or 0) + decimals
            return NumberTerm(int(exact) if exact.denominator == 1 else exact)
        if self.scanner.take("d"):
            return self._dice(1 if number is None else number, at)
        if number is None:
            raise self.scanner.wrong("a part is missing", _PART, at)
        self._another_term(at)
        return NumberTerm(number)

    def _call(self, at: int) -> Node | None:
        name = self.scanner.take(*(f"{name}(" for name in (*_FUNCTIONS, *_NOT_EXACT, "pow")))[:-1]
        if not name:
            return None
        if name in _NOT_EXACT:
            raise self.scanner.wrong(f"{name} gives no exact number", f"allowed are {', '.join(_FUNCTIONS)}, pow", at)
        self._deeper(at)
        parts = [self._comparison()]
        while self.scanner.take(","):
            parts.append(self._comparison())
        if not self.scanner.take(")"):
            raise self._unread(f"{ALLOWED}; the function ends with )")
        self.depth -= 1
        if name == "pow" and len(parts) == 2:
            self._refuse_large_power(parts[0], parts[1], at)
            return Arithmetic("**", parts[0], parts[1])
        if (name == "pow") or (len(parts) > 1 and name not in ("max", "min")):
            raise self.scanner.wrong(
                f"{name} of {len(parts)} parts", "max and min take several, pow two, others one", at
            )
        return next(CallTerm(function, tuple(parts)) for function in _FUNCTIONS if function == name)

    def _deeper(self, at: int) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.scanner.wrong("too many parts inside one another", f"at most {MAX_DEPTH} are allowed", at)

    def _another_term(self, at: int) -> None:
        self.terms += 1
        if self.terms > MAX_TERMS:
            raise self.scanner.wrong("too many numbers and dice", f"at most {MAX_TERMS} are allowed", at)

    # --- dice

    def _dice(self, count: int, at: int) -> DiceTerm | Many:
        self._another_term(at)
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
        """One die without its modifiers, or the part that says how many sides it has."""
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
            self._deeper(at)
            sides = self._comparison()
            if not self.scanner.take(")"):
                raise self._unread(f"{ALLOWED}; the sides end with )")
            self.depth -= 1
            constant = _constant(sides)
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
        """Dice whose number or sides are rolled: every possibility, each with the modifiers that follow."""
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

    def _many_dice(self, number: Node, at: int) -> Node:
        """`(1d4)d6`, `(2+1)d6`: the part in parentheses says how many dice."""
        self._another_term(at)
        constant = _constant(number)
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

    # --- groups

    def _group(self, opening: str, closing: str, at: int) -> Node:
        members = [self._comparison()]
        while self.scanner.take(","):
            if self.scanner.sees(closing):
                break
            members.append(self._comparison())
        if not self.scanner.take(closing):
            if self.scanner.ended:
                raise self.scanner.wrong(f"{opening} is not closed by {closing}", f"write {closing}", at)
            raise self._unread(f"{ALLOWED}; the group ends with {closing}")
        if len(members) == 1:
            return self._alone(members[0], opening, at)
        rule_at = self.scanner.at
        bare = self.scanner.sees("k") and not self.scanner.sees("kh", "kl")
        rule = read_group_rule(self.scanner, len(members), self.dialect)
        if bare and isinstance(rule, Keeping) and not any(map(_rolls, members)):
            allowed = "Avrae's k3 keeps members of that value; write the sum, or choose the dialect avrae"
            raise self.scanner.wrong("a keep among numbers that never change", allowed, rule_at)
        if rule is None or (isinstance(rule, Keeping) and rule.count == len(members)):
            return _added(members)
        return self._folded(GroupTerm(tuple(members), rule))

    def _folded(self, group: GroupTerm) -> Node:
        """Avrae's sets of numbers are the number they come to; dropping twice is read for these alone."""
        if not self.dialect.keeps_by_value or _rolls(group):
            return group
        members = [score for score in map(_constant, group.members) if score is not None]
        while True:
            if isinstance(group.rule, KeepingTwice):  # Avrae keeps a member once that is both highest and lowest
                members = [
                    members[at] for at in sorted({at for step in group.rule.steps for at in step.order(members)})
                ]
            elif isinstance(group.rule, Keeping | KeepingValues):
                members = [members[at] for at in sorted(group.rule.order(members))]
            if not self.scanner.sees("ph", "pl") or not members:
                return NumberTerm(shortest(sum(members, start=Fraction(0))))
            rule = read_group_rule(self.scanner, len(members), self.dialect)
            assert rule is not None
            group = replace(group, rule=rule)

    def _alone(self, only: Node, opening: str, at: int) -> Node:
        """One part in parentheses or braces, and what follows it."""
        if opening == "(":
            if self.scanner.sees("d") and not self.scanner.sees("dl", "dh"):
                self.scanner.take("d")
                return self._many_dice(only, at)
            if self.dialect.keeps_by_value and not _rolls(only) and self.scanner.sees("k", "p"):
                rule = read_group_rule(self.scanner, 1, self.dialect)
                return self._folded(GroupTerm((only,), rule)) if rule is not None else only
            if isinstance(only, DiceTerm) and only.counting is None:
                return keep_again(self.scanner, only) or only
            return self._without_keep(only)
        if isinstance(only, DiceTerm) and self.dialect.braces_hold_dice:
            return read_modifiers(self.scanner, only, self.dialect)
        dice = _summed_dice(only)
        rule_at = self.scanner.at
        if len(dice) > 1:
            size = sum(one.count for one in dice)
            rule = read_group_rule(self.scanner, size, self.dialect)
            if isinstance(rule, Keeping):
                return Mixed(tuple(dice), rule) if rule.count < size else only
            if isinstance(rule, Counting):
                return _added([replace(one, counting=rule) for one in dice])
        if self.scanner.sees(*COMPARISONS):
            allowed = "write 3d6>=5 to count dice, (3d6)>=5 to compare their total"
            raise self.scanner.wrong("a comparison after one part in braces", allowed, rule_at)
        return self._without_keep(only)

    def _without_keep(self, only: Node) -> Node:
        if self.scanner.sees("k", "dl", "dh", "pl", "ph"):
            problem = "keep or drop after a single part"
            raise self.scanner.wrong(problem, "write it right after the dice, or list parts: {2d6,1d8}kh1")
        return only


def _summed_dice(node: Node) -> list[DiceTerm]:
    """The dice of a sum of plain dice; none when something else is in it."""
    if isinstance(node, Arithmetic) and node.operator == "+":
        left, right = _summed_dice(node.left), _summed_dice(node.right)
        return left + right if left and right else []
    plain = isinstance(node, DiceTerm) and node.keeping is None and node.counting is None
    if isinstance(node, DiceTerm) and plain and (node.exploding is None or node.compounds):
        return [node]
    return []


def _added(members: list[Node]) -> Node:
    total = members[0]
    for member in members[1:]:
        total = Arithmetic("+", total, member)
    return total
