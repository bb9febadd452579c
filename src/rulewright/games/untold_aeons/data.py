"""The numbers and names of the game, from `data.toml`."""

from msgspec import Struct

from rulewright.rules.data import load_data


class Faces(Struct, frozen=True):
    """What each face of a d6 is worth."""

    successes: tuple[int, ...]
    ones: tuple[int, ...]
    untrained: tuple[int, ...]


class Check(Struct, frozen=True):
    """The usual difficulty, and dice that come or go."""

    difficulty: int
    knowledge_penalty: int
    shaken_penalty: int
    karma: int


class Characteristics(Struct, frozen=True):
    """How far characteristics go, and what they add up to."""

    least: int
    most: int
    npc_least: int
    npc_most: int
    total: int
    total_on_top: int


class Secondary(Struct, frozen=True):
    """Where secondary values start from, and the multiples of the move speed."""

    stress_limit_from: int
    wound_limit_from: int
    move_speed_from: int
    sprint: int
    run_min: int
    run_max: int


class Time(Struct, frozen=True):
    """How long a round is."""

    round_seconds: int
    rounds_per_minute: int


class Karma(Struct, frozen=True):
    """What the pools start with."""

    narrator: int
    per_player: int


class Experience(Struct, frozen=True):
    """Prices in XP and levels without any."""

    skill: int
    learning: int
    learned_level: int
    standard_level: int


class Saves(Struct, frozen=True):
    """The multiple of a limit at which the second save comes."""

    double: int


class Hardening(Struct, frozen=True):
    """How many notches make a level."""

    notches_per_level: int


class Recovery(Struct, frozen=True):
    """What the successes are divided by over the limit."""

    halved: int


class Firearms(Struct, frozen=True):
    """Base difficulties of a shot, diving and rapid fire."""

    point_blank: int
    in_range: int
    dive_divisor: int
    rapid_fire_penalty: int


class Melee(Struct, frozen=True):
    """How far a blow reaches, in yards, and the characteristic of someone of whom nothing is known."""

    reach: int
    default_characteristic: int


class Suggested(Struct, frozen=True):
    """Names for the numbers a Narrator sets, from 0."""

    difficulty: tuple[str, ...]
    severity: tuple[str, ...]


class Skills(Struct, frozen=True):
    """The standard skills by group."""

    basic: tuple[str, ...]
    social: tuple[str, ...]
    combat: tuple[str, ...]
    languages: tuple[str, ...]


class Purchase(Struct, frozen=True):
    """A row of the tables of Advantages and Drawbacks."""

    cost: int
    rule: str
    text: str


class Effects(Struct, frozen=True):
    """Suggestions for what a sanity check brings."""

    short_advantage: tuple[str, ...]
    short_drawback: tuple[str, ...]
    lasting_drawback: tuple[str, ...]


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon; one with a range is a firearm."""

    damage: str | int
    piercing: int = 0
    range: int | None = None
    rapid_fire: int = 0


class _Data(Struct, frozen=True):
    faces: Faces
    check: Check
    characteristics: Characteristics
    secondary: Secondary
    time: Time
    karma: Karma
    experience: Experience
    saves: Saves
    hardening: Hardening
    recovery: Recovery
    firearms: Firearms
    melee: Melee
    suggested: Suggested
    skills: Skills
    advantages: dict[str, Purchase]
    drawbacks: dict[str, Purchase]
    effects: Effects
    weapons: dict[str, Weapon]


_data = load_data(__package__, _Data)

FACES = _data.faces
CHECK = _data.check
CHARACTERISTICS = _data.characteristics
SECONDARY = _data.secondary
TIME = _data.time
KARMA = _data.karma
EXPERIENCE = _data.experience
SAVES = _data.saves
HARDENING = _data.hardening
RECOVERY = _data.recovery
FIREARMS = _data.firearms
MELEE = _data.melee
SUGGESTED = _data.suggested
SKILLS = _data.skills
STANDARD_SKILLS = (*SKILLS.basic, *SKILLS.social, *SKILLS.combat, *SKILLS.languages)
ADVANTAGES = _data.advantages
DRAWBACKS = _data.drawbacks
EFFECTS = _data.effects
WEAPONS = _data.weapons
