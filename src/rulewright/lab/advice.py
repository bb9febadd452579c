"""Advice in a duel: the first decisions, with the exact worth of every choice under best play.

At the table, where a fight has more than two sides, see `table_advice`: its numbers are simulated.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from rulewright.game import Game
from rulewright.game.fights import Duel
from rulewright.lab.figures import fields_of
from rulewright.lab.sweep import changed, dotted, settings
from rulewright.readings import Budget, Decision, Solver, odds
from rulewright.rules import BadInput
from rulewright.rules.rule import Bound


class RatedChoice(Struct, frozen=True):
    """One choice, with the exact chances that the deciding side wins and loses."""

    choice: Any
    wins: Fraction
    loses: Fraction
    worth: Fraction


class AdvisedDecision(Struct, frozen=True):
    """A decision: who takes it, in which state, how likely it is to come up, and every choice, best first."""

    who: str
    question: str
    when: Mapping[str, Any]
    chance: Fraction
    options: tuple[RatedChoice, ...]
    aim: str = ""  # the name of the value that the deciding side maximises

    @property
    def best(self) -> RatedChoice:
        """The best choice."""
        return self.options[0]

    @property
    def difference(self) -> Fraction:
        """How much less the second-best choice is worth."""
        return self.options[0].worth - self.options[1].worth


def playing_best(game: Game, roll: str, params: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The parameters completed with best play for every side without a policy, and the names of those sides."""
    duel = game.duel(roll)
    known = dict(settings(game.roll(roll), params))
    given = dict(dotted(params))
    best = dict(params)
    sides = []
    for side, wanted in duel.best.items():
        for path, value in dotted(wanted):
            if path not in given:
                best = changed(best, path, value)
                sides.append(side)
            elif known[path] == value:
                sides.append(side)
    return best, sides


def advise_duel(
    game: Game,
    roll: str,
    params: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    seconds: float | None = None,
    most: int = 3,
) -> list[AdvisedDecision]:
    """The decisions that can come first in a duel, likeliest first, with the exact worth of every choice.

    After the choice both sides play their best.
    """
    duel, table = game.duel(roll), game.table_options(options)
    if not duel.best:
        raise BadInput(f"no decisions: {roll} has none")
    best, sides = playing_best(game, roll, params)
    if not sides:
        raise BadInput(f"no side decides: leave out how {' or '.join(duel.best)} plays")
    begin = Bound(duel.begin, game.roll(roll).arguments(best, table))
    budget = Budget(None, seconds)
    first: list[tuple[Fraction, Decision[Any]]] = []
    for bout, chance in odds(begin, options=table, budget=budget).items():
        aims = {**bout.fight.aims, **{_wins(side): _chance_of(duel, side) for side in duel.sides}}
        solver: Solver[Any] = Solver(
            bout.fight.with_aims(aims), *bout.context, options=table, exact=True, budget=budget
        )
        first += [(chance * share, decision) for decision, share in solver.first_decisions(bout.start)]
    first.sort(key=lambda found: -found[0])
    return [_advised(duel, decision, chance) for chance, decision in first[:most]]


def _wins(side: str) -> str:
    """The key of a side's chance to win among the values of a state."""
    return f"{side} wins"


def _chance_of(duel: Duel, side: str) -> Callable[[Any], int]:
    return lambda state: int(duel.winner(state) == side)


def _advised(duel: Duel, decision: Decision[Any], chance: Fraction) -> AdvisedDecision:
    """A decision with the exact worth of each choice, best first."""
    options = []
    for (choice, worth), values in zip(decision.worth, decision.values, strict=True):
        wins = {side: Fraction(values[_wins(side)]) for side in duel.sides}
        loses = sum(share for side, share in wins.items() if side != decision.who)
        options.append(RatedChoice(choice, wins=wins[decision.who], loses=Fraction(loses), worth=Fraction(worth)))
    options.sort(key=lambda option: -option.worth)
    return AdvisedDecision(decision.who, decision.question, fields_of(decision.state), chance, tuple(options), duel.aim)
