"""The sensible acts of the combatant whose turn it is, and the plans that choose from them."""

from collections.abc import Sequence

from rulewright.game.fight_step import Act, FightPlan, act, weakest_foes
from rulewright.games.twelves.check import (
    Tier,
)
from rulewright.games.twelves.fight_state import Fight, Fighters, boxes_left
from rulewright.games.twelves.health import (
    is_able,
)
from rulewright.games.twelves.options import Options
from rulewright.rules import rule


@rule("TW-A24", "TW-A28", "TW-A32")
def acts(options: Options, fight: Fight, fighters: Fighters) -> tuple[Act, ...]:
    """Attack a foe, weakest first; drink if a box is checked; help a friend who is down, by hand or with a potion."""
    at, everyone = fight.at, fight.combatants
    us = everyone[at]
    able = weakest_foes(fight, fighters, lambda foe: is_able(options, foe.state), boxes_left)
    found = [act("attack", target=fighters.names[foe]) for foe in able]
    for arm in fighters.fighters[at].arms[1:]:
        found += [act("attack", target=fighters.names[foe], using=arm.name) for foe in able]
    if us.potions and us.damage:
        found.append(act("drink"))
    if len(everyone) > 2:
        down = [fighters.names[one] for one in fighters.friends(at) if everyone[one].state == "incapacitated"]
        found += [act("stabilise", patient=name) for name in down]
        if us.potions:
            found += [act("drink", patient=name) for name in down]
    return tuple(found)


@rule("TW-A28")
def drinks_in(*tiers: Tier) -> FightPlan[Fight, Fighters]:
    """The plan to drink in these tiers, and else to attack the weakest foe."""

    def plan(options: Options, fight: Fight, fighters: Fighters, able: Sequence[Act]) -> Act:
        thirsty = fighters.fighters[fight.at].tier(fight.mine) in tiers
        return next((one for one in able if thirsty and one.action == "drink"), able[0])

    return plan


PLANS = {
    "attack": drinks_in(),
    "drink-wounded": drinks_in("wounded", "critical"),
    "drink-critical": drinks_in("critical"),
}
