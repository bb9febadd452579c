"""The measured rolls as rules: plain functions over the four verbs, the way a game writes them."""

from typing import Any, NamedTuple

from rulewright.dice import Die, Ranked, d, doubles, explode, highest, highest_and_total, keep_highest, reroll
from rulewright.rules import Dice, repeat, rule

D6, D12 = d(6), d(12)

# --- opposed success pools


class Tally(NamedTuple):
    margin: int
    net: int


class Check(NamedTuple):
    success: bool
    margin: int
    net: int


BLANK = Tally(0, 0)
SKILL = D6.scored({1: Tally(0, 1), 2: BLANK, 3: BLANK, 4: BLANK, 5: Tally(1, 0), 6: Tally(2, 0)})
DIFFICULTY = -SKILL


@rule("B-1")
def opposed(dice: Dice[Any], skill: int, difficulty: int) -> Check:
    """More successes than failures succeeds; ones give an edge or a drawback."""
    tally = dice.pool("check", skill * SKILL + difficulty * DIFFICULTY)
    return Check(tally.margin > 0, tally.margin, tally.net)


# --- sums of dice whose ones are rerolled once, less penalty dice


class Leveled(NamedTuple):
    final: int
    level: int
    success: bool


STEADY = reroll(D6, on=[1])
PENALTY = -D6


@rule("B-2")
def leveled(dice: Dice[Any], number: int, penalty: int, target: int) -> Leveled:
    """The sum of the dice less the penalty dice and the target; every five points are a level."""
    final = dice.pool("dice", number * STEADY + penalty * PENALTY) - target
    return Leveled(final, final // 5, final >= 0)


# --- three d12, the two highest count, doubles are critical


class Verdict(NamedTuple):
    label: str
    total: int


@rule("B-3")
def keep_two(dice: Dice[Any], bonus: int, target: int) -> Verdict:
    """Keep two of three d12 and add a bonus; doubles make a success or a failure critical."""
    hand = dice.pool("check", doubles(keep_highest(2, 3 * D12)))
    dice.note("bonus", bonus, "B-3a")
    total = hand.total + bonus
    dice.note("target", target, "B-3b")
    success = total >= target
    if hand.doubled:
        return Verdict("critical success" if success else "critical failure", total)
    return Verdict("success" if success else "failure", total)


# --- 2d6 against two d12s


class Clash(NamedTuple):
    beaten: int
    doubled: bool
    natural: str


def _beaten_by(score: int) -> Die[int]:
    return D12.scored(lambda face: int(score > face))


BEATS = [_beaten_by(score) for score in range(15)]
"""For each score, a d12 that counts one when it is beaten."""


@rule("B-4")
def clash(dice: Dice[Any], bonus: int) -> Clash:
    """2d6 and a bonus beat each of two d12s that is lower; doubles and natural 2 and 12 are noted."""
    hand = dice.pool("hand", doubles(2 * D6))
    beaten = dice.pool("challenge", 2 * BEATS[hand.total + bonus])
    natural = "two" if hand.total == 2 else "twelve" if hand.total == 12 else ""
    return Clash(beaten, hand.doubled, natural)


# --- light and dark dice


class Ego(NamedTuple):
    band: str
    at_risk: int


BANDS = ("miss", "partial", "full")
EGO = 4


def _band(face: int) -> int:
    return 0 if face <= 3 else 1 if face <= 5 else 2


LIGHT = D6.scored(lambda face: Ranked(_band(face), 0))
DARK = D6.scored(lambda face: Ranked(_band(face), int(face >= EGO)))


@rule("B-5")
def light_dark(dice: Dice[Any], light: int, dark: int) -> Ego:
    """The best of all dice decides; every dark die that reaches Ego puts it at risk."""
    best = dice.pool("dice", highest_and_total(light * LIGHT + dark * DARK))
    return Ego(BANDS[best.rank], best.score)


# --- the highest of exploding dice

BURST = explode(D6, on=[6], times=5)


@rule("B-6")
def best_burst(dice: Dice[Any], number: int) -> int:
    """The highest of exploding d6."""
    return dice.pool("burst", highest(number * BURST))


# --- a duel to the end


class Duel(NamedTuple):
    first: int
    second: int
    first_strikes: bool


@rule("B-7")
def blow(dice: Dice[Any], skill: int, difficulty: int) -> int:
    """A hit does its margin in damage, one more with an edge."""
    tally = dice.pool("blow", skill * SKILL + difficulty * DIFFICULTY)
    if tally.margin <= 0:
        return 0
    return tally.margin + (tally.net > 0)


@rule("B-8")
def exchange(dice: Dice[Any], duel: Duel) -> Duel:
    """One fighter strikes, then it is the other's turn."""
    damage = dice.call(blow, 4, 3)
    if duel.first_strikes:
        return Duel(duel.first, max(0, duel.second - damage), False)
    return Duel(max(0, duel.first - damage), duel.second, True)


fight = repeat(exchange, until=lambda duel: duel.first == 0 or duel.second == 0)


def first_wins(duel: Duel) -> bool:
    return duel.second == 0


# --- many duels between different fighters


class Fighter(NamedTuple):
    hit_points: int
    skill: int
    difficulty: int


@rule("B-10")
def blows(dice: Dice[Any], duel: Duel, first: Fighter, second: Fighter) -> Duel:
    """One fighter strikes with their own skill against their own difficulty."""
    fighter = first if duel.first_strikes else second
    damage = dice.call(blow, fighter.skill, fighter.difficulty)
    if duel.first_strikes:
        return Duel(duel.first, max(0, duel.second - damage), False)
    return Duel(max(0, duel.first - damage), duel.second, True)


blow_by_blow = repeat(blows, until=lambda duel: duel.first == 0 or duel.second == 0)


@rule("B-11")
def match(dice: Dice[Any], first: Fighter, second: Fighter) -> bool:
    """Whether the first fighter, who strikes first, wins."""
    return first_wins(dice.call(blow_by_blow, Duel(first.hit_points, second.hit_points, True), first, second))


# --- four d6, the three highest count


@rule("B-9")
def ability(dice: Dice[Any]) -> int:
    """An ability score: 4d6, keep three."""
    return dice.pool("ability", keep_highest(3, 4 * D6))
