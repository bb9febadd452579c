"""The numbers and names of `data.toml`, with their types."""

from typing import Annotated

from msgspec import Meta, Struct

from rulewright.rules.data import load_data
from rulewright.rules.limits import Total


class FaceValues(Struct, frozen=True):
    """The value of each face of a d6."""

    successes: tuple[int, ...]
    ones: tuple[int, ...]
    untrained: tuple[int, ...]


class CheckNumbers(Struct, frozen=True):
    """The default difficulty, and bonus and penalty dice."""

    difficulty: int
    knowledge_penalty: int
    shaken_penalty: int
    karma: int


class CharacteristicLimits(Struct, frozen=True):
    """The range of characteristics, and their total."""

    least: int
    most: int
    npc_least: int
    npc_most: int
    total: int
    total_on_top: int


class SecondaryNumbers(Struct, frozen=True):
    """The base of secondary values, and the multiples of the move speed."""

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
    """The points in the pools at the start."""

    narrator: int
    per_player: int


class Experience(Struct, frozen=True):
    """Prices in XP, and the levels of skills at no price."""

    skill: int
    learning: int
    learned_level: int
    standard_level: int
    npc_level: int


class Saves(Struct, frozen=True):
    """The multiple of a limit that calls for the second save."""

    double: int


class Hardening(Struct, frozen=True):
    """The number of notches for a hardened level."""

    notches_per_level: int


class RecoveryNumbers(Struct, frozen=True):
    """The divisor of successes over the limit."""

    halved: int


class Firearms(Struct, frozen=True):
    """Base difficulties of a shot, diving and rapid fire."""

    point_blank: int
    in_range: int
    dive_divisor: int
    rapid_fire_penalty: int


class Melee(Struct, frozen=True):
    """The reach of a blow in yards, and the default characteristic of a fighter."""

    reach: int
    default_characteristic: int


class Suggested(Struct, frozen=True):
    """Names for the numbers a Narrator sets, from 0."""

    difficulty: tuple[str, ...]
    severity: tuple[str, ...]


def numbered(names: tuple[str, ...]) -> str:
    """Numbers with their names, from 0."""
    return ", ".join(f"{number} {name}" for number, name in enumerate(names))


class StandardSkills(Struct, frozen=True):
    """The standard skills by group, and examples of others: fields of knowledge."""

    basic: tuple[str, ...]
    social: tuple[str, ...]
    combat: tuple[str, ...]
    languages: tuple[str, ...]
    fields: tuple[str, ...]


class Purchase(Struct, frozen=True):
    """A row of the tables of Advantages and Drawbacks."""

    cost: int
    rule: str
    text: str


class Effects(Struct, frozen=True):
    """Effects to choose from: of a sanity check, of Drawbacks while Shaken, and of the Narrator's karma."""

    short_advantage: tuple[str, ...]
    sanity_bonus: str
    short_drawback: tuple[str, ...]
    lasting_drawback: tuple[str, ...]
    fun_stuff: tuple[str, ...]
    trigger: tuple[str, ...]


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon; one with a range is a firearm."""

    damage: Annotated[str, Meta(max_length=60)] | Total
    piercing: Total = 0
    range: Total | None = None
    rapid_fire: Total = 0


class _Data(Struct, frozen=True):
    faces: FaceValues
    check: CheckNumbers
    characteristics: CharacteristicLimits
    secondary: SecondaryNumbers
    time: Time
    karma: Karma
    experience: Experience
    saves: Saves
    hardening: Hardening
    recovery: RecoveryNumbers
    firearms: Firearms
    melee: Melee
    suggested: Suggested
    skills: StandardSkills
    advantages: dict[str, Purchase]
    drawbacks: dict[str, Purchase]
    effects: Effects
    weapons: dict[str, Weapon]
    backgrounds: dict[str, dict[str, int]]


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
BACKGROUNDS = _data.backgrounds
