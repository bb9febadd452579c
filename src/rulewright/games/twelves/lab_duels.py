"""The declaration of the duel: its winner, its length in turns, and the boxes left."""

from rulewright.game.fights import Duel
from rulewright.games.twelves.duel import DuelState, Fighter, begin_duel
from rulewright.games.twelves.health import all_boxes


def winner(end: DuelState) -> str | None:
    """The side left standing, if the other is felled."""
    return None if end.winner == "none" else end.winner


def turn_begins(duel: DuelState) -> bool:
    """Whether a fighter's turn begins."""
    return duel.actions == 0


def boxes_left(end: DuelState, a: Fighter, b: Fighter) -> tuple[int, int]:
    """Unchecked boxes of both sides; none for the side that is felled."""
    left_to_a = 0 if end.winner == "b" else all_boxes(a.normal_boxes) - end.a.damage
    left_to_b = 0 if end.winner == "a" else all_boxes(b.normal_boxes) - end.b.damage
    return left_to_a, left_to_b


DUELS = (
    Duel(
        roll="duel",
        sides=("a", "b"),
        begin=begin_duel,
        winner=winner,
        unit="turns",
        counts=turn_begins,
        mover=lambda duel: duel.to_move,
        measure="boxes left",
        measured=boxes_left,
        best={"a": {"a": {"policy": "best"}}, "b": {"b": {"policy": "best"}}},
    ),
)
