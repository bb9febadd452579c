"""The names that parameters of actions can take in a scene."""

from collections.abc import Iterable

from rulewright.games.die_code.options import Options
from rulewright.games.die_code.scene import Scene


def codes(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Skills, attributes and equipment of the owner."""
    if owner not in scene.characters:
        return ()
    sheet = scene.characters[owner]
    return (*sheet.skills, *sheet.attributes, *sheet.equipment)


def equipment(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Equipment of the owner."""
    return scene.characters[owner].equipment if owner in scene.characters else ()


NAMES = {"code": codes, "equipment": equipment}
