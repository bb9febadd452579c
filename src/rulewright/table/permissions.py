"""What a seat may do: the one rule behind acting, the list of legal actions, and the odds of an action."""

from typing import Any

from rulewright.game import Game
from rulewright.rules import Refused
from rulewright.table.errors import Forbidden, NotFound
from rulewright.table.state import PendingAction, TableState
from rulewright.table.views.viewer import deciders


def why_not(game: Game, state: TableState, seat: str, action: str, who: Any) -> str:
    """The reason why a seat may not do an action for a character; empty when it may.

    The GM and co-GMs may do everything. A player may bring in a character unless the settings forbid
    it, and do any action of a player for the characters they play.
    """
    if state.seat(seat).is_gm:
        return ""
    if action == game.joining:
        return "" if state.settings.bring else "the game master brings the characters to this table"
    if game.action(action).by == "gm":
        return f"only the game master may do {action}"
    if isinstance(who, str) and who in state.scene["characters"] and not state.plays(seat, who):
        return f"{who} is not yours to play"
    return ""


def require_permission(game: Game, state: TableState, seat: str, action: str, params: dict[str, Any]) -> None:
    """Raise `Forbidden` unless a seat may do an action with these parameters."""
    game.action(action)  # an unknown action is refused first, by its name
    reason = why_not(game, state, seat, action, params.get("who"))
    if reason:
        raise Forbidden(reason)


def require_playing(state: TableState, seat: str) -> None:
    """Raise `Forbidden` for a spectator, and `Refused` at a closed table."""
    if state.seat(seat).role == "spectator":
        raise Forbidden("a spectator only watches")
    if state.closed:
        raise Refused("the table is closed; the game master may reopen it")


def require_gm(state: TableState, seat: str, what: str = "do this") -> None:
    """Raise `Forbidden` unless a seat runs the game."""
    if not state.seat(seat).is_gm:
        raise Forbidden(f"only the game master may {what}")


def require_owner(state: TableState, seat: str, what: str) -> None:
    """Raise `Forbidden` unless a seat is the GM's own; a co-GM's is not enough."""
    if state.seat(seat).role != "gm":
        raise Forbidden(f"only the game master may {what}")


def find_pending(state: TableState, pending: str) -> PendingAction:
    """A pending action by its id."""
    if pending not in state.pending:
        raise NotFound("nothing waits under this id: it was answered, withdrawn or undone")
    return state.pending[pending]


def own_pending(state: TableState, seat: str, pending: str) -> PendingAction:
    """A pending action that a seat may answer: one that waits for it, or any for the GM."""
    found = find_pending(state, pending)
    if seat not in deciders(state, found.body.need.who, found.by) and not state.seat(seat).is_gm:
        raise Forbidden("this waits for another player")
    return found


def require_character(state: TableState, character: str) -> None:
    """Raise `NotFound` for a character who is not in the scene."""
    if character not in state.scene["characters"]:
        there = ", ".join(state.scene["characters"]) or "nobody yet"
        raise NotFound(f"no such character: {character[:80]} (there: {there})")
