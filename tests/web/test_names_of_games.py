"""The page knows no game: it names no action, parameter, field or slug of any, so a plug-in looks as good as ours."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.game import Game, find_game
from rulewright.server.openapi import document

SOURCE = Path(__file__).parent.parent.parent / "web" / "src"
GAMES = ("twelves", "die-code", "untold-aeons", "light-dark", "dpi")
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
_IMPORT = re.compile(r"^import [^;]*;|\bimport\([^)]*\)", re.MULTILINE)
_ATTRIBUTE = re.compile(r"(?<=\s)[a-zA-Z-]+=\"[^\"\n]*\"")
"""An attribute of an element: a class, a role, a type of input. The page compares nothing with it."""
_TYPE = re.compile(r"\b[A-Z]\w*(?:<[^<>]*>+)?(?:\[\"\w+\"\])+")
_TEXT = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"")
_PATTERN = re.compile(
    r"(?<=[=(,:?!&|\s])/(?![/*\s>])((?:\[(?:[^\]\\\n]|\\.)*\]|[^/\\\n]|\\.)+)/[dgimsuvy]*(?=[.),;\s])"
)
_WORD = re.compile(r"[a-zA-Z]\w*(?:-\w+)*")

ALLOWED = {
    ("*", "who"): "the engine's own parameter: the character who acts",
    ("*", "name"): "the engine's own field: what a character or a thing is called",
    ("main.tsx", "join"): "the address of the page of an invitation",
    ("table/invite.tsx", "join"): "the same",
    ("table/master_seats.tsx", "join"): "the same",
    ("parts/inputs.tsx", "row"): "the class of an element",
    ("parts/picks.tsx", "row"): "the class of an element",
    ("table/board_map.tsx", "space"): "the attribute of an element",
    ("words.ts", "on"): "an English word that is no abbreviation",
}
"""Names of a game that the page may write, by file, each with what it stands for there."""
LANGUAGE = "studio/language.ts"
"""The words of the rulebook language, which are no game's."""


def _names(game: Game) -> Iterator[str]:
    yield game.slug
    for action in game.actions:
        yield action.name
        yield from (one.name for one in action.parameters)
    for roll in game.rolls:
        yield roll.name
        yield from (one.name for one in roll.parameters)
    for tracker in game.trackers:
        yield from (part for part in tracker.value.split(".") if part != "*")
        yield str(tracker.most)
    yield from (step.field for step in game.creation)
    layout = game.words.sheet
    yield from (*layout.lead, *layout.plates, *layout.hide, *layout.beside)


def _spoken(described: Any) -> Iterator[str]:
    """The names of fields and the fixed values in the description of the API."""
    if isinstance(described, dict):
        yield from (str(name) for name in described.get("properties", ()))
        yield from (str(one) for one in described.get("enum", ()))
        for part in described.values():
            yield from _spoken(part)
    elif isinstance(described, list):
        for part in described:
            yield from _spoken(part)


def written(code: str) -> Iterator[tuple[str, bool]]:
    """Every text that a source file compares or looks up by, and whether it does so on values without a type."""
    code = _IMPORT.sub("", _COMMENT.sub("", code))
    for found in _PATTERN.finditer(code):
        yield from ((word, True) for word in _WORD.findall(re.sub(r"\\[bdswBDSW]|\(\?[:=!<]+", " ", found.group(1))))
    code = _TYPE.sub("", _ATTRIBUTE.sub("", _PATTERN.sub("", code)))
    for found in _TEXT.finditer(code):
        looked_up = code[found.start() - 1] == "[" and code[found.end() : found.end() + 1] == "]"
        yield found.group(1), looked_up


def _allowed(file: str) -> set[str]:
    return {name for where, name in ALLOWED if where in ("*", file)}


def named_in(code: str, names: frozenset[str], api: frozenset[str]) -> set[str]:
    """The names of games in a source file; a word of the API's own is one only where it is looked up in bare values."""
    return {word for word, bare in written(code) if word in names and (bare or word not in api)}


@pytest.fixture(scope="module")
def names() -> frozenset[str]:
    return frozenset(
        name for slug in GAMES for name in _names(find_game(slug)) if len(name) > 1 and _WORD.fullmatch(name)
    )


@pytest.fixture(scope="module")
def api() -> frozenset[str]:
    return frozenset(_spoken(document()))


def test_the_page_names_nothing_of_any_game(names: frozenset[str], api: frozenset[str]) -> None:
    found = {
        str(path.relative_to(SOURCE)): sorted(those)
        for path in sorted(SOURCE.rglob("*.ts*"))
        if path.name != "api-types.ts"
        and (those := named_in(path.read_text(), names, api) - _allowed(str(path.relative_to(SOURCE))))
    }
    del found[LANGUAGE]
    assert found == {}


def test_what_is_allowed_is_written(names: frozenset[str], api: frozenset[str]) -> None:
    files = {str(path.relative_to(SOURCE)): path.read_text() for path in SOURCE.rglob("*.ts*")}
    everywhere = frozenset().union(*(named_in(code, names, api) for code in files.values()))
    spare = [
        (file, name)
        for file, name in ALLOWED
        if name not in (named_in(files[file], names, api) if file in files else everywhere)
    ]
    assert spare == []


@pytest.mark.parametrize(
    "code",
    [
        "const STARTS = /^(?:start-(?:fight|chase)|face-challenge)$/;",
        'if (name === "patient") return all;',
        'const fields = ["role", "ancestry"];',
        'return params["weapon"];',
        'if (game.slug === "light-dark") return null;',
        'link.offers.find((one) => one.action === "end-turn")',
        'act("reorder-fight", { order })',
    ],
)
def test_a_name_of_a_game_is_seen(code: str, names: frozenset[str], api: frozenset[str]) -> None:
    assert named_in(code, names, api)


@pytest.mark.parametrize(
    "code",
    [
        "// the action end-turn is offered last\nconst one = 1;",
        'import { Weapon } from "weapon";',
        '<p class="weapon" role="status">An attack with a "weapon" of yours</p>',
        'type Asked = ActionDescription["name"];',
        'offer.by === "gm"',
    ],
)
def test_other_words_are_not(code: str, names: frozenset[str], api: frozenset[str]) -> None:
    assert not named_in(code, names, api)
