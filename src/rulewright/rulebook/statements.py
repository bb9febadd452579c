"""Parses the lines of a roll, an action or the beginning of a turn into statements."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from rulewright.rulebook import expressions as e
from rulewright.rulebook.document import BookLine
from rulewright.rulebook.faults import TextPlace, Wrong, did_you_mean, quoted
from rulewright.rulebook.kinds import refuse_name
from rulewright.rulebook.parameters import MOST_WORDS, BookParameter, read_parameter, read_text, refuse_many
from rulewright.rulebook.result_tables import ResultTable, read_table
from rulewright.rulebook.throws import SymbolDie, WrittenThrow, read_throw
from rulewright.rulebook.tokens import Token, Tokens


@dataclass(frozen=True)
class Let:
    """A name for a value."""

    name: str
    value: e.Expression
    place: TextPlace


@dataclass(frozen=True)
class ThrowStatement:
    """A name for a throw."""

    name: str
    thrown: WrittenThrow
    place: TextPlace


@dataclass(frozen=True)
class Use:
    """A name for the outcome of another roll, with the values it is given."""

    name: str
    roll: str
    given: tuple[tuple[str, e.Expression], ...]
    place: TextPlace
    when: e.Expression | None = None
    """The condition under which it is rolled; else its words are `none` and its numbers 0."""


@dataclass(frozen=True)
class Tries:
    """A name for the number of uses of another roll before the first whose outcome meets `until`."""

    name: str
    use: Use
    until: e.Expression
    most: e.Expression
    place: TextPlace


@dataclass(frozen=True)
class Drawn:
    """A name for cards that are drawn."""

    name: str
    count: e.Expression
    deck: str
    place: TextPlace


@dataclass(frozen=True)
class AskStatement:
    """A name for a decision."""

    name: str
    who: str
    question: str
    words: tuple[str, ...]
    place: TextPlace


@dataclass(frozen=True)
class Needs:
    """A condition that must hold, or the action is refused."""

    condition: e.Expression
    reason: str
    place: TextPlace


@dataclass(frozen=True)
class ChangeStatement:
    """A change of a track: by a number, or to a value; perhaps only if a condition holds."""

    owner: str
    field: str
    by: bool
    value: e.Expression
    when: e.Expression | None
    place: TextPlace


@dataclass(frozen=True)
class Show:
    """Names whose values are part of the outcome."""

    names: tuple[Token, ...]
    place: TextPlace


@dataclass(frozen=True)
class Again:
    """A condition under which everything is thrown again."""

    when: e.Expression
    place: TextPlace


Statement = (
    Let | ThrowStatement | Use | Tries | Drawn | AskStatement | Needs | ChangeStatement | ResultTable | Show | Again
)


class Declared:
    """The declarations of other blocks: dice, rolls, decks."""

    def __init__(self, dice: Mapping[str, SymbolDie], rolls: Collection[str], decks: Collection[str]) -> None:
        self.dice, self.rolls, self.decks = dice, rolls, decks


class Lines:
    """Parses the lines of a block into parameters and statements."""

    def __init__(self, known: Declared) -> None:
        self._known = known
        self.parameters: list[BookParameter] = []
        self.statements: list[Statement] = []

    def read(self, lines: tuple[BookLine, ...]) -> None:
        """Parse every line; consecutive rows are one table."""
        at = 0
        while at < len(lines):
            text, place = lines[at]
            inner = text.strip()
            at += 1
            if not inner or inner.startswith("#"):
                continue
            place = place.after(len(text) - len(text.lstrip()))
            if inner.startswith("|"):
                rows = [BookLine(inner, place)]
                while at < len(lines) and lines[at].text.strip().startswith("|"):
                    rows.append(lines[at])
                    at += 1
                self.statements.append(read_table(rows))
            else:
                self._line(inner, place)

    def _line(self, text: str, place: TextPlace) -> None:
        tokens = Tokens(text, place)
        if tokens.next.kind == "name" and tokens.second.text == ":":
            self.parameters.append(read_parameter(tokens))
            tokens.end()
            refuse_many(self.parameters, place)
        elif tokens.next.kind == "name" and tokens.second.text == "=":
            self.statements.append(self._assigned(tokens))
        else:
            self.statements.append(self._sentence(tokens, place))

    def _sentence(self, tokens: Tokens, place: TextPlace) -> Statement:
        if tokens.skip("show"):
            names = [tokens.name("a name")]
            while tokens.skip(","):
                names.append(tokens.name("a name"))
            tokens.end()
            return Show(tuple(names), place)
        if tokens.skip("needs"):
            condition, reason = e.expression(tokens), ""
            if tokens.skip(","):
                reason = read_text(tokens)
            tokens.end()
            return Needs(condition, reason, place)
        if tokens.skip("again", "when"):
            when = e.expression(tokens)
            tokens.end()
            return Again(when, place)
        if tokens.sees("change", "set"):
            return self._change(tokens)
        raise Wrong(
            place,
            "this line cannot be read",
            "a line is NAME = ..., NAME: 0..9 = 3, show, needs, change ... by, set ... to, again when, or a row",
        )

    def _change(self, tokens: Tokens) -> ChangeStatement:
        by = tokens.take().text == "change"
        first = tokens.name("a track")
        owner, field = ("who", first.text)
        if tokens.skip("."):
            owner, field = first.text, tokens.name("a track").text
        tokens.need("by" if by else "to", "here: change hp by 2, set state to down")
        value = e.expression(tokens)
        when = e.expression(tokens) if tokens.skip("when") else None
        tokens.end()
        return ChangeStatement(owner, field, by, value, when, first.place)

    def _assigned(self, tokens: Tokens) -> Statement:
        token = tokens.take()
        name = refuse_name(token)
        tokens.need("=", "")
        if tokens.skip("roll"):
            if self._is_roll(tokens):
                return self._used(tokens, name)
            return ThrowStatement(name, read_throw(tokens, self._known.dice), token.place)
        if tokens.skip("draw"):
            count = e.sum_of(tokens, 0)
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

    def _used(self, tokens: Tokens, name: str) -> Use:
        use = self._use(tokens, name)
        if tokens.skip("when"):
            use = replace(use, when=e.expression(tokens))
        tokens.end()
        return use

    def _use(self, tokens: Tokens, name: str) -> Use:
        roll = tokens.name("the name of a roll")
        if roll.text not in self._known.rolls:
            known = self._known.rolls
            raise Wrong(roll.place, f"there is no roll {quoted(roll.text)}", did_you_mean(roll.text, known))
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

    def _tries(self, tokens: Tokens, name: str, place: TextPlace) -> Tries:
        """Parse `held = repeats of check(score = 8) until result = failure, at most turns`."""
        use = self._use(tokens, name)
        tokens.need("until", "to say when the repeats end")
        until = e.expression(tokens)
        tokens.need(",", "before at most")
        if not tokens.skip("at", "most"):
            raise Wrong(tokens.next.place, "say how many repeats there are at most", "write , at most 10")
        most = e.expression(tokens)
        tokens.end()
        return Tries(name, use, until, most, place)

    def _ask(self, tokens: Tokens, name: str, place: TextPlace) -> AskStatement:
        who = "who"
        if tokens.next.kind == "name" and tokens.second.kind == "text":
            who = tokens.take().text
        question = read_text(tokens)
        tokens.need(":", "after the question")
        words = [tokens.name("a word").text]
        while tokens.skip(","):
            words.append(tokens.name("a word").text)
        tokens.end()
        if len(set(words)) < max(2, len(words)) or len(words) > MOST_WORDS:
            raise Wrong(place, "a decision needs at least two different words")
        return AskStatement(name, who, question, tuple(words), place)
