"""The map of a fight as a viewer may see it: figures, spaces in reach, and weapons with their targets and odds.

The interface computes no rule: the actions say what is allowed, and the rolls give the odds.
"""

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.board import (
    Aimed,
    AimPreview,
    BoardAction,
    BoardFigure,
    BoardTarget,
    BoardView,
    BoardWeapon,
    FallChance,
    Pair,
    RangeBand,
    Reachable,
    ResultChance,
)
from rulewright.games.dpi.attack_actions import attack_target, throw_grenade
from rulewright.games.dpi.attack_odds import attack_prospects, fall_chances, results_of_attack
from rulewright.games.dpi.check import Result
from rulewright.games.dpi.data import BANDS, Weapon
from rulewright.games.dpi.fight import FIGHT
from rulewright.games.dpi.fight_attack import dice_against
from rulewright.games.dpi.fight_state import NO_ONE, AimedAttack, Fighters, FightPosition, stands
from rulewright.games.dpi.fight_turn import arm_named, standing_at
from rulewright.games.dpi.grid import Space, distance
from rulewright.games.dpi.movement import cost_of_move, ways_now
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Scene
from rulewright.games.dpi.targets import arm_used, in_reach_of, spaces_covered
from rulewright.games.dpi.weapons import band_at, dice_text, in_range
from rulewright.readings import refusal
from rulewright.rules import rule

Corners = tuple[Space, Space]


@rule("DPI-128", "DPI-135", "DPI-A49", "DPI-A58")
def _reachable(options: Options, scene: Scene, who: str) -> tuple[Reachable, ...]:
    """Every space a character can move to now, nearest first."""
    turn = scene.running
    if turn is None or turn.turn != who or not turn.begun:
        return ()
    fight, fighters = FIGHT.now(scene, options, who)
    found = []
    for space, way in ways_now(options, fight, fighters).items():
        if way.path:
            ap = cost_of_move(options, fight, fighters, way.spaces)
            found.append(Reachable(space, ap, way.path, in_reach_of(options, fight, fighters, space)))
    return tuple(found)


def _map_of(scene: Scene, reached: tuple[Reachable, ...]) -> Corners:
    """The corners of the map: from its size, or around everything on it and in reach."""
    if scene.size is not None:
        return (0, 0), (scene.size[0] - 1, scene.size[1] - 1)
    spaces = [body.space for body in scene.characters.values()] + [one.space for one in reached]
    xs, ys = zip(*spaces, *scene.obstacles, *scene.low, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def _spaces_near(at: Space, far: int, least: Space, most: Space) -> list[Space]:
    """The spaces of the map that may be within `far` of a space; others are skipped, since maps can be large."""
    xs = range(max(least[0], at[0] - far), min(most[0], at[0] + far) + 1)
    ys = range(max(least[1], at[1] - far), min(most[1], at[1] + far) + 1)
    return [(x, y) for y in ys for x in xs]


def _arms(fight: FightPosition, fighters: Fighters) -> list[int]:
    """One of each weapon of the acting character, with bare hands and grenades."""
    us, our = fight.mine, fighters.fighters[fight.at]
    names = dict.fromkeys(arm.weapon.name for at, arm in enumerate(our.arms) if at != our.thrown)
    return [*(arm_named(us, our, name) for name in names), *([our.thrown] if us.grenades else [])]


def _results(chances: dict[Result, Fraction]) -> tuple[ResultChance, ...]:
    return tuple(ResultChance(result, chance) for result, chance in chances.items())


def _sides(scene: Scene) -> tuple[str, ...]:
    return tuple(body.side for body in scene.characters.values())


def _target(
    options: Options, scene: Scene, fight: FightPosition, fighters: Fighters, arm: int, target: int
) -> BoardTarget:
    at, name = fight.combatants[target].space, fighters.names[target]
    shot = AimedAttack(arm, target, at if arm == fighters.fighters[fight.at].thrown else None)
    why = why_refused(options, scene, fight, fighters, shot, at)
    if not _is_in_view(options, fight, fighters, arm, target):
        return BoardTarget(name, why, "", Fraction(0), (), ())
    results = results_of_attack(options, fight, fighters, shot)
    success = results.get("success", Fraction(0)) + results.get("crit", Fraction(0))
    return BoardTarget(
        name,
        why,
        dice_text(dice_against(options, fight, fighters, shot, target)),
        success,
        _results(results),
        attack_prospects(options, fight, fighters, shot, _sides(scene)),
        spaces_covered(options, fight, fighters, shot, at),
    )


@rule("DPI-160", "DPI-161", "DPI-162", "DPI-163", "DPI-164", "DPI-A47", "DPI-A48")
def _in_bands(options: Options, scene: Scene, start: Space, weapon: Weapon, corners: Corners) -> tuple[RangeBand, ...]:
    """A weapon's range bands, and the spaces of the map in each."""
    spaces = _spaces_near(start, max(BANDS[band][1] for band in weapon.bands), *corners)
    apart = {space: distance(options, scene.grid, start, space) for space in spaces}
    found = []
    for band in weapon.bands:
        reached = [at for at in range(BANDS[band][1] + 1) if band_at(options, weapon, at) == band]
        within = tuple(space for space in spaces if reached[0] <= apart[space] <= reached[-1])
        found.append(RangeBand(band, reached[0], reached[-1], within))
    return tuple(found)


def _enemies(fight: FightPosition, fighters: Fighters) -> list[int]:
    return [foe for foe in fighters.foes(fight.at) if stands(fight.combatants[foe])]


def _falls(options: Options, fight: FightPosition, fighters: Fighters, arm: int) -> tuple[FallChance, ...]:
    """For each target in range, the chances that an attack fells the characters it hits."""
    found: list[FallChance] = []
    for target in _enemies(fight, fighters):
        if _is_in_view(options, fight, fighters, arm, target):
            found += fall_chances(options, fight, fighters, AimedAttack(arm, target))
    return tuple(found)


@rule("DPI-A46", "DPI-A47")
def _is_in_view(options: Options, fight: FightPosition, fighters: Fighters, arm: int, target: int) -> bool:
    """Whether a target is in range and in sight."""
    spaces = fighters.spaces(options, fight, fight.at, target)
    weapon = fighters.fighters[fight.at].arms[arm].weapon
    within = spaces is None or in_range(options, weapon, spaces)
    return within and fighters.see_each_other(fight, fight.at, target)


def _arm(
    options: Options, scene: Scene, fight: FightPosition, fighters: Fighters, at: int, corners: Corners
) -> BoardWeapon:
    us, our = fight.mine, fighters.fighters[fight.at]
    arm = our.arms[at]
    counted = us.shots[at] if arm.weapon.shots and at < len(us.shots) else None
    return BoardWeapon(
        arm.weapon.name,
        arm.level,
        us.grenades if at == our.thrown else counted,
        arm.ap,
        arm.weapon.area,
        _in_bands(options, scene, us.space, arm.weapon, corners),
        tuple(_target(options, scene, fight, fighters, at, foe) for foe in _enemies(fight, fighters)),
        _use(arm.weapon.name),
    )


def _use(weapon: str) -> BoardAction:
    if weapon == "grenade":
        return BoardAction("throw-grenade", "at", "space")
    return BoardAction("attack", "target", "character", {"weapon": weapon})


@rule("DPI-136", "DPI-137", "DPI-A49")
def _pairs(options: Options, fight: FightPosition, fighters: Fighters) -> tuple[Pair, ...]:
    """Every pair of characters of different sides in the fight."""
    those = [at for at, one in enumerate(fight.combatants) if stands(one)]
    return tuple(
        Pair(
            fighters.names[one],
            fighters.names[other],
            fighters.spaces(options, fight, one, other) or 0,
            fighters.cover(fight, one, other),
            fighters.cover(fight, other, one),
            fighters.see_each_other(fight, one, other),
        )
        for at, one in enumerate(those)
        for other in those[at + 1 :]
        if fighters.sides[one] != fighters.sides[other]
    )


def _figures(scene: Scene) -> tuple[BoardFigure, ...]:
    return tuple(
        BoardFigure(name, body.side, body.space, scene.takes_part(name), body.burning)
        for name, body in scene.characters.items()
    )


def board_view(options: Options, scene: Scene, who: str) -> BoardView:
    """The view of the map from a character's space, with its possible moves and attacks."""
    scene.sheet(who)
    turn = scene.running
    fight, fighters = FIGHT.now(scene, options, who)
    spaces = _reachable(options, scene, who)
    least, most = _map_of(scene, spaces)
    arms = _arms(fight, fighters)
    return BoardView(
        grid=scene.grid,
        least=least,
        most=most,
        bounded=scene.size is not None,
        obstacles=scene.obstacles,
        low=scene.low,
        figures=_figures(scene),
        pairs=_pairs(options, fight, fighters),
        turn=turn.turn if turn is not None else None,
        ap=turn.ap if turn is not None and turn.turn == who else 0,
        in_reach_of=in_reach_of(options, fight, fighters),
        falls=tuple(falling for at in arms for falling in _falls(options, fight, fighters, at)),
        spaces=spaces,
        arms=tuple(_arm(options, scene, fight, fighters, at, (least, most)) for at in arms),
    )


class Surroundings(Struct, frozen=True):
    """Everyone's place, distance and cover between enemies, and who could strike the viewing character."""

    figures: tuple[BoardFigure, ...]
    pairs: tuple[Pair, ...]
    in_reach_of: tuple[str, ...]


def seen_around(options: Options, scene: Scene, who: str) -> Surroundings:
    """The surroundings of a character, as seen from its space."""
    scene.sheet(who)
    fight, fighters = FIGHT.now(scene, options, who)
    return Surroundings(_figures(scene), _pairs(options, fight, fighters), in_reach_of(options, fight, fighters))


def why_refused(
    options: Options, scene: Scene, fight: FightPosition, fighters: Fighters, shot: AimedAttack, at: Space
) -> str | None:
    """The action's own refusal of an attack there now; None if it is allowed."""
    who, our = fighters.names[fight.at], fighters.fighters[fight.at]
    if shot.arm == our.thrown:
        why = refusal(throw_grenade, scene, who, at, options=options)
    elif shot.target == NO_ONE:
        return f"no target at {list(at)}"
    else:
        weapon, target = our.arms[shot.arm].weapon.name, fighters.names[shot.target]
        why = refusal(attack_target, scene, who, target, weapon, options=options)
    return None if why is None else str(why)


def aimed_at(options: Options, scene: Scene, who: str, weapon: str | None, at: Space) -> Aimed:
    """An attack on a space with a weapon or a grenade."""
    body = scene.sheet(who)
    fight, fighters = FIGHT.now(scene, options, who)
    our = fighters.fighters[fight.at]
    arm = our.thrown if weapon == "grenade" else arm_used(body, weapon)
    shot = AimedAttack(arm, standing_at(fight, at), at)
    return Aimed(
        our.arms[arm].weapon.name,
        at,
        our.arms[arm].ap,
        why_refused(options, scene, fight, fighters, shot, at),
        spaces_covered(options, fight, fighters, shot, at),
        None if shot.target == NO_ONE else fighters.names[shot.target],
        _results(results_of_attack(options, fight, fighters, shot)),
        attack_prospects(options, fight, fighters, shot, _sides(scene)),
        fall_chances(options, fight, fighters, shot),
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
