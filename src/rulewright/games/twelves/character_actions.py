"""Actions that bring a character into play or change the sheet."""

from rulewright.game import Character
from rulewright.game.scene import Said
from rulewright.games.twelves.creation import create, edited
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.scene import Scene
from rulewright.games.twelves.turns import wounded_now
from rulewright.rules import Dice, rule
from rulewright.rules.limits import PlainValues


@rule("TW-01", "TW-A34")
def join(dice: Dice[Options], scene: Scene, character: PlainValues) -> tuple[Scene, Said]:
    """A new character joins the scene."""
    return scene.joined(create(dice.options, character))


@rule("TW-A34")
def edit(dice: Dice[Options], scene: Scene, who: Character, changes: PlainValues) -> tuple[Scene, Said]:
    """The GM changes rank, scores, tags or Normal boxes."""
    after = scene.with_sheet(who, edited(dice.options, scene.sheet(who), changes))
    return wounded_now(dice.options, after, who), Said(f"{who} is changed")
