"""The largest duels that come with the games: how long each takes, and how much memory it needs at most.

Each is worked out once, in a process of its own, whose peak of memory is then that of the duel and of
everything it loads: `python benchmarks/largest.py NAME` works one out and prints what it took.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from time import perf_counter, process_time
from typing import Any, NamedTuple

from peak import peak_megabytes
from report import Report, show_seconds, table

__all__ = ["largest_duels"]

_GUNS = {"stat": 6, "skill": 3, "weapon": "revolver", "counter_weapon": "revolver", "high_policy": "relieve"}
_BRAWLER = {"brawl": 4, "weapon_damage": "2+", "policy": "best"}
_SHOOTER = {"firearms": 4, "rapid_fire": 3, "policy": "best"}


class Asked(NamedTuple):
    """One duel: its game, its roll or derived value, and its parameters."""

    game: str
    what: str
    params: Mapping[str, Any]
    options: Mapping[str, Any] = {}
    is_derived: bool = False
    seconds: float = 5.0
    megabytes: int = 500


_DRINKER = {"potions": 5, "policy": "best"}
_PIG = Asked("pig", "100", {}, seconds=30.0, megabytes=1_000)
DUELS: Mapping[str, Asked] = {
    "dpi: revolvers, 24 HP a side, relieve, both attack": Asked("dpi", "duel", _GUNS, {"enemy-turns": "full"}),
    "untold-aeons: brawlers, best against best, 20 turns": Asked(
        "untold-aeons", "melee-duel", {"a": _BRAWLER, "b": _BRAWLER, "max_turns": 20}
    ),
    "untold-aeons: rapid fire, best against best, 20 turns": Asked(
        "untold-aeons", "firearm-duel", {"a": _SHOOTER, "b": _SHOOTER, "max_turns": 20}
    ),
    "light-dark: best play of a Formidable Challenge": Asked(
        "light-dark", "solve", {"attribute": 2, "ego": 6, "hp": 10, "level": "formidable"}, is_derived=True
    ),
    "dpi: revolvers, 24 HP a side, best High": Asked("dpi", "duel", {**_GUNS, "high_policy": "best"}, seconds=10.0),
    "twelves: 5 potions a side, both at their best": Asked(
        "twelves", "duel", {"a": _DRINKER, "b": _DRINKER}, seconds=2.0
    ),
    "die-code: best play of a chase of 50 rounds": Asked(
        "die-code",
        "chase-value",
        {"quarry_pool": "6d", "pursuer_pool": "7d", "gap": 100, "escape": 1_000, "rounds": 50},
        is_derived=True,
        seconds=3.0,
    ),
    "Pig to 100, both at their best": _PIG,
}


def largest_duels(report: Report) -> None:
    """Time, processor time and memory of each, and whether all stay within their bounds."""
    rows, kept, worst = [], 0, []
    for name, asked in DUELS.items():
        found = subprocess.run([sys.executable, __file__, name], capture_output=True, text=True, check=True)
        took = json.loads(found.stdout)
        fits = took["processor"] <= asked.seconds and took["megabytes"] <= asked.megabytes
        kept += fits
        if not fits:
            worst.append(name.split(":")[0])
        times = (show_seconds(took["seconds"]), show_seconds(took["processor"]))
        allowed = f"{asked.seconds:g} s, {asked.megabytes} MB"
        rows.append((name, took["method"], *times, f"{took['megabytes']:.0f} MB", allowed))
    report.say("## The largest duels\n\n" + table("duel|method|time|processor|peak of memory|allowed", rows))
    over = f", not {', '.join(worst)}" if worst else ""
    wanted = "each of the largest duels within the processor time and memory it is allowed"
    report.target(wanted, f"{kept} of {len(DUELS)}{over}", kept == len(DUELS))


def _work_out(asked: Asked) -> str:
    """The answer, and whether it is exact."""
    from rulewright.game import find_game
    from rulewright.readings import Budget

    if asked is _PIG:
        from rulewright.readings import solve
        from with_storm import Pig, pig

        won = solve(pig(int(asked.what)), Pig(0, 0, 0, True), budget=Budget(None)).values["a"]
        return f"float64, the first wins {won:.2%}"
    game = find_game(asked.game)
    if asked.is_derived:
        game.derive(asked.what, asked.params, asked.options)
        return "exact"
    return game.chances(asked.what, asked.params, asked.options, Budget(None)).method


if __name__ == "__main__":
    began = perf_counter()
    method = _work_out(DUELS[sys.argv[1]])
    peak = peak_megabytes()
    print(
        json.dumps(
            {"method": method, "seconds": perf_counter() - began, "processor": process_time(), "megabytes": peak}
        )
    )
