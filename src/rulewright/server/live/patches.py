"""The changes of an event to the view of a table, computed once for all viewers who see the same."""

from threading import Lock
from typing import Any

import msgspec

from rulewright._bounded_dict import BoundedDict
from rulewright.server.live.frames import PatchView
from rulewright.table.diff import difference
from rulewright.table.log import Step
from rulewright.table.state import TableState
from rulewright.table.tables import Tables
from rulewright.table.views.table_view import shared_view

_KEPT = 500
_UNSEEN = frozenset(
    {"seq", "draws", "hidden_draws", "private", "private_of", "notes", "seats_given", "seat_names"}
    | {"played", "jumps", "automatic"}
)
"""The fields of a state that `shared_view` does not read; a message or a free roll changes no other."""
_SEEN = tuple(field for field in TableState.__struct_fields__ if field not in _UNSEEN)

_Key = tuple[str, int, bool]


class Patches:
    """The patches and shared views of the last events, by table, event and whether the viewer runs the game.

    Both sides of a patch are redacted views, so that it contains nothing the viewer may not see.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._lock = Lock()
        self._views: BoundedDict[_Key, Any] = BoundedDict(_KEPT)
        self._patches: BoundedDict[_Key, list[PatchView]] = BoundedDict(_KEPT)

    def shared(self, table: str, step: Step, is_gm: bool) -> list[PatchView]:
        """The changes of an event to `shared_view`."""
        if all(getattr(step.before, field) is getattr(step.state, field) for field in _SEEN):
            return []
        key = (table, step.event.seq, is_gm)
        found = self._patches.get(key)
        if found is None:
            before, after = self._view(table, step.before, is_gm), self._view(table, step.state, is_gm)
            changes = difference(before, after)
            found = [PatchView(list(one.path), one.value, one.gone) for one in changes if one.path != ("seq",)]
            with self._lock:
                self._patches[key] = found
        return found

    def _view(self, table: str, state: TableState, is_gm: bool) -> Any:
        key = (table, state.seq, is_gm)
        view = self._views.get(key)
        if view is None:
            view = msgspec.to_builtins(shared_view(self._tables.game(state), state, is_gm))
            with self._lock:
                self._views[key] = view
        return view
