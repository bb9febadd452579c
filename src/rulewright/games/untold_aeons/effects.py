"""Effects in words: the list to choose from, who chooses, and the entry on the sheet."""

from collections.abc import Sequence
from typing import Annotated

from msgspec.structs import replace

from rulewright.game import suggested
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.scene import UNCONSCIOUS, Scene
from rulewright.games.untold_aeons.sheet import CharacterEffect
from rulewright.rules import Dice, rule
from rulewright.rules.limits import Text

NARRATOR = "Narrator"
"""The decider of the Narrator's decisions: not a character, so that the GM is asked."""
ELSE = "something else"

GoodEffect = Annotated[
    Text, suggested("good effect", "the effect of net Advantage while steady; the player chooses by default", of="who")
]
BadEffect = Annotated[
    Text, suggested("bad effect", "the effect of net Drawback; the Narrator chooses by default", of="who")
]


@rule("UA-62", "UA-70", "UA-A25")
def which_effect(dice: Dice[Options], who: str, listed: Sequence[str], wish: str) -> str:
    """The effect in words: as given, or as `who` picks it from a list; empty if the table words it otherwise."""
    if wish:
        return wish
    picked = dice.choose(who, "which effect?", (*listed, ELSE))
    return "" if picked == ELSE else picked


@rule("UA-57", "UA-58", "UA-62")
def with_effect(scene: Scene, who: str, text: str, lasting: bool) -> Scene:
    """The scene with an effect on a character's sheet; unchanged if the effect is empty."""
    sheet = scene.sheet(who)
    return (
        scene.with_sheet(who, replace(sheet, effects=(*sheet.effects, CharacterEffect(text, lasting))))
        if text
        else scene
    )


@rule("UA-75", "UA-A24")
def faints(dice: Dice[Options], who: str) -> bool:
    """Whether a failed save at double the limit leaves a character unconscious and not insane."""
    ruling = dice.options.insane_or_unconscious
    if ruling == "insane" or ruling == "unconscious":
        return ruling == UNCONSCIOUS
    decides = who if ruling == "player" else NARRATOR
    return dice.choose(decides, "insane or unconscious?", ("insane", UNCONSCIOUS)) == UNCONSCIOUS
