"""What can stand in a table's log: facts, never commands.

An event says who did what, which dice fell, what was decided, what came of it, and every value that
changed. Reading it back runs no rule and rolls no die, so history outlives a change of the rules.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from rulewright.rules import BadInput
from rulewright.table.changes import Change

SCHEMA = 1
"""The version that events are written in. Raise it when the meaning of a field changes, and say in
`upcasting` how an older event reads."""

Role = Literal["gm", "co-gm", "player", "spectator"]

Audience = Literal["everyone", "gm", "private", "blind"]
"""Who sees a roll: everyone; the game masters; they and the roller; or, blind, the game masters while
the roller knows only that it happened."""


class Die(Struct, frozen=True, array_like=True):
    """One die: its sides, the face it shows, and where the face comes from.

    A face rolled by the server names the event it was rolled for and its place there, from which
    anyone can work it out again once the seed is known; a typed one has 0 and 0.
    """

    sides: int
    face: int
    seq: int = 0
    place: int = 0


class Needed(Struct, frozen=True, omit_defaults=True):
    """What a roll waits for: a face of a die, or somebody's decision."""

    name: str
    who: str = ""
    sides: int = 0
    choices: tuple[Any, ...] = ()


class Settings(Struct, frozen=True):
    """What the game master has settled for the table, beside the game's own options."""

    title: str = ""
    foe_odds: bool = False
    """Players see the odds of what they do against characters whose sheet is hidden from them."""
    advice: bool = True
    """The table may be asked what is best."""
    bring: bool = True
    """Players may bring characters of their own."""


class _Fact(Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    pass


class Opened(_Fact, frozen=True, tag="opened"):
    """A table was opened for a game, with its options, its first state, and a promise about its dice."""

    game: str
    options: dict[str, Any]
    scene: Any
    settings: Settings
    commitment: str
    software: str


class Branched(_Fact, frozen=True, tag="branched"):
    """From here on this log is another table, begun as a copy of one that goes on by itself."""

    table: str
    seq: int
    commitment: str
    title: str


class Seated(_Fact, frozen=True, tag="seated"):
    """Somebody has a seat, or their seat has changed."""

    seat: str
    name: str
    role: Role


class Unseated(_Fact, frozen=True, tag="unseated"):
    """Somebody's seat was taken away."""

    seat: str


class Assigned(_Fact, frozen=True, tag="assigned"):
    """Who plays a character (nobody: the game master does), and whether everyone sees the whole sheet."""

    character: str
    seat: str = ""
    shown: bool = False


class Seeded(_Fact, frozen=True, tag="seeded"):
    """Somebody added a seed of their own to the dice."""

    seat: str
    seed: str


class Acted(_Fact, frozen=True, tag="acted"):
    """An action of the game was carried out."""

    action: str
    params: dict[str, Any]
    dice: tuple[Die, ...]
    choices: tuple[Any, ...]
    outcome: Any
    breakdown: tuple[Any, ...]
    cites: tuple[str, ...]
    changes: tuple[Change, ...]
    audience: Audience = "everyone"
    pending: str = ""
    begun_by: str = ""
    """Who began it, when somebody else gave what it waited for."""
    owns: str = ""
    """A character that whoever acted now plays, because the action brought it in."""


class Rolled(_Fact, frozen=True, tag="rolled"):
    """A roll that changes nothing: of the game's catalogue, or dice notation (then `roll` is empty)."""

    roll: str
    params: dict[str, Any]
    dice: tuple[Die, ...]
    choices: tuple[Any, ...]
    outcome: Any
    breakdown: tuple[Any, ...]
    cites: tuple[str, ...]
    notation: str = ""
    audience: Audience = "everyone"
    pending: str = ""
    begun_by: str = ""
    """Who began it, when somebody else gave what it waited for."""


class Waiting(_Fact, frozen=True, tag="waiting"):
    """An action or roll has begun and waits for a die or a decision."""

    pending: str
    what: Literal["action", "roll", "notation"]
    name: str
    params: dict[str, Any]
    dice: tuple[Die, ...]
    choices: tuple[Any, ...]
    need: Needed
    typed: bool
    audience: Audience = "everyone"


class Withdrawn(_Fact, frozen=True, tag="withdrawn"):
    """What was waiting has been called off."""

    pending: str


class Said(_Fact, frozen=True, tag="said"):
    """Somebody said something, to everyone or to the game masters."""

    text: str
    audience: Literal["everyone", "gm"] = "everyone"


class Asked(_Fact, frozen=True, tag="asked"):
    """The game master asks characters for an action ("everyone roll Perception")."""

    action: str
    params: dict[str, Any]
    of: tuple[str, ...]
    words: str = ""


class Ruled(_Fact, frozen=True, tag="ruled"):
    """The table changed options of the game."""

    options: dict[str, Any]
    changes: tuple[Change, ...]


class Set(_Fact, frozen=True, tag="set"):
    """The game master changed the table's settings."""

    settings: Settings


class Revealed(_Fact, frozen=True, tag="revealed"):
    """A hidden roll was shown to everyone."""

    seq: int


class Undone(_Fact, frozen=True, tag="undone"):
    """Play went back to how it stood after an earlier event."""

    back_to: int
    changes: tuple[Change, ...]


class Redone(_Fact, frozen=True, tag="redone"):
    """An undo was taken back."""

    of: int
    changes: tuple[Change, ...]


class Closed(_Fact, frozen=True, tag="closed"):
    """The table was closed and the seed of its dice made known."""

    seed: str


class Reopened(_Fact, frozen=True, tag="reopened"):
    """The table goes on, with a new promise about its dice."""

    commitment: str


Fact = (
    Opened
    | Branched
    | Seated
    | Unseated
    | Assigned
    | Seeded
    | Acted
    | Rolled
    | Waiting
    | Withdrawn
    | Said
    | Asked
    | Ruled
    | Set
    | Revealed
    | Undone
    | Redone
    | Closed
    | Reopened
)


class Event(Struct, frozen=True):
    """One place in the log: its number, when, which seat, and the fact."""

    seq: int
    at: str
    by: str
    fact: Fact
    version: int = field(default=SCHEMA)


_reading = msgspec.json.Decoder(Event)
_plain = msgspec.json.Decoder()
_writing = msgspec.json.Encoder()


def write_event(event: Event) -> bytes:
    """An event as one line of JSON."""
    return _writing.encode(event)


def read_event(data: bytes) -> Event:
    """An event from its line of JSON; an older one is read as it would be written today."""
    from rulewright.table.upcast import upcast

    try:
        event = _plain.decode(data)
        if not isinstance(event, dict):
            raise BadInput("no event: an event is a JSON object")
        version = event.get("version", 0)
        if version == SCHEMA:
            return _reading.decode(data)
        return msgspec.convert(upcast(event), Event)
    except msgspec.MsgspecError as error:
        raise BadInput(f"no event: {error}") from None
