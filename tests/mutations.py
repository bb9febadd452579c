"""Mutated rulebooks: what a stranger, a typing error or an attacker could hand in."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import get_ident

from rulewright.readings import Budget, OverBudget, Undecided
from rulewright.rulebook import Rulebook, game_of
from rulewright.rules import BadInput, Refused

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "src" / "rulewright" / "rulebook" / "templates" / "twelves-page.md"
BOOKS = [*sorted((ROOT / "rulebooks").glob("*.md")), PAGE]
TEXTS = [text for text in (path.read_text() for path in BOOKS) if "\nover = " not in text]
NASTY = (
    "__import__('os').system('true')", "().__class__.__bases__", "open(\"/etc/passwd\")", "{odds check : __class__}",
    "9999999", "99999999999999999999", "-1", "0", "1d0", "0d6", "100d1000", "1000000 * 1000000", "1 / 0",
    "(((((((((((((((((((((((((((((", "not not not not not not not not not not not not not not not not not not not",
    "if if if", "roll check()", "roll 99d999 explode 1", "x = x", "|", "| |", "||||", "```", "+++", "\x00", "\t", "\\",
    "\u2028", "\U0001f3b2", '"', '"unclosed', "lambda: 0", "import os", "yes", "no", "otherwise", "who.name", "dice",
    "_dice", "exec", "eval", "class", "track 0..9999999 = 1", "0..9999999", "9..0", "..", "a | a", "again when yes",
    "needs no", "show _dice", "change hp by 9999999", "set x to y", "{mean check}",
    "repeats of check until yes, at most 99",
    "choose \"what?\": a, b", "draw 99 from check", "target.target", "count(throw >= throw)", "min()", "abs(1, 2)",
)  # fmt: skip
_WATCHED = ("exec", "import", "open", "os.", "subprocess.", "socket.", "shutil.", "ctypes.", "pty.")


def mutated(random: Random) -> str:
    """One of the rulebooks with some changes."""
    text = random.choice(TEXTS)
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        text = random.choice((_letters, _line, _lines, _number, _word, _inserted, _cut, _doubled))(text, random)
    return text


def _letters(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return (
        text[:at]
        + random.choice(("", chr(random.randrange(1, 1000)), "=", "(", ")", "|", "."))
        + text[at + random.randrange(4) :]
    )


def _line(text: str, random: Random) -> str:
    lines = text.split("\n")
    del lines[random.randrange(len(lines))]
    return "\n".join(lines) or "+++"


def _lines(text: str, random: Random) -> str:
    lines = text.split("\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def _number(text: str, random: Random) -> str:
    found = list(re.finditer(r"\d+", text))
    if not found:
        return text
    one = random.choice(found)
    new = random.choice(("0", "1", "2", "7", "50", "100", "101", "999", "1000000", "123456789012"))
    return text[: one.start()] + new + text[one.end() :]


def _word(text: str, random: Random) -> str:
    found = list(re.finditer(r"[a-z_]+", text))
    if len(found) < 2:
        return text
    one, other = random.choice(found), random.choice(found)
    return text[: one.start()] + other.group() + text[one.end() :]


def _inserted(text: str, random: Random) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    if random.random() < 0.5:
        lines.insert(at, random.choice(NASTY))
    else:
        words = lines[at].split(" ")
        words[random.randrange(len(words))] = random.choice(NASTY)
        lines[at] = " ".join(words)
    return "\n".join(lines)


def _cut(text: str, random: Random) -> str:
    return text[: random.randrange(1, len(text) + 1)]


def _doubled(text: str, random: Random) -> str:
    lines = text.split("\n")
    first = random.randrange(len(lines))
    part = lines[first : first + random.randrange(1, 12)]
    return "\n".join([*lines[:first], *part, *lines[first:]])


class Executed(Exception):
    """A rulebook has made the interpreter do something."""


_watching = 0  # the thread that is watched: others of the engine look after budgets


def _watch(event: str, given: tuple[object, ...]) -> None:
    if _watching and event.startswith(_WATCHED) and _watching == get_ident():
        raise Executed(f"{event} {given!r:.200}")


@contextmanager
def nothing_executed() -> Iterator[None]:
    """Raises `Executed` for code that is run from text, imports, files, processes and connections inside."""
    global _watching
    if not getattr(sys, "_rulebooks_watched", False):
        sys.addaudithook(_watch)
        sys._rulebooks_watched = True  # type: ignore[attr-defined]  # a hook cannot be taken back
    _watching = get_ident()
    try:
        yield
    finally:
        _watching = 0


def try_rulebook(text: str) -> bool:
    """Reads a text, and prices and makes what it describes if it has no faults; returns whether it has none."""
    book = Rulebook(text)
    lines = text.count("\n") + 1
    for fault in book.faults:
        assert 1 <= fault.line <= lines, fault
        assert fault.column >= 1, fault
        assert fault.message
    if book.faults:
        return False
    game = game_of(book)
    for roll in game.rolls:
        if roll.name != "duel":
            try:
                found = game.odds(roll.name, budget=Budget(paths=20_000, seconds=0.5))
                assert sum(found.weights.values()) == found.total
            except (OverBudget, Undecided, Refused):
                pass
    if game.opening is not None:
        scene, options = game.scene(), game.table_options()
        try:
            for action, params in game.opening.steps:
                scene, _ = game.act(action, scene, params, options).outcome
        except (Refused, BadInput):
            return True
        game.legal_now(scene, options)
        game.fight(scene, options)
    return True
