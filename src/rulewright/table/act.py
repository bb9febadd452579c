"""The operations of a seat at a table: act, roll, answer, withdraw, send a message. Each writes one event."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from rulewright.game import Game, Opening
from rulewright.game.plain_data import plain
from rulewright.rules import BadInput, Refused, shown
from rulewright.table.approvals import Approval, Verdict, awaiting, next_approval, preset, with_changes, with_requested
from rulewright.table.errors import Forbidden
from rulewright.table.events import (
    ActionRefused,
    AnswerAwaited,
    Attempted,
    Audience,
    Event,
    EventBody,
    MessageSent,
    PendingWithdrawn,
    Resolved,
    RollMade,
)
from rulewright.table.game_words import words_of
from rulewright.table.names import is_visible, look_alike
from rulewright.table.perform import READS_HIDDEN, Attempt, AttemptAtTable, Performing, begun_attempt, perform
from rulewright.table.permissions import (
    find_pending,
    own_pending,
    require_gm,
    require_permission,
    require_playing,
)
from rulewright.table.refusals import may_know, unknown_reason
from rulewright.table.seeds.draws import draw_for, has_hidden_dice, in_stream, require_no_open_dice, stream_of
from rulewright.table.state import PendingAction, TableState
from rulewright.table.table_dice import TableDice
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.turn_starts import with_turn_starts
from rulewright.table.undo import with_cause
from rulewright.table.views.event_view import sees_attempt
from rulewright.table.views.hidden_scene import hidden_in
from rulewright.table.views.secret_fields import redact_params
from rulewright.table.views.viewer import Viewer, public_number

_LONGEST_REASON = 4_000


def submit(
    tables: Tables,
    place: TableSeat,
    attempt: Attempt,
    key: str = "",
    expected: int | None = None,
    performing: Performing = perform,
) -> Event:
    """Carries out an attempt, or begins it and waits for an answer; the event says which.

    `performing` plays the rule; by default in this process.
    """

    def make(state: TableState) -> list[EventBody]:
        require_playing(state, place.seat)
        game = tables.game(state)
        allowed = replace(attempt, audience=_audience(state, place, attempt.audience), by=place.seat)
        if attempt.what == "action":
            allowed = replace(allowed, params=with_requested(state, attempt.name, attempt.params))
            require_permission(game, state, place.seat, attempt.name, allowed.params)
        _check_faces(tables, attempt.faces)
        require_no_open_dice(state, place.seat, attempt)
        if len(state.pending) >= tables.limits.waiting:
            raise Refused(
                f"too many pending actions: at most {tables.limits.waiting}; answer or withdraw one of them first"
            )
        pending = f"p{public_number(state)}"
        approval = next_approval(game, state, place.seat, allowed)
        if approval is not None:
            return [_proposed(game, state, place.seat, allowed, approval, pending, performing, tables.limits.proposals)]
        return _performed(tables, place, state, place.seat, allowed, pending, performing)

    return _not_refused(tables, place, tables.write(place, make, key, expected)[-1])


def answer(
    tables: Tables,
    place: TableSeat,
    pending: str,
    faces: tuple[int | str, ...] | None = None,
    choices: tuple[Any, ...] = (),
    key: str = "",
    expected: int | None = None,
    params: dict[str, Any] | None = None,
    standing: bool = False,
    performing: Performing = perform,
) -> Event:
    """Gives a pending action the faces, the decision or the approval it waits for; without faces the server rolls on.

    `params` are the changes that an approval makes; a standing one makes the GM's values a preset. The event carries
    the seat that answered; `begun_by` names the seat that began.
    """

    def make(state: TableState) -> list[EventBody]:
        require_playing(state, place.seat)
        found = own_pending(state, place.seat, pending)
        begun = found.body
        if begun.need.choices:
            _check_choice(begun, choices)
        _check_faces(tables, faces)
        if begun.need.approval:
            verdict = Verdict(choices, params or {}, standing)
            return _after_approval(tables, state, place, found, verdict, performing)
        if params or standing:
            raise BadInput("bad parameter: params are only for an action that waits for approval")
        if faces is not None and found.by != place.seat and not state.seat(place.seat).is_gm:
            raise Forbidden("the dice of this action are rolled by the seat that began it")
        game, seq = tables.game(state), state.seq + 1
        typed = faces is not None or (begun.typed and not begun.need.sides)
        again = begun_attempt(begun)
        if not begun.dice:  # its dice are thrown only now, perhaps after another attempt was begun
            require_no_open_dice(state, found.by, again)
        stream = begun.stream or stream_of(found.by, again)
        hidden = begun.hidden_dice if begun.stream else has_hidden_dice(game, again)
        draw = None if typed else draw_for(tables, place.table, state, seq, stream, hidden)

        def attempted(decided: tuple[Any, ...]) -> Attempt:
            return replace(begun_attempt(begun), choices=decided, by=place.seat, taken=len(begun.choices))

        def dice() -> TableDice:
            return TableDice(begun.dice, faces or (), draw, seq)

        def resumed(decided: tuple[Any, ...]) -> Attempted:
            done = performing(AttemptAtTable(game, state, attempted(decided), dice(), pending))
            return in_stream(state, done, stream, hidden)

        decided = (*begun.choices, *choices)
        try:
            try:
                done = resumed(decided)
            except BadInput:
                # Other seats have acted since, so that the decision may no longer come up.
                done = resumed(begun.choices)
                if isinstance(done, AnswerAwaited):
                    raise
        except (Refused, BadInput) as refused:
            return [_refused(game, state, place, attempted(decided), dice, refused, performing, found)]
        done = _finished(tables, game, state, found.by, attempted(decided), done)
        done = _with_beginner(done, found.by, place)
        return with_turn_starts(tables, place, state, [done], typed, performing)

    return _not_refused(tables, place, tables.write(place, make, key, expected)[-1])


def _check_choice(begun: AnswerAwaited, choices: tuple[Any, ...]) -> None:
    """Raises `BadInput` unless the first decision is one of the choices that the seat was shown."""
    allowed = f"{begun.need.name} is one of {', '.join(map(str, begun.need.choices))}"
    if not choices:
        raise BadInput(f"missing choice: {allowed}")
    if plain(choices[0]) not in plain(begun.need.choices):
        raise BadInput(f"bad choice: {allowed}, not {shown(str(choices[0]))}")


def _refused(
    game: Game,
    state: TableState,
    place: TableSeat,
    attempt: Attempt,
    dice: Callable[[], TableDice],
    refused: Refused | BadInput,
    performing: Performing,
    pending: PendingAction | None = None,
) -> ActionRefused:
    """Raises a refusal whose reason the seat may know; any other becomes an event, with the reason for the GM."""
    viewer = Viewer.of(state, place.seat)
    if pending is None:  # a request of the GM may have added values that are hidden from the seat
        is_seen = redact_params(game, state, viewer, attempt.name, attempt.params, place.seat) == attempt.params
    else:
        is_seen = sees_attempt(game, state, pending.body, pending.by, viewer)
    if is_seen and may_know(game, state, viewer, attempt, dice, refused, performing):
        raise refused
    return ActionRefused(attempt.name, attempt.params if is_seen else {}, str(refused)[:_LONGEST_REASON])


def _not_refused(tables: Tables, place: TableSeat, last: Event) -> Event:
    """The event that led to the last one; raises `Refused` if it says that the attempt was refused."""
    event = with_cause(tables.log(place.table).event, last)
    if isinstance(event.body, ActionRefused):
        raise Refused(unknown_reason(words_of(tables.state(place.table)).gm))
    return event


def withdraw(tables: Tables, place: TableSeat, pending: str) -> Event:
    """Withdraws a pending action; nothing has changed. With dice on the table it is forfeited, which only a GM may do.

    The event keeps the dice, so that everyone sees which dice were given up.
    """

    def make(state: TableState) -> list[EventBody]:
        require_playing(state, place.seat)
        found = find_pending(state, pending)
        if found.by != place.seat:
            require_gm(state, place.seat, "withdraw another player's action")
        if found.body.dice:
            require_gm(state, place.seat, "forfeit a roll after dice have been rolled")
        return [_withdrawn(found)]

    return tables.write(place, make)[0]


def say(
    tables: Tables, place: TableSeat, text: str, to_gm: bool = False, key: str = "", to: str = "", title: str = ""
) -> Event:
    """Sends a message to everyone, to the GM and co-GMs only, or to one seat; with a title it is kept as a note."""
    message = tables.clean_text(text, "message")
    heading = tables.clean_text(title, "title", tables.limits.name)
    if not message and not heading:
        raise BadInput("empty message: type at least one letter")
    if to and to_gm:
        raise BadInput("bad parameter: a message goes to the GM or to a seat, not to both")

    def make(state: TableState) -> list[EventBody]:
        state.seat(place.seat)
        if to and (to == place.seat or to not in state.seats):
            raise BadInput(f"bad parameter: to must be another seat at the table, not {shown(to)}")
        if heading and not message and f"{place.seat} {heading}" not in state.notes:
            raise BadInput(f"no note: you have none called {shown(heading)}")
        if heading and f"{place.seat} {heading}" not in state.notes:
            own = sum(note.by == place.seat for note in state.notes.values())
            if own >= tables.limits.notes:
                raise Refused(f"too many notes: at most {tables.limits.notes}; remove one first")
            if len(state.notes) >= tables.limits.table_notes:
                raise Refused(f"too many notes at this table: at most {tables.limits.table_notes:,}; remove one first")
        if heading and message:
            others = [note for name, note in state.notes.items() if name != f"{place.seat} {heading}"]
            own = sum(len(note.text) for note in others if note.by == place.seat)
            every = sum(len(note.text) for note in others)
            if own + len(message) > tables.limits.seat_notes_text or every + len(message) > tables.limits.notes_text:
                raise Refused(
                    f"too long: all your notes may have {tables.limits.seat_notes_text:,} characters, and all notes at "
                    f"this table {tables.limits.notes_text:,}; remove one first"
                )
        audience: Literal["everyone", "gm", "private"] = "private" if to else "gm" if to_gm else "everyone"
        return [MessageSent(message, audience, to, heading)]

    return tables.write(place, make, key)[0]


def _audience(state: TableState, place: TableSeat, wanted: Audience) -> Audience:
    if wanted == "gm" and not state.seat(place.seat).is_gm:
        return "private"  # a player who rolls for the GM alone still knows what they rolled
    return wanted


def _check_faces(tables: Tables, faces: tuple[int | str, ...] | None) -> None:
    if faces is not None and len(faces) > tables.limits.faces:
        raise BadInput(f"too many dice: at most {tables.limits.faces:,} at once, not {len(faces):,}")


def _withdrawn(found: PendingAction) -> PendingWithdrawn:
    begun = found.body
    return PendingWithdrawn(begun.pending, begun.name, begun.params, begun.dice, begun.audience, found.by)


def _with_beginner(done: Attempted, by: str, place: TableSeat) -> Attempted:
    return replace(done, begun_by=by) if isinstance(done, Resolved) and by != place.seat else done


def _proposed(
    game: Game,
    state: TableState,
    seat: str,
    attempt: Attempt,
    approval: Approval,
    pending: str,
    performing: Performing,
    most: int,
) -> AnswerAwaited:
    """An action that waits for an approval, if it would be legal with it as far as the seat may know."""
    own = sum(one.by == seat and one.body.need.approval for one in state.pending.values())
    if own >= most:
        raise Refused(f"{own} of your actions wait for approval: withdraw one of them first")
    untried = replace(attempt, faces=(), choices=())
    hidden = hidden_in(game, state, Viewer.of(state, seat))
    try:
        performing(AttemptAtTable(game, state, untried, TableDice((), (), None, state.seq + 1), pending, hidden))
    except BadInput as refused:
        if str(refused) != READS_HIDDEN:  # the approver learns the reason
            raise
    return awaiting(attempt, approval, pending)


def _after_approval(
    tables: Tables, state: TableState, place: TableSeat, found: PendingAction, verdict: Verdict, performing: Performing
) -> list[EventBody]:
    """The events after an approval or a refusal: the action with the approved values, or a wait for the next answer."""
    begun = found.body
    if verdict.is_refusal:
        return [_withdrawn(found)]
    game = tables.game(state)
    params = with_changes(game, state, place.seat, begun, verdict.changes)
    attempt = replace(begun_attempt(begun), params=params, by=found.by)
    approved = (*begun.approved, begun.need.who)
    presets: list[EventBody] = []
    if verdict.standing:
        require_gm(state, place.seat, "set values once and for all")
        if len(state.requests) >= tables.limits.requests:
            raise Refused(f"too many open requests: at most {tables.limits.requests}; cancel one first")
        presets = [preset(game, state, attempt)]
    approval = next_approval(game, state, found.by, attempt, approved)
    if approval is not None:
        return [*presets, awaiting(attempt, approval, begun.pending, approved)]
    require_no_open_dice(state, found.by, attempt)
    return _performed(tables, place, state, found.by, attempt, begun.pending, performing, found, presets)


def _performed(
    tables: Tables,
    place: TableSeat,
    state: TableState,
    by: str,
    attempt: Attempt,
    pending: str,
    performing: Performing,
    found: PendingAction | None = None,
    before: Sequence[EventBody] = (),
) -> list[EventBody]:
    """The events of an attempt: those given as `before`, the attempt itself, and the turns that begin after it.

    `by` is the seat that began the attempt; `found` is the attempt if it was pending.
    """
    game, seq = tables.game(state), state.seq + 1 + len(before)
    stream, hidden = stream_of(by, attempt), has_hidden_dice(game, attempt)
    draw = None if attempt.is_typed else draw_for(tables, place.table, state, seq, stream, hidden)

    def dice() -> TableDice:
        return TableDice((), attempt.faces or (), draw, seq)

    try:
        done = performing(AttemptAtTable(game, state, attempt, dice(), pending))
    except (Refused, BadInput) as refused:
        return [_refused(game, state, place, attempt, dice, refused, performing, found)]
    done = in_stream(state, _finished(tables, game, state, by, attempt, done), stream, hidden)
    bodies = [*before, _with_beginner(done, by, place)]
    return with_turn_starts(tables, place, state, bodies, attempt.is_typed, performing)


def _finished(
    tables: Tables,
    game: Game,
    state: TableState,
    by: str,
    attempt: Attempt,
    body: Attempted,
) -> Attempted:
    """The body of an attempt's event. A character that a player brings in belongs to that player."""
    if isinstance(body, AnswerAwaited):
        return body
    if body.pending not in state.pending:
        body = replace(body, pending="")  # it was never pending
    if isinstance(body, RollMade):
        return body
    present = state.scene["characters"]
    arrived = [
        change.path[2]
        for change in body.changes
        if len(change.path) == 3 and change.path[1] == "characters" and change.path[2] not in present
    ]
    if len(present) + len(arrived) > tables.limits.characters:
        raise Refused(f"the table is full: at most {tables.limits.characters} characters")
    if not all(map(is_visible, arrived)):
        raise Refused("bad name: a character's name has at least one letter or digit")
    if attempt.name == game.joining and arrived and not state.seat(by).is_gm:
        if look_alike(arrived[0], present):
            raise Refused("bad name: it looks like that of another character; choose another")
        body = replace(body, owns=arrived[0])
    return body


def set_up(tables: Tables, place: TableSeat, opening: Opening, seat: str = "") -> None:
    """Plays a ready-made scene, and assigns its heroes to a seat, or shows them to everyone."""
    take_steps(tables, place, opening)
    show_heroes(tables, place, opening, seat)


def take_steps(tables: Tables, place: TableSeat, opening: Opening) -> None:
    """Plays the actions of a ready-made scene."""
    for action, params in opening.steps:
        submit(tables, place, Attempt("action", action, dict(params)))


def show_heroes(tables: Tables, place: TableSeat, opening: Opening, seat: str = "") -> None:
    """Assigns the heroes of a ready-made scene to a seat, or shows them to everyone."""
    for hero in opening.heroes:
        tables.assign(place, hero, seat, shown=not seat)
