"""Attacks in play, hand to hand and with firearms, and care for the wounded."""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game import Character, named
from rulewright.games.untold_aeons.check_actions import make_check
from rulewright.games.untold_aeons.data import CHECK, FIREARMS, MELEE
from rulewright.games.untold_aeons.fight import FIGHT
from rulewright.games.untold_aeons.fight_actions import settle, with_action
from rulewright.games.untold_aeons.firearm import Modifier
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import MOST_YARDS, Bonus, Difficulty
from rulewright.games.untold_aeons.rerolls import Reroll
from rulewright.games.untold_aeons.scene import Scene, Spendable, is_helpless, refuse_dead, refuse_unable
from rulewright.games.untold_aeons.sheet import Sheet, weapon_of
from rulewright.games.untold_aeons.strikes import Attacked, RapidFire, after_action, attack, shoot
from rulewright.rules import Dice, Refused, between, meaning, rule
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
OwnWeapon = Annotated[Name, named("weapon", "a weapon by name", of="who", use="arm")]
TheirWeapon = Annotated[
    Name | None, named("weapon", "the target's weapon for fighting back; the target chooses by default", of="target")
]
Firearm = Annotated[
    Name, named("weapon", "a firearm by name; the first one on the sheet by default", of="who", use="arm")
]
MostHits = Annotated[
    Annotated[int, between(1, 20, "shots")] | None,
    meaning("rapid fire: the most hits; as many as the margin allows by default"),
]


def _reach(scene: Scene, who: str, target: str) -> int:
    return abs(scene.combatant(who).position - scene.combatant(target).position) if scene.fight is not None else 0


def _refuse_target(scene: Scene, who: str, target: str) -> None:
    refuse_dead(scene.sheet(target))
    if who == target:
        raise Refused("target is the attacker: choose another character")


@rule("UA-A41")
def _melee_weapon(sheet: Sheet, name: str) -> str:
    """The name of a weapon on a sheet that strikes in melee."""
    if weapon_of(sheet, name).range is not None:
        raise Refused("not a melee weapon: strike with something else, or shoot", "UA-A41")
    return name.strip().lower()


@rule("UA-109", "UA-119", "UA-A36", "UA-A38", "UA-A40", "UA-A41")
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
    scene = with_action(dice, scene, who)
    if _reach(scene, who, target) > MELEE.reach:
        raise Refused(f"out of reach: {target} is {_reach(scene, who, target)} yards away", "UA-A36")
    if defence == "dodge" and other.prone:
        raise Refused(f"prone cannot dodge: {target} is prone", "UA-A40")
    # The target's weapon is checked last: it may be hidden from the attacker's player, and the rest is not.
    arm = _melee_weapon(sheet, weapon)
    back = None if target_weapon is None else _melee_weapon(other, target_weapon)
    given = (1, arm, defence, back, bonus, defence_bonus, reroll)
    after, found = FIGHT.play(dice, scene, attack, (who, target), *given)
    return settle(dice, replace(after, last=Spendable(who, found.left))), found.attacked


@rule("UA-121", "UA-129", "UA-133", "UA-A38", "UA-A43", "UA-A44", "UA-A45", "UA-A46", "UA-A51")
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
    most_hits: MostHits = None,
    reroll: Reroll = None,
) -> tuple[Scene, Attacked | RapidFire]:
    """A shot, or rapid fire, at a target who may dive for cover."""
    sheet, other = scene.sheet(who), scene.sheet(target)
    refuse_unable(sheet)
    _refuse_target(scene, who, target)
    scene = with_action(dice, scene, who)
    name = weapon.strip().lower() or next((name for name, one in sheet.weapons.items() if one.range), "unarmed")
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
    terms = ({"band": FIREARMS.in_range},) if distance is None and scene.fight is None else ()
    given = (1, name, fire, dive, aware, modifier, distance, bonus, most_hits, reroll)
    after, found = FIGHT.play(dice, scene, shoot, (who, target), *given, terms=terms)
    return settle(dice, replace(after, last=Spendable(who, found.left))), found.attacked


class Cared(Struct, frozen=True):
    """Whether the bleeding stopped."""

    result: Literal["stopped", "still-bleeding"]


@rule("UA-94", "UA-A31")
def give_care(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    patient: Annotated[Name, named("character", "the character who is cared for", use="helps")],
    difficulty: Difficulty = CHECK.difficulty,
    reroll: Reroll = None,
) -> tuple[Scene, Cared]:
    """Medical care ends the bleeding, by ruling only after a check on First Aid; in a fight it takes an action."""
    refuse_unable(scene.sheet(who))
    if not scene.sheet(patient).bleeding:
        raise Refused(f"not bleeding: {patient}", "UA-94")
    if who == patient:
        raise Refused("care comes from another character", "UA-A31")
    scene = with_action(dice, scene, who)
    position, _ = FIGHT.between(scene, dice.options, who)
    scene = FIGHT.written(scene, (who,), position.with_combatant(0, position.mine, after_action(position)))
    if dice.options.medical_care == "first-aid-check":
        scene, found = make_check(dice, scene, who, "first aid", difficulty, reroll=reroll)
        if found.result == "failure":
            return scene, Cared("still-bleeding")
    return scene.with_sheet(patient, replace(scene.sheet(patient), bleeding=False)), Cared("stopped")
