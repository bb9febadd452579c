"""Rules that are wrong are refused, with the line that is wrong, before anyone believes their odds."""

import re
import subprocess
import sys
import time
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import wrong_rules

from rulewright.readings import Budget, OverBudget, odds, odds_of_many, odds_within, play, solve
from rulewright.readings.simulate import simulate
from rulewright.readings.watchdog import stopped_after
from rulewright.rules import NEVER_ENDS, BadRule, repeat

SOURCE = Path(wrong_rules.__file__).read_text().splitlines()


def marked_line(rule: Callable[..., Any]) -> int:
    """The number of the first line marked after the beginning of a rule; a helper comes before it."""
    first = rule.__code__.co_firstlineno
    if rule is wrong_rules.rolls_in_a_helper:
        first = wrong_rules._lucky.__code__.co_firstlineno
    return next(number for number, line in enumerate(SOURCE, 1) if number >= first and line.endswith("# here"))


def test_there_are_thirty_of_them() -> None:
    assert len({rule.__code__ for rule, _ in wrong_rules.WRONG}) >= 30


@pytest.mark.parametrize(("rule", "args"), wrong_rules.WRONG, ids=lambda one: getattr(one, "__name__", ""))
def test_a_wrong_rule_is_refused_with_its_line(rule: Callable[..., Any], args: tuple[Any, ...]) -> None:
    with pytest.raises(BadRule) as refused:
        odds(rule, *deepcopy(args), budget=Budget(seconds=10))
    assert Path(refused.value.file).name == "wrong_rules.py"
    assert refused.value.line == marked_line(rule), str(refused.value)


READINGS: dict[str, Callable[..., Any]] = {
    "float64": lambda rule, args: odds(rule, *args, exact=False),
    "solve": lambda rule, args: solve(rule, *args, aims={"player": lambda outcome: 0}),
    "simulate": lambda rule, args: simulate(rule, *args, runs=100),
    "many": lambda rule, args: list(odds_of_many(rule, [args])),
    "within": lambda rule, args: odds_within(5, rule, *args),
}
ENDS_IN_EVERY_RUN = (wrong_rules.waits_for_a_six, wrong_rules.counts_until_a_six)  # so that it can be simulated


@pytest.mark.parametrize("reading", READINGS)
def test_every_reading_refuses_a_wrong_rule_with_its_line_however_often_it_is_asked(reading: str) -> None:
    for rule, args in wrong_rules.WRONG:
        if reading == "simulate" and rule in ENDS_IN_EVERY_RUN:
            continue
        for _ in range(3):
            with pytest.raises(BadRule) as refused:
                READINGS[reading](rule, deepcopy(args))
            assert Path(refused.value.file).name == "wrong_rules.py", rule.__name__
            assert refused.value.line == marked_line(rule), str(refused.value)


def test_a_step_that_changes_its_state_in_place_is_refused_in_every_reading() -> None:
    def step(dice: Any, state: int, log: list[int]) -> int:
        log.append(dice.pool("roll", wrong_rules.DIE))
        return state + 1

    rule = repeat(step, until=lambda state: state == 2)
    for reading in READINGS.values():
        with pytest.raises(BadRule, match="changes its argument log") as refused:
            reading(rule, (0, []))
        assert refused.value.line == step.__code__.co_firstlineno + 1


def test_play_refuses_what_changes_its_argument_and_what_never_ends() -> None:
    with pytest.raises(BadRule, match="changes its argument sheet"):
        play(wrong_rules.wounds_a_sheet, wrong_rules.Sheet())
    with pytest.raises(BadRule, match="a loop without a fixed end"):
        play(wrong_rules.never_stops)
    with pytest.raises(BadRule, match="takes a name and dice"):
        play(wrong_rules.throws_a_number)
    with pytest.raises(BadRule, match="offer at least one"):
        play(wrong_rules.offers_nothing)


def test_best_play_of_a_rule_that_never_ends_says_so() -> None:
    def hopeless(dice: Any, points: int) -> int:
        return points - int(dice.pool("blow", wrong_rules.DIE) >= 7)

    fight = repeat(hopeless, until=lambda points: points == 0)
    found = solve(lambda dice: dice.call(fight, 3), aims={"player": int})
    assert found.chances == {NEVER_ENDS: 1}
    assert found.never_ends == 1


def test_what_asks_for_nothing_and_never_ends_is_stopped_at_its_line() -> None:
    def spins(dice: Any) -> int:
        while True:
            dice.note("still", "here")

    with pytest.raises(BadRule, match=r"longer than 0\.2 seconds") as refused, stopped_after(0.2):
        odds(spins)
    first = spins.__code__.co_firstlineno
    assert first < refused.value.line <= first + 2


STOPPED = """
import re
import sys
import time
import wrong_rules
from rulewright.readings import Budget, OverBudget, odds, solve
from rulewright.readings.simulate import simulate
from rulewright.rules import BadRule
reading = {"odds": odds, "solve": solve, "simulate": simulate}[sys.argv[1]]
(rule,) = [rule for rule in wrong_rules.TOO_MUCH if rule.__name__ == sys.argv[2]]
try:
    print("answered", reading(rule, budget=Budget(seconds=1.5, megabytes=200)))
except (BadRule, OverBudget) as refused:
    print(type(refused).__name__, refused)
peak = re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())
print(int(peak[1]) // 1024)
"""


@pytest.mark.parametrize("rule", wrong_rules.TOO_MUCH, ids=lambda rule: rule.__name__)
def test_what_is_too_much_inside_one_path_is_stopped_within_its_budget_at_its_line(rule: Callable[..., Any]) -> None:
    """In a process of its own, which is given up after a minute: a rule that is not stopped fails the test."""
    done = subprocess.run(
        [sys.executable, "-c", STOPPED, "odds", rule.__name__],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    refused, *_, megabytes = done.stdout.splitlines()
    assert refused.startswith(("BadRule", "OverBudget")), refused
    assert int(megabytes) < 500
    found = re.search(r"wrong_rules.py line (\d+): ", refused)
    assert found is not None, refused
    assert SOURCE[int(found[1]) - 1].endswith("# here"), refused


@pytest.mark.parametrize("reading", ["solve", "simulate"])
def test_other_readings_are_stopped_too(reading: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STOPPED, reading, "spins"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert re.match(r"BadRule .*wrong_rules.py line \d+: this takes longer than", done.stdout), done.stdout


def test_a_stopped_computation_leaves_the_thread_as_it_was() -> None:
    with pytest.raises((BadRule, OverBudget)):
        odds(wrong_rules.spins, budget=Budget(seconds=0.5))
    for _ in range(30):
        time.sleep(0.01)
    assert odds(lambda dice: dice.pool("die", wrong_rules.DIE)).total == 6


def test_what_ends_in_time_is_not_stopped() -> None:
    with stopped_after(0.05):
        assert odds(lambda dice: dice.pool("die", wrong_rules.DIE)).total == 6
    time.sleep(0.1)


def test_all_of_them_are_refused_within_500_megabytes() -> None:
    program = """
import re
import wrong_rules
from rulewright.readings import Budget, odds
from rulewright.rules import BadRule
refused = 0
for rule, args in wrong_rules.WRONG:
    try:
        odds(rule, *args, budget=Budget(seconds=10))
    except BadRule:
        refused += 1
peak = re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())
print(refused == len(wrong_rules.WRONG), int(peak[1]) // 1024)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=Path(__file__).parent, capture_output=True, text=True, check=True
    )
    all_refused, megabytes = done.stdout.split()
    assert all_refused == "True"
    assert int(megabytes) < 500
