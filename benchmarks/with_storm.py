"""A duel with a choice and loops, against the model checker Storm: from the rule, or the text, to the answer."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import ours
from measure import Form, best_times
from report import Report, show_ratio, show_seconds, table
from rulewright.dice import d
from rulewright.readings import Solver, odds
from rulewright.rules import Dice, Repeat, repeat

__all__ = ["best_against_storm", "pig"]

HIT_POINTS = (15, 40, 100)
WAYS = {"press": ((6, 4), (5, 5)), "guard": ((4, 4), (5, 7))}
"""For each choice the pools of the fighter's own blow and of the other's: both strike at once."""


class Round(NamedTuple):
    first: int
    second: int


def exchange(dice: Dice[Any], now: Round) -> Round:
    """The first fighter presses or guards; both strike at once."""
    given, taken = WAYS[dice.choose("first", "press or guard", tuple(WAYS))]
    harm, hurt = dice.call(ours.blow, *given), dice.call(ours.blow, *taken)
    return Round(max(0, now.first - hurt), max(0, now.second - harm))


def first_wins(now: Round) -> bool:
    return now.second == 0 < now.first


contest = repeat(
    exchange, until=lambda now: now.first == 0 or now.second == 0, aims={"first": lambda now: int(first_wins(now))}
)


def _prism(hit_points: int) -> str:
    """The same duel as text."""
    lines = [
        "mdp",
        "module duel",
        f"f : [0..{hit_points}] init {hit_points};",
        f"s : [0..{hit_points}] init {hit_points};",
    ]
    for name, (given, taken) in WAYS.items():
        harm, hurt = odds(ours.blow, *given), odds(ours.blow, *taken)
        parts = [
            f"{w * v}/{harm.total * hurt.total} : (f' = max(0, f - {lost})) & (s' = max(0, s - {done}))"
            for done, w in harm.weights.items()
            for lost, v in hurt.weights.items()
        ]
        lines.append(f"[{name}] f > 0 & s > 0 -> " + " + ".join(parts) + ";")
    return "\n".join([*lines, "endmodule", 'label "wins" = f > 0 & s = 0;'])


def _storm(file: str) -> float:
    """Parse, build and check."""
    import stormpy

    program = stormpy.parse_prism_program(file)
    wanted = stormpy.parse_properties('Pmax=? [F "wins"]', program)
    model = stormpy.build_model(program, wanted)
    return float(stormpy.model_checking(model, wanted[0]).get_value(model.initial_states[0]))


def best_against_storm(report: Report, cap: float) -> None:
    try:
        import stormpy  # noqa: F401 - only to test whether it is installed
    except ImportError:
        report.target("best play in a duel with loops 2x faster than Storm", "Storm has no wheel here", None)
        return
    rows, ratios = [], []
    for hit_points in HIT_POINTS:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "duel.prism"
            file.write_text(_prism(hit_points))
            forms = [Form("ours", _ours(hit_points)), Form("Storm", lambda file=file: _storm(str(file)))]
            mine, theirs = (form.answer() for form in forms)
            if abs(mine - theirs) > 1e-5:  # Storm's default precision
                raise ValueError(f"best play of a duel of {hit_points} hit points: {mine} against {theirs}")
            times = best_times(forms, cap)
        ratios.append(times["Storm"] / times["ours"])
        shown = [show_seconds(times[name]) for name in ("ours", "Storm")]
        rows.append((str(hit_points), *shown, show_ratio(ratios[-1]), f"{mine:.9f}"))
    report.say(
        "## Best play in a duel with a choice and loops, float64\n\n"
        "From the rule, or the text of the model, to the answer.\n\n"
        + table("hit points|ours|Storm|Storm/ours|first wins", rows)
    )
    shown = [show_ratio(ratio) for ratio in ratios]
    report.target("best play in a duel with loops 2x faster than Storm", " / ".join(shown), min(ratios) >= 2)


def _ours(hit_points: int) -> Callable[[], float]:
    start = Round(hit_points, hit_points)
    return lambda: float(Solver(contest).values(start)["first"])


# --- Pig: roll or hold, both sides decide, and states come back across turns


class Pig(NamedTuple):
    a: int
    b: int
    turn: int
    a_moves: bool


def pig(goal: int) -> Repeat[Any, Pig, Any]:
    """The first to bank the target points wins; a one loses the turn."""

    def roll_or_hold(dice: Dice[Any], now: Pig) -> Pig:
        who, mine = ("a", now.a) if now.a_moves else ("b", now.b)
        if dice.choose(who, "roll or hold", ("roll", "hold")) == "hold":
            return Pig(now.a + now.turn, now.b, 0, False) if now.a_moves else Pig(now.a, now.b + now.turn, 0, True)
        face = dice.pool("die", 1 * d(6))
        if face == 1:
            return Pig(now.a, now.b, 0, not now.a_moves)
        return Pig(now.a, now.b, min(now.turn + face, goal - mine), now.a_moves)

    def over(now: Pig) -> bool:
        return (now.a if now.a_moves else now.b) + now.turn >= goal

    aims = {"a": lambda now: int(over(now) and now.a_moves), "b": lambda now: int(over(now) and not now.a_moves)}
    return repeat(roll_or_hold, until=over, aims=aims)
