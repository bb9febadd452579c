"""Answers for rules run in columns: the odds of throws and called rules as columns of numbers.

Needs numpy, so it is imported only when there is enough work for columns.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from rulewright.dice import Odds, Throw
from rulewright.readings.chances import Chances
from rulewright.readings.fall_back_to_paths import FEWEST_IN_COLUMNS, Unfit
from rulewright.readings.graph.columns import begun, explore, in_columns
from rulewright.readings.graph.flow import chances_of_ends
from rulewright.readings.policy import Undecided
from rulewright.readings.vector.column import LARGEST, Array, distinct_rows
from rulewright.readings.vector.run import AnswerGroup, AnswerTable, Call, run_columns
from rulewright.readings.vector.shape import Shape, put_all_together
from rulewright.readings.vector.states import Numbering
from rulewright.rules import Repeat

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing


class PricedTables:
    """The answers within one computation of odds: exact weights, or float64 if the computation is in float64."""

    def __init__(self, pricing: "Pricing[Any]") -> None:
        self.options = pricing.options
        self.decide = pricing.decide
        self._pricing = pricing
        self._of_throws: dict[Throw[Any], AnswerTable] = {}
        self._of_calls: dict[int, tuple[Any, AnswerTable]] = {}
        self._of_many_calls: dict[Hashable, _Known] = {}

    # --- for columns ---

    def of_throw(self, throw: Throw[Any]) -> AnswerTable:
        """The scores of a throw."""
        table = self._of_throws.get(throw)
        if table is None:
            table = self._of_throws[throw] = self._columns([(0, throw.odds())])
        return table

    def of_call(self, rule: Callable[..., Any], call: Call) -> AnswerTable:
        """The results of a called rule."""
        one = self._pricing.odds(rule, *call)
        if id(one) not in self._of_calls:
            self._of_calls[id(one)] = (one, self._columns([(0, one)]))  # holding `one` keeps its id from being reused
        return self._of_calls[id(one)][1]

    def of_calls(self, rule: Callable[..., Any], shape: Shape, columns: list[Array]) -> tuple[AnswerTable, Array]:
        """The results of a rule for many different arguments, columns of values of one shape; the entry of each.

        Results are cached: each distinct call is computed once.
        """
        known = self._of_many_calls.pop((rule, shape), None) or _Known(len(columns))
        entries, new = known.numbering.numbers_of(columns, len(columns[0]), known.count)
        count = len(new)
        if count:
            fresh = [column[new] for column in columns]
            known.add(self._worked_out(rule, shape, fresh, np.arange(known.count, known.count + count)), count)
        # Stored only now: a rule that calls itself, or fails, must not find partial results.
        self._of_many_calls[rule, shape] = known
        return known.table, entries

    def _worked_out(self, rule: Callable[..., Any], shape: Shape, columns: list[Array], entries: Array) -> AnswerTable:
        if len(entries) >= FEWEST_IN_COLUMNS:
            try:
                if isinstance(rule, Repeat):
                    return self._ends(rule, _calls(shape, columns), int(entries[0]))
                return self._in_columns(rule, [(shape, entries, columns)])
            except (Unfit, Undecided):  # priced one call at a time, best play may take the open decisions
                pass
        priced = [self._pricing.odds(rule, args, named) for args, named in _calls(shape, columns)]
        return self._columns(zip(entries.tolist(), priced, strict=True))

    # --- for questions about many arguments ---

    def of_many(self, rule: Callable[..., Any], calls: Sequence[Call]) -> AnswerTable:
        """The results of a rule for many arguments, run in columns."""
        if isinstance(rule, Repeat):
            return self._ends(rule, calls)
        alike = in_columns([(args, tuple(named.items())) for args, named in calls])
        return self._in_columns(rule, [(shape, places, columns) for shape, (places, columns) in alike.items()])

    def _in_columns(self, rule: Callable[..., Any], alike: Sequence[tuple[Shape, Array, list[Array]]]) -> AnswerTable:
        """The results of a rule for arguments of some shapes: for each shape the places and columns of its calls."""
        exact, spend = self._pricing.exact, self._pricing.budget.spend
        found: dict[Shape, list[AnswerGroup]] = {}

        def called(dice: Any, call: Any) -> Any:
            args, named = call
            return rule(dice, *args, **dict(named))

        for shape, places, columns in alike:
            for ran in run_columns(called, self, shape, columns, places, exact):
                spend(len(ran.row))
                group = AnswerGroup(ran.shape, ran.columns, ran.row, ran.weight, ran.total)
                found.setdefault(ran.shape, []).append(group)
        return _merged(found, exact)

    def _ends(self, repeat: Repeat[Any, Any, Any], calls: Sequence[Call], first: int = 0) -> AnswerTable:
        """Where a repeated step ends for many beginnings; those with equal further arguments share one graph."""
        if self._pricing.exact:
            raise Unfit("exact numbers of different duels have no denominator in common")
        found: dict[Shape, list[AnswerGroup]] = {}
        for places, starts, context in begun(calls):
            graph = explore(repeat, starts, context, self, self._pricing.budget, exact=False, apart=True)
            final, chance = chances_of_ends(graph)
            if len(final) and final[0] < graph.going:
                raise Unfit("repeated steps that never end")
            for shape, which, (start, *columns) in graph.states.columns_of(final):
                group = AnswerGroup(shape, columns, first + places[start], chance[which], np.ones(len(start)))
                found.setdefault(shape, []).append(group)
        return _merged(found, exact=False)

    def odds_of(self, table: AnswerTable, count: int) -> list[Any]:
        """The odds of each of `count` entries of a table."""
        weights: list[dict[Any, Any]] = [{} for _ in range(count)]
        for group in table.groups:
            rows, which = distinct_rows(group.columns) if group.columns else ([], np.zeros_like(group.entry))
            count = len(rows[0]) if rows else 1
            answers = put_all_together(group.shape, iter([row.tolist() for row in rows]), count)
            for entry, at, weight in zip(group.entry.tolist(), which.tolist(), group.weight.tolist(), strict=True):
                weights[entry][answers[at]] = weight
        return [Odds(one, table.limit) for one in weights] if self._pricing.exact else list(map(Chances, weights))

    def _columns(self, answers: Iterable[tuple[int, Odds[Any] | Chances[Any]]]) -> AnswerTable:
        """Odds as columns, answers of one shape together."""
        exact = self._pricing.exact
        outcomes: list[Any] = []
        entry: list[int] = []
        weight: list[float] = []
        total: list[int] = []
        for at, one in answers:
            outcomes += one.weights
            entry += [at] * len(one.weights)
            weight += one.weights.values() if exact else [w / one.total for w in one.weights.values()]
            total += [one.total if exact else 1] * len(one.weights)
        limit = max(total)
        kind = np.float64 if not exact else np.int64 if limit < LARGEST else object
        columns = [np.array(entry), np.array(weight, kind), np.array(total, kind)]
        groups = []
        for shape, (places, numbers) in in_columns(outcomes).items():
            groups.append(AnswerGroup(shape, numbers, *[column[places] for column in columns]))
        return AnswerTable(groups, limit)


class _Known:
    """The cached results of a rule for arguments of one shape."""

    def __init__(self, width: int) -> None:
        self.numbering = Numbering(width)
        self.count = 0
        self.table = AnswerTable([], 1)

    def add(self, table: AnswerTable, count: int) -> None:
        """Adds the results for `count` more arguments."""
        self.count += count
        by_shape = {group.shape: group for group in self.table.groups}
        for group in table.groups:
            before = by_shape.get(group.shape)
            by_shape[group.shape] = group if before is None else _one_after_another(before, group)
        self.table = AnswerTable(list(by_shape.values()), max(self.table.limit, table.limit))


def _one_after_another(before: AnswerGroup, group: AnswerGroup) -> AnswerGroup:
    columns = [np.concatenate(both) for both in zip(before.columns, group.columns, strict=True)]
    rest = [np.concatenate(both) for both in zip(before[2:], group[2:], strict=True)]
    return AnswerGroup(group.shape, columns, *rest)


def _calls(shape: Shape, columns: list[Array]) -> list[Call]:
    """The arguments that are columns of values of one shape, one after another."""
    listed = iter([column.tolist() for column in columns])
    return [(args, dict(named)) for args, named in put_all_together(shape, listed, len(columns[0]))]


def _merged(found: dict[Shape, list[AnswerGroup]], exact: bool) -> AnswerTable:
    """The answers with equal ones to the same question merged, all over the same total."""
    limit = 1
    if exact:
        limit = lcm(*{total for groups in found.values() for group in groups for total in set(group.total.tolist())})
    kind = np.float64 if not exact else np.int64 if limit < LARGEST else object
    merged = []
    for shape, groups in found.items():
        entry = np.concatenate([group.entry for group in groups])
        columns = [np.concatenate(parts) for parts in zip(*[group.columns for group in groups], strict=True)]
        weights = [group.weight.astype(kind) for group in groups]
        if exact:
            weights = [w * (limit // group.total.astype(kind)) for w, group in zip(weights, groups, strict=True)]
        (entry, *columns), which = distinct_rows([entry, *columns])
        weight = np.zeros(len(entry), kind)
        np.add.at(weight, which, np.concatenate(weights))
        merged.append(AnswerGroup(shape, columns, entry, weight, np.full(len(entry), limit, kind)))
    return AnswerTable(merged, limit)
