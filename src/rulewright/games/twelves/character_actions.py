"""Actions that bring a character into play or change the sheet."""

from typing import Annotated

from msgspec.structs import replace

from rulewright.game import Character, new_name, suggested
from rulewright.game.scene import Said
from rulewright.games.twelves.creation import MOST_WEAPONS, check_weapon, create, edited
from rulewright.games.twelves.data import FOES
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.scene import AbilityName, Scene, WeaponName, refuse_unable, weapon_named
from rulewright.games.twelves.sheet import CritExtra, Sheet, Weapon, WeaponBoxes
from rulewright.rules import Dice, Refused, between, meaning, rule
from rulewright.rules.limits import Name, PlainValues


@rule("TW-01", "TW-A34")
def join(dice: Dice[Options], scene: Scene, character: PlainValues) -> tuple[Scene, Said]:
    """A new character joins the scene."""
    return scene.joined(create(dice.options, character))


@rule("TW-A34")
def edit(dice: Dice[Options], scene: Scene, who: Character, changes: PlainValues) -> tuple[Scene, Said]:
    """The GM changes rank, scores, tags or Normal boxes."""
    after = scene.with_sheet(who, edited(dice.options, scene.sheet(who), changes))
    return after.wounded_now(dice.options, who), Said(f"{who} is changed")


@rule("TW-A34")
def add_foe(
    dice: Dice[Options],
    scene: Scene,
    foe: Annotated[Name, suggested("foe", "a ready-made foe")] = "guard",
    name: Annotated[Name, new_name("its name; that of its kind if left out")] = "",
    count: Annotated[int, between(1, 12, "how many")] = 1,
) -> tuple[Scene, Said]:
    """Ready-made foes of one kind join the scene; several are numbered, and any of their numbers can be changed."""
    called = name.strip() or foe.capitalize()
    names = [called] if count == 1 else [f"{called} {number}" for number in range(1, count + 1)]
    for one in names:
        scene, _ = scene.joined(create(dice.options, {"foe": foe, "name": one}))
    return scene, Said(f"{', '.join(names)}: {FOES[foe].words}")


@rule("TW-A28")
def grant_potions(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    count: Annotated[int, between(-20, 20, "potions to give; below 0 to take away")] = 1,
) -> tuple[Scene, Said]:
    """The GM gives a character potions, or takes some away."""
    sheet = scene.sheet(who)
    left = sheet.potions + count
    if left < 0:
        raise Refused(f"not so many potions: {who} has {sheet.potions}", "TW-A28")
    return scene.with_sheet(who, replace(sheet, potions=left)), Said(f"{who} has {left} potion{'s' * (left != 1)}")


@rule("TW-A32", "TW-A34")
def give_weapon(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    weapon: Annotated[Name, meaning("its name; one of the same name is replaced")],
    ability: AbilityName = "STR",
    boxes: WeaponBoxes = 1,
    crit_extra: CritExtra = 1,
) -> tuple[Scene, Said]:
    """The GM writes a weapon on a sheet; the first on the sheet is the usual one."""
    sheet = scene.sheet(who)
    new = check_weapon(Weapon(weapon, ability, boxes, crit_extra))
    others = [one for one in sheet.weapons if one.name.lower() != new.name.lower()]
    if len(others) >= MOST_WEAPONS:
        raise Refused(f"too many weapons: at most {MOST_WEAPONS}", "TW-A34")
    return scene.with_sheet(who, replace(sheet, weapons=(*others, new))), Said(f"{who} has the weapon {new.name}")


@rule("TW-A32", "TW-A34")
def take_weapon(dice: Dice[Options], scene: Scene, who: Character, weapon: WeaponName) -> tuple[Scene, Said]:
    """The GM takes a weapon from a sheet."""
    sheet = scene.sheet(who)
    lost = _carried(sheet, weapon)
    left = tuple(one for one in sheet.weapons if one != lost)
    return scene.with_sheet(who, replace(sheet, weapons=left)), Said(f"{who} loses the weapon {lost.name}")


@rule("TW-A23", "TW-A32")
def ready_weapon(dice: Dice[Options], scene: Scene, who: Character, weapon: WeaponName) -> tuple[Scene, Said]:
    """Make one of your weapons the usual one; that takes no action."""
    sheet = scene.sheet(who)
    refuse_unable(dice.options, sheet)
    first = _carried(sheet, weapon)
    others = tuple(one for one in sheet.weapons if one != first)
    return scene.with_sheet(who, replace(sheet, weapons=(first, *others))), Said(f"{who} readies the {first.name}")


def _carried(sheet: Sheet, weapon: str) -> Weapon:
    if not weapon.strip():
        raise Refused("no weapon: name one on the sheet", "TW-A32")
    return weapon_named(sheet, weapon)
