"""The ground of a table: the map at another moment and for those who watch, and zones with their limits."""

from typing import Any

import pytest
from serving import joined, open_table


def _spaces(board: dict[str, Any]) -> dict[str, list[int]]:
    return {one["who"]: one["space"] for one in board["figures"]}


def test_the_map_is_reported_as_it_was_after_an_event_also_to_a_seat_that_is_younger(base: str) -> None:
    master = open_table(base, "dpi")
    first = master.get("")["seq"]
    master.post("/actions", action="place", params={"who": "Clerk", "space": [8, 1]})
    assert _spaces(master.get("/board", who="Vega"))["Clerk"] == [8, 1]
    assert _spaces(master.get("/board", who="Vega", at=first))["Clerk"] != [8, 1]
    player = joined(master, "Pia", character="Vega")
    then = player.get("/board", who="Vega", at=first)
    assert _spaces(then)["Clerk"] != [8, 1]
    assert all(target["results"] == [] for arm in then["arms"] for target in arm["targets"])
    assert player.ask("GET", "/board?who=Vega&at=999").status_code == 404


def test_a_seat_that_plays_nobody_sees_where_everybody_is_and_nothing_of_a_sheet(base: str) -> None:
    watcher = joined(open_table(base, "dpi"), "Sid", "spectator")
    board = watcher.get("/board")
    assert {"Vega", "Reader"} <= _spaces(board).keys()
    assert board["arms"] == board["falls"] == board["reach"]["rows"] == board["pairs"] == []
    assert watcher.ask("GET", "/board?who=Vega").status_code == 403


def test_walls_and_low_cover_are_listed_apart(base: str) -> None:
    master = open_table(base, "dpi")
    master.post("/actions", action="set-scene", params={"obstacles": [[5, 5]], "low": [[6, 5]]})
    board = master.get("/board", who="Vega")
    assert board["obstacles"] == [[5, 5]]
    assert board["low"] == [[6, 5]]


def test_zones_are_kept_in_their_order_and_seen_by_everyone(base: str) -> None:
    master = open_table(base)
    zones = [{"name": "Bridge", "spaces": [], "who": ["Wren"]}, {"name": "Bank", "spaces": [[1, -2]], "who": []}]
    master.post("/settings", settings={"zones": zones})
    watcher = joined(master, "Sid", "spectator")
    assert watcher.get("")["settings"]["zones"] == zones
    assert watcher.ask("POST", "/settings", {"settings": {"zones": []}}).status_code == 403


@pytest.mark.parametrize(
    "zones",
    [
        "Bridge",
        [{"name": ""}],
        [{"name": "x" * 41}],
        [{"name": "Bridge"}, {"name": " Bridge "}],
        [{"name": "Bridge", "who": ["Nobody"]}],
        [{"name": "Bridge", "who": ["Wren"]}, {"name": "Bank", "who": ["Wren"]}],
        [{"name": "Bridge", "spaces": [[0, 1001]]}],
        [{"name": "Bridge", "spaces": [[0, 0]] * 501}],
        [{"name": str(number)} for number in range(13)],
        [{"name": "Bridge", "colour": "red"}],
    ],
)
def test_zones_that_are_none_are_refused_in_words(base: str, zones: Any) -> None:
    refused = open_table(base).ask("POST", "/settings", {"settings": {"zones": zones}})
    assert refused.status_code == 400
    assert "bad setting: zones" in refused.text
