"""Standing modifiers, entering and leaving combat, and the actions that the draft has no rule for."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rulewright.game import Action, Character
from rulewright.game.scene import Said
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import Modifier
from rulewright.games.die_code.scene import Scene, StandingModifiers
from rulewright.rules import BadParameter, Dice, Refused, meaning, rule
from rulewright.rules.limits import Name, Tally

_Count = Annotated[int, Meta(ge=-1_000, le=1_000)]
_MOST_STANDING = {"advantage": 20, "disadvantage": 20, "penalty": 40}


@rule("DC-08", "DC-27", "DC-A3", "DC-A9", "DC-A10")
def grant(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    advantage: Annotated[_Count | None, meaning("standing levels of advantage")] = None,
    disadvantage: Annotated[_Count | None, meaning("standing levels of disadvantage")] = None,
    penalty: Annotated[_Count | None, meaning("standing penalty dice")] = None,
    modifier: Annotated[Modifier | None, meaning("a standing modifier")] = None,
) -> tuple[Scene, Said]:
    """The GM sets modifiers for every roll of a character; those left out stay as they are."""
    standing = scene.standing_of(who)
    counts = {"advantage": advantage, "disadvantage": disadvantage, "penalty": penalty}
    named = {name: count for name, count in counts.items() if count is not None}
    for name, count in named.items():
        if count < 0:
            raise Refused(f"negative counts: {name} {count}", "DC-A9")
        if count > _MOST_STANDING[name]:
            raise BadParameter(name, f"a whole number from 0 to {_MOST_STANDING[name]}", count)
    if modifier is not None:
        named["modifier"] = modifier
    return scene.with_standing(who, replace(standing, **named)), Said(f"{who}: {_listed(named)}")


def _listed(named: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in named.items()) or "no modifiers"


@rule("DC-08", "DC-A3")
def clear(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """The GM clears all standing modifiers of a character."""
    standing = scene.standing_of(who)
    kept = StandingModifiers(in_combat=standing.in_combat, distance=standing.distance)
    return scene.with_standing(who, kept), Said(f"{who}: nothing set")


@rule("DC-73", "DC-A25")
def enter_combat(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """A character enters combat: moving is one rung harder."""
    return scene.with_standing(who, replace(scene.standing_of(who), in_combat=True)), Said(f"{who} is in combat")


@rule("DC-73", "DC-A25")
def leave_combat(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """A character leaves combat."""
    return scene.with_standing(who, replace(scene.standing_of(who), in_combat=False)), Said(f"{who} is out of combat")


def _without_rule(name: str, noun: str) -> Action:
    @rule("DC-A30")
    def perform(
        dice: Dice[Options],
        scene: Scene,
        who: Annotated[Name, meaning("not used")] = "",
        amount: Annotated[Tally, meaning("not used")] = 0,
        what: Annotated[Name, meaning("not used")] = "",
    ) -> tuple[Scene, Said]:
        raise Refused(f"the draft has no rule for {noun}: the GM decides what happens", "DC-A30")

    perform.__name__ = name.replace("-", "_")
    perform.__doc__ = f"Always refused: the draft has no rule for {noun}."
    return Action(name, perform, "gm")


WITHOUT_RULE = (
    _without_rule("rest", "resting"),
    _without_rule("die", "dying"),
    _without_rule("buy", "buying anything"),
    _without_rule("earn-experience", "experience"),
)
