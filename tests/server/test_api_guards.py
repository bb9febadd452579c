"""What is refused before anything else: other sites, other names, too much, too deep, too fast."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import CLIENT, UNLIMITED, V1, joined, open_table, running
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from rulewright.server.context import ServerSettings
from rulewright.server.guards import DATA_HEADERS, DOCUMENT_HEADERS, HEADERS
from rulewright.server.rate_limits import Rate
from rulewright.server.route_types import BODY, Route
from rulewright.server.routes import ROUTES

UNSAFE = [route for route in ROUTES if route.method != "GET"]


def filled(route: Route, table: str = "t") -> str:
    return V1 + route.path.format(slug="twelves", table=table, seat="s1", name="Odo")


@pytest.mark.parametrize("route", UNSAFE, ids=lambda route: f"{route.method} {route.path}")
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Host": "elsewhere.example"},
        {"Host": "127.0.0.1.elsewhere.example"},
    ],
    ids=str,
)
def test_a_request_from_another_site_or_for_another_name_is_refused(
    base: str, route: Route, headers: dict[str, str]
) -> None:
    answer = CLIENT.request(route.method, base + filled(route), headers=headers)
    assert answer.status_code == 403
    assert "error" in answer.json()


@pytest.mark.parametrize("headers", [{"Origin": "http://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}], ids=str)
def test_a_live_connection_from_another_site_is_refused(base: str, headers: dict[str, str]) -> None:
    table = open_table(base, ready=False)
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(f"{base.replace('http', 'ws')}{table.path}/live", additional_headers={**headers, **table.headers}),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_pages_of_this_server_may_ask_with_their_cookie(base: str) -> None:
    with httpx.Client(base_url=base, verify=False, headers={"Origin": base, "Sec-Fetch-Site": "same-origin"}) as page:
        opened = page.post(f"{V1}/tables", json={"game": "twelves", "name": "Ada"})
        cookie = opened.headers["set-cookie"].lower()
        table = opened.json()["table"]
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert f"path={V1}/tables/{table}".lower() in cookie
        assert page.post(f"{V1}/tables/{table}/messages", json={"text": "hello"}).status_code == 200


def test_a_cookie_without_an_origin_opens_nothing_that_changes_something(base: str) -> None:
    table = open_table(base, ready=False)
    cookie = {"Cookie": f"rulewright-key={table.key}"}
    assert CLIENT.get(base + table.path, headers=cookie).status_code == 200
    assert CLIENT.post(f"{base}{table.path}/messages", json={"text": "hello"}, headers=cookie).status_code == 401


@pytest.mark.parametrize("path", ["/", "/health", "/metrics", f"{V1}/games", f"{V1}/nowhere", "/assets/nothing.js"])
def test_every_answer_carries_the_security_headers(base: str, path: str) -> None:
    answer = CLIENT.get(base + path)
    is_data = answer.headers["content-type"] == "application/json"
    assert is_data == (path not in ("/", "/metrics"))
    wanted = {**HEADERS, **(DATA_HEADERS if is_data else DOCUMENT_HEADERS)}
    assert {name: answer.headers.get(name) for name in wanted} == wanted
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_a_script_carries_no_headers_that_only_a_document_needs(base: str) -> None:
    script = re.search(r"/assets/[^\"]+\.js", CLIENT.get(base).text)
    assert script
    answer = CLIENT.get(base + script[0])
    assert {name: answer.headers.get(name) for name in HEADERS} == dict(HEADERS)
    assert not DOCUMENT_HEADERS.keys() & {name.title() for name in answer.headers}


def test_a_body_that_is_too_large_is_not_read(base: str) -> None:
    large = b'{"notation": "' + b" " * BODY + b'"}'
    assert CLIENT.post(f"{base}{V1}/odds", content=large).status_code == 413

    def in_pieces() -> Iterator[bytes]:
        for _ in range(20):
            yield large[: BODY // 10]

    assert CLIENT.post(f"{base}{V1}/odds", content=in_pieces()).status_code == 413


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"{", "malformed JSON"),
        (b"[]", "one JSON object"),
        (b'"text"', "one JSON object"),
        (b"\xff\xfe", "malformed JSON"),
        (b'{"notation": "\\ud800"}', "malformed JSON"),
        (b'{"notation": 5}', "notation must be text"),
        (b'{"notation": "d6", "more": 1}', "unknown parameter: more (allowed: notation)"),
        (b"{}", "missing parameter: notation"),
        (b'{"notation": "d6", "more": ' + b"[" * 100 + b"]" * 100 + b"}", "nested too deeply"),
        (b'{"notation": "d6", "more": 123456789012345678901234567890}', "bad number"),
        (b'{"a": ' * 100_000 + b"1" + b"}" * 100_000, ""),
    ],
)
def test_a_body_that_makes_no_sense_gets_one_clear_line(base: str, body: bytes, words: str) -> None:
    answer = CLIENT.post(f"{base}{V1}/odds", content=body)
    assert answer.status_code == 400
    assert words in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_a_body_that_is_no_json_is_refused(base: str) -> None:
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    assert CLIENT.post(f"{base}{V1}/odds", content=b"notation=d6", headers=headers).status_code == 400


@pytest.mark.parametrize("query", ["after=-1", "after=x", "after=1&after=2", "most=0", "most=100000", "nothing=1"])
def test_a_query_that_makes_no_sense_gets_one_clear_line(base: str, query: str) -> None:
    table = open_table(base, ready=False)
    answer = CLIENT.get(f"{base}{table.path}/log?{query}", headers=table.headers)
    assert answer.status_code == 400
    assert "error" in answer.json()


def limited(**more: Any) -> ServerSettings:
    settings = {name: getattr(UNLIMITED, name) for name in ServerSettings.__struct_fields__}
    return ServerSettings(**{**settings, **more})


def statuses(times: int, ask: Any) -> list[int]:
    return [ask().status_code for _ in range(times)]


def test_a_seat_that_asks_too_often_is_reported_when_to_try_again() -> None:
    with running(settings=limited(seat=Rate(0.01, 3))) as base:
        table = open_table(base, ready=False)
        assert statuses(4, lambda: table.ask("GET", "")) == [200, 200, 200, 429]
        answer = table.ask("GET", "")
        assert int(answer.headers["retry-after"]) >= 1
        other = open_table(base, ready=False)
        assert other.ask("GET", "").status_code == 200


def test_the_openapi_document_counts_as_a_request_of_the_address() -> None:
    with running(settings=limited(address=Rate(0.01, 3))) as base:
        assert statuses(4, lambda: CLIENT.get(f"{base}{V1}/openapi.json")) == [200, 200, 200, 429]


def test_a_long_response_counts_as_several_requests() -> None:
    with running(settings=limited(seat=Rate(0.01, 70))) as base:
        table = open_table(base, ready=False)
        for number in range(50):
            table.post("/messages", text="x" * 4_000, title=f"note {number}")
        assert statuses(8, lambda: table.ask("GET", "/notes"))[3:] == [200, 429, 429, 429, 429]


def test_exact_computation_has_limits_of_its_own_for_seats_and_addresses() -> None:
    with running(settings=limited(exact_seat=Rate(0.01, 1), exact_address=Rate(0.01, 2))) as base:
        table = open_table(base)
        chances = {"action": "check", "params": {"who": "Wren", "ability": "FIN"}}
        assert statuses(2, lambda: table.ask("POST", "/chances", chances)) == [200, 429]
        assert table.ask("POST", "/messages", {"text": "/odds 2d6"}).status_code == 429
        assert table.ask("POST", "/actions", chances).status_code == 200
        free = lambda: CLIENT.post(f"{base}{V1}/odds", json={"notation": "2d6"})  # noqa: E731
        assert statuses(3, free) == [200, 200, 429]


def test_guessing_at_keys_is_slow() -> None:
    with running(settings=limited(address=Rate(0.01, 3))) as base:
        guess = {"Authorization": f"Bearer abc.{'x' * 43}"}
        ask = lambda: CLIENT.get(f"{base}{V1}/tables/abc", headers=guess)  # noqa: E731
        assert statuses(4, ask) == [401, 401, 401, 429]


def test_too_many_live_connections_are_refused() -> None:
    with running(settings=limited(connections_per_seat=1)) as base:
        table = open_table(base, ready=False)
        with table.live() as first:
            first.recv()
            answer = table.ask("GET", "/events")
            assert answer.status_code == 409


def test_neither_a_key_nor_a_table_is_reported_by_metrics_or_logs(base: str, caplog: pytest.LogCaptureFixture) -> None:
    table = open_table(base, ready=False)
    with caplog.at_level("DEBUG"):
        table.ask("GET", "")
        CLIENT.get(f"{base}{table.path}", headers={"Authorization": f"Bearer {table.key}x"})
    metrics = CLIENT.get(f"{base}/metrics").text
    assert 'rulewright_requests_total{route="view",status="200"}' in metrics
    for secret in (table.key, table.table):
        assert secret not in metrics
        assert secret not in "".join(record.getMessage() for record in caplog.records if "rulewright" in record.name)


def test_a_seat_that_was_taken_away_opens_nothing_at_once(base: str) -> None:
    master = open_table(base)
    player = joined(master, "Ben")
    assert player.ask("GET", "").status_code == 200
    assert master.ask("DELETE", f"/seats/{player.seat}").status_code == 200
    assert player.ask("GET", "").status_code == 401


def test_an_invitation_is_used_up_and_can_be_taken_back(base: str) -> None:
    master = open_table(base)
    invited = master.post("/invitations", uses=1)
    body = {"invitation": invited["invitation"], "name": "Ben"}
    assert CLIENT.post(f"{base}{V1}/join", json=body).status_code == 200
    assert CLIENT.post(f"{base}{V1}/join", json=body).status_code == 401
    other = master.post("/invitations", uses=5)
    assert master.ask("DELETE", f"/invitations/{other['name']}").status_code == 200
    assert CLIENT.post(f"{base}{V1}/join", json={**body, "invitation": other["invitation"]}).status_code == 401


def test_no_client_learns_which_files_the_server_has(
    base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here.md").write_text("a secret")
    monkeypatch.chdir(tmp_path)
    for game in ("here.md", "gone.md"):
        found = CLIENT.post(f"{base}{V1}/tables", json={"game": game, "name": "Ada"})
        assert found.status_code == 400
        assert found.json()["error"] == f"cannot read {game}: there is no such file among the games"
