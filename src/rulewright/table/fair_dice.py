"""Fair dice: the server commits to a seed before play, and anyone can verify every face afterwards.

The commitment is the SHA-256 hash of a secret seed. Players may add seeds of their own. A face is
derived by HMAC from all of them, the number of its event and its place there. When the table is closed
the seed is published.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

_RANGE = 1 << 64


def new_seed() -> str:
    """A random seed of 256 bits."""
    return secrets.token_hex(32)


def commitment_to(seed: str) -> str:
    """The commitment to a seed: its hash."""
    return hashlib.sha256(seed.encode()).hexdigest()


class FairDice:
    """The dice of a seed and the players' seeds so far."""

    def __init__(self, seed: str, seeds: Sequence[str]) -> None:
        self._key = seed.encode()
        for added in seeds:
            self._key = hmac.digest(self._key, added.encode(), "sha256")

    def face(self, seq: int, place: int, sides: int) -> int:
        """The face of the die at a place of an event, uniform by rejection sampling."""
        fair = _RANGE - _RANGE % sides
        turn = 0
        while True:
            digest = hmac.digest(self._key, f"{seq}.{place}.{turn}".encode(), "sha256")
            number = int.from_bytes(digest[:8], "big")
            if number < fair:
                return number % sides + 1
            turn += 1
