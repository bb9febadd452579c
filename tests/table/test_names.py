"""Names can be seen, and no player passes for the game master."""

import pytest
from a_table import Company, company

from rulewright.rules import BadInput, Refused
from rulewright.table import act
from rulewright.table.perform import Attempt


def joins(table: Company, name: str) -> None:
    table.tables.join(table.tables.invite(table.gm, "player")[0], name)


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u200b", " \u115f ", "\u0301", "\u2003\u2003"])
def test_a_name_that_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="missing name"):
        joins(company(with_example=False), name)


@pytest.mark.parametrize(
    "name", ["Mira", "mira", " MIRA ", "Mi ra", "M\u0456ra", "Mir\u0430", "Mira\u3164", "M\u00edra", "Mira."]
)
def test_a_player_cannot_take_the_game_masters_name_or_one_that_looks_like_it(name: str) -> None:
    table = company(with_example=False)
    with pytest.raises(Refused, match="looks like the GM's"):
        joins(table, name)
    with pytest.raises(Refused, match="looks like the GM's"):
        table.tables.seat(table.ann, table.ann.seat, name)
    assert len(table.state.seats) == 4


def test_a_refused_name_does_not_use_up_the_invitation() -> None:
    table = company(with_example=False)
    invitation, _ = table.tables.invite(table.gm, "player")
    with pytest.raises(Refused):
        table.tables.join(invitation, "Mira")
    place, _ = table.tables.join(invitation, "Mirabelle")
    assert table.state.seats[place.seat].name == "Mirabelle"


def test_the_game_master_may_rename_any_seat() -> None:
    table = company(with_example=False)
    table.tables.seat(table.gm, table.gm.seat, "Ann")
    table.tables.seat(table.gm, table.ben.seat, "Benedict")
    assert [table.state.seats[seat].name for seat in ("s1", "s3")] == ["Ann", "Benedict"]


def test_two_players_may_have_the_same_name() -> None:
    table = company(with_example=False)
    joins(table, "Ann")
    assert [seat.name for seat in table.state.seats.values()].count("Ann") == 2


@pytest.mark.parametrize("name", ["\u3164", "\u2800 \u3164", "toll keeper", "To11 Keeper", "Wr\u0435n"])
def test_a_player_brings_no_character_that_cannot_be_seen_or_reported_from_another(name: str) -> None:
    table = company("twelves")
    wish = {"name": name, "scores": {"AGI": 9, "STR": 8, "FIN": 7, "INS": 6, "PRE": 5, "KNO": 4}}
    with pytest.raises((Refused, BadInput), match="name"):
        act.submit(table.tables, table.ann, Attempt("action", "join", {"character": wish}))
    wish["name"] = "Somebody Else"
    act.submit(table.tables, table.ann, Attempt("action", "join", {"character": wish}))
    assert "Somebody Else" in table.state.scene["characters"]
