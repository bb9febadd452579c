"""The acts of a turn in a fight (extension): attack pool against defence pool, weapon code, points of the body."""

from typing import Literal

from msgspec import Struct

from rulewright.game.fight_step import Act
from rulewright.games.die_code.contest import opposed_hands
from rulewright.games.die_code.fight_state import Combatant, Fight, Fighters
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import PoolTerms, thrown
from rulewright.rules import Dice, rule


class Struck(Struct, frozen=True):
    """How an attack went: the points that the target loses, and those that are left of the body."""

    result: Literal["hit", "miss"]
    lost: int
    left: int
    out: bool


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
