"""The GM's operations: request rolls, change options and settings, set plans, reveal. Each writes one event."""

from typing import Any

import msgspec
from msgspec.structs import replace

from rulewright.rules import BadInput, Refused, shown
from rulewright.rules.decoding import ready
from rulewright.table import events
from rulewright.table.diff import difference
from rulewright.table.errors import NotFound
from rulewright.table.events import Event, EventBody
from rulewright.table.permissions import require_character, require_gm, require_playing
from rulewright.table.state import TableState
from rulewright.table.tables import Tables, TableSeat


def request_action(
    tables: Tables,
    place: TableSeat,
    action: str,
    params: dict[str, Any],
    of: tuple[str, ...],
    words: str,
    standing: bool = False,
) -> Event:
    """Asks characters for an action; the request stays open until each of them has taken it.

    A standing one is a preset, which stays until it is cancelled.
    """

    def make(state: TableState) -> list[EventBody]:
        require_gm(state, place.seat, "ask for rolls")
        require_playing(state, place.seat)
        known = [parameter.name for parameter in tables.game(state).action(action).parameters]
        for name in params:
            if name not in known:
                raise BadInput(f"unknown parameter: {name[:60]} (allowed: {', '.join(known)})")
        for one in of:
            require_character(state, one)
        if not of:
            raise BadInput("missing parameter: of must name at least one character")
        if len(state.requests) >= tables.limits.requests:
            raise Refused(f"too many open requests: at most {tables.limits.requests}; cancel one first")
        return [events.ActionRequested(action, params, of, tables.clean_text(words, "message"), standing)]

    return tables.write(place, make)[0]


def cancel_request(tables: Tables, place: TableSeat, request: int) -> Event:
    """Cancels a request of the GM's, by its number in the view of the table."""

    def make(state: TableState) -> list[EventBody]:
        require_gm(state, place.seat, "cancel a request")
        require_playing(state, place.seat)
        if str(request) not in state.requests:
            raise NotFound(f"there is no open request {request}")
        return [events.RequestCancelled(request)]

    return tables.write(place, make)[0]


def change_options(tables: Tables, place: TableSeat, options: dict[str, Any]) -> Event:
    """Changes options of the game at this table; None restores the default."""

    def make(state: TableState) -> list[EventBody]:
        require_gm(state, place.seat, "change the options")
        require_playing(state, place.seat)
        merged = {name: value for name, value in (state.options | options).items() if value is not None}
        tables.game(state).table_options(merged)
        return [events.OptionsChanged(options, difference({"options": state.options}, {"options": merged}))]

    return tables.write(place, make)[0]


def change_settings(tables: Tables, place: TableSeat, changed: dict[str, Any]) -> Event:
    """Changes the table's settings."""

    def make(state: TableState) -> list[EventBody]:
        require_gm(state, place.seat, "change the settings")
        allowed = events.TableSettings.__struct_fields__
        for name, value in changed.items():
            if name not in allowed:
                raise BadInput(f"unknown setting: {name[:60]} (allowed: {', '.join(allowed)})")
            kind = type(getattr(state.settings, name))
            if kind is not tuple and not isinstance(value, kind):
                raise BadInput(f"bad setting: {name} must be {'text' if kind is str else 'true or false'}")
        fresh = dict(changed)
        if "zones" in fresh:
            fresh["zones"] = _zones(tables, state, fresh["zones"])
        if "title" in fresh:
            fresh["title"] = tables.clean_text(fresh["title"], "title", tables.limits.name) or state.settings.title
        plans = tables.game(state).plan_names
        if fresh.get("foe_plan", plans[0]) not in plans:
            raise BadInput(f"bad setting: foe_plan must be one of {', '.join(plans)}")
        return [events.SettingsChanged(replace(state.settings, **fresh))]

    return tables.write(place, make)[0]


def _zones(tables: Tables, state: TableState, given: Any) -> tuple[events.Zone, ...]:
    """Zones as they are stored: with distinct names, and each character in at most one of them."""
    try:
        zones: tuple[events.Zone, ...] = msgspec.convert(given, ready(events.Zones))
    except msgspec.ValidationError as wrong:
        raise BadInput(f"bad setting: zones: {wrong}") from None
    zones = tuple(replace(one, name=tables.clean_text(one.name, "zone", 40)) for one in zones)
    names, there = [one.name for one in zones], [name for one in zones for name in one.who]
    if len(set(names)) < len(names) or "" in names:
        raise BadInput("bad setting: zones: each needs a different name")
    strangers = set(there) - set(state.scene["characters"])
    if strangers or len(set(there)) < len(there):
        raise BadInput("bad setting: zones must hold characters of this table, each in one zone")
    return zones


def assign_plan(tables: Tables, place: TableSeat, character: str, plan: str) -> Event:
    """Sets the plan that a character follows when the GM lets it act automatically; "" for the table's own plan."""

    def make(state: TableState) -> list[EventBody]:
        require_gm(state, place.seat, "set plans")
        require_playing(state, place.seat)
        require_character(state, character)
        plans = tables.game(state).plan_names
        if plan and plan not in plans:
            raise BadInput(f"unknown plan: {shown(plan)} (allowed: {', '.join(plans)})")
        return [events.PlanAssigned(character, plan)]

    return tables.write(place, make)[0]


def reveal(tables: Tables, place: TableSeat, seq: int) -> Event:
    """Reveals a hidden roll to everyone."""

    def make(state: TableState) -> list[EventBody]:
        require_gm(state, place.seat, "reveal a roll")
        if not isinstance(tables.log(place.table).event(seq).body, events.Resolved):
            raise Refused(f"event {seq} is not a roll")
        return [events.RollRevealed(seq)]

    return tables.write(place, make)[0]
