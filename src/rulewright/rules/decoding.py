"""Types that several threads may decode at once.

msgspec builds its description of a type when the type is first decoded. A second thread that decodes the same type
before the description is complete crashes the process, so one thread prepares each type under a lock.
"""

from threading import Lock
from typing import Any, TypeVar
from weakref import WeakSet

import msgspec

T = TypeVar("T")

_lock = Lock()
_ready: "WeakSet[Any]" = WeakSet()  # weak: the types of a rulebook are freed together with its game


def ready(kind: T) -> T:
    """Return `kind` after preparing it for `msgspec.convert` or a decoder."""
    if kind not in _ready:
        with _lock:
            msgspec.json.Decoder(kind)
            _ready.add(kind)
    return kind
