"""Figures in a game's words: `mean:total` is "mean of total", `result=success` "chance of success"."""

from typing import Any

from rulewright.game import Words
from rulewright.lab.figures import Figure

_NOBODY = "none"


def figure_words(one: Figure, words: Words) -> str:
    """A figure as a phrase."""
    return _phrase(one, words, is_not=False)


def opposite_words(one: Figure, words: Words) -> str:
    """The opposite of a chance as a phrase: "chance of anything but success"."""
    return _phrase(one, words, is_not=True)


def _phrase(one: Figure, words: Words, is_not: bool) -> str:
    name = words.name(one.field)
    if one.kind == "mean":
        return f"mean of {name}"
    if one.kind == "quantile":
        return f"median of {name}" if one.part * 2 == 1 else f"{int(one.part * 100)}% quantile of {name}"
    if one.kind == "never":
        return "chance that it ends" if is_not else "chance that it never ends"
    if one.sign != "=":
        least = (one.sign == ">=") is not is_not
        edge = one.values[0] + (0 if not is_not else 1 if one.sign == "<=" else -1)
        return f"chance that {name} is at {'least' if least else 'most'} {words.value(edge)}"
    if one.field == "winner" and one.values == (_NOBODY,):
        return f"chance that {'one side' if is_not else 'nobody'} wins"
    if one.field in ("winner", "first"):
        sides = " or ".join(_side(value, words) for value in one.values)
        verb = ("win", "wins") if one.field == "winner" else ("go first", "goes first")
        return f"chance that {sides} {f'does not {verb[0]}' if is_not else verb[1]}"
    return f"chance of {'anything but ' if is_not else ''}{_value(one, name, words)}"


def _value(one: Figure, name: str, words: Words) -> str:
    said = " or ".join(words.value(value) for value in one.values)
    if one.values == ("true",):
        return name
    if one.values == ("false",):
        return f"not {name}"
    if one.field == "end":
        return f"“{said}”"
    return said if one.field == "result" else f"{name} {said}"


def _side(value: Any, words: Words) -> str:
    """A side in a sentence: "A", or "the attacker"."""
    return value.upper() if isinstance(value, str) and len(value) == 1 else f"the {words.value(value)}"
