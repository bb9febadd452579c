"""Parses throws: `roll (2 + x)d12 keep 2 highest`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from rulewright.rulebook import expressions as e
from rulewright.rulebook.faults import TextPlace, Wrong, did_you_mean
from rulewright.rulebook.tokens import Tokens

MOST_DICE = 100
MOST_SIDES = 1_000
MOST_HANDS = 50_000
MOST_TOTALS = 10_000
MOST_KEEPING = 20_000
"""The most work for the odds of kept dice, measured as dice times kept dice times sides."""
SIGNS: Mapping[str, Callable[[Any, Any], bool]] = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


class SymbolDie:
    """A die with symbols: its name, and the number of each symbol on every face."""

    def __init__(self, name: str, symbols: tuple[str, ...], faces: tuple[tuple[int, ...], ...]) -> None:
        self.name, self.symbols, self.faces = name, symbols, faces


@dataclass(frozen=True)
class Group:
    """Dice of one kind in a throw."""

    count: e.Expression
    sides: e.Expression | None
    die: SymbolDie | None
    label: str
    minus: bool
    reroll: tuple[int, ...]
    explode: tuple[int, ...]
    times: int
    place: TextPlace


@dataclass(frozen=True)
class WrittenThrow:
    """A parsed throw."""

    groups: tuple[Group, ...]
    keep: e.Expression | None
    highest: e.Expression | None
    """Whether the highest are kept, else the lowest."""
    place: TextPlace


def read_throw(tokens: Tokens, dice: Mapping[str, SymbolDie]) -> WrittenThrow:
    """Parse the throw after the word `roll`."""
    place = tokens.next.place
    groups = [_group(tokens, dice, minus=False)]
    while tokens.sees("+", "-"):
        minus = tokens.take().text == "-"
        if len(groups) == 8:
            raise Wrong(tokens.next.place, "at most 8 kinds of dice in a throw")
        groups.append(_group(tokens, dice, minus))
    keep, high = None, None
    if tokens.skip("keep"):
        keep, high = _keep(tokens)
    tokens.end()
    return WrittenThrow(tuple(groups), keep, high, place)


def _group(tokens: Tokens, dice: Mapping[str, SymbolDie], minus: bool) -> Group:
    place = tokens.next.place
    count: e.Expression = e.Number(1, place)
    if not _is_die(tokens, dice):
        token = tokens.take()
        if token.kind == "number":
            count = e.Number(int(token.text), place)
        elif token.kind == "name":
            count = (
                e.Field(token.text, tokens.name("a part").text, place)
                if tokens.skip(".")
                else e.Name(token.text, place)
            )
        elif token.text == "(":
            count = e.expression(tokens, 1)
            tokens.need(")", "to close the bracket")
        else:
            raise Wrong(place, "dice are written like 2d6, (skill)d6 or skill d6")
    if not _is_die(tokens, dice):
        raise Wrong(
            tokens.next.place, "dice are written like 2d6, (skill)d6 or skill d6", did_you_mean(tokens.next.text, dice)
        )
    name = tokens.take().text
    own = dice.get(name)
    sides: e.Expression | None = None
    if own is None:
        if name == "d":
            tokens.need("(", "after d")
            sides = e.expression(tokens, 1)
            tokens.need(")", "to close the bracket")
        else:
            sides = e.Number(int(name[1:]), place)
    again: tuple[int, ...] = ()
    bursts: tuple[int, ...] = ()
    label, times = "", 1
    while True:
        if tokens.skip("as"):
            label = tokens.name("a name for these dice").text
        elif tokens.skip("reroll"):
            again = _faces(tokens)
        elif tokens.skip("explode"):
            bursts = _faces(tokens)
            if tokens.skip("at", "most"):
                times = _small(tokens)
                tokens.need("times", "after a number")
            else:
                times = 5
        else:
            break
    return Group(count, sides, own, label or (name if own else ""), minus, tuple(again), tuple(bursts), times, place)


def _is_die(tokens: Tokens, dice: Mapping[str, SymbolDie]) -> bool:
    token = tokens.next
    if token.kind != "name":
        return False
    if token.text == "d":
        return tokens.second.text == "("
    return token.text in dice or (token.text[0] == "d" and token.text[1:].isdigit() and len(token.text) < 6)


def _faces(tokens: Tokens) -> tuple[int, ...]:
    found = [_small(tokens)]
    while tokens.sees(",") and tokens.second.kind == "number":
        tokens.take()
        found.append(_small(tokens))
    return tuple(found)


def _small(tokens: Tokens) -> int:
    token = tokens.take()
    if token.kind != "number" or len(token.text) > 4:
        raise Wrong(token.place, "a number of at most 4 digits is needed here")
    return int(token.text)


def _keep(tokens: Tokens) -> tuple[e.Expression, e.Expression]:
    """Parse `keep 2 highest`, `keep highest 2` or `keep 2 highest if net >= 0 else lowest`."""
    place = tokens.next.place

    def side() -> bool:
        token = tokens.take()
        if token.text not in ("highest", "lowest"):
            raise Wrong(token.place, "say which dice are kept", "write keep 2 highest or keep 2 lowest")
        return token.text == "highest"

    first = side() if tokens.sees("highest", "lowest") else None
    count = _count(tokens)
    one = side() if first is None else first
    if not tokens.skip("if"):
        return count, e.YesNo(one, place)
    when = e._either(tokens, 1)  # the condition alone: `else` belongs to the throw
    tokens.need("else", "after a condition")
    other = side()
    return count, e.Choice(when, e.YesNo(one, place), e.YesNo(other, place), place)


def _count(tokens: Tokens) -> e.Expression:
    token = tokens.take()
    if token.kind == "number":
        return e.Number(int(token.text), token.place)
    if token.kind == "name":
        return e.Name(token.text, token.place)
    if token.text != "(":
        raise Wrong(token.place, "say how many dice are kept", "write keep 2 highest")
    found = e.expression(tokens, 1)
    tokens.need(")", "to close the bracket")
    return found
