"""The duel of Twelves as the lab sees it: who has won, how long it takes, and the boxes that are left."""

from rulewright.game.fights import Duel
from rulewright.games.twelves.fight import Duel as Stand
from rulewright.games.twelves.fight import Fighter, begin_duel
from rulewright.games.twelves.health import all_boxes


def winner(end: Stand) -> str | None:
    """Whoever stands when the other is felled."""
    return None if end.winner == "none" else end.winner


def turn_begins(stand: Stand) -> bool:
    """A fighter's turn begins."""
    return stand.actions == 0


def boxes_left(end: Stand, a: Fighter, b: Fighter) -> tuple[int, int]:
    """Boxes that are not checked; whoever is felled has none."""
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
        mover=lambda stand: stand.to_move,
        measure="boxes left",
        measured=boxes_left,
        best={"a": {"a": {"policy": "best"}}, "b": {"b": {"policy": "best"}}},
    ),
)
