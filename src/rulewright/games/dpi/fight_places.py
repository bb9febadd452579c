"""Destinations on a map: the nearest space of each kind, and the way towards a foe."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache

from rulewright.games.dpi.data import AP, Weapon
from rulewright.games.dpi.fight_state import Fighter, TurnContext, loaded, usable, usable_arms
from rulewright.games.dpi.grid import Space, distance
from rulewright.games.dpi.movement import is_open, reach_now, ways_now
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import FARTHEST, distances_reached
from rulewright.rules import rule

_MOST_PLACES = 6
_FAR_OFF = 10_000
_COVERS = ("none", "half", "full")
Kind = tuple[tuple[int, ...], bool, str, str]
"""Against one foe: the weapons that reach it, whether it strikes back, and the cover of both."""


@rule("DPI-128", "DPI-135", "DPI-A43", "DPI-A47")
def places(turn: TurnContext) -> list[Space]:
    """The nearest space of each kind, by the foes that each weapon reaches, who strikes back, and the cover.

    A space that is no better than a nearer one against any foe is left out. If no weapon reaches a foe from any of
    them, the space nearest to a foe is added.
    """
    foes, start = turn.foes(), turn.us.space
    if not foes or turn.fight.left < AP.move:
        return []
    kind_of = _kinds(turn, foes)
    here = kind_of(start)
    kinds: dict[tuple[Kind, ...], Space] = {here: start}
    for space in candidates(turn, foes):
        kind = kind_of(space)
        if kind not in kinds and not any(_is_no_better(kind, nearer) for nearer in kinds):
            kinds[kind] = space
    others = [(kind, space) for kind, space in kinds.items() if kind != here]
    strikes = [space for kind, space in others if any(ours for ours, *_ in kind)]
    safe = [space for kind, space in others if not any(theirs for _, theirs, *_ in kind)]
    found = list(dict.fromkeys((*strikes[:_MOST_PLACES], *safe[:1])))
    if not strikes and not any(ours for ours, *_ in here):
        nearest = toward(turn, foes[0])
        found += [nearest] if nearest is not None and nearest not in (start, *found) else []
    return found


def _kinds(turn: TurnContext, foes: Sequence[int]) -> Callable[[Space], tuple[Kind, ...]]:
    """The kind of a space: what it means against each foe."""
    place, at, bodies, ready = turn.fighters.place, turn.fight.at, turn.fight.combatants, loaded(turn)

    @cache
    def struck(foe: int, spaces: int) -> tuple[tuple[int, ...], bool]:
        ours = reaching(turn.options, turn.our, ready, spaces) if turn.our.attacks else ()
        return ours, turn.counter_arm(foe, spaces) is not None

    def kind_of(space: Space) -> tuple[Kind, ...]:
        there, found = (turn.with_us(space=space) if place.obstacles else turn).fight, []
        for foe in foes:
            cover = turn.fighters.cover(there, at, foe), turn.fighters.cover(there, foe, at)
            ours, theirs = struck(foe, distance(turn.options, place.grid, space, bodies[foe].space))
            hidden = "full" in cover
            found.append((() if hidden else ours, theirs and not hidden, *cover))
        return tuple(found)

    return kind_of


def _is_no_better(kind: tuple[Kind, ...], nearer: tuple[Kind, ...]) -> bool:
    """Whether a space is no better than a nearer one, against each foe."""
    return all(
        set(ours) <= set(ours_nearer)
        and theirs >= theirs_nearer
        and _COVERS.index(mine) <= _COVERS.index(mine_nearer)
        and _COVERS.index(its) >= _COVERS.index(its_nearer)
        for (ours, theirs, mine, its), (ours_nearer, theirs_nearer, mine_nearer, its_nearer) in zip(
            kind, nearer, strict=True
        )
    )


def reaching(options: Options, our: Fighter, loaded: tuple[bool, ...], spaces: int) -> tuple[int, ...]:
    """The weapons that reach a distance and are loaded; bare hands only if nothing else does."""
    able = usable(options, our, loaded, spaces, None)
    return tuple([at for at in able if at < len(loaded)]) or able


def candidates(turn: TurnContext, foes: Sequence[int]) -> Iterable[Space]:
    """The spaces in reach, nearest first; on open ground only those straight towards and away from each foe."""
    if not _goes_straight(turn):
        return ways_now(turn)
    goals = [turn.fight.combatants[foe].space for foe in foes]
    ways = [_walk(turn, to) for goal in goals for to in (goal, _away(turn.us.space, goal))]
    return [space for _, space in sorted(step for way in ways for step in way)]


def _goes_straight(turn: TurnContext) -> bool:
    """Whether a straight path is a shortest one."""
    place = turn.fighters.place
    return place.grid == "square" and turn.options.diagonals == "one" and not place.obstacles


def _walk(turn: TurnContext, goal: Space) -> Iterator[tuple[int, Space]]:
    """The spaces straight towards another as far as the AP go, around characters, with the steps to each."""
    (ground, most), at = reach_now(turn), turn.us.space
    for steps in range(1, most + 1):
        step = next((space for space in _ahead(at, goal) if space == goal or is_open(ground, space)), goal)
        if step == goal:
            return
        at = step
        if at not in ground.friends:
            yield steps, at


def _ahead(at: Space, goal: Space) -> Iterator[Space]:
    """The next space towards another, then those beside it."""
    x, y = at
    across, up = _sign(goal[0] - x), _sign(goal[1] - y)
    yield x + across, y + up
    yield from (
        ((x + across, y), (x, y + up))
        if across and up
        else ((x + (across or 1), y + (up or 1)), (x + (across or -1), y + (up or -1)))
    )


def _away(start: Space, goal: Space) -> Space:
    """A space far away on the opposite side of another space; to the left if both are the same."""
    across, up = _sign(start[0] - goal[0]), _sign(start[1] - goal[1])
    return start[0] + _FAR_OFF * (across if across or up else -1), start[1] + _FAR_OFF * up


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def toward(turn: TurnContext, foe: int) -> Space | None:
    """The nearest space in reach from which a weapon reaches a foe, else the one nearest to it; None without one."""
    us, our, goal = turn.us, turn.our, turn.fight.combatants[foe].space
    able = [at for at in usable_arms(us, our) if our.arms[at].skilled]
    carried = [at for at in able if at < len(us.shots)]
    gaps = _gaps(turn.options, tuple(our.arms[at].weapon for at in carried or able))

    def off(space: Space) -> int:
        return gaps[min(len(gaps) - 1, distance(turn.options, turn.fighters.place.grid, space, goal))]

    here = off(us.space)
    if not here:
        return us.space if turn.sees(foe) else None
    if _goes_straight(turn):
        nearer = gaps[max(0, min(len(gaps), distance(turn.options, "square", us.space, goal)) - 1)] < here
        way = (space for _, space in _walk(turn, goal if nearer else _away(us.space, goal)))
        straight = min(way, key=off, default=us.space)
        if off(straight) < here:
            return straight
    to = min(ways_now(turn), key=off)  # of equals the nearest space
    return to if off(to) < here else None


@lru_cache(maxsize=1024)
def _gaps(options: Options, weapons: tuple[Weapon, ...]) -> tuple[int, ...]:
    """For each distance, the gap to the nearest distance at which one of these weapons reaches."""
    reached = distances_reached(options, weapons)
    return tuple(min(abs(at - one) for one in reached) for at in range(4 * FARTHEST)) if reached else (0,)
