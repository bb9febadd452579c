"""Checks of a rulebook: of its text, and of the game in it, with the line of the text for every fault."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from rulewright.rulebook import BookFault, Rulebook, game_of
from rulewright.rulebook.checks import check_rulebook
from rulewright.rulebook.files import read_book, read_house_game
from rulewright.testing.fault import Fault, NamedCheck
from rulewright.testing.games import checks_of_package


def checks_of_rulebook(path: Path) -> list[NamedCheck]:
    """One check of the text, and if that has no error every check of the game in it."""
    house = read_house_game(path)
    if house is not None:
        game, found = house
        return [_of_text(path, found), *([] if game is None else checks_of_package(game))]
    book = read_book(path)
    found = check_rulebook(book)
    wrong = any(one.severity == "error" for one in found)
    return [_of_text(path, found), *([] if wrong else checks_of_book(book, str(path)))]


def checks_of_book(book: Rulebook, name: str) -> list[NamedCheck]:
    """Every check of the game in a rulebook without errors."""
    return [NamedCheck(one.name, partial(_placed, book, name, one)) for one in checks_of_package(game_of(book))]


def _of_text(path: Path, found: Sequence[BookFault]) -> NamedCheck:
    def faults() -> Iterator[Fault]:
        for one in found:
            if one.severity == "error":
                hint = f" ({one.suggestion})" if one.suggestion else ""
                yield Fault("text", one.message + hint, str(path), one.line)

    return NamedCheck("text", faults)


def _placed(book: Rulebook, name: str, check: NamedCheck) -> Iterator[Fault]:
    """The faults that a check finds, each at the block it is about, or at the top of the file."""
    for fault in check.faults():
        yield fault._replace(file=name, line=_line(book, fault.what.replace("-", "_").split()))


def _line(book: Rulebook, words: list[str]) -> int:
    blocks = book.document.blocks
    named = [one for one in blocks if one.header.text.partition("(")[0].strip() in words]
    of_kind = [one for one in blocks if one.kind in words]
    return next((one.place.line for one in (*named, *of_kind)), 1)
