"""The names that parameters of actions can take in a scene."""

from collections.abc import Iterable

from rulewright.games.die_code.chase_actions import terms_in_chase
from rulewright.games.die_code.data import MODES
from rulewright.games.die_code.movement import mean_paces
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


def attacks(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """The attacks on the owner's sheet."""
    return scene.characters[owner].attacks if owner in scene.characters else ()


def paces(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """The ways to move in a chase, the one that goes farthest on average first."""
    chase = scene.chase
    if chase is None or owner not in (chase.quarry, chase.pursuer) or owner not in scene.characters:
        return MODES
    on = chase.pursuer_on if owner == chase.pursuer else chase.quarry_on
    terms = terms_in_chase(options, scene, owner, on)
    return sorted(MODES, key=lambda mode: -mean_paces(options, terms, mode, False))


NAMES = {"attack": attacks, "pace": paces, "code": codes, "equipment": equipment}
