"""Wounds in play: damage, the saves that follow, and bleeding."""

from msgspec.structs import replace

from rulewright.game import Character
from rulewright.games.untold_aeons.data import SAVES
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import pool_dice
from rulewright.games.untold_aeons.rerolls import Reroll, lucky_save
from rulewright.games.untold_aeons.scene import Scene, refuse_dead
from rulewright.games.untold_aeons.stress_actions import Amount, Suffered, refuse_negative
from rulewright.games.untold_aeons.wounds import Body, body_when_failed, wound_save_due
from rulewright.rules import Dice, Refused, rule


@rule("UA-88", "UA-89", "UA-91", "UA-93", "UA-94", "UA-95", "UA-96", "UA-A32")
def hurt(dice: Dice[Options], scene: Scene, who: str, damage: int, wish: Reroll) -> tuple[Scene, Suffered]:
    """A character takes damage, with the saves that follow; the Severely Injured start to bleed."""
    sheet = scene.sheet(who)
    wounds = sheet.wounds + damage
    state: Body = "severely-injured" if sheet.severely_injured else "standing"
    save_dice = pool_dice(dice.options, sheet.characteristics.toughness, shaken=sheet.unnerved)
    for multiple in (1, SAVES.double) if damage else ():
        over = wound_save_due(dice.options, sheet.characteristics.toughness, wounds, state, multiple)
        if over is not None:
            scene, held = lucky_save(dice, scene, who, save_dice, over, wish)
            state = state if held else body_when_failed(multiple)
    injured = state == "severely-injured"
    after = replace(
        sheet,
        wounds=wounds,
        severely_injured=injured,
        bleeding=sheet.bleeding or not sheet.severely_injured if injured else False,
        dead=state == "dead",
    )
    return scene.with_sheet(who, after), Suffered(wounds, state)


@rule("UA-88", "UA-89", "UA-95", "UA-A50")
def take_damage_in_play(
    dice: Dice[Options], scene: Scene, who: Character, damage: Amount, reroll: Reroll = None
) -> tuple[Scene, Suffered]:
    """The Narrator deals damage to a character, already reduced."""
    refuse_dead(scene.sheet(who))
    refuse_negative(damage)
    return hurt(dice, scene, who, damage, reroll)


@rule("UA-94", "UA-96", "UA-A30")
def tick(dice: Dice[Options], scene: Scene, who: str, wish: Reroll) -> tuple[Scene, Suffered]:
    """One wound of bleeding, which Toughness does not reduce."""
    return hurt(dice, scene, who, 1, wish)


@rule("UA-94", "UA-96", "UA-A30")
def bleed(dice: Dice[Options], scene: Scene, who: Character, reroll: Reroll = None) -> tuple[Scene, Suffered]:
    """A minute passes for a character who bleeds, or a round by ruling."""
    refuse_dead(scene.sheet(who))
    if not scene.sheet(who).bleeding:
        raise Refused(f"not bleeding: {who}", "UA-94")
    return tick(dice, scene, who, reroll)
