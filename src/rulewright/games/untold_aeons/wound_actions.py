"""Wounds in play: damage, the saves that follow, and bleeding."""

from rulewright.game import Character
from rulewright.games.untold_aeons.fight import FIGHT
from rulewright.games.untold_aeons.harm import Amount, Suffered, refuse_negative
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import Bonus
from rulewright.games.untold_aeons.rerolls import Reroll
from rulewright.games.untold_aeons.scene import Scene, refuse_dead
from rulewright.games.untold_aeons.strikes import hurt
from rulewright.rules import Dice, Refused, rule


@rule("UA-88", "UA-89", "UA-95", "UA-A50")
def take_damage_in_play(
    dice: Dice[Options], scene: Scene, who: Character, damage: Amount, bonus: Bonus = 0, reroll: Reroll = None
) -> tuple[Scene, Suffered]:
    """The Narrator deals damage to a character, already reduced; a bonus counts for the saves."""
    refuse_dead(scene.sheet(who))
    refuse_negative(damage)
    return _damaged(dice, scene, who, damage, bonus, reroll)


@rule("UA-94", "UA-96", "UA-A30")
def tick(dice: Dice[Options], scene: Scene, who: str, wish: Reroll, bonus: int = 0) -> tuple[Scene, Suffered]:
    """One wound of bleeding, which Toughness does not reduce."""
    return _damaged(dice, scene, who, 1, bonus, wish)


@rule("UA-94", "UA-96", "UA-A30")
def bleed(
    dice: Dice[Options], scene: Scene, who: Character, bonus: Bonus = 0, reroll: Reroll = None
) -> tuple[Scene, Suffered]:
    """A minute passes for a character who bleeds, or a round by ruling."""
    refuse_dead(scene.sheet(who))
    if not scene.sheet(who).bleeding:
        raise Refused(f"not bleeding: {who}", "UA-94")
    return tick(dice, scene, who, reroll, bonus)


def _damaged(
    dice: Dice[Options], scene: Scene, who: str, damage: int, bonus: int, wish: Reroll
) -> tuple[Scene, Suffered]:
    after, state = FIGHT.play(dice, scene, hurt, (who,), 0, damage, wish, bonus)
    return after, Suffered(after.sheet(who).wounds, state)
