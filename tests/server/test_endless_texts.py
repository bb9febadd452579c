"""The rules of a stranger's text run only in workers, however long they take and however deep their calls."""

from collections.abc import Iterator

import httpx
import pytest
from serving import CLIENT, V1, Seat, joined, open_table

from rulewright.server import perform_in_worker
from rulewright.server.handlers import view

FRONT = '+++\nrulebook = 1\nname = "Endless"\n+++\n# Endless\n'
SHEET = '```sheet\nmight: 0..5 = 3 "might"\nhp: track 0..10 = 10\n```\n'
FIRST = "```roll r0(s: 0..9 = 1)\nx = s + 1\nshow x\n```\n"
TWICE = (
    "```roll r{this}(s: 0..9 = 1)\na = roll r{last}(s = s)\nb = roll r{last}(s = s)\nx = min(a.x, b.x)\nshow x\n```\n"
)
ACTION = """```action go
when: any time
gift: 1..3 = 1 "a gift" by gm
a = roll r{last}(s = 1)
z = a.x
change hp by -1
show z
```
"""


def doubling(depth: int) -> str:
    """A text whose action calls a roll that calls another twice, and so on: 2**depth of them, and no die."""
    rolls = [TWICE.format(this=one, last=one - 1) for one in range(1, depth + 1)]
    return "\n".join([FRONT, SHEET, FIRST, *rolls, ACTION.format(last=depth)])


def seated(base: str, depth: int) -> tuple[Seat, Seat]:
    """The seats of the GM and of a player at a table that plays such a text."""
    kept = CLIENT.post(f"{base}{V1}/rulebooks", json={"text": doubling(depth)}).json()
    master = open_table(base, kept["game"], ready=False)
    master.post("/actions", action="join", params={"character": {"name": "Zed"}})
    return master, joined(master, "Bea", character="Zed")


def test_endless_rules_of_a_text_are_stopped_wherever_they_are_tried(
    base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    master, player = seated(base, 60)
    monkeypatch.setattr(perform_in_worker, "_SECONDS", {"action": 0.2, "roll": 0.2})
    monkeypatch.setattr(view, "_DICE_SECONDS", 0.2)
    for seat, path, body in tries(master, player):
        found = answer(seat, path, body)
        assert (found.status_code, "takes longer than 0.2 seconds" in found.json()["error"]) == (400, True), found.text
    assert player.post("/messages", text="the table goes on")["seq"] > 0


def test_rules_of_a_text_that_call_each_other_too_deeply_are_no_fault_of_the_server(base: str) -> None:
    master, player = seated(base, 250)
    for seat, path, body in tries(master, player):
        assert answer(seat, path, body).status_code < 500, path
    found = answer(master, "/dice", {"action": "go", "params": {"who": "Zed"}})
    assert found.json()["error"] == "this cannot be worked out: rules of the text call each other too deeply"
    assert answer(master, "/chances", {"action": "go", "params": {"who": "Zed"}}).status_code < 500
    assert master.ask("GET", "/offers").status_code < 500


def tries(master: Seat, player: Seat) -> Iterator[tuple[Seat, str, dict[str, object]]]:
    """Requests that have to run a rule of the text."""
    go: dict[str, object] = {"action": "go", "params": {"who": "Zed"}}
    yield master, "/dice", go
    yield player, "/dice", go
    yield player, "/actions", go
    yield player, "/actions", {"action": "go", "params": {"who": "Zed", "gift": 2}}
    yield player, "/messages", {"text": "/go who=Zed gift=2"}


def answer(seat: Seat, path: str, body: object) -> httpx.Response:
    return seat.ask("POST", path, body, timeout=20)


def test_a_short_text_is_tried_before_it_is_proposed(base: str) -> None:
    master, player = seated(base, 3)
    assert player.post("/dice", action="go", params={"who": "Zed"})["sides"] == []
    waiting = player.post("/actions", action="go", params={"who": "Zed", "gift": 2})["event"]
    assert (waiting["kind"], waiting["sets"]) == ("waiting", ["gift"])
    done = master.post("/answers", pending=waiting["pending"], choices=["approve"])["event"]
    assert done["outcome"] == {"z": 2, "hp": 9}
