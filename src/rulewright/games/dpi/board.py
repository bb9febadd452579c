"""The map of a fight: figures, spaces in reach, weapons with their targets and odds, and what a viewer may see.

The interface computes no rule: the actions say what is allowed, and the rolls give the odds.
"""

from fractions import Fraction

from msgspec.structs import replace

from rulewright.game.board import (
    Aimed,
    AimPreview,
    BoardAction,
    BoardTarget,
    BoardView,
    BoardWeapon,
    FallChance,
    Figure,
    Pair,
    RangeBand,
    Reachable,
    ResultChance,
)
from rulewright.games.dpi.attack_actions import attack_target, throw_grenade
from rulewright.games.dpi.attack_odds import (
    attack_prospects,
    fall_chances,
    results_of_attack,
)
from rulewright.games.dpi.check import Result
from rulewright.games.dpi.data import BANDS, WEAPONS
from rulewright.games.dpi.grid import Space, distance
from rulewright.games.dpi.movement import cost_of_move, ways_now
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Scene
from rulewright.games.dpi.sheet import UNARMED, Owned
from rulewright.games.dpi.targets import characters_hit, in_reach_of, see_each_other, spaces_covered, weapon_used
from rulewright.games.dpi.weapons import ap_to_fire, band_at, damage_dice, dice_text, in_range
from rulewright.readings.legal import refusal
from rulewright.rules import rule

Corners = tuple[Space, Space]


@rule("DPI-128", "DPI-135", "DPI-A49", "DPI-A58")
def _reachable(options: Options, scene: Scene, who: str) -> tuple[Reachable, ...]:
    """Every space a character can move to now, nearest first."""
    fight = scene.running
    if fight is None or fight.turn != who or not fight.begun:
        return ()
    found = []
    for space, way in ways_now(options, scene, who).items():
        if way.path:
            ap = cost_of_move(options, scene, who, way.spaces)
            found.append(Reachable(space, ap, way.path, in_reach_of(options, scene, who, space)))
    return tuple(found)


def _map_of(scene: Scene, reached: tuple[Reachable, ...]) -> Corners:
    """The corners of the map: by its size, or around everything on it and in reach."""
    if scene.size is not None:
        return (0, 0), (scene.size[0] - 1, scene.size[1] - 1)
    spaces = [body.space for body in scene.characters.values()] + [one.space for one in reached]
    xs, ys = zip(*spaces, *scene.obstacles, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def _spaces_near(at: Space, far: int, least: Space, most: Space) -> list[Space]:
    """The spaces of the map that may be within `far` of a space: a map can be much larger than any range."""
    xs = range(max(least[0], at[0] - far), min(most[0], at[0] + far) + 1)
    ys = range(max(least[1], at[1] - far), min(most[1], at[1] + far) + 1)
    return [(x, y) for y in ys for x in xs]


def _owned(scene: Scene, who: str) -> list[Owned]:
    """One of each weapon a character can use, with bare hands and grenades."""
    body = scene.sheet(who)
    each = {owned.weapon: weapon_used(body, owned.weapon) for owned in (*body.weapons, UNARMED)}
    return [*each.values(), *((Owned("grenade", shots=body.grenades),) if body.grenades else ())]


def _results(chances: dict[Result, Fraction]) -> tuple[ResultChance, ...]:
    return tuple(ResultChance(result, chance) for result, chance in chances.items())


def _target(options: Options, scene: Scene, who: str, owned: Owned, target: str) -> BoardTarget:
    at, spaces = scene.sheet(target).space, scene.spaces_between(options, who, target)
    why = why_refused(options, scene, who, owned, at, target)
    if not _is_in_view(options, scene, who, owned, target):
        return BoardTarget(target, why, "", Fraction(0), (), ())
    results = results_of_attack(options, scene, who, owned, target)
    success = results.get("success", Fraction(0)) + results.get("crit", Fraction(0))
    hit = characters_hit(options, scene, who, owned, at, target)
    rolled = dice_text(damage_dice(options, owned.weapon, owned.level, spaces))
    expected = attack_prospects(options, scene, who, owned, target, hit)
    return BoardTarget(
        target, why, rolled, success, _results(results), expected, spaces_covered(options, scene, who, owned, at)
    )


@rule("DPI-160", "DPI-161", "DPI-162", "DPI-163", "DPI-164", "DPI-A47", "DPI-A48")
def _in_bands(options: Options, scene: Scene, start: Space, weapon: str, corners: Corners) -> tuple[RangeBand, ...]:
    """A weapon's range bands, and the spaces of the map in each."""
    spaces = _spaces_near(start, max(BANDS[band][1] for band in WEAPONS[weapon].bands), *corners)
    apart = {space: distance(options, scene.grid, start, space) for space in spaces}
    found = []
    for band in WEAPONS[weapon].bands:
        reached = [at for at in range(BANDS[band][1] + 1) if band_at(options, weapon, at) == band]
        within = tuple(space for space in spaces if reached[0] <= apart[space] <= reached[-1])
        found.append(RangeBand(band, reached[0], reached[-1], within))
    return tuple(found)


def _enemies(scene: Scene, who: str) -> list[str]:
    side = scene.sheet(who).side
    return [name for name, other in scene.characters.items() if other.side != side and scene.takes_part(name)]


def _falls(options: Options, scene: Scene, who: str, owned: Owned) -> tuple[FallChance, ...]:
    """The chances of an attack on each target in range to fell the characters it hits."""
    found: list[FallChance] = []
    for target in _enemies(scene, who):
        if _is_in_view(options, scene, who, owned, target):
            hit = characters_hit(options, scene, who, owned, scene.sheet(target).space, target)
            found += fall_chances(options, scene, who, owned, target, hit)
    return tuple(found)


@rule("DPI-A46", "DPI-A47")
def _is_in_view(options: Options, scene: Scene, who: str, owned: Owned, target: str) -> bool:
    """Whether a target is in range and in sight."""
    spaces = scene.spaces_between(options, who, target)
    return in_range(options, owned.weapon, spaces) and see_each_other(scene, who, target)


def _arm(options: Options, scene: Scene, who: str, owned: Owned, corners: Corners) -> BoardWeapon:
    entry, body = WEAPONS[owned.weapon], scene.sheet(who)
    return BoardWeapon(
        owned.weapon,
        owned.level,
        owned.shots if entry.shots or owned.weapon == "grenade" else None,
        ap_to_fire(options, owned.weapon),
        entry.area,
        _in_bands(options, scene, body.space, owned.weapon, corners),
        tuple(_target(options, scene, who, owned, name) for name in _enemies(scene, who)),
        _use(owned.weapon),
    )


def _use(weapon: str) -> BoardAction:
    if weapon == "grenade":
        return BoardAction("throw-grenade", "at", "space")
    return BoardAction("attack", "target", "character", {"weapon": weapon})


@rule("DPI-136", "DPI-137", "DPI-A49")
def _pairs(options: Options, scene: Scene) -> tuple[Pair, ...]:
    """Every pair of characters of different sides in the fight."""
    names = [name for name in scene.characters if scene.takes_part(name)]
    return tuple(
        Pair(
            one,
            other,
            scene.spaces_between(options, one, other),
            scene.cover_of(one, other),
            scene.cover_of(other, one),
            see_each_other(scene, one, other),
        )
        for at, one in enumerate(names)
        for other in names[at + 1 :]
        if scene.sheet(one).side != scene.sheet(other).side
    )


def board_view(options: Options, scene: Scene, who: str) -> BoardView:
    """What a character sees from its space, and what it can do there."""
    fight = scene.running
    spaces = _reachable(options, scene, who)
    least, most = _map_of(scene, spaces)
    weapons = _owned(scene, who)
    figures = tuple(
        Figure(name, body.side, body.space, scene.takes_part(name), body.burning)
        for name, body in scene.characters.items()
    )
    return BoardView(
        scene.grid,
        least,
        most,
        scene.size is not None,
        scene.obstacles,
        figures,
        _pairs(options, scene),
        fight.turn if fight is not None else None,
        fight.ap if fight is not None and fight.turn == who else 0,
        spaces,
        tuple(_arm(options, scene, who, owned, (least, most)) for owned in weapons),
        in_reach_of(options, scene, who),
        tuple(falling for owned in weapons for falling in _falls(options, scene, who, owned)),
    )


def why_refused(options: Options, scene: Scene, who: str, owned: Owned, at: Space, target: str | None) -> str | None:
    """The action's own refusal of an attack there now; None if it is allowed."""
    if owned.weapon == "grenade":
        why = refusal(throw_grenade, scene, who, at, options=options)
    elif target is None:
        return f"no target at {list(at)}"
    else:
        why = refusal(attack_target, scene, who, target, owned.weapon, options=options)
    return None if why is None else str(why)


def aimed_at(options: Options, scene: Scene, who: str, weapon: str | None, at: Space) -> Aimed:
    """An attack on a space with a weapon or a grenade."""
    body = scene.sheet(who)
    owned = Owned("grenade", shots=body.grenades) if weapon == "grenade" else weapon_used(body, weapon)
    others = [name for name in scene.characters if name != who and scene.takes_part(name)]
    target = next((name for name in others if scene.sheet(name).space == at), None)
    hit = characters_hit(options, scene, who, owned, at, target)
    return Aimed(
        owned.weapon,
        at,
        ap_to_fire(options, owned.weapon),
        why_refused(options, scene, who, owned, at, target),
        spaces_covered(options, scene, who, owned, at),
        target,
        _results(results_of_attack(options, scene, who, owned, target)),
        attack_prospects(options, scene, who, owned, target, hit),
        fall_chances(options, scene, who, owned, target, hit),
    )


def board_for(options: Options, scene: Scene, who: str, known: frozenset[str]) -> BoardView:
    """The map for a character, with odds only against characters whose sheets the viewer may see."""
    seen = board_view(options, scene, who)
    return replace(
        seen,
        arms=tuple(_redacted_arm(arm, known) for arm in seen.arms),
        falls=tuple(one for one in seen.falls if one.who in known),
    )


def _redacted_arm(arm: BoardWeapon, known: frozenset[str]) -> BoardWeapon:
    return replace(arm, targets=tuple(_redacted_target(target, known) for target in arm.targets))


def _redacted_target(target: BoardTarget, known: frozenset[str]) -> BoardTarget:
    if target.who in known and all(one.who in known for one in target.hit):
        return target
    return replace(target, success=Fraction(0), results=(), hit=())


def aim_on_board(options: Options, scene: Scene, who: str, weapon: str, at: Space, known: frozenset[str]) -> AimPreview:
    """The odds of an attack on a space, only for characters whose sheets the viewer may see."""
    attack = aimed_at(options, scene, who, weapon, at)
    seen = known if attack.aimed is None or attack.aimed in known else frozenset[str]()
    shown = replace(
        attack,
        results=attack.results if seen is known else (),
        hit=tuple(one for one in attack.hit if one.who in seen),
        falls=tuple(one for one in attack.falls if one.who in seen),
    )
    return AimPreview(shown, tuple(one.who for one in attack.hit if one.who not in seen))
