"""Actions of a contest: start it, play a round, end it."""

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.scene import Said
from rulewright.games.die_code.contest import (
    PointsToWin,
    Score,
    Scoring,
    Winner,
    opposed_hands,
    points_for,
    refuse_endless,
    scored,
)
from rulewright.games.die_code.data import EXTENSIONS
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.scene import (
    RunningContest,
    Scene,
    Versus,
    hands_of,
    refuse_running,
)
from rulewright.rules import Dice, Refused, rule


class StartContest(Versus, frozen=True, kw_only=True):
    """The two sides of a contest, and the points that win it."""

    target: PointsToWin = EXTENSIONS.usual_contest
    scoring: Scoring = "round"


@rule("DC-A28")
def start_contest(dice: Dice[Options], scene: Scene, contest: StartContest) -> tuple[Scene, Said]:
    """Start a contest between two characters."""
    refuse_running(scene)
    refuse_endless(dice.options, *hands_of(dice.options, scene, contest))
    sides = Versus(**{name: getattr(contest, name) for name in Versus.__struct_fields__})
    running = RunningContest(sides, Score(0, 0, contest.target), contest.scoring)
    return replace(scene, contest=running), Said(f"{contest.who} against {contest.opponent}, {contest.target} to win")


class RoundWon(Struct, frozen=True):
    """The result of a round of a contest."""

    winner: Winner
    margin: int
    actor_points: int
    opponent_points: int


@rule("DC-A28")
def advance_contest(dice: Dice[Options], scene: Scene) -> tuple[Scene, RoundWon]:
    """Play a round of the contest: the challenger throws, the opponent throws, the winner scores."""
    contest = scene.contest
    if contest is None:
        raise Refused("no contest: start one first", "DC-A28")
    if contest.score.over:
        raise Refused("round after the end: the contest is over", "DC-A28")
    rolled = dice.call(opposed_hands, *hands_of(dice.options, scene, contest.sides))
    score = scored(contest.score, rolled.winner, points_for(rolled.margin, contest.scoring))
    after = replace(contest, score=score, round=contest.round + (not score.over))
    return replace(scene, contest=after), RoundWon(rolled.winner, rolled.margin, score.actor, score.opponent)


@rule("DC-A28")
def end_contest(dice: Dice[Options], scene: Scene) -> tuple[Scene, Said]:
    """The GM ends the contest, won or not."""
    if scene.contest is None:
        raise Refused("no contest: start one first", "DC-A28")
    score, sides = scene.contest.score, scene.contest.sides
    words = f"{sides.who} {score.actor}, {sides.opponent} {score.opponent}"
    return replace(scene, contest=None), Said(f"the contest is over: {words}")
