"""The events of a table's log.

An event records who did what, the dice, the decisions, the outcome, and every value that changed.
Reading an event runs no rule and rolls no die, so a change of the rules does not change history.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, field

from rulewright.rules import BadInput
from rulewright.rules.decoding import ready
from rulewright.rules.limits import LONGEST_EVENT, Name, Names, Stored, Text, within_event
from rulewright.table.diff import Change
from rulewright.table.upcasts import SCHEMA, upcast

_DieNumber = Annotated[int, within_event]
"""A number of a die: an event with one that cannot exist is not imported, and is harmless in a table of before."""
EventNumber = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
_Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
SeatId = Annotated[str, Meta(max_length=40)]
_Moment = Annotated[str, Meta(max_length=40)]
_Hash = Annotated[str, Meta(max_length=200)]
_Stream = Annotated[str, Meta(max_length=500)]
_Notation = Annotated[str, Meta(max_length=1_000)]
_Rulebook = Annotated[str, Meta(max_length=1_000_000)]
_MANY = Meta(max_length=100_000)
"""More than fit into an event that is played."""
_Values = Annotated[tuple[Stored, ...], _MANY]
_Words = Annotated[tuple[Name, ...], _MANY]
_Seats = Annotated[tuple[SeatId, ...], Meta(max_length=1_000)]
_Characters = Annotated[tuple[Name, ...], Meta(max_length=1_000)]
_Params = Annotated[dict[Name, Stored], Meta(max_length=1_000)]
_Changes = Annotated[tuple[Change, ...], _MANY]

Role = Literal["gm", "co-gm", "player", "spectator"]

Audience = Literal["everyone", "gm", "private", "blind"]
"""Who sees a roll: everyone; the GMs; the GMs and the roller (private); or the GMs while the roller knows
only that it happened (blind)."""


class RecordedDie(Struct, frozen=True, array_like=True):
    """One die: its sides, the face it shows, and where the face comes from.

    A face rolled by the server has the event it was rolled for and its place there, from which anyone
    can verify it once the seed is known, and the number of the draw in the event's stream; a typed one has 0.
    """

    sides: _DieNumber
    face: _DieNumber
    seq: _DieNumber = 0
    place: _DieNumber = 0
    draw: _DieNumber = 0


_Dice = Annotated[tuple[RecordedDie, ...], _MANY]


class NeededAnswer(Struct, frozen=True, omit_defaults=True):
    """The answer that a pending action waits for: a face of a die, a decision, or an approval of values.

    An approval is given by the GM, or with `who` by that character's player; `sets` are the parameters it covers.
    """

    name: Text
    who: Name = ""
    sides: _Count = 0
    choices: _Values = ()
    cards: _Values = ()
    """The names of the cards that are left in the deck, if a card is to be typed in: its face is its place."""
    approval: bool = False
    sets: _Characters = ()


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

    title: Name = ""
    foe_odds: bool = False
    """Players see the odds of actions against characters whose sheets are hidden."""
    advice: bool = True
    """Players may ask for advice."""
    bring: bool = True
    """Players may bring characters of their own."""
    players_set: bool = False
    """Players set the GM's values, such as difficulties, without approval."""
    foe_plan: Name = "best"
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

    game: Name
    options: _Params
    scene: Stored
    settings: TableSettings
    commitment: _Hash
    software: Name
    hidden_commitment: _Hash = ""
    protocol: _Count = 1
    rulebook: _Rulebook = ""
    """The rulebook text of the game, if `game` names one: the table keeps it even if the file is changed or deleted."""


class TableBranched(_EventBody, frozen=True, tag="branched"):
    """The log up to here is a copy of another table's log; from here on it is a log of its own.

    If it was imported from a file, no server witnessed the events before this one.
    """

    table: Name
    seq: EventNumber
    commitment: _Hash
    title: Name
    hidden_commitment: _Hash = ""
    protocol: _Count = 1
    imported: bool = False


class SeatTaken(_EventBody, frozen=True, tag="seated"):
    """A seat was taken, or its name or role was changed."""

    seat: SeatId
    name: Text
    role: Role


class SeatRemoved(_EventBody, frozen=True, tag="unseated"):
    """A seat was removed."""

    seat: SeatId


class CharacterAssigned(_EventBody, frozen=True, tag="assigned"):
    """A character was assigned to a seat (empty: to the GM), and shown to everyone or not."""

    character: Name
    seat: SeatId = ""
    shown: bool = False


class PlanAssigned(_EventBody, frozen=True, tag="planned"):
    """The GM set the plan that a character follows when it acts automatically; empty for the table's own plan."""

    character: Name
    plan: Name


class SeedCommitted(_EventBody, frozen=True, tag="committed"):
    """A seat committed to a seed for the dice."""

    seat: SeatId
    commitment: _Hash


class SeedAdded(_EventBody, frozen=True, tag="seeded"):
    """A seat showed its seed; all seeds of a round are mixed into the dice when the last is shown.

    In the first protocol there were no commitments, and a seed was mixed in at once.
    """

    seat: SeatId
    seed: _Hash


class SeedsDropped(_EventBody, frozen=True, tag="unseeded"):
    """A round of seeds was dropped, because these seats did not show theirs."""

    unshown: _Seats


class ActionTaken(_EventBody, frozen=True, tag="acted"):
    """An action of the game was taken."""

    action: Name
    params: _Params
    dice: _Dice
    choices: _Values
    outcome: Stored
    breakdown: _Values
    cites: _Words
    changes: _Changes
    audience: Audience = "everyone"
    pending: SeatId = ""
    begun_by: SeatId = ""
    """The seat that began it, when another seat gave the last answer."""
    owns: Name = ""
    """A character that the acting seat plays from now on, because the action brought it in."""
    stream: _Stream = ""
    """The stream of its dice: their owner and the action; the draws of a stream are numbered."""
    hidden_dice: bool = False
    """Whether the dice come from the seed of the hidden dice."""
    automatic: bool = False
    """Whether it followed automatically from the event before, with which it is undone."""
    ending: Text = ""
    """The words with which a ready-made scene ends, if this action ended it."""


class RollMade(_EventBody, frozen=True, tag="rolled"):
    """A roll was made, which changes nothing: one of the game's catalogue, or dice notation (then `roll` is empty)."""

    roll: Name
    params: _Params
    dice: _Dice
    choices: _Values
    outcome: Stored
    breakdown: _Values
    cites: _Words
    notation: _Notation = ""
    audience: Audience = "everyone"
    pending: SeatId = ""
    begun_by: SeatId = ""
    """The seat that began it, when another seat gave the last answer."""
    stream: _Stream = ""
    hidden_dice: bool = False


class DiceThrown(Struct, frozen=True, omit_defaults=True):
    """A throw: its label, the number of dice, and their names if the rule names them."""

    name: Text
    count: _Count
    groups: _Words = ()


class AnswerAwaited(_EventBody, frozen=True, tag="waiting"):
    """An action or roll was begun and waits for a die, a decision or an approval."""

    pending: SeatId
    what: Literal["action", "roll", "notation"]
    name: _Notation
    params: _Params
    dice: _Dice
    choices: _Values
    need: NeededAnswer
    typed: bool
    audience: Audience = "everyone"
    approved: _Characters = ()
    """Who has approved it: characters, whose players did, and "" for the GM."""
    stream: _Stream = ""
    hidden_dice: bool = False
    automatic: bool = False
    thrown: Annotated[tuple[DiceThrown, ...], _MANY] = ()
    """The throws finished so far, in order, so that each die belongs to one."""


Resolved = ActionTaken | RollMade
"""The body of an attempt that is done."""
Attempted = Resolved | AnswerAwaited
"""The body of an attempt that is done, or waits for an answer."""


class ActionRefused(_EventBody, frozen=True, tag="refused"):
    """A player's attempt was refused for a reason that only the GM may know."""

    action: _Notation
    params: _Params
    reason: Text


class PendingWithdrawn(_EventBody, frozen=True, tag="withdrawn"):
    """A pending action was withdrawn, or forfeited: then `dice` are those that were on the table."""

    pending: SeatId
    name: _Notation = ""
    params: _Params = {}
    dice: _Dice = ()
    audience: Audience = "everyone"
    begun_by: SeatId = ""


class MessageSent(_EventBody, frozen=True, tag="said"):
    """A message was sent: to everyone, to the GMs, or to one seat and the GMs (private).

    With a title it is a note: it is kept, and the author's next message of the same title replaces it; an empty
    text removes it.
    """

    text: Text
    audience: Literal["everyone", "gm", "private"] = "everyone"
    to: SeatId = ""
    title: Name = ""


class ActionRequested(_EventBody, frozen=True, tag="asked"):
    """The GM asked characters for an action ("everyone roll Perception"), with the values that the GM sets.

    A standing request is a preset: its values hold every time the characters take the action, until it is cancelled.
    """

    action: Name
    params: _Params
    of: _Characters
    words: Text = ""
    standing: bool = False


class RequestCancelled(_EventBody, frozen=True, tag="unasked"):
    """The GM cancelled a request, by the number under which it is open."""

    request: EventNumber


class OptionsChanged(_EventBody, frozen=True, tag="ruled"):
    """Options of the game were changed."""

    options: _Params
    changes: _Changes


class SettingsChanged(_EventBody, frozen=True, tag="set"):
    """The settings of the table were changed."""

    settings: TableSettings


class RollRevealed(_EventBody, frozen=True, tag="revealed"):
    """A hidden roll was revealed to everyone."""

    seq: EventNumber


class PlayUndone(_EventBody, frozen=True, tag="undone"):
    """Play was set back to how it was after an earlier event."""

    back_to: EventNumber
    changes: _Changes


class PlayRedone(_EventBody, frozen=True, tag="redone"):
    """An undo was reversed."""

    of: EventNumber
    changes: _Changes


class TableClosed(_EventBody, frozen=True, tag="closed"):
    """The table was closed, the seed of its open dice published, and that of its hidden dice shown to the GMs."""

    seed: _Hash
    hidden_seed: _Hash = ""


class TableReopened(_EventBody, frozen=True, tag="reopened"):
    """The table was reopened, with commitments to new seeds."""

    commitment: _Hash
    hidden_commitment: _Hash = ""
    protocol: _Count = 1


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

    seq: EventNumber
    at: _Moment
    by: SeatId
    body: EventBody
    version: _Count = field(default=SCHEMA)


_event_decoder = msgspec.json.Decoder(Event)
_decoder = msgspec.json.Decoder()
_encoder = msgspec.json.Encoder()


def write_event(event: Event) -> bytes:
    """An event as one line of JSON."""
    return _encoder.encode(event)


def read_event(data: bytes) -> Event:
    """An event from its line of JSON; an older version is upcast."""
    if len(data) > LONGEST_EVENT:
        raise BadInput(f"too long (allowed: {LONGEST_EVENT:,} bytes)")
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
