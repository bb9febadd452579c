"""The state of play, as far as every game has it: the characters who are there."""

from typing import Generic, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rulewright.rules import BadParameter, Refused

S = TypeVar("S")


class Said(Struct, frozen=True):
    """What an action without dice did, in words."""

    text: str


class SceneOf(Struct, Generic[S], frozen=True):
    """Everybody there, by name. A game's own scene adds its fights, clocks and pools."""

    characters: dict[str, S] = {}

    def sheet(self, name: str, parameter: str = "who") -> S:
        """Somebody's sheet; refuses a name that is not there under the parameter it was given for."""
        if name not in self.characters:
            raise BadParameter(parameter, f"one of {', '.join(self.characters) or 'nobody yet'}", name)
        return self.characters[name]

    def refuse_taken(self, name: str, rule: str | None = None) -> None:
        """Refuse a name that somebody there has already."""
        if name in self.characters:
            raise Refused(f"name in use: {name}", rule)

    def with_sheet(self, name: str, sheet: S) -> Self:
        """The scene with one sheet changed or added."""
        return replace(self, characters={**self.characters, name: sheet})
