"""The duels of DPI for the lab: who has won, what counts as an attack, and the HP left."""

from rulewright.game.fights import Duel
from rulewright.games.dpi.duel import DuelState, Fighter, begin_duel
from rulewright.games.dpi.skirmish import begin_skirmish
from rulewright.games.dpi.skirmish_state import Skirmish, SkirmishOver, SkirmishState


def winner(state: DuelState) -> str | None:
    """The side above 0 HP when the other is not; None if there is none."""
    if state.attacker.hp > 0:
        return "attacker" if state.target.hp == 0 else None
    return "target" if state.target.hp > 0 else None


def attack_begins(state: DuelState) -> bool:
    """Whether an attack begins: at its roll."""
    return state.due == "roll"


def roller(state: DuelState, *_: object) -> str:
    """The side that rolls: the one whose turn it is, or the other for a counterattack."""
    if state.due != "counter":
        return state.turn
    return "target" if state.turn == "attacker" else "attacker"


def duel_hp_left(state: DuelState, attacker: Fighter, target: Fighter, full: bool) -> tuple[int, int]:
    """The HP of both sides."""
    return state.attacker.hp, state.target.hp


def skirmish_winner(end: SkirmishState | SkirmishOver) -> str | None:
    """The side left standing; None when both fall or the attacker stops."""
    return end.winner if isinstance(end, SkirmishOver) and end.winner in ("attacker", "target") else None


def skirmish_hp_left(end: SkirmishState | SkirmishOver, skirmish: Skirmish) -> tuple[int, int]:
    """The HP of both sides."""
    if isinstance(end, SkirmishOver):
        return end.attacker_hp, end.target_hp
    return end.duel.attacker.hp, end.duel.target.hp


def blow_begins(state: SkirmishState | SkirmishOver) -> bool:
    """Whether an attack of either side begins: at its roll."""
    return isinstance(state, SkirmishState) and state.striking and state.duel.due == "roll"


def skirmish_roller(state: SkirmishState | SkirmishOver, *_: object) -> str:
    """The side that acts: the one that rolls in an attack, else the one whose turn it is."""
    return roller(state.duel) if isinstance(state, SkirmishState) else "attacker"


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
        measured=duel_hp_left,
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
        aim="the value in hundredths of a win, of which stopping alive has stop_worth",
    ),
)
