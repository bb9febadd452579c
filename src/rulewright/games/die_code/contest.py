"""Opposed rolls and contests (extensions): two sides throw, and the better result wins."""

from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from msgspec import Struct

from rulewright.dice import Pool
from rulewright.game.fights import Bout
from rulewright.games.die_code.codes import CodeText
from rulewright.games.die_code.data import EXTENSIONS, SUCCESS
from rulewright.games.die_code.difficulty import success_level_of
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import (
    Advantage,
    Disadvantage,
    Modifier,
    Nullable,
    Penalty,
    PoolTerms,
    hand_of,
    pool_of_side,
    throw_of,
)
from rulewright.games.die_code.sizes import SizeLabel, SizeUse, size_points
from rulewright.rules import Dice, Refused, between, meaning, repeat, rule

Winner = Literal["actor", "opponent", "draw"]


Scoring = Annotated[Literal["round", "levels"], meaning("a point for each round won, or more for a clear win")]


PointsToWin = Annotated[int, between(1, 20, "points that win the contest")]


class Opposition(Nullable, frozen=True):
    """Two pools against each other."""

    actor_pool: Annotated[CodeText, meaning("your pool")] = None
    actor_attribute: Annotated[CodeText, meaning("your attribute")] = None
    actor_skill: Annotated[CodeText, meaning("your skill")] = None
    actor_bonus: Annotated[CodeText, meaning("your bonus dice")] = "0d"
    actor_modifier: Annotated[Modifier | None, meaning("points for you")] = 0
    actor_advantage: Annotated[Advantage | None, meaning("your levels of advantage")] = 0
    actor_disadvantage: Annotated[Disadvantage | None, meaning("your levels of disadvantage")] = 0
    actor_penalty: Annotated[Penalty | None, meaning("your penalty dice")] = 0
    opponent_pool: Annotated[CodeText, meaning("the opponent's pool")] = None
    opponent_attribute: Annotated[CodeText, meaning("the opponent's attribute")] = None
    opponent_skill: Annotated[CodeText, meaning("the opponent's skill")] = None
    opponent_bonus: Annotated[CodeText, meaning("the opponent's bonus dice")] = "0d"
    opponent_modifier: Annotated[Modifier | None, meaning("points for the opponent")] = 0
    opponent_advantage: Annotated[Advantage | None, meaning("the opponent's levels of advantage")] = 0
    opponent_disadvantage: Annotated[Disadvantage | None, meaning("the opponent's levels of disadvantage")] = 0
    opponent_penalty: Annotated[Penalty | None, meaning("the opponent's penalty dice")] = 0
    actor_size: Annotated[SizeLabel | None, meaning("your size")] = "medium"
    opponent_size: Annotated[SizeLabel | None, meaning("the opponent's size")] = "medium"
    size_use: Annotated[SizeUse | None, meaning("whether size matters: agile, force or none")] = "none"


class Opposed(Struct, frozen=True):
    """The result of an opposed roll."""

    margin: int
    success_level: int
    winner: Winner


@lru_cache(maxsize=1024)
def _both(options: Options, given: Opposition) -> tuple[PoolTerms, PoolTerms]:
    points = size_points(options, given.actor_size, given.opponent_size, given.size_use)
    return hand_of(options, pool_of_side(given, "actor"), points), hand_of(options, pool_of_side(given, "opponent"))


@rule("DC-A16", "DC-A27")
def opposed(dice: Dice[Options], given: Opposition) -> Opposed:
    """The opponent's result is the actor's target number, so a tie goes to the actor."""
    return opposed_hands(dice, *_both(dice.options, given))


@rule("DC-A27")
def opposed_hands(dice: Dice[Options], actor: PoolTerms, opponent: PoolTerms) -> Opposed:
    """The actor's throw less the opponent's; by option a tie goes to the opponent or is a draw."""
    throw = _both_throws(dice.options, actor, opponent)
    margin = dice.pool("actor less opponent", throw) if throw.size else 0
    margin += actor.code.pips + actor.modifier - opponent.code.pips - opponent.modifier
    if actor.code.pips or actor.modifier:
        dice.note("actor's pips and modifiers", actor.code.pips + actor.modifier, "DC-09")
    if opponent.code.pips or opponent.modifier:
        dice.note("opponent's pips and modifiers", opponent.code.pips + opponent.modifier, "DC-09")
    winner: Winner = dice.options.opposed_ties
    if margin:
        winner = "actor" if margin > 0 else "opponent"
    return Opposed(margin, success_level_of(dice.options, margin), winner)


@lru_cache(maxsize=1024)
def _both_throws(options: Options, actor: PoolTerms, opponent: PoolTerms) -> Pool[int]:
    """The actor's dice, then the opponent's, which count as negative."""
    return throw_of(options, actor) + throw_of(options, opponent, -1)


class ContestOdds(Opposition, frozen=True):
    """A contest between two pools."""

    target: Annotated[PointsToWin | None, meaning("points that win the contest")] = EXTENSIONS.usual_contest
    scoring: Annotated[Scoring | None, meaning("a point for each round won, or more for a clear win")] = "round"


class ContestResult(Struct, frozen=True):
    """The final score of a contest."""

    actor_points: int
    opponent_points: int
    winner: Literal["actor", "opponent"]


class Score(NamedTuple):
    """The score of a contest, and the points that win it."""

    actor: int
    opponent: int
    target: int

    @property
    def over(self) -> bool:
        """Whether one side has won."""
        return self.target in (self.actor, self.opponent)

    @property
    def winner(self) -> Literal["actor", "opponent"]:
        """The side that has won, once it is over."""
        return "actor" if self.actor == self.target else "opponent"


@rule("DC-A28")
def contest(dice: Dice[Options], given: ContestOdds) -> ContestResult:
    """Opposed rolls until one side has enough points."""
    score: Score = begin_contest(dice, given).fought(dice)
    return ContestResult(score.actor, score.opponent, score.winner)


@rule("DC-A28")
def begin_contest(dice: Dice[Options], given: ContestOdds) -> Bout:
    """A contest before its first round; refuses one that can never be decided."""
    actor, opponent = _both(dice.options, given)
    refuse_endless(dice.options, actor, opponent)
    start = Score(0, 0, given.target or EXTENSIONS.usual_contest)
    return Bout(contest_on, start, (actor, opponent, given.scoring or "round"))


@rule("DC-A28")
def refuse_endless(options: Options, actor: PoolTerms, opponent: PoolTerms) -> None:
    """Refuses a contest of two sides without dice and with equal totals, who would draw for ever."""
    equal = actor.code.pips + actor.modifier == opponent.code.pips + opponent.modifier
    if options.opposed_ties == "draw" and equal and not _both_throws(options, actor, opponent).size:
        raise Refused("no decided round: without dice and with equal totals every round is a draw", "DC-A28")


@rule("DC-A28")
def score_round(dice: Dice[Options], score: Score, actor: PoolTerms, opponent: PoolTerms, scoring: str) -> Score:
    """A round of a contest: an opposed roll, and the winner scores."""
    return scored(score, *dice.call(points_won, actor, opponent, scoring))


@rule("DC-A28")
def scored(score: Score, winner: Winner, points: int) -> Score:
    """Points go to the winner of the round, up to the target; a draw scores nothing."""
    if winner == "draw":
        return score
    if winner == "actor":
        return score._replace(actor=min(score.target, score.actor + points))
    return score._replace(opponent=min(score.target, score.opponent + points))


@rule("DC-A28")
def points_won(dice: Dice[Options], actor: PoolTerms, opponent: PoolTerms, scoring: str) -> tuple[Winner, int]:
    """Who wins a round, and by how many points."""
    rolled = opposed_hands(dice, actor, opponent)
    return rolled.winner, points_for(rolled.margin, scoring)


@rule("DC-A28")
def points_for(margin: int, scoring: str) -> int:
    """A round is worth a point, or by levels one more for every 5 points of margin."""
    return 1 if scoring == "round" else 1 + abs(margin) // SUCCESS.points_per_level


contest_on = repeat(score_round, until=lambda score: score.over)
