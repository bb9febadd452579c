"""Who may ask for what: every route times every role. A route that is not listed here fails."""

from typing import Any

import httpx
import msgspec
import pytest
from serving import CLIENT, UNLIMITED, V1, Seat, joined, open_table, running
from starlette.routing import Route as Path
from starlette.routing import WebSocketRoute

from rulewright.rulebook.templates import template_text
from rulewright.server import app
from rulewright.server.app import application
from rulewright.server.context import Context
from rulewright.server.route_types import Route
from rulewright.server.routes import EVENTS, LIVE, PREFIX, ROUTES
from rulewright.table import act
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import Tables, TableSeat

ROLES = ("no key", "stranger", "spectator", "player", "co-gm", "gm")

BOOK = template_text("roll-and-add")
CHECK = {"action": "check", "params": {"who": "Wren", "ability": "FIN"}}

ASKED: dict[str, dict[str, Any]] = {
    "GET /games": {},
    "GET /games/{slug}": {},
    "GET /games/{slug}/rules": {},
    "POST /games/{slug}/odds": {"roll": "check", "params": {"score": 7}},
    "POST /games/{slug}/rolls": {"roll": "check", "params": {"score": 7}},
    "POST /games/{slug}/derive": {"what": "ability-for", "params": {"use": "lockpicking"}},
    "POST /games/{slug}/sheets": {"wanted": {"scores": {"AGI": 9, "STR": 8, "FIN": 7, "INS": 6, "PRE": 5, "KNO": 4}}},
    "POST /games/{slug}/creation": {"wanted": {}},
    "POST /games/{slug}/random-sheet": {"seed": 1},
    "POST /games/{slug}/compare": {
        "sides": [{"roll": "check", "params": {"score": 7}}, {"roll": "check", "params": {"score": 8}}]
    },
    "POST /games/{slug}/advise": {"roll": "duel", "params": {"a": {"damage": 4, "potions": 1}, "b": {"damage": 4}}},
    "POST /games/{slug}/sweep": {},
    "GET /studio/starts": {},
    "POST /studio/check": {"text": BOOK},
    "POST /studio/odds": {"text": BOOK, "roll": "check", "params": {}},
    "POST /studio/rolls": {"text": BOOK, "roll": "check", "params": {}},
    "POST /studio/creation": {"text": BOOK, "wanted": {}},
    "POST /studio/compare": {"text": BOOK, "before": template_text("roll-under")},
    "POST /rulebooks": {"text": BOOK},
    "GET /rulebooks/{slug}": {},
    "POST /odds": {"notation": "4d6kh3"},
    "POST /rolls": {"notation": "4d6kh3"},
    "POST /tables": {"game": "twelves", "name": "Ada"},
    "POST /join": {},
    "POST /welcome": {},
    "POST /imports": {},
    "GET /tables/{table}": {},
    "GET /tables/{table}/log": {},
    "GET /tables/{table}/offers": {},
    "POST /tables/{table}/chances": CHECK,
    "GET /tables/{table}/board": {},
    "POST /tables/{table}/aim": {"weapon": "grenade", "at": [1, 1]},
    "POST /tables/{table}/dice": CHECK,
    "GET /tables/{table}/export": {},
    "GET /tables/{table}/story": {},
    "GET /tables/{table}/course": {},
    "GET /tables/{table}/luck": {},
    "GET /tables/{table}/presence": {},
    "GET /tables/{table}/advice": {},
    "POST /tables/{table}/actions": CHECK,
    "POST /tables/{table}/rolls": {"notation": "2d12"},
    "POST /tables/{table}/answers": {"pending": "p1"},
    "POST /tables/{table}/withdrawals": {"pending": "p1"},
    "POST /tables/{table}/messages": {"text": "hello"},
    "GET /tables/{table}/notes": {},
    "POST /tables/{table}/seed-commitments": {"commitment": "0" * 64},
    "POST /tables/{table}/seeds": {"seed": "mine"},
    "DELETE /tables/{table}/seed-commitments": {},
    "POST /tables/{table}/characters/{name}/claim": {},
    "POST /tables/{table}/undo": {},
    "POST /tables/{table}/redo": {},
    "POST /tables/{table}/requests": {"action": "check", "of": ["Wren"], "params": {"ability": "FIN"}},
    "DELETE /tables/{table}/requests/{name}": {},
    "POST /tables/{table}/foes": {},
    "POST /tables/{table}/difficulty": {},
    "POST /tables/{table}/options": {"options": {"tags-max": 4}},
    "POST /tables/{table}/settings": {"settings": {"title": "Elsewhere"}},
    "POST /tables/{table}/reveals": {"seq": 3},
    "POST /tables/{table}/branches": {"at": 4},
    "POST /tables/{table}/close": {},
    "POST /tables/{table}/reopen": {},
    "DELETE /tables/{table}": {},
    "GET /tables/{table}/invitations": {},
    "POST /tables/{table}/invitations": {},
    "DELETE /tables/{table}/invitations/{name}": {},
    "POST /tables/{table}/devices": {},
    "GET /tables/{table}/keys": {},
    "POST /tables/{table}/keys": {},
    "DELETE /tables/{table}/keys/{name}": {},
    "PATCH /tables/{table}/seats/{seat}": {"name": "Somebody"},
    "DELETE /tables/{table}/seats/{seat}": {},
    "PUT /tables/{table}/characters/{name}/keeper": {"seat": ""},
    "PUT /tables/{table}/characters/{name}/plan": {"plan": ""},
}

MAY = {
    "public": ROLES,
    "seat": ("spectator", "player", "co-gm", "gm"),
    "player": ("player", "co-gm", "gm"),
    "gms": ("co-gm", "gm"),
    "gm": ("gm",),
}

NOT_FOR_ALL = {
    # The game master keeps their own seat; everything else that any seat may do, it may do.
    ("DELETE /tables/{table}/seats/{seat}", "gm"),
    # There is something to undo or redo for these, but it was not theirs.
    ("POST /tables/{table}/undo", "player"),
}

NOT_THERE = {"GET /rulebooks/{slug}"}
"""Public routes that find nothing by the name that is asked for here."""


def name_of(route: Route) -> str:
    return f"{route.method} {route.path}"


def seats_by_role(base: str) -> dict[str, Seat | None]:
    master = open_table(base)
    return {
        "no key": None,
        "stranger": open_table(base, ready=False),
        "spectator": joined(master, "Sid", "spectator"),
        "player": joined(master, "Ben", "player", "Wren"),
        "co-gm": joined(master, "Cleo", "co-gm"),
        "gm": master,
    }


def asks(base: str, route: Route, table: str, seat: Seat | None) -> httpx.Response:
    path = route.path.format(slug="twelves", table=table, seat=seat.seat if seat else "s1", name="Odo")
    headers = seat.headers if seat else {}
    body = ASKED[name_of(route)] if route.has_body else None
    return CLIENT.request(route.method, f"{base}{V1}{path}", json=body, headers=headers)


def test_every_route_is_listed_here() -> None:
    assert sorted(ASKED) == sorted(map(name_of, ROUTES))


def test_nothing_is_served_that_is_not_in_the_route_table() -> None:
    context = Context(MemoryStore(), UNLIMITED)
    served = set()
    for route in application(context).routes:
        assert isinstance(route, Path | WebSocketRoute)
        methods = (route.methods or set()) - {"HEAD"} if isinstance(route, Path) else {"WEBSOCKET"}
        served |= {f"{method} {route.path}" for method in methods}
    context.close()
    listed = {f"{route.method} {PREFIX}{route.path}" for route in ROUTES}
    beside = {f"GET {PREFIX}{EVENTS}", f"WEBSOCKET {PREFIX}{LIVE}", f"GET {PREFIX}/openapi.json"}
    assert served == listed | beside | {"GET /health", "GET /metrics", "GET /{path:path}"}


@pytest.mark.parametrize("route", ROUTES, ids=name_of)
def test_a_route_answers_those_who_may_ask_and_nobody_else(base: str, route: Route) -> None:
    seats = seats_by_role(base)
    master = seats["gm"]
    assert master is not None
    for role in ROLES:
        answer = asks(base, route, master.table, seats[role])
        exchange = f"{role}: {answer.status_code} {answer.text[:200]}"
        assert answer.status_code < 500, exchange
        if name_of(route) in NOT_THERE:
            assert (route.who, answer.status_code) == ("public", 404), exchange
        elif route.who == "public":
            assert answer.status_code in (200, 400), exchange
        elif role in ("no key", "stranger"):
            assert answer.status_code == 401, exchange
        elif role not in MAY[route.who] or (name_of(route), role) in NOT_FOR_ALL:
            assert answer.status_code == 403, exchange
        else:
            assert answer.status_code in (200, 400, 404, 409), exchange


@pytest.mark.parametrize("role", ["no key", "stranger"])
def test_nobody_follows_a_table_without_a_key_to_it(base: str, role: str) -> None:
    seats = seats_by_role(base)
    master, seat = seats["gm"], seats[role]
    assert master is not None
    answer = CLIENT.get(f"{base}{master.path}/events", headers=seat.headers if seat else {})
    assert answer.status_code == 401


def test_a_key_of_another_seat_cannot_be_taken_back(base: str) -> None:
    seats = seats_by_role(base)
    master, player, helper = seats["gm"], seats["player"], seats["co-gm"]
    assert master is not None
    assert player is not None
    assert helper is not None
    keys = {one["seat"]: one["name"] for one in master.get("/keys")}
    assert [one["seat"] for one in player.get("/keys")] == [player.seat]
    assert player.ask("DELETE", f"/keys/{keys[helper.seat]}").status_code == 403
    assert helper.ask("DELETE", f"/keys/{keys[master.seat]}").status_code == 403
    assert helper.ask("DELETE", f"/keys/{keys[player.seat]}").status_code == 200
    assert player.ask("GET", "").status_code == 401


def test_a_key_that_expires_leads_to_no_key_that_lasts_longer(base: str) -> None:
    master = open_table(base)
    given = master.post("/keys", label="bot", hours=2)
    bot = msgspec.structs.replace(master, key=given["key"])
    longer = [bot.post("/keys", label="more", hours=hours)["name"] for hours in (0, 500)]
    shorter = bot.post("/keys", label="less", hours=1)["name"]
    expires = {one["name"]: one["expires"] for one in master.get("/keys")}
    assert {expires[name] for name in longer} == {expires[given["name"]]}
    assert "" < expires[shorter] < expires[given["name"]]
    assert bot.ask("POST", "/devices", {}).status_code == 403
    assert master.ask("POST", "/devices", {}).status_code == 200


def test_when_a_key_is_revoked_the_links_for_other_devices_are_too(base: str) -> None:
    """A thief of the key could have made one, and would join with it later."""
    master = open_table(base)
    player = joined(master, "Ben")
    link = player.post("/devices")["invitation"]
    own = master.post("/devices")["invitation"]
    (name,) = (one["name"] for one in master.get("/keys") if one["seat"] == player.seat)
    assert master.ask("DELETE", f"/keys/{name}").status_code == 200
    assert CLIENT.post(f"{base}{V1}/join", json={"invitation": link, "name": "late"}).status_code == 401
    assert CLIENT.post(f"{base}{V1}/join", json={"invitation": own, "name": "late"}).json()["seat"] == master.seat


def test_a_player_sits_at_a_second_device_without_a_second_seat(base: str) -> None:
    seats = seats_by_role(base)
    master, player = seats["gm"], seats["player"]
    assert master is not None
    assert player is not None
    made = player.ask("POST", "/devices", {}).json()
    asked = {"invitation": made["invitation"], "name": "Ben"}
    assert CLIENT.post(f"{base}{V1}/welcome", json={"invitation": made["invitation"]}).json()["seat"] == "Ben"
    assert made["name"] not in [one["name"] for one in master.get("/invitations")]
    joined_again = CLIENT.post(f"{base}{V1}/join", json=asked)
    assert joined_again.json()["seat"] == player.seat
    assert CLIENT.post(f"{base}{V1}/join", json=asked).status_code == 401  # it can be used once
    late = {"invitation": player.ask("POST", "/devices", {}).json()["invitation"], "name": "late"}
    assert master.ask("DELETE", f"/seats/{player.seat}", {}).status_code == 200
    headers = {"Authorization": f"Bearer {joined_again.json()['key']}"}
    assert CLIENT.get(f"{base}{player.path}", headers=headers).status_code == 401
    assert CLIENT.post(f"{base}{V1}/join", json=late).status_code == 401


@pytest.mark.parametrize("meanwhile", ["before its role is checked", "while its request is handled"])
def test_a_seat_that_is_removed_meanwhile_has_no_valid_key(meanwhile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told so with 401, like everyone without a seat, not that its request is wrong."""
    module, name = (app, "check_role") if meanwhile.startswith("before") else (act, "say")
    original = getattr(module, name)

    def removed_first(tables: Tables, place: TableSeat, *more: Any, **named: Any) -> Any:
        if place.seat == ben.seat:
            tables.remove_seat(TableSeat(place.table, "s1"), ben.seat)
        return original(tables, place, *more, **named)

    with running() as base:
        master = open_table(base)
        ben = joined(master, "Ben")
        monkeypatch.setattr(module, name, removed_first)
        answer = ben.ask("POST", "/messages", {"text": "still here?"})
    assert (answer.status_code, answer.json()["error"]) == (
        401,
        "your seat at this table is gone; ask for an invitation",
    )
