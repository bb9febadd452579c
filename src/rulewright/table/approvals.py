"""Approvals: a value that another seat sets waits until the GM, or the player it belongs to, approves or changes it."""

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct

from rulewright.game import Game
from rulewright.game.actions import Action
from rulewright.game.plain_data import plain
from rulewright.game.who_may import ACTOR, GM, Depends, setter_of
from rulewright.rules import BadInput
from rulewright.table.errors import Forbidden
from rulewright.table.events import ActionRequested, AnswerAwaited, NeededAnswer
from rulewright.table.perform import Attempt, scene_of, table_options
from rulewright.table.state import Keeper, TableState

APPROVE, REFUSE = "approve", "refuse"
BY_GM = ""
"""Stands for the GM in place of a character whose player approves."""


class Approval(Struct, frozen=True):
    """An approval that an action needs: whose, and of which parameters; of the action itself if there are none."""

    who: str
    sets: tuple[str, ...]


class Verdict(Struct, frozen=True):
    """The answer to a proposal: approve or refuse, the values to change, and whether they hold from now on."""

    choices: tuple[Any, ...]
    changes: dict[str, Any]
    standing: bool

    @property
    def is_refusal(self) -> bool:
        """Whether it refuses; raises `BadInput` for anything but the two answers."""
        if self.choices not in ((APPROVE,), (REFUSE,)):
            raise BadInput(f"bad choice: {APPROVE} or {REFUSE}")
        return self.choices == (REFUSE,)


def with_requested(state: TableState, action: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of an action with the values from the GM's open requests."""
    return {**(requested(state, action, params.get("who")) or {}), **params}


def requested(state: TableState, action: str, who: Any) -> dict[str, Any] | None:
    """The values of the open requests for an action of a character; None when there is no request."""
    found = [one for one in state.requests.values() if one.action == action and who in one.of]
    found.sort(key=lambda one: not one.standing)
    return {name: value for one in found for name, value in one.params.items()} if found else None


def next_approval(
    game: Game, state: TableState, seat: str, attempt: Attempt, approved: Collection[str] = ()
) -> Approval | None:
    """The first approval that a seat's action still needs; `approved` lists those already given."""
    if attempt.what != "action" or state.seat(seat).is_gm:
        return None
    action, params = game.action(attempt.name), attempt.params
    action.arguments(params)
    asked = requested(state, action.name, params.get("who"))
    settled = {**_suggested(game, state, attempt), **(asked or {})}
    scene = scene_of(game, state)
    needed: dict[str, list[str]] = {}
    if asked is None and (action.approved or (action.name == game.joining and _in_fight(game, state, scene))):
        needed[BY_GM] = []
    for name in _non_default(action, params):
        if name not in settled or settled[name] != params[name]:
            who = _approver(state, scene, seat, action, name, params)
            if who is not None:
                needed.setdefault(who, []).append(name)
    if state.settings.players_set:
        needed.pop(BY_GM, None)
    return next((Approval(who, tuple(names)) for who, names in needed.items() if who not in approved), None)


def _suggested(game: Game, state: TableState, attempt: Attempt) -> Mapping[str, Any]:
    """The parameters of the ready-made scene's first action, if the attempt is that action with the same parameters."""
    opening = game.opening_with(state.scene["characters"])
    if opening is None or opening.first[0] != attempt.name:
        return {}
    first: Mapping[str, Any] = plain(dict(opening.first[1]))
    return first if all(attempt.params.get(name) == value for name, value in first.items()) else {}


def is_own_way(state: TableState, scene: Any, seat: str, action: Action, picks: Mapping[str, Any]) -> bool:
    """Whether a seat may pick these values without their approval; approval of the action itself is not checked."""
    required = {one.name for one in action.parameters if one.required}
    return state.settings.players_set or all(
        _approver(state, scene, seat, action, name, picks) is None
        for name in _non_default(action, picks)
        if name not in required or isinstance(action.sets.get(name), Depends)
    )


def _in_fight(game: Game, state: TableState, scene: Any) -> bool:
    status = game.fight(scene, table_options(state))
    return status is not None and not status.over


def _non_default(action: Action, params: Mapping[str, Any]) -> list[str]:
    """The parameters that are given and differ from their defaults."""
    return [
        one.name
        for one in action.parameters
        if one.name in params and (one.required or params[one.name] != plain(one.default))
    ]


def _approver(
    state: TableState, scene: Any, seat: str, action: Action, name: str, params: Mapping[str, Any]
) -> str | None:
    """Who approves a parameter that a seat gives: the GM, a character's player, or None if it is the seat's own."""
    setter = setter_of(action, name, scene, params)
    if setter == ACTOR:
        return None
    if setter == GM:
        return BY_GM
    character = params.get(setter)
    if not isinstance(character, str) or character not in state.scene["characters"]:
        return None
    owner = state.keepers.get(character, Keeper()).seat
    if owner == seat:
        return None
    return character if owner in state.seats and state.seats[owner].role == "player" else BY_GM


def awaiting(attempt: Attempt, approval: Approval, pending: str, approved: tuple[str, ...] = ()) -> AnswerAwaited:
    """The event body of an action that waits for an approval; nothing has been rolled for it."""
    return AnswerAwaited(
        pending=pending,
        what=attempt.what,
        name=attempt.name,
        params=attempt.params,
        dice=(),
        choices=attempt.choices,
        need=NeededAnswer(
            "approve or refuse?", approval.who, choices=(APPROVE, REFUSE), approval=True, sets=approval.sets
        ),
        typed=attempt.is_typed,
        audience=attempt.audience,
        approved=approved,
    )


def preset(game: Game, state: TableState, attempt: Attempt) -> ActionRequested:
    """A standing request with the values that seats other than the actor's set in an action."""
    action, params, scene = game.action(attempt.name), attempt.params, scene_of(game, state)
    who = params.get("who")
    if not isinstance(who, str) or who not in state.scene["characters"]:
        raise BadInput(f"{attempt.name} cannot be approved once and for all: it has no acting character")
    values = {
        name: params[name] for name in _non_default(action, params) if setter_of(action, name, scene, params) == GM
    }
    return ActionRequested(attempt.name, values, (who,), standing=True)


def with_changes(
    game: Game, state: TableState, seat: str, begun: AnswerAwaited, changes: Mapping[str, Any]
) -> dict[str, Any]:
    """The parameters of an action as its approver changes them; the actor's own values stay."""
    action, params = game.action(begun.name), {**begun.params, **changes}
    scene, known = scene_of(game, state), {parameter.name for parameter in action.parameters}
    for name in changes:
        if name not in known:
            raise BadInput(f"unknown parameter: {name[:60]} (allowed: {', '.join(sorted(known))})")
    action.arguments(params)
    for name in changes:
        if not state.seat(seat).is_gm and _approver(state, scene, "", action, name, params) != begun.need.who:
            raise Forbidden(f"{name} of {begun.name} is not yours to set")
    return params
