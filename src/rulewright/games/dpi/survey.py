"""What can be done now: spaces within reach with their AP, and targets with their odds."""

from fractions import Fraction

from msgspec import Struct

from rulewright.game import Character
from rulewright.games.dpi.agent import UNARMED, Agent, Foe
from rulewright.games.dpi.attack import Attack, PartCover, attack
from rulewright.games.dpi.data import WEAPONS, WeaponName
from rulewright.games.dpi.grid import Space, distance, neighbours
from rulewright.games.dpi.movement import most_spaces
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.rolling import situation_of
from rulewright.games.dpi.scene import Scene, is_standing
from rulewright.games.dpi.striking import counter_weapon
from rulewright.games.dpi.turns import cost_of_move, own_turn
from rulewright.games.dpi.weapons import Cover, ap_to_fire, in_range
from rulewright.readings import odds
from rulewright.rules import Dice, rule

__all__ = ["Choices", "Reachable", "Target", "in_reach_of", "look_around", "reachable", "targets"]


class Reachable(Struct, frozen=True):
    """A space somebody can get to, and the AP it costs."""

    space: Space
    ap: int


class Target(Struct, frozen=True):
    """Somebody within range: with which weapon, at what AP, and what to expect."""

    who: str
    weapon: str
    spaces: int
    ap: int
    success: Fraction
    countered: Fraction
    mean_damage: Fraction
    mean_counter: Fraction


class Choices(Struct, frozen=True):
    """What somebody can do with the AP left, and whose reach they are in."""

    ap: int
    spaces: tuple[Reachable, ...]
    targets: tuple[Target, ...]
    in_reach_of: tuple[str, ...]


@rule("DPI-128", "DPI-A58")
def reachable(options: Options, scene: Scene, who: str) -> tuple[Reachable, ...]:
    """Every space somebody can move to now, nearest first, with its AP."""
    fight, body = own_turn(scene, who), scene.body(who)
    armour = body.armour if isinstance(body, Agent) else "none"
    most = most_spaces(options, fight.ap, fight.moved, armour)
    found, edge = {body.space: 0}, [body.space]
    while edge:
        edge = [
            space
            for space in dict.fromkeys(beside for at in edge for beside in neighbours(scene.grid, at))
            if space not in found and distance(options, scene.grid, body.space, space) <= most
        ]
        found |= {space: distance(options, scene.grid, body.space, space) for space in edge}
    listed = sorted((spaces, space) for space, spaces in found.items() if spaces)
    return tuple(Reachable(space, cost_of_move(options, scene, who, spaces)) for spaces, space in listed)


@rule("DPI-A10", "DPI-A47")
def targets(options: Options, scene: Scene, who: str) -> tuple[Target, ...]:
    """Everybody of the other side within range of a loaded weapon that AP allow, with the odds of one attack."""
    fight, body = own_turn(scene, who), scene.body(who)
    found = []
    for name, other in scene.characters.items():
        seen = "full" not in (scene.cover_of(name, who), scene.cover_of(who, name))
        if other.side == body.side or not is_standing(other) or not seen:
            continue
        spaces = scene.spaces_between(options, who, name)
        for owned in dict.fromkeys((*body.weapons, UNARMED)):
            ready = owned.shots or not WEAPONS[owned.weapon].shots
            cost = ap_to_fire(options, owned.weapon)
            if ready and cost <= fight.ap and in_range(options, owned.weapon, spaces):
                found.append(_expected(options, scene, who, name, owned.weapon, owned.level, spaces, cost))
    return tuple(found)


def _part(cover: Cover) -> PartCover:
    """Targets in complete cover are not listed, so there is none left here."""
    return "half" if cover == "half" else "none"


def _expected(
    options: Options, scene: Scene, who: str, name: str, weapon: WeaponName, level: int, spaces: int, cost: int
) -> Target:
    body, other, entry = scene.body(who), scene.body(name), WEAPONS[weapon]
    back = counter_weapon(options, other, spaces)
    difficulty = other.difficulty if isinstance(other, Foe) else "normal"
    brought = situation_of(options, scene, body, entry.stat, entry.skill, 0, difficulty)
    chances = odds(
        attack,
        Attack(
            *(brought.stat, brought.skill, brought.luck, brought.stress, brought.modifier, brought.difficulty),
            weapon=weapon,
            level=level,
            distance=spaces,
            target_cover=_part(scene.cover_of(name, who)),
            target_fortitude=other.fortitude,
            counter_weapon=back.weapon if back else "none",
            counter_level=back.level if back else 1,
            attacker_cover=_part(scene.cover_of(who, name)),
            attacker_fortitude=body.fortitude,
        ),
        options=options,
    )
    return Target(
        name,
        weapon,
        spaces,
        cost,
        success=chances.where(lambda one: one.result in ("success", "crit")),
        countered=chances.where(lambda one: bool(one.counter_damage or one.counter_ft_loss)),
        mean_damage=chances.mean(lambda one: one.damage),
        mean_counter=chances.mean(lambda one: one.counter_damage),
    )


@rule("DPI-A43", "DPI-A47")
def in_reach_of(options: Options, scene: Scene, who: str) -> tuple[str, ...]:
    """Everybody of the other side who could strike somebody where they stand."""
    side = scene.body(who).side
    return tuple(
        name
        for name, other in scene.characters.items()
        if other.side != side
        and is_standing(other)
        and "full" not in (scene.cover_of(name, who), scene.cover_of(who, name))
        and counter_weapon(options, other, scene.spaces_between(options, who, name)) is not None
    )


@rule("DPI-27", "DPI-128", "DPI-A47")
def look_around(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Choices]:
    """What can be done now: every space within reach with its AP, every target in range with its odds."""
    fight = own_turn(scene, who)
    options = dice.options
    return scene, Choices(
        fight.ap, reachable(options, scene, who), targets(options, scene, who), in_reach_of(options, scene, who)
    )
