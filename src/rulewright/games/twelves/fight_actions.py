"""Actions of a fight: starting and ending it, turns, attacks, potions and help."""

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import Character
from rulewright.game.scene import Said
from rulewright.game.turns import running
from rulewright.games.twelves.attack import Attack, Attacked, CritExtra, WeaponBoxes, attack
from rulewright.games.twelves.check import CollapseAttempt, Difficulty, Stabilised, collapses, stabilise
from rulewright.games.twelves.data import HEALING
from rulewright.games.twelves.health import actions_per_turn, collapse_check_due
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.rest import Healed, healed, take_dose
from rulewright.games.twelves.scene import (
    AbilityName,
    Fight,
    OtherSources,
    Scene,
    TagNames,
    TagsOfEach,
    TargetTags,
    attempt_of,
    check_ability,
    refuse_unable,
    tags_that_apply,
)
from rulewright.games.twelves.turns import next_turn, rolled_order, use_action
from rulewright.rules import Dice, Refused, rule


class Ordered(Struct, frozen=True):
    """The order of a fight."""

    order: tuple[str, ...]


@rule("TW-02", "TW-A31")
def start_fight(dice: Dice[Options], scene: Scene, tags: TagsOfEach = {}) -> tuple[Scene, Ordered]:  # noqa: B006
    """Everybody who can act rolls initiative; the order holds for the whole fight."""
    if scene.fight is not None:
        raise Refused("in a fight: end it first")
    for name in tags:
        scene.sheet(name, "tags")
    order = rolled_order(dice, scene, tags)
    return replace(scene, fight=Fight(order)), Ordered(order)


@rule("TW-A31")
def enter_fight(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Ordered]:
    """A character who comes late, or can act again, goes last from now on."""
    sheet, fight = scene.sheet(who), running(scene.fight)
    if who in fight.order:
        raise Refused(f"already in the fight: {who}", "TW-A31")
    refuse_unable(dice.options, sheet)
    entered = fight.with_last(who)
    return replace(scene, fight=entered), Ordered(entered.order)


class Begun(Struct, frozen=True):
    """How a turn began."""

    collapsed: bool
    actions: int


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
    fight, sheet = running(scene.fight).of(who), scene.sheet(who)
    if fight.begun:
        raise Refused("turn already begun", "TW-A17")
    if collapse_check_due(sheet):
        strength = CollapseAttempt(
            strength=sheet.scores.STR,
            rank=sheet.rank,
            tags=tags_that_apply(dice.options, sheet, tags),
            difficulty=difficulty,
            advantage=advantage,
            disadvantage=disadvantage,
        )
        if dice.call(collapses, strength):
            fallen = scene.with_sheet(who, replace(sheet, state="incapacitated"))
            return next_turn(dice.options, fallen), Begun(True, 0)
    actions = actions_per_turn(dice.options, sheet)
    return replace(scene, fight=replace(fight, begun=True, actions=actions)), Begun(False, actions)


@rule("TW-A32")
def attack_target(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    target: Character,
    ability: AbilityName = "STR",
    tags: TagNames = (),
    defence: Difficulty = 0,
    weapon: WeaponBoxes = 1,
    crit_extra: CritExtra = 1,
    advantage: OtherSources = 0,
    disadvantage: OtherSources = 0,
    target_tags: TargetTags = (),
) -> tuple[Scene, Attacked]:
    """An attack with the ability the GM names (Extension); it uses one action."""
    sheet, struck = scene.sheet(who), scene.sheet(target, "target")
    check_ability(ability)
    refuse_unable(dice.options, sheet)
    if struck.state == "dead":
        raise Refused(f"target is dead: {target}", "TW-A32")
    if who == target:
        raise Refused("target is the attacker: choose another character")
    scene = use_action(scene, who)
    attempt = attempt_of(dice.options, sheet, ability, tags, defence, advantage, disadvantage)
    blow = Attack(
        attempt.score,
        attempt.rank,
        attempt.tags,
        attempt.difficulty,
        attempt.advantage,
        attempt.disadvantage,
        attempt.tier,
        weapon=weapon,
        crit_extra=crit_extra,
        target_normal_boxes=struck.normal_boxes,
        target_damage=struck.damage,
        target_state=struck.state,
        target_rank=struck.rank,
        target_agi=struck.scores.AGI,
        target_tags=tags_that_apply(dice.options, struck, target_tags),
        target_npc=struck.npc,
    )
    result = dice.call(attack, blow)
    after = replace(struck, damage=result.target_damage, state=result.target_state)
    return scene.with_sheet(target, after), result


@rule("TW-37", "TW-A28")
def drink(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Healed]:
    """Drink a potion: 1d4 boxes; in a fight it uses one action."""
    before = scene.sheet(who)
    refuse_unable(dice.options, before)
    if before.potions == 0:
        raise Refused("no potion left", "TW-A28")
    scene = use_action(scene, who)
    after = replace(take_dose(dice, before, "potion", HEALING.dose_dice, 0), potions=before.potions - 1)
    return scene.with_sheet(who, after), healed(before, after)


@rule("TW-36", "TW-A24", "TW-A25")
def stabilise_patient(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    patient: Character,
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
    scene = use_action(scene, who)
    ability = dice.options.stabilise_ability
    attempt = attempt_of(dice.options, helper, ability, tags, difficulty, advantage, disadvantage)
    done = dice.call(stabilise, attempt)
    return scene.with_sheet(patient, replace(helped, state=done.patient_state)), done


@rule("TW-32")
def end_turn(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """End the turn; the next character who can act comes next."""
    running(scene.fight).of(who).started("TW-34")
    return next_turn(dice.options, scene), Said(f"{who} is done")


@rule("TW-A31")
def end_fight(dice: Dice[Options], scene: Scene) -> tuple[Scene, Said]:
    """The GM ends the fight."""
    running(scene.fight)
    return replace(scene, fight=None), Said("the fight is over")
