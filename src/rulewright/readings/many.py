"""Many: the odds of one rule for many different arguments, for studies.

The questions are answered in chunks, each in lanes where the rule allows it: a hundred duels that
differ in their numbers are one graph of states, not a hundred.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Literal, TypeVar, overload

from rulewright.dice import Odds
from rulewright.readings.budget import Budget
from rulewright.readings.chances import Chances
from rulewright.readings.odds import Pricing
from rulewright.readings.policy import Policy

__all__ = ["odds_of_many"]

R = TypeVar("R", bound=Hashable)
Arguments = tuple[Any, ...] | Mapping[str, Any]
"""What a rule is asked for: arguments by place, or by name."""


@overload
def odds_of_many(
    rule: Callable[..., R],
    arguments: Iterable[Arguments],
    *,
    options: Any = None,
    policy: Policy | None = None,
    budget: Budget | None = None,
    exact: Literal[True] = True,
    at_once: int = 128,
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
    at_once: int = 128,
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
    at_once: int = 128,
    progress: Callable[[int], None] | None = None,
) -> "Iterator[Odds[R]] | Iterator[Chances[R]]":
    """The odds of a rule for each of `arguments`, in their order: tuples, or mappings from name to value.

    A chunk of `at_once` questions is worked out when the first of its answers is asked for, so
    whoever stops asking stops the work; nothing is kept from one chunk to the next. `progress` is
    called after each chunk with the number of questions answered.
    """
    if at_once < 1:
        raise ValueError(f"at least one at once, not {at_once}")
    limits = Budget() if budget is None else budget
    waiting = iter(arguments)
    done = 0
    while chunk := list(islice(waiting, at_once)):
        pricing: Pricing[Any] = Pricing(options, policy, limits, exact)
        yield from pricing.odds_of_many(rule, [((), one) if isinstance(one, Mapping) else (one, {}) for one in chunk])
        done += len(chunk)
        if progress is not None:
            progress(done)
