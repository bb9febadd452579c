"""Rolls of a character at the table: the karma spent on them, and the karma that may reroll them."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from rulewright.dice import Pool as DicePool
from rulewright.games.untold_aeons.karma import Lift, Stakes, lift
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import SideFaces, opposing_dice
from rulewright.games.untold_aeons.rerolls import RerollKarma, Threw, Wish, save_with_karma, throw
from rulewright.games.untold_aeons.scene import Scene
from rulewright.rules import Dice, rule


@rule("UA-21", "UA-22", "UA-24", "UA-25", "UA-A6")
def karma_on(options: Options, scene: Scene, who: str) -> tuple[Scene, Lift]:
    """The effect of the karma spent on a character's next roll, and the scene in which it is used up."""
    return scene.without_stakes(who), lift(options, scene.stakes.get(who, Stakes()))


@rule("UA-19", "UA-A5", "UA-A6")
def character_karma(dice: Dice[Options], scene: Scene, who: str, wish: Wish) -> RerollKarma:
    """The karma pools, and the player who decides on a reroll of a character's dice."""

    def ask(question: str, choices: Sequence[str]) -> Any:
        return dice.choose(who, question, choices)

    return RerollKarma(scene.karma, ask if scene.sheet(who).kind == "player" else None, wish)


@rule("UA-19", "UA-27", "UA-A5")
def thrown(
    dice: Dice[Options],
    scene: Scene,
    who: str,
    own_dice: int,
    other_dice: DicePool[SideFaces],
    unwanted: Callable[[SideFaces, SideFaces], bool],
    wish: Wish,
    name: str,
) -> tuple[Scene, Threw]:
    """Both pools of a character's roll, which the players may reroll."""
    karma, threw = throw(dice, character_karma(dice, scene, who, wish), own_dice, other_dice, unwanted, name)
    return replace(scene, karma=karma), threw


@rule("UA-19", "UA-21", "UA-25", "UA-66", "UA-90", "UA-A5")
def saved(
    dice: Dice[Options], scene: Scene, who: str, stat_dice: int, points_over: int, wish: Wish
) -> tuple[Scene, bool]:
    """Whether a character's save holds; karma on the next roll counts for it, and karma may reroll it."""
    scene, karma = karma_on(dice.options, scene, who)
    against = opposing_dice(points_over + karma.difficulty)
    rerolls = character_karma(dice, scene, who, wish)
    pools, held = save_with_karma(dice, rerolls, stat_dice + karma.dice, against, karma.successes)
    return replace(scene, karma=pools), held
