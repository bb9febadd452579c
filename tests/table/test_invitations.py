"""Invitations and keys: so many uses, until some moment, taken back at once, kept only as hashes."""

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest
from a_table import Clock, company

from rulewright.rules import BadInput
from rulewright.table.errors import Forbidden, KeyRefused
from rulewright.table.keys import table_of
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import Tables, TableSeat


class Hand:
    """A clock that is put forward by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 2, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def test_an_invitation_is_good_for_so_many() -> None:
    table = company()
    invitation, _ = table.tables.invite(table.gm, "player", uses=2)
    table.tables.join(invitation, "Cy")
    table.tables.join(invitation, "Di")
    with pytest.raises(KeyRefused):
        table.tables.join(invitation, "Ed")
    assert [seat.name for seat in table.state.seats.values()][-2:] == ["Cy", "Di"]


def test_an_invitation_expires() -> None:
    clock = Hand()
    tables = Tables(MemoryStore(), now=clock)
    place, _ = tables.open("twelves", "Mira")
    invitation, _ = tables.invite(place, "player", uses=5, hours=2)
    clock.now += timedelta(hours=2)
    tables.join(invitation, "just in time")
    clock.now += timedelta(seconds=1)
    with pytest.raises(KeyRefused, match="expired"):
        tables.join(invitation, "too late")


def test_an_invitation_is_taken_back_at_once() -> None:
    table = company()
    invitation, name = table.tables.invite(table.gm, "player", uses=5)
    table.tables.keys.revoke(table.gm.table, "invitation", name)
    with pytest.raises(KeyRefused):
        table.tables.join(invitation, "Cy")


def test_two_who_race_for_the_last_use_do_not_share_it() -> None:
    store = MemoryStore()
    table = company(store=store)
    racers = 8
    invitation, _ = table.tables.invite(table.gm, "player", uses=3)
    together, seats, gone = Barrier(racers), list[TableSeat](), list[str]()

    def race(number: int) -> None:
        tables = Tables(store, now=Clock())
        together.wait()
        try:
            seats.append(tables.join(invitation, f"racer {number}")[0])
        except KeyRefused as late:
            gone.append(str(late))

    threads = [Thread(target=race, args=(number,)) for number in range(racers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seats) == 3
    assert len({place.seat for place in seats}) == 3
    assert len(gone) == racers - 3


def test_a_key_opens_one_seat_until_the_seat_is_gone() -> None:
    table = company()
    place, key = table.tables.join(table.tables.invite(table.gm, "player")[0], "Cy")
    assert table.tables.enter(key) == place
    table.tables.remove_seat(table.gm, place.seat)
    with pytest.raises(KeyRefused):
        table.tables.enter(key)


def test_a_seat_number_is_never_given_twice() -> None:
    table = company()
    place, _ = table.tables.join(table.tables.invite(table.gm, "player")[0], "Cy")
    table.tables.remove_seat(table.gm, place.seat)
    again, _ = table.tables.join(table.tables.invite(table.gm, "player")[0], "Di")
    assert again.seat != place.seat


def test_only_hashes_are_kept() -> None:
    store = MemoryStore()
    table = company(store=store)
    invitation, _ = table.tables.invite(table.gm, "player")
    kept = b"".join(repr(one).encode() for one in store.contents())
    for secret in (invitation, table.key):
        assert len(secret.partition(".")[2]) >= 22, "128 bits or more"
        assert secret.encode() not in kept
        assert secret.partition(".")[2].encode() not in kept
        assert table_of(secret) == table.gm.table


def test_a_key_of_one_table_does_not_open_another() -> None:
    store = MemoryStore()
    one, other = company(store=store), company(store=store)
    moved = f"{other.gm.table}.{one.key.partition('.')[2]}"
    with pytest.raises(KeyRefused):
        one.tables.enter(moved)


def test_a_player_does_not_invite() -> None:
    table = company()
    with pytest.raises(Forbidden):
        table.tables.invite(table.ann, "player")


@pytest.mark.parametrize("how", [{"uses": 0}, {"uses": 101}, {"hours": 0}, {"hours": 10**6}, {"role": "gm"}])
def test_an_invitation_has_limits(how: dict[str, float]) -> None:
    table = company()
    with pytest.raises(BadInput, match="must be"):
        table.tables.invite(table.gm, **{"role": "player", **how})  # type: ignore[arg-type] # wrong on purpose


def test_an_invitation_can_bring_a_character() -> None:
    table = company()
    place, _ = table.tables.join(table.tables.invite(table.gm, "player", character="Odo")[0], "Cy")
    assert table.state.keepers["Odo"].seat == place.seat
