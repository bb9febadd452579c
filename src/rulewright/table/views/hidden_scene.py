"""A scene in which what a viewer must not know is marked: a rule that reads it raises `UndecidedRead`."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from rulewright.game import Secrets
from rulewright.game.undecided import UNDECIDED


def hide_from_players(scene: Any, hidden: Iterable[str], secrets: Secrets) -> Any:
    """The scene with the game's secrets and the sheets of the characters in `hidden` marked."""
    sheets = {name: _hide_fields(scene.characters[name], secrets.foe_shows) for name in hidden}
    return hide_places(replace(scene, characters={**scene.characters, **sheets}), secrets.scene)


def hide_places(scene: Any, places: Iterable[str]) -> Any:
    """The scene with some places, written with dots, marked."""
    for place in places:
        scene = _hide_place(scene, place.split("."))
    return scene


def _hide_fields(sheet: Any, shown: Iterable[str]) -> Any:
    return replace(sheet, **{field: UNDECIDED for field in sheet.__struct_fields__ if field not in shown})


def _hide_place(value: Any, path: list[str]) -> Any:
    """A struct with one place in it marked; unchanged where there is nothing at that place."""
    if value is None:
        return None
    inner = UNDECIDED if len(path) == 1 else _hide_place(getattr(value, path[0]), path[1:])
    return replace(value, **{path[0]: inner})
