"""Short ways to ask Light & Dark something, with plain data for answers."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from asking import Asking, PlayedScene
from rulewright.games.light_dark import GAME
from rulewright.rules import BadInput, Refused

ATTRIBUTES = {"strength": 1, "dexterity": 2, "insight": 0, "resolve": 1}
ASH: dict[str, Any] = {
    "name": "Ash",
    "archetype": "courier",
    "attributes": ATTRIBUTES,
    "advancements": [{"name": "extra-attribute", "attribute": "insight"}],
}
"""HP 9, Ego 4, and Insight 1 after the Advancement."""


_ask = Asking(GAME)
outcome, chances, chance = _ask.outcome, _ask.chances, _ask.chance


def effects(die: str, cap: int = 30, options: Any = None) -> dict[int, Fraction]:
    """The exact odds of an Effect."""
    return {found.effect: part for found, part in GAME.odds("effect", {"die": die, "cap": cap}, options).items()}


def derive(what: str, options: Any = None, **given: Any) -> Any:
    """A derived value."""
    return GAME.derive(what, given, options)


def created(options: Any = None, **wanted: Any) -> Mapping[str, Any]:
    """A new character, called Ash by default."""
    return GAME.new_sheet(ASH | wanted, options)


def refuses(words: str) -> "pytest.RaisesExc[BadInput | Refused]":
    """Expects a refusal that begins with these words."""
    return pytest.raises((BadInput, Refused), match=rf"^{re.escape(words)}(?![\w])")


class Scene(PlayedScene):
    """A scene that is played on, action by action."""

    game = GAME

    def __init__(self, options: Any = None, **characters: Mapping[str, Any]) -> None:
        super().__init__(options)
        for name, wanted in characters.items():
            self.do("create", character={**ASH, "name": name, **wanted})

    def refusal(self, action: str, **params: Any) -> str:
        """Why an action is not allowed now, up to the colon; empty when it is."""
        why = GAME.refusal(action, self.now, params, self.options)
        return "" if why is None else str(why).split(":")[0]

    def state(self, name: str) -> tuple[int, int, str]:
        """A character's HP, Ego and status."""
        one = self.now.characters[name]
        return one.hp, one.ego, one.status
