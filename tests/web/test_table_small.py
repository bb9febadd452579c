"""The table on a phone, at 320 pixels, in the dark, and without a mouse."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect as shown

from web_browser import Visitor
from web_table import GAMES, RACE, last_seq, open_ready, wait_past

pytest_plugins = ("web_browser",)
Visit = Callable[..., Visitor]
TABS = ("Play", "Party", "Log", "Table")


@pytest.mark.parametrize("game", GAMES)
def test_every_part_of_the_table_fits_320_pixels_and_is_accessible(visit: Visit, game: str) -> None:
    """One part at a time, by the tabs at the bottom, in light and dark; nothing is wider than the window."""
    master = visit(viewport={"width": 320, "height": 700})
    master.expected = RACE
    open_ready(master, game)
    seq = last_seq(master.page)
    master.page.locator(".offer.first").click()
    shown(master.page.locator(".act-form")).to_be_visible()
    assert not master.scrolls_sideways()
    master.page.get_by_role("button", name="Roll", exact=True).click()
    wait_past(master.page, seq)
    for tab in TABS:
        master.page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name=tab).click()
        if tab == "Table":
            master.page.get_by_role("button", name="Seats", exact=True).click()
        assert not master.scrolls_sideways(), tab
        assert master.unwelcome() == [], tab
        master.picture(f"table-{game}-320-{tab.lower()}")
        master.page.emulate_media(color_scheme="dark")
        assert master.unwelcome(colours_only=True) == [], tab
        master.page.emulate_media(color_scheme="light")


def test_the_first_roll_is_made_with_the_keyboard_alone(visit: Visit) -> None:
    """Tab to the suggestion, Enter, Tab to Roll, Enter; the result is read out."""
    master = visit()
    open_ready(master, "twelves")
    page, seq = master.page, last_seq(master.page)
    _tab_to(master, ".offer.first")
    page.keyboard.press("Enter")
    shown(page.locator(".act-form h2")).to_be_focused()
    _tab_to(master, ".act-form button[type=submit]")
    page.keyboard.press("Enter")
    wait_past(page, seq)
    shown(page.locator(".log p[aria-live=polite]")).to_contain_text("at ")


def _tab_to(visitor: Visitor, selector: str) -> None:
    for _ in range(80):
        if visitor.page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached with Tab")
