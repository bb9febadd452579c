"""The course of a fight at the table: the chance to win after every action, and each character's luck.

Chances are those of best play if the fight can be solved; otherwise they are simulated from the scene, with a stated
plan for both sides. An action is credited with its average over the dice; the rest is luck.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from rulewright.game import Game
from rulewright.game.fight_step import BEST
from rulewright.game.fights import Move
from rulewright.lab.fights import FightSetup, fight_many, fight_roster
from rulewright.lab.intervals import added, difference
from rulewright.lab.luck import Luck, Swing, luck
from rulewright.lab.scene_chances import SceneChances
from rulewright.lab.table_advice import PendingMove, chance_after

Interval = tuple[float, float, float]


class FightMoment(Struct, frozen=True):
    """An action in a fight: its number in the log, who did it, and the scenes before and after it."""

    seq: int
    who: str
    move: Move
    before: Any
    after: Any
    is_rolled: bool


def moments_of(game: Game, actions: Iterable[Any]) -> list[FightMoment]:
    """The moments of a fight from its actions in a log, whose scenes are plain data."""
    kind = type(game.scene())
    return [
        FightMoment(
            one.seq,
            one.who,
            Move(one.action, one.params),
            msgspec.convert(one.before, kind),
            msgspec.convert(one.after, kind),
            one.is_rolled,
        )
        for one in actions
    ]


class ChancePoint(Struct, frozen=True):
    """The chance to win after a moment, with its 95% interval."""

    seq: int
    who: str
    what: str
    wins: Interval


class FightCourse(Struct, frozen=True):
    """A fight as seen by one side: the chance to win from beginning to end, and the luck in it; `method` says how.

    `rolls` has by event number how far its dice moved the chance, and `by_roller` by character how far their dice moved
    it in all, both with 95% intervals.
    """

    side: str
    runs: int
    plans: Mapping[str, str]
    start: Interval
    points: tuple[ChancePoint, ...]
    luck: Luck
    rolls: Mapping[int, Interval]
    by_roller: Mapping[str, Interval]
    method: Literal["float64", "simulated"] = "simulated"


def course(
    setup: FightSetup,
    moments: Sequence[FightMoment],
    side: str,
    runs: int = 60,
    seed: int = 0,
    goes_on: Callable[[], object] = int,
) -> FightCourse:
    """How a fight went for a side. `goes_on` is called between moments, and may raise to stop."""
    plans = setup.plans
    chances = None
    if fight_roster(setup, moments[0].before) is not None:
        chances = SceneChances(setup, runs, seed)
    start = _chance(setup, moments[0].before, side, runs, seed, chances)
    points, swings, now = [], [], start
    rolls: dict[int, Interval] = {}
    by_roller: dict[str, Interval] = {}
    for moment in moments:
        goes_on()
        what = moment.move.action.replace("-", " ")
        after = _chance(setup, moment.after, side, runs, seed, chances)
        expected = after
        if moment.is_rolled:
            if chances is not None:
                expected = chances.after(moment.before, moment.move.action, moment.move.params, side).wins
            else:
                waiting = PendingMove(moment.move.action, moment.move.params)
                expected = chance_after(setup, moment.before, side, waiting, runs, seed)
            swings.append(Swing(moment.who, what, expected[1], after[1]))
            rolls[moment.seq] = difference(expected, after)
            by_roller[moment.who] = added(by_roller.get(moment.who, (0.0, 0.0, 0.0)), rolls[moment.seq])
        swings.append(Swing(moment.who, what, now[1], expected[1], is_decision=True))
        points.append(ChancePoint(moment.seq, moment.who, what, after))
        now = after
    solved = chances is not None and chances.is_solved(moments[0].before)
    if solved:
        runs, plans = 0, dict.fromkeys(plans, BEST)
    return FightCourse(
        side,
        runs,
        plans,
        start,
        tuple(points),
        luck(swings),
        rolls,
        by_roller,
        "float64" if solved else "simulated",
    )


def _chance(setup: FightSetup, scene: Any, side: str, runs: int, seed: int, chances: SceneChances | None) -> Interval:
    if chances is not None:
        return chances.at(scene, side).wins
    return fight_many(setup, runs, seed, scene).wins[side]
