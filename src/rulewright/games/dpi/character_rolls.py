"""Rolls of characters at the table: the terms from the sheet and the hour, and the High spent."""

from typing import Annotated

from msgspec.structs import replace

from rulewright.games.dpi.check import Modifier, Result, Terms, Trained, trained_terms
from rulewright.games.dpi.clock import counted_stress, period_at
from rulewright.games.dpi.data import METERS, SKILLS, StatName
from rulewright.games.dpi.experience import experience
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Body, Scene, time_modifier
from rulewright.games.dpi.sheet import Agent, Foe, score_of, traumas_of
from rulewright.games.dpi.skills import known_skills, stat_of
from rulewright.games.dpi.stress_and_sanity import high_floor, high_spendable, refuse_spending
from rulewright.games.dpi.traumas import has_vampirism
from rulewright.rules import Refused, between, meaning, rule

MoreModifier = Annotated[Modifier, meaning("any other modifier from the referee")]
HighSpent = Annotated[int, between(0, METERS.high_most, "points of High spent before the roll")]
HoldHigh = Annotated[bool, meaning("whether you are asked for High after the roll, if it would change the result")]


@rule("DPI-45", "DPI-46", "DPI-47", "DPI-48", "DPI-49", "DPI-50")
def skilled_stat(options: Options, agent: Agent, skill: str) -> StatName:
    """The stat a skill is rolled with; refuses an unknown skill."""
    if skill not in known_skills(options, agent.custom_skills) and skill not in agent.magic:
        raise Refused(f"unknown skill: {skill[:60]}", "DPI-82")
    return "luck" if skill in agent.magic else stat_of(options, skill, agent.custom_skills)


def level_of(agent: Agent, skill: str) -> int:
    """The agent's level in a skill or a sphere of magic; magic counts at most 5."""
    return min(SKILLS.most, agent.skills.get(skill, agent.magic.get(skill, 0)))


@rule("DPI-01", "DPI-78", "DPI-A8")
def roll_terms(options: Options, scene: Scene, body: Body, stat: StatName, skill: str, modifier: int) -> Terms:
    """The terms of a character's roll: stat, skill or Luck, the time of day, and the referee's modifier."""
    if isinstance(body, Foe):
        trained = trained_terms(options, Trained(body.stat, body.skill, body.luck), "stat", "skill")
    else:
        who = Trained(score_of(body, stat), level_of(body, skill), body.stats.luck)
        trained = trained_terms(options, who, stat.capitalize(), skill.replace("-", " ").capitalize())
    hour = period_at(options, scene.minute), time_modifier(options, scene, body)
    return (*trained, hour, ("modifier", modifier))


@rule("DPI-109", "DPI-A36")
def day_stress(options: Options, scene: Scene, body: Body) -> int:
    """The Stress that counts on a Vampire's rolls by day, in addition to the Stress held."""
    if isinstance(body, Foe):
        return 0
    return counted_stress(options, body.ancestry, has_vampirism(body.traumas), scene.minute, 0)


def refuse_high(options: Options, body: Body, high: int) -> int:
    """The High left for after the roll; refuses to spend more than is held."""
    traumas = traumas_of(body)
    refuse_spending(options, body.high, high, traumas, "DPI-96")
    return high_spendable(options, body.high, traumas) - high


@rule("DPI-96", "DPI-A9")
def waits_for_dice(options: Options, hold_high: bool) -> bool:
    """Whether High may be spent after the roll: at any time unless a ruling or the player forbids it."""
    return hold_high and options.high_timing == "any-time"


def with_high_spent(body: Body, spent: int) -> Body:
    """The character after spending High; the point of Lady Luck's Curse stays."""
    return replace(body, high=max(high_floor(traumas_of(body)), body.high - spent)) if spent else body


@rule("DPI-83", "DPI-84", "DPI-85", "DPI-88", "DPI-A14", "DPI-A15")
def with_experience(options: Options, body: Body, skill: str, result: Result, combat: bool) -> Body:
    """A Failure gives experience in the skill rolled; by default a failed attack gives none."""
    if result != "failure" or isinstance(body, Foe):
        return body
    learned = experience(options, level_of(body, skill), body.xp.get(skill, 0), 1, combat)
    xp = {**body.xp, skill: learned.xp} if learned.xp or skill in body.xp else body.xp
    if skill in body.magic:
        return replace(body, magic={**body.magic, skill: learned.skill}, xp=xp)
    skills = {**body.skills, skill: learned.skill} if learned.skill else body.skills
    return replace(body, skills=skills, xp=xp)
