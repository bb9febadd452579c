"""Experience: the price of skills and characteristics, and buying them."""

from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from rulewright.games.untold_aeons.data import CHARACTERISTICS, EXPERIENCE
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import Level
from rulewright.games.untold_aeons.sheet import STATS, Sheet
from rulewright.rules import BadParameter, Refused, between, meaning, rule


@rule("UA-A12")
def skill_name(name: str) -> str:
    """A skill's name in lower case, without blanks around it."""
    return name.strip().lower()


@rule("UA-51", "UA-52", "UA-54", "UA-55")
def skill_price(start: int, end: int) -> int:
    """10 x the current level for each step; the first step of an unlearned skill is learning it."""
    steps = sum(EXPERIENCE.skill * level for level in range(max(start, EXPERIENCE.learned_level), end))
    return steps + (EXPERIENCE.learning if start == 0 < end else 0)


@rule("UA-53", "UA-A17")
def characteristic_price(options: Options, start: int, end: int) -> int:
    """50 x the current level for each step, or as the table has set."""
    return sum(options.characteristic_cost * level for level in range(start, end))


def _paid(sheet: Sheet, price: int, number: str) -> int:
    if sheet.xp < price:
        raise Refused(f"not enough xp: it costs {price}, there are {sheet.xp}", number)
    return sheet.xp - price


@rule("UA-51", "UA-A17")
def improved(options: Options, sheet: Sheet, skill: str) -> Sheet:
    """Raise a skill that has been learned by one."""
    name = skill_name(skill)
    level = sheet.skills.get(name, 0)
    if level == 0:
        raise Refused(f"skill not learned: {name[:60]}", "UA-51")
    if options.skill_cap and level + 1 > options.skill_cap:
        raise Refused(f"skill above cap: {name[:60]} stops at {options.skill_cap}", "UA-A17")
    xp = _paid(sheet, skill_price(level, level + 1), "UA-51")
    return replace(sheet, skills={**sheet.skills, name: level + 1}, xp=xp)


@rule("UA-41", "UA-54", "UA-55", "UA-56", "UA-A12")
def learned(options: Options, sheet: Sheet, skill: str, source: str) -> Sheet:
    """Learn a professional skill, from a source."""
    name = skill_name(skill)
    if sheet.skills.get(name, 0):
        raise Refused(f"skill already known: {name[:60]}", "UA-54")
    if not source.strip():
        raise Refused("no source: a teacher, books or the like must be named", "UA-56")
    xp = _paid(sheet, skill_price(0, EXPERIENCE.learned_level), "UA-54")
    return replace(sheet, skills={**sheet.skills, name: EXPERIENCE.learned_level}, xp=xp)


@rule("UA-02", "UA-53", "UA-A17")
def raised(options: Options, sheet: Sheet, characteristic: str) -> Sheet:
    """Raise a characteristic by one, up to 5; limits and speed follow."""
    if characteristic not in STATS:
        raise Refused(f"unknown characteristic: {characteristic[:60]} (they are {', '.join(STATS)})", "UA-01")
    if options.characteristic_cost == 0:
        raise Refused("characteristics cannot be raised at this table", "UA-A17")
    level = sheet.characteristics.of(characteristic)
    if level >= CHARACTERISTICS.most:
        raise Refused(f"characteristic above {CHARACTERISTICS.most}: {characteristic} is {level}", "UA-02")
    xp = _paid(sheet, characteristic_price(options, level, level + 1), "UA-53")
    return replace(sheet, characteristics=replace(sheet.characteristics, **{characteristic: level + 1}), xp=xp)


class Price(Struct, frozen=True):
    """A price in XP."""

    xp: int


@rule("UA-51", "UA-52", "UA-54", "UA-55", "UA-A17")
def skill_cost(
    options: Options,
    from_: Annotated[Level, meaning("the level now; 0 is not learned yet")],
    to: Annotated[Level, meaning("the level wanted")],
) -> Price:
    """The price of raising a skill from one level to another."""
    _check_upwards(from_, to)
    if options.skill_cap and to > options.skill_cap:
        raise Refused(f"skill above cap: it stops at {options.skill_cap}", "UA-A17")
    return Price(skill_price(from_, to))


CharacteristicLevel = Annotated[int, between(CHARACTERISTICS.least, CHARACTERISTICS.most, "level of a characteristic")]


@rule("UA-53", "UA-A17")
def characteristic_cost(options: Options, from_: CharacteristicLevel, to: CharacteristicLevel) -> Price:
    """The price of raising a characteristic from one level to another."""
    _check_upwards(from_, to)
    if options.characteristic_cost == 0 and to > from_:
        raise Refused("characteristics cannot be raised at this table", "UA-A17")
    return Price(characteristic_price(options, from_, to))


def _check_upwards(start: int, end: int) -> None:
    if start > end:
        raise BadParameter("from", f"at most to ({end})", start)
