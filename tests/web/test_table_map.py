"""The map of a fight: pressed, dragged, walked with the keys, aimed at, and as text."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route
from playwright.sync_api import expect as shown

from web_browser import Visitor
from web_table import KEPT, RACE, last_seq, open_ready, row, sit_down, wait_past

Visit = Callable[..., Visitor]


@pytest.fixture
def master(visit: Visit) -> Visitor:
    """A game master at a table with a map, on which a shotgun has both foes in its arc."""
    made = visit(viewport={"width": 1440, "height": 1600})
    made.expected = RACE
    table = open_ready(made, "dpi")
    shown(made.page.locator(".map")).to_be_visible()
    seq = last_seq(made.page)
    made.post(f"/tables/{table}/actions", {"action": "place", "params": {"who": "Clerk", "space": [8, 1]}})
    wait_past(made.page, seq)
    shown(made.page.locator(".board .token", has_text="Cl")).to_have_attribute("data-space", "8,1")
    return made


def _space(page: Page, x: int, y: int) -> Locator:
    return page.locator(f".map > [data-space='{x},{y}']").first


def _token(page: Page, who: str) -> Locator:
    return page.locator(".token").filter(has=page.locator("title", has_text=re.compile(f"^{who}")))


def _stands_on(page: Page, who: str) -> str:
    return _token(page, who).get_attribute("data-space") or ""


def test_a_space_pressed_tells_its_price_and_pressed_again_is_gone_to(master: Visitor) -> None:
    """The AP of the button is what the turn has less afterwards."""
    page, seq = master.page, last_seq(master.page)
    _space(page, 2, 2).click()
    button = page.get_by_role("button", name=re.compile("^Go here"))
    shown(button).to_have_text("Go here: 2 AP")
    shown(page.locator(".map .way")).to_be_visible()
    _space(page, 2, 2).click()
    wait_past(page, seq)
    shown(page.locator(".turn")).to_contain_text("20 AP left")
    shown(_token(page, "Vega")).to_have_attribute("data-space", "2,2")


def test_the_map_is_asked_for_only_when_something_on_it_may_be_new(master: Visitor) -> None:
    page, seq = master.page, last_seq(master.page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.locator("#say").fill("Is anyone hurt?")
    page.keyboard.press("Enter")
    wait_past(page, seq)
    shown(page.locator(".lines")).to_contain_text("Is anyone hurt?")
    page.wait_for_timeout(300)
    assert not [path for path in asked if path.endswith("/board")]
    page.locator(".token.self").drag_to(_space(page, 0, 1))
    shown(page.locator(".token.self")).to_have_attribute("data-space", "0,1")
    assert [path for path in asked if path.endswith("/board")]


def test_a_figure_is_dragged_or_walked_with_the_arrow_keys(master: Visitor) -> None:
    """Both ways end where they were meant to."""
    page, seq = master.page, last_seq(master.page)
    page.locator(".token.self").drag_to(_space(page, 0, 1))
    wait_past(page, seq)
    shown(page.locator(".token.self")).to_have_attribute("data-space", "0,1")
    seq = last_seq(page)
    page.locator(".map").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    shown(page.locator(".under-map")).to_contain_text("Space 2, 0")
    page.keyboard.press("Enter")
    wait_past(page, seq)
    shown(page.locator(".token.self")).to_have_attribute("data-space", "2,0")


def test_aiming_shows_the_odds_and_everybody_in_the_area_and_leads_to_the_attack(master: Visitor) -> None:
    """A shotgun's arc has both foes in it; the attack opens with the weapon and target filled in."""
    page = master.page
    page.locator(".token", has_text="Re").click()
    under = page.locator(".under-map")
    shown(under).to_contain_text("Reader is hurt 39.6%")
    shown(under).to_contain_text("Clerk is hurt 80.1%")
    shown(under.locator(".odds-bar svg")).to_be_visible()
    shown(under.locator(".odds-bar [class*=fill-]").first).to_be_visible()  # the colours of every other bar
    assert page.locator(".map .area").count() > 20
    assert page.locator(".map .ring").count() == 2
    assert master.unwelcome() == []
    master.picture("table-dpi-map")
    seq = last_seq(page)
    under.get_by_role("button", name="Attack Reader…").click()
    form = page.locator(".act-form")
    shown(form.get_by_role("radio", name="Reader")).to_be_checked()
    form.get_by_role("button", name="Roll", exact=True).click()
    wait_past(page, seq)
    shown(page.locator(".result .doing")).to_contain_text("Vega: attack Reader with the shotgun")


def _take(page: Page, weapon: str) -> None:
    page.get_by_role("group", name="Weapon").get_by_role("button", name=re.compile(weapon)).click()


def test_a_grenade_at_an_empty_space_shows_its_area_and_whom_it_would_hit(master: Visitor) -> None:
    """By the pointer, by a press, and by the keys; pressed again, the throw opens with the space filled in."""
    page, under = master.page, master.page.locator(".under-map")
    _take(page, "grenade")
    _space(page, 7, 1).hover()
    shown(under).to_contain_text("Grenade at 7, 1: 3 AP, 25 spaces")
    shown(under).to_contain_text("Clerk is hurt 62.6%")
    shown(under.locator(".odds-bar svg")).to_have_attribute(
        "aria-label", re.compile("^Odds of grenade at 7, 1: failure")
    )
    shown(page.locator(".board .map .area")).to_have_count(25)
    page.locator(".turn .tag").first.hover()
    shown(page.locator(".board .map .area")).to_have_count(0)
    _space(page, 6, 5).click()
    page.locator(".turn .tag").first.hover()
    shown(under).to_contain_text("Grenade at 6, 5: 3 AP, 25 spaces, nobody there")
    page.locator(".board .map").focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    shown(under).to_contain_text("Grenade at 6, 2: 3 AP, 25 spaces")
    shown(under).to_contain_text("Clerk is hurt 62.6%")
    assert master.unwelcome() == []
    master.picture("table-dpi-grenade")
    page.keyboard.press("Enter")
    form = page.locator(".act-form")
    shown(form.get_by_role("textbox", name="Space").first).to_have_value("6, 2")
    shown(form).to_contain_text("Clerk is hurt 62.6%")
    shown(form.locator(".map .area")).to_have_count(25)
    seq = last_seq(page)
    form.get_by_role("button", name="Roll", exact=True).click()
    wait_past(page, seq)
    shown(page.locator(".result .doing")).to_contain_text("Vega: throw a grenade at 6, 2")


def test_a_space_out_of_range_says_so_in_the_games_words(master: Visitor) -> None:
    _take(master.page, "grenade")
    _space(master.page, -1, 1).click()
    shown(master.page.locator(".under-map")).to_contain_text("Space −1, 1 is out of field range.")
    shown(master.page.get_by_role("button", name="Throw grenade here…")).to_have_count(0)


def test_the_gm_places_a_character_by_a_press_by_the_keys_or_in_numbers(master: Visitor) -> None:
    """The form of the action has a map of its own; all three ways fill in the same space."""
    page = master.page
    assert 2 < page.locator(".act .bar > li").count() <= 8
    page.locator(".act details.more-actions", has_text="Referee").locator("summary").click()
    row(page, "Put on a space").click()
    form = page.locator(".act-form")
    space = form.locator(".space-text")
    form.locator(".map > [data-space='4,2']").first.click()
    shown(space).to_have_value("4, 2")
    form.locator(".map").focus()
    page.keyboard.press("ArrowDown")
    shown(space).to_have_value("4, 3")
    space.fill("nowhere")
    shown(space).to_have_attribute("aria-invalid", "true")
    shown(form.locator("button[type=submit]")).to_be_disabled()
    space.fill("[-2, 3]")
    assert master.unwelcome() == []
    master.picture("table-dpi-place")
    seq = last_seq(page)
    form.get_by_role("button", name="Do it").click()
    wait_past(page, seq)
    shown(page.locator(".board .token", has_text="Ve")).to_have_attribute("data-space", "-2,3")


def test_the_map_as_text_has_everybody_and_leads_to_the_same_places(master: Visitor) -> None:
    """Distances, weapons with their chances, spaces with their AP."""
    page = master.page
    page.get_by_text("The map as text").click()
    as_text = page.locator(".board details")
    shown(as_text).to_contain_text("Reader: space 3, 0, 3 spaces away")
    shown(as_text.get_by_role("button", name="Reader 38.0%")).to_be_visible()
    as_text.get_by_role("button", name="-1, 0 (1 AP)").click()
    shown(page.get_by_role("button", name="Go here: 1 AP")).to_be_visible()
    as_text.get_by_label("Where to aim the grenade").fill("7, 1")
    as_text.get_by_label("Where to aim the grenade").press("Enter")
    shown(page.locator(".under-map")).to_contain_text("Clerk is hurt 62.6%")


def test_conditions_stand_on_the_token_and_the_whole_fight_is_in_view(master: Visitor) -> None:
    """Marsh is a vampire from the start; a foe eight spaces away is in the frame beside the character on turn."""
    page = master.page
    marsh = page.locator(".board .token").filter(has=page.locator("title", has_text=re.compile("^Marsh, Vampirism")))
    shown(marsh.locator(".state-letter")).to_have_text("V")
    frame = page.locator(".board .map-frame").bounding_box()
    assert frame is not None
    for who in ("Vega", "Reader", "Clerk"):
        token = page.locator(".board .token").filter(has=page.locator("title", has_text=re.compile(f"^{who}")))
        box = token.bounding_box()
        assert box is not None
        assert frame["x"] <= box["x"] <= frame["x"] + frame["width"] - box["width"], who
        assert frame["y"] <= box["y"] <= frame["y"] + frame["height"] - box["height"], who
    zooms = page.locator(".board .zooms").bounding_box()
    assert zooms is not None
    assert zooms["y"] >= frame["y"] + frame["height"], "the buttons cover nothing of the map"


def test_no_token_of_the_fight_is_cut_off_in_a_low_window(master: Visitor) -> None:
    page = master.page
    page.set_viewport_size({"width": 1280, "height": 800})
    page.reload()
    shown(page.locator(".board .token")).to_have_count(4)
    frame = page.locator(".board .map-frame").bounding_box()
    assert frame is not None
    for token in page.locator(".board .token").all():
        box = token.bounding_box()
        assert box is not None
        assert frame["y"] <= box["y"] <= frame["y"] + frame["height"] - box["height"], token.inner_text()
    assert frame["y"] + frame["height"] <= 800 - 44, "what a press on the map leads to is in the window"
    page.locator(".board .token", has_text="Re").click()
    shown(page.get_by_role("button", name="Attack Reader…")).to_be_in_viewport(ratio=1)


def _box(page: Page, place: str) -> tuple[float, float, float, float]:
    """Where something is in the window: left, top, right, bottom."""
    box = page.locator(place).first.bounding_box()
    assert box is not None, place
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def test_the_form_and_the_result_of_the_first_roll_leave_the_map_where_it_is(visit: Visit) -> None:
    """In a window of 1280 by 800 both are beside the map, above the log, and the page is not scrolled."""
    master = visit(viewport={"width": 1280, "height": 800})
    master.expected = RACE
    open_ready(master, "dpi")
    page = master.page
    shown(page.locator(".board .token")).to_have_count(4)
    page.locator(".offer.first").click()
    shown(page.locator(".act-form").get_by_role("button", name="Roll", exact=True)).to_be_in_viewport()
    assert _box(page, ".act-form")[0] > _box(page, ".board")[2]
    seq = last_seq(page)
    page.get_by_role("button", name="Roll", exact=True).click()
    wait_past(page, seq)
    shown(page.locator(".invitation svg")).to_be_visible()
    shown(page.locator(".guide")).to_contain_text("It is Vega’s turn. Choose an action")
    page.get_by_role("button", name="Got it").click()
    shown(page.locator(".guide")).to_have_count(0)  # the third step would be the same words again
    for beside in (".result", ".invitation", ".log"):
        assert _box(page, beside)[0] > _box(page, ".board")[2], beside
    assert _box(page, ".result")[3] <= _box(page, ".log")[1]
    _, top, _, bottom = _box(page, ".board .map-frame")
    assert top < 400
    assert bottom <= 800
    assert page.evaluate("scrollY") == 0


def test_a_map_of_hexes_is_drawn_and_walked_as_well(master: Visitor) -> None:
    """The game master changes the grid; six sides, and the price of the way comes from the server."""
    page, seq = master.page, last_seq(master.page)
    page.locator("#say").fill("/set-scene grid=hex")
    page.get_by_role("button", name="Send").click()
    wait_past(page, seq)
    shown(_space(page, 1, 1).locator("polygon").first).to_have_attribute("points", re.compile(r"^(\S+ ){5}\S+$"))
    seq = last_seq(page)
    _space(page, 1, 1).click()
    shown(page.get_by_role("button", name="Go here: 2 AP")).to_be_visible()
    page.get_by_role("button", name="Go here: 2 AP").click()
    wait_past(page, seq)
    shown(page.locator(".token.self")).to_have_attribute("data-space", "1,1")
    master.picture("table-dpi-hexes")


def test_the_players_map_has_no_odds_against_hidden_foes(master: Visitor, visit: Visit) -> None:
    """Whom an area hits would tell what their sheets say."""
    player = visit()
    player.expected = (*RACE, *KEPT)
    page = sit_down(master, player, master.page.url.rsplit("/", 1)[1], "Pia", "Vega")
    page.locator(".token", has_text="Re").click()
    under = page.locator(".under-map")
    shown(under).to_contain_text("Reader with shotgun")
    assert under.locator(".odds-bar").count() == 0
    assert "hurt" not in under.inner_text()
    _take(page, "grenade")
    _space(page, 7, 1).click()
    shown(under).to_contain_text("Clerk would be hit.")
    assert "hurt" not in under.inner_text()


def test_a_row_says_what_it_takes_of_the_turn(master: Visitor) -> None:
    """What the acting character has left afterwards is worked out by the server, not by the page."""
    shown(row(master.page, "Attack").locator(".cost")).to_have_text("3 AP")
    shown(row(master.page, "Reload").locator(".cost")).to_have_text("5 AP")
    assert row(master.page, "End turn").locator(".cost").count() == 0


def test_the_game_master_paints_walls_cover_and_a_named_zone(master: Visitor) -> None:
    """Drawn with the pointer and the keys; nothing is at the table before it is saved, then everyone has it."""
    page = master.page
    page.get_by_role("button", name="Paint").click()
    page.get_by_role("group", name="Brush").get_by_role("button", name="Low cover").click()
    _space(page, 2, 0).hover()
    page.mouse.down()
    _space(page, 2, 1).hover()
    page.mouse.up()
    shown(page.locator(".map .low")).to_have_count(2)
    page.get_by_role("group", name="Brush").get_by_role("button", name="Wall").click()
    page.locator(".board .map").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    shown(page.locator(".map .blocked")).to_have_count(1)
    page.get_by_role("group", name="Brush").get_by_role("button", name="Zone").click()
    page.get_by_label("called").fill("The stacks")
    _space(page, 4, 0).click()
    _space(page, 5, 0).click()
    assert master.unwelcome() == []
    master.picture("table-dpi-paint")
    seq = last_seq(page)
    page.get_by_role("button", name="Save the map").click()
    wait_past(page, seq)
    shown(page.get_by_role("button", name="Save the map")).to_have_count(0)
    shown(page.locator(".map .zone text")).to_have_text("The stacks")
    page.get_by_text("The map as text").click()
    as_text = page.locator(".board details")
    shown(as_text).to_contain_text("Walls: 2, 2")
    shown(as_text).to_contain_text("Low cover: 2, 0; 2, 1")
    shown(as_text).to_contain_text("The stacks: 4, 0; 5, 0")
    shown(as_text).to_contain_text("Reader: space 3, 0, 3 spaces away, half cover")


def test_the_map_follows_the_time_that_is_looked_at(master: Visitor) -> None:
    """Looking back, the figures stand where they stood, and nothing can be done there."""
    page, seq = master.page, last_seq(master.page)
    page.locator(".token.self").drag_to(_space(page, 0, 1))
    wait_past(page, seq)
    shown(page.locator(".token.self")).to_have_attribute("data-space", "0,1")
    page.get_by_role("button", name="One event back").click()
    shown(page.locator(".token.self")).to_have_attribute("data-space", "0,0")
    shown(page.locator(".board")).to_contain_text("after event")
    assert page.locator(".map .reach").count() == 0
    _space(page, 1, 1).click()
    _space(page, 1, 1).click()
    page.get_by_role("button", name="Back to now").click()
    shown(page.locator(".token.self")).to_have_attribute("data-space", "0,1")


def test_two_fingers_bring_the_map_closer_and_one_pans_it(visit: Visit) -> None:
    """On a phone a space is a finger wide, what is between the fingers stays there, and a watcher has the map too."""
    phone = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.expected = RACE
    table = open_ready(phone, "dpi")
    page = phone.page
    page.goto(f"{phone.site.address}/table/{table}")
    frame = page.locator(".board .map-frame")
    frame.evaluate("one => one.scrollIntoView({block: 'center'})")
    width = "document.querySelector('.board .map [data-space] polygon').getBoundingClientRect().width"
    before = page.evaluate(width)
    assert before >= 40
    assert not phone.scrolls_sideways()
    box = frame.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    under = f"document.elementFromPoint({x}, {y}).closest('[data-space]').dataset.space"
    there = page.evaluate(under)
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        touch.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": one, "y": two} for one, two in points]}
        )

    fingers("touchStart", (x - 30, y), (x + 30, y))
    for apart in (40, 50, 60):
        fingers("touchMove", (x - apart, y), (x + apart, y))
    fingers("touchEnd")
    page.wait_for_function(f"() => {width} > {1.6 * before}")
    assert page.evaluate(under) == there
    left = frame.evaluate("one => one.scrollLeft")
    fingers("touchStart", (x, y))
    for by in (20, 60, 100):
        fingers("touchMove", (x - by, y))
    fingers("touchEnd")
    page.wait_for_function("left => document.querySelector('.board .map-frame').scrollLeft > left + 40", arg=left)
    phone.picture("phone-map")


def test_a_crowd_leaves_the_map_its_place(visit: Visit) -> None:
    """The order of many turns takes two lines and scrolls to whose turn it is."""
    master = visit(viewport={"width": 1280, "height": 800})
    master.expected = RACE
    table = open_ready(master, "dpi")
    page = master.page
    for number in range(1, 13):
        params = {"name": f"Shade {number}", "space": [number % 6, 4 + number // 6]}
        master.post(f"/tables/{table}/actions", {"action": "foe", "params": params})
    shown(page.locator(".order li")).to_have_count(16)
    assert _box(page, ".board .map-frame")[1] < 460
    shown(page.locator(".order .on-turn")).to_be_in_viewport()
    for name in ("Vega", "Marsh", "Reader", "Clerk", *(f"Shade {number}" for number in range(1, 11))):
        seq = last_seq(page)
        master.post(f"/tables/{table}/actions", {"action": "end-turn", "params": {"who": name}})
        wait_past(page, seq)
    current, order = page.locator(".order .on-turn").bounding_box(), page.locator(".order").bounding_box()
    assert current is not None
    assert order is not None
    assert order["y"] <= current["y"] < order["y"] + order["height"] - current["height"] / 2


def test_a_map_that_a_busy_server_gave_up_on_is_asked_for_again(master: Visitor) -> None:
    page = master.page
    master.expected = (*RACE, "status of 400")
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=400, json={"error": "it takes too long"})

    page.route("**/board?*", refuse, times=1)
    table = page.url.rsplit("/", 1)[1]
    master.post(f"/tables/{table}/actions", {"action": "place", "params": {"who": "Clerk", "space": [7, 2]}})
    shown(page.locator(".board .token", has_text="Cl")).to_have_attribute("data-space", "7,2")
    assert len(refused) == 1


@pytest.mark.parametrize("size", [(1440, 900), (1000, 700)])
def test_a_window_that_grows_shows_the_map_as_a_wide_one_does(visit: Visit, size: tuple[int, int]) -> None:
    master = visit(viewport={"width": 390, "height": 844})
    master.expected = RACE
    open_ready(master, "dpi")
    page, (width, height) = master.page, size
    shown(page.locator(".board .token")).to_have_count(4)
    page.set_viewport_size({"width": width, "height": height})
    shown(page.locator(".side .log")).to_be_visible()
    grown = page.evaluate(_MAP_IN_FRAME)
    page.reload()
    shown(page.locator(".board .token")).to_have_count(4)
    page.wait_for_function(f"grown => JSON.stringify({_MAP_IN_FRAME}) === JSON.stringify(grown)", arg=grown)


_MAP_IN_FRAME = """(frame => [frame.firstElementChild.clientWidth, frame.scrollLeft, frame.scrollTop].map(Math.round))(
    document.querySelector('.board .map-frame'))"""


def test_dice_half_typed_stay_when_a_tablet_is_turned(visit: Visit) -> None:
    """The form is beside the map on a wide screen, under it on a narrow one."""
    master = visit(viewport={"width": 1024, "height": 768})
    master.expected = RACE
    open_ready(master, "dpi")
    page = master.page
    page.locator(".offer.first").click()
    form = page.locator(".act-form")
    form.get_by_role("radio", name="Clerk").check()
    form.get_by_role("button", name="I rolled…").click()
    shown(form.locator(".face-box").first).to_have_attribute("placeholder", "d6")
    form.locator(".face-box").first.fill("4")
    form.get_by_label("Seen by").select_option("gm")
    for width, height, place in ((700, 1000, ".stage"), (1024, 768, ".side")):
        page.set_viewport_size({"width": width, "height": height})
        moved = page.locator(f"{place} .act-form")
        shown(moved.locator(".face-box").first).to_have_value("4")
        shown(moved.get_by_role("radio", name="Clerk")).to_be_checked()
        shown(moved.get_by_label("Seen by")).to_have_value("gm")
    form.get_by_role("button", name="Back").click()
    page.locator(".offer.first").click()
    shown(form.get_by_role("button", name="I rolled…")).to_be_visible()
    shown(form.get_by_role("radio", name="Reader")).to_be_checked()


def test_every_line_between_two_ranges_is_drawn_once(master: Visitor) -> None:
    """A second line beside the first looks like a third range."""
    page = master.page
    shown(page.locator(".map .ring")).not_to_have_count(0)
    edges = [
        tuple(sorted(edge.split("L")))
        for path in page.locator(".map .ring").evaluate_all("all => all.map(one => one.getAttribute('d'))")
        for edge in path.split("M")[1:]
    ]
    assert len(edges) > len(page.locator(".map .ring").all())
    assert len(edges) == len(set(edges))
