"""Short ways to ask Light & Dark something, with plain data for answers."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from rulewright.games.light_dark import GAME
from rulewright.plain import plain
from rulewright.rules import BadInput, Refused

ATTRIBUTES = {"strength": 1, "dexterity": 2, "insight": 0, "resolve": 1}
ASH: dict[str, Any] = {
    "name": "Ash",
    "archetype": "courier",
    "attributes": ATTRIBUTES,
    "advancements": [{"name": "extra-attribute", "attribute": "insight"}],
}
"""HP 9, Ego 4, and Insight 1 after the Advancement."""


def outcome(roll: str, *faces: int, options: Any = None, **params: Any) -> dict[str, Any]:
    """What a roll comes to with these faces."""
    found: dict[str, Any] = plain(GAME.play(roll, params, options, faces=faces).outcome)
    return found


def chances(roll: str, options: Any = None, **params: Any) -> dict[tuple[Any, ...], Fraction]:
    """The exact odds of a roll; an outcome is the tuple of its fields in the inventory's order."""
    return {tuple(plain(found).values()): chance for found, chance in GAME.odds(roll, params, options).items()}


def chance(roll: str, wanted: Mapping[str, Any], options: Any = None, **params: Any) -> Fraction:
    """The chance that the outcome's fields have the wanted values."""
    odds = GAME.odds(roll, params, options)
    return odds.where(lambda found: all(getattr(found, field) == value for field, value in wanted.items()))


def effects(die: str, cap: int = 30, options: Any = None) -> dict[int, Fraction]:
    """The exact odds of an Effect."""
    return {found.effect: part for found, part in GAME.odds("effect", {"die": die, "cap": cap}, options).items()}


def derive(what: str, options: Any = None, **given: Any) -> Any:
    """A derived value."""
    return GAME.derive(what, given, options)


def created(options: Any = None, **wanted: Any) -> Mapping[str, Any]:
    """A new character, Ash unless told otherwise."""
    return GAME.new_sheet(ASH | wanted, options)


def refuses(words: str) -> "pytest.RaisesExc[BadInput | Refused]":
    """Expects a refusal that begins with these words."""
    return pytest.raises((BadInput, Refused), match=rf"^{re.escape(words)}(?![\w])")


class Scene:
    """A scene that is played on, action by action."""

    def __init__(self, options: Any = None, **characters: Mapping[str, Any]) -> None:
        self.options = GAME.table_options(options)
        self.now: Any = GAME.scene()
        for name, wanted in characters.items():
            self.do("create", character={**ASH, "name": name, **wanted})

    def do(self, action: str, *faces: int, choose: tuple[str, ...] = (), **params: Any) -> dict[str, Any]:
        """Perform an action with these faces and decisions; what happened."""
        played = GAME.act(action, self.now, params, self.options, faces=faces, choices=choose)
        self.now, happened = played.outcome
        found: dict[str, Any] = plain(happened)
        return found

    def refusal(self, action: str, **params: Any) -> str:
        """Why an action is not allowed now, up to the colon; empty when it is."""
        why = GAME.refusal(action, self.now, params, self.options)
        return "" if why is None else str(why).split(":")[0]

    def offers(self) -> set[tuple[str, str]]:
        """Who may do what now."""
        return {(offer.action, offer.who) for offer in GAME.legal_now(self.now, self.options)}

    def sheet(self, name: str) -> dict[str, Any]:
        """Somebody's sheet with all that follows from it."""
        return dict(GAME.show_sheet(self.options, self.now.characters[name]))

    def state(self, name: str) -> tuple[int, int, str]:
        """Somebody's HP, Ego and status."""
        one = self.now.characters[name]
        return one.hp, one.ego, one.status
