"""The log: the newest in sight, rounds that fold, filters that keep, nothing twice, and turns shown in the tab."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from playwright.sync_api import expect as shown

from web_browser import Visitor
from web_table import KEPT, RACE, act, events, last_seq, open_ready, roll_first, settle, sit_down, wait_past

Visit = Callable[..., Visitor]


@pytest.fixture
def master(visit: Visit) -> Visitor:
    """A game master in the middle of a fight of several rounds."""
    made = visit()
    made.expected = RACE
    table = open_ready(made, "twelves")
    seq = last_seq(made.page)
    made.post(f"/tables/{table}/actions", {"action": "start-fight", "params": {}})
    wait_past(made.page, seq)
    for _ in range(9):
        act(made.page, "End turn")
    return made


def _rounds(page: Page) -> list[str]:
    return page.locator(".round-head").all_inner_texts()


def test_old_rounds_are_folded_and_can_be_opened(master: Visitor) -> None:
    page = master.page
    settle(page)
    heads = page.locator(".round-head button")
    shown(heads).to_have_count(4)
    assert [head.get_attribute("aria-expanded") for head in heads.all()] == ["false", "false", "true", "true"]
    before = page.locator(".lines > li").count()
    heads.first.click()
    assert page.locator(".lines > li").count() > before
    assert master.unwelcome() == []


def test_a_filter_keeps_and_the_newest_line_is_in_sight(master: Visitor) -> None:
    page = master.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name="Log").click()
    shown(page.locator(".lines > li").last).to_be_in_viewport()
    page.locator(".log").get_by_label("Show").select_option("chat")
    page.reload()
    page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name="Log").click()
    shown(page.locator(".log").get_by_label("Show")).to_have_value("chat")
    shown(page.locator(".lines")).to_contain_text("Nothing here")


def test_what_was_undone_is_struck_through_and_off_the_stage(visit: Visit) -> None:
    visitor = visit()
    visitor.expected = RACE
    open_ready(visitor, "twelves")
    page = visitor.page
    roll_first(page)
    sentence = page.locator(".result .sentence").inner_text()
    line = page.locator(".lines > li", has_text=sentence)
    shown(line).to_have_count(1)
    shown(line.locator(".dice-groups").first).to_be_hidden()  # the stage shows them
    seq = last_seq(page)
    page.get_by_role("button", name="Undo").click()
    wait_past(page, seq)
    shown(line).to_have_css("text-decoration-line", "line-through")
    shown(line.locator(".why-box")).to_have_css("display", "inline-block")  # the line does not go through it
    assert page.locator(".result .sentence", has_text=sentence).count() == 0


def test_a_character_who_joins_is_reported_once(master: Visitor) -> None:
    lines = events(master.page)
    assert [line for line in lines if "Wren joins" in line or "Wren is here" in line] == ["Wren joins."]
    assert not [line for line in lines if "played by the GM" in line]


def test_ones_turn_is_seen_from_another_tab(master: Visitor, visit: Visit) -> None:
    player = visit()
    player.expected = (*RACE, *KEPT)
    page = sit_down(master, player, master.page.url.rsplit("/", 1)[1], "Pia", "Wren")
    icon = page.locator("link[rel=icon]")
    turned = False
    for _ in range(3):
        mine = master.page.locator(".order [aria-current]").inner_text() == "Wren"
        if mine:
            shown(page).to_have_title(re.compile("^● Your turn: Wren · Twelves"))
            assert "circle" in (icon.get_attribute("href") or "")
            turned = True
        else:
            shown(page).to_have_title(re.compile("^Twelves"))
            assert "circle" not in (icon.get_attribute("href") or "")
        act(page if mine else master.page, "End turn")
        wait_past(master.page, last_seq(page) - 1)
        wait_past(page, last_seq(master.page) - 1)
    assert turned


def test_whispers_go_both_ways_and_notes_reach_those_they_are_for(visit: Visit) -> None:
    master, player, other = visit(), visit(viewport={"width": 390, "height": 844}), visit()
    master.expected, player.expected, other.expected = RACE, (*RACE, *KEPT), (*RACE, *KEPT)
    table = open_ready(master, "twelves")
    sit_down(master, player, table, "Pia", "Wren")
    sit_down(master, other, table, "Otto", "Odo")
    say = master.page.locator(".say")
    say.get_by_label("Send to").select_option(label="Pia only")
    say.locator("#say").fill("You hear steps.")
    say.get_by_role("button", name="Send").click()
    shown(player.page.locator(".lines")).to_contain_text("You hear steps.")
    shown(say.get_by_label("Send to")).to_have_value("")
    player.page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name="Log").click()
    answer = player.page.locator(".say")
    answer.get_by_label("Send to").select_option("gm")
    answer.locator("#say").fill("I hide.")
    answer.get_by_role("button", name="Send").click()
    shown(master.page.locator(".lines")).to_contain_text("I hide.")
    master.page.get_by_role("button", name="Notes").click()
    notes = master.page.get_by_role("region", name="Notes")
    notes.get_by_role("button", name="Write a note").click()
    notes.get_by_label("Title").fill("The cellar")
    notes.get_by_label("Text, in Markdown").fill("Cold and **not empty**.\n\n- a chest")
    notes.get_by_label("Seen by").select_option(label="Pia only")
    notes.get_by_role("button", name="Keep").click()
    shown(notes.locator("article strong")).to_have_text("not empty")
    assert master.unwelcome() == []
    player.page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name="Table").click()
    player.page.get_by_role("button", name="Notes").click()
    shown(player.page.locator(".notes article h2")).to_have_text("The cellar")
    assert not player.scrolls_sideways()
    other.page.get_by_role("button", name="Notes").click()
    shown(other.page.locator(".notes")).to_contain_text("No notes yet")
    for hidden in ("You hear steps", "I hide", "cellar"):
        shown(other.page.locator("main")).not_to_contain_text(hidden)


def test_a_long_log_draws_a_part_of_itself_and_goes_earlier_and_later(visit: Visit) -> None:
    """However long the evening, the page holds about 80 lines of it."""
    master = visit()
    master.expected = RACE
    table = open_ready(master, "twelves")
    url = f"{master.site.address}/api/v1/tables/{table}/messages"
    for number in range(110):
        said = {"text": f"Line {number}."}
        while not master.context.request.post(url, data=said, headers={"Origin": master.site.address}).ok:
            time.sleep(0.5)  # a seat may write only so much a second
    page = master.page
    page.reload()
    lines = page.locator(".lines > li")
    shown(lines.last).to_contain_text("Line 109.")
    assert lines.count() < 90
    page.get_by_role("button", name="Earlier").click()
    shown(lines.filter(has_text="Line 10.")).to_have_count(1)
    shown(lines.filter(has_text="Line 109.")).to_have_count(0)
    assert lines.count() < 90
    page.get_by_role("button", name="Later").click()
    shown(lines.last).to_contain_text("Line 109.")
    page.get_by_label("Search the log").fill("line 3.")
    shown(lines).to_have_count(1)
