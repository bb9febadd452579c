"""The job that counts the dice of a table: how many each seat rolled, and their sums, as far as a viewer saw them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from rulewright.game import find_game
from rulewright.table.events import ActionTaken, RecordedDie, RollMade, read_event
from rulewright.table.fold import fold
from rulewright.table.state import TableState
from rulewright.table.views.event_view import seen_dice
from rulewright.table.views.secret_fields import EventContext
from rulewright.table.views.viewer import Viewer

SeatDice = dict[str, dict[int, tuple[int, int]]]
"""By seat and sides of a die: how many were rolled, and the sum of their faces."""


class DiceCounts(Struct, frozen=True):
    """The dice that the GMs saw, those that everyone saw, and by seat those that only this player saw."""

    gms: SeatDice = {}
    everyone: SeatDice = {}
    alone: dict[str, SeatDice] = {}

    def plus(self, more: "DiceCounts") -> "DiceCounts":
        """The counts with those of later events."""
        alone = {seat: _added(self.alone.get(seat, {}), dice) for seat, dice in more.alone.items()}
        return DiceCounts(_added(self.gms, more.gms), _added(self.everyone, more.everyone), {**self.alone, **alone})

    def seen_by(self, seat: str, is_gm: bool) -> SeatDice:
        """The dice that a viewer saw."""
        return self.gms if is_gm else _added(self.everyone, self.alone.get(seat, {}))


def _counted(seat: str, dice: Iterable[tuple[int, int]]) -> SeatDice:
    """The counts of some dice of a seat, given by their sides and faces."""
    found: dict[int, tuple[int, int]] = {}
    for sides, face in dice:
        if 1 <= face <= sides:  # an old import may contain impossible faces
            number, total = found.get(sides, (0, 0))
            found[sides] = (number + 1, total + face)
    return {seat: found} if found else {}


def _added(dice: SeatDice, more: SeatDice) -> SeatDice:
    """The dice of both."""
    found = dict(dice)
    for seat, kinds in more.items():
        mine = found[seat] = dict(found.get(seat, {}))
        for sides, (number, total) in kinds.items():
            before, sum_before = mine.get(sides, (0, 0))
            mine[sides] = (before + number, sum_before + total)
    return found


def count_dice(slug: str, state: TableState, lines: Sequence[bytes]) -> tuple[TableState, DiceCounts]:
    """The dice of some events that follow a state, and the state after them. Cards are not dice."""
    game, found = find_game(slug), DiceCounts()
    for line in lines:
        event = read_event(line)
        state, body = fold(state, event), event.body
        if not (isinstance(body, ActionTaken | RollMade) and body.dice):
            continue
        owner = body.begun_by or event.by
        gms, everyone, alone = (
            _counted(event.by, _without_cards(seen_dice(EventContext(game, state, event, viewer), body), body))
            for viewer in (Viewer("", True), Viewer("", False), Viewer(owner, False))
        )
        own = {owner: alone} if alone and not everyone else {}
        found = found.plus(DiceCounts(gms, everyone, own))
    return state, found


def _without_cards(dice: Sequence[RecordedDie], body: ActionTaken | RollMade) -> Iterator[tuple[int, int]]:
    """The sides and faces of an event's dice apart from its cards, whose faces are places in a deck."""
    drawn = list(_drawn(body.breakdown))
    if len(drawn) != len(dice):  # the breakdown was not kept
        drawn = [False] * len(dice)
    return ((die.sides, die.face) for die, is_card in zip(dice, drawn, strict=True) if not is_card)


def _drawn(steps: Iterable[Any]) -> Iterator[bool]:
    """For each face in the steps of a breakdown, whether it is a card."""
    for step in filter(lambda one: isinstance(one, Mapping), steps):  # an imported file may contain anything
        if step.get("kind") == "called":
            yield from _drawn(step.get("steps", ()))
        elif step.get("kind") == "rolled":
            yield from [bool(step.get("cards"))] * len(step.get("faces", ()))
