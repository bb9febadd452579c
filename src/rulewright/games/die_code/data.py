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


class Die(Struct, frozen=True):
    """The only die there is, and the faces that are thrown again."""

    sides: int
    rerolled_at_advantage: int
    rerolled_at_disadvantage: int


class Code(Struct, frozen=True):
    """What a die code may look like."""

    pips_per_die: int
    most_pips: int
    most_dice: int


class Success(Struct, frozen=True):
    """How many points one success level has."""

    points_per_level: int


class Movement(Struct, frozen=True):
    """How long a pace is, and the Move of somebody about whom nothing is said."""

    feet_per_pace: int
    usual_move: int
    feet_per_mile: int
    seconds_per_hour: int


class Extensions(Struct, frozen=True):
    """How long a contest and a chase go on when nothing is said."""

    usual_contest: int
    usual_rounds: int


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
    """Units of length in inches and of weight in drams; thousands and millions of pounds as powers."""

    length: dict[str, int]
    weight: dict[str, int]
    thousands: dict[str, int]


class Size(Struct, frozen=True):
    """One size class: how far it is from medium, and where it starts and ends."""

    rule: str
    step: int
    length: tuple[str, str]
    weight: tuple[str, str]


class Mode(Struct, frozen=True):
    """One way to move: its speed, and how hard it is in and out of combat."""

    rules: tuple[str, ...]
    about: str
    speed: float
    typical: Difficulty
    in_combat: Difficulty


class _Data(Struct, frozen=True):
    die: Die
    code: Code
    success: Success
    movement: Movement
    extensions: Extensions
    columns: dict[str, float]
    ladder: dict[Difficulty, Rung]
    units: Units
    sizes: dict[SizeName, Size]
    modes: dict[ModeName, Mode]


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
