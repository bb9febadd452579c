"""The ability check of a character."""

from typing import Annotated

from msgspec import Meta

from rulewright.game import Character
from rulewright.games.twelves.check import Check, check
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.scene import (
    HIGHEST_DIFFICULTY,
    AbilityName,
    OtherSources,
    Scene,
    TagNames,
    attempt_of,
    check_ability,
    refuse_unable,
)
from rulewright.rules import Dice, Refused, meaning, rule


@rule("TW-12", "TW-13", "TW-14", "TW-16", "TW-21", "TW-31")
def ability_check(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    ability: AbilityName,
    tags: TagNames = (),
    difficulty: Annotated[int, Meta(ge=-HIGHEST_DIFFICULTY, le=HIGHEST_DIFFICULTY), meaning("difficulty penalty")] = 0,
    advantage: OtherSources = 0,
    disadvantage: OtherSources = 0,
) -> tuple[Scene, Check]:
    """A check on one ability, with the tier of the sheet."""
    check_ability(ability)
    if difficulty < 0:
        raise Refused(f"negative difficulty: {difficulty}; it is a penalty", "TW-A6")
    attempt = attempt_of(dice.options, scene.sheet(who), ability, tags, difficulty, advantage, disadvantage)
    refuse_unable(dice.options, scene.sheet(who))
    return scene, dice.call(check, attempt)
