"""A duel in mean blows: an approximation quick enough to be solved at every turn of a fight.

HP and Fortitude are counted in halves of the other side's full blow: a Cost does one half, a Success and a
counterattack two, a Crit four. The spread of the damage dice is left out; rolls, Stress, High and the order
of attacks are those of the duel itself.
"""

from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import NamedTuple

from msgspec import Struct

from rulewright.games.dpi.duel import Duellist, DuelState, Fighter, duel_on
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import Cover, harm
from rulewright.readings import Decision, odds, solve
from rulewright.rules import rule

DamageDice = tuple[tuple[int, int], ...]
_FULL_BLOW: DamageDice = ((2, 1),)
"""Two halves, as dice with a single side."""
_HALVES = 2
_LONGEST = 6
"""The most halves of a blow in a duel. A longer duel is scaled down: HP, Sanity and attacks per turn of both sides."""


@lru_cache(maxsize=4096)
@rule("DPI-29", "DPI-30", "DPI-A45")
def blows_to_fell(options: Options, rolled: DamageDice, cover: Cover, fortitude: int, hp: int) -> Fraction:
    """The mean number of full blows that bring a target to 0 HP, with Fortitude wearing down."""
    needed: dict[tuple[int, int], Fraction] = {}
    for ft in range(fortitude + 1):
        done = odds(harm, rolled, "success", cover, ft, options=options)
        moved = [(one, chance) for one, chance in done.items() if one.hp or one.ft]
        for left in range(1, hp + 1):
            after = sum((needed.get((left - one.hp, ft - one.ft), 0) * chance for one, chance in moved), Fraction(0))
            needed[left, ft] = (1 + after) / sum(chance for _, chance in moved)
    return needed[hp, fortitude]


@lru_cache(maxsize=4096)
def largest_blow(options: Options, rolled: DamageDice, cover: Cover, fortitude: int) -> int:
    """The most HP that a full blow can take."""
    return max(one.hp for one in odds(harm, rolled, "success", cover, fortitude, options=options))


class DuelSide(Struct, frozen=True):
    """One side of a duel as it stands: the edge without Stress, the dice of a blow, and the values left."""

    edge: int
    rolled: DamageDice
    counters: bool
    attacks: int
    cover: Cover
    hp: int
    fortitude: int
    stress: int
    high: int
    sanity: int


class MeanDuel(Struct, frozen=True):
    """A character, a foe, and the attacks left this turn; with none left the foe is next."""

    us: DuelSide
    them: DuelSide
    left: int


@rule("DPI-138", "DPI-A41")
def chance_to_win(options: Options, faced: MeanDuel) -> float:
    """The chance to win a duel in mean blows without High, interpolated between whole halves."""
    halves = _halves(options, faced)
    return sum(
        float(one * other) * _won(options, *_in_blows(options, faced, halves, ours, theirs, "keep"))
        for ours, one in _whole(halves.ours)
        for theirs, other in _whole(halves.theirs)
    )


@rule("DPI-95", "DPI-96", "DPI-138", "DPI-A9")
def decisions_on_high(options: Options, faced: MeanDuel) -> tuple[Decision[DuelState], ...]:
    """The decisions on High of best play in the next attack of a duel in mean blows, before and after the roll."""
    halves = _halves(options, faced)
    ours, theirs = max(1, round(halves.ours)), max(1, round(halves.theirs))
    return _decided(options, *_in_blows(options, faced, halves, ours, theirs, "best"))


@lru_cache(maxsize=16384)
def _won(options: Options, start: DuelState, us: Fighter, them: Fighter) -> float:
    solution = solve(duel_on, start, us, them, options.enemy_turns == "full", options=options)
    return float(solution.values["attacker"])


@lru_cache(maxsize=4096)
def _decided(options: Options, start: DuelState, us: Fighter, them: Fighter) -> tuple[Decision[DuelState], ...]:
    solution = solve(duel_on, start, us, them, options.enemy_turns == "full", options=options)
    return tuple(solution.decisions_at(start))


class _Halves(NamedTuple):
    """The halves of a blow each side can take, and the scale of the duel."""

    ours: Fraction
    theirs: Fraction
    share: Fraction


def _halves(options: Options, faced: MeanDuel) -> _Halves:
    us, them = faced.us, faced.them
    ours = _HALVES * blows_to_fell(options, them.rolled, us.cover, us.fortitude, us.hp)
    theirs = _HALVES * blows_to_fell(options, us.rolled, them.cover, them.fortitude, them.hp)
    share = min(Fraction(1), _LONGEST / max(ours, theirs))
    return _Halves(ours * share, theirs * share, share)


def _whole(halves: Fraction) -> list[tuple[int, Fraction]]:
    """The whole numbers below and above a number, at least 1, each with its weight."""
    more = halves - floor(halves)
    return [(max(1, floor(halves)), 1 - more), *([(floor(halves) + 1, more)] if more else [])]


def _in_blows(
    options: Options, faced: MeanDuel, halves: _Halves, ours: int, theirs: int, policy: str
) -> tuple[DuelState, Fighter, Fighter]:
    """The duel with these halves of a blow on each side; the foe's Stress, Sanity and attacks count if it attacks."""
    us, them = faced.us, faced.them
    full = options.enemy_turns == "full"

    def shortened(much: int) -> int:
        return max(1, round(much * halves.share))

    def fighter(one: DuelSide, policy: str) -> Fighter:
        return Fighter(one.edge, _FULL_BLOW, one.counters, "none", policy, shortened(one.attacks) if full else 0)

    attacker, target = fighter(us, policy), fighter(them, "keep")
    high = us.high if policy == "best" else 0
    their_nerves = (them.stress, 0, round(them.sanity * halves.share)) if full else ()
    start = DuelState(
        Duellist(ours, 0, us.stress, high, round(us.sanity * halves.share)),
        Duellist(theirs, 0, *their_nerves),
        "attacker",
        shortened(faced.left) if full else 0,
    )
    if full and not faced.left:
        start = start._replace(turn="target", left=target.attacks)
    return start, attacker, target
