"""Plans by which a fight is played without players, and the HP a character has left."""

from collections.abc import Iterator, Sequence

from rulewright.game.fights import Decide, Move, Plan
from rulewright.games.dpi.best_plan import best_actions, high_spent
from rulewright.games.dpi.grid import Space
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Scene, is_standing

_FARTHEST_WALK = 12


def hp_left(scene: Scene, options: Options, name: str) -> int:
    """The HP of a standing character, at least 0; 0 for others."""
    body = scene.sheet(name)
    return max(0, body.hp) if is_standing(body) else 0


def advance(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Attack the weakest foe in range, reload when empty, else move towards the weakest."""
    yield Move("start-turn", {"who": who})
    carried = [owned.weapon for owned in scene.sheet(who).weapons]
    for foe in foes:
        for weapon in (*carried, "unarmed"):
            yield Move("attack", {"who": who, "target": foe, "weapon": weapon})
    for owned in scene.sheet(who).weapons:
        if not owned.shots:
            yield Move("reload", {"who": who, "weapon": owned.weapon})
    if foes:
        start, goal = scene.sheet(who).space, scene.sheet(foes[0]).space
        for steps in range(_FARTHEST_WALK, 0, -1):
            to = _toward(start, goal, steps)
            if to not in (start, goal):
                yield Move("move", {"who": who, "to": list(to)})
    yield Move("end-turn", {"who": who})


def hold(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Attack the weakest foe in range, reload when empty, and never move."""
    return (move for move in advance(scene, options, who, foes) if move.action != "move")


def best(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Choose weapon, distance, reload, stim and High by best play of the duel with the weakest foe in range.

    A skirmish with every choice open takes minutes to solve for one position, so the duel is solved in mean
    blows: exactly for High, and for all else by the chance to win with one weapon and no High. Areas, grenades,
    fire and other characters are left out. A foe that does not attack in its own turn plays `advance`.
    """
    yield Move("start-turn", {"who": who})
    yield from best_actions(options, scene, who, foes)
    yield from advance(scene, options, who, foes)


def _toward(start: Space, goal: Space, steps: int) -> Space:
    """The space some steps from one towards another."""

    def nearer(own: int, other: int) -> int:
        return max(-steps, min(steps, other - own))

    return start[0] + nearer(start[0], goal[0]), start[1] + nearer(start[1], goal[1])


PLANS: dict[str, Plan] = {"advance": advance, "hold": hold, "best": best}
DECIDES: dict[str, Decide] = {"best": high_spent}
