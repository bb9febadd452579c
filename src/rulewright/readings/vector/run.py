"""Many runs of a rule at once: whole numbers as columns.

A rule is run with `Column`s in place of whole numbers. A column holds one number for each of many runs,
and what the rule computes is computed for all of them. A throw turns every run into one for each
score. Where the runs diverge (an `if`, an index), those that go one way go on; the others wait and are
run again from the start with the answers they had. So a rule is run once for each way through its
code, not once for each path through its dice.

A rule that does something with a number that a column cannot do is `Unfit`; it is read one path at a time.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, Protocol

import numpy as np

from rulewright.dice import Throw
from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.paths.replay import DrawsByPool
from rulewright.readings.paths.tree import INLINED
from rulewright.readings.policy import Undecided
from rulewright.readings.vector.column import (
    LARGEST,
    LARGEST_GIVEN,
    Array,
    Column,
    distinct_rows,
    lows_and_highs,
    one_after_another,
    whole,
)
from rulewright.readings.vector.decisions import Decisions
from rulewright.readings.vector.shape import Shape, constant, put_together, settled, take_apart
from rulewright.rules.rule import NEVER_ENDS, PlayNeverEnds

Call = tuple[tuple[Any, ...], Mapping[str, Any]]
"""The arguments a rule is called with: positional, and by name."""
_ROWS_PER_RUN = 80  # with fewer rows per run of the rule, path by path is faster
_ROWS_PER_RUN_IF_DECIDING = 4
_HEAD_START = 2_000  # rows counted in advance, so that no rule is refused too early


class _QueuedAgain(BaseException):
    """Raised to abandon runs that were queued again with a column replaced by plain numbers."""


# --- tables: the answers of dice and called rules, as columns


class AnswerGroup(NamedTuple):
    """Answers of one shape. Each row is one answer to the question numbered `entry`, in that order."""

    shape: Shape
    columns: list[Array]
    entry: Array
    weight: Array
    total: Array


class AnswerTable(NamedTuple):
    """All answers to one or more questions; no row's total is above `limit`."""

    groups: list[AnswerGroup]
    limit: int


class AnswerTables(Protocol):
    """Where columns get their answers from. Weights are whole numbers, or float64 over a total of one."""

    options: Any

    def of_throw(self, throw: Throw[Any]) -> AnswerTable:
        """The scores of a throw."""
        ...

    def of_call(self, rule: Callable[..., Any], call: Call) -> AnswerTable:
        """The results of a called rule."""
        ...

    def of_calls(self, rule: Callable[..., Any], shape: Shape, columns: list[Array]) -> tuple[AnswerTable, Array]:
        """The results of a rule for many different arguments, columns of values of one shape; the entry of each."""
        ...

    def decide(self, who: str, question: str, choices: Sequence[Any]) -> Any:
        """The policy's choice."""
        ...


# --- current runs


class _RunGroup(NamedTuple):
    """Runs that have been given the same kinds of answers.

    `given` are the argument and each answer so far, `picks` say for each of them which of its rows a run was given.
    Runs are labelled by the group they begin with, and weighed by the answers after it. `known` are the columns that a
    rule used as plain numbers: the order in which a column was made, and its number.
    """

    given: tuple[AnswerGroup, ...]
    picks: list[Array]
    begin: int
    limit: int
    known: Mapping[int, int]

    @property
    def runs(self) -> int:
        return len(self.picks[0])

    def only(self, rows: Array) -> "_RunGroup":
        return _RunGroup(self.given, [pick.take(rows) for pick in self.picks], self.begin, self.limit, self.known)

    def answered(self, rows: Array, group: AnswerGroup, answers: Array, limit: int) -> "_RunGroup":
        """Each of `rows` goes on with one of `answers`, rows of the group."""
        picks = [*[pick.take(rows) for pick in self.picks], answers]
        return _RunGroup((*self.given, group), picks, self.begin, self.limit * limit, self.known)

    def chosen(self, labels: Array, choice: Any) -> "_RunGroup":
        """The runs after the same choice, which start anew from there."""
        numbers: list[Any] = []
        shape = take_apart(choice, numbers)
        columns = [whole(number, self.runs) for number in numbers]
        if columns:
            lows_and_highs(np.array(columns, np.int64))  # the choice is given back to the rule
        nothing = self.given[0].weight
        given = (*self.given, AnswerGroup(shape, columns, labels, nothing, nothing))
        return _RunGroup(given, [*self.picks, np.arange(self.runs)], len(self.given), 1, self.known)

    def labels(self) -> Array:
        """The label of each run."""
        return self.given[self.begin].entry.take(self.picks[self.begin])

    def weight(self) -> Array:
        """The weight of each run."""
        return self._product([group.weight.take(pick) for group, pick in self._answers()])

    def total(self) -> Array:
        """The total that the weight of each run is out of; in float64, where it is always one, it is left out."""
        if self.given[0].total.dtype == np.float64:
            return self.given[0].total
        return self._product([group.total.take(pick) for group, pick in self._answers()])

    def _answers(self) -> Iterator[tuple[AnswerGroup, Array]]:
        """The answers that the runs were given since they began, and the row of each run in them."""
        first = self.begin + 1
        return zip(self.given[first:], self.picks[first:], strict=True)

    def _product(self, factors: list[Array]) -> Array:
        if not factors:
            return np.ones(self.runs, self.given[0].weight.dtype)
        product, *others = factors
        if self.limit >= LARGEST and product.dtype == np.int64:
            product = product.astype(object)
        for factor in others:
            product = product * factor
        return product


# --- the dice that answer all runs at once


class ColumnDice(DrawsByPool):
    """Answers all runs of a rule that go the same way."""

    __slots__ = ("_at", "_decisions", "_made", "_standing", "_tables", "_waiting", "options", "steps")

    def __init__(
        self, tables: AnswerTables, standing: _RunGroup, waiting: list[_RunGroup], decisions: Decisions | None
    ) -> None:
        self.options = tables.options
        self.steps: list[Array] = []  # how the current runs changed: for each new row the old one
        self._tables = tables
        self._standing = standing
        self._waiting = waiting
        self._decisions = decisions
        self._at = 0  # how many of the given answers this run has used,
        self._made = 0  # and how many columns were made

    def pool(self, name: str, throw: Throw[Any], /) -> Any:
        """The scores of a throw, for every run."""
        if self._at == len(self._standing.given):
            self._branch(self._tables.of_throw(throw), None)
        return self.next_given()

    def call(self, rule: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """The results of a called rule, for every run."""
        if self._at == len(self._standing.given):
            try:
                self._ask(rule, args, kwargs)
            except Undecided:
                if self._decisions is None:
                    raise
                self._decisions.inlined.add(rule)
        if self._at == len(self._standing.given):
            self._inline()
        answer = self.next_given()
        if answer is NEVER_ENDS:
            raise PlayNeverEnds
        return rule(self, *args, **kwargs) if answer is INLINED else answer

    def _ask(self, rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        """Branches on the results of a called rule, unless it has decisions."""
        if self._decisions is not None and rule in self._decisions.inlined:
            return
        numbers: list[Any] = []
        shape = take_apart((args, tuple(kwargs.items())), numbers)
        varying = [number.now() for number in numbers if type(number) is Column]
        if not varying:
            self._branch(self._tables.of_call(rule, (args, kwargs)), None)
            return
        columns, which = distinct_rows(varying)
        known = settled(shape, (None if type(number) is Column else number for number in numbers))
        table, entries = self._tables.of_calls(rule, known, columns)
        self._branch(table, entries[which])

    def _inline(self) -> None:
        """Answers a call with nothing: the rule has decisions, and runs as part of its caller."""
        runs, one = self._standing.runs, np.ones(1, self._standing.given[0].weight.dtype)
        group = AnswerGroup(constant(INLINED), [], np.zeros(1, np.int64), one, one)
        self._standing = self._standing.answered(np.arange(runs), group, np.zeros(runs, np.int64), 1)

    def choose(self, who: str, question: str, choices: Sequence[Any], /) -> Any:
        """The policy's choice, or every choice if the decision is left open."""
        if self._decisions is None or who not in self._decisions.sides:
            return self._tables.decide(who, question, choices)
        if self._at == len(self._standing.given):
            standing = self._standing
            labels = self._decisions.meet(who, standing.labels(), standing.weight(), choices)
            each = [standing.chosen(own, choice) for own, choice in zip(labels, choices, strict=True)]
            self._standing, *others = each
            self._waiting += others
        return self.next_given()

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """Does nothing: a column has no breakdown."""

    # --- called by columns ---

    def column(self, values: Array, bound: int, given: int | None = None) -> Any:
        """A new column, or the plain number it is known to hold."""
        if bound >= LARGEST:
            raise Unfit("numbers that need more than 64 bits")
        number = self._made
        self._made = number + 1
        known = self._standing.known
        return known[number] if number in known else Column(self, values, bound, number, given)

    def picks(self, given: int) -> Array:
        """The row of an argument or answer that each current run was given."""
        return self._standing.picks[given]

    def one_way(self, holds: Array) -> bool:
        """Goes on with the runs where `holds` is true, if there are any; the others wait."""
        true = int(np.count_nonzero(holds))
        if true == len(holds):
            return True
        if true:
            self._waiting.append(self._standing.only((~holds).nonzero()[0]))
            self._go_on(holds.nonzero()[0])
        return bool(true)

    def one_value(self, values: Array) -> int:
        """Goes on with the runs that have one value; the others wait."""
        first, *others = self._parted(values)
        for _, rows in others:
            self._waiting.append(self._standing.only(rows))
        if others:
            self._go_on(first[1])
        return first[0]

    def know(self, column: Column) -> NoReturn:
        """Runs again, with a plain number in place of this column.

        Numbers computed from a plain number are not columns, so the later columns are numbered differently.
        """
        before = {number: value for number, value in self._standing.known.items() if number < column.number}
        for value, rows in self._parted(column.now()):
            known = {**before, column.number: value}
            self._waiting.append(self._standing.only(rows)._replace(known=known))
        raise _QueuedAgain

    def _parted(self, values: Array) -> list[tuple[int, Array]]:
        """The distinct values, each with the runs that have it."""
        order = np.argsort(values, kind="stable")
        ordered = values[order]
        starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
        return list(zip(ordered[starts].tolist(), np.split(order, starts[1:]), strict=True))

    def _go_on(self, rows: Array) -> None:
        self._standing = self._standing.only(rows)
        self.steps.append(rows)

    # --- answers ---

    def next_given(self) -> Any:
        """The next recorded input of these runs: the argument first, then each answer."""
        at = self._at
        self._at = at + 1
        group = self._standing.given[at]
        made = [self.column(values, 1 if values.dtype == np.bool_ else LARGEST_GIVEN, at) for values in group.columns]
        return put_together(group.shape, iter(made))

    def _branch(self, table: AnswerTable, entry: Array | None) -> None:
        """Splits every run into one for each answer. Answers of one shape go on together, others wait."""
        runs = self._standing.runs
        ways = []
        for group in table.groups:
            if entry is None:
                size = len(group.weight)
                rows = np.arange(runs).repeat(size)
                answers = np.arange(runs * size) - rows * size
            else:
                starts = np.searchsorted(group.entry, np.arange(int(entry.max()) + 2))
                counts = (starts[1:] - starts[:-1])[entry]
                rows = np.repeat(np.arange(runs), counts)
                answers = np.arange(len(rows)) + np.repeat(starts[entry] - (np.cumsum(counts) - counts), counts)
            if len(rows):
                ways.append((rows, group, answers))
        standing = self._standing
        for rows, group, answers in ways[1:]:
            self._waiting.append(standing.answered(rows, group, answers, table.limit))
        rows, group, answers = ways[0]
        self._standing = standing.answered(rows, group, answers, table.limit)
        self.steps.append(rows)

    def ended(self, outcome: Any) -> "Ran":
        """The outcomes of all the runs that came to this end."""
        standing = self._standing
        if self._at != len(standing.given):
            raise RuntimeError("a rule must ask for the same dice when it is given the same answers")
        numbers: list[Any] = []
        shape = take_apart(outcome, numbers)
        runs = standing.runs
        columns = [whole(number, runs) for number in numbers]
        return Ran(shape, standing.labels(), columns, standing.weight(), standing.total())


class Ran(NamedTuple):
    """Runs that ended with outcomes of one shape: for each the label of its row, its outcome, and its weight.

    In float64 every total is one, and left out.
    """

    shape: Shape
    row: Array
    columns: list[Array]
    weight: Array
    total: Array


def joined(parts: Sequence[Ran]) -> Ran:
    """Runs that ended with outcomes of one shape, all of them."""
    if len(parts) == 1:
        return parts[0]
    shape, row, columns, weight, total = zip(*parts, strict=True)
    by_column = [one_after_another(column) for column in zip(*columns, strict=True)]
    return Ran(shape[0], np.concatenate(row), by_column, np.concatenate(weight), np.concatenate(total))


def run_columns(
    rule: Callable[..., Any],
    tables: AnswerTables,
    shape: Shape,
    columns: list[Array],
    labels: Array,
    exact: bool,
    decisions: Decisions | None = None,
) -> Iterator[Ran]:
    """Runs a rule for many arguments at once: each row of `columns` is a value of this shape, with a label.

    Decisions follow the policy, except those that are left open.
    """
    nothing = np.zeros(0, np.int64 if exact else np.float64)  # an argument has no weight
    argument = AnswerGroup(shape, columns, labels, nothing, nothing)
    waiting = [_RunGroup((argument,), [np.arange(len(labels))], 0, 1, {})]
    runs = rows = 0
    while waiting:
        dice = ColumnDice(tables, waiting.pop(), waiting, decisions)
        runs += 1
        try:
            ran = dice.ended(rule(dice, dice.next_given()))
        except _QueuedAgain:
            continue
        except PlayNeverEnds:
            ran = dice.ended(NEVER_ENDS)
        rows += len(ran.row)
        refuse_if_slow(runs, rows, decisions is not None)
        yield ran


def refuse_if_slow(runs: int, rows: int, deciding: bool = False) -> None:
    """Raises `Unfit` where too few runs go the same way; fewer are enough where decisions make paths slower still."""
    if rows + _HEAD_START < (_ROWS_PER_RUN_IF_DECIDING if deciding else _ROWS_PER_RUN) * runs:
        raise Unfit("hardly two runs go the same way")
