"""One attempt at a time: dice on the table are answered or forfeited before the same character or player tries again.

Without this, a player who may still decide something could begin a check, dislike the dice, leave the
decision open and begin the check anew.
"""

from rulewright.game import Game
from rulewright.rules import Refused
from rulewright.table.perform import Attempt
from rulewright.table.state import PendingAction, TableState


def owner_of(seat: str, attempt: Attempt) -> str:
    """Whose dice an attempt rolls: the character who acts, else the seat."""
    who = attempt.params.get("who") if attempt.what == "action" else None
    return who if isinstance(who, str) and who else seat


def stream_of(seat: str, attempt: Attempt) -> str:
    """The stream that an attempt's dice are drawn from: their owner and the action.

    Draws are counted per stream, so the owner cannot change the next dice of an action except by taking the action.
    """
    return f"{owner_of(seat, attempt)}/{'dice' if attempt.what == 'notation' else attempt.name}"


def has_hidden_dice(game: Game, attempt: Attempt) -> bool:
    """Whether an attempt's dice are hidden from some player, so that they come from the second seed."""
    return attempt.audience != "everyone" or bool(game.secrets.outcomes.get(attempt.name))


def require_no_open_dice(state: TableState, seat: str, attempt: Attempt) -> None:
    """Raises `Refused` while another attempt of the same character or player has dice on the table.

    A GM plays many characters, so that only attempts of the same character exclude each other. Plain dice notation
    decides nothing and is always allowed. A hidden attempt of the GM stops no player, who would learn of it.
    """
    if attempt.what == "notation":
        return
    owner, is_gm = owner_of(seat, attempt), state.seat(seat).is_gm
    for pending in state.pending.values():
        if not pending.body.dice or pending.body.what == "notation":
            continue
        is_own = pending.by == seat and not is_gm
        is_seen = is_gm or pending.body.audience == "everyone" or pending.by == seat
        if is_own or (is_seen and _owner_of_pending(pending) == owner):
            raise Refused(
                f"{pending.body.name} still waits with dice on the table: "
                "answer it, or let the game master forfeit it, before another attempt"
            )


def _owner_of_pending(pending: PendingAction) -> str:
    begun = pending.body
    return owner_of(pending.by, Attempt(begun.what, begun.name, begun.params))
