"""Actions with weapons and supplies: the referee grants and makes weapons, and characters hand things over."""

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from rulewright.game import Character, named, named_by_rule
from rulewright.game.percent import percent
from rulewright.game.scene import Said
from rulewright.games.dpi.check import RESULTS, result_of_roll
from rulewright.games.dpi.data import (
    DIFFICULTY,
    READY,
    WEAPONS,
    AreaTag,
    AtLeastOne,
    Band,
    ExtraDie,
    Shots,
    Size,
    StatName,
    Weapon,
    WeaponLevel,
)
from rulewright.games.dpi.fight import arm_of
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Body, Scene, refuse_in_fight, refuse_unable, stress_for_rolls
from rulewright.games.dpi.sheet import Foe, Owned, carried, loaded, refuse_unlisted
from rulewright.games.dpi.weapons import damage_dice, dice_text
from rulewright.readings import odds
from rulewright.rules import BadParameter, Dice, Parameters, Refused, meaning, refuses_nothing_more, rule
from rulewright.rules.limits import Name

Level = Annotated[WeaponLevel, meaning("weapon level")]


@rule("DPI-A54", "DPI-A60")
def grant_weapon(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    weapon: Annotated[Name, named_by_rule("the weapon given", *WEAPONS, *READY)],
    level: Level = 1,
) -> tuple[Scene, Said]:
    """Give a character a weapon of any level, of the list or a ready one, or a grenade."""
    body = scene.sheet(who)
    refuse_unlisted(weapon)
    if weapon == "grenade":
        if level > 1:
            raise Refused("a grenade has level 1: make an Explosive weapon for more", "DPI-181")
        return scene.with_sheet(who, replace(body, grenades=body.grenades + 1)), Said(f"{who} gets a grenade")
    return _handed(scene, who, loaded(weapon, level)), Said(f"{who} gets the {weapon.replace('-', ' ')}")


Needed = Annotated[
    dict[Name, Annotated[int, Meta(ge=1, le=5)]], Meta(max_length=5), meaning("skills it takes, with their levels")
]


class WeaponParts(Parameters, frozen=True, kw_only=True):
    """A weapon, a spell or a natural attack made of the game's own parts, and who gets it."""

    who: Character
    name: Annotated[Name, meaning("what it is called, such as laser, claws or ice shards")]
    size: Annotated[Size, meaning("Light d4, Medium d6, Heavy d8 or Tech d10")]
    band: Annotated[Band, meaning("the distance it strikes at")]
    level: Level = 1
    area: Annotated[AreaTag | None, meaning("Line, Piercing, Arc or Explosive; none hits one target")] = None
    reload: Annotated[Shots, meaning("uses before it is reloaded; 0 needs no reload")] = 0
    extra: Annotated[ExtraDie, meaning("sides of an additional damage die; 0 for none")] = 0
    burns: Annotated[bool, meaning("whether it sets targets on fire")] = False
    stat: Annotated[StatName | None, meaning("the stat it is rolled with; by its tags unless set")] = None
    skill: Annotated[Name | None, meaning("the skill or sphere of magic it is rolled with")] = None
    needs: Needed = {}


class WeaponTrial(WeaponParts, frozen=True, kw_only=True):
    """A weapon made of parts, and the character it is tried against."""

    target: Annotated[Name, named("character", "the character it is tried against")]


def _made(scene: Scene, parts: WeaponParts) -> Owned:
    """The weapon that these parts make."""
    if not parts.name.strip() or parts.name in WEAPONS:
        raise BadParameter("name", "a name of its own, not that of a listed weapon", parts.name)
    if any(owned.weapon == parts.name for owned in scene.sheet(parts.who).weapons):
        raise Refused(f"already carried: {parts.name}", "DPI-A60")
    melee = parts.band == "melee"
    usual: StatName = "strength" if melee else "intelligence" if parts.size == "tech" else "agility"
    weapon = Weapon(
        parts.size,
        (parts.band,),
        parts.stat or usual,
        parts.skill or ("reflexes" if melee else "firearms"),
        extra=parts.extra,
        shots=parts.reload,
        area=parts.area,
        burns=parts.burns,
        needs=tuple(parts.needs.items()),
        name=parts.name,
    )
    return Owned(parts.name, parts.level, parts.reload, weapon)


def _dice_of(options: Options, owned: Owned) -> str:
    return dice_text(damage_dice(options, owned.entry, owned.level, None))


def _handed(scene: Scene, who: str, owned: Owned) -> Scene:
    body = scene.sheet(who)
    return scene.with_sheet(who, replace(body, weapons=(*body.weapons, owned)))


@rule("DPI-150", "DPI-154", "DPI-155", "DPI-156", "DPI-157", "DPI-158", "DPI-159", "DPI-160", "DPI-162", "DPI-A11")
def make_weapon(dice: Dice[Options], scene: Scene, parts: WeaponParts) -> tuple[Scene, Said]:
    """Make a weapon, a spell or a natural attack from the game's own parts, and give it to a character or a foe."""
    made = _made(scene, parts)
    text = f"{parts.who} gets the {parts.name}: {_dice_of(dice.options, made)} at {parts.band} range"
    return _handed(scene, parts.who, made), Said(text)


@rule("DPI-01", "DPI-150", "DPI-A10", "DPI-A45")
def weigh_weapon(dice: Dice[Options], scene: Scene, parts: WeaponTrial) -> tuple[Scene, Said]:
    """See the odds of a weapon made of these parts against a target in range and in the open, before you give it."""
    if parts.who == parts.target:
        raise Refused("a weapon is tried against another character")
    options, made = dice.options, _made(scene, parts)
    user, target = scene.sheet(parts.who), scene.sheet(parts.target)
    refuses_nothing_more(dice)
    arm = arm_of(options, scene, user, made)
    against = DIFFICULTY[target.difficulty if isinstance(target, Foe) else "normal"]
    chances = _results(options, arm.modifier - stress_for_rolls(options, scene, user) - against)
    return scene, Said(
        f"{parts.name}: {_dice_of(options, made)} for {arm.ap} AP at {parts.band} range. "
        f"{parts.who} against {parts.target}: {chances}"
    )


@lru_cache(maxsize=256)
def _results(options: Options, edge: int) -> str:
    """The chance of each result of an attack in words, the best first."""
    chances = dict(odds(result_of_roll, edge, options=options).items())
    return ", ".join(f"{one.replace('-', ' ')} {percent(Fraction(chances.get(one, 0)))}" for one in reversed(RESULTS))


Item = Literal["weapon", "stims", "grenades", "reloads"]


@rule("DPI-133", "DPI-179", "DPI-180", "DPI-181")
def give(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    to: Annotated[Name, named("character", "the character who gets it", use="helps")],
    item: Annotated[Item, meaning("what is handed over")],
    weapon: Annotated[Name | None, named("weapon", "the weapon, if it is one", of="who", use="arm")] = None,
    count: Annotated[AtLeastOne, meaning("how many stims, grenades or reloads")] = 1,
) -> tuple[Scene, Said]:
    """Hand a weapon, stims, grenades or reloads to another character. Not during a fight."""
    refuse_in_fight(scene)
    giver, taker = scene.sheet(who), scene.sheet(to, "to")
    refuse_unable(giver)
    if who == to:
        raise Refused("you have it already: name another character")
    if item == "weapon":
        at = carried(giver, weapon or "")
        handed = giver.weapons[at]
        scene = scene.with_sheet(who, replace(giver, weapons=(*giver.weapons[:at], *giver.weapons[at + 1 :])))
        scene = scene.with_sheet(to, replace(taker, weapons=(*taker.weapons, handed)))
        return scene, Said(f"{who} hands {to} the {handed.weapon.replace('-', ' ')}")
    held = _count(giver, item)
    if count > held:
        raise Refused(f"not enough {item}: {count} wanted, {held} held")
    scene = scene.with_sheet(who, replace(giver, **{item: held - count}))
    return scene.with_sheet(to, replace(taker, **{item: _count(taker, item) + count})), Said(
        f"{who} hands {to} {count} {item.removesuffix('s') if count == 1 else item}"
    )


def _count(body: Body, item: str) -> int:
    held: int = getattr(body, item)
    return held
