"""How a fight of Untold Aeons is played with nobody at the table: plans by name, and the health somebody has left."""

from collections.abc import Iterator, Sequence
from typing import Literal

from rulewright.fights import Deed, Plan
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.saves import wound_limit
from rulewright.games.untold_aeons.scene import Scene, is_able

__all__ = ["PLANS", "health", "health_left"]


def health_left(toughness: int, wounds: int) -> int:
    """The wounds up to the limit; at least 1 for somebody who is still up, whatever the wounds."""
    return max(1, wound_limit(toughness) - wounds)


def health(scene: Scene, options: Options, name: str) -> int:
    """The health that somebody who can act has left; none for somebody who is out."""
    sheet = scene.sheet(name)
    return health_left(sheet.characteristics.toughness, sheet.wounds) if is_able(sheet) else 0


def _turn(scene: Scene, who: str, foes: Sequence[str], turn: Literal["fast", "slow"]) -> Iterator[Deed]:
    if scene.combatant(who).turn is None:
        yield Deed("choose-turn", {"who": who, "turn": turn})
    yield Deed("start-turn", {"who": who})
    yield Deed("get-up", {"who": who})
    arms = scene.sheet(who).weapons.items()
    for name, weapon in sorted(arms, key=lambda arm: (arm[1].range is None, arm[0] == "unarmed")):
        for foe in foes:
            yield Deed("attack" if weapon.range is None else "shoot", {"who": who, "target": foe, "weapon": name})
    if foes:
        yield Deed("move", {"who": who, "toward": foes[0]})
    yield Deed("end-turn", {"who": who})


def fast(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Deed]:
    """Fast turns: shoot, else strike, else come closer."""
    return _turn(scene, who, foes, "fast")


def slow(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Deed]:
    """Slow turns, which leave a move as well: shoot, else strike, and come closer."""
    return _turn(scene, who, foes, "slow")


PLANS: dict[str, Plan] = {"fast": fast, "slow": slow}
