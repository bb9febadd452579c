"""Parses the sheet block of a rulebook: values that are chosen or rolled, tracks, computed values, spreads."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulewright.rulebook import expressions as e
from rulewright.rulebook import statements as s
from rulewright.rulebook.document import Block
from rulewright.rulebook.faults import TextPlace, Wrong, did_you_mean, quoted
from rulewright.rulebook.kinds import Kind, Range, refuse_name
from rulewright.rulebook.parameters import BookParameter, read_kind, read_text, read_value, usual
from rulewright.rulebook.throws import MOST_SIDES
from rulewright.rulebook.tokens import Token, Tokens

MOST_ROLLED = 20


class Track(NamedTuple):
    """A value that changes in play: its kind, and the expression of its start."""

    name: str
    kind: Kind
    start: e.Expression
    place: TextPlace


class RolledValue(NamedTuple):
    """Dice that decide a value when a character is made: how many, with how many sides, and which of them count."""

    dice: int
    sides: int
    kept: int
    highest: bool

    def __str__(self) -> str:
        side = "highest" if self.highest else "lowest"
        keep = "" if self.kept == self.dice else f" keep {self.kept} {side}"
        return f"{self.dice}d{self.sides}{keep}"

    def total(self, faces: Sequence[int]) -> int:
        """The value that these faces give."""
        return sum(sorted(faces, reverse=self.highest)[: self.kept])


class Spread(NamedTuple):
    """A sum of points, or a list of numbers, distributed over fields at creation."""

    points: int
    numbers: tuple[int, ...]
    over: tuple[str, ...]
    place: TextPlace


class SheetBlock(NamedTuple):
    """The parsed block of a sheet."""

    chosen: tuple[BookParameter, ...]
    rolled: Mapping[str, RolledValue]
    """By the name of a chosen value: the dice that decide it."""
    tracks: tuple[Track, ...]
    derived: tuple[s.Let, ...]
    spreads: tuple[Spread, ...]
    open: tuple[str, ...]
    rule: str
    place: TextPlace

    @property
    def names(self) -> set[str]:
        """Every field."""
        return {*self.stored, *(one.name for one in self.derived)}

    @property
    def stored(self) -> dict[str, Kind]:
        """Every field that is stored, with its kind."""
        return {one.name: one.kind for one in self.chosen} | {one.name: one.kind for one in self.tracks}


def read_sheet(block: Block) -> SheetBlock:
    """Parse a sheet block: fields, `track` fields, `NAME = ...` for computed values, `spread` and `foes show`."""
    if block.header.text:
        raise Wrong(block.header.place, "a sheet has no name: there is one for all characters")
    chosen: list[BookParameter] = []
    rolled: dict[str, RolledValue] = {}
    tracks: list[Track] = []
    derived: list[s.Let] = []
    spreads: list[Spread] = []
    shown: list[Token] = []
    taken: set[str] = {"npc", "out"}
    for text, place in block.lines:
        inner = text.strip()
        if not inner or inner.startswith("#"):
            continue
        tokens = Tokens(text, place)
        if tokens.next.text == "spread":
            spreads.append(_spread(tokens, [one for one in chosen if one.name not in rolled]))
        elif tokens.skip("foes", "show"):
            shown += _names(tokens)
        elif tokens.second.text == ":":
            token = tokens.next
            refuse_name(token, taken)
            taken.add(token.text)
            field = _field(tokens, rolled)
            if isinstance(field, Track):
                tracks.append(field)
            else:
                chosen.append(field)
            tokens.end()
        elif tokens.second.text == "=":
            token = tokens.take()
            taken.add(refuse_name(token, taken))
            tokens.take()
            derived.append(s.Let(token.text, e.expression(tokens), token.place))
            tokens.end()
        else:
            raise Wrong(
                tokens.next.place,
                "this line cannot be read",
                "write str: 1..10 = 5, str: roll 3d6, hp: track 0..9 = 9, NAME = ..., "
                "spread 12 points over str, agi or foes show hp",
            )
        if len(taken) > 42:
            raise Wrong(place, "a sheet has at most 40 fields")
    found = SheetBlock(
        tuple(chosen),
        rolled,
        tuple(tracks),
        tuple(derived),
        tuple(spreads),
        tuple(one.text for one in shown),
        block.rule,
        block.place,
    )
    for one in shown:
        if one.text not in found.names:
            raise Wrong(one.place, f"the sheet has no {quoted(one.text)}", did_you_mean(one.text, found.names))
    return found


def _field(tokens: Tokens, rolled: dict[str, RolledValue]) -> BookParameter | Track:
    token = tokens.take()
    tokens.need(":", "after a name")
    if tokens.skip("roll"):
        dice = rolled[token.text] = _rolled(tokens)
        least, most = dice.kept, dice.kept * dice.sides
        return BookParameter(token.text, Range(least, most), (least + most) // 2, _meaning(tokens, token), token.place)
    if tokens.skip("track"):
        kind = read_kind(tokens)
        start_value = usual(kind)
        start: e.Expression = (
            e.YesNo(start_value, token.place)
            if isinstance(start_value, bool)
            else e.Number(start_value, token.place)
            if isinstance(start_value, int)
            else e.Text(start_value, token.place)
        )
        if tokens.skip("="):
            start = e.expression(tokens)
        return Track(token.text, kind, start, token.place)
    kind = read_kind(tokens)
    default = read_value(tokens, kind) if tokens.skip("=") else usual(kind)
    return BookParameter(token.text, kind, default, _meaning(tokens, token), token.place)


def _meaning(tokens: Tokens, named: Token) -> str:
    return read_text(tokens) if tokens.next.kind == "text" else named.text.replace("_", " ")


def _rolled(tokens: Tokens) -> RolledValue:
    """Parse `3d6` or `4d6 keep 3 highest`: one kind of dice, whose faces a player can type."""
    place, hint = tokens.next.place, "write roll 3d6 or roll 4d6 keep 3 highest"
    count = _small(tokens) if tokens.next.kind == "number" else 1
    die = tokens.take().text
    sides = int(die[1:]) if die[:1] == "d" and die[1:].isdigit() and len(die) < 6 else 0
    if not (1 <= count <= MOST_ROLLED and 2 <= sides <= MOST_SIDES):
        words = f"a value is rolled with 1 to {MOST_ROLLED} dice of 2 to {MOST_SIDES} sides"
        raise Wrong(place, words, hint)
    if not tokens.skip("keep"):
        return RolledValue(count, sides, count, True)
    kept, side = _small(tokens), tokens.take()
    if side.text not in ("highest", "lowest") or not 1 <= kept <= count:
        raise Wrong(side.place, f"say which of the {count} dice count", hint)
    return RolledValue(count, sides, kept, side.text == "highest")


def _small(tokens: Tokens) -> int:
    token = tokens.take()
    if token.kind != "number" or len(token.text) > 3:
        raise Wrong(token.place, "a number of at most 3 digits is needed here", "write roll 4d6 keep 3 highest")
    return int(token.text)


def _names(tokens: Tokens) -> list[Token]:
    found = [tokens.name("a field")]
    while tokens.skip(","):
        found.append(tokens.name("a field"))
    tokens.end()
    return found


def _spread(tokens: Tokens, chosen: Sequence[BookParameter]) -> Spread:
    """Parse `spread 12 points over str, agi` or `spread 5, 4, 3 over str, agi, wit`."""
    place = tokens.take().place
    numbers = []
    while tokens.next.kind == "number":
        numbers.append(int(tokens.take().text))
        tokens.skip(",")
    points = tokens.skip("points")
    tokens.need("over", "to say which fields")
    fields = _names(tokens)
    ranges = {one.name: one.kind for one in chosen}
    for field in fields:
        if not isinstance(ranges.get(field.text), Range):
            raise Wrong(
                field.place,
                f"{quoted(field.text)} is not a number that players choose",
                did_you_mean(field.text, ranges),
            )
    names = tuple(field.text for field in fields)
    kinds = [kind for name in names if isinstance(kind := ranges[name], Range)]
    if points:
        if len(numbers) != 1 or not sum(kind.least for kind in kinds) <= numbers[0] <= sum(kind.most for kind in kinds):
            raise Wrong(
                place, "these points cannot be spread over these fields", "the least and the most of each field count"
            )
        return Spread(numbers[0], (), names, place)
    if len(numbers) != len(names) or any(not kind.least <= one <= kind.most for kind in kinds for one in numbers):
        raise Wrong(place, f"{len(names)} fields need {len(names)} numbers, each in the range of every field")
    return Spread(0, tuple(numbers), names, place)
