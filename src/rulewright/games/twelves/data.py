"""The numbers and names in `data.toml`, typed."""

from msgspec import Struct

from rulewright.rules.data import load_data


class Ability(Struct, frozen=True):
    """One of the six abilities: its full name and its common uses."""

    name: str
    uses: tuple[str, ...]


class CheckDice(Struct, frozen=True):
    """The dice of a check, and the number from which target numbers count down."""

    sides: int
    kept: int
    tn_from: int


class Tiers(Struct, frozen=True):
    """How many boxes each tier has."""

    wounded: int
    critical: int
    normal_least: int
    normal_most: int


class HealingDice(Struct, frozen=True):
    """The dice that give boxes back."""

    sides: int
    short_rest_dice: int
    long_rest_dice: int
    dose_dice: int


class ActionNumbers(Struct, frozen=True):
    """Actions per turn that no option changes."""

    wounded: int


class StarterFoe(Struct, frozen=True):
    """A ready-made foe (Extension): scores in the order of the abilities, and other values where they are not usual."""

    scores: tuple[int, int, int, int, int, int]
    words: str
    rank: int = 0
    normal_boxes: int = 2
    tags: tuple[str, ...] = ()
    potions: int = 0
    weapons: tuple[dict[str, str | int], ...] = ()


class _Data(Struct, frozen=True):
    foes: dict[str, StarterFoe]
    check: CheckDice
    tiers: Tiers
    healing: HealingDice
    actions: ActionNumbers
    abilities: dict[str, Ability]


_data = load_data(__package__, _Data)

CHECK = _data.check
TIERS = _data.tiers
HEALING = _data.healing
ACTIONS_PER_TURN = _data.actions
ABILITIES = _data.abilities
FOES = _data.foes
