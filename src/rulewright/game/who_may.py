"""Who may take an action, and who sets each of its parameters.

Both are declared with the action. The table accepts a value only from the seat that sets it; a value from another seat
is a proposal that needs that seat's approval.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from rulewright.game.actions import Action
    from rulewright.game.definition import Game

By = Literal["owner", "player", "gm"]
"""Who may take an action: the player of the character who acts, any player who plays a character, or the GM only."""

ACTOR = "actor"
GM = "gm"
PLAYERS = "players"
"""Stands for the acting character when any player may act."""


class Depends(Struct, frozen=True):
    """Who sets a parameter, or who acts, where that depends on values or on the scene; `words` describe it for readers.

    `setter(scene, params)` returns "actor", "gm" or the name of a parameter that names a character. For an action
    without `who` it returns the character who acts, `PLAYERS` for any player, or "" for the GM alone.
    """

    words: str
    setter: Callable[[Any, Mapping[str, Any]], str]


Setter = str | Depends
"""Who sets a parameter: "actor", "gm", or the name of another parameter, whose character's player sets it."""


def set_by(**parameters: str) -> dict[str, Setter]:
    """The setter of each parameter: `set_by(actor="who skill", gm="difficulty", target="defence")`."""
    return {name: setter for setter, names in parameters.items() for name in names.split()}


def setter_of(action: "Action", parameter: str, scene: Any, params: Mapping[str, Any]) -> str:
    """Who sets a parameter of an action in a scene; the GM where the game does not say."""
    declared = action.sets.get(parameter, GM)
    return declared.setter(scene, params) if isinstance(declared, Depends) else declared


def static_setter(action: "Action", parameter: str) -> str:
    """Who sets a parameter, where that depends on no value; "actor" where it does."""
    declared = action.sets.get(parameter, GM)
    return ACTOR if isinstance(declared, Depends) else declared


def undeclared(action: "Action") -> Iterator[str]:
    """A sentence for each parameter without a setter, each setter without a parameter, and each unknown setter.

    The GM sets every parameter of an action that only the GM may take, so such an action needs no declaration.
    """
    names = [parameter.name for parameter in action.parameters]
    for name in names:
        if name not in action.sets and action.by != "gm":
            yield f"action {action.name}: sets does not say who sets {name}"
    for name, setter in action.sets.items():
        if name not in names:
            yield f"action {action.name}: sets names {name}, which the action does not take"
        elif isinstance(setter, str) and setter not in (ACTOR, GM, *names):
            yield f"action {action.name}: {name} is set by {setter}, which is not a parameter of it"


class WhoMay(Struct, frozen=True):
    """The permissions of an action in words: who may take it, and the parameters grouped by who sets them.

    `others` are whole phrases.
    """

    action: str
    who: str
    actor: tuple[str, ...]
    gm: tuple[str, ...]
    others: tuple[str, ...]


def who_may(game: "Game") -> list[WhoMay]:
    """Who may take each action of a game and who sets each parameter, in words."""
    return [_who_may(game, action) for action in game.actions]


def _who_may(game: "Game", action: "Action") -> WhoMay:
    found: dict[str, list[str]] = {"actor": [], "gm": []}
    for parameter in action.parameters:
        found.setdefault(_setter_text(action, parameter.name), []).append(parameter.name)
    actor, gm = found.pop("actor"), found.pop("gm")
    others = tuple(f"{', '.join(names)}: {words}" for words, names in found.items())
    return WhoMay(action.name, _taken_by(game, action), tuple(actor), tuple(gm), others)


def _taken_by(game: "Game", action: "Action") -> str:
    if action.name == game.joining:
        return "any player, if the table lets players bring characters; in a fight the GM approves"
    words = {"owner": "the player of the character", "player": "any player with a character", "gm": "the GM"}[action.by]
    if action.whose is not None:
        words = action.whose.words
    return f"{words}; the GM approves" if action.approved else words


def _setter_text(action: "Action", parameter: str) -> str:
    declared = action.sets.get(parameter, GM)
    if isinstance(declared, Depends):
        return declared.words
    return declared if declared in (ACTOR, GM) else f"the player of the {declared}"
