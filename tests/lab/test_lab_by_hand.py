"""A contest of Die Code is a race to three points: the lab's duel, point and luck against arithmetic by hand."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

from rulewright.game import find_game
from rulewright.lab.duel_replay import replay_duel
from rulewright.lab.duels import fight_out, what_a_point_is_worth

DIE_CODE = find_game("die-code")
EVEN = {"actor_pool": "3d", "opponent_pool": "3d"}
SUMS = Counter(map(sum, product(range(1, 7), repeat=3)))


def wins_a_round(pips: int) -> Fraction:
    """3d6 and some pips against 3d6; a tie goes to the actor."""
    won = sum(ours * theirs for a, ours in SUMS.items() for b, theirs in SUMS.items() if a + pips >= b)
    return Fraction(won, 6**6)


def race(round_won: Fraction, ours: int = 0, theirs: int = 0) -> tuple[Fraction, ...]:
    """From a score: the chance to win, the rounds to come, and the points of both in the end, all on average."""

    @cache
    def onward(ours: int, theirs: int) -> tuple[Fraction, ...]:
        if 3 in (ours, theirs):
            return Fraction(ours == 3), Fraction(0), Fraction(ours), Fraction(theirs)
        ways = zip(onward(ours + 1, theirs), onward(ours, theirs + 1), strict=True)
        chance, rounds, *points = (round_won * won + (1 - round_won) * lost for won, lost in ways)
        return chance, rounds + 1, *points

    return onward(ours, theirs)


def test_a_contest_goes_as_the_race_by_hand() -> None:
    fought = fight_out(DIE_CODE, "contest", EVEN)
    by_hand = race(wins_a_round(0))
    assert (fought.wins["actor"], fought.length, fought.left["actor"], fought.left["opponent"]) == by_hand


def test_a_pip_is_worth_what_the_race_by_hand_says() -> None:
    points = {point.parameter: point.change for point in what_a_point_is_worth(DIE_CODE, "contest", EVEN)}
    change = points["actor_pool"]
    assert change is not None
    moved = [after - before for after, before in zip(race(wins_a_round(1)), race(wins_a_round(0)), strict=True)]
    assert [change.wins["actor"], change.length, change.left["actor"], change.left["opponent"]] == moved


def test_every_swing_is_the_difference_between_two_scores() -> None:
    well, badly = [6, 6, 6, 1, 1, 1], [1, 1, 1, 6, 6, 6]
    replay = replay_duel(DIE_CODE, "contest", EVEN, faces=[*badly, *well, *well, *well])
    scores = [(0, 0), (0, 1), (1, 1), (2, 1), (3, 1)]
    chances = [race(wins_a_round(0), *score)[0] for score in scores]
    assert [(swing.before, swing.after) for swing in replay.swings] == list(pairwise(chances))
    assert replay.winner == "actor"
