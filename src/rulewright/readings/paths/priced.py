"""The weights of a rule's outcomes, one path after another.

The first run takes the first answer at every throw; each later run replays the answers so far and
takes the next one at the last throw that has any left. A path's weight is the product of the weights
of its answers, over the product of their totals; paths that throw different dice have different
totals, so outcomes are gathered per total and brought together only at the end. A called rule is
priced once for the same arguments and then answered like a throw: that is where equal results are merged.

A rule whose first throw has many scores is run for all of them at once (see `at_once`) if it can be.
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import partial
from math import inf, lcm
from types import FunctionType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from rulewright.dice import Pool, Throw
from rulewright.readings.budget import OverBudget
from rulewright.readings.paths.at_once import (
    FEW,
    Parted,
    Scores,
    scores_of,
    uncaught,
    weigh_all,
)
from rulewright.readings.paths.bad_rule import asking_line, bad_rule, offered
from rulewright.readings.paths.purity import Watched, known
from rulewright.readings.paths.replay import Replay, odds_of_throw
from rulewright.readings.unfit import Unfit
from rulewright.rules.rule import rule_name

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing

S = TypeVar("S", bound=Hashable)
C = TypeVar("C", bound=Hashable)
R = TypeVar("R", bound=Hashable)
P = ParamSpec("P")

_MANY_PATHS = 1_000

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
        return _weighed(pricing, rule, about.fewest, args, kwargs)
    watched = Watched(pricing, rule, args, kwargs)
    found = _weighed(pricing, rule, about.fewest, args, kwargs)
    watched.check()
    return found


def _weighed(
    pricing: "Pricing[Any]",
    rule: FunctionType,
    fewest: int,
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
) -> Weighed:
    spent = pricing.budget.spent
    try:
        if fewest:
            try:
                return _all_scores(ScoreColumnDice(pricing, fewest), rule, args, kwargs)
            except (Unfit, TypeError):  # C code refuses a column by a TypeError; one of the rule's own comes up again
                pass
        dice = PricedDice(pricing)
        run = partial(rule, dice, *args, **kwargs)
        return _each_path(dice, run, run(), rule, _MANY_PATHS)
    except _ManyPaths:
        pricing.budget.spent = spent
    return _merged(pricing, rule, args, kwargs)


def _merged(pricing: "Pricing[Any]", rule: FunctionType, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Weighed:
    """The same for a rule with many paths: equal states are merged at each throw, if they can be."""
    from rulewright.readings.paths.merged import merged  # the parser, which a single roll does not wait for

    spent = pricing.budget.spent
    try:
        return _over_one_total(merged(pricing, rule, args, kwargs))
    except (Unfit, NameError) as unfit:  # a name that the rule itself does not know comes up again
        pricing.budget.spent = spent
        reason = str(unfit)
    try:
        return weighed_by_paths(pricing, rule, args, kwargs)
    except OverBudget as over:
        line = asking_line(rule)
        over.add_remedy(
            f"{rule.__code__.co_filename} line {line}: {rule.__name__} throws again and again, and equal states cannot "
            f"be merged because of {reason}; keep numbers, texts and tuples between throws, or write the loop as "
            f"repeat(step, until=...){offered(rule, line)}"
        )
        raise


class _ManyPaths(Exception):
    """There are more paths than one would follow without looking for another way."""


def weighed_by_paths(
    pricing: "Pricing[Any]", rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Weighed:
    """The same, one path after another."""
    dice = PricedDice(pricing)
    run = partial(rule, dice, *args, **kwargs)
    return _each_path(dice, run, run(), rule)


def _all_scores(
    dice: "ScoreColumnDice", rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Weighed:
    """The same, with all scores of the first throw at once if they are many."""
    run = partial(rule, dice, *args, **kwargs)
    try:
        outcome = uncaught(run)
    except Parted as parted:
        outcome = parted
    if dice.scores is None:
        if dice.answers is _NO_ANSWERS:  # nothing was asked
            PricedDice.__init__(dice, dice.pricing)
        return _each_path(dice, run, outcome, rule, _MANY_PATHS)
    weights = weigh_all(run, dice.scores, dice.shares, outcome, dice.give)
    dice.pricing.budget.spend(len(dice.shares))
    return weights, dice.total


def _each_path(
    dice: "PricedDice", run: Callable[[], Any], outcome: Any, rule: Callable[..., Any], many: float = inf
) -> Weighed:
    """The same, one path after another, the first of which ended with `outcome`.

    Raises `_ManyPaths` if there are more than `many`.
    """
    spend, timed = dice.pricing.budget.spend, dice.pricing.budget.seconds is not None
    per_total: dict[int, dict[Any, Any]] = {}
    paths = 1  # followed but not paid for; against the clock each path is paid at once
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
                if dice.at != depth:  # this one goes on
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
        _refuse_uncountable(rule, outcome)
        raise
    spend(paths)
    return _over_one_total(per_total)


def _refuse_uncountable(rule: Callable[..., Any], outcome: Any) -> None:
    """Raise `BadRule` if equal outcomes of this kind cannot be counted."""
    try:
        hash(outcome)
    except TypeError:
        raise bad_rule(
            f"{rule_name(rule)} returns a {type(outcome).__name__} ({outcome!r:.60}), which cannot be counted: return "
            "a number, a text, a tuple, a NamedTuple or a frozen struct of such",
            rule,
        ) from None


_NO_ANSWERS: list[Any] = []


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
        return result

    def choose(self, who: str, question: str, choices: Sequence[C], /) -> C:
        """What the policy says."""
        return self.pricing.decide(who, question, choices)

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """No breakdown is kept of a path."""

    def _throw(self, throw: Throw[Any]) -> Any:
        odds = odds_of_throw(throw)
        return self._weigh(odds.weights, odds.total)

    def _weigh(self, weights: Mapping[Any, Any], total: int) -> Any:
        budget = self.pricing.budget
        if budget.seconds is not None:
            budget.look_up()  # a single path may be without an end
        if not self.pricing.exact:
            weights, total = {one: share / total for one, share in weights.items()}, 1
        answer = self.branch(weights.items())
        self.before.append((self.weight, self.total))
        self.weight *= self.marks[-1]
        self.total *= total
        return answer

    def drop(self) -> None:
        """Forget the last question."""
        super().drop()
        self.weight, self.total = self.before.pop()

    def next(self) -> bool:
        """Turn to the next path; false when all have been run."""
        found = super().next()
        if found:
            self.weight = self.before[-1][0] * self.marks[-1]
        return found


class ScoreColumnDice(PricedDice):
    """Answers the first throw, or called rule, with all of its scores if they are many enough.

    If they are not, these are the dice of the first path.
    """

    __slots__ = ("_given", "fewest", "scores", "shares")

    def __init__(self, pricing: "Pricing[Any]", fewest: int) -> None:
        self.options = pricing.options
        self.pricing = pricing
        self.fewest = fewest
        self.scores: Scores | None = None
        self.at = 0
        self.answers = _NO_ANSWERS

    def give(self, some: Scores) -> None:
        """Answer with some of the scores from now on."""
        self._given = some
        self.at = 0

    def _throw(self, throw: Throw[Any]) -> Any:
        if self.fewest == FEW and self.answers is _NO_ANSWERS and self.scores is None and isinstance(throw, Pool):
            kind, parts, shares, total = throw.columns()
            if len(shares) >= FEW:
                self._keep(Scores(kind, parts, range(len(shares))), shares, total)
                return self._given.answer()
        return super()._throw(throw)

    def _weigh(self, weights: Mapping[Any, Any], total: int) -> Any:
        if self.scores is not None:
            if self.at > 1:
                raise Unfit("a second throw")
            return self._given.answer()
        if self.answers is _NO_ANSWERS:
            if len(weights) >= self.fewest:
                self._keep(scores_of(list(weights)), weights.values(), total)
                return self._given.answer()
            super().__init__(self.pricing)
            self.at = 1
        return super()._weigh(weights, total)

    def _keep(self, scores: Scores, shares: Collection[Any], total: int) -> None:
        self._given = self.scores = scores
        self.shares = shares if self.pricing.exact else [share / total for share in shares]
        self.total = total if self.pricing.exact else 1


def _over_one_total(per_total: dict[int, dict[Any, Any]]) -> Weighed:
    """Bring weights over different totals to one total."""
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
