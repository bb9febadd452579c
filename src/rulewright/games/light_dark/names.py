"""The names that parameters of actions can take in a scene."""

from collections.abc import Iterable

from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scene import Scene
from rulewright.games.light_dark.weapons import LISTED


def skills(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Skills of the owner."""
    return scene.characters[owner].skills if owner in scene.characters else ()


def learnable_skills(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Skills of the owner and of the scenario."""
    return (*skills(scene, options, owner), *scene.scenario.skills)


def held_advancements(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Advancements of the owner."""
    return [taken.name for taken in scene.characters[owner].advancements] if owner in scene.characters else ()


def advancements(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Advancements that the scenario lists."""
    return scene.scenario.advancements


def conditions(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Conditions that the scenario lists."""
    return scene.scenario.conditions


def held_conditions(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Conditions of the owner."""
    return scene.characters[owner].conditions if owner in scene.characters else ()


def challenges(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Challenges of the scene, open or over."""
    return scene.challenges


def prepared_challenges(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Challenges that the scenario lists."""
    return scene.scenario.challenges


def weapons(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """Weapons of the weapon table."""
    return LISTED


def facets(scene: Scene, options: Options, owner: str) -> Iterable[str]:
    """The facets of a Challenge."""
    return scene.challenges[owner].facets if owner in scene.challenges else ()


NAMES = {
    "skill": skills,
    "skill to learn": learnable_skills,
    "advancement held": held_advancements,
    "advancement": advancements,
    "condition": conditions,
    "condition held": held_conditions,
    "challenge": challenges,
    "challenge of the scenario": prepared_challenges,
    "weapon": weapons,
    "facet": facets,
}
