"""How large a notation may be. Everything here is checked before any die is rolled or counted."""

from rulewright.dice.notation.errors import NotationError, excerpt

MAX_CHARACTERS = 500
"""Characters of a text, and of the canonical text that it stands for."""

MAX_DEPTH = 20
"""Parentheses, braces and signs inside one another."""

MAX_TERMS = 50
"""Numbers and dice: `2d6+1d8+3` has three."""

MAX_DICE = 1_000
"""Dice of the whole notation, before any explode or are rerolled."""

MAX_SIDES = 100_000
"""Sides of one die."""

MAX_DIGITS = 9
"""Digits of one number."""

MAX_EXPLOSIONS = 20
"""How often one die is rolled again because it exploded. Rolls and odds stop at the same place."""

MAX_REROLL_THROWS = 10_000
"""The expected number of throws of a die that is rerolled until clear: `1d20rr<=19` expects 20."""

MAX_OPTIONS = 200
"""Different values of a part before or after the d, and faces in a list."""

MAX_POWER = 64
"""The largest exponent."""

MAX_REPEATS = 100
"""Rolls of one notation: `6#4d6kh3` has six."""

MAX_WORK = 300_000
"""The highest cost of exact odds, in the units of `cost.py`: about a microsecond each. Rolling has no such limit."""


def refuse_long(text: str, what: str) -> None:
    """Refuse a text of too many characters."""
    if len(text) > MAX_CHARACTERS:
        raise NotationError(f"{what} {excerpt(text)} has {len(text)} characters: at most {MAX_CHARACTERS} are allowed")
