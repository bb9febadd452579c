"""Repeated steps made up for these tests: everything that a rule can do with the numbers of a state."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from rulewright.dice import Die, d
from rulewright.rules import Dice, Repeat, repeat

__all__ = ["Bag", "Traveller", "contested_journeys", "journeys", "starts"]

NAMES = {0: "calm", 1: "wary", 2: "angry"}
PRICES = (3, 1, 4, 1, 5)
LOADED = Die([0, 0, 0, 1, 1, 2])


class Bag(NamedTuple):
    """Something inside of a state."""

    coins: int
    open: bool


class Traveller(Struct, frozen=True):
    """A state with all kinds of parts."""

    left: int
    at: int
    bag: Bag
    awake: bool
    mood: str
    debt: int | None = None


Action = Callable[[Dice[Any], Traveller], Traveller]


def find(dice: Dice[Any], at: int, luck: int) -> int | str | None:
    """A called rule whose results have different kinds."""
    found = dice.pool("find", 1 * d(4)) + luck % 3
    if found > 4:
        return "treasure"
    return None if found == 1 else found - at % 2


@lru_cache(maxsize=64)
def toll(at: int, awake: bool) -> int:
    """A function that remembers its arguments."""
    return (at % 3) + awake


def walks(dice: Dice[Any], one: Traveller) -> Traveller:
    return replace(one, at=(one.at + dice.pool("walk", 2 * LOADED)) % 7)


def stumbles(dice: Dice[Any], one: Traveller) -> Traveller:
    if one.at > 3 and dice.pool("stumble", 1 * d(3)) == 1:
        return replace(one, at=max(0, one.at - 2), awake=not one.awake)
    return one


def finds(dice: Dice[Any], one: Traveller) -> Traveller:
    found = dice.call(find, one.at, luck=one.bag.coins)
    if found is None:
        return replace(one, debt=one.at)
    if isinstance(found, str):
        return replace(one, mood=found, bag=Bag(0, True))
    assert isinstance(found, int)
    return replace(one, bag=one.bag._replace(coins=min(one.bag.coins + found, 5)))


def pays(dice: Dice[Any], one: Traveller) -> Traveller:
    price = PRICES[one.at % len(PRICES)]
    rest, owed = divmod(one.bag.coins - price, 4)
    return replace(one, bag=Bag(owed, rest < 0), debt=abs(rest) if one.debt is None else None)


def feels(dice: Dice[Any], one: Traveller) -> Traveller:
    return replace(one, mood=NAMES.get(one.at, f"mood {one.at % 2}"), at=(one.at + toll(one.at, one.awake)) % 7)


def counts(dice: Dice[Any], one: Traveller) -> Traveller:
    dice.note("coins", one.bag.coins)
    truths = one.awake + one.bag.open + (one.at >= 2)
    both = one.awake and one.bag.open
    return replace(one, bag=Bag((truths * 2 - one.bag.coins) % 6, both or one.at in (1, 4)))


def rolls_its_coins(dice: Dice[Any], one: Traveller) -> Traveller:
    thrown = dice.pool("coins", (1 + one.bag.coins % 2) * LOADED)
    return replace(one, at=(one.at * 3 + thrown) % 5)


def chooses(dice: Dice[Any], one: Traveller) -> Traveller:
    way = dice.choose("traveller", "which way?", ("left", "right") if one.awake else ("right",))
    return replace(one, at=(one.at + (1 if way == "left" else 2)) % 7)


def is_hosted(dice: Dice[Any], one: Traveller) -> Traveller:
    seen = dice.pool("weather", 1 * d(3))
    if seen == 3 or one.at == 2:
        return one
    offer = dice.choose("host", "what is offered?", (0, 1, one.at % 3))
    return replace(one, bag=Bag(min(5, one.bag.coins + offer), bool(offer)))


ACTIONS: tuple[Action, ...] = (walks, stumbles, finds, pays, feels, counts, rolls_its_coins, chooses)


def journey(actions: tuple[Action, ...], rests: bool, aims: bool = False) -> Repeat[Any, Traveller, Any]:
    """A step that does these things one after another; one that rests may stay where it is."""

    def day(dice: Dice[Any], one: Traveller, pace: int) -> Traveller:
        if rests and dice.pool("rest", 1 * d(2)) == 1:
            return one
        for action in actions:
            one = action(dice, one)
        return replace(one, left=max(0, one.left - pace))

    wanted = {"traveller": lambda one: one.bag.coins - 3 * one.bag.open, "host": lambda one: one.at + one.awake}
    return repeat(day, until=lambda one: one.left == 0, aims=wanted if aims else None)


journeys = st.builds(journey, st.lists(st.sampled_from(ACTIONS), min_size=1, max_size=4).map(tuple), st.booleans())
contested_journeys = st.lists(st.sampled_from((*ACTIONS, chooses, is_hosted)), min_size=1, max_size=4).map(
    lambda actions: journey(tuple(actions), rests=False, aims=True)
)
starts = st.builds(
    Traveller,
    left=st.integers(1, 3),
    at=st.integers(0, 6),
    bag=st.builds(Bag, st.integers(0, 5), st.booleans()),
    awake=st.booleans(),
    mood=st.sampled_from(("calm", "angry")),
    debt=st.none() | st.integers(0, 3),
)
