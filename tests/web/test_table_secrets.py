"""What is hidden at a table stays hidden: on the player's page, and on the line to it."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect as shown

from rulewright.game import find_game
from web_browser import Visitor
from web_table import (
    GAMES,
    KEPT,
    RACE,
    ROLLS,
    act,
    heard,
    last_seq,
    open_ready,
    sit_down,
    type_dice,
    wait_past,
)

Visit = Callable[..., Visitor]


def _shown_of(said: list[str], seq: int) -> Iterator[dict[str, Any]]:
    """Whatever was said of an event, however deep in a message."""
    for text in said:
        for line in text.splitlines():
            try:
                message = json.loads(line)
            except ValueError:
                continue
            yield from (one for one in _objects(message) if one.get("seq") == seq and "kind" in one)


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _objects(inner)


@pytest.mark.parametrize("game", GAMES)
def test_neither_a_hidden_roll_nor_a_foes_sheet_reaches_a_player_or_their_line(visit: Visit, game: str) -> None:
    """The game master rolls hidden and keeps the foes' sheets; revealed and shown to all, the player knows as much."""
    master, player = visit(), visit()
    master.expected, player.expected = RACE, (*RACE, *KEPT)
    table = open_ready(master, game)
    said = heard(player)
    sit_down(master, player, table, "Pia")
    _a_hidden_roll(master, player, said, game)
    if game != "light-dark":  # whose foes are Challenges, and have no sheets
        _a_foes_sheet(master, player)


def _a_hidden_roll(master: Visitor, player: Visitor, said: list[str], game: str) -> None:
    """The player hears that it happened, and nothing else, until it is revealed."""
    master.page.get_by_role("button", name="Rolling open").click()
    seq = last_seq(master.page)
    act(master.page, ROLLS[game])
    type_dice(master.page, 2)
    wait_past(master.page, seq)
    hidden = last_seq(master.page)
    shown(master.page.locator(".result .tag", has_text=f"{find_game(game).words.gm} only")).to_be_visible()
    sentence = master.page.locator(".result .sentence").inner_text()
    wait_past(player.page, hidden - 1)
    shown(player.page.locator(".lines > li").last).to_contain_text("rolled in secret")
    player.page.reload()
    shown(player.page.locator(".lines > li").last).to_contain_text("rolled in secret")
    shown_values = list(_shown_of(said, hidden))
    assert shown_values
    for one in shown_values:
        assert one["hidden"] is True
        assert not {"outcome", "dice", "breakdown", "name", "params", "choices", "cites"} & one.keys()
    master.page.get_by_role("button", name="Reveal to everyone").last.click()
    shown(player.page.locator(".lines .result-line").last).to_contain_text(sentence)


def _a_foes_sheet(master: Visitor, player: Visitor) -> None:
    """The player's page knows less of the foe than the game master's; shown to all, it knows as much."""
    foe = master.page.get_by_role("region", name="Yours to run").locator("h3").first.inner_text()
    card = player.page.get_by_role("region", name="Others here").locator(".card", has_text=foe)
    shown(card).to_be_visible()
    own = master.page.locator(".card", has_text=foe).first
    known, whole = (set(one.locator("dt, dd, li").all_text_contents()) for one in (card, own))
    assert known < whole
    own.get_by_text("Who plays, who sees").click()
    own.get_by_label("everyone sees the whole sheet").check()
    open_to_all = player.page.get_by_role("region", name="Party").locator(".card", has_text=foe)
    shown(open_to_all.locator(".trackers")).to_be_visible()
    for text in whole - {""}:
        shown(open_to_all.locator("dt, dd, li").filter(has_text=text).first).to_be_attached()


def test_a_blind_roll_says_to_who_made_it_that_only_the_gm_knows(visit: Visit) -> None:
    master, player = visit(), visit()
    master.expected, player.expected = RACE, (*RACE, *KEPT)
    table = open_ready(master, "twelves")
    page = sit_down(master, player, table, "Pia", "Wren")
    blind = {"action": "check", "params": {"who": "Wren", "ability": "AGI"}, "audience": "blind"}
    player.post(f"/tables/{table}/actions", blind)
    line = page.locator(".lines > li").last
    shown(line).to_contain_text("Only the GM knows the outcome.")
    shown(line).not_to_contain_text("None")
    assert line.locator(".die, .why-box").count() == 0
