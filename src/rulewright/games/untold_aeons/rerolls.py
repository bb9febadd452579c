"""Rolls at the table that the players may reroll with a karma point."""

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.dice import Pool as DicePool
from rulewright.games.untold_aeons.check import can_reroll, reroll
from rulewright.games.untold_aeons.karma import spent
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import Faces, difficulty_faces, skill_faces
from rulewright.games.untold_aeons.scene import Scene
from rulewright.rules import Dice, meaning, rule

Reroll = Annotated[
    Literal["never", "if-failed"] | None,
    meaning("whether the players spend a karma point to reroll a failed roll; they choose by default"),
]


class Threw(Struct, frozen=True):
    """Both sides' dice, and whether the character's own were rerolled."""

    own: Faces
    others: Faces
    rerolled: bool


@rule("UA-19", "UA-A5", "UA-A6")
def throw(
    dice: Dice[Options],
    scene: Scene,
    who: str,
    own_dice: int,
    other_dice: DicePool[Faces],
    unwanted: Callable[[Faces, Faces], bool],
    wish: Reroll,
    name: str = "roll",
) -> tuple[Scene, Threw]:
    """Roll both pools; the players may spend a point to reroll the character's own dice once."""
    own = dice.pool(name, skill_faces(own_dice))
    others = dice.pool("difficulty", other_dice)
    if not unwanted(own, others):
        return scene, Threw(own, others, rerolled=False)
    scene, again = spends_on_reroll(dice, scene, who, own, wish, name)
    if again:
        own, others = reroll(dice, own, others, own_dice, other_dice)
    return scene, Threw(own, others, again)


@rule("UA-19", "UA-A5", "UA-A6")
def spends_on_reroll(
    dice: Dice[Options], scene: Scene, who: str, own: Faces, wish: Reroll, name: str
) -> tuple[Scene, bool]:
    """Whether a point goes into a reroll: only for a player's character, and only while the players have one."""
    possible = scene.sheet(who).kind == "player" and scene.karma.players > 0 and can_reroll(dice.options, own)
    if not possible or wish == "never":
        return scene, False
    if wish is None and dice.choose(who, f"spend karma to reroll the {name}?", ("keep", "reroll")) == "keep":
        return scene, False
    return replace(scene, karma=spent(scene.karma, "players")), True


@rule("UA-19", "UA-66", "UA-90", "UA-A5")
def lucky_save(
    dice: Dice[Options], scene: Scene, who: str, stat_dice: int, points_over: int, wish: Reroll
) -> tuple[Scene, bool]:
    """A save at the table, which karma can reroll for a player's character."""

    def failed(own: Faces, others: Faces) -> bool:
        return own.successes <= others.successes

    scene, threw = throw(dice, scene, who, stat_dice, difficulty_faces(points_over), failed, wish, "save")
    return scene, not failed(threw.own, threw.others)
