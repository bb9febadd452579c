"""A computation that is stopped: at the very moment when it ends, and on a machine that has no time for it."""

import ctypes
import threading
import time
from types import TracebackType
from typing import Any

import pytest

from rulewright.dice import d
from rulewright.readings import odds, watchdog
from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.watchdog import Stopped, Watch, within
from rulewright.rules import Dice


def stop_here() -> None:
    """Send the exception to this thread, where it arrives with one of the next instructions."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(threading.get_ident()), ctypes.py_object(Stopped))


class LateStop:
    """A lock during which the exception arrives the first time that it is taken."""

    def __init__(self) -> None:
        self.taken = 0

    def __enter__(self) -> None:
        self.taken += 1
        if self.taken == 1:
            stop_here()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Let it go."""


@pytest.mark.parametrize("fails", [False, True])
def test_a_stop_that_arrives_after_the_end_changes_nothing(fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    late = LateStop()

    def reading() -> int:
        (own,) = watchdog._watches
        own.why = "time"
        monkeypatch.setattr(watchdog, "_lock", late)
        if fails:
            raise KeyError("the rule's own")
        return 7

    if fails:
        with pytest.raises(KeyError):
            within(Budget(), reading)
    else:
        assert within(Budget(), reading) == 7
    assert late.taken == 2
    assert watchdog._watches == {}


class LateStopped(dict[Watch, None]):
    """The running computations, with the exception arriving once, when the first of them ends."""

    stopped = False

    def pop(self, *args: Any) -> None:
        if not self.stopped:
            self.stopped = True
            stop_here()
        super().pop(*args)


def test_a_stop_for_the_computation_around_it_goes_on_to_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "_watches", LateStopped())

    def inner() -> int:
        return 7

    def outer() -> int:
        (own,) = watchdog._watches
        own.why = "time"
        return within(Budget(), inner)

    with pytest.raises(OverBudget):
        within(Budget(), outer)
    assert watchdog._watches == {}


def test_a_rule_that_waits_for_the_processor_is_over_its_budget_and_not_wrong() -> None:
    """As on a busy machine: by the clock its path is long, by the processor it is not."""

    def halted(dice: Dice[None]) -> int:
        face = dice.pool("face", d(2))
        time.sleep(0.9)
        return face

    with pytest.raises(OverBudget):
        odds(halted, budget=Budget(None, 0.05))
