"""Two libraries that know nothing of ours agree on bigger pools."""

from typing import Any, NamedTuple

import icepool
import pytest
from dyce import H, P

from rulewright.dice import (
    Doubles,
    Odds,
    Ranked,
    d,
    doubles,
    explode,
    highest,
    highest_and_total,
    keep_highest,
    keep_lowest,
    reroll,
)


class Net(NamedTuple):
    margin: int
    ones: int


SUCCESSES = {1: Net(0, 1), 2: Net(0, 0), 3: Net(0, 0), 4: Net(0, 0), 5: Net(1, 0), 6: Net(2, 0)}
SKILL = d(6).scored(SUCCESSES)


def same_odds(ours: Odds[Any], theirs: Any) -> bool:
    return ours == Odds(dict(theirs.items()))


def test_twelve_against_ten_dice_give_icepools_joint_margin_and_net_ones() -> None:
    faces = [icepool.Vector(tuple(SUCCESSES[face])) for face in range(1, 7)]
    theirs: Any = 12 @ icepool.Die(faces) + 10 @ icepool.Die([-face for face in faces])
    ours = (12 * SKILL + 10 * -SKILL).odds()
    assert ours == Odds({Net(*pair): weight for pair, weight in theirs.items()})
    assert ours.total == 6**22


def test_twelve_against_ten_dice_give_dyces_joint_margin_and_net_ones() -> None:
    shift = 1_000  # dyce adds whole numbers: both parts go into one
    coded = H([score.margin * shift + score.ones for score in SUCCESSES.values()])
    theirs: Any = 12 @ coded - 10 @ coded
    ours = (12 * SKILL + 10 * -SKILL).odds().map(lambda net: net.margin * shift + net.ones)
    assert same_odds(ours, theirs)


def test_four_dice_keep_three_as_icepool_and_dyce_have_it() -> None:
    ours = keep_highest(3, 4 * d(6)).odds()
    assert same_odds(ours, icepool.d(6).pool(4).highest(3).sum())
    by_dyce: dict[int, int] = {}
    for kept, weight in (4 @ P(6)).rolls_with_counts(slice(-3, None)):
        by_dyce[sum(kept)] = by_dyce.get(sum(kept), 0) + weight
    assert ours == Odds(by_dyce)


@pytest.mark.parametrize("kept", range(1, 10))
def test_nine_d10_keep_any_number_high_or_low_as_icepool_has_it(kept: int) -> None:
    pool = icepool.d(10).pool(9)
    assert same_odds(keep_highest(kept, 9 * d(10)).odds(), pool.highest(kept).sum())
    assert same_odds(keep_lowest(kept, 9 * d(10)).odds(), pool.lowest(kept).sum())


def test_the_highest_of_twenty_exploding_dice_as_icepool_has_it() -> None:
    ours = highest(20 * explode(d(6), [6], times=5)).odds()
    assert same_odds(ours, icepool.d(6).explode(depth=5).highest(20))


def test_twelve_dice_with_ones_rerolled_less_four_as_icepool_and_dyce_have_it() -> None:
    ours = (12 * reroll(d(6), [1]) + 4 * -d(6)).odds()
    assert same_odds(ours, 12 @ icepool.d(6).reroll([1], depth=1) - 4 @ icepool.d(6))
    assert same_odds(ours, 12 @ H({1: 1, 2: 7, 3: 7, 4: 7, 5: 7, 6: 7}) - 4 @ H(6))


def test_rerolling_twice_and_until_clear_as_icepool_has_it() -> None:
    assert same_odds((5 * reroll(d(8), [1, 2], times=2)).odds(), 5 @ icepool.d(8).reroll([1, 2], depth=2))
    assert same_odds((5 * reroll(d(8), [1, 2], times=None)).odds(), 5 @ icepool.d(8).reroll([1, 2], depth="inf"))


def test_three_d12_keep_two_with_doubles_as_icepool_has_it() -> None:
    hands: Any = icepool.d(12).pool(3).highest(2).expand()
    theirs = hands.map(lambda low, high: (low + high, low == high))
    assert doubles(keep_highest(2, 3 * d(12))).odds() == Odds({Doubles(*hand): w for hand, w in theirs.items()})


class _Ego(icepool.MultisetEvaluator):  # type: ignore[type-arg]
    def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: Any) -> Any:
        best, at_risk = state or (0, 0)
        light, dark = counts
        return (max(best, outcome) if light or dark else best), at_risk + (dark if outcome >= 4 else 0)


def test_four_light_and_ten_dark_dice_as_icepool_has_them() -> None:
    light = d(6).scored(lambda face: Ranked(face, 0))
    dark = d(6).scored(lambda face: Ranked(face, int(face >= 4)))
    theirs: Any = _Ego().evaluate(icepool.d(6).pool(4), icepool.d(6).pool(10))
    ours = highest_and_total(4 * light + 10 * dark).odds()
    assert ours == Odds({Ranked(*hand): weight for hand, weight in theirs.items()})
