"""Short ways to ask Twelves something, with plain data for answers."""

import re
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rulewright.games.twelves import GAME
from rulewright.plain import plain
from rulewright.rules import BadInput, Refused

SCORES = {"AGI": 9, "STR": 8, "FIN": 7, "INS": 6, "PRE": 5, "KNO": 4}
"""The default array in the order of the abilities: target numbers 11 to 16."""


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
    """The chance that a check succeeds, criticals included."""
    return 1 - chance("check", {"result": "failure"}, options, **params)


def sheet(options: Any = None, *then: Mapping[str, Any], **given: Any) -> dict[str, Any]:
    """A derived sheet after some actions."""
    if then:
        given["then"] = list(then)
    found: dict[str, Any] = GAME.derive("sheet", given, options)
    return found


def created(options: Any = None, **wanted: Any) -> Mapping[str, Any]:
    """A new character with the default scores unless told."""
    return GAME.new_sheet({"scores": SCORES, **wanted}, options)


def refuses(words: str) -> "pytest.RaisesExc[BadInput | Refused]":
    """Expects a refusal that begins with these words."""
    return pytest.raises((BadInput, Refused), match=rf"^{re.escape(words)}(?![\w.])")


class Scene:
    """A scene that is played on, action by action."""

    def __init__(self, options: Any = None, **characters: Mapping[str, Any]) -> None:
        self.options = GAME.table_options(options)
        self.now: Any = GAME.scene()
        for name, wanted in characters.items():
            self.do("join", character={"scores": SCORES, "name": name, **wanted})

    def do(self, action: str, *faces: int, **params: Any) -> dict[str, Any]:
        """Perform an action with these faces; what happened."""
        self.now, happened = GAME.act(action, self.now, params, self.options, faces=faces).outcome
        found: dict[str, Any] = plain(happened)
        return found

    def tried(self, action: str, seed: int, params: Mapping[str, Any]) -> None:
        """Perform an action with rolled dice and leave the scene as it was."""
        GAME.act(action, self.now, params, self.options, random=Random(seed))

    def refusal(self, action: str, **params: Any) -> str | None:
        """Why an action is not allowed now."""
        why = GAME.refusal(action, self.now, params, self.options)
        return None if why is None else str(why)

    def offers(self) -> set[tuple[str, str]]:
        """Who may do what now."""
        return {(offer.action, offer.who) for offer in GAME.legal_now(self.now, self.options)}

    def sheet(self, name: str) -> dict[str, Any]:
        """Somebody's sheet with all that follows from it."""
        return dict(GAME.show_sheet(self.options, self.now.characters[name]))

    def state(self, name: str) -> tuple[int, str]:
        """Somebody's damage and state."""
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
