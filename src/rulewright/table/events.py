"""The events of a table's log.

An event records who did what, the dice, the decisions, the outcome, and every value that changed.
Reading an event runs no rule and rolls no die, so a change of the rules does not change history.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from rulewright.rules import BadInput
from rulewright.rules.decoding import ready
from rulewright.rules.limits import Names
from rulewright.table.diff import Change
from rulewright.table.upcasts import SCHEMA, upcast

Role = Literal["gm", "co-gm", "player", "spectator"]

Audience = Literal["everyone", "gm", "private", "blind"]
"""Who sees a roll: everyone; the GMs; the GMs and the roller (private); or the GMs while the roller knows
only that it happened (blind)."""


class RecordedDie(Struct, frozen=True, array_like=True):
    """One die: its sides, the face it shows, and where the face comes from.

    A face rolled by the server has the event it was rolled for and its place there, from which anyone
    can verify it once the seed is known, and the number of the draw in the event's stream; a typed one has 0.
    """

    sides: int
    face: int
    seq: int = 0
    place: int = 0
    draw: int = 0


class NeededAnswer(Struct, frozen=True, omit_defaults=True):
    """The answer that a pending action waits for: a face of a die, a decision, or an approval of values.

    An approval is given by the GM, or with `who` by that character's player; `sets` are the parameters it covers.
    """

    name: str
    who: str = ""
    sides: int = 0
    choices: tuple[Any, ...] = ()
    cards: tuple[Any, ...] = ()
    """The names of the cards that are left in the deck, if a card is to be typed in: its face is its place."""
    approval: bool = False
    sets: tuple[str, ...] = ()


_Place = Annotated[int, Meta(ge=-1_000, le=1_000)]
_Spaces = Annotated[tuple[tuple[_Place, _Place], ...], Meta(max_length=500)]


class Zone(Struct, frozen=True, forbid_unknown_fields=True):
    """A named part of the place: its spaces where there is a map, else the characters who are there."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    spaces: _Spaces = ()
    who: Names = ()


Zones = Annotated[tuple[Zone, ...], Meta(max_length=12)]


class TableSettings(Struct, frozen=True):
    """The GM's settings of a table, beside the game's own options."""

    title: str = ""
    foe_odds: bool = False
    """Players see the odds of actions against characters whose sheets are hidden."""
    advice: bool = True
    """Players may ask for advice."""
    bring: bool = True
    """Players may bring characters of their own."""
    players_set: bool = False
    """Players set the GM's values, such as difficulties, without approval."""
    foe_plan: str = "best"
    """The plan that foes follow when they act automatically."""
    foes_at_once: bool = False
    """Foes act by their plans without asking the GM."""
    auto_turns: bool = True
    """When a turn ends or a fight starts, the next turn begins automatically."""
    zones: Zones = ()
    """Named parts of the place, in the order in which they are drawn; they change no rule."""
    foe_sheets: bool = False
    """Players see the whole sheets of the GM's characters; True at a table of a game that names no secrets."""


class _EventBody(Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    pass


class TableOpened(_EventBody, frozen=True, tag="opened"):
    """A table was opened for a game, with its options, its first scene, and a commitment to the seed of its dice."""

    game: str
    options: dict[str, Any]
    scene: Any
    settings: TableSettings
    commitment: str
    software: str
    hidden_commitment: str = ""
    protocol: int = 1
    rulebook: str = ""
    """The rulebook text of the game, if `game` names one: the table keeps it even if the file is changed or deleted."""


class TableBranched(_EventBody, frozen=True, tag="branched"):
    """The log up to here is a copy of another table's log; from here on it is a log of its own.

    If it was imported from a file, no server witnessed the events before this one.
    """

    table: str
    seq: int
    commitment: str
    title: str
    hidden_commitment: str = ""
    protocol: int = 1
    imported: bool = False


class SeatTaken(_EventBody, frozen=True, tag="seated"):
    """A seat was taken, or its name or role was changed."""

    seat: str
    name: str
    role: Role


class SeatRemoved(_EventBody, frozen=True, tag="unseated"):
    """A seat was removed."""

    seat: str


class CharacterAssigned(_EventBody, frozen=True, tag="assigned"):
    """A character was assigned to a seat (empty: to the GM), and shown to everyone or not."""

    character: str
    seat: str = ""
    shown: bool = False


class PlanAssigned(_EventBody, frozen=True, tag="planned"):
    """The GM set the plan that a character follows when it acts automatically; empty for the table's own plan."""

    character: str
    plan: str


class SeedCommitted(_EventBody, frozen=True, tag="committed"):
    """A seat committed to a seed for the dice."""

    seat: str
    commitment: str


class SeedAdded(_EventBody, frozen=True, tag="seeded"):
    """A seat showed its seed; all seeds of a round are mixed into the dice when the last is shown.

    In the first protocol there were no commitments, and a seed was mixed in at once.
    """

    seat: str
    seed: str


class SeedsDropped(_EventBody, frozen=True, tag="unseeded"):
    """A round of seeds was dropped, because these seats did not show theirs."""

    unshown: tuple[str, ...]


class ActionTaken(_EventBody, frozen=True, tag="acted"):
    """An action of the game was taken."""

    action: str
    params: dict[str, Any]
    dice: tuple[RecordedDie, ...]
    choices: tuple[Any, ...]
    outcome: Any
    breakdown: tuple[Any, ...]
    cites: tuple[str, ...]
    changes: tuple[Change, ...]
    audience: Audience = "everyone"
    pending: str = ""
    begun_by: str = ""
    """The seat that began it, when another seat gave the last answer."""
    owns: str = ""
    """A character that the acting seat plays from now on, because the action brought it in."""
    stream: str = ""
    """The stream of its dice: their owner and the action; the draws of a stream are numbered."""
    hidden_dice: bool = False
    """Whether the dice come from the seed of the hidden dice."""
    automatic: bool = False
    """Whether it followed automatically from the event before, with which it is undone."""
    ending: str = ""
    """The words with which a ready-made scene ends, if this action ended it."""


class RollMade(_EventBody, frozen=True, tag="rolled"):
    """A roll was made, which changes nothing: one of the game's catalogue, or dice notation (then `roll` is empty)."""

    roll: str
    params: dict[str, Any]
    dice: tuple[RecordedDie, ...]
    choices: tuple[Any, ...]
    outcome: Any
    breakdown: tuple[Any, ...]
    cites: tuple[str, ...]
    notation: str = ""
    audience: Audience = "everyone"
    pending: str = ""
    begun_by: str = ""
    """The seat that began it, when another seat gave the last answer."""
    stream: str = ""
    hidden_dice: bool = False


class DiceThrown(Struct, frozen=True, omit_defaults=True):
    """A throw: its label, the number of dice, and their names if the rule names them."""

    name: str
    count: int
    groups: tuple[str, ...] = ()


class AnswerAwaited(_EventBody, frozen=True, tag="waiting"):
    """An action or roll was begun and waits for a die, a decision or an approval."""

    pending: str
    what: Literal["action", "roll", "notation"]
    name: str
    params: dict[str, Any]
    dice: tuple[RecordedDie, ...]
    choices: tuple[Any, ...]
    need: NeededAnswer
    typed: bool
    audience: Audience = "everyone"
    approved: tuple[str, ...] = ()
    """Who has approved it: characters, whose players did, and "" for the GM."""
    stream: str = ""
    hidden_dice: bool = False
    automatic: bool = False
    thrown: tuple[DiceThrown, ...] = ()
    """The throws finished so far, in order, so that each die belongs to one."""


Resolved = ActionTaken | RollMade
"""The body of an attempt that is done."""
Attempted = Resolved | AnswerAwaited
"""The body of an attempt that is done, or waits for an answer."""


class ActionRefused(_EventBody, frozen=True, tag="refused"):
    """A player's attempt was refused for a reason that only the GM may know."""

    action: str
    params: dict[str, Any]
    reason: str


class PendingWithdrawn(_EventBody, frozen=True, tag="withdrawn"):
    """A pending action was withdrawn, or forfeited: then `dice` are those that were on the table."""

    pending: str
    name: str = ""
    params: dict[str, Any] = {}
    dice: tuple[RecordedDie, ...] = ()
    audience: Audience = "everyone"
    begun_by: str = ""


class MessageSent(_EventBody, frozen=True, tag="said"):
    """A message was sent: to everyone, to the GMs, or to one seat and the GMs (private).

    With a title it is a note: it is kept, and the author's next message of the same title replaces it; an empty
    text removes it.
    """

    text: str
    audience: Literal["everyone", "gm", "private"] = "everyone"
    to: str = ""
    title: str = ""


class ActionRequested(_EventBody, frozen=True, tag="asked"):
    """The GM asked characters for an action ("everyone roll Perception"), with the values that the GM sets.

    A standing request is a preset: its values hold every time the characters take the action, until it is cancelled.
    """

    action: str
    params: dict[str, Any]
    of: tuple[str, ...]
    words: str = ""
    standing: bool = False


class RequestCancelled(_EventBody, frozen=True, tag="unasked"):
    """The GM cancelled a request, by the number under which it is open."""

    request: int


class OptionsChanged(_EventBody, frozen=True, tag="ruled"):
    """Options of the game were changed."""

    options: dict[str, Any]
    changes: tuple[Change, ...]


class SettingsChanged(_EventBody, frozen=True, tag="set"):
    """The settings of the table were changed."""

    settings: TableSettings


class RollRevealed(_EventBody, frozen=True, tag="revealed"):
    """A hidden roll was revealed to everyone."""

    seq: int


class PlayUndone(_EventBody, frozen=True, tag="undone"):
    """Play was set back to how it was after an earlier event."""

    back_to: int
    changes: tuple[Change, ...]


class PlayRedone(_EventBody, frozen=True, tag="redone"):
    """An undo was reversed."""

    of: int
    changes: tuple[Change, ...]


class TableClosed(_EventBody, frozen=True, tag="closed"):
    """The table was closed, the seed of its open dice published, and that of its hidden dice shown to the GMs."""

    seed: str
    hidden_seed: str = ""


class TableReopened(_EventBody, frozen=True, tag="reopened"):
    """The table was reopened, with commitments to new seeds."""

    commitment: str
    hidden_commitment: str = ""
    protocol: int = 1


EventBody = (
    TableOpened
    | TableBranched
    | SeatTaken
    | SeatRemoved
    | CharacterAssigned
    | PlanAssigned
    | SeedCommitted
    | SeedAdded
    | SeedsDropped
    | ActionTaken
    | RollMade
    | AnswerAwaited
    | ActionRefused
    | PendingWithdrawn
    | MessageSent
    | ActionRequested
    | RequestCancelled
    | OptionsChanged
    | SettingsChanged
    | RollRevealed
    | PlayUndone
    | PlayRedone
    | TableClosed
    | TableReopened
)


class Event(Struct, frozen=True, rename={"body": "fact"}):
    """One entry of the log: its number, when, which seat, and the body, which is stored under `fact`."""

    seq: int
    at: str
    by: str
    body: EventBody
    version: int = field(default=SCHEMA)


_event_decoder = msgspec.json.Decoder(Event)
_decoder = msgspec.json.Decoder()
_encoder = msgspec.json.Encoder()


def write_event(event: Event) -> bytes:
    """An event as one line of JSON."""
    return _encoder.encode(event)


def read_event(data: bytes) -> Event:
    """An event from its line of JSON; an older version is upcast."""
    try:
        event = _decoder.decode(data)
        if not isinstance(event, dict):
            raise BadInput("not an event: an event is a JSON object")
        version = event.get("version", 0)
        if version == SCHEMA:
            return _event_decoder.decode(data)
        return msgspec.convert(upcast(event), ready(Event))
    except msgspec.MsgspecError as error:
        raise BadInput(f"not an event: {error}") from None
