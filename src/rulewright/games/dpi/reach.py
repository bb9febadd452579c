"""Who can strike whom where they stand."""

from functools import lru_cache

from rulewright.games.dpi.agent import UNARMED, Owned
from rulewright.games.dpi.data import BANDS, WEAPONS
from rulewright.games.dpi.grid import Space, distance
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Body, Scene
from rulewright.games.dpi.weapons import in_range
from rulewright.rules import rule


def is_loaded(owned: Owned) -> bool:
    """Whether a weapon can be used now: it has shots, or needs none."""
    return owned.shots > 0 or not WEAPONS[owned.weapon].shots


@rule("DPI-136", "DPI-A46")
def see_each_other(scene: Scene, one: str, other: str) -> bool:
    """Complete cover on either side blocks sight."""
    return "full" not in (scene.cover_of(one, other), scene.cover_of(other, one))


@rule("DPI-A42", "DPI-A43")
def counter_weapon(options: Options, body: Body, spaces: int) -> Owned | None:
    """What somebody strikes back with: the first weapon carried that reaches and is loaded, else bare hands."""
    if options.counter_reach == "always":
        return body.weapons[0] if body.weapons else UNARMED
    for owned in (*body.weapons, UNARMED):
        if in_range(options, owned.weapon, spaces) and is_loaded(owned):
            return owned
    return None


@lru_cache(maxsize=256)
def _distances(options: Options, weapons: tuple[Owned, ...]) -> frozenset[int]:
    """The distances at which somebody with these weapons can strike."""
    usable = [owned.weapon for owned in (*weapons, UNARMED) if is_loaded(owned)]
    farthest = max(most for _, most in BANDS.values())
    return frozenset(at for at in range(farthest + 1) if any(in_range(options, weapon, at) for weapon in usable))


@rule("DPI-A43", "DPI-A47")
def in_reach_of(options: Options, scene: Scene, who: str, at: Space | None = None) -> tuple[str, ...]:
    """Everybody of the other side who could strike somebody where they stand, or at another space."""
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
