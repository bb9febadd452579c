"""Short ways to ask a game something, with plain data for answers: what the tests of every game share."""

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from rulewright.game import Game
from rulewright.game.plain_data import plain

__all__ = ["Asking", "PlayedScene"]


class Asking:
    """One game, asked for its rolls."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def outcome(self, roll: str, *faces: int, options: Any = None, **params: Any) -> dict[str, Any]:
        """What a roll comes to with these faces."""
        found: dict[str, Any] = plain(self.game.play(roll, params, options, faces=faces).outcome)
        return found

    def chances(self, roll: str, options: Any = None, **params: Any) -> dict[tuple[Any, ...], Fraction]:
        """The exact odds of a roll; an outcome is the tuple of its fields in the inventory's order."""
        return {tuple(plain(found).values()): chance for found, chance in self.game.odds(roll, params, options).items()}

    def chance(self, roll: str, wanted: Mapping[str, Any], options: Any = None, **params: Any) -> Fraction:
        """The chance that the outcome's fields have the wanted values."""
        odds = self.game.odds(roll, params, options)
        return odds.where(lambda found: all(getattr(found, field) == value for field, value in wanted.items()))


class PlayedScene:
    """A scene that is played on, action by action."""

    game: ClassVar[Game]

    def __init__(self, options: Any = None) -> None:
        self.options = self.game.table_options(options)
        self.now: Any = self.game.scene()

    def do(self, action: str, *faces: int, choices: Any = (), **params: Any) -> dict[str, Any]:
        """Perform an action with these faces and decisions; what happened."""
        played = self.game.act(action, self.now, params, self.options, faces=faces, choices=choices)
        self.now, happened = played.outcome
        found: dict[str, Any] = plain(happened)
        return found

    def tried(self, action: str, seed: int, params: Mapping[str, Any]) -> None:
        """Perform an action with rolled dice and leave the scene as it was."""
        self.game.act(action, self.now, params, self.options, random=Random(seed))

    def refusal(self, action: str, **params: Any) -> str | None:
        """Why an action is not allowed now."""
        why = self.game.refusal(action, self.now, params, self.options)
        return None if why is None else str(why)

    def ways(self) -> dict[tuple[str, str], tuple[dict[str, Any], ...]]:
        """Who may do what now, and how."""
        return {(offer.action, offer.who): offer.choices for offer in self.game.legal_now(self.now, self.options)}

    def offers(self) -> set[tuple[str, str]]:
        """Who may do what now."""
        return set(self.ways())

    def sheet(self, name: str) -> dict[str, Any]:
        """A character's sheet with all that follows from it."""
        return dict(self.game.show_sheet(self.options, self.now.characters[name]))
