"""Finds rules whose answers do not depend on the dice alone: their odds would be silently wrong.

A rule is run once for each path, in any order, so it may keep nothing from one run to the next, change
nothing it was given, and ask nothing but the dice. That is checked in its code, in its arguments, and by running a few
of its paths again: the same answers must lead to the same questions and the same
outcome. The first use of a rule is checked, then the second, the fourth, the eighth; a refused one does not count.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from copy import copy, deepcopy
from types import CodeType, FunctionType, GeneratorType
from typing import TYPE_CHECKING, Any, Literal, Protocol

from rulewright.dice import Throw
from rulewright.readings.budget import OverBudget
from rulewright.readings.paths.bad_rule import (
    MOST_QUESTIONS,
    bad_rule,
    bad_rule_here,
    changing_line,
    endless_here,
    refuse_uncountable,
)
from rulewright.readings.paths.forbidden_names import CONTAINERS, is_filled, refuse_outside
from rulewright.readings.paths.replay import DrawsByPool, odds_of_throw
from rulewright.readings.policy import Undecided
from rulewright.rules import BadRule, Repeat
from rulewright.rules.rule import NEVER_ENDS, Bound, PlayNeverEnds, or_never_ends, rule_name

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing

_LARGEST_CONTAINER = 5_000
_PATHS = 8


class KnownCode:
    """Facts about a rule's code: how often it was priced and played, and the loops it is compiled into.

    They follow from the code alone, so all computations of the process share them.
    """

    __slots__ = ("asks_only_dice", "code", "in_loops", "looped", "loops", "plays", "uses")

    def __init__(self, code: CodeType) -> None:
        self.code = code  # kept so that no other code gets its id
        self.uses = self.plays = 0
        self.asks_only_dice = False  # as far as its bytecode shows
        self.loops: CodeType | Literal[False] | None = None  # False without any
        self.looped: FunctionType | None = None  # the rule with this code that ran in loops last
        self.in_loops: Any = None  # that rule with the code of its loops


_KNOWN: dict[int, KnownCode] = {}  # by the id of the code, whose hash takes as long as a throw
_MOST_KNOWN = 10_000


def known(code: CodeType) -> KnownCode:
    """The cached facts about this code."""
    found = _KNOWN.get(id(code))
    if found is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        found = _KNOWN[id(code)] = KnownCode(code)
    return found


class AnswerSource(Protocol):
    """Where the answers to a rule's questions come from."""

    options: Any

    def decide(self, who: str, question: str, choices: Sequence[Any]) -> Any:
        """A side's choice; raises `Undecided` where it is left open."""

    def scores(self, throw: Any) -> Iterable[Any]:
        """The possible scores of a throw."""

    def results(self, rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Iterable[Any]:
        """The possible results of a called rule; raises `Undecided` if it has decisions that are left open."""


class _Priced:
    """Answers from a computation of odds."""

    def __init__(self, pricing: "Pricing[Any]") -> None:
        self.options = pricing.options
        self.decide = pricing.decide
        self._pricing = pricing

    def scores(self, throw: Any) -> Iterable[Any]:
        weights: Iterable[Any] = odds_of_throw(throw).weights
        return weights

    def results(self, rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Iterable[Any]:
        weights: Iterable[Any] = self._pricing.odds(rule, args, kwargs).weights
        return weights


def watched(
    pricing: "Pricing[Any]", rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> AbstractContextManager[Sequence[Any]]:
    """Raises `BadRule` if a rule changes something, or is not repeatable, while the block reads it.

    The block gets a few outcomes of the rule.
    """
    return watched_by(_Priced(pricing), rule, args, kwargs)


def watched_play(
    rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> AbstractContextManager[Any] | None:
    """Raises `BadRule` if a rule that the block plays changes something; None if this play is not checked."""
    of = rule.rule if isinstance(rule, Bound) else rule
    if isinstance(of, FunctionType):
        about = known(of.__code__)
        about.plays = plays = about.plays + 1
        if not plays & (plays - 1):
            return watched_by(None, rule, args, kwargs)
    return None


@contextmanager
def watched_by(
    source: AnswerSource | None, rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Iterator[Sequence[Any]]:
    """Like `watched`, with answers from `source`; without it only changes are checked."""
    if isinstance(rule, Bound):
        kwargs, rule = {**rule.arguments, **kwargs}, rule.rule
    rule = rule.step if isinstance(rule, Repeat) else rule
    if not isinstance(rule, FunctionType):
        yield ()
        return
    try:
        watch = _Watched(source, rule, args, kwargs)
        try:
            yield watch.outcomes
        except (Undecided, OverBudget):
            watch.check_unchanged()
            raise
        watch.check()
    except BadRule:
        about = known(rule.__code__)
        about.uses = about.plays = 0  # the next use is checked again
        raise


class _Watched:
    """A rule being checked: the values it could change, and a few of its paths, as they were before the reading."""

    def __init__(
        self, source: AnswerSource | None, rule: FunctionType, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> None:
        about = known(rule.__code__)
        if not about.asks_only_dice:
            refuse_outside(rule)
            about.asks_only_dice = True
        self._rule = rule
        self._args = args
        self._kwargs = kwargs
        self._given = _snapshot(args, kwargs)
        self._lasting = {name: copy(value) for name, value in _lasting(rule)}
        self._trials = [] if source is None else [_Trial(source, path) for path in range(_PATHS)]
        self.outcomes = [trial.run(rule, args, kwargs) for trial in self._trials]
        for outcome in self.outcomes:
            refuse_uncountable(rule, outcome)

    def check(self) -> None:
        """Raises `BadRule` if the rule changed something, or is not repeatable."""
        rule = self._rule
        self.check_unchanged()
        for trial, before in zip(self._trials, self.outcomes, strict=True):
            trial.at = 0
            after = trial.run(rule, self._args, self._kwargs)
            if trial.at != len(trial.questions):
                raise bad_rule(f"{rule.__name__} asks fewer questions when it gets the same answers again", rule)
            if after != before:
                raise self._differs(before, after)
        self.check_unchanged()

    def check_unchanged(self) -> None:
        """Raises `BadRule` if the rule changed something."""
        for name, value in _lasting(self._rule):
            if name in self._lasting and value != self._lasting[name]:
                raise self._changed(f"{name}, which outlives it")
        if self._given is None:
            return
        args, kwargs = self._given
        names = self._rule.__code__.co_varnames[1:]
        given = [
            *zip(names, args, self._args, strict=False),
            *((name, kwargs[name], self._kwargs[name]) for name in kwargs),
        ]
        for name, before, after in given:
            if before != after:
                raise self._changed(f"its argument {name}")

    def _changed(self, what: str) -> BadRule:
        name, line = self._rule.__name__, changing_line(self._rule.__code__)
        return bad_rule(
            f"{name} changes {what}: it is run once for each path, so that the next path would see the change; "
            "make a changed copy and return it",
            self._rule,
            line,
        )

    def _differs(self, before: Any, after: Any) -> BadRule:
        name, rule = self._rule.__name__, self._rule
        if isinstance(before, GeneratorType):
            return bad_rule(f"{name} is a generator (it has a yield): a rule returns its outcome", rule)
        if type(before) is type(after) and "__eq__" not in _methods(type(before)):
            kind = type(before).__name__
            return bad_rule(
                f"{name} returns a {kind}, and which Python does not compare by its fields: make it a NamedTuple or a "
                "frozen struct",
                rule,
            )
        return bad_rule(
            f"{name} gave {before!r:.60}, then {after!r:.60}, for the same dice: a rule keeps nothing from one run to "
            "the next and asks nothing but the dice",
            rule,
            changing_line(rule.__code__),
        )


_INLINED = object()
"""The answer of a called rule with decisions: it runs as part of its caller."""


class _Trial(DrawsByPool):
    """Dice that answer one path, then answer the same questions in the same way on a second run."""

    def __init__(self, source: AnswerSource, path: int) -> None:
        self.options = source.options
        self.at = 0
        self.questions: list[tuple[Any, ...]] = []
        self._answers: list[Any] = []
        self._source = source
        self._path = path

    def run(self, rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        return or_never_ends(rule)(self, *args, **kwargs)

    def pool(self, name: str, throw: Throw[Any], /) -> Any:
        return self._answer(("dice", name, _shown(throw)), lambda: self._source.scores(throw))

    def call(self, rule: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        def results() -> Iterable[Any]:
            try:
                return self._source.results(rule, args, kwargs)
            except Undecided:
                return [_INLINED]

        answer = self._answer(("the rule", rule_name(rule), _shown((args, kwargs))), results)
        if answer is NEVER_ENDS:
            raise PlayNeverEnds
        return rule(self, *args, **kwargs) if answer is _INLINED else answer

    def choose(self, who: str, question: str, choices: Sequence[Any], /) -> Any:
        def decided() -> Iterable[Any]:
            try:
                return [self._source.decide(who, question, choices)]
            except Undecided:
                return choices

        return self._answer(("a decision", question, _shown(choices)), decided)

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """No breakdown is kept."""

    def _answer(self, question: tuple[str, str, str], answers: Callable[[], Any]) -> Any:
        at = self.at
        self.at = at + 1
        if at == len(self.questions):
            if at == MOST_QUESTIONS:
                raise endless_here()
            possible = list(answers())
            self.questions.append(question)
            place = 0 if self._path == 0 else -1 if self._path == 1 else (self._path * 7 + at * 5) % len(possible)
            self._answers.append(possible[place])
        elif question != self.questions[at]:
            before, after = " ".join(self.questions[at]), " ".join(question)
            raise bad_rule_here(f"given the same answers, the rule asked for {before}, then for {after}")
        return self._answers[at]


def _methods(kind: type[Any]) -> set[str]:
    """The names that a class and its bases define, except those of every object."""
    return {name for base in kind.__mro__[:-1] for name in vars(base)}


def _shown(value: Any) -> str:
    """A value as text for comparison; a value that shows only its address is represented by its type."""
    text = repr(value)
    return type(value).__name__ if " at 0x" in text else text


def _snapshot(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> tuple[tuple[Any, ...], Mapping[str, Any]] | None:
    """A copy of a rule's arguments, if any of them is mutable; None for values that must not be looked at."""
    try:
        hash((args, tuple(kwargs.values())))
    except TypeError:
        try:
            return deepcopy((args, dict(kwargs)))
        except Exception:  # the placeholder for a hidden value raises an error of its own
            return None
    except Exception:  # from the placeholder too
        return None
    return None


def _lasting(rule: FunctionType) -> Iterator[tuple[str, Any]]:
    """The lists, dictionaries and sets that a rule can reach and that outlive its run."""
    code = rule.__code__
    cells = zip(code.co_freevars, rule.__closure__ or (), strict=True)
    reached = [(name, cell.cell_contents) for name, cell in cells if is_filled(cell)]
    reached += [(name, rule.__globals__[name]) for name in code.co_names if name in rule.__globals__]
    reached += zip(
        code.co_varnames[code.co_argcount - len(rule.__defaults__ or ()) :], rule.__defaults__ or (), strict=False
    )
    for name, value in reached:
        if isinstance(value, CONTAINERS) and len(value) <= _LARGEST_CONTAINER:
            yield name, value
