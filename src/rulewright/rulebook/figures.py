"""Figures: chances and means that a book prints, computed whenever the book is built.

odds check score=7 : success or better          mean damage weapon=3 : boxes          odds check : margin >= 5 = 25%
"""

import ast
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from rulewright.readings import Budget, OverBudget, odds
from rulewright.rulebook import expressions as e
from rulewright.rulebook.book import Rulebook
from rulewright.rulebook.examples import ExampleValue, given_values
from rulewright.rulebook.faults import TextPlace, Wrong, did_you_mean, quoted
from rulewright.rulebook.kinds import Flag, Range, Value, WordKind, python_name, refuse_unfit
from rulewright.rulebook.roll_rules import DICE, RollRule
from rulewright.rulebook.translate import Scope, condition, number, part_of
from rulewright.rules import NEVER_ENDS, Refused

SECONDS = 5.0
_STATED = re.compile(r"\s+=\s*(?P<number>\d{1,9}(?:\.(?P<decimals>\d{1,6}))?)\s*(?P<percent>%)?\s*$")
_WORDS = re.compile(r"^(?P<words>[A-Za-z][A-Za-z0-9_]*(?: or [A-Za-z][A-Za-z0-9_]*)*?)(?P<more> or better| or worse)?$")


class BookFigure(NamedTuple):
    """A figure: the roll with its values, the question about the outcome, and the number that the text states."""

    kind: str
    roll: RollRule
    given: dict[str, Any]
    options: dict[str, Any]
    reads: Callable[[Any], Any]
    stated: Fraction | None
    decimals: int
    words: str
    place: TextPlace


def read_figure(book: Rulebook, kind: str, text: str, place: TextPlace) -> BookFigure:
    """A figure from its text: `check score=7 : success or better`."""
    asked, colon, wanted = text.partition(":")
    name, _, rest = asked.strip().partition(" ")
    roll = book.rules.get(name.replace("-", "_"))
    if roll is None:
        raise Wrong(place, f"there is no roll {quoted(name)}", did_you_mean(name, book.rules))
    given = given_values(rest, place.after(len(asked) - len(asked.lstrip()) + len(name) + 1), r"\s+")
    own = [one for one in given if one.name in {parameter.name for parameter in roll.parameters}]
    options = [one for one in given if one not in own]
    for one in options:
        if one.name not in book.options:
            known = [*(parameter.name for parameter in roll.parameters), *book.options]
            raise Wrong(one.place, f"{roll.name} takes no {quoted(one.name)}", did_you_mean(one.name, known))
    stated, decimals = None, 0
    found = _STATED.search(wanted)
    if found and (found["percent"] or kind == "mean"):
        stated = Fraction(found["number"]) / (100 if found["percent"] else 1)
        decimals = len(found["decimals"] or "") + (2 if found["percent"] else 0)
        wanted = wanted[: found.start()]
    at = place.after(len(asked) + 1 + len(wanted) - len(wanted.lstrip()))
    reads = _reader(book, roll, kind, wanted.strip(), at) if colon else _whole(roll, kind, place)
    return BookFigure(
        kind, roll, fitting(roll, own), values_of_options(book, options), reads, stated, decimals, text.strip(), place
    )


def fitting(roll: RollRule, given: list[ExampleValue]) -> dict[str, Any]:
    """The given values by the roll's parameter names; raises for a value that does not fit."""
    kinds = {parameter.name: parameter.kind for parameter in roll.parameters}
    found = {}
    for one in given:
        if one.name not in kinds:
            raise Wrong(one.place, f"{roll.name} takes no {quoted(one.name)}", did_you_mean(one.name, kinds))
        _refuse(one, kinds[one.name])
        found[python_name(one.name)] = one.value
    return found


def values_of_options(book: Rulebook, given: list[ExampleValue]) -> dict[str, Any]:
    """The given values of options, by name."""
    for one in given:
        _refuse(one, book.options[one.name].kind)
    return {one.name: one.value for one in given}


def _refuse(one: ExampleValue, kind: Any) -> None:
    value = one.value
    if isinstance(value, int) and not isinstance(value, bool):
        refuse_unfit(Range(value, value), kind, one.name, one.place)
    elif isinstance(value, str):
        refuse_unfit(WordKind((value,)), kind, one.name, one.place)
    else:
        refuse_unfit(Flag(), kind, one.name, one.place)


def _whole(roll: RollRule, kind: str, place: TextPlace) -> Callable[[Any], Any]:
    first, of_kind = next(iter(roll.outcome.items()))
    if kind == "mean" and isinstance(of_kind, Range):
        return lambda outcome: getattr(outcome, python_name(first))
    raise Wrong(place, "say what is asked of the outcome", "write {odds check score=7 : success}")


def _reader(book: Rulebook, roll: RollRule, kind: str, text: str, place: TextPlace) -> Callable[[Any], Any]:
    """A function that reads the figure from an outcome: one of some words, or an expression of its fields."""
    field, of_kind = next(iter(roll.outcome.items()))
    match = _WORDS.match(text)
    if kind == "odds" and match and isinstance(of_kind, WordKind) and match["words"].split(" or ")[0] in of_kind.words:
        wanted = _listed(match, of_kind.words, place)
        return lambda outcome: getattr(outcome, python_name(field)) in wanted
    scope = Scope(book.words)
    for name, one in roll.outcome.items():
        scope.values[name] = Value(one, _field(name))
    value = e.whole(text, place)
    node = condition(value, scope) if kind == "odds" else number(value, scope)[0]
    function = book.module.function("figure", [DICE, "_outcome"], [ast.Return(node)])
    return lambda outcome: function(None, outcome)


def _field(name: str) -> Callable[[], ast.expr]:
    return lambda: part_of("_outcome", python_name(name))


def _listed(match: re.Match[str], words: tuple[str, ...], place: TextPlace) -> frozenset[str]:
    """The set of words that the text selects; `or better` relies on tables that begin with the best row."""
    wanted = match["words"].split(" or ")
    for word in wanted:
        if word not in words:
            raise Wrong(place, f"the outcome is never {quoted(word)}", did_you_mean(word, words))
    at = words.index(wanted[-1])
    more = {" or better": words[:at], " or worse": words[at:]}.get(match["more"] or "", ())
    return frozenset((*wanted, *more))


def figure_of(book: Rulebook, figure: BookFigure, seconds: float = SECONDS) -> Fraction:
    """The value of a figure; raises `Wrong` where it takes too long, or a rule refuses it."""
    options = book.options_type()(**figure.options)
    given = {python_name(one.name): one.default for one in figure.roll.parameters} | figure.given
    try:
        found = odds(figure.roll.rule, **given, options=options, budget=Budget(seconds=seconds, megabytes=500))
        if NEVER_ENDS in found:
            raise Wrong(figure.place, "this throw never ends with some dice", "give it an outcome that ends it")
        if figure.kind == "odds":
            return sum((found.chance(one) for one in found if figure.reads(one)), Fraction(0))
        return sum((found.chance(one) * figure.reads(one) for one in found), Fraction(0))
    except OverBudget:
        raise Wrong(figure.place, "this takes too long to work out", "ask for fewer dice") from None
    except Refused as refused:
        raise Wrong(figure.place, f"the rule refuses this: {refused}") from None


def shown(figure: BookFigure, value: Fraction) -> str:
    """A figure as a book prints it."""
    if figure.kind == "odds":
        percent = value * 100
        return f"{float(percent):.1f}%" if percent.denominator > 1 else f"{int(percent)}%"
    return str(int(value)) if value.denominator == 1 else f"{float(value):.2f}"


def holds(figure: BookFigure, value: Fraction) -> bool:
    """Whether the number that the text states is the figure, rounded as it is stated."""
    if figure.stated is None:
        return True
    unit = Fraction(1, 10**figure.decimals)
    return abs(value - figure.stated) <= unit / 2
