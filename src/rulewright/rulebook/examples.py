"""Examples: typed dice with the outcome they must have, and characters to begin with."""

import re
from typing import Any, NamedTuple

from rulewright.rulebook.document import Block, BookLine
from rulewright.rulebook.faults import TextPlace, Wrong

_CHARACTER = re.compile(r"^character +(?P<name>[^:]{1,60}):(?P<rest>.*)$")
_GIVEN = re.compile(r"^(?P<name>[A-Za-z][A-Za-z0-9_]*) *= *(?P<value>-?\d{1,7}|[A-Za-z][A-Za-z0-9_]*)$")
_LINE = re.compile(
    r"^(?P<roll>[a-z][a-z0-9_-]*)(?P<given>[^,>]*?)(?:, *dice (?P<dice>[0-9A-Za-z_ ]+?))? *-> *(?P<outcome>.+)$"
)
MOST_DICE = 200


class ExampleValue(NamedTuple):
    """A value in an example."""

    name: str
    value: Any
    place: TextPlace


class ExampleBlock(NamedTuple):
    """One line of an example: a roll with typed dice and its outcome, or a character."""

    roll: str
    character: str
    given: tuple[ExampleValue, ...]
    dice: tuple[Any, ...]
    outcome: tuple[ExampleValue, ...]
    place: TextPlace


def read_examples(block: Block) -> list[ExampleBlock]:
    """Parse the lines of an example block."""
    lines = [line for line in block.lines if line.text.strip() and not line.text.strip().startswith("#")]
    return [_character(line) or _rolled(line) for line in lines]


def plain_value(text: str) -> Any:
    """The value of a text: a number, yes or no, or a word."""
    if re.fullmatch(r"-?\d{1,7}", text):
        return int(text)
    return {"yes": True, "no": False}.get(text, text)


def given_values(text: str, place: TextPlace, separator: str) -> tuple[ExampleValue, ...]:
    """Parse `NAME=VALUE` pairs."""
    found = []
    at = 0
    for part in re.split(separator, text):
        where = place.after(text.index(part, at)) if part else place
        at = max(at, text.index(part, at) + len(part)) if part else at
        if not part.strip():
            continue
        pair = _GIVEN.match(part.strip())
        if not pair:
            raise Wrong(where, f"`{part.strip()[:40]}` cannot be read", "write NAME=VALUE")
        found.append(ExampleValue(pair["name"], plain_value(pair["value"]), where))
    return tuple(found)


def _character(line: BookLine) -> ExampleBlock | None:
    """Parse `character Ada: str=5, agi=4`; None for any other line."""
    text = line.text.strip()
    match = _CHARACTER.match(text)
    if not match:
        return None
    given = given_values(match["rest"], line.place.after(match.start("rest")), ",")
    return ExampleBlock("", match["name"].strip(), given, (), (), line.place)


def _rolled(line: BookLine) -> ExampleBlock:
    """Parse `check score=5 advantage=1, dice 6 6 9 -> success`."""
    text = line.text.strip()
    match = _LINE.match(text)
    if not match:
        raise Wrong(
            line.place,
            "this example cannot be read",
            "write check score=5, dice 6 9 -> success, or character Ada: str=5",
        )
    given = given_values(match["given"], line.place.after(match.start("given")), r"\s+")
    dice = tuple(int(word) if word.isdigit() and len(word) < 6 else word for word in (match["dice"] or "").split())
    if len(dice) > MOST_DICE:
        raise Wrong(line.place, f"at most {MOST_DICE} dice in an example")
    outcome, place = match["outcome"].strip(), line.place.after(match.start("outcome"))
    if "=" in outcome:
        expected = given_values(outcome, place, ",")
    else:
        expected = (ExampleValue("", plain_value(outcome), place),)
    return ExampleBlock(match["roll"].replace("-", "_"), "", given, dice, expected, line.place)
