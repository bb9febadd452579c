"""The Light Dice of a character in play."""

from typing import Annotated, NamedTuple

from msgspec.structs import replace

from rulewright.games.light_dark.check import MOST_DARK, light_of, refuse_no_dice
from rulewright.games.light_dark.data import LIGHT
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.sheet import Sheet, skill_dice, standing_dice
from rulewright.rules import Refused, meaning, rule, shown


class LightPool(NamedTuple):
    """The parts of a character's Light Dice: Attribute, Skill, and standing changes."""

    attribute: int
    skill: int
    light_mod: int

    def light(self, options: Options, light_mod: int = 0, relevant: bool = True) -> int:
        """The Light Dice, four at most."""
        return light_of(options, self.attribute, self.skill, self.light_mod + light_mod, relevant)


@rule("LD-09", "LD-14", "LD-42", "LD-43", "LD-44", "LD-A9", "LD-A29", "LD-A44", "LD-A51")
def pool_in_play(sheet: Sheet, attribute: str, skill: str | None) -> LightPool:
    """Attribute and Skill, with the changes by Conditions and Advancements."""
    dice = 0
    if skill is not None:
        if skill not in sheet.skills:
            raise Refused(f"unknown skill: {sheet.name} does not have {skill[:60]}", "LD-14")
        if sheet.skills[skill].attribute != attribute:
            raise Refused(f"unknown skill: {skill[:60]} belongs to {sheet.skills[skill].attribute}", "LD-A29")
        dice = skill_dice(sheet.skills, skill)
    return LightPool(max(0, sheet.attributes.of(attribute)), dice, standing_dice(sheet, attribute))


Hindered = Annotated[bool, meaning("whether heavy armour hinders it, as it does to run, observe, sneak or swim")]


@rule("LD-79", "LD-A44")
def burden(sheet: Sheet, hindered: bool) -> int:
    """The Light Dice that heavy armour takes from a hindered action."""
    return -LIGHT.heavy_armour if hindered and sheet.gear.armour == "heavy" else 0


@rule("LD-45", "LD-A11", "LD-A12")
def refuse_dice(options: Options, light: int, dark: int) -> None:
    """Refuses an action without dice, if the table forbids that, and any but 0 to 20 Dark Dice."""
    if dark == 0:
        refuse_no_dice(options, light)
    if not 0 <= dark <= MOST_DARK:
        raise Refused(f"dark range: 0 to {MOST_DARK} Dark Dice, not {dark}", "LD-A12")


@rule("LD-26", "LD-A10", "LD-A51")
def steadied(sheet: Sheet, advancement: str | None) -> tuple[Sheet, int]:
    """The sheet after paying for an Advancement such as steady-hand, and the Light Dice it adds."""
    if advancement is None:
        return sheet, 0
    does = sheet.does(advancement)
    steady = None if does is None else does.steady
    if steady is None:
        raise Refused(
            f"unknown advancement: {shown(advancement)} does not give {sheet.name} Light Dice for Ego", "LD-A51"
        )
    if sheet.ego <= steady.ego:
        raise Refused(
            f"not enough ego: {advancement} costs {steady.ego}, and {sheet.name} must keep at least 1", "LD-A51"
        )
    return replace(sheet, ego=sheet.ego - steady.ego), steady.light
