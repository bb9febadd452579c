"""Short ways to ask Twelves something, with plain data for answers."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from asking import Asking, PlayedScene
from rulewright.games.twelves import GAME
from rulewright.rules import BadInput, Refused

SCORES = {"AGI": 9, "STR": 8, "FIN": 7, "INS": 6, "PRE": 5, "KNO": 4}
"""The default array in the order of the abilities: target numbers 11 to 16."""


_ask = Asking(GAME)
outcome, chances, chance = _ask.outcome, _ask.chances, _ask.chance


def success(options: Any = None, **params: Any) -> Fraction:
    """The chance that a check succeeds, criticals included."""
    return 1 - chance("check", {"result": "failure"}, options, **params)


def sheet(options: Any = None, *then: Mapping[str, Any], **given: Any) -> dict[str, Any]:
    """A derived sheet after some actions."""
    if then:
        given["then"] = list(then)
    found: dict[str, Any] = GAME.derive("sheet", given, options)
    return found


def created(options: Any = None, **wanted: Any) -> Mapping[str, Any]:
    """A new character with the default scores, unless others are given."""
    return GAME.new_sheet({"scores": SCORES, **wanted}, options)


def refuses(words: str) -> "pytest.RaisesExc[BadInput | Refused]":
    """Expects a refusal that begins with these words."""
    return pytest.raises((BadInput, Refused), match=rf"^{re.escape(words)}(?![\w.])")


class Scene(PlayedScene):
    """A scene that is played on, action by action."""

    game = GAME

    def __init__(self, options: Any = None, **characters: Mapping[str, Any]) -> None:
        super().__init__(options)
        for name, wanted in characters.items():
            self.do("join", character={"scores": SCORES, "name": name, **wanted})

    def state(self, name: str) -> tuple[int, str]:
        """A character's damage and state."""
        one = self.now.characters[name]
        return one.damage, one.state


# --- scenes to begin with -----------------------------------------------------------------------

ADA_FIRST = (12, 11, 2, 3)
"""Initiative of Ada and Bo that Ada wins."""


def duel(options: dict[str, Any] | None = None, **characters: dict[str, Any]) -> Scene:
    """Ada and Bo in a fight, Ada's turn not begun."""
    scene = Scene(options, **({"Ada": {}, "Bo": {}} | characters))
    assert scene.do("start-fight", *ADA_FIRST) == {"order": ["Ada", "Bo"]}
    return scene


def begun(options: dict[str, Any] | None = None, **characters: dict[str, Any]) -> Scene:
    """The same, Ada's turn begun."""
    scene = duel(options, **characters)
    scene.do("start-turn", who="Ada")
    return scene


def fallen(options: dict[str, Any] | None = None) -> Scene:
    """Ada stands, Bo is incapacitated with every box checked."""
    scene = Scene(options, Ada={}, Bo={})
    scene.do("take-damage", who="Bo", boxes=6)
    return scene


def dead(name: str = "Bo") -> Scene:
    scene = Scene(Ada={}, Bo={})
    scene.do("die", who=name)
    return scene
