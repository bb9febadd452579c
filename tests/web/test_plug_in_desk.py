"""A plug-in whose actions and parameters have names of their own gets the same desk as our games."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect as shown

from web_browser import Site, Visitor, running_site
from web_table import RACE, act, last_seq, open_ready, row, wait_past

Visit = Callable[..., Visitor]
GAME = '''
"""Twelves with other names for what is done in a fight."""

from typing import Annotated

from msgspec.structs import replace

from rulewright.game import Character, named
from rulewright.games.twelves import GAME as TWELVES
from rulewright.games.twelves.fight_actions import drink_potion
from rulewright.rules.limits import Name
from rulewright.rules.rule import carrying

NAMES = {
    "start-fight": "draw-steel",
    "end-fight": "sheathe",
    "start-turn": "rise",
    "end-turn": "yield",
    "enter-fight": "wade-in",
    "leave-fight": "bow-out",
    "reorder-fight": "shuffle",
    "short-rest": "breathe",
}


def sip(
    dice, scene, who: Character, gulper: Annotated[Name, named("character", "who drinks it", use="helps")] = ""
):
    """A potion is drunk."""
    return drink_potion(dice, scene, who, gulper)


def _renamed(action):
    if action.name == "drink":
        sets = {"who": "actor", "gulper": "actor"}
        return replace(action, name="sip", perform=carrying(sip, drink_potion.__rules__), sets=sets)
    return replace(action, name=NAMES.get(action.name, action.name))


GAME = replace(
    TWELVES,
    slug="steel",
    name="Steel",
    actions=tuple(_renamed(one) for one in TWELVES.actions),
    fights=replace(TWELVES.fights, begin="rise", end="yield"),
)
'''


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with the renamed game beside ours."""
    folder = tmp_path_factory.mktemp("steel")
    files = {
        "steel.py": GAME,
        "steel-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: steel\nVersion: 1.0\n",
        "steel-1.0.dist-info/entry_points.txt": "[rulewright.games]\nsteel = steel:GAME\n",
    }
    for file, content in files.items():
        Path(folder, file).parent.mkdir(exist_ok=True)
        Path(folder, file).write_text(content, encoding="utf-8")
    with running_site([folder]) as running:
        yield running


def test_the_desk_of_a_plug_in_with_names_of_its_own(visit: Visit) -> None:
    master = visit()
    master.expected = RACE
    table = open_ready(master, "steel")
    page, seq = master.page, last_seq(master.page)
    page.locator(".doors-of-fight").get_by_role("button", name="Draw steel").click()
    page.locator(".act-form button[type=submit]").click()
    wait_past(page, seq)
    shown(page.locator(".turn .doors-of-fight")).to_have_text("Sheathe")

    page.get_by_text("Change the order").click()
    order = page.locator(".order li").all_inner_texts()
    seq = last_seq(page)
    page.get_by_role("button", name=f"{order[2]}: earlier").click()
    wait_past(page, seq)
    shown(page.locator(".order li")).to_have_text([order[0], order[2], order[1]])
    seq = last_seq(page)
    page.get_by_role("button", name="Remove Odo").click()
    wait_past(page, seq)
    page.get_by_role("button", name="Bring in Odo").click()
    shown(page.locator(".order li").last).to_have_text("Odo")

    for _ in range(4):
        if page.locator(".order [aria-current]").inner_text() == "Wren":
            break
        act(page, "Yield")
    shown(page.locator(".act .bar")).to_contain_text("Yield")
    row(page, "Sip").first.click()
    shown(page.locator(".act-form label:has(:checked)").first).to_have_text("Wren")
    page.locator(".act-form").get_by_role("button", name="Back", exact=True).click()

    actions = f"/tables/{table}/actions"
    master.post(actions, {"action": "take-damage", "params": {"who": "Wren", "boxes": 1}})
    master.post(actions, {"action": "take-damage", "params": {"who": "Toll Keeper", "boxes": 9}})
    shown(page.locator(".turn")).to_contain_text("It is over")
    shown(page.locator(".turn .doors-of-fight button.primary")).to_have_text("Sheathe")
