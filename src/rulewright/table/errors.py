"""The errors of a table, beside `Refused` and `BadInput` of the rules."""


class Forbidden(Exception):
    """The seat may not do this."""


class NotFound(Exception):
    """There is no such table, event, character or pending action."""


class KeyRefused(Exception):
    """An invitation or a key that is not valid."""


class DamagedEvent(Exception):
    """An event in the store cannot be read, or does not follow from those before it."""

    def __init__(self, table: str, seq: int, reason: str) -> None:
        super().__init__(f"event {seq} of table {table} is damaged: {reason}; restore the table from a backup")
        self.seq = seq


class Stale(Exception):
    """The table has gone on since the caller last looked."""

    def __init__(self, expected: int, last: int) -> None:
        super().__init__(f"the table has gone on: you saw event {expected}, the last one is {last}")
        self.last = last
