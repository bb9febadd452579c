"""A graph without decisions, found path by path: rows of whole numbers, and the exact flow along them.

States that can come back to one another form a strongly connected component (SCC). Inside an SCC each row is
rewritten so that it only leads onwards: earlier states are replaced by where they lead, and a chance to stay is divided
out. The result has no loops, and the mass flows through it once.
Play stops at a state from which no end can be reached.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Generic, NamedTuple, TypeVar

from rulewright.dice import Odds
from rulewright.readings.graph.path_size import PathSize
from rulewright.rules import Repeat

X = TypeVar("X", bound=Hashable)
Number = Fraction | float
Row = tuple[dict[X, int], int]
"""A row: the weight of each next state, and their total."""


class TooMany(Exception):
    """Raised when a graph is larger than the limit, with some of its states."""

    def __init__(self, met: Sequence[Any] = ()) -> None:
        self.met = met


class Flow(NamedTuple):
    """Where a repeated step goes: the weight of each final state, out of a total, and which of them never end.

    `visits` gives how often each state is visited on the way.
    """

    weights: dict[Any, Any]
    total: int
    never: set[Any]
    visits: Callable[[], dict[Any, Any]]

    def results(self, repeat: Repeat[Any, Any, Any]) -> dict[Any, Any]:
        """The weight of each result of the repeated step."""
        if not self.never:
            return self.weights
        results: dict[Any, Any] = {}
        for state, weight in self.weights.items():
            result = repeat.endless_result(state) if state in self.never else state
            results[result] = results.get(result, 0) + weight
        return results

    def chances(self) -> dict[Any, Any]:
        """The chance of each final state: fractions, or float64."""
        if any(isinstance(weight, float) for weight in self.weights.values()):
            return self.weights
        return {state: Fraction(weight, self.total) for state, weight in self.weights.items()}


class Chain(NamedTuple, Generic[X]):
    """States numbered from the start, the row of each, and the SCCs in order of play; ends have no row.

    Play stops at the states in `never`, from which no end can be reached.
    """

    states: list[X]
    rows: dict[int, Row[int]]
    order: list[tuple[int, ...]]
    never: set[int]


def explored(
    start: X,
    step_odds: Callable[[X], Odds[X]],
    over: Callable[[X], bool],
    at_most: int | None = None,
    size: PathSize | None = None,
) -> Chain[X]:
    """Every state that can be reached; gives up once there are likely to be more than `at_most` edges.

    States that have not been expanded yet count three times, since each leads to others. `size` bounds the memory.
    """
    states = [start]
    number = {start: 0}
    rows: dict[int, Row[int]] = {}
    edges, going = 0, 1  # how many of the states met so far are not final

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
        if size is not None:
            size.met = len(states)
            size.step(len(leads))
        if at_most is not None and edges * (3 * going - 2 * len(rows)) > at_most * len(rows):
            raise TooMany(states)
        return leads

    with nullcontext() if size is None else size.named():
        order = list(sccs(0, leads_to))
    never = _without_end(order, rows)
    order.reverse()
    return Chain(states, rows, order, never)


def _without_end(last_first: list[tuple[int, ...]], rows: dict[int, Row[int]]) -> set[int]:
    """The states from which no end can be reached."""
    ending: set[int] = set()
    never: set[int] = set()
    for scc in last_first:
        if any(state not in rows or not ending.isdisjoint(rows[state][0]) for state in scc):
            ending.update(scc)
        else:
            never.update(scc)
    return never


def flow_of_chain(chain: Chain[Any]) -> Flow:
    """Where a chain ends, exactly."""
    states = chain.states
    ends, _ = _flowed(chain, with_visits=False)
    total = lcm(*[chance.denominator for chance in ends.values()])
    return Flow(
        {states[at]: chance.numerator * (total // chance.denominator) for at, chance in ends.items()},
        total,
        {states[at] for at in ends if at in chain.never},
        lambda: {states[at]: often for at, often in _flowed(chain, with_visits=True)[1].items()},
    )


def _flowed(chain: Chain[Any], with_visits: bool) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """The chance of each final state, and with `with_visits` how often each state is visited."""
    arriving: dict[int, dict[int, int]] = {0: {1: 1}}  # per denominator, so that gcds are taken once
    ends: dict[int, Fraction] = {}
    visits: dict[int, Fraction] = {}
    for scc in chain.order:
        factors: list[_Factors] | None = [] if with_visits else None
        onward = {} if scc[0] in chain.never else onward_rows(scc, chain.rows, factors)
        came: dict[int, Fraction] = {}
        for state in scc:
            shares = arriving.pop(state, None)
            if shares is None:
                continue
            denominator = lcm(*shares)
            numerator = sum([share * (denominator // own) for own, share in shares.items()])
            if state not in onward:
                ends[state] = visits[state] = Fraction(numerator, denominator)
                continue
            if with_visits:
                came[state] = Fraction(numerator, denominator)
            common = gcd(numerator, denominator)
            numerator //= common
            leads, total = onward[state]
            denominator = denominator // common * total
            for target, weight in leads.items():
                there = arriving.setdefault(target, {})
                there[denominator] = there.get(denominator, 0) + numerator * weight
        for state, leaving, back in reversed(factors or ()):  # later states of the SCC come back to earlier ones
            often = (came.get(state, Fraction(0)) + visits.get(state, 0)) / leaving
            visits[state] = often
            for earlier, share in back:
                visits[earlier] = visits.get(earlier, Fraction(0)) + often * share
    return ends, visits


_Factors = tuple[Any, Fraction, list[tuple[Any, Fraction]]]
"""A state, its chance to leave once earlier states are replaced, and the chances to go back to each of these."""


def onward_rows(scc: tuple[X, ...], rows: Mapping[X, Row[X]], factors: list[_Factors] | None = None) -> dict[X, Row[X]]:
    """The rows of an SCC, leading only to later states of the SCC and out of it.

    Final states have no rows, and neither has an SCC that nothing leaves. `factors` is filled if given.
    """
    if scc[0] not in rows:
        return {}
    if len(scc) == 1:
        state = scc[0]
        weights, total = rows[state]
        stay = weights.get(state, 0)
        if factors is not None:
            factors.append((state, Fraction(total - stay, total) or Fraction(1), []))
        if not stay:
            return {state: (weights, total)}
        if stay == total:
            return {}
        return {state: ({target: w for target, w in weights.items() if target != state}, total - stay)}
    inside = set(scc)
    if all(target in inside for state in scc for target in rows[state][0]):
        return {}
    onward: dict[X, Row[X]] = {}
    for at, state in enumerate(scc):
        weights, total = dict(rows[state][0]), rows[state][1]
        back: list[tuple[Any, Fraction]] = []
        for earlier in scc[:at]:
            weight = weights.pop(earlier, 0)
            if weight:
                if factors is not None:
                    back.append((earlier, Fraction(weight, total)))
                others, other_total = onward[earlier]
                weights = {target: w * other_total for target, w in weights.items()}
                total *= other_total
                for target, w in others.items():
                    weights[target] = weights.get(target, 0) + weight * w
        stay = weights.pop(state, 0)
        if factors is not None:
            factors.append((state, Fraction(total - stay, total), back))
        total -= stay
        common = gcd(total, *weights.values())
        onward[state] = ({target: w // common for target, w in weights.items()}, total // common)
    return onward


def sccs(start: X, leads_to: Callable[[X], Iterable[X]]) -> Iterable[tuple[X, ...]]:
    """The SCCs of a graph in reverse order of play (Gabow's path-based algorithm).

    `path` holds the states whose SCC is not known yet. An edge back to one of them puts it and all states after it into
    one SCC; `ties` are the places on the path where an SCC may begin.
    """
    place = {start: 0}  # on the path; below zero for a state whose SCC is done
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


class Outlook(Generic[X]):
    """Finds which states can still reach an end, as they are met."""

    def __init__(self, leads_to: Callable[[X], Iterable[X]], over: Callable[[X], bool]) -> None:
        self._leads_to = leads_to
        self._over = over
        self._ending: set[X] = set()
        self._never: set[X] = set()
        self.unclear: dict[X, int] = {}
        """The states from which a search was given up, and after how many paths."""

    def can_end(self, start: X) -> bool:
        """Whether any end can be reached from here."""
        if start in self._ending:
            return True
        if start in self._never:
            return False
        before = {start: start}  # where each state was first met from
        waiting = [start]
        while waiting:
            state = waiting.pop()
            if state in self._ending or self._over(state):
                self._remember_way(state, before)
                return True
            for target in self._leads_to(state):
                if target not in before and target not in self._never:
                    before[target] = state
                    waiting.append(target)
        self._never.update(before)
        return False

    def _remember_way(self, state: X, before: Mapping[X, X]) -> None:
        """Marks every state on the way here as one that can end."""
        self._ending.add(state)
        while before[state] != state:
            state = before[state]
            self._ending.add(state)
