"""Three against four in a real browser, from the first turn to a winner: by touch on a phone, by mouse, and by keys alone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page
from playwright.sync_api import expect as shown

from rulewright.game import find_game
from web_browser import Visitor
from web_table import RACE, is_over, last_seq, row, wait_past

pytest_plugins = ("web_browser",)
Visit = Callable[..., Visitor]
Press = Callable[[Locator], None]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
_MOST_STEPS = 80
_MOST_TABS = 120


def _open(visitor: Visitor, game: str, before: list[tuple[str, dict[str, Any]]]) -> Page:
    """The page of the second ready table of a game, after some actions of the game master."""
    visitor.expected = RACE
    opening = find_game(game).openings[1].title
    asked = {"game": game, "name": "Ada", "title": opening, "ready": True, "opening": opening}
    table = visitor.post("/tables", asked)["table"]
    for action, params in before:
        visitor.post(f"/tables/{table}/actions", {"action": action, "params": params})
    visitor.post(f"/tables/{table}/settings", {"settings": {"foes_at_once": True}})
    visitor.page.goto(f"{visitor.site.address}/table/{table}")
    shown(visitor.page.locator(".act .offer").first).to_be_visible()
    return visitor.page


def _by_keys(page: Page) -> Press:
    """Press a button with Tab and Enter, from wherever the focus is."""

    def press(wanted: Locator) -> None:
        target = wanted.element_handle()
        for _ in range(_MOST_TABS):
            if page.evaluate("one => one === document.activeElement", target):
                return page.keyboard.press("Enter")
            page.keyboard.press("Tab")
        raise AssertionError(f"{_MOST_TABS} times Tab do not lead to {wanted}")

    return press


def _decided(page: Page, press: Press) -> bool:
    """Answer a decision that waits: the first choice, or the table's own dice."""
    card = page.locator(".decide:not(.due)")
    if not card.count():
        return False
    choice = card.first.locator(".choices button")
    press(choice.first if choice.count() else card.first.get_by_role("button", name="Let the table roll"))
    return True


def _fight(page: Page, press: Press, strike: Callable[[Page, Press], bool]) -> int:
    """Play a fight to its end, heroes by `strike` and foes by the button that runs them; how many steps it took."""
    for step in range(_MOST_STEPS):
        if is_over(page):
            return step
        seq = last_seq(page)
        run = page.locator(".run-foe .primary")
        if _decided(page, press):
            pass
        elif run.count():
            press(run)
        elif not strike(page, press):
            press(row(page, "End turn"))
        wait_past(page, seq)
    raise AssertionError(f"no end after {_MOST_STEPS} steps")
