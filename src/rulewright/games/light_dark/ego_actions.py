"""Actions that risk, spend or restore Ego outside a Challenge."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.dice import d, highest
from rulewright.game import Character, named, named_by_rule, suggested
from rulewright.game.scene import Said
from rulewright.games.light_dark.attributes import AttributeName
from rulewright.games.light_dark.check import RESULTS, LightMod, Relevant, Result, push
from rulewright.games.light_dark.data import ATTRIBUTES, DICE
from rulewright.games.light_dark.fight_turn import EgoLeft
from rulewright.games.light_dark.light_dice import Hindered, burden, pool_in_play, refuse_dice, steadied
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scenario import LightChange
from rulewright.games.light_dark.scene import (
    Failure,
    Name,
    Scene,
    ego_spent,
    refuse_dead,
    refuse_loss_due,
    refuse_unless_up,
)
from rulewright.games.light_dark.sheet import maxima_of
from rulewright.rules import BadParameter, Dice, Refused, meaning, rule, shown


class RiskTaken(Struct, frozen=True):
    """The result of a Risky Action."""

    result: Result
    ego_left: int
    lost: bool


@rule("LD-40", "LD-42", "LD-45", "LD-46", "LD-47", "LD-48", "LD-49", "LD-50", "LD-51", "LD-A12", "LD-A15")
def risky_action(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    attribute: AttributeName,
    skill: Annotated[Name | None, named("skill", "the Skill that fits", of="who")] = None,
    dark: Annotated[int, Meta(ge=-1_000, le=1_000), meaning("Dark Dice")] = 0,
    light_mod: LightMod = 0,
    relevant: Relevant = True,
    steady: Annotated[
        Name | None,
        named("advancement held", "an Advancement you pay for before the roll, such as steady-hand", of="who"),
    ] = None,
    hindered: Hindered = False,
) -> tuple[Scene, RiskTaken]:
    """Take a Risky Action outside a Challenge, with Light Dice from the sheet and Dark Dice that may cost Ego."""
    sheet = scene.sheet(who)
    refuse_unless_up(sheet)
    sheet, more = steadied(sheet, steady)
    light_mod += more + burden(sheet, hindered)
    light = pool_in_play(sheet, attribute, skill).light(dice.options, light_mod, relevant)
    refuse_dice(dice.options, light, dark)
    pushed = dice.call(push, light, dark, sheet.ego)
    after = ego_spent(dice, scene, sheet, pushed.ego)
    result = RESULTS[pushed.band]
    scene = scene.with_failure(who, Failure() if result == "fail" else None)
    return scene.with_sheet(who, after), RiskTaken(result, after.ego, after.status == "lost")


@rule("LD-26", "LD-31")
def spend_ego(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    amount: Annotated[int, Meta(ge=-1_000, le=1_000), meaning("Ego to pay")] = 1,
) -> tuple[Scene, EgoLeft]:
    """Pay Ego; at 0 the PC is lost."""
    sheet = scene.sheet(who)
    refuse_loss_due(sheet)
    refuse_dead(sheet)
    if not 1 <= amount <= sheet.ego:
        raise Refused(f"not enough ego: {who} has {sheet.ego} and cannot pay {amount}", "LD-26")
    after = ego_spent(dice, scene, sheet, sheet.ego - amount)
    return scene.with_sheet(who, after), EgoLeft(after.ego, after.status == "lost")


class Regained(Struct, frozen=True):
    """HP after regaining some, and Ego left."""

    hp: int
    ego_left: int


@rule("LD-26", "LD-A51")
def second_wind(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    advancement: Annotated[Name, named("advancement held", "the Advancement you use", of="who")] = "second-wind",
) -> tuple[Scene, Regained]:
    """Use an Advancement such as Second Wind to turn Ego into HP, once per scene."""
    sheet = scene.sheet(who)
    refuse_unless_up(sheet)
    does = sheet.does(advancement)
    regain = None if does is None else does.regain
    if regain is None:
        raise Refused(f"unknown advancement: {shown(advancement)} does not give {who} HP for Ego", "LD-A51")
    if advancement in sheet.used_this_scene:
        raise Refused(f"used this scene: {advancement} works once a scene", "LD-A51")
    if sheet.ego < regain.ego:
        raise Refused(f"not enough ego: {advancement} costs {regain.ego}", "LD-A51")
    regained = dice.pool("second wind", highest(regain.dice * d(DICE.sides)))
    hp = min(maxima_of(dice.options, sheet).max_hp, sheet.hp + regained)
    used = replace(sheet, hp=hp, used_this_scene=(*sheet.used_this_scene, advancement))
    after = ego_spent(dice, scene, used, sheet.ego - regain.ego)
    return scene.with_sheet(who, after), Regained(after.hp, after.ego)


@rule("LD-30", "LD-39", "LD-A27", "LD-A52")
def take_condition(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    condition: Annotated[Name, suggested("condition", "the Condition, from the list or in words of your own")],
    hampers: Annotated[
        Name | None, named_by_rule("the Attribute that a Condition of your own takes a die from", *ATTRIBUTES)
    ] = None,
) -> tuple[Scene, EgoLeft]:
    """Take a Condition you do not have yet and restore your Ego to its maximum."""
    sheet, listed = scene.sheet(who), scene.scenario.conditions
    most = maxima_of(dice.options, sheet).max_ego
    if sheet.ego >= most:
        raise Refused(f"ego full: {who} has {sheet.ego} of {most}", "LD-A27")
    if sheet.status in ("lost", "dead") or sheet.ego < 1:
        raise Refused(f"lost: it is too late for {who} to take a Condition", "LD-A27")
    if condition in sheet.conditions:
        raise Refused(f"condition held: {who} is already {condition[:60]}", "LD-A27")
    if condition not in listed and (not scene.scenario.free_conditions or not condition.strip()):
        raise Refused(f"unknown condition: {condition[:60]} (choose from {', '.join(listed)})", "LD-A52")
    refuse_loss_due(sheet)
    if hampers is not None and (hampers not in ATTRIBUTES or condition in listed):
        allowed = f"one of {', '.join(ATTRIBUTES)}, for a Condition that is not on the list"
        raise BadParameter("hampers", allowed, hampers)
    light = listed[condition].light if condition in listed else LightChange(**{hampers: -1} if hampers else {})
    after = replace(sheet, ego=most, conditions={**sheet.conditions, condition.strip(): light})
    return scene.with_sheet(who, after), EgoLeft(most, False)


@rule("LD-A27")
def remove_condition(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    condition: Annotated[Name, named("condition held", "the Condition", of="who")],
) -> tuple[Scene, Said]:
    """The GM lifts a Condition; Ego stays as it is."""
    sheet = scene.sheet(who)
    if condition not in sheet.conditions:
        raise Refused(f"condition not held: {who} is not {condition[:60]}", "LD-A27")
    held = {name: light for name, light in sheet.conditions.items() if name != condition}
    return scene.with_sheet(who, replace(sheet, conditions=held)), Said(f"{who} is no longer {condition}")
