"""The declarations of both duels: their winner, their length in turns, and the health left."""

from typing import Any

from rulewright.game.fights import Duel
from rulewright.games.untold_aeons.duel import Brawler, DuelState, Shooter, begin_firearm_duel, begin_melee_duel
from rulewright.games.untold_aeons.plans import health_left

_BEST = {"a": {"a": {"policy": "best"}}, "b": {"b": {"policy": "best"}}}


def winner(end: DuelState) -> str | None:
    """The side still up, if the other has failed a save."""
    return None if end.winner == "none" else end.winner


def turn_begins(duel: DuelState) -> bool:
    """Whether a turn begins: in every state of a duel."""
    return True


def health_after_blows(end: DuelState, a: Brawler, b: Brawler, *context: Any) -> tuple[int, int]:
    """The health of both sides hand to hand; 0 for the side that is out."""
    return _health_of_both(end, a.arms.toughness, b.arms.toughness)


def health_after_shots(end: DuelState, a: Shooter, b: Shooter, *context: Any) -> tuple[int, int]:
    """The health of both sides with firearms, where each is the other's target; 0 for the side that is out."""
    return _health_of_both(end, b.single.target_toughness, a.single.target_toughness)


def _health_of_both(end: DuelState, toughness_of_a: int, toughness_of_b: int) -> tuple[int, int]:
    return (
        0 if end.winner == "b" else health_left(toughness_of_a, end.a.wounds),
        0 if end.winner == "a" else health_left(toughness_of_b, end.b.wounds),
    )


DUELS = (
    Duel(
        roll="melee-duel",
        sides=("a", "b"),
        begin=begin_melee_duel,
        winner=winner,
        unit="turns",
        counts=turn_begins,
        mover=lambda duel, *_: duel.to_move,
        measure="health left",
        measured=health_after_blows,
        best=_BEST,
        aim="the chance to win less the chance to lose",
        limit="max_turns",
        undecided=lambda end: end.winner == "none",
    ),
    Duel(
        roll="firearm-duel",
        sides=("a", "b"),
        begin=begin_firearm_duel,
        winner=winner,
        unit="turns",
        counts=turn_begins,
        mover=lambda duel, *_: duel.to_move,
        measure="health left",
        measured=health_after_shots,
        best=_BEST,
        aim="the chance to win less the chance to lose",
        limit="max_turns",
        undecided=lambda end: end.winner == "none",
    ),
)
