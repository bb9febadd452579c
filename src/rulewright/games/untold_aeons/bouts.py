"""The duels of Untold Aeons as the lab sees them: who has won, how many turns it takes, and the wounds taken."""

from typing import Any

from rulewright.fights import Duel
from rulewright.games.untold_aeons.duels import Duel as Stand
from rulewright.games.untold_aeons.duels import begin_firearm_duel, begin_melee_duel

__all__ = ["DUELS"]

_BEST = {"a": {"a": {"policy": "best"}}, "b": {"b": {"policy": "best"}}}


def winner(end: Stand) -> str | None:
    """Whoever is up when the other has failed a save."""
    return None if end.winner == "none" else end.winner


def turn_begins(stand: Stand) -> bool:
    """Every state of a duel is the beginning of a turn."""
    return True


def wounds(end: Stand, *context: Any) -> tuple[int, int]:
    """The wounds of those who are still up; who is out is counted with none."""
    return end.a.wounds, end.b.wounds


DUELS = (
    Duel(
        roll="melee-duel",
        sides=("a", "b"),
        begin=begin_melee_duel,
        winner=winner,
        unit="turns",
        counts=turn_begins,
        mover=lambda stand: stand.to_move,
        measure="wounds while up",
        measured=wounds,
        best=_BEST,
    ),
    Duel(
        roll="firearm-duel",
        sides=("a", "b"),
        begin=begin_firearm_duel,
        winner=winner,
        unit="turns",
        counts=turn_begins,
        mover=lambda stand: stand.to_move,
        measure="wounds while up",
        measured=wounds,
        best=_BEST,
    ),
)
