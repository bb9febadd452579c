"""The map of a fight as one viewer sees it: the structs that every game with a map fills and the web app draws."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

Space = tuple[int, int]
"""A space of the map: across, then down."""


class ResultChance(Struct, frozen=True):
    """A result, its chance, and how good it is, from 0 to 1; None if the game does not say."""

    result: str
    chance: Fraction
    tone: float | None = None


class Prospect(Struct, frozen=True):
    """The odds of an attack for one character it would hit, and of that character's counterattack.

    The counterattack is priced as the attacker is now.
    """

    who: str
    side: str
    spaces: int
    cover: str
    hurt: Fraction
    mean_damage: Fraction
    strikes_back: Fraction
    mean_counter: Fraction


class FallChance(Struct, frozen=True):
    """The chance that an attack on one character fells another. It reveals HP, so only the GM sees it."""

    weapon: str
    aimed: str | None
    who: str
    chance: Fraction


class BoardAction(Struct, frozen=True):
    """The action behind a click on the map: its name, the parameter that the clicked item fills, and the rest."""

    action: str
    takes: str
    at: Literal["space", "character"]
    params: dict[str, str] = {}

    def __hash__(self) -> int:
        return hash((self.action, self.takes, self.at, tuple(sorted(self.params.items()))))


class BoardFigure(Struct, frozen=True):
    """A character on the map."""

    who: str
    side: str
    space: Space
    in_fight: bool
    states: tuple[str, ...] = ()
    """What everyone sees of its state, in words: "burning 2"."""


class Reachable(Struct, frozen=True):
    """A space in reach: its AP, the way there, and the enemies who could strike there."""

    space: Space
    ap: int
    path: tuple[Space, ...]
    in_reach_of: tuple[str, ...]


class Pair(Struct, frozen=True):
    """Two characters of different sides: distance, cover from each other, and whether they see each other."""

    one: str
    other: str
    spaces: int
    cover_of_one: str
    cover_of_other: str
    sight: bool


class BoardTarget(Struct, frozen=True):
    """An enemy: in a sentence why it cannot be attacked now, or the odds of an attack for everyone in its area."""

    who: str
    refused: str | None
    dice: str
    success: Fraction
    results: tuple[ResultChance, ...]
    hit: tuple[Prospect, ...]
    area: tuple[Space, ...] = ()


class RangeBand(Struct, frozen=True):
    """A range band of a weapon: its least and most spaces, and the spaces of the map in it."""

    band: str
    least: int
    most: int
    spaces: tuple[Space, ...]


class BoardWeapon(Struct, frozen=True):
    """A weapon the character can use: its AP, shots left, range bands and targets."""

    weapon: str
    level: int
    shots: int | None
    ap: int
    area: str | None
    bands: tuple[RangeBand, ...]
    targets: tuple[BoardTarget, ...]
    use: BoardAction


class BoardGround(Struct, frozen=True):
    """The GM's action that sets the ground, and its parameters for walls and for low cover."""

    action: str
    walls: str
    low: str


class BoardScene(Struct, frozen=True, kw_only=True):
    """The map without the spaces in reach."""

    grid: Literal["square", "hex"]
    least: Space
    most: Space
    bounded: bool
    obstacles: tuple[Space, ...]
    figures: tuple[BoardFigure, ...]
    pairs: tuple[Pair, ...]
    turn: str | None
    counts: str
    """The name of what steps and attacks cost, as in what is left of a turn."""
    ap: int
    in_reach_of: tuple[str, ...]
    falls: tuple[FallChance, ...]
    move: BoardAction | None = None
    """The action of a step to another space; None on a map without steps."""
    low: tuple[Space, ...] = ()
    """Obstacles that give half cover; those in `obstacles` are walls."""
    ground: BoardGround | None = None
    """How walls and low cover are painted; None on a map that is not painted."""


class BoardView(BoardScene, frozen=True, kw_only=True):
    """The map of the fight as one character sees it."""

    spaces: tuple[Reachable, ...]
    arms: tuple[BoardWeapon, ...]


class Aimed(Struct, frozen=True):
    """An attack aimed at a space: why it is refused, the spaces it covers, and the odds for everyone it would hit."""

    weapon: str
    at: Space
    ap: int
    refused: str | None
    area: tuple[Space, ...]
    aimed: str | None
    results: tuple[ResultChance, ...]
    hit: tuple[Prospect, ...]
    falls: tuple[FallChance, ...]


class AimPreview(Struct, frozen=True):
    """An attack on a space before it is made. Characters in `unseen` would be hit too; their odds are hidden."""

    attack: Aimed
    unseen: tuple[str, ...]


class Board(Struct, frozen=True):
    """The map of a fight, as one viewer sees it.

    Both functions take the options, the scene, the viewer, and last the names whose sheets the viewer may see. `drawn`
    gives the map; `aimed` previews an attack on a space: with what, and where.
    """

    drawn: Callable[[Any, Any, str, frozenset[str]], BoardView]
    aimed: Callable[[Any, Any, str, str, Space, frozenset[str]], AimPreview]
