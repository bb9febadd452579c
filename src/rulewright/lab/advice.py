"""Advice in a duel: the first decisions, with the exact worth of every choice under best play.

At the table, where a fight has more than two sides, see `table_advice`: its numbers are simulated.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from rulewright.dice import Odds
from rulewright.game import Game
from rulewright.game.fights import Bout, Duel
from rulewright.lab.figures import fields_of
from rulewright.lab.parameter_paths import changed, settings
from rulewright.readings import Budget, odds
from rulewright.readings.odds import Pricing
from rulewright.readings.paths.chain import absorb
from rulewright.readings.paths.path_best import PathBestPlay
from rulewright.readings.paths.tree import Chance, ChoiceNode, Leaf, Node
from rulewright.rules import BadInput
from rulewright.rules.rule import Bound


class RatedChoice(Struct, frozen=True):
    """One choice, with the exact chances that the deciding side wins and loses."""

    choice: Any
    wins: Fraction
    loses: Fraction
    worth: Fraction


class AdvisedDecision(Struct, frozen=True):
    """A decision: who has it, in which state, how likely it comes up, and every choice, best first."""

    who: str
    question: str
    when: Mapping[str, Any]
    chance: Fraction
    options: tuple[RatedChoice, ...]

    @property
    def best(self) -> RatedChoice:
        """The best choice."""
        return self.options[0]

    @property
    def difference(self) -> Fraction:
        """How much less the second-best choice is worth."""
        return self.options[0].worth - self.options[1].worth


def playing_best(game: Game, roll: str, params: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The parameters with best play for every side whose policy is not given, and those sides."""
    duel = game.duel(roll)
    known = dict(settings(game.roll(roll), params))
    given = dict(_flat(params, ""))
    best = dict(params)
    sides = []
    for side, wanted in duel.best.items():
        for path, value in _flat(wanted, ""):
            if path not in given:
                best = changed(best, path, value)
                sides.append(side)
            elif known[path] == value:
                sides.append(side)
    return best, sides


def _flat(params: Mapping[str, Any], before: str) -> Iterator[tuple[str, Any]]:
    for name, value in params.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def advise_duel(
    game: Game,
    roll: str,
    params: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    seconds: float | None = None,
    most: int = 3,
) -> list[AdvisedDecision]:
    """The decisions that may come first in a duel, likeliest first, with the exact worth of every choice.

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
    first: list[tuple[Fraction, _Search, ChoiceNode]] = []
    for bout, chance in odds(begin, options=table, budget=budget).items():
        search = _Search(duel, bout, Pricing(table, budget=budget))
        first += [(chance * share, search, choice) for choice, share in search.first_choices()]
    first.sort(key=lambda found: -found[0])
    return [search.advised(choice, chance) for chance, search, choice in first[:most]]


class _Search:
    """Best play of a bout, and the worth of each choice in its first decisions."""

    def __init__(self, duel: Duel, bout: Bout, pricing: Pricing[Any]) -> None:
        self._duel = duel
        self._bout = bout
        self._best: PathBestPlay[Any] = PathBestPlay(
            pricing, bout.fight, bout.context, {}, True, tuple(bout.fight.aims)
        )
        self._best.run(bout.start)
        self._states: dict[ChoiceNode, Any] = {}

    def first_choices(self) -> Iterator[tuple[ChoiceNode, Fraction]]:
        """The decisions that are reached before any other, each with the chance that it comes up."""
        over = self._bout.fight.until
        reached = absorb(self._bout.start, self._undecided_step, lambda at: isinstance(at, ChoiceNode) or over(at))
        return ((at, chance) for at, chance in reached.items() if isinstance(at, ChoiceNode))

    def _undecided_step(self, state: Any) -> Odds[Any]:
        """Where a step leads before any decision: the next state, or the decision."""
        found: list[tuple[Any, Fraction]] = []
        for node, share in _until_a_choice(self._best.trees[state], Fraction(1)):
            if isinstance(node, ChoiceNode):
                self._states[node] = state
            found.append((node.state if isinstance(node, Leaf) else node, share))
        return Odds.of_fractions(found)

    def advised(self, choice: ChoiceNode, chance: Fraction) -> AdvisedDecision:
        """A decision with the exact worth of each choice."""
        valued = [self._valued(choice, *way) for way in zip(choice.choices, choice.branches, strict=True)]
        options = sorted(valued, key=lambda option: -option.worth)
        return AdvisedDecision(choice.who, choice.question, fields_of(self._states[choice]), chance, tuple(options))

    def _valued(self, choice: ChoiceNode, named: Any, branch: Node) -> RatedChoice:
        ends, winner = self._ends_after(branch), self._duel.winner
        return RatedChoice(
            named,
            wins=ends.where(lambda end: winner(end) == choice.who),
            loses=ends.where(lambda end: winner(end) not in (None, choice.who)),
            worth=ends.mean(self._bout.fight.aims[choice.who]),
        )

    def _ends_after(self, branch: Node) -> Odds[Any]:
        """Where the bout ends after one choice and best play from there on."""
        now, over = object(), self._bout.fight.until
        first = Odds.of_fractions(self._landings(branch, Fraction(1)))
        return absorb(
            now,
            lambda state: first if state is now else self._best.step_at(state),
            lambda state: state is not now and over(state),
        )

    def _landings(self, node: Node, share: Fraction) -> Iterator[tuple[Any, Fraction]]:
        """The states a step leads to under best play, each with its chance."""
        if isinstance(node, Leaf):
            yield node.state, share
        elif isinstance(node, Chance):
            for _, weight, branch in node.branches:
                yield from self._landings(branch, share * Fraction(weight, node.total))
        else:
            yield from self._landings(node.branches[self._best.taken[node]], share)


def _until_a_choice(node: Node, share: Fraction) -> Iterator[tuple[ChoiceNode | Leaf, Fraction]]:
    if isinstance(node, Chance):
        for _, weight, branch in node.branches:
            yield from _until_a_choice(branch, share * Fraction(weight, node.total))
    else:
        yield node, share
