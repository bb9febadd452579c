"""The names in a scene that parameters of actions can take."""

from collections.abc import Iterable

from rulewright.games.dpi.data import SLOTS
from rulewright.games.dpi.fight import FIGHT
from rulewright.games.dpi.grid import Space
from rulewright.games.dpi.movement import ways_now
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Scene
from rulewright.games.dpi.sheet import Agent
from rulewright.games.dpi.skills import known_skills


def weapons(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """The weapons a character carries."""
    return [owned.weapon for owned in scene.characters[owner].weapons] if owner in scene.characters else ()


def weapons_and_grenades(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """The weapons a character carries, and grenades."""
    return (*weapons(scene, options, owner), "grenade")


def skills(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """The skills an agent can use, and its spheres of magic."""
    body = scene.characters.get(owner)
    return (*known_skills(options, body.custom_skills), *body.magic) if isinstance(body, Agent) else ()


def near_spaces(scene: Scene, options: Options, owner: str) -> Iterable[Space]:
    """The spaces a character can reach with the AP left in its turn."""
    fight = scene.running
    if fight is None or not fight.begun or fight.turn != owner:
        return ()
    return list(ways_now(FIGHT.now(scene, options, owner)))


def taken_spaces(scene: Scene, options: Options, owner: str) -> Iterable[Space]:
    """The spaces with a character on them."""
    return [body.space for body in scene.characters.values()]


def slots(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """The subjects that the draft names and does not describe, and others that the table has notes on."""
    return tuple(dict.fromkeys((*SLOTS, *scene.texts)))


NAMES = {
    "slot": slots,
    "weapon": weapons,
    "weapon or grenade": weapons_and_grenades,
    "skill": skills,
    "space in reach": near_spaces,
    "space of a character": taken_spaces,
}
