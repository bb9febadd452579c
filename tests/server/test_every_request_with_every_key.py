"""Random evenings in which every kind of request is sent with every key, compared with the tables of who may."""

import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from serving import joined
from test_who_may_everywhere import Evening, every_game, samples

from rulewright.server.routes import EVENTS, ROUTES

API = Path(__file__).parents[2] / "docs" / "api.md"
GMS = {"co-gm", "gm"}
SPEAKERS = {"spectator", "bare", "other", "owner", *GMS}
MAY = {"any seat": SPEAKERS, "players, GMs": SPEAKERS - {"spectator"}, "GMs": GMS, "the GM": {"gm"}}
"""The words of the table of routes, and the keys that they mean."""

PUBLIC = {
    *("GET /games", "GET /games/{slug}", "GET /games/{slug}/rules", "POST /games/{slug}/odds"),
    *("POST /games/{slug}/rolls", "POST /games/{slug}/derive", "POST /games/{slug}/sheets"),
    *("POST /games/{slug}/creation", "POST /games/{slug}/random-sheet", "POST /games/{slug}/compare"),
    *("POST /games/{slug}/sweep", "POST /games/{slug}/advise", "POST /odds", "POST /rolls"),
    *("GET /studio/starts", "POST /studio/check", "POST /studio/odds", "POST /studio/rolls"),
    *("POST /studio/creation", "POST /studio/compare", "POST /rulebooks", "GET /rulebooks/{slug}"),
    *("POST /tables", "POST /join", "POST /welcome", "POST /imports"),
}
"""Routes without a key."""

READS: dict[str, Any] = {
    "": None,
    "/log": None,
    "/offers": None,
    "/notes": None,
    "/export": None,
    "/story": None,
    "/luck": None,
    "/board": None,
    "/presence": None,
    "/invitations": None,
    "/keys": None,
    "/chances": {"action": "check", "seconds": 0.1},
    "/aim": {"weapon": "none", "at": [1, 1]},
    "/dice": {"action": "check"},
}
"""Routes that only read, by path; those with a body are sent as POST."""
SLOW_READS = {"GET /course", "GET /advice", "POST /difficulty"}
"""Routes that only read, and work for seconds: the keys that may send them are tried in test_api_access."""


class Ask(Struct, frozen=True):
    """A request: its route, the path below the table, the body, and the keys with which it may succeed."""

    route: str
    path: str
    body: Any
    may: set[str]
    forbidden: set[str] = set()
    """The keys that are refused with 403 whatever else is wrong."""

    @property
    def method(self) -> str:
        return self.route.partition(" ")[0]


def documented() -> dict[str, set[str]]:
    """By route below a table, the keys with which the documentation says that it may be called."""
    found = re.findall(r"^\| `(\w+) /tables/\{table\}(.*?)` \| (.*?) \|", API.read_text(), re.MULTILINE)
    return {f"{method} {path}": MAY[who] for method, path, who in found}


WHO = documented()


class Night(Evening):
    """An evening with a co-GM, and what anyone might ask for next."""

    def __init__(self, base: str, slug: str, random: Random) -> None:
        super().__init__(base, slug)
        self.random = random
        self.seats["co-gm"] = joined(self.gm, "Cleo", "co-gm")
        self.began = self.seq()
        self.makers: dict[str, Callable[[], Ask | None]] = {
            "POST /actions": self.action,
            "POST /rolls": lambda: self.by_role("POST /rolls", {"notation": "2d6", **self.how()}),
            "POST /answers": self.answer,
            "POST /withdrawals": self.withdrawal,
            "POST /messages": self.message,
            "POST /seed-commitments": self.commitment,
            "POST /seeds": self.seed,
            "DELETE /seed-commitments": lambda: self.by_role("DELETE /seed-commitments"),
            "POST /characters/{name}/claim": self.claim,
            "POST /undo": lambda: self.by_role("POST /undo", self.random.choice([{}, {"back_to": self.back()}])),
            "POST /redo": lambda: self.by_role("POST /redo", {}),
            "POST /requests": self.request,
            "DELETE /requests/{name}": lambda: self.by_role("DELETE /requests/{name}", None, name=self.open_request()),
            "POST /foes": lambda: self.by_role("POST /foes", {"plan": "random", "take": True}),
            "POST /options": lambda: self.by_role("POST /options", {"options": {}}),
            "POST /settings": lambda: self.by_role("POST /settings", {"settings": {"advice": self.coin()}}),
            "POST /reveals": lambda: self.by_role("POST /reveals", {"seq": self.random.randint(1, self.seq())}),
            "POST /branches": lambda: self.by_role("POST /branches", {"at": self.seq()}),
            "POST /invitations": lambda: self.by_role("POST /invitations", {}),
            "DELETE /invitations/{name}": self.revocation,
            "POST /devices": lambda: self.by_role("POST /devices", {}),
            "POST /keys": lambda: self.by_role("POST /keys", {"label": "bot", "hours": 1}),
            "DELETE /keys/{name}": self.key,
            "PATCH /seats/{seat}": self.seat,
            "DELETE /seats/{seat}": self.leaving,
            "PUT /characters/{name}/keeper": self.keeper,
            "PUT /characters/{name}/plan": self.plan,
            **{route: self.read(route) for route in reads()},
        }

    # --- what is asked for

    def by_role(self, route: str, body: Any = None, **names: str) -> Ask:
        """A request that every key may send that the table of routes allows."""
        path = route.partition(" ")[2].format(**names)
        return Ask(route, path, body, WHO[route], SPEAKERS - WHO[route])

    def read(self, route: str) -> Callable[[], Ask]:
        return lambda: self.by_role(route, READS[route.partition(" ")[2]])

    def coin(self) -> bool:
        return self.random.random() < 0.5

    def how(self) -> dict[str, Any]:
        """Typed faces, decisions given ahead, or another audience."""
        kinds: list[dict[str, Any]] = [{}, {}, {"faces": [1]}, {"choices": ["stay"]}, {"audience": "blind"}]
        return self.random.choice(kinds)

    def seq(self) -> int:
        number: int = self.gm.get()["seq"]
        return number

    def back(self) -> int:
        """An event not long ago, at which the characters were there."""
        return max(self.began, self.seq() - 3)

    def name_of(self, seat: str) -> set[str]:
        return {name for name, one in self.seats.items() if one.seat == seat}

    def action(self) -> Ask | None:
        name = self.random.choice(["gm", "owner", "other"])
        offers = [one for one in self.seats[name].get("/offers")["offers"] if one["action"] != "scenario"]
        if not offers:
            return None
        offer = self.random.choice(offers)
        offer = {**offer, "ways": [self.random.choice(offer["ways"])]}
        usual = self.usual(offer["action"])
        params = self.random.choice(list(samples(self.rows[offer["action"]], offer, usual)))
        body = {"action": offer["action"], "params": params, **self.how()}
        forbidden = {one for one in SPEAKERS - GMS if self.said(one, offer["action"], params).what == "forbidden"}
        return Ask("POST /actions", "/actions", body, SPEAKERS - forbidden, forbidden)

    def answer(self) -> Ask | None:
        """An answer with a choice, typed faces, changed parameters or a standing order."""
        waits = self.gm.get()["pending"]
        if not waits:
            return None
        wait = self.random.choice(waits)
        may = GMS | {name for seat in wait["waits_for"] for name in self.name_of(seat)}
        forbidden = SPEAKERS - may
        body: dict[str, Any] = {"pending": wait["pending"]}
        if wait["choices"]:
            body["choices"] = [self.random.choice(wait["choices"])]
        if "sets" in wait:
            body |= self.random.choice([{}, {"params": dict.fromkeys(wait["sets"][:1], 1)}, {"standing": True}])
        elif not wait["choices"] or self.random.random() < 0.2:
            body |= self.random.choice([{}, {"faces": [1]}])
        if body.get("standing") and body["choices"] != ["refuse"]:
            may = GMS
        if "faces" in body:
            may = GMS | self.name_of(wait["begun_by"])
        return Ask("POST /answers", "/answers", body, may, forbidden)

    def withdrawal(self) -> Ask | None:
        waits = self.gm.get()["pending"]
        if not waits:
            return None
        wait = self.random.choice(waits)
        may = GMS | (set() if self.has_dice(wait["pending"]) else self.name_of(wait["begun_by"]))
        forbidden = SPEAKERS - GMS - self.name_of(wait["begun_by"])
        return Ask("POST /withdrawals", "/withdrawals", {"pending": wait["pending"]}, may, forbidden)

    def message(self) -> Ask:
        """What is said, a note, or a command in the chat."""
        kind = self.random.randrange(4)
        if kind == 0:
            return self.by_role("POST /messages", {"text": "hello", "to_gm": self.coin()})
        if kind == 1:
            return self.by_role("POST /messages", {"text": "a map", "title": "A note"})
        if kind == 2:
            return Ask("POST /messages", "/messages", {"text": "/roll 2d6"}, SPEAKERS - {"spectator"}, {"spectator"})
        hero = self.heroes[0]
        action = self.random.choice([one for one in self.rows if one != "scenario"])
        takes = {parameter.name for parameter in self.game.action(action).parameters}
        params = {"who": hero} if "who" in takes else {}
        forbidden = {
            name
            for name in SPEAKERS - GMS
            if "row" not in takes and self.said(name, action, params).what == "forbidden"
        }
        text = f"/{action}" + "".join(f" {name}='{value}'" for name, value in params.items())
        return Ask("POST /messages", "/messages", {"text": text}, SPEAKERS - {"spectator"} - forbidden)

    def commitment(self) -> Ask:
        seed = f"{self.seats['owner'].seat}:{'seed of an owner' * 2}"
        return self.by_role("POST /seed-commitments", {"commitment": sha256(seed.encode()).hexdigest()})

    def seed(self) -> Ask:
        """The seed of the owner fits no commitment of another seat, although all have sent the same."""
        may = {"owner"}
        return Ask("POST /seeds", "/seeds", {"seed": "seed of an owner" * 2}, may, {"spectator"})

    def claim(self) -> Ask | None:
        view = self.gm.get()
        name = self.random.choice(list(view["characters"]))
        has = {one["seat"] for one in view["characters"].values()}
        is_free = not view["characters"][name]["seat"] and view["characters"][name]["shown"]
        may = {one for one in SPEAKERS - GMS - {"spectator"} if is_free and self.seats[one].seat not in has}
        path = f"/characters/{name}/claim"
        return Ask("POST /characters/{name}/claim", path, {}, may, {"spectator"})

    def request(self) -> Ask:
        action = self.random.choice(list(self.rows))
        body = {"action": action, "of": [self.heroes[0]], "standing": self.coin(), "words": "All of you!"}
        return self.by_role("POST /requests", body)

    def open_request(self) -> str:
        names: list[str] = [*self.gm.get()["requests"], "1"]
        return self.random.choice(names)

    def log(self) -> list[dict[str, Any]]:
        """The whole log, in which the GM's numbers are those of the events."""
        events: list[dict[str, Any]] = []
        while len(events) < self.seq():
            events += self.gm.get("/log", after=len(events), most=1_000)["events"]
        return events

    def has_dice(self, pending: str) -> bool:
        """Whether dice are on the table in an action that waits."""
        last = next(one for one in reversed(self.log()) if one["kind"] == "waiting" and one["pending"] == pending)
        return bool(last["dice"])

    def revocation(self) -> Ask:
        name = self.gm.post("/invitations")["name"]
        return self.by_role("DELETE /invitations/{name}", None, name=name)

    def key(self) -> Ask:
        """A key belongs to its seat; those who run the game may revoke it too."""
        name = self.seats["owner"].post("/keys", label="bot", hours=1)["name"]
        may = {"owner", *GMS}
        return Ask("DELETE /keys/{name}", f"/keys/{name}", None, may, SPEAKERS - may)

    def seat(self) -> Ask:
        """Everyone renames their own seat, those who run the game any; roles are the GM's to change."""
        seat = self.seats["other"].seat
        body = self.random.choice([{"name": "Ota the Second"}, {"role": "player", "name": "Ota"}])
        may = {"other", *GMS}
        return Ask("PATCH /seats/{seat}", f"/seats/{seat}", body, may, SPEAKERS - may)

    def leaving(self) -> Ask:
        seat = joined(self.gm, f"Guest {self.random.random():.3f}").seat
        return Ask("DELETE /seats/{seat}", f"/seats/{seat}", None, GMS, SPEAKERS - GMS)

    def keeper(self) -> Ask:
        seat = self.seats[self.random.choice(["owner", "bare"])].seat
        return self.by_role("PUT /characters/{name}/keeper", {"seat": seat, "shown": self.coin()}, name=self.heroes[0])

    def plan(self) -> Ask:
        return self.by_role("PUT /characters/{name}/plan", {"plan": "random"}, name=self.heroes[0])

    # --- what becomes of it

    def send(self, ask: Ask) -> dict[str, int]:
        """Sends a request with every key, those that are not allowed first; compares the statuses with the page."""
        names = sorted(self.seats, key=lambda name: (name in ask.may, self.random.random()))
        statuses = {}
        for name in names:
            answer = self.seats[name].ask(ask.method, ask.path, ask.body)
            statuses[name] = answer.status_code
            where = f"{ask.method} {ask.path} {ask.body} by the {name}: {answer.status_code} {answer.text[:300]}"
            assert answer.status_code in (200, 400, 403, 404, 409), where
            assert answer.status_code == 403 or name not in ask.forbidden, where
            assert answer.status_code != 200 or name in ask.may, where
            if answer.status_code == 200 and ask.route in ("POST /undo", "POST /redo") and name not in GMS:
                self.took_back_own(self.seats[name].seat, where)
        return statuses

    def took_back_own(self, seat: str, where: str) -> None:
        """A player takes back nothing but an action of their own, and brings back nothing else."""
        events = self.log()
        last = events[-1]
        of = last["back_to"] + 1 if last["kind"] == "undone" else last["of"]
        assert events[of - 1]["by"] == seat, where


def reads() -> list[str]:
    return [f"{'GET' if body is None else 'POST'} {path}" for path, body in READS.items()]


ENDINGS: dict[str, Any] = {"POST /close": {}, "POST /reopen": {}, "DELETE ": None}
"""What is sent at the end of an evening, in order: the GM's alone."""


def evening(base: str, slug: str, seed: int, rounds: int) -> tuple[set[str], set[str]]:
    """The routes that were sent, and those that succeeded at least once, in a random evening."""
    random = Random(f"{slug} {seed}")
    night = Night(base, slug, random)
    sent, done = set(), set()
    for _ in range(rounds):
        # Play comes up more often than what is done around it.
        order = [*night.makers, *["POST /actions"] * 8, *["POST /answers"] * 12, *["POST /withdrawals"] * 2]
        random.shuffle(order)
        for route in order:
            ask = night.makers[route]()
            if ask is None:
                continue
            statuses = night.send(ask)
            sent.add(ask.route)
            done |= {ask.route} if 200 in statuses.values() else set()
    for route, body in ENDINGS.items():
        ask = night.by_role(route, body)
        statuses = night.send(ask)
        assert statuses["gm"] == 200
        sent.add(route)
        done.add(route)
    return sent, done


def test_every_route_is_sent_with_every_key_or_is_named_as_one_that_only_reads() -> None:
    routes = {f"{route.method} {route.path}" for route in ROUTES} | {f"GET {EVENTS}"}
    below = {f"{method} /tables/{{table}}{path}" for method, _, path in (one.partition(" ") for one in replayed())}
    assert routes == PUBLIC | below


def replayed() -> set[str]:
    """The routes below a table that are sent, and those that only read."""
    return {*MAKERS, *ENDINGS, *SLOW_READS, "GET /events"}


MAKERS = {
    *("POST /actions", "POST /rolls", "POST /answers", "POST /withdrawals", "POST /messages"),
    *("POST /seed-commitments", "POST /seeds", "DELETE /seed-commitments", "POST /characters/{name}/claim"),
    *("POST /undo", "POST /redo", "POST /requests", "DELETE /requests/{name}", "POST /foes", "POST /options"),
    *("POST /settings", "POST /reveals", "POST /branches", "POST /invitations", "DELETE /invitations/{name}"),
    *("POST /devices", "POST /keys", "DELETE /keys/{name}", "PATCH /seats/{seat}", "DELETE /seats/{seat}"),
    *("PUT /characters/{name}/keeper", "PUT /characters/{name}/plan", *reads()),
}


@every_game
def test_a_random_evening_of_every_request_with_every_key(base: str, slug: str) -> None:
    sent, done = evening(base, slug, seed=1, rounds=2)
    assert sent | {"POST /answers", "POST /withdrawals"} == {*MAKERS, *ENDINGS}
    assert len(done) > len(MAKERS) * 2 // 3, f"what is always refused shows little: {sorted(sent - done)}"


@pytest.mark.soak
@every_game
def test_many_random_evenings_of_every_request_with_every_key(base: str, slug: str) -> None:
    done = set()
    for seed in range(2, 12):
        done |= evening(base, slug, seed, rounds=4)[1]
    assert {"POST /answers", "POST /withdrawals", "POST /redo", "POST /seeds"} <= done
