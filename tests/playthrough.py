"""Golden playthroughs: an evening's play as a text file that the tests replay.

    # anything after a hash is for the reader
    options last-box=dead
    > take-damage who=Ada boxes=2
      what happened, and every value that changed
    > attack who=Ada target=Orc | dice 5,9
    > duel who=Ada | dice 3,4 | choose drink

A line with `>` is an action with its parameters, the dice that fell, and the decisions taken. What
follows it is written by the replay. `python tests/playthrough.py GAME` writes the file anew; read
the difference before you commit it.
"""

import shlex
import sys
from pathlib import Path
from typing import Any

from rulewright.cli.arguments import pairs
from rulewright.game import Game, find_game
from rulewright.game.outcomes import inline, result_line
from rulewright.game.plain_data import plain
from rulewright.game.typed_input import faces
from rulewright.readings import Need
from rulewright.rules import BadInput, Refused

FOLDER = Path(__file__).parent / "playthroughs"


def replay(game: Game, text: str) -> str:
    """The same text, with what follows each action worked out anew."""
    lines: list[str] = []
    options = game.table_options()
    scene = game.scene()
    for line in text.splitlines():
        if line.startswith("options "):
            options = game.table_options(pairs(shlex.split(line)[1:], "option"))
        if not line.startswith("  "):
            lines.append(line)
        if line.startswith("> "):
            scene, followed = _act(game, scene, options, line[2:])
            lines += [f"  {what}" for what in followed]
    return "\n".join(lines) + "\n"


def _act(game: Game, scene: Any, options: Any, line: str) -> tuple[Any, list[str]]:
    command, *rest = line.split(" | ")
    name, *words = shlex.split(command)
    extra = dict(part.split(" ", 1) for part in rest)
    typed = faces(extra.get("dice", ""))
    choices = [choice.strip() for choice in extra["choose"].split(",")] if "choose" in extra else []
    try:
        played = game.act(name, scene, pairs(words, "parameter"), options, faces=typed, choices=choices)
    except (Refused, BadInput, Need, ValueError) as refused:
        return scene, [f"refused: {refused}"]
    after, outcome = played.outcome
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
