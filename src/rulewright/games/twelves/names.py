"""The values that parameters of actions can name in a scene."""

from collections.abc import Iterable
from typing import get_args

from rulewright.games.twelves.data import FOES
from rulewright.games.twelves.health import DoseSource
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.scene import Scene
from rulewright.games.twelves.sheet import Tag


def tags(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """The Tags on a character's sheet."""
    if owner not in scene.characters:
        return ()
    return [tag.name if isinstance(tag, Tag) else tag for tag in scene.characters[owner].tags]


def sources(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Sources of healing."""
    return get_args(DoseSource)


def weapons(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """The weapons on a character's sheet."""
    return [one.name for one in scene.characters[owner].weapons] if owner in scene.characters else ()


def starter_foes(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """The ready-made foes."""
    return FOES


NAMES = {"tag": tags, "weapon": weapons, "foe": starter_foes, "source of healing": sources}
