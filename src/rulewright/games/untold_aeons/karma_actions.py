"""Dealing and spending karma."""

from typing import Annotated

from msgspec.structs import replace

from rulewright.game import Character, suggested
from rulewright.game.scene import Said
from rulewright.games.untold_aeons.data import EFFECTS, KARMA
from rulewright.games.untold_aeons.effects import NARRATOR, which_effect, with_effect
from rulewright.games.untold_aeons.fight import FIGHT
from rulewright.games.untold_aeons.fight_turn import spend_karma as stake
from rulewright.games.untold_aeons.karma import KarmaPools, KarmaSide, Stakes, Use, is_use_of, spent
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import Players
from rulewright.games.untold_aeons.scene import Scene, refuse_dead
from rulewright.rules import Dice, Refused, meaning, rule
from rulewright.rules.limits import Text


@rule("UA-15", "UA-16", "UA-17")
def deal_karma(dice: Dice[Options], scene: Scene, players: Players) -> tuple[Scene, KarmaPools]:
    """The pools at the start: one point for the Narrator, one for each player."""
    pools = KarmaPools(KARMA.per_player * players, KARMA.narrator)
    return replace(scene, karma=pools, stakes={}), pools


@rule("UA-18", "UA-20", "UA-21", "UA-22", "UA-23", "UA-24", "UA-25", "UA-26", "UA-A6", "UA-A7")
def spend_karma(
    dice: Dice[Options],
    scene: Scene,
    side: Annotated[KarmaSide, meaning("the side that spends it")],
    use: Annotated[Use, meaning("the use of the point")],
    who: Annotated[
        Character, meaning("the character whose next roll it applies to, or in whom something is triggered")
    ] = "",
    text: Annotated[Text, suggested("trigger", "the turn of the story in words")] = "",
) -> tuple[Scene, Said]:
    """Use a karma point: +2 on a character's next roll, +2 difficulty, or a turn of the story."""
    pools = spent(scene.karma, side)
    kind = scene.sheet(who).kind if who or use in ("bonus", "difficulty") else None
    if not is_use_of(side, use, kind):
        raise Refused(f"not a use of this side: {use} by the {side}", "UA-19" if side == "players" else "UA-23")
    if use not in ("bonus", "difficulty"):
        scene = replace(scene, karma=pools)
        if use == "trigger" and who:
            refuse_dead(scene.sheet(who))
            text = which_effect(dice, NARRATOR, EFFECTS.trigger, text)
            scene = with_effect(scene, who, text, lasting=False)
        name = "a turn of the story" if use == "trigger" else use.replace("-", " ")
        words = f"{name} for {who}" if who else name
        return scene, Said(f"{words}: {text}" if text else words)
    refuse_dead(scene.sheet(who))
    stakes = scene.stakes.get(who, Stakes())
    if dice.options.karma_stacking == "one-per-roll" and side in stakes.sides:
        raise Refused(f"already used on this roll: the {side} have spent a point on it", "UA-A6")
    return FIGHT.play(dice, scene, stake, (who,), 0, side, use)
