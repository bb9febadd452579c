"""Actions of a fight: starting and ending it, turns, attacks, potions and help."""

from typing import Annotated

from msgspec.structs import replace

from rulewright.game import Character, named
from rulewright.game.order_actions import Ordered
from rulewright.game.scene import Said
from rulewright.game.turns import ActionOrder, running, use_action
from rulewright.games.twelves.check import CollapseAttempt, Difficulty, Initiator, Stabilised, initiative_order
from rulewright.games.twelves.fight import FIGHT
from rulewright.games.twelves.fight_state import Arm
from rulewright.games.twelves.fight_turn import Attacked, Begun, attack, begin_turn, drink, help_friend
from rulewright.games.twelves.health import refuse_dead, tier_of
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.rest import Healed
from rulewright.games.twelves.scene import (
    AbilityName,
    OtherSources,
    Scene,
    TagNames,
    TagsOfEach,
    TargetTags,
    WeaponName,
    attempt_of,
    check_ability,
    refuse_unable,
    tags_that_apply,
    weapon_named,
)
from rulewright.games.twelves.sheet import CritExtra, WeaponBoxes
from rulewright.rules import Dice, Refused, meaning, rule
from rulewright.rules.limits import Name


@rule("TW-02", "TW-A31")
def start_fight(dice: Dice[Options], scene: Scene, tags: TagsOfEach = {}) -> tuple[Scene, Ordered]:  # noqa: B006
    """Everyone who can act rolls initiative; the order holds for the whole fight."""
    if scene.fight is not None:
        raise Refused("in a fight: end it first")
    for name in tags:
        scene.sheet(name, "tags")
    racers = {}
    for name in (name for name in scene.characters if FIGHT.can_act(scene, dice.options, name)):
        sheet = scene.characters[name]
        applied = tags_that_apply(dice.options, sheet, tags.get(name, ()))
        tier = tier_of(sheet.normal_boxes, sheet.damage)
        racers[name] = Initiator(sheet.scores.AGI, sheet.rank, applied, tier=tier)
    if len(racers) < 2:
        raise Refused("no opponents: at least two characters must be able to act")
    order = initiative_order(dice, racers)
    return replace(scene, fight=ActionOrder(order)), Ordered(order)


@rule("TW-32", "TW-34", "TW-35", "TW-A17", "TW-A19")
def start_turn(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    tags: TagNames = (),
    difficulty: Difficulty = 0,
    advantage: OtherSources = 0,
    disadvantage: OtherSources = 0,
) -> tuple[Scene, Begun]:
    """In Critical a Strength check comes first; then the turn's actions are counted."""
    turns, sheet = running(scene.fight).of(who), scene.sheet(who)
    if turns.begun:
        raise Refused("turn already begun", "TW-A17")
    applied = tags_that_apply(dice.options, sheet, tags)
    strength = CollapseAttempt(sheet.scores.STR, sheet.rank, applied, difficulty, advantage, disadvantage)
    after, outcome = FIGHT.play(dice, scene, begin_turn, (who,), terms=({"strength": strength},))
    if outcome.collapsed:
        return FIGHT.next_turn(after, dice.options), outcome
    return replace(after, fight=replace(turns, begun=True, actions=outcome.actions)), outcome


@rule("TW-A32")
def attack_target(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    target: Character,
    using: WeaponName = "",
    ability: AbilityName | None = None,
    tags: TagNames = (),
    defence: Difficulty = 0,
    weapon: WeaponBoxes | None = None,
    crit_extra: CritExtra | None = None,
    advantage: OtherSources = 0,
    disadvantage: OtherSources = 0,
    target_tags: TargetTags = (),
) -> tuple[Scene, Attacked]:
    """An attack with a weapon of the sheet, or as the GM says; it uses one action."""
    sheet, struck = scene.sheet(who), scene.sheet(target, "target")
    arm = weapon_named(sheet, using)
    ability = arm.ability if ability is None else ability
    check_ability(ability)
    refuse_unable(dice.options, sheet)
    if struck.state == "dead":
        raise Refused(f"target is dead: {target}", "TW-A32")
    if who == target:
        raise Refused("target is the attacker: choose another character")
    scene = use_action(scene, who, "TW-32")
    attempt = attempt_of(dice.options, sheet, ability, tags, defence, advantage, disadvantage)
    boxes, extra = arm.boxes if weapon is None else weapon, arm.crit_extra if crit_extra is None else crit_extra
    dodge = attempt_of(dice.options, struck, "AGI", target_tags, 0)
    terms = ({"arms": (Arm("", attempt, boxes, extra),)}, {"dodge": dodge})
    return FIGHT.play(dice, scene, attack, (who, target), 1, terms=terms)


@rule("TW-37", "TW-A28")
def drink_potion(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    patient: Annotated[Name, named("character", "who drinks it; the owner if left out", use="helps")] = "",
) -> tuple[Scene, Healed]:
    """Drink a potion, or give it to another to drink: 1d4 boxes; in a fight it uses one action."""
    sheet, drinker = scene.sheet(who), scene.sheet(patient or who, "patient")
    refuse_unable(dice.options, sheet)
    refuse_dead(drinker)
    if sheet.potions == 0:
        raise Refused("no potion left", "TW-A28")
    names = (who,) if patient in ("", who) else (who, patient)
    return FIGHT.play(dice, use_action(scene, who, "TW-32"), drink, names, len(names) - 1)


@rule("TW-32")
def use_an_action(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    words: Annotated[Name, meaning("what is done, in your words")] = "",
) -> tuple[Scene, Said]:
    """Use an action of the turn for anything that has no rule of its own."""
    running(scene.fight)
    refuse_unable(dice.options, scene.sheet(who))
    said = f"{who}: {words.strip()}" if words.strip() else f"{who} uses an action"
    return use_action(scene, who, "TW-32"), Said(said)


@rule("TW-36", "TW-A24", "TW-A25")
def stabilise_patient(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    patient: Annotated[Name, named("character", "the character who is stabilised", use="helps")],
    tags: TagNames = (),
    difficulty: Difficulty = 0,
    advantage: OtherSources = 0,
    disadvantage: OtherSources = 0,
) -> tuple[Scene, Stabilised]:
    """Help an incapacitated character; in a fight it uses one action."""
    helper, helped = scene.sheet(who), scene.sheet(patient, "patient")
    if helped.state != "incapacitated":
        raise Refused(f"patient is not incapacitated: {patient} is {helped.state}", "TW-A24")
    refuse_unable(dice.options, helper)
    scene = use_action(scene, who, "TW-32")
    ability = dice.options.stabilise_ability
    attempt = attempt_of(dice.options, helper, ability, tags, difficulty, advantage, disadvantage)
    return FIGHT.play(dice, scene, help_friend, (who, patient), 1, terms=({"help": attempt},))
