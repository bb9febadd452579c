"""Every action of every game with every key over HTTP does what the table in the documentation says."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Seat, joined, open_table
from who_may_table import PAGE, Asker, Row, Verdict, rows, verdict

from rulewright.game import find_game, installed_games
from rulewright.game.plain_data import plain
from rulewright.game.who_may import undeclared

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))
from generate import with_who_may

every_game = pytest.mark.parametrize("slug", installed_games())

PLAYERS = ("owner", "other", "bare")


@every_game
def test_every_action_and_every_parameter_says_whose_it_is(slug: str) -> None:
    assert [fault for action in find_game(slug).actions for fault in undeclared(action)] == []


def test_the_page_is_as_the_games_declare() -> None:
    text = PAGE.read_text()
    assert with_who_may(text, [find_game(slug) for slug in installed_games()]) == text, "run docs/generate.py who-may"


class Evening:
    """A ready table with a GM, two players with a character each, one without, and a spectator."""

    def __init__(self, base: str, slug: str) -> None:
        self.game, self.rows = find_game(slug), rows(slug)
        self.gm = open_table(base, slug)
        characters = list(self.gm.get()["characters"])
        assert self.game.opening is not None
        self.heroes = (self.game.opening.heroes[0], next(n for n in characters if n != self.game.opening.heroes[0]))
        self.seats: dict[str, Seat] = {
            "spectator": joined(self.gm, "Sid", "spectator"),
            "bare": joined(self.gm, "Bea"),
            "other": joined(self.gm, "Ota", "player", self.heroes[1]),
            "owner": joined(self.gm, "Una", "player", self.heroes[0]),
            "gm": self.gm,
        }

    def asker(self, name: str) -> Asker:
        return Asker(self.seats[name].seat, "player" if name in PLAYERS else name)

    def usual(self, action: str) -> dict[str, Any]:
        """The defaults of the parameters that have one."""
        return {one.name: plain(one.default) for one in self.game.action(action).parameters if not one.required}

    def said(self, name: str, action: str, params: dict[str, Any]) -> Verdict:
        """What the page says."""
        return verdict(self.rows[action], self.asker(name), params, self.usual(action), self.gm.get())

    def done(self, name: str, action: str, params: dict[str, Any], **more: Any) -> tuple[int, dict[str, Any]]:
        """What the server does: its status, and the event or the error. What has happened is taken back."""
        before = self.gm.get()["seq"]
        response = self.seats[name].ask("POST", "/actions", {"action": action, "params": params, **more})
        answer: dict[str, Any] = response.json()
        after = self.gm.get()["seq"]
        if after != before:
            answer = self.gm.get("/log", after=after - 1)["events"][0]
            self.gm.post("/undo", back_to=before)
        return response.status_code, answer

    def agrees(self, name: str, action: str, params: dict[str, Any], **more: Any) -> Verdict:
        """Compare what the page says with what the server does; gives what both say."""
        said = self.said(name, action, params)
        status, answer = self.done(name, action, params, **more)
        where = f"{action} {params} by the {name}: {status} {answer}"
        assert status in (200, 400, 403, 409), where
        assert (status == 403) == (said.what == "forbidden"), where
        if status == 200:
            waits = answer["kind"] == "waiting" and "sets" in answer
            assert waits == (said.what == "waits"), where
            if waits:
                assert set(answer["sets"]) <= said.sets, where
                assert self.seats[name].seat not in answer["waits_for"], where
        return said if status in (200, 403) else Verdict("free")


def samples(row: Row, offer: dict[str, Any], usual: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Legal parameters of an offer, and each of its other parameters changed by itself."""
    for way in offer["ways"][:1]:
        given = dict(way["params"])
        asks = {ask["name"]: ask for ask in offer["asks"]}
        for name in way["needs"]:
            values = way["may"].get(name) or some(asks[name])
            if values:
                given[name] = values[0]
        yield given
        for name, ask in asks.items():
            unusual = [one for one in way["may"].get(name) or some(ask) if one != usual.get(name)]
            if unusual:
                yield {**given, name: unusual[0]}


def some(ask: dict[str, Any]) -> list[Any]:
    """A few values of a parameter that is not listed."""
    if ask["kind"] == "number":
        return [one for one in (1, 2, ask["least"], ask["most"]) if one is not None]
    if ask["kind"] == "text":
        return [*ask["items"][:1], "3d"]
    return [ask["items"][:1]] if ask["kind"] == "list" and ask["items"] else []


@every_game
def test_every_action_with_every_key_is_as_the_page_says(base: str, slug: str) -> None:
    evening = Evening(base, slug)
    hero = evening.heroes[0]
    assert list(evening.rows) == [action.name for action in evening.game.actions]
    offers = {(one["action"], one["who"]): one for one in evening.gm.get("/offers")["offers"]}
    for action in evening.rows:
        takes = {parameter.name for parameter in evening.game.action(action).parameters}
        offer = offers.get((action, hero)) or offers.get((action, ""))
        tries = list(samples(evening.rows[action], offer, evening.usual(action))) if offer else []
        if not tries:
            tries = [{"who": hero} if "who" in takes else {"row": "notice"} if "row" in takes else {}]
        for params in tries:
            for name in evening.seats:
                evening.agrees(name, action, params)


EXERCISED = {"die-code": 30, "dpi": 8, "light-dark": 5, "twelves": 7, "untold-aeons": 10}
"""How many parameters that are not the actor's are at least tried in the ready scene; the rest is in test_who_may."""


@every_game
def test_what_is_not_the_players_to_set_waits(base: str, slug: str) -> None:
    evening = Evening(base, slug)
    held = set()
    for offer in evening.gm.get("/offers")["offers"]:
        if offer["who"] != evening.heroes[0]:
            continue
        row = evening.rows[offer["action"]]
        for params in samples(row, offer, evening.usual(row.action)):
            said = evening.agrees("owner", row.action, params)
            held |= {(row.action, name) for name in said.sets}
    assert len(held) >= EXERCISED[slug], sorted(held)


@every_game
def test_only_what_a_seat_may_do_is_offered_to_it(base: str, slug: str) -> None:
    evening = Evening(base, slug)
    for name in evening.seats:
        offers = evening.seats[name].get("/offers")["offers"]
        if name in ("spectator",):
            assert offers == []
        for offer in offers:
            for way in offer["ways"]:
                said = evening.said(name, offer["action"], way["params"])
                assert said.what != "forbidden", (name, offer["action"], way)


def evenings(base: str, slug: str, seed: int, steps: int) -> int:
    """Play a random evening; every request is sent with every other key first, and taken back. How many were sent."""
    random = Random(seed)
    evening, sent = Evening(base, slug), 0
    for _ in range(steps):
        pending = evening.gm.get()["pending"]
        if pending:
            sent += answered(evening, random.choice(pending), random)
            continue
        name = random.choice(("gm", "owner", "other"))
        offers = [one for one in evening.seats[name].get("/offers")["offers"] if one["action"] != "scenario"]
        if not offers:
            continue
        offer = random.choice(offers)
        usual = evening.usual(offer["action"])
        offer = {**offer, "ways": [random.choice(offer["ways"])]}
        tries = list(samples(evening.rows[offer["action"]], offer, usual))
        params = random.choice(tries)
        more = {"choices": ["stay"]} if random.random() < 0.1 else {}
        for other in evening.seats:
            if other != name:
                evening.agrees(other, offer["action"], params, **more)
                sent += 1
        said = evening.said(name, offer["action"], params)
        response = evening.seats[name].ask("POST", "/actions", {"action": offer["action"], "params": params, **more})
        assert (response.status_code == 403) == (said.what == "forbidden"), response.text
        sent += 1
    return sent


def answered(evening: Evening, wait: dict[str, Any], random: Random) -> int:
    """Answer what waits: first with every key that may not, then with one that may."""
    deciders = set(wait["waits_for"])
    body = {"pending": wait["pending"], "choices": [random.choice(wait["choices"])] if wait["choices"] else []}
    for name, seat in evening.seats.items():
        if name != "gm" and seat.seat not in deciders:
            assert seat.ask("POST", "/answers", body).status_code == 403, (name, wait)
    name = random.choice([one for one, seat in evening.seats.items() if one == "gm" or seat.seat in deciders])
    response = evening.seats[name].ask("POST", "/answers", body)
    assert response.status_code in (200, 400, 409), (name, wait, response.text)
    if response.status_code != 200:
        evening.gm.post("/withdrawals", pending=wait["pending"])
    return len(evening.seats)


@every_game
def test_random_evenings_with_every_other_key(base: str, slug: str) -> None:
    assert evenings(base, slug, seed=1, steps=20) > 30


@pytest.mark.soak
@every_game
def test_many_random_evenings_with_every_other_key(base: str, slug: str) -> None:
    for seed in range(2, 22):
        evenings(base, slug, seed, steps=60)
