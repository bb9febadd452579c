"""What a player proposes waits on both pages; the game master approves, changes or refuses it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect as shown

from web_browser import Visitor
from web_table import KEPT, RACE, open_ready, row, sit_down

Visit = Callable[..., Visitor]


@pytest.fixture
def both(visit: Visit) -> tuple[Visitor, Visitor]:
    """A game master at a ready table of Twelves, and the player of Wren."""
    master, player = visit(), visit()
    master.expected, player.expected = RACE, (*RACE, *KEPT)
    table = open_ready(master, "twelves")
    sit_down(master, player, table, "Pia", "Wren")
    return master, player


def propose(player: Visitor, difficulty: int) -> None:
    """Ask for a check against a difficulty."""
    page = player.page
    row(page, "Check").click()
    form = page.locator(".act-form")
    theirs = form.locator("details", has_text="For others to set")
    if not theirs.get_attribute("open") and theirs.get_attribute("open") != "":
        theirs.locator("summary").click()
    theirs.get_by_role("textbox", name="difficulty").fill(str(difficulty))
    shown(theirs).to_contain_text("the GM sets this")
    form.get_by_role("button", name="Ask for it").click()


def test_a_proposal_is_approved_with_another_value(both: tuple[Visitor, Visitor]) -> None:
    master, player = both
    propose(player, 3)
    shown(player.page.locator(".note", has_text="waiting for Game master to agree")).to_be_visible()
    card = master.page.locator(".decide")
    shown(card).to_contain_text("Pia asks")
    card.get_by_role("textbox", name="difficulty").fill("5")
    card.get_by_role("button", name="Approve with these values").click()
    for visitor in both:
        shown(visitor.page.locator(".latest")).to_contain_text("difficulty 5")
        shown(visitor.page.locator(".decide")).to_have_count(0)
        assert visitor.unwelcome() == []


def test_a_proposal_is_refused_or_cancelled(both: tuple[Visitor, Visitor]) -> None:
    master, player = both
    propose(player, 3)
    master.page.locator(".decide").get_by_role("button", name="Refuse").click()
    shown(player.page.locator(".note", has_text="waiting for Game master")).to_have_count(0)
    propose(player, 4)
    player.page.locator(".note").get_by_role("button", name="Cancel").click()
    shown(master.page.locator(".decide")).to_have_count(0)


def test_a_value_is_set_from_now_on_and_cancelled(both: tuple[Visitor, Visitor]) -> None:
    master, player = both
    propose(player, 4)
    card = master.page.locator(".decide")
    card.get_by_label("From now on for Wren").check()
    card.get_by_role("button", name="Approve", exact=True).click()
    for visitor in both:
        shown(visitor.page.locator("[role=status]", has_text="Set for Wren: check, difficulty 4")).to_be_visible()
    master.page.locator("[role=status]", has_text="Set for Wren").get_by_role("button", name="Cancel").click()
    shown(player.page.locator("[role=status]", has_text="Set for Wren")).to_have_count(0)


def test_what_the_game_master_asks_for_is_only_rolled(both: tuple[Visitor, Visitor]) -> None:
    master, player = both
    page = master.page
    page.get_by_role("button", name="Ask for a roll").click()
    page.get_by_label("Ask for").select_option("check")
    page.locator(".master").get_by_role("textbox", name="difficulty").fill("6")
    page.locator(".master").get_by_role("radio", name="FIN").or_(
        page.locator(".master").get_by_label("ability")
    ).first.click()
    page.locator(".master").get_by_role("button", name="Ask", exact=True).click()
    player.page.get_by_role("button", name="Wren: check", exact=True).click()
    form = player.page.locator(".act-form")
    shown(form.get_by_role("button", name="Roll", exact=True)).to_be_enabled()
    form.get_by_role("button", name="Roll", exact=True).click()
    shown(player.page.locator(".latest")).to_contain_text("difficulty 6")
