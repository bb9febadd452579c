"""Odds of a rulebook beside the same rules in Python: ratios of the best of several runs in one process, by CPU time.

$ python benchmarks/rulebook_speed.py
"""

from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

from rulewright.game import Game, find_game
from rulewright.rulebook import game_of_text

ROOT = Path(__file__).parent.parent
BOOKS = {"twelves-page": ROOT / "src/rulewright/rulebook/templates", "light-dark-page": ROOT / "rulebooks"}
PAIRS = (("twelves", "twelves-page"), ("light-dark", "light-dark-page"))
WORK: dict[str, list[tuple[str, list[dict[str, Any]]]]] = {
    "twelves": [
        ("check", [{"score": score, "advantage": more, "tags": 1} for score in (3, 7, 11) for more in (0, 1)]),
        ("collapse-check", [{"str": score} for score in (4, 8)]),
        ("critical-survival", [{"str": 8, "turns": 6}]),
        ("duel", [{"first": "a", "a": {"weapon": 2}}]),
        ("duel", [{"first": "a", "a": {"potions": 2, "policy": "best"}, "b": {"potions": 2, "policy": "best"}}]),
    ],
    "light-dark": [("risky-action", [{"attribute": 2, "dark": dark, "ego": 4} for dark in (0, 2, 6)])],
}
RUNS = 9


def best(run: Callable[[], object], times: int) -> float:
    found = []
    for _ in range(RUNS):
        began = process_time()
        for _ in range(times):
            run()
        found.append((process_time() - began) / times)
    return min(found)


def priced(game: Game, roll: str, settings: list[dict[str, Any]]) -> Callable[[], object]:
    read = game.chances if roll == "duel" else game.odds
    return lambda: [read(roll, params) for params in settings]


def main() -> None:
    for slug, page in PAIRS:
        python, book = find_game(slug), game_of_text((BOOKS[page] / f"{page}.md").read_text())
        for roll, settings in WORK[slug]:
            times = 1 if roll == "duel" else 20
            ours, theirs = (best(priced(game, roll, settings), times) for game in (book, python))
            print(
                f"{slug} {roll}: rulebook {1e3 * ours:.3f} ms, Python {1e3 * theirs:.3f} ms, ratio {ours / theirs:.2f}"
            )


if __name__ == "__main__":
    main()
