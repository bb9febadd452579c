"""Combatants (the part of a character that a fight changes), fighters (the constant part), and positions."""

from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fight_step import Position, Roster
from rulewright.game.fights import Same
from rulewright.games.untold_aeons.data import Weapon
from rulewright.games.untold_aeons.karma import NO_STAKES, KarmaPools, KarmaSide, Stake, Stakes
from rulewright.games.untold_aeons.limits import wound_limit
from rulewright.games.untold_aeons.melee import Arms
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import pool_dice
from rulewright.games.untold_aeons.sheet import Sheet, secondary_of
from rulewright.games.untold_aeons.weapons import base_damage
from rulewright.games.untold_aeons.wounds import stays_up
from rulewright.readings import odds

Condition = Literal["up", "severely-injured", "dead", "unconscious"]
"""The condition of a combatant; only those who are up take part."""


Stage = Literal["", "fast", "slow", "in-fast", "in-slow", "done", "done-fast", "done-slow"]
"""A combatant's turn of the round: not chosen yet, chosen, begun, or over; by ruling the choice is kept after it."""


BEGUN: dict[Stage, Stage] = {"fast": "in-fast", "slow": "in-slow"}


OVER: dict[Stage, Stage] = {"in-fast": "done-fast", "in-slow": "done-slow"}


CHOSEN: dict[Stage, Stage] = {"done-fast": "fast", "done-slow": "slow"}


MOVE, ACTION, BOTH = 1, 2, 3
"""The actions and moves left in a turn; those of a Fast turn are spent together."""


_HARDLY = Fraction(1, 1_000_000)


class Edge(NamedTuple):
    """Modifiers of a combatant's next rolls: being exposed, dice for the next check, and karma on the next roll."""

    exposed: int = 0
    next_check: int = 0
    stakes: tuple[Stake, ...] = ()


NO_EDGE = Edge()


class Combatant(Struct, frozen=True):
    """The part of a character that a fight changes; without an edge their next rolls have no modifiers."""

    wounds: int = 0
    prone: bool = False
    yards: int = 0
    condition: Condition = "up"
    stage: Stage = ""
    edge: Edge | None = None

    @property
    def modifiers(self) -> Edge:
        """The modifiers of the next rolls."""
        return NO_EDGE if self.edge is None else self.edge

    @property
    def karma(self) -> Stakes:
        """The karma spent on the character's next roll."""
        return NO_STAKES if self.edge is None else Stakes(self.edge.stakes)

    def with_modifiers(self, exposed: int, next_check: int, stakes: tuple[Stake, ...]) -> "Combatant":
        """The combatant with these modifiers on their next rolls."""
        edge = Edge(exposed, next_check, stakes) if exposed or next_check or stakes else None
        return self if edge is self.edge else replace(self, edge=edge)


FALLEN = Combatant(condition="severely-injured")
"""Stands for any combatant who is out: nothing else about them matters to the fight."""


class Arm(NamedTuple):
    """A weapon in the hands of a fighter with this Toughness; its range is 0 for melee."""

    name: str
    damage: int | str
    toughness: int = 0
    piercing: int = 0
    range: int = 0
    rapid_fire: int = 0

    @property
    def base(self) -> int:
        """The base damage."""
        return base_damage(self.damage, self.toughness)


class Fighter(Struct, frozen=True, cache_hash=True):
    """The part of a character that a fight does not change.

    In a duel the fighters stay where they are, reach each other and take Fast turns; a `band` stands for the distance.
    `most_wounds` is the number of wounds beyond which more make no difference, in a fight without a limit of turns; 0
    if every number counts.
    """

    brawl: int
    firearms: int
    dexterity: int
    toughness: int
    melee: tuple[Arm, ...] = ()
    guns: tuple[Arm, ...] = ()
    player: bool = False
    initiating: bool = True
    shaken: bool = False
    speed: int = 0
    sprint: int = 0
    band: int = 0
    modifier: int = 0
    planned_fire: Literal["single", "rapid"] = "single"
    stays: bool = False
    most_wounds: int = 0

    @property
    def pool(self) -> KarmaSide:
        """The side whose karma helps the character."""
        return "players" if self.player else "narrator"

    def save_dice(self, options: Options, bonus: int = 0) -> int:
        """The dice of the saves against wounds."""
        return pool_dice(options, self.toughness, bonus, self.shaken)

    def arm(self, name: str) -> Arm:
        """A weapon by name."""
        return next(arm for arm in (*self.melee, *self.guns) if arm.name == name)

    def numbers_of(self, arm: Arm) -> Arms:
        """The numbers that damage with a weapon depends on."""
        return Arms(arm.base, arm.piercing, self.toughness)


def arm_of(name: str, weapon: Weapon, toughness: int) -> Arm:
    """A weapon in the hands of a character with this Toughness."""
    return Arm(name, weapon.damage, toughness, weapon.piercing, weapon.range or 0, weapon.rapid_fire)


@lru_cache(maxsize=256)
def fighter_of(same: Same[Sheet], options: Options) -> Fighter:
    """The part of a character that a fight does not change."""
    sheet = same.value
    stats, speeds = sheet.characteristics, secondary_of(sheet.characteristics)
    arms = [arm_of(name, weapon, stats.toughness) for name, weapon in sheet.weapons.items()]
    arms.sort(key=lambda arm: arm.name == "unarmed")  # bare hands come last
    return Fighter(
        brawl=sheet.level("brawl"),
        firearms=sheet.level("firearms"),
        dexterity=stats.dexterity,
        toughness=stats.toughness,
        melee=tuple(arm for arm in arms if not arm.range),
        guns=tuple(arm for arm in arms if arm.range),
        player=sheet.kind == "player",
        shaken=sheet.unnerved,
        speed=speeds.move_speed,
        sprint=speeds.sprint,
        most_wounds=most_wounds(options, stats.toughness, sheet.unnerved),
    )


@lru_cache(maxsize=256)
def most_wounds(options: Options, toughness: int, shaken: bool) -> int:
    """The number of wounds at which the chance to stay up is below one in a million.

    Without such a maximum a fight has infinitely many positions, since a save may hold however many wounds there are.
    """
    save_dice, wounds = pool_dice(options, toughness, shaken=shaken), wound_limit(toughness)
    while odds(stays_up, toughness, save_dice, wounds, options=options).where(bool) > _HARDLY:
        wounds += 1
    return wounds


def is_up(combatant: Combatant) -> bool:
    """Whether a combatant takes part."""
    return combatant.condition == "up"


def health_left(combatant: Combatant, fighter: Fighter) -> int:
    """The wounds up to the limit; at least 1 for a character who is still up."""
    return max(1, wound_limit(fighter.toughness) - combatant.wounds)


class Fight(Position[Combatant], frozen=True):
    """A fight between two steps; without karma both pools are empty, and stay so. A duel ends when no `turns_left`."""

    karma: KarmaPools | None = None
    turns_left: int | None = None

    @property
    def pools(self) -> KarmaPools:
        """Both karma pools."""
        return NO_KARMA if self.karma is None else self.karma


NO_KARMA = KarmaPools(0, 0)


def karma_of(pools: KarmaPools) -> KarmaPools | None:
    """The karma pools of a fight: None if both are empty."""
    return pools if pools.players or pools.narrator else None


class Fighters(Roster[Fighter], frozen=True, cache_hash=True):
    """The fighters in the order in which they are named; `brief` if only the position after an action is needed."""

    brief: bool = False
