"""What an action and its parameters are for, so that an interface can draw a fight without knowing any game's names."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Role = Literal[
    "starts-fight",
    "ends-fight",
    "starts-turn",
    "ends-turn",
    "enters-fight",
    "leaves-fight",
    "reorders-fight",
    "after-fight",
]
"""The part of an action in a fight; *after-fight* is what comes next for one who fought: a rest, care, a last loss."""

Use = Literal["helps", "gives", "arm", "new"]
"""What a parameter is for.

*helps* names the character it is good for, by default the one who acts; *gives* the character whose belongings are
used; *arm* what the character acts with, and with only one there is nothing to choose; *new* names something that the
action adds to the scene.
"""

USUAL_ROLES: Mapping[str, Role] = MappingProxyType(
    {
        "start-fight": "starts-fight",
        "end-fight": "ends-fight",
        "start-turn": "starts-turn",
        "end-turn": "ends-turn",
        "enter-fight": "enters-fight",
        "leave-fight": "leaves-fight",
        "reorder-fight": "reorders-fight",
    }
)
"""The role of an action that says none, by the engine's own names for the actions of a fight.

Where fight rules name the actions that begin and end a turn, those have these roles whatever their names.
"""
