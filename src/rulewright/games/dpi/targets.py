"""Targets: the weapon used, who can strike whom, and the spaces that an attack covers."""

from rulewright.games.dpi.data import BANDS, DAMAGE, WEAPONS
from rulewright.games.dpi.fight_state import AimedAttack, Fighters, FightPosition, Map, stands, usable_arms
from rulewright.games.dpi.grid import Space, area_hit, blast, distance
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Body
from rulewright.games.dpi.sheet import is_loaded
from rulewright.games.dpi.weapons import distances_reached, in_range
from rulewright.rules import BadParameter, Refused, rule


@rule("DPI-A43", "DPI-A47")
def in_reach_of(options: Options, fight: FightPosition, fighters: Fighters, at: Space | None = None) -> tuple[str, ...]:
    """The enemies who could strike the one who acts on its space, or on another."""
    place, space = fighters.place, fight.mine.space if at is None else at
    assert isinstance(place, Map)
    found = []
    for foe in fighters.foes(fight.at):
        body, fighter = fight.combatants[foe], fighters.fighters[foe]
        if not stands(body) or not fighters.see_each_other(fight, fight.at, foe):
            continue
        weapons = tuple(fighter.arms[at].weapon for at in usable_arms(body, fighter))
        if distance(options, place.grid, space, body.space) in distances_reached(options, weapons):
            found.append(fighters.names[foe])
    return tuple(found)


def arm_used(body: Body, weapon: str | None) -> int:
    """The place of the weapon used among a character's arms: the one named, else the first carried or bare hands."""
    if weapon is None:
        return 0
    those = [at for at, owned in enumerate(body.weapons) if owned.weapon == weapon]
    if those:
        return next((at for at in those if is_loaded(body.weapons[at])), those[0])
    if weapon == "unarmed":
        return len(body.weapons)
    if weapon not in WEAPONS:
        carried = dict.fromkeys((*WEAPONS, *(owned.weapon for owned in body.weapons)))
        raise BadParameter("weapon", f"one of {', '.join(carried)}", weapon)
    raise Refused(f"weapon not owned: {weapon}", "DPI-A60")


@rule("DPI-155", "DPI-157", "DPI-158", "DPI-159", "DPI-A50", "DPI-A51", "DPI-A52")
def spaces_covered(
    options: Options, fight: FightPosition, fighters: Fighters, shot: AimedAttack, at: Space
) -> tuple[Space, ...]:
    """The spaces an attack on a space covers; a line is shown to its full range."""
    place, start = fighters.place, fight.mine.space
    assert isinstance(place, Map)
    arm = fighters.fighters[fight.at].arms[shot.arm]
    weapon = arm.weapon
    blasts = weapon.area == "explosive"
    middle, far = (at, DAMAGE.blast_per_level * arm.level) if blasts else (start, BANDS[weapon.bands[-1]][1])
    steps = range(-far, far + 1)
    near = [(middle[0] + across, middle[1] + up) for up in steps for across in steps]
    on_map = [space for space in near if place.size is None or _within(space, place.size)]
    if blasts:
        return tuple(blast(options, place.grid, at, arm.level, on_map))

    def reaches(spaces: int) -> bool:
        return in_range(options, weapon, spaces)

    if weapon.area is None:
        return (at,) if at in on_map and reaches(distance(options, place.grid, start, at)) else ()
    tag = "piercing" if weapon.area == "line" else weapon.area
    return tuple(area_hit(options, place.grid, tag, reaches, start, at, on_map))


def _within(space: Space, size: Space) -> bool:
    return all(0 <= at < most for at, most in zip(space, size, strict=True))
