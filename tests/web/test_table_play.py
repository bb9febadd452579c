"""A ready table of every game, played through its page by a game master and a player."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect as shown

from web_browser import Visitor
from web_table import (
    GAMES,
    KEPT,
    RACE,
    ROLLS,
    act,
    events,
    invite,
    is_over,
    last_seq,
    open_ready,
    play_to_the_end,
    roll_first,
    take_seat,
    type_dice,
    wait_past,
)

pytest_plugins = ("web_browser",)
Visit = Callable[..., Visitor]


@pytest.mark.parametrize("game", GAMES)
def test_the_first_press_gives_a_result_with_its_reasons_and_a_link_for_the_others(visit: Visit, game: str) -> None:
    """The first minute: a suggestion with its odds, one press, a word, why, and an invitation."""
    master = visit()
    open_ready(master, game)
    shown(master.page.locator(".offer.first .odds-bar svg")).to_be_visible()
    assert master.unwelcome() == []
    roll_first(master.page)
    result = master.page.locator(".result")
    result.get_by_text("Why?").click()
    shown(result.locator(f"a[href^='/rules/{game}#']").first).to_be_visible()
    aside = master.page.get_by_role("complementary", name="Bring the others")
    shown(aside.get_by_role("img", name="QR code of the link")).to_be_visible()
    assert "/join#" in aside.get_by_role("textbox").input_value()
    assert master.unwelcome() == []
    master.picture(f"table-{game}-first")


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_play_a_fight_to_its_end(visit: Visit, game: str) -> None:
    """The game master invites by a link, the player acts for the hero, and both see the same end."""
    master, player = visit(), visit()
    master.expected, player.expected = RACE, (*RACE, *KEPT)
    open_ready(master, game)
    hero = master.page.locator(".card h3").first.inner_text()
    take_seat(player, invite(master.page, hero), "Pia")
    shown(master.page.locator(".line")).to_contain_text("Pia")
    shown(master.page.locator(".card", has_text=hero).first).to_contain_text("Pia (here)")
    play_to_the_end(game, master.page, player.page, hero)
    assert is_over(master.page)
    assert is_over(player.page)
    assert master.page.locator(".turn .word-line").inner_text() == player.page.locator(".turn .word-line").inner_text()
    shown(player.page.get_by_role("region", name="Everybody's dice")).to_be_visible()
    assert player.unwelcome() == []
    master.picture(f"table-{game}-over-master")
    player.picture(f"table-{game}-over-player")


@pytest.mark.parametrize("game", GAMES)
def test_dice_thrown_on_the_real_table_are_typed_in_and_missing_ones_are_asked_for(visit: Visit, game: str) -> None:
    """One face is given, the others are asked for by name and size, and all of them count as typed."""
    master = visit()
    master.expected = RACE
    open_ready(master, game)
    seq = last_seq(master.page)
    act(master.page, ROLLS[game], faces=[3])
    faces = [3, *type_dice(master.page, 2)]
    assert len(faces) > 1
    wait_past(master.page, seq)
    dice = master.page.locator(".result > .dice .die")
    shown(dice).to_have_count(len(faces))
    assert [int(text) for text in dice.all_inner_texts()] == faces
    assert master.page.locator(".result > .dice .die.typed").count() == len(faces)


@pytest.mark.parametrize("game", GAMES)
def test_undo_takes_back_what_was_done_and_redo_brings_it_again(visit: Visit, game: str) -> None:
    """Trackers stand as they stood before, the log keeps the line crossed out, and redo restores it."""
    master = visit()
    master.expected = RACE
    open_ready(master, game)
    page = master.page
    before = page.locator(".party .trackers").all_inner_texts()
    roll_first(page)
    after = page.locator(".party .trackers").all_inner_texts()
    seq = last_seq(page)
    page.get_by_role("button", name="Undo", exact=True).click()
    wait_past(page, seq)
    assert page.locator(".party .trackers").all_inner_texts() == before
    assert page.locator(".lines .undone").count() > 0
    assert re.search(r"went back to event \d+", events(page)[-1])
    seq = last_seq(page)
    page.get_by_role("button", name="Redo", exact=True).click()
    wait_past(page, seq)
    assert page.locator(".party .trackers").all_inner_texts() == after
    assert page.locator(".lines .undone").count() == 0
