"""Movement: its cost, and the shortest path to every space in reach."""

from collections.abc import Callable
from functools import lru_cache
from heapq import heappop, heappush
from typing import Annotated, NamedTuple

from msgspec import Struct

from rulewright.games.dpi.data import AP, ARMOUR, Amount, ArmourName
from rulewright.games.dpi.fight_state import TurnContext, stands
from rulewright.games.dpi.grid import Grid, Space, distance, is_on_map, neighbours
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
    return is_on_map(ground.size, space) and space not in ground.obstacles and space not in ground.enemies


@lru_cache(maxsize=8192)
def _steps(grid: Grid, size: Space | None, obstacles: frozenset[Space], start: Space) -> tuple[tuple[Space, bool], ...]:
    """The neighbours of a space on an empty map, each with whether the step is a diagonal.

    No diagonal step passes between two obstacles that touch.
    """
    ground, found, (x, y) = Ground(grid, size, obstacles), [], start
    for beside in neighbours(grid, start):
        diagonal = x != beside[0] and y != beside[1]
        squeezes = grid == "square" and (x, beside[1]) in obstacles and (beside[0], y) in obstacles
        if is_open(ground, beside) and not (diagonal and squeezes):
            found.append((beside, diagonal))
    return tuple(found)


@lru_cache(maxsize=64)
@rule("DPI-126", "DPI-128", "DPI-135", "DPI-A49")
def ways(options: Options, ground: Ground, start: Space, most: int, diagonals: int = 0) -> dict[Space, ShortestPath]:
    """The shortest way, round obstacles, to every space in reach where a character may stop.

    Of equal ways the straightest is taken. Where every second diagonal counts two, paths are kept apart by whether the
    next diagonal counts one or two, and one is preferred.
    """
    if ground.grid == "hex" or options.diagonals == "one":
        return _ways_of_equal_steps(ground, start, most)
    alternate = 2 if options.diagonals == "five-ten" else 1  # otherwise a diagonal is two spaces
    found: dict[tuple[Space, int], ShortestPath] = {}
    waiting: list[tuple[int, int, Space, tuple[Space, ...]]] = [(0, diagonals, start, ())]
    while waiting:
        spaces, made, at, path = heappop(waiting)
        if (at, made % alternate) in found:
            continue
        found[at, made % alternate] = ShortestPath(spaces, made % alternate, path)
        for beside, diagonal in _steps(ground.grid, ground.size, ground.obstacles, at):
            further = spaces + (1 if not diagonal else 1 + made % 2 if alternate == 2 else 2)
            new = (beside, (made + diagonal) % alternate) not in found and beside not in ground.enemies
            if new and further <= most:
                heappush(waiting, (further, made + diagonal, beside, (*path, beside)))
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


def cost_of_move(turn: TurnContext, spaces: int) -> int:
    """The AP of further spaces, given the spaces already moved in the turn."""
    moved, armour = turn.fight.moved, turn.our.armour
    return ap_to_move(turn.options, moved + spaces, armour) - ap_to_move(turn.options, moved, armour)


@rule("DPI-128", "DPI-A58")
def ways_now(turn: TurnContext) -> dict[Space, ShortestPath]:
    """The shortest way to every space of a map in reach of the AP left, nearest first."""
    ground, most = reach_now(turn)
    return ways(turn.options, ground, turn.us.space, most, turn.fight.diagonals)


@rule("DPI-128", "DPI-A58")
def way_now(turn: TurnContext, to: Space) -> ShortestPath | None:
    """The shortest path to one space; None if it is out of reach of the AP left."""
    ground, most = reach_now(turn)
    return way_to(turn.options, ground, turn.us.space, to, most, turn.fight.diagonals)


def reach_now(turn: TurnContext) -> tuple[Ground, int]:
    """The ground: obstacles, and the spaces of those still in the fight; and the spaces that the AP left allow."""
    fight, fighters, place = turn.fight, turn.fighters, turn.fighters.place
    enemies, friends = (
        frozenset(body.space for at in those if stands(body := fight.combatants[at]))
        for those in (fighters.foes(fight.at), fighters.friends(fight.at))
    )
    most = most_spaces(turn.options, fight.left, fight.moved, turn.our.armour)
    return Ground(place.grid, place.size, place.obstacles, enemies, friends), most
