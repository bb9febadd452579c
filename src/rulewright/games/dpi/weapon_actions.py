"""Actions with weapons and supplies: the referee grants and makes weapons, and characters hand things over."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from rulewright.game import Character, named
from rulewright.game.scene import Said
from rulewright.games.dpi.data import (
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
    WeaponName,
)
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Body, Scene, refuse_in_fight, refuse_unable
from rulewright.games.dpi.sheet import Owned, carried, loaded
from rulewright.games.dpi.weapons import damage_dice, dice_text
from rulewright.rules import BadParameter, Dice, Refused, meaning, rule
from rulewright.rules.limits import Name

Level = Annotated[WeaponLevel, meaning("weapon level")]


@rule("DPI-A54", "DPI-A60")
def grant_weapon(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    weapon: Annotated[WeaponName, meaning("the weapon given")],
    level: Level = 1,
) -> tuple[Scene, Said]:
    """Give a character a weapon of any level, or a grenade."""
    body = scene.sheet(who)
    if weapon == "grenade":
        if level > 1:
            raise Refused("a grenade has level 1: make an Explosive weapon for more", "DPI-181")
        return scene.with_sheet(who, replace(body, grenades=body.grenades + 1)), Said(f"{who} gets a grenade")
    owned = loaded(weapon, level)
    return scene.with_sheet(who, replace(body, weapons=(*body.weapons, owned))), Said(f"{who} gets a {weapon}")


Needed = Annotated[
    dict[Name, Annotated[int, Meta(ge=1, le=5)]], Meta(max_length=5), meaning("skills it takes, with their levels")
]


@rule("DPI-150", "DPI-154", "DPI-155", "DPI-156", "DPI-157", "DPI-158", "DPI-159", "DPI-160", "DPI-162", "DPI-A11")
def make_weapon(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    name: Annotated[Name, meaning("what it is called, such as laser, claws or ice shards")],
    size: Annotated[Size, meaning("Light d4, Medium d6, Heavy d8 or Tech d10")],
    band: Annotated[Band, meaning("the distance it strikes at")],
    level: Level = 1,
    area: Annotated[AreaTag | None, meaning("Line, Piercing, Arc or Explosive; none hits one target")] = None,
    reload: Annotated[Shots, meaning("uses before it is reloaded; 0 needs no reload")] = 0,
    extra: Annotated[ExtraDie, meaning("sides of an additional damage die; 0 for none")] = 0,
    burns: Annotated[bool, meaning("whether it sets targets on fire")] = False,
    stat: Annotated[StatName | None, meaning("the stat it is rolled with; by its tags unless set")] = None,
    skill: Annotated[Name | None, meaning("the skill or sphere of magic it is rolled with")] = None,
    needs: Needed = {},  # noqa: B006
) -> tuple[Scene, Said]:
    """Make a weapon, a spell or a natural attack of the game's own parts, and give it to a character or a foe."""
    body = scene.sheet(who)
    if not name.strip() or name in WEAPONS:
        raise BadParameter("name", "a name of its own, not that of a listed weapon", name)
    if any(owned.weapon == name for owned in body.weapons):
        raise Refused(f"already carried: {name}", "DPI-A60")
    usual: StatName = "strength" if band == "melee" else "intelligence" if size == "tech" else "agility"
    trained = skill or ("reflexes" if band == "melee" else "firearms")
    weapon = Weapon(
        size,
        (band,),
        stat or usual,
        trained,
        extra=extra,
        shots=reload,
        area=area,
        burns=burns,
        needs=tuple(needs.items()),
        name=name,
    )
    made = Owned(name, level, reload, weapon)
    text = dice_text(damage_dice(dice.options, weapon, level, None))
    after = scene.with_sheet(who, replace(body, weapons=(*body.weapons, made)))
    return after, Said(f"{who} gets {name}: {text} at {band} range")


Item = Literal["weapon", "stims", "grenades", "reloads"]


@rule("DPI-133", "DPI-179", "DPI-180", "DPI-181")
def give(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    to: Annotated[Name, named("character", "the character who gets it")],
    item: Annotated[Item, meaning("what is handed over")],
    weapon: Annotated[Name | None, named("weapon", "the weapon, if it is one", of="who")] = None,
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
        return scene, Said(f"{who} hands {to} the {handed.weapon}")
    held = _count(giver, item)
    if count > held:
        raise Refused(f"not enough {item}: {count} wanted, {held} held")
    scene = scene.with_sheet(who, replace(giver, **{item: held - count}))
    return scene.with_sheet(to, replace(taker, **{item: _count(taker, item) + count})), Said(
        f"{who} hands {to} {count} {item}"
    )


def _count(body: Body, item: str) -> int:
    held: int = getattr(body, item)
    return held
