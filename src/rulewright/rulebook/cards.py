"""Hands of cards: the expressions that read them, and the functions that evaluate these in the generated code."""

import ast
from collections.abc import Callable, Mapping
from math import comb
from typing import Any

from rulewright.dice import Deck
from rulewright.rulebook import expressions as e
from rulewright.rulebook.faults import TextPlace, Wrong, did_you_mean, quoted
from rulewright.rulebook.kinds import Range
from rulewright.rulebook.throw_making import count
from rulewright.rulebook.throws import MOST_HANDS, SIGNS
from rulewright.rulebook.translate import Written, called, load


class Hand:
    """Cards that have been drawn."""

    def __init__(self, name: str, variable: str, deck: Deck[Any], most: int, states: int) -> None:
        self.name, self.variable, self.deck, self.most, self.states = name, variable, deck, most, states
        self.numbers = all(isinstance(card, int) for card in deck.copies)

    def measured(self, value: e.Expression) -> Written | None:
        """The node for an expression that reads the hand; None for any other expression."""
        match value:
            case e.FunctionCall("count", (e.Compared(sign, _, right),)):
                return self._counted(sign, right)
            case e.Field(_, ("total" | "highest" | "lowest") as field) if self.numbers:
                cards = list(self.deck.copies)
                most = max(cards) * self.most if field == "total" else max(cards)
                return Written(called(f"_hand_{field}", load(self.variable)), Range(min(0, *cards), max(0, most)))
        return None

    def _counted(self, sign: str, right: e.Expression) -> Written:
        cards = {str(card): card for card in self.deck.copies}
        word = (
            right.name if isinstance(right, e.Name) else right.value if isinstance(right, e.Number | e.Text) else None
        )
        if str(word) not in cards or (sign not in ("=", "!=") and not self.numbers):
            raise Wrong(right.place, f"{quoted(str(word))} is not a card of this deck", did_you_mean(str(word), cards))
        place = ast.Constant(list(SIGNS).index(sign))
        return Written(
            called("_hand_count", load(self.variable), place, ast.Constant(cards[str(word)])), Range(0, self.most)
        )


def hand_of(name: str, variable: str, deck: Deck[Any], count: Range, place: TextPlace, drawn: int) -> Hand:
    """A hand of this many cards; raises for more than the deck has, and for too many different hands."""
    if count.least < 0 or count.most + drawn > deck.size:
        before = f", and {drawn} may be drawn before" if drawn else ""
        raise Wrong(place, f"cannot draw {count.most} cards: the deck has {deck.size}{before}")
    kinds = len(deck.copies)
    states = comb(count.most + kinds - 1, count.most)
    if states > MOST_HANDS:
        raise Wrong(place, f"{states:,} different hands: at most {MOST_HANDS:,} are allowed", "draw fewer cards")
    return Hand(name, variable, deck, count.most, states)


def without(deck: Deck[Any], *hands: tuple[Any, ...]) -> Deck[Any]:
    """The deck that is left after hands were drawn from it."""
    return deck.without([card for hand in hands for card in hand])


def hand_total(hand: tuple[int, ...]) -> int:
    """The sum of the cards."""
    return sum(hand)


def hand_highest(hand: tuple[int, ...]) -> int:
    """The highest card, 0 without any."""
    return max(hand, default=0)


def hand_lowest(hand: tuple[int, ...]) -> int:
    """The lowest card, 0 without any."""
    return min(hand, default=0)


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "_without": without,
    "_hand_count": count,
    "_hand_total": hand_total,
    "_hand_highest": hand_highest,
    "_hand_lowest": hand_lowest,
}
