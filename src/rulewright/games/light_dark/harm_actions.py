"""Actions that harm a character or let one recover."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game import Character, named_by_rule
from rulewright.game.scene import Said
from rulewright.games.light_dark.attributes import knockouts, lessened
from rulewright.games.light_dark.data import ATTRIBUTES, RECOVERY
from rulewright.games.light_dark.effects import MOST
from rulewright.games.light_dark.harm import Damaged, damage, recovery
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scene import (
    Name,
    Scene,
    refuse_dead,
    refuse_loss_due,
    refuse_unless_up,
    reshaped,
    wounded,
)
from rulewright.games.light_dark.sheet import Sheet, maxima_of
from rulewright.rules import Dice, Refused, meaning, rule


@rule("LD-17", "LD-22", "LD-23", "LD-76", "LD-77", "LD-81", "LD-A23", "LD-A24", "LD-A38", "LD-A41")
def take_damage(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    effect: Annotated[int, Meta(ge=0, le=MOST, description="the Effect that hits")] = 1,
    sacrifice: Annotated[bool, meaning("give up the shield to avoid the Effect")] = False,
) -> tuple[Scene, Damaged]:
    """An Effect, reduced by armour and shield, costs a character HP; at 0 HP an Attribute must lose a point."""
    sheet = scene.sheet(who)
    if sacrifice and not sheet.gear.shield:
        raise Refused(f"no shield: {who} has none to sacrifice", "LD-81")
    refuse_loss_due(sheet)
    refuse_dead(sheet)
    done = damage(dice.options, effect, sheet.hp, sheet.gear.armour, sheet.gear.shield, sacrifice)
    after = wounded(sheet, done.hp, done.shield_left, done.attribute_loss_due)
    return scene.with_sheet(who, after), done


class Lessened(Struct, frozen=True):
    """The Attribute that lost a point, its owner's status, and the knock-outs left."""

    attribute: str
    value: int
    status: str
    knockouts_left: int


LosingAttribute = Annotated[Name, named_by_rule("the Attribute that loses a point", *ATTRIBUTES)]


@rule("LD-10", "LD-11", "LD-22", "LD-23", "LD-A21", "LD-A22")
def lose_attribute(
    dice: Dice[Options], scene: Scene, who: Character, attribute: LosingAttribute
) -> tuple[Scene, Lessened]:
    """Give up a point of one Attribute after a knock-out; below 0 the PC dies."""
    sheet = scene.sheet(who)
    if not sheet.loss_due:
        raise Refused(f"no loss due: {who} owes no Attribute point", "LD-22")
    return _lessened(dice, scene, who, replace(sheet, loss_due=False), attribute)


@rule("LD-10", "LD-11", "LD-A26")
def cost_attribute(
    dice: Dice[Options], scene: Scene, who: Character, attribute: LosingAttribute
) -> tuple[Scene, Lessened]:
    """The GM takes an Attribute point for another reason; the PC stays conscious."""
    sheet = scene.sheet(who)
    refuse_dead(sheet)
    return _lessened(dice, scene, who, sheet, attribute)


def _lessened(dice: Dice[Options], scene: Scene, who: str, sheet: Sheet, attribute: str) -> tuple[Scene, Lessened]:
    values, dead = lessened(sheet.attributes, attribute)
    after = reshaped(dice.options, sheet, values)
    if dead:
        after = replace(after, status="dead", loss_due=False)
    lost = Lessened(attribute, values.of(attribute), after.status, knockouts(values))
    return scene.with_sheet(who, after), lost


@rule("LD-24", "LD-A25", "LD-A51")
def end_scene(dice: Dice[Options], scene: Scene) -> tuple[Scene, Said]:
    """End the scene: the unconscious wake with 1 HP, and Advancements that work once a scene work again."""
    for sheet in scene.characters.values():
        refuse_loss_due(sheet)
    woken = {
        name: replace(
            sheet,
            hp=RECOVERY.waking if sheet.status == "unconscious" else sheet.hp,
            status="up" if sheet.status == "unconscious" else sheet.status,
            used_this_scene=(),
        )
        for name, sheet in scene.characters.items()
    }
    return replace(scene, characters=woken, failures={}), Said("the scene ends")


class Rested(Struct, frozen=True):
    """HP after a rest."""

    hp: int


@rule("LD-20", "LD-21", "LD-29", "LD-A25")
def rest(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    days: Annotated[int, Meta(ge=0, le=MOST, description="days that pass")] = 1,
    attended: Annotated[bool, meaning("whether the character is cared for")] = False,
) -> tuple[Scene, Rested]:
    """Rest for some days: 1 HP each, 2 when cared for; Ego stays as it is."""
    sheet = scene.sheet(who)
    refuse_unless_up(sheet)
    for name, challenge in scene.challenges.items():
        if challenge.status == "open" and who in challenge.faced_by:
            raise Refused(f"in a Challenge: {who} faces {name}", "LD-20")
    healed = recovery(dice.options, maxima_of(dice.options, sheet).max_hp, days, sheet.hp, attended)
    return scene.with_sheet(who, replace(sheet, hp=healed.hp)), Rested(healed.hp)
