"""The part of a scene that every game has: its characters."""

from typing import Any, Generic, Protocol, Self, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from rulewright.rules import BadParameter, Refused


class Named(Protocol):
    """A sheet: a struct with a name."""

    @property
    def name(self) -> str:
        """The character's name."""


S = TypeVar("S", bound=Named)


class Said(Struct, frozen=True):
    """The outcome of an action without dice, in words."""

    text: str


class SceneOf(Struct, Generic[S], frozen=True):
    """The characters by name. A game's own scene adds its fights, clocks and pools."""

    characters: dict[str, S] = {}

    def sheet(self, name: str, parameter: str = "who") -> S:
        """A character's sheet; refuses an unknown name under the parameter it was given for."""
        if name not in self.characters:
            raise BadParameter(parameter, self.characters, name)
        return self.characters[name]

    def refuse_taken(self, name: str, rule: str | None = None) -> None:
        """Refuse a name that another character has."""
        if name in self.characters:
            raise Refused(f"name in use: {name}", rule)

    def with_sheet(self, name: str, sheet: S) -> Self:
        """The scene with one sheet changed or added."""
        return replace(self, characters={**self.characters, name: sheet})

    def joined(self, sheet: S, rule: str | None = None, noun: str = "Character") -> tuple[Self, Said]:
        """The scene with a new character, numbered if it has no name; refuses a name in use by `rule`."""
        name = sheet.name or f"{noun} {len(self.characters) + 1}"
        self.refuse_taken(name, rule)
        named: S = sheet if sheet.name else replace(cast("Any", sheet), name=name)
        return self.with_sheet(name, named), Said(f"{name} joins")
