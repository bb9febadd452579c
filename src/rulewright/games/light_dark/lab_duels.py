"""The fight as a duel for the lab: its winner, turns, and what each side has left."""

from rulewright.game.fights import Duel
from rulewright.games.light_dark.fight import FightPlan, FightState, begin_fight


def winner(state: FightState) -> str | None:
    """The PC if the Challenge is overcome and the PC still up, the Challenge if not, None while neither."""
    if state.end == "overcome":
        return "pc"
    return "challenge" if state.end in ("lost", "down", "failed") else None


def turn_begins(state: FightState) -> bool:
    """Whether a turn begins: no Effect of the last one is pending."""
    return not state.pending


def roller(state: FightState, *_: object) -> str:
    """The side that rolls: the PC for the Risky Action, then each side for its Effect."""
    return "challenge" if state.pending and state.pending[0] == "rival" else "pc"


def left(state: FightState, plan: FightPlan) -> tuple[int, int]:
    """The PC's HP and the Challenge's Disposition."""
    return state.hp, state.disposition


DUELS = (
    Duel(
        roll="fight",
        sides=("pc", "challenge"),
        begin=begin_fight,
        winner=winner,
        unit="turns",
        counts=turn_begins,
        mover=roller,
        measure="HP or Disposition left",
        measured=left,
        limit="max_turns",
        undecided=lambda state: state.end == "ongoing",
    ),
)
