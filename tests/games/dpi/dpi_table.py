"""Short ways to ask DPI something, with plain data for answers."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from asking import Asking, PlayedScene
from rulewright.game.plain_data import plain
from rulewright.games.dpi import GAME
from rulewright.rules import BadInput, Refused

OPERATOR = ["stamina", "reflexes", "dodging", "stealth", "tactics", "planning"]
RESEARCHER = ["medicine", "chemistry", "psychology", "history", "research", "forensics"]
VAMPIRE = {"role": "operator", "role_skills": OPERATOR, "ancestry": "vampire"}
"""An order without a fault."""


_ask = Asking(GAME)
outcome, chances, chance = _ask.outcome, _ask.chances, _ask.chance


def derive(what: str, options: Any = None, **given: Any) -> dict[str, Any]:
    """A derived value; `from_` stands for `from`."""
    named = {name.rstrip("_"): value for name, value in given.items()}
    found: dict[str, Any] = plain(GAME.derive(what, named, options))
    return found


def agent(options: Any = None, **wanted: Any) -> dict[str, Any]:
    """The derived values of a Vampire Operator, with changes."""
    return derive("agent", options, **{**VAMPIRE, **wanted})


def refuses(words: str) -> "pytest.RaisesExc[BadInput | Refused]":
    """Expects a refusal that begins with these words."""
    return pytest.raises((BadInput, Refused), match=rf"^{re.escape(words)}")


class Scene(PlayedScene):
    """A scene that is played on, action by action: agents by order, foes by what the referee says of them."""

    game = GAME

    def __init__(self, options: Any = None, **characters: Mapping[str, Any]) -> None:
        super().__init__(options)
        for name, wanted in characters.items():
            if "foe" in wanted:
                self.do("foe", name=name, **{field: value for field, value in wanted.items() if field != "foe"})
            else:
                given = {field: value for field, value in wanted.items() if field not in ("space", "edit")}
                self.do("join", character={**VAMPIRE, "name": name, **given}, space=wanted.get("space", [0, 0]))
                if "edit" in wanted:
                    self.do("edit", who=name, changes=wanted["edit"])
        self.do("set-scene", time="22:00")  # night, when a Vampire rolls as usual

    def __getitem__(self, name: str) -> Any:
        """A character's sheet."""
        return self.now.characters[name]

    def turn(self, who: str) -> None:
        """End turns until it is a character's, and begin it."""
        while self.now.fight.turn != who:
            if not self.now.fight.begun:
                self.do("start-turn", who=self.now.fight.turn)
            self.do("end-turn", who=self.now.fight.turn)
        if not self.now.fight.begun:
            self.do("start-turn", who=who)


ARMED: dict[str, Any] = {
    "stats": {"agility": 8, "luck": 7},
    "skills": {"firearms": 3, "explosives": 2},
    "equipment": {"shotgun": 1, "ammunition": 1, "grenades": 1},
}
GUN: dict[str, Any] = {"stats": {"agility": 8}, "skills": {"firearms": 3}, "equipment": {"revolver": 1, "stims": 1}}


def fight(options: Any = None, ada: Any = None, **foes: Any) -> Scene:
    """Ada, a Vampire Operator at [0, 0], against some foes; it is her turn."""
    scene = Scene(options, Ada=ada or GUN, **{name: {"foe": True, **seen} for name, seen in foes.items()})
    scene.do("start-fight")
    scene.turn("Ada")
    return scene
