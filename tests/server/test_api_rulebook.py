"""A rulebook on the server: listed, priced, opened, played to the end of a fight, and advised on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import CLIENT, V1, Process, free_port, open_table, weighed

BOOKS = Path(__file__).parents[2] / "rulebooks"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = tmp_path_factory.mktemp("rulebook") / "tables.sqlite"
    given = [word for name in ("lanterns", "salvage") for word in ("--rulebook", str(BOOKS / f"{name}.md"))]
    server = Process(str(database), free_port(), *given)
    yield server.base
    assert server.stop() == 0


def test_a_rulebook_is_listed_and_priced(base: str) -> None:
    assert {"lanterns", "salvage", "twelves"} <= {game["slug"] for game in CLIENT.get(f"{base}{V1}/games").json()}
    found = CLIENT.post(f"{base}{V1}/games/lanterns/odds", json={"roll": "check", "params": {"score": 7}}).json()
    assert {row["label"]: row["chance"] for row in found["rows"]} == {
        "success": "1/2",
        "failure": "5/12",
        "critical": "1/12",
    }


def test_the_best_row_of_every_table_is_good(base: str) -> None:
    tones: dict[str, float] = {}
    for roll in ("test", "way-back"):
        found = CLIENT.post(f"{base}{V1}/games/salvage/odds", json={"roll": roll, "params": {}}).json()
        tones |= {row["label"]: row["tone"] for row in found["bar"]}
    assert tones == {"failure": 0.25, "success": 0.75, "triumph": 1.0, "attacked": 0.0, "swept": 0.5, "safe": 0.875}


def test_a_fight_is_played_to_its_end(base: str) -> None:
    master = open_table(base, "lanterns")
    master.post("/actions", action="start-fight", params={})
    for _ in range(200):
        fight = master.get("")["fight"]
        if fight["over"]:
            break
        turn = fight["turn"]
        target = "Gloom" if turn == "Ada" else "Ada"
        master.post("/actions", action="strike", params={"who": turn, "target": target})
        if not master.get("")["fight"]["over"]:
            master.post("/actions", action="end-turn", params={"who": turn})
    assert fight["over"]
    assert fight["winner"] in ("the players", "the Keeper's side")
    lights = [one["sheet"]["light"] for one in master.get("")["characters"].values()]
    assert 0 in lights


def test_what_is_best_now_is_answered_though_an_action_has_a_decision(base: str) -> None:
    master = open_table(base, "salvage")
    master.post("/actions", action="start-fight", params={})
    advice = weighed(master)
    assert {one["choice"].split()[0] for one in advice["tried"]} >= {"stab"}


def test_a_path_is_no_game(base: str) -> None:
    for slug in ("..%2F..%2Fetc%2Fpasswd", "README.md", "rulebooks%2Ftwelves-page.md"):
        assert CLIENT.get(f"{base}{V1}/games/{slug}").status_code in (400, 404, 422)
