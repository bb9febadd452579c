"""Contests and chases as duels for the lab: winners, rounds and points."""

from typing import Any

from rulewright.game.fights import Duel, one_more_point
from rulewright.games.die_code.chase import Pursuit, begin_chase
from rulewright.games.die_code.codes import grown, parse_code
from rulewright.games.die_code.contest import Score, begin_contest
from rulewright.rules import BadInput


def contest_winner(score: Score) -> str | None:
    """The side with enough points."""
    return "actor" if score.actor == score.target else "opponent"


def points(score: Score, *context: Any) -> tuple[int, int]:
    """The points of both sides."""
    return score.actor, score.opponent


def chase_winner(run: Pursuit) -> str | None:
    """The pursuer if the quarry is caught, the quarry if it has escaped, None otherwise."""
    return {"caught": "pursuer", "escaped": "quarry"}.get(run.end)


def chase_round_begins(run: Pursuit) -> bool:
    """The quarry's move begins a round."""
    return not run.pursuer_next


def one_more_pip(value: Any) -> Any:
    """A code with one pip more, or a number plus one."""
    try:
        return grown(parse_code(value), 1).text
    except BadInput:
        return one_more_point(value)


DUELS = (
    Duel(
        roll="contest",
        sides=("actor", "opponent"),
        begin=begin_contest,
        winner=contest_winner,
        unit="rounds",
        counts=lambda score: True,
        mover=lambda score, *_: "both",
        measure="points",
        measured=points,
        one_more=one_more_pip,
        apart="a contest of skills",
    ),
    Duel(
        roll="chase",
        sides=("quarry", "pursuer"),
        begin=begin_chase,
        winner=chase_winner,
        unit="rounds",
        counts=chase_round_begins,
        mover=lambda run, *_: "pursuer" if run.pursuer_next else "quarry",
        limit="rounds",
        undecided=lambda run: run.end == "open",
        one_more=one_more_pip,
        apart="a chase",
    ),
)
