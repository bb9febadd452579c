"""Turns that begin automatically: an event begins the next turn when a turn ends or a fight starts."""

from msgspec.structs import replace

from rulewright.game import Game
from rulewright.rules import BadInput, Refused
from rulewright.table.approvals import with_requested
from rulewright.table.events import ActionTaken, AnswerAwaited, Event, EventBody, RollMade
from rulewright.table.fold import fold
from rulewright.table.perform import Attempt, AttemptAtTable, Performing, scene_of, table_options
from rulewright.table.seeds.draws import draw_for, has_hidden_dice, in_stream, stream_of
from rulewright.table.state import TableState
from rulewright.table.table_dice import TableDice
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.viewer import public_number

MOST_AUTOMATIC = 300
"""Events in a row that follow automatically from one; a GM begins the next turn."""


def with_turn_starts(
    tables: Tables, place: TableSeat, state: TableState, bodies: list[EventBody], typed: bool, performing: Performing
) -> list[EventBody]:
    """These events, followed by an event for each turn that begins automatically after them.

    The player begins the turn instead if beginning it rolls dice and they are typed in, or if it takes more parameters
    than a name: the player and the GM set Tags and difficulties.
    """
    game = tables.game(state)
    if not state.settings.auto_turns or game.fights is None or not game.fights.begin:
        return bodies
    found, folded = list(bodies), 0
    while isinstance(last := found[-1], ActionTaken) and _moves_the_fight(last) and len(found) < MOST_AUTOMATIC:
        for body in found[folded:]:
            state = fold(state, Event(state.seq + 1, tables.timestamp(), place.seat, body))
        folded = len(found)
        begun = _begun(tables, game, place, state, typed, performing)
        if begun is None:
            break
        found.append(begun)
    return found


def _moves_the_fight(done: ActionTaken) -> bool:
    return any(len(change.path) > 1 and change.path[1] != "characters" for change in done.changes)


def _begun(
    tables: Tables, game: Game, place: TableSeat, state: TableState, typed: bool, performing: Performing
) -> ActionTaken | AnswerAwaited | None:
    """The event that begins the next turn; None if there is none, or its player has to begin it."""
    rules, scene, options = game.fights, scene_of(game, state), table_options(state)
    status = game.fight(scene, options)
    if rules is None or status is None or status.over:
        return None
    who = rules.turn_to_begin(scene, options)
    if who is None:
        return None
    params = with_requested(state, rules.begin, {"who": who})
    seq, pending = state.seq + 1, f"p{public_number(state)}"
    attempt = Attempt("action", rules.begin, params)
    made = AttemptAtTable(game, state, attempt, TableDice((), (), None, seq), pending)
    try:
        done = performing(made._replace(attempt=replace(attempt, faces=())))
        if isinstance(done, AnswerAwaited) and not (typed and done.need.choices):
            if done.need.sides and (typed or len(game.action(rules.begin).parameters) > 1):
                return None
            stream, hidden = stream_of(place.seat, attempt), has_hidden_dice(game, attempt)
            draw = draw_for(tables, place.table, state, seq, stream, hidden)
            done = in_stream(state, performing(made._replace(dice=TableDice((), (), draw, seq))), stream, hidden)
    except (Refused, BadInput):
        return None
    assert not isinstance(done, RollMade)
    return replace(done, automatic=True, pending=pending if isinstance(done, AnswerAwaited) else "")
