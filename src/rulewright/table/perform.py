"""Carrying out an action or a roll at the table, as far as the dice and decisions at hand allow."""

from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec import Struct

from rulewright.dice import FaceError
from rulewright.dice.notation import Notation, NotationError, notation
from rulewright.game import Game
from rulewright.game.plain_data import plain
from rulewright.readings import ChoiceError, Need, Played, play
from rulewright.rules import BadInput
from rulewright.table.changes import difference
from rulewright.table.dice_source import Thrown
from rulewright.table.events import Acted, Audience, Needed, Rolled, Waiting
from rulewright.table.state import TableState

What = Literal["action", "roll", "notation"]


class Attempt(Struct, frozen=True):
    """Something somebody sets out to do, with the decisions taken so far."""

    what: What
    name: str
    params: dict[str, Any]
    audience: Audience
    pending: str
    choices: tuple[Any, ...] = ()
    typed: bool = False


def attempt(game: Game, state: TableState, wanted: Attempt, thrown: Thrown) -> Acted | Rolled | Waiting:
    """What comes of it: done, or waiting for a die or a decision. Refuses what the rules refuse."""
    try:
        if wanted.what == "action":
            return _acted(game, state, wanted, thrown)
        return _rolled(game, state, wanted, thrown)
    except Need as need:
        return _waiting(wanted, thrown, need)
    except (FaceError, ChoiceError) as wrong:
        raise BadInput(str(wrong)) from None


def scene_of(game: Game, state: TableState) -> Any:
    """The state of play as the game's own scene."""
    return msgspec.convert(state.scene, type(game.scene()))


@lru_cache(maxsize=256)
def _options(game: str, options: bytes) -> Any:
    from rulewright.game import find_game

    return find_game(game).table_options(msgspec.json.decode(options))


def table_options(state: TableState) -> Any:
    """The options the table plays by, in the game's own type."""
    return _options(state.game, msgspec.json.encode(state.options))


def _acted(game: Game, state: TableState, wanted: Attempt, thrown: Thrown) -> Acted:
    scene = scene_of(game, state)
    played = game.act(
        wanted.name, scene, wanted.params, table_options(state), faces=thrown, choices=_given(wanted.choices)
    )
    after, outcome = played.outcome
    return Acted(
        action=wanted.name,
        params=wanted.params,
        dice=tuple(thrown.dice),
        choices=played.choices,
        outcome=plain(outcome),
        breakdown=tuple(plain(played.breakdown)),
        cites=played.cites,
        changes=difference({"scene": state.scene}, {"scene": as_plain(after)}),
        audience=wanted.audience,
        pending=wanted.pending,
    )


def as_plain(scene: Any) -> Any:
    """A scene as the log keeps it."""
    return msgspec.json.decode(msgspec.json.encode(scene))


def _rolled(game: Game, state: TableState, wanted: Attempt, thrown: Thrown) -> Rolled:
    played: Played[Any]
    if wanted.what == "notation":
        dice_text = _notation(wanted.name)
        played = play(lambda dice: dice.pool("dice", dice_text), faces=thrown)
    else:
        played = game.play(wanted.name, wanted.params, state.options, faces=thrown, choices=_given(wanted.choices))
    return Rolled(
        roll=wanted.name if wanted.what == "roll" else "",
        notation=wanted.name if wanted.what == "notation" else "",
        params=wanted.params,
        dice=tuple(thrown.dice),
        choices=played.choices,
        outcome=plain(played.outcome),
        breakdown=tuple(plain(played.breakdown)),
        cites=played.cites,
        audience=wanted.audience,
        pending=wanted.pending,
    )


def _notation(text: str) -> Notation:
    try:
        return notation(text)
    except NotationError as wrong:
        raise BadInput(str(wrong)) from None


def _given(choices: tuple[Any, ...]) -> tuple[Any, ...]:
    """Decisions as rules compare them: a list that came as JSON is a tuple."""
    return tuple(tuple(one) if isinstance(one, list) else one for one in choices)


def _waiting(wanted: Attempt, thrown: Thrown, need: Need) -> Waiting:
    return Waiting(
        pending=wanted.pending,
        what=wanted.what,
        name=wanted.name,
        params=wanted.params,
        dice=tuple(thrown.dice),
        choices=wanted.choices,
        need=Needed(need.name, need.who or "", need.sides or 0, tuple(plain(need.choices))),
        typed=wanted.typed,
        audience=wanted.audience,
    )
