"""Moving over spaces: what it costs, and where one can get."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulewright.games.dpi.data import AP, ARMOUR
from rulewright.games.dpi.options import Options
from rulewright.rules import meaning, rule

__all__ = ["Moved", "ap_to_move", "most_spaces", "move"]

ArmourName = Literal["none", "light", "medium", "heavy"]


class Moved(Struct, frozen=True):
    """What moving costs."""

    ap: int


@rule("DPI-128", "DPI-182", "DPI-184", "DPI-A58")
def ap_to_move(options: Options, spaces: int, armour: str) -> int:
    """Moving n spaces in a turn costs n AP, less or more by the armour's Movement."""
    if spaces == 0:
        return 0
    movement = ARMOUR[armour].movement if options.armour_movement == "spaces" else 0
    return max(0, spaces - movement) * AP.move


def most_spaces(options: Options, ap: int, moved: int, armour: str) -> int:
    """How many more spaces somebody can move this turn with the AP left."""
    spent, more = ap_to_move(options, moved, armour), 0
    while ap_to_move(options, moved + more + 1, armour) - spent <= ap:
        more += 1
    return more


@rule("DPI-128", "DPI-A58")
def move(
    options: Options,
    spaces: Annotated[int, Meta(ge=0, description="spaces moved in a turn")],
    armour: Annotated[ArmourName, meaning("armour worn")],
) -> Moved:
    """The AP of moving some spaces in a turn."""
    return Moved(ap_to_move(options, spaces, armour))
