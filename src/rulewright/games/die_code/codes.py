"""Die codes: a number of six-sided dice and up to two pips, written 3d+1."""

import re
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct

from rulewright.game.fights import one_more_point
from rulewright.games.die_code.data import CODE
from rulewright.games.die_code.options import Options
from rulewright.rules import BadInput, Parameters, between, meaning, rule, shown

WrittenCode = Annotated[str, Meta(max_length=60)] | Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
CodeText = Annotated[WrittenCode | None, meaning("a die code, such as 3d, 3d+1 or 3d+2")]
"""The type of a parameter that takes a code; a number is accepted so that the error can say how to write it."""

_CODE = re.compile(r"\s*([0-9]+)\s*[dD]\s*(?:\+\s*([0-9]+)\s*)?")


@rule("DC-02", "DC-05")
class DieCode(Struct, frozen=True, order=True):
    """A number of d6 and pips on top; more is better."""

    dice: int = 0
    pips: int = 0

    @property
    def text(self) -> str:
        """The code as text: 3d, 3d+1."""
        return f"{self.dice}d+{self.pips}" if self.pips else f"{self.dice}d"


class CodeFault(NamedTuple):
    """The fault of a code, and the rule that says so."""

    words: str
    rule: str


@rule("DC-04", "DC-05", "DC-A1")
def read_code(given: Any) -> DieCode | CodeFault:
    """The code written in a text, or its fault: a code is a number of dice, then nothing, +1 or +2."""
    found = _CODE.fullmatch(given) if isinstance(given, str) and len(given) < 60 else None
    pips = int(found[2] or 0) if found else 0
    if pips > CODE.most_pips:
        return CodeFault(f"pips over two: {given} has {pips}, a die code has +1 or +2 at most", "DC-04")
    if found is None or int(found[1]) > CODE.most_dice:
        typed = "nothing" if given is None else shown(repr(given))
        return CodeFault(f"not a die code: {typed} (write 0d to {CODE.most_dice}d, or with pips 3d+1 or 3d+2)", "DC-05")
    return DieCode(int(found[1]), pips)


def parse_code(given: Any) -> DieCode:
    """The code written in a text; raises if there is none."""
    code = read_code(given)
    if isinstance(code, CodeFault):
        raise BadInput(f"{code.words} ({code.rule})")
    return code


@rule("DC-06", "DC-07", "DC-A1", "DC-A2")
def added(options: Options, *codes: DieCode) -> DieCode:
    """The sum of some codes: dice and pips are added separately; by default every three pips become a die."""
    whole = DieCode(sum(code.dice for code in codes), sum(code.pips for code in codes))
    return _carried(whole) if options.pip_carry == "three" else whole


def _carried(code: DieCode) -> DieCode:
    dice, pips = divmod(code.pips, CODE.pips_per_die)
    return DieCode(code.dice + dice, pips)


@rule("DC-A1")
def grown(code: DieCode, pips: int) -> DieCode:
    """A code with pips added; three of them always make a die."""
    return _carried(DieCode(code.dice, code.pips + pips))


class Growth(Parameters, frozen=True):
    """A code and the pips to add."""

    code: Annotated[WrittenCode, meaning("a die code, such as 3d, 3d+1 or 3d+2")]
    pips: Annotated[int, between(0, 1_000_000, "pips to add")]


class AddedPips(Struct, frozen=True):
    """A code with pips added."""

    code: str


@rule("DC-04", "DC-A1")
def add_pips(options: Options, growth: Growth) -> AddedPips:
    """Adds pips to a code, three to a die."""
    return AddedPips(grown(parse_code(growth.code), growth.pips).text)


def one_more_pip(value: Any) -> Any:
    """A code with one pip more, or a number plus one."""
    try:
        return grown(parse_code(value), 1).text
    except BadInput:
        return one_more_point(value)
