"""Golden playthroughs: an evening's play as a text file that the tests replay.

    # anything after a hash is for the reader
    seats Ada=Ann Bert=Ben
    options last-box=dead
    > take-damage who=Ada boxes=2
      what happened, and every value that changed
    > attack who=Ada target=Orc | dice 5,9
    = result hit; Orc.damage 1                 # 5 + 9 = 14 against 20 - 8 = 12: one box
    > duel who=Ada | dice 3,4 | choose drink

A line with `>` is an action with its parameters, the dice that fell, and the decisions taken. What is indented below it
is written by the replay. A line with `=` was reckoned by hand: values of the outcome, of a character or of the scene
that must come of the action, whatever the replay writes. `seats` says which player has which character: the evening is
played over the API with a key for each of them, and typed at the terminal, from the same file.

`python tests/playthrough.py GAME` writes the file anew; read the difference before you commit it.
"""

import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from rulewright.cli.arguments import pairs
from rulewright.game import Game, find_game
from rulewright.game.outcomes import inline, result_line
from rulewright.game.plain_data import plain
from rulewright.game.typed_input import faces, value
from rulewright.readings import Need
from rulewright.rules import BadInput, Refused

FOLDER = Path(__file__).parent / "playthroughs"


class Entry(Struct, frozen=True):
    """An action of an evening, or a change of options (`action` is empty then, `params` are the options)."""

    line: int
    command: str
    action: str
    params: dict[str, Any]
    dice: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()
    refused: str = ""
    reckoned: tuple[tuple[str, str], ...] = ()
    """Paths, and the values that must be there afterwards."""

    def check(self, scene: Mapping[str, Any], outcome: Any) -> None:
        """Compare what has come of it with what was reckoned by hand."""
        for path, wanted in self.reckoned:
            found = _at(path, scene, outcome)
            assert found == value(wanted), f"line {self.line}: {path} is {found!r}, by hand {wanted}"


def _at(path: str, scene: Mapping[str, Any], outcome: Any) -> Any:
    """The value at a path: of the outcome, else of a character, else of the scene."""
    first, *rest = path.split(".")
    found: Any = {**scene, **scene["characters"], **(outcome if isinstance(outcome, dict) else {"said": outcome})}
    for part in (first, *rest):
        found = found[int(part) if isinstance(found, list | tuple) else part]
    return found


def entries(text: str) -> Iterator[Entry]:
    """The actions of an evening in their order, and the changes of options between them."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if line.startswith("options "):
            yield Entry(at + 1, line, "", pairs(shlex.split(line)[1:], "option"))
        if not line.startswith("> "):
            continue
        refused, reckoned = "", []
        for after in lines[at + 1 :]:
            if not after.startswith(("  ", "= ")):
                break
            if after.startswith("  refused: "):
                refused = after.removeprefix("  refused: ")
            if after.startswith("= "):
                parts = after[2:].split("  #")[0].split(";")
                reckoned += [tuple(part.strip().rsplit(" ", 1)) for part in parts]
        yield _entry(at + 1, line[2:], refused, tuple(reckoned))


def _entry(at: int, line: str, refused: str = "", reckoned: Any = ()) -> Entry:
    command, *rest = line.split(" | ")
    action, *words = shlex.split(command)
    extra = dict(part.split(" ", 1) for part in rest)
    choices = tuple(one.strip() for one in extra["choose"].split(",")) if "choose" in extra else ()
    dice = tuple(faces(extra.get("dice", "")) or ())
    return Entry(at, command, action, pairs(words, "parameter"), dice, choices, refused, reckoned)


def seats(text: str) -> dict[str, str]:
    """Which player has which character."""
    line = next(line for line in text.splitlines() if line.startswith("seats "))
    return dict(one.split("=") for one in shlex.split(line)[1:])


def replay(game: Game, text: str) -> str:
    """The same text, with what follows each action worked out anew."""
    lines: list[str] = []
    options = game.table_options()
    scene = game.scene()
    found = {one.line: one for one in entries(text)}
    for at, line in enumerate(text.splitlines(), 1):
        if not line.startswith("  "):
            lines.append(line)
        entry = found.get(at)
        if entry is not None and not entry.action:
            options = game.table_options(entry.params)
        elif entry is not None:
            scene, followed = act(game, scene, options, entry)
            lines += [f"  {what}" for what in followed]
    return "\n".join(lines) + "\n"


def act(game: Game, scene: Any, options: Any, entry: Entry) -> tuple[Any, list[str]]:
    """The scene after an action by the rules alone, and what happened in words."""
    try:
        played = game.act(entry.action, scene, entry.params, options, faces=entry.dice or None, choices=entry.choices)
    except (Refused, BadInput, Need, ValueError) as refused:
        return scene, [f"refused: {refused}"]
    after, outcome = played.outcome
    entry.check(plain(after), plain(outcome))
    return after, [result_line(outcome), *_changes(plain(scene), plain(after))]


def _changes(before: Any, after: Any, path: str = "") -> list[str]:
    """Every value that changed: `Ada damage: 0 -> 2`."""
    if isinstance(before, dict) and isinstance(after, dict):
        found = []
        for key in [*before, *(key for key in after if key not in before)]:
            name = key if path in ("", "characters") else f"{path} {key}"
            found += _changes(before.get(key), after.get(key), name)
        return found
    return [] if before == after else [f"{path}: {inline(before)} -> {inline(after)}"]


def main() -> None:
    """Write the playthrough of a game anew."""
    for slug in sys.argv[1:]:
        path = FOLDER / f"{slug}.txt"
        path.write_text(replay(find_game(slug), path.read_text()))


if __name__ == "__main__":
    main()
