"""The duels of DPI for the lab: who has won, what counts as an attack, and the HP left."""

from rulewright.game.fights import Duel
from rulewright.games.dpi.duel import DuelState, Fighter, begin_duel
from rulewright.games.dpi.skirmish import begin_skirmish
from rulewright.games.dpi.skirmish_state import Skirmish, SkirmishOver, SkirmishState


def winner(bout: DuelState) -> str | None:
    """The side above 0 HP when the other is not; None if there is none."""
    if bout.attacker.hp > 0:
        return "attacker" if bout.target.hp == 0 else None
    return "target" if bout.target.hp > 0 else None


def attack_begins(bout: DuelState) -> bool:
    """Whether an attack begins: at its roll."""
    return bout.due == "roll"


def roller(bout: DuelState) -> str:
    """The side that rolls: the one whose turn it is, or the other for a counterattack."""
    if bout.due != "counter":
        return bout.turn
    return "target" if bout.turn == "attacker" else "attacker"


def hp_left(bout: DuelState, attacker: Fighter, target: Fighter, full: bool) -> tuple[int, int]:
    """The HP of both sides."""
    return bout.attacker.hp, bout.target.hp


def skirmish_winner(end: SkirmishState | SkirmishOver) -> str | None:
    """The side left standing; None when both fall or the attacker stops."""
    return end.winner if isinstance(end, SkirmishOver) and end.winner in ("attacker", "target") else None


def skirmish_hp_left(end: SkirmishState | SkirmishOver, skirmish: Skirmish) -> tuple[int, int]:
    """The HP of both sides."""
    if isinstance(end, SkirmishOver):
        return end.attacker_hp, end.target_hp
    return end.bout.attacker.hp, end.bout.target.hp


def blow_begins(field: SkirmishState | SkirmishOver) -> bool:
    """Whether an attack of either side begins: at its roll."""
    return isinstance(field, SkirmishState) and field.striking and field.bout.due == "roll"


def skirmish_roller(field: SkirmishState | SkirmishOver) -> str:
    """The side that acts: the one that rolls in an attack, else the one whose turn it is."""
    return roller(field.bout) if isinstance(field, SkirmishState) else "attacker"


DUELS = (
    Duel(
        roll="duel",
        sides=("attacker", "target"),
        begin=begin_duel,
        winner=winner,
        unit="attacks",
        counts=attack_begins,
        mover=roller,
        measure="HP left",
        measured=hp_left,
        best={"attacker": {"high_policy": "best"}},
    ),
    Duel(
        roll="skirmish",
        sides=("attacker", "target"),
        begin=begin_skirmish,
        winner=skirmish_winner,
        unit="attacks",
        counts=blow_begins,
        mover=skirmish_roller,
        measure="HP left",
        measured=skirmish_hp_left,
        best={"attacker": {"high_policy": "best", "choices": ["weapon", "reload", "stim", "cover", "distance"]}},
    ),
)
