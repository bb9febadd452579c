"""Where everybody stands in games without a map: a line with its ranges, and zones that the game master lays out."""

from collections.abc import Callable

from playwright.sync_api import expect as shown

from web_browser import Visitor
from web_table import RACE, last_seq, open_ready, sit_down, wait_past

Visit = Callable[..., Visitor]


def test_a_fight_along_a_line_shows_its_ranges_and_leads_to_actions(visit: Visit) -> None:
    """The spots are to scale, distances are in words, and a press on a foe offers what can be done to them."""
    master = visit()
    master.expected = RACE
    open_ready(master, "untold-aeons")
    page = master.page
    strip = page.locator(".strip-of")
    shown(strip.get_by_role("heading", name="Ranges")).to_be_visible()
    assert strip.locator(".spot").count() >= 2
    left, right = (strip.locator(".spot").nth(at).bounding_box() for at in (0, -1))
    assert left is not None
    assert right is not None
    assert left["x"] < right["x"]
    shown(strip).to_contain_text("yards")
    assert master.unwelcome() == []
    master.picture("table-untold-aeons-ranges")


def test_zones_are_laid_out_moved_renamed_and_seen_by_everyone(visit: Visit) -> None:
    """By press, without a mouse; a player sees them and cannot change them."""
    master, player = visit(), visit()
    master.expected = player.expected = (*RACE, "status of 403")
    table = open_ready(master, "twelves")
    page, seq = master.page, last_seq(master.page)
    page.get_by_role("button", name="Lay out zones").click()
    wait_past(page, seq)
    zones = page.locator(".zone-strip > li")
    shown(zones).to_have_count(3)
    shown(zones.nth(0)).to_contain_text("Wren")
    zones.nth(0).get_by_role("button", name="Wren").press("Enter")
    zones.nth(1).get_by_role("button", name="Wren here").press("Enter")
    shown(zones.nth(1)).to_contain_text("Wren")
    page.get_by_role("button", name="Change the zones").click()
    page.get_by_label("Zone 2").fill("On the bridge")
    page.get_by_label("Zone 3").fill("")
    page.get_by_role("button", name="Save the zones").click()
    shown(zones).to_have_count(2)
    shown(zones.nth(1).get_by_role("heading")).to_have_text("On the bridge")
    shown(page.locator(".strip-of")).to_contain_text("Nowhere yet")
    assert master.unwelcome() == []
    master.picture("table-twelves-zones")
    guest = sit_down(master, player, table, "Pia", "Wren")
    shown(guest.locator(".zone-strip > li").nth(1)).to_contain_text("Wren")
    shown(guest.get_by_role("button", name="Change the zones")).to_have_count(0)
    page.get_by_role("button", name="Change the zones").click()
    page.get_by_role("button", name="Without zones").click()
    shown(guest.locator(".zone-strip")).to_have_count(0)
