"""Short ways to ask Untold Aeons something, with plain data for answers."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from asking import Asking, PlayedScene
from rulewright.games.untold_aeons import GAME
from rulewright.rules import BadInput, Refused

EVEN = {"dexterity": 3, "toughness": 3, "willpower": 3, "intellect": 3}


_ask = Asking(GAME)
outcome, chances, chance = _ask.outcome, _ask.chances, _ask.chance


def success(options: Any = None, **params: Any) -> Fraction:
    """The chance that a check succeeds."""
    return chance("check", {"result": "success"}, options, **params)


def derived(what: str, options: Any = None, **given: Any) -> Any:
    """A derived value."""
    return GAME.derive(what, given, options)


def created(options: Any = None, **wanted: Any) -> Mapping[str, Any]:
    """A new character with 3 in everything by default."""
    return GAME.new_sheet({"characteristics": EVEN, **wanted}, options)


def refuses(words: str) -> "pytest.RaisesExc[BadInput | Refused]":
    """Expects a refusal that contains these words."""
    return pytest.raises((BadInput, Refused), match=re.escape(words))


class Scene(PlayedScene):
    """A scene that is played on, action by action."""

    game = GAME

    def __init__(self, options: Any = None, **characters: Mapping[str, Any]) -> None:
        super().__init__(options)
        for name, wanted in characters.items():
            self.do("join", character={"characteristics": EVEN, "name": name, **wanted})

    @property
    def karma(self) -> tuple[int, int]:
        """The pools: players, Narrator."""
        return self.now.karma.players, self.now.karma.narrator
