"""A scene as somebody knows it: what is hidden from them is there, but a rule that looks at it is found out."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from rulewright.game import Secrets
from rulewright.game.undecided import UNSEEN


def as_players_know_it(scene: Any, hidden: Iterable[str], secrets: Secrets) -> Any:
    """The scene without what only the game master knows, and with the sheets of `hidden` out of sight."""
    return _with_sheets_veiled(without_places(scene, secrets.scene), hidden, secrets.foe_shows)


def without_places(scene: Any, places: Iterable[str]) -> Any:
    """The scene with some places, written with dots, out of sight: whatever asks anything of them raises `Looked`."""
    for place in places:
        scene = _without(scene, place.split("."))
    return scene


def _with_sheets_veiled(scene: Any, names: Iterable[str], shown: Iterable[str]) -> Any:
    """The scene with all but the fields that are shown of some characters out of sight."""
    sheets = {name: _veiled(scene.characters[name], shown) for name in names}
    return replace(scene, characters={**scene.characters, **sheets})


def _veiled(sheet: Any, shown: Iterable[str]) -> Any:
    return replace(sheet, **{field: UNSEEN for field in sheet.__struct_fields__ if field not in shown})


def _without(value: Any, path: list[str]) -> Any:
    """A struct with one place in it out of sight; as it is where there is nothing at that place."""
    if value is None:
        return None
    inner = UNSEEN if len(path) == 1 else _without(getattr(value, path[0]), path[1:])
    return replace(value, **{path[0]: inner})
