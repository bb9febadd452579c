"""A duel that was played: each roll with the exact chance to win before and after it."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from msgspec import Struct

from rulewright.game import Game
from rulewright.game.fight_step import NO_WINNER
from rulewright.game.fights import Bout
from rulewright.lab.luck import Swing
from rulewright.readings import Budget, Called, Rolled, Solver, Step, odds, play
from rulewright.rules.rule import Bound

_WINS = "chance to win"


class DuelReplay(Struct, frozen=True):
    """A duel with its dice: who won, and every roll's swing of the first side's chance to win."""

    side: str
    winner: str
    faces: tuple[int, ...]
    swings: tuple[Swing, ...]


def replay_duel(
    game: Game,
    roll: str,
    params: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    faces: Iterable[int] | None = None,
    random: Random | None = None,
    seconds: float | None = None,
) -> DuelReplay:
    """Plays a duel with recorded dice, or rolls them, and measures how far each roll moved the chance to win."""
    duel, table = game.duel(roll), game.table_options(options)
    begin = Bound(duel.begin, game.roll(roll).arguments(params, table))
    side = duel.sides[0]

    def fought(dice: Any) -> tuple[Bout, Any]:
        bout = begin(dice)
        return bout, bout.fought(dice)

    played = play(fought, options=table, faces=faces, random=random, best=True)
    bout, end = played.outcome
    budget = Budget(None, seconds)
    chances = {other: _chances(duel.winner, other, side, table, budget) for other in odds(begin, options=table)}
    before = sum(
        (chances[other](other.start) * chance for other, chance in odds(begin, options=table).items()), Fraction(0)
    )
    swings = []
    now = chances[bout](bout.start)
    if now != before:
        swings.append(Swing("both", "who begins", before, now))
    *_, fight = (step for step in played.breakdown if isinstance(step, Called))
    state: Any = bout.start
    for step in fight.steps:
        if isinstance(step, Called):
            after = chances[bout](step.result)
            thrown = _thrown(step.steps)
            if thrown:
                swings.append(Swing(duel.mover(state, *bout.context), f"{step.rule}: {thrown}", now, after))
            state, now = step.result, after
    return DuelReplay(side, duel.winner(end) or NO_WINNER, played.faces, tuple(swings))


def _chances(winner: Any, bout: Bout, side: str, options: Any, budget: Budget) -> Callable[[Any], Any]:
    """A side's exact chance to win, from any state of a bout."""
    aims = {**bout.fight.aims, _WINS: lambda state: int(winner(state) == side)}
    solver: Solver[Any] = Solver(bout.fight.with_aims(aims), *bout.context, options=options, exact=True, budget=budget)
    solver.values(bout.start)
    return lambda state: solver.values(state)[_WINS]


def _thrown(steps: Iterable[Step]) -> str:
    """Every die of a step: its label and the face it showed."""
    found = []
    for step in steps:
        if isinstance(step, Rolled) and step.faces:
            found.append(f"{step.name} {','.join(map(str, step.faces))}")
        elif isinstance(step, Called):
            inner = _thrown(step.steps)
            found += [inner] if inner else []
    return "; ".join(found)
