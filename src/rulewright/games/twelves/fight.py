"""The rules of a fight, written once: how a turn begins, the effect of each action, who is out, and plans.

The table's actions, the rolls `turn` and `duel`, advice and simulation all use it.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fight_step import Act, FightPlan, FightRules, Position, Roster, act, weakest_foes
from rulewright.games.twelves.check import (
    CheckTerms,
    CollapseAttempt,
    Stabilised,
    State,
    Tier,
    check,
    collapses,
    stabilise,
)
from rulewright.games.twelves.data import HEALING
from rulewright.games.twelves.health import (
    Body,
    actions_per_turn,
    all_boxes,
    collapse_check_due,
    is_able,
    take_damage,
    tier_of,
)
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.rest import Healed, healed, take_dose
from rulewright.games.twelves.sheet import Sheet, Weapon
from rulewright.rules import Dice, rule


class Combatant(Struct, frozen=True):
    """The part of a character that a fight changes."""

    damage: int
    state: State = "active"
    potions: int = 0


class Arm(Struct, frozen=True, cache_hash=True):
    """A weapon: its name, the check that it is used with, and the boxes that a hit and a critical check."""

    name: str
    attack: CheckTerms
    boxes: int = 1
    crit_extra: int = 1


class Fighter(Struct, frozen=True, cache_hash=True):
    """The part of a character that stays the same: boxes, weapons, and the checks, each made at the current tier."""

    normal_boxes: int
    npc: bool
    arms: tuple[Arm, ...]
    """The weapons, the usual one first."""
    dodge: CheckTerms
    strength: CollapseAttempt
    help: CheckTerms
    defence: int = 0

    def body(self, combatant: Combatant) -> Body:
        """The boxes of a combatant."""
        return Body(self.normal_boxes, combatant.damage, combatant.state, self.npc)

    def tier(self, combatant: Combatant) -> Tier:
        """The tier of a combatant."""
        return tier_of(self.normal_boxes, combatant.damage)


Fight = Position[Combatant]
Fighters = Roster[Fighter]


def skills_of(sheet: Sheet, options: Options) -> Fighter:
    """The skills on a sheet, without Tags; its first weapon is the usual one."""
    scores, rank = sheet.scores, sheet.rank
    weapons = sheet.weapons or (Weapon(""),)
    return Fighter(
        sheet.normal_boxes,
        sheet.npc,
        tuple(Arm(one.name, CheckTerms(scores.of(one.ability), rank), one.boxes, one.crit_extra) for one in weapons),
        dodge=CheckTerms(scores.AGI, rank),
        strength=CollapseAttempt(scores.STR, rank),
        help=CheckTerms(scores.of(options.stabilise_ability), rank),
    )


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


@rule("TW-A24", "TW-A28", "TW-A32")
def acts(options: Options, fight: Fight, fighters: Fighters) -> tuple[Act, ...]:
    """Attack a foe, weakest first; drink if a box is checked; help a friend who is down, by hand or with a potion."""
    at, everyone = fight.at, fight.combatants
    us = everyone[at]
    able = weakest_foes(fight, fighters, lambda foe: is_able(options, foe.state), boxes_left)
    found = [act("attack", target=fighters.names[foe]) for foe in able]
    for arm in fighters.fighters[at].arms[1:]:
        found += [act("attack", target=fighters.names[foe], using=arm.name) for foe in able]
    if us.potions and us.damage:
        found.append(act("drink"))
    if len(everyone) > 2:
        down = [fighters.names[one] for one in fighters.friends(at) if everyone[one].state == "incapacitated"]
        found += [act("stabilise", patient=name) for name in down]
        if us.potions:
            found += [act("drink", patient=name) for name in down]
    return tuple(found)


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


def boxes_left(combatant: Combatant, skills: Fighter) -> int:
    """Unchecked boxes."""
    return all_boxes(skills.normal_boxes) - combatant.damage


# --- plans ---


@rule("TW-A28")
def drinks_in(*tiers: Tier) -> FightPlan[Fight, Fighters]:
    """The plan to drink in these tiers, and else to attack the weakest foe."""

    def plan(options: Options, fight: Fight, fighters: Fighters, able: Sequence[Act]) -> Act:
        thirsty = fighters.fighters[fight.at].tier(fight.mine) in tiers
        return next((one for one in able if thirsty and one.action == "drink"), able[0])

    return plan


FIGHT: FightRules[Fight, Fighters] = FightRules(
    combatant=Combatant,
    fighter=lambda scene, options, name: skills_of(scene.sheet(name), options),
    takes_part=lambda options, combatant: is_able(options, combatant.state),
    begin_turn=begin_turn,
    acts=acts,
    perform=perform,
    health=boxes_left,
    measure="boxes",
    plans={
        "attack": drinks_in(),
        "drink-wounded": drinks_in("wounded", "critical"),
        "drink-critical": drinks_in("critical"),
    },
)
