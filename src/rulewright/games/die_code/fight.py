"""The rules of a fight (extension), written once: attack pool against defence pool, weapon code, points of the body.

The table's actions, advice, plans and simulation all use it.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fight_step import Act, FightRules, Position, Roster, act, weakest_foes
from rulewright.games.die_code.contest import opposed_hands
from rulewright.games.die_code.data import EXTENSIONS
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.plans import PLANS, points_missing
from rulewright.games.die_code.pool import PoolTerms, hand_of, mean_of, thrown
from rulewright.games.die_code.scene import CharacterThrow, Scene, pool_for
from rulewright.games.die_code.sheet import best_attribute
from rulewright.rules import Dice, rule


class Combatant(Struct, frozen=True):
    """The part of a character that a fight changes: the points that are left of the body."""

    body: int


class Arm(Struct, frozen=True, cache_hash=True):
    """A way to attack: its name, the pool that has to hit, and the weapon's code."""

    name: str
    attack: PoolTerms
    weapon: PoolTerms


class Fighter(Struct, frozen=True, cache_hash=True):
    """The part of a character that stays the same: the whole body, ways to attack, and the pool that defends."""

    whole: int
    arms: tuple[Arm, ...] = ()
    defence: PoolTerms = PoolTerms()


Fight = Position[Combatant]
Fighters = Roster[Fighter]


@rule("DC-A31")
def fighter_in(scene: Scene, options: Options, name: str) -> Fighter:
    """A character as a fighter, with standing modifiers: every attack on the sheet, or bare hands."""
    sheet = scene.sheet(name)

    def hand(on: str) -> PoolTerms:
        return hand_of(options, pool_for(scene, CharacterThrow(who=name, on=on)))

    def code(weapon: str) -> PoolTerms:
        return replace(hand(weapon), modifier=0, net="none", penalty=0)

    usual = best_attribute(sheet)
    arms = tuple(Arm(arm, hand(one.on), code(one.weapon)) for arm, one in sheet.attacks.items())
    bare = Arm("", hand(usual), code(EXTENSIONS.bare_hands))
    return Fighter(sheet.whole, arms or (bare,), hand(sheet.defence or usual))


class Struck(Struct, frozen=True):
    """How an attack went: the points that the target loses, and those that are left of the body."""

    result: Literal["hit", "miss"]
    lost: int
    left: int
    out: bool


@rule("DC-A31")
def acts(options: Options, fight: Fight, fighters: Fighters) -> tuple[Act, ...]:
    """Every way to attack every foe who still stands, the weakest foe first."""
    arms = fighters.fighters[fight.at].arms
    return tuple(
        act("attack", target=fighters.names[foe], **({"using": arm.name} if place else {}))
        for foe in weakest_foes(fight, fighters, stands, body_left)
        for place, arm in enumerate(arms)
    )


@rule("DC-A31")
def perform(dice: Dice[Options], fight: Fight, fighters: Fighters, chosen: Act) -> tuple[Fight, Struck]:
    """The action of a turn: an attack."""
    given = dict(chosen.params)
    return attack(dice, fight, fighters, fighters.at(given["target"]), given.get("using", ""))


@rule("DC-A27", "DC-A31")
def attack(dice: Dice[Options], fight: Fight, fighters: Fighters, target: int, using: str = "") -> tuple[Fight, Struck]:
    """An opposed roll; the weapon takes its total from the body, and a point more for each level of success."""
    arms = fighters.fighters[fight.at].arms
    arm = next((one for one in arms if one.name == using), arms[0])
    points = dice.call(blow, arm.attack, fighters.fighters[target].defence, arm.weapon)
    them = fight.combatants[target]
    left = max(0, them.body - points) if points is not None else them.body
    struck = Struck("miss" if points is None else "hit", them.body - left, left, out=left == 0)
    return fight.with_combatant(target, Combatant(left), fight.left - 1), struck


@rule("DC-33", "DC-A27", "DC-A31")
def blow(dice: Dice[Options], attacking: PoolTerms, defending: PoolTerms, weapon: PoolTerms) -> int | None:
    """The points that a hit takes, at least one; None for a miss."""
    rolled = opposed_hands(dice, attacking, defending)
    if rolled.winner != "actor":
        return None
    points = thrown(dice, weapon) + max(0, rolled.success_level)
    dice.note("levels of success", max(0, rolled.success_level), "DC-33", "DC-A31")
    return max(1, points)


# --- plans


def _hardest(options: Options, fight: Fight, fighters: Fighters, able: Sequence[Act]) -> Act:
    """Attack the weakest foe with the weapon that takes most on average."""
    return able[_best_arm(options, tuple(arm.weapon for arm in fighters.fighters[fight.at].arms))]


def _surest(options: Options, fight: Fight, fighters: Fighters, able: Sequence[Act]) -> Act:
    """Attack the weakest foe in the way that hits most often."""
    return able[_best_arm(options, tuple(arm.attack for arm in fighters.fighters[fight.at].arms))]


@lru_cache(maxsize=1024)
def _best_arm(options: Options, hands: tuple[PoolTerms, ...]) -> int:
    """The index of the best arm; the acts on the weakest foe come first, in the order of the arms."""
    return max(range(len(hands)), key=lambda place: (mean_of(options, hands[place]), -place))


def stands(combatant: Combatant) -> bool:
    """Whether anything is left of a body."""
    return combatant.body > 0


def body_left(combatant: Combatant, fighter: Fighter) -> int:
    """The points that are left of a body."""
    return combatant.body


class BodyFights(FightRules[Fight, Fighters], frozen=True, eq=False):
    """Fights, and contests and chases, which have points or paces instead of a body."""

    def health_of(self, scene: Scene, options: Any, name: str) -> int:
        """The points left of a character's body; in a contest or chase the points or paces it counts."""
        return scene.sheet(name).body if scene.fight is not None else points_missing(scene, options, name)


FIGHT = BodyFights(
    combatant=Combatant,
    fighter=fighter_in,
    takes_part=lambda options, combatant: stands(combatant),
    acts=acts,
    perform=perform,
    health=body_left,
    plans={"hardest": _hardest, "surest": _surest},
    at_once=1,
    begin="",
    end="",
    measure="points of the body",
    elsewhere=PLANS,
)
