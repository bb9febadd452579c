"""Cards, tokens in a bag, anything drawn without replacement.

    BAG = Deck({"red": 3, "blue": 5})
    hand = dice.draw("hand", 2, BAG)
    more = dice.draw("more", 1, BAG.without(hand))

A deck never changes: `without` returns the deck after cards were drawn, `with_cards` the deck after they were put back,
and the original deck is the reshuffled one. Drawing picks a position among the cards that are left, so a hand can be
rolled, typed in and verified like dice.
"""

from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from operator import index
from typing import Any, Generic, TypeVar, cast

from rulewright.dice.evaluator import weigh_states
from rulewright.dice.odds import Odds
from rulewright.dice.sources import CardSource, from_the_highest
from rulewright.dice.sums import MOST_TOTALS, TooManyTotals
from rulewright.dice.throw import Draw

C = TypeVar("C", bound=Hashable)
S = TypeVar("S", bound=Hashable)


class Deck(Generic[C]):
    """Cards that can be drawn: `Deck(range(1, 14), copies=4)`, or with a count of each card, `Deck({"red": 3})`.

    Numbers are ordered by value; other cards keep the order in which they are given, the lowest first. A card with no
    copies left keeps its position, so that putting it back gives an equal deck.
    """

    __slots__ = ("_hash", "copies", "name", "size")

    def __init__(self, cards: Iterable[C] | Mapping[C, int], *, copies: int = 1, name: str = "") -> None:
        counted: dict[C, int] = {}
        if isinstance(cards, int):
            raise TypeError(
                f"Deck takes its cards, as in Deck(range(1, 14), copies=4) or Deck({{'red': 3}}), not {cards}"
            )
        listed = cards.items() if isinstance(cards, Mapping) else ((card, 1) for card in cards)
        for card, number in listed:
            if number < 0:
                raise ValueError(f"a deck cannot hold {number} of {card}")
            counted[card] = counted.get(card, 0) + number * copies
        if {int}.issuperset(map(type, counted)):
            ordered: Any = sorted(counted.items())
            counted = dict(ordered)
        self.copies: Mapping[C, int] = counted
        self.size = sum(counted.values())
        self.name = name
        self._hash = hash((name, *counted.items()))

    def without(self, cards: Iterable[C]) -> "Deck[C]":
        """The deck without these cards."""
        left = dict(self.copies)
        for card in cards:
            if not left.get(card):
                raise ValueError(f"{card} is not in {self!r} any more")
            left[card] -= 1
        return Deck(left, name=self.name)

    def with_cards(self, cards: Iterable[C]) -> "Deck[C]":
        """The deck with these cards added, or put back."""
        more = dict(self.copies)
        for card in cards:
            more[card] = more.get(card, 0) + 1
        return Deck(more, name=self.name)

    def cards(self) -> list[C]:
        """Every card, with equal ones side by side."""
        return [card for card, copies in self.copies.items() for _ in range(copies)]

    def places(self, *drawn: C) -> tuple[int, ...]:
        """The faces to type for cards drawn in this order: the position of each among the cards that were left."""
        left = self.cards()
        places = []
        for card in drawn:
            if card not in left:
                raise ValueError(f"{card} is not in {self!r} any more")
            places.append(left.index(card) + 1)
            left.remove(card)
        return tuple(places)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deck):
            return NotImplemented
        return self.name == other.name and list(self.copies.items()) == list(other.copies.items())

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return self.name or f"a deck of {self.size}"


class Hands(Generic[S]):
    """Hands dealt from one deck, one after the other; the score is the cards, in the deck's order."""

    __slots__ = ("_odds", "_one", "deck", "hands", "size")

    def __init__(self, deck: Deck[Any], hands: tuple[int, ...], one: bool) -> None:
        self.deck = deck
        self.hands = hands
        self.size = sum(hands)
        if min(hands) < 0 or self.size > deck.size:
            cards = "card" if self.size == 1 else "cards"
            raise ValueError(
                f"cannot draw {' and '.join(map(str, hands))} {cards} from {deck.size}: "
                "draw min(number, deck.size), or put cards back first: deck.with_cards(discarded)"
            )
        self._one = one
        self._odds: Odds[S] | None = None

    def roll(self, draw: Draw, /) -> S:
        """Draw the cards."""
        order = {card: at for at, card in enumerate(reversed(from_the_highest(self.source())))}
        dealt = tuple([tuple(sorted(hand, key=order.__getitem__)) for hand in self.roll_hands(draw)])
        return cast("S", dealt[0] if self._one else dealt)

    def roll_hands(self, draw: Draw, /) -> list[list[Any]]:
        """Draw the cards and return each hand in the order drawn."""
        left = self.deck.cards()
        by_card = getattr(draw, "card", None)  # the cards are typed in, by name or by place
        return [
            [left.pop((draw(len(left)) if by_card is None else by_card(left)) - 1) for _ in range(size)]
            for size in self.hands
        ]

    def source(self) -> CardSource:
        """The cards as counts, for rules that look at sorted cards."""
        return CardSource(self.deck.copies, self.hands)

    def odds(self) -> Odds[S]:
        """The exact odds of every hand."""
        if self._odds is None:
            source = self.source()
            if source.different() > MOST_TOTALS:
                raise TooManyTotals(
                    f"{self!r} can be more than {MOST_TOTALS:,} different hands: read them with an Evaluator, "
                    "which looks only at what the rule needs"
                )
            faces = from_the_highest(source)[::-1]
            start = ((),) * len(self.hands)

            def step(dealt: tuple[Any, ...], card: Any, *counts: int) -> tuple[Any, ...]:
                return tuple([hand + (card,) * count for hand, count in zip(dealt, counts, strict=True)])

            weights = weigh_states(source, faces, step, start)
            if self._one:
                weights = {dealt[0]: weight for dealt, weight in weights.items()}
            self._odds = Odds(weights, source.total)
        return self._odds

    def marks(self, faces: tuple[int, ...], /) -> list[tuple[int, bool]]:
        """For each face: which card it is, and that it counts."""
        return [(at, True) for at in range(len(faces))]

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        """Every card counts."""
        return (True,) * len(faces)

    def __repr__(self) -> str:
        cards = "card" if self.hands == (1,) else "cards"
        return f"{' and '.join(map(str, self.hands))} {cards} from {self.deck!r}"


@lru_cache(maxsize=4096)
def draw(count: int, deck: Deck[C]) -> Hands[tuple[C, ...]]:
    """Cards drawn without replacement; the score is the hand, in the deck's order."""
    if isinstance(count, Deck) or not isinstance(deck, Deck):
        raise TypeError(
            f"draw takes the number of cards and then the deck: draw(5, deck), not draw({count!r}, {deck!r})"
        )
    return Hands(deck, (count,), one=True)


@lru_cache(maxsize=4096)
def deal(deck: Deck[C], *sizes: int) -> Hands[tuple[tuple[C, ...], ...]]:
    """Several hands from one deck; the score is one hand after the other."""
    if not isinstance(deck, Deck):
        raise TypeError(
            f"deal takes the deck and then the size of each hand: deal(deck, 5, 5), not deal({deck!r}, ...)"
        )
    if not sizes:
        raise ValueError("deal says how many cards each hand gets: deal(deck, 5, 5)")
    return Hands(deck, sizes, one=False)


def cards_of(count: int | tuple[int, ...], deck: Deck[Any]) -> Hands[Any]:
    """The throw behind `dice.draw`: a number of cards, or one hand for each of several numbers."""
    if not isinstance(deck, Deck):
        raise TypeError(
            f'dice.draw takes a name, how many cards, and a deck: dice.draw("hand", 5, Deck(range(1, 14), copies=4)), '
            f"not {deck!r:.60}"
        )
    return deal(deck, *count) if type(count) is tuple else draw(index(count), deck)  # type: ignore[arg-type]
