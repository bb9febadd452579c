"""Short ways to ask Untold Aeons something, with plain data for answers."""

import re
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rulewright.games.untold_aeons import GAME
from rulewright.plain import plain
from rulewright.rules import BadInput, Refused

EVEN = {"dexterity": 3, "toughness": 3, "willpower": 3, "intellect": 3}


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


def success(options: Any = None, **params: Any) -> Fraction:
    """The chance that a check succeeds."""
    return chance("check", {"result": "success"}, options, **params)


def derived(what: str, options: Any = None, **given: Any) -> Any:
    """A derived value."""
    return GAME.derive(what, given, options)


def created(options: Any = None, **wanted: Any) -> Mapping[str, Any]:
    """A new character with 3 in everything unless told."""
    return GAME.new_sheet({"characteristics": EVEN, **wanted}, options)


def refuses(words: str) -> "pytest.RaisesExc[BadInput | Refused]":
    """Expects a refusal that contains these words."""
    return pytest.raises((BadInput, Refused), match=re.escape(words))


class Scene:
    """A scene that is played on, action by action."""

    def __init__(self, options: Any = None, **characters: Mapping[str, Any]) -> None:
        self.options = GAME.table_options(options)
        self.now: Any = GAME.scene()
        for name, wanted in characters.items():
            self.do("join", character={"characteristics": EVEN, "name": name, **wanted})

    def do(self, action: str, *faces: int, choices: tuple[str, ...] = (), **params: Any) -> dict[str, Any]:
        """Perform an action with these faces and decisions; what happened."""
        played = GAME.act(action, self.now, params, self.options, faces=faces, choices=choices)
        self.now, happened = played.outcome
        found: dict[str, Any] = plain(happened)
        return found

    def tried(self, action: str, seed: int, params: Mapping[str, Any]) -> None:
        """Perform an action with rolled dice and leave the scene as it was."""
        GAME.act(action, self.now, params, self.options, random=Random(seed))

    def refusal(self, action: str, **params: Any) -> str | None:
        """Why an action is not allowed now."""
        why = GAME.refusal(action, self.now, params, self.options)
        return None if why is None else str(why)

    def offers(self) -> dict[tuple[str, str], tuple[dict[str, Any], ...]]:
        """Who may do what now, and how."""
        return {(offer.action, offer.who): offer.choices for offer in GAME.legal_now(self.now, self.options)}

    def sheet(self, name: str) -> dict[str, Any]:
        """Somebody's sheet with all that follows from it."""
        return dict(GAME.show_sheet(self.options, self.now.characters[name]))

    @property
    def karma(self) -> tuple[int, int]:
        """The pools: players, Narrator."""
        return self.now.karma.players, self.now.karma.narrator
