"""A ready table of every game, played through its page by a game master and a player."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Locator, Route
from playwright.sync_api import expect as shown

from web_browser import Visitor
from web_table import (
    GAMES,
    KEPT,
    RACE,
    ROLLS,
    act,
    events,
    last_seq,
    open_by_hand,
    open_ready,
    play_to_the_end,
    roll_first,
    row,
    settle,
    sit_down,
    type_dice,
    wait_past,
)

Visit = Callable[..., Visitor]


def test_a_form_opened_before_the_last_answer_stays_open(visit: Visit) -> None:
    """The live connection may bring an event before the request that made it is answered."""
    master = visit()
    master.expected = RACE
    open_ready(master, "twelves")
    page, seq = master.page, last_seq(master.page)
    answers: list[tuple[Route, APIResponse]] = []
    page.route("**/actions", lambda route: answers.append((route, route.fetch())))
    row(page, "Check").click()
    page.locator(".act-form button[type=submit]").click()
    wait_past(page, seq)
    row(page, "Short rest").first.click()
    shown(page.locator(".act-form h2")).to_contain_text("short rest")
    with page.expect_response("**/actions"):
        answers[0][0].fulfill(response=answers[0][1])
    page.wait_for_timeout(100)  # a form that closes does so at once
    shown(page.locator(".act-form h2")).to_contain_text("short rest")


def test_the_target_that_is_offered_first_can_still_be_hit(visit: Visit) -> None:
    """A character who has fallen is the last choice, and is marked as out; in Twelves one may be hit again."""
    master = visit()
    master.expected = RACE
    table = open_ready(master, "twelves")
    page = master.page
    guard = {"name": "Guard", "npc": True, "scores": {"AGI": 7, "STR": 9, "FIN": 4, "INS": 8, "PRE": 6, "KNO": 5}}
    seq = last_seq(page)
    master.post(f"/tables/{table}/actions", {"action": "join", "params": {"character": guard}})
    wait_past(page, seq)
    page.locator(".people .person", has_text="Wren").click()
    row(page, "Attack").first.click()
    target = page.locator(".act-form").get_by_role("group", name="Target")
    shown(target.get_by_role("radio", name="Toll Keeper", exact=True)).to_be_checked()
    page.locator(".act-form").get_by_role("button", name="Back").click()
    seq = last_seq(page)
    fallen = {"who": "Toll Keeper", "boxes": 9}
    master.post(f"/tables/{table}/actions", {"action": "take-damage", "params": fallen})
    wait_past(page, seq)
    row(page, "Attack").first.click()
    shown(target.get_by_role("radio", name="Guard")).to_be_checked()
    shown(target.get_by_role("radio").last).not_to_be_checked()
    shown(target.get_by_role("radio", name="Toll Keeper (out)")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_the_first_press_gives_a_result_with_its_reasons_and_can_be_taken_back(visit: Visit, game: str) -> None:
    """The first minute: a suggestion with its odds, one press, a word, why, an invitation; then undo, and redo."""
    master = visit()
    master.expected = RACE
    open_by_hand(master, game)
    page = master.page
    shown(page.locator(".offer.first .odds-bar svg")).to_be_visible()
    before = page.locator(".party .trackers").all_inner_texts()
    roll_first(page)
    result = page.locator(".result")
    result.get_by_text("Why?").click()
    shown(result.locator(f"a[href^='/rules/{game}#']").first).to_be_visible()
    result.get_by_text("What the draft says, and what is ours").click()
    shown(result.locator(".sources .tag").first).to_have_text(re.compile("^(draft|ours)$"))
    aside = page.get_by_role("complementary", name="Invite the others")
    shown(aside.get_by_role("img", name="QR code of the link")).to_be_visible()
    assert "/join#" in aside.get_by_role("textbox").input_value()
    assert master.unwelcome() == []
    master.picture(f"table-{game}-first")
    after = page.locator(".party .trackers").all_inner_texts()
    seq = last_seq(page)
    page.get_by_role("button", name="Undo", exact=True).click()
    wait_past(page, seq)
    assert page.locator(".party .trackers").all_inner_texts() == before
    assert re.search(r"went back to event \d+", events(page)[-1])
    shown(page.locator(".lines .undone").first).to_be_visible()
    seq = last_seq(page)
    page.get_by_role("button", name="Redo", exact=True).click()
    wait_past(page, seq)
    assert page.locator(".party .trackers").all_inner_texts() == after
    shown(page.locator(".lines .undone")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_play_a_fight_to_its_end(visit: Visit, game: str) -> None:
    """The player acts for the hero, the game master for the others, and both see the same end."""
    master, player = visit(), visit()
    master.expected, player.expected = RACE, (*RACE, *KEPT)
    table = open_ready(master, game, soon_over=True)
    hero = master.page.locator(".card h3").first.inner_text()
    sit_down(master, player, table, "Pia", hero)
    shown(master.page.locator(".line")).to_contain_text("Pia")
    shown(master.page.locator(".card", has_text=hero).first).to_contain_text("Pia (here)")
    play_to_the_end(game, master.page, player.page, hero)
    for page in (master.page, player.page):
        shown(page.locator(".turn", has_text="It is over")).to_be_visible()
    assert master.page.locator(".turn .word-line").inner_text() == player.page.locator(".turn .word-line").inner_text()
    player.page.get_by_text("Who was lucky?").click()
    shown(player.page.get_by_role("region", name="Dice of every player")).to_be_visible()
    assert player.unwelcome() == []
    master.picture(f"table-{game}-over-master")
    player.picture(f"table-{game}-over-player")


def test_the_round_of_a_chase_is_said_once(visit: Visit) -> None:
    master = visit()
    master.expected = RACE
    open_ready(master, "die-code")
    turn = master.page.locator(".turn")
    shown(turn).to_contain_text("round 1 of 4")
    assert turn.inner_text().lower().count("round") == 1


def test_what_a_fight_waits_for_stands_above_everything_else(visit: Visit) -> None:
    """A round begins: everybody chooses a turn with one press; the others see who is waited for."""
    master, player = visit(), visit()
    master.expected, player.expected = RACE, (*RACE, *KEPT)
    table = open_ready(master, "untold-aeons")
    for who in ("Ines", "Hale", "Cultist", "Drowned One"):
        master.post(f"/tables/{table}/actions", {"action": "end-turn", "params": {"who": who}})
    sit_down(master, player, table, "Pia", "Ines")
    page = player.page
    card = page.get_by_role("region", name="Choose turn")
    shown(card).to_be_visible()
    shown(page.locator(".column.stage > section.turn + section")).to_have_attribute("aria-labelledby", "due-title")
    shown(page.locator(".turn")).to_contain_text("waiting for Ines, Hale, Cultist and Drowned One")
    shown(card.get_by_role("button")).to_have_text(["Fast", "Slow"])
    shown(row(page, "Choose turn")).to_be_visible()
    shown(page.locator(".act .bar b").first).to_have_text("Choose turn")
    assert player.unwelcome() == []
    player.picture("table-untold-aeons-choose")
    seq = last_seq(page)
    card.get_by_role("button", name="Ines: fast").click()
    wait_past(page, seq)
    shown(page.locator(".note", has_text="Waiting for Hale, Cultist and Drowned One.")).to_be_visible()
    for who in ("Hale", "Cultist", "Drowned One"):
        master.page.get_by_role("button", name=f"{who}: slow").click()
    shown(page.locator(".turn")).to_contain_text("Ines’s turn")
    shown(card).to_have_count(0)


def ask_until_weighed(advice: Locator) -> None:
    """Ask again while a busy machine plays too few fights for an answer."""
    again = advice.get_by_role("button", name="Ask again")
    for _ in range(20):
        shown(advice.locator("li").or_(again).first).to_be_visible()
        if not again.count():
            return
        again.click()


def test_before_a_decision_and_on_a_turn_one_can_ask_what_is_best(visit: Visit) -> None:
    """How often each choice wins, the best first, in the card of the decision as in the panel of the fight."""
    master = visit()
    master.expected = RACE
    open_by_hand(master, "untold-aeons")
    page = master.page
    now = page.locator("details.advice", has_text="What is best now?")
    now.locator("summary").click()
    ask_until_weighed(now)
    shown(now.locator("li").first).to_contain_text(re.compile(r"wins about \d+%|wins nearly always"))
    now.locator("summary").click()
    page.locator(".offer.first").click()
    page.get_by_role("button", name="Roll", exact=True).click()
    card = page.locator(".decide", has_text="stay or dive")
    shown(card.locator(".keys > span")).to_have_text(["miss", "hit", "critical hit"])
    card.get_by_text("Which is best?").click()
    choices = card.locator(".advice li")
    ask_until_weighed(card.locator(".advice"))
    shown(choices).to_have_count(2)
    assert {text.split(" wins")[0] for text in choices.all_inner_texts()} == {"Stay", "Dive"}
    master.picture("table-untold-aeons-advice")
    assert master.unwelcome() == []


@pytest.mark.parametrize("game", GAMES)
def test_dice_thrown_on_the_real_table_are_typed_in_and_missing_ones_are_asked_for(visit: Visit, game: str) -> None:
    """The boxes say which dice they are for; one face is given, the others are asked for, and all count as typed."""
    master = visit()
    master.expected = RACE
    open_ready(master, game)
    act(master.page, ROLLS[game], faces=[3])
    faces = [3, *type_dice(master.page, 2)]
    assert len(faces) > 1
    settle(master.page)
    dice = master.page.locator(".result > .dice-groups .die")
    shown(dice).to_have_count(len(faces))
    assert [int(text) for text in dice.all_inner_texts()] == faces
    assert master.page.locator(".result > .dice-groups .die.typed").count() == len(faces)


def test_typed_dice_go_on_by_themselves_and_ask_for_what_follows(visit: Visit) -> None:
    """Digits alone fill every box: a 1 on a d12 waits, a 13 is a 1 and a 3, and damage is asked for when it is due."""
    master = visit()
    master.expected = RACE
    open_ready(master, "dpi")
    page = master.page
    row(page, "Attack").click()
    page.get_by_role("button", name="I rolled…").click()
    boxes = page.locator(".act-form .face-box")
    shown(boxes).to_have_count(2)
    assert boxes.first.get_attribute("aria-label") == "face 1, 1 to 6"
    boxes.first.focus()
    page.keyboard.type("66")
    shown(page.get_by_label("face 3, 1 to 12")).to_be_focused()
    page.keyboard.type("1")
    shown(page.get_by_label("face 3, 1 to 12")).to_be_focused()
    page.keyboard.type("3")
    shown(page.get_by_label("face 3, 1 to 12")).to_have_value("1")
    shown(page.get_by_label("face 4, 1 to 12")).to_have_value("3")
    damage = page.locator(".act-form .throw", has_text="damage").locator(".face-box")
    shown(damage.first).to_be_focused()
    sides = [int((box.get_attribute("placeholder") or "")[1:]) for box in damage.all()]
    page.keyboard.type("2" * len(sides))
    shown(page.get_by_role("button", name="These are my dice")).to_be_focused()
    seq = last_seq(page)
    page.keyboard.press("Enter")
    wait_past(page, seq)
    dice = page.locator(".result > .dice-groups .die.typed")
    shown(dice).to_have_text(["6", "6", "1", "3", *("2" for _ in sides)])


def test_a_face_that_the_die_cannot_show_is_marked_and_goes_no_further(visit: Visit) -> None:
    master = visit()
    open_ready(master, "dpi")
    page = master.page
    row(page, "Attack").click()
    page.get_by_role("button", name="I rolled…").click()
    first = page.get_by_label("face 1, 1 to 6")
    first.focus()
    page.keyboard.type("7")
    shown(first).to_be_focused()
    shown(first).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Backspace")
    page.keyboard.type("4")
    shown(page.get_by_label("face 2, 1 to 6")).to_be_focused()


def test_the_only_weapon_is_no_choice(visit: Callable[..., Visitor]) -> None:
    """Wren has a knife and nothing else: it is the usual weapon."""
    master = visit()
    master.expected = RACE
    table = open_ready(master, "twelves")
    seq = last_seq(master.page)
    master.post(f"/tables/{table}/actions", {"action": "start-fight", "params": {}})
    wait_past(master.page, seq)
    who = master.page.locator(".order [aria-current]").inner_text()
    row(master.page, "Attack").first.click()
    form = master.page.locator(".act-form")
    shown(form.locator("h2")).to_contain_text(f"{who}: attack")
    shown(form.get_by_role("group", name="target")).to_be_visible()
    assert form.get_by_role("group", name="weapon", exact=True).count() == 0


def test_a_form_asks_nothing_that_has_only_one_answer(visit: Visit) -> None:
    """Too few dice for the average leave one way to move; who sees a roll is said by the list itself."""
    master = visit()
    master.expected = RACE
    open_ready(master, "die-code")
    page = master.page
    page.locator(".offer.first").click()
    form = page.locator(".act-form")
    shown(form.get_by_role("button", name="Roll", exact=True)).to_be_visible()
    shown(form.get_by_label("Seen by").locator("option")).to_have_text(["Open roll", "Hidden roll"])
    shown(form.get_by_text("More options")).to_have_count(0)
