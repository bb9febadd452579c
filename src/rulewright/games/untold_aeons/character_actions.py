"""Actions that bring a character into play or change the sheet: weapons, experience, effects."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rulewright.game import Character, named, named_by_rule, suggested
from rulewright.game.scene import Said
from rulewright.games.untold_aeons.creation import create
from rulewright.games.untold_aeons.data import WEAPONS, Weapon
from rulewright.games.untold_aeons.effects import with_effect
from rulewright.games.untold_aeons.experience import improved, learned, raised
from rulewright.games.untold_aeons.fight_actions import settle
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import MOST_YARDS
from rulewright.games.untold_aeons.scene import Scene, refuse_dead
from rulewright.games.untold_aeons.sheet import STATS, Sheet
from rulewright.games.untold_aeons.weapons import check_weapon_damage
from rulewright.rules import BadParameter, Dice, Refused, between, meaning, rule
from rulewright.rules.limits import Name, PlainValues, Tally, Text

_MOST_PIERCING = 40
_MOST_XP = 100_000
_MOST_RAPID_FIRE = 20
SkillHeld = Annotated[Name, named("skill", "a skill on the sheet", of="who")]
StatName = Annotated[Name, named_by_rule("one of the four characteristics", *STATS)]
EffectHeld = Annotated[Text, named("effect", "an effect on the character", of="who")]


@rule("UA-01", "UA-07", "UA-49", "UA-A54")
def join(dice: Dice[Options], scene: Scene, character: PlainValues) -> tuple[Scene, Said]:
    """A new character joins the scene."""
    return scene.joined(create(dice.options, character))


@rule("UA-153", "UA-155", "UA-156", "UA-157", "UA-A51", "UA-A52", "UA-A53")
def give_weapon(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    weapon: Annotated[
        str,
        Meta(min_length=1, max_length=200),
        suggested("starter weapon", "its name; the starter set needs no more than that"),
    ],
    damage: Annotated[Annotated[str, Meta(max_length=60)] | Tally, meaning('base damage, such as "4" or "1+"')] = "",
    piercing: Annotated[int, between(0, _MOST_PIERCING, "how much Toughness it ignores")] = 0,
    range: Annotated[int, between(0, MOST_YARDS, "range in yards; 0 is no firearm")] = 0,  # noqa: A002 - its name
    rapid_fire: Annotated[int, between(0, _MOST_RAPID_FIRE, "Rapid Fire N; 0 is none")] = 0,
) -> tuple[Scene, Said]:
    """A character gets a weapon: one of the starter set by name, or one of the table's own."""
    sheet, name = scene.sheet(who), weapon.strip().lower()
    refuse_dead(sheet)
    if damage == "":
        if name not in WEAPONS:
            raise BadParameter("weapon", f"one of {', '.join(WEAPONS)}, or given with its damage", weapon)
        made = WEAPONS[name]
    else:
        check_weapon_damage("damage", damage, firearm=range > 0)
        made = Weapon(str(damage), piercing, range or None, rapid_fire)
    armed = replace(sheet, weapons={**sheet.weapons, name: made})
    return scene.with_sheet(who, armed), Said(f"{who} has the {name}")


@rule("UA-51", "UA-A17")
def improve_skill(dice: Dice[Options], scene: Scene, who: Character, skill: SkillHeld) -> tuple[Scene, Said]:
    """Raise a skill by one for 10 times its level in XP."""
    return _grown(scene, who, improved(dice.options, _living(scene, who), skill), skill)


@rule("UA-41", "UA-54", "UA-55", "UA-56", "UA-A12")
def learn_skill(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    skill: Annotated[str, Meta(min_length=1, max_length=200, description="the skill, by any name")],
    source: Annotated[Text, meaning("the source: a teacher, books or the like")] = "",
    knowledge: Annotated[bool, meaning("whether Knowledge may stand in for it")] = False,
) -> tuple[Scene, Said]:
    """Learn a professional skill for 20 XP, from a source."""
    after = learned(dice.options, _living(scene, who), skill, source)
    if knowledge:
        after = replace(after, knowledge_skills=(*after.knowledge_skills, skill.strip().lower()))
    return _grown(scene, who, after, skill)


@rule("UA-53", "UA-A17")
def raise_characteristic(
    dice: Dice[Options], scene: Scene, who: Character, characteristic: StatName
) -> tuple[Scene, Said]:
    """Raise a characteristic by one for 50 times its level in XP."""
    return _grown(scene, who, raised(dice.options, _living(scene, who), characteristic), characteristic)


def _grown(scene: Scene, who: str, after: Sheet, what: str) -> tuple[Scene, Said]:
    name = what.strip().lower()
    return scene.with_sheet(who, after), Said(f"{who} raises {name} to {after.level(name)} and has {after.xp} XP left")


def _living(scene: Scene, who: str) -> Sheet:
    refuse_dead(scene.sheet(who))
    return scene.sheet(who)


@rule("UA-49", "UA-A17")
def award_xp(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    amount: Annotated[int, Meta(ge=-_MOST_XP, le=_MOST_XP, description="XP, from 0")],
) -> tuple[Scene, Said]:
    """The Narrator grants XP."""
    if amount < 0:
        raise Refused(f"negative amount: {amount}; give 0 or more", "UA-A17")
    sheet = _living(scene, who)
    return scene.with_sheet(who, replace(sheet, xp=sheet.xp + amount)), Said(f"{who} has {sheet.xp + amount} XP")


@rule("UA-57", "UA-58", "UA-62", "UA-63", "UA-64", "UA-70", "UA-73", "UA-85", "UA-93", "UA-A25", "UA-A32")
def add_effect(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    text: Annotated[
        str, Meta(min_length=1, max_length=4_000, description="the effect in words; `unconscious` incapacitates")
    ],
    lasting: Annotated[bool, meaning("whether it outlasts the round")] = False,
) -> tuple[Scene, Said]:
    """A character gets an effect: a short one, a phobia, an injury."""
    _living(scene, who)
    return settle(dice, with_effect(scene, who, text, lasting)), Said(f"{who} is under an effect: {text}")


@rule("UA-58")
def end_effect(dice: Dice[Options], scene: Scene, who: Character, text: EffectHeld) -> tuple[Scene, Said]:
    """An effect ends."""
    sheet = _living(scene, who)
    left = [effect for effect in sheet.effects if effect.text != text]
    if len(left) == len(sheet.effects):
        raise Refused(f"no such effect: {text[:60]}", "UA-58")
    return scene.with_sheet(who, replace(sheet, effects=tuple(left))), Said(f"{who} is free of an effect: {text}")
