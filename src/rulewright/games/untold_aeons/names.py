"""The values that parameters of actions can name in a scene."""

from collections.abc import Iterable

from rulewright.games.untold_aeons.data import EFFECTS, SKILLS, WEAPONS
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.scene import Scene
from rulewright.games.untold_aeons.sheet import STATS, Sheet


def _sheets(scene: Scene, owner: str) -> list[Sheet]:
    """The sheet of one character, or all sheets."""
    if owner:
        return [scene.characters[owner]] if owner in scene.characters else []
    return list(scene.characters.values())


def weapons(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Weapons on the sheet."""
    return [name for sheet in _sheets(scene, owner) for name in sheet.weapons]


def starter_weapons(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Weapons of the starter set."""
    return WEAPONS


def skills(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Skills on the sheet."""
    return [name for sheet in _sheets(scene, owner) for name in sheet.skills]


def checked(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Skills and characteristics for a check: on the sheet, on other sheets, and fields of knowledge."""
    others = [name for sheet in scene.characters.values() for name in (*sheet.skills, *sheet.knowledge_skills)]
    return (*skills(scene, options, owner), *STATS, *others, *SKILLS.fields)


def effects(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Effects on the sheet."""
    return [effect.text for sheet in _sheets(scene, owner) for effect in sheet.effects]


def good_effects(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Effects of net Advantage on a sanity check; while Shaken it is a notch."""
    return () if any(sheet.unnerved for sheet in _sheets(scene, owner)) else EFFECTS.short_advantage


def bad_effects(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Effects of net Drawback on a sanity check: lasting ones if Shaken, which the check itself may cause."""
    shaken = any(sheet.unnerved for sheet in _sheets(scene, owner))
    return (*(() if shaken else EFFECTS.short_drawback), *EFFECTS.lasting_drawback)


NAMES = {
    "good effect": good_effects,
    "bad effect": bad_effects,
    "fun stuff": lambda scene, options, owner: EFFECTS.fun_stuff,
    "trigger": lambda scene, options, owner: EFFECTS.trigger,
    "weapon": weapons,
    "starter weapon": starter_weapons,
    "skill": skills,
    "skill or characteristic": checked,
    "effect": effects,
}
