"""Those who want to be told when a log grows."""

import logging
from collections.abc import Callable
from threading import Lock

from rulewright.table.stores.protocol import Watch

_LOG = logging.getLogger(__name__)


class Watches:
    """Any number of watches, added and ended from any thread."""

    def __init__(self) -> None:
        self._watches: list[Watch] = []
        self._lock = Lock()

    def add(self, told: Watch) -> Callable[[], None]:
        """Tell one more; gives a function that ends it."""
        with self._lock:
            self._watches.append(told)

        def end() -> None:
            with self._lock:
                if told in self._watches:
                    self._watches.remove(told)

        return end

    def tell(self, table: str, last: int) -> None:
        """Tell all of them; one that fails does not keep the others from hearing it."""
        with self._lock:
            watches = list(self._watches)
        for told in watches:
            try:
                told(table, last)
            except Exception:
                _LOG.exception("a watch on the store failed")
