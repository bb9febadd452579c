"""Fair dice: the server promises a seed before play, and anyone can check every face afterwards.

The promise is the SHA-256 hash of a secret seed. Players may add seeds of their own. A face is
worked out from all of them, the number of the event it is rolled for and its place there; nobody
knows it before, and nobody can change it after. When the table is closed the seed is made known.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

_RANGE = 1 << 64


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(32)


def commitment_to(seed: str) -> str:
    """The promise that belongs to a seed."""
    return hashlib.sha256(seed.encode()).hexdigest()


class FairDice:
    """The dice of one seed and the players' seeds so far."""

    def __init__(self, seed: str, seeds: Sequence[str]) -> None:
        self._key = seed.encode()
        for added in seeds:
            self._key = hmac.digest(self._key, added.encode(), "sha256")

    def face(self, seq: int, place: int, sides: int) -> int:
        """The face of the die at a place of an event: each equally likely, by refusing what would not divide."""
        fair = _RANGE - _RANGE % sides
        turn = 0
        while True:
            digest = hmac.digest(self._key, f"{seq}.{place}.{turn}".encode(), "sha256")
            number = int.from_bytes(digest[:8], "big")
            if number < fair:
                return number % sides + 1
            turn += 1
