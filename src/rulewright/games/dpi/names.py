"""What parameters of actions can name in a scene."""

from collections.abc import Iterable

from rulewright.games.dpi.grid import Space
from rulewright.games.dpi.movement import ways_now
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Scene
from rulewright.games.dpi.sheet import Agent
from rulewright.games.dpi.skills import known_skills


def weapons(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Weapons that somebody carries."""
    return [owned.weapon for owned in scene.characters[owner].weapons] if owner in scene.characters else ()


def weapons_and_grenades(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """What somebody can aim."""
    return (*weapons(scene, options, owner), "grenade")


def skills(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Skills that somebody can use, and spheres of magic that they have."""
    body = scene.characters.get(owner)
    return (*known_skills(options, body.custom_skills), *body.magic) if isinstance(body, Agent) else ()


def near_spaces(scene: Scene, options: Options, owner: str) -> Iterable[Space]:
    """Spaces that somebody can get to with the AP left in their turn."""
    fight = scene.running
    return list(ways_now(options, scene, owner)) if fight is not None and fight.begun and fight.turn == owner else ()


def taken_spaces(scene: Scene, options: Options, owner: str) -> Iterable[Space]:
    """Spaces on which somebody is."""
    return [body.space for body in scene.characters.values()]


NAMES = {
    "weapon": weapons,
    "weapon or grenade": weapons_and_grenades,
    "skill": skills,
    "space in reach": near_spaces,
    "space of somebody": taken_spaces,
}
