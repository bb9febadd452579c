"""Our speed against other libraries, measured in one run: `python benchmarks/bench.py [--quick] [--only NAME]`.

Before anything is timed, every form must give exactly the same distribution. Times are those of the fastest tenth of
many runs with cold caches; only the ratios matter. The report of a whole run
also goes to `results.md`.
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
import published
import with_dyce
import with_icepool
from largest import largest_duels
from limits import both_decide, typed_elsewhere, wrong_rules_refused, yahtzee_turn
from measure import Form, best_times, chances, difference, median_times
from report import Report, show_ratio, show_seconds, table
from rulewright.dice import Odds
from rulewright.readings import odds, odds_of_many, play
from rulewright.readings.simulate import simulate
from with_storm import best_against_storm
from workloads import KERNEL, NATURAL, OURS, Workload, workloads


class Different(Exception):
    """Raised when two forms of one question give different answers."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a fast run: fewer repeats, no long peers")
    parser.add_argument("--only", default="", metavar="NAME", help="only workloads with this in their name")
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # dyce warns that some of its best parts are experimental
    cap = 0.15 if options.quick else 1.0

    report = Report(options.quick)
    chosen = [workload for workload in workloads() if options.only in workload.name]
    sections: list[tuple[str, Callable[[], None]]] = [
        ("published mechanics", lambda: published_mechanics(report, cap)),
        ("duel", lambda: exact_duel(report, cap, options.quick)),
        ("best play", lambda: best_against_storm(report, cap)),
        ("both decide", lambda: both_decide(report, cap)),
        ("Yahtzee", lambda: yahtzee_turn(report)),
        ("typed notation", lambda: typed_elsewhere(report)),
        ("wrong rules", lambda: wrong_rules_refused(report)),
        ("many duels", lambda: many_duels(report, options.quick)),
        ("simulation", lambda: simulation(report, cap, options.quick)),
        ("played roll", lambda: played_roll(report, cap)),
        ("start-up", lambda: start_up(report, 10 if options.quick else 21)),
        ("the largest duels", lambda: largest_duels(report)),
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
    """Raises `Different` for forms whose answers differ from the first one's."""
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
    to_natural, to_library, kernel_to_library = {}, {}, {}
    for workload in chosen:
        name, times = workload.name, best_times(workload.forms, cap)
        mine = {OURS, KERNEL}
        by_hand = {form.name for form in workload.forms if form.by_hand}
        library = min(took for form, took in times.items() if form not in mine | by_hand)
        own_loops = min((times[form] for form in by_hand), default=None)
        to_natural[name] = times[NATURAL] / times[OURS]
        to_library[name] = library / times[OURS]
        kernel_to_library[name] = library / times[KERNEL]
        columns = [show_seconds(took) for took in (times[OURS], times[KERNEL], times[NATURAL], library)]
        ratios = [show_ratio(ratio[name]) for ratio in (to_natural, to_library, kernel_to_library)]
        hand = ("-", "-") if own_loops is None else (show_seconds(own_loops), show_ratio(own_loops / times[OURS]))
        rows.append((name, *columns, hand[0], *ratios, hand[1]))
        details += [(name, form, _kind(form, mine, by_hand), show_seconds(times[form])) for form in by_time(times)]
    report.say(
        "## Exact odds\n\n"
        "`ours` is `odds(rule, ...)`, `kernel` the odds of its dice alone. `natural` is icepool as documented, "
        "`library` the fastest form found that is written with the objects of icepool or dyce. `by hand` is plain "
        "Python, whose own loops add up and multiply weights, with small tables from a library.\n\n"
        + table(
            "workload|ours|kernel|natural|library|by hand|natural/ours|library/ours|library/kernel|by hand/ours", rows
        )
    )
    report.say("### Every form\n\n" + table("workload|form|kind|time", details))

    def worst(ratios: dict[str, float]) -> str:
        name = by_time(ratios)[0]
        return f"{show_ratio(ratios[name])} ({name})"

    fast = sum(ratio >= 3 for ratio in to_library.values())
    middle = median(to_library.values())
    report.target("odds never slower than the fastest library form", worst(to_library), min(to_library.values()) >= 1)
    report.target(
        "odds 3x the fastest library form on most workloads",
        f"{fast} of {len(chosen)}, median {show_ratio(middle)}",
        2 * fast > len(chosen),
    )
    report.target("odds 10x the fastest library form in the median", show_ratio(middle), middle >= 10)
    report.target("odds 10x icepool's natural form on each", worst(to_natural), min(to_natural.values()) >= 10)
    middle = median(to_natural.values())
    report.target("odds 25x icepool's natural form in the median", show_ratio(middle), middle >= 25)
    middle = median(kernel_to_library.values())
    report.target("kernel 10x the fastest library form in the median", show_ratio(middle), middle >= 10)


def _kind(form: str, mine: set[str], by_hand: set[str]) -> str:
    return "ours" if form in mine else "by hand" if form in by_hand else "library"


# --- published mechanics


def published_mechanics(report: Report, cap: float) -> None:
    """Mechanics of published games through a rule of ours, against the fastest form of icepool."""
    rows, ratios = [], {}
    for mechanic in published.mechanics():
        first, *others = mechanic.forms
        same(mechanic.name, [(OURS, mechanic.read(first.answer())), *((form.name, form.answer()) for form in others)])
        times = best_times(mechanic.forms, cap / 2)
        theirs = min(took for name, took in times.items() if name != published.OURS)
        ratios[mechanic.name] = theirs / times[published.OURS]
        mine = show_seconds(times[published.OURS])
        rows.append((mechanic.name, mine, show_seconds(theirs), show_ratio(ratios[mechanic.name])))
    report.say(
        "## Published mechanics\n\nA rule read by `odds(rule)` against the fastest form of icepool, caches cold.\n\n"
        + table("mechanic|ours|icepool|icepool/ours", rows)
    )
    slowest = by_time(ratios)[0]
    report.target(
        "published mechanics never slower than icepool's fastest form",
        f"{show_ratio(ratios[slowest])} ({slowest})",
        ratios[slowest] >= 1,
    )
    middle = median(ratios.values())
    report.target("published mechanics 5x icepool's fastest form in the median", show_ratio(middle), middle >= 5)


# --- the duel

HIT_POINTS = (15, 30)
WANTED = {15: (30, 60), 30: (60, 200)}
"""How many times faster than icepool's best cached form a duel has to be, exact and in float64."""
DUEL = ours.Duel(HIT_POINTS[0], HIT_POINTS[0], True)
EXACT, FLOATS = "ours, exact", "ours, float64"


def exact_duel(report: Report, cap: float, quick: bool) -> None:
    for hit_points in HIT_POINTS:
        _duel_of(report, cap, hit_points, with_built_in=not quick and hit_points == HIT_POINTS[0])


def _duel_of(report: Report, cap: float, hit_points: int, with_built_in: bool) -> None:
    def form(name: str, run: Callable[..., Any], by_hand: bool) -> Form:
        dice = with_icepool.coded_dice if name.startswith("icepool") else with_dyce.coded_dice
        return Form(name, lambda *dice: run(*dice, hit_points), dice, by_hand)

    duel = ours.Duel(hit_points, hit_points, True)
    in_dice = form("icepool: dice memoised", with_icepool.duel_in_dice, by_hand=False)
    built_in = form("icepool: built-in repeat", with_icepool.duel_built_in, by_hand=False)
    exact = [
        Form(EXACT, lambda: odds(ours.fight, duel).where(ours.first_wins)),
        in_dice,
        form("icepool: fractions memoised", with_icepool.duel_in_fractions, by_hand=True),
        form("icepool: whole numbers memoised", with_icepool.duel_in_whole_numbers, by_hand=True),
        form("dyce: fractions memoised", with_dyce.duel_in_fractions, by_hand=True),
        form("dyce: whole numbers memoised", with_dyce.duel_in_whole_numbers, by_hand=True),
        *([built_in] if with_built_in else []),
    ]
    floats = [
        Form(FLOATS, lambda: odds(ours.fight, duel, exact=False).where(ours.first_wins)),
        form("icepool: float64 memoised", with_icepool.duel_in_floats, by_hand=True),
        form("dyce: float64 memoised", with_dyce.duel_in_floats, by_hand=True),
    ]
    answers = [(one.name, one.answer()) for one in exact]
    same("duel", answers)
    for one in floats:
        if abs(one.answer() - answers[0][1]) > 1e-12:
            raise Different(f"duel, {one.name}: {one.answer()} against {float(answers[0][1])}")

    times = best_times([*exact, *floats], cap)
    by_hand = {one.name for one in (*exact, *floats) if one.by_hand}
    rows = [
        (
            name,
            _kind(name, {EXACT, FLOATS}, by_hand),
            show_seconds(times[name]),
            show_ratio(times[name] / times[EXACT]),
            show_ratio(times[name] / times[FLOATS]),
        )
        for name in by_time(times)
    ]
    report.say(
        f"## A duel of {hit_points} hit points a side, to the end\n\n"
        "The forms by hand are recursions written for this one duel, with icepool or dyce for the blow alone.\n\n"
        + table("form|kind|time|to ours, exact|to ours, float64", rows)
    )
    for name, wanted in zip((EXACT, FLOATS), WANTED[hit_points], strict=True):
        ratio = times[in_dice.name] / times[name]
        report.target(
            f"duel of {hit_points}, {name}: {wanted}x icepool's best cached form", show_ratio(ratio), ratio >= wanted
        )
    if with_built_in:
        ratio = times[built_in.name] / times[EXACT]
        report.target("duel, ours, exact: 500x icepool's built-in repeat", show_ratio(ratio), ratio >= 500)


# --- many duels


def many_duels(report: Report, quick: bool) -> None:
    """Different fighters, one rule: the same questions one by one, and in one batch, in float64."""
    random, count = Random(1), 200 if quick else 1_000
    pairs: dict[tuple[ours.Fighter, ours.Fighter], None] = {}
    while len(pairs) < count:
        first, second = (
            ours.Fighter(random.randint(10, 15), random.randint(3, 6), random.randint(1, 4)) for _ in range(2)
        )
        pairs[first, second] = None
    forms = [
        Form("one by one", lambda: [odds(ours.match, *pair, exact=False).chance(True) for pair in pairs]),
        Form("in one batch", lambda: [one.chance(True) for one in odds_of_many(ours.match, pairs, exact=False)]),
    ]
    alone, together = (form.answer() for form in forms)
    off = max(abs(one - other) for one, other in zip(alone, together, strict=True))
    if off > 1e-12:
        raise Different(f"many duels: {off} apart")
    times = best_times(forms, 1.0)
    rows = [(name, f"{count:,}", show_seconds(took), show_seconds(took / count)) for name, took in times.items()]
    ratio = times["one by one"] / times["in one batch"]
    report.say("## Many different duels, float64\n\n" + table("form|duels|time|per duel", rows))
    report.target(f"{count:,} different duels in one batch 5x faster than one by one", show_ratio(ratio), ratio >= 5)


# --- simulation


def simulation(report: Report, cap: float, quick: bool) -> None:
    rolls, fights = 1_000_000, 100_000
    few_rolls, few_fights = (20_000, 500) if quick else (200_000, 5_000)  # the runs that the plain loops are timed on
    mean, deviation = _mean_and_deviation(odds(ours.ability))
    wins = float(odds(ours.fight, DUEL).where(ours.first_wins))
    plain_rolls = Form("plain loop: 4d6 keep three", lambda: plain.ability(Random(1), few_rolls))
    plain_fights = Form("plain loop: duels", lambda: plain.duels(Random(1), HIT_POINTS[0], few_fights))
    our_fights = Form("ours: duels", lambda: _simulated_wins(fights))
    measured = [  # a form, how many runs it makes, the form it is compared with, and the expected result
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
    report.say("## Simulation\n\n" + table("form|runs|time|per run|faster than the plain loop", rows))
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
    """One played roll with warm caches on both sides, as at a table that rolls the same dice repeatedly."""
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
    report.say("## One played roll with its breakdown\n\n" + table("form|time|to ours", rows))
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
    """The output of a command; empty if it fails."""
    try:
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


if __name__ == "__main__":
    sys.exit(main())
