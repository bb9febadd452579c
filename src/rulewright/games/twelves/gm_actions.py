"""Damage, healing and death, as the GM decides."""

from typing import Annotated

from msgspec.structs import replace

from rulewright.game import Character, suggested
from rulewright.game.scene import Said
from rulewright.games.twelves.fight import FIGHT
from rulewright.games.twelves.health import Boxes, healed_by, hurt, refuse_dead
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.rest import Healed, healed
from rulewright.games.twelves.scene import Scene
from rulewright.games.twelves.sheet import Sheet
from rulewright.rules import Dice, meaning, rule
from rulewright.rules.limits import Name


@rule("TW-26", "TW-A13", "TW-A20", "TW-A21", "TW-A22")
def take_damage(
    dice: Dice[Options], scene: Scene, who: Character, boxes: Annotated[Boxes, meaning("boxes to check")] = 1
) -> tuple[Scene, Healed]:
    """A character takes damage."""
    before = scene.sheet(who)
    return _changed(dice.options, scene, who, before, hurt(dice.options, before, boxes))


@rule("TW-37", "TW-42", "TW-A14", "TW-A26", "TW-A27")
def heal(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    source: Annotated[Name, suggested("source of healing", "potion, magic or medical")] = "potion",
    boxes: Annotated[Boxes, meaning("boxes to clear")] = 1,
) -> tuple[Scene, Healed]:
    """A character is healed by as many boxes as the GM says."""
    before = scene.sheet(who)
    return _changed(dice.options, scene, who, before, healed_by(dice.options, before, source, boxes))


@rule("TW-A22")
def die(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """A character dies, as the GM says; that is final."""
    refuse_dead(scene.sheet(who))
    dead = scene.with_sheet(who, replace(scene.sheet(who), state="dead"))
    return FIGHT.next_turn(dead, dice.options, after=who), Said(f"{who} dies")


def _changed(options: Options, scene: Scene, who: str, before: Sheet, after: Sheet) -> tuple[Scene, Healed]:
    return scene.with_sheet(who, after).wounded_now(options, who), healed(before, after)
