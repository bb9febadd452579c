"""Twelves in which a turn begins with nothing to set: a Strength check in Critical, and once a decision."""

from msgspec.structs import replace

from rulewright.game import Action, Character
from rulewright.games.twelves import GAME as TWELVES
from rulewright.games.twelves.fight_actions import start_turn
from rulewright.games.twelves.fight_turn import Begun
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.scene import Scene
from rulewright.rules import Dice, rule


@rule("TW-34")
def start(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Begun]:
    """In Critical a Strength check comes first; a soldier is asked for a story."""
    if scene.sheet(who).tags == ("soldier",):
        dice.choose(who, "which story?", ("the sea", "the hill"))
    return start_turn(dice, scene, who)


GAME = replace(
    TWELVES,
    slug="brisk",
    actions=tuple(
        Action("start-turn", start, "owner", when="turn") if one.name == "start-turn" else one
        for one in TWELVES.actions
    ),
)
