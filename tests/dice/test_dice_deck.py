"""Cards and tokens: drawn without replacement, dealt to several hands, rolled and typed in like dice."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import permutations
from typing import Any

import icepool
import pytest
from faces_by_hand import chances, followed
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dice import (
    Contest,
    Deck,
    Evaluator,
    Hands,
    Odds,
    best_set,
    compare_ranks,
    d,
    deal,
    different_faces,
    draw,
    keep_highest,
    largest_set,
    matches,
    score_of,
    set_sizes,
)
from rulewright.dice.sums import TooManyTotals
from rulewright.readings import odds, play
from rulewright.rules import Dice

RANKS = Deck(range(1, 14), copies=4, name="cards")
BAG = Deck({"red": 2, "blue": 3}, name="the bag")


def every_order(deck: Deck[Any], read: Callable[[tuple[Any, ...]], Hashable]) -> dict[Hashable, Fraction]:
    orders = list(permutations(deck.cards()))
    found: dict[Hashable, int] = {}
    for order in orders:
        found[read(order)] = found.get(read(order), 0) + 1
    return {score: Fraction(number, len(orders)) for score, number in found.items()}


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.data())
def test_hands_agree_with_every_order_of_the_deck(cards: list[int], data: st.DataObject) -> None:
    deck = Deck(cards)
    first = data.draw(st.integers(0, len(cards)))
    second = data.draw(st.integers(0, len(cards) - first))
    assert chances(draw(first, deck).odds()) == every_order(deck, lambda order: tuple(sorted(order[:first])))
    assert chances(deal(deck, first, second).odds()) == every_order(
        deck, lambda order: (tuple(sorted(order[:first])), tuple(sorted(order[first : first + second])))
    )
    assert chances(keep_highest(first, draw(first, deck)).odds()) == every_order(deck, lambda order: sum(order[:first]))
    assert chances(different_faces(draw(first, deck)).odds()) == every_order(
        deck, lambda order: len(set(order[:first]))
    )


@pytest.mark.parametrize(
    "throw", [draw(2, BAG), deal(BAG, 1, 2), largest_set(draw(3, BAG)), compare_ranks(deal(Deck([1, 2, 2, 3]), 2, 2))]
)
def test_drawing_is_the_same_rule_as_pricing(throw: Any) -> None:
    assert followed(throw) == chances(throw.odds())


def test_poker_hands_have_their_well_known_numbers() -> None:
    ours = set_sizes(draw(5, RANKS)).odds()
    assert ours.total == 2_598_960
    assert ours.weights[4, 1] == 624
    assert ours.weights[3, 2] == 3744
    assert ours.weights[2, 2, 1] == 123_552


def test_two_hands_from_one_deck_as_icepool_has_them() -> None:
    deck: Any = icepool.Deck(dict.fromkeys(range(1, 14), 4))

    class Matches(icepool.MultisetEvaluator[Any, Any]):
        def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: Any) -> Any:
            return (state or 0) + min(counts[0])

    theirs: Any = Matches().evaluate(deck.deal((5, 5)))
    assert matches(deal(RANKS, 5, 5)).odds() == Odds(dict(theirs.items()))


def test_cards_are_typed_by_their_place_among_those_left() -> None:
    assert BAG.places("blue", "red", "blue") == (3, 1, 2)
    assert score_of(draw(3, BAG), *BAG.places("blue", "red", "blue")) == ("red", "blue", "blue")
    with pytest.raises(ValueError, match="red is not in the bag any more"):
        BAG.places("red", "red", "red")


def test_drawn_cards_are_gone_until_they_are_put_back() -> None:
    left = BAG.without(["red", "red"])
    assert draw(1, left).odds() == Odds.certain(("blue",))
    assert left.with_cards(["red", "red"]).copies == BAG.copies
    with pytest.raises(ValueError, match="red is not in the bag any more"):
        left.without(["red"])


def test_a_rule_draws_again_from_what_is_left() -> None:
    def two_colours(dice: Dice[Any]) -> bool:
        first = dice.pool("first", draw(1, BAG))
        second = dice.pool("second", draw(1, BAG.without(first)))
        return first != second

    assert odds(two_colours).chance(True) == Fraction(3, 5)
    played = play(two_colours, faces=(1, 2))
    assert played.outcome is True
    assert [step.dice for step in played.breakdown] == ["1 card from the bag"] * 2  # type: ignore[union-attr]


def test_dice_and_cards_can_be_compared() -> None:
    mixed = compare_ranks(1 * d(2), draw(1, Deck([1, 2, 2])))
    assert chances(mixed.odds()) == {
        Contest(1, 0, 0): Fraction(1, 6),
        Contest(0, 1, 0): Fraction(1, 2),
        Contest(0, 0, 1): Fraction(1, 3),
    }


def test_names_have_the_order_of_the_deck() -> None:
    tarot = Deck(["fool", "tower", "sun"])
    best: Evaluator[str] = Evaluator("best", lambda best, card, count: best or (card if count else ""), start="")
    assert best(draw(2, tarot)).odds() == Odds({"sun": 2, "tower": 1})
    assert best_set(draw(2, RANKS)).odds().where(lambda alike: alike.size == 2) == Fraction(3, 51)


@pytest.mark.parametrize(("hands", "message"), [((6,), "cannot draw 6 cards from 5"), ((3, 3), "3 and 3 cards from 5")])
def test_no_more_cards_than_there_are(hands: tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        deal(BAG, *hands)


def test_a_deal_says_how_many() -> None:
    with pytest.raises(ValueError, match="how many cards each hand gets"):
        deal(BAG)
    with pytest.raises(ValueError, match="cannot hold -1 of red"):
        Deck({"red": -1})


def test_too_many_different_hands_are_refused_with_what_to_do() -> None:
    suits = Deck([f"{rank} of {suit}" for suit in "abcd" for rank in range(13)])
    hand: Hands[Any] = draw(5, suits)
    with pytest.raises(TooManyTotals, match="read them with an Evaluator"):
        hand.odds()
    flush: Evaluator[bool] = Evaluator(
        "flush",
        lambda counts, card, count: tuple(c + count * (s == card[-1]) for c, s in zip(counts, "abcd", strict=True)),
        start=(0, 0, 0, 0),
        final=lambda counts: max(counts) == 5,
    )
    assert flush(hand).odds().weights[True] == 5148
