"""Spaces: distances and areas on squares and hexes."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulewright.games.dpi.data import BANDS, DAMAGE, SPACE, Band, WeaponLevel
from rulewright.games.dpi.options import Options
from rulewright.rules import Refused, meaning, rule

Grid = Literal["square", "hex"]
AreaTag = Literal["line", "piercing", "arc", "explosive"]
MOST_SPACES = 1_000
_Coordinate = Annotated[int, Meta(ge=-MOST_SPACES, le=MOST_SPACES)]
Space = tuple[_Coordinate, _Coordinate]
Spaces = Annotated[tuple[Space, ...], Meta(max_length=1_000)]
# cos squared of half the arc (DPI-A51)
HALF_ARC = {60: Fraction(3, 4), 90: Fraction(1, 2), 120: Fraction(1, 4)}


@rule("DPI-126", "DPI-A49")
def distance(options: Options, grid: Grid, start: Space, end: Space) -> int:
    """The distance between two spaces: axial on hexes; on squares a diagonal counts by ruling."""
    across, up = end[0] - start[0], end[1] - start[1]
    if grid == "hex":
        return (abs(across) + abs(up) + abs(across + up)) // 2
    across, up = abs(across), abs(up)
    long, short = (across, up) if across > up else (up, across)
    if options.diagonals == "one":
        return long
    return long + short if options.diagonals == "orthogonal" else long + short // 2


def is_on_map(size: Space | None, space: Space) -> bool:
    """Whether a space is on a map of this size; a map without a size has no edge."""
    return size is None or (0 <= space[0] < size[0] and 0 <= space[1] < size[1])


def neighbours(grid: Grid, space: Space) -> list[Space]:
    """The spaces next to a space."""
    x, y = space
    beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)]
    return beside if grid == "hex" else [*beside, (x + 1, y + 1), (x - 1, y - 1)]


@rule("DPI-160", "DPI-161", "DPI-162", "DPI-163", "DPI-164", "DPI-A47")
def in_band(options: Options, band: str, spaces: int) -> bool:
    """Whether a distance lies in a band of range."""
    least, most = BANDS[band]
    return (least if options.minimum_range == "on" else 0) <= spaces <= most


def _minus(space: Space, start: Space) -> Space:
    return space[0] - start[0], space[1] - start[1]


def _cross(v: Space, w: Space) -> int:
    return abs(v[0] * w[1] - v[1] * w[0])


def _inner_twice(grid: Grid, v: Space, w: Space) -> int:
    """Twice the inner product, which is a whole number on hexes too."""
    plain = 2 * (v[0] * w[0] + v[1] * w[1])
    return plain + v[0] * w[1] + v[1] * w[0] if grid == "hex" else plain


@rule("DPI-157", "DPI-158", "DPI-A50")
def on_line(grid: Grid, v: Space, w: Space) -> bool:
    """Whether a ray along `v` enters the inside of the space `w`, ahead of the attacker."""
    if _inner_twice(grid, v, w) <= 0:
        return False
    if grid == "square":
        return 2 * _cross(v, w) < abs(v[0]) + abs(v[1])
    q, r = v
    return 3 * _cross(v, w) < max(abs(q - r), abs(q + 2 * r), abs(2 * q + r))


@rule("DPI-159", "DPI-A51")
def in_arc(options: Options, grid: Grid, v: Space, w: Space) -> bool:
    """Whether `w` lies in the cone around `v`, edges included."""
    inner = _inner_twice(grid, v, w)
    squares = _inner_twice(grid, v, v) * _inner_twice(grid, w, w)
    half = HALF_ARC[options.arc_angle]
    return inner > 0 and inner * inner * half.denominator >= half.numerator * squares


@rule("DPI-157", "DPI-158", "DPI-159", "DPI-A50", "DPI-A51", "DPI-A53")
def area_hit(
    options: Options,
    grid: Grid,
    tag: AreaTag,
    reaches: Callable[[int], bool],
    start: Space,
    at: Space,
    targets: Iterable[Space],
) -> list[Space]:
    """Targets of a line, a piercing shot or an arc aimed at a space, nearest first."""
    v = _minus(at, start)
    if v == (0, 0):
        return []
    found = []
    for target in targets:
        spaces = distance(options, grid, start, target)
        if not reaches(spaces):
            continue
        w = _minus(target, start)
        if in_arc(options, grid, v, w) if tag == "arc" else on_line(grid, v, w):
            found.append((spaces, _cross(v, w), target))
    found.sort()
    return [target for _, _, target in (found[:1] if tag == "line" else found)]


@rule("DPI-155", "DPI-A52")
def blast(options: Options, grid: Grid, at: Space, level: int, targets: Iterable[Space]) -> list[Space]:
    """Targets within twice the level of where a blast lands, nearest first."""
    radius = DAMAGE.blast_per_level * level
    found = [(distance(options, grid, at, target), target) for target in targets]
    return [target for spaces, target in sorted(found) if spaces <= radius]


class DistanceBetween(Struct, frozen=True):
    """The distance between two spaces."""

    spaces: int
    feet: int


@rule("DPI-126", "DPI-127", "DPI-A49")
def distance_between(
    options: Options,
    grid: Annotated[Grid, meaning("squares or hexes")],
    from_: Annotated[Space, meaning("a space as a pair of whole numbers")],
    to: Annotated[Space, meaning("a space as a pair of whole numbers")],
) -> DistanceBetween:
    """The distance between two spaces, in spaces and feet."""
    spaces = distance(options, grid, from_, to)
    return DistanceBetween(spaces, spaces * SPACE.feet)


class Area(Struct, frozen=True):
    """The targets hit."""

    hit: tuple[Space, ...]


@rule("DPI-155", "DPI-157", "DPI-158", "DPI-159", "DPI-A50", "DPI-A51", "DPI-A52")
def area(
    options: Options,
    grid: Annotated[Grid, meaning("squares or hexes")],
    tag: Annotated[AreaTag, meaning("the weapon's area")],
    band: Annotated[Band, meaning("its range")],
    from_: Annotated[Space, meaning("the attacker's space")],
    at: Annotated[Space, meaning("the space aimed at")],
    targets: Annotated[Spaces, meaning("the spaces of possible targets")],
    level: Annotated[WeaponLevel, meaning("weapon level, for blasts")] = 1,
) -> Area:
    """The targets hit by an attack on an area."""
    if tag == "explosive":
        if not in_band(options, band, distance(options, grid, from_, at)):
            raise Refused(f"space {at[0]}, {at[1]} is out of {band} range", "DPI-A52")
        return Area(tuple(blast(options, grid, at, level, targets)))
    return Area(tuple(area_hit(options, grid, tag, partial(in_band, options, band), from_, at, targets)))
