"""Secrets carry markers, and every byte that reaches a player is searched for them."""

import contextlib
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from serving import CLIENT, V1, Seat, joined, open_table, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from rulewright.game import find_game, installed_games
from rulewright.table.stores.memory import MemoryStore

MARK = "c4n4ry"

HIDDEN: dict[str, dict[str, Any]] = {
    "twelves": {"tags": [f"{MARK}-a"], "scores": {"AGI": 4, "STR": 5, "FIN": 6, "INS": 7, "PRE": 8, "KNO": 9}},
    "die-code": {"notes": f"{MARK}-a", "equipment": {f"{MARK}-a": "2d"}},
    "untold-aeons": {"knowledge_skills": [f"{MARK}-a"], "background": {f"{MARK}-a": 2}, "purchases": []},
    "light-dark": {"archetype": f"{MARK}-a"},
    "dpi": {"gender": f"{MARK}-a", "sex": f"{MARK}-a"},
}
"""For each game what of a foe's sheet is hidden and can be given freely."""

SECRET_DEEDS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "untold-aeons": [("hidden-check", {"skill": "investigation"})]
}
"""Actions of which the game says that something is secret, and what they take beside who and how hard."""


@pytest.fixture(scope="module")
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture(scope="module")
def base(store: MemoryStore) -> Iterator[str]:
    with running(store) as address:
        yield address


def foe(slug: str) -> dict[str, Any]:
    """A character like one of the heroes, whom nobody but the game master knows."""
    game = find_game(slug)
    assert game.opening is not None
    wish = next(dict(params["character"]) for action, params in game.opening.steps if action == game.joining)
    return wish | {"name": "Stranger"} | HIDDEN[slug]


def varied(value: Any, variant: str) -> Any:
    """The same secrets with other markers and numbers."""
    if variant == "a":
        return value
    return json.loads(json.dumps(value).replace(f"{MARK}-a", f"{MARK}-b"))


def evening(base: str, slug: str, variant: str) -> tuple[Seat, Seat, Seat]:
    """A table at which the game master does things in secret: the master, a player and a spectator."""
    game = find_game(slug)
    assert game.opening is not None
    hero = game.opening.heroes[0]
    master = open_table(base, slug)
    player = joined(master, "Ben", character=hero)
    spectator = joined(master, "Sid", "spectator")
    number = {"a": 1, "b": 6}[variant]
    master.post("/actions", action=game.joining, params={"character": varied(foe(slug), variant)})
    master.post("/messages", text=f"the plan is {MARK}-{variant}", to_gm=True)
    master.post("/rolls", notation="1d6", faces=[number], audience="gm")
    waiting = master.post("/rolls", notation="2d6", faces=[number], audience="gm")["event"]["pending"]
    if slug in SECRET_DEEDS:
        master.post("/options", options={"hidden-difficulty": "on"})
    for action, params in SECRET_DEEDS.get(slug, ()):
        body = {"who": hero, **params, "difficulty": number}
        master.post("/actions", action=action, params=body, faces=[5, 5, 5])
    player.post("/rolls", notation="2d6", faces=[number, number], audience="blind")
    player.post("/messages", text="what was that?")
    master.post("/answers", pending=waiting, faces=[number])
    master.post("/invitations", role="player")
    master.post("/undo")
    master.post("/redo")
    return master, player, spectator


def bytes_seen(seat: Seat) -> list[bytes]:
    """Everything the server says to a seat: looking, following, keeping, and being refused."""
    last = seat.get()["seq"]
    seen = [seat.ask("GET", "", params={"at": at}).content for at in range(1, last + 1)]
    looks = ("", "/log", "/offers", "/export", "/story", "/luck", "/presence", "/keys", "/board")
    seen += [seat.ask("GET", path).content for path in looks]
    with seat.live(after=0) as socket:
        while True:
            message = socket.recv(timeout=20)
            assert isinstance(message, str)
            seen.append(message.encode())
            if json.loads(message).get("event", {}).get("seq", 0) == last:
                break
    headers = {**seat.headers, "Accept": "application/x-ndjson"}
    with CLIENT.stream("GET", f"{seat.base}{seat.path}/events?after=0", headers=headers) as stream:
        for line in stream.iter_lines():
            seen.append(line.encode())
            if json.loads(line).get("event", {}).get("seq", 0) == last:
                break
    return seen + refused(seat)


def refused(seat: Seat) -> list[bytes]:
    """What is said to somebody who asks for what they may not have."""
    asks = [
        ("POST", "/chances", {"action": "check", "params": {"who": "Stranger"}}),
        ("POST", "/actions", {"action": "check", "params": {"who": "Stranger"}}),
        ("POST", "/actions", {"action": "edit", "params": {"who": "Stranger", "changes": {}}}),
        ("POST", "/messages", {"text": "/odds check who=Stranger"}),
        ("POST", "/messages", {"text": "/check who=Stranger"}),
        ("POST", "/reveals", {"seq": 9}),
        ("POST", "/settings", {"settings": {"foe_odds": True}}),
        ("GET", "/advice", None),
        ("GET", "/invitations", None),
        ("PUT", "/characters/Stranger/keeper", {"seat": seat.seat}),
        ("POST", "/branches", {"at": 5}),
        ("GET", "?as=s1", None),
        ("GET", "/log?as=s1", None),
        ("GET", "/export?as=s1", None),
    ]
    answers = [seat.ask(method, path, body) for method, path, body in asks]
    assert all(400 <= answer.status_code < 500 for answer in answers), [answer.text for answer in answers]
    return [answer.content for answer in answers]


@pytest.mark.parametrize("slug", installed_games())
def test_no_marker_of_a_secret_reaches_a_player_or_a_spectator(base: str, store: MemoryStore, slug: str) -> None:
    master, player, spectator = evening(base, slug, "a")
    whole = master.ask("GET", "/export").text + master.ask("GET", "").text
    assert whole.count(MARK) > 2  # there is something to be found
    secrets = {MARK, master.key, master.key.partition(".")[2]}
    secrets |= {(store.get(master.table, "seed", name) or b"").decode() for name in store.names(master.table, "seed")}
    for seat in (player, spectator):
        for data in bytes_seen(seat):
            for secret in secrets:
                assert secret.encode() not in data, data[:2_000]


@pytest.mark.parametrize("slug", installed_games())
def test_another_secret_changes_no_byte_count_or_order_that_a_player_sees(base: str, slug: str) -> None:
    first, second = (evening(base, slug, variant) for variant in ("a", "b"))
    for one, other in zip(first[1:], second[1:], strict=True):
        assert alike(bytes_seen(one), one) == alike(bytes_seen(other), other)


def alike(seen: list[bytes], seat: Seat) -> list[str]:
    """What was seen, without what differs between any two tables: their names, promises and moments."""
    texts = []
    for data in seen:
        text = data.decode().replace(seat.table, "TABLE")
        text = re.sub(r"[0-9a-f]{64}", "HASH", text)
        texts.append(re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "MOMENT", text))
    return [text for text in texts if '"type":"presence"' not in text and '"type":"ping"' not in text]


def test_what_is_revealed_is_seen_from_then_on(base: str) -> None:
    master, player, _ = evening(base, "twelves", "a")
    rolled = master.post("/rolls", notation="1d6", faces=[5], audience="gm")["seq"]
    assert "outcome" not in player.get("/log", after=rolled - 1)["events"][0]
    with player.live() as socket:
        socket.recv(timeout=20)
        master.post("/reveals", seq=rolled)
        while (message := json.loads(socket.recv(timeout=20)))["type"] != "event":
            pass
    assert message["event"]["event"]["outcome"] == 5


def test_the_game_master_sees_what_a_player_sees_through_the_same_eyes(base: str) -> None:
    master, player, _ = evening(base, "twelves", "a")
    assert master.get(**{"as": player.seat}) == player.get()
    assert master.get("/log", **{"as": player.seat}) == player.get("/log")
    assert master.get("/offers", **{"as": player.seat}) == player.get("/offers")


def until_closed(socket: ClientConnection) -> Iterator[str]:
    with contextlib.suppress(ConnectionClosed):
        while True:
            yield str(socket.recv(timeout=20))


def test_a_revoked_player_is_told_nothing_more(base: str) -> None:
    master, player, _ = evening(base, "twelves", "a")
    with player.live() as socket:
        socket.recv(timeout=20)
        master.ask("DELETE", f"/seats/{player.seat}")
        master.post("/messages", text=MARK)
        heard = list(until_closed(socket))
    assert MARK not in "".join(heard)
    assert CLIENT.get(f"{base}{V1}/tables/{master.table}", headers=player.headers).status_code == 401
