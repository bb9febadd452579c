"""What requests are answered with, where the shape is fixed."""

from typing import Any, Literal

from msgspec import Struct

from rulewright.game.forms import Form
from rulewright.table.views.shapes import EventSeen, OfferSeen


class Segment(Struct, frozen=True):
    """A labelled chance: the exact fraction as text (empty when simulated), and a float for drawing."""

    label: str
    chance: str
    value: float
    low: float | None = None
    """With `high`: where a simulated chance lies, with 95% confidence."""
    high: float | None = None


class ValueTold(Struct, frozen=True):
    """A number's value: its chance, and the chance of at least as much."""

    number: int
    chance: str
    value: float
    at_least: str
    reached: float


class FigureTold(Struct, frozen=True):
    """A number in the outcomes: its mean, range, standard deviation, quantiles, and every value."""

    name: str
    mean: str
    value: float
    least: int
    most: int
    spread: float
    quantiles: dict[str, int]
    values: list[ValueTold]


class OddsTold(Struct, frozen=True):
    """Odds: `bar` is one stacked bar from worst to best, `rows` are all outcomes in words."""

    method: Literal["exact", "float64", "simulated", "over budget"]
    bar: list[Segment]
    rows: list[Segment]
    figures: list[FigureTold]
    outcomes: list[tuple[Any, str | float]]
    """Pairs of an outcome and its chance, likeliest first."""
    more: int = 0
    """How many outcomes are left out of `outcomes`."""
    note: str = ""
    runs: int = 0
    notation: str = ""
    cost: dict[str, int] = {}
    """Of an action: what whoever is on turn has less of afterwards, where that is certain."""


class OddsPerChoice(Struct, frozen=True):
    """Odds of something that waits, for each choice there is."""

    question: str
    who: str
    choices: list["Choice"]


class Choice(Struct, frozen=True):
    """A choice and the odds of what comes of it."""

    choice: Any
    odds: OddsTold


class Told(Struct, frozen=True):
    """A number told twice: exactly, and as a float for drawing."""

    chance: str
    value: float


class SideBySide(Struct, frozen=True):
    """A chance or another figure on every side, and the change from the first to the last."""

    label: str
    sides: list[Told]
    change: Told
    is_chance: bool = True


class Compared(Struct, frozen=True):
    """Settings side by side: a bar for each, every outcome, the figures, and what moves in plain words."""

    method: Literal["exact", "over budget"]
    labels: list[str] = []
    bars: list[list[Segment]] = []
    rows: list[SideBySide] = []
    figures: list[SideBySide] = []
    conclusion: str = ""
    same: bool = False
    note: str = ""


class SweptAxis(Struct, frozen=True):
    """A parameter, or an option written `option.NAME`, with the values it took."""

    name: str
    values: list[Any]


class Cell(Struct, frozen=True):
    """A figure at one setting; without a value, why there is none."""

    chance: str
    value: float | None
    why: str


class Swept(Struct, frozen=True):
    """A figure at every combination of the axes' values, the last axis changing fastest; and the figures there are."""

    method: Literal["exact", "partly"]
    figure: str
    is_chance: bool
    figures: list[str]
    axes: list[SweptAxis]
    cells: list[Cell]


class ChoiceValued(Struct, frozen=True):
    """A choice and what it is worth; in a duel, also how often the one who decides wins and loses after it."""

    choice: Any
    worth: Told
    wins: Told | None = None
    loses: Told | None = None


class Decision(Struct, frozen=True):
    """A decision that may come first: whose, when, how likely that is, and every choice, the best first."""

    who: str
    question: str
    when: dict[str, Any]
    chance: Told
    options: list[ChoiceValued]


class BestPlay(Struct, frozen=True):
    """The first decisions of best play, the likeliest first."""

    method: Literal["exact", "over budget"]
    decisions: list[Decision] = []
    note: str = ""


class RollTold(Struct, frozen=True):
    """A roll that was played."""

    outcome: Any
    dice: tuple[int, ...]
    choices: tuple[Any, ...]
    breakdown: tuple[Any, ...]
    cites: tuple[str, ...]


class Created(Struct, frozen=True):
    """A finished character with its derived values."""

    sheet: Any


class Step(Struct, frozen=True):
    """A step of making a character: what is legal now, and why the rest is not."""

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


class Creation(Struct, frozen=True):
    """Every step, and the finished sheet or what is still wrong."""

    steps: list[Step]
    sheet: dict[str, Any] | None = None
    error: str = ""
    rule: str = ""
    step: str = ""
    """The field of the step at which that can be mended, where it is known."""


class Done(Struct, frozen=True):
    """What was written: its number, and the event as the one who asked sees it."""

    seq: int
    event: EventSeen | None


class Page(Struct, frozen=True):
    """Some of a log. `next` is where to read on."""

    events: list[EventSeen]
    last: int
    next: int


class Offers(Struct, frozen=True):
    """What a seat may do now."""

    seq: int
    offers: list[OfferSeen]


class DiceAwaited(Struct, frozen=True):
    """Dice that come next: what for, and the sides of those that are thrown whatever they show. None: no more dice."""

    purpose: str = ""
    sides: list[int] = []


class Present(Struct, frozen=True):
    """The seats that follow the table now."""

    presence: list[str]


class Invited(Struct, frozen=True):
    """An invitation. `invitation` belongs into the fragment of a link; it can be read only here."""

    invitation: str
    name: str


class Cut(Struct, frozen=True):
    """A further key, which can be read only here, and the name by which it is taken back."""

    key: str
    name: str


class KeyTold(Struct, frozen=True):
    """A key by its name, without the key."""

    name: str
    seat: str
    label: str
    expires: str


class Removed(Struct, frozen=True):
    """Gone."""

    removed: bool = True


class Luck(Struct, frozen=True):
    """The dice of a seat, as far as one may see them: how many, their mean and what was to be expected."""

    seat: str
    sides: int
    dice: int
    mean: str
    value: float
    expected: str
    chance_as_high: str
    """The exact chance that as many dice add up to as much or more; empty for very many dice."""
