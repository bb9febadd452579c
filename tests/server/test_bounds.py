"""Requests of a few bytes that would cost a server its time or its memory are refused at once to every sender."""

import re
from typing import Any

import pytest
from serving import CLIENT, V1, Seat, joined, open_table, running

from rulewright.table.stores.memory import MemoryStore

HUGE = 2**53


@pytest.fixture(scope="module")
def gm(base: str) -> Seat:
    return open_table(base, game="dpi", ready=True)


COSTLY = [
    ("streak", {"checks": HUGE}),
    ("training", {"rolls": HUGE}),
    ("hit", {"level": HUGE}),
    ("attack", {"level": HUGE}),
    ("volley", {"counter_level": HUGE}),
    ("duel", {"level": HUGE}),
    ("skirmish", {"counter_level": HUGE}),
    ("duel", {"target_hp": HUGE}),
    ("research-project", {"deadline_hours": HUGE}),
]


@pytest.mark.parametrize(("roll", "params"), COSTLY, ids=str)
def test_a_roll_without_end_is_refused_without_a_table(base: str, roll: str, params: dict[str, Any]) -> None:
    _refused(CLIENT.post(f"{base}{V1}/games/dpi/rolls", json={"roll": roll, "params": params}), *params)


@pytest.mark.parametrize(("roll", "params"), COSTLY, ids=str)
def test_a_roll_without_end_is_refused_at_a_table_and_in_the_chat(gm: Seat, roll: str, params: dict[str, Any]) -> None:
    _refused(gm.ask("POST", "/rolls", {"roll": roll, "params": params}), *params)
    words = " ".join(f"{name}={value}" for name, value in params.items())
    _refused(gm.ask("POST", "/messages", {"text": f"/roll {roll} {words}"}), *params)


def test_a_weapon_cannot_be_edited_to_any_level(gm: Seat) -> None:
    foe = _joined_foe(gm, "Edited")
    changes = {"weapons": [{"weapon": "pistol", "level": 10**7}]}
    _refused(gm.ask("POST", "/actions", {"action": "edit", "params": {"who": foe, "changes": changes}}), "changes")


@pytest.mark.parametrize("space", [[10**12, 10**12], [0, -1001], [1001, 0]])
def test_a_player_cannot_join_on_a_space_off_every_map(gm: Seat, space: list[int]) -> None:
    player = joined(gm, "Bob")
    params = {"character": {"role": "operator", "ancestry": "human"}, "space": space}
    _refused(player.ask("POST", "/actions", {"action": "join", "params": params}), "space")


def test_the_board_of_the_widest_map_lists_only_the_spaces_in_range(gm: Seat) -> None:
    near = _joined_foe(gm, "Near", space=[-1000, -1000])
    _joined_foe(gm, "Wide", space=[1000, 1000])
    board = gm.get("/board", who=near)
    listed = [run for arm in board["arms"] for band in arm["bands"] for run in band["runs"]]
    assert 0 < len(listed) < 100_000
    assert max(last for _, _, last in listed) <= -1000 + 60


def _computed(base: str) -> float:
    """How many jobs the workers have done."""
    found = re.search(r"(?m)^rulewright_computations_done (\S+)$", CLIENT.get(f"{base}/metrics").text)
    assert found
    return float(found[1])


SMALL = '+++\nrulebook = 1\nname = "Small"\n+++\n```roll check(score: 2..12 = 7)\nshow score\n```\n'


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/odds", {"notation": "2d6"}),
        ("/games/dpi/rolls", {"roll": "check"}),
        ("/games/dpi/odds", {"roll": "check"}),
        ("/games/dpi/random-sheet", {"seed": 1}),
        ("/games/dpi/sheets", {"wanted": {}}),
        ("/games/twelves/creation", {"wanted": {}}),
        ("/tables", {"game": "light-dark", "name": "Mal", "file": 'name = "A tower"'}),
        ("/tables", {"game": "light-dark", "name": "Mal", "ready": True, "file": "entries = [[["}),
        ("/studio/check", {"text": SMALL}),
        ("/studio/odds", {"text": SMALL, "roll": "check"}),
        ("/studio/rolls", {"text": SMALL, "roll": "check"}),
        ("/studio/creation", {"text": SMALL}),
        ("/studio/compare", {"text": SMALL, "before": SMALL}),
        ("/rulebooks", {"text": SMALL}),
    ],
)
def test_public_requests_of_any_cost_are_done_by_a_worker(base: str, path: str, body: dict[str, Any]) -> None:
    before = _computed(base)
    assert CLIENT.post(f"{base}{V1}{path}", json=body).status_code < 500
    assert _computed(base) == before + 1


def test_a_long_scenario_at_a_table_is_read_by_a_worker_and_a_wrong_one_leaves_no_table() -> None:
    store = MemoryStore()
    with running(store) as base:
        master = open_table(base, "light-dark")
        before, tables = _computed(base), store.tables()
        master.ask("POST", "/actions", {"action": "scenario", "params": {"scenario": {"name": "x" * 9_000}}})
        assert _computed(base) == before + 1
        for game, text in (("light-dark", "[" * 390_000), ("light-dark", "name = 3"), ("dpi", "x")):
            body = {"game": game, "name": "Mal", "ready": True, "file": text}
            assert CLIENT.post(f"{base}{V1}/tables", json=body).status_code == 400
        assert store.tables() == tables


def test_dice_notation_without_a_table_is_rolled_by_a_worker(base: str) -> None:
    before = _computed(base)
    rolled = CLIENT.post(f"{base}{V1}/rolls", json={"notation": "2d6", "faces": [3, 4]})
    assert (rolled.status_code, rolled.json()["outcome"]) == (200, 7)
    assert _computed(base) == before + 1
    wrong = CLIENT.post(f"{base}{V1}/rolls", json={"notation": "2d6", "faces": [3, 7]})
    assert wrong.status_code == 400


@pytest.mark.parametrize("text", ["600d1000!>1", "/roll 600d1000!>1"])
def test_dice_that_explode_thousands_of_times_at_the_table_are_rolled_by_a_worker(
    base: str, gm: Seat, text: str
) -> None:
    before = _computed(base)
    path, body = ("/messages", {"text": text}) if text.startswith("/") else ("/rolls", {"notation": text})
    assert len(gm.post(path, **body)["event"]["dice"]) > 10_000
    assert _computed(base) == before + 1
    gm.post("/rolls", notation="2d6+3")
    assert _computed(base) == before + 1, "a few dice are rolled at once"


def _joined_foe(gm: Seat, name: str, **params: Any) -> str:
    gm.post("/actions", action="foe", params={"name": name, "kind": "foe", **params})
    return name


def _refused(response: Any, *names: str) -> None:
    assert response.status_code == 400, response.text
    error = response.json()["error"]
    assert all(name in error for name in names)
    assert "must be" in error
