"""The map of a fight in the terminal: who is where, who is how far from whom, and who can be seen."""

from collections.abc import Sequence

from rulewright.game import Game
from rulewright.game.board import BoardView, Space
from rulewright.game.fights import FightLine, LineBand
from rulewright.rules import Refused
from rulewright.table.perform import scene_of, table_options
from rulewright.table.state import TableState
from rulewright.table.views.wording import printable

_MARGIN = 3
_WIDEST = 36
_EMPTY, _WALL, _LOW = "·", "#", "="


def map_lines(game: Game, state: TableState, who: str = "") -> list[str]:
    """The map around the characters with coordinates and a letter for each character, and the distances between foes.

    Where a game has only distances, everyone's distance from a character.
    """
    scene = scene_of(game, state)
    fight = game.fight(scene, table_options(state))
    if game.board is None:
        if fight is None or fight.line is None:
            raise Refused(f"{game.name} has no map, and no distances now")
        return _along(fight.line, who or fight.turn, fight.line.bands if who in ("", fight.turn) else ())
    who = who or (fight.turn if fight is not None else "") or next(iter(state.scene["characters"]), "")
    view = game.board.drawn(table_options(state), scene, who, frozenset())
    letters = _letters([one.who for one in view.figures])
    return [*_drawn(view, letters), *_legend(view, letters), *_distances(view)]


def _along(line: FightLine, who: str, bands: Sequence[LineBand]) -> list[str]:
    """How far everyone is from a character, the nearest first, and in which of these ranges."""
    here = line.places.get(who)
    if here is None:
        return [f"  {printable(name)} is at {at} {line.unit}" for name, at in line.places.items()]
    found = sorted((abs(at - here), name) for name, at in line.places.items() if name != who)
    ranges = [next((f", {band.name}" for band in bands if far <= band.most), "") for far, _ in found]
    unit = [line.unit if far != 1 else line.unit.removesuffix("s") for far, _ in found]
    lines = [
        f"  {printable(who)} to {printable(name)}: {far} {said}{near}"
        for (far, name), said, near in zip(found, unit, ranges, strict=True)
    ]
    return lines or [f"  {printable(who)} is alone"]


def _letters(names: Sequence[str]) -> dict[str, str]:
    """A letter for each character: the first of the name that is free."""
    taken: dict[str, str] = {}
    for name in names:
        free = [one.upper() for one in (*name, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ") if one.isalpha() and one.isascii()]
        taken[name] = next((one for one in free if one not in taken.values()), "?")
    return taken


def _drawn(view: BoardView, letters: dict[str, str]) -> list[str]:
    at = {one.space: letters[one.who] for one in view.figures}
    if not at:
        return []
    ground = dict.fromkeys(view.low, _LOW) | dict.fromkeys(view.obstacles, _WALL)
    across, down = _range(view, 0), _range(view, 1)
    lines = ["      " + "".join(f"{x:>3}" for x in across)]
    for y in down:
        row = "".join(f"{at.get((x, y)) or ground.get((x, y), _EMPTY):>3}" for x in across)
        lines.append(f"  {y:>4}{' ' if view.grid == 'hex' and y % 2 else ''}{row}")
    return lines


def _range(view: BoardView, axis: int) -> range:
    """The columns or rows with characters and nearby walls, no more than fit a terminal."""
    least = min(one.space[axis] for one in view.figures) - _MARGIN
    most = max(one.space[axis] for one in view.figures) + _MARGIN
    least, most = max(least, view.least[axis]), min(most, view.most[axis])
    return range(least, min(most, least + _WIDEST) + 1)


def _legend(view: BoardView, letters: dict[str, str]) -> list[str]:
    wall = f"; {_WALL} is a wall" if view.obstacles else ""
    low = f"; {_LOW} is low and gives half cover" if view.low else ""
    who = "; ".join(f"{letters[one.who]} {printable(one.who)} at {place(one.space)}" for one in view.figures)
    return [f"  {who}{wall}{low}", "  A space is typed across,down: 3,-2."]


def _distances(view: BoardView) -> list[str]:
    return [
        f"  {printable(one.one)} to {printable(one.other)}: {one.spaces} {'space' if one.spaces == 1 else 'spaces'}"
        + (f", {one.one} has {one.cover_of_one} cover" if one.cover_of_one != "none" else "")
        + (f", {one.other} has {one.cover_of_other} cover" if one.cover_of_other != "none" else "")
        + ("" if one.sight else ", out of sight")
        for one in view.pairs
    ]


def place(space: Space) -> str:
    """A space as it is typed: `3,-2`."""
    return f"{space[0]},{space[1]}"
