"""Money: prices and equipment, and a week of pay and upkeep."""

from collections.abc import Mapping
from typing import Annotated, cast

from msgspec import Struct
from msgspec.structs import replace

from rulewright.games.dpi.data import (
    ARMOUR,
    CLOCK,
    FUNDS,
    ITEMS,
    MEALS,
    PRICES,
    ROOM,
    WEAPONS,
    ArmourName,
    Comfort,
    WeaponName,
)
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.sheet import Agent, is_junior, loaded
from rulewright.rules import BadParameter, Refused, meaning, rule
from rulewright.rules.limits import Tally


@rule("DPI-165", "DPI-168", "DPI-179", "DPI-180", "DPI-181", "DPI-185", "DPI-A55")
def funds_after(funds: int, bought: Mapping[str, int]) -> int:
    """Funds left after buying; ammunition and grenades come in packs of four."""
    for item, count in bought.items():
        if item not in PRICES:
            raise Refused(f"unknown item: {str(item)[:60]} (allowed: {', '.join(PRICES)})", "DPI-165")
        if count < 0:
            raise BadParameter(f"equipment.{item}", "a whole number, at least 0", count)
    cost = sum(PRICES[item] * count for item, count in bought.items())
    if cost > funds:
        raise Refused(f"not enough funds: ${cost:,} of ${funds:,}", "DPI-165")
    return funds - cost


@rule("DPI-179", "DPI-181", "DPI-A54", "DPI-A55")
def equipped(agent: Agent, item: str, count: int) -> Agent:
    """The agent with more of an item: weapons loaded, packs opened."""
    if item in WEAPONS:
        return replace(agent, weapons=agent.weapons + (loaded(cast("WeaponName", item)),) * count)
    if item == "ammunition":
        return replace(agent, reloads=agent.reloads + count * ITEMS.reloads_per_pack)
    if item == "grenades":
        return replace(agent, grenades=agent.grenades + count * ITEMS.grenades_per_pack)
    if item == "stims":
        return replace(agent, stims=agent.stims + count)
    owned = {**agent.items, item: agent.items.get(item, 0) + count}
    return replace(agent, items={name: number for name, number in owned.items() if number})


@rule("DPI-182", "DPI-183", "DPI-184", "DPI-A58")
def wearable(items: Mapping[str, int]) -> tuple[ArmourName, ...]:
    """Armour that can be worn: armour that is owned, or none."""
    names = cast("tuple[ArmourName, ...]", tuple(ARMOUR))
    return tuple(name for name in names if name == "none" or items.get(f"{name}-armour"))


class Weekly(Struct, frozen=True):
    """Funds after a week."""

    funds: int


@rule("DPI-166", "DPI-186", "DPI-187", "DPI-188", "DPI-189", "DPI-190", "DPI-191", "DPI-A68")
def week(
    options: Options,
    funds: Annotated[Tally, meaning("funds before")],
    meals: Annotated[Comfort, meaning("quality of meals")],
    room: Annotated[Comfort, meaning("quality of the room")],
) -> Weekly:
    """Salary comes in, then meals and room are paid."""
    return Weekly(funds + FUNDS.salary - MEALS[meals] - ROOM[room])


@rule("DPI-102", "DPI-166", "DPI-A68")
def paydays(options: Options, day: int, later: int) -> int:
    """The weeks that end between two days; by ruling pay comes only when a week is spent."""
    if options.pay_day == "week-spent":
        return 0
    return (later - 1) // CLOCK.days_per_week - (day - 1) // CLOCK.days_per_week


@rule("DPI-166", "DPI-A26", "DPI-A68")
def paid(options: Options, agent: Agent, weeks: int = 1) -> Agent:
    """The agent after some weeks of salary, meals and room; Jr. Agents and those dead for good get and pay nothing."""
    if is_junior(agent) or agent.life == "dead for good":
        return agent
    weekly = week(options, agent.funds, agent.meals, agent.room).funds - agent.funds
    return replace(agent, funds=agent.funds + weeks * weekly)
