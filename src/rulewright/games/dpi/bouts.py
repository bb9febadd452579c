"""The duels of DPI as the lab sees them: who has won, how many attacks it takes, and the HP that are left."""

from rulewright.game.fights import Duel
from rulewright.games.dpi.duel import Bout, Fighter, begin_duel
from rulewright.games.dpi.field import Ended, Field, Skirmish
from rulewright.games.dpi.skirmish import begin_skirmish


def winner(bout: Bout) -> str | None:
    """Whoever is above 0 HP when the other is not."""
    if bout.attacker.hp > 0:
        return "attacker" if bout.target.hp == 0 else None
    return "target" if bout.target.hp > 0 else None


def attack_begins(bout: Bout) -> bool:
    """An attack begins with its roll."""
    return bout.due == "roll"


def striker(bout: Bout) -> str:
    """Who rolls: the one whose turn it is, or the other side for the blow back."""
    if bout.due != "counter":
        return bout.turn
    return "target" if bout.turn == "attacker" else "attacker"


def hp_left(bout: Bout, attacker: Fighter, target: Fighter, full: bool) -> tuple[int, int]:
    """The HP of both sides."""
    return bout.attacker.hp, bout.target.hp


def skirmish_winner(end: Field | Ended) -> str | None:
    """Whoever is left standing; nobody when both fall, or when the attacker stops."""
    return end.winner if isinstance(end, Ended) and end.winner in ("attacker", "target") else None


def skirmish_hp_left(end: Field | Ended, skirmish: Skirmish) -> tuple[int, int]:
    """The HP of both sides."""
    if isinstance(end, Ended):
        return end.attacker_hp, end.target_hp
    return end.bout.attacker.hp, end.bout.target.hp


def blow_begins(field: Field | Ended) -> bool:
    """A roll to strike, of either side."""
    return isinstance(field, Field) and field.striking and field.bout.due == "roll"


def skirmisher(field: Field | Ended) -> str:
    """Who acts: in an attack whoever rolls, else the one whose turn it is."""
    return striker(field.bout) if isinstance(field, Field) else "attacker"


DUELS = (
    Duel(
        roll="duel",
        sides=("attacker", "target"),
        begin=begin_duel,
        winner=winner,
        unit="attacks",
        counts=attack_begins,
        mover=striker,
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
        mover=skirmisher,
        measure="HP left",
        measured=skirmish_hp_left,
        best={"attacker": {"high_policy": "best", "choices": ["weapon", "reload", "stim", "cover", "distance"]}},
    ),
)
