"""What stays in sight at a table of Die Code: size and pace, and how a contest or a chase stands."""

from rulewright.game.trackers import Tracker

TRACKERS = (
    Tracker("size", "words", "size"),
    Tracker("move", "count", "move"),
    Tracker("the actor's points", "meter", "contest.score.0", "contest.score.2", where="scene"),
    Tracker("the opponent's points", "meter", "contest.score.1", "contest.score.2", where="scene"),
    Tracker("paces ahead", "meter", "chase.run.0", "chase.escape", where="scene"),
    Tracker("round", "meter", "chase.run.1", "chase.rounds", where="scene"),
)
