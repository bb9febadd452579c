"""Scans a text piece by piece: skips blanks, labels and comments, and keeps track of positions."""

from fractions import Fraction

from rulewright.dice.notation.errors import NotationError, excerpt
from rulewright.dice.notation.limits import MAX_DIGITS, refuse_long

# Only the plain letters: other alphabets have capitals that become plain letters or several of them.
_SMALL = {ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
_DIGITS = "0123456789"


class Scanner:
    """A position in a text that moves forward, and back on request."""

    def __init__(self, text: str, slashes_comment: bool = False) -> None:
        refuse_long(text, "the notation")
        self._slashes_comment = slashes_comment
        self._text = text
        self._small = text.translate(_SMALL)
        self._at = 0

    @property
    def at(self) -> int:
        """The position of the next piece."""
        self._pass_over()
        return self._at

    @property
    def ended(self) -> bool:
        """Whether nothing is left but blanks, labels and a comment."""
        return self.at == len(self._text)

    def sees(self, *pieces: str) -> bool:
        """Whether one of `pieces` comes next."""
        return self._small.startswith(pieces, self.at)

    def take(self, *pieces: str) -> str:
        """Move past the first of `pieces` that comes next; empty when none does. Longer pieces go first."""
        at = self.at
        for piece in pieces:
            if self._small.startswith(piece, at):
                self._at = at + len(piece)
                return piece
        return ""

    def number(self) -> int | None:
        """Take a whole number, if one comes next."""
        start = end = self.at
        while end < len(self._text) and self._text[end] in _DIGITS:
            end += 1
        if end == start:
            return None
        if end - start > MAX_DIGITS:
            raise self.wrong("a number is too long", f"at most {MAX_DIGITS} digits are allowed", start)
        self._at = end
        return int(self._text[start:end])

    def decimals(self) -> Fraction | None:
        """Take the decimals of a number, if they come next: ".25"."""
        start = self.at
        end = start + 1
        while end < len(self._text) and self._text[end] in _DIGITS:
            end += 1
        if not self.sees(".") or end == start + 1:
            return None
        if end - start > MAX_DIGITS:
            raise self.wrong("a number is too long", f"at most {MAX_DIGITS} digits are allowed", start)
        self._at = end
        return Fraction(int(self._text[start + 1 : end]), 10 ** (end - start - 1))

    def since(self, at: int) -> str:
        """The text passed since a position."""
        return self._text[at : self._at]

    def back_to(self, at: int) -> None:
        """Go back to an earlier position."""
        self._at = at

    def wrong(self, problem: str, allowed: str, at: int | None = None) -> NotationError:
        """The error for the text at `at`, or for the piece that comes next."""
        place = self.at if at is None else at
        if place == len(self._text):
            return NotationError(f"{problem} at the end of {excerpt(self._text)}: {allowed}")
        piece = excerpt(self._text, place)
        return NotationError(f"{problem} at character {place + 1}, {piece}: {allowed}", piece.strip("'\""), place + 1)

    def _pass_over(self) -> None:
        text, at = self._text, self._at
        while at < len(text):
            if text[at] == "#" or (self._slashes_comment and text.startswith("//", at)):
                at = len(text)
            elif text.startswith("/*", at):
                end = text.find("*/", at)
                if end < 0:
                    raise NotationError(f"a comment is not closed at character {at + 1}: it ends with */")
                at = end + 2
            elif text[at] == "[":
                end = text.find("]", at)
                if end < 0:
                    raise self.wrong("a label is not closed", "a label is written [fire]", at)
                if text.startswith("[", at + 1):
                    raise self.wrong("an inline roll", "write what is inside [[ ]] alone", at)
                at = end + 1
            elif text[at].isspace():
                at += 1
            else:
                break
        self._at = at
