"""What parameters of actions can name in a scene."""

from collections.abc import Iterable

from rulewright.games.untold_aeons.data import WEAPONS
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.scene import Scene
from rulewright.games.untold_aeons.sheet import STATS, Sheet


def _sheets(scene: Scene, owner: str) -> list[Sheet]:
    """The sheet of one owner, or everybody's."""
    if owner:
        return [scene.characters[owner]] if owner in scene.characters else []
    return list(scene.characters.values())


def weapons(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Weapons that are carried."""
    return [name for sheet in _sheets(scene, owner) for name in sheet.weapons]


def starter_weapons(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Weapons that need no more than their name."""
    return WEAPONS


def skills(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Skills that are on the sheet."""
    return [name for sheet in _sheets(scene, owner) for name in sheet.skills]


def checked(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """What a check can be on: own skills and characteristics, and every skill that somebody here has or knows of."""
    others = [name for sheet in scene.characters.values() for name in (*sheet.skills, *sheet.knowledge_skills)]
    return (*skills(scene, options, owner), *STATS, *others)


def effects(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Effects that somebody is under."""
    return [effect.text for sheet in _sheets(scene, owner) for effect in sheet.effects]


NAMES = {
    "weapon": weapons,
    "starter weapon": starter_weapons,
    "skill": skills,
    "skill or characteristic": checked,
    "effect": effects,
}
