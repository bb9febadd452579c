"""The words of the game that is played at a table."""

from rulewright.game import Words, find_game
from rulewright.game.discovery import is_read
from rulewright.rules import BadInput
from rulewright.table.state import TableState


def words_of(state: TableState) -> Words:
    """A table's words; plain ones where the game is not installed or its text has not been read yet."""
    try:
        return find_game(state.game).words if is_read(state.game) else Words()
    except BadInput:
        return Words()
