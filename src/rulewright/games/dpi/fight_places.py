"""Destinations on a map: the nearest space of each kind, and the way towards a foe."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from rulewright.game.fight_step import weakest_foes
from rulewright.games.dpi.data import AP
from rulewright.games.dpi.fight_state import (
    Fighter,
    Fighters,
    FightPosition,
    Map,
    counter_arm,
    stands,
    usable_arms,
)
from rulewright.games.dpi.grid import Space, distance
from rulewright.games.dpi.movement import is_open, reach_now, ways_now
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import FARTHEST, distances_reached, in_range
from rulewright.rules import rule

_MOST_PLACES = 6
_FAR_OFF = 10_000


def weakest_first(fight: FightPosition, fighters: Fighters) -> list[int]:
    """The foes still in the fight."""
    return weakest_foes(fight, fighters, stands, lambda body, fighter: body.hp)


@rule("DPI-128", "DPI-135", "DPI-A43", "DPI-A47")
def places(options: Options, fight: FightPosition, fighters: Fighters) -> list[Space]:
    """The nearest space of each kind, by the foes that each weapon reaches, who strikes back, and the cover.

    A space that is no better than a nearer one against any foe is left out. If no weapon reaches a foe from any of
    them, the space nearest to a foe is added.
    """
    place, foes = fighters.place, weakest_first(fight, fighters)
    assert isinstance(place, Map)
    if not foes or fight.left < AP.move:
        return []
    seen: dict[tuple[int, int], tuple[tuple[int, ...], bool]] = {}
    here = _kind(options, fight, fighters, place, foes, fight.mine.space, seen)
    kinds: dict[tuple[Kind, ...], Space] = {here: fight.mine.space}
    for space in candidates(options, fight, fighters, place, foes):
        kind = _kind(options, fight, fighters, place, foes, space, seen)
        if kind not in kinds and not any(_is_no_better(kind, nearer) for nearer in kinds):
            kinds[kind] = space
    others = [(kind, space) for kind, space in kinds.items() if kind != here]
    strikes = [space for kind, space in others if any(ours for ours, *_ in kind)]
    safe = [space for kind, space in others if not any(theirs for _, theirs, *_ in kind)]
    found = list(dict.fromkeys((*strikes[:_MOST_PLACES], *safe[:1])))
    if not strikes and not any(ours for ours, *_ in here):
        nearest = toward(options, fight, fighters, foes[0])
        found += [nearest] if nearest is not None and nearest not in (fight.mine.space, *found) else []
    return found


Kind = tuple[tuple[int, ...], bool, str, str]
"""Against one foe: the weapons that reach it, whether it strikes back, and the cover of both."""
_COVERS = ("none", "half", "full")


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


def candidates(
    options: Options, fight: FightPosition, fighters: Fighters, place: Map, foes: Sequence[int]
) -> Iterable[Space]:
    """The spaces in reach, nearest first; on open ground only those straight towards and away from each foe."""
    if not _goes_straight(options, place):
        return ways_now(options, fight, fighters)
    ground, most = reach_now(options, fight, fighters)
    start, found = fight.mine.space, []
    for foe in foes:
        goal = fight.combatants[foe].space
        for towards in (goal, _away(start, goal)):
            at = start
            for steps in range(1, most + 1):
                at = next(_ahead(at, towards))
                if at == goal or not is_open(ground, at):
                    break
                if at not in ground.friends:
                    found.append((steps, at))
    return [space for _, space in sorted(found)]


def _goes_straight(options: Options, place: Map) -> bool:
    """Whether a straight path is a shortest one."""
    return place.grid == "square" and options.diagonals == "one" and not place.obstacles


def _away(start: Space, goal: Space) -> Space:
    """A space far away on the opposite side of another space; to the left if both are the same."""
    across, up = _sign(start[0] - goal[0]), _sign(start[1] - goal[1])
    return start[0] + _FAR_OFF * (across if across or up else -1), start[1] + _FAR_OFF * up


def _kind(
    options: Options,
    fight: FightPosition,
    fighters: Fighters,
    place: Map,
    foes: Sequence[int],
    space: Space,
    seen: dict[tuple[int, int], tuple[tuple[int, ...], bool]],
) -> tuple[Kind, ...]:
    our, found = fighters.fighters[fight.at], []
    for foe in foes:
        spaces = distance(options, place.grid, space, fight.combatants[foe].space)
        if (foe, spaces) not in seen:
            carried = tuple(bool(shots) for shots in fight.mine.shots)
            seen[foe, spaces] = (
                reaching(options, our, carried if our.attacks else None, spaces),
                counter_arm(options, fight.combatants[foe], fighters.fighters[foe], spaces) is not None,
            )
        ours, theirs = seen[foe, spaces]
        there = fight.with_combatant(fight.at, replace(fight.mine, space=space)) if place.obstacles else fight
        cover = (fighters.cover(there, fight.at, foe), fighters.cover(there, foe, fight.at))
        hidden = "full" in cover
        found.append((() if hidden else ours, theirs and not hidden, *cover))
    return tuple(found)


@lru_cache(maxsize=8192)
def reaching(options: Options, our: Fighter, loaded: tuple[bool, ...] | None, spaces: int) -> tuple[int, ...]:
    """The weapons that reach a distance and are loaded; bare hands only if nothing else does."""
    if loaded is None:
        return ()
    carried = [
        at
        for at, full in enumerate(loaded)
        if (full or not our.arms[at].weapon.shots)
        and our.arms[at].skilled
        and in_range(options, our.arms[at].weapon, spaces)
    ]
    bare = [at for at in range(len(loaded), len(our.arms)) if at != our.thrown]
    return tuple(carried or [at for at in bare if in_range(options, our.arms[at].weapon, spaces)])


def toward(options: Options, fight: FightPosition, fighters: Fighters, foe: int) -> Space | None:
    """The nearest space in reach from which a weapon reaches a foe, else the one nearest to it; None without one."""
    place, our, goal = fighters.place, fighters.fighters[fight.at], fight.combatants[foe].space
    assert isinstance(place, Map)
    usable = [at for at in usable_arms(fight.mine, our) if our.arms[at].skilled]
    carried = [at for at in usable if at < len(fight.mine.shots)]
    gaps = _gaps(options, tuple(our.arms[at].weapon for at in carried or usable))

    def off(space: Space) -> int:
        return gaps[min(len(gaps) - 1, distance(options, place.grid, space, goal))]

    here = off(fight.mine.space)
    if not here:
        return fight.mine.space if fighters.see_each_other(fight, fight.at, foe) else None
    nearer = gaps[max(0, min(len(gaps), distance(options, place.grid, fight.mine.space, goal)) - 1)] < here
    straight = _straight(options, fight, fighters, goal if nearer else _away(fight.mine.space, goal), here)
    if straight is not None and off(straight) < here:
        return straight
    to = min(ways_now(options, fight, fighters), key=off)  # of equals the nearest space
    return to if off(to) < here else None


@lru_cache(maxsize=1024)
def _gaps(options: Options, weapons: tuple[Any, ...]) -> tuple[int, ...]:
    """For each distance, the gap to the nearest distance at which one of these weapons reaches."""
    reached = distances_reached(options, weapons)
    return tuple(min(abs(at - one) for one in reached) for at in range(4 * FARTHEST)) if reached else (0,)


def _straight(options: Options, fight: FightPosition, fighters: Fighters, goal: Space, gap: int) -> Space | None:
    """The space some steps, or as many as the AP allow, towards another on open ground; goes around characters."""
    place, start = fighters.place, fight.mine.space
    assert isinstance(place, Map)
    if not _goes_straight(options, place) or start == goal:
        return None
    ground, most = reach_now(options, fight, fighters)
    steps = min(gap, most)
    at = start
    for left in range(steps, 0, -1):
        free = (
            space
            for space in _ahead(at, goal)
            if is_open(ground, space) and not (left == 1 and space in ground.friends)
        )
        step = next(free, None)
        if step is None:
            return None
        at = step
    return at


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


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
