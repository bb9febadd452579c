"""Everything that changes a character outside a Challenge."""

from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.dice import d, highest
from rulewright.game import Action, Character, named, named_by_rule
from rulewright.game.scene import Said
from rulewright.games.light_dark.action import RESULTS, LightMod, Relevant, Result, push
from rulewright.games.light_dark.attributes import AttributeName, knockouts, lessened
from rulewright.games.light_dark.challenge_actions import CHALLENGE_ACTIONS
from rulewright.games.light_dark.creation import advanced, create_from, gear_from, taken
from rulewright.games.light_dark.data import ATTRIBUTES, DICE, RECOVERY
from rulewright.games.light_dark.effects import MOST
from rulewright.games.light_dark.harm import Damaged, damage, recovery
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.pools import light_in_play, refuse_dice, steadied
from rulewright.games.light_dark.scenario import STARTERS, join, read_scenario
from rulewright.games.light_dark.scene import (
    Scene,
    ego_spent,
    refuse_dead,
    refuse_loss_due,
    refuse_unless_up,
    reshaped,
    wounded,
)
from rulewright.games.light_dark.sheet import Sheet, due, maxima_of
from rulewright.rules import Dice, Refused, meaning, rule, shown

Name = Annotated[str, Meta(max_length=100)]


# --- the scenario and who is there -------------------------------------------------------------


@rule("LD-04", "LD-12", "LD-15", "LD-38", "LD-39", "LD-A51", "LD-A52", "LD-A53")
def scenario(
    dice: Dice[Options],
    scene: Scene,
    scenario: Annotated[dict[str, Any] | str, meaning("a scenario: its TOML or JSON, as text or already read")],
) -> tuple[Scene, Said]:
    """The GM supplies the scenario's lists; each replaces or extends the starters."""
    lists = join(STARTERS, read_scenario(scenario))
    return replace(scene, scenario=lists), Said(f"the scenario is {lists.name}")


@rule("LD-01", "LD-02", "LD-33")
def create_character(dice: Dice[Options], scene: Scene, character: dict[str, Any]) -> tuple[Scene, Said]:
    """A new character joins, with HP and Ego at their maximum; the table's scenario says what there is to choose."""
    sheet = create_from(dice.options, character, scene.scenario)
    scene.refuse_taken(sheet.name, "LD-02")
    return scene.with_sheet(sheet.name, sheet), Said(f"{sheet.name} joins")


@rule("LD-68", "LD-77", "LD-A42")
def equip(dice: Dice[Options], scene: Scene, who: Character, gear: dict[str, Any]) -> tuple[Scene, Said]:
    """Take something in hand, put on armour, pick up or lay down a shield."""
    sheet = scene.sheet(who)
    refuse_unless_up(sheet)
    now = sheet.gear
    held = {
        "weapons": now.weapons,
        "in_hand": now.in_hand,
        "grip": now.grip,
        "armour": now.armour,
        "shield": now.shield,
    }
    after = gear_from(held | gear)
    readied = sheet.readied and after.in_hand == now.in_hand
    return scene.with_sheet(who, replace(sheet, gear=after, readied=readied)), Said(f"{who} changes gear")


# --- risk and Ego ------------------------------------------------------------------------------


class Did(Struct, frozen=True):
    """How a Risky Action went; `granted` when the GM lets a failure succeed (LD-48)."""

    result: Result
    ego_left: int
    lost: bool
    granted: bool


@rule("LD-40", "LD-42", "LD-45", "LD-46", "LD-47", "LD-48", "LD-49", "LD-50", "LD-51", "LD-A12", "LD-A15")
def risky_action(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    attribute: AttributeName,
    skill: Annotated[Name | None, named("skill", "the Skill that applies", of="who")] = None,
    dark: Annotated[int, meaning("Dark Dice")] = 0,
    light_mod: LightMod = 0,
    relevant: Relevant = True,
    steady: Annotated[
        Name | None, named("advancement held", "an Advancement paid for before the roll, such as steady-hand", of="who")
    ] = None,
    granted: Annotated[bool, meaning("the GM grants success on a failure and makes something else worse")] = False,
) -> tuple[Scene, Did]:
    """Risk something outside a Challenge: Light Dice from the sheet, and Dark Dice that can cost Ego."""
    sheet = scene.sheet(who)
    refuse_unless_up(sheet)
    sheet, more = steadied(sheet, steady)
    light = light_in_play(dice.options, sheet, attribute, skill, light_mod + more, relevant)
    refuse_dice(dice.options, light, dark)
    pushed = dice.call(push, light, dark, sheet.ego)
    after = ego_spent(dice, scene, sheet, pushed.ego)
    result = RESULTS[pushed.band]
    did = Did(result, after.ego, after.status == "lost", granted and result == "fail")
    return scene.with_sheet(who, after), did


class Ego(Struct, frozen=True):
    """Ego left, and whether the PC is lost."""

    ego_left: int
    lost: bool


@rule("LD-26", "LD-31")
def spend_ego(
    dice: Dice[Options], scene: Scene, who: Character, amount: Annotated[int, meaning("Ego to pay")] = 1
) -> tuple[Scene, Ego]:
    """Pay Ego; at 0 the PC is lost."""
    sheet = scene.sheet(who)
    refuse_loss_due(sheet)
    refuse_dead(sheet)
    if not 1 <= amount <= sheet.ego:
        raise Refused(f"not enough ego: {who} has {sheet.ego}, to pay is {amount}", "LD-26")
    after = ego_spent(dice, scene, sheet, sheet.ego - amount)
    return scene.with_sheet(who, after), Ego(after.ego, after.status == "lost")


class Wind(Struct, frozen=True):
    """HP regained and what is left of Ego."""

    hp: int
    ego_left: int


@rule("LD-26", "LD-A51")
def second_wind(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    advancement: Annotated[Name, named("advancement held", "the Advancement that is used", of="who")] = "second-wind",
) -> tuple[Scene, Wind]:
    """An Advancement such as second-wind turns Ego into HP, a single time per scene."""
    sheet = scene.sheet(who)
    refuse_unless_up(sheet)
    does = sheet.does(advancement)
    regain = None if does is None else does.regain
    if regain is None:
        raise Refused(f"unknown advancement: {shown(advancement)} gives {who} no HP for Ego", "LD-A51")
    if advancement in sheet.used_this_scene:
        raise Refused(f"used this scene: {advancement} works once a scene", "LD-A51")
    if sheet.ego < regain.ego:
        raise Refused(f"not enough ego: {advancement} costs {regain.ego}", "LD-A51")
    regained = dice.pool("second wind", highest(regain.dice * d(DICE.sides)))
    hp = min(maxima_of(dice.options, sheet).max_hp, sheet.hp + regained)
    used = replace(sheet, hp=hp, used_this_scene=(*sheet.used_this_scene, advancement))
    after = ego_spent(dice, scene, used, sheet.ego - regain.ego)
    return scene.with_sheet(who, after), Wind(after.hp, after.ego)


# --- harm and healing --------------------------------------------------------------------------


@rule("LD-17", "LD-22", "LD-23", "LD-76", "LD-77", "LD-81", "LD-A23", "LD-A24", "LD-A38", "LD-A41")
def take_damage(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    effect: Annotated[int, Meta(ge=0, le=MOST, description="the Effect that hits")] = 1,
    sacrifice: Annotated[bool, meaning("give up the shield to avoid it")] = False,
) -> tuple[Scene, Damaged]:
    """An Effect harms somebody's body: armour, shield, HP, and at 0 HP an Attribute point that must be chosen."""
    sheet = scene.sheet(who)
    if sacrifice and not sheet.gear.shield:
        raise Refused(f"no shield: {who} has none to sacrifice", "LD-81")
    refuse_loss_due(sheet)
    refuse_dead(sheet)
    done = damage(dice.options, effect, sheet.hp, sheet.gear.armour, sheet.gear.shield, sacrifice)
    after = wounded(sheet, done.hp, done.shield_left, done.attribute_loss_due)
    return scene.with_sheet(who, after), done


class Lessened(Struct, frozen=True):
    """An Attribute that lost a point, and how its owner fares."""

    attribute: str
    value: int
    status: str
    knockouts_left: int


@rule("LD-10", "LD-11", "LD-22", "LD-23", "LD-A21", "LD-A22")
def lose_attribute(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    attribute: Annotated[Name, named_by_rule("the Attribute to lessen", *ATTRIBUTES)],
) -> tuple[Scene, Lessened]:
    """After a knock-out the player gives up a point of one Attribute; below 0 the PC dies."""
    sheet = scene.sheet(who)
    if not sheet.loss_due:
        raise Refused(f"no loss due: {who} keeps all Attributes", "LD-22")
    return _lessened(dice, scene, who, replace(sheet, loss_due=False), attribute)


@rule("LD-10", "LD-11", "LD-A26")
def cost_attribute(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    attribute: Annotated[Name, named_by_rule("the Attribute to lessen", *ATTRIBUTES)],
) -> tuple[Scene, Lessened]:
    """By the GM's word something else costs an Attribute point; nobody falls unconscious from it."""
    sheet = scene.sheet(who)
    refuse_dead(sheet)
    return _lessened(dice, scene, who, sheet, attribute)


def _lessened(dice: Dice[Options], scene: Scene, who: str, sheet: Sheet, attribute: str) -> tuple[Scene, Lessened]:
    values, dead = lessened(sheet.attributes, attribute)
    after = reshaped(dice.options, sheet, values)
    if dead:
        after = replace(after, status="dead", loss_due=False)
    told = Lessened(attribute, values.of(attribute), after.status, knockouts(values))
    return scene.with_sheet(who, after), told


@rule("LD-24", "LD-A25", "LD-A51")
def end_scene(dice: Dice[Options], scene: Scene) -> tuple[Scene, Said]:
    """The scene ends: the unconscious wake with 1 HP, and what works once a scene works again."""
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
    return replace(scene, characters=woken), Said("the scene ends")


class Rested(Struct, frozen=True):
    """HP after a rest."""

    hp: int


@rule("LD-20", "LD-21", "LD-29", "LD-A25")
def rest(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    days: Annotated[int, Meta(ge=0, le=MOST, description="days that pass")] = 1,
    attended: Annotated[bool, meaning("whether somebody cares for them")] = False,
) -> tuple[Scene, Rested]:
    """Days pass: 1 HP each, 2 when cared for; Ego stays as it is."""
    sheet = scene.sheet(who)
    refuse_unless_up(sheet)
    healed = recovery(dice.options, maxima_of(dice.options, sheet).max_hp, days, sheet.hp, attended)
    return scene.with_sheet(who, replace(sheet, hp=healed.hp)), Rested(healed.hp)


# --- Conditions, XP, Advancements --------------------------------------------------------------


@rule("LD-30", "LD-39", "LD-A27", "LD-A52")
def take_condition(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    condition: Annotated[Name, named("condition", "the Condition")],
) -> tuple[Scene, Ego]:
    """Take a Condition you do not have yet, and Ego is at its maximum again."""
    sheet, listed = scene.sheet(who), scene.scenario.conditions
    most = maxima_of(dice.options, sheet).max_ego
    if sheet.ego >= most:
        raise Refused(f"ego full: {who} has {sheet.ego} of {most}", "LD-A27")
    if sheet.status in ("lost", "dead") or sheet.ego < 1:
        raise Refused(f"lost: it is too late for {who}", "LD-A27")
    if condition in sheet.conditions:
        raise Refused(f"condition held: {who} is {condition[:60]} already", "LD-A27")
    if condition not in listed:
        raise Refused(f"unknown condition: {condition[:60]} is none of {', '.join(listed)}", "LD-A52")
    refuse_loss_due(sheet)
    after = replace(sheet, ego=most, conditions={**sheet.conditions, condition: listed[condition].light})
    return scene.with_sheet(who, after), Ego(most, False)


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


class Earned(Struct, frozen=True):
    """XP gathered and Advancements due."""

    xp: int
    due: int


@rule("LD-32", "LD-A30")
def gain_xp(
    dice: Dice[Options], scene: Scene, who: Character, amount: Annotated[int, meaning("XP")] = 1
) -> tuple[Scene, Earned]:
    """The GM awards XP."""
    sheet = scene.sheet(who)
    if amount < 1:
        raise Refused(f"bad amount: XP are awarded one or more at a time, not {amount}", "LD-A30")
    after = replace(sheet, xp=sheet.xp + amount)
    return scene.with_sheet(who, after), Earned(after.xp, due(after.xp, after.xp_advancements))


@rule("LD-19", "LD-32", "LD-34", "LD-35", "LD-36", "LD-37", "LD-38", "LD-A16", "LD-A20", "LD-A51")
def advance(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    name: Annotated[Name, named("advancement", "the Advancement")],
    attribute: Annotated[Name | None, named_by_rule("the Attribute it raises, if it raises one", *ATTRIBUTES)] = None,
    skill: Annotated[Name | None, named("skill to learn", "the Skill it raises, if it raises one", of="who")] = None,
) -> tuple[Scene, Said]:
    """Take an Advancement that is due: both maxima rise by one, and the Advancement does what it does."""
    sheet = scene.sheet(who)
    if due(sheet.xp, sheet.xp_advancements) < 1:
        raise Refused(f"not due: {who} has {sheet.xp} XP and {sheet.xp_advancements} Advancements from them", "LD-32")
    if sheet.status in ("lost", "dead"):
        raise Refused(f"not up: {who} is {sheet.status}", "LD-31")
    refuse_loss_due(sheet)
    chosen = taken({"name": name, "attribute": attribute, "skill": skill}, scene.scenario)
    after = replace(advanced(sheet, chosen), xp_advancements=sheet.xp_advancements + 1)
    if dice.options.advance_current == "yes":
        before, now = maxima_of(dice.options, sheet), maxima_of(dice.options, after)
        rise = (now.max_hp - before.max_hp, now.max_ego - before.max_ego)
        after = replace(after, hp=sheet.hp + rise[0], ego=sheet.ego + rise[1])
    return scene.with_sheet(who, after), Said(f"{who} takes {name}")


ACTIONS = (
    Action("scenario", scenario, by="gm"),
    Action("create", create_character),
    Action("equip", equip),
    Action("risky-action", risky_action),
    Action("spend-ego", spend_ego),
    Action("second-wind", second_wind),
    Action("damage", take_damage, by="gm"),
    Action("lose-attribute", lose_attribute),
    Action("cost-attribute", cost_attribute, by="gm"),
    Action("end-scene", end_scene, by="gm"),
    Action("rest", rest),
    Action("take-condition", take_condition),
    Action("remove-condition", remove_condition, by="gm"),
    Action("gain-xp", gain_xp, by="gm"),
    Action("advance", advance),
    *CHALLENGE_ACTIONS,
)
