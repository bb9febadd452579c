"""Fights in play: the order, whose turn it is, and what an action can be used for."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import Character
from rulewright.game.scene import Said
from rulewright.game.turns import running
from rulewright.games.twelves.check import (
    CollapseAttempt,
    Difficulty,
    Initiator,
    Stabilised,
    collapses,
    readiness,
    stabilise,
)
from rulewright.games.twelves.data import HEALING
from rulewright.games.twelves.fight import Attack, Attacked, attack
from rulewright.games.twelves.health import actions_per_turn, collapse_check_due, is_able, tier_of
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.rest import Healed, healed, take_dose
from rulewright.games.twelves.scene import (
    AbilityName,
    Fight,
    Scene,
    Sources,
    TagNames,
    TagsOfEach,
    TargetTags,
    attempt_of,
    check_ability,
    next_turn,
    refuse_unable,
    tags_that_apply,
    use_action,
)
from rulewright.games.twelves.sheet import Sheet
from rulewright.rules import Dice, Refused, between, repeat, rule


class Ordered(Struct, frozen=True):
    """The order of a fight."""

    order: tuple[str, ...]


@rule("TW-02", "TW-A31")
def start_fight(dice: Dice[Options], scene: Scene, tags: TagsOfEach = {}) -> tuple[Scene, Ordered]:  # noqa: B006
    """Everybody who can act rolls initiative; the order holds for the whole fight."""
    if scene.fight is not None:
        raise Refused("in a fight: end it first")
    standing = [name for name, sheet in scene.characters.items() if is_able(dice.options, sheet.state)]
    if len(standing) < 2:
        raise Refused("nobody to fight: at least two characters must be able to act")
    for name in tags:
        scene.sheet(name, "tags")
    racers = {name: _initiator(dice.options, scene.characters[name], tags.get(name, ())) for name in standing}
    placed = dice.call(initiative_order, _places_before(dice.options, racers), tuple(racers.items()))
    order = tuple(name for (name,) in placed)
    return replace(scene, fight=Fight(order)), Ordered(order)


def _initiator(options: Options, sheet: Sheet, tags: tuple[str, ...]) -> Initiator:
    return Initiator(
        agi=sheet.scores.AGI,
        rank=sheet.rank,
        tags=tags_that_apply(options, sheet, tags),
        tier=tier_of(sheet.normal_boxes, sheet.damage),
    )


Places = tuple[tuple[str, ...], ...]
"""Who stands at each place of the order, best first; more than one is a tie."""


@rule("TW-A31")
def _places_before(options: Options, racers: Mapping[str, Initiator]) -> Places:
    """By score the higher AGI goes first and only equals roll; by margin everybody does."""
    if options.initiative == "margin":
        return (tuple(racers),)
    scores = sorted({racer.agi for racer in racers.values()}, reverse=True)
    return tuple(tuple(name for name, racer in racers.items() if racer.agi == score) for score in scores)


@rule("TW-A31")
def break_tie(dice: Dice[Options], places: Places, racers: tuple[tuple[str, Initiator], ...]) -> Places:
    """Everybody at the first tied place rolls initiative among themselves."""
    tied = next(place for place in places if len(place) > 1)
    rolled = {name: dice.call(readiness, racer) for name, racer in racers if name in tied}
    sorted_out = tuple(
        tuple(name for name in tied if rolled[name] == ready) for ready in sorted(set(rolled.values()), reverse=True)
    )
    at = places.index(tied)
    return places[:at] + sorted_out + places[at + 1 :]


initiative_order = repeat(break_tie, until=lambda places: all(len(place) == 1 for place in places))


@rule("TW-A31")
def enter_fight(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Ordered]:
    """Somebody who comes late, or is up again, goes last from now on."""
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
    advantage: Sources = 0,
    disadvantage: Sources = 0,
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
            return next_turn(dice, fallen), Begun(True, 0)
    actions = actions_per_turn(dice.options, sheet)
    return replace(scene, fight=replace(fight, begun=True, actions=actions)), Begun(False, actions)


@rule("TW-A32")
def attack_someone(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    target: Character,
    ability: AbilityName = "STR",
    tags: TagNames = (),
    defence: Difficulty = 0,
    weapon: Annotated[int, between(0, 20, "boxes that a hit checks")] = 1,
    crit_extra: Annotated[int, between(0, 20, "further boxes that a critical checks")] = 1,
    advantage: Sources = 0,
    disadvantage: Sources = 0,
    target_tags: TargetTags = (),
) -> tuple[Scene, Attacked]:
    """An attack with the ability the GM names (Extension); it uses one action."""
    sheet, struck = scene.sheet(who), scene.sheet(target, "target")
    check_ability(ability)
    refuse_unable(dice.options, sheet)
    if struck.state == "dead":
        raise Refused(f"target is dead: {target}", "TW-A32")
    if who == target:
        raise Refused("nobody attacks themselves")
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
def stabilise_someone(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    patient: Character,
    tags: TagNames = (),
    difficulty: Difficulty = 0,
    advantage: Sources = 0,
    disadvantage: Sources = 0,
) -> tuple[Scene, Stabilised]:
    """Help somebody who is down; in a fight it uses one action."""
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
    """Hand over to the next who can act."""
    running(scene.fight).of(who).started("TW-34")
    return next_turn(dice, scene), Said(f"{who} is done")


@rule("TW-A31")
def end_fight(dice: Dice[Options], scene: Scene) -> tuple[Scene, Said]:
    """The GM says that the fight is over."""
    running(scene.fight)
    return replace(scene, fight=None), Said("the fight is over")
