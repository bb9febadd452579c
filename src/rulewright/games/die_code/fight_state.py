"""Combatants (the part of a character that a fight changes), fighters (the constant part), and positions."""

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fight_step import Position, Roster
from rulewright.games.die_code.data import EXTENSIONS
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import PoolTerms, hand_of
from rulewright.games.die_code.scene import CharacterThrow, Scene, pool_for
from rulewright.games.die_code.sheet import best_attribute
from rulewright.rules import rule


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


def stands(combatant: Combatant) -> bool:
    """Whether anything is left of a body."""
    return combatant.body > 0


def body_left(combatant: Combatant, fighter: Fighter) -> int:
    """The points that are left of a body."""
    return combatant.body
