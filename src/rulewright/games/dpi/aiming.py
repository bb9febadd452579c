"""Aiming: whom an attack on a space would hit, and why it is not allowed."""

from typing import Annotated

from msgspec import Struct

from rulewright.game import Character, named, suggested
from rulewright.games.dpi.agent import Owned
from rulewright.games.dpi.data import BANDS, DAMAGE, WEAPONS
from rulewright.games.dpi.grid import Space, area_hit, blast, distance
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.prospects import Falling, Likely, Prospect, results_of_attack, what_to_expect, who_would_fall
from rulewright.games.dpi.scene import Scene
from rulewright.games.dpi.striking import attack_someone, carried, hit_by_blast, hit_in_area, throw_grenade
from rulewright.games.dpi.weapons import ap_to_fire, in_range
from rulewright.readings.legal import refusal
from rulewright.rules import Dice, rule


class Aimed(Struct, frozen=True):
    """An attack aimed at a space: why it is refused, or its spaces, whom it would hit, and what to expect."""

    weapon: str
    at: Space
    ap: int
    refused: str | None
    area: tuple[Space, ...]
    aimed: str | None
    results: tuple[Likely, ...]
    hit: tuple[Prospect, ...]
    falls: tuple[Falling, ...]


def whom_it_hits(options: Options, scene: Scene, who: str, owned: Owned, at: Space, target: str | None) -> list[str]:
    """Everybody an attack on a space would hit, nearest first."""
    if owned.weapon == "grenade":
        return hit_by_blast(options, scene, at, owned.level)
    return hit_in_area(options, scene, who, owned, at, target)


def why_not(options: Options, scene: Scene, who: str, owned: Owned, at: Space, target: str | None) -> str | None:
    """Why somebody cannot attack there now, in the words of the action itself."""
    if owned.weapon == "grenade":
        why = refusal(throw_grenade, scene, who, at, options=options)
    elif target is None:
        return f"nobody to attack at {list(at)}"
    else:
        why = refusal(attack_someone, scene, who, target, owned.weapon, options=options)
    return None if why is None else str(why)


@rule("DPI-155", "DPI-157", "DPI-158", "DPI-159", "DPI-A50", "DPI-A51", "DPI-A52")
def spaces_covered(options: Options, scene: Scene, who: str, owned: Owned, at: Space) -> tuple[Space, ...]:
    """The spaces where somebody would be hit by an attack on a space; a line goes on until it meets somebody."""
    entry, start = WEAPONS[owned.weapon], scene.sheet(who).space
    blasts = entry.area == "explosive"
    middle, far = (at, DAMAGE.blast_per_level * owned.level) if blasts else (start, BANDS[entry.bands[-1]][1])
    steps = range(-far, far + 1)
    near = [(middle[0] + across, middle[1] + up) for up in steps for across in steps]
    on_map = [space for space in near if scene.is_on_map(space)]
    if entry.area == "explosive":
        return tuple(blast(options, scene.grid, at, owned.level, on_map))

    def reaches(spaces: int) -> bool:
        return in_range(options, owned.weapon, spaces)

    if entry.area is None:
        return (at,) if at in on_map and reaches(distance(options, scene.grid, start, at)) else ()
    tag = "piercing" if entry.area == "line" else entry.area
    return tuple(area_hit(options, scene.grid, tag, reaches, start, at, on_map))


@rule("DPI-155", "DPI-157", "DPI-158", "DPI-159", "DPI-A50", "DPI-A51", "DPI-A52", "DPI-A53")
def aim(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    at: Annotated[Space, suggested("space of somebody", "the space aimed at")],
    weapon: Annotated[str | None, named("weapon or grenade", "a weapon carried, or a grenade", of="who")] = None,
) -> tuple[Scene, Aimed]:
    """Aim without attacking: the spaces an attack would cover, whom it would hit, and what to expect."""
    return scene, aimed_at(dice.options, scene, who, weapon, at)


def aimed_at(options: Options, scene: Scene, who: str, weapon: str | None, at: Space) -> Aimed:
    """An attack with a weapon, or a grenade, on a space."""
    body = scene.sheet(who)
    owned = Owned("grenade", shots=body.grenades) if weapon == "grenade" else carried(body, weapon)
    others = [name for name in scene.characters if name != who and scene.takes_part(name)]
    target = next((name for name in others if scene.sheet(name).space == at), None)
    hit = whom_it_hits(options, scene, who, owned, at, target)
    return Aimed(
        owned.weapon,
        at,
        ap_to_fire(options, owned.weapon),
        why_not(options, scene, who, owned, at, target),
        spaces_covered(options, scene, who, owned, at),
        target,
        results_of_attack(options, scene, who, owned, target),
        what_to_expect(options, scene, who, owned, target, hit),
        who_would_fall(options, scene, who, owned, target, hit),
    )
