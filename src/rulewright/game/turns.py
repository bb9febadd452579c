"""Turns in a fight: the order, whose turn it is, who comes next, and whether a side is left alone."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rulewright.rules import Refused

F = TypeVar("F")
S = TypeVar("S", bound=Struct)


def running(fight: F | None) -> F:
    """The running fight; raises if there is none."""
    if fight is None:
        raise Refused("no fight")
    return fight


class TurnOrder(Struct, frozen=True):
    """A fight in which characters act one after another, in an order that lasts until its end.

    A game's own fight adds the contents of a turn, such as actions, and overrides `turn_ended` to clear them.
    """

    order: tuple[str, ...]
    round: int = 1
    at: int = 0
    begun: bool = False

    @property
    def turn(self) -> str:
        """The character whose turn it is."""
        return self.order[self.at]

    def of(self, who: str, rule: str | None = None) -> Self:
        """The fight itself; raises if it is not that character's turn."""
        if self.turn != who:
            raise Refused(f"not your turn: it is {self.turn}'s", rule)
        return self

    def started(self, rule: str | None = None) -> Self:
        """The fight itself; raises if the turn has not begun."""
        if not self.begun:
            raise Refused("turn not begun: start it first", rule)
        return self

    def with_last(self, name: str) -> Self:
        """The fight with one more character, who goes last."""
        return replace(self, order=(*self.order, name))

    def without(self, name: str, takes_part: Callable[[str], bool], rule: str | None = None) -> Self:
        """The fight after a character has left it; if it was their turn, the next character's begins."""
        order = tuple(other for other in self.order if other != name)
        if order == self.order:
            raise Refused(f"not in the fight: {name}", rule)
        if not order:
            raise Refused("no one would be left: end the fight", rule)
        fight = self
        if self.turn == name:
            fight = self.next_turn(lambda other: other != name and takes_part(other))
        return replace(fight, order=order, at=order.index(fight.turn) if fight.turn in order else 0)

    def reordered(self, order: tuple[str, ...], rule: str | None = None) -> Self:
        """The fight with the same characters in another order; the turn stays with the same character."""
        if sorted(order) != sorted(self.order):
            raise Refused(f"not the same characters: name each of {', '.join(self.order)} once", rule)
        return replace(self, order=tuple(order), at=order.index(self.turn))

    def turn_ended(self) -> Self:
        """The fight after the end of a turn, before the next one begins."""
        return replace(self, begun=False)

    def next_turn(self, takes_part: Callable[[str], bool]) -> Self:
        """The turn of the next character in order who takes part; past the last one a new round begins."""
        ended, places = self.turn_ended(), len(self.order)
        for ahead in range(self.at + 1, self.at + 1 + places):
            if takes_part(self.order[ahead % places]):
                return replace(ended, round=self.round + ahead // places, at=ahead % places)
        return ended


class ActionOrder(TurnOrder, frozen=True):
    """A turn order in which each turn has some actions: those that are left of it, and those used in it."""

    actions: int = 0
    used: int = 0

    def turn_ended(self) -> Self:
        """The fight between two turns: no actions are left."""
        return replace(self, begun=False, actions=0, used=0)


def use_action(scene: S, who: str, rule: str | None = None, cost: int = 1) -> S:
    """The scene after a character has used actions of their turn; outside a fight nothing is counted.

    `scene.fight` is an `ActionOrder`. Raises if it is not their turn, or too little is left of it.
    """
    turns: ActionOrder | None = getattr(scene, "fight")  # noqa: B009 - any scene that has a fight
    if turns is None:
        return scene
    turns = turns.of(who, rule).started(rule)
    if turns.actions < cost:
        raise Refused("no actions left", rule)
    return replace(scene, fight=replace(turns, actions=turns.actions - cost, used=turns.used + cost))


class Standing(NamedTuple):
    """Whether a fight is over, and the side that has won it."""

    over: bool
    winner: str | None


def standing(sides: Mapping[str, str], takes_part: Callable[[str], bool]) -> Standing:
    """Whether a fight is over, because at most one side takes part; `sides` has the side of every character."""
    left = list(dict.fromkeys(side for name, side in sides.items() if takes_part(name)))
    return Standing(len(left) < 2, left[0] if len(left) == 1 else None)
