"""Requests from a grammar of a game's actions: legal, nearly legal and absurd, by everyone at a real table.

The grammar is what the server itself says of a game: its actions and rolls with the limits of each parameter, and the
legal actions of the moment. It knows nothing of any game beyond that.
"""

import json
import random
from typing import Any

import httpx
from serving import CLIENT, V1, Seat, joined, open_table

Json = dict[str, Any]
Request = tuple[str, str, Any]

JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 10**9, -(10**9), 10**15, 2**63, 0.5, -0.0, 1e308),
    *(
        "",
        " ",
        "Wren",
        "null",
        "0",
        "-1",
        "1d6",
        "100d100",
        "s1",
        "p1",
        "../..",
        "%s{0}",
        "\u202e",
        "\x00",
        "é" * 90,
        "x" * 300,
    ),
    *([], [[]], [1], ["a", 1, None], [0] * 300, {}, {"a": {"b": [1]}}, {"": ""}, {"who": "Wren"}),
)
NOTATIONS = (
    "2d6",
    "1d20+5",
    "4d6kh3",
    "d%",
    "10d10!",
    "1d0",
    "0d6",
    "99999d99999",
    "2d6+",
    "(((1)))",
    "1/0",
    "4dF",
    "",
)
READS = ("", "/log", "/offers", "/luck", "/story", "/export", "/board", "/presence", "/keys")
LONG_READS = ("/course", "/advice")
"""Reads that work as long as they are allowed to, so that they are asked for seldom."""
NEW_TABLE = 250
"""Requests after which another table is opened, so that one is never too full to act at."""


class Evening:
    """A table with a game master, two players and a spectator, and what they might ask for next."""

    def __init__(self, base: str, slug: str, chance: random.Random) -> None:
        self.chance = chance
        self.game: Json = CLIENT.get(f"{base}{V1}/games/{slug}").json()
        self.master = open_table(base, slug)
        players = [*(joined(self.master, name) for name in ("Ann", "Ben"))]
        self.seats = [*[self.master] * 5, *players, *players]
        self.seats.append(joined(self.master, "Sid", "spectator"))
        heroes = list(self.master.get()["characters"])
        for hero, seat in zip(heroes, players, strict=False):
            self.master.ask("PUT", f"/characters/{hero}/keeper", {"seat": seat.seat})
        self.view: Json = {}
        self.offers: list[Json] = []
        self.words: list[Any] = []
        self.look()

    def look(self) -> None:
        """Learn what is at the table now: names, offers, and the words that stand in them."""
        self.view = self.master.get()
        self.offers = self.master.get("/offers")["offers"]
        found = [value for offer in self.offers for way in offer["ways"] for value in way["params"].values()]
        found += [one for offer in self.offers for way in offer["ways"] for may in way["may"].values() for one in may]
        self.words = [*self.view["characters"], *found] or ["nobody"]

    def one(self) -> tuple[Seat, Request]:
        """A seat, and what it asks for."""
        kinds = (
            (30, self.offered),
            (30, self.action),
            (9, self.roll),
            (12, self.answer),
            (2, self.withdrawal),
            (4, self.chances),
            (3, self.dice),
            (2, self.aim),
            (3, self.undo),
            (2, self.gm_work),
            (2, self.seeds),
            (2, self.message),
            (8, lambda: ("GET", self.chance.choice(READS), None)),
            (0.05, lambda: ("GET", self.chance.choice(LONG_READS), None)),
        )
        weights = [weight for weight, _ in kinds]
        (_, make), *_ = self.chance.choices(kinds, weights)
        return self.chance.choice(self.seats), make()

    # --- what is asked for

    def offered(self) -> Request:
        """A legal action, often with a value of it changed."""
        if not self.offers:
            return self.action()
        offer = self.chance.choice(self.offers)
        way = self.chance.choice(offer["ways"])
        asks = {ask["name"]: ask for ask in offer["asks"]}
        params = dict(way["params"])
        for name, values in way["may"].items():
            if values and self.chance.random() < 0.5:
                params[name] = self.chance.choice(values)
        for name in way["needs"]:
            params[name] = self.chance.choice(asks[name]["items"] or [self.of_parameter(offer["action"], name)])
        if self.chance.random() < 0.3:
            params[self.chance.choice([*asks, *params, "nothing"])] = self.chance.choice(JUNK)
        return "POST", "/actions", self.attempt({"action": offer["action"], "params": params})

    def action(self) -> Request:
        """An action with parameters that fit their types, or nearly."""
        action = self.chance.choice(self.game["actions"])
        return "POST", "/actions", self.attempt({"action": action["name"], "params": self.params(action)})

    def roll(self) -> Request:
        if self.chance.random() < 0.4:
            return "POST", "/rolls", self.attempt({"notation": self.chance.choice(NOTATIONS)})
        roll = self.chance.choice(self.game["rolls"])
        return "POST", "/rolls", self.attempt({"roll": roll["name"], "params": self.params(roll)})

    def attempt(self, body: Json) -> Json:
        """An attempt as it is, or with typed dice, decisions given ahead, or another audience."""
        if self.chance.random() < 0.25:
            body["faces"] = [self.chance.randint(-1, 13) for _ in range(self.chance.randint(0, 6))]
        if self.chance.random() < 0.1:
            body["choices"] = [self.junk() for _ in range(self.chance.randint(0, 3))]
        if self.chance.random() < 0.2:
            body["audience"] = self.chance.choice(["everyone", "gm", "private", "blind"])
        return body

    def answer(self) -> Request:
        waits = self.master.get()["pending"]
        if not waits:
            return self.action()
        wait = self.chance.choice(waits)
        body: Json = {"pending": wait["pending"]}
        if wait.get("choices") and self.chance.random() < 0.85:
            body["choices"] = [self.chance.choice(wait["choices"])]
        if self.chance.random() < 0.2:
            body["choices"] = [self.junk()]
        if wait.get("sides") and self.chance.random() < 0.4:
            body["faces"] = [self.chance.randint(1, wait["sides"]) for _ in range(self.chance.randint(0, 3))]
        if self.chance.random() < 0.1:
            body["params"] = {"difficulty": self.junk()}
        return "POST", "/answers", body

    def withdrawal(self) -> Request:
        waits = [wait["pending"] for wait in self.view["pending"]] or ["p1"]
        return "POST", "/withdrawals", {"pending": self.chance.choice(waits)}

    def chances(self) -> Request:
        _, _, body = self.chance.choice((self.offered, self.action, self.roll))()
        kept = {name: value for name, value in body.items() if name in ("action", "roll", "params")}
        return "POST", "/chances", {**kept, "seconds": 0.2}

    def dice(self) -> Request:
        _, _, body = self.chance.choice((self.offered, self.action))()
        return "POST", "/dice", {"action": body["action"], "params": body["params"], "faces": body.get("faces", [])}

    def aim(self) -> Request:
        space = [self.chance.randint(-3, 30), self.chance.randint(-3, 30)]
        return "POST", "/aim", {"who": self.word(), "space": self.chance.choice([space, self.junk()])}

    def undo(self) -> Request:
        if self.chance.random() < 0.5:
            return "POST", "/redo", {}
        body = {"back_to": self.chance.randint(0, self.view["seq"] + 2)} if self.chance.random() < 0.5 else {}
        return "POST", "/undo", body

    def gm_work(self) -> Request:
        action = self.chance.choice(self.game["actions"])
        option = self.chance.choice(self.game["options"] or [{"name": "none"}])
        return self.chance.choice(
            [
                ("POST", "/requests", {"action": action["name"], "of": [self.word()], "params": self.params(action)}),
                ("POST", "/options", {"options": {option["name"]: self.junk()}}),
                ("POST", "/settings", {"settings": {"foe_odds": self.chance.random() < 0.5}}),
                ("POST", "/reveals", {"seq": self.chance.randint(0, self.view["seq"] + 2)}),
            ]
        )

    def seeds(self) -> Request:
        return self.chance.choice(
            [
                ("POST", "/seed-commitments", {"commitment": self.chance.choice(["0" * 64, "f" * 63, ""])}),
                ("POST", "/seeds", {"seed": self.chance.choice(["a seed of some length", "", "x" * 300])}),
                ("DELETE", "/seed-commitments", None),
            ]
        )

    def message(self) -> Request:
        verb, what = (
            self.chance.choice(["/roll", "/odds", "/do", "/", "say"]),
            self.chance.choice([*NOTATIONS, "check"]),
        )
        return "POST", "/messages", {"text": f"{verb} {what} who={self.word()}"}

    # --- values

    def params(self, entry: Json) -> Json:
        """Parameters of an action or a roll: most of those it needs, some of the others, rarely an unknown one."""
        chosen = {}
        for parameter in entry["parameters"]:
            if self.chance.random() < (0.93 if parameter["required"] else 0.4):
                chosen[parameter["name"]] = self.value(parameter["value"])
        if self.chance.random() < 0.03:
            chosen["nothing"] = self.junk()
        return chosen

    def of_parameter(self, action: str, name: str) -> Any:
        """A value for one parameter of an action."""
        entry = next(one for one in self.game["actions"] if one["name"] == action)
        return self.value(next(one["value"] for one in entry["parameters"] if one["name"] == name))

    def value(self, schema: Json, depth: int = 0) -> Any:
        """A value that fits its type, lies at or beyond a limit of it, or is something else altogether."""
        lot = self.chance.random()
        if lot < 0.06:
            return self.junk()
        if schema.get("nullable") and lot < 0.15:
            return None
        match schema["kind"]:
            case "boolean":
                return self.chance.random() < 0.5
            case "integer":
                least, most = schema.get("least"), schema.get("most")
                low = -3 if least is None else least
                high = low + 12 if most is None else most
                near = [self.chance.randint(low, min(high, low + 12)) for _ in range(4)]
                return self.chance.choice([*near, low, high, low - 1, high + 1])
            case "choice":
                return self.chance.choice(schema["values"] or [""])
            case "list":
                least, most = schema.get("least") or 0, schema.get("most")
                count = self.chance.randint(least, min(least + 3, least + 3 if most is None else most))
                return [self.value(schema["items"], depth + 1) for _ in range(count)]
            case "object" if depth < 3:
                keys = self.chance.sample(self.object_keys(), k=min(3, len(self.object_keys())))
                return {key: self.value({"kind": "any"}, depth + 1) for key in keys}
            case "text":
                long = "y" * self.chance.choice([1, schema.get("most") or 1, (schema.get("most") or 1) + 1])
                return self.chance.choice([self.word(), self.word(), self.word(), self.word(), "Zed", long])
        return self.chance.choice([self.word(), self.junk()])

    def object_keys(self) -> list[str]:
        """Names that stand on the sheets of this table, for objects whose fields are not described."""
        fields = {field for one in self.view["characters"].values() for field in one["sheet"]}
        return sorted(fields | {"name", "kind", "scores", "nothing"})

    def word(self) -> Any:
        """A word of this game, more often than not of a character."""
        names = list(self.view["characters"]) or ["nobody"]
        return self.chance.choice(names if self.chance.random() < 0.6 else self.words)

    def junk(self) -> Any:
        return self.chance.choice(JUNK)


def send(seat: Seat, request: Request) -> httpx.Response:
    """Send a request as it is, also what no JSON writer would write on its own."""
    method, path, body = request
    headers = {**seat.headers, "Content-Type": "application/json"}
    content = None if body is None else json.dumps(body)
    return CLIENT.request(method, f"{seat.base}{seat.path}{path}", content=content, headers=headers)
