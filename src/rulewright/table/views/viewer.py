"""Whose eyes, and whose sheets they see."""

from collections.abc import Sequence

from msgspec import Struct

from rulewright.table.state import Keeper, TableState


class Viewer(Struct, frozen=True):
    """Whose eyes: a seat, and whether it runs the game."""

    seat: str
    masters: bool

    @classmethod
    def of(cls, state: TableState, seat: str) -> "Viewer":
        """The viewer in a seat."""
        return cls(seat, state.seat(seat).masters)


def sees_whole(state: TableState, viewer: Viewer, character: str) -> bool:
    """Whether a viewer sees a character's whole sheet: somebody at the table plays it, or it is shown."""
    kept = state.keepers.get(character, Keeper())
    return viewer.masters or kept.shown or kept.seat in state.seats


def hidden_from(state: TableState, viewer: Viewer) -> frozenset[str]:
    """The characters whose sheets a viewer does not see."""
    return frozenset(name for name in state.scene["characters"] if not sees_whole(state, viewer, name))


def sees_fight(state: TableState, viewer: Viewer, order: Sequence[str]) -> bool:
    """Whether a viewer sees anybody of those who fight."""
    fighters = state.scene["characters"].keys() & set(order)
    return not fighters or not fighters <= hidden_from(state, viewer)


def deciders(state: TableState, who: str, by: str) -> frozenset[str]:
    """The seats that answer for somebody: whoever plays the character, else those who run the game.

    A die is rolled by whoever began; a side of the table ("players") is any player's.
    """
    masters = frozenset(seat for seat, one in state.seats.items() if one.masters)
    if not who:
        return frozenset({by}) & state.seats.keys() or masters
    if who == "players":
        return frozenset(seat for seat, one in state.seats.items() if one.role == "player") or masters
    owner = state.keepers.get(who, Keeper()).seat
    return frozenset({owner}) if owner in state.seats else masters
