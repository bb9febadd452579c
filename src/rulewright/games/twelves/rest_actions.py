"""Rests and medical treatment of a character."""

from typing import Annotated

from msgspec.structs import replace

from rulewright.game import Character, named
from rulewright.game.scene import Said
from rulewright.game.turns import use_action
from rulewright.games.twelves.data import HEALING
from rulewright.games.twelves.health import DoseSource, refuse_dead
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.rest import Healed, check_rest_plan, healed, take_dose, take_long_rest, take_short_rest
from rulewright.games.twelves.scene import Scene, refuse_unable
from rulewright.games.twelves.sheet import Sheet
from rulewright.rules import Dice, Refused, between, rule
from rulewright.rules.limits import Name


@rule("TW-38", "TW-39", "TW-40", "TW-41", "TW-A29")
def short_rest(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Healed]:
    """A breather: Rank + 1d4 boxes, nothing in Critical."""
    before = _resting(scene, who)
    check_rest_plan(dice.options, ("short",), before.short_rests)
    after = replace(take_short_rest(dice, before, before.rank), short_rests=before.short_rests + 1)
    return scene.with_sheet(who, after), healed(before, after)


@rule("TW-38", "TW-43", "TW-44")
def long_rest(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Healed]:
    """A night's sleep in a safe place: Rank + 3d4 boxes."""
    before = _resting(scene, who)
    after = replace(take_long_rest(dice, before, before.rank), short_rests=0)
    return scene.with_sheet(who, after), healed(before, after)


def _resting(scene: Scene, who: str) -> Sheet:
    if scene.fight is not None:
        raise Refused("in a fight: end it before you rest", "TW-39")
    refuse_dead(scene.sheet(who))
    return scene.sheet(who)


@rule("TW-37", "TW-42", "TW-A27", "TW-A28")
def treat(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    source: DoseSource = "medical",
    d4s: Annotated[int, between(0, 10, "d4 to roll")] = HEALING.dose_dice,
    flat: Annotated[int, between(0, 20, "boxes on top")] = 0,
    potion_of: Annotated[Name, named("character", "whose potion it is; the patient's if left out", use="gives")] = "",
) -> tuple[Scene, Healed]:
    """A character gets medical attention, a potion of theirs or another's, or a spell, with the dice the GM sets."""
    refuse_dead(scene.sheet(who))
    if potion_of and source != "potion":
        raise Refused("no potion is used: the source is not a potion", "TW-A28")
    if source == "potion":
        scene = without_potion(scene, potion_of or who)
    before = scene.sheet(who)
    after = take_dose(dice, before, source, d4s, flat)
    return scene.with_sheet(who, after), healed(before, after)


@rule("TW-A28")
def without_potion(scene: Scene, who: str) -> Scene:
    """The scene after a character has given up a potion; raises if they have none."""
    sheet = scene.sheet(who, "potion_of")
    if not sheet.potions:
        raise Refused(f"no potion left: {who} has none", "TW-A28")
    return scene.with_sheet(who, replace(sheet, potions=sheet.potions - 1))


@rule("TW-A28")
def hand_potion(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    to: Annotated[Name, named("character", "the character who gets it", use="helps")],
) -> tuple[Scene, Said]:
    """Hand a potion to another character; in a fight it uses one action."""
    refuse_unable(dice.options, scene.sheet(who))
    refuse_dead(scene.sheet(to, "to"))
    if who == to:
        raise Refused("you cannot hand a potion to yourself: choose another character", "TW-A28")
    scene = use_action(without_potion(scene, who), who, "TW-32")
    receiver = scene.sheet(to)
    return scene.with_sheet(to, replace(receiver, potions=receiver.potions + 1)), Said(f"{who} hands {to} a potion")
