"""The ability check of a character."""

from typing import Annotated

from msgspec import Meta

from rulewright.game import Character
from rulewright.game.turns import use_action
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


@rule("TW-12", "TW-13", "TW-14", "TW-16", "TW-21", "TW-31", "TW-32")
def ability_check(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    ability: AbilityName,
    tags: TagNames = (),
    difficulty: Annotated[int, Meta(ge=-HIGHEST_DIFFICULTY, le=HIGHEST_DIFFICULTY), meaning("difficulty penalty")] = 0,
    advantage: OtherSources = 0,
    disadvantage: OtherSources = 0,
    free: Annotated[bool, meaning("whether it costs no action in a fight, also in another's turn")] = False,
) -> tuple[Scene, Check]:
    """A check on one ability, with the tier of the sheet; in a fight it uses one action unless the GM makes it free."""
    check_ability(ability)
    if difficulty < 0:
        raise Refused(f"negative difficulty: {difficulty}; it is a penalty", "TW-A6")
    attempt = attempt_of(dice.options, scene.sheet(who), ability, tags, difficulty, advantage, disadvantage)
    refuse_unable(dice.options, scene.sheet(who))
    return scene if free else use_action(scene, who, "TW-32"), dice.call(check, attempt)
