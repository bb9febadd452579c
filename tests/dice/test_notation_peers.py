"""What people type elsewhere: the expressions that the peers' own tests roll, read in their dialect, none misread.

An expression is rolled and priced, rolled only, or refused for a reason that the documentation gives.
"""

import re
import warnings
from fractions import Fraction
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from rulewright.dice import score_of
from rulewright.dice.notation import DialectName, Notation, NotationError, NotExact, notation
from rulewright.readings.notation_odds import odds_of_notation

AVRAE = """
1d20|1d%|1+1|4d6kh3|(1)|(1,)|((1d6))|4*(3d8kh2+9[fire]+(9d2e2+3[cold])/2)|(1d4, 2+2, 3d6kl1)kh1|((10d6kh5)kl2)kh1
(((1d6)))|1 + 3 * 6|1 + (3 * 6)|(1 + 3) * 6|1 + 2 + 3|(1 + 2) + 3|1 + (2 + 3)|1 + 2 == 2|1 + (2 == 2)|10d6k1k2k3
(1, 2, 3)k1k2|1|10000|1.5|0.5|.5|0d6|d6|1d6|2d6|0d%|d%|2d%|(1, 1)|+1|-1|--1|-+-++---+1|2 + 2|2 - 2|2 * 5|15 / 2|15 // 2
13 % 2|2 + 1d6|2 * 1d6|60 / 1d6|60 // 1d6|1d100 % 10|1d% % 10|1 == 1|1 == 2|1 > 1|2 > 1|1 < 1|1 < 2|1 >= 1|1 >= 2|1 <= 1
2 <= 1|1 != 1|1 != 2|(1, 2, 3, 4, 5)k3|(1, 2, 3, 4, 5)k<3|(1, 2, 3, 4, 5)k>3|(1, 2, 3, 4, 5)kl2|(1, 2, 3, 4, 5)kh2|(1)k1
(1)k2|(1, 2, 3, 4, 5)k1k2|(1, 2, 3, 4, 5)kh1kl1|(1, 2, 3, 4, 5)p3|(1, 2, 3, 4, 5)p1p2|(1, 2, 3, 4, 5)ph1pl1|1d20rr<20
1d20rr>1|1d1ro1|1d6rol1|1d1ra1|1d6ral1|1d2e2|10d6mi6|10d6mi10|10d6mi2|10d6ma1|10d6ma0|10d6ma5|1+2+3|1d20+1
1d20 + 4d6 + 3|2d20 + 8d6 + 3|(1d6, 1d6)kh1|(2d6, 2d6)kh1|-1d8 + 4 - (3, 1d4)kh1|2d20kh1|2d20kl1|1d20ro1
8d6 [fire]|8d6|d20-1d4|(1, 2, 3)|(1, 2, 3) + (4, 5, 6)|1 + 2 + 3 + 4|1 [a] + 2 + 3|1 [a] + 2 + 3 [a] + 4
1 [a] + 2 + 3 [b] + 4|(1 [a])|3
"""
AVRAE_REFUSED = (
    "10 % 0|10 / 0|10 // 0|1001d6|10d6k1ph1|10d6mil1|1d1e1|1d1rr1|1d20e<21|1d20rr<21|6d0|1d20 damage|1d20 foo bar"
    "|1d20 **bold**|1d20 keep something|1d20 please save me from this parsing weirdness"
)

RPG_DICE_ROLLER = """
4d8|4d10*2d4|4d8*(5+2d10)|dF|d%|4d8+2d10|4d8+1|4d6|4+8|3d%|2dF|2d8|2d4|4d10|min(2 * (d7/2), 1d7)|max(2 * (d7/2), 1d7)
floor(2.56 * d7)|ceil(2.56 * d7)|6d10min3max6|6d10!>=9>=8|5d6%2d20|5d10+7d4|4d6sd|4d6+5d8|3d6cs>3cf<3|2d7 + (5d4 * 2)
2d6u|2d6r<=4|2d10!<>8|1d20/6.02|1d20--6|1d20+1.45|1d20+0|1d20+-5|1d20*0.20|(4d10^7)*6d(3*2)|5d10+4d7|4d8dl2*(5+2d10kh1)
4d8/(5+2)d6|4d6/7+2d10dl1|2d6ro=1|{6d6}kl|{6d6}dl|{6d6, 2d10}kh|{6d6, 2d10}dl|{12dF.1}k|{12dF.1}d|{12dF.1, 4d10}k
{12dF.1, 4d10}d|dF>=0|dF.2|d64ro<=35|d6|d6!|d40601k1|d01|d%%(45*2)|999d6|8d45cs=12|8d45=21|897d2kh1|7d%d3|6d6dl
6d10*4dF.1|5dFk4|5d10u|5d10r|5d10|4dF.2!>=0|4dF|4d6dh2|4d20min-12|4d20max-12|4d20|4d10min3max6|4d10max6min3|4d10dl1
4d10!!p/(23*d12r)|4d%>50f<40|450dF.1>0f<>1|450dF.1>0f!=1|3dF.1cf>8|3d6 // fire|3d6 # this is a comment|3d50cs<>365
36d152cs!=45|35dF.1ro|2d7!!|2d6min3|2d6max3|2d%r>80|2d%|23dF.1sa|2*floor(4d10/3.4)|1dF!!p|1d8cf<4|19d23d1|14d%sd|12dFr
12dF.1d|10dF.1|10d5s|10d%kl3|01d6|-4d6|-12*1d20|(5^2*4)d(7%4)|(4*6)d6|(10d7/2d%)*4|(-2+5)d(6+-4)|((4*2)d10/4)^5*(d%-2)
4dF /* fate */|12d% /* luck */|{4dF} /* fate */|{3d6} # luck|{3d6} // luck|abs(4d6/3)|ceil(4d6/3)|floor(4d6/3)
round(4d6/3)|sign(4d6/3)|pow(4d6, 7)|max(4d6, 7)|min(4d6, 7)|max(4d6/3, 45)|min(4d6/3, 45)|pow(4d6/3, 45)|0d6
2d6uo|2d%u>80|35dF.1uo|d64uo<=35
"""
RPG_DICE_ROLLER_IN_FLOAT64 = "360d%!!p<50|4d%!<>45|5d%!p"
RPG_DICE_ROLLER_REFUSED = (
    "(4.56^3dF)*6.7-(10d45/(2*3))|10d8dh2r!=5kl3|12dFu|2d6f<=3>4|3d(5/2)|42d2!=6!!>4!p<5|4d-6|4d7f!=2|6d%max50.45"
    "|6d%min50.45|6d10>=8!>=9|999d9999999999|d0|d6max|d6maxd6|d6maxfoo|d6min|d6mind6|d6minfoo|d9999999999|dF.0|dF.1!!<=1"
    "|dF.3|dF.4|dF.67|dF.foo|{}|sqrt(4d6/3)|sin(4d6/3)|cos(4d6/3)|tan(4d6/3)|exp(4d6/3)|log(4d6/3)"
)


def listed(text: str) -> list[str]:
    return [one for line in text.split("\n") for one in line.split("|") if one]


PRICED: list[tuple[str, DialectName]] = [
    *((typed, "avrae") for typed in listed(AVRAE)),
    *((typed, "rpg-dice-roller") for typed in listed(RPG_DICE_ROLLER)),
]
REFUSED: list[tuple[str, DialectName]] = [
    *((typed, "avrae") for typed in listed(AVRAE_REFUSED)),
    *((typed, "rpg-dice-roller") for typed in listed(RPG_DICE_ROLLER_REFUSED)),
]


def test_so_many_are_read() -> None:
    """The counts that the documentation gives."""
    page = (Path(__file__).parents[2] / "docs" / "dice-notation.md").read_text()
    for name, priced, in_float64, refused in (
        ("d20", AVRAE, "", AVRAE_REFUSED),
        ("rpg-dice-roller", RPG_DICE_ROLLER, RPG_DICE_ROLLER_IN_FLOAT64, RPG_DICE_ROLLER_REFUSED),
    ):
        counts = [len(listed(text)) for text in (priced, in_float64, refused)]
        assert re.search(rf"\| {name} \| {counts[0]} \| {counts[1]} \| {counts[2]} \|", page), (name, counts)
        for typed in listed(refused):
            assert f"`{typed}`" in page, typed


@pytest.mark.parametrize(("typed", "dialect"), PRICED)
def test_it_is_rolled_and_priced(typed: str, dialect: DialectName) -> None:
    throw = notation(typed, dialect)
    random = Random(1)
    score = throw.roll(lambda sides: random.randint(1, sides))
    assert throw.odds().chance(score) > 0
    assert notation(str(throw)) == throw


@pytest.mark.parametrize("typed", listed(RPG_DICE_ROLLER_IN_FLOAT64))
def test_it_is_rolled_and_priced_in_float64(typed: str) -> None:
    throw = notation(typed, "rpg-dice-roller")
    random = Random(1)
    score = throw.roll(lambda sides: random.randint(1, sides))
    with pytest.raises(NotExact):
        throw.odds()
    found = odds_of_notation(throw)
    assert found.method == "float64"
    assert found.odds.chance(score) > 0


@pytest.mark.parametrize(("typed", "dialect"), REFUSED)
def test_it_is_refused(typed: str, dialect: DialectName) -> None:
    with pytest.raises(NotationError):
        notation(typed, dialect)


@pytest.fixture(scope="module")
def avrae() -> ModuleType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its parser imports a deprecated module
        import d20
    return d20


@pytest.mark.parametrize("typed", listed(AVRAE))
def test_faces_score_what_they_score_at_avrae(typed: str, avrae: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    throw = notation(typed, "avrae")
    for seed in range(25):
        random = Random(seed)
        faces: list[int] = []

        class Scripted:
            """Stands in for the random module of the other library, and writes down what it shows."""

            @staticmethod
            def randrange(*limits: int, random: Random = random, faces: list[int] = faces) -> int:
                if len(limits) == 3:  # tens, for d%
                    faces.append(random.randint(1, 10))
                    return 10 * (faces[-1] - 1)
                faces.append(random.randint(1, limits[0]))
                return faces[-1] - 1

        monkeypatch.setattr(avrae.expression, "random", Scripted)
        total = avrae.roll(typed).total
        assert score_of(throw, *faces) == total


SCORED_AT_RPG_DICE_ROLLER = [
    ("2d7 + (5d4 * 2)", (5, 2, 4, 2, 1, 3, 3), 33),
    ("floor(2.56 * d7)", (5,), 12),
    ("ceil(2.56 * d7)", (5,), 13),
    ("max(2 * (d7/2), 1d7)", (5, 2), 5),
    ("min(2 * (d7/2), 1d7)", (5, 2), 2),
    ("3d6cs>3cf<3", (5, 4, 1), 10),
    ("4d6sd", (6, 5, 4, 1), 16),
    ("1d20*0.20", (8,), Fraction(8, 5)),
    ("1d20+1.45", (8,), Fraction(189, 20)),
    ("1d20--6", (8,), 14),
    ("6d10min3max6", (1, 3, 5, 6, 9, 10), 3 + 3 + 5 + 6 + 6 + 6),
    ("6d10!>=9>=8", (10, 3, 8, 9, 1, 2, 8, 4), 4),
]


@pytest.mark.parametrize(("typed", "faces", "total"), SCORED_AT_RPG_DICE_ROLLER)
def test_faces_score_what_they_score_at_rpg_dice_roller(typed: str, faces: tuple[int, ...], total: int) -> None:
    assert score_of(notation(typed, "rpg-dice-roller"), *faces) == total


@pytest.mark.parametrize("typed", ["30d6", "5d8-3d6+2", "-4d6", "6d6!", "4d10!p", "20d%cs>50"])
def test_float64_agrees_with_the_exact_odds(typed: str) -> None:
    throw = notation(typed)
    exact = throw.odds()
    found = odds_of_notation(Notation(throw.tree), work=0)
    assert found.method == "float64"
    for total, chance in exact.items():
        assert float(found.odds.chance(total)) == pytest.approx(float(chance), abs=1e-13)


def test_what_is_no_sum_and_too_large_is_simulated() -> None:
    found = odds_of_notation(notation("500d6kh250"), seconds=0.1)
    assert found.method == "simulated"
    assert found.runs == found.odds.total >= 100
