"""The two duels of the lab: a contest of skills, and a chase."""

from rulewright.game.fights import Duel
from rulewright.games.die_code.chase import SIDES, begin_chase
from rulewright.games.die_code.codes import one_more_pip
from rulewright.games.die_code.contest import begin_contest

CONTEST = Duel(
    roll="contest",
    sides=("actor", "opponent"),
    begin=begin_contest,
    winner=lambda score: score.winner,
    unit="rounds",
    counts=lambda score: True,
    mover=lambda score, *_: "both",
    measure="points",
    measured=lambda score, *_: (score.actor, score.opponent),
    one_more=one_more_pip,
    apart="a contest of skills",
)


CHASE = Duel(
    roll="chase",
    sides=SIDES,
    begin=begin_chase,
    winner=lambda run: {"caught": "pursuer", "escaped": "quarry"}.get(run.end),
    unit="rounds",
    counts=lambda run: not run.pursuer_next,
    mover=lambda run, *_: run.mover,
    limit="rounds",
    undecided=lambda run: run.end == "open",
    one_more=one_more_pip,
    apart="a chase",
)

DUELS = (CONTEST, CHASE)
