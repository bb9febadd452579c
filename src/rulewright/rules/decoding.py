"""Types that several threads may decode at once.

msgspec works out how a type is decoded when it first is, and leaves the type half finished meanwhile; a second thread
that decodes it then ends the whole process. So each type is made ready by one thread before any decodes it.
"""

from threading import Lock
from typing import Any, TypeVar
from weakref import WeakSet

import msgspec

T = TypeVar("T")

_lock = Lock()
_ready: "WeakSet[Any]" = WeakSet()  # types of a rulebook are forgotten with its game


def ready(kind: T) -> T:
    """A type for `msgspec.convert` or a decoder, made ready."""
    if kind not in _ready:
        with _lock:
            msgspec.json.Decoder(kind)
            _ready.add(kind)
    return kind
