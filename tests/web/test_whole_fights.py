"""Three against four in a real browser, from the first turn to a winner: by touch, by mouse on the map, and by keys."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page
from playwright.sync_api import expect as shown

from rulewright.game import find_game
from web_browser import Visitor
from web_table import RACE, is_over, last_seq, row, wait_past

pytestmark = pytest.mark.soak
Visit = Callable[..., Visitor]
Press = Callable[[Locator], None]
Strike = Callable[[Page, Press], bool]
Done = tuple[tuple[str, Mapping[str, Any]], ...]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
HILL_FORT: Done = (
    ("add-foe", {"foe": "rabble", "name": "Rabble", "count": 1}),
    ("take-damage", {"who": "Captain", "boxes": 7}),
    *(("take-damage", {"who": foe, "boxes": 5}) for foe in ("Guard 1", "Guard 2", "Rabble")),
)
"""Mara, Sefton and Pike against four who will not stand for long."""
ARCHIVE: Done = (
    ("end-fight", {}),
    *(step for step in find_game("dpi").openings[1].steps if step[1].get("character", {}).get("name") == "Kit"),
    ("place", {"who": "Kit", "space": [0, 4]}),
    ("place", {"who": "Clerk", "space": [5, 1]}),
    ("take-damage", {"who": "Reader", "points": 29}),
    ("take-damage", {"who": "Clerk", "points": 14}),
    *(("foe", {"name": f"Thug {row}", "kind": "thug", "space": [4, row], "hp": 2}) for row in (3, 5)),
    ("start-fight", {}),
)
"""Vega, Marsh and Kit against four who will not stand for long, all in sight of each other."""
_AGENTS = ("Vega", "Marsh", "Kit")
_PLANS = {"twelves": "attack", "dpi": "hold"}
"""Quicker to work out than the best play."""
_MOST_STEPS = 90
_MOST_TABS = 40


def _open(visitor: Visitor, game: str, scene: int, before: Done) -> Page:
    """The page of a ready table of a game, after some actions of the game master."""
    visitor.expected = RACE
    opening = find_game(game).openings[scene].title
    table = visitor.post("/tables", {"game": game, "name": "Ada", "ready": True, "opening": opening})["table"]
    for action, params in before:
        visitor.post(f"/tables/{table}/actions", {"action": action, "params": dict(params)})
    for _, params in before:
        if name := params.get("character", {}).get("name"):
            visitor.put(f"/tables/{table}/characters/{name}/keeper", {"seat": "", "shown": True})
    visitor.post(f"/tables/{table}/settings", {"settings": {"foes_at_once": True, "foe_plan": _PLANS[game]}})
    visitor.page.goto(f"{visitor.site.address}/table/{table}")
    shown(visitor.page.locator(".act .offer").first).to_be_visible()
    return visitor.page


def _fight(page: Page, press: Press, strike: Strike) -> None:
    """Play a fight to its end: heroes by `strike`, foes by the button that runs them."""
    for _ in range(_MOST_STEPS):
        if is_over(page):
            break
        seq = last_seq(page)
        run = page.locator(".run-foe .primary")
        card = page.locator(".decide:not(.due)")
        if card.count():
            choice = card.first.locator(".choices button")
            press(choice.first if choice.count() else card.first.get_by_role("button", name="Let the table roll"))
        elif run.count():
            press(run)
        elif not strike(page, press):
            press(row(page, "End turn"))
        wait_past(page, seq)
        shown(page.locator("main [aria-busy=true]")).to_have_count(0)
    shown(page.locator(".turn .word-line")).to_contain_text("prevailed")
    shown(page.locator(".turn .doors-of-fight button.primary")).to_have_text("End fight")


def _attack(page: Page, press: Press) -> bool:
    """Attack from the bar of actions, if the one on turn still can."""
    if not row(page, "Attack").count():
        return False
    press(row(page, "Attack"))
    press(page.locator(".act-form button[type=submit]"))
    return True


def test_three_against_four_by_touch_on_a_phone(visit: Visit) -> None:
    phone = visit(**PHONE)
    page = _open(phone, "twelves", 1, HILL_FORT)

    def tap(target: Locator) -> None:
        target.tap()

    tap(page.locator(".doors-of-fight").get_by_role("button", name="Start fight"))
    tap(page.locator(".act-form button[type=submit]"))
    shown(page.locator(".order li")).to_have_count(7)
    _fight(page, tap, _attack)
    assert not phone.scrolls_sideways()
    page.locator(".tabs").get_by_role("button", name="Log").tap()
    shown(page.locator(".lines > li").last).to_be_in_viewport()


def test_three_against_four_by_keys_alone(visit: Visit) -> None:
    """What comes next is never far from the focus, before or after it."""
    page = _open(visit(), "twelves", 1, HILL_FORT)
    far: list[int] = []

    def enter(target: Locator) -> None:
        wanted = target.element_handle()
        is_there = "one => one === document.activeElement"
        is_before = "one => Boolean(document.activeElement.compareDocumentPosition(one) & 2)"
        key = "Shift+Tab" if page.evaluate(is_before, wanted) else "Tab"
        for tabs in range(_MOST_TABS):
            if page.evaluate(is_there, wanted):
                far.append(tabs)
                return page.keyboard.press("Enter")
            page.keyboard.press(key)
        raise AssertionError(f"{_MOST_TABS} times {key} do not lead to {wanted}")

    page.locator("h1").focus()
    enter(page.locator(".doors-of-fight").get_by_role("button", name="Start fight"))
    enter(page.locator(".act-form button[type=submit]"))
    shown(page.locator(".order li")).to_have_count(7)
    _fight(page, enter, _attack)
    assert sum(far) / len(far) < 12, far


def test_three_against_four_by_mouse_on_the_map(visit: Visit) -> None:
    """Dragged into reach, aimed at by a press on the token, struck from what stands under the map.

    All three are dragged before the first blow, since one grenade may end the fight.
    """
    page = _open(visit(), "dpi", 0, ARCHIVE)
    shown(page.locator(".order li")).to_have_count(7)
    moved: list[str] = []

    def click(target: Locator) -> None:
        target.click()

    def strike(page: Page, press: Press) -> bool:
        who = page.locator(".order [aria-current]").inner_text()
        if who not in moved:
            moved.append(who)
            near = page.locator(".board .map > g:has(> .reach)").filter(has_text=re.compile("^1$"))
            page.locator(".board .token.self").drag_to(near.first)
            return True
        if len(moved) < len(_AGENTS):
            return False
        for foe in ("Reader", "Clerk", "Thug 3", "Thug 5"):
            token = page.locator(".board .token:not(.out):not(.ours)").filter(has=page.locator("title", has_text=foe))
            if not token.count():
                continue
            token.click()
            attack = page.locator(".under-map").get_by_role("button", name=re.compile("^Attack"))
            if attack.count():
                press(attack)
                press(page.locator(".act-form button[type=submit]"))
                return True
        return False

    _fight(page, click, strike)
    assert sorted(moved) == sorted(_AGENTS)
