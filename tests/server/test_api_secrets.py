"""Secrets stay with those who may know them, whatever is asked for and whatever happens."""

import contextlib
import json
import sys
from collections.abc import Iterator

import pytest
from serving import CLIENT, V1, Seat, joined, open_table, running
from twin_evenings import Evening, Place
from twin_questions import looking
from twin_secrets import MARK
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from rulewright.game import installed_games
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import Tables


@pytest.fixture(scope="module")
def places() -> Iterator[tuple[Place, Place]]:
    stores = MemoryStore(), MemoryStore()
    with running(stores[0]) as first, running(stores[1]) as second:
        yield Place(first, stores[0], Tables(stores[0])), Place(second, stores[1], Tables(stores[1]))


@pytest.fixture(scope="module")
def base(places: tuple[Place, Place]) -> str:
    return places[0].base


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("slug", installed_games())
def test_a_viewer_who_may_not_know_a_secret_sees_the_same_whatever_it_is(
    places: tuple[Place, Place], slug: str, seed: int
) -> None:
    evening = Evening(places, slug, seed)
    evening.run(10)
    assert evening.compared > 50
    assert evening.seats["gm"][0].ask("GET", "/export").text.count(MARK) > 2, "there was nothing to be found"


def probe(places: tuple[Place, Place], slug: str, seed: int, steps: int, wanted: int) -> Evening:
    """An evening under way, at which Ann tries wrong things with her hero; only the game master's secrets differ."""
    evening = Evening(places, slug, seed, kept="gm")
    try:
        evening.stranger_comes()
        for _ in range(steps):
            evening.act()
            evening.go_on()
        ends = {action.name for action in evening.game.actions} & {"end-fight", "end-chase"}
        for action in ends if seed % 2 else ():  # so that everyone can be attacked, even those who took no part in it
            evening.both("gm", "POST", "/actions", {"action": action, "params": {}})
        evening.probe("ann", next(iter(evening.game.opening.heroes)), wanted)  # type: ignore[union-attr] # it has one
        evening.pry("ann", looking)
        evening.pry("ben", looking)
    finally:
        evening.listening.close()
    return evening


@pytest.mark.parametrize("slug", installed_games())
def test_wrong_attempts_are_answered_the_same_whatever_hidden_sheets_say(
    places: tuple[Place, Place], slug: str
) -> None:
    evening = probe(places, slug, 7, 2, 20)
    assert evening.probed >= 20
    assert evening.different == []


@pytest.mark.soak
@pytest.mark.parametrize("slug", installed_games())
def test_ten_thousand_wrong_attempts_tell_nothing(places: tuple[Place, Place], slug: str) -> None:
    probed, different, seed = 0, [], 5_000
    while probed < 2_000:
        evening = probe(places, slug, seed, 4, 100)
        probed, seed = probed + evening.probed, seed + 1
        different += evening.different
    sys.stdout.write(
        f"{slug}: {probed:,} wrong attempts, all answered the same; {len(different)} allowed at one table\n"
    )
    assert different == []


@pytest.mark.soak
@pytest.mark.parametrize("slug", installed_games())
def test_hundreds_of_evenings_keep_their_secrets(places: tuple[Place, Place], slug: str) -> None:
    compared = 0
    for seed in range(1_000, 1_050):
        evening = Evening(places, slug, seed)
        evening.run(30)
        compared += evening.compared
    sys.stdout.write(f"{slug}: 50 evenings, {compared:,} answers compared, nothing revealed\n")


def two(base: str) -> tuple[Seat, Seat]:
    """A game master and a player, and something that only one of them knows."""
    master = open_table(base)
    player = joined(master, "Ben", character="Wren")
    master.post("/messages", text=f"the plan is {MARK}", to_gm=True)
    master.post("/rolls", notation="1d6", audience="gm")
    return master, player


def test_what_is_revealed_is_seen_from_then_on(base: str) -> None:
    master, player = two(base)
    rolled = master.post("/rolls", notation="1d6", faces=[5], audience="gm")["seq"]
    assert "outcome" not in player.get("/log")["events"][-1]
    with player.live() as socket:
        socket.recv(timeout=20)
        master.post("/reveals", seq=rolled)
        while (message := json.loads(socket.recv(timeout=20)))["type"] != "event":
            pass
    assert message["event"]["event"]["outcome"] == 5


def test_the_gm_sees_what_a_player_sees_in_the_same_view(base: str) -> None:
    master, player = two(base)
    assert master.get(**{"as": player.seat}) == player.get()
    assert master.get("/log", **{"as": player.seat}) == player.get("/log")
    assert master.get("/offers", **{"as": player.seat}) == player.get("/offers")


def until_closed(socket: ClientConnection) -> Iterator[str]:
    with contextlib.suppress(ConnectionClosed):
        while True:
            yield str(socket.recv(timeout=20))


def test_a_revoked_player_is_reported_nothing_more(base: str) -> None:
    master, player = two(base)
    with player.live() as socket:
        socket.recv(timeout=20)
        master.ask("DELETE", f"/seats/{player.seat}")
        master.post("/messages", text=MARK)
        heard = list(until_closed(socket))
    assert MARK not in "".join(heard)
    assert CLIENT.get(f"{base}{V1}/tables/{master.table}", headers=player.headers).status_code == 401


def test_odds_tell_nothing_of_a_hidden_foe_who_is_not_named(base: str) -> None:
    master = open_table(base, "dpi")
    player = joined(master, "Ben", character="Vega")
    grenade = {"action": "throw-grenade", "params": {"who": "Vega", "at": [8, 1]}}
    refused = player.ask("POST", "/chances", grenade)
    assert refused.status_code == 403, refused.text
    assert "the odds would reveal hidden sheets" in refused.json()["error"]
    assert player.ask("POST", "/chances", {"action": "check", "params": {"who": "Vega", "skill": "stealth"}}).is_success
    master.post("/settings", settings={"foe_odds": True})
    assert player.ask("POST", "/chances", grenade).is_success


def test_the_odds_of_each_choice_do_not_tell_what_fell_blind(base: str) -> None:
    master = open_table(base, "untold-aeons")
    player = joined(master, "Ben", character="Ines")
    check = {"action": "check", "params": {"who": "Ines", "skill": "occult"}, "faces": [1, 2, 2]}
    for audience, status in (("blind", 403), ("private", 200)):
        waits = player.post("/actions", **check, audience=audience)["event"]
        assert waits["choices"]
        assert player.ask("POST", "/chances", {"pending": waits["pending"]}).status_code == status
        assert master.ask("POST", "/chances", {"pending": waits["pending"]}).is_success
        master.post("/withdrawals", pending=waits["pending"])


def test_a_failure_that_may_be_granted_is_the_gms_to_know_and_hides_no_odds(base: str) -> None:
    master = open_table(base, "light-dark")
    player = joined(master, "Ben", character="Isk")
    risk = {"action": "risky-action", "params": {"who": "Isk", "attribute": "strength"}}
    turn = {"action": "challenge-turn", "params": {"who": "Isk", "challenge": "caretaker", "attribute": "strength"}}
    for audience in ("everyone", "blind"):
        master.post("/actions", **risk, audience=audience, faces=[1, 1])
        assert master.get()["scene"]["failures"] == {"Isk": {}}
        assert "failures" not in player.get()["scene"]
        for asked in (risk, turn):
            assert player.post("/chances", **asked)["bar"] == master.post("/chances", **asked)["bar"] != []


def test_the_course_of_a_fight_with_hidden_foes_stays_hidden_when_they_are_removed(base: str) -> None:
    master = open_table(base, "dpi")
    player = joined(master, "Bea", character="Vega")
    master.post("/actions", action="end-turn", params={"who": "Vega"})
    master.post("/actions", action="end-fight")
    for foe in ("Reader", "Clerk"):
        assert player.ask("GET", "/course").status_code == 403
        master.post("/actions", action="remove-foe", params={"who": foe})
    assert player.ask("GET", "/course").status_code == 403
    master.post("/settings", settings={"foe_odds": True})
    assert player.get("/course")["points"]


def test_the_course_of_a_fight_leaves_out_what_was_done_in_secret(base: str) -> None:
    master = open_table(base, "light-dark")
    player = joined(master, "Ben", character="Isk")
    turn = {"action": "challenge-turn", "params": {"who": "Isk", "challenge": "caretaker", "attribute": "strength"}}
    for audience in ("everyone", "gm"):
        event = master.post("/actions", **turn, audience=audience, faces=[1])["event"]  # ones overcome nothing
        while event["kind"] == "waiting":
            given = {"choices": event["choices"][:1]} if event["choices"] else {"faces": [1]}
            event = master.post("/answers", pending=event["pending"], **given)["event"]
    done = [[point["what"] for point in seat.get("/course")["points"]] for seat in (master, player)]
    assert done == [["add facet", "challenge turn", "challenge turn"], ["add facet", "challenge turn"]]


def test_a_whisper_between_others_is_heard_neither_as_a_gap_nor_as_a_ping(base: str) -> None:
    master, player = two(base)
    other = joined(master, "Ann")
    with player.live() as socket:
        hello = json.loads(socket.recv(timeout=20))
        heard = []
        for text in ("one", "two", "three"):
            other.post("/messages", text="psst", to_gm=True)
            other.post("/messages", text=text)
            while (message := json.loads(socket.recv(timeout=20)))["type"] != "event":
                heard.append(message)
            heard.append(message)
    events = [one for one in heard if one["type"] == "event"]
    assert [one["seq"] for one in events] == [hello["seq"] + 1, hello["seq"] + 2, hello["seq"] + 3]
    assert not [one for one in heard if one["type"] == "ping"]
    for at, event in enumerate(events):
        with player.live(after=event["seq"]) as again:
            greeting = json.loads(again.recv(timeout=20))
            assert (greeting["after"], greeting["seq"]) == (event["seq"], events[-1]["seq"])
            resumed = [json.loads(again.recv(timeout=20)) for _ in events[at + 1 :]]
            assert [one["event"] for one in resumed] == [one["event"] for one in events[at + 1 :]]
    assert player.get("/log", after=hello["seq"])["last"] == events[-1]["seq"]
    refused = player.ask("GET", f"?at={events[-1]['seq'] + 1}")
    assert (refused.status_code, refused.json()["error"]) == (404, f"there is no event {events[-1]['seq'] + 1}")


def test_a_note_is_seen_by_those_it_is_for(base: str) -> None:
    master, player = two(base)
    other = joined(master, "Ann")
    master.post("/messages", text=f"only mine: {MARK}", to_gm=True, title="Plan")
    master.post("/messages", text="a key", to=player.seat, title="In your pocket")
    master.post("/messages", text="**Beware**", title="On the door")
    titles = {seat: [note["title"] for note in seat.get("/notes")["notes"]] for seat in (master, player, other)}
    assert titles == {
        master: ["Plan", "In your pocket", "On the door"],
        player: ["In your pocket", "On the door"],
        other: ["On the door"],
    }
    assert [note["title"] for note in master.get("/notes", **{"as": other.seat})["notes"]] == ["On the door"]
