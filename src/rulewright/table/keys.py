"""Keys and invitations: unguessable, stored only as hashes, revocable at once.

A key opens one seat. An invitation can be exchanged for a seat and a key, a number of times and until
it expires. Neither is part of the log, so that a reader of the log cannot use them.
"""

import hashlib
import secrets
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulewright.rules.decoding import ready
from rulewright.table.errors import KeyRefused
from rulewright.table.events import Role
from rulewright.table.stores import Store


class SeatKey(Struct, frozen=True):
    """The seat that a key opens, its label, and when it expires."""

    seat: str
    label: str = ""
    expires: str = ""


class Invitation(Struct, frozen=True):
    """An invitation: its role, perhaps a character, how many uses it has, and when it expires.

    One with a `seat` gives a further key to that seat, for another device of the same player.
    """

    role: Role
    uses: int
    expires: str
    character: str = ""
    seat: str = ""


E = TypeVar("E", SeatKey, Invitation)


def table_of(key: str) -> str:
    """The table that a key or an invitation belongs to."""
    return key.partition(".")[0]


def name_of(key: str) -> str:
    """The name under which a key or an invitation is stored: its hash."""
    return hashlib.sha256(key.encode()).hexdigest()


def _new_secret(table: str) -> str:
    return f"{table}.{secrets.token_urlsafe(32)}"


class Keys:
    """The keys and invitations of all tables in a store. Moments are UTC texts that sort by time."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def create(self, table: str, key: SeatKey) -> str:
        """A new key; only its hash is stored."""
        text = _new_secret(table)
        self._store.put(table, "key", name_of(text), msgspec.json.encode(key))
        return text

    def open(self, text: str, now: str) -> tuple[str, SeatKey]:
        """The table and the seat that a key opens."""
        table = table_of(text)
        found = self._store.get(table, "key", name_of(text)) if table else None
        if found is None:
            raise KeyRefused("this key is not valid; ask for a new invitation")
        key = msgspec.json.decode(found, type=ready(SeatKey))
        if key.expires and key.expires < now:
            raise KeyRefused("this key has expired; ask for a new invitation")
        return table, key

    def names(self, table: str) -> frozenset[str]:
        """The names of a table's keys, of which some may have expired."""
        return frozenset(self._store.names(table, "key"))

    def keys(self, table: str, now: str = "") -> dict[str, SeatKey]:
        """Every key of a table by its hash; given the time, those that have expired are removed first."""
        return self._all(table, "key", SeatKey, now)

    def _all(self, table: str, kind: str, struct: type[E], now: str) -> dict[str, E]:
        found: dict[str, E] = {}
        for name in self._store.names(table, kind):
            value = self._store.get(table, kind, name)
            if value is None:
                continue
            one = msgspec.json.decode(value, type=ready(struct))
            if one.expires and one.expires < now:
                self._store.swap(table, kind, name, value, None)
            else:
                found[name] = one
        return found

    def revoke(self, table: str, kind: str, name: str) -> bool:
        """Revokes a key or an invitation; False if there is none."""
        found = self._store.get(table, kind, name)
        return found is not None and self._store.swap(table, kind, name, found, None)

    def revoke_seat(self, table: str, seat: str) -> None:
        """Revokes every key of a seat, and the invitations of other devices to it."""
        for name in [name for name, one in self.keys(table).items() if one.seat == seat]:
            self.revoke(table, "key", name)
        self.revoke_devices(table, seat)

    def revoke_devices(self, table: str, seat: str) -> None:
        """Revokes the invitations of other devices to a seat."""
        for name in [name for name, one in self.invitations(table).items() if one.seat == seat]:
            self.revoke(table, "invitation", name)

    def invite(self, table: str, invitation: Invitation) -> tuple[str, str]:
        """A new invitation, and the name by which it can be revoked."""
        text = _new_secret(table)
        self._store.put(table, "invitation", name_of(text), msgspec.json.encode(invitation))
        return text, name_of(text)

    def invitations(self, table: str, now: str = "") -> dict[str, Invitation]:
        """Every open invitation of a table by its hash; given the time, those that have expired are removed first."""
        return self._all(table, "invitation", Invitation, now)

    def invitation(self, text: str, now: str) -> Invitation:
        """An invitation, without using it."""
        return self._valid(self._store.get(table_of(text), "invitation", name_of(text)), now)

    def _valid(self, found: bytes | None, now: str) -> Invitation:
        if found is None:
            raise KeyRefused("this invitation is not valid, or was used or revoked; ask for a new one")
        invitation = msgspec.json.decode(found, type=ready(Invitation))
        if invitation.expires < now:
            raise KeyRefused("this invitation has expired; ask for a new one")
        return invitation

    def accept(self, text: str, now: str) -> Invitation:
        """Uses an invitation once; two callers at the same moment never share the last use."""
        table, name = table_of(text), name_of(text)
        while True:
            found = self._store.get(table, "invitation", name)
            invitation = self._valid(found, now)
            left = replace(invitation, uses=invitation.uses - 1)
            new = msgspec.json.encode(left) if left.uses > 0 else None
            if self._store.swap(table, "invitation", name, found, new):
                return invitation
