"""What can go wrong for a person: a rule says no, or the input makes no sense."""

__all__ = ["BadInput", "Refused"]


class BadInput(ValueError):
    """Input of the wrong type, out of range, or with an unknown name. The message says what is allowed."""


class Refused(Exception):
    """A rule of the game does not allow it. The message is the reason; `rule` is its number."""

    def __init__(self, reason: str, rule: str | None = None) -> None:
        super().__init__(f"{reason} ({rule})" if rule else reason)
        self.reason = reason
        self.rule = rule
