"""The game master's desk in a fight: foes that play themselves, the order of turns, how hard it is, start and end."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from playwright.sync_api import expect as shown

from web_browser import Visitor
from web_table import KEPT, RACE, act, last_seq, open_ready, row, sit_down, wait_past

Visit = Callable[..., Visitor]


@pytest.fixture
def master(visit: Visit) -> Visitor:
    """A game master at a ready table of Twelves, with the fight begun by the button on the stage."""
    made = visit()
    made.expected = RACE
    open_ready(made, "twelves")
    page, seq = made.page, last_seq(made.page)
    page.locator(".doors-of-fight").get_by_role("button", name="Start fight").click()
    page.locator(".act-form button[type=submit]").click()
    wait_past(page, seq)
    shown(page.locator(".turn .doors-of-fight")).to_contain_text("End fight")
    return made


def _until(page: Page, name: str) -> None:
    """End turns until it is a character's turn."""
    for _ in range(4):
        if page.locator(".order [aria-current]").inner_text() == name:
            return
        act(page, "End turn")
    raise AssertionError(f"{name} never gets a turn")


def test_a_foe_is_run_by_one_press_after_its_reason_was_read(master: Visitor) -> None:
    page = master.page
    _until(page, "Toll Keeper")
    page.get_by_role("button", name="Play Toll Keeper’s turn").click()
    proposal = page.locator(".run-foe [role=status]")
    shown(proposal).to_contain_text(re.compile("Toll Keeper attacks (Wren|Odo)"))
    shown(proposal).to_contain_text("on average")
    assert master.unwelcome() == []
    seq = last_seq(page)
    page.locator(".run-foe .primary").click()
    wait_past(page, seq)
    shown(page.locator(".result .doing")).to_contain_text("Toll Keeper: attack")
    page.get_by_label("without asking me").click()
    shown(page.get_by_label("without asking me")).to_be_checked()
    seq = last_seq(page)
    page.get_by_role("button", name="Play Toll Keeper’s turn").click()
    wait_past(page, seq)


def test_the_order_is_changed_and_a_character_taken_out_and_brought_back(master: Visitor) -> None:
    page = master.page
    order = page.locator(".order li").all_inner_texts()
    page.get_by_text("Change the order").click()
    seq = last_seq(page)
    page.get_by_role("button", name=f"{order[2]}: earlier").click()
    wait_past(page, seq)
    shown(page.locator(".order li")).to_have_text([order[0], order[2], order[1]])
    seq = last_seq(page)
    page.get_by_role("button", name="Remove Odo").click()
    wait_past(page, seq)
    shown(page.locator(".order li")).to_have_count(2)
    page.get_by_role("button", name="Bring in Odo").click()
    shown(page.locator(".order li")).to_have_count(3)
    shown(page.locator(".order li").last).to_have_text("Odo")


def test_how_hard_an_encounter_is_follows_the_foes(master: Visitor) -> None:
    page = master.page
    page.get_by_text("How hard is this?").click()
    verdict = page.locator(".difficulty [role=status]")
    shown(verdict).to_contain_text(re.compile(r"Wren and Odo against Toll Keeper: the party wins \d"))
    table = page.url.rsplit("/", 1)[1]
    scores = dict(zip(("AGI", "STR", "FIN", "INS", "PRE", "KNO"), range(9, 3, -1), strict=True))
    guard = {"name": "Guard", "npc": True, "scores": scores}
    master.post(f"/tables/{table}/actions", {"action": "join", "params": {"character": guard}})
    shown(verdict).to_contain_text("against Toll Keeper and Guard: the party wins")


def test_a_player_sees_no_desk_and_is_offered_a_rest_after_the_fight(master: Visitor, visit: Visit) -> None:
    player = visit()
    player.expected = (*RACE, *KEPT)
    table = master.page.url.rsplit("/", 1)[1]
    theirs = sit_down(master, player, table, "Pia", "Wren")
    assert theirs.locator(".run-foe, .order-desk, .doors-of-fight, .difficulty").count() == 0
    master.post(f"/tables/{table}/actions", {"action": "take-damage", "params": {"who": "Wren", "boxes": 1}})
    master.post(f"/tables/{table}/actions", {"action": "take-damage", "params": {"who": "Toll Keeper", "boxes": 9}})
    shown(theirs.locator(".turn")).to_contain_text("It is over")
    shown(theirs.locator(".after-fight")).to_be_visible()
    shown(master.page.locator(".turn .doors-of-fight button.primary")).to_have_text("End fight")
    seq = last_seq(master.page)
    master.page.locator(".turn .doors-of-fight button").click()
    master.page.locator(".act-form button[type=submit]").click()
    wait_past(master.page, seq)
    shown(row(theirs, "Short rest")).to_be_visible()


def test_the_line_of_a_turn_leaves_what_others_have_to_their_cards(visit: Callable[..., Visitor]) -> None:
    master = visit()
    open_ready(master, "light-dark")
    turn = master.page.get_by_role("region", name="Turn")
    shown(turn).to_contain_text("Isk’s turn")
    shown(turn.locator("p").first).not_to_contain_text("HP")


def test_what_helps_is_offered_for_oneself_and_not_for_the_foe(master: Visitor) -> None:
    page = master.page
    _until(page, "Wren")
    row(page, "Drink").first.click()
    form = page.locator(".act-form")
    chosen = form.locator("label:has(:checked)").first
    shown(chosen).to_have_text("Wren")
    form.get_by_role("button", name="Back", exact=True).click()
    row(page, "Hand potion").first.click()
    shown(chosen).to_have_text("Odo")
    form.get_by_role("button", name="Back", exact=True).click()
    classes = "all => all.map(one => one.className.baseVal)"
    bar = row(page, "Attack").first.locator("rect[class^=fill-]")
    shown(bar).to_have_count(3)
    fills = bar.evaluate_all(classes)
    assert len(set(fills)) == 3, "a hit is not drawn like a critical hit"


def test_nothing_else_is_offered_while_dice_are_on_the_table(master: Visitor) -> None:
    page = master.page
    _until(page, "Wren")
    table = page.url.rsplit("/", 1)[1]
    seq = last_seq(page)
    wounded = {"who": "Wren", "boxes": 3}  # who rolls three dice, of which two are typed in
    master.post(f"/tables/{table}/actions", {"action": "take-damage", "params": wounded})
    attack = {"who": "Wren", "target": "Toll Keeper"}
    master.post(f"/tables/{table}/actions", {"action": "attack", "params": attack, "faces": [2, 6]})
    wait_past(page, seq)
    shown(page.locator(".decide h2")).to_contain_text("Your dice: one more d12")
    shown(page.locator(".act")).to_contain_text("Wren’s dice are on the table")
    shown(row(page, "Attack")).to_have_count(0)


def test_a_form_whose_action_is_no_longer_legal_is_closed_for_good(master: Visitor) -> None:
    """A fight begins round the form that would start it; after that fight the form does not come back by itself."""
    page = master.page
    actions = f"/tables/{page.url.rsplit('/', 1)[1]}/actions"

    def fight(action: str) -> None:
        seq = last_seq(page)
        master.post(actions, {"action": action, "params": {}})
        wait_past(page, seq)

    fight("end-fight")
    page.locator(".act details", has_text="Start fight").locator("summary").click()
    row(page, "Start fight").click()
    shown(page.locator(".act-form h2")).to_have_text("Start fight")
    fight("start-fight")
    shown(page.locator(".act-form")).to_have_count(0)
    fight("end-fight")
    shown(row(page, "Start fight")).to_have_count(1)
    shown(page.locator(".act-form")).to_have_count(0)
