"""The map as an interface draws it, without what the one who looks may not know."""

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from rulewright.games.dpi.aiming import Aimed, aimed_at
from rulewright.games.dpi.grid import Space
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Scene
from rulewright.games.dpi.survey import Arm, Survey, Target, survey


class Preview(Struct, frozen=True):
    """An attack on a space before it is made; of those in `unseen` only that they would be hit may be told."""

    attack: Aimed
    unseen: tuple[str, ...]


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


def aim_on_board(options: Options, scene: Scene, who: str, weapon: str, at: Space, known: frozenset[str]) -> Preview:
    """What an attack on a space would do; odds only against those whose sheets may be seen."""
    attack = aimed_at(options, scene, who, weapon, at)
    seen = known if attack.aimed is None or attack.aimed in known else frozenset[str]()
    shown = replace(
        attack,
        results=attack.results if seen is known else (),
        hit=tuple(one for one in attack.hit if one.who in seen),
        falls=tuple(one for one in attack.falls if one.who in seen),
    )
    return Preview(shown, tuple(one.who for one in attack.hit if one.who not in seen))
