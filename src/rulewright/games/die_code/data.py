"""The numbers and names in `data.toml`, typed."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from rulewright.rules.data import load_data

Difficulty = Literal["automatic", "easy", "moderate", "difficult", "hard", "heroic", "epic"]
SizeName = Literal[
    "minuscule",
    "fine",
    "diminutive",
    "tiny",
    "small",
    "medium",
    "large",
    "huge",
    "gargantuan",
    "colossal",
    "titanic",
]
ModeName = Literal["creep", "combat", "walk", "brisk", "jog", "run", "sprint", "dash"]


class DieData(Struct, frozen=True):
    """The sides of a die, and the faces that are thrown again."""

    sides: int
    rerolled_at_advantage: int
    rerolled_at_disadvantage: int


class CodeLimits(Struct, frozen=True):
    """The limits of a die code."""

    pips_per_die: int
    most_pips: int
    most_dice: int


class Success(Struct, frozen=True):
    """How many points one success level has."""

    points_per_level: int


class Movement(Struct, frozen=True):
    """The length of a pace, the usual Move, and conversions of units."""

    feet_per_pace: int
    usual_move: int
    feet_per_mile: int
    seconds_per_hour: int


class Extensions(Struct, frozen=True):
    """The usual points of a contest, rounds of a chase and points of a body, and the code of bare hands."""

    usual_contest: int
    usual_rounds: int
    body: int
    body_per_size: int
    bare_hands: str


class Rung(Struct, frozen=True):
    """One row of the difficulty ladder."""

    rules: tuple[str, ...]
    about: str
    d: int
    dc: int
    tn: int
    tx: int
    ty: int
    tz: int

    def target(self, column: str) -> int:
        """The number in one of the target columns."""
        number: int = getattr(self, column.lower())
        return number


class Units(Struct, frozen=True):
    """Units of length in inches and of weight in drams; thousands and millions of pounds as powers of a thousand."""

    length: dict[str, int]
    weight: dict[str, int]
    thousands: dict[str, int]


class SizeRow(Struct, frozen=True):
    """A size: its step from medium, and its bounds of length and weight."""

    rule: str
    step: int
    length: tuple[str, str]
    weight: tuple[str, str]


class ModeRow(Struct, frozen=True):
    """A mode of movement: its speed, and its difficulty in and out of combat."""

    rules: tuple[str, ...]
    about: str
    speed: float
    typical: Difficulty
    in_combat: Difficulty


class _Data(Struct, frozen=True):
    die: DieData
    code: CodeLimits
    success: Success
    movement: Movement
    extensions: Extensions
    columns: dict[str, float]
    ladder: dict[Difficulty, Rung]
    units: Units
    sizes: dict[SizeName, SizeRow]
    modes: dict[ModeName, ModeRow]


_data = load_data(__package__, _Data)

DIE = _data.die
CODE = _data.code
SUCCESS = _data.success
MOVEMENT = _data.movement
EXTENSIONS = _data.extensions
COLUMNS = {column: Fraction(points) for column, points in _data.columns.items()}
LADDER = _data.ladder
UNITS = _data.units
SIZES = _data.sizes
MODES = _data.modes
