"""What the OpenAPI document says of views, events and offers is what is sent: the web app's types are made from it."""

from typing import Any

import msgspec
import pytest
from msgspec import Struct
from serving import Seat, joined, open_table

from rulewright.game import find_game, installed_games
from rulewright.table.seeds.fair_dice import player_commitment
from rulewright.table.views.shapes import EventView, OfferView, PendingView, TableView


def fits(kind: type[Struct], sent: dict[str, Any], *, whole: bool) -> None:
    """Nothing is sent that the document does not know, nor left out that it promises."""
    known = set(kind.__struct_encode_fields__)
    assert sent.keys() <= known
    if whole:
        assert sent.keys() == known
    msgspec.convert(sent, kind)


def looked_at(seat: Seat) -> None:
    view = seat.get("")
    fits(TableView, view, whole=True)
    for waits in view["pending"]:
        fits(PendingView, waits, whole=False)
    for event in seat.get("/log")["events"]:
        fits(EventView, event, whole=False)
    for offer in seat.get("/offers")["offers"]:
        fits(OfferView, offer, whole=True)


@pytest.mark.parametrize("slug", installed_games())
def test_what_is_sent_fits_the_document(base: str, slug: str) -> None:
    master = open_table(base, game=slug)
    player = joined(master, "Ben")
    opening = find_game(slug).opening
    assert opening is not None
    action, params = opening.first
    master.post("/actions", action=action, params=dict(params))
    looked_at(master)
    looked_at(player)
    master.post("/rolls", notation="2d6", audience="gm")
    master.post("/rolls", notation="3d6", audience="everyone", faces=[1])
    master.post("/messages", text="Welcome")
    master.post("/settings", settings={"foe_odds": True})
    for seed in ("a player's own seed", "another of this player"):
        player.post("/seed-commitments", commitment=player_commitment(player.seat, seed))
        if seed.startswith("another"):
            master.ask("DELETE", "/seed-commitments")
        else:
            player.post("/seeds", seed=seed)
    master.post("/undo")
    master.post("/redo")
    seq = next(one["seq"] for one in master.get("/log")["events"] if one.get("audience") == "gm")
    master.post("/reveals", seq=seq)
    master.post("/close")
    looked_at(master)
    looked_at(player)
    kinds = {one["kind"] for one in master.get("/log")["events"]}
    assert {
        "opened",
        "seated",
        "acted",
        "rolled",
        "said",
        "set",
        "committed",
        "seeded",
        "unseeded",
        "undone",
        "redone",
        "revealed",
        "closed",
    } <= kinds
