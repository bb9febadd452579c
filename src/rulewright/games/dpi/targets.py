"""Targets: which weapon is used, who can strike whom, and whom an attack hits."""

from functools import lru_cache

from rulewright.games.dpi.data import BANDS, DAMAGE, WEAPONS
from rulewright.games.dpi.grid import Space, area_hit, blast, distance
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Body, Scene
from rulewright.games.dpi.sheet import UNARMED, Owned, is_loaded
from rulewright.games.dpi.weapons import in_range
from rulewright.rules import BadParameter, Refused, rule


@rule("DPI-136", "DPI-A46")
def see_each_other(scene: Scene, one: str, other: str) -> bool:
    """Complete cover on either side blocks sight."""
    return "full" not in (scene.cover_of(one, other), scene.cover_of(other, one))


@rule("DPI-A42", "DPI-A43")
def counter_weapon(options: Options, body: Body, spaces: int) -> Owned | None:
    """The weapon of a counterattack: the first one carried that reaches and is loaded, else bare hands."""
    if options.counter_reach == "always":
        return body.weapons[0] if body.weapons else UNARMED
    for owned in (*body.weapons, UNARMED):
        if in_range(options, owned.weapon, spaces) and is_loaded(owned):
            return owned
    return None


@lru_cache(maxsize=256)
def _distances(options: Options, weapons: tuple[Owned, ...]) -> frozenset[int]:
    """The distances at which these weapons, or bare hands, can strike."""
    usable = [owned.weapon for owned in (*weapons, UNARMED) if is_loaded(owned)]
    farthest = max(most for _, most in BANDS.values())
    return frozenset(at for at in range(farthest + 1) if any(in_range(options, weapon, at) for weapon in usable))


@rule("DPI-A43", "DPI-A47")
def in_reach_of(options: Options, scene: Scene, who: str, at: Space | None = None) -> tuple[str, ...]:
    """The enemies who could strike a character on its space, or on another."""
    body = scene.sheet(who)
    space = body.space if at is None else at
    return tuple(
        name
        for name, other in scene.characters.items()
        if other.side != body.side
        and distance(options, scene.grid, space, other.space) in _distances(options, other.weapons)
        and scene.takes_part(name)
        and see_each_other(scene, who, name)
    )


def weapon_used(body: Body, weapon: str | None) -> Owned:
    """The weapon used: the one named, else the first carried, else bare hands."""
    if weapon is None:
        return body.weapons[0] if body.weapons else UNARMED
    for owned in body.weapons:
        if owned.weapon == weapon and is_loaded(owned):
            return owned
    found = next((owned for owned in body.weapons if owned.weapon == weapon), None)
    if found is not None:
        return found
    if weapon == "unarmed":
        return UNARMED
    if weapon not in WEAPONS:
        raise BadParameter("weapon", f"one of {', '.join(WEAPONS)}", weapon)
    raise Refused(f"weapon not owned: {weapon}", "DPI-A60")


@rule("DPI-155", "DPI-A52")
def hit_by_blast(options: Options, scene: Scene, at: Space, level: int) -> list[str]:
    """The characters a blast hits, nearest first: friend, foe and thrower."""
    standing = [name for name in scene.characters if scene.takes_part(name)]
    near = blast(options, scene.grid, at, level, dict.fromkeys(scene.sheet(name).space for name in standing))
    return [name for space in near for name in standing if scene.sheet(name).space == space]


@rule("DPI-157", "DPI-158", "DPI-159", "DPI-A53")
def hit_in_area(
    options: Options, scene: Scene, who: str, owned: Owned, at: Space, target: str | None = None
) -> list[str]:
    """The characters an attack hits: the target, or everyone in range in the weapon's area."""
    tag = WEAPONS[owned.weapon].area
    aimed = [target] if target is not None else []
    if tag is None:
        return aimed
    others = [name for name in scene.characters if name != who and scene.takes_part(name)]

    def reaches(spaces: int) -> bool:
        return in_range(options, owned.weapon, spaces)

    taken = dict.fromkeys(scene.sheet(name).space for name in others)
    spaces = area_hit(options, scene.grid, tag, reaches, scene.sheet(who).space, at, taken)
    found = [name for space in spaces for name in others if scene.sheet(name).space == space]
    return [*(name for name in aimed if name not in found), *found]


def characters_hit(options: Options, scene: Scene, who: str, owned: Owned, at: Space, target: str | None) -> list[str]:
    """The characters an attack on a space would hit, nearest first."""
    if owned.weapon == "grenade":
        return hit_by_blast(options, scene, at, owned.level)
    return hit_in_area(options, scene, who, owned, at, target)


@rule("DPI-155", "DPI-157", "DPI-158", "DPI-159", "DPI-A50", "DPI-A51", "DPI-A52")
def spaces_covered(options: Options, scene: Scene, who: str, owned: Owned, at: Space) -> tuple[Space, ...]:
    """The spaces an attack on a space covers; a line is shown to its full range."""
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
