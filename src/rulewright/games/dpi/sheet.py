"""The sheets of agents and foes: stored values and the values derived from them."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.games.dpi.check import bonus
from rulewright.games.dpi.data import (
    ARMOUR,
    DERIVED,
    METERS,
    READY,
    SKILLS,
    STATS,
    TRAUMAS,
    WEAPONS,
    Agency,
    ArmourName,
    Comfort,
    DifficultyName,
    NamesByName,
    Totals,
    TurnAp,
    Weapon,
    WeaponLevel,
)
from rulewright.games.dpi.grid import Space
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.stress_and_sanity import high_ceiling, high_floor, stress_floor
from rulewright.games.dpi.traumas import HeldTraumas, TraumaName, lives_left
from rulewright.rules import BadParameter, Refused, rule
from rulewright.rules.limits import Name, Tally, Total

StoredScore = Annotated[int, Meta(ge=0, le=STATS.most)]
SkillLevel = Annotated[int, Meta(ge=0, le=SKILLS.most)]


class Scores(Struct, frozen=True):
    """The six scores, in the game's order (DPI-44)."""

    strength: StoredScore = STATS.start
    agility: StoredScore = STATS.start
    intelligence: StoredScore = STATS.start
    education: StoredScore = STATS.start
    influence: StoredScore = STATS.start
    luck: StoredScore = STATS.start


class Owned(Struct, frozen=True):
    """A weapon carried: its level and the shots left in it; `made` is a weapon that the referee has made."""

    weapon: Name
    level: WeaponLevel = 1
    shots: Total = 0
    made: Weapon | None = None

    @property
    def entry(self) -> Weapon:
        """The weapon itself."""
        return WEAPONS[self.weapon] if self.made is None else self.made


UNARMED = Owned("unarmed")


class _CommonSheet(Struct, frozen=True, kw_only=True):
    """The values that agents and foes both have."""

    name: Name = ""
    side: Name = "agents"
    hp: Tally = 0
    fortitude: Total = 0
    stress: Annotated[int, Meta(ge=0, le=METERS.stress_most)] = 0
    high: Annotated[int, Meta(ge=0, le=METERS.high_most)] = 0
    sanity: Total = 0
    weapons: Annotated[tuple[Owned, ...], Meta(max_length=100)] = ()
    reloads: Total = 0
    grenades: Total = 0
    stims: Total = 0
    space: Space = (0, 0)
    burning: Total = 0


class Agent(_CommonSheet, frozen=True, kw_only=True, tag="agent", tag_field="kind"):
    """An agent as it is stored (DPI-17); sex and gender are free text (DPI-18)."""

    sex: Name = ""
    gender: Name = ""
    role: Name
    ancestry: Name
    stats: Scores
    skills: Annotated[dict[Name, SkillLevel], Meta(max_length=200)]
    xp: Totals = {}
    custom_skills: NamesByName = {}
    magic: Totals = {}
    traumas: HeldTraumas = ()
    trauma_gains: Totals = {}
    funds: Tally = 0
    items: Totals = {}
    armour: ArmourName = "none"
    life: Literal["alive", "dead", "dead for good"] = "alive"
    agency: Agency = "DPI"
    meals: Comfort = "average"
    room: Comfort = "average"
    rested: Total = 0
    junior_of: Name | None = None
    stat_points_left: Tally = 0
    skill_points_left: Tally = 0


class Foe(_CommonSheet, frozen=True, kw_only=True, tag="foe", tag_field="kind"):
    """A foe with the referee's values (DPI-A40); stat, skill and Luck matter if foes attack (DPI-A41)."""

    hp_max: Total
    fortitude_max: Total
    ap: TurnAp
    difficulty: DifficultyName = "normal"
    stat: StoredScore = STATS.start
    skill: SkillLevel = 0
    luck: StoredScore = STATS.start
    agility: StoredScore = STATS.start


@rule("DPI-100", "DPI-A26")
def is_junior(agent: Agent) -> bool:
    """Whether an agent is a Jr. Agent, hired or a player's own: they have no ancestry."""
    return agent.ancestry == "none"


def score_of(agent: Agent, stat: str) -> int:
    """The score of one stat."""
    score: int = getattr(agent.stats, stat)
    return score


@rule("DPI-67", "DPI-77")
def bonuses(agent: Agent) -> dict[str, int]:
    """The bonus of every stat."""
    return {stat: bonus(score_of(agent, stat)) for stat in STATS.names}


def _score_or_bonus(agent: Agent, stat: str, how: str) -> int:
    score = score_of(agent, stat)
    return score if how == "score" else bonus(score)


@rule("DPI-25")
def hp_max(body: Agent | Foe) -> int:
    """4 + 2 x (Strength + Agility), by score."""
    if isinstance(body, Foe):
        return body.hp_max
    return DERIVED.hp_base + DERIVED.hp_per_point * (body.stats.strength + body.stats.agility)


@rule("DPI-27", "DPI-182", "DPI-184", "DPI-A12", "DPI-A58")
def action_points(options: Options, body: Agent | Foe) -> int:
    """2 x Agility + Stamina, at least 0; by ruling armour changes it."""
    if isinstance(body, Foe):
        return body.ap
    agility = _score_or_bonus(body, "agility", options.ap_stat)
    ap = max(0, DERIVED.ap_per_agility * agility + body.skills.get("stamina", 0))
    return max(0, ap + ARMOUR[body.armour].movement) if options.armour_movement == "ap" else ap


@rule("DPI-28", "DPI-182", "DPI-183", "DPI-184", "DPI-A12", "DPI-A58")
def fortitude_max(options: Options, body: Agent | Foe) -> int:
    """Luck + Agility + Dodging, at least 0, plus the armour's Fortitude."""
    if isinstance(body, Foe):
        return body.fortitude_max
    luck, agility = (_score_or_bonus(body, stat, options.fortitude_stat) for stat in ("luck", "agility"))
    return max(0, luck + agility + body.skills.get("dodging", 0)) + ARMOUR[body.armour].fortitude


@rule("DPI-33", "DPI-93", "DPI-A12", "DPI-A13")
def sanity_max(options: Options, body: Agent | Foe) -> int:
    """Education + Influence + Psychology, or Intelligence + Education + Psychology; at least 0."""
    if isinstance(body, Foe):
        return body.sanity
    stats = ("education", "influence") if options.sanity_formula == "edu-inf" else ("intelligence", "education")
    counted = sum(_score_or_bonus(body, stat, options.sanity_stat) for stat in stats)
    return max(0, counted + body.skills.get("psychology", 0))


@rule("DPI-101", "DPI-A26")
def junior_agents_max(agent: Agent) -> int:
    """As many Jr. Agents as the Influence bonus, if it is positive."""
    return max(0, bonus(agent.stats.influence))


@rule("DPI-37", "DPI-38", "DPI-39", "DPI-A25")
def conditions(agent: Agent) -> list[str]:
    """Vampirism, Thaumaturgy and Lycanthropy, from birth or by a trauma."""
    gained = (TRAUMAS[trauma].gains if trauma in TRAUMAS else trauma for trauma in agent.traumas)
    return list(dict.fromkeys(name for name in gained if name))


def derived(options: Options, agent: Agent | Foe) -> dict[str, Any]:
    """The values derived from an agent's sheet, which are never stored; none for a foe."""
    if isinstance(agent, Foe):
        return {}
    return {
        "bonuses": bonuses(agent),
        "hp_max": hp_max(agent),
        "ap": action_points(options, agent),
        "fortitude_max": fortitude_max(options, agent),
        "sanity_max": sanity_max(options, agent),
        "stress_floor": stress_floor(agent.traumas),
        "high_floor": high_floor(agent.traumas),
        "high_ceiling": high_ceiling(agent.traumas),
        "lives": lives_left(options, agent.traumas),
        "jr_agents_max": junior_agents_max(agent),
        "conditions": conditions(agent),
    }


def traumas_of(body: Agent | Foe) -> tuple[TraumaName, ...]:
    """The traumas of an agent; empty for a foe."""
    return body.traumas if isinstance(body, Agent) else ()


def armour_of(body: Agent | Foe) -> ArmourName:
    """The armour an agent wears; none for a foe."""
    return body.armour if isinstance(body, Agent) else "none"


def carried(body: Agent | Foe, weapon: str) -> int:
    """The place of a weapon among those carried; refuses a weapon that is not carried."""
    for at, owned in enumerate(body.weapons):
        if owned.weapon == weapon:
            return at
    raise Refused(f"weapon not owned: {weapon[:60]}", "DPI-A60")


def capped(options: Options, agent: Agent) -> Agent:
    """The agent with current values lowered to their maxima."""
    return replace(
        agent,
        hp=min(agent.hp, hp_max(agent)),
        fortitude=min(agent.fortitude, fortitude_max(options, agent)),
        sanity=min(agent.sanity, sanity_max(options, agent)),
    )


def loaded(weapon: str, level: int = 1) -> Owned:
    """A new weapon, loaded (DPI-A54)."""
    made = READY.get(weapon)
    return Owned(weapon, level, (made or WEAPONS[weapon]).shots, made)


def refuse_unlisted(weapon: str) -> None:
    """Refuses a weapon that is neither on the list nor ready."""
    if weapon not in WEAPONS and weapon not in READY:
        raise BadParameter("weapon", (*WEAPONS, *READY), weapon)


def is_loaded(owned: Owned) -> bool:
    """Whether a weapon can be used now: it has shots, or needs none."""
    return owned.shots > 0 or not owned.entry.shots


def at_full_health(options: Options, agent: Agent) -> Agent:
    """The agent with full HP, Fortitude and Sanity."""
    return replace(agent, hp=hp_max(agent), fortitude=fortitude_max(options, agent), sanity=sanity_max(options, agent))
