"""Expressions: parses a small grammar of numbers, words, comparisons and conditions into a tree.

lowest precedence first:   a if c else b  |  or  |  and  |  not  |  = != < <= > >= is  |  + -  |  * /  |  -
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from rulewright.rulebook.faults import TextPlace, Wrong, quoted
from rulewright.rulebook.tokens import Tokens

DEEPEST = 24
LONGEST = 50
KEYWORDS = frozenset(
    [
        "if",
        "else",
        "or",
        "and",
        "not",
        "is",
        "otherwise",
        "roll",
        "draw",
        "from",
        "keep",
        "highest",
        "lowest",
        "choose",
        "needs",
        "change",
        "set",
        "by",
        "to",
        "when",
        "show",
        "again",
        "yes",
        "no",
        "repeat",
        "until",
        "at",
        "most",
        "reroll",
        "explode",
        "count",
    ]
)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int
    place: TextPlace


@dataclass(frozen=True, slots=True)
class YesNo:
    """`yes` or `no`."""

    value: bool
    place: TextPlace


@dataclass(frozen=True, slots=True)
class Text:
    """A text in quotes."""

    value: str
    place: TextPlace


@dataclass(frozen=True, slots=True)
class Name:
    """A name: of a known value, or a word."""

    name: str
    place: TextPlace


@dataclass(frozen=True, slots=True)
class Field:
    """A part of something: `target.hp`."""

    owner: str
    name: str
    place: TextPlace


@dataclass(frozen=True, slots=True)
class Minus:
    """A number with the other sign."""

    value: "Expression"
    place: TextPlace


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a yes or no."""

    value: "Expression"
    place: TextPlace


@dataclass(frozen=True, slots=True)
class Sum:
    """Two numbers added, subtracted, multiplied or divided: `sign` is + - * / or ^ for a division rounded up."""

    sign: str
    left: "Expression"
    right: "Expression"
    place: TextPlace


@dataclass(frozen=True, slots=True)
class Compared:
    """Two values compared."""

    sign: str
    left: "Expression"
    right: "Expression"
    place: TextPlace


@dataclass(frozen=True, slots=True)
class Both:
    """Conditions joined by `and` or `or`."""

    word: str
    parts: tuple["Expression", ...]
    place: TextPlace


@dataclass(frozen=True, slots=True)
class Choice:
    """One value if a condition holds, else another."""

    when: "Expression"
    then: "Expression"
    otherwise: "Expression"
    place: TextPlace


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A function of values: `abs`, `min`, `max`, `count`."""

    name: str
    arguments: tuple["Expression", ...]
    place: TextPlace


Expression = Number | YesNo | Text | Name | Field | Minus | Not | Sum | Compared | Both | Choice | FunctionCall


def expression(tokens: Tokens, depth: int = 0) -> Expression:
    """Parse the expression at the next token."""
    if depth > DEEPEST:
        raise Wrong(
            tokens.next.place, f"nested too deeply: at most {DEEPEST} levels", "give a part of it a name of its own"
        )
    value = _either(tokens, depth)
    place = tokens.next.place
    if tokens.skip("if"):
        when = _either(tokens, depth + 1)
        tokens.need("else", "after a condition")
        return Choice(when, value, expression(tokens, depth + 1), place)
    return value


def whole(text: str, place: TextPlace) -> Expression:
    """Parse a text that must be one expression."""
    tokens = Tokens(text, place)
    found = expression(tokens)
    tokens.end()
    return found


def _either(tokens: Tokens, depth: int) -> Expression:
    return _joined(tokens, depth, "or", _every)


def _every(tokens: Tokens, depth: int) -> Expression:
    return _joined(tokens, depth, "and", _opposite)


def _joined(tokens: Tokens, depth: int, word: str, part: Callable[[Tokens, int], Expression]) -> Expression:
    first = part(tokens, depth)
    parts, place = [first], tokens.next.place
    while tokens.skip(word):
        parts.append(part(tokens, depth))
        _one_more(len(parts), place)
    return first if len(parts) == 1 else Both(word, tuple(parts), place)


def _one_more(terms: int, place: TextPlace) -> int:
    if terms > LONGEST:
        raise Wrong(place, f"more than {LONGEST} terms in a row", "give a part of it a name of its own")
    return terms + 1


def _opposite(tokens: Tokens, depth: int) -> Expression:
    return _prefixed(tokens, depth, "not", Not, _compared)


def _prefixed(
    tokens: Tokens,
    depth: int,
    word: str,
    kind: Callable[[Expression, TextPlace], Expression],
    inner: Callable[[Tokens, int], Expression],
) -> Expression:
    """An expression with a word or sign before it, which may be repeated."""
    place = tokens.next.place
    if not tokens.skip(word):
        return inner(tokens, depth)
    if depth > DEEPEST:
        raise Wrong(place, f"nested too deeply: at most {DEEPEST} levels")
    return kind(_prefixed(tokens, depth + 1, word, kind, inner), place)


def _compared(tokens: Tokens, depth: int) -> Expression:
    left = sum_of(tokens, depth)
    place = tokens.next.place
    sign = ""
    if tokens.skip("is", "not"):
        sign = "!="
    elif tokens.skip("is"):
        sign = "="
    elif tokens.next.kind == "sign" and tokens.next.text in ("=", "!=", "<", "<=", ">", ">="):
        sign = tokens.take().text
    if not sign:
        return left
    found = Compared(sign, left, sum_of(tokens, depth), place)
    if tokens.sees("=", "!=", "<", "<=", ">", ">="):
        raise Wrong(tokens.next.place, "two comparisons in a row", "join them with and: 1 <= x and x <= 6")
    return found


def sum_of(tokens: Tokens, depth: int) -> Expression:
    """Parse the terms joined by plus and minus from here on."""
    value = _product(tokens, depth)
    terms = 1
    while tokens.sees("+", "-"):
        sign = tokens.take()
        terms = _one_more(terms, sign.place)
        value = Sum(sign.text, value, _product(tokens, depth), sign.place)
    return value


def _product(tokens: Tokens, depth: int) -> Expression:
    value = _signed(tokens, depth)
    terms = 1
    while tokens.sees("*", "/"):
        sign = tokens.take()
        terms = _one_more(terms, sign.place)
        right = _signed(tokens, depth)
        up = sign.text == "/" and tokens.skip("rounded", "up")
        if sign.text == "/" and not up:
            tokens.skip("rounded", "down")
        value = Sum("^" if up else sign.text, value, right, sign.place)
    return value


def _signed(tokens: Tokens, depth: int) -> Expression:
    return _prefixed(tokens, depth, "-", Minus, _single)


def _single(tokens: Tokens, depth: int) -> Expression:
    token = tokens.take()
    place = token.place
    if token.kind == "number":
        return Number(int(token.text), place)
    if token.kind == "text":
        return Text(token.text[1:-1], place)
    if token.text == "(" and token.kind == "sign":
        value = expression(tokens, depth + 1)
        tokens.need(")", "to close the bracket")
        return value
    if token.kind != "name":
        found = "the line ends" if token.kind == "end" else f"{quoted(token.text)} stands"
        raise Wrong(place, f"{found} where a number, a name or a bracket is needed")
    if token.text in ("yes", "no"):
        return YesNo(token.text == "yes", place)
    if tokens.skip("("):
        arguments = [] if tokens.sees(")") else [expression(tokens, depth + 1)]
        while tokens.skip(","):
            arguments.append(expression(tokens, depth + 1))
        tokens.need(")", f"to close the bracket of {token.text}")
        return FunctionCall(token.text, tuple(arguments), place)
    if token.text in KEYWORDS:
        raise Wrong(place, f"{quoted(token.text)} is not allowed here: it is a word of the format")
    if tokens.skip("."):
        return Field(token.text, tokens.name(f"a part of {token.text}").text, place)
    return Name(token.text, place)


def without_places(value: Any) -> str:
    """An expression as text, without its places: the same for equal expressions."""
    if isinstance(value, tuple):
        return f"({' '.join(map(without_places, value))})"
    if is_dataclass(value):
        parts = [without_places(getattr(value, field.name)) for field in fields(value) if field.name != "place"]
        return f"{type(value).__name__}[{' '.join(parts)}]"
    return str(value)


def parts_of(value: Any) -> Iterator[Any]:
    """Every expression inside an expression, itself first."""
    yield value
    for field in fields(value):
        inner = getattr(value, field.name)
        for one in inner if isinstance(inner, tuple) and not isinstance(inner, TextPlace) else (inner,):
            if is_dataclass(one) and not isinstance(one, type):
                yield from parts_of(one)
