"""The types of everything about a table that is sent to a viewer.

They are built by `event_view` and `table_view` and encoded as they are. The OpenAPI document and the web app's
TypeScript types are generated from them. A field that is UNSET is left out of the JSON.
"""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from rulewright.game.fights import FightLine
from rulewright.game.legal_actions import Ask, Way
from rulewright.game.trackers import TrackedValue
from rulewright.game.who_may import By
from rulewright.readings import Called, Chosen, Noted, Rolled
from rulewright.table.events import Audience, DiceThrown, RecordedDie, Role, TableSettings
from rulewright.table.perform import AttemptKind
from rulewright.table.state import OpenRequest, Seat

EventKind = Literal[
    "opened",
    "branched",
    "seated",
    "unseated",
    "assigned",
    "planned",
    "committed",
    "seeded",
    "unseeded",
    "acted",
    "rolled",
    "waiting",
    "refused",
    "withdrawn",
    "said",
    "asked",
    "unasked",
    "ruled",
    "set",
    "revealed",
    "undone",
    "redone",
    "closed",
    "reopened",
]


class FightView(Struct, frozen=True):
    """A running fight: the order, whose turn it is, the actions left, and whether it is over."""

    order: list[str]
    round: int
    turn: str
    left: dict[str, int]
    over: bool
    winner: str | None
    due: dict[str, str]
    """By character: the action they have to take before the fight goes on."""
    line: FightLine | None = None
    """Where each fighter stands, in a game whose fights are along a line."""
    last_round: int | None = None
    """The last round, where their number is limited."""


class CharacterView(Struct, frozen=True):
    """A character: the seat that plays it, whether everyone sees the whole sheet, and the sheet as far as visible."""

    seat: str
    shown: bool
    sheet: dict[str, Any]
    plan: str = ""
    """The plan that it follows when it acts automatically, if the GM has set one; only the GMs see it."""
    trackers: list[TrackedValue] = []
    """What its sheet keeps in sight, as far as it is visible."""
    is_out: bool = False
    """Whether it can take no part in a fight, for instance because it has fallen."""


class PendingView(Struct, frozen=True):
    """An action or roll that waits for a die or a decision."""

    pending: str
    audience: Audience
    begun_by: str
    waits_for: list[str]
    text: str
    """The waiting action in words: "Ada: attack, target Orc"."""
    hidden: bool | UnsetType = UNSET
    what: AttemptKind | UnsetType = UNSET
    name: str | UnsetType = UNSET
    params: dict[str, Any] | UnsetType = UNSET
    question: str | UnsetType = UNSET
    who: str | UnsetType = UNSET
    sides: int | UnsetType = UNSET
    choices: list[Any] | UnsetType = UNSET
    cards: list[str] | UnsetType = UNSET
    """The names of the cards that are left in the deck, if a card is to be typed in."""
    dice: list[RecordedDie] | UnsetType = UNSET
    thrown: list[DiceThrown] | UnsetType = UNSET
    """The throws that the dice belong to, in the order of `dice`."""
    sets: list[str] | UnsetType = UNSET
    """Of an action that waits for approval: the parameters to be approved; empty if it is the action itself."""


class FairView(Struct, frozen=True):
    """How far the table's dice can be verified: the commitments, the seats whose seeds are in, and the seed."""

    protocol: int
    commitment: str
    hidden_commitment: str
    seats: list[str]
    """The seats whose seeds are in the dice."""
    committed: list[str]
    """The seats that have committed to a seed for the next round."""
    shown: list[str]
    """Those of them whose seed has been shown."""
    seed: str
    """The seed of the open dice, once the table is closed."""


class TableView(Struct, frozen=True):
    """The table as a seat sees it."""

    seq: int
    game: str
    title: str
    settings: TableSettings
    options: dict[str, Any]
    seats: dict[str, Seat]
    characters: dict[str, CharacterView]
    scene: dict[str, Any]
    trackers: list[TrackedValue]
    """What the scene keeps in sight."""
    fight: FightView | None
    pending: list[PendingView]
    requests: dict[str, OpenRequest]
    fair: FairView
    closed: bool
    imported: int
    """The last event that was imported from a file, and not witnessed; 0 if none was."""
    you: str


class ChangeView(Struct, frozen=True):
    """A changed value: its path in the state of play, the old value and the new one."""

    path: list[str]
    before: Any
    value: Any
    gone: bool


class ChangeText(Struct, frozen=True, omit_defaults=True):
    """A change in words: "Ada: HP 9 → 7". `kept` when it is of a character or one of the game's trackers.

    What a fight notes of its turns is not: the sentence says it.
    """

    text: str
    label: str
    kept: bool
    now: str = ""
    """The new value alone: "Ada: HP 7"."""


class ResultText(Struct, frozen=True, omit_defaults=True):
    """An action or roll in words: who, what, and the outcome, as far as it is visible."""

    actor: str
    action: str = ""
    given: str = ""
    """The parameters in words: "target Orc, difficulty 2"."""
    attempt: str = ""
    """The attempt, as after "to": "attack Orc with the club"."""
    headline: str = ""
    """The game's word for the outcome; empty while it is hidden, and where the game has none."""
    sentence: str = ""
    """The outcome in sentences; empty while it is hidden."""
    tried: str = ""
    """The attempt as a sentence: "Ada: attack Orc.", "Give Ada 2 Stress."."""
    rest: str = ""
    """What the sentence says beyond the attempt, the headline and the changes; may be empty."""


class EventView(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """An event as a viewer sees it. Which fields it has depends on `kind`, and on what is hidden."""

    seq: int
    at: str
    by: str
    kind: EventKind
    sentence: str = ""
    """The event in one sentence."""
    result: ResultText | UnsetType = UNSET
    changed: list[ChangeText] | UnsetType = UNSET
    ending: str | UnsetType = UNSET
    """How the ready-made scene ended with this action."""
    marks: list[str] = []
    """Remarks on the dice of this roll, in words: typed in, forfeited."""
    audience: Audience | UnsetType = UNSET
    hidden: bool | UnsetType = UNSET
    pending: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    what: AttemptKind | UnsetType = UNSET
    action: str | UnsetType = UNSET
    params: dict[str, Any] | UnsetType = UNSET
    outcome: Any | UnsetType = UNSET
    dice: list[RecordedDie] | UnsetType = UNSET
    thrown: list[DiceThrown] | UnsetType = UNSET
    """The throws that the dice belong to, in the order of `dice`, where the breakdown is hidden."""
    choices: list[Any] | UnsetType = UNSET
    breakdown: list[Rolled | Chosen | Noted | Called] | UnsetType = UNSET
    cites: list[str] | UnsetType = UNSET
    changes: list[ChangeView] | UnsetType = UNSET
    owns: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    words: str | UnsetType = UNSET
    of: list[str] | int | UnsetType = UNSET
    """The characters a request is for; the number of the undo that a redo reverses."""
    seat: str | UnsetType = UNSET
    role: Role | UnsetType = UNSET
    character: str | UnsetType = UNSET
    plan: str | UnsetType = UNSET
    shown: bool | UnsetType = UNSET
    seed: str | UnsetType = UNSET
    game: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    software: str | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    settings: TableSettings | UnsetType = UNSET
    hidden_seed: str | UnsetType = UNSET
    """The seed of the hidden dice, for the GMs once the table is closed."""
    commitment: str | UnsetType = UNSET
    hidden_commitment: str | UnsetType = UNSET
    protocol: int | UnsetType = UNSET
    imported: bool | UnsetType = UNSET
    unshown: tuple[str, ...] | UnsetType = UNSET
    stream: str | UnsetType = UNSET
    hidden_dice: bool | UnsetType = UNSET
    table: str | UnsetType = UNSET
    from_: int | UnsetType = UNSET
    back_to: int | UnsetType = UNSET
    reveals: int | UnsetType = UNSET
    event: "EventView | UnsetType | None" = UNSET
    begun_by: str | UnsetType = UNSET
    waits_for: list[str] | UnsetType = UNSET
    question: str | UnsetType = UNSET
    who: str | UnsetType = UNSET
    sides: int | UnsetType = UNSET
    cards: list[str] | UnsetType = UNSET
    sets: list[str] | UnsetType = UNSET
    standing: bool | UnsetType = UNSET
    request: int | UnsetType = UNSET


class OfferView(Struct, frozen=True):
    """An action that is legal now: who takes it, every legal way, and its other parameters."""

    action: str
    who: str
    by: By
    when: Literal["turn", "any time"]
    ways: list[Way]
    asks: list[Ask]
    summary: str
    approval: bool = False
    """Whether it waits for the GM's approval, whatever its parameters are."""
    notes: dict[str, dict[str, str]] = {}
    """By parameter: what the game says of each value, such as the common uses of an ability."""
