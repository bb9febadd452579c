"""The short forms of legal actions and of the map say the same as the long ones."""

import json
from random import Random
from typing import Any, Literal

import msgspec
import pytest
from serving import CLIENT, V1, answered, open_table
from unpacking import offers_in, reach_in

from rulewright.game import find_game
from rulewright.game.board import BoardFigure, BoardView, Reachable
from rulewright.game.legal_actions import Ask, Way
from rulewright.games.dpi.movement import Ground, ways
from rulewright.games.dpi.options import Options
from rulewright.server.packed_board import pack_board
from rulewright.server.packed_offers import MOST_VALUES, pack_offers
from rulewright.table.views.shapes import OfferView

GAMES = ("twelves", "die-code", "untold-aeons", "light-dark", "dpi")
UNSAID: dict[str, Any] = {
    "required": False,
    "default": None,
    "least": None,
    "most": None,
    "items": [],
    "set_by": "actor",
}


def _shown(offers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Legal actions without the words of what is allowed, and with lists no longer than a packed one."""
    for offer in offers:
        offer["asks"] = [
            UNSAID | {name: value for name, value in ask.items() if name != "allowed"} for ask in offer["asks"]
        ]
        for way in offer["ways"]:
            way["may"] = {name: values[:MOST_VALUES] for name, values in way["may"].items()}
    return offers


@pytest.mark.parametrize("game", GAMES)
def test_the_legal_actions_of_a_live_connection_are_those_of_the_table(game: str, base: str) -> None:
    master = open_table(base, game, opening=find_game(game).openings[1].title)
    with master.live(offers=True) as socket:
        frames = (json.loads(socket.recv(timeout=20)) for _ in range(9))
        sent = next(frame["offers"] for frame in frames if frame["type"] == "offers")
    whole = master.get("/offers")["offers"]
    described = {one["name"]: one for one in answered(CLIENT.get(f"{base}{V1}/games/{game}?brief=true"))["actions"]}
    offers = offers_in(sent)
    for offer in offers:  # what the short form leaves out is in the description of the game
        own = described[offer["action"]]
        meanings = {one["name"]: one["meaning"] for one in own["parameters"]}
        offer["summary"] = own["summary"]
        offer["asks"] = [{**ask, "meaning": meanings[ask["name"]]} for ask in offer["asks"]]
    assert _shown(offers) == _shown(whole)
    assert len(msgspec.json.encode(sent)) * 2 < len(msgspec.json.encode(whole))


def _offer(*ways: dict[str, Any]) -> OfferView:
    asked = Ask("to", "list", "", "where to", True)
    return OfferView("go", "Ada", "owner", "turn", [Way({"who": "Ada", **one}) for one in ways], [asked], "Goes.")


@pytest.mark.parametrize(
    ("picked", "groups"),
    [
        ([{"a": 1, "b": 2}, {"a": 1, "b": 3}, {"a": 2, "b": 2}, {"a": 2, "b": 3}], 1),
        ([{"a": 1, "b": 2}, {"a": 1, "b": 3}, {"a": 2, "b": 2}], 2),
        ([{"a": 2, "b": 2}, {"a": 1, "b": 3}, {"a": 2, "b": 3}], 3),
        ([{"a": 1}, {"a": True}, {"a": "1"}], 1),
        ([{"a": 1}, {"a": 1}], 1),
        ([{"a": 1}, {"b": 1}, {"a": 1, "b": 1}], 3),
        ([{"a": [1, 2]}, {"a": {"x": None}}, {"a": None}], 1),
    ],
)
def test_ways_are_sent_as_combinations_and_in_their_order(picked: list[dict[str, Any]], groups: int) -> None:
    packed = msgspec.to_builtins(pack_offers([_offer(*picked)]))
    found = offers_in(packed)[0]["ways"]
    assert msgspec.json.encode([way["params"] for way in found]) == msgspec.json.encode(
        [{"who": "Ada", **one} for one in picked]
    )
    assert len(packed["ways"]) == groups


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("diagonals", ["one", "five-ten", "orthogonal"])
def test_every_way_on_the_map_is_put_together_again(
    grid: Literal["square", "hex"], diagonals: Literal["one", "five-ten", "orthogonal"]
) -> None:
    random, options = Random(7), Options(diagonals=diagonals)
    seen = _board(grid)
    for _ in range(10):
        spaces = [(random.randrange(9), random.randrange(9)) for _ in range(25)]
        walls, friends = frozenset(spaces[:15]) - {(4, 4)}, frozenset(spaces[15:]) - {(4, 4)}
        found = ways(options, Ground(grid, (9, 9), walls, friends=friends), (4, 4), 6)
        reached = tuple(
            Reachable(at, way.spaces, way.path, ("Foe",) if at[0] > 5 else ()) for at, way in found.items() if way.path
        )
        packed = msgspec.to_builtins(pack_board(msgspec.structs.replace(seen, spaces=reached), "Ada"))["reach"]
        assert reach_in(packed) == {one.space: (one.ap, list(one.path), list(one.in_reach_of)) for one in reached}
        if diagonals == "one" or grid == "hex":
            assert packed["detours"] == []


def _board(grid: Literal["square", "hex"]) -> BoardView:
    """An empty map for Ada."""
    figures = (BoardFigure("Ada", "agents", (4, 4), True),)
    return BoardView(
        grid=grid,
        least=(0, 0),
        most=(8, 8),
        bounded=True,
        obstacles=(),
        figures=figures,
        pairs=(),
        turn="Ada",
        counts="ap",
        ap=6,
        in_reach_of=(),
        falls=(),
        spaces=(),
        arms=(),
    )


def test_thousands_of_spaces_in_reach_are_a_short_message(base: str) -> None:
    """An open map without an edge: 45 spaces each way."""
    board = open_table(base, "dpi").get("/board", who="Vega")
    assert len(reach_in(board["reach"])) > 2_000
    assert len(msgspec.json.encode(board)) < 20_000


def test_a_brief_log_is_the_log_without_parameters_and_changes_outside_the_fight(base: str) -> None:
    master = open_table(base, "dpi")
    master.post("/actions", action="check", params={"who": "Vega", "skill": "stamina"})
    whole, brief = master.get("/log")["events"], master.get("/log", brief="true")["events"]
    assert any(event.get("params") for event in whole)
    for event in whole:
        for name in ("params", "choices", "pending", "owns"):
            event.pop(name, None)
        if "changes" in event:
            event["changes"] = [one for one in event["changes"] if one["path"][:2] == ["scene", "fight"]]
        if "changed" in event:
            event["changed"] = [one for one in event["changed"] if one["kept"]]
        for name in ("action", "given", "attempt"):
            event.get("result", {}).pop(name, None)
        if not event.get("breakdown"):
            event.pop("cites", None)
        for name in ("changed", "dice", "breakdown", "changes"):
            if event.get(name) == []:
                del event[name]
    assert any(event.get("changes") for event in whole)
    assert any(event.get("cites") for event in whole)
    assert brief == whole
