"""Permissions of seats: the one rule behind acting, the list of legal actions, and the odds of an action."""

from collections.abc import Mapping
from typing import Any

from rulewright.game import PLAYERS, Game
from rulewright.game.undecided import UndecidedRead
from rulewright.rules import Refused
from rulewright.table.errors import Forbidden, NotFound
from rulewright.table.game_words import words_of
from rulewright.table.state import PendingAction, TableState
from rulewright.table.views.hidden_scene import hidden_in, known_scene
from rulewright.table.views.viewer import Viewer, deciders


def why_not(game: Game, state: TableState, seat: str, action: str, params: Mapping[str, Any]) -> str:
    """The reason why a seat may not take an action; empty when it may, even if others must approve.

    The GM and co-GMs may do everything. A player may bring in a character unless the settings forbid it, and
    take the actions of the characters they play. An action for all players needs a player with a character.
    """
    if state.seat(seat).is_gm:
        return ""
    if action == game.joining:
        return "" if state.settings.bring else f"the {game.words.gm} brings the characters to this table"
    entry = game.action(action)
    if entry.by == "gm":
        return f"only the {game.words.gm} may do this: {game.words.action(action)}"
    who = params.get("who")
    if entry.whose is not None:
        entry.arguments(params)
        try:
            who = entry.whose.setter(known_scene(game, state, hidden_in(game, state, Viewer.of(state, seat))), params)
        except UndecidedRead:  # it depends on a hidden roll, and a refusal must not say whose it was
            who = ""
        if not who:
            return f"this is not yours to do: {game.words.action(action)}"
    is_players = who == PLAYERS and who not in state.scene["characters"]
    if entry.by == "player" or (entry.whose is not None and is_players):
        return "" if _plays_any(state, seat) else f"this is for players with a character: {game.words.action(action)}"
    if isinstance(who, str) and who in state.scene["characters"] and not state.plays(seat, who):
        return f"{who} is not yours to play"
    return ""


def _plays_any(state: TableState, seat: str) -> bool:
    return any(keeper.seat == seat and name in state.scene["characters"] for name, keeper in state.keepers.items())


def require_permission(game: Game, state: TableState, seat: str, action: str, params: dict[str, Any]) -> None:
    """Raises `Forbidden` unless a seat may take an action with these parameters."""
    game.action(action)  # an unknown action is refused first, by its name
    reason = why_not(game, state, seat, action, params)
    if reason:
        raise Forbidden(reason)


def require_playing(state: TableState, seat: str) -> None:
    """Raises `Forbidden` for a spectator, and `Refused` at a closed table."""
    if state.seat(seat).role == "spectator":
        raise Forbidden("a spectator only watches")
    if state.closed:
        raise Refused(f"the table is closed; the {words_of(state).gm} may reopen it")


def require_gm(state: TableState, seat: str, what: str = "do this") -> None:
    """Raises `Forbidden` unless a seat runs the game."""
    if not state.seat(seat).is_gm:
        raise Forbidden(f"only the {words_of(state).gm} may {what}")


def require_owner(state: TableState, seat: str, what: str) -> None:
    """Raises `Forbidden` unless a seat is the GM's own; a co-GM's is not enough."""
    if state.seat(seat).role != "gm":
        raise Forbidden(f"only the {words_of(state).gm} may {what}")


def find_pending(state: TableState, pending: str) -> PendingAction:
    """A pending action by its id."""
    if pending not in state.pending:
        raise NotFound("nothing waits under this id: it was answered, withdrawn or undone")
    return state.pending[pending]


def own_pending(state: TableState, seat: str, pending: str) -> PendingAction:
    """A pending action that a seat may answer: one that waits for it, or any for the GM."""
    found = find_pending(state, pending)
    if seat not in deciders(state, found.body.need, found.by) and not state.seat(seat).is_gm:
        raise Forbidden("this waits for another player")
    return found


def require_character(state: TableState, character: str) -> None:
    """Raises `NotFound` for a character who is not in the scene."""
    if character not in state.scene["characters"]:
        there = ", ".join(state.scene["characters"]) or "no characters yet"
        raise NotFound(f"no such character: {character[:80]} (there: {there})")
