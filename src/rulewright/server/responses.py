"""The bodies of responses, apart from the views of a table (`rulewright.table.views.shapes`)."""

from typing import Any, Literal

from msgspec import Struct

from rulewright.game.forms import Form
from rulewright.game.trackers import TrackedValue
from rulewright.readings import Called, Chosen, Noted, Rolled
from rulewright.table.events import Role
from rulewright.table.state import Note
from rulewright.table.views.shapes import EventView, OfferView

# --- odds and the lab


class LabelledChance(Struct, frozen=True):
    """A labelled chance: the exact fraction as text (empty when simulated), and a float for drawing."""

    label: str
    chance: str
    value: float
    low: float | None = None
    """With `high`: the 95% confidence interval of a simulated chance."""
    high: float | None = None
    tone: float | None = None
    """From 0 to 1 how good the outcome is, where the game says so."""


class ValueChance(Struct, frozen=True):
    """One value of a number: its chance, and the chance of at least as much."""

    number: int
    chance: str
    value: float
    at_least: str
    reached: float


class FigureStatistics(Struct, frozen=True):
    """A number in the outcomes: its mean, range, standard deviation, quantiles, and every value."""

    name: str
    mean: str
    value: float
    least: int
    most: int
    spread: float
    quantiles: dict[str, int]
    values: list[ValueChance]


class OddsResponse(Struct, frozen=True):
    """Odds: `bar` is one stacked bar from worst to best, `rows` are all outcomes in words."""

    method: Literal["exact", "float64", "simulated", "over budget"]
    bar: list[LabelledChance]
    rows: list[LabelledChance]
    figures: list[FigureStatistics]
    outcomes: list[tuple[Any, str | float]]
    """Pairs of an outcome and its chance, likeliest first."""
    more: int = 0
    """How many outcomes are left out of `outcomes`."""
    note: str = ""
    runs: int = 0
    notation: str = ""
    cost: dict[str, int] = {}
    """Of an action: the resources that the acting character spends, where that is certain."""


class ChoiceOdds(Struct, frozen=True):
    """A choice and the odds after it."""

    choice: Any
    odds: OddsResponse


class ChoiceOddsResponse(Struct, frozen=True):
    """The odds of a pending action for each of its choices."""

    question: str
    who: str
    choices: list[ChoiceOdds]


class ExactNumber(Struct, frozen=True):
    """A number twice: the exact fraction as text, and a float for drawing."""

    chance: str
    value: float


class ComparedFigure(Struct, frozen=True):
    """A chance or another figure on every side, and the change from the first to the last."""

    label: str
    """In the words of the game."""
    sides: list[ExactNumber]
    change: ExactNumber
    is_chance: bool = True
    is_middle: bool = True
    """Whether it is no quantile but the median."""


class CompareResponse(Struct, frozen=True):
    """Settings side by side: a bar for each, every outcome, the figures, and the conclusion in words."""

    method: Literal["exact", "over budget"]
    labels: list[str] = []
    bars: list[list[LabelledChance]] = []
    rows: list[ComparedFigure] = []
    figures: list[ComparedFigure] = []
    conclusion: str = ""
    same: bool = False
    note: str = ""


class SweepAxisValues(Struct, frozen=True):
    """A parameter, or an option written `option.NAME`, with its values."""

    name: str
    values: list[Any]


class SweepCell(Struct, frozen=True):
    """A figure at one setting; without a value, the reason."""

    chance: str
    value: float | None
    why: str


class SweptFigure(Struct, frozen=True):
    """A figure that can be shown: as it is typed, in the words of the game, and the opposite of a chance."""

    figure: str
    words: str
    opposite: str = ""
    """Empty for a figure that is no chance."""
    is_bad: bool = False
    """Whether a player hopes for the opposite."""


class SweepResponse(Struct, frozen=True):
    """A figure at every combination of the axes' values, the last axis changing fastest; and the available figures."""

    method: Literal["exact", "partly"]
    figure: SweptFigure
    is_chance: bool
    figures: list[SweptFigure]
    axes: list[SweepAxisValues]
    cells: list[SweepCell]


class ChoiceValue(Struct, frozen=True):
    """A choice and its value; in a duel also how often the side that decides wins and loses after it."""

    choice: Any
    worth: ExactNumber
    wins: ExactNumber | None = None
    loses: ExactNumber | None = None


class DecisionAdvice(Struct, frozen=True):
    """A possible first decision: who decides, the position, its chance, and every choice, the best first."""

    who: str
    question: str
    when: dict[str, Any]
    chance: ExactNumber
    options: list[ChoiceValue]


class ChanceInterval(Struct, frozen=True):
    """A chance or a mean with its 95% interval; all three are equal where it is solved."""

    low: float
    estimate: float
    high: float


class PlanValue(Struct, frozen=True):
    """A plan of a side in a duel, and how often that side wins and loses with it; `runs` are the simulated duels."""

    who: str
    plan: str
    wins: ChanceInterval
    loses: ChanceInterval
    runs: int | None = None


class BestPlayResponse(Struct, frozen=True):
    """The first decisions of best play, the likeliest first; if over budget, the plans of each side, the best first."""

    method: Literal["exact", "over budget"]
    decisions: list[DecisionAdvice] = []
    note: str = ""
    plans: list[PlanValue] = []


# --- advice and chances at the table


class TriedAction(Struct, frozen=True):
    """A choice at the table, and how often the side that decides wins and loses after it."""

    choice: str
    wins: ChanceInterval
    loses: ChanceInterval
    action: str = ""
    params: dict[str, Any] = {}


class AdviceResponse(Struct, frozen=True):
    """Every choice of a character, the best first; with `note` alone if there was no time to work it out."""

    method: Literal["float64", "simulated", "over budget"]
    note: str = ""
    who: str = ""
    question: str = ""
    runs: int = 0
    plans: dict[str, str] = {}
    tried: list[TriedAction] = []
    left_out: list[str] = []
    why: str = ""
    is_clear: bool = False
    is_useful: bool = False


class ChanceAfter(Struct, frozen=True):
    """The heroes' chance to win after an event of a fight."""

    seq: int
    who: str
    what: str
    wins: ChanceInterval


class ChanceSwing(Struct, frozen=True):
    """A roll that moved the chance to win."""

    who: str
    what: str
    before: float
    after: float


class FightLuck(Struct, frozen=True):
    """Whose dice moved the chance to win by how much, and the rolls that moved it most."""

    by_roller: dict[str, float]
    biggest: list[ChanceSwing]


class CourseResponse(Struct, frozen=True):
    """A fight from its beginning: the heroes' chance to win after every action, and whose luck it was."""

    method: Literal["float64", "simulated", "over budget"]
    note: str = ""
    runs: int = 0
    plans: dict[str, str] = {}
    start: ChanceInterval | None = None
    points: list[ChanceAfter] = []
    luck: FightLuck | None = None
    rolls: dict[int, ChanceInterval] = {}
    by_roller: dict[str, ChanceInterval] = {}


class RollResponse(Struct, frozen=True):
    """A roll without a table."""

    outcome: Any
    headline: str
    """The outcome in a word or two."""
    sentence: str
    """The rest of it in a sentence; empty if there is none."""
    dice: tuple[int, ...]
    choices: tuple[Any, ...]
    breakdown: tuple[Rolled | Chosen | Noted | Called, ...]
    cites: tuple[str, ...]


# --- characters


class SheetResponse(Struct, frozen=True):
    """A finished character with its derived values."""

    sheet: Any


class CreationStepState(Struct, frozen=True):
    """A step of creation: its legal values, and why others are not legal."""

    field: str
    title: str
    cites: tuple[str, ...]
    optional: bool
    allowed: str
    choices: tuple[Any, ...]
    refused: dict[str, str]
    form: Form
    problem: str = ""
    """Why this step cannot be judged yet."""


class CreationResponse(Struct, frozen=True):
    """Every step, and the finished sheet or the remaining error."""

    steps: list[CreationStepState]
    sheet: dict[str, Any] | None = None
    trackers: list[TrackedValue] = []
    """What the finished sheet keeps in sight."""
    error: str = ""
    rule: str = ""
    step: str = ""
    """The field of the step where the error can be fixed, if it is known."""


# --- the table


class SeatResponse(Struct, frozen=True):
    """A seat at a table and the key to it, which is sent only here."""

    table: str
    seat: str
    key: str


class WelcomeResponse(Struct, frozen=True):
    """The invitation: the table, its game, who runs it, and the role and character it gives."""

    title: str
    game: str
    name: str
    gm: str
    """The name of the person who runs the game."""
    called: str
    """The game's word for that person."""
    role: str
    character: str
    seat: str = ""
    """The name of the seat that another device is invited to; empty for a new seat."""


class EventResponse(Struct, frozen=True):
    """The event that was written: its number, and its view for the caller."""

    seq: int
    event: EventView | None


class ProposedAction(Struct, frozen=True):
    """The action that a plan proposes for a foe: as a request, in words, and with the reason."""

    who: str
    plan: str
    action: str
    params: dict[str, Any]
    words: str
    why: str


class DifficultyResponse(Struct, frozen=True):
    """An encounter: how often the party wins and loses, how many of it fall, and how many rounds it takes."""

    method: str
    party: tuple[str, ...]
    foes: tuple[str, ...]
    plans: dict[str, str]
    runs: int
    wins: ChanceInterval
    loses: ChanceInterval
    fall: ChanceInterval
    rounds: ChanceInterval


class FoeResponse(Struct, frozen=True):
    """The action of a foe, and the events that were written if it was performed at once."""

    proposed: ProposedAction
    events: tuple[EventResponse, ...] = ()


class HelpResponse(Struct, frozen=True):
    """The commands that can be typed as a message."""

    help: str


class MessageOddsResponse(Struct, frozen=True):
    """The odds that were asked for in a message."""

    odds: OddsResponse


class LogResponse(Struct, frozen=True):
    """A part of the log. `next` is the event to continue after."""

    events: list[EventView]
    last: int
    next: int


class NotesResponse(Struct, frozen=True):
    """The notes that a seat sees."""

    notes: list[Note]


class OffersResponse(Struct, frozen=True):
    """The actions that a seat may take now."""

    seq: int
    offers: list[OfferView]


class NextDiceResponse(Struct, frozen=True):
    """The dice that come next: their purpose, and the sides of those that are rolled in any case.

    If cards are drawn, `cards` are the names of those that are left, and the sides how many there are at each of them.
    """

    purpose: str = ""
    sides: list[int] = []
    cards: list[str] = []


class PresenceResponse(Struct, frozen=True):
    """The seats that follow the table now."""

    presence: list[str]


class InvitationResponse(Struct, frozen=True):
    """A new invitation. `invitation` belongs in the fragment of a link and is sent only here."""

    invitation: str
    name: str


class InvitationDescription(Struct, frozen=True):
    """An open invitation, without its secret."""

    name: str
    role: Role
    uses: int
    expires: str
    character: str


class NewKeyResponse(Struct, frozen=True):
    """A further key, which is sent only here, and the name by which it is revoked."""

    key: str
    name: str


class KeyDescription(Struct, frozen=True):
    """A key, without its secret."""

    name: str
    seat: str
    label: str
    expires: str


class RemovedResponse(Struct, frozen=True):
    """The confirmation of a removal."""

    removed: bool = True


class SeatLuck(Struct, frozen=True):
    """The dice of a seat, as far as the caller sees them: how many, their mean, and the expected mean."""

    seat: str
    sides: int
    dice: int
    mean: str
    value: float
    expected: str
    chance_as_high: str
    """The exact chance that as many dice add up to as much or more; empty for very many dice."""
