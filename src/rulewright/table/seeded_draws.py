"""The draw of an event: the dice that the server rolls for it from the table's seeds."""

from msgspec.structs import replace

from rulewright.rules import Refused
from rulewright.table.events import ActionTaken, AnswerAwaited, RollMade
from rulewright.table.fair_dice import FairDice, SeededDraw, draw_label
from rulewright.table.state import TableState
from rulewright.table.tables import Tables


class _NoDraw(SeededDraw, frozen=True):
    """The dice while players show their seeds: an action without dice goes on, one with dice is refused."""

    def face(self, place: int, sides: int) -> int:
        """Raises: no die is rolled now."""
        raise Refused(
            "seeds are being shown: dice are rolled when the last is here; "
            "the game master may drop the round, and typed dice are allowed"
        )


def draw_for(tables: Tables, table: str, state: TableState, seq: int, stream: str, hidden: bool) -> SeededDraw:
    """The next draw of a stream, for event `seq`, from the server's seed of open or hidden dice and the players'."""
    is_second = state.protocol >= 2
    commitment = state.hidden_commitment if hidden and is_second else state.commitment
    seed = tables.seed(table, commitment)
    if seed is None:
        raise Refused("the seed of this table's dice is missing: the game master may close and reopen the table")
    fair = FairDice(seed.decode(), state.rounds.seeds)
    if not is_second:
        return SeededDraw(fair, str(seq))
    number = (state.hidden_draws if hidden else state.draws).get(stream, 0) + 1
    kind = _NoDraw if state.rounds.is_showing else SeededDraw
    return kind(fair, draw_label(stream, number), number)


def in_stream(
    state: TableState, done: ActionTaken | RollMade | AnswerAwaited, stream: str, hidden: bool
) -> ActionTaken | RollMade | AnswerAwaited:
    """The event body with the stream of its dice, needed to verify them; a pending one keeps it for further dice."""
    if state.protocol < 2 or not (done.dice or isinstance(done, AnswerAwaited)):
        return done
    return replace(done, stream=stream, hidden_dice=hidden)
