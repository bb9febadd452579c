"""The weights of a rule's outcomes, one path after another.

The first run takes the first answer at every throw; each later run replays the answers so far and
takes the next one at the last throw that has any left. A path's weight is the product of the weights
of its answers, over the product of their totals; paths that throw different dice have different totals, so outcomes are
gathered per total and combined only at the end. A called rule is
priced once for the same arguments and then answered like a throw: that is where equal results are merged.

A rule that is priced often, or has many paths, is compiled into loops over the answers to its throws (see `compiled`)
where possible, and with many paths equal states are merged (see `merged`).
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import partial
from itertools import repeat, starmap
from math import inf, lcm
from operator import attrgetter
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from rulewright.dice import Deck, DoublesThrow, HighestAndTotal, Pool, Throw
from rulewright.readings.budget import OverBudget
from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.paths.bad_rule import asking_line, offered, refuse_uncountable
from rulewright.readings.paths.immutable import refuse_changeable
from rulewright.readings.paths.purity import KnownCode, known, watched
from rulewright.readings.paths.replay import Replay, cards_to_draw, odds_of_throw
from rulewright.rules.rule import NEVER_ENDS, PlayNeverEnds

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing

S = TypeVar("S", bound=Hashable)
C = TypeVar("C", bound=Hashable)
R = TypeVar("R", bound=Hashable)
P = ParamSpec("P")

_IN_COLUMNS = (Pool, DoublesThrow, HighestAndTotal)  # throws whose odds have a column for each part of the score
_MANY_PATHS = 1_000
_OFTEN = 8  # uses of a rule after which it is worth compiling

Weighed = tuple[dict[Any, Any], int]
"""The weight of each outcome, and the total."""


def weighed(
    pricing: "Pricing[Any]", rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Weighed:
    """The weight of each outcome of a rule, and the total of all weights. Raises `BadRule` if they would be wrong."""
    if not isinstance(rule, FunctionType):
        return weighed_by_paths(pricing, rule, args, kwargs)
    about = known(rule.__code__)
    about.uses = uses = about.uses + 1
    if uses & (uses - 1):
        return _weighed(pricing, rule, about, args, kwargs)
    with watched(pricing, rule, args, kwargs):
        return _weighed(pricing, rule, about, args, kwargs)


def _weighed(
    pricing: "Pricing[Any]", rule: FunctionType, about: KnownCode, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Weighed:
    budget = pricing.budget
    spent = budget.spent
    try:
        if about.uses >= _OFTEN and about.loops is not False:
            found = _in_loops(pricing, rule, about, args, kwargs, _MANY_PATHS)
            if found is not None:
                return found
            budget.spent = spent
        dice = PricedDice(pricing)
        run = partial(rule, dice, *args, **kwargs)
        return _each_path(dice, run, run(), rule, _MANY_PATHS)
    except _ManyPaths:
        budget.spent = spent
    found = None
    if about.uses < _OFTEN:
        try:
            found = _in_loops(pricing, rule, about, args, kwargs, _MANY_PATHS)
        except _ManyPaths:
            budget.spent = spent
    return _merged(pricing, rule, about, args, kwargs) if found is None else found


def _in_loops(
    pricing: "Pricing[Any]",
    rule: FunctionType,
    about: KnownCode,
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    many: float = inf,
) -> Weighed | None:
    """The weights from the compiled loops of a rule; None if it has none, `_ManyPaths` if it has over `many` paths."""
    if about.loops is None:
        from rulewright.readings.paths.compiled import loops_of  # imports the parser, which a single roll does not need

        try:
            about.loops = loops_of(rule)
        except Unfit:
            about.loops = False
    if about.loops is False:
        return None
    if about.looped is not rule:
        about.looped, about.in_loops = rule, _with_code(rule, about.loops)
    try:
        return Walk(pricing, many).run(about.in_loops, args, kwargs)
    except Unfit:
        about.loops = False
    except TypeError:  # the path-by-path reading raises it again
        pass
    return None


def _with_code(rule: FunctionType, code: CodeType) -> FunctionType:
    """The rule with other code in place of its own."""
    cells = dict(zip(rule.__code__.co_freevars, rule.__closure__ or (), strict=True))
    closure = tuple([cells[name] for name in code.co_freevars])
    made = FunctionType(code, rule.__globals__, None, rule.__defaults__, closure)
    made.__kwdefaults__ = rule.__kwdefaults__
    return made


def _merged(
    pricing: "Pricing[Any]", rule: FunctionType, about: KnownCode, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Weighed:
    """The weights of a rule with many paths; equal states are merged at each throw where possible."""
    from rulewright.readings.paths.merged import merged  # imports the parser, which a single roll does not need

    spent = pricing.budget.spent
    try:
        return _over_one_total(merged(pricing, rule, args, kwargs))
    except (Unfit, NameError) as unfit:  # the path-by-path reading raises a NameError again
        pricing.budget.spent = spent
        reason = str(unfit)
    try:
        found = _in_loops(pricing, rule, about, args, kwargs)
        return weighed_by_paths(pricing, rule, args, kwargs) if found is None else found
    except OverBudget as over:
        line = asking_line(rule)
        over.add_remedy(
            f"{rule.__code__.co_filename} line {line}: {rule.__name__} throws again and again, and equal states cannot "
            f"be merged because of {reason}; keep numbers, texts and tuples between throws, or write the loop as "
            f"repeat(step, until=...){offered(rule, line)}"
        )
        raise


class _ManyPaths(Exception):
    """Raised when a rule has so many paths that another method is tried first."""


def weighed_by_paths(
    pricing: "Pricing[Any]", rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Weighed:
    """The weights of a rule, one path after another."""
    dice = PricedDice(pricing)
    run = partial(rule, dice, *args, **kwargs)
    return _each_path(dice, run, run(), rule)


def _each_path(
    dice: "PricedDice", run: Callable[[], Any], outcome: Any, rule: Callable[..., Any], many: float = inf
) -> Weighed:
    """The weights of a rule, one path after another; the first has been run and ended with `outcome`.

    Raises `_ManyPaths` if there are more than `many`.
    """
    spend, timed = dice.pricing.budget.spend, dice.pricing.budget.seconds is not None
    per_total: dict[int, dict[Any, Any]] = {}
    paths = 1  # followed but not yet counted in the budget; with a time limit each path is counted at once
    try:
        while True:
            dice.check_end(rule)
            weights = per_total.setdefault(dice.total, {})
            weights[outcome] = weights.get(outcome, 0) + dice.weight
            if not dice.answers:
                break
            answers, depth, before = dice.answers, len(dice.answers), dice.before[-1][0]
            for answers[-1], share in dice.left[-1]:  # the paths that differ in the last answer only
                if timed:
                    spend(paths)
                    paths = 0
                paths += 1
                dice.weight = weight = before * share
                dice.at = 0
                outcome = run()
                if dice.at != depth:  # this path has more questions
                    break
                weights[outcome] = weights.get(outcome, 0) + weight
            else:
                if not dice.next():
                    break
                spend(paths)
                many -= paths
                if many < 0:
                    raise _ManyPaths
                outcome = run()
                paths = 1
    except TypeError:
        refuse_uncountable(rule, outcome)
        raise
    spend(paths)
    return _over_one_total(per_total)


class PricedDice(Replay):
    """Answers a rule along one path after another."""

    __slots__ = ("before", "options", "pricing", "total", "weight")

    def __init__(self, pricing: "Pricing[Any]") -> None:
        super().__init__()
        self.options = pricing.options
        self.weight: Any = 1  # of this path
        self.total = 1
        self.before: list[tuple[Any, int]] = []  # for each answer, weight and total of the path up to it
        self.pricing = pricing

    def pool(self, name: str, throw: Throw[S], /) -> S:
        """The next score on this path."""
        at = self.at
        self.at = at + 1
        score: S = self.answers[at] if at < len(self.answers) else self._throw(throw)
        return score

    def call(self, rule: Callable[Concatenate[Any, P], R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """The next result of the called rule on this path."""
        at = self.at
        self.at = at + 1
        if at < len(self.answers):
            result: R = self.answers[at]
        else:
            odds = self.pricing.odds(rule, args, kwargs)
            result = self._weigh(odds.weights, odds.total)
        if result is NEVER_ENDS:
            raise PlayNeverEnds
        return result

    def choose(self, who: str, question: str, choices: Sequence[C], /) -> C:
        """The policy's choice."""
        return self.pricing.decide(who, question, choices)

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """No breakdown is kept of a path."""

    def _throw(self, throw: Throw[Any]) -> Any:
        odds = odds_of_throw(throw)
        return self._weigh(odds.weights, odds.total)

    def _weigh(self, weights: Mapping[Any, Any], total: int) -> Any:
        budget = self.pricing.budget
        if budget.seconds is not None:
            budget.look_up()  # a single path may be endless
        if not self.pricing.exact:
            weights, total = {one: share / total for one, share in weights.items()}, 1
        answer = self.branch(weights.items())
        self.before.append((self.weight, self.total))
        self.weight *= self.marks[-1]
        self.total *= total
        return answer

    def drop(self) -> None:
        """Forgets the last question."""
        super().drop()
        self.weight, self.total = self.before.pop()

    def next(self) -> bool:
        """Goes to the next path; false when all have been run."""
        found = super().next()
        if found:
            self.weight = self.before[-1][0] * self.marks[-1]
        return found


class Walk:
    """The dice of a rule that is compiled into loops: gives all answers to a throw, and gathers the outcomes."""

    __slots__ = ("_many", "_paths", "_per_total", "_pricing")

    new = staticmethod(tuple.__new__)
    zip = staticmethod(zip)

    def __init__(self, pricing: "Pricing[Any]", many: float) -> None:
        self._pricing = pricing
        self._per_total: dict[int, dict[Any, Any]] = {}
        self._paths = 0
        self._many = many

    def run(self, loops: FunctionType, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Weighed:
        """The weight of each outcome, and the total."""
        found: Weighed | None = loops(self, *args, **kwargs)
        self._pricing.budget.spend(self._paths)
        return _over_one_total(self._per_total) if found is None else found

    # --- other verbs of the rule ---

    @property
    def options(self) -> Any:
        """The rulings."""
        return self._pricing.options

    def choose(self, who: str, question: str, choices: Sequence[C], /) -> C:
        """The policy's choice."""
        return self._pricing.decide(who, question, choices)

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """No breakdown is kept."""

    # --- calls from its loops ---

    def thrown(self, name: str, throw: Throw[Any], /) -> "Answers":
        """All scores of a throw."""
        if type(throw) is Pool:
            kind, parts, shares, total = throw.columns()
            if kind is int:
                return self._answers(parts[0], shares, total)
        odds = odds_of_throw(throw)
        return self._answers(odds.weights, odds.weights.values(), odds.total)

    def drawn(self, name: str, count: int | tuple[int, ...], deck: Deck[Any], /) -> "Answers":
        """All cards that can be drawn."""
        return self.thrown(name, cards_to_draw(count, deck))

    def fields(self, fields: Sequence[str], name: str, throw: Throw[Any], /) -> "Answers":
        """All scores of a throw: a column for each of the given fields."""
        if isinstance(throw, _IN_COLUMNS):
            kind, parts, shares, total = throw.columns()
            own = getattr(kind, "_fields", ())
            if own == fields:
                return self._answers(parts, shares, total)
            if set(own).issuperset(fields):
                return self._answers([parts[own.index(field)] for field in fields], shares, total)
        odds = odds_of_throw(throw)
        try:
            columns = [list(map(attrgetter(field), odds.weights)) for field in fields]
        except AttributeError as missing:
            raise Unfit("scores of different kinds") from missing
        return self._answers(columns, odds.weights.values(), odds.total)

    def called(self, rule: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Answers":
        """All results of a called rule."""
        odds = self._pricing.odds(rule, args, kwargs)
        if NEVER_ENDS in odds.weights:
            raise PlayNeverEnds
        return self._answers(odds.weights, odds.weights.values(), odds.total)

    def _answers(self, answers: Collection[Any], shares: Collection[Any], total: int) -> "Answers":
        pricing = self._pricing
        if pricing.budget.seconds is not None:
            pricing.budget.look_up()
        return (answers, shares, total) if pricing.exact else (answers, [share / total for share in shares], 1)

    def found(self, total: int, shares: Collection[Any]) -> dict[Any, Any]:
        """The mapping that gathers outcomes over this total, of paths that differ in the answer with these shares."""
        self._paths += len(shares)
        if self._paths > self._many:
            raise _ManyPaths
        return self._per_total.setdefault(total, {})

    def certain(self, outcome: Any) -> None:
        """Counts the outcome of a rule that threw nothing."""
        self._paths = 1
        self._per_total[1] = {outcome: 1}

    def listed(self, outcomes: Collection[Any], shares: Collection[Any], total: int) -> Weighed:
        """The weights of outcomes that are listed in the order of the answers, or that are the answers."""
        self._paths = len(shares)
        if type(outcomes) is dict and self._pricing.exact:
            return outcomes, total
        weights = dict(zip(outcomes, shares))  # noqa: B905 - equal lengths; checking takes as long as a throw
        return weights if len(weights) == len(shares) else _added_up(outcomes, shares), total

    def tuples(self, kind: type[Any], fields: Sequence[Iterable[Any]], shares: Collection[Any], total: int) -> Weighed:
        """The weights of outcomes that are named tuples, given as a column for each field."""
        self._paths = len(shares)
        weights = dict(zip(_named(kind, zip(*fields)), shares))  # noqa: B905
        return (weights, total) if len(weights) == len(shares) else self.rows(kind, [*zip(*fields)], shares, total)  # noqa: B905

    def rows(self, kind: type[Any], rows: Sequence[Any], shares: Collection[Any], total: int) -> Weighed:
        """The same for named tuples, with a plain tuple for each."""
        self._paths = len(shares)
        weights = dict(zip(_named(kind, rows), shares))  # noqa: B905
        return weights if len(weights) == len(shares) else _added_up(_named(kind, rows), shares), total

    def refuse_changeable(self, *values: Any) -> None:
        """Raises `Unfit` if paths cannot share these values because they are mutable."""
        for value in values:
            refuse_changeable(value)


Answers = tuple[Collection[Any], Collection[Any], int]
"""All answers to a throw, or a column for each part of them, the weight of each, and their total."""


def _named(kind: type[Any], rows: Iterable[Any]) -> Iterable[Any]:
    """Named tuples, made without a Python call for each."""
    return starmap(tuple.__new__, zip(repeat(kind), rows))  # noqa: RUF058 - quicker than map


def _added_up(outcomes: Iterable[Any], shares: Iterable[Any]) -> dict[Any, Any]:
    """The weight of each outcome, some of which are listed more than once."""
    weights: dict[Any, Any] = {}
    for outcome, share in zip(outcomes, shares, strict=True):
        weights[outcome] = weights.get(outcome, 0) + share
    return weights


def _over_one_total(per_total: dict[int, dict[Any, Any]]) -> Weighed:
    """Brings weights over different totals to one total."""
    if len(per_total) == 1:
        ((total, weights),) = per_total.items()
        return weights, total
    total = lcm(*per_total)
    together: dict[Any, Any] = {}
    for own, weights in per_total.items():
        scale = total // own
        for outcome, weight in weights.items():
            together[outcome] = together.get(outcome, 0) + weight * scale
    return together, total
