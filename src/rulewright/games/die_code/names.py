"""What parameters of actions can name in a scene."""

from collections.abc import Iterable

from rulewright.games.die_code.options import Options
from rulewright.games.die_code.scene import Scene


def codes(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Skills, attributes and equipment on the sheet of their owner."""
    if owner not in scene.characters:
        return ()
    sheet = scene.characters[owner]
    return (*sheet.skills, *sheet.attributes, *sheet.equipment)


def equipment(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Equipment on the sheet of its owner."""
    return scene.characters[owner].equipment if owner in scene.characters else ()


NAMES = {"code": codes, "equipment": equipment}
