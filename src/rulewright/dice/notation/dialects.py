"""The differences between the dialects of dice notation, one setting for each."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from rulewright.dice.notation.errors import NotationError

DialectName: TypeAlias = Literal["union", "avrae", "roll20", "foundry", "rpg-dice-roller"]


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a text is read where dialects differ; the defaults are those of the union."""

    name: DialectName
    inclusive: bool = False  # `>` and `<` include the number
    reroll_until_clear: bool = False  # what `r` means
    counts_only_mark: bool = False  # `cs` and `cf` change only what is shown
    divides_exactly: bool = False  # `/` gives fractions
    truncates: bool = False  # a total that is not a whole number is cut off
    slashes_comment: bool = False  # `//` begins a comment
    keeps_by_value: bool = False  # `k3` keeps the threes
    compares_totals: bool = False  # `2d6>=7` compares the total
    percent_is_tens: bool = False  # `d%` shows 0, 10, ... 90
    braces_hold_dice: bool = False  # `{5d6!!}>8` counts the dice in the braces


_DIALECTS: dict[DialectName, Dialect] = {
    "union": Dialect("union"),
    "avrae": Dialect(
        "avrae",
        divides_exactly=True,
        truncates=True,
        keeps_by_value=True,
        compares_totals=True,
        percent_is_tens=True,
    ),
    "roll20": Dialect(
        "roll20",
        inclusive=True,
        reroll_until_clear=True,
        counts_only_mark=True,
        divides_exactly=True,
        braces_hold_dice=True,
    ),
    "foundry": Dialect("foundry", divides_exactly=True),
    "rpg-dice-roller": Dialect(
        "rpg-dice-roller",
        reroll_until_clear=True,
        counts_only_mark=True,
        divides_exactly=True,
        slashes_comment=True,
        braces_hold_dice=True,
    ),
}


def dialect_named(name: str) -> Dialect:
    """The dialect with this name; raises for an unknown one."""
    for known, dialect in _DIALECTS.items():
        if known == name:
            return dialect
    raise NotationError(f"unknown dialect {name!r}: {', '.join(get_args(DialectName))} are allowed")
