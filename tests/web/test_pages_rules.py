"""The rules of a game in the browser: found, linked, and tried."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from rulewright.game import find_game, installed_games

if TYPE_CHECKING:
    from web_browser import Visitor

Visit = Callable[..., "Visitor"]


def test_every_numbered_rule_stands_there_with_an_anchor(visit: Visit) -> None:
    visitor = visit()
    for game in installed_games():
        page = visitor.go(f"/rules/{game}")
        inventory = find_game(game).inventory
        numbers = [*inventory.rules, *inventory.rulings]
        page.locator("article.rule").first.wait_for()
        assert page.locator("article.rule").evaluate_all("rules => rules.map(rule => rule.id)") == numbers


def test_rules_are_found_by_words_and_by_number(visit: Visit) -> None:
    page = visit().go("/rules/twelves")
    search = page.get_by_label("Search the rules")
    search.fill("tw-19")
    expect(page.locator("article.rule").first).to_have_attribute("id", "TW-19")
    for rule in page.locator("article.rule").all():  # the rule itself, and those that speak of it
        assert "TW-19" in rule.inner_text()
    search.fill("potion heal")
    words = page.locator("article.rule").first.inner_text().lower()
    assert "potion" in words
    assert "heal" in words
    search.fill("no such words anywhere")
    expect(page.get_by_text("No rule says that")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("0 of")


def test_a_page_of_rules_reads_like_a_book(visit: Visit) -> None:
    """No mark at every number, no names with hyphens, numbers in the text are links, the sections at the side."""
    page = visit().go("/rules/twelves")
    expect(page.get_by_role("status")).to_have_text(f"{page.locator('article.rule').count()} rules")
    marks = page.locator("article.rule h3 .tag").all_inner_texts()
    assert set(marks) == {"ours"}
    names = page.locator(".switch dt").all_inner_texts()
    assert [name for name in names if "-" in name] == []
    numbers = page.locator("article.rule").first.locator("h3, .rule-text").all()
    number, words = (one.bounding_box() for one in numbers)
    assert number
    assert words
    assert number["x"] + number["width"] <= words["x"], "the number stands in the margin"
    linked = page.locator(".rule-text a").first
    assert linked.get_attribute("href") == f"#{linked.inner_text()}"
    sections, text = (
        page.locator(".rules-book > nav").bounding_box(),
        page.locator(".rule-section").first.bounding_box(),
    )
    assert sections
    assert text
    assert sections["x"] + sections["width"] <= text["x"]


def test_a_link_to_a_rule_shows_that_rule(visit: Visit) -> None:
    page = visit().go("/rules/dpi#DPI-165")
    rule = page.locator("#DPI-165")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class("rule here")


def test_trying_a_rule_opens_its_roll_in_the_explorer(visit: Visit) -> None:
    page = visit().go("/rules/twelves#TW-11")
    page.locator("#TW-11").get_by_role("link", name="check", exact=True).first.click()
    expect(page.get_by_role("heading", name="What are my odds in Twelves?")).to_be_visible()
    expect(page.get_by_role("combobox", name="Roll")).to_have_value("roll:check")


def test_what_can_be_tried_is_called_by_words_of_players(visit: Visit) -> None:
    page = visit().go("/rules/light-dark")
    tried = set(page.locator(".tries a").all_inner_texts())
    assert {"value of best play", "table of best moves"} <= tried
    assert tried & {"solve", "policy"} == set()


def test_options_are_put_in_words_with_how_the_rules_begin(visit: Visit) -> None:
    page = visit().go("/rules/twelves#TW-A7")
    ruling = page.locator("#TW-A7")
    expect(ruling).to_contain_text("what doubles are worth below the target number")
    expect(ruling.locator("dl > div", has_text="critical").first).to_contain_text("default")


def test_rules_show_no_hyphenated_values_of_options_and_no_names_from_the_code(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/rules/untold-aeons")
    page.locator("article.rule").first.wait_for()
    for option in find_game("untold-aeons").option_texts():
        said = page.locator(f"[id='{option.ruling}'] .rule-text").inner_text()
        assert [value for value in option.values if "-" in value and value in said] == [], option.ruling
    page = visitor.go("/rules/light-dark#LD-45")
    tried = page.locator("#LD-45 .tries a").all_inner_texts()
    assert {"solve", "policy"} & set(tried) == set()
    assert "table of best moves" in tried


def test_a_ruling_names_an_option_with_its_value_and_numbers_below_0_have_a_minus(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/rules/light-dark#LD-A35")
    expect(page.locator("#LD-A35 .rule-text")).to_contain_text("with cap nothing exceeds Extreme")
    page = visitor.go("/rules/dpi#DPI-A1")
    expect(page.locator("#DPI-A1 .rule-text")).to_contain_text("stat in the roll: bonus, our default, you add −3 to +3")
    page = visitor.go("/rules/untold-aeons#UA-A20")
    expect(page.locator("#UA-A20 .rule-text")).to_contain_text("statements. Characteristic for Stress saves can be")


def test_a_rule_opened_low_in_the_window_is_in_sight_with_its_links(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 640}).go("/odds/untold-aeons?roll=check")
    page.get_by_role("button", name="Roll", exact=True).click()
    page.locator(".why-box summary").first.click()
    number = page.locator(".why .rule-number a").first
    number.evaluate("one => scrollBy(0, one.getBoundingClientRect().bottom - innerHeight + 8)")
    number.click()
    box = page.locator(".rule-popover")
    expect(box.locator(".rule-text")).to_be_visible()
    expect(box.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)


def test_a_page_without_a_server_offers_to_try_again(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/")
    visitor.expected = ("ERR_FAILED",)
    page.route("**/api/**", lambda route: route.abort())
    page.get_by_role("link", name="Rules", exact=True).first.click()
    page.evaluate("history.pushState(null, '', '/rules/dpi'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
