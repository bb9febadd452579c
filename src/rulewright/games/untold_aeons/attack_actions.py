"""Attacks in play, hand to hand and with firearms, and care for the wounded."""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.dice import Pool
from rulewright.game import Character, named
from rulewright.games.untold_aeons.check import reroll as roll_again
from rulewright.games.untold_aeons.check_actions import make_check
from rulewright.games.untold_aeons.data import CHECK, FIREARMS, MELEE, Weapon
from rulewright.games.untold_aeons.firearm import (
    FirearmAttack,
    Modifier,
    band_at,
    shooter_dice,
    shot_difficulty,
    shot_outcome,
)
from rulewright.games.untold_aeons.karma import Stakes, karma_dice, shared_stakes
from rulewright.games.untold_aeons.melee import Defence, MeleeAttack, attacker_dice, defender_dice, melee_outcome
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import (
    MOST_YARDS,
    Blow,
    Bonus,
    Count,
    Difficulty,
    Faces,
    difficulty_faces,
    skill_faces,
)
from rulewright.games.untold_aeons.rerolls import Reroll, spends_on_reroll, throw
from rulewright.games.untold_aeons.scene import Scene, Spendable, is_helpless, refuse_dead, refuse_unable
from rulewright.games.untold_aeons.sheet import Sheet, weapon_of
from rulewright.games.untold_aeons.turns import settle, use_action
from rulewright.games.untold_aeons.wound_actions import hurt
from rulewright.rules import Dice, Refused, meaning, rule
from rulewright.rules.limits import Name

Reaction = Annotated[
    Literal["defend", "dodge", "fight-back"] | None,
    meaning("the target's defence; the target chooses by default"),
]
DiveChoice = Annotated[
    Literal["stay", "dive"] | None,
    meaning("whether the target dives for cover; the target chooses by default"),
]
FireChoice = Annotated[
    Literal["single", "rapid"] | None,
    meaning("one shot or many; the shooter chooses by default"),
]
OwnWeapon = Annotated[Name, named("weapon", "a weapon by name", of="who")]
TheirWeapon = Annotated[
    Name | None, named("weapon", "the target's weapon for fighting back; the target chooses by default", of="target")
]
WHICH_WEAPON = "fight back with which weapon?"
Firearm = Annotated[Name, named("weapon", "a firearm by name; the first one on the sheet by default", of="who")]


UNARMED = "unarmed"


class Attacked(Struct, frozen=True):
    """How an attack went: the damage, the character struck, and their state after it."""

    result: str
    defence: str
    damage: int
    net: int
    struck: str
    state: str


def _reach(scene: Scene, who: str, target: str) -> int:
    return abs(scene.combatant(who).position - scene.combatant(target).position) if scene.fight is not None else 0


def _exposed(scene: Scene, target: str) -> int:
    return scene.combatant(target).exposed if scene.fight is not None else 0


def _refuse_target(scene: Scene, who: str, target: str) -> None:
    refuse_dead(scene.sheet(target))
    if who == target:
        raise Refused("target is the attacker: choose another character")


@rule("UA-109", "UA-A38", "UA-A40")
def _reaction(dice: Dice[Options], scene: Scene, target: str, wish: str | None) -> Defence:
    """The helpless have no defence; all others choose, and the prone cannot dodge."""
    sheet = scene.sheet(target)
    if is_helpless(sheet):
        return "none"
    choices: tuple[Defence, ...] = ("defend", "fight-back") if sheet.prone else ("defend", "dodge", "fight-back")
    if wish is None:
        return dice.choose(target, "defend, dodge or fight back?", choices)
    return next(choice for choice in choices if choice == wish)


@rule("UA-A41")
def _melee_weapon(sheet: Sheet, name: str) -> Weapon:
    """A weapon on a sheet that strikes in melee."""
    weapon = weapon_of(sheet, name)
    if weapon.range is not None:
        raise Refused("not a melee weapon: strike with something else, or shoot", "UA-A41")
    return weapon


@rule("UA-109", "UA-A41")
def _weapon_back(dice: Dice[Options], sheet: Sheet, chosen: Defence) -> Weapon:
    """The weapon of a target who fights back, if there is a choice; bare hands otherwise."""
    held = tuple(name for name, weapon in sheet.weapons.items() if weapon.range is None and name != UNARMED)
    if chosen != "fight-back" or not held:
        return weapon_of(sheet, UNARMED)
    return weapon_of(sheet, dice.choose(sheet.name, WHICH_WEAPON, (*held, UNARMED)))


@rule(
    "UA-03", "UA-109", "UA-110", "UA-111", "UA-114", "UA-117", "UA-119", "UA-120", "UA-146",
    "UA-A6", "UA-A37", "UA-A38", "UA-A39", "UA-A41", "UA-A48",
)  # fmt: skip
def attack_target(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    target: Character,
    weapon: OwnWeapon = "unarmed",
    defence: Reaction = None,
    target_weapon: TheirWeapon = None,
    bonus: Bonus = 0,
    defence_bonus: Bonus = 0,
    reroll: Reroll = None,
) -> tuple[Scene, Attacked]:
    """An attack in melee that the target dodges, defends against, or fights back against."""
    sheet, other = scene.sheet(who), scene.sheet(target)
    refuse_unable(sheet)
    _refuse_target(scene, who, target)
    scene = use_action(scene, who)
    if _reach(scene, who, target) > MELEE.reach:
        raise Refused(f"out of reach: {target} is {_reach(scene, who, target)} yards away", "UA-A36")
    if defence == "dodge" and other.prone:
        raise Refused(f"prone cannot dodge: {target} is prone", "UA-A40")
    # The target's weapon comes last: the attacker's player may not know it, and all else they may be told.
    arm = _melee_weapon(sheet, weapon)
    other_arm = None if target_weapon is None else _melee_weapon(other, target_weapon)
    chosen = _reaction(dice, scene, target, defence)
    if other_arm is None:
        other_arm = _weapon_back(dice, other, chosen)
    mine = scene.stakes.get(who, Stakes())
    theirs, waiting = shared_stakes(dice.options, mine, scene.stakes.get(target, Stakes()))
    # +2 difficulty on one side's dice is +2 dice for the other (UA-A6).
    own_points, their_points = mine.bonus + theirs.difficulty, theirs.bonus + mine.difficulty
    attack = MeleeAttack(
        brawl=sheet.level("brawl"),
        bonus=bonus + sheet.next_check + _exposed(scene, target) + karma_dice(own_points),
        shaken=sheet.unnerved,
        prone=sheet.prone,
        karma=own_points > 0,
        toughness=sheet.characteristics.toughness,
        weapon_damage=arm.damage,
        piercing=arm.piercing,
        defence=chosen,
        defence_skill=other.level("dexterity" if chosen == "dodge" else "brawl"),
        defence_bonus=defence_bonus + other.next_check + karma_dice(their_points),
        target_shaken=other.unnerved,
        target_prone=other.prone,
        target_karma=their_points > 0,
        target_toughness=other.characteristics.toughness,
        target_weapon_damage=other_arm.damage,
        target_piercing=other_arm.piercing,
    )
    scene = scene.with_check_made(who).without_stakes(who, target)
    if chosen != "none":
        scene = scene.with_check_made(target)
    if waiting.points:
        scene = replace(scene, stakes={**scene.stakes, target: waiting})
    scene, own, others = _blows(dice, scene, who, target, attack, reroll)
    found = melee_outcome(dice.options, attack, Blow(own.successes, own.ones), Blow(others.successes, others.ones))
    if chosen == "dodge":
        scene = scene.with_sheet(target, replace(scene.sheet(target), prone=True))
    struck = {"hit": target, "critical-hit": target, "counter-hit": who, "critical-counter": who}.get(found.result, "")
    state = ""
    if struck:
        scene, suffered = hurt(dice, scene, struck, found.damage, reroll)
        state = suffered.state
    used = {"critical-hit": 1, "critical-counter": -1}.get(found.result, 0)
    left = found.net - used if found.net * used > 0 else found.net
    scene = settle(dice, replace(scene, last=Spendable(who, left)))
    return scene, Attacked(found.result, chosen, found.damage, found.net, struck, state)


@rule("UA-19", "UA-A5", "UA-A37")
def _blows(
    dice: Dice[Options], scene: Scene, who: str, target: str, attack: MeleeAttack, wish: Reroll
) -> tuple[Scene, Faces, Faces]:
    """Both sides' dice, one of which karma may reroll."""
    options = dice.options
    none: Pool[Faces] = difficulty_faces(0)
    their_dice = skill_faces(defender_dice(options, attack)) if attack.defence != "none" else none

    def misses(own: Faces, others: Faces) -> bool:
        found = melee_outcome(options, attack, Blow(own.successes, own.ones), Blow(others.successes, others.ones))
        return found.result not in ("hit", "critical-hit")

    scene, threw = throw(dice, scene, who, attacker_dice(options, attack), their_dice, misses, wish, "attack")
    if threw.rerolled or attack.defence == "none" or misses(threw.own, threw.others):
        return scene, threw.own, threw.others
    return _defended_again(dice, scene, target, attack, threw.own, threw.others, wish)


@rule("UA-19", "UA-A5")
def _defended_again(
    dice: Dice[Options], scene: Scene, target: str, attack: MeleeAttack, own: Faces, others: Faces, wish: Reroll
) -> tuple[Scene, Faces, Faces]:
    """A player's character who was hit may reroll the defence; the attack's dice are its difficulty."""
    options = dice.options
    own_dice = skill_faces(attacker_dice(options, attack))
    scene, spend = spends_on_reroll(dice, scene, target, others, wish, "defence")
    if not spend:
        return scene, own, others
    their, mine = roll_again(dice, others, own, defender_dice(options, attack), own_dice)
    return scene, mine, their


@rule(
    "UA-03", "UA-121", "UA-125", "UA-126", "UA-127", "UA-128", "UA-129", "UA-130", "UA-131", "UA-133", "UA-134",
    "UA-146", "UA-A43", "UA-A44", "UA-A45", "UA-A46",
)  # fmt: skip
def shoot_target(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    target: Character,
    weapon: Firearm = "",
    fire: FireChoice = None,
    dive: DiveChoice = None,
    aware: Annotated[bool, meaning("whether the target is aware of the shooter")] = True,
    modifier: Modifier = 0,
    distance: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_YARDS)] | None,
        meaning("yards to the target; by position in a fight and within range elsewhere by default"),
    ] = None,
    bonus: Bonus = 0,
    reroll: Reroll = None,
) -> tuple[Scene, Attacked]:
    """A shot, or rapid fire, at a target who may dive for cover."""
    sheet, other = scene.sheet(who), scene.sheet(target)
    refuse_unable(sheet)
    _refuse_target(scene, who, target)
    acted = use_action(scene, who)
    name = weapon or next((name for name, one in sheet.weapons.items() if one.range is not None), "unarmed")
    gun = weapon_of(sheet, name)
    if gun.range is None:
        raise Refused(f"not a firearm: {name}", "UA-A51")
    if fire == "rapid" and gun.rapid_fire == 0:
        raise Refused(f"no rapid fire: the {name} has no such trait", "UA-133")
    if dive == "dive" and is_helpless(other):
        raise Refused(f"helpless cannot dive: {target} is helpless", "UA-A38")
    if dive == "dive" and other.prone:
        raise Refused(f"prone cannot dive: {target} is prone", "UA-A45")
    if dive == "dive" and not aware:
        raise Refused(f"unaware cannot dive: {target} does not know of the shooter", "UA-A45")
    if fire is None and gun.rapid_fire:
        fire = dice.choose(who, "single or rapid?", ("single", "rapid"))
    dives = dive == "dive"
    if dive is None and aware and not other.prone and not is_helpless(other):
        dives = dice.choose(target, "stay or dive?", ("stay", "dive")) == "dive"
    if distance is None and scene.fight is not None:
        distance = _reach(scene, who, target)
    mine = scene.stakes.get(who, Stakes())
    attack = FirearmAttack(
        firearms=sheet.level("firearms"),
        band=FIREARMS.in_range if distance is None else band_at(dice.options, distance, gun.range),
        modifier=modifier + karma_dice(mine.difficulty),
        dive=dives,
        target_dexterity=other.characteristics.dexterity,
        target_toughness=other.characteristics.toughness,
        weapon_damage=gun.damage,
        piercing=gun.piercing,
        rapid_fire=gun.rapid_fire if fire == "rapid" else 0,
        bonus=bonus + sheet.next_check + _exposed(scene, target) + karma_dice(mine.bonus),
        shaken=sheet.unnerved,
        karma=mine.bonus > 0,
        karma_against=mine.difficulty > 0,
    )
    scene = acted.with_check_made(who).without_stakes(who)
    if dives:
        scene = scene.with_sheet(target, replace(other, prone=True))

    def misses(own: Faces, others: Faces) -> bool:
        count = Count(own.successes, others.successes, own.ones - others.ones)
        return shot_outcome(dice.options, attack, count).result == "miss"

    against = shot_difficulty(attack.band, attack.modifier, dives, attack.target_dexterity, attack.karma_against)
    shooter = shooter_dice(dice.options, attack)
    scene, threw = throw(dice, scene, who, shooter, difficulty_faces(against), misses, reroll, "shot")
    net = threw.own.ones - threw.others.ones
    found = shot_outcome(dice.options, attack, Count(threw.own.successes, threw.others.successes, net))
    struck, state = ("", "")
    if found.hits:
        scene, suffered = hurt(dice, scene, target, found.damage, reroll)
        struck, state = target, suffered.state
    scene = settle(dice, replace(scene, last=Spendable(who, found.net - found.criticals)))
    return scene, Attacked(found.result, "dive" if dives else "stay", found.damage, found.net, struck, state)


class Cared(Struct, frozen=True):
    """Whether the bleeding stopped."""

    result: Literal["stopped", "still-bleeding"]


@rule("UA-94", "UA-A31")
def give_care(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    patient: Character,
    difficulty: Difficulty = CHECK.difficulty,
    reroll: Reroll = None,
) -> tuple[Scene, Cared]:
    """Medical care ends the bleeding, by ruling only after a check on First Aid; in a fight it takes an action."""
    refuse_unable(scene.sheet(who))
    if not scene.sheet(patient).bleeding:
        raise Refused(f"not bleeding: {patient}", "UA-94")
    if who == patient:
        raise Refused("care comes from another character", "UA-A31")
    scene = use_action(scene, who)
    if dice.options.medical_care == "first-aid-check":
        scene, found = make_check(dice, scene, who, "first aid", difficulty, reroll=reroll)
        if found.result == "failure":
            return scene, Cared("still-bleeding")
    return scene.with_sheet(patient, replace(scene.sheet(patient), bleeding=False)), Cared("stopped")
