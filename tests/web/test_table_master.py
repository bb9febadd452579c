"""The game master's strip: time, branches, asking for rolls, seats, settings, looking as a player."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog
from playwright.sync_api import expect as shown

from web_browser import Visitor
from web_table import KEPT, RACE, events, invite, last_seq, open_ready, roll_first, sit_down, take_seat, wait_past

Visit = Callable[..., Visitor]


@pytest.fixture
def master(visit: Visit) -> Visitor:
    """A game master at a ready table of Twelves."""
    made = visit()
    made.expected = RACE
    open_ready(made, "twelves")
    return made


def _table(visitor: Visitor) -> str:
    """The name of the table that a page shows."""
    return visitor.page.url.rsplit("/", 1)[1]


@pytest.fixture
def player(master: Visitor, visit: Visit) -> Visitor:
    """A player at the same table, who plays Wren."""
    made = visit()
    made.expected = (*RACE, *KEPT)
    sit_down(master, made, _table(master), "Pia", "Wren")
    return made


def test_time_is_walked_back_and_shared_as_a_link(master: Visitor, visit: Visit) -> None:
    """Any event can be looked at; the address names it; nothing can be done there."""
    page = master.page
    roll_first(page)
    last = last_seq(page)
    page.get_by_role("button", name="One event back").click()
    shown(page.locator(".line")).to_contain_text(f"You are looking at event {last - 1}")
    shown(page.locator(".act")).to_contain_text("You are looking at the past")
    assert page.url.endswith(f"?at={last - 1}")
    page.reload()
    shown(page.locator(".line")).to_contain_text(f"You are looking at event {last - 1}")
    assert master.unwelcome() == []
    page.get_by_role("button", name="Back to now").click()
    shown(page.locator(".moment")).to_have_text("now")
    shown(page.locator(".act .offer").first).to_be_visible()


def test_going_back_to_an_event_undoes_all_that_followed(master: Visitor) -> None:
    """The log keeps what was undone, crossed out."""
    page = master.page
    fresh = last_seq(page)
    roll_first(page)
    for _ in range(last_seq(page) - fresh):
        page.get_by_role("button", name="One event back").click()
    shown(page.locator(".moment")).to_contain_text(f"event {fresh} ")
    page.get_by_role("button", name="Go back to here").click()
    shown(page.locator(".lines > li").last).to_contain_text(f"went back to event {fresh}")
    shown(page.locator(".lines .undone").first).to_be_visible()


def test_another_way_begins_at_an_event_and_leaves_the_table_alone(master: Visitor) -> None:
    """A branch is a table of its own."""
    page = master.page
    roll_first(page)
    old, lines = page.url, len(events(page))
    page.get_by_role("button", name="One event back").click()
    page.get_by_role("button", name="Try another way from here").click()
    shown(page.locator("h1")).to_have_text("Twelves, another way")
    assert page.url != old
    shown(page.locator(".act .offer").first).to_be_visible()
    page.goto(old)
    shown(page.locator(".lines > li")).to_have_count(lines)


def test_a_roll_that_is_asked_for_stands_ready_on_the_players_page(master: Visitor, player: Visitor) -> None:
    """The game master asks; the player presses, rolls, and the request is answered."""
    page = master.page
    page.get_by_role("button", name="Ask for a roll").click()
    form = page.locator(".master form")
    what, who = form.get_by_label("Ask for").bounding_box(), form.get_by_role("group", name="Who rolls").bounding_box()
    assert what is not None
    assert who is not None
    assert what["x"] + what["width"] < who["x"], "who rolls it stands beside what is rolled"
    assert abs(what["y"] - who["y"]) < 40
    form.get_by_role("radio", name="AGI").check()
    form.get_by_label("Odo").uncheck()
    form.get_by_label("Message").fill("Something creaks.")
    form.get_by_role("button", name="Ask", exact=True).click()
    note = player.page.locator(".note", has_text="Something creaks.")
    shown(note).to_contain_text("The GM asks Wren to check Agility. Something creaks.")
    seq = last_seq(player.page)
    note.get_by_role("button", name="Wren: check").click()
    player.page.get_by_role("button", name="Roll", exact=True).click()
    wait_past(player.page, seq)
    shown(note).to_be_hidden()
    shown(page.locator(".result .doing")).to_contain_text("Wren: check")


def test_the_gm_sees_the_table_as_a_player(master: Visitor, player: Visitor) -> None:
    """View as: the foe's sheet is gone, and nothing can be done in the player's stead but looking."""
    page = master.page
    page.get_by_label("View as").select_option(label="Pia")
    shown(page.locator(".line")).to_contain_text("You see what Pia sees")
    foe = page.get_by_role("region", name="Others here").locator(".card", has_text="Toll Keeper")
    shown(foe).to_be_visible()
    assert foe.locator(".trackers").count() == 0
    page.get_by_label("View as").select_option(label="yourself")
    shown(page.get_by_role("region", name="Yours to run").locator(".trackers")).to_be_visible()


def test_a_player_is_invited_from_the_strip_and_sits_down_by_the_link(master: Visitor, visit: Visit) -> None:
    """The link names the character; the game master sees who has come."""
    player = visit()
    player.expected = (*RACE, *KEPT)
    page = take_seat(player, invite(master.page, "Wren"), "Pia")
    shown(page.get_by_role("heading", name="What you can do now")).to_be_visible()
    shown(master.page.locator(".card", has_text="Wren").first).to_contain_text("Pia (here)")


def test_a_seat_that_is_taken_away_is_refused_at_once(master: Visitor, player: Visitor) -> None:
    """The player's page says what happened and how to go on."""
    player.expected = (*player.expected, "status of 401")
    page = master.page
    page.get_by_role("button", name="Seats", exact=True).click()
    page.once("dialog", lambda question: question.accept())
    page.get_by_role("button", name="Remove the seat of Pia").click()
    shown(player.page.get_by_role("alert")).to_contain_text("Your seat at this table is gone")
    shown(player.page.get_by_role("link", name="Take a seat with an invitation")).to_be_visible()


def test_a_seat_is_kept_when_the_question_is_answered_with_no(master: Visitor, player: Visitor) -> None:
    """Removing a seat and closing the table ask first; "no" leaves all as it was."""
    page = master.page
    asked: list[str] = []

    def refuse(question: Dialog) -> None:
        asked.append(question.message)
        question.dismiss()

    page.on("dialog", refuse)
    page.get_by_role("button", name="Seats", exact=True).click()
    page.get_by_role("button", name="Remove the seat of Pia").click()
    page.get_by_role("button", name="Table", exact=True).first.click()
    page.get_by_role("button", name=re.compile("^Close the table")).click()
    assert [one.split("?")[0] for one in asked] == ["Remove the seat of Pia", "Close the table"]
    shown(page.locator(".act .offer").first).to_be_visible()
    shown(player.page.locator(".line")).to_contain_text("You are Pia")


def test_an_invitation_is_shown_again(master: Visitor) -> None:
    """The browser that made a link keeps it, with its QR code, until it is revoked."""
    page = master.page
    link = invite(page)
    page.get_by_role("button", name="Seats", exact=True).click()
    page.get_by_role("button", name="show again").click()
    shown(page.locator(".master .invitation input")).to_have_value(re.compile(re.escape(link) + "$"))
    shown(page.locator(".master .invitation").get_by_role("img", name="QR code of the link")).to_be_visible()


def test_a_player_sits_at_two_devices(player: Visitor, visit: Visit) -> None:
    """The link of the seat leads to the same seat, without a name to type; both pages act for the same character."""
    page = player.page
    page.get_by_role("button", name="Second device").click()
    page.get_by_role("button", name="Link for another device").click()
    link = page.locator(".invitation input")
    shown(link).to_have_value(re.compile("/join#"))
    phone = visit()
    phone.expected = (*RACE, *KEPT)
    address = link.input_value()
    other = phone.go(address[address.index("/join#") :])
    shown(other.get_by_role("main")).to_contain_text("You sit here as Pia")
    assert other.get_by_label("Your name at the table").count() == 0
    other.get_by_role("button", name="Play here too").click()
    other.wait_for_url("**/table/*")
    shown(other.locator(".line")).to_contain_text("You are Pia, a player. Here: Game master and Pia.")
    shown(other.locator(".act .offer").first).to_be_visible()


def test_an_invitation_that_is_taken_back_opens_no_seat(master: Visitor, visit: Visit) -> None:
    """The link leads to one clear line."""
    page = master.page
    link = invite(page)
    page.get_by_role("button", name="Seats", exact=True).click()
    page.once("dialog", lambda question: question.accept())
    page.get_by_role("button", name="revoke").click()
    shown(page.get_by_role("button", name="revoke")).to_have_count(0)
    late = visit()
    late.expected = ("status of 4",)
    late.go(link)
    shown(late.page.locator("h1")).to_have_text("This invitation no longer works")
    assert late.page.get_by_label("Your name at the table").count() == 0


def test_the_table_is_closed_and_goes_on(master: Visitor) -> None:
    """A closed table offers nothing; reopened, it offers all again."""
    page = master.page
    page.get_by_role("button", name="Table", exact=True).first.click()
    page.once("dialog", lambda question: question.accept())
    page.get_by_role("button", name=re.compile("^Close the table")).click()
    shown(page.locator(".act").last).to_contain_text("The table is closed")
    page.get_by_role("button", name="Reopen the table").click()
    shown(page.locator(".act .offer").first).to_be_visible()


def test_a_ruling_is_changed_for_what_comes(master: Visitor) -> None:
    """The odds of the suggestion follow the ruling; five come first, and a word finds the others."""
    page = master.page
    bar = page.locator(".offer.first .odds-bar svg")
    shown(bar).to_be_visible()
    before, seq = bar.get_attribute("aria-label"), last_seq(page)
    page.locator("#say").fill("/odds check score=7")
    page.get_by_role("button", name="Send").click()
    shown(page.locator(".say .odds-bar svg")).to_be_visible()
    page.get_by_role("button", name="Rulings").click()
    shown(page.locator(".ruling")).to_have_count(5)
    shown(page.get_by_role("radio", name="as written")).to_be_checked()
    shown(page.get_by_role("radio", name="recommended")).to_be_visible()
    page.get_by_label("Find a ruling").fill("doubles below")
    shown(page.locator(".ruling")).to_have_count(1)
    ruling = page.get_by_role("group", name=re.compile("doubles below the target number"))
    ruling.get_by_role("radio", name="failure").check()
    wait_past(page, seq)
    shown(page.locator(".lines > li").last).to_contain_text("doubles below the target number")
    page.get_by_role("button", name="Rulings").click()
    shown(bar).not_to_have_attribute("aria-label", before or "")


def test_chat_takes_commands_and_says_what_they_are(master: Visitor, player: Visitor) -> None:
    """A roll is seen by all, help only by the one who asks, and a mistake is one line."""
    page = player.page
    player.expected = (*player.expected, "status of 400")
    page.locator("#say").fill("/roll 4d6kh3")
    page.get_by_role("button", name="Send").click()
    shown(master.page.locator(".lines > li").last.locator(".result-line > .dice-groups .dropped")).to_have_count(1)
    page.locator("#say").fill("/help")
    page.get_by_role("button", name="Send").click()
    shown(page.locator(".help")).to_contain_text("/roll 4d6kh3")
    page.locator("#say").fill("/dance")
    page.get_by_role("button", name="Send").click()
    shown(page.get_by_role("alert")).to_contain_text("Unknown command")
    assert "dance" not in " ".join(events(master.page))
