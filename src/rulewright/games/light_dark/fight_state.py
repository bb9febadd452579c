"""PCs and Challenges as a fight sees them: the part that it changes, the constant part, ways to act, and positions."""

from functools import lru_cache
from typing import Any, Literal, NamedTuple, Self, cast

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fight_step import Position, Roster
from rulewright.games.light_dark.check import light_of
from rulewright.games.light_dark.data import ATTRIBUTES
from rulewright.games.light_dark.effects import EffectDie
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scenario import Hits, LightChange
from rulewright.games.light_dark.weapons import BURST, HEAVY_RANGED, MEDIUM_RANGED, READIED, Arm, arm
from rulewright.rules import rule

Side = Literal["pc", "rival"]


When = Literal["", "ready", "unready", "loaded"]


End = Literal["overcome-lost", "overcome-down", "overcome", "lost", "down", "failed", "ongoing", "stalemate", ""]


NO_DICE, ONGOING = "no-dice", "ongoing"


IDLE = -1
"""The way of a turn that is spent on readying or reloading."""


TURN, TAKE_CONDITION = "challenge-turn", "take-condition"


class Hero(Struct, frozen=True):
    """The part of a PC that a fight changes."""

    hp: int
    ego: int
    shield: bool = False
    loaded: bool = True
    readied: bool = False
    conditions: tuple[str, ...] = ()


class ChallengeState(Struct, frozen=True):
    """The part of a Challenge that a fight changes: the Disposition left of each facet, and which have failed."""

    left: tuple[int, ...]
    failed: tuple[bool, ...] = (False,)

    def with_failed(self, facet: int, failed: bool) -> "ChallengeState":
        """The Challenge after a facet has failed, or is open again."""
        return replace(self, failed=(*self.failed[:facet], failed, *self.failed[facet + 1 :]))


class WayToAct(Struct, frozen=True, cache_hash=True):
    """A way to act: the facet worked on, the pool of Light Dice, and the weapon.

    `when` says in which state of the weapon it is open. `named` are the parameters at the table besides the Challenge
    and the Dark Dice.
    """

    arm: Arm
    attribute: int
    skill: int = 0
    light_mod: int = 0
    relevant: bool = True
    facet: int = 0
    when: When = ""
    attribute_name: str = next(iter(ATTRIBUTES))
    named: tuple[tuple[str, Any], ...] = ()

    def light(self, options: Options, more: int = 0) -> int:
        """The Light Dice."""
        light_mod = self.light_mod + self.arm.light + more
        return light_of(options, self.attribute, self.skill, light_mod, self.relevant)

    def is_open(self, us: Hero) -> bool:
        """Whether the weapon is as this way needs it."""
        if self.when == "loaded":
            return us.loaded
        return not self.when or us.readied == (self.when == "ready")


@rule("LD-73", "LD-74", "LD-A45", "LD-A47")
def ways_of(options: Options, plain: WayToAct) -> tuple[WayToAct, ...]:
    """The ways to act with a weapon, one for each state that it can need: plain, readied or in a burst."""
    weapon = plain.arm.name
    if weapon == HEAVY_RANGED:
        ready = replace(plain, arm=arm(options, READIED), when="ready")
        return (ready,) if options.heavy_ranged_ready == "required" else (replace(plain, when="unready"), ready)
    if weapon == MEDIUM_RANGED:
        burst = replace(plain, arm=arm(options, BURST), when="loaded", named=(*plain.named, ("burst", True)))
        return replace(plain, when="loaded"), burst
    return (plain,)


class Means(Struct, frozen=True, cache_hash=True):
    """The part of a PC that stays the same: ways to act, protection, Conditions that can be taken, and the plan.

    The plan of a roll is fixed: `fixed_light` Light Dice, `dark` Dark Dice while Ego is above `keep_ego`, and the
    shield given up at `sacrifice_at`. With `takes_conditions`, taking the next one is a possible act.
    """

    ways: tuple[WayToAct, ...]
    armour: str = "none"
    max_ego: int = 0
    conditions: tuple[tuple[str, LightChange], ...] = ()
    held: tuple[str, ...] = ()
    dark_most: int = 6
    dark: int = 1
    keep_ego: int = 1
    sacrifice_at: int | None = None
    may_sacrifice: bool = True
    readies: bool = False
    reloads: bool = False
    takes_conditions: bool = False
    fixed_light: int | None = None
    calls_stalemate: bool = False


class Stand(Struct, frozen=True):
    """A facet of a Challenge: its Effect dice, whether one action decides it, and what its Effects do."""

    die: EffectDie | None
    one_action: bool = False
    hits: Hits = "body"


class Threat(Struct, frozen=True, cache_hash=True):
    """The part of a Challenge that stays the same."""

    facets: tuple[Stand, ...]
    cap: int


class Standoff(Position[Hero | ChallengeState], frozen=True):
    """PCs against a Challenge, which is the last of the combatants and has no turn of its own.

    Within a turn `pending` are the sides whose Effects are still to come, `doing` is how the PC acts, and `forked` says
    whether the Challenge's Effect opens a new Challenge.
    """

    pending: tuple[Side, ...] = ()
    doing: str = ""
    forked: bool = False

    @property
    def hero(self) -> Hero:
        """The first PC, who is the only one in a fight of one against the Challenge."""
        return cast(Hero, self.combatants[0])

    @property
    def foe(self) -> ChallengeState:
        """The Challenge."""
        return cast(ChallengeState, self.combatants[-1])

    def with_foe(self, foe: ChallengeState) -> Self:
        """The position after a change of the Challenge."""
        return replace(self, combatants=(*self.combatants[:-1], foe))


class Doing(NamedTuple):
    """How a PC acts: the numbers of the facet and of the way, `IDLE` for readying or reloading.

    A position holds it as text, which to the solver is part of the shape of a position, not a further number in it.
    """

    facet: int
    way: int

    def text(self) -> str:
        """The text in a position."""
        return f"{self.facet} {self.way}"


@lru_cache(maxsize=1024)
def read_doing(text: str) -> Doing:
    """How a PC acts, from the text in a position."""
    return Doing(*map(int, text.split()))


Fighters = Roster[Means | Threat]


class Faced(NamedTuple):
    """The PC whose turn it is, and the Challenge."""

    us: Hero
    means: Means
    foe: ChallengeState
    threat: Threat


def faced(fight: Standoff, fighters: Fighters) -> Faced:
    """The PC whose turn it is, and the Challenge."""
    everyone, skills = cast(Any, fight.combatants), cast(Any, fighters.fighters)
    return Faced(everyone[fight.at], skills[fight.at], everyone[-1], skills[-1])


@rule("LD-A14", "LD-A34")
def end_of(us: Hero, foe: ChallengeState, facet: int = 0) -> End:
    """The end of a fight after a turn, by Disposition, then Ego, then HP, then a facet that has failed."""
    if foe.left[facet] == 0:
        return "overcome-lost" if us.ego == 0 else "overcome-down" if us.hp == 0 else "overcome"
    if us.ego == 0:
        return "lost"
    if us.hp == 0:
        return "down"
    return "failed" if foe.failed[facet] else ""


@rule("LD-22", "LD-31", "LD-54", "LD-A36")
def takes_part(options: Options, one: Hero | ChallengeState) -> bool:
    """Whether a PC is up, or no facet of a Challenge is overcome."""
    if isinstance(one, ChallengeState):
        return 0 not in one.left
    return one.hp > 0 and one.ego > 0


Combatant = Hero | ChallengeState
