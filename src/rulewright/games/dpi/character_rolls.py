"""Rolls of characters at the table: the terms from the sheet and the hour, and the High spent."""

from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from rulewright.games.dpi.check import (
    Modifier,
    Result,
    Situation,
    edge_of,
    note_terms,
    result_of_roll,
    results_with_high,
    trained_terms,
)
from rulewright.games.dpi.clock import counted_stress, period_at
from rulewright.games.dpi.data import DIFFICULTY, METERS, SKILLS, DifficultyName, StatName
from rulewright.games.dpi.experience import experience
from rulewright.games.dpi.high import HIGH_TO_SPEND, high_offered
from rulewright.games.dpi.meters import high_floor, high_spendable, refuse_spending
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Body, Scene, stress_for_rolls, time_modifier
from rulewright.games.dpi.sheet import Agent, Foe, score_of, traumas_of
from rulewright.games.dpi.skills import known_skills, stat_of
from rulewright.games.dpi.traumas import has_vampirism
from rulewright.rules import Dice, Refused, between, meaning, rule

MoreModifier = Annotated[Modifier, meaning("any other modifier from the referee")]
HighSpent = Annotated[int, between(0, METERS.high_most, "points of High spent before the roll")]
HoldHigh = Annotated[bool, meaning("whether you are asked for High after the roll, if it would change the result")]


class ResultWithHigh(Struct, frozen=True):
    """A result and the High spent to get it."""

    result: Result
    high_used: int


@rule("DPI-45", "DPI-46", "DPI-47", "DPI-48", "DPI-49", "DPI-50")
def skilled_stat(options: Options, agent: Agent, skill: str) -> StatName:
    """The stat a skill is rolled with; refuses an unknown skill."""
    if skill not in known_skills(options, agent.custom_skills) and skill not in agent.magic:
        raise Refused(f"unknown skill: {skill[:60]}", "DPI-82")
    return "luck" if skill in agent.magic else stat_of(options, skill, agent.custom_skills)


def level_of(agent: Agent, skill: str) -> int:
    """The agent's level in a skill or a sphere of magic; magic counts at most 5."""
    return min(SKILLS.most, agent.skills.get(skill, agent.magic.get(skill, 0)))


@rule("DPI-01", "DPI-78", "DPI-94", "DPI-A8")
def situation_of(
    options: Options,
    scene: Scene,
    body: Body,
    stat: StatName,
    skill: str,
    modifier: int,
    difficulty: DifficultyName,
) -> Situation:
    """A character's roll as it is now: stat, skill, Luck, Stress and the time of day."""
    stress = stress_for_rolls(options, scene, body)
    if isinstance(body, Foe):
        return Situation(body.stat, body.skill, body.luck, stress, modifier, difficulty)
    total = modifier + time_modifier(options, scene, body)
    return Situation(score_of(body, stat), level_of(body, skill), body.stats.luck, stress, total, difficulty)


@rule("DPI-01", "DPI-78", "DPI-A8")
def roll_terms(
    options: Options, scene: Scene, body: Body, stat: StatName, skill: str, modifier: int
) -> tuple[tuple[str, int], ...]:
    """The terms of a character's roll: stat, skill or Luck, the time of day, and the referee's modifier."""
    situation = situation_of(options, scene, body, stat, skill, 0, "normal")
    hour = time_modifier(options, scene, body)
    who = replace(situation, modifier=0)
    names = ("stat", "skill") if isinstance(body, Foe) else (stat.capitalize(), skill.replace("-", " ").capitalize())
    return (*trained_terms(options, who, *names), (period_at(options, scene.minute), hour), ("modifier", modifier))


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


@rule("DPI-01", "DPI-02", "DPI-96", "DPI-A9")
def roll_with_high(
    dice: Dice[Options], who: str, situation: Situation, terms: tuple[tuple[str, int], ...], high: int, later: int
) -> ResultWithHigh:
    """Roll; then the player may spend the High that is left, if it would change the result."""
    edge = edge_of(dice.options, situation, situation.stress, high)
    note_terms(dice, terms, situation.stress, high, DIFFICULTY[situation.difficulty])
    if not later:
        return ResultWithHigh(dice.call(result_of_roll, edge), high)
    results = results_with_high(dice, edge, later)
    offered = high_offered(results)
    chosen = offered[dice.choose(who, HIGH_TO_SPEND, tuple(offered))] if len(offered) > 1 else 0
    return ResultWithHigh(results[chosen], high + chosen)


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
