"""Dice that cannot exist: refused at import, and harmless in a table that was imported before they were."""

import json

import pytest
from serving import CLIENT, V1, Seat, open_table, running

from rulewright.table.keys import Keys, SeatKey
from rulewright.table.stores.memory import MemoryStore

FORGED = ([-1, 1, 0, 0, 0], [0, 0, 0, 0, 0], [6, 7, 0, 0, 0], [2**70, 5, 3, 0, 1], [6, -3, 3, 0, 1])
READS = ("", "/log", "/luck", "/story", "/export", "/offers", "/course", "/board", "/presence")


def forged(lines: list[bytes], die: list[int]) -> list[bytes]:
    """The lines with the first recorded die changed."""
    out = []
    for line in lines:
        event = json.loads(line)
        fact = event.get("fact", {})
        if fact.get("kind") == "rolled":
            fact["dice"] = [die]
            line = json.dumps(event).encode()
        out.append(line)
    return out


@pytest.mark.parametrize("die", FORGED, ids=str)
def test_a_forged_die_is_refused_at_import_and_never_a_fault_of_the_server(die: list[int]) -> None:
    store = MemoryStore()
    with running(store) as base:
        master = open_table(base)
        master.post("/rolls", notation="1d6")
        whole = forged(master.ask("GET", "/export").content.splitlines(), die)
        refused = CLIENT.post(f"{base}{V1}/imports", content=b"\n".join(whole) + b"\n")
        assert refused.status_code == 400, refused.text
        assert "no such die" in refused.json()["error"] or "not an event" in refused.json()["error"]
        store.append("forgery", 0, whole[1:])
        key = _key_to(store, base, master)
        for path in READS:
            answer = key.ask("GET", path)
            assert answer.status_code < 500, f"{path}: {answer.text}"


def _key_to(store: MemoryStore, base: str, master: Seat) -> Seat:
    """A key to the forged table, of its game master."""
    return Seat(base, "forgery", master.seat, Keys(store).create("forgery", SeatKey(master.seat)))
