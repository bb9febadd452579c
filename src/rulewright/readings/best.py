"""Best play of a repeated step: few states path by path, many in columns, and what columns cannot do path by path."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rulewright.dice import Odds
from rulewright.readings.paths.chain import TooMany
from rulewright.readings.paths.path_best import Decision, Number, PathBestPlay
from rulewright.rules import Repeat

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing


X = TypeVar("X", bound=Hashable)
_FEW_STATES = 200  # are quicker path by path


@dataclass(frozen=True)
class Solution(Generic[X]):
    """Best play from a position: what it is worth to each side, how it ends, and what is decided on the way.

    `method` says whether the numbers are exact fractions or float64.
    """

    values: dict[str, Number]
    chances: dict[X, Number]
    method: str
    _found: Callable[[], PathBestPlay[X] | None] = lambda: None

    @cached_property
    def _play(self) -> PathBestPlay[X] | None:
        return self._found()

    @cached_property
    def decisions(self) -> list[Decision[X]]:
        """Every decision, in order of play."""
        return [] if self._play is None else self._play.decisions()

    def decisions_at(self, state: X) -> list[Decision[X]]:
        """What is decided in the step from one state, in order of play."""
        return [] if self._play is None else self._play.decisions_at(state)

    def step_at(self, state: X) -> Odds[X]:
        """The odds of the step from a state under best play."""
        if self._play is None:
            raise ValueError("nothing is decided: ask for the odds of the step")
        return self._play.step_at(state)


def best_play(
    pricing: "Pricing[Any]",
    repeat: Repeat[Any, X, Any],
    start: X,
    context: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    exact: bool = True,
) -> Solution[X]:
    """Best play of a repeated step from `start`, every side following its aim."""
    search: PathBestPlay[X] = PathBestPlay(pricing, repeat, context, kwargs, exact, tuple(repeat.aims))
    try:
        search.run(start, None if exact else _FEW_STATES)
    except TooMany:
        play = pricing.best_in_columns(repeat, ((start, *context), kwargs))
        if play is not None:

            def found() -> PathBestPlay[X]:
                search.take_over(play.worth_of_states())
                return search

            values = dict(zip(repeat.aims, play.values[:, play.graph.starts[0]].tolist(), strict=True))
            return Solution(values, dict(play.ends()), "float64", found)
        search.run(start)
    method = "exact" if exact else "float64"
    return Solution(search.values_at(start), search.chances(start), method, lambda: search)
