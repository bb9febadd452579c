"""The numbers and names in `data.toml`, typed."""

from typing import Literal

from msgspec import Struct

from rulewright.rules.data import load_data

Order = Literal["simultaneous", "pc-first", "rival-first"]
ForkLevel = Literal["trivial", "dangerous", "serious", "formidable"]


class Dice(Struct, frozen=True):
    """The sizes of dice, and the Effect that counts as "this much or more"."""

    sides: int
    small: int
    cap: int


class Bands(Struct, frozen=True):
    """What each face of a d6 is worth, and how many dice are rolled."""

    attribute: tuple[int, ...]
    result: tuple[int, ...]
    attribute_dice: int
    desperate_dice: int


class Light(Struct, frozen=True):
    """The limit of Light Dice."""

    most: int


class Maxima(Struct, frozen=True):
    """Where HP and Ego start from, and how far Ego goes."""

    hp: int
    ego: int
    ego_ceiling: int
    ego_most: int


class Advancing(Struct, frozen=True):
    """What Advancements cost, bring and allow."""

    xp: int
    early: int
    attribute_early: int
    attribute_late: int
    bonus_hp: int
    bonus_ego: int
    skill_most: int


class Recovery(Struct, frozen=True):
    """HP that come back."""

    per_day: int
    attended: int
    waking: int


class Gang(Struct, frozen=True):
    """How Challenges that act together grow."""

    beyond_first: int
    disposition: int
    dice: int


class Level(Struct, frozen=True):
    """A level of Challenge."""

    disposition: int
    dice: str
    examples: tuple[str, ...]


class Fork(Struct, frozen=True):
    """The lowest Effect that forks to a level, for either reading of the gaps."""

    lower: int
    upper: int


class Weapon(Struct, frozen=True):
    """A row of the weapon table."""

    die: str
    order: Order | None = None
    light: int = 0
    two_handed: bool = False


class Shield(Struct, frozen=True):
    """What a shield takes off."""

    protection: int


class _Data(Struct, frozen=True):
    dice: Dice
    bands: Bands
    light: Light
    maxima: Maxima
    advancing: Advancing
    recovery: Recovery
    attributes: dict[str, str]
    gang: Gang
    levels: dict[str, Level]
    forks: dict[ForkLevel, Fork]
    weapons: dict[str, Weapon]
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
