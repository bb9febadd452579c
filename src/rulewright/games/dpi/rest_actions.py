"""Actions of rest and death: Short and Long Rests, dying and coming back, and curing a trauma."""

from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import Character, named
from rulewright.game.scene import Said
from rulewright.games.dpi.clock import clock_text, minutes_taken
from rulewright.games.dpi.data import CLOCK, Amount
from rulewright.games.dpi.death import Death, death, revival_hp, stress_on_revival, with_trauma, without_trauma
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.rest import (
    begin_hour,
    fortitude_from_rest,
    heal_in_hour,
    long_rest,
    luck_in_rest,
    sanity_from_long_rest,
    sanity_from_short_rest,
)
from rulewright.games.dpi.scene import Scene, agent_in, group_of, pass_time, refuse_in_fight
from rulewright.games.dpi.sheet import Agent, capped, fortitude_max, hp_max, sanity_max
from rulewright.games.dpi.stress_and_sanity import high_after, regained
from rulewright.games.dpi.traumas import ANCESTRAL, TraumaName
from rulewright.rules import Dice, Refused, between, meaning, rule
from rulewright.rules.limits import Name, Names

Others = Annotated[Names | None, named("character", "other agents who take part; every living agent if left empty")]


class RestedTogether(Struct, frozen=True):
    """The hours of a Short Rest, whether it was interrupted, and each agent's HP."""

    hours: int
    interrupted: bool
    hp: dict[str, int]

    def __hash__(self) -> int:
        return hash((self.hours, self.interrupted, tuple(self.hp.items())))


@rule("DPI-117", "DPI-142", "DPI-143", "DPI-144", "DPI-A61", "DPI-A62", "DPI-A63", "DPI-A64", "DPI-A65")
def take_short_rest(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    hours: Annotated[int, between(1, CLOCK.hours_per_day - 1, "hours of rest")] = 1,
    others: Others = None,
) -> tuple[Scene, RestedTogether]:
    """Take a Short Rest. Each hour you roll for an interruption, then everyone for HP."""
    refuse_in_fight(scene)
    options = dice.options
    names = group_of(scene, who, others)
    resting = [agent_in(scene, name) for name in names]
    _refuse_dead(resting)
    lucks = [luck_in_rest(options, agent.stats.luck) for agent in resting]
    healed = [0] * len(resting)
    counted, interrupted, begun = 0, False, 0
    while begun < hours and not interrupted:
        begun += 1
        first, interrupted, counts = begin_hour(dice, lucks[0])
        if counts:
            counted += 1
            for at, luck in enumerate(lucks):
                healed[at] += heal_in_hour(dice, luck, None if at else first)
    for agent, hp in zip(resting, healed, strict=True):
        most = fortitude_max(options, agent)
        rested = replace(
            agent,
            hp=min(hp_max(agent), agent.hp + hp),
            fortitude=regained(agent.fortitude, fortitude_from_rest(options, counted, most), most),
            sanity=regained(agent.sanity, sanity_from_short_rest(options, counted), sanity_max(options, agent)),
        )
        scene = scene.with_sheet(agent.name, rested)
    gained = {agent.name: scene.sheet(agent.name).hp - agent.hp for agent in resting}
    after = pass_time(options, scene, minutes_taken("short-rest", begun), () if interrupted else names)
    return after, RestedTogether(counted, interrupted, gained)


@rule("DPI-31", "DPI-116", "DPI-145", "DPI-146", "DPI-A65", "DPI-A66", "DPI-A67")
def take_long_rest(dice: Dice[Options], scene: Scene, who: Character, others: Others = None) -> tuple[Scene, Said]:
    """Take a Long Rest of 24 hours in a safe place: all HP and Fortitude, and 1 Sanity."""
    names = group_of(scene, who, others)
    _refuse_unrested(scene, names)
    after = rest_for_days(dice.options, scene, names, 1)
    resting = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return after, Said(
        f"{resting} {'rest' if names[1:] else 'rests'} until day {after.day}, {clock_text(after.minute)}"
    )


def _refuse_unrested(scene: Scene, names: tuple[str, ...]) -> None:
    refuse_in_fight(scene)
    if not scene.safe:
        raise Refused("not a safe place: a Long Rest needs a town or an outpost", "DPI-146")
    _refuse_dead([agent_in(scene, name) for name in names])


def _refuse_dead(agents: list[Agent]) -> None:
    for agent in agents:
        if agent.life != "alive":
            raise Refused(f"cannot rest: {agent.name} is {agent.life}", "DPI-147")


def rest_for_days(options: Options, scene: Scene, names: tuple[str, ...], days: int) -> Scene:
    """The scene after some days of Long Rest for these agents."""
    for name in names if days else ():
        agent = agent_in(scene, name)
        most = sanity_max(options, agent)
        after = long_rest(
            options,
            hp_max(agent),
            fortitude_max(options, agent),
            agent.sanity,
            most,
            agent.stress,
            agent.traumas,
        )
        sanity = regained(agent.sanity, days * sanity_from_long_rest(options), most)
        rested = replace(agent, hp=after.hp, fortitude=after.fortitude, sanity=sanity, stress=after.stress)
        scene = scene.with_sheet(name, rested)
    return pass_time(options, scene, days * minutes_taken("full-rest", 1), names)


@rule("DPI-34", "DPI-35", "DPI-147", "DPI-148", "DPI-149", "DPI-A28", "DPI-A32", "DPI-A33")
def die(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    sphere: Annotated[Name, meaning("the sphere of magic that gains a level")] = "unnamed",
    hours: Annotated[Amount, meaning("hours until resurrection")] = 0,
) -> tuple[Scene, Death]:
    """An agent at 0 HP dies, for good after three traumas. Others return with Stress 5, High 0 and a trauma."""
    refuse_in_fight(scene)
    agent = agent_in(scene, who)
    if agent.life == "dead for good":
        raise Refused(f"dead for good: {who}", "DPI-A28")
    if agent.hp > 0:
        raise Refused(f"not dying: {who} has {agent.hp} HP", "DPI-147")
    found = dice.call(death, agent.traumas)
    if found.trauma is None:
        return scene.with_sheet(who, replace(agent, life="dead for good")), found
    back = with_trauma(dice.options, replace(agent, life="alive"), found.trauma, sphere)
    back = replace(
        back,
        hp=revival_hp(dice.options, hp_max(back)),
        stress=stress_on_revival(back.traumas),
        high=high_after(0, 0, back.traumas),
        burning=0,
        rested=0,
    )
    after = scene.with_sheet(who, capped(dice.options, back))
    return pass_time(dice.options, after, hours * CLOCK.minutes_per_hour), found


Cured = Annotated[TraumaName, meaning("the trauma to cure")]


@rule("DPI-42", "DPI-43", "DPI-A34")
def remove_trauma(
    dice: Dice[Options], scene: Scene, who: Character, trauma: Cured, others: Others = None
) -> tuple[Scene, Said]:
    """Cure a trauma by a month of rest, which the group takes together; days rested already count.

    The trauma's gains go too, except magic.
    """
    names = group_of(scene, who, others)
    _refuse_unrested(scene, names)
    agent = agent_in(scene, who)
    if trauma not in agent.traumas:
        raise Refused(f"trauma not held: {trauma}", "DPI-42")
    if trauma in ANCESTRAL and dice.options.cure_ancestry == "off":
        raise Refused(f"ancestral traumas cannot be removed: {trauma}", "DPI-A34")
    month = dice.options.month_days
    cured = without_trauma(dice.options, agent, trauma)
    after = rest_for_days(dice.options, scene.with_sheet(who, cured), names, max(0, month - agent.rested))
    rested = agent_in(after, who)
    after = after.with_sheet(who, replace(rested, rested=rested.rested - month))
    return after, Said(f"{who} is cured of {trauma} on day {after.day}")
