"""The dice of a table on its page: committed, with the players' seeds, revealed, and verified in the browser."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page
from playwright.sync_api import expect as shown

from web_browser import Visitor
from web_table import RACE, act, open_ready, sit_down

pytest_plugins = ("web_browser",)
Visit = Callable[..., Visitor]


def dice(page: Page) -> Any:
    """The panel of the dice, open."""
    panel = page.locator("details.fair")
    if panel.get_attribute("open") is None:
        panel.locator("summary").click()
    return panel


def test_dice_are_committed_seeded_revealed_and_verified_on_the_page(visit: Visit) -> None:
    master, player = visit(), visit()
    master.expected = player.expected = (*RACE, "status of 403")
    table = open_ready(master, "twelves")
    sit_down(master, player, table, "Pia")
    for one in (master, player):
        shown(dice(one.page).locator("summary")).to_contain_text("Dice: committed")
        shown(dice(one.page)).to_contain_text("No player's seed is in the dice yet.")
    dice(player.page).get_by_role("button", name="Add my seed").click()
    for one in (master, player):
        shown(dice(one.page)).to_contain_text("Seeds of Pia are in the dice.")
    act(master.page, "Check")
    closed = master.page.evaluate(
        "table => fetch(`/api/v1/tables/${table}/close`, {method: 'POST', body: '{}', "
        "headers: {'Content-Type': 'application/json'}}).then(answer => answer.status)",
        table,
    )
    assert closed == 200
    for one in (master, player):
        shown(dice(one.page).locator("summary")).to_contain_text("Dice: revealed")
        dice(one.page).get_by_role("button", name="Verify the dice here").click()
        shown(dice(one.page).get_by_role("status")).to_contain_text("2 dice match the seeds.")
        shown(dice(one.page).locator("summary")).to_contain_text("Dice: verified")


def test_typed_dice_are_marked_on_the_page(visit: Visit) -> None:
    master = visit()
    master.expected = RACE
    open_ready(master, "twelves")
    act(master.page, "Check", faces=[3, 4])
    shown(master.page.locator(".lines .tag", has_text="typed in").last).to_be_visible()
    shown(master.page.locator(".result .tag", has_text="typed in")).to_be_visible()


@pytest.mark.parametrize("forged", [False, True])
def test_the_verifier_of_the_page_finds_a_changed_die(visit: Visit, forged: bool) -> None:
    master = visit()
    master.expected = RACE
    table = open_ready(master, "twelves")
    ask = """async ([table, forged]) => {
        const at = path => `/api/v1/tables/${table}${path}`;
        const headers = {'Content-Type': 'application/json'};
        const send = (path, body) => fetch(at(path), {method: 'POST', body: JSON.stringify(body), headers});
        await send('/rolls', {notation: '5d20'});
        await send('/close', {});
        const real = window.fetch;
        window.fetch = async (path, more) => {
            const answer = await real(path, more);
            if (!String(path).endsWith('/export') || !forged) return answer;
            const text = await answer.text();
            const other = (_, face, seq) => `[20,${face % 20 + 1},${seq},4,1]`;
            return new Response(text.replace(/\\[20,(\\d+),(\\d+),4,1\\]/, other));
        };
    }"""
    master.page.evaluate(ask, [table, forged])
    dice(master.page).get_by_role("button", name="Verify the dice here").click()
    words = "does not match the seeds" if forged else "5 dice match the seeds."
    shown(dice(master.page).get_by_role("status")).to_contain_text(words)
