"""No page of any game shows what only a program reads: names of fields, schema text, null, JSON."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from playwright.sync_api import expect as shown

from web_browser import Visitor
from web_table import FORM_OR_PAST, GAMES, KEPT, RACE, last_seq, open_ready, roll_first, row, sit_down

pytest_plugins = ("web_browser",)
Visit = Callable[..., Visitor]

HEROES = {"twelves": "Wren", "die-code": "Juno", "untold-aeons": "Ines", "light-dark": "Isk", "dpi": "Vega"}
TECHNICAL = re.compile(
    r"\b[a-z]+_[a-z_]+\b"  # the name of a field
    r"|[{}]|\[\[|\[\]|\[\"|\[\d+,"  # JSON
    r"|\bnull\b|\bNone\b(?!,)|\bundefined\b|\bNaN\b|\[object"
    r"|\b(?:true|false) or \b|an object\b|a list of \d|a whole number from -?\d+ to|text of \d"  # schema text
    r"|\w=\w|Bearer"
)
_READ = """() => {
    const seen = [document.querySelector('main').innerText];
    for (const one of document.querySelectorAll('main input, main textarea'))
        if (one.type !== 'checkbox' && one.type !== 'radio') seen.push(one.value, one.placeholder);
    for (const one of document.querySelectorAll('main [aria-label], main [title]'))
        seen.push(one.getAttribute('aria-label') ?? '', one.getAttribute('title') ?? '');
    for (const one of document.querySelectorAll('main option')) seen.push(one.textContent);
    return seen.join('\\n');
}"""
_AT_ONCE = ("End turn", "Leave fight")
"""Actions after which there is nothing more to try."""
_UNFOLD = "document.querySelectorAll('main details').forEach(one => { one.open = true })"


def _technical(page: Page) -> set[str]:
    """Every line of a page, unfolded, that has something in it that only a program reads."""
    page.evaluate(_UNFOLD)
    text = str(page.evaluate(_READ))
    allowed = re.compile(r"rulewright serve.*|https?://\S+")
    return {line.strip() for line in text.splitlines() if TECHNICAL.search(allowed.sub("", line))}


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_around_a_table_speak(game: str, visit: Visit) -> None:
    visitor = visit()
    for path in (f"/play/{game}", f"/characters/{game}", f"/rules/{game}"):
        assert _technical(visitor.go(path)) == set(), path
    page = visitor.go(f"/characters/{game}")
    page.get_by_role("button", name="Random", exact=False).first.click()
    shown(page.locator(".character-sheet")).to_be_visible()
    assert _technical(page) == set()


@pytest.mark.parametrize("game", GAMES)
def test_the_explorer_speaks_about_every_roll(game: str, visit: Visit) -> None:
    visitor = visit()
    visitor.expected = ("status of 400",)  # a roll that needs more than its defaults says so
    page = visitor.go(f"/odds/{game}")
    rolls = page.locator("option[value^='roll:']").evaluate_all("all => all.map(one => one.value.slice(5))")
    assert len(rolls) > 5
    for roll in rolls:
        visitor.go(f"/odds/{game}?roll={roll}")
        assert _technical(page) == set(), roll


@pytest.mark.parametrize("game", GAMES)
def test_a_table_and_the_form_of_every_action_speak(game: str, visit: Visit) -> None:
    master, player = visit(), visit()
    master.expected, player.expected = RACE, (*RACE, *KEPT)
    table = open_ready(master, game)
    sit_down(master, player, table, "Pia", HEROES[game])
    roll_first(master.page)
    master.page.get_by_role("button", name="Ask for a roll").click()
    for page in (master.page, player.page):
        assert _technical(page) == set()
        for name in page.locator(".act .offer b").all_inner_texts():
            page.evaluate(_UNFOLD)
            seq, offer = last_seq(page), row(page, name).first
            if name in _AT_ONCE or not offer.count():
                continue
            offer.click()
            page.wait_for_function(FORM_OR_PAST, arg=seq)
            assert _technical(page) == set(), name
            if page.locator(".act-form").count():
                page.locator(".act-form").get_by_role("button", name="Back").click()
