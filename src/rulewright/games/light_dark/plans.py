"""The sensible acts of the PC whose turn it is, and the plans that choose from them."""

from collections.abc import Sequence
from functools import lru_cache

from rulewright.game.fight_step import Act, act
from rulewright.games.light_dark.fight_state import TAKE_CONDITION, TURN, Fighters, Standoff, WayToAct, faced
from rulewright.games.light_dark.fight_turn import dark_now, free_conditions, has_failed, light_now
from rulewright.games.light_dark.options import Options
from rulewright.rules import rule


@rule("LD-45", "LD-A11", "LD-A45", "LD-A46", "LD-A47")
def acts(options: Options, fight: Standoff, fighters: Fighters) -> tuple[Act, ...]:
    """Act, with fewest Dark Dice first; ready or reload; take a Condition where the parameters allow it."""
    us, means, foe, _ = faced(fight, fighters)
    name = fighters.names[-1]
    found: tuple[Act, ...] = ()
    for way in means.ways:
        if way.is_open(us) and not has_failed(foe, way.facet):
            needs_dark = options.zero_dice == "forbid" and light_now(options, us, means, way) == 0
            found += _with_dark(way, name, int(needs_dark), means.dark_most)
    if means.readies and not us.readied:
        found += (act("ready", challenge=name),)
    if means.reloads and not us.loaded:
        found += (act("reload", challenge=name),)
    if means.takes_conditions and us.ego < means.max_ego:
        found += tuple(act(TAKE_CONDITION, condition=one) for one in free_conditions(us, means))
    return found


@lru_cache(maxsize=4096)
def _with_dark(way: WayToAct, challenge: str, fewest: int, most: int) -> tuple[Act, ...]:
    return tuple(act(TURN, challenge=challenge, **dict(way.named), dark=dark) for dark in range(fewest, most + 1))


@rule("LD-45")
def light(options: Options, fight: Standoff, fighters: Fighters, able: Sequence[Act]) -> Act:
    """Act without Dark Dice, unless nothing else is allowed."""
    return able[0]


@rule("LD-45")
def dark(options: Options, fight: Standoff, fighters: Fighters, able: Sequence[Act]) -> Act:
    """Act with Dark Dice while Ego is above what is kept."""
    us, means, _, _ = faced(fight, fighters)
    wanted = dark_now(us, means)
    first = able[0]
    if first.action != TURN:
        return first
    return able[max(0, wanted - int(first.of("dark")))]


PLANS = {"light": light, "dark": dark}
