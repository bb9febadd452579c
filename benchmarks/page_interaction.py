"""Prints how long the page of a large table takes to respond to a click or a key, by the browser's own measure.

The table has 30 characters and 2,000 events; the map is that of a fight of 30. For each interaction the longest
`duration` of the Event Timing API is taken, from the event to the next frame that shows its effect, in steps of 8 ms.
Printed are the best and the median of several runs, and beside them the least processor time of the page meanwhile, all
its keys and answers together: on a busy machine only the durations include waiting for other processes. Run it with
`.venv/bin/python benchmarks/page_interaction.py`; `--slower 4` slows the page's processor down to that of a phone. It
needs Chromium, as the tests of the pages do.
"""

import argparse
import os
import statistics
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import CDPSession, Locator, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from rulewright.table.act import say, submit
from rulewright.table.perform import Attempt
from rulewright.table.stores.sqlite import SQLiteStore
from rulewright.table.tables import Tables, TableSeat
from web_browser import QUIET, Visitor, chromium_path, running_site
from web_table import last_seq, open_ready, row, settle, wait_past

_WATCH = """
window.measured = [];
new PerformanceObserver(list => measured.push(...list.getEntries().map(one => [one.name, one.duration])))
    .observe({type: "event", durationThreshold: 16, buffered: true});
"""
_SCORES = {"AGI": 7, "STR": 9, "FIN": 4, "INS": 8, "PRE": 6, "KNO": 5}
_GOAL = 100
_WIDTH, _HEIGHT = 1280, 900
_BARS = 200
"""How much higher than the page the browser's window is made: its own bars are in it."""


def large_table(visitor: Visitor, characters: int, events: int) -> None:
    """Opens the page of a table with many characters and events."""
    table = open_ready(visitor, "twelves")
    visitor.site.stop()
    store = SQLiteStore(visitor.site.database)
    tables, place = Tables(store), TableSeat(table, "s1")
    for number in range(3, characters):
        guard = {"name": f"Guard {number}", "npc": True, "scores": _SCORES}
        submit(tables, place, Attempt("action", "join", {"character": guard}))
    while tables.state(table).seq < events:
        submit(tables, place, Attempt("action", "check", {"who": "Wren", "ability": "AGI"}))
        say(tables, place, "A line of the chat")
    store.close()
    visitor.site.start()
    _show(visitor, table)
    for _ in range(events // 300 + 1):
        earlier = visitor.page.get_by_role("button", name="Earlier")
        if earlier.count():
            earlier.click()
            visitor.page.wait_for_timeout(400)


def _show(visitor: Visitor, table: str) -> None:
    """Open the page of a table and wait until it is drawn."""
    visitor.page.goto(f"{visitor.site.address}/table/{table}")
    visitor.page.locator(".table-grid").wait_for()
    settle(visitor.page)
    visitor.page.wait_for_function("() => document.querySelectorAll('.compact').length >= 20")


def large_map(visitor: Visitor, characters: int) -> None:
    """Open the page of a fight on a map with so many characters."""
    table = open_ready(visitor, "dpi")
    for number in range(4, characters):
        foe = {"name": f"Foe {number}", "kind": "thug", "space": [6 + number % 6, number // 6]}
        visitor.post(f"/tables/{table}/actions", {"action": "foe", "params": foe})
    _show(visitor, table)
    visitor.page.locator(".board .token.self").wait_for()


def show_whole_page(page: Page, line: CDPSession) -> None:
    """Make the browser's window so high that the whole page is in it.

    It is as high as the page at first, bars included: the lowest part of the page would be outside, where no frame is
    ever shown, and a key typed there would be measured to the next frame elsewhere, seconds later.
    """
    window = line.send("Browser.getWindowForTarget")["windowId"]
    bounds = {"width": _WIDTH, "height": _HEIGHT + _BARS}
    line.send("Browser.setWindowBounds", {"windowId": window, "bounds": bounds})
    page.wait_for_function("height => outerHeight >= height", arg=_HEIGHT + _BARS)


def measured(page: Page, line: CDPSession, work: Callable[[], None]) -> tuple[float, float]:
    """The longest event of an interaction, at least 16, and the processor time, both in milliseconds."""

    def worked() -> float:
        found = line.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(one["value"] for one in found if one["name"] == "TaskDuration"))

    page.wait_for_timeout(600)
    page.evaluate("measured.length = 0")
    before = worked()
    work()
    page.wait_for_timeout(600)
    after = worked()
    return max(page.evaluate("measured.map(one => one[1])"), default=16), after - before


def interactions(page: Page) -> dict[str, Callable[[], None]]:
    """The interactions of a user at a table, by name."""

    def scrub() -> None:
        page.get_by_role("button", name="One event back").click()
        page.get_by_role("button", name="Back to now").click()

    def show(what: str) -> None:
        page.locator(".log-head select").select_option(what)

    def wheel(over: str) -> None:
        page.locator(over).hover()
        for _ in range(4):
            page.mouse.wheel(0, -400)

    def roll() -> None:
        seq = last_seq(page)
        page.get_by_role("button", name="Roll", exact=True).click()
        wait_past(page, seq)

    return {
        "unfold a character": lambda: page.locator(".compact button").nth(12).click(),
        "type in the chat": lambda: page.locator("#say").press_sequentially("hello", delay=60),
        "search the log": lambda: page.get_by_label("Search the log").press_sequentially("line", delay=120),
        "filter the log": lambda: show("rolls"),
        "show everything": lambda: show("all"),
        "scroll the log": lambda: wheel(".lines"),
        "clear the search": lambda: page.get_by_label("Search the log").fill(""),
        "open an action": lambda: row(page, "Check").first.click(),
        "roll it": roll,
        "look back and return": scrub,
        "open the settings": lambda: page.get_by_role("button", name="Table", exact=True).first.click(),
    }


def on_the_map(page: Page) -> dict[str, Callable[[], None]]:
    """What a person does on a map, by name."""

    def space(x: int, y: int) -> Locator:
        return page.locator(f".board .map > [data-space='{x},{y}']").first

    def drag() -> None:
        seq = last_seq(page)
        page.locator(".board .token.self").drag_to(space(1, 1))
        wait_past(page, seq)

    return {
        "look at a space": lambda: space(0, 1).click(),
        "drag a token": drag,
        "bring the map closer": lambda: page.get_by_role("button", name="Closer").click(),
    }


def main() -> int:
    """Prints a line for each interaction; returns 1 if the median of one is longer than the goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--characters", type=int, default=30)
    parser.add_argument("--events", type=int, default=2_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--slower", type=float, default=1.0, help="how many times slower the page's processor is made")
    wanted = parser.parse_args()
    with running_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(with_windows=True), args=list(QUIET))
        context = browser.new_context(viewport={"width": _WIDTH, "height": _HEIGHT}, reduced_motion="reduce")
        context.add_init_script(_WATCH)
        visitor = Visitor(site, context)
        visitor.expected = ("",)
        large_table(visitor, wanted.characters, wanted.events)
        page = visitor.page
        drawn = page.locator(".lines > li").count()
        print(f"{page.locator('.compact').count()} characters, {wanted.events} events, {drawn} lines drawn")
        line = context.new_cdp_session(page)
        show_whole_page(page, line)
        line.send("Performance.enable", {"timeDomain": "threadTicks"})
        line.send("Emulation.setCPUThrottlingRate", {"rate": wanted.slower})
        figures: dict[str, list[tuple[float, float]]] = {}

        def measure(doings: dict[str, Callable[[], None]]) -> None:
            for name, work in doings.items():
                figures.setdefault(name, []).append(measured(page, line, work))

        for _ in range(wanted.runs):
            measure(interactions(page))
        for _ in range(wanted.runs):
            large_map(visitor, wanted.characters)
            measure(on_the_map(page))
        browser.close()
    medians = []
    for name, runs in figures.items():
        durations = [duration for duration, _ in runs]
        medians.append(statistics.median(durations))
        worked = min(work for _, work in runs)
        print(f"{name:24} best {min(durations):4.0f} ms   median {medians[-1]:4.0f} ms   processor {worked:4.0f} ms")
    print(f"longest median {max(medians):.0f} ms, goal {_GOAL} ms; load {os.getloadavg()[0]:.1f}")
    return int(max(medians) > _GOAL)


if __name__ == "__main__":
    sys.exit(main())
