"""The table on a phone, at 320 pixels, in the dark, and without a mouse."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect as shown

from web_browser import Visitor
from web_table import GAMES, RACE, last_seq, open_ready, roll_first, row, wait_past

Visit = Callable[..., Visitor]
TABS = ("Play", "Party", "Log", "Table")


@pytest.mark.parametrize("game", GAMES)
def test_every_part_of_the_table_fits_320_pixels_and_is_accessible(visit: Visit, game: str) -> None:
    """One part at a time, by the tabs at the bottom, in light and dark; nothing is wider than the window."""
    master = visit(viewport={"width": 320, "height": 700})
    master.expected = RACE
    open_ready(master, game)
    seq = last_seq(master.page)
    master.page.locator(".offer.first").click()
    shown(master.page.locator(".act-form")).to_be_visible()
    assert not master.scrolls_sideways()
    master.page.get_by_role("button", name="Roll", exact=True).click()
    wait_past(master.page, seq)
    for tab in TABS:
        master.page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name=tab).click()
        if tab == "Table":
            master.page.get_by_role("button", name="Seats", exact=True).click()
        assert not master.scrolls_sideways(), tab
        assert master.unwelcome() == [], tab
        master.picture(f"table-{game}-320-{tab.lower()}")
        master.page.emulate_media(color_scheme="dark")
        assert master.unwelcome(colours_only=True) == [], tab
        master.page.emulate_media(color_scheme="light")


def test_the_buttons_of_a_form_take_one_line_and_leave_the_boxes_for_dice_in_sight(visit: Visit) -> None:
    master = visit(viewport={"width": 320, "height": 640})
    master.expected = RACE
    open_ready(master, "dpi")
    page = master.page
    page.locator(".offer.first").click()
    page.wait_for_selector(".act-form > .row:last-child button[type=submit]")
    roll, seen_by = page.evaluate(  # both at one moment: the page may still be scrolling
        """() => ["button[type=submit]", "select"].map(one => {
            const { y, height } = document.querySelector(`.act-form > .row:last-child ${one}`).getBoundingClientRect();
            return { y, height };
        })"""
    )
    assert abs(roll["y"] - seen_by["y"]) < roll["height"] / 2
    page.get_by_role("button", name="I rolled…").click()
    box = page.locator(".act-form .face-box").first
    shown(box).to_have_attribute("placeholder", "d6")
    page.wait_for_function(
        """() => (box => document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
            ?.matches('.face-box'))(document.querySelector('.face-box').getBoundingClientRect())"""
    )


def test_the_first_roll_is_made_with_the_keyboard_alone(visit: Visit) -> None:
    """Tab to the suggestion, Enter, Tab to Roll, Enter; the result is read out."""
    master = visit()
    open_ready(master, "twelves")
    page, seq = master.page, last_seq(master.page)
    _tab_to(master, ".offer.first")
    page.keyboard.press("Enter")
    shown(page.locator(".act-form h2")).to_be_focused()
    _tab_to(master, ".act-form button[type=submit]")
    page.keyboard.press("Enter")
    wait_past(page, seq)
    shown(page.locator(".log p[aria-live=polite]")).to_contain_text("at ")


def test_after_an_action_by_keys_the_focus_is_where_one_goes_on(visit: Visit) -> None:
    """At the actions of the one on turn; at the button that runs a foe; and a pointer's focus is left alone."""
    master = visit()
    master.expected = RACE
    table = open_ready(master, "twelves")
    page = master.page
    for action in ("start-fight", "end-turn"):
        who = {"who": page.locator(".order [aria-current]").inner_text()} if action == "end-turn" else {}
        seq = last_seq(page)
        master.post(f"/tables/{table}/actions", {"action": action, "params": who})
        wait_past(page, seq)
        if page.locator(".run-foe").count() == 0:
            break
    seq = last_seq(page)
    row(page, "Attack").focus()
    page.keyboard.press("Enter")
    shown(page.locator(".act-form h2")).to_be_focused()
    _tab_to(master, ".act-form button[type=submit]")
    page.keyboard.press("Enter")
    wait_past(page, seq)
    shown(page.locator("#act-title")).to_be_focused()
    for _ in range(3):
        if page.locator(".run-foe").count():
            break
        seq = last_seq(page)
        row(page, "End turn").focus()
        page.keyboard.press("Enter")
        wait_past(page, seq)
    shown(page.locator(".run-foe .primary")).to_be_focused()


def test_thirty_characters_take_a_line_each_and_every_line_unfolds(visit: Visit) -> None:
    master = visit()
    master.expected = RACE
    table = open_ready(master, "twelves")
    scores = {"AGI": 7, "STR": 9, "FIN": 4, "INS": 8, "PRE": 6, "KNO": 5}
    for number in range(1, 28):
        guard = {"name": f"Guard {number}", "npc": True, "scores": scores}
        master.post(f"/tables/{table}/actions", {"action": "join", "params": {"character": guard}})
    lines = master.page.locator(".compact")
    shown(lines).to_have_count(30)
    heights = master.page.locator(".compact-party").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert sum(heights) < 1200
    lines.nth(20).get_by_role("button").first.click()
    shown(lines.nth(20).locator(".card .tick").first).to_be_visible()
    master.page.get_by_role("button", name="Show whole cards").click()
    shown(master.page.locator(".party .card")).to_have_count(30)


def test_sound_is_off_until_it_is_switched_on_and_stays_so(visit: Visit) -> None:
    """Tones are counted where the browser makes them; none is made before the switch."""
    master = visit()
    master.expected = RACE
    master.page.add_init_script(
        "window.tones = 0; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (...at) { window.tones += 1; return start.apply(this, at) }"
    )
    open_ready(master, "twelves")
    page = master.page
    roll_first(page)
    assert page.evaluate("window.tones") == 0
    page.get_by_role("button", name="Table", exact=True).first.click()
    page.get_by_role("button", name="Sound").click()
    assert page.evaluate("window.tones") > 0
    before = page.evaluate("window.tones")
    master.post(
        f"{page.url[page.url.index('/table/') :].replace('/table/', '/tables/')}/messages", {"text": "/roll 2d6"}
    )
    page.wait_for_function("before => window.tones > before", arg=before)
    page.reload()
    page.get_by_role("button", name="Table", exact=True).first.click()
    shown(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")


def _tab_to(visitor: Visitor, selector: str) -> None:
    for _ in range(80):
        if visitor.page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached with Tab")


def test_vibration_is_off_until_it_is_switched_on_and_stays_so(visit: Visit) -> None:
    """On a phone: the browser is asked to shake only after the switch, then on every roll, also after a reload."""
    phone = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.expected = RACE
    phone.page.add_init_script(
        "window.shaken = []; navigator.vibrate = how => { window.shaken.push(how); return true }"
    )
    table = open_ready(phone, "twelves")
    page = phone.page
    roll_first(page)
    assert page.evaluate("window.shaken.length") == 0
    page.locator(".tabs").get_by_role("button", name="Table").tap()
    page.locator(".master").get_by_role("button", name="Table", exact=True).tap()
    page.get_by_role("button", name="Vibration").tap()
    before = page.evaluate("window.shaken.length")
    assert before > 0
    phone.post(f"/tables/{table}/messages", {"text": "/roll 2d6"})
    page.wait_for_function("before => window.shaken.length > before", arg=before)
    page.reload()
    page.locator(".table-grid").wait_for(state="attached")
    phone.post(f"/tables/{table}/messages", {"text": "/roll 2d6"})
    page.wait_for_function("() => window.shaken.length > 0")


def test_a_fallen_character_at_the_end_of_the_order_leaves_the_page_as_wide_as_the_phone(visit: Visit) -> None:
    master = visit(viewport={"width": 320, "height": 700}, is_mobile=True, has_touch=True)
    master.expected = RACE
    asked = {"game": "twelves", "name": "Game master", "ready": True, "opening": "The hill fort"}
    table = str(master.post("/tables", asked)["table"])
    actions = f"/tables/{table}/actions"
    master.post(actions, {"action": "start-fight", "params": {}})
    page = master.page
    page.goto(f"{master.site.address}/table/{table}")
    last = page.locator(".order li").last.inner_text().strip()
    master.post(actions, {"action": "take-damage", "params": {"who": last, "boxes": 12}})
    shown(page.locator(".order .out")).to_contain_text(last)
    widths = page.evaluate("[innerWidth, document.querySelector('.tabs').clientWidth]")
    assert widths == [320, 320], "a phone makes room for what is wider than it"


def test_many_characters_to_act_for_are_in_a_list(visit: Visit) -> None:
    master = visit()
    master.expected = RACE
    table = open_ready(master, "twelves")
    seq = last_seq(master.page)
    foe = {"foe": "guard", "name": "Guard", "count": 12}
    master.post(f"/tables/{table}/actions", {"action": "add-foe", "params": foe})
    wait_past(master.page, seq)
    shown(master.page.locator(".act .person")).to_have_count(0)
    seat = master.page.get_by_label("For whom")
    seat.select_option("Odo")
    shown(master.page.locator("#act-title")).to_have_text("What Odo can do now")


def test_the_map_of_a_fight_begins_in_the_upper_two_thirds_of_a_small_phone(visit: Visit) -> None:
    """The words of the scene and its hour are under the map there."""
    master = visit(viewport={"width": 320, "height": 640})
    master.expected = RACE
    open_ready(master, "dpi")
    page = master.page
    shown(page.locator(".board .token")).to_have_count(4)
    page.wait_for_function("() => !document.querySelector('.offer.first .skeleton')")
    tops = page.evaluate(
        """() => ['.board .map-frame', '.stage > .opening', '.stage > .of-scene'].map(
            one => document.querySelector(one).getBoundingClientRect().top + scrollY)"""
    )
    assert tops[0] < 640 * 2 / 3
    assert tops[0] < tops[1] < tops[2]
    shown(page.locator(".stage > .of-scene")).to_contain_text("night")


@pytest.mark.parametrize("size", [(390, 844), (320, 640)])
@pytest.mark.parametrize("game", ["twelves", "dpi"])
def test_the_odds_of_a_form_are_in_sight_above_its_buttons(visit: Visit, game: str, size: tuple[int, int]) -> None:
    master = visit(viewport={"width": size[0], "height": size[1]})
    master.expected = RACE
    open_ready(master, game)
    page = master.page
    page.locator(".offer.first").click()
    shown(page.locator(".act-form .odds-bar svg")).to_be_visible()
    page.wait_for_function(
        """() => (([bar, buttons, top]) => top.bottom <= bar.top && bar.bottom <= buttons.top)(
            ['.act-form .odds-bar', '.act-form > .row:last-child', '.top'].map(
                one => document.querySelector(one).getBoundingClientRect()))"""
    )
    assert master.unwelcome() == []
