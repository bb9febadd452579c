"""The limits of stress and wounds, and the saves above them."""

from typing import Annotated, Literal

from msgspec import Struct

from rulewright.games.untold_aeons.data import RECOVERY, SAVES, SECONDARY
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import (
    Characteristic,
    Common,
    Points,
    flat_successes,
    margin_only,
    opposing_dice,
    pool_dice,
)
from rulewright.rules import Dice, between, meaning, rule

Track = Literal["stress", "wounds"]


@rule("UA-05", "UA-08")
def stress_limit(willpower: int) -> int:
    """10 + Willpower."""
    return SECONDARY.stress_limit_from + willpower


@rule("UA-04", "UA-09", "UA-88", "UA-A2")
def wound_limit(toughness: int) -> int:
    """10 + Toughness: health, hit points and wound limit are the same number."""
    return SECONDARY.wound_limit_from + toughness


@rule("UA-65", "UA-75", "UA-86", "UA-89", "UA-95", "UA-A21")
def is_over(options: Options, track: Track, points: int, limit: int, multiple: int = 1) -> bool:
    """Over a limit means above it, by ruling also at it; stress, double stress and wounds have separate rulings."""
    if points != multiple * limit:
        return points > multiple * limit
    ruling: str = options.threshold
    if track == "wounds" and options.wound_threshold != "as-stress":
        ruling = options.wound_threshold
    if track == "stress" and multiple == SAVES.double and options.double_threshold != "as-limit":
        ruling = options.double_threshold
    return ruling == "at-or-above"


@rule("UA-65", "UA-76", "UA-89", "UA-95", "UA-A48")
def limit_save(dice: Dice[Options], stat: int, points_over: int, flat: int = 0) -> bool:
    """Whether a save holds against one difficulty die for each point over the limit."""
    return dice.pool("save", margin_only(stat, points_over)) + flat > 0


class LimitSave(Common, frozen=True, kw_only=True):
    """A save against passing a limit."""

    stat: Characteristic
    points: Points
    limit: Annotated[int, between(0, 40, "the stress or wound limit")]
    multiple: Annotated[Literal[1, 2], meaning("1 for the limit, 2 for its double")] = 1
    track: Annotated[Track, meaning("what has passed its limit")] = "stress"


class Save(Struct, frozen=True):
    """How a save went."""

    result: Literal["held", "failed", "not-needed"]


@rule("UA-65", "UA-66", "UA-75", "UA-76", "UA-77", "UA-89", "UA-90", "UA-95", "UA-A21")
def save(dice: Dice[Options], save: LimitSave) -> Save:
    """A roll of a characteristic against one difficulty die for each point above the limit or its double."""
    if not is_over(dice.options, save.track, save.points, save.limit, save.multiple):
        return Save("not-needed")
    stat = pool_dice(dice.options, save.stat, save.bonus, save.shaken, save.karma)
    against = opposing_dice(save.points - save.multiple * save.limit, save.karma_against)
    held = limit_save(dice, stat, against, flat_successes(dice.options, save.karma))
    return Save("held" if held else "failed")


@rule("UA-79", "UA-80", "UA-99", "UA-100", "UA-A22")
def daily_loss(options: Options, track: Track, successes: int, points: int, limit: int) -> int:
    """A point for each success, half as many while over the limit, and never more than the character has."""
    lost = successes // RECOVERY.halved if is_over(options, track, points, limit) else successes
    return min(points, lost)
