"""Types that several threads may decode at once.

msgspec prepares a type when it is first decoded, and leaves the type half finished meanwhile; a second thread that
decodes it then crashes the whole process. So one thread prepares each type before any other decodes it.
"""

from threading import Lock
from typing import Any, TypeVar
from weakref import WeakSet

import msgspec

T = TypeVar("T")

_lock = Lock()
_ready: "WeakSet[Any]" = WeakSet()  # types of a rulebook are forgotten with its game


def ready(kind: T) -> T:
    """A type, prepared for `msgspec.convert` or a decoder."""
    if kind not in _ready:
        with _lock:
            msgspec.json.Decoder(kind)
            _ready.add(kind)
    return kind
