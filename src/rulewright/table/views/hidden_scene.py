"""A scene whose hidden values are replaced by a mark: a rule that reads one raises `UndecidedRead`."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import Game, Secrets
from rulewright.game.undecided import UNDECIDED
from rulewright.table.perform import scene_of
from rulewright.table.state import TableState
from rulewright.table.views.secret_fields import Path, foe_places, hidden_fields, secret_places, value_at
from rulewright.table.views.viewer import Viewer, hidden_from


class Hidden(Struct, frozen=True):
    """The parts of a scene hidden from a viewer: the sheets of some characters, and some other places."""

    characters: tuple[str, ...] = ()
    paths: tuple[Path, ...] = ()

    def marked_in(self, scene: Any, secrets: Secrets) -> Any:
        """The scene with every hidden value replaced by a mark."""
        sheets = {name: _hide_fields(scene.characters[name], secrets) for name in self.characters}
        scene = replace(scene, characters={**scene.characters, **sheets})
        for path in self.paths:
            scene = _hide_path(scene, path)
        return scene


def hidden_in(game: Game, state: TableState, viewer: Viewer, odds: bool = False) -> Hidden:
    """The parts of a scene hidden from a viewer; no sheet is hidden for `odds`, if the table's settings show them."""
    if viewer.is_gm:
        return Hidden()
    if odds and state.settings.foe_odds:
        return Hidden((), tuple(_secret_now(game, state, viewer)))
    paths = (*_secret_now(game, state, viewer), *foe_places(game, state, viewer))
    return Hidden(tuple(sorted(hidden_from(state, viewer))), paths)


def known_scene(game: Game, state: TableState, hidden: Hidden) -> Any:
    """The scene of a table with every value hidden from a viewer replaced by a mark."""
    return hidden.marked_in(scene_of(game, state), game.secrets)


def _secret_now(game: Game, state: TableState, viewer: Viewer) -> list[Path]:
    """The game's secret places, without those that the viewer knows from the action that changed them last."""
    open_only = [tuple(place.split(".")) for place in game.secrets.open_only]
    others = [path for path in secret_places(game) if path not in open_only]
    unlisted = [(field,) for field in sorted(hidden_fields(game, state))]
    if all(value_at(state.scene, path) is None for path in others):
        changed = {field for field, one in state.hidden_changes.items() if one.knows != viewer.seat}
        open_only = [path for path in open_only if path[0] in changed]
    return [*unlisted, *others, *open_only]


def _hide_fields(sheet: Any, secrets: Secrets) -> Any:
    hidden = {field: UNDECIDED for field in sheet.__struct_fields__ if field not in secrets.foe_shows}
    in_part = {field: known(sheet) for field, known in secrets.foe_known.items() if field in hidden}
    return replace(sheet, **hidden | in_part)


def _hide_path(value: Any, path: Path) -> Any:
    """A struct or mapping with the value at one place replaced by a mark; unchanged where there is none."""
    first, rest = path[0], path[1:]
    if value is None or first not in (value if isinstance(value, dict) else value.__struct_fields__):
        return value
    inner = value[first] if isinstance(value, dict) else getattr(value, first)
    marked = _hide_path(inner, rest) if rest else UNDECIDED
    return {**value, first: marked} if isinstance(value, dict) else replace(value, **{first: marked})
