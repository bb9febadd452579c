"""Actions that add a character or change a sheet."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rulewright.game import Character, named
from rulewright.game.scene import Said
from rulewright.games.die_code.codes import grown, parse_code
from rulewright.games.die_code.creation import create, edited
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.scene import Scene
from rulewright.games.die_code.sheet import Sheet, Skill
from rulewright.rules import BadParameter, Dice, Refused, meaning, rule
from rulewright.rules.limits import Name, PlainValues


@rule("DC-03", "DC-55", "DC-A2", "DC-A21")
def join(dice: Dice[Options], scene: Scene, character: PlainValues) -> tuple[Scene, Said]:
    """Add a new character to the scene."""
    return scene.joined(create(dice.options, character), "DC-A2")


@rule("DC-A2", "DC-A14", "DC-A21")
def set_fields(dice: Dice[Options], scene: Scene, who: Character, changes: PlainValues) -> tuple[Scene, Said]:
    """The GM changes any field of a sheet, under the same checks as a new character."""
    sheet = edited(dice.options, scene.sheet(who), changes)
    if sheet.name == who:
        return scene.with_sheet(who, sheet), Said(f"{who} is changed")
    scene.refuse_taken(sheet.name, "DC-A2")
    if scene.contest is not None or scene.chase is not None or scene.fight is not None:
        raise Refused("a contest, chase or fight is running: change the name when it is over", "DC-A28")
    renamed = {sheet.name if name == who else name: sheet if name == who else one for name, one in _all(scene)}
    standing = {sheet.name if name == who else name: one for name, one in scene.standing.items()}
    return replace(scene, characters=renamed, standing=standing), Said(f"{who} is now {sheet.name}")


def _all(scene: Scene) -> list[tuple[str, Sheet]]:
    return list(scene.characters.items())


@rule("DC-04", "DC-A1", "DC-A30")
def raise_code(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    name: Annotated[Name, named("code", "a skill, attribute or piece of equipment on the sheet", of="who")],
    pips: Annotated[int, Meta(ge=-300, le=300), meaning("pips to add, three to a die")] = 1,
) -> tuple[Scene, Said]:
    """The GM raises a code by some pips; there is no price and no limit."""
    if pips < 1:
        raise BadParameter("pips", "a whole number, at least 1", pips)
    sheet = scene.sheet(who)
    if name in sheet.skills:
        skill = sheet.skills[name]
        code = _raised(skill.code, pips)
        after = replace(sheet, skills={**sheet.skills, name: Skill(skill.attribute, code)})
    elif name in sheet.attributes:
        code = _raised(sheet.attributes[name], pips)
        after = replace(sheet, attributes={**sheet.attributes, name: code})
    elif name in sheet.equipment:
        code = _raised(sheet.equipment[name], pips)
        after = replace(sheet, equipment={**sheet.equipment, name: code})
    else:
        raise Refused(f"unknown name: {name[:40]!r} is not on the sheet of {who}", "DC-A2")
    return scene.with_sheet(who, after), Said(f"{name} of {who} is now {code}")


def _raised(code: str, pips: int) -> str:
    return parse_code(grown(parse_code(code), pips).text).text
