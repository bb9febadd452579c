"""How a table says no, beside what the rules refuse."""


class Forbidden(Exception):
    """Somebody may not do what they asked for."""


class Unknown(Exception):
    """There is no such table, event or thing that waits."""


class Gone(Exception):
    """An invitation or a key that no longer opens anything."""


class Stale(Exception):
    """The table has gone on since the caller last looked."""

    def __init__(self, expected: int, last: int) -> None:
        super().__init__(f"the table has gone on: you saw event {expected}, the last one is {last}")
        self.last = last
