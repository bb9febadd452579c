"""The errors of a table, beside `Refused` and `BadInput` of the rules."""


class Forbidden(Exception):
    """Raised when a seat may not do this."""


class NotFound(Exception):
    """Raised when there is no such table, event, character or pending action."""


class KeyRefused(Exception):
    """Raised for an invitation or a key that is not valid."""


class DamagedEvent(Exception):
    """Raised when an event in the store cannot be read, or does not follow from those before it."""

    def __init__(self, table: str, seq: int, reason: str) -> None:
        super().__init__(f"event {seq} of table {table} is damaged: {reason}; restore the table from a backup")
        self.seq = seq


class Stale(Exception):
    """Raised when the table has changed since the caller last looked."""

    def __init__(self, expected: int, last: int) -> None:
        super().__init__(f"the table has changed: you saw event {expected}, the last one is {last}")
        self.last = last
