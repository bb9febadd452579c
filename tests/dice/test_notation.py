"""Dice as people type them: one reading, one canonical text, and rolls that agree with odds."""

import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from random import Random
from types import ModuleType
from typing import Any, get_args

import icepool
import pytest
from faces_by_hand import assert_sampled_like
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulewright.dice import FaceError, Odds, Throw, d, explode, keep_highest, score_of
from rulewright.dice.notation import DialectName, Notation, NotationError, NotExact, limits, notation, syntax
from rulewright.dice.notation.bounds import bounds
from rulewright.dice.notation.canonical import canonical
from rulewright.dice.notation.conditions import tidy
from rulewright.dice.notation.limits import (
    MAX_CHARACTERS,
    MAX_DEPTH,
    MAX_DICE,
    MAX_EXPLOSIONS,
    MAX_REROLL_THROWS,
    MAX_SIDES,
    MAX_TERMS,
)
from rulewright.dice.notation.syntax import (
    Arithmetic,
    Counting,
    DiceTerm,
    Exploding,
    Explosion,
    FaceCondition,
    GroupTerm,
    Keeping,
    Negative,
    Node,
    NumberTerm,
    Rerolling,
)
from rulewright.readings.sample import sample

# ---------------------------------------------------------------------------------------------- spelling

SPELLINGS = [
    ("4d6kh3", "4d6kh3"),
    ("4D6 KH 3", "4d6kh3"),
    ("4d6k3", "4d6kh3"),
    ("4d6dl1", "4d6kh3"),
    ("4d6dl", "4d6kh3"),
    ("4d6d1", "4d6kh3"),
    ("4d6pl1", "4d6kh3"),
    ("4d6kl1", "4d6kl1"),
    ("4d6dh3", "4d6kl1"),
    ("4d6ph3", "4d6kl1"),
    ("4d6kh9", "4d6"),
    ("4d6dh9", "4d6kh0"),
    ("2d20kh", "2d20kh1"),
    ("d20", "1d20"),
    ("D%", "1d100"),
    ("dF", "1dF"),
    ("4df", "4dF"),
    ("4dFkh2", "4dFkh2"),
    ("4dfd1", "4dFkh3"),
    ("3d6!", "3d6!"),
    ("3d6!6", "3d6!"),
    ("3d6!>=6", "3d6!"),
    ("3d6!>5", "3d6!"),
    ("3d6x", "3d6!"),
    ("3d6x6", "3d6!"),
    ("3d6e6", "3d6!"),
    ("3d6!>=5", "3d6!>=5"),
    ("3d6!5", "3d6!5"),
    ("3d6!5!6", "3d6!>=5"),
    ("3d6!!", "3d6!!"),
    ("3d6!!5", "3d6!!5"),
    ("3d6!p", "3d6!p"),
    ("3d6!p>4", "3d6!p>=5"),
    ("3d6xo6", "3d6xo"),
    ("3d6ra6", "3d6ra6"),
    ("4dF!<=-1", "4dF!<=-1"),
    ("4d6ro1", "4d6ro1"),
    ("4d6r1", "4d6ro1"),
    ("4d6r", "4d6ro1"),
    ("4d6rr1", "4d6rr1"),
    ("4d6r<=2", "4d6ro<=2"),
    ("4d6r<3", "4d6ro<=2"),
    ("4d6ro1ro2", "4d6ro<=2"),
    ("4d6rr5rr1rr3", "4d6rr1rr3rr5"),
    ("4d6mi2", "4d6mi2"),
    ("4d6min2max5", "4d6mi2ma5"),
    ("4d6ma5mi2", "4d6mi2ma5"),
    ("5d6>=5", "5d6>=5"),
    ("5d6>4", "5d6>=5"),
    ("5d6cs>=5", "5d6>=5"),
    ("5d6cs", "5d6=6"),
    ("5d6==6", "5d6=6"),
    ("5d6<3", "5d6<=2"),
    ("5d6cf", "5d6=1"),
    ("5d6cf<=2", "5d6<=2"),
    ("5d6>=5f1", "5d6>=5f1"),
    ("5d6cs>=5df<2", "5d6>=5f<=1"),
    ("3d6!6>=5", "3d6!6>=5"),
    ("3d6!cs>=5", "3d6!6>=5"),
    ("3d6x=6>=5", "3d6!6>=5"),
    ("5d6rr=1>=5", "5d6rr=1>=5"),
    ("4dF>=0", "4dF>=0"),
    ("4dF=-1", "4dF=-1"),
    ("2d6 + 1", "2d6+1"),
    ("2d6/3", "2d6//3"),
    ("2d6%3", "2d6%3"),
    ("d%%3", "1d100%3"),
    ("1-(2-3)", "1-(2-3)"),
    ("(1-2)-3", "1-2-3"),
    ("2*(3+d4)", "2*(3+1d4)"),
    ("2*3+d4", "2*3+1d4"),
    ("-d6", "-1d6"),
    ("-(d6+1)", "-(1d6+1)"),
    ("+d6--1", "1d6--1"),
    ("{4d6,3d8}kh1", "{4d6,3d8}kh1"),
    ("{4d6, 3d8}dl1", "{4d6,3d8}kh1"),
    ("{4d6,3d8}", "4d6+3d8"),
    ("2*{4d6,3d8}kh2", "2*(4d6+3d8)"),
    ("(1,2,3)kh1", "{1,2,3}kh1"),
    ("(1,2,)", "1+2"),
    ("{2d6,2d8}>9", "{2d6,2d8}>=10"),
    ("{2d6,2d8}>9f<4", "{2d6,2d8}>=10f<=3"),
    ("(1d20+5)>=15", "(1d20+5)>=15"),
    ("{4d6}", "4d6"),
    ("((((2d6))))", "2d6"),
    ("/roll 2d6[fire] + 3 [cold] # to hit", "2d6+3"),
    ("/r d6#[", "1d6"),
]


@pytest.mark.parametrize(("typed", "written"), SPELLINGS)
def test_every_spelling_has_one_canonical_text(typed: str, written: str) -> None:
    assert str(notation(typed)) == repr(notation(typed)) == written
    assert notation(written) == notation(typed)
    assert hash(notation(written)) == hash(notation(typed))


ROLL20 = [
    ("5d6>5", "5d6>=5"),
    ("5d6>=5", "5d6>=5"),
    ("5d6<2", "5d6<=2"),
    ("3d6!>5", "3d6!>=5"),
    ("2d8r<2", "2d8rr<=2"),
    ("2d8r1", "2d8rr1"),
    ("2d8ro1", "2d8ro1"),
    ("5d6r1>5", "5d6rr=1>=5"),
    ("5d6>5f<2", "5d6>=5f<=2"),
    ("1d20cs>18cf<3+2", "1d20+2"),
    ("4d6sd", "4d6"),
    ("4d6kh3sa", "4d6kh3"),
    ("{5d6!!}>8", "5d6!!6>=8"),
    ("{4d6}kh3", "4d6kh3"),
    ("{2d6,2d8}>9", "{2d6,2d8}>=9"),
    ("(1d20+5)>15", "(1d20+5)>=15"),
]


@pytest.mark.parametrize(("typed", "written"), ROLL20)
def test_roll20_has_its_own_meaning_for_some_signs(typed: str, written: str) -> None:
    assert str(notation(typed, "roll20")) == written
    assert notation(written) == notation(typed, "roll20")


@pytest.mark.parametrize("written", [written for _, written in SPELLINGS + ROLL20])
def test_a_canonical_text_means_the_same_in_every_dialect(written: str) -> None:
    assert notation(written) == notation(written, "roll20")


# ---------------------------------------------------------------------------------------------- odds

Faces = tuple[int, ...]


def kept(count: int, faces: Faces) -> int:
    return sum(sorted(faces)[-count:])


# Notation, the dice that are thrown, and the score worked out by other means.
SCORED: list[tuple[str, tuple[int, ...], Callable[[Faces], int]]] = [
    ("2d6+1", (6, 6), lambda f: sum(f) + 1),
    ("4d6kh3", (6,) * 4, lambda f: kept(3, f)),
    ("4d6kl1", (6,) * 4, min),
    ("4d6dh1", (6,) * 4, lambda f: sum(f) - max(f)),
    ("4d6kh0", (6,) * 4, lambda f: 0),
    ("4dF", (3,) * 4, lambda f: sum(f) - 8),
    ("3dFkh1", (3,) * 3, lambda f: max(f) - 2),
    ("3dF>=0", (3,) * 3, lambda f: sum(x >= 2 for x in f)),
    ("4d6mi2", (6,) * 4, lambda f: sum(max(2, x) for x in f)),
    ("4d6ma5kh2", (6,) * 4, lambda f: kept(2, tuple(min(5, x) for x in f))),
    ("3d6mi4>=4", (6,) * 3, lambda f: 3),
    ("4d6>=5", (6,) * 4, lambda f: sum(x >= 5 for x in f)),
    ("4d6>5", (6,) * 4, lambda f: sum(x > 5 for x in f)),
    ("4d6<3", (6,) * 4, lambda f: sum(x < 3 for x in f)),
    ("4d6=6", (6,) * 4, lambda f: f.count(6)),
    ("4d6>=5f1", (6,) * 4, lambda f: sum(x >= 5 for x in f) - f.count(1)),
    ("4d6>=3f<=4", (6,) * 4, lambda f: sum((x >= 3) - (x <= 4) for x in f)),
    ("2d6-2d4", (6, 6, 4, 4), lambda f: f[0] + f[1] - f[2] - f[3]),
    ("2d6*d4", (6, 6, 4), lambda f: (f[0] + f[1]) * f[2]),
    ("d6*1000000+d6", (6, 6), lambda f: f[0] * 1_000_000 + f[1]),
    ("(d6-4)/2", (6,), lambda f: (f[0] - 4) // 2),
    ("(d6-4)%3", (6,), lambda f: (f[0] - 4) % 3),
    ("d20/-d6", (20, 6), lambda f: f[0] // -f[1]),
    ("d20%-d6", (20, 6), lambda f: f[0] % -f[1]),
    ("2d6-d4//2*3", (6, 6, 4), lambda f: f[0] + f[1] - f[2] // 2 * 3),
    ("-d6-d6", (6, 6), lambda f: -f[0] - f[1]),
    ("-(d6-3)", (6,), lambda f: 3 - f[0]),
    ("(d20+5)>=15", (20,), lambda f: f[0] >= 10),
    ("{2d6,d8}kh1", (6, 6, 8), lambda f: max(f[0] + f[1], f[2])),
    ("{2d6,d8}kl1", (6, 6, 8), lambda f: min(f[0] + f[1], f[2])),
    ("{2d4,d8,d6,3}kh2", (4, 4, 8, 6), lambda f: kept(2, (f[0] + f[1], f[2], f[3], 3))),
    ("{2d4,d8,d6,-d4}kl3", (4, 4, 8, 6, 4), lambda f: sum(sorted((f[0] + f[1], f[2], f[3], -f[4]))[:3])),
    ("{d6,d6,d6,d6}kh3", (6,) * 4, lambda f: kept(3, f)),
    ("{d6,d8}kh0", (6, 8), lambda f: 0),
    ("{2d6,d8}>=7f<=2", (6, 6, 8), lambda f: sum((x >= 7) - (x <= 2) for x in (f[0] + f[1], f[2]))),
    ("{4d4kh3,2d6}kh1*2", (4, 4, 4, 4, 6, 6), lambda f: 2 * max(kept(3, f[:4]), f[4] + f[5])),
    ("(1,2,3)kh1", (), lambda f: 3),
    ("0d6+1", (), lambda f: 1),
    ("2d{0,0,1,3}", (4, 4), lambda f: sum((0, 0, 1, 3)[x - 1] for x in f)),
    ("3d{1..3,3}kh2", (4,) * 3, lambda f: kept(2, tuple(min(3, x) for x in f))),
    ("3dF.1", (6,) * 3, lambda f: f.count(6) - f.count(1)),
    ("4d6kh3>=5", (6,) * 4, lambda f: sum(x >= 5 for x in sorted(f)[1:])),
    ("(4d6kh3)kl1", (6,) * 4, lambda f: sorted(f)[1]),
    ("((4d6kh3)kl2)kh1", (6,) * 4, lambda f: sorted(f)[2]),
    ("4d6kh1&kl1", (6,) * 4, lambda f: max(f) + min(f)),
    ("4d6k>=5", (6,) * 4, lambda f: sum(x for x in f if x >= 5)),
    ("4d6k=2k=3", (6,) * 4, lambda f: sum(x for x in f if x in (2, 3))),
    ("4d6p<3", (6,) * 4, lambda f: sum(x for x in f if x >= 3)),
    ("4d6cs!=6", (6,) * 4, lambda f: sum(x != 6 for x in f)),
    ("3d6ral1", (6,) * 4, sum),
    ("{2d6+2d4}kh3", (6, 6, 4, 4), lambda f: kept(3, f)),
    ("{2d6+2d4}>=4", (6, 6, 4, 4), lambda f: sum(x >= 4 for x in f)),
    ("{d6,2d4}k>=5", (6, 4, 4), lambda f: sum(x for x in (f[0], f[1] + f[2]) if x >= 5)),
    ("max(d6,d8,3)-min(d6,4)", (6, 8, 6), lambda f: max(*f[:2], 3) - min(f[2], 4)),
    ("abs(d6-d8)", (6, 8), lambda f: abs(f[0] - f[1])),
    ("floor(2.56*d6)", (6,), lambda f: 256 * f[0] // 100),
    ("ceil(d6*0.5)", (6,), lambda f: -(-f[0] // 2)),
    ("round(d6*0.5)", (6,), lambda f: (f[0] + 1) // 2),
    ("sign(d6-3)", (6,), lambda f: (f[0] > 3) - (f[0] < 3)),
    ("floor(2.5*d6)", (6,), lambda f: 5 * f[0] // 2),
    ("4*(d6÷2)", (6,), lambda f: 2 * f[0]),
    ("-d4**2", (4,), lambda f: -(f[0] ** 2)),
    ("2**d2**2", (2,), lambda f: 2 ** (f[0] ** 2)),
    ("d6**2+2^d4+pow(d4,2)", (6, 4, 4), lambda f: f[0] ** 2 + 2 ** f[1] + f[2] ** 2),
    ("d20+2>=d8+5", (20, 8), lambda f: f[0] + 2 >= f[1] + 5),
    ("(d6)>(d8)", (6, 8), lambda f: f[0] > f[1]),
    ("(d6)<(d8)", (6, 8), lambda f: f[0] < f[1]),
    ("(d6)!=(d8)", (6, 8), lambda f: f[0] != f[1]),
    ("1d20+5>=15", (20,), lambda f: f[0] >= 10),
    ("(d6)>=2+2", (6,), lambda f: f[0] >= 4),
    ("(2*2)d(1+3)kh2", (4,) * 4, lambda f: kept(2, f)),
]


@pytest.mark.parametrize(("typed", "sides", "score"), SCORED, ids=[typed for typed, _, _ in SCORED])
def test_scores_and_odds_agree_with_every_throw_there_is(
    typed: str, sides: tuple[int, ...], score: Callable[[Faces], int]
) -> None:
    throw = notation(typed)
    weights: dict[int, int] = {}
    for faces in product(*(range(1, n + 1) for n in sides)):
        expected = int(score(faces))
        weights[expected] = weights.get(expected, 0) + 1
        assert score_of(throw, *faces) == expected
    assert throw.odds() == Odds(weights)
    assert sum(throw.odds().weights.values()) == throw.odds().total


KNOWN = [
    ("4d6kh3", 18, Fraction(21, 1296)),
    ("4d6kh3", 3, Fraction(1, 1296)),
    ("2d20kl1", 1, Fraction(39, 400)),
    ("1d6ro1", 1, Fraction(1, 36)),
    ("1d6ro1", 6, Fraction(7, 36)),
    ("1d6rr1", 6, Fraction(1, 5)),
    ("1d6r<=2", 1, Fraction(1, 18)),
    ("1d6!", 6, Fraction(0)),
    ("1d6!", 7, Fraction(1, 36)),
    ("1d6!!", 13, Fraction(1, 216)),
    ("1d6!p", 6, Fraction(1, 36)),  # a six, then a one that scores nothing
    ("1d6!>=5", 6, Fraction(1, 36)),  # a five and a one
    ("1d6xo6", 12, Fraction(1, 36)),
    ("1d4!", 4 * 21, Fraction(1, 4**21)),  # the cap: the last four brings no more
    ("2d6ra6", 18, Fraction(1, 216)),
    ("2d6ra6", 8, Fraction(4, 36) - Fraction(0) + Fraction(2, 216) - Fraction(1, 36)),
    ("1d6!6>=5", 0, Fraction(4, 6)),
    ("1d6!6>=5", 1, Fraction(1, 6) + Fraction(4, 36)),
    ("1d6!!6>=8", 1, Fraction(5, 36)),
    ("1d6rr1!", 2, Fraction(1, 5)),
    ("1d6rr1!", 7, Fraction(1, 30)),  # a further die may show a one
]


@pytest.mark.parametrize(("typed", "outcome", "chance"), KNOWN)
def test_chances_worked_out_by_hand(typed: str, outcome: int, chance: Fraction) -> None:
    assert notation(typed).odds().chance(outcome) == chance


class _Asked(Exception):
    """Raised by a draw that has no more faces: the next die has so many sides."""

    def __init__(self, sides: int) -> None:
        self.sides = sides


def every_way(throw: Throw[int], most: int = 20_000) -> Odds[int] | None:
    """The odds found by rolling a notation in every way it can go; nothing if there are too many."""
    chances: dict[int, Fraction] = {}
    open_rolls: list[tuple[list[int], Fraction]] = [([], Fraction(1))]
    for _ in range(most):
        if not open_rolls:
            return Odds.of_fractions(chances.items())
        faces, chance = open_rolls.pop()
        ahead = iter(faces)

        def draw(sides: int, /, ahead: Iterator[int] = ahead) -> int:
            face = next(ahead, None)
            if face is None:
                raise _Asked(sides)
            return face

        try:
            score = throw.roll(draw)
        except _Asked as asked:
            open_rolls += [([*faces, face], chance / asked.sides) for face in range(1, asked.sides + 1)]
        else:
            chances[score] = chances.get(score, Fraction(0)) + chance
    return None


AGAIN = (
    "1d4! 2d3! 2d3!>=2 2d3!1 2d3!1!3 2d3!! 2d3!!kh1 2d3!!kl1 3d2!!2kh2 2d3!p 1d4!p>=3 2d3xo 3d3xo>=2 3d4ra4 3d3ra>=2 "
    "2d3!3>=2 2d3!3>=2f1 2d3!!3>=4 2d3!p3=2 2d3xo=3>=2f1 3d3ra=3>=2f1 2d3ro1! 2d4ro1!!mi2ma7 2d4!mi2ma3 3d4ro1ro3 "
    "4d4ro<=2kh2 1dF! 2dF!! 1dF!<=-1 2dFxo0 2dFro<=-1 3dFra0 {2d3!,1d4}kh1 {1d3!!,1d4,1d2!}kl2 2d2!//(1d2+1) 1d3!*1d4 "
    "2d3!kh1 2d3!kl1 3d2!kh2 2d3!>=2kh1 2d3!pkh1 2d3!p>=2kl1 3d3xokh2 3d3xo>=2kl1 3d4ra4kh2 2d3!3kh1>=2 "
    "2d4ro1!mi2ma3kh2 2dF!kh1 (3d2!kh2)kl1 "
    "2d3uo! 2d3uo!!>=2 2d4uo!p 2d3uo!!kh1 3d2uo!!kl2 3d2uoxokh1&kl1 2d3uora3kh1 2d3uora3 2d3ro1uo!mi2 3d2rol1! "
    "2d3rol1!! 3d2rol1!!kh2 2d3roh1!pma3 3d3rol1ra3kh2 2d3rol1!3>=2 3d2uo!!2kh2>=3 "
    "2d3uo!kh1 3d2uo!kl2 2d3rol1!kh1 3d2rol1!kh2 3d2roh1!pkl1 2d4uo!>=3kh1 (3d2rol1!kh2)kl1 2d3uo!mi2kh1>=3"
)


@pytest.mark.parametrize("typed", AGAIN.split())
def test_odds_of_dice_rolled_again_are_those_of_every_way_to_roll_them(
    typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(syntax, "MAX_EXPLOSIONS", 3)  # the ways double with every explosion
    throw = notation(typed)
    assert throw.odds() == every_way(throw)


@pytest.mark.parametrize("typed", ["1d4!", "2d3!", "2d2!!kh1", "1d6!p", "2d3!1>=2"])
def test_rolls_and_odds_have_the_same_cap(typed: str) -> None:
    throw = notation(typed)
    assert throw.odds() == every_way(throw)


@pytest.mark.parametrize(("typed", "same"), [("4d6rol1!kh3", "5d6!kh3"), ("5d6rol1!kh3", "6d6!kh3")])
def test_a_lowest_die_rolled_again_is_one_die_more_if_it_is_not_kept_anyway(typed: str, same: str) -> None:
    assert notation(typed).odds() == notation(same).odds()


@pytest.mark.parametrize(
    ("typed", "same"), [("3d6rr1", "3d5+3"), ("4d6rr<=2kh3", "4d4kh3+6"), ("2d6rr=3>=3", "2d5>=3"), ("5d6rr6", "5d5")]
)
def test_rerolling_until_clear_is_a_die_without_those_faces(typed: str, same: str) -> None:
    assert notation(typed).odds() == notation(same).odds()


ANY: Any = icepool  # its types promise less than its functions give
ICEPOOL: list[tuple[str, Callable[[], Any]]] = [
    ("4d6kh3", lambda: icepool.d6.pool(4).highest(3).sum()),
    ("9d10kl4", lambda: icepool.d10.pool(9).lowest(4).sum()),
    ("12d6", lambda: 12 @ icepool.d6),
    ("5d6ro1", lambda: 5 @ icepool.d6.reroll([1], depth=1)),
    ("4d8rr<=2kh3", lambda: icepool.d8.reroll([1, 2], depth="inf").pool(4).highest(3).sum()),
    ("6d6!", lambda: 6 @ icepool.d6.explode(depth=20)),
    ("3d6!>=5", lambda: 3 @ icepool.d6.explode([5, 6], depth=20)),
    ("4d6!!kh2", lambda: icepool.d6.explode(depth=20).pool(4).highest(2).sum()),
    ("4d6!!>=5kl3", lambda: icepool.d6.explode([5, 6], depth=20).pool(4).lowest(3).sum()),
    ("10d10>=7", lambda: 10 @ (icepool.d10 >= 7)),
    ("10d10>=7f1", lambda: 10 @ icepool.d10.map(lambda x: (x >= 7) - (x == 1))),
    ("{4d6,3d8,2d12}kh1", lambda: icepool.highest(4 @ icepool.d6, 3 @ icepool.d8, 2 @ icepool.d12)),
    ("{d6,d8,d10,d12}kh2", lambda: ANY.highest(icepool.d6, icepool.d8, icepool.d10, icepool.d12, keep=2)),
    ("{d6,d8,d10,d12}kl3", lambda: ANY.lowest(icepool.d6, icepool.d8, icepool.d10, icepool.d12, keep=3)),
    ("3d6*2d4-d8//2", lambda: (3 @ icepool.d6) * (2 @ icepool.d4) - icepool.d8 // 2),
]


@pytest.mark.parametrize(("typed", "die"), ICEPOOL, ids=[typed for typed, _ in ICEPOOL])
def test_odds_agree_with_icepool(typed: str, die: Callable[[], Any]) -> None:
    assert notation(typed).odds() == Odds({int(outcome): weight for outcome, weight in die().items()})


def test_odds_agree_with_the_dice_that_rules_use() -> None:
    assert notation("4d6kh3").odds() == keep_highest(3, 4 * d(6)).odds()
    assert notation("3d6!").odds() == (3 * explode(d(6), [6], times=MAX_EXPLOSIONS)).odds()


def test_a_notation_is_a_throw() -> None:
    throw: Throw[int] = notation("4d6kh3")
    assert score_of(throw, 6, 1, 5, 3) == 14
    assert notation("4d6kh3").odds() is not notation("4d6kh3").odds()
    assert throw.odds() is throw.odds()


# ---------------------------------------------------------------------------------------------- typed faces

TYPED_FACES = [
    # notation, faces in rolling order, score, faces that count
    ("4d6kh3", (6, 1, 5, 3), 14, "+-++"),
    ("4d6kl1", (2, 2, 5, 3), 2, "+---"),
    ("4d6ro1", (1, 4, 1, 2, 1, 6), 13, "-+-+++"),
    ("2d6rr1", (1, 1, 1, 3, 5), 8, "---++"),
    ("3d6ro1kh1", (1, 1, 4, 2, 6), 6, "----+"),
    ("2d6!", (6, 6, 6, 1, 2), 21, "+++++"),
    ("2d6!!kh1", (6, 5, 3), 9, "+-+"),
    ("2d6!!kh1", (6, 5, 6, 1), 13, "+-++"),
    ("2d6!p", (6, 3, 6, 1), 6 + 3 + 5 + 0, "++++"),
    ("2d6xo", (6, 6, 6, 6), 24, "++++"),
    ("3d6ra6", (6, 6, 1, 6), 19, "++++"),
    ("3d6!6>=5", (6, 5, 1, 6, 2), 3, "++-+-"),
    ("3d6>=5f1", (6, 1, 3), 0, "++-"),
    ("2d6!!6>=8", (6, 5, 3), 1, "+-+"),
    ("4dF", (1, 2, 3, 3), 1, "++++"),
    ("{2d6,1d8}kh1", (3, 3, 7), 7, "--+"),
    ("{2d6,1d8}>=7", (3, 3, 7), 1, "--+"),
    ("{2d6kh1,1d8}kl1+1d4", (3, 5, 7, 2), 7, "-+-+"),
    ("2d6*1d4", (3, 5, 2), 16, "+++"),
    ("7", (), 7, ""),
]


@pytest.mark.parametrize(("typed", "faces", "score", "marks"), TYPED_FACES)
def test_typed_faces_give_a_score_and_show_which_of_them_count(
    typed: str, faces: Faces, score: int, marks: str
) -> None:
    throw = notation(typed)
    assert score_of(throw, *faces) == score
    assert throw.kept(faces) == tuple(mark == "+" for mark in marks)


def test_a_die_explodes_no_oftener_than_the_cap_says() -> None:
    throw = notation("1d6!")
    assert score_of(throw, *[6] * (MAX_EXPLOSIONS + 1)) == 6 * (MAX_EXPLOSIONS + 1)
    with pytest.raises(FaceError, match="too many dice"):
        score_of(throw, *[6] * (MAX_EXPLOSIONS + 2))


def test_the_cap_is_reported_for_every_kind_of_dice_that_has_one() -> None:
    assert notation("4d6kh3+2d6xo+3d6ra6").caps == ()
    caps = notation("3d6!+{1d8!!,-2d4!p}kh1+3d6!").caps
    assert [cap.partition(":")[0] for cap in caps] == ["3d6!", "1d8!!", "2d4!p"]
    assert all(f"at most {MAX_EXPLOSIONS} times" in cap for cap in caps)


@pytest.mark.parametrize("faces", [(), (1, 2), (1, 2, 3, 4), (0, 1, 1), (1, 7, 1)])
def test_faces_that_do_not_fit_are_refused(faces: Faces) -> None:
    with pytest.raises(FaceError):
        score_of(notation("3d6"), *faces)
    with pytest.raises(FaceError):
        notation("3d6").kept(faces)


AVRAE = (
    "4d6kh3 2d20kl1 4d6pl1 4d6ph1 4d6rr1 4d6rr<3 4d6ro1 4d6ro<3 4d6ro<3kh3 4d6rr1rr3 3d6ra6 3d6ra5ra6 3d6e6 3d6e>4 "
    "4d6mi2 4d6ma5 4d6mi2ma5 4d6mi2kh3 4d6e6mi2 4d6ro1e6 2d6+1d8-3 2d6*3//4 7-2*(1d6+1) -1d6%4 2d6[fire]+1d4[cold] "
    "(1d6,1d8,1d10)kh2 (1d6,2d4)kl1 (1d6,2d4) (2d6)>=7 1d20>14 1d6//1d4"
)


@pytest.fixture(scope="module")
def avrae() -> ModuleType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its parser imports a deprecated module
        import d20
    return d20


@pytest.mark.parametrize("typed", AVRAE.split())
def test_faces_score_what_they_score_at_avrae(typed: str, avrae: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    throw = notation(typed)
    for seed in range(40):
        random = Random(seed)
        faces: list[int] = []

        class Scripted:
            """Stands in for the random module of the other library, and writes down what it shows."""

            @staticmethod
            def randrange(sides: int, random: Random = random, faces: list[int] = faces) -> int:
                faces.append(random.randint(1, sides))
                return faces[-1] - 1

        monkeypatch.setattr(avrae.expression, "random", Scripted)
        total = avrae.roll(typed).total
        assert score_of(throw, *faces) == total


# ---------------------------------------------------------------------------------------------- refusals

REFUSED = [
    ("", "nothing to roll", "at the end"),
    ("  # only a comment", "nothing to roll", "at the end"),
    ("4d6q", "cannot read on", "character 4, 'q'"),
    ("2d6 3d6", "cannot read on", "character 5"),
    ("2(3)", "cannot read on", "character 2"),
    ("(2d6", "( is not closed", "character 1"),
    ("{2d6)", "cannot read on", "character 5"),
    ("2d6)", "cannot read on", "character 4"),
    ("2d6+", "a part is missing", "at the end"),
    ("()", "a part is missing", "character 2"),
    ("d", "no sides", "at the end"),
    ("4d0", "0 sides", "character 1"),
    ("٣d6", "a part is missing", "character 1"),
    ("²", "a part is missing", "character 1"),
    ("[fire", "not closed", "character 1"),
    ("[[2d6]]", "inline roll", "character 1"),
    ("{3d6}>=5", "one part in braces", "character 6"),
    ("{2d6,1d8}cs", "cs has no number", "at the end"),
    ("4d6kh3kl1", "second keep", "character 7"),
    ("4d6>=5>=6", "second count", "character 7"),
    ("4d6>=5cs>=6", "second count", "character 7"),
    ("4d6f1", "f does not follow", "character 4"),
    ("4d6>=5f1f2", "f does not follow", "character 9"),
    ("4d6kh3ro1", "a reroll is written after a keep", "character 7"),
    ("4d6!ro1", "a reroll is written after an explosion", "character 5"),
    ("4d6mi2!", "an explosion is written after a minimum", "character 7"),
    ("4d6>=5kh3", "a keep or drop is written after a count", "character 7"),
    ("4d6ro1rr2", "two kinds of reroll", "character 7"),
    ("4d6!x5!!", "two kinds of explosion", "character 7"),
    ("4d6!=6", "two ways", "character 4"),
    ("3d6x2>=5", "two ways", "character 5"),
    ("3d6rr2<5", "two ways", "character 6"),
    ("4d6r7", "never shows", "character 4"),
    ("4d6!0", "never shows", "character 4"),
    ("5d6!!>=8", "write !!cs>=8", "character 4"),
    ("4d6rr<=6", "never ends", "character 4"),
    ("4d6rr<=3rr>=4", "never ends", "character 9"),
    ("4d6!>=1", "never ends", "character 4"),
    ("4d1!", "never ends", "character 4"),
    ("4d6ra", "ra names no face", "character 4"),
    ("4d6mi", "mi has no number", "at the end"),
    ("4d6mi3mi4", "a second mi", "character 7"),
    ("4d6mi5ma2", "minimum is above", "character 7"),
    ("4d6>=", ">= has no number", "at the end"),
    ("4d6>=x", ">= has no number", "character 6"),
    ("4d6>=5f", "f has no number", "at the end"),
    ("1d6d6", "write (1d6)d6", "character 4"),
    ("4d6d4", "this drops every die", "character 4"),
    ("(1,2,3,4,5)k3", "keeps members of that value", "character 12"),
    ("3d6cs>3cf<3", "read in three ways", "character 8"),
    ("sqrt(1d6)", "no exact number", "character 1"),
    ("floor(1d6,2)", "floor of 2 parts", "character 1"),
    ("max(1d6", "cannot read on", "at the end"),
    ("2**-1", "a power", "character 2"),
    ("2**1d100", "a power", "character 2"),
    ("1.5d6", "not a whole number of dice", "character 1"),
    ("(1d6-2)d6", "number of dice may be -1", "character 1"),
    ("d(1d6-1)", "number of sides may be 0", "character 1"),
    ("(1d300)d6", "too many possible numbers of dice", "character 1"),
    ("(3/2.0)d(5÷2)", "5/2 sides", "character 1"),
    ("(1d4)d6dl1", "write what is kept", "character 8"),
    ("7d6u", "at most 6 dice can differ", "character 4"),
    ("(1d4)d6pl1", "write what is kept", "character 8"),
    ("4d6p3", "write pl1, ph1 or p<3", "character 4"),
    ("4d6k>3kh1", "read in two ways", "character 7"),
    ("d{}", "a face is missing", "character 3"),
    ("d{1,2", "not closed by }", "character 1"),
    ("dF.3", "unknown fate dice", "character 1"),
    ("6d6mi2.5", "has decimals", "character 4"),
    ("1d6 /* open", "a comment is not closed", "character 5"),
    ("6#4d6q", "cannot read on", "character 4"),
    ("1/0", "divisor may be 0", "character 2"),
    ("d6/(d6-1)", "divisor may be 0", "character 3"),
    ("d6%(d4-2)", "divisor may be 0", "character 3"),
    ("1//5d6>=5", "divisor may be 0", "character 2"),
    ("1//(1d6>=5f1+1)", "divisor may be 0", "character 2"),
]


@pytest.mark.parametrize(("typed", "problem", "place"), REFUSED)
def test_what_cannot_be_read_is_refused_in_one_line_with_its_place(typed: str, problem: str, place: str) -> None:
    with pytest.raises(NotationError) as refused:
        notation(typed)
    message = str(refused.value)
    assert problem in message
    assert place in message
    assert len(message.splitlines()) == 1


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("{4d6>5}kh3", "after a count"),
        ("{4d6mi2}r1", "after a minimum"),
        ("{3d20+5}>21", "one part in braces"),
    ],
)
def test_braces_of_roll20_take_no_modifiers_that_their_dice_could_not(typed: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        notation(typed, "roll20")


def test_an_unknown_dialect_is_refused() -> None:
    unknown: DialectName = "dicelang"  # type: ignore[assignment]  # what someone may type
    with pytest.raises(NotationError, match="union, avrae, roll20, foundry, rpg-dice-roller are allowed"):
        notation("2d6", unknown)


LARGEST = {
    "MAX_CHARACTERS": [("1" + " " * (MAX_CHARACTERS - 1), "1" + " " * MAX_CHARACTERS, f"at most {MAX_CHARACTERS}")],
    "MAX_DEPTH": [
        ("(" * MAX_DEPTH + "1" + ")" * MAX_DEPTH, "(" * 200 + "1" + ")" * 200, f"at most {MAX_DEPTH}"),
        ("{" * MAX_DEPTH + "1" + "}" * MAX_DEPTH, "{" * 200, f"at most {MAX_DEPTH}"),
        ("-" * MAX_DEPTH + "1", "-" * (MAX_DEPTH + 1) + "1", f"at most {MAX_DEPTH}"),
        ("+" * MAX_DEPTH + "1", "+" * 400 + "1", f"at most {MAX_DEPTH}"),
    ],
    "MAX_TERMS": [("+".join("1" * MAX_TERMS), "+".join("1" * (MAX_TERMS + 1)), f"at most {MAX_TERMS}")],
    "MAX_DICE": [
        (f"{MAX_DICE}d6", f"{MAX_DICE + 1}d6", f"at most {MAX_DICE} in all"),
        (f"{MAX_DICE - 1}d6+1d4", f"{MAX_DICE}d6+1d4", f"at most {MAX_DICE} in all"),
    ],
    "MAX_SIDES": [(f"1d{MAX_SIDES}", f"1d{MAX_SIDES + 1}", f"1 to {MAX_SIDES}")],
    "MAX_DIGITS": [
        ("999999999", "1000000000", "at most 9 digits"),
        ("000000001", "0000000001", "at most 9 digits"),
    ],
    "MAX_REROLL_THROWS": [("5d20rr<=19", "600d20rr<=19", f"at most {MAX_REROLL_THROWS} throws")],
    "MAX_OPTIONS": [("(1d200)d6", "(1d201)d6", "at most 200 different")],
    "MAX_POWER": [("2^64", "2^65", "from 0 to 64")],
    "MAX_REPEATS": [("100#1d6", "101#1d6", "1 to 100")],
}
"""By limit of a notation: texts within it, texts beyond it, and what the refusal says is allowed."""
ELSEWHERE = {"MAX_EXPLOSIONS", "MAX_WORK"}
"""Limits of dice and of odds, which refuse no notation; there are tests of them by themselves."""


def test_every_limit_of_a_notation_is_tried() -> None:
    assert {*LARGEST, *ELSEWHERE} == {name for name in vars(limits) if name.startswith("MAX_")}


@pytest.mark.parametrize(("within", "beyond", "allowed"), [case for cases in LARGEST.values() for case in cases])
def test_a_notation_may_be_so_large_and_no_larger(within: str, beyond: str, allowed: str) -> None:
    notation(within)
    with pytest.raises(NotationError, match=allowed):
        notation(beyond)


def test_a_short_text_that_stands_for_a_long_one_is_refused() -> None:
    spread = "1d500" + "".join(f"r{face}" for face in range(1, 240, 2))
    assert len(spread) <= MAX_CHARACTERS < len(spread) + 120
    with pytest.raises(NotationError, match="written out"):
        notation(spread)


@pytest.mark.parametrize(
    "typed", ["999999d999999", "(" * 10_000_000, "1" * 10_000_000, "9" * 400 + "d6", "1d" + "9" * 400]
)
def test_monstrous_texts_are_refused(typed: str) -> None:
    with pytest.raises(NotationError) as refused:
        notation(typed)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    "typed",
    [
        "1000d100",
        "500d6kh250",
        "100d20!",
        "100d6*100d6*100d6",
        "2d100000",
        "1d100000*1d100000",
        "5d200!!kh3",
        "1d1000!>=2",
        "{90d100,90d100}kh1",
        "{d6*999999999*999999999,d8}kh1",
        "(1d3)d4!p÷4d20÷d6!5",
    ],
)
def test_odds_that_would_take_too_long_are_refused_while_rolls_are_not(typed: str) -> None:
    throw = notation(typed)
    random = Random(1)
    throw.roll(lambda sides: random.randint(1, sides))
    with pytest.raises(NotationError, match=r"the exact odds of .* take too long") as refused:
        throw.odds()
    assert len(str(refused.value).splitlines()) == 1


def test_odds_with_few_outcomes_are_given_however_far_apart_they_lie() -> None:
    odds = notation("*".join(["999999999"] * 40) + "*d6").odds()
    assert odds.chance(3 * 999_999_999**40) == Fraction(1, 6)


def test_the_message_names_the_part_whose_odds_take_too_long() -> None:
    with pytest.raises(NotationError, match="'1000d100'"):
        notation("2d6+1000d100").odds()


class Asked(Exception):
    """A die that has not fallen."""

    def __init__(self, sides: int) -> None:
        super().__init__()
        self.sides = sides


# Notation whose dice depend on one another, held against every way to roll it.
FOLLOWED = (
    "(1d3)d4 (1d3-1)d4kh2 2d(1d4) (1d2)d(1d3) (1d2)d4>=3 (d{0,2})d3!!p 2d4rol1 3d3roh2 3d3rol1mi2 2d3u 3d4ukh2 3d4ukl1 "
    "2d3!!p 2d{1,2,4}ro1 2dF.1ro<=-1 max((1d2)d3,1d4) 6-(1d2)d3 3d4uo 2d4u>2 3dFuo 1d6uo<=3 3d3uo>=2 2d4r1uo "
    "3d4uokh2 3d4uokl1 (3d4uokh2)kl1 3d3uo>=2kh2 3d4ro1uokh1>=3 3d3rol1kh2 4d3rol2kh3 4d3roh1kl2 3d3rol1kh2>=2 "
    "(4d3rol1kh3)kl1 3d3rol1mi2kh2 3d{1,1,4}rol1kh1 2d4uxo 2d5uxo>=4 2d4ura4kh1 {1d4/2,1d3}kh1 {1d4,1d3,1d2}kh1&kl1"
)


@pytest.mark.parametrize("typed", FOLLOWED.split())
def test_odds_of_dice_that_depend_on_others_are_those_of_every_way_to_roll_them(typed: str) -> None:
    throw = notation(typed)
    shares: dict[int, Fraction] = {}
    open_ways: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    depth = 7  # longer ways are so unlikely that the odds do not change by what they add
    while open_ways:
        faces, chance = open_ways.pop()
        left = list(faces)

        def draw(sides: int, /, left: list[int] = left) -> int:
            if not left:
                raise Asked(sides)
            return left.pop(0)

        try:
            score = throw.roll(draw)
        except Asked as asked:
            if len(faces) < depth:
                open_ways += [((*faces, face), chance / asked.sides) for face in range(1, asked.sides + 1)]
        else:
            shares[score] = shares.get(score, Fraction(0)) + chance
    missing = 1 - sum(shares.values())
    assert missing < Fraction(1, 20)
    for score, chance in throw.odds().items():
        assert 0 <= chance - shares.get(score, Fraction(0)) <= missing


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("4d6cs!=3", "4d6<>3"),
        ("2d6!!p<3", "2d6!!p<=2"),
        ("2d6!!6p<3", "2d6!!6p<=2"),
        ("3d6uo!=2", "3d6uo<>2"),
        ("0d6ra3", "0d6ra3"),
        ("3d6ucs>=5", "3d6u<=6>=5"),
        ("{2d6u+d4}>=2", "2d6u<=6>=2+1d4>=2"),
        ("(1d20+5)/2>3", "((1d20+5)//2)>=4"),
        ("-1d6**2", "-(1d6**2)"),
        ("(-1d6)**2", "(-1d6)**2"),
        ("2**1d2**2", "2**1d2**2"),
        ("(2**1d2)**2", "(2**1d2)**2"),
    ],
)
def test_canonical_texts_are_read_back_in_every_dialect_that_counts(typed: str, written: str) -> None:
    throw = notation(typed)
    assert str(throw) == written
    assert notation(written) == notation(written, "roll20") == throw


def test_decimals_are_exact() -> None:
    halves: dict[Any, int] = {Fraction(5, 2): 1, 5: 1}
    assert notation("2.5*d2").odds() == Odds(halves)
    assert notation("5*d2/2", "roll20").odds() == Odds(halves)
    assert notation("(d3+1)/2", "avrae").odds() == Odds({1: 2, 2: 1})


def test_several_rolls_have_several_scores() -> None:
    throw = notation("3#2d6kh1")
    assert score_of(throw, 1, 6, 2, 2, 5, 3) == (6, 2, 5)
    assert throw.kept((1, 6, 2, 2, 5, 3)) == (False, True, True, False, True, False)
    with pytest.raises(NotationError, match="ask for those of 2d6kh1"):
        throw.odds()
    assert notation("6 # for luck") == notation("6")


ONLY_ROLLED = [
    ("4d20u!kh2", (1, 2, 3, 20, 7), 27),
    ("5d20uokh2", (3, 3, 2, 5, 1, 19), 24),
    ("4d10rol1!kh3", (1, 2, 3, 4, 10, 2), 17),
]


@pytest.mark.parametrize(("typed", "faces", "score"), ONLY_ROLLED)
def test_what_has_no_exact_odds_can_be_rolled_and_sampled(typed: str, faces: Faces, score: int) -> None:
    throw = notation(typed)
    assert score_of(throw, *faces) == score
    with pytest.raises(NotExact, match="take too long; it can be rolled"):
        throw.odds()
    assert sample(throw, runs=500).total() == 500


def test_sampling_stops_when_its_time_is_over() -> None:
    assert 101 <= sample(notation("1000d100"), runs=10**9, seconds=0.05).total() < 10**6


def test_samples_are_like_the_odds() -> None:
    assert_sampled_like(sample(notation("4d6kh3"), seconds=60), notation("4d6kh3").odds())


def test_a_thousand_dice_are_priced() -> None:
    assert notation("999d6").odds().mean() == Fraction(7 * 999, 2)


# ---------------------------------------------------------------------------------------------- properties


def read(text: str, dialect: DialectName) -> Notation | None:
    """The notation, or nothing if it is refused as it should be: with one line, and no other error."""
    try:
        return notation(text, dialect)
    except NotationError as refused:
        if len(str(refused).splitlines()) != 1:
            raise AssertionError(f"not one line: {refused}") from refused
        return None


dialects = st.sampled_from(get_args(DialectName))
PIECES = (
    "0 1 2 3 6 20 100 9999999999 d d% dF 2d6 4d6 d20 ( ) { } , + - * / // % kh kl k dl dh d ph pl ! !! !p x xo e ra r "
    "ro rr mi ma min max >= <= > < = == cs cf f df s sa sd [ ] [fire] # /r u uo !!p ** ^ max( floor( abs( "
    "pow( d{0,1,1} 6# 1.5 .5 != <> & k> p< rol1 ral1 (1d4)d d( dF.1 /* */ ÷"
)
MODIFIERS = (
    "kh2 k dl1 pl kl3 dh ! !5 !>=2 !! !!<2 !p x6 xo e1 ra3 r1 r<2 ro2 ro>5 rr rr=4 mi2 max4 >=5 <=2 >1 <6 =3 cs cs>3 "
    "cf f1 df>2 sa [x] u uo uo>2 !!p rol1 roh2 ral1 k>=3 p<3 kh1&kl1 !=2 cs!=3"
)

pieces = st.lists(st.sampled_from([*PIECES.split(), " "]), max_size=12).map("".join)
modified = st.builds(
    lambda dice, words: dice + "".join(words),
    st.sampled_from(["2d6", "d6", "3dF", "4d20", "d%"]),
    st.lists(st.sampled_from(MODIFIERS.split()), max_size=3),
)
joined = st.lists(modified | pieces, min_size=1, max_size=3).flatmap(
    lambda parts: st.sampled_from(["+", "-", "*", "//", ",", ""]).map(lambda sign: sign.join(parts))
)
enclosed = st.builds(
    lambda text, ends: ends[0] + text + ends[1:], joined, st.sampled_from(["()", "{}", "{}kh1", "()>=3"])
)


@settings(max_examples=800)
@given(pieces | modified | joined | enclosed, dialects, st.randoms(use_true_random=False))
def test_text_of_notation_pieces_is_refused_or_read_rolled_priced_and_read_again(
    text: str, dialect: DialectName, random: Random
) -> None:
    throw = read(text, dialect)
    if throw is None:
        return
    assert notation(str(throw)) == throw
    assert notation(str(throw), "roll20") == throw
    faces: list[int] = []

    def draw(sides: int, /) -> int:
        faces.append(random.randint(1, sides))
        return faces[-1]

    score = throw.roll(draw)
    assert score_of(throw, *faces) == score
    assert len(throw.kept(tuple(faces))) == len(faces)
    try:
        odds = throw.odds()
    except NotationError:  # it can be rolled, yet the odds are too much work
        return
    assert sum(odds.weights.values()) == odds.total
    assert odds.chance(score) > 0


signs = st.sampled_from([">=", "<=", "="])


@st.composite
def dice_trees(draw: st.DrawFn, most_dice: int, most_sides: int) -> DiceTerm:
    """Dice with any modifiers that may stand together, in the form in which they are kept."""
    count = draw(st.integers(1, most_dice))
    fate = draw(st.booleans())
    sides = 3 if fate else draw(st.integers(1, most_sides))
    lowest, highest = (-1, 1) if fate else (1, sides)

    def faces() -> tuple[FaceCondition, ...]:
        conditions = draw(
            st.lists(st.builds(FaceCondition, signs, st.integers(lowest, highest)), min_size=1, max_size=3)
        )
        return tidy(conditions, lowest, highest)

    every = (FaceCondition("<=", highest),)
    rerolling = draw(st.none() | st.just(Rerolling(faces(), draw(st.booleans()))))
    if rerolling is not None and rerolling.on == every:
        rerolling = Rerolling(every, once=True)
    exploding = draw(st.none() | st.just(Exploding(draw(st.sampled_from(Explosion)), faces())))
    if exploding is not None and exploding.on == every and exploding.times > 1:
        exploding = Exploding(Explosion.ONCE, every)
    minimum = draw(st.none() | st.integers(0, 3))
    maximum = draw(st.none() | st.integers(3, 9))
    separate = exploding is not None and exploding.kind is not Explosion.COMPOUND
    keeping = None if separate else draw(st.none() | keepings(count))
    counting = None if keeping else draw(st.none() | countings)
    return DiceTerm(count, sides, fate, rerolling, exploding, minimum, maximum, keeping, counting)


def keepings(size: int) -> st.SearchStrategy[Keeping]:
    """Fewer than all; of none it does not matter which."""
    return st.builds(lambda n, highest: Keeping(n, highest or n == 0), st.integers(0, size - 1), st.booleans())


conditions = st.builds(FaceCondition, signs, st.integers(-2, 12))
countings = st.builds(Counting, conditions, st.none() | conditions)


@st.composite
def groups(draw: st.DrawFn, members: st.SearchStrategy[Node]) -> GroupTerm:
    parts = tuple(draw(st.lists(members, min_size=1, max_size=3)))
    rule = draw(countings) if len(parts) == 1 else draw(countings | keepings(len(parts)))
    return GroupTerm(parts, rule)


def trees(most_dice: int, most_sides: int, leaves: int) -> st.SearchStrategy[Node]:
    """Whole notations. Divisors are plain numbers, which are never zero."""
    leaf: st.SearchStrategy[Node] = st.builds(NumberTerm, st.integers(0, 12)) | dice_trees(most_dice, most_sides)
    divisor = st.builds(NumberTerm, st.integers(1, 9))
    return st.recursive(
        leaf,
        lambda parts: (
            st.builds(Negative, parts)
            | st.builds(Arithmetic, st.sampled_from(["+", "-", "*"]), parts, parts)
            | st.builds(Arithmetic, st.sampled_from(["//", "%"]), parts, divisor | st.builds(Negative, divisor))
            | groups(parts)
        ),
        max_leaves=leaves,
    )


@settings(max_examples=300)
@given(trees(most_dice=20, most_sides=30, leaves=10))
def test_a_tree_is_read_back_from_its_canonical_text(tree: Node) -> None:
    text = canonical(tree)
    assume(len(text) <= MAX_CHARACTERS)
    assert notation(text).tree == tree
    assert notation(text, "roll20").tree == tree
    assert str(notation(text)) == text


@settings(max_examples=250, suppress_health_check=[HealthCheck.filter_too_much])
@given(trees(most_dice=2, most_sides=3, leaves=3))
def test_odds_are_those_of_every_way_to_roll(tree: Node) -> None:
    throw = Notation(tree)
    assume("rr" not in str(throw))  # there is no end of ways
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(syntax, "MAX_EXPLOSIONS", 2)
        expected = every_way(throw, most=1000)
        assume(expected is not None)
        assert throw.odds() == expected
        assert bounds(tree).low <= min(expected) <= max(expected) <= bounds(tree).high
