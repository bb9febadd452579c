"""The numbers and names in `data.toml`, typed."""

from typing import Literal

from msgspec import Struct

from rulewright.rules.data import load_data

Order = Literal["simultaneous", "pc-first", "rival-first"]
ForkLevel = Literal["trivial", "dangerous", "serious", "formidable"]


class DiceSizes(Struct, frozen=True):
    """Sides of the dice, and the usual cap of an Effect."""

    sides: int
    small: int
    cap: int


class Bands(Struct, frozen=True):
    """The Attribute and the result that each face of a d6 gives, and how many dice are rolled."""

    attribute: tuple[int, ...]
    result: tuple[int, ...]
    attribute_dice: int
    desperate_dice: int


class Light(Struct, frozen=True):
    """The limit of Light Dice, and those that heavy armour takes from what it hinders."""

    most: int
    heavy_armour: int


class StartingMaxima(Struct, frozen=True):
    """Base values of HP and Ego, and the limits of Ego."""

    hp: int
    ego: int
    ego_ceiling: int
    ego_most: int


class Advancing(Struct, frozen=True):
    """The price of Advancements, what they add, and their limits."""

    xp: int
    early: int
    attribute_early: int
    attribute_late: int
    bonus_hp: int
    bonus_ego: int
    skill_most: int


class RecoveryRates(Struct, frozen=True):
    """HP regained by rest and on waking."""

    per_day: int
    attended: int
    waking: int


class Gang(Struct, frozen=True):
    """How Challenges that act together grow."""

    beyond_first: int
    disposition: int
    dice: int


class LevelRow(Struct, frozen=True):
    """A level of Challenge."""

    disposition: int
    dice: str


class ForkRow(Struct, frozen=True):
    """The lowest Effect that forks into a level, for each value of `fork-gaps`."""

    lower: int
    upper: int


class WeaponRow(Struct, frozen=True):
    """A row of the weapon table."""

    die: str
    order: Order | None = None
    light: int = 0
    two_handed: bool = False


class Shield(Struct, frozen=True):
    """How much a shield reduces an Effect."""

    protection: int


class _Data(Struct, frozen=True):
    dice: DiceSizes
    bands: Bands
    light: Light
    maxima: StartingMaxima
    advancing: Advancing
    recovery: RecoveryRates
    attributes: dict[str, str]
    gang: Gang
    levels: dict[str, LevelRow]
    forks: dict[ForkLevel, ForkRow]
    weapons: dict[str, WeaponRow]
    armour: dict[str, int]
    shield: Shield


_data = load_data(__package__, _Data)

DICE = _data.dice
BANDS = _data.bands
LIGHT = _data.light
MAXIMA = _data.maxima
ADVANCING = _data.advancing
RECOVERY = _data.recovery
ATTRIBUTES = _data.attributes
GANG = _data.gang
LEVELS = _data.levels
FORKS = _data.forks
WEAPONS = _data.weapons
ARMOUR = _data.armour
SHIELD = _data.shield
