"""The acts of a turn in a fight, each written once: its beginning, an attack, a potion, and help for a friend."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fight_step import Act
from rulewright.games.twelves.check import CheckTerms, Stabilised, State, Tier, check, collapses, stabilise
from rulewright.games.twelves.data import HEALING
from rulewright.games.twelves.fight_state import Arm, Combatant, Fight, Fighter, Fighters
from rulewright.games.twelves.health import Body, actions_per_turn, collapse_check_due, is_able, take_damage, tier_of
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.rest import Healed, healed, take_dose
from rulewright.rules import Dice, rule

Blow = Literal["miss", "hit", "critical", "dodged"]


class Attacked(Struct, frozen=True):
    """How an attack went, and the target's boxes and state after it."""

    result: Blow
    dealt: int
    target_damage: int
    target_tier: Tier
    target_state: State


class Begun(Struct, frozen=True):
    """How a turn began."""

    collapsed: bool
    actions: int


@rule("TW-32", "TW-33", "TW-34", "TW-35", "TW-A17", "TW-A19")
def begin_turn(dice: Dice[Options], fight: Fight, fighters: Fighters) -> tuple[Fight, Begun]:
    """In Critical a Strength check comes first; then the turn's actions are counted."""
    skills, us = fighters.fighters[fight.at], fight.mine
    body = skills.body(us)
    if collapse_check_due(body) and dice.call(collapses, skills.strength):
        return fight.after(replace(us, state="incapacitated"), 0), Begun(True, 0)
    actions = actions_per_turn(dice.options, body)
    return replace(fight, left=actions), Begun(False, actions)


@rule("TW-32", "TW-A28", "TW-A32")
def perform(
    dice: Dice[Options], fight: Fight, fighters: Fighters, chosen: Act
) -> tuple[Fight, Attacked | Healed | Stabilised]:
    """One action of a turn: an attack, a potion, or help for a friend."""
    given = dict(chosen.params)
    if chosen.action == "attack":
        return attack(dice, fight, fighters, fighters.at(given["target"]), given.get("using", ""))
    if chosen.action == "drink":
        return drink(dice, fight, fighters, fighters.at(given["patient"]) if given else fight.at)
    return help_friend(dice, fight, fighters, fighters.at(chosen.of("patient")))


@rule("TW-A32")
def attack(
    dice: Dice[Options], fight: Fight, fighters: Fighters, target: int, using: str = ""
) -> tuple[Fight, Attacked]:
    """Attack another fighter, who may dodge if able; with the usual weapon unless another is named."""
    options, ours, theirs = dice.options, fighters.fighters[fight.at], fighters.fighters[target]
    arm = next(one for one in ours.arms if one.name == using) if using else ours.arms[0]
    them = fight.combatants[target]
    tier = theirs.tier(them)
    dodges = options.attack_defence == "dodge" and is_able(options, them.state)
    result = dice.call(strike, arm, ours.tier(fight.mine), theirs, tier, dodges)
    if result in ("miss", "dodged"):
        return fight.used(), Attacked(result, 0, them.damage, tier, them.state)
    after, outcome = struck(options, theirs.body(them), result, arm.boxes, arm.crit_extra)
    return fight.with_combatant(target, Combatant(after.damage, after.state, them.potions), fight.left - 1), outcome


@rule("TW-A32")
def strike(dice: Dice[Options], arm: Arm, tier: Tier, theirs: Fighter, their_tier: Tier, dodges: bool) -> Blow:
    """The attacker's check against the target's defence, and the target's dodge."""
    attempt = replace(arm.attack, difficulty=arm.attack.difficulty + theirs.defence, tier=tier)
    return blow(dice, attempt, replace(theirs.dodge, tier=their_tier) if dodges else None)


@rule("TW-A32")
def blow(dice: Dice[Options], attempt: CheckTerms, dodge: CheckTerms | None) -> Blow:
    """The attacker's check; after a hit an able target may dodge, but only a critical avoids a critical."""
    result = dice.call(check, attempt).result
    if result == "failure":
        return "miss"
    if dodge is not None:
        dodged = dice.call(check, dodge).result
        if dodged == "critical" or (dodged == "success" and result == "success"):
            return "dodged"
    return "critical" if result == "critical" else "hit"


@rule("TW-A32")
def struck(options: Options, target: Body, result: Blow, boxes: int, crit_extra: int) -> tuple[Body, Attacked]:
    """The target after a blow: a hit checks the weapon's boxes, a critical some more."""
    dealt = {"miss": 0, "dodged": 0, "hit": boxes, "critical": boxes + crit_extra}[result]
    after = take_damage(options, target, dealt)
    tier = tier_of(after.normal_boxes, after.damage)
    return after, Attacked(result, after.damage - target.damage, after.damage, tier, after.state)


@rule("TW-37", "TW-A28")
def drink(dice: Dice[Options], fight: Fight, fighters: Fighters, patient: int) -> tuple[Fight, Healed]:
    """Drink a potion, or let another drink it: 1d4 boxes."""
    fight = fight.after(replace(fight.mine, potions=fight.mine.potions - 1), fight.left - 1)
    drinker = fight.combatants[patient]
    before = fighters.fighters[patient].body(drinker)
    after = dice.call(take_dose, before, "potion", HEALING.dose_dice, 0)
    healthier = replace(drinker, damage=after.damage, state=after.state)
    return fight.with_combatant(patient, healthier), healed(before, after)


@rule("TW-36", "TW-A24", "TW-A25")
def help_friend(dice: Dice[Options], fight: Fight, fighters: Fighters, patient: int) -> tuple[Fight, Stabilised]:
    """Stabilise an incapacitated fighter."""
    skills = fighters.fighters[fight.at]
    done = dice.call(stabilise, replace(skills.help, tier=skills.tier(fight.mine)))
    helped = replace(fight.combatants[patient], state=done.patient_state)
    return fight.with_combatant(patient, helped, fight.left - 1), done
