"""Carries out an action or a roll at the table, as far as the dice and decisions at hand allow."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulewright.dice import FaceError, card_name
from rulewright.dice.notation import Notation, NotationError, notation
from rulewright.game import Game, Secrets
from rulewright.game.plain_data import plain
from rulewright.readings import ChoiceError, Need, Played, play
from rulewright.rules import BadInput, Refused
from rulewright.rules.decoding import ready
from rulewright.table.diff import difference
from rulewright.table.events import ActionTaken, AnswerAwaited, Attempted, Audience, DiceThrown, NeededAnswer, RollMade
from rulewright.table.state import TableState
from rulewright.table.table_dice import TableDice
from rulewright.table.views.viewer import answers_for

AttemptKind = Literal["action", "roll", "notation"]


class Attempt(Struct, frozen=True):
    """An action, a roll of the game's catalogue, or dice notation, with the dice and decisions given so far.

    Without `faces` the server rolls. With them the dice are typed in, and the attempt waits for those
    that are missing. The first `taken` decisions were given before; the seat `by` gives the others, or any seat if `by`
    is empty.
    """

    what: AttemptKind
    name: str
    params: dict[str, Any] = {}
    faces: tuple[int | str, ...] | None = None
    choices: tuple[Any, ...] = ()
    audience: Audience = "everyone"
    by: str = ""
    taken: int = 0

    @property
    def is_typed(self) -> bool:
        """Whether the dice are typed in."""
        return self.faces is not None


def begun_attempt(begun: AnswerAwaited) -> Attempt:
    """The attempt that a pending action was begun as."""
    return Attempt(begun.what, begun.name, begun.params, () if begun.typed else None, begun.choices, begun.audience)


READS_HIDDEN = "this depends on what is hidden"


class HiddenParts(Protocol):
    """The parts of a scene that are hidden from a viewer."""

    def marked_in(self, scene: Any, secrets: Secrets, /) -> Any:
        """The scene with every hidden value replaced by a mark."""


class AttemptAtTable(NamedTuple):
    """An attempt with the table it is made at: its state, the dice, and the number of the pending action it becomes.

    With `hidden`, an action is tried in the scene as a viewer knows it.
    """

    game: Game
    state: TableState
    attempt: Attempt
    dice: TableDice
    pending: str = ""
    hidden: HiddenParts | None = None


Performing = Callable[[AttemptAtTable], Attempted]
"""A function that carries an attempt out like `perform`, perhaps in another process."""


def perform(made: AttemptAtTable) -> Attempted:
    """Carries out an attempt and returns its event body: done, or waiting for a die or a decision.

    A decision that does not belong to the seat that gives it is not used: the action waits for its owner. Once the
    server has rolled, decisions that do not fit the dice are not used either.
    Raises `Refused` or `BadInput` when the rules or the parameters do not allow it. With hidden parts, `BadInput` says
    `READS_HIDDEN` where the rule reads them.
    """
    game, state, attempt, dice, pending, hidden = made
    try:
        if attempt.what == "action":
            scene = scene_of(game, state)
            seen = scene if hidden is None else hidden.marked_in(scene, game.secrets)
            return _act(game, state, attempt, dice, pending, seen)
        return _roll(game, state, attempt, dice, pending)
    except Need as need:
        return _awaited(attempt, dice, need, pending)
    except FaceError as wrong:
        raise BadInput(str(wrong)) from None
    except ChoiceError as wrong:
        if not dice.has_rolled:
            raise BadInput(str(wrong)) from None
        # The dice stand, and decisions that do not fit them are dropped: a refusal would reveal how the dice fell.
        usable = replace(attempt, choices=attempt.choices[: wrong.used])
        return perform(made._replace(attempt=usable, dice=dice.afresh()))
    except (Refused, BadInput):
        raise
    except Exception:
        if hidden is None:
            raise
        raise BadInput(READS_HIDDEN) from None  # the rule read a hidden value, whatever error that led to


def scene_of(game: Game, state: TableState) -> Any:
    """The scene of a table, in the game's own type."""
    return msgspec.convert(state.scene, ready(type(game.scene())))


@lru_cache(maxsize=256)
def _options(game: str, options: bytes) -> Any:
    from rulewright.game import find_game

    return find_game(game).table_options(msgspec.json.decode(options))


def table_options(state: TableState) -> Any:
    """The options of a table, in the game's own type."""
    return _options(state.game, msgspec.json.encode(state.options))


def as_plain(scene: Any) -> Any:
    """A scene as plain data, as the log stores it."""
    return msgspec.json.decode(msgspec.json.encode(scene))


def _act(game: Game, state: TableState, attempt: Attempt, dice: TableDice, pending: str, scene: Any) -> ActionTaken:
    def decides(place: int, who: str) -> bool:
        return not attempt.by or place < attempt.taken or answers_for(state, attempt.by, who)

    options = table_options(state)
    played = game.act(
        attempt.name,
        scene,
        attempt.params,
        options,
        faces=dice,
        choices=_as_tuples(attempt.choices),
        decides=decides,
    )
    after, outcome = played.outcome
    stored = as_plain(after)
    _check_limits(stored, type(after))
    return ActionTaken(
        action=attempt.name,
        params=attempt.params,
        dice=tuple(dice.dice),
        choices=played.choices,
        outcome=plain(outcome),
        breakdown=tuple(plain(played.breakdown)),
        cites=played.cites,
        changes=difference({"scene": state.scene}, {"scene": stored}),
        audience=attempt.audience,
        pending=pending,
        ending=game.ending(scene, after, options),
    )


def _check_limits(scene: Any, kind: type[Any]) -> None:
    """Raises for a scene that has grown beyond the limits of its type, since it could not be read back."""
    try:
        msgspec.convert(scene, ready(kind))
    except msgspec.ValidationError as error:
        raise Refused(f"this is more than a table can store: {error}") from None


def _roll(game: Game, state: TableState, attempt: Attempt, dice: TableDice, pending: str) -> RollMade:
    played: Played[Any]
    if attempt.what == "notation":
        pool = _notation(attempt.name)
        played = play(lambda verbs: verbs.pool("dice", pool), faces=dice)
    else:
        played = game.play(attempt.name, attempt.params, state.options, faces=dice, choices=_as_tuples(attempt.choices))
    return RollMade(
        roll=attempt.name if attempt.what == "roll" else "",
        notation=attempt.name if attempt.what == "notation" else "",
        params=attempt.params,
        dice=tuple(dice.dice),
        choices=played.choices,
        outcome=plain(played.outcome),
        breakdown=tuple(plain(played.breakdown)),
        cites=played.cites,
        audience=attempt.audience,
        pending=pending,
    )


@lru_cache(maxsize=256)  # players type the same few again and again
def _notation(text: str) -> Notation:
    try:
        return notation(text)
    except NotationError as wrong:
        raise BadInput(str(wrong)) from None


def _as_tuples(choices: tuple[Any, ...]) -> tuple[Any, ...]:
    """Decisions as rules compare them: a JSON list becomes a tuple."""
    return tuple(tuple(one) if isinstance(one, list) else one for one in choices)


def _awaited(attempt: Attempt, dice: TableDice, need: Need, pending: str) -> AnswerAwaited:
    return AnswerAwaited(
        pending=pending,
        what=attempt.what,
        name=attempt.name,
        params=attempt.params,
        dice=tuple(dice.dice),
        choices=tuple(plain(need.chosen)),
        need=NeededAnswer(
            need.name, need.who or "", need.sides or 0, tuple(plain(need.choices)), tuple(map(card_name, need.cards))
        ),
        typed=attempt.is_typed,
        audience=attempt.audience,
        thrown=tuple(DiceThrown(one.name, len(one.faces), one.groups) for one in need.thrown),
    )
