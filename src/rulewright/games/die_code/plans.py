"""How a contest or chase of Die Code is played with nobody at the table: plans by name, and who is still in it."""

from collections.abc import Iterator, Sequence

from rulewright.fights import Deed, Plan
from rulewright.games.die_code.data import MODES
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.scene import Scene

__all__ = ["PLANS", "points_missing"]


def points_missing(scene: Scene, options: Options, name: str) -> int:
    """In a contest the points that the other side still needs; in a chase 1, and 0 for who has lost it."""
    if scene.contest is not None:
        score = scene.contest.score
        return score.target - (score.opponent if name == scene.contest.sides.who else score.actor)
    if scene.chase is None:
        return 0
    lost = {"caught": scene.chase.quarry, "escaped": scene.chase.pursuer}.get(scene.chase.run.end)
    return int(name != lost)


def _keeps_to(mode: str) -> Plan:
    def keep_to(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Deed]:
        if scene.contest is not None:
            yield Deed("advance-contest", {})
        yield Deed("advance-chase", {"who": who, "mode": mode})

    keep_to.__doc__ = f"Contest round after round; in a chase always {mode}."
    return keep_to


USUAL = "run"
"""What people do in a chase when nobody says."""

PLANS: dict[str, Plan] = {mode: _keeps_to(mode) for mode in (USUAL, *MODES)}
