"""The largest duels that come with the games: how long each takes, and how much memory it needs at most.

Each is worked out once, in a process of its own, whose peak of memory is then that of the duel and of
everything it loads: `python benchmarks/largest.py NAME` works one out and prints what it took.
"""

import json
import resource
import subprocess
import sys
from collections.abc import Mapping
from time import perf_counter, process_time
from typing import Any, NamedTuple

from report import Report, show_seconds, table

__all__ = ["largest_duels"]

_GUNS = {"stat": 6, "skill": 3, "weapon": "revolver", "counter_weapon": "revolver", "high_policy": "relieve"}
_BRAWLER = {"brawl": 4, "weapon_damage": "2+", "policy": "best"}
_SHOOTER = {"firearms": 4, "rapid_fire": 3, "policy": "best"}
_MOST_SECONDS, _MOST_MEGABYTES = 5.0, 500
_MEGABYTE = 1024 if sys.platform != "darwin" else 1024 * 1024  # of what getrusage counts in


class Asked(NamedTuple):
    """One duel: of which game, which roll or derived value, and with what."""

    game: str
    what: str
    params: Mapping[str, Any]
    options: Mapping[str, Any] = {}
    is_derived: bool = False


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
}


def largest_duels(report: Report) -> None:
    """Time, processor and memory of each, and whether all of them keep within bounds."""
    rows, kept, worst = [], 0, []
    for name in DUELS:
        found = subprocess.run([sys.executable, __file__, name], capture_output=True, text=True, check=True)
        took = json.loads(found.stdout)
        fits = took["processor"] <= _MOST_SECONDS and took["megabytes"] <= _MOST_MEGABYTES
        kept += fits
        if not fits:
            worst.append(name.split(":")[0])
        times = (show_seconds(took["seconds"]), show_seconds(took["processor"]))
        rows.append((name, took["method"], *times, f"{took['megabytes']:.0f} MB"))
    report.say("## The largest duels\n\n" + table("duel|method|time|processor|peak of memory", rows))
    over = f", not {', '.join(worst)}" if worst else ""
    wanted = f"each of the largest duels within {_MOST_SECONDS:g} s of processor and {_MOST_MEGABYTES} MB"
    report.target(wanted, f"{kept} of {len(DUELS)}{over}", kept == len(DUELS))


def _work_out(asked: Asked) -> str:
    """The answer; says whether it is exact."""
    from rulewright.game import find_game
    from rulewright.readings import Budget

    game = find_game(asked.game)
    if asked.is_derived:
        game.derive(asked.what, asked.params, asked.options)
        return "exact"
    return game.chances(asked.what, asked.params, asked.options, Budget(None)).method


if __name__ == "__main__":
    began = perf_counter()
    method = _work_out(DUELS[sys.argv[1]])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MEGABYTE
    print(
        json.dumps(
            {"method": method, "seconds": perf_counter() - began, "processor": process_time(), "megabytes": peak}
        )
    )
