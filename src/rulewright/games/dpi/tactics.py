"""Tactics: what the attacker in a skirmish can do now, and what a plan without decisions does."""

from functools import lru_cache
from typing import Literal, NamedTuple

from rulewright.games.dpi.attack import can_counter
from rulewright.games.dpi.data import AP, WEAPONS
from rulewright.games.dpi.field import (
    FARTHEST,
    Choice,
    Field,
    Skirmish,
    arms_of,
    is_in_reach,
    is_loaded,
    is_timed,
    ready_weapons,
)
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import ap_to_fire, in_range
from rulewright.rules import rule


class Act(NamedTuple):
    """Something the attacker can do: attack or reload (with which weapon), or move (to what distance)."""

    verb: Literal["attack", "reload", "stim", "take cover", "move", "end turn", "stop"]
    at: int = 0

    def __str__(self) -> str:
        """The act in words."""
        weapon = "the second weapon" if self.at else "the first weapon"
        more = {"attack": f" with {weapon}", "reload": f" {weapon}", "move": f" to {self.at} spaces"}
        return self.verb + more.get(self.verb, "")


@rule("DPI-134", "DPI-A54")
def ap_to_reload(options: Options, skirmish: Skirmish) -> int:
    """What loading a weapon costs the attacker: 5 AP, or a whole turn."""
    return AP.reload if options.reload_cost == "five-ap" else skirmish.ap


@lru_cache(maxsize=1024)
@rule("DPI-A43", "DPI-A47")
def useful_distances(options: Options, skirmish: Skirmish, spaces: int) -> tuple[int, ...]:
    """The nearest distances at which other weapons reach than here, on either side."""

    def who_reaches(at: int) -> tuple[bool, ...]:
        foe = skirmish.counter_weapon
        ours = tuple(in_range(options, weapon, at) for weapon, _ in arms_of(skirmish))
        return (*ours, foe != "none" and can_counter(options, foe, at))

    seen = {who_reaches(spaces)}
    found = []
    for at in sorted(range(FARTHEST + 1), key=lambda at: abs(at - spaces)):
        if who_reaches(at) not in seen:
            seen.add(who_reaches(at))
            found.append(at)
    return tuple(found)


@rule("DPI-128", "DPI-129", "DPI-133", "DPI-134", "DPI-135", "DPI-180", "DPI-A54")
def possible_acts(options: Options, field: Field, skirmish: Skirmish) -> list[tuple[Act, Choice]]:
    """Everything the attacker can do with the AP left, and the choice it belongs to; attacks come first."""
    arms = arms_of(skirmish)
    found: list[tuple[Act, Choice]] = [
        (Act("attack", at), "weapon")
        for at in ready_weapons(options, field, skirmish)
        if ap_to_fire(options, arms[at][0]) <= field.ap
    ]
    if field.reloads and ap_to_reload(options, skirmish) <= field.ap:
        found += [
            (Act("reload", at), "reload")
            for at, (weapon, _) in enumerate(arms)
            if field.shots[at] < WEAPONS[weapon].shots
        ]
    if field.stims and AP.item <= field.ap and field.bout.attacker.hp < (skirmish.hp_max or skirmish.attacker_hp):
        found.append((Act("stim"), "stim"))
    if skirmish.cover_spaces is not None and not field.covered and skirmish.cover_spaces * AP.move <= field.ap:
        found.append((Act("take cover"), "cover"))
    if field.ap >= AP.move:
        found += [(Act("move", at), "distance") for at in useful_distances(options, skirmish, field.spaces)]
    if is_timed(options, skirmish):
        found.append((Act("end turn"), "wait"))
    return found if is_in_reach(options, field, skirmish) else [*found, (Act("stop"), "stop")]


def planned_act(options: Options, field: Field, skirmish: Skirmish, possible: list[Act]) -> Act:
    """What the plan does: a stim or cover if told so, else attack, else reload, else move to where a weapon reaches."""
    if "stim" not in skirmish.choices and field.bout.attacker.hp <= skirmish.stim_at and Act("stim") in possible:
        return Act("stim")
    if "cover" not in skirmish.choices and skirmish.take_cover and Act("take cover") in possible:
        return Act("take cover")
    arms = arms_of(skirmish)
    for act in possible:
        if act.verb == "attack" or (act.verb == "reload" and in_range(options, arms[act.at][0], field.spaces)):
            return act
    usable = [at for at in range(len(arms)) if is_loaded(field, skirmish, at) or field.reloads]
    for act in possible:
        reaches = act.verb == "move" and any(in_range(options, arms[at][0], act.at) for at in usable)
        if reaches and not any(in_range(options, arms[at][0], field.spaces) for at in usable):
            return act
    worthwhile = is_timed(options, skirmish) and bool(usable)
    return Act("end turn") if worthwhile and field.ap < skirmish.ap else Act("stop")
