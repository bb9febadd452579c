"""Splits a line of a block into tokens: words, numbers, texts and signs, each with its place."""

import re
from typing import Literal, NamedTuple

from rulewright.rulebook.faults import TextPlace, Wrong, quoted

MOST_DIGITS = 7
_TOKEN = re.compile(
    r"""(?P<blank>[ \t]+)
      | (?P<number>\d+)
      | (?P<name>[A-Za-z][A-Za-z0-9_]*)
      | (?P<text>"[^"\n]*")
      | (?P<sign>\.\.|->|<=|>=|!=|==|[-+*/()<>=,.:|])""",
    re.VERBOSE,
)

Kind = Literal["number", "name", "text", "sign", "end"]


class Token(NamedTuple):
    """One word, number, text or sign."""

    kind: Kind
    text: str
    place: TextPlace


def tokens_of(text: str, place: TextPlace) -> list[Token]:
    """The tokens of a text that begins at a place, with an end token."""
    found: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        here = place.after(at)
        if match is None:
            raise Wrong(here, f"{quoted(text[at])} is not allowed here", _instead(text[at]))
        kind, word = match.lastgroup, match.group()
        if kind == "number" and len(word) > MOST_DIGITS:
            raise Wrong(here, f"the number {quoted(word)} is too large", f"at most {MOST_DIGITS} digits")
        if kind == "name" and "__" in word:
            raise Wrong(here, f"{quoted(word)} is not a name", "a name has letters, digits and single underscores")
        if kind == "sign" and word == "==":
            raise Wrong(here, "`==` is written `=` here", "write =")
        if kind != "blank":
            found.append(Token(kind, word, here))  # type: ignore[arg-type]  # the groups of the pattern are the kinds
        at = match.end()
    return [*found, Token("end", "", place.after(len(text)))]


def _instead(sign: str) -> str:
    known = {"≥": "write >=", "≤": "write <=", "≠": "write !=", "\u00d7": "write *", "\u2013": "write -"}
    known |= {"\u2212": "write -", "'": 'texts stand in double quotes, "like this"'}
    known |= {"\u201c": 'texts stand in straight quotes, "like this"'}
    return known.get(sign, "allowed are names, whole numbers, texts in double quotes and the signs + - * / ( ) < > =")


class Tokens:
    """A cursor over tokens."""

    def __init__(self, text: str, place: TextPlace) -> None:
        self._all = tokens_of(text, place)
        self._at = 0

    @property
    def next(self) -> Token:
        """The next token, without moving past it."""
        return self._all[self._at]

    @property
    def second(self) -> Token:
        """The token after the next one."""
        return self._all[min(self._at + 1, len(self._all) - 1)]

    def take(self) -> Token:
        """Take the next token and move past it."""
        token = self.next
        if token.kind != "end":
            self._at += 1
        return token

    def skip(self, *texts: str) -> bool:
        """Move past these signs or words if they come next; return whether they did."""
        ahead = self._all[self._at : self._at + len(texts)]
        if [token.text for token in ahead] == list(texts) and all(token.kind in ("sign", "name") for token in ahead):
            self._at += len(texts)
            return True
        return False

    def sees(self, *texts: str) -> bool:
        """Whether the next token is one of these signs or words."""
        return self.next.kind in ("sign", "name") and self.next.text in texts

    def need(self, text: str, why: str) -> Token:
        """Take the next token, which must be this sign or word."""
        if not self.sees(text):
            raise Wrong(self.next.place, f"{_found(self.next)} where {quoted(text)} is needed {why}".strip())
        return self.take()

    def name(self, what: str) -> Token:
        """Take the next token, which must be a name."""
        if self.next.kind != "name":
            raise Wrong(self.next.place, f"{_found(self.next)} where {what} is needed")
        return self.take()

    def end(self) -> None:
        """Raise if any token is left."""
        if self.next.kind != "end":
            raise Wrong(self.next.place, f"{_found(self.next)} is not expected here")


def _found(token: Token) -> str:
    return "the line ends" if token.kind == "end" else f"{quoted(token.text)} stands"
