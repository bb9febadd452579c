"""The map as an interface draws it, without what the one who looks may not know."""

from fractions import Fraction

from msgspec.structs import replace

from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Scene
from rulewright.games.dpi.survey import Arm, Survey, Target, survey

__all__ = ["board"]


def board(options: Options, scene: Scene, who: str, known: frozenset[str]) -> Survey:
    """The map for somebody; odds only against those whose sheets they may see."""
    seen = survey(options, scene, who)
    return replace(
        seen,
        arms=tuple(_arm(arm, known) for arm in seen.arms),
        falls=tuple(one for one in seen.falls if one.who in known),
    )


def _arm(arm: Arm, known: frozenset[str]) -> Arm:
    return replace(arm, targets=tuple(_target(target, known) for target in arm.targets))


def _target(target: Target, known: frozenset[str]) -> Target:
    if target.who in known and all(one.who in known for one in target.hit):
        return target
    return replace(target, success=Fraction(0), results=(), hit=())
