"""The Light Dice of somebody in play."""

from msgspec.structs import replace

from rulewright.games.light_dark.action import MOST_DARK, light_of, refuse_no_dice
from rulewright.games.light_dark.data import LIGHT
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.sheet import Sheet, condition_dice, skill_dice
from rulewright.rules import Refused, rule

__all__ = ["light_in_play", "pay_for_steady_hand", "refuse_dice"]

STEADY = "steady-hand"
_PRICE = 1


@rule("LD-09", "LD-14", "LD-42", "LD-43", "LD-44", "LD-A9", "LD-A29", "LD-A44", "LD-A51")
def light_in_play(
    options: Options,
    sheet: Sheet,
    attribute: str,
    skill: str | None,
    light_mod: int,
    relevant: bool,
    steady: bool,
) -> int:
    """Attribute, Skill, Conditions and tools, and one more die for a steady hand; four at most."""
    dice = 0
    if skill is not None:
        if skill not in sheet.skills:
            raise Refused(f"unknown skill: {sheet.name} does not have {skill[:60]}", "LD-14")
        if sheet.skills[skill].attribute != attribute:
            raise Refused(f"unknown skill: {skill[:60]} belongs to {sheet.skills[skill].attribute}", "LD-A29")
        dice = skill_dice(sheet.skills, skill)
    if steady:
        if not any(has.name == STEADY for has in sheet.advancements):
            raise Refused(f"unknown advancement: {sheet.name} does not have {STEADY}", "LD-A51")
        if sheet.ego <= _PRICE:
            raise Refused(f"not enough ego: {STEADY} costs {_PRICE}, and without Ego nobody acts", "LD-A51")
    light_mod += condition_dice(sheet.conditions, attribute)
    light = light_of(options, max(0, sheet.attributes.of(attribute)), dice, light_mod, relevant)
    return min(LIGHT.most, light + 1) if steady and light else light


@rule("LD-45", "LD-A11", "LD-A12")
def refuse_dice(options: Options, light: int, dark: int) -> None:
    """Where it is forbidden nobody acts without a die; and there are 0 to 20 Dark Dice."""
    if dark == 0:
        refuse_no_dice(options, light)
    if not 0 <= dark <= MOST_DARK:
        raise Refused(f"dark range: 0 to {MOST_DARK} Dark Dice, not {dark}", "LD-A12")


@rule("LD-26", "LD-A51")
def pay_for_steady_hand(sheet: Sheet, steady: bool) -> Sheet:
    """A steady hand costs 1 Ego before the roll."""
    return replace(sheet, ego=sheet.ego - _PRICE) if steady else sheet
