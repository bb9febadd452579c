"""Short ways to ask Die Code something, with plain data for answers."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from rulewright.games.die_code import GAME
from rulewright.plain import plain
from rulewright.rules import BadInput, Refused


def outcome(roll: str, *faces: int, options: Any = None, **params: Any) -> dict[str, Any]:
    """What a roll comes to with these faces."""
    found: dict[str, Any] = plain(GAME.play(roll, params, options, faces=faces).outcome)
    return found


def chances(roll: str, options: Any = None, **params: Any) -> dict[tuple[Any, ...], Fraction]:
    """The exact odds of a roll; an outcome is the tuple of its fields."""
    return {tuple(plain(found).values()): chance for found, chance in GAME.odds(roll, params, options).items()}


def chance(roll: str, wanted: Mapping[str, Any], options: Any = None, **params: Any) -> Fraction:
    """The chance that the outcome's fields have the wanted values."""
    odds = GAME.odds(roll, params, options)
    return odds.where(lambda found: all(getattr(found, field) == value for field, value in wanted.items()))


def success(options: Any = None, **params: Any) -> Fraction:
    """The chance that a check succeeds."""
    return chance("check", {"result": "success"}, options, **params)


def totals(options: Any = None, **params: Any) -> dict[int, Fraction]:
    """The exact odds of every total."""
    return {total: one for (total,), one in chances("total", options, **params).items()}


def derive(what: str, options: Any = None, **params: Any) -> Any:
    """A derived value."""
    return GAME.derive(what, params, options)


def created(options: Any = None, **wanted: Any) -> Mapping[str, Any]:
    """A new character called Ada unless told."""
    return GAME.new_sheet({"name": "Ada", **wanted}, options)


def refuses(words: str) -> "pytest.RaisesExc[BadInput | Refused]":
    """Expects a refusal with these words in it."""
    return pytest.raises((BadInput, Refused), match=re.escape(words))


ADA = {
    "attributes": {"agility": "2d+2", "wits": "2d"},
    "skills": {
        "climb": {"attribute": "agility", "code": "1d+2"},
        "locks": {"attribute": "wits", "code": "2d"},
    },
    "equipment": {"picks": "1d", "knife": "1d+2"},
}
BERT = {
    "attributes": {"body": "2d+1"},
    "skills": {"chase": {"attribute": "body", "code": "2d"}},
    "size": "large",
    "move": 7,
}


class Scene:
    """A scene with Ada and Bert that is played on, action by action."""

    def __init__(self, options: Any = None) -> None:
        self.options = GAME.table_options(options)
        self.now: Any = GAME.scene()
        self.do("join", character={"name": "Ada", **ADA})
        self.do("join", character={"name": "Bert", **BERT})

    def do(self, action: str, *faces: int, **params: Any) -> dict[str, Any]:
        """Perform an action with these faces; what happened."""
        self.now, happened = GAME.act(action, self.now, params, self.options, faces=faces).outcome
        found: dict[str, Any] = plain(happened)
        return found

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

    def status(self) -> Any:
        """The running contest or chase."""
        return GAME.fight(self.now, self.options)
