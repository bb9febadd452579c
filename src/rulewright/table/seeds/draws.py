"""The draw of an event: the dice that the server rolls for it from the table's seeds, and whose dice they are."""

from msgspec.structs import replace

from rulewright.game import Game
from rulewright.rules import Refused
from rulewright.table.events import AnswerAwaited, Attempted
from rulewright.table.game_words import words_of
from rulewright.table.perform import Attempt
from rulewright.table.seeds.fair_dice import FairDice, SeededDraw, draw_label
from rulewright.table.state import PendingAction, TableState
from rulewright.table.tables import Tables


class _NoDraw(SeededDraw, frozen=True):
    """The dice while players show their seeds: an action without dice goes on, one with dice is refused."""

    gm: str = "GM"

    def face(self, place: int, sides: int) -> int:
        """Raises: no die is rolled now."""
        raise Refused(
            "seeds are being shown: dice are rolled when the last is here; "
            f"the {self.gm} may drop the round, and typed dice are allowed"
        )


def draw_for(tables: Tables, table: str, state: TableState, seq: int, stream: str, hidden: bool) -> SeededDraw:
    """The next draw of a stream, for event `seq`, from the server's seed of open or hidden dice and the players'."""
    is_second = state.protocol >= 2
    commitment = state.hidden_commitment if hidden and is_second else state.commitment
    seed = tables.seed(table, commitment)
    if seed is None:
        gm = words_of(state).gm
        raise Refused(f"the seed of this table's dice is missing: the {gm} may close and reopen the table")
    fair = FairDice(seed.decode(), state.rounds.seeds)
    if not is_second:
        return SeededDraw(fair, str(seq))
    number = (state.hidden_draws if hidden else state.draws).get(stream) + 1
    if state.rounds.is_showing:
        return _NoDraw(fair, draw_label(stream, number), number, words_of(state).gm)
    return SeededDraw(fair, draw_label(stream, number), number)


def in_stream(state: TableState, done: Attempted, stream: str, hidden: bool) -> Attempted:
    """The event body with the stream of its dice, needed to verify them; a pending one keeps it for further dice."""
    if state.protocol < 2 or not (done.dice or isinstance(done, AnswerAwaited)):
        return done
    return replace(done, stream=stream, hidden_dice=hidden)


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

    Without this, a player with a decision to make could begin a check, dislike the dice, leave the decision open and
    begin the check anew.
    A GM plays many characters: there, only attempts of the same character exclude each other. Plain dice notation
    decides nothing and is always allowed. A hidden attempt of the GM does not stop players, who would learn of it.
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
            words = words_of(state)
            what = words.action(pending.body.name) if pending.body.audience == "everyone" else "a secret roll"
            raise Refused(
                f"{what} still waits with dice on the table: "
                f"answer it, or let the {words.gm} forfeit it, before another attempt"
            )


def _owner_of_pending(pending: PendingAction) -> str:
    begun = pending.body
    return owner_of(pending.by, Attempt(begun.what, begun.name, begun.params))
