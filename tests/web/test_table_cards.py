"""Cards on the page of a table: drawn from a real bag, they are typed in by their names."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from playwright.sync_api import expect as shown

from web_browser import Site, Visitor, running_site
from web_table import RACE, last_seq, row, wait_past

CARD_GAME = Path(__file__).parent.parent / "table"


@pytest.fixture(scope="module")
def card_site(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    announced = tmp_path_factory.mktemp("cards") / "three_cards-1.0.dist-info"
    announced.mkdir()
    (announced / "METADATA").write_text("Metadata-Version: 2.1\nName: three-cards\nVersion: 1.0\n")
    (announced / "entry_points.txt").write_text("[rulewright.games]\nthree-cards = card_game:GAME\n")
    with running_site((announced.parent, CARD_GAME)) as running:
        yield running


@pytest.fixture
def master(card_site: Site, browser: Browser) -> Iterator[Visitor]:
    visitor = Visitor(card_site, browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce"))
    visitor.expected = RACE
    table = visitor.post("/tables", {"game": "three-cards", "name": "Game master", "title": "Cards"})["table"]
    visitor.post(f"/tables/{table}/actions", {"action": "come", "params": {"name": "Ida"}})
    visitor.page.goto(f"{card_site.address}/table/{table}")
    shown(visitor.page.locator(".act .offer").first).to_be_visible()
    yield visitor
    visitor.close()


def reach(page: Page) -> None:
    row(page, "Reach").first.click()
    page.locator(".act-form").get_by_role("button", name="I rolled…").click()
    shown(page.locator(".act-form .card-box").first).to_be_visible()


def names(page: Page, place: int) -> list[str]:
    """The names that are offered in a box."""
    return [
        str(one.get_attribute("value")) for one in page.locator(".act-form datalist").nth(place).locator("option").all()
    ]


def test_cards_are_typed_by_their_names(master: Visitor) -> None:
    page = master.page
    reach(page)
    boxes = page.locator(".act-form .card-box")
    shown(boxes).to_have_count(2)
    assert names(page, 0) == ["gold", "silver", "skull"]
    assert not master.unwelcome()
    boxes.first.press_sequentially("skull")
    shown(boxes.nth(1)).to_be_focused()
    assert names(page, 1) == ["gold", "silver"]
    boxes.nth(1).fill("brass")
    shown(boxes.nth(1)).to_have_attribute("aria-invalid", "true")
    boxes.first.fill("Gold")
    boxes.nth(1).fill("silver")
    shown(boxes.nth(1)).to_have_attribute("aria-invalid", "false")
    seq = last_seq(page)
    page.locator(".act-form").get_by_role("button", name="These are my cards").click()
    wait_past(page, seq)
    shown(page.locator(".result")).to_contain_text("gold, silver")
    shown(page.locator(".result .tag", has_text="typed in")).to_be_visible()
    table = page.url.rsplit("/", 1)[1]
    master.post(f"/tables/{table}/rolls", {"notation": "2d6"})
    luck = master.context.request.get(f"{master.site.address}/api/v1/tables/{table}/luck").json()
    assert [(one["sides"], one["dice"]) for one in luck] == [(6, 2)], "cards are no dice"


def test_a_card_that_is_missing_is_asked_for_by_name(master: Visitor) -> None:
    page = master.page
    reach(page)
    page.locator(".act-form .card-box").first.fill("gold")
    seq = last_seq(page)
    page.locator(".act-form").get_by_role("button", name="These are my cards").click()
    wait_past(page, seq)
    waits = page.locator(".decide")
    shown(waits.get_by_role("heading")).to_have_text("Tokens: one more card")
    waits.locator(".card-box").fill("skull")
    waits.get_by_role("button", name="These are my cards").click()
    wait_past(page, seq + 1)
    shown(page.locator(".result")).to_contain_text("skull")


def test_cards_of_a_single_roll_are_typed_by_their_names(master: Visitor) -> None:
    page = master.go("/odds/three-cards?roll=draw")
    once = page.get_by_role("region", name="Roll it once")
    for place, card in enumerate(("skull", "gold")):
        once.locator(".face-box").nth(place).fill(card)
    once.get_by_role("button", name="That is what I rolled").click()
    result = once.locator(".result")
    shown(result.locator(".result-word")).to_have_text("Failure")
    shown(result).to_contain_text("Tokens gold, skull")
    result.get_by_text("Why?").click()
    shown(result).to_contain_text("skull, gold")  # in the order of drawing
