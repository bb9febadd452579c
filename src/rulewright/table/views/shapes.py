"""The shape of what a seat sees, for the OpenAPI document and the types of the web app.

What is sent is made by `rulewright.table.views.build` and nothing else; these structs only say what it looks
like, and the tests hold every view against them.
"""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from rulewright.game.offers import Ask, Way
from rulewright.readings import Called, Chosen, Noted, Rolled
from rulewright.table.events import Audience, Die, Role
from rulewright.table.state import Request, Seat


class FightSeen(Struct, frozen=True):
    """A running fight: the order, whose turn it is, what is left to them, and whether it is over."""

    order: list[str]
    round: int
    turn: str
    left: dict[str, int]
    over: bool
    winner: str | None
    due: dict[str, str]
    """Who has to do which action before the fight goes on."""


class CharacterSeen(Struct, frozen=True):
    """Somebody at the table: who plays them, whether everyone sees the whole sheet, and what this seat sees of it."""

    seat: str
    shown: bool
    sheet: dict[str, Any]


class SettingsSeen(Struct, frozen=True):
    """What the game master has settled for the table."""

    title: str
    foe_odds: bool
    advice: bool
    bring: bool


class Waits(Struct, frozen=True, omit_defaults=True):
    """Something that has begun and waits for a die or a decision. What is hidden is left out."""

    pending: str
    audience: Audience
    begun_by: str
    waits_for: list[str]
    hidden: bool = False
    what: str = ""
    name: str = ""
    params: dict[str, Any] = {}
    question: str = ""
    who: str = ""
    sides: int = 0
    choices: list[Any] = []
    dice: list[Die] = []
    """For each die its sides, its face, and the event and place it was rolled for; 0 and 0 when typed in."""


class View(Struct, frozen=True):
    """The table as a seat sees it."""

    seq: int
    game: str
    title: str
    settings: SettingsSeen
    options: dict[str, Any]
    seats: dict[str, Seat]
    characters: dict[str, CharacterSeen]
    scene: dict[str, Any]
    fight: FightSeen | None
    pending: list[Waits]
    requests: dict[str, Request]
    commitment: str
    seeds: int
    closed: bool
    you: str


class ChangeSeen(Struct, frozen=True):
    """A place in the state of play, what it was and what it is."""

    path: list[str]
    before: Any
    value: Any
    gone: bool


class EventSeen(Struct, frozen=True, omit_defaults=True, rename={"from_": "from"}):
    """An event as a seat sees it. Which fields there are depends on `kind`, and on what may be seen."""

    seq: int
    at: str
    by: str
    kind: Literal[
        "opened",
        "branched",
        "seated",
        "unseated",
        "assigned",
        "seeded",
        "acted",
        "rolled",
        "waiting",
        "withdrawn",
        "said",
        "asked",
        "ruled",
        "set",
        "revealed",
        "undone",
        "redone",
        "closed",
        "reopened",
    ]
    audience: Audience = "everyone"
    hidden: bool = False
    pending: str = ""
    name: str = ""
    what: str = ""
    action: str = ""
    params: dict[str, Any] = {}
    outcome: Any = None
    dice: list[Die] = []
    choices: list[Any] = []
    breakdown: list[Rolled | Chosen | Noted | Called] = []
    cites: list[str] = []
    changes: list[ChangeSeen] = []
    owns: str = ""
    text: str = ""
    words: str = ""
    of: Any = None
    seat: str = ""
    role: Role | UnsetType = UNSET
    character: str = ""
    shown: bool = False
    seed: str = ""
    game: str = ""
    title: str = ""
    software: str = ""
    options: dict[str, Any] = {}
    settings: SettingsSeen | UnsetType = UNSET
    commitment: str = ""
    table: str = ""
    from_: int = 0
    back_to: int = 0
    reveals: int = 0
    event: "EventSeen | None" = None
    begun_by: str = ""
    waits_for: list[str] = []
    question: str = ""
    who: str = ""
    sides: int = 0


class OfferSeen(Struct, frozen=True):
    """An action that is legal now: who does it, every legal way, and what else it takes."""

    action: str
    who: str
    by: Literal["player", "gm"]
    when: Literal["turn", "any time"]
    ways: list[Way]
    asks: list[Ask]
    summary: str
