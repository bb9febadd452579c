"""The exception that makes a rule fall back from columns, or from compiled code, to the path-by-path reading."""

FEWEST_IN_COLUMNS = 24
"""With at least this many calls of one rule, columns are faster than one call after another."""


class Unfit(BaseException):
    """Raised when a rule does something that columns cannot do, or gains nothing by them: it is read path by path.

    A rule's own `except Exception` must not catch it.
    """
