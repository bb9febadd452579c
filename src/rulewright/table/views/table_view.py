"""Redacted views of the table itself: seats, characters, scene, fight and pending actions.

A game declares its secrets (`Game.secrets`); `secret_fields` removes them.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rulewright.game import FightStatus, Game
from rulewright.game.plain_data import plain
from rulewright.game.trackers import tracked
from rulewright.table.perform import scene_of, table_options
from rulewright.table.state import Keeper, OpenRequest, TableState
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.event_view import pending_view
from rulewright.table.views.secret_fields import (
    redact_scene,
    redact_sheet,
)
from rulewright.table.views.shapes import CharacterView, FairView, FightView, PendingView, TableView
from rulewright.table.views.viewer import Viewer, event_known_as, hidden_from, sees_fight, viewer_for


def view_table(tables: Tables, place: TableSeat, at: int | None = None, as_seat: str = "") -> TableView:
    """The table as a seat sees it, now or as it was after an event."""
    now = tables.state(place.table)
    viewer = viewer_for(now, place.seat, as_seat)
    state = now if at is None else tables.log(place.table).at(event_known_as(now, viewer, at))
    return view_state(tables.game(now), state, viewer)


def view_state(game: Game, state: TableState, viewer: Viewer) -> TableView:
    """The whole state as a viewer sees it."""
    return for_seat(game, state, viewer, shared_view(game, state, viewer.is_gm))


def for_seat(game: Game, state: TableState, viewer: Viewer, shared: TableView) -> TableView:
    """A shared view completed with the part for this viewer alone: the choices of pending decisions."""
    seq, imported = map(viewer.numbers.shown, (state.seq, state.imported))
    pending = pending_views(game, state, viewer)
    return replace(shared, seq=seq, imported=imported, pending=pending, you=viewer.seat)


def pending_views(game: Game, state: TableState, viewer: Viewer) -> list[PendingView]:
    """Every pending action as a viewer sees it."""
    return [pending_view(game, state, one.body, one.by, viewer) for one in state.pending.values()]


def shared_view(game: Game, state: TableState, is_gm: bool) -> TableView:
    """The part of the view that is the same for all players, or for all GMs: everything but pending actions."""
    viewer = Viewer("", is_gm)
    options, scene = table_options(state), scene_of(game, state)
    seen = {**redact_scene(game, state, viewer), **game.scene_derived(options, scene)}
    return TableView(
        seq=state.seq,
        game=state.game,
        title=state.settings.title,
        settings=state.settings,
        options=state.options,
        seats=state.seats,
        characters={name: _character(game, state, viewer, scene, options, name) for name in scene.characters},
        scene=seen,
        trackers=tracked(game.trackers, "scene", seen, game.words),
        fight=_fight_view(state, viewer, game.fight(scene, options)),
        pending=[],
        requests=_requests_view(game, state, viewer),
        fair=fair_view(state),
        closed=state.closed,
        imported=state.imported,
        you="",
    )


def fair_view(state: TableState) -> FairView:
    """How far the dice can be verified; the same for every viewer."""
    rounds = state.rounds
    return FairView(
        protocol=state.protocol,
        commitment=state.commitment,
        hidden_commitment=state.hidden_commitment,
        seats=list(rounds.seats),
        committed=list(rounds.committed),
        shown=list(rounds.shown),
        seed=state.seed,
    )


def _character(game: Game, state: TableState, viewer: Viewer, scene: Any, options: Any, name: str) -> CharacterView:
    keeper = state.keepers.get(name, Keeper())
    plan = state.plans.get(name, "") if viewer.is_gm else ""
    sheet = plain(game.show_sheet(options, scene.characters[name]))
    is_out = game.fights is not None and not game.fights.can_act(scene, options, name)
    seen = redact_sheet(game, state, viewer, name, sheet)
    trackers = tracked(game.trackers, "sheet", seen, game.words)
    return CharacterView(keeper.seat, keeper.shown, seen, plan, trackers, is_out)


def _requests_view(game: Game, state: TableState, viewer: Viewer) -> dict[str, OpenRequest]:
    secrets: Mapping[str, tuple[str, ...]] = {} if viewer.is_gm else game.secrets.outcomes
    return {
        number: replace(
            one, params={name: value for name, value in one.params.items() if name not in secrets.get(one.action, ())}
        )
        for number, one in state.requests.items()
    }


def _fight_view(state: TableState, viewer: Viewer, fight: FightStatus | None) -> FightView | None:
    """The fight, if the viewer sees a fighter; remaining actions of a character, for viewers of that sheet."""
    if fight is None or not sees_fight(state, viewer, fight.order):
        return None
    hidden = hidden_from(state, viewer)
    left = {} if fight.turn in hidden else fight.left
    visible = {what: count for what, count in left.items() if not any(what.startswith(f"{name} ") for name in hidden)}
    line = fight.line
    if line is not None and fight.turn in hidden:
        line = replace(line, bands=())  # they would reveal the weapons on a hidden sheet
    return FightView(
        list(fight.order),
        fight.round,
        fight.turn,
        visible,
        fight.over,
        fight.winner,
        dict(fight.due),
        line,
        fight.last_round,
    )
