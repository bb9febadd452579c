"""The map of a fight as a viewer may see it: figures, spaces in reach, and weapons with their targets and odds.

The interface computes no rule: the actions say what is allowed, and the rolls give the odds.
"""

from collections.abc import Container
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.board import (
    Aimed,
    AimPreview,
    BoardAction,
    BoardFigure,
    BoardGround,
    BoardTarget,
    BoardView,
    BoardWeapon,
    FallChance,
    Pair,
    RangeBand,
    Reachable,
)
from rulewright.game.error_words import error_sentence
from rulewright.games.dpi.attack_actions import attack_target, throw_grenade
from rulewright.games.dpi.attack_odds import attack_prospects, fall_chances, results_of_attack
from rulewright.games.dpi.data import BANDS, DAMAGE, Weapon
from rulewright.games.dpi.fight import FIGHT
from rulewright.games.dpi.fight_attack import dice_against, spaces_hit
from rulewright.games.dpi.fight_state import NO_ONE, AimedAttack, TurnContext, stands, usable_arms
from rulewright.games.dpi.fight_turn import arm_used, standing_at
from rulewright.games.dpi.grid import Space, distance
from rulewright.games.dpi.movement import cost_of_move, ways_now
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Scene
from rulewright.games.dpi.weapons import band_at, dice_text, distances_reached, in_range
from rulewright.readings import refusal
from rulewright.rules import rule

Corners = tuple[Space, Space]


class _SeenEnemy(NamedTuple):
    """An enemy in sight, its space, and the distances at which it can strike."""

    name: str
    space: Space
    distances: tuple[int, ...]


@rule("DPI-A43", "DPI-A47")
def _threats(turn: TurnContext) -> list[_SeenEnemy]:
    """The enemies who see the acting character and have a weapon to strike with."""
    found = []
    for foe in _enemies(turn):
        body, fighter = turn.fight.combatants[foe], turn.fighters.fighters[foe]
        weapons = tuple(fighter.arms[arm].weapon for arm in usable_arms(body, fighter))
        if weapons and turn.sees(foe):
            found.append(_SeenEnemy(turn.fighters.names[foe], body.space, distances_reached(turn.options, weapons)))
    return found


def _who_reach(turn: TurnContext, threats: list[_SeenEnemy], at: Space) -> tuple[str, ...]:
    """The names of those enemies who could strike at a space."""
    options, grid = turn.options, turn.fighters.place.grid
    return tuple(one.name for one in threats if distance(options, grid, at, one.space) in one.distances)


def in_reach_of(turn: TurnContext) -> tuple[str, ...]:
    """The enemies who could strike the acting character where it stands."""
    return _who_reach(turn, _threats(turn), turn.us.space)


@rule("DPI-128", "DPI-135", "DPI-A49", "DPI-A58")
def _reachable(scene: Scene, turn: TurnContext) -> tuple[Reachable, ...]:
    """Every space a character can move to now, nearest first."""
    if scene.running is None or not FIGHT.has_begun(scene, turn.fighters.names[turn.fight.at]):
        return ()
    threats = _threats(turn)
    return tuple(
        Reachable(space, cost_of_move(turn, way.spaces), way.path, _who_reach(turn, threats, space))
        for space, way in ways_now(turn).items()
        if way.path
    )


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


def _arms(turn: TurnContext) -> list[int]:
    """One of each weapon of the acting character, with bare hands and grenades."""
    our = turn.our
    names = dict.fromkeys(arm.weapon.name for at, arm in enumerate(our.arms) if at != our.thrown)
    return [*(arm_used(turn, name) for name in names), *([our.thrown] if turn.us.grenades else [])]


@rule("DPI-155", "DPI-157", "DPI-158", "DPI-159", "DPI-A50", "DPI-A51", "DPI-A52")
def _spaces_covered(turn: TurnContext, at: int, lands: Space) -> tuple[Space, ...]:
    """The spaces an attack on a space covers; a line is shown to its full range."""
    place, start, arm = turn.fighters.place, turn.us.space, turn.our.arms[at]
    blasts = arm.weapon.area == "explosive"
    middle, far = (lands, DAMAGE.blast_per_level * arm.level) if blasts else (start, BANDS[arm.weapon.bands[-1]][1])
    least, most = (middle[0] - far, middle[1] - far), (middle[0] + far, middle[1] + far)
    if place.size is not None:
        least, most = (0, 0), (place.size[0] - 1, place.size[1] - 1)
    near = _spaces_near(middle, far, least, most)
    if arm.weapon.area is None:
        reached = in_range(turn.options, arm.weapon, distance(turn.options, place.grid, start, lands))
        return (lands,) if lands in near and reached else ()
    return tuple(spaces_hit(turn, at, lands, near, full_line=True))


def _target(scene: Scene, turn: TurnContext, arm: int, target: int, known: Container[str]) -> BoardTarget:
    """An enemy as a target; its odds are shown if everyone they are about is known to the viewer."""
    at, name = turn.fight.combatants[target].space, turn.fighters.names[target]
    shot = AimedAttack(arm, target, at if arm == turn.our.thrown else None)
    why = _why_refused(scene, turn, shot, at)
    if not _is_in_view(turn, arm, target):
        return BoardTarget(name, why, "", Fraction(0), (), ())
    dice, covered = dice_text(dice_against(turn, arm, target)), _spaces_covered(turn, arm, at)
    hit = attack_prospects(scene, turn, shot)
    if not all(one in known for one in (name, *(one.who for one in hit))):
        return BoardTarget(name, why, dice, Fraction(0), (), (), covered)
    results = results_of_attack(turn, shot)
    success = sum((one.chance for one in results if one.result in ("success", "crit")), Fraction(0))
    return BoardTarget(name, why, dice, success, results, hit, covered)


@rule("DPI-160", "DPI-161", "DPI-162", "DPI-163", "DPI-164", "DPI-A47", "DPI-A48")
def _in_bands(turn: TurnContext, weapon: Weapon, corners: Corners) -> tuple[RangeBand, ...]:
    """A weapon's range bands, and the spaces of the map in each."""
    options, start, found = turn.options, turn.us.space, []
    spaces = _spaces_near(start, max(BANDS[band][1] for band in weapon.bands), *corners)
    apart = {space: distance(options, turn.fighters.place.grid, start, space) for space in spaces}
    for band in weapon.bands:
        reached = [at for at in range(BANDS[band][1] + 1) if band_at(options, weapon, at) == band]
        within = tuple(space for space in spaces if reached[0] <= apart[space] <= reached[-1])
        found.append(RangeBand(band, reached[0], reached[-1], within))
    return tuple(found)


def _enemies(turn: TurnContext) -> list[int]:
    return [foe for foe in turn.fighters.foes(turn.fight.at) if stands(turn.fight.combatants[foe])]


def _falls(turn: TurnContext, arm: int) -> tuple[FallChance, ...]:
    """For each target in range, the chances that an attack fells the characters it hits."""
    targets = [target for target in _enemies(turn) if _is_in_view(turn, arm, target)]
    return tuple(falling for target in targets for falling in fall_chances(turn, AimedAttack(arm, target)))


@rule("DPI-A46", "DPI-A47")
def _is_in_view(turn: TurnContext, arm: int, target: int) -> bool:
    """Whether a target is in range and in sight."""
    spaces = turn.spaces(target)
    return (spaces is None or in_range(turn.options, turn.our.arms[arm].weapon, spaces)) and turn.sees(target)


def _arm(scene: Scene, turn: TurnContext, at: int, corners: Corners, known: Container[str]) -> BoardWeapon:
    us, arm, thrown = turn.us, turn.our.arms[at], at == turn.our.thrown
    counted = us.shots[at] if arm.weapon.shots and at < len(us.shots) else None
    use = BoardAction("attack", "target", "character", {"weapon": arm.weapon.name})
    return BoardWeapon(
        arm.weapon.name,
        arm.level,
        us.grenades if thrown else counted,
        arm.ap,
        arm.weapon.area,
        _in_bands(turn, arm.weapon, corners),
        tuple(_target(scene, turn, at, foe, known) for foe in _enemies(turn)),
        BoardAction("throw-grenade", "at", "space") if thrown else use,
    )


@rule("DPI-136", "DPI-137", "DPI-A49")
def _pairs(turn: TurnContext) -> tuple[Pair, ...]:
    """Every pair of characters of different sides in the fight."""
    fight, fighters = turn.fight, turn.fighters
    those = [at for at, one in enumerate(fight.combatants) if stands(one)]
    return tuple(
        Pair(
            fighters.names[one],
            fighters.names[other],
            fighters.spaces(turn.options, fight, one, other) or 0,
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
        BoardFigure(
            name,
            body.side,
            body.space,
            scene.takes_part(name),
            (f"burning {body.burning}",) if body.burning else (),
        )
        for name, body in scene.characters.items()
    )


def board_view(options: Options, scene: Scene, who: str, known: Container[str] | None = None) -> BoardView:
    """The view of the map from a character's space, with its possible moves and attacks.

    Odds are shown only against characters whose sheets the viewer may see; of everyone if `known` is None.
    """
    scene.sheet(who)
    seen = frozenset(scene.characters) if known is None else known
    running, turn = scene.running, FIGHT.now(scene, options, who)
    spaces, arms = _reachable(scene, turn), _arms(turn)
    least, most = _map_of(scene, spaces)
    return BoardView(
        grid=scene.grid,
        least=least,
        most=most,
        bounded=scene.size is not None,
        obstacles=scene.obstacles,
        low=scene.low,
        figures=_figures(scene),
        pairs=_pairs(turn),
        turn=running.turn if running is not None else None,
        counts="ap",
        ap=running.ap if running is not None and running.turn == who else 0,
        in_reach_of=in_reach_of(turn),
        falls=tuple(one for at in arms for one in _falls(turn, at) if one.who in seen),
        spaces=spaces,
        arms=tuple(_arm(scene, turn, at, (least, most), seen) for at in arms),
        move=BoardAction("move", "to", "space"),
        ground=BoardGround("set-scene", "obstacles", "low"),
    )


class SeenFigure(Struct, frozen=True):
    """A character as another sees it."""

    who: str
    side: str
    space: Space
    in_fight: bool
    burning: int


class Surroundings(Struct, frozen=True):
    """Everyone's place, distance and cover between enemies, and who could strike the viewing character."""

    figures: tuple[SeenFigure, ...]
    pairs: tuple[Pair, ...]
    in_reach_of: tuple[str, ...]


def seen_around(scene: Scene, turn: TurnContext) -> Surroundings:
    """The surroundings of a character, as seen from its space."""
    figures = (
        SeenFigure(name, body.side, body.space, scene.takes_part(name), body.burning)
        for name, body in scene.characters.items()
    )
    return Surroundings(tuple(figures), _pairs(turn), in_reach_of(turn))


def _why_refused(scene: Scene, turn: TurnContext, shot: AimedAttack, at: Space) -> str | None:
    """The action's own refusal of an attack there now; None if it is allowed."""
    who, names = turn.fighters.names[turn.fight.at], turn.fighters.names
    if shot.arm == turn.our.thrown:
        why = refusal(throw_grenade, scene, who, at, options=turn.options)
    elif shot.target == NO_ONE:
        return "There is no target there."
    else:
        weapon = turn.our.arms[shot.arm].weapon.name
        why = refusal(attack_target, scene, who, names[shot.target], weapon, options=turn.options)
    return None if why is None else error_sentence(why)


def aimed_at(scene: Scene, turn: TurnContext, arm: int, at: Space) -> Aimed:
    """An attack on a space with a weapon or a grenade."""
    shot = AimedAttack(arm, standing_at(turn, at), at)
    return Aimed(
        turn.our.arms[arm].weapon.name,
        at,
        turn.our.arms[arm].ap,
        _why_refused(scene, turn, shot, at),
        _spaces_covered(turn, arm, at),
        None if shot.target == NO_ONE else turn.fighters.names[shot.target],
        results_of_attack(turn, shot),
        attack_prospects(scene, turn, shot),
        fall_chances(turn, shot),
    )


def aim_on_board(options: Options, scene: Scene, who: str, weapon: str, at: Space, known: frozenset[str]) -> AimPreview:
    """The odds of an attack on a space, only for characters whose sheets the viewer may see."""
    scene.sheet(who)
    turn = FIGHT.now(scene, options, who)
    attack = aimed_at(scene, turn, weapon_or_grenade(turn, weapon), at)
    seen = known if attack.aimed is None or attack.aimed in known else frozenset[str]()
    shown = replace(
        attack,
        results=attack.results if seen is known else (),
        hit=tuple(one for one in attack.hit if one.who in seen),
        falls=tuple(one for one in attack.falls if one.who in seen),
    )
    return AimPreview(shown, tuple(one.who for one in attack.hit if one.who not in seen))


def weapon_or_grenade(turn: TurnContext, weapon: str | None) -> int:
    """The place of a weapon among the arms, or of the grenades."""
    return turn.our.thrown if weapon == "grenade" else arm_used(turn, weapon)
