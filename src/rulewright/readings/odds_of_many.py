"""Many: the odds of one rule for many different arguments, for studies.

The questions are answered in chunks, each in columns where the rule allows it: a hundred duels that differ in their
numbers are one graph of states, not a hundred. The less work a question takes, the larger the chunk.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from itertools import islice
from typing import Any, Literal, TypeVar, overload

from rulewright.dice import Odds
from rulewright.readings.budget import Budget
from rulewright.readings.chances import Chances
from rulewright.readings.fall_back_to_paths import FEWEST_IN_COLUMNS
from rulewright.readings.odds import Pricing
from rulewright.readings.paths.bad_rule import explaining, refuse_nothing
from rulewright.readings.paths.purity import watched
from rulewright.readings.policy import Policy
from rulewright.readings.watchdog import watching

_FIRST_CHUNK = 128
_LARGEST_CHUNK = 2_048
_PATHS_AT_ONCE = 400_000  # with fewer the rule runs more often than necessary; with more the columns outgrow the cache

R = TypeVar("R", bound=Hashable)
Arguments = tuple[Any, ...] | Mapping[str, Any]
"""The arguments of a question: positional, or by name."""


@overload
def odds_of_many(
    rule: Callable[..., R],
    arguments: Iterable[Arguments],
    *,
    options: Any = None,
    policy: Policy | None = None,
    budget: Budget | None = None,
    exact: Literal[True] = True,
    at_once: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Odds[R]]: ...


@overload
def odds_of_many(
    rule: Callable[..., R],
    arguments: Iterable[Arguments],
    *,
    options: Any = None,
    policy: Policy | None = None,
    budget: Budget | None = None,
    exact: Literal[False],
    at_once: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Chances[R]]: ...


def odds_of_many(
    rule: Callable[..., R],
    arguments: Iterable[Arguments],
    *,
    options: Any = None,
    policy: Policy | None = None,
    budget: Budget | None = None,
    exact: bool = True,
    at_once: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> "Iterator[Odds[R]] | Iterator[Chances[R]]":
    """The odds of a rule for each of `arguments`, in their order: tuples, or mappings from name to value.

    A chunk of `at_once` questions, or of the quickest size, is worked out when the first of its answers is requested,
    so a caller that stops asking stops the work; nothing is kept from one chunk to the next. `progress` is called after
    each chunk with the number of questions answered.
    """
    if at_once is not None and at_once < 1:
        raise ValueError(f"at_once must be at least 1, not {at_once}")
    limits = Budget() if budget is None else budget
    waiting = iter(arguments)
    done = 0
    size = at_once or _FIRST_CHUNK
    while chunk := list(islice(waiting, size)):
        spent = limits.spent
        pricing: Pricing[Any] = Pricing(options, policy, limits, exact)
        calls = [((), one) if isinstance(one, Mapping) else (one, {}) for one in chunk]
        watch = nullcontext(()) if done else watched(pricing, rule, *calls[0])
        with watching(limits), explaining(rule), watch as outcomes:
            refuse_nothing(rule, outcomes)
            found = pricing.odds_together(rule, calls) if len(calls) >= FEWEST_IN_COLUMNS else None
            if found is None:
                found = [pricing.odds(rule, args, named) for args, named in calls]
        yield from found
        if at_once is None:
            size = _next_size(len(chunk), limits.spent - spent)
        done += len(chunk)
        if progress is not None:
            progress(done)


def _next_size(size: int, paths: int) -> int:
    """The size of the next chunk, estimated from the paths that the last one took."""
    wanted = size * _PATHS_AT_ONCE // max(1, paths)
    return min(max(wanted, _FIRST_CHUNK // 2), 8 * size, _LARGEST_CHUNK)
