"""The callbacks that are called when a log grows."""

import logging
from collections.abc import Callable
from threading import Lock

from rulewright.table.stores.protocol import Watch

_LOG = logging.getLogger(__name__)


class Watches:
    """A thread-safe list of callbacks."""

    def __init__(self) -> None:
        self._watches: list[Watch] = []
        self._lock = Lock()

    def add(self, watch: Watch) -> Callable[[], None]:
        """Adds a watch; returns a function that ends it."""
        with self._lock:
            self._watches.append(watch)

        def end() -> None:
            with self._lock:
                if watch in self._watches:
                    self._watches.remove(watch)

        return end

    def tell(self, table: str, last: int) -> None:
        """Calls every watch; one that fails does not stop the others."""
        with self._lock:
            watches = list(self._watches)
        for watch in watches:
            try:
                watch(table, last)
            except Exception:
                _LOG.exception("a callback for a change of the store failed")
