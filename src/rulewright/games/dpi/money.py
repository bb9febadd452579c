"""Money: buying equipment, and a week of pay and upkeep."""

from typing import Annotated, Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from rulewright.games.dpi.data import FUNDS, ITEMS, MEALS, ROOM, WEAPONS, WeaponName
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.sheet import Agent, loaded
from rulewright.rules import meaning, rule

Comfort = Literal["stingy", "average", "indulgent"]


@rule("DPI-179", "DPI-181", "DPI-A54", "DPI-A55")
def equipped(agent: Agent, item: str, count: int) -> Agent:
    """Somebody with more of an item: weapons loaded, packs opened."""
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


class Weekly(Struct, frozen=True):
    """Funds after a week."""

    funds: int


@rule("DPI-166", "DPI-186", "DPI-187", "DPI-188", "DPI-189", "DPI-190", "DPI-191", "DPI-A68")
def week(
    options: Options,
    funds: Annotated[int, meaning("funds before")],
    meals: Annotated[Comfort, meaning("how well one eats")],
    room: Annotated[Comfort, meaning("how well one lives")],
) -> Weekly:
    """Salary comes in, then meals and room are paid."""
    return Weekly(funds + FUNDS.salary - MEALS[meals] - ROOM[room])
