"""How all benchmarks are timed and compared: cold caches, forms in turn, the fastest tenth of many runs.

Forms are timed by the processor time they use, so that a busy machine does not flatter the forms
that are short enough to be lucky; only whole programs are timed by the wall clock. The very best run is not taken: now
and then the processor clock stands still for some microseconds, which is half of the time of a small form.
"""

import functools
import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from time import perf_counter, thread_time
from typing import Any

import icepool.math
from icepool.evaluator.multiset_evaluator_base import MultisetEvaluatorBase

from rulewright.dice import Odds

__all__ = ["Form", "best_times", "chances", "difference", "median_times"]

_MEASURED = ("rulewright", "icepool", "dyce")


@dataclass(frozen=True)
class Form:
    """One way to get an answer.

    `dice` builds the single dice a form is written with: definitions, made afresh and not timed,
    as a rule module's dice are. `run` gets them and is timed, pools, sums and all. Our own dice are
    such a module's: a die keeps its scores in order and as a polynomial, a rule how often it was priced and the
    loops that its code is compiled into, but nothing about any pool or answer.
    """

    name: str
    run: Callable[..., Any]
    dice: Callable[[], tuple[Any, ...]] = tuple
    by_hand: bool = False  # whether its own loops add up and multiply weights, and not the library

    def answer(self) -> Any:
        """Its answer, untimed."""
        return self.run(*self.dice())


def cold() -> None:
    """Clears everything that rulewright, icepool or dyce cache between two calls."""
    for cache in _function_caches():
        cache.cache_clear()
    for evaluator in _evaluators():
        vars(evaluator).pop("_cache", None)
    icepool.math.comb_row_cache.clear()


@functools.cache
def _function_caches() -> list[Any]:
    found = [thing for thing in gc.get_objects() if isinstance(thing, functools._lru_cache_wrapper)]
    return [cache for cache in found if str(cache.__module__).split(".")[0] in _MEASURED]


@functools.cache
def _evaluators() -> list[Any]:
    """Icepool's own evaluators, each of which caches its evaluations."""
    return [thing for thing in gc.get_objects() if isinstance(thing, MultisetEvaluatorBase)]


def best_times(forms: Sequence[Form], cap: float, warm: bool = False) -> dict[str, float]:
    """The best time of each form in processor seconds, without the luckiest tenth of its runs.

    Forms take turns, so that a busy moment of the machine affects all of them; each is timed until it
    has used `cap` seconds, three times at least, or once if it needs longer than that.
    """
    taken: dict[str, list[float]] = {form.name: [] for form in forms}
    spent = {form.name: 0.0 for form in forms}
    clock = min(-thread_time() + thread_time() for _ in range(1000))  # the cost of reading the clock
    gc.collect()
    gc.disable()  # as timeit does
    try:
        open_forms = list(forms)
        while open_forms:
            for form in open_forms:
                if not warm:
                    cold()
                dice = form.dice()
                start = thread_time()
                form.run(*dice)
                took = thread_time() - start - clock
                taken[form.name].append(took)
                spent[form.name] += took
            open_forms = [
                form
                for form in open_forms
                if spent[form.name] < cap or (len(taken[form.name]) < 3 and min(taken[form.name]) < 3 * cap)
            ]
    finally:
        gc.enable()
    return {name: sorted(times)[len(times) // 10] for name, times in taken.items()}


def median_times(forms: Sequence[Form], runs: int) -> dict[str, float]:
    """The median time of each form in seconds by the wall clock, forms taking turns."""
    times: dict[str, list[float]] = {form.name: [] for form in forms}
    for _ in range(runs):
        for form in forms:
            start = perf_counter()
            form.run()
            times[form.name].append(perf_counter() - start)
    return {name: median(taken) for name, taken in times.items()}


def chances(result: Any) -> dict[Any, Fraction]:
    """Outcomes with their chances as fractions, from our odds, a peer's die, or a dictionary of weights."""
    if isinstance(result, Fraction):
        return {True: result, False: 1 - result}
    weights: Mapping[Any, int] = result.weights if isinstance(result, Odds) else result
    total = sum(weights.values())
    found: dict[Any, Fraction] = {}
    for outcome, weight in weights.items():
        if weight:
            found[outcome] = found.get(outcome, Fraction(0)) + Fraction(weight, total)
    return found


def difference(ours: Mapping[Any, Fraction], theirs: Mapping[Any, Fraction]) -> str | None:
    """The first outcome that two distributions disagree on, in words."""
    for outcome in [*ours, *theirs]:
        here, there = ours.get(outcome, Fraction(0)), theirs.get(outcome, Fraction(0))
        if here != there:
            return f"{outcome!r}: {here} against {there}"
    return None
