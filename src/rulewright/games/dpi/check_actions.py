"""Actions with checks and the clock: checks, High for Stress, research, interviews, time."""

from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import Character, suggested
from rulewright.game.scene import Said
from rulewright.games.dpi.character_rolls import (
    HighSpent,
    HoldHigh,
    MoreModifier,
    level_of,
    refuse_high,
    roll_terms,
    skilled_stat,
    waits_for_dice,
    with_experience,
    with_high_spent,
)
from rulewright.games.dpi.check import Result, grants, noted_edge, result_of_roll, results_with_high
from rulewright.games.dpi.clock import Activity, clock_text, minutes_taken
from rulewright.games.dpi.data import DIFFICULTY, SKILLS, Amount, AtLeastOne, DifficultyName, StatName
from rulewright.games.dpi.fight import FIGHT
from rulewright.games.dpi.fight_turn import spend_high as relieve_stress
from rulewright.games.dpi.high import HIGH_TO_SPEND, RolledWithHigh, with_spare_high
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.research import Researched, Work, interview, work
from rulewright.games.dpi.scene import (
    Scene,
    agent_in,
    dead_if_felled,
    pass_time,
    refuse_in_fight,
    refuse_unable,
    stress_for_rolls,
    with_stress,
)
from rulewright.rules import Dice, Refused, meaning, rule
from rulewright.rules.limits import Name

Skill = Annotated[Name, suggested("skill", "the skill used", of="who")]
Stat = Annotated[StatName | None, meaning("a stat other than the skill's, if the referee names one")]


class Checked(Struct, frozen=True):
    """The result of a check, the High spent, and the Stress, High and experience it gave."""

    result: Result
    high_used: int
    stress: int
    high: int
    xp: int


@rule("DPI-01", "DPI-78", "DPI-84", "DPI-94", "DPI-96", "DPI-A8")
def check_skill(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    skill: Skill,
    difficulty: Annotated[DifficultyName, meaning("the difficulty")] = "normal",
    stat: Stat = None,
    modifier: MoreModifier = 0,
    high: HighSpent = 0,
    hold_high: HoldHigh = True,
) -> tuple[Scene, Checked]:
    """Make a check with a skill. Stress, High and experience go on the sheet."""
    agent = agent_in(scene, who)
    refuse_unable(agent)
    own_stat = skilled_stat(dice.options, agent, skill)
    spare = refuse_high(dice.options, agent, high)
    terms = roll_terms(dice.options, scene, agent, stat or own_stat, skill, modifier)
    edge = noted_edge(dice, terms, stress_for_rolls(dice.options, scene, agent), high, DIFFICULTY[difficulty])
    later = spare if waits_for_dice(dice.options, hold_high) else 0
    if later:
        results = results_with_high(dice, edge, later)
        rolled = with_spare_high(results, high, lambda offered: dice.choose(who, HIGH_TO_SPEND, offered))
    else:
        rolled = RolledWithHigh(dice.call(result_of_roll, edge), high)
    stress, more_high = grants(dice.options, rolled.result, combat=False)
    after = with_stress(with_high_spent(agent, rolled.high_used), stress, more_high)
    after = dead_if_felled(dice.options, with_experience(dice.options, after, skill, rolled.result, combat=False))
    xp = int(rolled.result == "failure" and level_of(agent, skill) < SKILLS.most)
    return scene.with_sheet(who, after), Checked(rolled.result, rolled.high_used, stress, more_high, xp)


@rule("DPI-95", "DPI-A33")
def spend_high(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    points: Annotated[AtLeastOne, meaning("points of High")] = 1,
) -> tuple[Scene, Said]:
    """Spend High to lower Stress, a point for a point."""
    refuse_unable(agent_in(scene, who))
    turn, said = relieve_stress(FIGHT.now(scene, dice.options, who), points)
    return FIGHT.carried_out(scene, turn), said


@rule("DPI-122", "DPI-124", "DPI-125", "DPI-A39")
def do_research(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    skill: Skill = "research",
    stat: Stat = None,
    modifier: MoreModifier = 0,
    high: HighSpent = 0,
) -> tuple[Scene, Researched]:
    """Research for 1d4 hours: 2d6 + stat + skill come off the Research Timer."""
    if scene.timer == 0:
        raise Refused("no research under way: the referee sets a Research Timer first", "DPI-A39")
    after, done = _worked(dice, scene, who, skill, stat, modifier, high)
    return after, Researched(*done)


def _worked(
    dice: Dice[Options], scene: Scene, who: str, skill: str, stat: StatName | None, modifier: int, high: int
) -> tuple[Scene, Work]:
    """The scene after an action of the research phase, rolled against the Timer."""
    agent = agent_in(scene, who)
    refuse_in_fight(scene)
    refuse_unable(agent)
    own_stat = skilled_stat(dice.options, agent, skill)
    refuse_high(dice.options, agent, high)
    terms = roll_terms(dice.options, scene, agent, stat or own_stat, skill, modifier)
    total = sum(value for _, value in terms) - stress_for_rolls(dice.options, scene, agent) + high
    done = dice.call(work, scene.timer, total)
    scene = replace(scene.with_sheet(who, with_high_spent(agent, high)), timer=done.timer)
    return pass_time(dice.options, scene, minutes_taken("research", done.hours)), done


class Interviewed(Struct, frozen=True):
    """The hours of an interview, and the rest of the Research Timer where it counts."""

    hours: int
    timer_left: int | None = None


@rule("DPI-123", "DPI-124", "DPI-125", "DPI-A39")
def hold_interview(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    skill: Annotated[Name, suggested("skill", "the skill used, if a Research Timer runs", of="who")] = "interrogation",
    stat: Stat = None,
    modifier: MoreModifier = 0,
    high: HighSpent = 0,
) -> tuple[Scene, Interviewed]:
    """Hold an interview of 1d4 hours. Where a Research Timer runs, 2d6 + stat + skill come off it, as by research."""
    if scene.timer and dice.options.interview_timer == "counts":
        after, done = _worked(dice, scene, who, skill, stat, modifier, high)
        return after, Interviewed(done.hours, done.timer)
    refuse_in_fight(scene)
    refuse_unable(agent_in(scene, who))
    hours = dice.call(interview).hours
    return pass_time(dice.options, scene, minutes_taken("interview", hours)), Interviewed(hours)


@rule("DPI-102", "DPI-116", "DPI-119", "DPI-120", "DPI-121", "DPI-A38")
def spend_time(
    dice: Dice[Options],
    scene: Scene,
    activity: Annotated[Activity, meaning("the activity")],
    amount: Annotated[Amount, meaning("hours, miles or spaces")] = 1,
) -> tuple[Scene, Said]:
    """Let time pass with an activity, such as travel, a search or exploring."""
    refuse_in_fight(scene)
    after = pass_time(dice.options, scene, minutes_taken(activity, amount))
    return after, Said(f"it is {clock_text(after.minute)} on day {after.day}")
