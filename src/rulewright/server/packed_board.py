"""The map of a fight in a short form: thousands of spaces can be in reach, and these responses are not compressed."""

from collections.abc import Iterable
from itertools import pairwise

from msgspec import Struct

from rulewright.game.board import BoardAction, BoardScene, BoardTarget, BoardView, BoardWeapon, Reachable, Space

_FIRST = ord("0")

Run = tuple[int, int, int]
"""Spaces beside each other: the row, the first column and the last."""


class PackedBand(Struct, frozen=True):
    """A range band of a weapon: its least and most spaces, and the spaces of the map in it."""

    band: str
    least: int
    most: int
    runs: list[Run]


class PackedWeapon(Struct, frozen=True):
    """A weapon the character can use: its AP, shots left, range bands and targets."""

    weapon: str
    level: int
    shots: int | None
    ap: int
    area: str | None
    bands: list[PackedBand]
    targets: tuple[BoardTarget, ...]
    use: BoardAction


class ReachRow(Struct, frozen=True):
    """A run of spaces in reach, from column `x` of row `y`; each text has one character per space.

    `ap` has the cost of each, as a character counted from "0", or a blank for a space that is only passed. `steps` has
    the direction from which the path comes, as a digit: the index of the previous space among the nine around this one,
    row by row. `threats` has the index of the group that could strike there, as a character counted from "0"; it is
    empty if no one could strike at any of the spaces.
    """

    x: int
    y: int
    ap: str
    steps: str
    threats: str


class Detour(Struct, frozen=True):
    """A space whose shortest path is not the path to its previous space plus one step."""

    space: Space
    path: tuple[Space, ...]


class PackedReach(Struct, frozen=True):
    """The spaces in reach, with their paths."""

    rows: list[ReachRow]
    threats: list[tuple[str, ...]]
    detours: list[Detour]


NOTHING_IN_REACH = PackedReach([], [], [])


class PackedBoard(BoardScene, frozen=True, kw_only=True):
    """The map of the fight as one character sees it."""

    reach: PackedReach
    arms: list[PackedWeapon]


def pack_board(view: BoardView, who: str) -> PackedBoard:
    """The map in its short form for the character whose paths are on it."""
    start = next((one.space for one in view.figures if one.who == who), view.least)
    scene = {field: getattr(view, field) for field in BoardScene.__struct_fields__}
    return PackedBoard(reach=_packed_reach(start, view.spaces), arms=[_packed_arm(arm) for arm in view.arms], **scene)


def _packed_arm(arm: BoardWeapon) -> PackedWeapon:
    bands = [PackedBand(one.band, one.least, one.most, _runs(one.spaces)) for one in arm.bands]
    return PackedWeapon(arm.weapon, arm.level, arm.shots, arm.ap, arm.area, bands, arm.targets, arm.use)


def _runs(spaces: Iterable[Space]) -> list[Run]:
    """Some spaces as runs, row by row."""
    found: list[Run] = []
    for x, y in sorted(spaces, key=lambda one: (one[1], one[0])):
        if found and found[-1][0] == y and found[-1][2] == x - 1:
            found[-1] = (y, found[-1][1], x)
        else:
            found.append((y, x, x))
    return found


def _packed_reach(start: Space, spaces: tuple[Reachable, ...]) -> PackedReach:
    """The spaces in reach as rows; a path that does not continue the one to its previous space is written out."""
    stops = {one.space: one for one in spaces}
    before: dict[Space, Space] = {}
    for one in spaces:
        before |= {to: at for at, to in pairwise((start, *one.path)) if to == one.space or to not in stops}
    threats: dict[tuple[str, ...], int] = {(): 0}
    rows = []
    for y, first, last in _runs(before):
        run = [(x, y) for x in range(first, last + 1)]
        struck = [threats.setdefault(stops[at].in_reach_of if at in stops else (), len(threats)) for at in run]
        steps = "".join(_step(before[at], at) for at in run)
        ap = "".join(chr(_FIRST + stops[at].ap) if at in stops else " " for at in run)
        rows.append(ReachRow(first, y, ap, steps, "".join(chr(_FIRST + at) for at in struck) if any(struck) else ""))
    detours = [Detour(one.space, one.path) for one in spaces if not _is_followed(before, start, one)]
    return PackedReach(rows, list(threats), detours)


def _step(before: Space, at: Space) -> str:
    """The direction a path comes from, as a digit; 4, the space itself, if the previous space is not beside it."""
    across, down = before[0] - at[0] + 1, before[1] - at[1] + 1
    return str(across + 3 * down) if 0 <= across <= 2 and 0 <= down <= 2 else "4"


def _is_followed(before: dict[Space, Space], start: Space, one: Reachable) -> bool:
    """Whether the steps give exactly the path to a space."""
    at = one.space
    for space in reversed(one.path):
        if at != space or _step(before.get(at, at), at) == "4":
            return False
        at = before[at]
    return at == start
