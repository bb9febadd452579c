"""The studio in the browser: rulebooks written, checked, tried, compared, shared, and played to the end of a fight."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect

from rulewright.rulebook.templates import template_text

if TYPE_CHECKING:
    from web_browser import Visitor

Visit = Callable[..., "Visitor"]
RACE = ("status of 409",)
"""Odds of an action that are asked for just as the table goes on are refused."""
BOOKS = Path(__file__).parents[2] / "rulebooks"


def begin(visitor: "Visitor", start: str) -> Page:
    visitor.expected = RACE
    page = visitor.go("/studio")
    page.get_by_role("button", name=start).click()
    expect(status(page)).to_have_text("Plays")
    return page


def status(page: Page) -> Locator:
    return page.locator(".studio-bar .status")


def write_over(page: Page, text: str, typed: int = 0) -> None:
    """Replace what is in the editor: key by key as many characters as are `typed`, the rest at once."""
    editor = page.locator(".cm-content")
    editor.click()
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.type(text[:typed])
    page.keyboard.insert_text(text[typed:])


def fight_to_the_end(page: Page, book: str) -> None:
    """Press "Play this now", and play a fight from every seat until one side is left."""
    from web_table import is_over, play_to_the_end

    page.get_by_role("button", name="Play this now").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".act .offer").first).to_be_visible()
    assert play_to_the_end(book, page, page, "") > 2
    assert is_over(page)


def type_and_play(visitor: "Visitor", text: str, typed: int) -> None:
    page = begin(visitor, "Roll under")
    write_over(page, text, typed)
    expect(page.get_by_role("heading", name="Lanterns", level=1)).to_be_visible()
    expect(status(page)).to_have_text("Plays")
    expect(page.locator(".book")).to_contain_text("With a score of 7 you make it 58.3%.")
    fight_to_the_end(page, "lanterns")


def test_a_book_that_is_typed_is_played_to_the_end_of_a_fight(visit: Visit) -> None:
    """Its front matter, a sheet, a roll with a table and its figure are typed; the rest of the book is pasted."""
    text = (BOOKS / "lanterns.md").read_text()
    type_and_play(visit(), text, typed=text.index("```example"))


@pytest.mark.soak
def test_a_whole_book_that_is_typed_is_played_to_the_end_of_a_fight(visit: Visit) -> None:
    text = (BOOKS / "lanterns.md").read_text()
    type_and_play(visit(), text, typed=len(text))


@pytest.mark.parametrize("width", [1280, 320])
def test_what_is_written_stays_in_sight_when_faults_are_listed(visit: Visit, width: int) -> None:
    page = begin(visit(viewport={"width": width, "height": 640}), "Roll and add")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\n```roll x(\n")
    expect(status(page)).to_contain_text("to fix")
    expect(page.locator(".cm-activeLine")).to_be_in_viewport()
    caret, editor = (page.locator(one).bounding_box() for one in (".cm-activeLine", ".cm-scroller"))
    assert caret is not None
    assert editor is not None
    assert caret["y"] + caret["height"] <= editor["y"] + editor["height"] + 1
    faults, tabs = (page.locator(one).bounding_box() for one in (".faults", ".studio .tabs"))
    assert faults is not None
    assert tabs is not None
    assert faults["y"] + faults["height"] <= 640
    assert width > 900 or faults["y"] + faults["height"] <= tabs["y"], "the tabs lie over what is to fix"


def test_rules_look_the_same_after_a_visit_to_the_studio(visit: Visit) -> None:
    """The styles of both pages stay once they are loaded."""
    look = "one => { const of = getComputedStyle(one); return [of.fontSize, of.fontFamily, of.color] }"
    title = visit().go("/rules/twelves").locator(".rule-section h2").first
    before = title.evaluate(look)
    page = begin(visit(), "Roll and add")
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("link", name="Twelves").first.click()
    assert page.locator(".rule-section h2").first.evaluate(look) == before


def test_a_book_from_a_file_is_played_to_the_end_of_a_fight(visit: Visit) -> None:
    visitor = visit()
    visitor.expected = RACE
    page = visitor.go("/studio")
    page.locator("input[type=file]").set_input_files(BOOKS / "salvage.md")
    expect(status(page)).to_have_text("Plays")
    fight_to_the_end(page, "salvage")


def test_twelves_in_a_page_is_played_to_the_end_of_a_fight(visit: Visit) -> None:
    fight_to_the_end(begin(visit(), "Twelves in a page"), "twelves-page")


def test_a_fault_is_said_at_its_line_as_it_is_written(visit: Visit) -> None:
    page = begin(visit(), "Roll and add")
    write_over(page, (BOOKS / "lanterns.md").read_text().replace("20 - score ", "20 - skore "))
    expect(status(page)).to_have_text("1 to fix")
    fault = page.get_by_role("list", name="What to fix").get_by_role("button")
    expect(fault).to_contain_text(re.compile("Line 32 .*skore.*Did you mean score"))
    expect(page.get_by_role("button", name="Play this now")).to_be_disabled()
    expect(page.locator(".cm-lintRange-error")).to_have_text("skore")
    fault.click()
    page.keyboard.press("End")
    for _ in "ore       | success  |":
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    page.keyboard.type("c")
    expect(status(page)).to_have_text("Plays")


def test_a_block_without_an_end_is_reported_which_line_closes_it(visit: Visit) -> None:
    page = begin(visit(), "Roll and add")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\n```roll x(\n")
    expect(page.get_by_role("list", name="What to fix")).to_contain_text("Close it with a line of ```.")


def test_the_book_names_what_uses_a_rule_without_its_kind(visit: Visit) -> None:
    page = begin(visit(), "Roll and add")
    expect(page.locator(".book .used").first).to_have_text("Used in: join, set hp")
    page.get_by_role("tab", name="Try").click()
    page.locator(".try select").select_option(label="a character")
    expect(page.locator(".read")).to_contain_text("1 to 5: 6 of 6 points are left for this and speed")
    expect(page.locator(".read")).not_to_contain_text("Yes or no")


def test_a_book_without_a_sheet_has_no_characters_to_make(visit: Visit) -> None:
    visitor = visit()
    front = '+++\nrulebook = 1\nname = "Coin"\n+++\n'
    text = front + "## CO-1 Toss\nHigh wins.\n\n```roll toss\nthrow = roll 1d6\nshow throw\n```\n"
    game = visitor.post("/rulebooks", {"text": text})["game"]
    page = visitor.go(f"/characters/{game}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Coin has no characters")
    page.get_by_role("link", name="See its odds").click()
    expect(page.get_by_role("heading", name="What are my odds in Coin?")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Dice, in order: from its first line to its last.")


def test_several_lines_are_typed_over_without_a_style_that_the_page_refuses(visit: Visit) -> None:
    page = begin(visit(), "Roll under")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    for _ in range(5):
        page.keyboard.press("Shift+ArrowDown")
    page.keyboard.type("gone")
    expect(page.locator(".cm-line").first).to_have_text(re.compile("^gone"))
    page.keyboard.press("Control+a")
    page.keyboard.type("all")
    expect(page.locator(".cm-content")).to_have_text("all")
    page.keyboard.press("Control+z")
    expect(status(page)).to_have_text(re.compile("fix|Plays"))


def test_odds_in_the_book_follow_the_slider_and_rolls_sheets_and_fights_are_tried(visit: Visit) -> None:
    page = begin(visit(), "Roll and add")
    bar = page.locator(".tried svg[role=img]").first
    before = bar.get_attribute("aria-label")
    page.locator(".tried input[type=range]").first.fill("8")
    assert bar.get_attribute("aria-label") != before
    page.get_by_role("button", name=re.compile("Try it.*check")).click()
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.locator(".result-word")).to_have_text(re.compile("Success|Failure|Critical"))
    page.locator(".try select").select_option(label="a fight to the end")
    page.get_by_role("button", name="Fight it once").click()
    expect(page.locator(".result-word")).to_be_visible()
    page.locator(".try select").select_option(label="a character")
    expect(page.locator(".read .sheet")).to_contain_text("Ada")


def test_values_are_rolled_for_a_character_that_is_tried(visit: Visit) -> None:
    page = begin(visit(), "Roll and add")
    book = '+++\nrulebook = 1\nname = "Luck"\n+++\n```sheet\nluck: roll 4d6 keep 3 highest "luck"\n```\n'
    write_over(page, book + "```roll test\nthrow = roll 1d6\nshow throw\n```\n")
    expect(page.locator(".studio-bar h1")).to_have_text("Luck")
    page.get_by_role("tab", name="Try").click()
    page.locator(".try select").select_option(label="a character")
    expect(page.locator(".read")).to_contain_text("Luck not rolled")
    page.get_by_role("button", name="Roll 4d6").click()
    expect(page.locator(".read .sheet")).to_contain_text(re.compile(r"luck\s*\d+"))


def test_versions_are_kept_and_compared_in_odds(visit: Visit) -> None:
    page = begin(visit(), "Roll and add")
    editor = page.locator(".cm-content")
    write_over(page, template_text("roll-and-add").replace("throw = 20", "throw >= 19"))
    expect(page.locator(".book")).to_contain_text("throw >= 19")
    expect(status(page)).to_have_text("Plays")
    page.get_by_role("tab", name="Versions").click()
    changed = page.locator(".changes tbody tr").first
    expect(changed).to_contain_text(re.compile(r"success.*55\.0%.*50\.0%", re.DOTALL))
    page.get_by_role("button", name="Keep this version").click()
    expect(page.locator(".versions li")).to_have_count(2)
    page.get_by_role("button", name="Return to it").last.click()
    expect(editor).to_contain_text("throw = 20")
    page.reload()
    expect(page.locator(".cm-content")).to_contain_text("throw = 20")


def test_a_shared_link_leads_to_a_copy_of_exactly_that_text(visit: Visit) -> None:
    page = begin(visit(), "Step dice")
    page.get_by_role("button", name="Share").click()
    link = page.locator(".note a")
    expect(link).to_be_visible()
    address = link.get_attribute("href") or ""
    other = visit().go(address[address.index("/studio/") :])
    expect(other.get_by_role("heading", name="Step dice", level=1)).to_be_visible()
    expect(status(other)).to_have_text("Plays")


def test_the_file_is_saved_as_it_was_written(visit: Visit) -> None:
    page = visit().go("/studio")
    page.locator("input[type=file]").set_input_files(BOOKS / "lanterns.md")
    expect(status(page)).to_have_text("Plays")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save file").click()
    assert saved.value.suggested_filename == "lanterns.md"
    assert Path(saved.value.path()).read_bytes() == (BOOKS / "lanterns.md").read_bytes()


@pytest.mark.parametrize("page_before", ["/", "/play", "/odds"])
def test_the_editor_is_loaded_only_in_the_studio(visit: Visit, page_before: str) -> None:
    visitor = visit()
    loaded: list[str] = []
    visitor.page.on("response", lambda answer: loaded.append(answer.text() if answer.url.endswith(".js") else ""))
    visitor.go(page_before)
    visitor.page.wait_for_load_state("networkidle")
    assert not any("cm-content" in script for script in loaded)
    visitor.go("/studio")
    visitor.page.wait_for_load_state("networkidle")
    assert any("cm-content" in script for script in loaded)


def test_the_studio_can_be_used_by_everyone(visit: Visit) -> None:
    visitor = visit()
    begin(visitor, "Opposed")
    assert visitor.unwelcome() == []
    visitor.page.get_by_role("tab", name="Try").click()
    expect(visitor.page.locator(".try .odds-bar")).to_be_visible()
    assert visitor.unwelcome() == []
