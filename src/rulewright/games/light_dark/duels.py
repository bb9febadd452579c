"""The fight as a duel for the lab: its winner, turns, and what each side has left."""

from rulewright.game.fights import Duel
from rulewright.games.light_dark.fight import Plan, Stand, begin_fight


def winner(stand: Stand) -> str | None:
    """The PC if the Challenge is overcome and the PC still up, the Challenge if not, None while neither."""
    if stand.end == "overcome":
        return "pc"
    return "challenge" if stand.end in ("lost", "down", "failed") else None


def turn_begins(stand: Stand) -> bool:
    """Whether a turn begins: no Effect of the last one is pending."""
    return not stand.pending


def roller(stand: Stand) -> str:
    """The side that rolls: the PC for the Risky Action, then each side for its Effect."""
    return "challenge" if stand.pending and stand.pending[0] == "rival" else "pc"


def left(stand: Stand, plan: Plan) -> tuple[int, int]:
    """The PC's HP and the Challenge's Disposition."""
    return stand.hp, stand.disposition


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
    ),
)
