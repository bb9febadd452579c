"""Movement: what it costs, and the shortest way to every space in reach."""

from functools import lru_cache
from heapq import heappop, heappush
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from rulewright.games.dpi.data import AP, ARMOUR, ArmourName
from rulewright.games.dpi.grid import Grid, Space, neighbours
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Scene
from rulewright.games.dpi.sheet import Agent
from rulewright.games.dpi.turns import begun_turn
from rulewright.rules import meaning, rule


class MoveCost(Struct, frozen=True):
    """What moving costs."""

    ap: int


@rule("DPI-128", "DPI-182", "DPI-184", "DPI-A58")
def ap_to_move(options: Options, spaces: int, armour: str) -> int:
    """Moving n spaces in a turn costs n AP, less or more by the armour's Movement."""
    if spaces == 0:
        return 0
    movement = ARMOUR[armour].movement if options.armour_movement == "spaces" else 0
    return max(0, spaces - movement) * AP.move


def most_spaces(options: Options, ap: int, moved: int, armour: str) -> int:
    """How many more spaces somebody can move this turn with the AP left."""
    spent, more = ap_to_move(options, moved, armour), 0
    while ap_to_move(options, moved + more + 1, armour) - spent <= ap:
        more += 1
    return more


class Ground(Struct, frozen=True):
    """What somebody moves over: the map and its edge, obstacles, and spaces that others hold.

    A space is what a character controls (DPI-126): nobody stops on another's, and nobody passes an
    enemy's.
    """

    grid: Grid
    size: Space | None = None
    obstacles: frozenset[Space] = frozenset()
    enemies: frozenset[Space] = frozenset()
    friends: frozenset[Space] = frozenset()


class Way(NamedTuple):
    """The shortest way to a space: how many spaces it counts, 1 if the next diagonal counts two, and its spaces."""

    spaces: int
    diagonals: int
    path: tuple[Space, ...]


@rule("DPI-126", "DPI-135")
def is_open(ground: Ground, space: Space) -> bool:
    """Whether somebody can enter a space: on the map, no obstacle, no enemy on it."""
    if ground.size is not None and not all(0 <= at < most for at, most in zip(space, ground.size, strict=True)):
        return False
    return space not in ground.obstacles and space not in ground.enemies


def _step(options: Options, grid: Grid, start: Space, end: Space, diagonals: int) -> tuple[int, int]:
    """What a step to the next space counts, and the diagonal steps made with it."""
    if grid == "hex" or start[0] == end[0] or start[1] == end[1]:
        return 1, diagonals
    return {"one": 1, "five-ten": 1 + diagonals % 2, "orthogonal": 2}[options.diagonals], diagonals + 1


def _squeezes(ground: Ground, start: Space, end: Space) -> bool:
    """A diagonal step between two obstacles that touch is none."""
    beside = (start[0], end[1]), (end[0], start[1])
    return ground.grid == "square" and all(space in ground.obstacles for space in beside)


@lru_cache(maxsize=64)
@rule("DPI-126", "DPI-128", "DPI-135", "DPI-A49")
def ways(options: Options, ground: Ground, start: Space, most: int, diagonals: int = 0) -> dict[Space, Way]:
    """The shortest way to every space within so many spaces where one may stop, round whatever is in the way.

    Of equal ways the straightest. Where every second diagonal counts two, ways after which the next is
    cheap or dear are both followed, and the cheap one is preferred.
    """
    alternate = 2 if options.diagonals == "five-ten" else 1
    found: dict[tuple[Space, int], Way] = {}
    waiting: list[tuple[int, int, Space, tuple[Space, ...]]] = [(0, diagonals, start, ())]
    while waiting:
        spaces, made, at, path = heappop(waiting)
        if (at, made % alternate) in found:
            continue
        found[at, made % alternate] = Way(spaces, made % alternate, path)
        for beside in neighbours(ground.grid, at):
            more, then = _step(options, ground.grid, at, beside, made)
            new = (beside, then % alternate) not in found and spaces + more <= most
            if new and is_open(ground, beside) and not _squeezes(ground, at, beside):
                heappush(waiting, (spaces + more, then, beside, (*path, beside)))
    shortest: dict[Space, Way] = {}
    for (at, _), way in sorted(found.items(), key=lambda one: (one[1].spaces, one[1].diagonals)):
        if at == start or at not in ground.friends:
            shortest.setdefault(at, way)
    return shortest


@rule("DPI-128", "DPI-A58")
def move_cost(
    options: Options,
    spaces: Annotated[int, Meta(ge=0, description="spaces moved in a turn")],
    armour: Annotated[ArmourName, meaning("armour worn")],
) -> MoveCost:
    """The AP of moving some spaces in a turn."""
    return MoveCost(ap_to_move(options, spaces, armour))


def cost_of_move(options: Options, scene: Scene, who: str, spaces: int) -> int:
    """AP to move so many more spaces, with what was moved in this turn already."""
    body = scene.sheet(who)
    armour = body.armour if isinstance(body, Agent) else "none"
    moved = scene.running.moved if scene.running is not None else 0
    return ap_to_move(options, moved + spaces, armour) - ap_to_move(options, moved, armour)


def ground_for(scene: Scene, who: str) -> Ground:
    """What somebody moves over: obstacles, and the spaces of those who stand."""
    side = scene.sheet(who).side
    others = [body for name, body in scene.characters.items() if name != who and scene.takes_part(name)]
    return Ground(
        scene.grid,
        scene.size,
        frozenset(scene.obstacles),
        frozenset(body.space for body in others if body.side != side),
        frozenset(body.space for body in others if body.side == side),
    )


@rule("DPI-128", "DPI-A58")
def ways_now(options: Options, scene: Scene, who: str) -> dict[Space, Way]:
    """The shortest way to every space that somebody can get to with the AP left, nearest first."""
    fight, body = begun_turn(scene, who), scene.sheet(who)
    armour = body.armour if isinstance(body, Agent) else "none"
    most = most_spaces(options, fight.ap, fight.moved, armour)
    return ways(options, ground_for(scene, who), body.space, most, fight.diagonals)
