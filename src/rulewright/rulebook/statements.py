"""The lines of a roll, an action or the beginning of a turn, read into statements."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace

from rulewright.rulebook import expressions as e
from rulewright.rulebook.document import Line
from rulewright.rulebook.faults import Place, Wrong, did_you_mean, quoted
from rulewright.rulebook.kinds import Flag, Kind, Range, Words, refuse_name
from rulewright.rulebook.throws import SymbolDie, Thrown, read_throw
from rulewright.rulebook.tokens import Token, Tokens, tokens_of

MOST_ROWS = 40
MOST_WORDS = 40
MOST_PARAMETERS = 20
TARGETS = ("foe", "friend", "other", "anyone")


@dataclass(frozen=True)
class Parameter:
    """A value that is given: its kind, its default, and what it means. A `target` has a kind of character instead."""

    name: str
    kind: Kind
    default: int | str | bool
    meaning: str
    place: Place
    target: str = ""
    by: str = "actor"


@dataclass(frozen=True)
class Let:
    """A name for a value."""

    name: str
    value: e.Expression
    place: Place


@dataclass(frozen=True)
class Throw:
    """A name for a throw."""

    name: str
    thrown: Thrown
    place: Place


@dataclass(frozen=True)
class Use:
    """A name for the outcome of another roll, with the values it is given."""

    name: str
    roll: str
    given: tuple[tuple[str, e.Expression], ...]
    place: Place
    when: e.Expression | None = None
    """The condition under which it is rolled; else its words are `none` and its numbers 0."""


@dataclass(frozen=True)
class Tries:
    """A name for how many uses of another roll come before the first that fits `until`."""

    name: str
    use: Use
    until: e.Expression
    most: e.Expression
    place: Place


@dataclass(frozen=True)
class Drawn:
    """A name for cards that are drawn."""

    name: str
    count: e.Expression
    deck: str
    place: Place


@dataclass(frozen=True)
class Ask:
    """A name for a decision."""

    name: str
    who: str
    question: str
    words: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Needs:
    """A condition without which it is refused."""

    condition: e.Expression
    reason: str
    place: Place


@dataclass(frozen=True)
class Change:
    """A change of a track: by a number, or to a value; perhaps only if a condition holds."""

    owner: str
    field: str
    by: bool
    value: e.Expression
    when: e.Expression | None
    place: Place


@dataclass(frozen=True)
class Cell:
    """What a row says in one column: an expression, words, or nothing; `sign` is + or - for a change."""

    value: e.Expression | None
    sign: str
    place: Place


@dataclass(frozen=True)
class Row:
    """A row: its condition, None for `otherwise`, and its cells."""

    when: e.Expression | None
    cells: tuple[Cell, ...]
    place: Place


@dataclass(frozen=True)
class Column:
    """A column of results: the name of an outcome, or a track (`target.hp`)."""

    owner: str
    name: str
    place: Place


@dataclass(frozen=True)
class Table:
    """Rows of which the first that fits counts."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    place: Place


@dataclass(frozen=True)
class Show:
    """Names whose values are part of the outcome."""

    names: tuple[Token, ...]
    place: Place


@dataclass(frozen=True)
class Again:
    """A condition under which everything is thrown again."""

    when: e.Expression
    place: Place


Statement = Let | Throw | Use | Tries | Drawn | Ask | Needs | Change | Table | Show | Again


class Known:
    """What other blocks have declared: dice, rolls, decks."""

    def __init__(self, dice: Mapping[str, SymbolDie], rolls: Container[str], decks: Container[str]) -> None:
        self.dice, self.rolls, self.decks = dice, rolls, decks


class Lines:
    """Reads the lines of a block, parameters apart from statements."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self.parameters: list[Parameter] = []
        self.statements: list[Statement] = []

    def read(self, lines: tuple[Line, ...]) -> None:
        """Reads every line; a table goes from its first row to its last."""
        at = 0
        while at < len(lines):
            text, place = lines[at]
            inner = text.strip()
            at += 1
            if not inner or inner.startswith("#"):
                continue
            place = place.after(len(text) - len(text.lstrip()))
            if inner.startswith("|"):
                rows = [Line(inner, place)]
                while at < len(lines) and lines[at].text.strip().startswith("|"):
                    rows.append(lines[at])
                    at += 1
                self.statements.append(read_table(rows))
            else:
                self._line(inner, place)

    def _line(self, text: str, place: Place) -> None:
        tokens = Tokens(text, place)
        if tokens.next.kind == "name" and tokens.second.text == ":":
            self.parameters.append(read_parameter(tokens))
            tokens.end()
            refuse_many(self.parameters, place)
        elif tokens.next.kind == "name" and tokens.second.text == "=":
            self.statements.append(self._assigned(tokens))
        else:
            self.statements.append(self._sentence(tokens, place))

    def _sentence(self, tokens: Tokens, place: Place) -> Statement:
        if tokens.skip("show"):
            names = [tokens.name("a name")]
            while tokens.skip(","):
                names.append(tokens.name("a name"))
            tokens.end()
            return Show(tuple(names), place)
        if tokens.skip("needs"):
            condition, reason = e.expression(tokens), ""
            if tokens.skip(","):
                reason = _text(tokens)
            tokens.end()
            return Needs(condition, reason, place)
        if tokens.skip("again", "when"):
            when = e.expression(tokens)
            tokens.end()
            return Again(when, place)
        if tokens.sees("change", "set"):
            return self._change(tokens, place)
        raise Wrong(
            place,
            "this line cannot be read",
            "a line is NAME = ..., NAME: 0..9 = 3, show, needs, change ... by, set ... to, again when, or a row",
        )

    def _change(self, tokens: Tokens, place: Place) -> Change:
        by = tokens.take().text == "change"
        first = tokens.name("a track")
        owner, field = ("who", first.text)
        if tokens.skip("."):
            owner, field = first.text, tokens.name("a track").text
        tokens.need("by" if by else "to", "here: change hp by 2, set state to down")
        value = e.expression(tokens)
        when = e.expression(tokens) if tokens.skip("when") else None
        tokens.end()
        return Change(owner, field, by, value, when, first.place)

    def _assigned(self, tokens: Tokens) -> Statement:
        token = tokens.take()
        name = refuse_name(token)
        tokens.need("=", "")
        place = tokens.next.place
        if tokens.skip("roll"):
            if self._is_roll(tokens):
                return self._used(tokens, name, place)
            return Throw(name, read_throw(tokens, self._known.dice), token.place)
        if tokens.skip("draw"):
            count = e._sum(tokens, 0)
            tokens.need("from", "to say which deck")
            deck = tokens.name("the name of a deck")
            if deck.text not in self._known.decks:
                raise Wrong(deck.place, f"there is no deck {quoted(deck.text)}", "describe it in a block ```deck")
            tokens.end()
            return Drawn(name, count, deck.text, token.place)
        if tokens.skip("choose"):
            return self._ask(tokens, name, token.place)
        if tokens.skip("repeats", "of"):
            return self._tries(tokens, name, token.place)
        value = e.expression(tokens)
        tokens.end()
        return Let(name, value, token.place)

    def _is_roll(self, tokens: Tokens) -> bool:
        if tokens.next.kind != "name" or tokens.next.text in self._known.dice:
            return False
        return tokens.next.text in self._known.rolls or (tokens.second.text == "(" and tokens.next.text != "d")

    def _used(self, tokens: Tokens, name: str, place: Place) -> Use:
        use = self._use(tokens, name, place)
        if tokens.skip("when"):
            use = replace(use, when=e.expression(tokens))
        tokens.end()
        return use

    def _use(self, tokens: Tokens, name: str, place: Place) -> Use:
        roll = tokens.name("the name of a roll")
        if roll.text not in self._known.rolls:
            known = self._known.rolls
            raise Wrong(roll.place, f"there is no roll {quoted(roll.text)}", did_you_mean(roll.text, known))  # type: ignore[arg-type]
        given: list[tuple[str, e.Expression]] = []
        if tokens.skip("("):
            while not tokens.skip(")"):
                parameter = tokens.name("the name of a parameter")
                if any(parameter.text == other for other, _ in given):
                    raise Wrong(parameter.place, f"{quoted(parameter.text)} is given twice")
                tokens.need("=", "to give a value")
                given.append((parameter.text, e.expression(tokens)))
                if not tokens.sees(")"):
                    tokens.need(",", "between values")
        return Use(name, roll.text, tuple(given), roll.place)

    def _tries(self, tokens: Tokens, name: str, place: Place) -> Tries:
        """`held = repeats of check(score = 8) until result = failure, at most turns`."""
        use = self._use(tokens, name, place)
        tokens.need("until", "to say when the repeats end")
        until = e.expression(tokens)
        tokens.need(",", "before at most")
        if not tokens.skip("at", "most"):
            raise Wrong(tokens.next.place, "say how many repeats there are at most", "write , at most 10")
        most = e.expression(tokens)
        tokens.end()
        return Tries(name, use, until, most, place)

    def _ask(self, tokens: Tokens, name: str, place: Place) -> Ask:
        who = "who"
        if tokens.next.kind == "name" and tokens.second.kind == "text":
            who = tokens.take().text
        question = _text(tokens)
        tokens.need(":", "after the question")
        words = [tokens.name("a word").text]
        while tokens.skip(","):
            words.append(tokens.name("a word").text)
        tokens.end()
        if len(set(words)) < max(2, len(words)) or len(words) > MOST_WORDS:
            raise Wrong(place, "a decision has two different words or more")
        return Ask(name, who, question, tuple(words), place)


def refuse_many(parameters: list[Parameter], place: Place) -> None:
    """Refuses too many parameters, and two of one name."""
    if len(parameters) > MOST_PARAMETERS:
        raise Wrong(place, f"at most {MOST_PARAMETERS} values")
    *others, last = parameters
    if any(last.name == other.name for other in others):
        raise Wrong(last.place, f"{quoted(last.name)} is there twice")


def _text(tokens: Tokens) -> str:
    token = tokens.take()
    if token.kind != "text" or not token.text[1:-1].strip():
        raise Wrong(token.place, 'a text in quotes is needed here, "like this"')
    return token.text[1:-1].strip()


def read_parameter(tokens: Tokens) -> Parameter:
    """`score: 0..20 = 7 "ability score"`, `tier: normal | wounded = normal`, `target: foe`."""
    token = tokens.take()
    tokens.need(":", "after a name")
    if token.text == "target":
        kind = tokens.name("foe, friend, other or anyone")
        if kind.text not in TARGETS:
            raise Wrong(kind.place, f"a target is one of {', '.join(TARGETS)}", did_you_mean(kind.text, TARGETS))
        return Parameter("target", Flag(), False, "", token.place, kind.text)
    name = refuse_name(token)
    kind_of = read_kind(tokens)
    default: int | str | bool = usual(kind_of)
    if tokens.skip("="):
        default = read_value(tokens, kind_of)
    meaning = _text(tokens) if tokens.next.kind == "text" else name.replace("_", " ")
    by = "gm" if tokens.skip("by", "gm") else "actor"
    return Parameter(name, kind_of, default, meaning, token.place, by=by)


def usual(kind: Kind) -> int | str | bool:
    """The default of a value that has none: the first word, no, or the number nearest to 0."""
    match kind:
        case Range(least, most):
            return min(max(0, least), most)
        case Words(words):
            return words[0]
    return False


def read_kind(tokens: Tokens) -> Kind:
    """`0..20`, `-2..2`, or `normal | wounded | critical`."""
    place = tokens.next.place
    if tokens.next.kind == "number" or tokens.sees("-"):
        least = _signed(tokens)
        tokens.need("..", "to say how far the number goes: 0..20")
        most = _signed(tokens)
        if most < least:
            raise Wrong(place, f"no number goes from {least} to {most}", f"write {most}..{least}")
        return Range(least, most)
    words = [_word(tokens)]
    while tokens.skip("|"):
        words.append(_word(tokens))
    if set(words) == {"yes", "no"} and len(words) == 2:
        return Flag()
    if len(words) < 2 or len(set(words)) < len(words) or len(words) > MOST_WORDS:
        raise Wrong(place, "give a range of numbers, 0..20, or two words or more, calm | angry")
    return Words(tuple(words))


def _word(tokens: Tokens) -> str:
    token = tokens.name("a word")
    if token.text in e.KEYWORDS - {"yes", "no"}:
        raise Wrong(token.place, f"{quoted(token.text)} is a word of the format", "choose another word")
    return token.text


def _signed(tokens: Tokens) -> int:
    sign = -1 if tokens.skip("-") else 1
    token = tokens.take()
    if token.kind != "number":
        raise Wrong(token.place, "a number is needed here")
    return sign * int(token.text)


def read_value(tokens: Tokens, kind: Kind) -> int | str | bool:
    """A fixed value of a kind."""
    place = tokens.next.place
    match kind:
        case Range(least, most):
            value = _signed(tokens)
            if not least <= value <= most:
                raise Wrong(place, f"{value} is out of range: {least} to {most} are allowed")
            return value
        case Words(words):
            word = tokens.name("a word").text
            if word not in words:
                raise Wrong(place, f"{quoted(word)} is not one of {', '.join(words)}", did_you_mean(word, words))
            return word
    word = tokens.name("yes or no").text
    if word not in ("yes", "no"):
        raise Wrong(place, "yes or no is needed here")
    return word == "yes"


# --- tables --------------------------------------------------------------------------------------


def cells_of(line: Line) -> list[tuple[str, Place]]:
    """The cells of a row, each with its place."""
    text, place = line
    lead = len(text) - len(text.lstrip())
    found = []
    at = lead + 1
    parts = text.strip()[1:].split("|")
    if parts and not parts[-1].strip():
        parts = parts[:-1]
    for part in parts:
        found.append((part.strip(), place.after(at + len(part) - len(part.lstrip()))))
        at += len(part) + 1
    return found


def is_rule_line(line: Line) -> bool:
    """Whether a row only separates the head from the rest: `|---|---|`."""
    return not line.text.strip().strip("|-: \t")


def rows_of(
    lines: list[Line], head: tuple[str, ...] = ()
) -> tuple[list[tuple[str, Place]], list[list[tuple[str, Place]]]]:
    """The head of a table and its rows, all with as many cells as the head."""
    place = lines[0].place
    filled = [cells_of(line) for line in lines if not is_rule_line(line)]
    if not filled or len(filled) > MOST_ROWS + 1:
        raise Wrong(place, f"a table has a head and 1 to {MOST_ROWS} rows")
    first, *rest = filled
    for cells in rest:
        if len(cells) != len(first):
            where = cells[-1][1] if cells else place
            raise Wrong(where, f"this row has {len(cells)} cells, and the head {len(first)}")
    if head and [text for text, _ in first[: len(head)]] != list(head):
        raise Wrong(place, f"the head of this table begins with | {' | '.join(head)} |")
    return first, rest


def read_table(lines: list[Line]) -> Table:
    """A table whose first column is `when`."""
    head, rows = rows_of(lines)
    if head[0][0] != "when" or len(head) < 2:
        raise Wrong(head[0][1], "the head of a table is | when | result |", "the first column is when")
    columns = tuple(_column(text, place) for text, place in head[1:])
    if not rows:
        raise Wrong(lines[0].place, "this table has no rows")
    found = [_row(cells) for cells in rows]
    for row in found[:-1]:
        if row.when is None:
            raise Wrong(row.place, "no row after otherwise can ever count", "otherwise comes last")
    if found[-1].when is not None:
        raise Wrong(found[-1].place, "some outcomes may fit no row", "add a last row | otherwise | ... |")
    return Table(columns, tuple(found), lines[0].place)


def _column(text: str, place: Place) -> Column:
    tokens = Tokens(text, place)
    first = tokens.name("the name of an outcome, or a track such as target.hp")
    if tokens.skip("."):
        column = Column(first.text, tokens.name("a track").text, place)
    else:
        column = Column("", refuse_name(first), place)
    tokens.end()
    return column


def _row(cells: list[tuple[str, Place]]) -> Row:
    (text, place), *others = cells
    when = None if text == "otherwise" else e.whole(text, place)
    return Row(when, tuple(_cell(*cell) for cell in others), place)


def _cell(text: str, place: Place) -> Cell:
    """Plain words are a text; anything else is an expression, after + or - a change."""
    if not text or text == "-":
        return Cell(None, "", place)
    tokens = tokens_of(text, place)
    kinds = [token.kind for token in tokens[:-1]]
    if len(kinds) > 1 and set(kinds) == {"name"} and "if" not in text.split():
        return Cell(e.Text(" ".join(text.split()), place), "", place)
    sign = text[0] if text[0] in "+-" and len(kinds) > 1 else ""
    rest = text[1:] if sign else text
    return Cell(e.whole(rest, place.after(len(text) - len(rest))), sign, place)
