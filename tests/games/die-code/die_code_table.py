"""Short ways to ask Die Code something, with plain data for answers."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from asking import Asking, PlayedScene
from rulewright.games.die_code import GAME
from rulewright.rules import BadInput, Refused

_ask = Asking(GAME)
outcome, chances, chance = _ask.outcome, _ask.chances, _ask.chance


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
    """A new character called Ada by default."""
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


class Scene(PlayedScene):
    """A scene with Ada and Bert that is played on, action by action."""

    game = GAME

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.do("join", character={"name": "Ada", **ADA})
        self.do("join", character={"name": "Bert", **BERT})

    def status(self) -> Any:
        """The running contest or chase."""
        return GAME.fight(self.now, self.options)
