"""The state of play: the characters, the place, the clock, and the fight if there is one."""

from collections.abc import Collection
from functools import lru_cache
from typing import Self, TypeVar

from msgspec.structs import replace

from rulewright.game.scene import SceneOf
from rulewright.game.turns import TurnOrder
from rulewright.games.dpi.clock import (
    MINUTES_PER_DAY,
    counted_stress,
    later,
    period_at,
    period_text,
    roll_modifier,
    stress_gain,
)
from rulewright.games.dpi.data import CLOCK
from rulewright.games.dpi.grid import Grid, Space, is_on_map
from rulewright.games.dpi.harm import Cover, Harm
from rulewright.games.dpi.money import paid, paydays
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.sheet import Agent, Foe, traumas_of
from rulewright.games.dpi.stress_and_sanity import high_after, lose_sanity, overflow
from rulewright.games.dpi.traumas import has_vampirism
from rulewright.rules import Refused, rule

Body = Agent | Foe
B = TypeVar("B", Agent, Foe, Agent | Foe)


class RunningFight(TurnOrder, frozen=True):
    """A fight: the order, the AP and spaces moved of the turn, who has left, and the end."""

    ap: int = 0
    moved: int = 0
    diagonals: int = 0
    gone: tuple[str, ...] = ()
    over: bool = False
    winner: str | None = None

    def turn_ended(self) -> Self:
        """The fight after the end of a turn; AP left are lost."""
        return replace(self, begun=False, ap=0, moved=0, diagonals=0)


class Scene(SceneOf[Body], frozen=True):
    """The characters, the clock, the place, and the fight."""

    day: int = 1
    minute: int = CLOCK.start_minute
    grid: Grid = "square"
    size: Space | None = None
    obstacles: tuple[Space, ...] = ()
    low: tuple[Space, ...] = ()
    safe: bool = True
    cover: dict[str, dict[str, Cover]] = {}
    timer: int = 0
    texts: dict[str, str] = {}
    fight: RunningFight | None = None

    @property
    def running(self) -> RunningFight | None:
        """The fight under way, if there is one."""
        return None if self.fight is None or self.fight.over else self.fight

    def takes_part(self, name: str) -> bool:
        """Whether a character stands and has not left the fight."""
        gone = self.running.gone if self.running is not None else ()
        return name not in gone and is_standing(self.sheet(name))

    def side_in_fight(self, name: str) -> str:
        """A character's side; where all who fight are of one side, each is their own."""
        fight = self.fight
        alone = fight is not None and len({self.sheet(one).side for one in fight.order if one in self.characters}) == 1
        return name if alone else self.sheet(name).side

    def cover_given(self, name: str, against: str) -> Cover | None:
        """The referee's ruling on a character's cover against another; None where the map decides."""
        return self.cover.get(name, {}).get(against)


def scene_derived(options: Options, scene: Scene) -> dict[str, str]:
    """Values shown with the scene and never stored: the period of the day."""
    return {"period": period_text(options, scene.minute)}


def side_of(scene: Scene, name: str) -> str:
    """The side of a character: agents against enemies."""
    return scene.side_in_fight(name)


def agent_in(scene: Scene, name: str) -> Agent:
    """The sheet of an agent; refuses a foe."""
    body = scene.sheet(name)
    if not isinstance(body, Agent):
        raise Refused(f"not an agent: {name} is a foe")
    return body


@rule("DPI-26", "DPI-147", "DPI-A31")
def is_standing(body: Body) -> bool:
    """Whether a character can act: alive and above 0 HP."""
    return body.hp > 0 and (isinstance(body, Foe) or body.life == "alive")


def group_of(scene: Scene, who: str, others: Collection[str] | None) -> tuple[str, ...]:
    """Who rests together: a character and those named, or every living agent."""
    if others is None:
        others = [name for name, body in scene.characters.items() if isinstance(body, Agent) and body.life == "alive"]
    return tuple(dict.fromkeys((who, *others)))


def refuse_unable(body: Body) -> None:
    """Refuses an action of a character who is dead or at 0 HP."""
    if isinstance(body, Agent) and body.life != "alive":
        raise Refused(f"cannot act: {body.name} is {body.life}", "DPI-147")
    if body.hp <= 0:
        raise Refused(f"cannot act: {body.name} is at 0 HP or less", "DPI-26")


@rule("DPI-126")
def refuse_blocked(scene: Scene, space: Space, taken: Collection[Space] = ()) -> None:
    """Refuses a space off the map, with an obstacle, or among those taken."""
    if not is_on_map(scene.size, space) or space in (*scene.obstacles, *scene.low, *taken):
        raise Refused(f"space {space[0]}, {space[1]} is off the map, blocked or taken", "DPI-126")


def refuse_in_fight(scene: Scene) -> None:
    """Refuses an action that takes time during a fight."""
    if scene.running is not None:
        raise Refused("not during a fight")


@rule("DPI-A8")
def time_modifier(options: Options, scene: Scene, body: Body) -> int:
    """The modifier of the time of day on a character's rolls; none for foes."""
    if isinstance(body, Foe):
        return 0
    return roll_modifier(options, body.ancestry, has_vampirism(body.traumas), scene.minute)


@rule("DPI-94", "DPI-A36")
def stress_for_rolls(options: Options, scene: Scene, body: Body) -> int:
    """The Stress that counts on a character's rolls now."""
    if isinstance(body, Foe):
        return body.stress
    return counted_stress(options, body.ancestry, has_vampirism(body.traumas), scene.minute, body.stress)


@rule("DPI-12", "DPI-15", "DPI-90", "DPI-97", "DPI-98")
def with_stress(body: B, stress: int, high: int) -> B:
    """The character after gaining Stress, which overflows to Sanity and HP, and High within its limits."""
    after, lost = overflow(body.stress, stress)
    sanity, hp = lose_sanity(body.sanity, lost, body.hp)
    return replace(body, stress=after, sanity=sanity, hp=hp, high=high_after(body.high, high, traumas_of(body)))


@rule("DPI-29", "DPI-30", "DPI-147", "DPI-A31")
def with_harm(options: Options, body: Body, harm: Harm) -> Body:
    """The character after losing HP and Fortitude."""
    return dead_if_felled(options, replace(body, hp=body.hp - harm.hp, fortitude=body.fortitude - harm.ft))


@rule("DPI-26", "DPI-147", "DPI-A31")
def dead_if_felled(options: Options, body: B) -> B:
    """An agent at 0 HP or less is dead, or by ruling down."""
    if isinstance(body, Agent) and body.hp <= 0 and body.life == "alive" and options.zero_hp == "die":
        return replace(body, life="dead")
    return body


@rule("DPI-42", "DPI-102", "DPI-109", "DPI-166", "DPI-A36", "DPI-A68")
def pass_time(options: Options, scene: Scene, minutes: int, resting: Collection[str] = ()) -> Scene:
    """The scene after some minutes: agents are paid when a week ends, and days of rest add up for those resting.

    By ruling Vampires gain Stress each time Day begins.
    """
    day, minute = later(scene.day, scene.minute, minutes)
    dawns, weeks = _dawns(options, scene.minute, minutes), paydays(options, scene.day, day)
    characters = dict(scene.characters)
    for name, body in scene.characters.items():
        if not isinstance(body, Agent):
            continue
        days = body.rested + minutes // MINUTES_PER_DAY if name in resting or not minutes else 0
        agent = replace(paid(options, body, weeks), rested=days)
        gain = _gain_at_dawn(options, agent) if dawns and agent.life == "alive" else 0
        for _ in range(dawns if gain else 0):
            agent = with_stress(agent, gain, 0)
        characters[name] = dead_if_felled(options, agent) if gain else agent
    return replace(scene, day=day, minute=minute, characters=characters)


@lru_cache(maxsize=64)
def _first_minute_of_day(options: Options) -> int:
    return next(minute for minute in range(MINUTES_PER_DAY) if period_at(options, minute) == "day")


def _gain_at_dawn(options: Options, agent: Agent) -> int:
    return stress_gain(options, agent.ancestry, has_vampirism(agent.traumas), _first_minute_of_day(options))


def _dawns(options: Options, minute: int, minutes: int) -> int:
    """The number of times Day begins within the next minutes."""
    first = _first_minute_of_day(options)
    return (minute + minutes - first) // MINUTES_PER_DAY - (minute - first) // MINUTES_PER_DAY
