"""A step repeated to its end: states merged, loops divided out exactly.

States that can come back to one another form a scc. SCCs are found in one walk (Tarjan) and
met in the order in which play runs through them. Inside a scc each row of odds is rewritten so
that it only leads onwards: earlier states of the scc are replaced by where they lead, and a
chance to stay is divided out. What is left has no loops, and the mass flows through it once.
Where no end can be reached any more play is stuck, and stops: such a state is final too.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Final, Generic, TypeVar

from rulewright.dice import Odds

X = TypeVar("X", bound=Hashable)

Row = tuple[dict[X, int], int]
"""Where a state leads: weight of each next state, and their total."""


class TooMany(Exception):
    """There is more than was to be looked at."""


def absorb(
    start: X, step_odds: Callable[[X], Odds[X]], over: Callable[[X], bool], at_most: int | None = None
) -> Odds[X]:
    """The exact odds of where a repeated step ends; gives up once there are likely to be more than `at_most` edges.

    States that nobody has stepped on yet count three times: each of them leads to others.
    """
    states, rows, order = _explored(start, step_odds, over, at_most)
    arriving: dict[int, dict[int, int]] = {0: {1: 1}}  # per denominator, so that gcds are taken once
    ends: dict[X, Fraction] = {}
    for scc in order:
        onward = onward_rows(scc, rows)
        for state in scc:
            shares = arriving.pop(state, None)
            if shares is None:
                continue
            denominator = lcm(*shares)
            numerator = sum(share * (denominator // own) for own, share in shares.items())
            if state not in onward:
                ends[states[state]] = Fraction(numerator, denominator)
                continue
            common = gcd(numerator, denominator)
            numerator //= common
            leads, total = onward[state]
            denominator = denominator // common * total
            for target, weight in leads.items():
                there = arriving.setdefault(target, {})
                there[denominator] = there.get(denominator, 0) + numerator * weight
    return Odds.of_fractions(ends.items())


def absorb_floats(
    start: X, step_odds: Callable[[X], Odds[X]], over: Callable[[X], bool], at_most: int | None = None
) -> dict[X, float]:
    """The same in float64."""
    states, rows, order = _explored(start, step_odds, over, at_most)
    arriving = [0.0] * len(states)
    arriving[0] = 1.0
    ends: dict[X, float] = {}
    for scc in order:
        onward = onward_rows(scc, rows)
        for state in scc:
            mass = arriving[state]
            if state not in onward:
                if mass:
                    ends[states[state]] = mass
                continue
            leads, total = onward[state]
            for target, weight in leads.items():
                arriving[target] += mass * (weight / total)
    return ends


class Outlook(Generic[X]):
    """Which states can still come to an end. Remembers what it has found out."""

    def __init__(self, leads_to: Callable[[X], Iterable[X]], over: Callable[[X], bool]) -> None:
        self._leads_to = leads_to
        self._over = over
        self._ending: set[X] = set()
        self._stuck: set[X] = set()

    def can_end(self, start: X) -> bool:
        """Whether any end can be reached from here."""
        if start in self._ending:
            return True
        if start in self._stuck:
            return False
        before = {start: start}  # where each state was first met from
        waiting = [start]
        while waiting:
            state = waiting.pop()
            if state in self._ending or self._over(state):
                self._remember_way(state, before)
                return True
            for target in self._leads_to(state):
                if target not in before and target not in self._stuck:
                    before[target] = state
                    waiting.append(target)
        self._stuck.update(before)
        return False

    def take_to_end(self, state: X) -> None:
        """Count a state as one that can end without looking: nobody looks at it again."""
        self._ending.add(state)

    def _remember_way(self, state: X, before: Mapping[X, X]) -> None:
        """Every state on the way here can end too."""
        self._ending.add(state)
        while before[state] != state:
            state = before[state]
            self._ending.add(state)


def _explored(
    start: X, step_odds: Callable[[X], Odds[X]], over: Callable[[X], bool], at_most: int | None
) -> tuple[list[X], dict[int, Row[int]], list[tuple[int, ...]]]:
    """Every state that can be reached, numbered from the start; their rows, and the sccs in order of play."""
    states = [start]
    number = {start: 0}
    rows: dict[int, Row[int]] = {}
    edges, going = 0, 1  # of the states met so far, how many go on

    def leads_to(at: int) -> Iterable[int]:
        nonlocal edges, going
        if over(states[at]):
            return ()
        one = step_odds(states[at])
        leads: dict[int, int] = {}
        for target, weight in one.weights.items():
            place = number.get(target)
            if place is None:
                place = number[target] = len(states)
                states.append(target)
                going += at_most is not None and not over(target)
            leads[place] = weight
        rows[at] = (leads, one.total)
        edges += len(leads)
        if at_most is not None and edges * (3 * going - 2 * len(rows)) > at_most * len(rows):
            raise TooMany
        return leads

    order = list(sccs(0, leads_to))
    _drop_what_never_ends(order, rows)
    order.reverse()
    return states, rows, order


def _drop_what_never_ends(last_first: list[tuple[X, ...]], rows: dict[X, Row[X]]) -> None:
    """States from which no end can be reached have no row: play stops at the first of them."""
    ending: set[X] = set()
    for scc in last_first:
        if any(state not in rows or any(target in ending for target in rows[state][0]) for state in scc):
            ending.update(scc)
        else:
            for state in scc:
                del rows[state]


def sccs(start: X, leads_to: Callable[[X], Iterable[X]]) -> Iterable[tuple[X, ...]]:
    """Groups of states that can come back to one another, last ones first, in one walk (Gabow).

    The path holds the states that are not yet in a scc. An edge back to one of them ties all that
    lie behind it together: `ties` are the places on the path where a scc may still begin.
    """
    place = {start: 0}  # on the path; below zero for a state whose scc is done
    path, ties = [start], [0]
    walk = [(0, iter(leads_to(start)))]
    while walk:
        at, targets = walk[-1]
        for target in targets:
            there = place.get(target)
            if there is None:
                place[target] = there = len(path)
                path.append(target)
                ties.append(there)
                walk.append((there, iter(leads_to(target))))
                break
            if there >= 0:
                while ties[-1] > there:
                    ties.pop()
        else:
            walk.pop()
            if ties[-1] == at:
                ties.pop()
                scc = tuple(path[at:])
                del path[at:]
                for state in scc:
                    place[state] = -1
                yield scc


def onward_rows(scc: tuple[X, ...], rows: Mapping[X, Row[X]]) -> dict[X, Row[X]]:
    """The rows of a scc, leading only to later states of the scc and out of it.

    Final states have no rows, and neither has a scc that nothing leaves.
    """
    if len(scc) == 1:
        state = scc[0]
        if state not in rows:
            return {}
        weights, total = rows[state]
        stay = weights.get(state, 0)
        if not stay:
            return {state: (weights, total)}
        if stay == total:
            return {}
        return {state: ({target: w for target, w in weights.items() if target != state}, total - stay)}
    inside = set(scc)
    if scc[0] not in rows or all(target in inside for state in scc for target in rows[state][0]):
        return {}
    onward: dict[X, Row[X]] = {}
    for at, state in enumerate(scc):
        weights, total = dict(rows[state][0]), rows[state][1]
        for earlier in scc[:at]:
            weight = weights.pop(earlier, 0)
            if weight:
                others, other_total = onward[earlier]
                weights = {target: w * other_total for target, w in weights.items()}
                total *= other_total
                for target, w in others.items():
                    weights[target] = weights.get(target, 0) + weight * w
        total -= weights.pop(state, 0)
        common = gcd(total, *weights.values())
        onward[state] = ({target: w // common for target, w in weights.items()}, total // common)
    return onward


# --- what to expect on the way

_COUNTED: Final = object()


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
    with the chances. `look_up` is called now and then, so that the time can be watched.
    """
    rows: dict[Any, Row[Any]] = {}

    def leads_to(state: Any) -> Iterable[Any]:
        if over(state):
            return ()
        odds = step_odds(state)
        rows[state] = (dict(odds.weights), odds.total)
        return odds.weights

    share: Callable[[int, int], Fraction | float] = Fraction if exact else lambda part, whole: part / whole
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
) -> Fraction | float:
    """The mean number of counted states on the way from `start` to the end."""
    found: Fraction | float = expected(start, step_odds, over, lambda state: 0, counts, exact, look_up)[start]
    return found
