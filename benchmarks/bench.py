"""Our speed against other libraries, measured in one run: `python benchmarks/bench.py [--quick] [--only NAME]`.

Before anything is timed, every form must give exactly the same distribution. Times are the best of
many runs with cold caches; what counts are the ratios. The report of a whole run also goes to `results.md`.
"""

import argparse
import subprocess
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import d20
import numpy as np

import ours
import plain
import with_dyce
import with_icepool
from measure import Form, best_times, chances, difference, median_times
from report import Report, show_ratio, show_seconds, table
from rulewright.dice import Odds
from rulewright.readings import odds, play, solve
from rulewright.readings.simulate import simulate
from workloads import KERNEL, NATURAL, OURS, Workload, workloads


class Different(Exception):
    """Two forms of one question do not give the same answer."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a fast run: fewer repeats, no long peers")
    parser.add_argument("--only", default="", metavar="NAME", help="only what has this in its name")
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # dyce warns that some of its best parts are experimental
    cap = 0.15 if options.quick else 1.0

    report = Report(options.quick)
    chosen = [workload for workload in workloads() if options.only in workload.name]
    sections: list[tuple[str, Callable[[], None]]] = [
        ("duel", lambda: exact_duel(report, cap, options.quick)),
        ("simulation", lambda: simulation(report, cap, options.quick)),
        ("played roll", lambda: played_roll(report, cap)),
        ("start-up", lambda: start_up(report, 10 if options.quick else 21)),
    ]
    try:
        if chosen:
            exact_odds(report, chosen, cap)
        for name, measure in sections:
            if options.only in name:
                measure()
    except Different as different:
        print(f"Not the same: {different}", file=sys.stderr)
        return 1
    report.verdict()
    if not options.only:
        (Path(__file__).parent / "results.md").write_text(report.text())
    return 0


def same(name: str, answers: Sequence[tuple[str, Any]]) -> None:
    """Refuse to time forms whose answers differ; the first is the measure of the others."""
    expected = chances(answers[0][1])
    for form, answer in answers[1:]:
        found = difference(expected, chances(answer))
        if found:
            raise Different(f"{name}, {answers[0][0]} against {form}: {found}")


def by_time(times: dict[str, float]) -> list[str]:
    return sorted(times, key=times.__getitem__)


# --- exact odds


def exact_odds(report: Report, chosen: Sequence[Workload], cap: float) -> None:
    for workload in chosen:
        answers = [(form.name, form.answer()) for form in workload.forms]
        answers[1] = (KERNEL, workload.of_kernel(workload, answers[1][1]))
        same(workload.name, answers)

    rows, details = [], []
    to_natural, to_fastest, kernel_to_fastest = {}, {}, {}
    for workload in chosen:
        name, times = workload.name, best_times(workload.forms, cap)
        order = by_time(times)
        fastest = [next(form for form in order if form.startswith(library)) for library in ("icepool: ", "dyce: ")]
        peer = min(times[form] for form in (NATURAL, *fastest))
        to_natural[name] = times[NATURAL] / times[OURS]
        to_fastest[name] = peer / times[OURS]
        kernel_to_fastest[name] = peer / times[KERNEL]
        columns = [show_seconds(times[form]) for form in (OURS, KERNEL, NATURAL, *fastest)]
        ratios = [show_ratio(ratio[name]) for ratio in (to_natural, to_fastest, kernel_to_fastest)]
        rows.append((name, *columns, *ratios))
        details += [(name, form, show_seconds(times[form])) for form in order]
    report.say(
        "## Exact odds\n\n"
        "`ours` is `odds(rule, ...)`, `kernel` the odds of its dice alone. `natural` is icepool as documented, "
        "`icepool` and `dyce` their fastest forms found; `fastest` is the best of these.\n\n"
        + table("workload|ours|kernel|natural|icepool|dyce|natural/ours|fastest/ours|fastest/kernel", rows)
    )
    report.say("### Every form\n\n" + table("workload|form|best time", details))

    def worst(ratios: dict[str, float]) -> str:
        name = by_time(ratios)[0]
        return f"{show_ratio(ratios[name])} ({name})"

    fast = sum(ratio >= 3 for ratio in to_fastest.values())
    middle = median(to_fastest.values())
    report.target("odds never slower than the fastest peer form", worst(to_fastest), min(to_fastest.values()) >= 1)
    report.target(
        "odds 3x the fastest peer form on most workloads",
        f"{fast} of {len(chosen)}, median {show_ratio(middle)}",
        2 * fast > len(chosen),
    )
    report.target("odds 10x icepool's natural form on each", worst(to_natural), min(to_natural.values()) >= 10)
    middle = median(to_natural.values())
    report.target("odds 25x icepool's natural form in the median", show_ratio(middle), middle >= 25)
    middle = median(kernel_to_fastest.values())
    report.target("kernel 10x the fastest peer form in the median", show_ratio(middle), middle >= 10)


# --- the duel

HIT_POINTS = 15
DUEL = ours.Duel(HIT_POINTS, HIT_POINTS, True)


def exact_duel(report: Report, cap: float, quick: bool) -> None:
    def with_hit_points(name: str, run: Callable[..., Any]) -> Form:
        dice = with_icepool.coded_dice if name.startswith("icepool") else with_dyce.coded_dice
        return Form(name, lambda *dice: run(*dice, HIT_POINTS), dice)

    in_exact = Form("ours, exact", lambda: odds(ours.fight, DUEL).where(ours.first_wins))
    in_floats = Form("ours, float64", _float_duel)
    by_hand = [
        with_hit_points("icepool: dice memoised", with_icepool.duel_in_dice),
        with_hit_points("icepool: fractions memoised", with_icepool.duel_in_fractions),
        with_hit_points("icepool: whole numbers memoised", with_icepool.duel_in_whole_numbers),
        with_hit_points("dyce: fractions memoised", with_dyce.duel_in_fractions),
        with_hit_points("dyce: whole numbers memoised", with_dyce.duel_in_whole_numbers),
    ]
    floats_by_hand = [
        with_hit_points("icepool: float64 memoised", with_icepool.duel_in_floats),
        with_hit_points("dyce: float64 memoised", with_dyce.duel_in_floats),
    ]
    built_in = with_hit_points("icepool: built-in repeat", with_icepool.duel_built_in)
    exact = [in_exact, *by_hand, *([] if quick else [built_in])]
    answers = [(form.name, form.answer()) for form in exact]
    same("duel", answers)
    for form in (in_floats, *floats_by_hand):
        if abs(form.answer() - answers[0][1]) > 1e-12:
            raise Different(f"duel, {form.name}: {form.answer()} against {float(answers[0][1])}")

    times = best_times([*exact, in_floats, *floats_by_hand], cap)
    rows = [
        (name, show_seconds(took), show_ratio(took / times[in_exact.name]), show_ratio(took / times[in_floats.name]))
        for name, took in ((name, times[name]) for name in by_time(times))
    ]
    report.say(
        f"## A duel of {HIT_POINTS} hit points a side, to the end\n\n"
        + table("form|best time|to ours, exact|to ours, float64", rows)
    )
    best = min((form.name for form in by_hand if form.name.startswith("icepool")), key=times.__getitem__)
    for form, wanted in ((in_exact, 10), (in_floats, 20)):
        ratio = times[best] / times[form.name]
        report.target(
            f"duel, {form.name}: {wanted}x icepool's best hand-cached form",
            f"{show_ratio(ratio)} ({best})",
            ratio >= wanted,
        )
    if not quick:
        ratio = times[built_in.name] / times[in_exact.name]
        report.target("duel, ours, exact: 500x icepool's built-in repeat", show_ratio(ratio), ratio >= 500)


def _float_duel() -> float:
    return float(sum(chance for duel, chance in solve(ours.fight, DUEL).chances.items() if ours.first_wins(duel)))


# --- simulation


def simulation(report: Report, cap: float, quick: bool) -> None:
    rolls, fights = 1_000_000, 100_000
    few_rolls, few_fights = (20_000, 500) if quick else (200_000, 5_000)  # what the plain loops are timed on
    mean, deviation = _mean_and_deviation(odds(ours.ability))
    wins = float(odds(ours.fight, DUEL).where(ours.first_wins))
    plain_rolls = Form("plain loop: 4d6 keep three", lambda: plain.ability(Random(1), few_rolls))
    plain_fights = Form("plain loop: duels", lambda: plain.duels(Random(1), HIT_POINTS, few_fights))
    our_fights = Form("ours: duels", lambda: _simulated_wins(fights))
    measured = [  # a form, how many runs it makes, what it is compared with, and what it should give
        (Form("ours: 4d6 keep three", lambda: _simulated_mean(rolls)), rolls, plain_rolls, mean, deviation),
        (Form("numpy by hand: 4d6 keep three", lambda: _numpy_mean(rolls)), rolls, plain_rolls, mean, deviation),
        (plain_rolls, few_rolls, plain_rolls, mean, deviation),
        (our_fights, fights, plain_fights, wins, 0.5),
        (Form("ours: ten times the duels", lambda: _simulated_wins(10 * fights)), 10 * fights, plain_fights, wins, 0.5),
        (plain_fights, few_fights, plain_fights, wins, 0.5),
    ]
    for form, runs, _, expected, spread in measured:
        if abs(form.answer() - expected) > 5 * spread / sqrt(runs):
            raise Different(f"simulation, {form.name}: {form.answer()}, five deviations from {expected}")

    times = best_times([form for form, *_ in measured], cap)
    each = {form.name: times[form.name] / runs for form, runs, *_ in measured}
    rows = [
        (form.name, f"{runs:,}", show_seconds(times[form.name]), f"{each[form.name] * 1e9:,.1f} ns", show_ratio(ratio))
        for form, runs, loop, *_ in measured
        for ratio in (each[loop.name] / each[form.name],)
    ]
    report.say("## Simulation\n\n" + table("form|runs|best time|per run|faster than the plain loop", rows))
    ratio = each[plain_fights.name] / each[our_fights.name]
    report.target("simulated fights 100x a plain loop", f"{show_ratio(ratio)} at {fights:,} duels", ratio >= 100)


def _mean_and_deviation(exact: Odds[int]) -> tuple[float, float]:
    mean = exact.mean(lambda score: score)
    return float(mean), sqrt(exact.mean(lambda score: (score - mean) ** 2))


def _simulated_mean(runs: int) -> float:
    counts = simulate(ours.ability, runs=runs, seed=1).counts
    return sum(score * count for score, count in counts.items()) / runs


def _simulated_wins(runs: int) -> float:
    return simulate(ours.fight, DUEL, runs=runs, seed=1).where(ours.first_wins).estimate


def _numpy_mean(runs: int) -> float:
    dice = np.random.default_rng(1).integers(1, 7, (4, runs), dtype=np.int8)
    return float((dice.sum(axis=0, dtype=np.int64) - dice.min(axis=0)).mean())


# --- one played roll


def played_roll(report: Report, cap: float) -> None:
    """Caches warm on both sides: a table rolls the same dice again and again, and d20 keeps what it parsed."""
    given, often = Random(1), 200
    rolls: dict[str, Callable[[], Any]] = {
        "ours: play(keep_two, 1, 15)": lambda: play(ours.keep_two, 1, 15),
        "ours, with a given Random": lambda: play(ours.keep_two, 1, 15, random=given),
        'd20.roll("3d12kh2+1")': lambda: d20.roll("3d12kh2+1"),
        'str(d20.roll("3d12kh2+1"))': lambda: str(d20.roll("3d12kh2+1")),
    }
    forms = [Form(name, partial(_repeatedly, roll, often)) for name, roll in rolls.items()]
    times = {name: took / often for name, took in best_times(forms, cap, warm=True).items()}
    mine, _, theirs, _ = times.values()
    rows = [(name, show_seconds(took), show_ratio(took / mine)) for name, took in times.items()]
    report.say("## One played roll with its breakdown\n\n" + table("form|best time|to ours", rows))
    report.target("a played roll no slower than d20.roll", f"{show_ratio(theirs / mine)} its speed", theirs >= mine)


def _repeatedly(run: Callable[[], Any], times: int) -> None:
    for _ in range(times):
        run()


# --- start-up


def start_up(report: Report, runs: int) -> None:
    program = str(Path(sys.executable).with_name("rulewright"))
    numpy, usage, first_odds = 'python -c "import numpy"', "rulewright --help", "rulewright odds twelves check --json"
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        numpy: [sys.executable, "-c", "import numpy"],
        usage: [program, "--help"],
        first_odds: [program, *first_odds.split()[1:]],
    }
    answers = {name: _printed(command) for name, command in commands.items()}
    failing = [name for name in (usage, first_odds) if not answers[name]]
    timed = [Form(name, partial(_printed, command)) for name, command in commands.items() if name not in failing]
    times = median_times(timed, runs)
    rows = [(name, show_seconds(took), show_ratio(took / times[numpy])) for name, took in times.items()]
    text = f"## Start-up, median of {runs}\n\n" + table("command|median|to import numpy", rows)
    report.say("\n\n".join([text, *(f"Skipped: `{name}` fails or prints nothing." for name in failing)]))
    for name, most in ((usage, 2), (first_odds, 3)):
        wanted = f"`{name}` at most {most}x `import numpy`"
        if name in failing:
            report.target(wanted, "skipped: it fails or prints nothing", None)
        else:
            ratio = times[name] / times[numpy]
            report.target(wanted, show_ratio(ratio), ratio <= most)


def _printed(command: Sequence[str]) -> str:
    """What a command prints; nothing if it fails."""
    try:
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


if __name__ == "__main__":
    sys.exit(main())
