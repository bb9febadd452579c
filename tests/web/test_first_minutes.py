"""The first minutes of an invited player on a phone: where the link leads, whom to play, what to do."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect as shown

from rulewright.game import find_game
from web_browser import Visitor
from web_table import GAMES, KEPT, RACE, last_seq, open_ready, roll_first, settle, sit_down, wait_past

Visit = Callable[..., Visitor]

PHONE = {"width": 390, "height": 844}


def _invited(master: Visitor, player: Visitor, game: str) -> str:
    """Open a table and follow its invitation on a phone; the table's name."""
    master.expected, player.expected = RACE, (*RACE, *KEPT)
    asked = {"game": game, "name": "Mira", "title": "Thursday evening", "ready": True}
    table = str(master.post("/tables", asked)["table"])
    invitation = master.post(f"/tables/{table}/invitations", {"role": "player", "uses": 3})["invitation"]
    page = player.go(f"/join#{invitation}")
    shown(page.locator("h1")).to_have_text("You are invited to Thursday evening")
    shown(page.locator(".welcome")).to_contain_text(f"A table of {find_game(game).name}, run by Mira.")
    assert not player.scrolls_sideways()
    page.get_by_label("Your name at the table").fill("Pia")
    page.get_by_role("button", name="Join the table").click()
    page.wait_for_url("**/table/*")
    return table


def test_the_meters_of_a_ready_character_are_equally_long(visit: Visit) -> None:
    master, player = visit(), visit(viewport=PHONE, has_touch=True)
    _invited(master, player, "dpi")
    heroes = player.page.locator(".heroes > li")
    shown(heroes.first).to_be_visible()
    for hero in heroes.all():
        assert len(set(hero.locator(".gauge").evaluate_all("all => all.map(one => one.offsetWidth)"))) == 1


@pytest.mark.parametrize("game", GAMES)
def test_an_invited_player_takes_a_ready_character_and_rolls(game: str, visit: Visit) -> None:
    master, player = visit(), visit(viewport=PHONE, has_touch=True, color_scheme="dark")
    _invited(master, player, game)
    page, hero = player.page, find_game(game).opening.heroes[0]  # type: ignore[union-attr]
    landing = page.locator(".landing")
    shown(landing).to_contain_text("Who will you play?")
    shown(landing).to_contain_text(f"Thursday evening, a table of {find_game(game).name}, run by Mira")
    assert player.unwelcome() == []
    assert not player.scrolls_sideways()
    player.picture(f"first-minutes-{game}")
    landing.get_by_role("button", name=f"Play {hero}").tap()
    shown(page.locator(".landing")).to_have_count(0)
    shown(page.locator(".offer.first")).to_be_visible()
    seq = last_seq(page)
    page.locator(".offer.first").tap()
    page.locator(".act-form button[type=submit]").tap()
    wait_past(page, seq)


def test_a_player_takes_a_random_character_or_watches(visit: Visit) -> None:
    master, player = visit(), visit(viewport=PHONE, has_touch=True)
    table = _invited(master, player, "twelves")
    page = player.page
    page.get_by_role("button", name="Watch").tap()
    shown(page.get_by_text("You are watching.")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).first.tap()
    page.get_by_role("button", name="Random character").tap()
    shown(page.locator(".landing")).to_have_count(0)
    taken = {"seat": "", "shown": True}
    assert master.context.request.put(
        f"{master.site.address}/api/v1/tables/{table}/characters/Wren/keeper",
        data=taken,
        headers={"Origin": master.site.address},
    ).ok
    second = player.context.request.post(
        f"{player.site.address}/api/v1/tables/{table}/characters/Wren/claim",
        data={},
        headers={"Origin": player.site.address},
    )
    assert second.status == 409, "one character for each player; more are the game master's to give"


def test_a_second_and_a_third_step_are_pointed_out_and_then_never_again(visit: Visit) -> None:
    master = visit()
    master.expected = RACE
    open_ready(master, "twelves")
    page = master.page
    assert page.locator(".guide").count() == 0, "the first step is the one that is tagged"
    roll_first(page)
    guide = page.locator(".guide")
    shown(guide).to_contain_text("Step 2 of 3")
    guide.get_by_role("button", name="Start fight").click()
    seq = last_seq(page)
    page.locator(".act-form button[type=submit]").click()
    wait_past(page, seq)
    shown(guide).to_contain_text("Step 3 of 3")
    guide.get_by_role("button", name="Got it").click()
    shown(guide).to_have_count(0)
    open_ready(master, "twelves")
    roll_first(page)
    assert guide.count() == 0


def test_the_bare_address_of_a_table_says_what_to_do(visit: Visit) -> None:
    master, stranger = visit(), visit(viewport=PHONE)
    master.expected, stranger.expected = RACE, ("status of 401", "WebSocket")
    table = open_ready(master, "twelves")
    stranger.page.goto(f"{stranger.site.address}/table/{table}")
    shown(stranger.page.get_by_role("alert")).to_contain_text("You have no seat at this table")
    shown(stranger.page.get_by_role("link", name="I have an invitation")).to_be_visible()
    assert not re.search("Bearer|key is needed", stranger.page.locator("main").inner_text())
    stranger.page.goto(f"{stranger.site.address}/tv/{table}")
    shown(stranger.page.locator(".note")).to_contain_text("makes a link for a screen under Seats")


def test_an_old_invitation_says_what_to_do_and_asks_for_no_name(visit: Visit) -> None:
    master, stranger = visit(), visit(viewport=PHONE)
    stranger.expected = ("status of 403", "status of 401")
    table = str(master.post("/tables", {"game": "twelves", "name": "Mira", "ready": True})["table"])
    invitation = master.post(f"/tables/{table}/invitations", {"role": "player", "uses": 1})["invitation"]
    visit().post("/join", {"invitation": invitation, "name": "Pia"})
    page = stranger.go(f"/join#{invitation}")
    shown(page.locator("h1")).to_have_text("This invitation no longer works")
    shown(page.get_by_role("link", name="Open a table of your own")).to_be_visible()
    assert page.locator("input").count() == 0
    assert stranger.unwelcome() == []


def test_a_step_is_for_the_character_whose_turn_it_is(visit: Visit) -> None:
    """In Light & Dark another PC may act too, but it is not their turn."""
    master, player = visit(), visit()
    master.expected, player.expected = RACE, (*RACE, *KEPT)
    table = open_ready(master, "light-dark")
    page = sit_down(master, player, table, "Pia", "Isk")
    master.post(f"/tables/{table}/settings", {"settings": {"advice": False}})
    seq = last_seq(page)
    turn = {"who": "Isk", "challenge": "caretaker", "attribute": "strength", "facet": "main", "dark": 1}
    faces = [4, 5, 4, 3, 1, 1, 1]  # Isk stays up
    master.post(f"/tables/{table}/actions", {"action": "challenge-turn", "params": turn, "faces": faces})
    wait_past(page, seq)
    shown(page.locator(".order [aria-current]")).to_contain_text("Lio")
    settle(page)
    assert page.locator(".guide").all_inner_texts() == []


def test_a_player_who_waits_to_join_is_not_asked_again_whatever_the_game_calls_it(visit: Visit) -> None:
    master, player = visit(), visit()
    table = open_ready(master, "light-dark")  # which begins in a fight: the GM approves who joins
    page = sit_down(master, player, table, "Pia")
    page.get_by_role("button", name="Random character", exact=True).click()
    shown(master.page.get_by_role("button", name="Approve")).to_be_visible()
    shown(page.locator(".landing")).to_have_count(0)
