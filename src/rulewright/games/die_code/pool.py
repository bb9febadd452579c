"""The pool: attribute and skill, advantage, penalty dice, and the total of a throw."""

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import fields, replace

from rulewright.dice import Die, Pool, d, fraction_text, reroll
from rulewright.games.die_code.codes import CodeText, DieCode, added, parse_code
from rulewright.games.die_code.data import DIE
from rulewright.games.die_code.options import Options
from rulewright.rules import BadInput, Dice, Parameters, between, meaning, rule

Net = Literal["advantage", "none", "disadvantage"]

Modifier = Annotated[int, between(-100, 100, "points added to the roll")]
Advantage = Annotated[int, between(0, 20, "levels of advantage")]
Disadvantage = Annotated[int, between(0, 20, "levels of disadvantage")]
Penalty = Annotated[int, between(0, 40, "penalty dice")]

D6 = d(DIE.sides)

N = TypeVar("N", bound="Nullable")


class Nullable(Parameters, frozen=True):
    """Parameters whose null means the default."""

    def filled(self: N) -> N:
        """The parameters with the default in place of every null."""
        nulls = {
            field.name: field.default
            for field in fields(type(self))
            if not field.required and getattr(self, field.name) is None
        }
        return replace(self, **nulls) if nulls else self


class PoolParameters(Nullable, frozen=True):
    """The parts of a throw."""

    pool: Annotated[CodeText, meaning("the whole pool, instead of attribute and skill")] = None
    attribute: Annotated[CodeText, meaning("the attribute's code; 0d when left out")] = None
    skill: Annotated[CodeText, meaning("the skill's code; 0d when left out")] = None
    bonus: Annotated[CodeText, meaning("extra dice, or gear that helps")] = "0d"
    modifier: Annotated[Modifier | None, meaning("points added to the roll")] = 0
    advantage: Annotated[Advantage | None, meaning("levels of advantage")] = 0
    disadvantage: Annotated[Disadvantage | None, meaning("levels of disadvantage")] = 0
    penalty: Annotated[Penalty | None, meaning("penalty dice")] = 0


class PoolTerms(Struct, frozen=True):
    """Everything a throw depends on: the code, modifier, net advantage and penalty dice."""

    code: DieCode = DieCode()
    modifier: int = 0
    net: Net = "none"
    penalty: int = 0


def pool_of_side(given: Struct, side: str) -> PoolParameters:
    """The pool of one side, from parameters such as `actor_pool`."""
    return PoolParameters(**{name: getattr(given, f"{side}_{name}") for name in PoolParameters.__struct_fields__})


@rule("DC-03", "DC-06", "DC-07", "DC-A2")
def pool_code(options: Options, given: PoolParameters) -> DieCode:
    """The pool is attribute, skill and bonus added together; a missing one is 0d."""
    if given.pool is not None and (given.attribute is not None or given.skill is not None):
        other = "attribute" if given.attribute is not None else "skill"
        raise BadInput(f"pool and {other} together: a pool already includes attribute and skill (DC-A2)")
    codes = (given.pool, given.attribute, given.skill, given.bonus)
    return added(options, *(parse_code(code) for code in codes if code is not None))


@lru_cache(maxsize=4096)
@rule("DC-08", "DC-A3", "DC-A17")
def hand_of(options: Options, given: PoolParameters, size: int = 0) -> PoolTerms:
    """The hand for a pool with its bonuses and penalties; size counts as points, or by option as dice."""
    given = given.filled()
    code, modifier, penalty = pool_code(options, given), given.modifier or 0, given.penalty or 0
    if options.size_unit == "points":
        modifier += size
    elif size > 0:
        code = DieCode(code.dice + size, code.pips)
    else:
        penalty -= size
    return PoolTerms(code, modifier, net_advantage(options, given.advantage or 0, given.disadvantage or 0), penalty)


@rule("DC-27", "DC-28", "DC-A9")
def net_advantage(options: Options, advantage: int, disadvantage: int) -> Net:
    """Levels of advantage and disadvantage cancel one for one; what is left counts once."""
    if options.advantage_stacking == "any-cancels-all" and advantage and disadvantage:
        return "none"
    if advantage == disadvantage:
        return "none"
    return "advantage" if advantage > disadvantage else "disadvantage"


@lru_cache(maxsize=32)
@rule("DC-01", "DC-25", "DC-26", "DC-29", "DC-A8")
def pool_die(options: Options, net: Net, sign: int) -> Die[int]:
    """A d6; at advantage a 1 is thrown again, at disadvantage a 6, and the new face counts."""
    die = D6 if sign > 0 else -D6
    if net == "none":
        return die
    bad = DIE.rerolled_at_advantage if net == "advantage" else DIE.rerolled_at_disadvantage
    return reroll(die, [bad], times=1 if options.reroll == "once" else None)


_PENALTY_DICE = {1: -D6, -1: D6}


@rule("DC-06", "DC-31", "DC-A8", "DC-A10")
def throw_of(options: Options, hand: PoolTerms, sign: int = 1) -> Pool[int]:
    """The pool dice, then the penalty dice, which are subtracted; by option they reduce the pool instead."""
    if options.penalty_dice == "remove":
        return max(0, hand.code.dice - hand.penalty) * pool_die(options, hand.net, sign)
    own = hand.code.dice * pool_die(options, hand.net, sign)
    return own + hand.penalty * _PENALTY_DICE[sign] if hand.penalty else own


@rule("DC-06", "DC-08", "DC-09", "DC-31", "DC-A3")
def thrown(dice: Dice[Options], hand: PoolTerms) -> int:
    """The sum of the pool dice, the pips and the modifiers, less the penalty dice."""
    throw = throw_of(dice.options, hand)
    score = dice.pool("pool", throw) if throw.size else 0
    if hand.code.pips:
        dice.note("pips", hand.code.pips, "DC-04", "DC-09")
    if hand.modifier:
        dice.note("modifier", hand.modifier, "DC-08", "DC-A3")
    return score + hand.code.pips + hand.modifier


class Total(Struct, frozen=True):
    """The total of a throw."""

    total: int


@rule("DC-03", "DC-09", "DC-31", "DC-A2", "DC-A30")
def total(dice: Dice[Options], given: PoolParameters) -> Total:
    """Throw a pool and total it, for a weapon, for gear, or when there is no target."""
    return Total(thrown(dice, hand_of(dice.options, given)))


class PoolCode(Struct, frozen=True):
    """A pool as a code."""

    code: str
    dice: int
    pips: int


@rule("DC-06", "DC-07", "DC-A1", "DC-A2")
def pool(options: Options, given: PoolParameters) -> PoolCode:
    """Attribute, skill and bonus as one code."""
    code = hand_of(options, given).code
    return PoolCode(code.text, code.dice, code.pips)


class Levels(Nullable, frozen=True):
    """Levels of advantage and disadvantage."""

    advantage: Annotated[Advantage | None, meaning("levels of advantage")] = 0
    disadvantage: Annotated[Disadvantage | None, meaning("levels of disadvantage")] = 0


class NetAdvantage(Struct, frozen=True):
    """The net advantage or disadvantage."""

    net: Net


@rule("DC-27", "DC-28", "DC-A9")
def advantage(options: Options, levels: Levels) -> NetAdvantage:
    """The net advantage after levels of advantage and disadvantage cancel."""
    return NetAdvantage(net_advantage(options, levels.advantage or 0, levels.disadvantage or 0))


class Mean(Struct, frozen=True):
    """A mean as a fraction."""

    mean: str


@rule("DC-09", "DC-29")
def mean(options: Options, given: PoolParameters) -> Mean:
    """The exact mean of a throw."""
    found = mean_of(options, hand_of(options, given))
    return Mean(fraction_text(found))


def mean_of(options: Options, hand: PoolTerms) -> Fraction:
    """The exact mean of a hand's throw with its pips and modifiers."""
    return throw_of(options, hand).odds().mean(lambda score: score) + hand.code.pips + hand.modifier
