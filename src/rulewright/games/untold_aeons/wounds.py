"""Wounds: damage and its saves, bleeding, and natural healing."""

from typing import Annotated, Literal, NamedTuple

from msgspec import Struct

from rulewright.games.untold_aeons.data import SAVES
from rulewright.games.untold_aeons.limits import daily_loss, is_over, limit_save, wound_limit
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import Bonus, Characteristic, Points, margin_only, pool_dice
from rulewright.rules import Dice, Parameters, between, meaning, repeat, rule

Body = Literal["standing", "severely-injured", "dead"]
ShakenFlag = Annotated[bool, meaning("whether the character is Shaken")]
InjuredFlag = Annotated[bool, meaning("whether the character is already Severely Injured")]


@rule("UA-89", "UA-90", "UA-95", "UA-96", "UA-A32")
def wound_save_due(options: Options, toughness: int, wounds: int, state: Body, multiple: int) -> int | None:
    """After damage: the difficulty of the limit save unless Severely Injured, and of the death save."""
    limit = wound_limit(toughness)
    spared = multiple == 1 and state != "standing"
    return None if spared or not is_over(options, "wounds", wounds, limit, multiple) else wounds - multiple * limit


@rule("UA-91", "UA-95")
def body_when_failed(multiple: int) -> Body:
    """Failing the limit save injures severely, failing the death save kills."""
    return "dead" if multiple == SAVES.double else "severely-injured"


@rule("UA-89", "UA-91", "UA-95", "UA-A32")
def wound_saves(dice: Dice[Options], toughness: int, save_dice: int, wounds: int, state: Body) -> Body:
    """The limit save, then the death save, whatever the result of the first."""
    for multiple in (1, SAVES.double):
        over = wound_save_due(dice.options, toughness, wounds, state, multiple)
        if over is not None and not dice.call(limit_save, save_dice, over):
            state = body_when_failed(multiple)
    return state


@rule("UA-91", "UA-92", "UA-95")
def stays_up(dice: Dice[Options], toughness: int, save_dice: int, wounds: int) -> bool:
    """Whether a character who was just hurt can still fight."""
    return dice.call(wound_saves, toughness, save_dice, wounds, "standing") == "standing"


class Damage(Parameters, frozen=True, kw_only=True):
    """Damage to a character."""

    toughness: Characteristic
    wounds: Points
    damage: Points
    severely_injured: InjuredFlag = False
    shaken: ShakenFlag = False
    bonus: Bonus = 0


class Wounded(Struct, frozen=True):
    """The new total, and the state it leads to."""

    wounds: int
    state: Body


@rule("UA-88", "UA-89", "UA-90", "UA-91", "UA-95", "UA-96", "UA-A32", "UA-A50")
def take_damage(dice: Dice[Options], damage: Damage) -> Wounded:
    """Wounds add up; above the limit, and above its double, a Toughness save follows."""
    wounds = damage.wounds + damage.damage
    state: Body = "severely-injured" if damage.severely_injured else "standing"
    if damage.damage == 0:
        return Wounded(wounds, state)
    save_dice = pool_dice(dice.options, damage.toughness, damage.bonus, damage.shaken)
    return Wounded(wounds, dice.call(wound_saves, damage.toughness, save_dice, wounds, state))


class Healing(Parameters, frozen=True, kw_only=True):
    """Some days of natural healing."""

    toughness: Characteristic
    wounds: Points
    days: Annotated[int, between(1, 30, "days that pass")] = 1
    severely_injured: InjuredFlag = False
    shaken: ShakenFlag = False
    bonus: Bonus = 0


class Healed(Struct, frozen=True):
    """Wounds after the days, and whether the character is still Severely Injured."""

    wounds: int
    severely_injured: bool


class Sickbed(NamedTuple):
    """Wounds between two days."""

    wounds: int
    severely_injured: bool
    days: int


@rule("UA-98", "UA-99", "UA-100", "UA-A22", "UA-A32")
def day_in_bed(dice: Dice[Options], bed: Sickbed, toughness: int, heal_dice: int) -> Sickbed:
    """A Toughness check of difficulty 0; Severely Injured ends below the limit."""
    limit = wound_limit(toughness)
    rolled = dice.pool("healing", margin_only(heal_dice, 0))
    wounds = bed.wounds - daily_loss(dice.options, "wounds", rolled, bed.wounds, limit)
    return Sickbed(wounds, bed.severely_injured and wounds >= limit, bed.days - 1)


days_in_bed = repeat(day_in_bed, until=lambda bed: bed.days == 0)


@rule("UA-98", "UA-99", "UA-100", "UA-A22", "UA-A32")
def heal(dice: Dice[Options], healing: Healing) -> Healed:
    """Each day a Toughness check heals wounds, half as many over the limit."""
    start = Sickbed(healing.wounds, healing.severely_injured, healing.days)
    heal_dice = pool_dice(dice.options, healing.toughness, healing.bonus, healing.shaken)
    end = dice.call(days_in_bed, start, healing.toughness, heal_dice)
    return Healed(end.wounds, end.severely_injured)


class Bleeding(Parameters, frozen=True, kw_only=True):
    """A Severely Injured character without care."""

    toughness: Characteristic
    wounds: Points
    ticks: Annotated[int, between(1, 60, "minutes, or rounds by ruling")] = 10
    shaken: ShakenFlag = False
    bonus: Bonus = 0


class BledOut(Struct, frozen=True):
    """Whether bleeding killed, and on which tick."""

    result: Literal["dead", "alive"]
    ticks: int


@rule("UA-94", "UA-96", "UA-A30", "UA-A32")
def bleeding_tick(dice: Dice[Options], toughness: int, save_dice: int, wounds: int) -> bool:
    """One wound more, regardless of Toughness; over twice the limit a death save decides who lives on."""
    over = is_over(dice.options, "wounds", wounds + 1, wound_limit(toughness), SAVES.double)
    return not over or dice.call(limit_save, save_dice, wounds + 1 - SAVES.double * wound_limit(toughness))


@rule("UA-94", "UA-95", "UA-96", "UA-A30")
def bleed_out(dice: Dice[Options], bleeding: Bleeding) -> BledOut:
    """One damage a tick until care comes; above twice the limit each tick forces the death save."""
    save_dice = pool_dice(dice.options, bleeding.toughness, bleeding.bonus, bleeding.shaken)
    for tick in range(bleeding.ticks):
        if not dice.call(bleeding_tick, bleeding.toughness, save_dice, bleeding.wounds + tick):
            return BledOut("dead", tick + 1)
    return BledOut("alive", bleeding.ticks)
