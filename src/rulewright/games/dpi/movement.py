"""Movement: its cost, and the shortest path to every space in reach."""

from collections.abc import Callable
from functools import lru_cache
from heapq import heappop, heappush
from typing import Annotated, NamedTuple

from msgspec import Struct

from rulewright.games.dpi.data import AP, ARMOUR, Amount, ArmourName
from rulewright.games.dpi.fight_state import Fighters, FightPosition, Map, stands
from rulewright.games.dpi.grid import Grid, Space, distance, neighbours
from rulewright.games.dpi.options import Options
from rulewright.rules import meaning, rule


class MoveCost(Struct, frozen=True):
    """The AP of moving."""

    ap: int


@rule("DPI-128", "DPI-182", "DPI-184", "DPI-A58")
def ap_to_move(options: Options, spaces: int, armour: str) -> int:
    """Moving costs 1 AP a space, less or more by the armour's Movement."""
    if spaces == 0:
        return 0
    movement = ARMOUR[armour].movement if options.armour_movement == "spaces" else 0
    return max(0, spaces - movement) * AP.move


def most_spaces(options: Options, ap: int, moved: int, armour: str) -> int:
    """The number of further spaces that the AP left allow this turn."""
    spent, more = ap_to_move(options, moved, armour), 0
    while ap_to_move(options, moved + more + 1, armour) - spent <= ap:
        more += 1
    return more


class Ground(Struct, frozen=True):
    """The ground a character moves over: the map and its edge, obstacles, and spaces taken by others.

    A character controls its space (DPI-126): others do not stop there, and enemies do not pass.
    """

    grid: Grid
    size: Space | None = None
    obstacles: frozenset[Space] = frozenset()
    enemies: frozenset[Space] = frozenset()
    friends: frozenset[Space] = frozenset()


class ShortestPath(NamedTuple):
    """The shortest way to a space: its length, 1 if the next diagonal counts two, and its spaces."""

    spaces: int
    diagonals: int
    path: tuple[Space, ...]


Within = Callable[[Space, int], bool]


@rule("DPI-126", "DPI-135")
def is_open(ground: Ground, space: Space) -> bool:
    """Whether a space can be entered: on the map, with no obstacle and no enemy."""
    if ground.size is not None and not all(0 <= at < most for at, most in zip(space, ground.size, strict=True)):
        return False
    return space not in ground.obstacles and space not in ground.enemies


def _step(options: Options, grid: Grid, start: Space, end: Space, diagonals: int) -> tuple[int, int]:
    """The length of a step to the next space, and the diagonal steps made with it."""
    if grid == "hex" or start[0] == end[0] or start[1] == end[1]:
        return 1, diagonals
    return {"one": 1, "five-ten": 1 + diagonals % 2, "orthogonal": 2}[options.diagonals], diagonals + 1


def _squeezes(ground: Ground, start: Space, end: Space) -> bool:
    """Whether a diagonal step passes between two obstacles that touch, which is not allowed."""
    if not ground.obstacles or ground.grid == "hex":
        return False
    return (start[0], end[1]) in ground.obstacles and (end[0], start[1]) in ground.obstacles


@lru_cache(maxsize=8192)
def _steps(grid: Grid, size: Space | None, obstacles: frozenset[Space], start: Space) -> tuple[tuple[Space, bool], ...]:
    """The neighbours of a space on an empty map, each with whether the step is a diagonal."""
    ground = Ground(grid, size, obstacles)
    return tuple(
        (beside, start[0] != beside[0] and start[1] != beside[1])
        for beside in neighbours(grid, start)
        if is_open(ground, beside) and not _squeezes(ground, start, beside)
    )


@lru_cache(maxsize=64)
@rule("DPI-126", "DPI-128", "DPI-135", "DPI-A49")
def ways(options: Options, ground: Ground, start: Space, most: int, diagonals: int = 0) -> dict[Space, ShortestPath]:
    """The shortest way, round obstacles, to every space in reach where a character may stop.

    Of equal ways the straightest is taken. Where every second diagonal counts two, paths are kept apart by whether the
    next diagonal counts one or two, and one is preferred.
    """
    if ground.grid == "hex" or options.diagonals == "one":
        return _ways_of_equal_steps(ground, start, most)
    alternate = 2 if options.diagonals == "five-ten" else 1
    found: dict[tuple[Space, int], ShortestPath] = {}
    waiting: list[tuple[int, int, Space, tuple[Space, ...]]] = [(0, diagonals, start, ())]
    while waiting:
        spaces, made, at, path = heappop(waiting)
        if (at, made % alternate) in found:
            continue
        found[at, made % alternate] = ShortestPath(spaces, made % alternate, path)
        for beside in neighbours(ground.grid, at):
            more, then = _step(options, ground.grid, at, beside, made)
            new = (beside, then % alternate) not in found and spaces + more <= most
            if new and is_open(ground, beside) and not _squeezes(ground, at, beside):
                heappush(waiting, (spaces + more, then, beside, (*path, beside)))
    shortest: dict[Space, ShortestPath] = {}
    for (at, _), way in sorted(found.items(), key=lambda one: (one[1].spaces, one[1].diagonals)):
        if at == start or at not in ground.friends:
            shortest.setdefault(at, way)
    return shortest


def _ways_of_equal_steps(
    ground: Ground, start: Space, most: int, within: Within | None = None
) -> dict[Space, ShortestPath]:
    """The shortest ways where every step is one space; of equal ways the one with the fewest diagonals.

    With `within`, only over spaces at most that many steps away.
    """
    found: dict[Space, tuple[int, tuple[Space, ...]]] = {start: (0, ())}
    edge = [start]
    for steps in range(1, most + 1):
        reached: dict[Space, tuple[int, tuple[Space, ...]]] = {}
        for at in edge:
            diagonals, path = found[at]
            for beside, diagonal in _steps(ground.grid, ground.size, ground.obstacles, at):
                if beside in found or beside in ground.enemies or (within is not None and not within(beside, steps)):
                    continue
                made = diagonals + diagonal
                if beside not in reached or made < reached[beside][0]:
                    reached[beside] = made, (*path, beside)
        found |= reached
        edge = sorted(reached)
    return {
        at: ShortestPath(len(path), 0, path)
        for at, (_, path) in found.items()
        if at == start or at not in ground.friends
    }


_FEW = 4


@lru_cache(maxsize=64)
def _asked(options: Options, ground: Ground, start: Space, most: int, diagonals: int) -> list[Space]:
    """The spaces to which paths from here have been requested."""
    return []


@lru_cache(maxsize=1024)
@rule("DPI-126", "DPI-128", "DPI-135", "DPI-A49")
def way_to(options: Options, ground: Ground, start: Space, to: Space, most: int, diagonals: int) -> ShortestPath | None:
    """The shortest way to a space, None if it is out of reach.

    If nothing is in between, only spaces on the way are searched. Once a few paths from the same space have been
    requested, as when the spaces in reach are listed, all are computed at once.
    """
    asked = _asked(options, ground, start, most, diagonals)
    if len(asked) < _FEW and (ground.grid == "hex" or options.diagonals == "one"):
        asked.append(to)
        away = distance(options, ground.grid, start, to)
        if away > most:
            return None

        def nears(space: Space, steps: int) -> bool:
            return steps + distance(options, ground.grid, space, to) == away

        direct = _ways_of_equal_steps(ground, start, away, nears).get(to)
        if direct is not None:
            return direct
    return ways(options, ground, start, most, diagonals).get(to)


@rule("DPI-128", "DPI-A58")
def move_cost(
    options: Options,
    spaces: Annotated[Amount, meaning("spaces moved in a turn")],
    armour: Annotated[ArmourName, meaning("armour worn")],
) -> MoveCost:
    """The AP of moving some spaces in a turn."""
    return MoveCost(ap_to_move(options, spaces, armour))


def cost_of_move(options: Options, fight: FightPosition, fighters: Fighters, spaces: int) -> int:
    """The AP of further spaces for the one whose turn it is, given the spaces already moved in it."""
    armour = fighters.fighters[fight.at].armour
    return ap_to_move(options, fight.moved + spaces, armour) - ap_to_move(options, fight.moved, armour)


def ground_of(fight: FightPosition, fighters: Fighters, place: Map) -> Ground:
    """The ground under the one whose turn it is: obstacles, and the spaces of those still in the fight."""
    enemies, friends = (
        frozenset(body.space for at in those if stands(body := fight.combatants[at]))
        for those in (fighters.foes(fight.at), fighters.friends(fight.at))
    )
    return Ground(place.grid, place.size, place.obstacles, enemies, friends)


@rule("DPI-128", "DPI-A58")
def ways_now(options: Options, fight: FightPosition, fighters: Fighters) -> dict[Space, ShortestPath]:
    """The shortest way to every space of a map in reach of the AP left, nearest first."""
    ground, most = reach_now(options, fight, fighters)
    return ways(options, ground, fight.mine.space, most, fight.diagonals)


@rule("DPI-128", "DPI-A58")
def way_now(options: Options, fight: FightPosition, fighters: Fighters, to: Space) -> ShortestPath | None:
    """The shortest path to one space; None if it is out of reach of the AP left."""
    ground, most = reach_now(options, fight, fighters)
    return way_to(options, ground, fight.mine.space, to, most, fight.diagonals)


def reach_now(options: Options, fight: FightPosition, fighters: Fighters) -> tuple[Ground, int]:
    """The ground under the one whose turn it is, and the spaces that the AP left allow."""
    assert isinstance(fighters.place, Map)
    most = most_spaces(options, fight.left, fight.moved, fighters.fighters[fight.at].armour)
    return ground_of(fight, fighters, fighters.place), most
