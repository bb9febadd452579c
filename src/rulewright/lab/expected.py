"""What to expect from every state of a repeated step: how it ends and how long it goes on, loops divided out."""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import Any, Final

from rulewright.dice import Odds
from rulewright.readings.paths.chain import Row, onward_rows, sccs

_COUNTED: Final = object()

Number = Fraction | float


def expected(
    start: Hashable,
    step_odds: Callable[[Any], Odds[Any]],
    over: Callable[[Any], bool],
    worth: Callable[[Any], int],
    counts: Callable[[Any], bool] = lambda state: False,
    exact: bool = True,
    look_up: Callable[[], None] = lambda: None,
) -> dict[Any, Any]:
    """For every state that can be reached: the mean worth of the end, and 1 for each counted state on the way.

    Where no end can be reached any more play stops. A counted state leads with its whole weight to
    one further target that is worth 1, so that rewriting the rows of a scc carries the count along
    with the chances. `look_up` is called now and then, to watch the time.
    """
    rows: dict[Any, Row[Any]] = {}

    def leads_to(state: Any) -> Iterable[Any]:
        if over(state):
            return ()
        odds = step_odds(state)
        rows[state] = (dict(odds.weights), odds.total)
        return odds.weights

    share: Callable[[int, int], Number] = Fraction if exact else lambda part, whole: part / whole
    values: dict[Any, Any] = {_COUNTED: share(1, 1)}
    ending: set[Any] = set()
    for scc in sccs(start, leads_to):
        look_up()
        if not any(state not in rows or not ending.isdisjoint(rows[state][0]) for state in scc):
            values.update((state, share(worth(state), 1)) for state in scc)
            continue
        ending.update(scc)
        onward = onward_rows(scc, {state: _with_count(rows[state], counts(state)) for state in scc if state in rows})
        for state in reversed(scc):
            if state not in onward:
                values[state] = share(worth(state), 1)
                continue
            leads, total = onward[state]
            values[state] = sum((values[target] * share(w, total) for target, w in leads.items()), share(0, 1))
    del values[_COUNTED]
    return values


def _with_count(row: Row[Any], counted: bool) -> Row[Any]:
    weights, total = row
    return ({**weights, _COUNTED: total}, total) if counted else row


def mean_length(
    start: Hashable,
    step_odds: Callable[[Any], Odds[Any]],
    over: Callable[[Any], bool],
    counts: Callable[[Any], bool],
    exact: bool = True,
    look_up: Callable[[], None] = lambda: None,
) -> Number:
    """The mean number of counted states on the way from `start` to the end."""
    found: Number = expected(start, step_odds, over, lambda state: 0, counts, exact, look_up)[start]
    return found
