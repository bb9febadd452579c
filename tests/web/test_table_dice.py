"""The dice of a table on its page: committed, with the players' seeds, revealed, and verified in the browser."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page
from playwright.sync_api import expect as shown

from web_browser import Visitor
from web_table import RACE, act, open_ready, sit_down

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
        shown(dice(one.page).locator("summary")).to_contain_text("Dice: fixed in advance")
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


def test_dice_have_the_shapes_of_their_kinds_and_say_whose_they_are_and_what_counts(visit: Visit) -> None:
    visitor = visit()
    visitor.expected = RACE
    page = visitor.go("/odds/untold-aeons?roll=check&p.skill=2&p.difficulty=1")
    once = page.get_by_role("region", name="Roll it once")
    for place, face in enumerate((6, 2, 6), 1):
        once.get_by_label(f"face {place}").fill(str(face))
    once.get_by_role("button", name="That is what I rolled").click()
    groups = once.locator(".result > .dice-groups .dice-group")
    shown(groups).to_have_count(2)
    assert [group.locator(".lit").count() for group in groups.all()] == [1, 1]
    assert "against" in (groups.last.get_attribute("class") or "")
    table = open_ready(visitor, "light-dark")
    visitor.post(f"/tables/{table}/messages", {"text": "/roll 1d4+1d6+1d8+1d10+1d12+1d20"})
    outlines = page.locator(".result > .dice-groups .body")
    shown(outlines).to_have_count(6)
    assert len(set(outlines.evaluate_all("all => all.map(one => one.getAttribute('d'))"))) == 6
    turn = {"who": "Isk", "challenge": "caretaker", "attribute": "strength", "facet": "main", "dark": 1}
    faces = [4, 5, 4, 3, 6, 5, 2, 6, 5]
    visitor.post(f"/tables/{table}/actions", {"action": "challenge-turn", "params": turn, "faces": faces})
    bodies = {tone: page.locator(f".result .dice-group.{tone} .body").first for tone in ("light", "dark")}
    shown(bodies["light"]).to_be_visible()
    colours = {body.evaluate("one => getComputedStyle(one).fill") for body in bodies.values()}
    assert len(colours) == 2


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_dice_tumble_for_half_a_second_unless_motion_is_reduced_and_a_press_ends_it(visit: Visit, motion: str) -> None:
    """The faces are decided before: they stand in the page while the dice still move."""
    visitor = visit(reduced_motion=motion)
    visitor.expected = RACE
    table = open_ready(visitor, "twelves")
    page = visitor.page
    check = {"who": "Wren", "ability": "AGI"}
    visitor.post(f"/tables/{table}/actions", {"action": "check", "params": check, "faces": [9, 4]})
    thrown = page.locator(".result .dice-groups")
    shown(thrown.locator(".die b")).to_have_text(["9", "4"])
    longest = """all => Math.max(...all.map(one => {
        const {animationName, animationDuration, animationDelay} = getComputedStyle(one);
        return animationName === "none" ? 0 : parseFloat(animationDuration) + parseFloat(animationDelay);
    }))"""
    seconds = thrown.locator(".die, .die b").evaluate_all(longest)
    assert seconds == 0 if motion == "reduce" else 0.4 <= seconds <= 0.6
    thrown.dispatch_event("pointerdown")
    shown(thrown).not_to_have_class(re.compile("tumbling"))
    assert thrown.locator(".die, .die b").evaluate_all(longest) == 0
