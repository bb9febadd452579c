"""`dice.draw`: cards without replacement, in every reading."""

from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

import pytest

from rulewright.dice import Deck, FaceError, d, largest_set
from rulewright.dice import draw as drawn
from rulewright.readings import Need, Rolled, odds, play, solve
from rulewright.readings.next_dice import dice_awaited
from rulewright.readings.simulate import simulate
from rulewright.rules import BadRule, Dice, repeat

BAG = Deck({"red": 3, "blue": 5}, name="the bag")
CARDS = Deck(range(1, 7), name="cards")


def two_reds(dice: Dice[None]) -> bool:
    first = dice.draw("first", 1, BAG)
    return first + dice.draw("second", 1, BAG.without(first)) == ("red", "red")


def put_back(dice: Dice[None]) -> bool:
    first = dice.draw("first", 1, BAG)
    rest = BAG.without(first).with_cards(first)
    assert rest == BAG
    return first + dice.draw("second", 1, rest) == ("red", "red")


def higher_hand(dice: Dice[None]) -> bool:
    mine, yours = dice.draw("hands", (2, 2), CARDS)
    return sum(mine) > sum(yours)


def until_red(dice: Dice[None], most: int) -> int:
    """How many tokens are drawn until a red one, reshuffling when none is left."""
    bag = BAG
    for count in range(1, most + 1):
        token = dice.draw("token", 1, bag)
        if token == ("red",):
            return count
        bag = bag.without(token)
        if bag.size == 0:
            bag = BAG
    return most + 1


def test_without_replacement_and_put_back() -> None:
    assert odds(two_reds).chance(True) == Fraction(3, 8) * Fraction(2, 7)
    assert odds(put_back).chance(True) == Fraction(3, 8) ** 2


def test_several_hands_agree_with_every_order_of_the_cards() -> None:
    orders = list(permutations(range(1, 7)))
    higher = sum(sum(order[:2]) > sum(order[2:4]) for order in orders)
    assert odds(higher_hand).chance(True) == Fraction(higher, len(orders))


def test_a_loop_that_draws_is_merged() -> None:
    found = odds(until_red, 30)
    assert found.chance(3) == Fraction(5, 8) * Fraction(4, 7) * Fraction(3, 6)
    assert sum(found.weights.values()) == found.total


@pytest.mark.parametrize("rule", [two_reds, put_back, higher_hand])
def test_sampling_agrees_with_the_odds(rule: Any) -> None:
    chance = float(odds(rule).chance(True))
    assert simulate(rule, runs=50_000, seed=3).chance(True, confidence=1 - 1e-9).low < chance
    assert simulate(rule, runs=50_000, seed=3).chance(True, confidence=1 - 1e-9).high > chance
    random = Random(5)
    hits = sum(play(rule, random=random).outcome for _ in range(4_000))
    assert abs(hits / 4_000 - chance) < 0.05


def test_cards_are_typed_by_name_or_place_and_shown_as_drawn() -> None:
    played = play(two_reds, faces=["red", "blue"])
    assert played.faces == (1, 3)
    assert play(two_reds, faces=played.faces).outcome is played.outcome is False
    first, second = played.breakdown
    assert isinstance(first, Rolled)
    assert isinstance(second, Rolled)
    assert first.cards == ("red",)
    assert second.cards == ("blue",)
    assert first.dice == "1 card from the bag"


def test_a_card_that_is_not_there_is_refused() -> None:
    with pytest.raises(FaceError, match="bad card: green is not among the cards left: red, blue"):
        play(two_reds, faces=["green", "red"])
    with pytest.raises(FaceError, match="so 1 to 7, not 8"):
        play(two_reds, faces=[1, 8])


def test_a_missing_card_names_those_that_are_left() -> None:
    with pytest.raises(Need, match="another is needed for second: red, blue") as need:
        play(two_reds, faces=["red"])
    assert need.value.cards == ("red",) * 2 + ("blue",) * 5
    awaited = dice_awaited(two_reds, None, (1,))
    assert awaited is not None
    assert awaited.sides == (7,)


class Hand(NamedTuple):
    """What is left in the bag, the reds so far, and whether drawing is over."""

    bag: Deck[str]
    reds: int = 0
    over: bool = False


def draw_on(dice: Dice[None], hand: Hand) -> Hand:
    """Stop with the reds drawn so far, or draw on: the second blue loses them all."""
    if dice.choose("player", "draw on?", ("draw", "stop")) == "stop" or hand.bag.size <= 4:
        return hand._replace(over=True)
    token = dice.draw("token", 1, hand.bag)
    bag = hand.bag.without(token)
    if bag.copies["blue"] <= 3:
        return Hand(bag, 0, True)
    return Hand(bag, hand.reds + (token == ("red",)))


def test_best_play_is_solved_with_the_deck_in_the_state() -> None:
    game = repeat(draw_on, until=lambda hand: hand.over, aims={"player": lambda hand: hand.reds})
    solution = solve(game, Hand(BAG), exact=True)

    def value(reds: int, blues: int, drawn_reds: int) -> Fraction:
        """The same by hand: stop, or draw one of what is left."""
        left = reds + blues
        if left <= 4:
            return Fraction(drawn_reds)
        lost = blues - 1 <= 3
        on = Fraction(reds, left) * (value(reds - 1, blues, drawn_reds + 1) if reds else 0)
        on += Fraction(blues, left) * (0 if lost else value(reds, blues - 1, drawn_reds))
        return max(Fraction(drawn_reds), on)

    found = sum(chance * end.reds for end, chance in solution.chances.items())
    assert found == value(3, 5, 0)


def test_a_deck_in_the_state_of_a_repeated_step_without_choices() -> None:
    def step(dice: Dice[None], state: tuple[Deck[str], int]) -> tuple[Deck[str], int]:
        bag, count = state
        token = dice.draw("token", 1, bag)
        return (BAG, -count - 1) if token == ("red",) else (bag.without(token), count + 1)

    found = odds(repeat(step, until=lambda state: state[1] < 0), (BAG, 0))
    assert found.chance((BAG, -3)) == Fraction(5, 8) * Fraction(4, 7) * Fraction(3, 6)


def test_a_number_that_was_rolled_says_how_many_cards() -> None:
    def rolled_hand(dice: Dice[None]) -> int:
        return len(dice.draw("hand", dice.pool("how many", 1 * d(4)), BAG))

    assert odds(rolled_hand).chance(3) == Fraction(1, 4)


def test_drawing_is_pooling_a_draw() -> None:
    def by_pool(dice: Dice[None]) -> int:
        return dice.pool("hand", largest_set(drawn(3, BAG)))

    def by_verb(dice: Dice[None]) -> int:
        hand = dice.draw("hand", 3, BAG)
        return max(hand.count(token) for token in hand)

    assert odds(by_pool).weights == odds(by_verb).weights


def _too_many(dice: Dice[None]) -> int:
    return len(dice.draw("hand", 9, BAG))


def _no_deck(dice: Dice[None]) -> int:
    return len(dice.draw("hand", 2, ["red", "blue"]))  # type: ignore[call-overload]  # the mistake


def _no_number(dice: Any) -> int:
    return len(dice.draw("hand", BAG))


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (_too_many, "cannot draw 9 cards from 8: draw min"),
        (_no_deck, "a name, how many cards, and a deck"),
        (_no_number, 'dice.draw is used as dice.draw\\("hand", 5, deck\\)'),
    ],
)
def test_mistakes_are_answered_with_the_line_and_what_to_write(rule: Any, says: str) -> None:
    with pytest.raises(BadRule, match=says) as wrong:
        odds(rule)
    assert wrong.value.line == rule.__code__.co_firstlineno + 1
    assert wrong.value.file == __file__


def test_a_deck_keeps_the_order_of_its_cards() -> None:
    deck = Deck(["ace", "king", "queen"])
    assert deck.without(["ace"]).with_cards(["ace"]) == deck
    assert Deck([3, 1, 2]) == Deck([1, 2, 3])
    assert deck.without(["king"]).places("queen", "ace") == (2, 1)


def test_a_typed_text_is_the_name_of_a_card_before_it_is_its_place() -> None:
    ranks = Deck(range(2, 6), copies=2)

    def one(dice: Any) -> Any:
        return dice.draw("card", 1, ranks)[0]

    assert play(one, faces=["4"]).outcome == 4
    assert play(one, faces=[4]).outcome == 3
    assert play(one, faces=["8"]).outcome == 5
    with pytest.raises(FaceError, match="so 1 to 8, not 9"):
        play(one, faces=["9"])


def test_cards_of_several_parts_have_names() -> None:
    deck = Deck([(rank, suit) for suit in ("hearts", "spades") for rank in ("queen", "king")])
    played = play(lambda dice: dice.draw("card", 1, deck), faces=["King spades"])
    assert played.outcome == (("king", "spades"),)
    with pytest.raises(FaceError, match="bad card: ace is not among the cards left: queen hearts, king hearts"):
        play(lambda dice: dice.draw("card", 1, deck), faces=["ace"])


def test_cards_of_a_hand_that_is_scored_are_typed_by_name() -> None:
    hand = largest_set(drawn(3, Deck({"red": 3, "blue": 5})))

    def scored(dice: Any) -> Any:
        return dice.pool("hand", hand)

    played = play(scored, faces=["red", "blue", "red"])
    assert played.outcome == 2
    (step,) = played.breakdown
    assert isinstance(step, Rolled)
    assert step.cards == ("red", "blue", "red")
    assert played.faces == (1, 3, 1)


def test_a_typed_text_is_a_face_of_a_die() -> None:
    assert play(lambda dice: dice.pool("die", d(6)), faces=["5"]).outcome == 5
    with pytest.raises(FaceError, match="die 1 is a d6, so 1 to 6, not red"):
        play(lambda dice: dice.pool("die", d(6)), faces=["red"])
