"""A walk of many runs along the graph of a repeated step; runs at the same state go on together."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from rulewright.readings.graph.chain import Outlook


class StepSource(Protocol):
    """The step from a state, prepared for sampling. `outcomes` is empty if they are not known."""

    outcomes: list[Any]

    def share(self, runs: int, random: np.random.Generator, /) -> Sequence[tuple[Any, int]]:
        """How many of these runs go to each next state."""
        ...


class _NoWayOn(Exception):
    """Raised when some runs can no longer reach an end."""


def walk(
    start: Any,
    runs: int,
    step: Callable[[Any], StepSource],
    until: Callable[[Any], bool],
    random: np.random.Generator,
    max_steps: int,
    look_up: Callable[[], None],
) -> tuple[dict[Any, int], set[Any]]:
    """How many runs from `start` stop in each state, after `max_steps` at the latest; and states that reach no end.

    A run that never ends revisits a state sooner or later. If it cannot reach an end from there, the walk is repeated
    with the same random numbers and stops at every such state.
    """
    # The outcomes of a simulated rule are not known: it is assumed to lead to an end.
    outlook: Outlook[Any] = Outlook(lambda at: step(at).outcomes, lambda at: until(at) or not step(at).outcomes)
    met: set[Any] = set()

    def not_stuck(state: Any) -> bool:
        if state not in met:
            met.add(state)
        elif not outlook.can_end(state):
            raise _NoWayOn
        return True

    def go_on(can_end: Callable[[Any], bool]) -> tuple[dict[Any, int], set[Any]]:
        ended: dict[Any, int] = {}
        never: set[Any] = set()
        standing = {start: runs}
        for _ in range(max_steps):
            look_up()
            moved: dict[Any, int] = {}
            for state, count in standing.items():
                is_over = until(state)
                if is_over or not can_end(state):
                    ended[state] = ended.get(state, 0) + count
                    if not is_over:
                        never.add(state)
                    continue
                for following, going in step(state).share(count, random):
                    moved[following] = moved.get(following, 0) + going
            standing = moved
            if not standing:
                return ended, never
        for state, count in standing.items():
            ended[state] = ended.get(state, 0) + count
        return ended, never

    luck = random.bit_generator.state
    try:
        return go_on(not_stuck)
    except _NoWayOn:
        random.bit_generator.state = luck
        return go_on(outlook.can_end)
