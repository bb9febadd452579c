"""The numbers and names of `data.toml`, with their types."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, convert
from msgspec.structs import replace

from rulewright.rules.data import load_data
from rulewright.rules.decoding import ready
from rulewright.rules.limits import Name, Total

StatName = Literal["strength", "agility", "intelligence", "education", "influence", "luck"]
DifficultyName = Literal["trivial", "normal", "difficult", "hard", "impossible"]
Size = Literal["light", "medium", "heavy", "tech"]
ArmourName = Literal["none", "light", "medium", "heavy"]
Agency = Literal["DPI", "TFE"]
Comfort = Literal["stingy", "average", "indulgent"]
Band = Literal["melee", "room", "close", "field", "far"]
WeaponName = Literal[
    "unarmed",
    "knife",
    "baseball-bat",
    "shotgun",
    "pistol",
    "revolver",
    "assault-rifle",
    "battle-rifle",
    "sniper-rifle",
    "flame-thrower",
    "grenade",
]


MOST = 10_000
Amount = Annotated[int, Meta(ge=0, le=MOST)]
AtLeastOne = Annotated[int, Meta(ge=1, le=MOST)]
Points = Annotated[int, Meta(ge=-MOST, le=MOST)]
HitPoints = Annotated[int, Meta(ge=1, le=1_000)]
DuelHitPoints = Annotated[int, Meta(ge=1, le=200)]
WeaponLevel = Annotated[int, Meta(ge=1, le=20)]
TurnAp = Annotated[int, Meta(ge=0, le=40)]
AreaTag = Literal["line", "piercing", "arc", "explosive"]
ExtraDie = Annotated[int, Meta(ge=0, le=20)]
Shots = Annotated[int, Meta(ge=0, le=100)]
Bands = Annotated[tuple[Band, ...], Meta(max_length=5)]
Needs = Annotated[tuple[tuple[Name, Annotated[int, Meta(ge=1, le=5)]], ...], Meta(max_length=5)]
Totals = Annotated[dict[Name, Total], Meta(max_length=200)]
Counts = Annotated[dict[Name, Points], Meta(max_length=200)]
NamesByName = Annotated[dict[Name, Name], Meta(max_length=200)]


class RollDice(Struct, frozen=True):
    """The dice of the basic roll."""

    sides: int
    dice: int
    referee_sides: int
    referee_dice: int
    modifier_most: int


class Meters(Struct, frozen=True):
    """Limits of Stress and High."""

    stress_most: int
    stress_on_revival: int
    high_most: int
    stress_floor_cracked: int
    high_floor_cursed: int
    high_ceiling_anhedonia: int
    hours_per_sanity: int


class Stats(Struct, frozen=True):
    """The six stats and their prices."""

    names: tuple[StatName, ...]
    start: int
    most: int
    least: int
    points: int
    removable: int
    bonus: tuple[int, ...]
    price: tuple[int, ...]


class DerivedNumbers(Struct, frozen=True):
    """The numbers from which derived values are computed."""

    hp_base: int
    hp_per_point: int
    ap_per_agility: int
    traumas: int
    trauma_stat_most: int


class SkillLevels(Struct, frozen=True):
    """The levels of skills, their names, and the experience each needs."""

    points: int
    most: int
    role_skills: int
    names: tuple[str, ...]
    xp: tuple[int, ...]
    junior_skills: int
    junior_level: int


class Category(Struct, frozen=True):
    """A category of skills, and the stat they are rolled with."""

    stat: StatName
    skills: tuple[str, ...]


class Role(Struct, frozen=True):
    """A role and the categories of its six skills."""

    categories: tuple[str, ...]


class Ancestry(Struct, frozen=True):
    """An ancestry: its trauma, its changes to stats, its skills, and the stats and skills that are picked."""

    rule: str
    trauma: str | None = None
    stats: dict[str, int] = {}
    skills: dict[str, str] = {}
    picked_stats: tuple[int, ...] = ()
    stats_needed: str = ""
    picked_skills: int = 0


class Trauma(Struct, frozen=True):
    """A trauma of the d6 table."""

    name: str
    stat: StatName | None = None
    gains: str | None = None


class Clock(Struct, frozen=True):
    """How long things take, and the last hour of each period."""

    minutes_per_hour: int
    hours_per_day: int
    days_per_week: int
    start_minute: int
    full_rest_hours: int
    combat_minutes: int
    miles_per_minute: int
    room_search_minutes: int
    spaces_per_minute: int
    effort_sides: int
    last_hour: dict[str, int]


class Vampire(Struct, frozen=True):
    """The effect of daylight on a Vampire."""

    day_stress: int


class SpaceSize(Struct, frozen=True):
    """How wide a space is."""

    feet: int


class ActionPoints(Struct, frozen=True):
    """The AP of each action; for weapons by size."""

    move: int
    light: int
    medium: int
    heavy: int
    tech: int
    item: int
    reload: int


class DamageSides(Struct, frozen=True):
    """The sides of damage dice by size, and how far a blast reaches per level."""

    light: int
    medium: int
    heavy: int
    tech: int
    blast_per_level: int


class Rest(Struct, frozen=True):
    """Short and Long Rests."""

    sides: int
    interrupted_at: int
    fortitude_per_hour: int
    sanity_per_long_rest: int


class Items(Struct, frozen=True):
    """Burn, stims and packs."""

    burn_sides: int
    burn_damage: int
    stim_sides: int
    stim_stress: int
    reloads_per_pack: int
    grenades_per_pack: int


class Funds(Struct, frozen=True):
    """Money."""

    start: int
    salary: int


class Weapon(Struct, frozen=True, cache_hash=True):
    """A weapon: its tags, and the stat and skill it is used with; `needs` are skills and their levels."""

    size: Size
    bands: Bands
    stat: StatName
    skill: Name
    far_size: Size | None = None
    extra: ExtraDie = 0
    shots: Shots = 0
    area: AreaTag | None = None
    burns: bool = False
    needs: Needs = ()
    name: Name = ""


class Armour(Struct, frozen=True):
    """The Fortitude and Movement of an armour."""

    fortitude: int
    movement: int


class FoeBlock(Struct, frozen=True):
    """The stat block of a foe; values left out are the default foe's (DPI-A40)."""

    hp: int
    fortitude: int
    ap: int
    weapon: Name
    level: int
    difficulty: DifficultyName
    stat: int
    skill: int
    luck: int
    agility: int
    sanity: int
    reloads: int
    grenades: int
    stims: int


class _Data(Struct, frozen=True):
    roll: RollDice
    difficulty: dict[str, int]
    meters: Meters
    stats: Stats
    derived: DerivedNumbers
    skill_levels: SkillLevels
    categories: dict[str, Category]
    roles: dict[str, Role]
    ancestries: dict[str, Ancestry]
    traumas: dict[str, Trauma]
    afterlives: dict[str, str]
    slots: dict[str, str]
    clock: Clock
    time_of_day: dict[str, dict[str, int]]
    vampire: Vampire
    space: SpaceSize
    ap: ActionPoints
    damage: DamageSides
    bands: dict[str, tuple[int, int]]
    rest: Rest
    items: Items
    funds: Funds
    weapons: dict[str, Weapon]
    ready: dict[str, Weapon]
    prices: dict[str, int]
    armour: dict[str, Armour]
    meals: dict[str, int]
    room: dict[str, int]
    foes: dict[str, dict[str, Any]]


_data = load_data(__package__, _Data)
ROLL = _data.roll
DIFFICULTY = _data.difficulty
METERS = _data.meters
STATS = _data.stats
DERIVED = _data.derived
SKILLS = _data.skill_levels
CATEGORIES = _data.categories
ROLES = _data.roles
ANCESTRIES = _data.ancestries
TRAUMAS = _data.traumas
AFTERLIVES = _data.afterlives
CLOCK = _data.clock
TIME_OF_DAY = _data.time_of_day
VAMPIRE = _data.vampire
SPACE = _data.space
AP = _data.ap
DAMAGE = _data.damage
BANDS = _data.bands
REST = _data.rest
ITEMS = _data.items
FUNDS = _data.funds
WEAPONS = {name: replace(weapon, name=name) for name, weapon in _data.weapons.items()}
SLOTS = _data.slots
READY = {name: replace(weapon, name=name) for name, weapon in _data.ready.items()}
PRICES = _data.prices
ARMOUR = _data.armour
MEALS = _data.meals
ROOM = _data.room
FOES = {name: convert(_data.foes["foe"] | block, ready(FoeBlock)) for name, block in _data.foes.items()}
