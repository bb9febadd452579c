"""Karma at the table: points that change sides, +2 on a roll, and rerolls of own dice."""

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.dice import Pool as DicePool
from rulewright.game import Character
from rulewright.game.scene import Said
from rulewright.games.untold_aeons.check import can_reroll, reroll
from rulewright.games.untold_aeons.data import ADVANTAGES, CHECK, DRAWBACKS, KARMA
from rulewright.games.untold_aeons.derived import KarmaPools, Pool, spent
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import Faces, Players, difficulty_faces, skill_faces
from rulewright.games.untold_aeons.scene import Scene, Stake, Stakes, refuse_dead
from rulewright.rules import Dice, Refused, meaning, rule

Reroll = Annotated[
    Literal["never", "if-failed"] | None,
    meaning("whether a failed roll is rerolled with a karma point of the players; who rolls is asked if left out"),
]
Use = Literal["bonus", "difficulty", "deus-ex-machina", "trigger", "other"]


@rule("UA-15", "UA-16", "UA-17")
def deal_karma(dice: Dice[Options], scene: Scene, players: Players) -> tuple[Scene, KarmaPools]:
    """The pools at the start: one point for the Narrator, one for each player."""
    pools = KarmaPools(KARMA.per_player * players, KARMA.narrator)
    return replace(scene, karma=pools, stakes={}), pools


@rule("UA-18", "UA-20", "UA-21", "UA-22", "UA-23", "UA-24", "UA-25", "UA-26", "UA-A6", "UA-A7")
def spend_karma(
    dice: Dice[Options],
    scene: Scene,
    side: Annotated[Pool, meaning("whose point it is")],
    use: Annotated[Use, meaning("what it is for")],
    who: Annotated[Character, meaning("whose next roll it is attached to")] = "",
    text: Annotated[str, meaning("what becomes true, or what is set off")] = "",
) -> tuple[Scene, Said]:
    """Use a karma point: +2 on somebody's next roll, +2 difficulty, or a turn of the story."""
    pools = spent(scene.karma, side)
    kind = scene.sheet(who).kind if who or use in ("bonus", "difficulty") else None
    if not _is_use_of(side, use, kind):
        raise Refused(f"not a use of this side: {use} by the {side}", "UA-19" if side == "players" else "UA-23")
    if use not in ("bonus", "difficulty"):
        return replace(scene, karma=pools), Said(f"{use}: {text}" if text else use)
    refuse_dead(scene.sheet(who))
    stakes = scene.stakes.get(who, Stakes())
    if dice.options.karma_stacking == "one-per-roll" and side in stakes.sides:
        raise Refused(f"already used on this roll: the {side} have spent a point on it", "UA-A6")
    stakes = Stakes((*stakes.points, Stake(side, use)))
    words = f"+{CHECK.karma} {'difficulty ' if use == 'difficulty' else ''}on {who}'s next roll"
    return replace(scene, karma=pools, stakes={**scene.stakes, who: stakes}), Said(words)


@rule("UA-20", "UA-21", "UA-22", "UA-23", "UA-24", "UA-25", "UA-A7")
def _is_use_of(side: Pool, use: Use, kind: str | None) -> bool:
    """Players help any roll and hinder NPCs; the Narrator helps NPCs and hinders players."""
    if side == "players":
        return use in ("bonus", "deus-ex-machina") or (use == "difficulty" and kind == "npc")
    if use == "bonus":
        return kind == "npc"
    return use in ("trigger", "other") or (use == "difficulty" and kind == "player")


@rule("UA-A6")
def karma_dice(points: int) -> int:
    """Points beyond the first are played as two more dice each."""
    return CHECK.karma * max(0, points - 1)


@rule("UA-A6")
def shared_stakes(options: Options, mine: Stakes, theirs: Stakes) -> tuple[Stakes, Stakes]:
    """Of the karma on the other side of a contest what counts in it, and what waits: one point a side for one roll."""
    if options.karma_stacking == "unlimited":
        return theirs, Stakes()
    counts = tuple(point for point in theirs.points if point.side not in mine.sides)
    return Stakes(counts), Stakes(tuple(point for point in theirs.points if point.side in mine.sides))


class Threw(Struct, frozen=True):
    """Both sides' dice, and whether own dice were rolled again."""

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
    """Throw both pools; the players may spend a point to throw a character's own dice again, once."""
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
    """A save at the table, which karma can roll again for a player's character."""

    def failed(own: Faces, others: Faces) -> bool:
        return own.successes <= others.successes

    scene, threw = throw(dice, scene, who, stat_dice, difficulty_faces(points_over), failed, wish, "save")
    return scene, not failed(threw.own, threw.others)


@rule("UA-138", "UA-144", "UA-148", "UA-A48")
def purchase(scene: Scene, row: str) -> tuple[Scene, str]:
    """Pay for a row of the tables from the net of the last roll; whose roll it was."""
    table, sign, noun = (ADVANTAGES, 1, "advantage") if row in ADVANTAGES else (DRAWBACKS, -1, "drawback")
    left = sign * scene.last.net if scene.last is not None else 0
    cost = table[row].cost
    if scene.last is None or left < cost:
        raise Refused(f"not enough {noun}: {row} costs {cost}, there is {max(0, left)}", table[row].rule)
    last = replace(scene.last, net=scene.last.net - sign * cost)
    return replace(scene, last=last), last.who
