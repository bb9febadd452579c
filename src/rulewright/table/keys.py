"""Keys and invitations: unguessable, kept only as hashes, taken back at once.

A key opens one seat. An invitation can be exchanged for a seat and a key, so many times and until
some moment. Neither is part of the log: they are not history, and nobody who reads it may use them.
"""

import hashlib
import secrets
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulewright.table.errors import Gone
from rulewright.table.events import Role
from rulewright.table.stores import Store


class Key(Struct, frozen=True):
    """What a key opens: a seat, for whom it was made, and until when."""

    seat: str
    label: str = ""
    expires: str = ""


class Invitation(Struct, frozen=True):
    """What an invitation gives: a seat of a role, perhaps a character, so many times, until when."""

    role: Role
    uses: int
    expires: str
    character: str = ""


T = TypeVar("T")


def table_of(key: str) -> str:
    """The table that a key or an invitation belongs to."""
    return key.partition(".")[0]


def name_of(key: str) -> str:
    """The name under which a key or an invitation is kept: its hash."""
    return hashlib.sha256(key.encode()).hexdigest()


def _new(table: str) -> str:
    return f"{table}.{secrets.token_urlsafe(32)}"


class Keys:
    """The keys and invitations of all tables in a store. Moments are UTC texts that sort by time."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def cut(self, table: str, key: Key) -> str:
        """A new key. This is the only time that it can be read."""
        text = _new(table)
        self._store.put(table, "key", name_of(text), msgspec.json.encode(key))
        return text

    def open(self, text: str, now: str) -> tuple[str, Key]:
        """The table and seat that a key opens."""
        table = table_of(text)
        found = self._store.get(table, "key", name_of(text)) if table else None
        if found is None:
            raise Gone("this key opens nothing (any more); ask for a new invitation")
        key = msgspec.json.decode(found, type=Key)
        if key.expires and key.expires < now:
            raise Gone("this key has expired; ask for a new invitation")
        return table, key

    def keys(self, table: str) -> dict[str, Key]:
        """Every key of a table by its hash."""
        return self._all(table, "key", Key)

    def _all(self, table: str, kind: str, struct: type[T]) -> dict[str, T]:
        found = {name: self._store.get(table, kind, name) for name in self._store.names(table, kind)}
        return {name: msgspec.json.decode(value, type=struct) for name, value in found.items() if value is not None}

    def take_back(self, table: str, kind: str, name: str) -> bool:
        """Make a key or an invitation worthless at once."""
        found = self._store.get(table, kind, name)
        return found is not None and self._store.swap(table, kind, name, found, None)

    def take_back_seat(self, table: str, seat: str) -> None:
        """Make every key of a seat worthless."""
        for name, key in self.keys(table).items():
            if key.seat == seat:
                self.take_back(table, "key", name)

    def invite(self, table: str, invitation: Invitation) -> tuple[str, str]:
        """A new invitation, and the name by which it can be taken back."""
        text = _new(table)
        self._store.put(table, "invitation", name_of(text), msgspec.json.encode(invitation))
        return text, name_of(text)

    def invitations(self, table: str) -> dict[str, Invitation]:
        """Every open invitation of a table by its hash."""
        return self._all(table, "invitation", Invitation)

    def accept(self, text: str, now: str) -> Invitation:
        """Use an invitation once; two who come at the same moment never share the last use."""
        table, name = table_of(text), name_of(text)
        while True:
            found = self._store.get(table, "invitation", name)
            if found is None:
                raise Gone("this invitation is not (or no longer) open; ask for a new one")
            invitation = msgspec.json.decode(found, type=Invitation)
            if invitation.expires < now:
                raise Gone("this invitation has expired; ask for a new one")
            left = replace(invitation, uses=invitation.uses - 1)
            new = msgspec.json.encode(left) if left.uses > 0 else None
            if self._store.swap(table, "invitation", name, found, new):
                return invitation
