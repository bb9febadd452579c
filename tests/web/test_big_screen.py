"""A table on a television or projector: stage and order of turns only, and nothing that players must not see."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect as shown

from web_browser import Visitor
from web_table import GAMES, RACE, last_seq, open_ready, row, wait_past

Visit = Callable[..., Visitor]

SCREEN = {"width": 1920, "height": 1080}
FITS = """() => ['.tv', '.tv-head', '.ribbon', '.tv-ground', '.tv-latest'].every(
    name => (one => one.scrollHeight <= one.clientHeight + 1)(document.querySelector(name)))"""
"""Nothing of the page is cut off or has to be scrolled to."""


def _screen(master: Visitor, screen: Visitor, table: str) -> None:
    """Bring a table onto a screen, without the page of seats."""
    invited = master.post(f"/tables/{table}/invitations", {"role": "spectator", "uses": 1})
    page = screen.go(f"/tv#{invited['invitation']}")
    page.get_by_role("button", name="Show the table here").click()
    shown(page.locator(".tv")).to_be_visible()


def test_the_link_for_a_screen_brings_up_the_table_and_every_open_roll(visit: Visit) -> None:
    master, screen = visit(), visit(viewport=SCREEN)
    master.expected = RACE
    open_ready(master, "dpi")
    page = master.page
    page.get_by_role("button", name="Seats", exact=True).click()
    page.locator("section[aria-labelledby=invite-title] select").first.select_option(label="TV or projector")
    page.get_by_role("button", name="Make a link").click()
    address = page.locator(".master .invitation input").input_value()
    screen.go(address[address.index("/tv#") :])
    shown(screen.page.locator("h1")).to_have_text("DPI, on the big screen")
    screen.page.get_by_role("button", name="Show the table here").click()
    order = page.locator(".order li").all_inner_texts()
    shown(screen.page.locator(".ribbon > li")).to_have_count(len(order))
    shown(screen.page.locator(".tv-map .token")).to_have_count(len(order))
    box = screen.page.locator(".tv-map").bounding_box()
    assert box
    assert box["width"] > SCREEN["width"] / 2, "the map has the larger half"
    _, _, across, down = map(float, str(screen.page.locator(".tv-map .map").get_attribute("viewBox")).split())
    assert across > down, "a map whose figures stand in a column is as wide as the screen"
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
    assert screen.page.locator(".ribbon .tag").evaluate_all(cut) == []
    assert screen.page.locator("nav, button, a").count() == 0
    assert screen.page.evaluate(FITS)
    assert screen.unwelcome() == []
    screen.picture("big-screen-dpi")

    seq = last_seq(page)
    page.locator(".offer.first").click()
    page.locator(".act-form").get_by_label("Seen by").select_option("gm")
    page.locator(".act-form button[type=submit]").click()
    wait_past(page, seq)
    assert screen.page.locator(".tv-latest .result").count() == 0, "a roll that only the GM sees"


@pytest.mark.parametrize("game", [game for game in GAMES if game != "dpi"])
def test_the_screen_of_every_game_follows_the_table(game: str, visit: Visit) -> None:
    master, screen = visit(), visit(viewport=SCREEN, color_scheme="dark")
    master.expected = RACE
    table = open_ready(master, game)
    _screen(master, screen, table)
    page = screen.page
    shown(page.locator(".tv-latest .lead")).to_be_visible()
    seq = last_seq(master.page)
    master.page.locator(".offer.first").click()
    master.page.locator(".act-form button[type=submit]").click()
    wait_past(master.page, seq)
    page.wait_for_function("seq => Number(document.querySelector('.tv').dataset.seq) > seq", arg=seq)
    shown(page.locator(".tv-latest .result").or_(page.get_by_text("Waiting for")).first).to_be_visible()
    assert page.evaluate(FITS)
    assert not screen.scrolls_sideways()
    assert screen.unwelcome(colours_only=True) == []
    screen.picture(f"big-screen-{game}")


def test_twelve_characters_in_one_place_fit_on_the_screen(visit: Visit) -> None:
    master, screen = visit(), visit(viewport={"width": 1280, "height": 720})
    master.expected = RACE
    table = open_ready(master, "untold-aeons")
    actions = f"/tables/{table}/actions"
    for seed in range(8):
        wanted = master.post("/games/untold-aeons/random-sheet", {"seed": seed})["wanted"]
        name = f"Investigator {seed}"
        master.post(actions, {"action": "join", "params": {"character": {**wanted, "name": name}}})
        master.post(actions, {"action": "enter-fight", "params": {"who": name}})
    _screen(master, screen, table)
    shown(screen.page.locator(".ribbon > li")).to_have_count(12)
    shown(screen.page.locator(".range-line .spot")).to_have_count(12)
    assert screen.page.evaluate(FITS)
    screen.picture("big-screen-twelve")


def test_ranges_have_the_whole_width_and_the_result_stands_under_them(visit: Visit) -> None:
    master, screen = visit(), visit(viewport=SCREEN)
    master.expected = RACE
    _screen(master, screen, open_ready(master, "untold-aeons"))
    line, latest = (screen.page.locator(one).bounding_box() for one in (".range-line", ".tv-latest"))
    assert line
    assert latest
    assert line["width"] > 0.85 * SCREEN["width"]
    assert line["y"] + line["height"] < latest["y"]
    assert screen.page.evaluate(FITS)


def test_a_long_result_is_shown_smaller_instead_of_cut_off(visit: Visit) -> None:
    master, screen = visit(), visit(viewport=SCREEN)
    master.expected = RACE
    table = open_ready(master, "light-dark")
    _screen(master, screen, table)
    turn = {"who": "Isk", "challenge": "caretaker", "attribute": "strength", "facet": "main", "dark": 1}
    faces = [4, 5, 4, 3, 6, 5, 2, 6, 5]  # a complication whose dice explode twice, and Isk goes down
    master.post(f"/tables/{table}/actions", {"action": "challenge-turn", "params": turn, "faces": faces})
    page = screen.page
    shown(page.locator(".tv-latest .word")).to_have_text("Down")
    shown(page.locator(".tv-latest .changes")).to_be_visible()
    assert page.evaluate(FITS)
    zoom = "Number(document.querySelector('.tv-latest').firstElementChild.style.zoom)"
    assert 0.4 < page.evaluate(zoom) < 1, "shown whole, and no smaller than it has to be"
    screen.picture("big-screen-long-result")


def test_the_seat_of_who_runs_the_game_is_neither_shown_nor_lost(visit: Visit) -> None:
    master = visit()
    master.expected = RACE
    table = open_ready(master, "twelves")
    invited = master.post(f"/tables/{table}/invitations", {"role": "spectator", "uses": 1})["invitation"]
    for path in (f"/tv/{table}", f"/tv#{invited}"):
        page = master.go(path)
        shown(page.locator(".note")).to_contain_text("This browser has a seat at the table")
        assert page.locator(".tv, button").count() == 0
    page = master.go(f"/join#{invited}")
    page.get_by_role("link", name="Back to your seat").click()
    shown(row(page, "Check").first).to_be_visible()


def test_the_last_blow_stays_on_the_screen_when_the_next_turn_begins(visit: Visit) -> None:
    master, screen = visit(), visit(viewport=SCREEN, color_scheme="dark")
    master.expected = RACE
    table = open_ready(master, "twelves")
    actions = f"/tables/{table}/actions"
    master.post(actions, {"action": "start-fight", "params": {}})
    _screen(master, screen, table)
    page = screen.page
    shown(page.locator(".tv-latest .word")).to_have_text("Fight!")
    shown(page.locator(".plates li", has_text="Wren").locator(".tick").first).to_be_visible()
    first = page.locator(".ribbon [aria-current] > b").inner_text()
    blow = {"who": first, "target": "Toll Keeper" if first != "Toll Keeper" else "Wren"}
    master.post(actions, {"action": "attack", "params": blow, "faces": [5, 5]})
    master.post(actions, {"action": "end-turn", "params": {"who": first}})
    shown(page.locator(".ribbon [aria-current] > b")).not_to_have_text(first)
    shown(page.locator(".tv-latest .word")).to_have_text("Critical hit")
    assert page.evaluate(FITS)
    assert screen.unwelcome(colours_only=True) == []


def test_the_next_turns_of_a_large_fight_fit_on_the_screen(visit: Visit) -> None:
    master, screen = visit(), visit(viewport=SCREEN)
    master.expected = RACE
    table = open_ready(master, "twelves")
    actions = f"/tables/{table}/actions"
    for name in ("Guard", "Archer"):
        master.post(actions, {"action": "add-foe", "params": {"foe": "guard", "name": name, "count": 12}})
    master.post(actions, {"action": "start-fight", "params": {}})
    _screen(master, screen, table)
    ribbon = screen.page.locator(".ribbon > li")
    shown(ribbon.last).to_have_text("and 11 more")
    shown(ribbon.first).to_have_attribute("aria-current", "step")
    assert screen.page.evaluate(FITS)
