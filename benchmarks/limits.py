"""Questions to be answered or refused within a limit: a turn of Yahtzee, typed notation, wrong rules, two deciders."""

import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

import ours
from measure import Form, best_times
from report import Report, show_ratio, show_seconds, table
from rulewright.dice import d, in_order
from rulewright.dice.notation import NotationError, NotExact, notation
from rulewright.readings import Budget, solve
from rulewright.readings.graph.search import Search
from rulewright.readings.odds import Pricing
from rulewright.rules import Dice, repeat
from with_storm import WAYS

__all__ = ["both_decide", "typed_elsewhere", "wrong_rules_refused", "yahtzee_turn"]

TESTS = Path(__file__).parents[1] / "tests"

# --- two sides that decide in turn


class Turn(NamedTuple):
    first: int
    second: int
    first_moves: bool


def strike(dice: Dice[Any], now: Turn) -> Turn:
    """The fighter whose turn it is presses or guards; both strike at once."""
    given, taken = WAYS[dice.choose("first" if now.first_moves else "second", "press or guard", tuple(WAYS))]
    harm, hurt = dice.call(ours.blow, *given), dice.call(ours.blow, *taken)
    if now.first_moves:
        return Turn(max(0, now.first - hurt), max(0, now.second - harm), False)
    return Turn(max(0, now.first - harm), max(0, now.second - hurt), True)


in_turn = repeat(
    strike,
    until=lambda now: now.first == 0 or now.second == 0,
    aims={
        "first": lambda now: int(now.second == 0 < now.first),
        "second": lambda now: int(now.first == 0 < now.second),
    },
)


def both_decide(report: Report, cap: float) -> None:
    """Columns against the path-by-path solver."""
    rows, ratios = [], []
    for hit_points in (15, 40):
        start = Turn(hit_points, hit_points, True)

        def path_by_path(start: Turn = start) -> float:
            search: Search[Turn] = Search(Pricing(None, budget=Budget(None), exact=False), in_turn)
            search.run(start, few=None)
            return float(search.values_at(start)["first"])

        def in_columns(start: Turn = start) -> float:
            return float(solve(in_turn, start, budget=Budget(None)).values["first"])

        forms = [Form("ours", in_columns), Form("path by path", path_by_path)]
        mine, before = (form.answer() for form in forms)
        if abs(mine - before) > 1e-9:
            raise ValueError(f"both sides decide, {hit_points} hit points: {mine} against {before}")
        times = best_times(forms, cap)
        ratios.append(times["path by path"] / times["ours"])
        shown = [show_seconds(times[form.name]) for form in forms]
        rows.append((str(hit_points), *shown, show_ratio(ratios[-1]), f"{mine:.9f}"))
    largest = Turn(100, 100, True)
    took = best_times([Form("ours", lambda: solve(in_turn, largest, budget=Budget(None)).values)], cap)["ours"]
    report.say(
        "## Both sides decide in turn, float64\n\n"
        + table("hit points|ours|path by path|ratio|first wins", rows)
        + f"\n\nOurs alone for {largest.first} hit points: {show_seconds(took)}."
    )
    reached = " / ".join(map(show_ratio, ratios))
    report.target("both sides deciding in turn 20x path by path", reached, min(ratios) >= 20)


# --- a turn of Yahtzee


def yahtzee(dice: Dice[Any]) -> bool:
    """Five alike in three throws; after the first two, any of the dice are kept."""
    hand = dice.pool("first throw", in_order(5 * d(6)))
    for again in ("second throw", "third throw"):
        some = {kept for number in range(6) for kept in combinations(hand, number)}
        kept = dice.choose("player", "which dice to keep", sorted(some))
        hand = tuple(sorted(kept + dice.pool(again, in_order((5 - len(kept)) * d(6))), reverse=True))
    return len(set(hand)) == 1


def yahtzee_turn(report: Report) -> None:
    """Five alike within three throws, with a decision on which dice to keep."""
    begun = process_time()
    won = solve(yahtzee, aims={"player": int}, exact=True).values["player"]
    took = process_time() - begun
    if won != Fraction(347897, 7558272):  # the known chance of five alike in one turn
        raise ValueError(f"Yahtzee: {won}")
    chance = f"{won} = {float(won):.4%}"
    report.say(f"## A turn of Yahtzee\n\nFive alike with best play: {chance}, worked out in {show_seconds(took)}.")
    report.target("a turn of Yahtzee with the obvious choose, exactly, within 2 s", show_seconds(took), took <= 2)


# --- expressions of other programs


def typed_elsewhere(report: Report) -> None:
    """The expressions of other programs' own tests: how many are priced exactly, in float64, or refused."""
    sys.path.append(str(TESTS / "dice"))
    import test_notation_peers as peers

    lists: dict[str, tuple[Any, list[list[str]]]] = {
        "d20": ("avrae", [peers.listed(text) for text in (peers.AVRAE, "", peers.AVRAE_REFUSED)]),
        "rpg-dice-roller": (
            "rpg-dice-roller",
            [
                peers.listed(text)
                for text in (
                    peers.RPG_DICE_ROLLER,
                    peers.RPG_DICE_ROLLER_IN_FLOAT64,
                    peers.RPG_DICE_ROLLER_REFUSED,
                )
            ],
        ),
    }
    rows, surprises = [], []
    for name, (dialect, expected) in lists.items():
        rows.append((name, *[str(len(some)) for some in expected]))
        for wanted, some in zip(("exact", "float64", "refused"), expected, strict=True):
            surprises += [typed for typed in some if _read(typed, dialect) != wanted]
    report.say("## What is typed elsewhere\n\n" + table("program|priced exactly|in float64|refused", rows))
    counts = "; ".join(f"{name}: {exact} / {floats} / {refused}" for name, exact, floats, refused in rows)
    report.target("expressions priced exactly / in float64 / refused as documented", counts, not surprises)


def _read(typed: str, dialect: Any) -> str:
    random = Random(1)
    try:
        throw = notation(typed, dialect)
        throw.roll(lambda sides: random.randint(1, sides))
        throw.odds()
    except NotExact:
        return "float64"
    except NotationError:
        return "refused"
    return "exact"


# --- wrong rules

_REFUSE = """
import sys, time
sys.path.append(sys.argv[1])
import wrong_rules
from peak import peak_megabytes
from rulewright.readings import Budget, OverBudget, odds
from rulewright.rules import BadRule
refused, slowest = 0, 0.0
asked = [*wrong_rules.WRONG, *((rule, ()) for rule in wrong_rules.TOO_MUCH)]
for rule, args in asked:
    begun = time.monotonic()
    try:
        odds(rule, *args, budget=Budget(seconds=2, megabytes=200))
    except (BadRule, OverBudget) as error:
        refused += " line " in str(error) or bool(getattr(error, "line", 0))
    slowest = max(slowest, time.monotonic() - begun)
print(len(asked), refused, slowest, peak_megabytes())
"""


def wrong_rules_refused(report: Report) -> None:
    """Every wrong rule of the tests: whether it is refused with its line, how long that takes, and the memory."""
    done = subprocess.run(
        [sys.executable, "-c", _REFUSE, str(TESTS / "readings")],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=True,
    )
    asked, refused, slowest, megabytes = map(float, done.stdout.split())
    reached = f"{refused:.0f} of {asked:.0f}, slowest {slowest:.1f} s, {megabytes:.0f} MB"
    report.say(f"## Wrong rules\n\nRefused with the line: {reached}.")
    report.target("wrong rules refused with the line, within 500 MB", reached, refused == asked and megabytes < 500)
