"""Why an attempt was refused, for seats that may not know everything.

A player learns the reason of a refusal only if it follows from visible values: the attempt is repeated in the scene as
the player sees it, and must be refused there for the same reason. Any other refusal has one fixed sentence, and is an
event that the GM sees with the reason, so that attempts to explore hidden sheets by trial and error leave a
trace.
"""

from collections.abc import Callable

from rulewright.game import Game
from rulewright.rules import BadInput, Refused
from rulewright.table.perform import Attempt, AttemptAtTable, Performing
from rulewright.table.state import TableState
from rulewright.table.table_dice import TableDice
from rulewright.table.views.hidden_scene import hidden_in
from rulewright.table.views.viewer import Viewer


def unknown_reason(gm: str) -> str:
    """The sentence of a refusal whose reason is hidden, with the game's word for the GM."""
    return f"this is not allowed as given, and only the {gm} may know why; if you typed dice, check their number"


def may_know(
    game: Game,
    state: TableState,
    viewer: Viewer,
    attempt: Attempt,
    dice: Callable[[], TableDice],
    refused: Refused | BadInput,
    performing: Performing,
) -> bool:
    """Whether the reason of a refusal follows from values that are visible to the viewer."""
    if viewer.is_gm or attempt.what != "action":
        return True
    try:
        performing(AttemptAtTable(game, state, attempt, dice(), hidden=hidden_in(game, state, viewer)))
    except (Refused, BadInput) as known:
        return (type(known), str(known)) == (type(refused), str(refused))
    return False
