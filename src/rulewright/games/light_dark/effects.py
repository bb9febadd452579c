"""Effect dice: the highest counts and explodes, exact up to a cap."""

import re
from functools import lru_cache
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from rulewright.dice import Die, Ranked, d, explode, highest, highest_and_total
from rulewright.games.light_dark.data import DICE
from rulewright.games.light_dark.options import Options
from rulewright.rules import BadParameter, Dice, Refused, meaning, repeat, rule

_WRITTEN = re.compile(r"([0-9]{0,4})d([36]?)(?:\+([0-9]{1,4}))?", re.ASCII)
MOST_DICE = 100
MOST = 1000
"""The largest number a parameter may have: far above the tables, and small enough for every computation."""

Number = Annotated[int, Meta(ge=0, le=MOST)]
Cap = Annotated[
    int, Meta(ge=1, le=MOST, description="the highest Effect worked out; this value means this much or more")
]
WrittenDie = Annotated[str, Meta(max_length=20, description="Effect dice such as d3, 1d, 2d6 or 1d6+2")]


class EffectDie(Struct, frozen=True):
    """Effect dice as written: `2d6+2` is two six-sided dice, sized, plus 2; `2d` is not sized."""

    count: int
    sides: int
    plus: int = 0
    sized: bool = False


@lru_cache(maxsize=1024)
def read_die(text: str, name: str = "die", most: int = MOST_DICE) -> EffectDie:
    """The Effect dice written in a text such as 2d6+2."""
    found = _WRITTEN.fullmatch(text)
    if found is None or not 1 <= int(found[1] or 1) <= most:
        raise BadParameter(name, f"1 to {most} dice written [n]d[3|6][+m], such as d3, 1d, 2d6 or 1d6+2", text)
    return EffectDie(int(found[1] or 1), int(found[2] or DICE.sides), int(found[3] or 0), found[2] == "6")


@rule("LD-A5")
def refuse_low_cap(cap: int, least: int, what: str) -> None:
    """Refuses a cap below an Effect that can still matter."""
    if cap < least:
        raise Refused(f"cap too low: {what} needs a cap of at least {least}, not {cap}", "LD-A5")


@rule("LD-67", "LD-A2", "LD-A3", "LD-A4")
def exploding_face(options: Options, die: EffectDie) -> int | None:
    """A natural 6 explodes; a d3 only where the table says so, and then on a 3."""
    if options.explosion == "none" or (die.sides == DICE.small and options.d3_explodes == "no"):
        return None
    return die.sides


@rule("LD-A1")
def adds_up(options: Options, die: EffectDie) -> bool:
    """Whether the dice are totalled: by option, two or more dice written with their 6."""
    return options.two_d_six == "sum" and die.sized and die.count > 1


@rule("LD-66", "LD-67", "LD-A4")
def most_effect(options: Options, die: EffectDie) -> int | None:
    """The largest Effect of some dice; None if they explode."""
    if exploding_face(options, die) is not None:
        return None
    return die.sides * (die.count if adds_up(options, die) else 1) + die.plus


@lru_cache(maxsize=4096)
def _exploding(sides: int, reaching: int) -> Die[int]:
    """A die that explodes on its top face until its total reaches `reaching`."""
    return explode(d(sides), (sides,), times=max(0, -(-reaching // sides)), reaching=reaching)


class _Tops(NamedTuple):
    """The sum of dice and how many show their top face."""

    total: int
    chains: int


@lru_cache(maxsize=8)
def _counting_tops(sides: int) -> Die[_Tops]:
    return d(sides).scored(lambda face: _Tops(face, int(face == sides)))


@lru_cache(maxsize=8)
def _noticing_a_top(sides: int) -> Die[Ranked]:
    return d(sides).scored(lambda face: Ranked(int(face == sides), face))


@rule("LD-67", "LD-A5", "LD-A7")
def chain(dice: Dice[Options], total: int, sides: int, room: int) -> int:
    """The exploding die alone is rolled again and added, until it shows less than its top face or reaches the cap."""
    if total >= room:
        return total
    return total + dice.pool("exploding die", 1 * _exploding(sides, room - total))


@rule("LD-A2", "LD-A5")
def next_chain(dice: Dice[Options], tops: _Tops, sides: int, room: int) -> _Tops:
    """Of several exploding dice in a sum, each chain ends before the next begins."""
    total = chain(dice, tops.total, sides, room)
    return _Tops(min(total, room), 0 if total >= room else tops.chains - 1)


all_chains = repeat(next_chain, until=lambda tops: tops.chains == 0)


@rule("LD-65", "LD-66", "LD-67", "LD-A1", "LD-A2", "LD-A3", "LD-A4", "LD-A5", "LD-A7")
def total_effect(dice: Dice[Options], die: EffectDie, cap: int) -> int:
    """The highest Effect die counts and explodes on each natural 6; a modifier is added last."""
    options = dice.options
    top = exploding_face(options, die)
    face, room = d(die.sides), cap - die.plus
    if adds_up(options, die):
        if top is None:
            total = dice.pool("Effect dice", die.count * face)
        elif options.explosion == "every-six":
            tops = dice.pool("Effect dice", die.count * _counting_tops(die.sides))
            total = dice.call(all_chains, tops, die.sides, room).total
        else:
            thrown = dice.pool("Effect dice", highest_and_total(die.count * _noticing_a_top(die.sides)))
            total = chain(dice, thrown.score, die.sides, room) if thrown.rank else thrown.score
    elif top is not None and options.explosion == "every-six":
        total = dice.pool("Effect dice", highest(die.count * _exploding(die.sides, room)))
    else:
        total = dice.pool("Effect dice", highest(die.count * face))
        if total == top:
            total = chain(dice, total, die.sides, room)
    if die.plus:
        dice.note("modifier", die.plus, "LD-A4")
    if total + die.plus >= cap:
        dice.note("cap", f"{cap} means {cap} or more", "LD-A5")
    return min(total + die.plus, cap)


@rule("LD-65", "LD-A5")
def effect_up_to(dice: Dice[Options], die: EffectDie, cap: int, most: int) -> int:
    """An Effect, cut to `most`, beyond which nothing more can happen."""
    return min(dice.call(total_effect, die, cap), most)


class Effect(Struct, frozen=True):
    """The Effect; a value equal to the cap means that much or more."""

    effect: int


@rule("LD-65", "LD-66", "LD-67", "LD-68", "LD-A5")
def effect(
    dice: Dice[Options],
    die: Annotated[WrittenDie, meaning("Effect dice such as d3, 1d, 2d6 or 1d6+2")] = "1d",
    cap: Cap = DICE.cap,
) -> Effect:
    """Roll Effect dice: the highest counts and explodes; the cap stands for that much or more."""
    return Effect(total_effect(dice, read_die(die), cap))
