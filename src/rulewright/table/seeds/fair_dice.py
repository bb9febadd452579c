"""Fair dice: the server commits to its seeds before play, and anyone can verify every open die afterwards.

A table has two secret seeds: one for open dice, published when the table is closed, and one for hidden dice, which
players never learn. The commitment to a seed is its SHA-256 hash. Players add seeds of their own (`rounds.py`). A
face is derived by HMAC from all of them, the label of its draw and its place there.

In the first protocol the label was the number of the event, which anyone could move by writing an event. In the
second it is the owner of the dice, the action, and how often this owner's dice were rolled for it.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from msgspec import Struct

PROTOCOL = 2
"""The protocol of new commitments. A table keeps that of its last commitment."""
MOST_SIDES = 1 << 64
"""A face is derived from 64 bits."""


class SeedPair(Struct, frozen=True):
    """The server's two seeds: for open and for hidden dice."""

    seed: str
    hidden: str

    @property
    def commitment(self) -> str:
        """The commitment to the seed of the open dice."""
        return commitment_to(self.seed)

    @property
    def hidden_commitment(self) -> str:
        """The commitment to the seed of the hidden dice."""
        return commitment_to(self.hidden)

    def stored(self) -> list[tuple[str, bytes]]:
        """Both seeds as a store keeps them, each under its commitment."""
        return [(commitment_to(seed), seed.encode()) for seed in (self.seed, self.hidden)]


def new_seeds() -> SeedPair:
    """Two random seeds."""
    return SeedPair(new_seed(), new_seed())


def new_seed() -> str:
    """A random seed of 256 bits."""
    return secrets.token_hex(32)


def commitment_to(seed: str) -> str:
    """The commitment to a seed of the server: its hash."""
    return hashlib.sha256(seed.encode()).hexdigest()


def player_commitment(seat: str, seed: str) -> str:
    """The commitment to a player's seed. It names the seat, so that no other seat can repeat it."""
    return hashlib.sha256(f"{seat}:{seed}".encode()).hexdigest()


class FairDice:
    """The dice of a seed of the server and the players' seeds so far."""

    def __init__(self, seed: str, seeds: Sequence[str]) -> None:
        self._key = seed.encode()
        for added in seeds:
            self._key = hmac.digest(self._key, added.encode(), "sha256")

    def face(self, label: str, place: int, sides: int) -> int:
        """The face of the die at a place of a draw, uniform by rejection sampling."""
        if not 1 <= sides <= MOST_SIDES:
            raise ValueError(f"no die has {sides} sides (allowed: 1 to 2**64)")
        fair = MOST_SIDES - MOST_SIDES % sides
        turn = 0
        while True:
            digest = hmac.digest(self._key, f"{label}.{place}.{turn}".encode(), "sha256")
            number = int.from_bytes(digest[:8], "big")
            if number < fair:
                return number % sides + 1
            turn += 1


def draw_label(stream: str, draw: int) -> str:
    """The label of a draw in the second protocol: the stream of the dice, and the number of the draw."""
    return f"{stream}.{draw}"


class SeededDraw(Struct, frozen=True):
    """The dice that one event rolls: their seeds, their label, and the number of the draw in its stream."""

    fair: FairDice
    label: str
    number: int = 0

    def face(self, place: int, sides: int) -> int:
        """The face of the die at a place of this draw."""
        return self.fair.face(self.label, place, sides)
