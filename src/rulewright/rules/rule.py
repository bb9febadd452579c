"""A rule is a plain function whose first argument is the dice; `@rule` gives it its numbers."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache, wraps
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from rulewright.rules.dice import Dice

F = TypeVar("F", bound=Callable[..., Any])
O = TypeVar("O")  # noqa: E741 - options
R = TypeVar("R")
X = TypeVar("X", bound=Hashable)
P = ParamSpec("P")


_citing: dict[str, WeakKeyDictionary[Callable[..., Any], None]] = {}
"""By rule number, in the order of definition; weak references, since games made from rulebooks come and go."""


def rule(*numbers: str) -> Callable[[F], F]:
    """Marks a function with the numbered rules it implements: `@rule("UA-27", "UA-31")`."""

    def numbered(function: F) -> F:
        for number in numbers:
            _citing.setdefault(number, WeakKeyDictionary())[function] = None
        return carrying(function, numbers)

    return numbered


def carrying(function: F, numbers: Iterable[str]) -> F:
    """Give a function rule numbers without listing it as a function that implements them."""
    function.__rules__ = tuple(numbers)  # type: ignore[attr-defined]  # functions take attributes
    return function


def cites(function: Callable[..., Any]) -> tuple[str, ...]:
    """The rule numbers a function carries."""
    return tuple(getattr(function, "__rules__", ()))


class Bound(Generic[R]):
    """A rule with its arguments filled in: only the dice are missing. It keeps its name and numbers."""

    def __init__(self, rule: Callable[..., R], arguments: Mapping[str, Any]) -> None:
        self.rule = rule
        self.arguments = arguments
        self.__name__ = str(getattr(rule, "__name__", "rule"))
        self.__rules__ = cites(rule)

    def __call__(self, dice: Any) -> R:
        """Runs the rule; readings that inspect its code use `rule` and `arguments` instead."""
        return self.rule(dice, **self.arguments)


def citing(number: str) -> list[Callable[..., Any]]:
    """The functions that carry a rule number, in the order of definition."""
    return list(_citing.get(number, ()))


def rule_name(function: Callable[..., Any]) -> str:
    """A rule's name in words: `collapse_check` is "collapse check"."""
    return str(getattr(function, "__name__", "rule")).strip("_").replace("_", " ")


def summary(function: Callable[..., Any]) -> str:
    """The first line of a function's docstring."""
    return (function.__doc__ or "").strip().partition("\n")[0]


class NeverEnds(Enum):
    """The outcome of play that never ends: no final state can be reached any more."""

    NEVER_ENDS = "never ends"

    def __str__(self) -> str:
        return self.value

    __repr__ = __str__


NEVER_ENDS = NeverEnds.NEVER_ENDS


class PlayNeverEnds(BaseException):
    """Raised by a repeated step that never ends; the outcome of the rule that uses it is `NEVER_ENDS`."""


def or_never_ends(rule: Callable[..., Any]) -> Callable[..., Any]:
    """The same rule, returning `NEVER_ENDS` where a repeated step in it never ends."""

    def ended(*args: Any, **kwargs: Any) -> Any:
        try:
            return rule(*args, **kwargs)
        except PlayNeverEnds:
            return NEVER_ENDS

    return ended


class Kept(NamedTuple):
    """The part of a final state that is kept, and the state's value to each side with an aim."""

    value: Any
    worth: tuple[int | Fraction, ...] = ()


class Repeat(Generic[O, X, P]):
    """A step rule applied to its own result until play is over.

    Used like any rule: `dice.call(fight_on, state, ...)`. It returns the first state for which `until` is true. Play
    runs it as a loop; odds build a graph of merged states and solve its cycles exactly. Where no final state can be
    reached any more, the outcome of the whole rule is `NEVER_ENDS`, unless `never` gives a result for such a state.
    `aims` maps each side that makes choices to a function that values a final state, or a state in which play never
    ends.
    """

    def __init__(
        self,
        step: Callable[Concatenate[Dice[O], X, P], X],
        until: Callable[[X], bool],
        aims: Mapping[str, Callable[[X], int | Fraction]],
        never: Callable[[X], X] | None = None,
    ) -> None:
        self.step = step
        self.until = until
        self.aims = aims
        self.never = never
        self.__name__ = f"{rule_name(step)} until over"
        self.__rules__ = cites(step)

    def with_aims(self, aims: Mapping[str, Callable[[X], int | Fraction]]) -> "Repeat[O, X, P]":
        """The same repeated step with other aims."""
        return Repeat(self.step, self.until, aims, self.never)

    @cache  # noqa: B019 - repeated steps are few, and made once
    def keeping(self, keeps: Callable[[X], Hashable]) -> "Repeat[O, Any, P]":
        """The same repeated step for a caller who needs only a part of the final state: `keeps(state)`.

        The rest of a final state is dropped as soon as it is reached, so that final states with equal kept parts and
        equal values are merged. The result is a `Kept`.
        """
        until, own_step, aims = self.until, self.step, tuple(self.aims.values())

        def step(dice: Dice[O], state: Any, /, *args: P.args, **kwargs: P.kwargs) -> Any:
            after = own_step(dice, state, *args, **kwargs)
            return Kept(keeps(after), tuple([aim(after) for aim in aims])) if until(after) else after

        def worth(at: int) -> Callable[[Any], int | Fraction]:
            return lambda state: state.worth[at] if isinstance(state, Kept) else aims[at](state)

        def over(state: Any) -> bool:
            return isinstance(state, Kept) or until(state)

        wraps(own_step)(step)
        return Repeat(step, over, {who: worth(at) for at, who in enumerate(self.aims)}, None)

    def endless_result(self, state: X) -> "X | NeverEnds":
        """The result of a state from which no end can be reached."""
        return NEVER_ENDS if self.never is None else self.never(state)

    def __call__(self, dice: Dice[O], state: X, /, *args: P.args, **kwargs: P.kwargs) -> X:
        """Run the step in a loop; a reading with a better method recognises a `Repeat` and does not call it."""
        while not self.until(state):
            state = dice.call(self.step, state, *args, **kwargs)
        return state


def repeat(
    step: Callable[Concatenate[Dice[O], X, P], X],
    *,
    until: Callable[[X], bool],
    aims: Mapping[str, Callable[[X], int | Fraction]] | None = None,
    never: Callable[[X], X] | None = None,
) -> Repeat[O, X, P]:
    """A rule that applies `step` to its own result until `until(state)` is true."""
    return Repeat(step, until, aims or {}, never)
