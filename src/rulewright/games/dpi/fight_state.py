"""The state of a fight: the combatants, their constant parts (fighters) with weapons, and the place.

A fight at the table is on a map; a duel or a skirmish is on a line, where only the distance counts.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fight_step import Position, Roster, weakest_foes
from rulewright.games.dpi.check import Result, Terms
from rulewright.games.dpi.data import DIFFICULTY, METERS, ArmourName, Weapon
from rulewright.games.dpi.grid import Grid, Space, distance, neighbours, on_line
from rulewright.games.dpi.harm import Cover
from rulewright.games.dpi.high import HighPolicy
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.traumas import TraumaName
from rulewright.games.dpi.weapons import in_range
from rulewright.rules import Dice, rule

NO_ONE = -1
V = TypeVar("V")
Choice = Literal["weapon", "reload", "stim", "cover", "distance", "wait", "stop"]


class Combatant(Struct, frozen=True, cache_hash=True):
    """The part of a character that a fight changes; `shots` are those left in each weapon carried."""

    hp: int
    fortitude: int = 0
    stress: int = 0
    high: int = 0
    sanity: int = 0
    shots: tuple[int, ...] = ()
    reloads: int = 0
    stims: int = 0
    grenades: int = 0
    burning: int = 0
    space: Space = (0, 0)
    gone: bool = False


class Arm(Struct, frozen=True, cache_hash=True):
    """A weapon in the hands of a fighter: its level, and the terms of its roll."""

    weapon: Weapon
    level: int = 1
    terms: Terms = ()
    ap: int = 1
    skilled: bool = True

    @property
    def modifier(self) -> int:
        """The modifier of the roll, apart from Stress and High."""
        return sum([value for _, value in self.terms])


class Fighter(Struct, frozen=True, cache_hash=True):
    """The part of a character that a fight does not change: weapons, AP, protection, and how a plan spends High.

    The weapons carried come first, then bare hands and grenades, whose place is `thrown`. `difficulty` is added to the
    d12s of attacks on this fighter; `day_stress` counts on rolls besides the Stress held. A fighter who never spends
    High does not count it; where only the end matters, High may relieve Stress at once instead of before the next
    attack, which makes fewer positions. `plan` is that of a side of a skirmish.
    """

    arms: tuple[Arm, ...] = ()
    ap: int = 0
    hp_max: int = 0
    difficulty: int = 0
    day_stress: int = 0
    armour: ArmourName = "none"
    traumas: tuple[TraumaName, ...] = ()
    attacks: bool = True
    agent: bool = True
    thrown: int = NO_ONE
    high: HighPolicy = "late"
    relieves_at_once: bool = False
    plan: "LinePlan | None" = None

    @property
    def spends_high(self) -> bool:
        """Whether High is ever spent."""
        return self.high != "keep"

    def with_arm(self, at: int, arm: Arm) -> "Fighter":
        """The fighter with another weapon in one place."""
        return replace(self, arms=(*self.arms[:at], arm, *self.arms[at + 1 :]))


class LinePlan(Struct, frozen=True, cache_hash=True):
    """The plan of a side of a skirmish: when it uses a stim, takes cover, comes nearer, and what it decides instead."""

    stim_at: int = 0
    take_cover: bool = False
    cover_spaces: int | None = None
    closes: bool = False
    choices: tuple[Choice, ...] = ()


class Map(Struct, frozen=True, cache_hash=True):
    """A map: its edge, its obstacles, low ones to duck behind, and the referee's cover, which overrides it."""

    grid: Grid = "square"
    size: Space | None = None
    obstacles: frozenset[Space] = frozenset()
    cover: tuple[tuple[Cover | None, ...], ...] = ()
    low: frozenset[Space] = frozenset()
    shields: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the map has no edge, no obstacles and no cover set by the referee."""
        given = any(one not in (None, "none") for row in self.cover for one in row)
        return self.size is None and not self.obstacles and not self.low and not given


@lru_cache(maxsize=16384)
@rule("DPI-135", "DPI-136", "DPI-137", "DPI-A46")
def cover_by_map(place: Map, space: Space, against: Space) -> Cover:
    """A wall between two spaces hides them from each other; a low one between them and beside a space gives it half."""
    across, up = space[0] - against[0], space[1] - against[1]
    v = (across, up)
    if v == (0, 0):
        return "none"

    def between(blocks: frozenset[Space]) -> list[Space]:
        nearer = across * across + up * up
        found = []
        for block in blocks:
            w = (block[0] - against[0], block[1] - against[1])
            if block not in (space, against) and w[0] * w[0] + w[1] * w[1] < nearer and on_line(place.grid, v, w):
                found.append(block)
        return found

    if between(place.obstacles - place.low):
        return "full"
    beside = frozenset(neighbours(place.grid, space))
    return "half" if between(place.low & beside) else "none"


class LinePlace(Map, frozen=True, cache_hash=True):
    """Two fighters at a distance: a fixed one, or else the first number of the first one's space.

    The second number is 1 while the first one is in half cover, whatever `cover` says.
    """

    distance: int | None = None
    fixed: bool = True


class AimedAttack(NamedTuple):
    """An attack before its roll: the weapon, the target or the space it lands on, and the High spent beforehand.

    With `waits` High may be spent after the roll too. `against` is the difficulty where there is no target.
    """

    arm: int
    target: int = NO_ONE
    at: Space | None = None
    high: int = 0
    waits: bool = True
    against: int = DIFFICULTY["normal"]


class FightPosition(Position[Combatant], frozen=True, cache_hash=True):
    """A fight between two steps, or for the solver between two parts of one.

    `moved` and `diagonals` are counted only where they matter to the AP of a move. `aim` is an attack before its roll,
    `result` its result after it, `counters` the place of the fighter who counterattacks next; `relieved` is set after
    Stress was relieved before an attack.
    """

    moved: int = 0
    diagonals: int = 0
    aim: AimedAttack | None = None
    result: Result | None = None
    counters: int = NO_ONE
    relieved: bool = False

    @property
    def is_parted(self) -> bool:
        """Whether an attack is under way: its roll, damage or counterattack comes next."""
        return self.aim is not None or self.counters != NO_ONE


class Fighters(Roster[Fighter], frozen=True, cache_hash=True):
    """Everyone in a fight, and the place. Where AP never run out a fight is not `timed`; only its end matters there."""

    place: Map = Map()
    timed: bool = True
    by_name: bool = False

    @property
    def on_line(self) -> bool:
        """Whether only the distance counts, as in a duel or a skirmish."""
        return isinstance(self.place, LinePlace)

    @property
    def is_duel(self) -> bool:
        """Whether only attacks are possible, at a fixed distance."""
        return isinstance(self.place, LinePlace) and self.place.fixed

    def ask(self, dice: Dice[Any], index: int, question: str, choices: Sequence[V], planned: Callable[[str], V]) -> V:
        """A decision in the middle of an action: at the table the character's, else that of its side."""
        if not self.by_name:
            return super().ask(dice, index, question, choices, planned)
        return dice.choose(self.names[index], question, choices)

    def spaces(self, options: Options, fight: FightPosition, one: int, other: int) -> int | None:
        """The distance between two fighters; None where no range is checked."""
        place, bodies = self.place, fight.combatants
        if isinstance(place, LinePlace):
            return place.distance if place.fixed else bodies[0].space[0]
        return distance(options, place.grid, bodies[one].space, bodies[other].space)

    def cover(self, fight: FightPosition, one: int, against: int) -> Cover:
        """A fighter's cover against another."""
        place, bodies = self.place, fight.combatants
        if isinstance(place, LinePlace) and one == 0 and bodies[0].space[1]:
            return "half"
        given = place.cover[one][against] if place.cover else None
        if given is not None or not place.shields:
            return given or "none"
        found = cover_by_map(place, bodies[one].space, bodies[against].space)
        if found == "full" and place.cover and place.cover[against][one] in ("none", "half"):
            return "none"  # where the referee lets one fighter see over a wall, both see each other
        return found

    @rule("DPI-136", "DPI-A46")
    def see_each_other(self, fight: FightPosition, one: int, other: int) -> bool:
        """Complete cover on either side blocks sight."""
        return "full" not in (self.cover(fight, one, other), self.cover(fight, other, one))


class TurnContext(NamedTuple):
    """A position with the table's rulings and everyone's constant part, as the one whose turn it is sees it."""

    options: Options
    fight: FightPosition
    fighters: Fighters

    @property
    def us(self) -> Combatant:
        """The one whose turn it is."""
        fight = self.fight
        return fight.combatants[fight.at]

    @property
    def our(self) -> Fighter:
        """The constant part of the one whose turn it is."""
        return self.fighters.fighters[self.fight.at]

    def foes(self) -> list[int]:
        """The foes still in the fight, the weakest first."""
        return weakest_foes(self.fight, self.fighters, stands, lambda body, fighter: body.hp)

    def spaces(self, other: int) -> int | None:
        """The distance to another; None where no range is checked."""
        return self.fighters.spaces(self.options, self.fight, self.fight.at, other)

    def sees(self, other: int) -> bool:
        """Whether nothing blocks the sight between the one whose turn it is and another."""
        return self.fighters.see_each_other(self.fight, self.fight.at, other)

    def counter_arm(self, foe: int, spaces: int | None) -> int | None:
        """The weapon with which a foe counterattacks at a distance."""
        return counter_arm(self.options, self.fight.combatants[foe], self.fighters.fighters[foe], spaces)

    def then(self, fight: FightPosition) -> "TurnContext":
        """The same turn in another position."""
        return TurnContext(self.options, fight, self.fighters)

    def with_body(self, index: int, body: Combatant) -> "TurnContext":
        """The turn with one combatant changed."""
        return TurnContext(self.options, self.fight.with_combatant(index, body), self.fighters)

    def with_us(self, **changes: Any) -> "TurnContext":
        """The turn with changes to the one whose turn it is."""
        return self.with_body(self.fight.at, replace(self.us, **changes))

    def paid(self, ap: int) -> "TurnContext":
        """The turn after AP were spent, where they are counted."""
        return self.then(replace(self.fight, left=self.fight.left - ap)) if self.fighters.timed else self


def stands(combatant: Combatant) -> bool:
    """Whether a combatant can act and has not left the fight."""
    return combatant.hp > 0 and not combatant.gone


@rule("DPI-156", "DPI-A54")
def is_loaded(combatant: Combatant, fighter: Fighter, arm: int) -> bool:
    """Whether a weapon can be used now: it has shots or a grenade is left, or it needs none."""
    if arm == fighter.thrown:
        return combatant.grenades > 0
    weapon = fighter.arms[arm].weapon
    return not weapon.shots or arm >= len(combatant.shots) or combatant.shots[arm] > 0


def usable_arms(combatant: Combatant, fighter: Fighter) -> list[int]:
    """The places of the weapons that can be used now, apart from grenades."""
    return [at for at in range(len(fighter.arms)) if at != fighter.thrown and is_loaded(combatant, fighter, at)]


def loaded(turn: TurnContext) -> tuple[bool, ...]:
    """Whether each weapon carried has shots left."""
    return tuple([shots > 0 for shots in turn.us.shots])


@lru_cache(maxsize=8192)
def usable(
    options: Options, our: Fighter, loaded: tuple[bool, ...], spaces: int | None, left: int | None
) -> tuple[int, ...]:
    """The weapons that can be used at a distance, by which are loaded and the AP left; of equal ones the first."""
    named: dict[str, int] = {}
    for at, arm in enumerate(our.arms):
        reaches = spaces is None or in_range(options, arm.weapon, spaces)
        empty = arm.weapon.shots and at < len(loaded) and not loaded[at]
        if reaches and arm.skilled and at != our.thrown and (left is None or arm.ap <= left) and not empty:
            named.setdefault(arm.weapon.name, at)
    return tuple(named.values())


@rule("DPI-A42", "DPI-A43")
def counter_arm(options: Options, combatant: Combatant, fighter: Fighter, spaces: int | None) -> int | None:
    """The weapon of a counterattack: the first one that reaches and is loaded; by ruling the first one."""
    if spaces is None or options.counter_reach == "always":
        return next((at for at in range(len(fighter.arms)) if at != fighter.thrown), None)
    reaching = (at for at in usable_arms(combatant, fighter) if in_range(options, fighter.arms[at].weapon, spaces))
    return next(reaching, None)


@rule("DPI-94", "DPI-A36")
def stress_on_rolls(combatant: Combatant, fighter: Fighter) -> int:
    """The Stress that counts on a roll: the Stress held, and by day 5 more for a Vampire, at most 5."""
    if not fighter.day_stress:
        return combatant.stress
    return min(METERS.stress_most, combatant.stress + fighter.day_stress)
