"""Actions with money: shopping, armour, and weeks of pay and upkeep."""

from typing import Annotated

from msgspec.structs import replace

from rulewright.game import Character, named_by_rule
from rulewright.game.scene import Said
from rulewright.games.dpi.clock import MINUTES_PER_DAY
from rulewright.games.dpi.data import ARMOUR, CLOCK, PRICES, ArmourName, AtLeastOne, Comfort
from rulewright.games.dpi.money import equipped, funds_after, paid, wearable
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.rest_actions import Others, rest_for_days
from rulewright.games.dpi.scene import Scene, agent_in, group_of, pass_time, refuse_in_fight
from rulewright.games.dpi.sheet import capped
from rulewright.rules import Dice, Refused, meaning, rule
from rulewright.rules.limits import Name


@rule("DPI-165", "DPI-179", "DPI-181", "DPI-A55")
def buy(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    item: Annotated[Name, named_by_rule("what to buy", *PRICES)],
    count: Annotated[AtLeastOne, meaning("how many; ammunition and grenades in packs of four")] = 1,
) -> tuple[Scene, Said]:
    """Buy equipment; not during a fight."""
    refuse_in_fight(scene)
    agent = agent_in(scene, who)
    left = funds_after(agent.funds, {item: count})
    bought = replace(equipped(agent, item, count), funds=left)
    return scene.with_sheet(who, bought), Said(f"{who} buys {item.replace('-', ' ')} for ${agent.funds - left:,}")


Worn = Annotated[ArmourName, meaning("the armour to wear")]


@rule("DPI-182", "DPI-183", "DPI-184", "DPI-A58")
def wear(dice: Dice[Options], scene: Scene, who: Character, armour: Worn) -> tuple[Scene, Said]:
    """Put on armour you own, one at a time."""
    refuse_in_fight(scene)
    agent = agent_in(scene, who)
    if armour not in wearable(agent.items):
        raise Refused(f"armour not owned: {armour}", "DPI-A58")
    gained = ARMOUR[armour].fortitude - ARMOUR[agent.armour].fortitude
    changed = replace(agent, armour=armour, fortitude=max(0, agent.fortitude + gained))
    return scene.with_sheet(who, capped(dice.options, changed)), Said(
        f"{who} wears {'no' if armour == 'none' else armour} armour"
    )


@rule("DPI-102", "DPI-166", "DPI-186", "DPI-189", "DPI-A68")
def spend_week(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    meals: Annotated[Comfort, meaning("quality of meals")] = "average",
    room: Annotated[Comfort, meaning("quality of the room")] = "average",
    others: Others = None,
) -> tuple[Scene, Said]:
    """Let a week pass. Salary comes in, meals and room are paid; in a safe place it is a week of Long Rests."""
    refuse_in_fight(scene)
    names = group_of(scene, who, others)
    for name in names:
        agent = replace(agent_in(scene, name), meals=meals, room=room)
        scene = scene.with_sheet(name, paid(dice.options, agent) if dice.options.pay_day == "week-spent" else agent)
    if scene.safe:
        after = rest_for_days(dice.options, scene, names, CLOCK.days_per_week)
    else:
        after = pass_time(dice.options, scene, CLOCK.days_per_week * MINUTES_PER_DAY)
    funds = ", ".join(f"{name} has ${agent_in(after, name).funds:,}" for name in names)
    return after, Said(f"day {after.day}: {funds}")
